"""Which spaces answer the pending question, by which path and at what cost; and why the others do not.

Legality is the engine's alone: what is offered comes from its options, and a refusal from its check.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dragon_at
from fujikoro_nb.engine.fujikoro.asked.game import ChoosePlace, Flee, Join, LayDown, Move, Pick, Revive, Walk
from fujikoro_nb.engine.fujikoro.asked.group import FallBackTo, GoFor, MoveFirst, StepTo
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import MonkFirst, MonkStep
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_move, check_move
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import Path, check_path, walk_cost, walks
from fujikoro_nb.engine.kernel import CHANCE, Answer, Question, Refusal, Seat


class Offer(msgspec.Struct, frozen=True):
    """A space that may be chosen, and the answer that this is."""

    space: SpaceId
    answer: Answer
    path: Path = ()
    """Where a walk goes, the space it begins on first; empty when nobody walks."""
    cost: int = 0
    """Points that the sandals pay for the lava on it (move.lava.cost)."""

    @property
    def steps(self) -> int:
        """Spaces that are entered."""
        return max(0, len(self.path) - 1)


_ON_SPACE: Mapping[str, Callable[[SpaceId], Answer]] = {
    "walk": lambda space_id: Walk((space_id,)),
    "join": Join,
    "lay": LayDown,
    "place": lambda space_id: ChoosePlace(space(space_id).place),
    "place-another": lambda space_id: ChoosePlace(space(space_id).place),
    "flee": Flee,
    "revive": Revive,
    "refresh": Pick,
    "cool": Pick,
    "dragon-target": lambda space_id: GoFor(space(space_id).place),
    "dragon-step": lambda space_id: StepTo(space(space_id).place),
    "fall-back": FallBackTo,
    "monk-order": MonkFirst,
    "monk-step": MonkStep,
}
"""Questions that are answered by pointing at the map, and the answer that a tap means."""


class Reach(msgspec.Struct, frozen=True):
    """Everything that the map offers at a question of one seat."""

    kind: str = ""
    """The kind of the question; ``plan``: where a move could go before one is begun; empty: nothing to point at."""
    offers: tuple[Offer, ...] = ()

    def at(self, space_id: str) -> Offer | None:
        """The offer of one space."""
        return next((offer for offer in self.offers if offer.space == space_id), None)


def reach_of(state: GameState, seat: Seat | None = None) -> Reach:
    """What the seat may point at now; None stands for whoever is asked."""
    asked = game_of(state).question(state)
    if asked is None or asked.seat == CHANCE or seat not in (None, asked.seat):
        return Reach()
    if asked.kind == "act":
        moving = _planned(state, asked)
        return Reach() if moving is None else Reach("plan", _walked(moving))
    if asked.kind not in (*_ON_SPACE, "dragon-order"):
        return Reach()
    offers = _walked(state) if asked.kind == "walk" else tuple(_pointed(state, asked))
    return Reach(asked.kind, offers)


def why_not(state: GameState, kind: str, space_id: SpaceId) -> Refusal | None:
    """The engine's reason why a space is not offered at a question of this kind."""
    asked = game_of(state).question(state)
    if kind == "dragon-order":
        return _why_not_first(state, space_id)
    if asked is None or kind not in (*_ON_SPACE, "plan"):
        return None
    if kind == "plan":
        refusal = check_move(state, asked.seat)
        if refusal is not None:
            return refusal
        state = _moving(state, kind)
    if kind in ("plan", "walk"):
        return _why_no_walk(state, space_id)
    return game_of(state).check(state, _ON_SPACE[kind](space_id))


def _why_not_first(state: GameState, space_id: SpaceId) -> Refusal | None:
    """Why the dragon on a tile does not walk next; nothing where there is none."""
    dragon = dragon_at(state, space(space_id).place)
    return None if dragon is None else game_of(state).check(state, MoveFirst(dragon.id))


def steps_too_far(state: GameState, kind: str, space_id: SpaceId) -> int:
    """How many steps a space is away at a question where to walk; 0 where they are not too many."""
    if kind not in ("plan", "walk"):
        return 0
    state = _moving(state, kind)
    move = _move(state)
    if space_id == move.path[-1] or _why_not_there(state, move, space_id) is not None:
        return 0
    steps = len(_likely(state, move, space_id))
    return steps if steps > move.steps else 0


def _moving(state: GameState, kind: str) -> GameState:
    """The state in which a walk is asked for."""
    asked = game_of(state).question(state)
    assert asked is not None, "somebody plans or walks"
    return begin_move(state, asked.seat) if kind == "plan" else state


def _why_no_walk(state: GameState, goal: SpaceId) -> Refusal | None:
    """What is wrong with the goal itself comes first, then what is wrong with the way."""
    move = _move(state)
    if goal == move.path[-1]:
        return None
    there = _why_not_there(state, move, goal)
    return there or game_of(state).check(state, Walk(_likely(state, move, goal)))


def _why_not_there(state: GameState, move: Move, goal: SpaceId) -> Refusal | None:
    """What is wrong with a space for somebody who stands right before it."""
    before = (move.path[-1], *_likely(state, move, goal))[-2]
    return check_path(state, msgspec.structs.replace(move, path=(before,), lava=0), (goal,))


def _planned(state: GameState, asked: Question) -> GameState | None:
    """The state with a move of the asked seat begun, to look at only."""
    return None if check_move(state, asked.seat) is not None else begin_move(state, asked.seat)


def _move(state: GameState) -> Move:
    move = state.agenda[-1]
    assert isinstance(move, Move), "asked while a move is on top"
    return move


def _walked(state: GameState) -> tuple[Offer, ...]:
    """The cheapest walk to every space that can be reached: least to pay, then fewest steps, then fewest meetings."""
    move = _move(state)
    best: dict[SpaceId, tuple[tuple[int, int, int], Offer]] = {}
    for walk in walks(state, move):
        *between, end = walk.path
        if end == move.path[-1]:
            continue
        cost = walk_cost(state, move, walk.path)
        met = sum(len(state.samurai_on(one, but=move.seat)) for one in between)
        price = (cost, len(walk.path), met)
        if end not in best or price < best[end][0]:
            best[end] = (price, Offer(end, walk, (move.path[-1], *walk.path), cost))
    return tuple(offer for _, offer in sorted(best.values(), key=lambda one: (one[0][:2], one[1].space)))


def _pointed(state: GameState, asked: Question) -> list[Offer]:
    """The spaces that stand for an option; a place stands for all its spaces."""
    offers = []
    for answer in game_of(state).options(state):
        match answer:
            case (
                Join(space=space_id)
                | LayDown(space=space_id)
                | Flee(space=space_id)
                | Pick(space=space_id)
                | Revive(temple=space_id)
                | FallBackTo(space=space_id)
                | MonkFirst(space=space_id)
                | MonkStep(space=space_id)
            ):
                offers.append(Offer(space_id, answer))
            case ChoosePlace(place=place_id) | GoFor(place=place_id) | StepTo(place=place_id):
                offers += [Offer(one.id, answer) for one in spaces_of(place_id)]
            case MoveFirst(dragon=name):
                lair = lair_of(state, name)
                assert lair is not None, "it walks, so it lives"
                offers += [Offer(one.id, answer) for one in spaces_of(lair)]
    return offers


_UNEXPLORED, _NO_ROOM, _DRAGON, _LAVA = 6, 4, 3, 2
"""So many more steps somebody would go to avoid such a space."""


def _likely(state: GameState, move: Move, goal: SpaceId) -> Path:
    """The way that somebody who taps this space has in mind: round obstacles where it can, else through them."""
    start = move.path[-1]
    price: dict[SpaceId, int] = {start: 0}
    before: dict[SpaceId, SpaceId] = {}
    waiting = [(0, start)]
    while waiting:
        paid, at = heapq.heappop(waiting)
        if at == goal:
            break
        if paid > price[at]:
            continue
        for to in neighbours(at):
            cost = paid + _hardness(state, move.seat, to)
            if cost < price.get(to, cost + 1):
                price[to], before[to] = cost, at
                heapq.heappush(waiting, (cost, to))
    path = [goal]
    while before[path[-1]] != start:
        path.append(before[path[-1]])
    return tuple(reversed(path))


def _hardness(state: GameState, seat: Seat, to: SpaceId) -> int:
    if not state.is_revealed(space(to).place):
        return _UNEXPLORED
    return (
        1
        + _NO_ROOM * (not state.has_room(to, for_seat=seat))
        + _DRAGON * (state.dragon_on(to) is not None)
        + _LAVA * state.is_lava(to)
    )
