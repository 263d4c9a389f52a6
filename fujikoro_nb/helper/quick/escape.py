"""Can I still escape, without keying in a game: the escape planner on a strip of spaces made of tapped facts.

The way to the exit is laid as a straight strip in lava, so that no way round is shorter or cheaper than the strip.
Where lava lies on it, what exactly the sandals are and when the rope comes is not asked: best and worst are tried. An
answer that holds for the worst is a yes, one that fails for the best a no, and in between an "if" that names the facts.
No space of the strip has a lava number: an eruption onto the way is what the answer leaves out, and says so. A group's
strip is planned in its own mode, its rounds counted as the engine counts them; no dragon lies beside it.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Match, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import charts_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.fujikoro.rules.group.beginning import party_of, printed_for
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.helper.quick.escape_clock import turns_left as turns_left_in
from fujikoro_nb.helper.quick.escape_plan import can_cross, soonest_way
from fujikoro_nb.helper.quick.facts import ESCAPE_FACTS, FACTS, TableFacts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame
from fujikoro_nb.helper.quick.positions import (
    LAVA_IS_FREE,
    ME,
    OTHER,
    shod,
    track,
)
from fujikoro_nb.helper.quick.walker import ANYBODY, Walker
from fujikoro_nb.rulebook.cases.positions import tile_of

YES, NO, IF = "yes", "no", "if"

_TO_CENTRE = ("III-1.1", "III-1.2", "III-1.3", "II-1.1", "II-1.2", "II-1.3", "I-1.6", "I-1.5", "centre")
_TO_SECRET = (
    "III-4.1", "III-4.6", "II-3.2", "II-3.1", "II-2.3", "II-2.0", "II-2.6", "III-2.4", "II-1.1",
)  # fmt: skip
"""Shortest ways of eight steps; the last tile has one space on the way, because some tables let all of it lead out."""


class Escape(msgspec.Struct, frozen=True):
    """The answer."""

    verdict: str
    facts: tuple[str, ...] = ()
    """What has to be so, and alone can spoil it; only of an "if"."""
    open: tuple[str, ...] = ()
    """What is unknown besides and may spoil it together; only of an "if"."""
    turns: tuple[int, ...] = ()
    """In which own turn the escape is reached, at best and at worst; one number where both are the same."""
    turns_left: tuple[int, ...] = ()
    """Own turns until the end, the fewest and the most."""
    fits: bool = True
    """Whether so many lava spaces can lie between here and the exit."""
    reason: str = ""
    """Which tapped fact alone makes it a "no", as in `REASONS`; empty where several do so together."""
    bounds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(fact, values): what, with every other unknown fact at its best, still leads out: of numbers the worst one."""


class Strip(msgspec.Struct, frozen=True):
    """Every fact known."""

    steps: int
    lava: tuple[int, ...]
    """Which steps enter lava, from 1."""
    discs: int
    action_monk: str
    sandals: str
    countdown: int
    marker: str
    exit: str
    rope_in: int
    """Advances until the rope comes; 0 when it is there, or never matters."""
    has_tokens: bool = False
    """Whether lava costs the sandals nothing."""
    delay: int = 0
    """Own turns that must still begin after the one that ends on the exit."""
    mode: Mode = COMPETITIVE
    """What is played: with rounds, those that are left, this one included, are ``countdown``."""
    who: Walker = ANYBODY
    """Whose board it is."""
    wood: int = 0
    """Wood cubes of the weapon that can burn for jumps."""


def strip(one: Strip, rulings: Rulings) -> GameState:
    """The position: my samurai at one end, and the marked player's turn as the fact says, or my own in a round."""
    is_secret = one.exit == "secret"
    whole = _TO_SECRET if is_secret else _TO_CENTRE
    path = whole[-1 - one.steps :]
    lava = {path[step] for step in one.lava}
    pack = house_pack()
    events = ["blank"] * one.countdown
    events[-1] = "end"
    if one.rope_in:
        events[one.rope_in - 1] = "rope"
    before = "blank" if is_secret or one.rope_in else "rope"
    board = one.who.with_wood(shod(one.sandals, one.who), one.wood)
    board = one.who.with_discs(board, one.discs, one.action_monk)
    charts = charts_of(pack)
    state = GameState(
        agenda=(Match(OTHER if one.marker == "later" else ME),),
        mode=one.mode,
        boards=(board, Board()),
        rulings=rulings,
        dice=pack.dice,
        is_described=True,
        charts=msgspec.structs.replace(charts, track=track(before, *events)),
        samurai=(
            Samurai(
                "red",
                SpaceId(path[0]),
                fields=one.who.fields(board),
                scrolls=LAVA_IS_FREE if one.has_tokens else (),
            ),
            Samurai("blue", SpaceId(""), palace="big", escape=1),
        ),
        countdown=1,
        marker=ME if one.marker == "mine" else OTHER,
    )
    if one.mode.rounds is not None:
        state = _in_round(msgspec.structs.replace(state, charts=charts), one.countdown)
    for name in dict.fromkeys(space(at).place for at in path):
        if place(name).level is not None:
            letters = "".join(
                "X" if is_secret and at == path[-1] else "." if at in path and at not in lava else "L"
                for at in (f"{name}.{number}" for number in range(7))
            )
            state = state.with_tile(
                name, LaidTile(tile_of(letters, level=place(name).level or "", name=name))
            )
    return state


def _in_round(state: GameState, left: int) -> GameState:
    """The position as a group of one has it: my turn in the first of the rounds that are left, its exit open."""
    state = msgspec.structs.replace(state, boards=state.boards[:1], samurai=state.samurai[:1])
    party = party_of(state.players, state.mode)
    assert party is not None, "a group plays rounds"
    last = last_of(state)
    assert last is not None, "this mode has a last round"
    round_number = last - left + 1
    party = msgspec.structs.replace(party, round=round_number, has_beaten_legend=True)
    return msgspec.structs.replace(
        state.with_party(party),
        agenda=(Match(ME), Turn(ME)),
        charts=printed_for(state.charts, state.mode, state.rulings),
        countdown=0,
        marker=None,
    )


@lru_cache(maxsize=50_000)
def turn_of(one: Strip, rulings: Rulings) -> int:
    """The own turn in which the planner leaves the mountain; 0 when it finds no way."""
    longest = min(one.countdown, max(LONGEST, one.rope_in + 1))
    if one.rope_in >= longest:
        return 0
    turn = soonest_way(strip(msgspec.structs.replace(one, countdown=longest), rulings), ME)
    if turn is None:
        return 0
    is_late = one.delay and turn + one.delay > turns_left(one.countdown, one.marker, rulings, one.mode)
    return 0 if is_late else turn


LONGEST = 6
"""Countdown spaces after which eight steps bring nothing new: nothing is crafted and sandals only lose."""


@lru_cache(maxsize=64)
def turns_left(countdown: int, marker: str, rulings: Rulings, mode: Mode = COMPETITIVE) -> int:
    """Own turns until the end, as the planner counts them."""
    one = Strip(8, (), 0, "none", "", countdown, marker, "secret", 0, mode=mode)
    return turns_left_in(strip(one, rulings), ME)


# ---- every way that the facts can be, between the best and the worst

BEST = {
    "exit": ("rope", "secret", "rope-later"),
    "steps": FACTS["steps"],
    "way-lava": FACTS["way-lava"],
    "discs": FACTS["discs"][::-1],
    "sandals": ("ten", "five-complete", "five", "weak-complete", "weak"),
    "countdown": FACTS["countdown"][::-1],
    "marker": ("first", "mine", "later"),
}
"""The values of each fact, one that helps more before one that helps less."""
NUMBERS = ("steps", "way-lava", "discs", "countdown")
FINER = {"sandals": "sandals-exact", "discs": "action-monk", "way-lava": "lava-order", "exit": "rope-in"}
"""What a tap leaves open."""
MOST_WOOD = 3
"""Wood that is enough for every jump: one a move, three lava spaces at the most."""


def _finer(game: TableGame) -> tuple[str, ...]:
    """All that no tap says."""
    return (*FINER.values(), *(("wood",) if game.may_lack_wood else ()))


def escape_answer(
    facts: TableFacts, rulings: Rulings = ADOPTED, game: TableGame = COMPETITIVE_GAME
) -> Escape:
    """Whether walking, resting and paying lead out in time, where no exit is shut and all that opens one is so."""
    facts = game.fitting(facts)
    best = {name: facts.get(name) or _best_first(name, game)[0] for name in ESCAPE_FACTS}
    worst = {name: facts.get(name) or _best_first(name, game)[-1] for name in ESCAPE_FACTS}
    if facts.get("steps") and not facts.get("way-lava"):
        worst["way-lava"] = min(worst["way-lava"], str(int(worst["steps"]) - 1))
    if facts.get("way-lava") and not facts.get("steps"):
        best["steps"] = str(int(best["way-lava"]) + 1)
    left = tuple(
        sorted(
            {
                turns_left(int(told["countdown"]), told["marker"], rulings, game.clocked)
                for told in (best, worst)
            }
        )
    )
    if int(best["way-lava"]) >= int(best["steps"]):
        return Escape(NO, turns_left=left, fits=False)
    soonest = _reached(best, rulings, (), game)
    if not soonest and not facts.get("steps"):  # lava apart from each other takes more steps, and costs less
        longer = ({**best, "steps": steps} for steps in FACTS["steps"] if steps > best["steps"])
        best = next((told for told in longer if _reached(told, rulings, (), game)), best)
        soonest = _reached(best, rulings, (), game)
    if not soonest:
        return Escape(NO, turns_left=left, reason=_reason(facts, best, rulings, game))
    latest = _reached(worst, rulings, _finer(game), game)
    if latest:
        return Escape(YES, turns=tuple(sorted({soonest, latest})), turns_left=left)
    unknown = [name for name in ESCAPE_FACTS if not facts.get(name)]
    bounds = tuple((name, _bound(name, best, worst, rulings, game)) for name in unknown)
    bounds = tuple((name, values) for name, values in bounds if values)
    fine = tuple(name for name in _finer(game) if not _reached(best, rulings, (name,), game))
    deciding = (*(name for name, _ in bounds), *fine)
    is_open = [name for name in unknown if name not in deciding] or ([] if deciding else _finer(game))
    return Escape(IF, deciding, tuple(is_open), (soonest,), left, bounds=bounds)


REASONS = ("turn", "sandals", "lava", "wide", "rope", "discs", "turns")
"""Why not: no own turn comes; the sandals, or any of three cubes, cannot pay; more lava than one move crosses; the rope
comes too late; a rest is needed first; too few turns."""


def _reason(facts: TableFacts, best: dict[str, str], rulings: Rulings, game: TableGame) -> str:
    """What alone makes it a "no": of two such things the one that no time helps against."""
    if not turns_left(int(best["countdown"]), best["marker"], rulings, game.clocked):
        return "turn"
    endless = best | {name: _best_first(name, game)[0] for name in ("exit", "discs", "countdown", "marker")}
    if not _reached(endless, rulings, (), game):
        if not facts.get("way-lava"):
            return ""
        if _pays(endless, rulings, game):
            return "wide"
        return "sandals" if facts.get("sandals") not in ("", "ten") else "lava"

    def blocks(name: str) -> bool:
        known = bool(facts.get(name))
        return known and _reaches(name, _best_first(name, game)[0], best, rulings, game)

    if best["exit"] == "rope-later" and blocks("exit"):
        return "rope"
    if blocks("discs"):
        return "discs"
    return "turns" if blocks("countdown") or blocks("marker") else ""


def _pays(told: dict[str, str], rulings: Rulings, game: TableGame) -> bool:
    """Whether the sandals, at their best, pay for all the lava, were it as far apart as one likes."""
    return _crosses(_bare(told, (), game), int(told["way-lava"]), rulings)


def _crosses(bare: Strip, spaces: int, rulings: Rulings) -> bool:
    """Whether so many lava spaces are paid for, or jumped over with what wood there is."""
    left = max(0, spaces - bare.wood)
    return bare.has_tokens or not left or can_cross(strip(bare, rulings), ME, left)


def _best_first(name: str, game: TableGame) -> tuple[str, ...]:
    return tuple(value for value in BEST[name] if value in game.values(name))


def _bound(
    name: str, best: dict[str, str], worst: dict[str, str], rulings: Rulings, game: TableGame
) -> tuple[str, ...]:
    """The values of one fact with which the best of all others still lead out, of a number the worst; () if all do.

    What is no number has no order: complete sandals help one way, sandals that pay for more help another.
    """
    values = _best_first(name, game)
    values = values[values.index(best[name]) : values.index(worst[name]) + 1]
    if name not in NUMBERS:
        leads = tuple(value for value in values if _reaches(name, value, best, rulings, game))
        return () if leads == values else leads
    if _reaches(name, worst[name], best, rulings, game):
        return ()
    return (
        next(
            value
            for value in reversed(values)
            if value == values[0] or _reaches(name, value, best, rulings, game)
        ),
    )


def _reaches(name: str, value: str, best: dict[str, str], rulings: Rulings, game: TableGame) -> bool:
    told = {**best, name: value}
    if name == "way-lava" and int(told["steps"]) <= int(value):
        told["steps"] = str(int(value) + 1)  # so many steps are unknown as well, or they would fit
    return bool(_reached(told, rulings, (), game))


def _reached(told: dict[str, str], rulings: Rulings, at_worst: tuple[str, ...], game: TableGame) -> int:
    """The own turn of the escape, 0 for none: what taps leave open is at its best or, where named, at its worst."""
    count, steps = int(told["way-lava"]), int(told["steps"])
    if count >= steps or not _ropes(told):
        return 0
    bare = _bare(told, at_worst, game)
    soonest = turn_of(bare, rulings)
    if not count:
        return soonest
    if not soonest or not _crosses(bare, count, rulings):
        return 0
    found = []
    for lava in lava_orders(steps, count):
        turn = turn_of(msgspec.structs.replace(bare, lava=lava), rulings)
        if "lava-order" in at_worst and not turn:
            return 0
        if "lava-order" not in at_worst and turn == soonest:
            return turn  # no sooner than without any lava
        found.append(turn)
    reached = [turn for turn in found if turn]
    return (max if "lava-order" in at_worst else min)(reached, default=0)


def _ropes(told: dict[str, str]) -> tuple[int, ...]:
    """After how many advances the rope can come; 0 when it need not."""
    return tuple(range(1, int(told["countdown"]))) if told["exit"] == "rope-later" else (0,)


def _bare(told: dict[str, str], at_worst: tuple[str, ...], game: TableGame) -> Strip:
    """The strip without its lava."""
    who = game.who
    sandals, monks = who.sandals[told["sandals"]], who.monks(int(told["discs"]))
    wood = (0 if "wood" in at_worst else MOST_WOOD) if who.wood is None else who.wood
    ropes = _ropes(told)
    return Strip(
        int(told["steps"]),
        (),
        int(told["discs"]),
        monks[0 if "action-monk" in at_worst else -1],
        sandals[0] if "sandals-exact" in at_worst else sandals[-1],
        int(told["countdown"]),
        told["marker"],
        told["exit"],
        ropes[-1] if "rope-in" in at_worst else ropes[0],
        game.crosses_by_tokens,
        game.delay,
        game.clocked,
        who,
        wood if who.character.may_leap else 0,
    )


def lava_orders(steps: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Where so many lava spaces can lie on the way: apart from each other and in a row, early and late.

    The best and the worst of all orders are among these, which a test proves by trying all.
    """
    last = steps - 1
    if count > last:
        return ()
    rows = {
        tuple(range(first, first + count)) for first in (1, 2, last - count + 1) if first + count <= steps
    }
    apart = {tuple(range(first, first + 2 * count, 2)) for first in (1, 2) if first + 2 * (count - 1) <= last}
    return tuple(sorted(rows | apart))
