"""A turn played by the engine, answer by answer, and every way in which it can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Question, Refusal, Unreadable
from fujikoro_nb.puzzles.plans.puzzle import OWN, Answers, Found, PlanCertificate, PlanPuzzle, worth_of
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Game

MOST = 60_000
"""Answers that the engine plays for one puzzle; a position that has more is none."""


MOST_STOWED = 16
"""Ways to fill a backpack that a page has buttons for."""

REST = Act("rest")
"""No puzzle here has a rest: what can be crafted at one is a puzzle of its own."""


class Unsure(ValueError):
    """A position of which not every way can be played out: too many, or chance or somebody else decides."""


class Line(msgspec.Struct, frozen=True):
    """The game after some answers; ``refusal`` says why the last one was not given."""

    state: GameState
    turns: int = 0
    """Own turns that are over."""
    is_over: bool = False
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @property
    def question(self) -> Question | None:
        """What the solver is asked; None once all is over."""
        return None if self.is_over else game_of(self.state).question(self.state)


def begun(puzzle: PlanPuzzle) -> Line:
    """The position as it is given. Raises Unreadable, Illegal or Unsure."""
    return _begun(msgspec.json.encode(puzzle.game), puzzle.turns)


@lru_cache(maxsize=64)
def _begun(game: bytes, turns: int) -> Line:
    """Kept by the position's text, because a record of a game has no hash."""
    state = started(position_of(msgspec.json.decode(game, type=Game), ADOPTED)).state
    return _settled(Line(state), turns)


def played(puzzle: PlanPuzzle, answers: Answers) -> Line:
    """The game after these answers, up to the first that is refused or comes too late. Raises Unreadable."""
    line = begun(puzzle)
    for text in answers:
        if line.is_over:
            break
        answer = game_of(line.state).from_text(text)
        if answer == REST:
            raise Unreadable("answer-word", text, 0, word=text)
        refusal = game_of(line.state).check(line.state, answer)
        if refusal is not None:
            return msgspec.structs.replace(line, refusal=refusal)
        line = after(line, answer, puzzle.turns)
    return line


def after(line: Line, answer: Answer, turns: int) -> Line:
    """One answer further, up to where the solver is asked again or all is over. Raises Unsure."""
    return _settled(_stepped(line, answer), turns)


def _stepped(line: Line, answer: Answer) -> Line:
    step = game_of(line.state).step(line.state, answer)
    over = sum(1 for one in step.events if one.kind == "turn-over" and dict(one.data)["seat"] == OWN)
    return Line(step.state, line.turns + over, events=line.events + step.events)


def _settled(line: Line, turns: int) -> Line:
    """Whatever has one answer only is answered, but for the solver's own; what finds room is stowed."""
    while True:
        question = game_of(line.state).question(line.state)
        is_out = bool(line.state.samurai[OWN].palace)
        if question is None or is_out or line.turns >= turns:
            return msgspec.structs.replace(line, is_over=True)
        answer = _by_itself(line.state, question)
        if answer is None:
            is_stuck = question.kind == "act" and all(
                one == REST for one in game_of(line.state).options(line.state)
            )
            return msgspec.structs.replace(line, is_over=is_stuck)
        line = _stepped(line, answer)


def _by_itself(state: GameState, question: Question) -> Answer | None:
    """The answer that needs no solver; None where the solver is asked. Raises Unsure."""
    options = game_of(state).options(state)
    if question.seat == OWN:
        if question.kind != "stow":
            return None
        return next((one for one in options if isinstance(one, StowThings) and _keeps_all(one)), None)
    if question.seat != CHANCE and question.kind == "act":
        raise Unsure("somebody else's turn")
    if len(options) != 1:
        raise Unsure("chance or somebody else decides")
    return next(iter(options))


def _keeps_all(stowed: StowThings) -> bool:
    return not (stowed.left or stowed.thrown)


def answers_to(line: Line) -> Iterator[tuple[str, Answer]]:
    """Everything that the solver can answer now, with its text. Raises Unsure where that is not all there is."""
    options = game_of(line.state).options(line.state)
    if not options.is_complete:
        raise Unsure("not every way is listed")
    stowed = sum(1 for one in options if isinstance(one, StowThings))
    if stowed > MOST_STOWED:
        raise Unsure("too many ways to fill a backpack")
    for answer in options:
        if answer != REST:
            yield print_game_answer(answer), answer


class _Ends(msgspec.Struct, frozen=True):
    """What can come of a position: by worth, in how many ways and by which of the shortest."""

    ways: Mapping[int | None, tuple[int, Answers]]


def _shorter(one: Answers, other: Answers) -> Answers:
    return min(one, other, key=lambda way: (len(way), way))


class Search:
    """Plays every way of a puzzle. What was found out of a position is kept: many ways lead to the same one."""

    def __init__(
        self, puzzle: PlanPuzzle, most: int = MOST, *, tell: Callable[[], None] = lambda: None
    ) -> None:
        self._puzzle, self._most, self._tell = puzzle, most, tell
        self._start = begun(puzzle)
        self._known: dict[tuple[object, ...], _Ends] = {}
        self._played = 0

    def ends(self) -> _Ends:
        """Of the position as it is given. Raises Unsure."""
        return self._ends(self._start)

    def _key(self, line: Line) -> tuple[object, ...]:
        """A position by what differs from the given one."""
        start, state = self._start.state, line.state
        names = state.__struct_fields__
        changed = ((name, getattr(state, name)) for name in names)
        return (line.turns, *((name, value) for name, value in changed if value is not getattr(start, name)))

    def _ends(self, line: Line) -> _Ends:
        if line.is_over:
            return _Ends({worth_of(self._puzzle, line.state): (1, ())})
        key = self._key(line)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found(line)
        return known

    def _found(self, line: Line) -> _Ends:
        found: dict[int | None, tuple[int, Answers]] = {}
        for text, answer in answers_to(line):
            self._played += 1
            self._tell()
            if self._played > self._most:
                raise Unsure("too many ways")
            for worth, (ways, way) in self._ends(after(line, answer, self._puzzle.turns)).ways.items():
                before = found.get(worth)
                whole = (text, *way)
                found[worth] = (
                    (ways, whole) if before is None else (ways + before[0], _shorter(before[1], whole))
                )
        return _Ends(found)


def certify(
    puzzle: PlanPuzzle, most: int = MOST, *, tell: Callable[[], None] = lambda: None
) -> PlanCertificate | None:
    """The certificate by playing every way; None where nothing is to choose, or not everything can be played.

    ``most`` are the answers that are played for it; ``tell`` hears of each, and may raise to end the work.
    """
    try:
        ends = Search(puzzle, most, tell=tell).ends().ways
    except Unsure:
        return None
    found = tuple(
        Found(worth=worth, ways=ways, way=way)
        for worth, (ways, way) in sorted(
            ((worth, told) for worth, told in ends.items() if worth is not None), reverse=True
        )
    )
    if len(found) < 2:
        return None
    missed = ends[None][0] if None in ends else 0
    return PlanCertificate(ways=missed + sum(one.ways for one in found), missed=missed, found=found)
