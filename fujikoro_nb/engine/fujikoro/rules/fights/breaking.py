"""What happens to gear when cubes are taken off it in a fight: mending an illegal weapon grid, then the magic.

Shared by attack rolls and by the loss of the weapon monk. The magic is judged once, against the gear before the first
cube went, when the grid is legal again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import RepairWeapon
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import Mask
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import after_removal, source_of
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, fighting_weapons, inspect_weapon, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Event, Outcome, Refusal, Seat, cites, event, refuse

A = TypeVar("A", bound=Arena)


class Judged(msgspec.Struct, frozen=True):
    """A board after a loss, what happened to its magic, and the cells between which its owner has to choose."""

    board: Board
    events: tuple[Event, ...] = ()
    places: tuple[int, ...] = ()


@cites("char.tomoe.sandals-break")
def kind_of(part: str) -> GearKind:
    """The gear that a fighting weapon belongs to: Tomoe's sandals fight as well."""
    return GearKind.SANDALS if part == "sandals" else GearKind.WEAPON


def usable_weapons(board: Board, rulings: Rulings) -> tuple[Weapon, ...]:
    """The weapons that can be rolled (combat.attack.usable)."""
    weapons = fighting_weapons(board.gear, board.limits, rulings=rulings)
    return tuple(weapon for weapon in weapons if weapon.is_usable)


def without_cells(board: Board, kind: GearKind, cells: Mask) -> Board:
    """The board with these cells of one kind of gear empty; the magic is judged later."""
    gear = board.gear.with_layout(kind, board.gear.layout(kind).without(cells))
    return msgspec.structs.replace(board, gear=gear)


def mending_refusal(board: Board, rulings: Rulings) -> Refusal | None:
    """Nothing while the weapon grid is legal, or the first reason why it is not."""
    bare = board.gear.without_magic(GearKind.WEAPON)  # where the green cube goes is judged after the mending
    report = inspect_weapon(bare, board.limits, is_unlocked=board.is_weapon_grid_open, rulings=rulings)
    return report.refusals[0] if report.faults else None


@cites("example.mitsuhide-break.left-pair", "example.mitsuhide-break.third-wood")
def mendings(board: Board, rulings: Rulings) -> Iterator[RepairWeapon]:
    """Every minimal way to make the grid legal, smallest first."""
    offered = repairs(board.gear, board.limits, is_unlocked=board.is_weapon_grid_open, rulings=rulings)
    return (RepairWeapon(cells) for cells in offered)


@cites("craft.weapon.illegal-fix")
def check_mending(board: Board, answer: RepairWeapon, rulings: Rulings) -> Refusal | None:
    """Nothing, or why these cubes are not the ones to take off."""
    if answer.cells < 0 or answer.cells & ~board.gear.weapon.occupied:
        return refuse("combat.break.split", "empty-cell")
    after = without_cells(board, GearKind.WEAPON, answer.cells)
    still = mending_refusal(after, rulings)
    if still is not None:
        return still
    if answer not in set(mendings(board, rulings)):
        return refuse("craft.weapon.fix-minimal")
    return None


def mended(state: A, seat: Seat, answer: RepairWeapon) -> tuple[A, str]:
    """The state without the cubes that are taken off, and these cubes as letters."""
    board = state.fighter(seat)
    lost = str(board.gear.weapon.only(answer.cells).cubes)
    state = state.with_fighter(seat, without_cells(board, GearKind.WEAPON, answer.cells))
    return state, lost


@cites("combat.break.magic", "magic.not-removed-by-broken")
def judge_magic(before: Gear, board: Board, kind: GearKind, seat: Seat, rulings: Rulings) -> Judged:
    """What the loss does to the green cube of this kind of gear."""
    if board.gear.layout(kind) == before.layout(kind):
        return Judged(board)  # magic.not-removed-by-broken: a roll alone takes no green cube
    pattern, is_owned = source_of(board, before, kind, after=board.gear, rulings=rulings)
    carried = after_removal(
        before, board.gear, kind, pattern, board.limits, is_owned=is_owned, rulings=rulings
    )
    return Judged(
        msgspec.structs.replace(board, gear=carried.gear), told_of(seat, carried.events), carried.places
    )


def told_of(seat: Seat, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened to somebody's gear, with the seat, for the log of a fight among several."""
    return tuple(msgspec.structs.replace(each, data=(("seat", int(seat)), *each.data)) for each in events)


def parts_at(board: Board, places: tuple[int, ...], rulings: Rulings) -> dict[str, int]:
    """Part of the grid to the cell of the green cube there, for the weapons between which its owner chooses."""
    weapons = weapons_of(board.gear, board.limits, rulings=rulings)
    return {weapon.part: cell for weapon in weapons for cell in places if weapon.cells >> cell & 1}


def check_place(
    board: Board, places: tuple[int, ...], answer: PlaceMagic, rulings: Rulings
) -> Refusal | None:
    """Nothing, or why the green cube cannot go there."""
    is_there = answer.part in parts_at(board, places, rulings)
    return None if is_there else refuse("magic.split-carrier", part=answer.part)


def magic_placed(state: A, seat: Seat, places: tuple[int, ...], answer: PlaceMagic) -> Outcome[A]:
    """The green cube lies on the piece that its owner chose."""
    board = state.fighter(seat)
    cell = parts_at(board, places, state.rulings)[answer.part]
    board = msgspec.structs.replace(board, gear=board.gear.with_magic(GearKind.WEAPON, cell))
    placed = event("magic-placed", "magic.split-carrier", seat=int(seat), part=answer.part)
    return state.with_fighter(seat, board), (placed,)
