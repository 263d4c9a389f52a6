"""Chapter "magic", the check when an action is over: every seat, every kind, no decision but one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.gear import weapons_of
from fujikoro_nb.engine.fujikoro.grid import cells_of
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.magic import can_gain, weapon_places
from fujikoro_nb.engine.fujikoro.rules.table import (
    ClaimCard,
    CraftGear,
    EndOfAction,
    PlaceMagic,
)
from fujikoro_nb.engine.fujikoro.state import TableState
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    refuse,
)

T = TypeVar("T", bound=TableState)

_KINDS = tuple(GearKind)


class EndOfActionRules(FrameRules[T], Generic[T]):
    """magic.gain: gear that fits an owned blueprint of its kind receives one green cube, by itself."""

    def question(self, state: T, frame: EndOfAction) -> Question | None:
        for seat, kind in _due(state, frame):
            places = _weapon_choice(state, seat) if kind == GearKind.WEAPON else ()
            if len(places) < 2:
                return None  # goes on by itself: magic.mandatory
            return Question(seat, "place-magic", "magic.two-weapons-choice", frame.name)
        return None

    def check(self, state: T, frame: EndOfAction, answer: Answer) -> Refusal | None:
        match answer:
            case PlaceMagic():
                seat = next(_due(state, frame))[0]
                parts = _parts(state, seat)
                return None if answer.part in parts else refuse("magic.two-weapons-choice", part=answer.part)
            case CraftGear():
                return refuse("craft.one-type")
            case ClaimCard():
                return refuse("gearcard.claim.when", "too-late")
            case _:
                return refuse("magic.mandatory")

    def options(self, state: T, frame: EndOfAction) -> Options:
        seat = next(_due(state, frame))[0]
        return Complete(tuple(PlaceMagic(part) for part in _parts(state, seat)))

    def answered(self, state: T, frame: EndOfAction, answer: Answer) -> Outcome[T]:
        assert isinstance(answer, PlaceMagic), "check lets nothing else through"
        seat = next(_due(state, frame))[0]
        return _gain(state, seat, GearKind.WEAPON, _parts(state, seat)[answer.part])

    @cites("gearcard.and-blueprint", "magic.gain.all-players", "magic.eruption-restore")
    def advance(self, state: T, frame: EndOfAction) -> Outcome[T] | None:
        due = next(_due(state, frame), None)
        if due is None:
            return None
        seat, kind = due
        cell = _weapon_choice(state, seat)[0] if kind == GearKind.WEAPON else None
        return _gain(state, seat, kind, cell)


def _due(state: TableState, frame: EndOfAction) -> Iterator[tuple[Seat, GearKind]]:
    """Seats in turn order and kinds whose magic cube is still to be placed (magic.gain.all-players)."""
    for seat in state.in_turn_order(frame.first):
        board = state.boards[seat]
        owned = [blueprint.kind for blueprint in board.blueprints]
        for kind in (one for one in _KINDS if one in owned) if owned else ():
            if can_gain(board.gear, kind, board.pattern(kind), board.limits, rulings=state.rulings):
                yield seat, kind


def _weapon_choice(state: TableState, seat: Seat) -> tuple[int, ...]:
    board = state.boards[seat]
    return weapon_places(board.gear, board.limits, rulings=state.rulings)


def _parts(state: TableState, seat: Seat) -> dict[str, int]:
    """Part of the grid to a cell of the weapon there."""
    board = state.boards[seat]
    weapons = weapons_of(board.gear, board.limits, rulings=state.rulings)
    return {weapon.part: next(cells_of(weapon.cells)) for weapon in weapons}


def _gain(state: T, seat: Seat, kind: GearKind, cell: int | None) -> Outcome[T]:
    board = state.boards[seat]
    board = msgspec.structs.replace(board, gear=board.gear.with_magic(kind, cell))
    gained = event("magic-gained", "magic.gain", seat=int(seat), kind=str(kind))
    return state.with_board(seat, board), (gained,)
