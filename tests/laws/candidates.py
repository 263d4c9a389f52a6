"""Everything that could be said at a question, made from the table alone: options must be what `check` leaves of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    Challenge,
    ChoosePlace,
    DoPart,
    Enough,
    Halt,
    LetBe,
    Move,
    TurnTile,
    Use,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard, CraftNothing, PlaceMagic, StopClaiming
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of
from fujikoro_nb.engine.kernel import Answer

WHOLE = frozenset(
    ("act", "part", "walk", "place", "place-another", "turn-tile", "claim", "place-magic", "meet")
)
"""Questions all of whose legal answers are among the candidates."""

MOST_STEPS = 3
"""Longer walks are not all listed by the engine either."""


def candidates(state: GameState) -> Iterator[Answer]:
    """Answers of all kinds, most of them illegal; none of them asks a rule whether it may."""
    yield from (Halt(), Enough(), Challenge(), LetBe(), StopClaiming(), CraftNothing())
    fields = (*SLOTS, "rest", "dance")
    yield from (Act(field, monk) for field, monk in product(fields, (False, True)))
    yield from (DoPart(part) for part in ("main", "bonus", "other"))
    yield from (ChoosePlace(one.id) for one in PLACES)
    yield from (TurnTile(sixths) for sixths in range(6))
    yield from (PlaceMagic(part) for part in ("left", "right", "both", "sandals", ""))
    slots, bonuses = (*SLOTS, "rest"), ("", "vp", "peek", "other")
    names = [card.id for card in state.display]
    yield from (ClaimCard(*each) for each in product([*names, "no-card"], slots, bonuses))
    items = [one.id for samurai in state.samurai for one in (*samurai.scrolls, *samurai.adventures)]
    yield from map(Use, dict.fromkeys((*items, "no-item")))
    frame = state.agenda[-1]
    if isinstance(frame, Move):
        ways = list(paths(frame.path[-1], min(frame.steps, MOST_STEPS) + 1))
        yield from map(Walk, ways)
        board = state.boards[frame.seat]
        if board.character.may_leap:
            yield from (Leap(way, cell) for way in ways for cell in cells_of(board.gear.weapon.occupied))


def paths(start: SpaceId, steps: int) -> Iterator[tuple[SpaceId, ...]]:
    """Every way over edges of the whole map, there and back too, up to so many steps; the empty one as well."""
    yield ()
    if steps:
        for to in neighbours(start):
            yield from ((to, *rest) for rest in paths(to, steps - 1))
