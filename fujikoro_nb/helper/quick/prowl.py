"""The dragons' step at a real box: every legal move of each dragon and why, and where it is safe; asked of the engine.

The engine walks each dragon by itself, on a position made of what was tapped, in every order that the group may choose.
Dragons that cannot come into each other's way are asked apart. What is unknown (does a tile lie there? is that dragon
asleep?) is tried both ways, but only where the engine's distances show that it can matter; an answer that differs is an
"if". What a fight changes is left out: whoever has to fight stays where it is.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.dens import HEART, is_heart_open, with_dragon
from fujikoro_nb.engine.fujikoro.asked.game import Match
from fujikoro_nb.engine.fujikoro.asked.group import GoFor, Prowl, Round, StepTo
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import RoundEnd
from fujikoro_nb.engine.fujikoro.board.box import Piles, charts_of
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.board.scene import scene_at_start
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.modes import COOP, Mode
from fujikoro_nb.engine.fujikoro.rules.group.beginning import party_of
from fujikoro_nb.engine.fujikoro.rules.group.rounds import MOST_STEPS_OF_A_ROUND
from fujikoro_nb.engine.fujikoro.rules.group.steps import (
    FAR,
    counts_the_way,
    from_above,
    lair_of,
    may_sidestep,
    nearest,
    next_steps,
    seen_by_dragons,
    targets,
    walkable_in,
    ways_to,
)
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot
from fujikoro_nb.engine.kernel import Seat, Step
from fujikoro_nb.helper.quick.lairs import ASLEEP, LAIRS, OPEN, SHUT, TILES, WALKS, Lairs
from fujikoro_nb.rulebook.cases.fighting import dragon_of
from fujikoro_nb.rulebook.cases.positions import tile_of

GOES, FIGHTS, BLOCKED, NOBODY = "goes", "fights", "blocked", "nobody"
"""A dragon goes onto another tile, fights where it is, stays as no tile is nearer, or as it sees nobody."""
UNSEEN, FREE, CHOICE, HIT, PERHAPS = "unseen", "free", "choice", "hit", "perhaps"
"""A place for a samurai: no dragon sees it; none can come; one comes if you let it; one comes; nobody knows yet."""

MOST_CASES = 48
"""Ways that the unknown can be, tried for dragons that may meet; beyond them every answer is an "if"."""
MOST_POSITIONS = 400
"""Positions on the way of dragons that may meet."""

_DONE = 2
"""Steps of a round's end among rivals, after which it is over: the tokens are turned, and no dragon waits."""
_HIDDEN = next(one.id for one in PLACES if one.kind == PlaceKind.TEMPLE)
"""Where somebody stands of whom nobody has said where: no dragon sees a temple."""

Unknown = str
"""A tile's place, or ``token.`` and the place of a dragon."""


class Way(msgspec.Struct, frozen=True):
    """One thing that a dragon can do."""

    kind: str
    target: PlaceId | None = None
    """The place of the samurai that it heads for."""
    to: PlaceId | None = None
    """Where it is then."""
    is_fight: bool = False
    """Whether somebody there has to fight."""


class Found(msgspec.Struct, frozen=True):
    """A way, with what it needs."""

    way: Way
    after: tuple[PlaceId, ...] = ()
    """Dragons, by their tiles now, that have to walk before; the fewest that do."""
    unknown: tuple[Unknown, ...] = ()
    """What decides whether it is so; empty where it is so whatever the unknown is."""


class Closed(msgspec.Struct, frozen=True):
    """A tile that looks nearer and is none: ``rule`` says why."""

    place: PlaceId
    rule: str


class Walker(msgspec.Struct, frozen=True):
    """The answer about one dragon."""

    at: PlaceId
    ways: tuple[Found, ...] = ()
    """Empty: it is asleep."""
    closed: tuple[Closed, ...] = ()
    distance: int = 0
    """Tiles to the nearest samurai, from above; 0 where it sees nobody."""
    has_more: bool = False
    """Whether so much is unknown that not all of it was tried."""


class Prowling(msgspec.Struct, frozen=True):
    """The answer."""

    walkers: tuple[Walker, ...]
    safe: tuple[tuple[PlaceId, str], ...]
    """Where one samurai could stand when the round begins, and how safe it is there."""


class _Case(msgspec.Struct, frozen=True):
    """What is taken to be so: unknown tiles and tokens by name."""

    held: tuple[tuple[Unknown, str], ...] = ()

    def get(self, name: Unknown) -> str:
        return dict(self.held).get(name, "")

    def holding(self, name: Unknown, value: str) -> _Case:
        return _Case(tuple(sorted((*self.held, (name, value)))))


class _Asked(msgspec.Struct, frozen=True):
    """One map, the people and the rules that it is asked for."""

    lairs: Lairs
    mode: Mode
    players: int
    rulings: Rulings
    plot: Plot

    def tile(self, at: PlaceId, case: _Case) -> str:
        return self.lairs.state_of(at) or case.get(at)

    def token(self, at: PlaceId, case: _Case) -> str:
        lair = self.lairs.dragon_on(at)
        assert lair is not None, "asked of a dragon"
        return lair.token or case.get(f"token.{at}")


def prowling(
    lairs: Lairs, *, players: int, mode: Mode = COOP, rulings: Rulings = ADOPTED, plot: Plot = NO_PLOT
) -> Prowling:
    """Every legal move of each dragon, and where somebody would be safe. Nothing before a samurai was tapped.

    ``plot`` is the scenario's, in which dragons may walk among rivals too, or onto the central tile.
    """
    lairs = lairs.seated(players).on_tiles(has_heart=plot.is_centre_open)
    if not lairs.samurai:
        return Prowling((), ())
    asked = _Asked(lairs, mode, players, rulings, plot)
    walkers = [walker for names in _clusters(lairs) for walker in _walkers(asked, names)]
    in_order = sorted(walkers, key=lambda one: LAIRS.index(one.at))
    return Prowling(tuple(in_order), tuple(_safe(asked)))


# ---- positions


def position(
    asked: Lairs, *, players: int, mode: Mode, rulings: Rulings, plot: Plot, tiles: frozenset[PlaceId]
) -> GameState:
    """The position as the dragons' step begins: these tiles lie there, a dragon is called by where it is."""
    pack = house_pack()
    party, first = party_of(players, mode), Seat(asked.first or 0)
    assert party is not None or plot.dragons_march, "no dragon walks there"
    rest = Round(tuple(map(Seat, range(players))), step=MOST_STEPS_OF_A_ROUND) if party else RoundEnd(_DONE)
    state = GameState(
        mode=mode,
        agenda=(Match(first), rest),
        boards=(Board(),) * players,
        rulings=rulings,
        dice=pack.dice,
        is_described=True,
        charts=charts_of(pack),
        piles=Piles(),
        samurai=tuple(
            Samurai(SCROLL_COLOURS[seat], spaces_of(asked.place_of(seat) or _HIDDEN)[0].id)
            for seat in range(players)
        ),
    )
    if plot.number:
        scene = scene_at_start(plot, players)
        state = msgspec.structs.replace(state, scene=msgspec.structs.replace(scene, first=first))
    if party is not None:
        state = state.with_party(msgspec.structs.replace(party, first=first, round=1))
    heart = asked.dragon_on(HEART)
    if heart is not None:
        state = with_dragon(state, HEART, dragon_of(f"{heart.colour} 12/9", name=HEART), 0)
    for one in PLACES:
        if one.id in tiles:
            lair = asked.dragon_on(one.id)
            laid = LaidTile(tile_of(".......", level=one.level or "", name=one.id))
            if lair is not None:
                laid = msgspec.structs.replace(laid, dragon=dragon_of(f"{lair.colour} 12/9", name=lair.at))
            state = state.with_tile(one.id, laid)
    return state


@lru_cache(maxsize=256)
def _position(asked: _Asked, case: _Case) -> GameState:
    tiles = frozenset(at for at in TILES if asked.tile(at, case) == OPEN)
    return position(
        asked.lairs,
        players=asked.players,
        mode=asked.mode,
        rulings=asked.rulings,
        plot=asked.plot,
        tiles=tiles,
    )


# ---- dragons that may come into each other's way


def _may_walk(lairs: Lairs) -> tuple[PlaceId, ...]:
    return tuple(one.at for one in lairs.dragons if one.token != ASLEEP)


def _clusters(lairs: Lairs) -> Iterator[tuple[PlaceId, ...]]:
    """All dragons, those together that can be beside each other after a step: within two tiles."""
    waiting = [one.at for one in lairs.dragons]
    while waiting:
        cluster = [waiting.pop(0)]
        for at in cluster:
            near = [other for other in waiting if from_above(at, other) <= 2]
            cluster += near
            waiting = [other for other in waiting if other not in near]
        yield tuple(sorted(cluster, key=LAIRS.index))


# ---- what is unknown, as far as it matters


def _cases(asked: _Asked, dragons: tuple[PlaceId, ...]) -> tuple[list[_Case], bool]:
    """Every way that the unknown can be where it matters to these dragons, and whether there are more.

    Tiles lie there rather than not: cases with few holes come first.
    """
    order = count()
    todo: list[tuple[int, int, _Case]] = [(0, next(order), _Case())]
    done: list[_Case] = []
    while todo and len(done) < MOST_CASES:
        holes, _, case = heapq.heappop(todo)
        name = next((one for at in dragons if (one := _open_question(asked, case, at))), None)
        if name is None:
            done.append(case)
            continue
        values = (WALKS, ASLEEP) if name.startswith("token.") else (OPEN, SHUT)
        for more, value in enumerate(values):
            heapq.heappush(todo, (holes + more, next(order), case.holding(name, value)))
    return done, bool(todo)


def _open_question(asked: _Asked, case: _Case, at: PlaceId) -> Unknown | None:
    """What has to be known before this dragon's step is; None where nothing has."""
    if not asked.token(at, case):
        return f"token.{at}"
    if asked.token(at, case) == ASLEEP:
        return None
    state, rulings = _position(asked, case), asked.rulings
    sure = walkable_in(state)
    unknown = frozenset(one for one in TILES if not asked.tile(one, case))
    maybe = sure | unknown
    seen = seen_by_dragons(state)
    by_route, aside = counts_the_way(rulings), may_sidestep(rulings)
    for target in seen if by_route else nearest(at, seen, sure, rulings=rulings):
        best, least = ways_to(target, maybe), ways_to(target, sure)
        own = best.get(at, FAR)
        if own == 0 or own == FAR:
            continue
        if least.get(at, FAR) != own:
            return _first_unknown(best, at, unknown)
        for to in neighbour_places(at):
            far = best.get(to, FAR)
            if to not in maybe or far > own or (far == own and not aside):
                continue
            if to in unknown:
                return to
            if least.get(to, FAR) != far:
                return _first_unknown(best, to, unknown)
    return None


def _first_unknown(best: Mapping[PlaceId, int], at: PlaceId, unknown: frozenset[PlaceId]) -> PlaceId:
    """The first unknown tile on a shortest way, which has one: without any it would be as short on what is known."""
    while at not in unknown:
        at = next(to for to in neighbour_places(at) if best.get(to, FAR) == best[at] - 1)
    return at


# ---- the engine walks


def _walked(state: GameState, name: PlaceId) -> Iterator[tuple[Way, GameState]]:
    """Every way in which the engine lets one dragon walk now, with the map after it."""
    at = lair_of(state, name)
    assert at is not None, "nobody beats it on the way"
    alone = msgspec.structs.replace(state, agenda=(*state.agenda, Prowl((), name)))
    todo: list[tuple[Step[GameState], PlaceId | None]] = [(started(alone), None)]
    while todo:
        step, target = todo.pop()
        frame = step.state.agenda[-1] if step.state.agenda else None
        if isinstance(frame, Prowl) and frame.dragon:
            game = game_of(step.state)
            for answer in game.options(step.state):
                assert isinstance(answer, GoFor | StepTo), "it walks alone"
                heads = answer.place if isinstance(answer, GoFor) else target
                todo.append((game.step(step.state, answer), heads))
            continue
        near = targets(state, at)
        heads = target or (near[0] if near else None)
        after = msgspec.structs.replace(state, ground=step.state.ground, scene=step.state.scene)
        yield _way_of(step, at, heads), after


def _way_of(step: Step[GameState], at: PlaceId, heads: PlaceId | None) -> Way:
    said = {event.kind: dict(event.data) for event in step.events}
    if "dragon-walks" in said:
        to = place(str(said["dragon-walks"]["place"])).id
        return Way(GOES, heads, to, "dragon-attacks" in said)
    if "dragon-attacks" in said:
        return Way(FIGHTS, heads, at, is_fight=True)
    return Way(NOBODY if heads is None else BLOCKED, heads, at)


class _Played(msgspec.Struct):
    """What became of dragons that may meet, in one case."""

    ways: dict[PlaceId, dict[Way, frozenset[PlaceId]]]
    """By dragon: each way with the fewest that walk before."""
    ends: list[frozenset[PlaceId]]
    """Where fights are, of every way in which all have walked."""
    is_cut: bool = False


def _played(state: GameState, movers: tuple[PlaceId, ...]) -> _Played:
    """All orders, choices and steps of these dragons; a position that comes about twice is looked at once."""
    played = _Played({at: {} for at in movers}, [])
    todo: list[tuple[GameState, frozenset[PlaceId], frozenset[PlaceId]]] = [(state, frozenset(), frozenset())]
    known = set()
    while todo:
        now, gone, fights = todo.pop()
        if len(gone) == len(movers):
            played.ends.append(fights)
            continue
        for name in movers:
            if name in gone:
                continue
            for way, after in _walked(now, name):
                before = played.ways[name].get(way)
                if before is None or len(gone) < len(before):
                    played.ways[name][way] = gone
                hit = fights | {way.to} if way.is_fight and way.to is not None else fights
                key = (gone | {name}, hit, tuple(lair_of(after, one) for one in movers))
                if key in known:
                    continue
                known.add(key)
                if len(known) > MOST_POSITIONS:
                    played.is_cut = True
                    return played
                todo.append((after, gone | {name}, hit))
    return played


# ---- answers


def _walkers(asked: _Asked, dragons: tuple[PlaceId, ...]) -> Iterator[Walker]:
    cases, has_more = _cases(asked, dragons)
    found: list[tuple[_Case, _Played]] = []
    for case in cases:
        movers = tuple(at for at in dragons if asked.token(at, case) != ASLEEP)
        found.append((case, _played(_position(asked, case), movers)))
    has_more = has_more or any(played.is_cut for _, played in found)
    for at in dragons:
        ways: dict[Way, None] = {}
        for _, played in found:
            ways |= dict.fromkeys(played.ways.get(at, {}))
        told = tuple(_found(asked, at, way, found, has_more=has_more) for way in ways)
        state = _position(asked, cases[0])
        near = targets(state, at)
        yield Walker(
            at,
            told,
            tuple(_closed(asked, cases, at, near, {one.way.to for one in told})) if told else (),
            from_above(at, near[0]) if near else 0,
            has_more,
        )


def _found(
    asked: _Asked, at: PlaceId, way: Way, cases: list[tuple[_Case, _Played]], *, has_more: bool
) -> Found:
    holds = [(case, way in played.ways.get(at, {})) for case, played in cases]
    before = [played.ways[at][way] for _, played in cases if way in played.ways.get(at, {})]
    after = min(before, key=len)
    in_order = tuple(one for one in LAIRS if one in after)
    if all(is_so for _, is_so in holds) and not has_more:
        return Found(way, in_order)
    names = tuple(dict.fromkeys(name for case, _ in holds for name, _ in case.held))
    return Found(way, in_order, tuple(name for name in names if _decides(name, holds)) or names)


def _decides(name: Unknown, holds: list[tuple[_Case, bool]]) -> bool:
    """Whether two cases that agree on all else that both know differ in this, and in what becomes of it."""
    for one, is_so in holds:
        for other, is_other in holds:
            if is_so == is_other or not one.get(name) or not other.get(name):
                continue
            shared = dict(other.held)
            differ = {key for key, value in one.held if shared.get(key, value) != value}
            if differ == {name}:
                return True
    return False


def _closed(
    asked: _Asked, cases: list[_Case], at: PlaceId, near: tuple[PlaceId, ...], taken: set[PlaceId | None]
) -> Iterator[Closed]:
    """Tiles beside it that lie nearer from above, and that it does not enter; unknown ones are told elsewhere."""
    state = _position(asked, cases[0])
    for to in neighbour_places(at):
        is_nearer = any(from_above(to, target) < from_above(at, target) for target in near)
        if not is_nearer or to in taken:
            continue
        kind = place(to).kind
        is_open = kind == PlaceKind.CENTRE and is_heart_open(state)
        if kind == PlaceKind.CENTRE and not is_open:
            yield Closed(to, "coop.dragon.goes-around-centre")
        elif kind != PlaceKind.VOLCANO and not is_open:
            yield Closed(to, "coop.dragon.never-enters-safe")
        elif asked.lairs.state_of(to) == SHUT:
            yield Closed(to, "coop.dragon.only-explored-tiles")
        elif asked.lairs.dragon_on(to) is not None:
            yield Closed(to, "coop.dragon.one-per-tile")
        elif asked.lairs.state_of(to) == OPEN and not any(to in next_steps(state, at, one) for one in near):
            yield Closed(to, "coop.dragon.moves-towards-nearest")


def _safe(asked: _Asked) -> Iterator[tuple[PlaceId, str]]:
    """How safe each place is for the one who is asked for, the others staying where they are.

    Onto a dragon's tile nobody goes but to fight it.
    """
    lairs = asked.lairs
    seat = lairs.samurai[0][0] if lairs.asking is None else lairs.asking
    for one in PLACES:
        is_there = lairs.place_of(seat) == one.id
        if lairs.state_of(one.id) == SHUT or (lairs.dragon_on(one.id) is not None and not is_there):
            continue
        there = lairs if is_there else lairs.with_samurai(one.id, seat)
        yield one.id, _safety(msgspec.structs.replace(asked, lairs=there), one.id)


def _safety(asked: _Asked, at: PlaceId) -> str:
    """coop.dragon.one-tile-per-round: only a dragon beside it, or on it, can come."""
    if at not in seen_by_dragons(_position(asked, _Case())):
        return UNSEEN
    near = {one for one in _may_walk(asked.lairs) if from_above(one, at) <= 1}
    found = {_danger(asked, names, at) for names in _clusters(asked.lairs) if near & set(names)}
    return next((one for one in (HIT, PERHAPS, CHOICE) if one in found), FREE)


def _danger(asked: _Asked, dragons: tuple[PlaceId, ...], at: PlaceId) -> str:
    """What these dragons do to a place, if that is the same whatever the unknown is."""
    cases, has_more = _cases(asked, dragons)
    found = set()
    for case in cases:
        movers = tuple(one for one in dragons if asked.token(one, case) != ASLEEP)
        played = _played(_position(asked, case), movers)
        has_more = has_more or played.is_cut
        ends = [at in fights for fights in played.ends]
        found.add(HIT if all(ends) else CHOICE if any(ends) else FREE)
    return PERHAPS if has_more or len(found) > 1 else found.pop()
