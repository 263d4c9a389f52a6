"""A decision of one's own that cost much, kept as a puzzle: the game up to it, what was answered, and what is better.

It is kept by the browser as a code, and everything in it is checked when it comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Any, Literal

import msgspec

from fujikoro_nb.bots.planner.plans import BETWEEN
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, weapons_of
from fujikoro_nb.engine.kernel import Answer, Illegal, Line, Question, Seat, Session, Unreadable
from fujikoro_nb.play.seats import GameSession, Table, opened
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.review.decisions import Decision
from fujikoro_nb.review.moments import MOVE, WALK, position_at, taken

MAX_CODE = 60_000
"""Letters: a long game takes a quarter of them."""

Text = Annotated[str, msgspec.Meta(max_length=8000)]
Texts = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=12)]
Verdict = Literal["open", "right", "same", "other"]


class Mistake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``save`` is the game up to the decision; answers are the game's short texts, a plan's one after the other."""

    save: str
    turn: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    done: Texts
    good: Annotated[tuple[Texts, ...], msgspec.Meta(min_length=1, max_length=60)]
    """Every answer that counts; the best known one is the first."""


class Puzzle(msgspec.Struct, frozen=True):
    """A mistake that was opened: the game at its question."""

    mistake: Mistake
    session: GameSession
    table: Table
    at: int
    seat: Seat
    good: tuple[tuple[Part, ...], ...]
    done: tuple[Part, ...]


def mistake_of(session: GameSession, decision: Decision) -> Mistake:
    """A told decision as a puzzle."""
    good = (decision.better, *(parts for parts in decision.good if parts != decision.better))
    there = position_at(session, decision.at)
    return Mistake(
        there.save(has_snapshots=False).decode(),
        decision.turn,
        _texts(session, decision.done),
        tuple(_texts(session, parts) for parts in good)[:60],
    )


def _texts(session: GameSession, parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(f"{part.kind} {session.game.to_text(part.answer)}" for part in parts)


def encode(mistake: Mistake) -> str:
    """As a code for the browser's store."""
    return to_code(mistake)


def id_of(code: str) -> str:
    """The same name for the same mistake."""
    return blake2b(code.encode(), digest_size=6).hexdigest()


def decode(code: str) -> Puzzle:
    """The puzzle of a code, at its question. Raises Unreadable."""
    mistake = from_code(Mistake, code, max_length=MAX_CODE)
    if mistake is None:
        raise Unreadable("mistake-code", code[:40], 0)
    session, table = opened(mistake.save.encode("utf-8", "replace"))
    question = session.question
    if question is None or question.seat < 0 or session.disagreement is not None:
        raise Unreadable("mistake-code", code[:40], 0)
    done, *good = (_parts(session, texts, code) for texts in (mistake.done, *mistake.good))
    if any(parts[0].kind in BETWEEN or not _begins(session, question, parts[0]) for parts in (done, *good)):
        raise Unreadable("mistake-code", code[:40], 0)
    return Puzzle(mistake, session, table, len(session.lines), question.seat, tuple(good), done)


def _begins(session: GameSession, question: Question, part: Part) -> bool:
    """Whether a plan can begin with this at its question."""
    if part.kind != question.kind:
        return False
    try:
        session.fork().play(part.answer)
    except Illegal:
        return False
    return True


def _parts(session: Session[Any], texts: Texts, code: str) -> tuple[Part, ...]:
    """Raises Unreadable for what is no answer of the game."""
    found = []
    for text in texts:
        kind, _, answer = text.partition(" ")
        try:
            found.append(Part(kind, session.game.from_text(answer)))
        except Illegal:  # gear that no board can hold
            raise Unreadable("mistake-code", code[:40], 0) from None
    return tuple(found)


def judged(puzzle: Puzzle, session: GameSession) -> Verdict:
    """What the answer in this game is: not whole yet, as good as the best one known, the same as then, or another."""
    lines = session.lines
    if len(lines) <= puzzle.at:
        return "open"
    parts = taken(tuple(lines), puzzle.at)
    if _sets_out(lines[puzzle.at]) and parts[-1].kind != WALK and _still_on_the_way(puzzle, session):
        return "open"
    state = position_at(session, puzzle.at).state
    given = _meant(parts, state, puzzle.seat)
    if _told(parts) == _told(puzzle.done) and _told(parts) not in map(_told, puzzle.good):
        return "same"
    if any(_is_begun(_meant(good, state, puzzle.seat), given, good) for good in puzzle.good):
        return "right"
    if given == _meant(puzzle.done, state, puzzle.seat):
        return "same"
    return "right" if _shows_as_much(puzzle, parts, state) else "other"


def _told(parts: Sequence[Part]) -> tuple[Part, ...]:
    """A plan as it was answered, without what only comes in between."""
    return tuple(part for part in parts if part.kind not in BETWEEN)


def _is_begun(good: tuple[object, ...], given: tuple[object, ...], parts: Sequence[Part]) -> bool:
    """Whether an answer begins a good plan: of one for the whole turn its first action is enough, a move with its way.

    A plan that leaves the way of its move open is begun by every way.
    """
    if len(given) > len(good):
        return good == given[: len(good)] and parts[-1].answer == Act(MOVE)
    following = [part.kind for part in _told(parts)][len(given) :]
    return given == good[: len(given)] and following[:1] != [WALK]


def _shows_as_much(puzzle: Puzzle, given: Sequence[Part], state: GameState) -> bool:
    """Whether a craft shows all that a better one shows, no more of it lost, and something that was missed."""
    craft, board = given[0].answer, state.boards[puzzle.seat]
    if not isinstance(craft, CraftGear):
        return False
    worn = frozenset(_shown(board.gear, board, state))
    shown, before = (_shown_after(one.answer, board, state) for one in (given[0], puzzle.done[0]))
    for good in puzzle.good:
        best = good[0].answer
        if isinstance(best, CraftGear) and _is_no_dearer(_lost(craft), _lost(best)):
            wanted = _shown_after(best, board, state)
            if wanted <= shown and wanted - worn and not shown <= before:
                return True
    return False


def _shown_after(answer: Answer, board: Board, state: GameState) -> frozenset[str]:
    """The cards on display and own blueprints that all gear holds once this is done."""
    gear = board.gear
    if isinstance(answer, CraftGear):
        gear = gear.with_layout(answer.kind, answer.layout)
    return frozenset(_shown(gear, board, state))


def _lost(craft: CraftGear) -> Cubes:
    """The cubes that a craft costs for good."""
    wasted = Cubes() if craft.wasted is None else Cubes.one(craft.wasted)
    return craft.thrown + wasted


def _is_no_dearer(lost: Cubes, other: Cubes) -> bool:
    """Whether one loses no more than the other does, where wood may go for metal and both for a tooth."""
    of_three = ((one.tooth, one.tooth + one.metal, len(one)) for one in (lost, other))
    return all(mine <= theirs for mine, theirs in zip(*of_three, strict=True))


def _shown(gear: Gear, board: Board, state: GameState) -> list[str]:
    wanted: tuple[GearCard | Blueprint, ...] = (*state.display, *board.blueprints)
    return [one.id for one in wanted if contains(gear.layout(one.kind), one.pattern, rulings=state.rulings)]


def _sets_out(line: Line) -> bool:
    answer = line.entry.answer
    return isinstance(answer, Act) and answer.field == MOVE


def _still_on_the_way(puzzle: Puzzle, session: GameSession) -> bool:
    question = session.question
    return question is not None and question.seat == puzzle.seat and question.kind in (*BETWEEN, WALK)


def _meant(parts: Sequence[Part], state: GameState, seat: Seat) -> tuple[object, ...]:
    """A plan by what it comes to: a way by its end and its lava, a craft by the gear; not what comes in between."""
    return tuple(_meant_by(part.answer, state, seat) for part in parts if part.kind not in BETWEEN)


def _meant_by(answer: Answer, state: GameState, seat: Seat) -> object:
    match answer:
        case Walk(path=path) | Leap(path=path) if path:
            return (path[-1], isinstance(answer, Leap), sum(map(state.is_lava, path)))
        case CraftGear():
            return _made(answer, state, seat)
        case _:
            return answer


def _made(craft: CraftGear, state: GameState, seat: Seat) -> object:
    """Gear wherever it lies, and whichever way round: its cubes, its pieces, what it shows, and what it cost."""
    board, rulings = state.boards[seat], state.rulings
    gear = board.gear.with_layout(craft.kind, craft.layout)
    return (
        craft.kind,
        craft.layout.cubes,
        sorted(
            (one.hands, one.cubes, one.wood, one.length)
            for one in weapons_of(gear, board.limits, rulings=rulings)
        ),
        _shown(gear, board, state),
        (craft.wasted, craft.thrown),
    )
