"""What can I do now, without keying in a game: every answer is the engine's, on a small position made of tapped facts.

A fact that nobody tapped is asked both ways; where the engine's answers differ, the answer is an "if" that names it.
What nobody is asked about (does the rope cover the centre? is a monk on every spot?) is taken to be as it mostly is,
and an answer that would be another one otherwise carries the engine's refusal as "unless".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product

import msgspec

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Refusal, cites
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame
from fujikoro_nb.helper.quick.positions import ME, Spot, position

YES, NO, IF = "yes", "no", "if"
MOST_ON_A_TOKEN = 4
"""More than any token shows; the backpack's room is counted up to here."""
GIVES_CUBES = ("token-up", "centre", "temple")
"""Spaces whose gifts need room that cubes can make; monks, tokens and scrolls may need none."""
ACTION_MONK = "action-monk"
"""Where it lies is never asked, because one more tap tells too little."""


class Line(msgspec.Struct, frozen=True):
    """The answer about one thing that can be done."""

    name: str
    verdict: str
    facts: tuple[str, ...] = ()
    """The unknown facts that decide it; only of an "if"."""
    refusals: tuple[Refusal, ...] = ()
    """Why not; of an "if" all reasons that one of these facts can bring."""
    unless: tuple[Refusal, ...] = ()
    """Why not, if what nobody is asked about is unusual."""
    rules: tuple[str, ...] = ()
    """Where a "yes" stands."""
    steps: tuple[int, ...] = ()
    """How many steps this move can have."""
    room: int = 0
    """How many gathered cubes the backpack takes without giving one up; 0 when nobody knows, or for none."""


class _Ask(msgspec.Struct, frozen=True):
    """What is asked of the engine, and which facts and oddities can change its answer."""

    facts: tuple[str, ...]
    rules: tuple[str, ...]
    ask: Callable[[Spot, Rulings], Refusal | str | None]
    """None: it may be done. ``ABSENT``: there is nothing of the kind."""
    oddities: tuple[Mapping[str, object], ...] = ()


ABSENT = "absent"


def now_lines(
    facts: TableFacts, rulings: Rulings = ADOPTED, game: TableGame = COMPETITIVE_GAME
) -> tuple[Line, ...]:
    """One line for each thing that can be done, actions first; what is known to be absent has none."""
    facts = game.fitting(facts)
    lines = (_line(name, facts, rulings, game) for name in ASKS)
    return tuple(line for line in lines if line is not None)


def spots(
    facts: TableFacts, names: tuple[str, ...], game: TableGame = COMPETITIVE_GAME
) -> Iterator[tuple[dict[str, str], Spot]]:
    """Every way that these facts can be, with its spot; of discs and sandals everything that one tap can mean."""
    for values in product(*(game.possible(facts, name) for name in names)):
        told = dict(zip(names, values, strict=True))
        spot = msgspec.convert({name: value for name, value in told.items() if name != "sandals"}, Spot)
        for sandals in game.who.sandals[told["sandals"]] if "sandals" in told else ("",):
            for monk in game.who.monks(int(spot.discs)) if "discs" in told else ("none",):
                exactly = {**told, ACTION_MONK: monk, "sandals-exact": sandals}
                spot = msgspec.structs.replace(
                    spot,
                    sandals=sandals,
                    action_monk=monk,
                    mode=game.mode,
                    has_tokens=game.crosses_by_tokens,
                    who=game.who,
                )
                yield exactly, spot


def _line(name: str, facts: TableFacts, rulings: Rulings, game: TableGame) -> Line | None:
    ask = ASKS[name]
    rules = game.told[name].rules if name in game.told else ask.rules
    found = [(told, spot, _asked(name, spot, rulings)) for told, spot in spots(facts, ask.facts, game)]
    outcomes = {_sort(answer) for _, _, answer in found}
    if outcomes == {ABSENT}:
        return None
    refusals = _distinct(answer for _, _, answer in found if isinstance(answer, Refusal))
    if outcomes <= {NO, ABSENT}:
        return Line(name, NO, refusals=refusals)
    may = [spot for _, spot, answer in found if answer is None]
    odd = (
        _asked(name, msgspec.structs.replace(spot, **oddity), rulings)
        for oddity in ask.oddities
        if (game.has_rope or "has_rope" not in oddity) and (game.may_lack_wood or "has_no_wood" not in oddity)
        for spot in may
    )
    if outcomes == {YES}:
        unless = _distinct(answer for answer in odd if isinstance(answer, Refusal))
        steps, room = _steps(name, facts, rulings, game), _room(name, facts, rulings, game)
        return Line(name, YES, unless=unless, rules=rules, steps=steps, room=room)
    deciding = tuple(_deciding(ask.facts, [(told, _sort(answer)) for told, _, answer in found]))
    steps, room = _steps(name, facts, rulings, game), _room(name, facts, rulings, game)
    return Line(name, IF, deciding, refusals, rules=rules, steps=steps, room=room)


def _sort(answer: Refusal | str | None) -> str:
    return YES if answer is None else ABSENT if answer == ABSENT else NO


def _distinct(refusals: Iterator[Refusal]) -> tuple[Refusal, ...]:
    """One refusal of each sentence; the data of a made-up position may differ."""
    found: dict[tuple[str, str], Refusal] = {}
    for refusal in refusals:
        found.setdefault((refusal.rule, refusal.reason), refusal)
    return tuple(found.values())


def _deciding(names: tuple[str, ...], found: list[tuple[dict[str, str], str]]) -> Iterator[str]:
    """The facts that alone can turn the answer; finer ones only where the taps leave the answer open."""
    deciding = [name for name in names if _turns(name, found)]
    yield from deciding
    for coarse, fine in (("sandals", "sandals-exact"), ("discs", ACTION_MONK)):
        if coarse not in deciding and _turns(fine, found):
            yield fine


def _turns(name: str, found: list[tuple[dict[str, str], str]]) -> bool:
    """Whether two cases that differ in this fact, and in what it covers, have different answers."""
    finer = {"sandals": "sandals-exact", "discs": ACTION_MONK}.get(name, name)
    groups: dict[tuple[tuple[str, str], ...], dict[str, set[str]]] = {}
    for told, outcome in found:
        others = tuple((each, value) for each, value in told.items() if each not in (name, finer))
        groups.setdefault(others, {}).setdefault(told[name], set()).add(outcome)
    return any(len(group) > 1 and len(set().union(*group.values())) > 1 for group in groups.values())


@lru_cache(maxsize=20_000)
def _asked(name: str, spot: Spot, rulings: Rulings) -> Refusal | str | None:
    return ASKS[name].ask(spot, rulings)


# ---- what is asked of the engine


def act(state: GameState, field: str) -> Refusal | Act:
    """The action with a disc or else the action monk, or why neither may be pushed there."""
    refusal = game_of(state).check(state, Act(field))
    if refusal is None or refusal.reason != "monk-only":
        return refusal or Act(field)
    return game_of(state).check(state, Act(field, monk=True)) or Act(field, monk=True)


def _act(field: str) -> Callable[[Spot, Rulings], Refusal | str | None]:
    def ask(spot: Spot, rulings: Rulings) -> Refusal | str | None:
        done = act(started(position(spot, rulings)).state, field)
        return done if isinstance(done, Refusal) else None

    return ask


def walk(spot: Spot, rulings: Rulings, *path: str) -> Refusal | None:
    """Whether a move action may begin and go this way."""
    state = started(position(spot, rulings)).state
    begun = act(state, "move")
    if isinstance(begun, Refusal):
        return begun
    walking = game_of(state).step(state, begun).state
    return game_of(walking).check(walking, Walk(tuple(map(SpaceId, path)))) and _leap(walking, path)


@cites("char.mitsuhide.lava-jump")
def _leap(walking: GameState, path: tuple[str, ...]) -> Refusal | None:
    """Whether the same way can be gone with a jump; nobody else is told of that rule."""
    ways = tuple(map(SpaceId, path))
    wood = next(iter(cells_of(walking.fighter(ME).gear.weapon.wood)), -1)
    refusal = game_of(walking).check(walking, Leap(ways, wood))
    return (
        refusal
        if refusal is None or refusal.reason == "no-wood"
        else game_of(walking).check(walking, Walk(ways))
    )


def _over_lava(spot: Spot, rulings: Rulings) -> Refusal | str | None:
    if spot.lava == "no":
        return ABSENT
    beyond = () if spot.is_lava_endless else (spot.around.beyond,)
    return walk(spot, rulings, spot.around.lava, *beyond)


def _to_dragon(spot: Spot, rulings: Rulings) -> Refusal | str | None:
    if spot.beside not in ("dragon", "both"):
        return ABSENT
    around = spot.around
    to = next(each for each in neighbours(SpaceId(around.at)) if space(each).place == around.dragon)
    return walk(spot, rulings, to)


def _to_samurai(spot: Spot, rulings: Rulings) -> Refusal | str | None:
    if spot.beside not in ("samurai", "both"):
        return ABSENT
    return walk(spot, rulings, spot.around.samurai)


def _bonus(spot: Spot, rulings: Rulings) -> Refusal | str | None:
    """A card where the main part of its action can do nothing: on explore, with nothing to explore."""
    done = act(started(position(spot.with_card("explore"), rulings)).state, "explore")
    return done if isinstance(done, Refusal) else None


ASKS: Mapping[str, _Ask] = {
    "move": _Ask(("discs",), ("move.steps.base", "turn.disc.cost"), _act("move"), ({"is_walled": True},)),
    "lava": _Ask(
        ("lava", "sandals", "discs"),
        ("move.lava.cost", "move.end.not-lava"),
        _over_lava,
        ({"is_lava_wide": True}, {"is_lava_endless": True}, {"has_no_wood": True}),
    ),
    "dragon": _Ask(
        ("beside", "lava", "discs"),
        ("move.dragon.stop",),
        _to_dragon,
        ({"is_dragon_behind_lava": True},),
    ),
    "samurai": _Ask(
        ("beside", "discs"),
        ("move.samurai.elect", "move.samurai.continue", "map.safe-tiles"),
        _to_samurai,
        ({"is_space_full": True},),
    ),
    "explore": _Ask(
        ("unexplored", "discs"),
        ("explore.where",),
        _act("explore"),
        ({"is_stack_empty": True},),
    ),
    "gather": _Ask(
        ("space", "backpack", "discs"),
        ("gather.what", "gather.one-category"),
        _act("gather"),
        (
            {"is_packed": True},
            {"is_supplied": True},
            {"has_rope": True},
            {"are_spots_full": True, "is_packed": True},
            {"has_no_scrolls": True},
        ),
    ),
    "rest": _Ask(("discs",), ("turn.rest.returns-all", "craft.when"), _act("rest")),
    "bonus": _Ask(("discs",), ("gearcard.bonus.either-both", "gearcard.bonus.every-time"), _bonus),
}


# ---- figures


def _steps(name: str, facts: TableFacts, rulings: Rulings, game: TableGame) -> tuple[int, ...]:
    """What the engine's question after a move action says, for all sandals that these can be."""
    if name != "move":
        return ()
    found = set()
    for _, spot in spots(facts, ("sandals", "discs"), game):
        state = started(position(spot, rulings)).state
        begun = act(state, "move")
        if isinstance(begun, Act):
            moving = game_of(state).step(state, begun).state
            question = game_of(moving).question(moving)
            assert question is not None, "somebody who may step is asked"
            found.add(int(str(dict(question.data)["steps"])))
    return tuple(sorted(found))


def _room(name: str, facts: TableFacts, rulings: Rulings, game: TableGame) -> int:
    """The most cubes of a token that the engine lets in without one thrown or left."""
    free = facts.get("backpack")
    if name != "gather" or not free or facts.get("space") not in GIVES_CUBES:
        return 0
    most = 0
    for number in range(1, MOST_ON_A_TOKEN + 1):
        spot = Spot(space="token-up", backpack=free, cubes="M" * number, who=game.who)
        state = started(position(spot, rulings)).state
        state = game_of(state).step(state, Act("gather")).state
        pack = state.fighter(ME).backpack
        kept = Contents(pack.lower.cubes + Cubes(metal=number), pack.lower.discs)
        answer: Answer = StowThings(Backpack(kept, pack.upper))
        if game_of(state).check(state, answer) is not None:
            break
        most = number
    return most
