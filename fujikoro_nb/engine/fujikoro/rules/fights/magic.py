"""Chapter "magic", the check when an action is over: every seat, every kind, no decision but one."""

from __future__ import annotations

from operator import is_
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.rest import (
    ClaimCard,
    CraftGear,
    EndOfAction,
    PlaceMagic,
)
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import can_gain, weapon_places
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
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
    push,
    refuse,
)

T = TypeVar("T", bound=TableState)

_KINDS = tuple(GearKind)


class EndOfActionRules(FrameRules[T], Generic[T]):
    """magic.gain: gear that fits an owned blueprint of its kind receives one green cube, by itself."""

    def question(self, state: T, frame: EndOfAction) -> Question | None:
        due = _DUE.first(state, frame.first)
        if due is None:
            return None
        seat, kind = due
        places = _weapon_choice(state, seat) if kind == GearKind.WEAPON else ()
        if len(places) < 2:
            return None  # goes on by itself: magic.mandatory
        return Question(seat, "place-magic", "magic.two-weapons-choice", frame.name)

    def check(self, state: T, frame: EndOfAction, answer: Answer) -> Refusal | None:
        match answer:
            case PlaceMagic():
                seat = self._asked(state, frame)
                parts = _parts(state, seat)
                return None if answer.part in parts else refuse("magic.two-weapons-choice", part=answer.part)
            case CraftGear():
                return refuse("craft.one-type")
            case ClaimCard():
                return refuse("gearcard.claim.when", "too-late")
            case _:
                return refuse("magic.mandatory")

    def options(self, state: T, frame: EndOfAction) -> Options:
        seat = self._asked(state, frame)
        return Complete(tuple(PlaceMagic(part) for part in _parts(state, seat)))

    def answered(self, state: T, frame: EndOfAction, answer: Answer) -> Outcome[T]:
        assert isinstance(answer, PlaceMagic), "check lets nothing else through"
        seat = self._asked(state, frame)
        return _gain(state, seat, GearKind.WEAPON, _parts(state, seat)[answer.part])

    @cites("gearcard.and-blueprint", "magic.gain.all-players", "magic.eruption-restore")
    def advance(self, state: T, frame: EndOfAction) -> Outcome[T] | None:
        due = _DUE.first(state, frame.first)
        if due is None:
            return None
        seat, kind = due
        cell = _weapon_choice(state, seat)[0] if kind == GearKind.WEAPON else None
        return _gain(state, seat, kind, cell)

    def _asked(self, state: T, frame: EndOfAction) -> Seat:
        due = _DUE.first(state, frame.first)
        assert due is not None, "nobody is asked otherwise"
        return due[0]


def with_magic_check(state: T, seat: Seat) -> T:
    """The state in which the check comes next: only where it finds anything is it on top."""
    return state if _DUE.first(state, seat) is None else push(state, EndOfAction(seat))


class _Due:
    """Looks for magic cubes that are to be placed."""

    def __init__(self) -> None:
        self._idle: dict[Seat, tuple[Gear, tuple[Blueprint, ...], BoardLimits, Rulings]] = {}
        self._done: TableState | None = None
        """The last state in which nothing was due: it is looked at for a question and then to go on."""

    @cites("coop.blueprint.one-magic-cube")
    def first(self, state: TableState, first: Seat) -> tuple[Seat, GearKind] | None:
        """The first seat in turn order and its first kind whose magic cube is to be placed (magic.gain.all-players).

        After every action all seats are looked at, and of nearly all of them nothing has changed: a seat with the same
        gear and the same blueprints as when nothing was due is known by them, not by comparing what they hold.
        """
        if state is self._done:
            return None
        for seat in state.in_turn_order(first):
            board = state.boards[seat]
            if not board.blueprints:
                continue
            known = self._idle.get(seat)
            seen = (board.gear, board.blueprints, board.limits, state.rulings)
            if known is not None and all(map(is_, known, seen)):
                continue
            for kind in _kinds_owned(board):
                patterns = board.patterns(kind)
                if any(
                    can_gain(board.gear, kind, pattern, board.limits, rulings=state.rulings)
                    for pattern in patterns
                ):
                    return seat, kind
            self._idle[seat] = seen
        self._done = state
        return None


_DUE = _Due()


def _kinds_owned(board: Board) -> list[GearKind]:
    """The kinds of which a blueprint is owned, in the order in which magic is checked."""
    owned = [blueprint.kind for blueprint in board.blueprints]
    return [kind for kind in _KINDS if kind in owned]


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
