"""One move of somebody on the way out: where it leads, what it asks of the sandals, what they pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import Move
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import can_gain
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption
from fujikoro_nb.engine.fujikoro.rules.characters.leap import leap_paths, leaping, without_wood
from fujikoro_nb.engine.fujikoro.rules.fights.meeting import met_on
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.mountain.lava_price import lava_portion, lava_price
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_move
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import crossing, walks
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat, cites


class Stride(NamedTuple):
    """One move action, its lava paid and the action over; discs do not matter to it."""

    path: tuple[SpaceId, ...]
    lava: int
    free: int
    gear: Gear
    lost: int
    """Points that the sandals lose."""
    cubes: str
    met: int
    leapt: SpaceId = SpaceId("")


class _Walked(NamedTuple):
    """The best way of one move to a space, the better the smaller."""

    lava: int
    met: int
    steps: int
    path: tuple[SpaceId, ...]
    free: int
    leapt: SpaceId = SpaceId("")


def worth_of(board: Board, rulings: Rulings) -> int:
    """Points that the sandals absorb."""
    return absorption(board.gear, GearKind.SANDALS, rulings=rulings)


def strides(state: GameState, seat: Seat) -> Iterator[Stride]:
    """To each space the cheapest walk of one move action, once for each way of paying for it."""
    move = begin_move(state, seat).agenda[-1]
    assert isinstance(move, Move), "just pushed"
    before = worth_of(state.fighter(seat), state.rulings)
    every = [*_walked(state, move), *_leapt(state, move)]
    rivals = {at for at in {at for walk in every for at in walk.path} if met_on(state, seat, at)}
    best: dict[tuple[SpaceId, bool], _Walked] = {}
    for walk in every:
        end = walk.path[-1]
        if state.dragon_on(end) is None:
            rated = walk._replace(met=sum(at in rivals for at in walk.path))
            key = end, bool(walk.leapt)
            best[key] = min(best.get(key, rated), rated)
    for (end, has_leapt), walk in best.items():
        plain = best.get((end, False))
        if has_leapt and plain is not None and (plain.lava, plain.met) <= (walk.lava, walk.met):
            continue  # nothing burns where it helps nobody
        begun = _burnt(state, seat) if walk.leapt else state
        for paid, _, cubes in paid_for(begun, seat, walk.lava):
            board = restored(paid, state.rulings)
            lost = before - worth_of(board, state.rulings)
            yield Stride(walk.path, walk.lava, walk.free, board.gear, lost, cubes, walk.met, walk.leapt)


def _walked(state: GameState, move: Move) -> Iterator[_Walked]:
    for walk in walks(state, move):
        lava, free = crossing(state, move, walk.path)
        yield _Walked(lava, 0, len(walk.path), walk.path, free)


@cites("char.mitsuhide.lava-jump")
def _leapt(state: GameState, move: Move) -> Iterator[_Walked]:
    """A jump over the first lava of a way, after any walk on firm ground; another one could be paid for as well."""
    if not state.fighter(move.seat).character.may_leap:
        return
    for begun in (move, *_on_the_way(state, move)):
        came = begun.path[1:]
        for path in leap_paths(state, begun):
            lava, free = crossing(state, leaping(begun, state.rulings), path)
            way = (*came, *path)
            yield _Walked(lava, 0, len(way), way, free - 1, path[0])


def _on_the_way(state: GameState, move: Move) -> Iterator[Move]:
    """The move after each walk without lava; the shortest to each space comes first."""
    seen = set()
    for walk in walks(state, move):
        end = walk.path[-1]
        if end not in seen and not any(map(state.is_lava, walk.path)):
            seen.add(end)
            path, steps = (*move.path, *walk.path), move.steps - len(walk.path)
            yield msgspec.structs.replace(move, path=path, steps=steps)


def _burnt(state: GameState, seat: Seat) -> GameState:
    """Without the wood cube whose loss leaves the most wood for further jumps."""
    boards = without_wood(state, seat)
    return state.with_fighter(seat, max(boards, key=lambda board: board.gear.weapon.cubes.wood))


def paid_for(state: GameState, seat: Seat, spaces: int) -> Iterator[tuple[Board, int, str]]:
    """Every board after paying for so many lava spaces, with the points and the cubes that went."""
    board = state.fighter(seat)
    if spaces == 0:
        yield board, 0, ""
        return
    portion = lava_portion(spaces, state.rulings)
    for after, lost, cubes in payments(state, board, portion):
        if spaces == portion:
            yield after, lost, cubes
            continue
        for last, more, others in paid_for(state.with_fighter(seat, after), seat, spaces - portion):
            yield last, lost + more, together(cubes, others)


def payments(state: GameState, board: Board, spaces: int = 1) -> Iterator[tuple[Board, int, str]]:
    """One for each kind of cubes that can pay for so many lava spaces at once.

    Which of two alike goes makes no difference to a walk, unless the blueprint fits only what one of them leaves.
    """
    before, damage = worth_of(board, state.rulings), lava_price(spaces)
    if before < damage:
        return
    seen = set()
    for payment in payments_by_cells(board.gear, GearKind.SANDALS, damage, state.rulings):
        cubes = named(board, payment)
        after, _ = paid_with(board, GearKind.SANDALS, payment, state.rulings)
        whole = restored(after, state.rulings)
        outcome = (cubes, after.gear.sandals_magic, whole.gear.sandals_magic)
        if outcome not in seen:
            seen.add(outcome)
            yield after, before - worth_of(after, state.rulings), cubes


def named(board: Board, payment: PayDamage) -> str:
    """The cubes of a payment."""
    return str(board.gear.sandals.only(payment.cells).cubes) + ("G" if payment.magic else "")


def together(*said: str) -> str:
    """Cubes of several payments as one text."""
    letters = "".join(said)
    return str(Cubes.parse(letters.replace("G", ""))) + "G" * letters.count("G")


def restored(board: Board, rulings: Rulings) -> Board:
    """The board after an action: whole sandals are magical again (move.lava.magic-restore)."""
    pattern = board.pattern(GearKind.SANDALS)
    if not can_gain(board.gear, GearKind.SANDALS, pattern, board.limits, rulings=rulings):
        return board
    return msgspec.structs.replace(board, gear=board.gear.with_magic(GearKind.SANDALS))
