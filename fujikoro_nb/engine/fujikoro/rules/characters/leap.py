"""A jump over one lava space, for a wood cube of the weapon (char.mitsuhide.lava-jump)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import Leap, Scorch
from fujikoro_nb.engine.fujikoro.asked.fight import RepairWeapon
from fujikoro_nb.engine.fujikoro.asked.game import Move
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import (
    check_mending,
    check_place,
    judge_magic,
    magic_placed,
    mended,
    mending_refusal,
    mendings,
    parts_at,
    without_cells,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import check_path, walks
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    refuse,
    replace_top,
)


@cites("char.mitsuhide.lava-jump")
def leaping(move: Move, rulings: Rulings) -> Move:
    """The move with its jump ahead: one lava space costs nothing, at some tables not even a step."""
    is_extra = rulings.reading("char.mitsuhide.lava-jump") == "extra"
    return msgspec.structs.replace(move, free=move.free + 1, steps=move.steps + is_extra, has_leapt=True)


def leap_steps(state: GameState, move: Move) -> int:
    """By how many steps a walk with a jump is longer than one without, where a jump is still ahead."""
    if not state.boards[move.seat].character.may_leap or move.has_leapt is not UNSET:
        return 0
    return leaping(move, state.rulings).steps - move.steps


def check_leap(state: GameState, move: Move, answer: Leap) -> Refusal | None:
    """Nothing, or why this jump is none: not this character, not twice in a move, not from wood, not over lava."""
    board = state.fighter(move.seat)
    if not board.character.may_leap or move.is_bonus:
        return refuse("char.mitsuhide.lava-jump", "nobody")
    if move.has_leapt is not UNSET:
        return refuse("char.mitsuhide.lava-jump", "twice")
    if answer.cell < 0 or not board.gear.weapon.wood >> answer.cell & 1:
        return refuse("char.mitsuhide.lava-jump", "no-wood")
    if (
        not answer.path
        or answer.path[0] not in neighbours(move.path[-1])
        or not state.is_lava(answer.path[0])
    ):
        return refuse("char.mitsuhide.lava-jump", "no-lava")
    return check_path(state, leaping(move, state.rulings), answer.path)


def leaps(state: GameState, move: Move) -> Iterator[Leap]:
    """Every jump that can be made now, with each wood cube of the weapon."""
    wood = tuple(cells_of(state.fighter(move.seat).gear.weapon.wood))
    for path in leap_paths(state, move):
        yield from (Leap(path, cell) for cell in wood)


def leap_paths(state: GameState, move: Move) -> Iterator[tuple[SpaceId, ...]]:
    """Where every jump that can be made now leads, whichever cube burns for it."""
    board = state.fighter(move.seat)
    if not board.character.may_leap or move.is_bonus or move.has_leapt is not UNSET:
        return
    if not board.gear.weapon.wood or not any(map(state.is_lava, neighbours(move.path[-1]))):
        return
    for walk in walks(state, leaping(move, state.rulings)):
        if state.is_lava(walk.path[0]):
            yield walk.path


@cites("char.mitsuhide.jump-weapon-damage")
def without_wood(state: GameState, seat: Seat) -> Iterator[Board]:
    """Every board that a jump can leave, its weapon mended and judged; where the green cube goes is not told apart."""
    board = state.fighter(seat)
    for cell in cells_of(board.gear.weapon.wood):
        burnt = without_cells(board, GearKind.WEAPON, 1 << cell)
        after = state.with_fighter(seat, burnt)
        ways = [after]
        if mending_refusal(burnt, state.rulings):
            ways = [mended(after, seat, answer)[0] for answer in mendings(burnt, state.rulings)]
        for way in ways:
            yield judge_magic(board.gear, way.fighter(seat), GearKind.WEAPON, seat, state.rulings).board


@cites("char.mitsuhide.jump-weapon-damage")
def burnt_for(state: GameState, seat: Seat, answer: Leap) -> tuple[GameState, Scorch, tuple[Event, ...]]:
    """The state without the cube, and the frame that judges what is left of the weapon."""
    board = state.fighter(seat)
    after = without_cells(board, GearKind.WEAPON, 1 << answer.cell)
    burnt = event("wood-burnt", "char.mitsuhide.lava-jump", seat=int(seat), space=answer.path[0])
    return state.with_fighter(seat, after), Scorch(seat, board.gear), (burnt,)


class ScorchRules(FrameRules[GameState]):
    """Asks only how an illegal weapon is mended, and which weapon the green cube goes to."""

    def question(self, state: GameState, frame: Scorch) -> Question | None:
        if frame.before is not None and mending_refusal(state.fighter(frame.seat), state.rulings):
            return Question(frame.seat, "repair", "char.mitsuhide.jump-weapon-damage", frame.name)
        if frame.places:
            return Question(frame.seat, "place-magic", "magic.split-carrier", frame.name)
        return None

    def check(self, state: GameState, frame: Scorch, answer: Answer) -> Refusal | None:
        board = state.fighter(frame.seat)
        match answer:
            case RepairWeapon() if not frame.places:
                return check_mending(board, answer, state.rulings)
            case PlaceMagic() if frame.places:
                return check_place(board, frame.places, answer, state.rulings)
            case _:
                return other_question(self.question(state, frame))

    def options(self, state: GameState, frame: Scorch) -> Options:
        board = state.fighter(frame.seat)
        if frame.places:
            return Complete(tuple(map(PlaceMagic, parts_at(board, frame.places, state.rulings))))
        return Complete(tuple(mendings(board, state.rulings)))

    def answered(self, state: GameState, frame: Scorch, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, RepairWeapon):
            state, lost = mended(state, frame.seat, answer)
            rule = "char.mitsuhide.jump-weapon-damage"
            return state, (event("weapon-mended", rule, seat=int(frame.seat), cubes=lost),)
        assert isinstance(answer, PlaceMagic), "check lets nothing else through"
        state, placed = magic_placed(state, frame.seat, frame.places, answer)
        return replace_top(state, msgspec.structs.replace(frame, places=())), placed

    @cites("char.mitsuhide.jump-weapon-damage")
    def advance(self, state: GameState, frame: Scorch) -> Outcome[GameState] | None:
        if frame.before is None:
            return None
        board = state.fighter(frame.seat)
        judged = judge_magic(frame.before, board, GearKind.WEAPON, frame.seat, state.rulings)
        resolved = msgspec.structs.replace(frame, before=None, places=judged.places)
        return replace_top(state.with_fighter(frame.seat, judged.board), resolved), judged.events
