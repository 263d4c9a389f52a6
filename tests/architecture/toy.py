"""A toy game on the kernel: push your luck with one die. A kernel that knows no game plays it whole."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Event,
    Frame,
    FrameRules,
    Game,
    Illegal,
    Options,
    Outcome,
    Question,
    Record,
    Refusal,
    Seat,
    State,
    event,
    push,
    refuse,
    replace_top,
)

# Seats roll in turn order, as often as they like; a 1 throws the whole turn away. First to TARGET wins.

TARGET = 12


class Match(Frame, frozen=True):
    turn: int = 0


class Turn(Frame, frozen=True):
    seat: Seat
    points: int = 0
    is_over: bool = False


class Roll(Frame, frozen=True):
    seat: Seat
    face: int = 0


class Again(Answer, frozen=True):
    pass


class Stop(Answer, frozen=True):
    pass


class Face(Answer, frozen=True):
    face: int


class ToyState(State, frozen=True):
    agenda: tuple[Match | Turn | Roll, ...] = ()
    scores: tuple[int, ...] = (0, 0, 0)


class MatchRules(FrameRules[ToyState]):
    def advance(self, state: ToyState, frame: Match) -> Outcome[ToyState] | None:
        if max(state.scores) >= TARGET:
            return None
        seat = Seat(frame.turn % len(state.scores))
        state = push(replace_top(state, Match(frame.turn + 1)), Turn(seat))
        return state, (event("opened", "toy.turn", seat=int(seat)),)


class TurnRules(FrameRules[ToyState]):
    def question(self, state: ToyState, frame: Turn) -> Question | None:
        return None if frame.is_over else Question(frame.seat, "again", "toy.turn", frame.name)

    def check(self, state: ToyState, frame: Turn, answer: Answer) -> Refusal | None:
        if isinstance(answer, Again):
            return None
        return None if isinstance(answer, Stop) and frame.points else refuse("toy.stop", points=frame.points)

    def options(self, state: ToyState, frame: Turn) -> Options:
        return Complete([answer for answer in (Again(), Stop()) if self.check(state, frame, answer) is None])

    def answered(self, state: ToyState, frame: Turn, answer: Answer) -> Outcome[ToyState]:
        if isinstance(answer, Again):
            return push(state, Roll(frame.seat)), (event("opened", "toy.roll", seat=int(frame.seat)),)
        scores = [score + frame.points * (seat == frame.seat) for seat, score in enumerate(state.scores)]
        state = msgspec.structs.replace(state, scores=tuple(scores))
        return replace_top(state, msgspec.structs.replace(frame, is_over=True)), ()

    def closed(self, state: ToyState, frame: Turn) -> Outcome[ToyState]:
        return state, (event("over", "toy.turn", seat=int(frame.seat)),)


class RollRules(FrameRules[ToyState]):
    def question(self, state: ToyState, frame: Roll) -> Question | None:
        return None if frame.face else Question(CHANCE, "roll", "toy.roll", frame.name)

    def check(self, state: ToyState, frame: Roll, answer: Answer) -> Refusal | None:
        is_face = isinstance(answer, Face) and 1 <= answer.face <= 6
        return None if is_face else refuse("toy.roll")

    def options(self, state: ToyState, frame: Roll) -> Options:
        return Complete([Face(face) for face in range(1, 7)])

    def answered(self, state: ToyState, frame: Roll, answer: Answer) -> Outcome[ToyState]:
        assert isinstance(answer, Face)
        state = replace_top(state, msgspec.structs.replace(frame, face=answer.face))
        if answer.face == 1:
            return TOY.unwind_to(state, "Match")
        match, turn, roll = state.agenda
        assert isinstance(turn, Turn)
        turn = msgspec.structs.replace(turn, points=turn.points + answer.face)
        return msgspec.structs.replace(state, agenda=(match, turn, roll)), ()

    def closed(self, state: ToyState, frame: Roll) -> Outcome[ToyState]:
        return state, (event("over", "toy.roll", seat=int(frame.seat), face=frame.face),)


TOY: Game[ToyState] = Game({Match: MatchRules(), Turn: TurnRules(), Roll: RollRules()}, unasked="toy.over")


def play(*answers: Answer) -> tuple[ToyState, list[Event]]:
    """The toy from its beginning through these answers."""
    step = TOY.start(ToyState((Match(),)))
    events = list(step.events)
    for answer in answers:
        step = TOY.step(step.state, answer)
        events += step.events
    return step.state, events


def kinds(events: list[Event]) -> list[str]:
    return [f"{each.kind} {each.rule}" for each in events]


def test_toy_asks_in_turn_order_and_chance_for_the_die() -> None:
    state, _ = play()
    assert (TOY.question(state).seat, TOY.question(state).frame) == (0, "Turn")  # type: ignore[union-attr]
    state, _ = play(Again())
    assert TOY.question(state).seat == CHANCE  # type: ignore[union-attr]
    assert list(TOY.options(state)) == [Face(face) for face in range(1, 7)]
    state, _ = play(Again(), Face(4), Stop())
    assert (state.scores, TOY.question(state).seat) == ((4, 0, 0), 1)  # type: ignore[union-attr]


def test_toy_refuses_and_changes_nothing() -> None:
    state, _ = play()
    assert TOY.check(state, Stop()) == refuse("toy.stop", points=0)
    with pytest.raises(Illegal) as caught:
        TOY.step(state, Stop())
    assert caught.value.refusals == (refuse("toy.stop", points=0),)
    assert state == play()[0]


def test_toy_unwinds_innermost_first_each_frame_once() -> None:
    state, events = play(Again(), Face(5), Again(), Face(1))
    assert kinds(events) == [
        "opened toy.turn",
        "opened toy.roll",
        "over toy.roll",
        "opened toy.roll",
        "over toy.roll",
        "over toy.turn",
        "opened toy.turn",
    ]
    assert state.scores == (0, 0, 0)
    assert TOY.question(state).seat == 1  # type: ignore[union-attr]


def test_toy_ends_and_asks_nothing_more() -> None:
    state, events = play(Again(), Face(6), Again(), Face(6), Stop())
    assert (state.scores, state.agenda, TOY.question(state)) == ((12, 0, 0), (), None)
    assert Counter(kinds(events))["over toy.turn"] == 1
    assert TOY.check(state, Again()) == refuse("toy.over", "nothing-asked")


@given(st.lists(st.integers(0, 5), max_size=60))
def test_toy_every_opened_frame_is_over_exactly_once(choices: list[int]) -> None:
    """Along every walk: options equal check, replay equals state, and each opened frame emits exactly one over."""
    record: Record[ToyState] = Record(ToyState((Match(),)))
    state, events = record.replay(TOY)
    told = list(events)
    for choice in choices:
        if TOY.question(state) is None:
            break
        options = list(TOY.options(state))
        every = [Again(), Stop(), *(Face(face) for face in range(8))]
        assert options == [answer for answer in every if TOY.check(state, answer) is None]
        record, events = record.play(TOY, options[choice % len(options)])
        told += events
        state, replayed = record.replay(TOY)
        assert list(replayed) == told
        said = Counter(kinds(told))
        frames = Counter(f"toy.{frame.name.lower()}" for frame in state.agenda)
        for rule in ("toy.turn", "toy.roll"):
            assert said[f"opened {rule}"] == said[f"over {rule}"] + frames[rule]


def test_toy_undo_takes_back_what_was_forced() -> None:
    """At the start of a turn only Again is possible, so it is given by itself and undone with the answer before it."""
    start: Record[ToyState] = Record(ToyState((Match(),)))
    record, _ = start.play(TOY, Again())
    longer, _ = record.play(TOY, Face(1))
    assert [entry.automatic for entry in longer.entries] == [False, False, True]
    assert longer.undo() == record
    assert record.undo() == start
