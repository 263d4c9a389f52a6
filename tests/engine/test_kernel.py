"""The kernel alone, with a game that has nothing to do with Fuji Koro: agenda, unwinding, options, record."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Entry,
    Event,
    Frame,
    FrameRules,
    Game,
    Illegal,
    Menu,
    Options,
    Outcome,
    Question,
    Record,
    Refusal,
    Seat,
    State,
    cites,
    close_top,
    event,
    push,
    refuse,
    replace_top,
    top,
)


class Say(Answer, frozen=True):
    """A number."""

    number: int


class Pass(Answer, frozen=True):
    """Nothing."""


class Round(Frame, frozen=True):
    """Runs its turns by itself."""

    turns: int = 2


class Turn(Frame, frozen=True):
    """Asks for a number from one to ``most``; with one choice only, the answer is forced."""

    seat: Seat
    most: int = 3


class Echo(Frame, frozen=True):
    """Asked by the exit effect of a turn that ended on its highest number."""


class Count(State, frozen=True):
    """What has been said."""

    agenda: tuple[Round | Turn | Echo, ...] = ()
    said: tuple[int, ...] = ()


class RoundRules(FrameRules[Count]):
    def advance(self, state: Count, frame: Round) -> Outcome[Count] | None:
        if not frame.turns:
            return None
        state = replace_top(state, Round(frame.turns - 1))
        return push(state, Turn(Seat(frame.turns % 2), 1 if frame.turns == 1 else 3)), (
            event("turn", "toy.turn"),
        )

    def closed(self, state: Count, frame: Round) -> Outcome[Count]:
        return state, (event("round-over", "toy.round"),)


class TurnRules(FrameRules[Count]):
    def question(self, state: Count, frame: Turn) -> Question:
        return Question(frame.seat, "number", "toy.turn", frame.name)

    def check(self, state: Count, frame: Turn, answer: Answer) -> Refusal | None:
        match answer:
            case Say(number=number) if 1 <= number <= frame.most:
                return None
            case _:
                return refuse("toy.turn", "range", most=frame.most)

    def options(self, state: Count, frame: Turn) -> Options:
        return Complete([Say(number) for number in range(1, frame.most + 1)])

    def answered(self, state: Count, frame: Turn, answer: Answer) -> Outcome[Count]:
        assert isinstance(answer, Say)
        state = msgspec.structs.replace(state, said=(*state.said, answer.number))
        return self.closed(close_top(state), frame)

    def closed(self, state: Count, frame: Turn) -> Outcome[Count]:
        events: tuple[Event, ...] = (event("turn-over", "toy.turn", seat=int(frame.seat)),)
        return (push(state, Echo()) if state.said[-1:] == (3,) else state), events


class EchoRules(FrameRules[Count]):
    def question(self, state: Count, frame: Echo) -> Question:
        return Question(CHANCE, "echo", "toy.echo", frame.name)

    def check(self, state: Count, frame: Echo, answer: Answer) -> Refusal | None:
        return None if isinstance(answer, Say) else refuse("toy.echo")

    def options(self, state: Count, frame: Echo) -> Options:
        return Menu("echo/1", lambda: [Say(0), Say(9)], lambda answer: isinstance(answer, Say))

    def answered(self, state: Count, frame: Echo, answer: Answer) -> Outcome[Count]:
        return close_top(state), (event("echo", "toy.echo"),)


GAME: Game[Count] = Game({Round: RoundRules(), Turn: TurnRules(), Echo: EchoRules()}, unasked="toy.over")
START = Count(agenda=(Round(),))


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [happened.kind for happened in events]


def test_start_runs_to_the_first_question() -> None:
    step = GAME.start(START)
    assert kinds(step.events) == ["turn"]
    assert GAME.question(step.state) == Question(Seat(0), "number", "toy.turn", "Turn")


def test_a_question_of_an_exit_effect_comes_before_the_frame_below_goes_on() -> None:
    step = GAME.step(GAME.start(START).state, Say(3))
    assert kinds(step.events) == ["turn-over"]
    question = GAME.question(step.state)
    assert question is not None
    assert (question.seat, question.kind) == (CHANCE, "echo")
    step = GAME.step(step.state, Say(123))
    assert kinds(step.events) == ["echo", "turn"]


def test_a_game_ends_when_its_agenda_is_empty() -> None:
    state = GAME.start(START).state
    state = GAME.step(state, Say(1)).state
    step = GAME.step(state, Say(1))
    assert kinds(step.events) == ["turn-over", "round-over"]
    assert top(step.state) is None
    assert GAME.question(step.state) is None
    assert GAME.check(step.state, Say(1)) == refuse("toy.over", "nothing-asked")
    with pytest.raises(Illegal) as error:
        GAME.step(step.state, Say(1))
    assert error.value.refusals == (refuse("toy.over", "nothing-asked"),)


def test_nothing_can_be_answered_before_the_game_has_started() -> None:
    """The top frame asks nothing yet: it goes on by itself."""
    assert GAME.check(START, Say(1)) == refuse("toy.over", "nothing-asked")


def test_a_refused_answer_changes_nothing_and_is_raised_with_its_reason() -> None:
    state = GAME.start(START).state
    for answer in (Say(0), Say(4), Pass()):
        with pytest.raises(Illegal) as error:
            GAME.step(state, answer)
        assert error.value.refusals == (refuse("toy.turn", "range", most=3),)
    assert GAME.step(state, Say(2)) == GAME.step(state, Say(2))


def test_unwinding_closes_every_frame_above_innermost_first_each_once() -> None:
    state = Count(agenda=(Round(0), Turn(Seat(0)), Turn(Seat(1)), Turn(Seat(2))))
    unwound, events = GAME.unwind_to(state, "Round")
    assert [dict(happened.data) for happened in events] == [{"seat": 2}, {"seat": 1}, {"seat": 0}]
    assert unwound.agenda == (Round(0),)
    assert GAME.unwind_to(unwound, "Round") == (unwound, ())


def test_unwinding_stops_at_the_innermost_frame_of_that_name() -> None:
    state = Count(agenda=(Turn(Seat(0)), Turn(Seat(1)), Echo()))
    unwound, events = GAME.unwind_to(state, "Turn")
    assert unwound.agenda == (Turn(Seat(0)), Turn(Seat(1)))
    assert events == ()


def test_unwinding_leaves_what_exit_effects_ask_on_top() -> None:
    state = Count(agenda=(Round(0), Turn(Seat(0))), said=(3,))
    unwound, _ = GAME.unwind_to(state, "Round")
    assert unwound.agenda == (Round(0), Echo())


def test_unwinding_to_a_frame_that_is_not_there_is_our_own_fault() -> None:
    with pytest.raises(ValueError, match="not in list"):
        GAME.unwind_to(START, "Combat")


def test_normal_and_unwound_exits_emit_the_same_over_event() -> None:
    state = GAME.start(START).state
    normal = [happened for happened in GAME.step(state, Say(1)).events if happened.kind == "turn-over"]
    _, unwound = GAME.unwind_to(state, "Round")
    assert normal == list(unwound)


def test_complete_and_menu() -> None:
    complete = GAME.options(GAME.start(START).state)
    assert (complete.is_complete, complete.maker, len(complete)) == (True, "complete", 3)
    assert list(complete) == [Say(1), Say(2), Say(3)]
    assert Say(4) not in complete
    made: list[int] = []
    menu = Menu("toy/7", lambda: made.append(1) or [Say(5)], lambda answer: isinstance(answer, Say))  # type: ignore[func-returns-value]
    assert (menu.is_complete, menu.maker) == (False, "toy/7")
    assert Say(99) in menu
    assert "x" not in menu
    assert made == []
    assert list(menu) == [Say(5)]
    assert len(menu) == 1


class _Wary(TurnRules):
    """Writes down what it is asked to judge."""

    def __init__(self) -> None:
        self.judged: list[Answer] = []

    def check(self, state: Count, frame: Turn, answer: Answer) -> Refusal | None:
        self.judged.append(answer)
        return super().check(state, frame, answer)


def test_only_what_the_options_handed_out_goes_unchecked() -> None:
    """An answer that was listed is judged already; an equal one from elsewhere is not, nor one of another state."""
    wary = _Wary()
    game = Game({Round: RoundRules(), Turn: wary, Echo: EchoRules()}, unasked="toy.over")
    state = game.start(START).state
    listed = list(game.options(state))
    assert game.step(state, listed[1]).state.said == (2,)
    assert wary.judged == []
    game.step(state, Say(2))
    assert wary.judged == [Say(2)]
    with pytest.raises(Illegal):
        game.step(state, Say(4))
    other = game.step(state, listed[0]).state
    assert [option is listed[1] for option in game.options(other)] == [False]
    with pytest.raises(Illegal):
        game.step(other, listed[1])
    assert wary.judged == [Say(2), Say(4), Say(2)]


def test_a_record_plays_forced_answers_and_marks_them() -> None:
    record, events = Record(START).play(GAME, Say(2))
    assert record.entries == (Entry(Seat(0), Say(2)), Entry(Seat(1), Say(1), automatic=True))
    assert kinds(events) == ["turn-over", "turn", "turn-over", "round-over"]
    assert record.replay(GAME)[0].said == (2, 1)


def test_undo_takes_back_an_answer_and_what_it_forced() -> None:
    first, _ = Record(START).play(GAME, Say(3))
    second, _ = first.play(GAME, Say(7))
    assert second.entries[-1].automatic
    assert second.undo() == first
    assert first.undo() == Record(START)
    assert Record(START).undo() == Record(START)
    assert second.undo().play(GAME, Say(7))[0] == second


def test_a_record_refuses_what_the_game_refuses() -> None:
    record, _ = Record(START).play(GAME, Say(3))
    with pytest.raises(Illegal):
        record.play(GAME, Pass())
    over, _ = record.play(GAME, Say(1))
    with pytest.raises(Illegal):
        over.play(GAME, Say(1))


def test_a_record_that_no_longer_fits_its_rules_is_refused_at_the_answer() -> None:
    with pytest.raises(Illegal):
        Record(START, (Entry(Seat(0), Say(8)),)).replay(GAME)


def test_a_state_round_trips_through_json() -> None:
    state = GAME.step(GAME.start(START).state, Say(3)).state
    assert msgspec.json.decode(msgspec.json.encode(state), type=Count) == state


@pytest.mark.parametrize(
    "message",
    [
        b'{"type":"Say","number":"1"}',
        b'{"type":"Say","number":true}',
        b'{"type":"Say","number":1,"more":2}',
        b'{"type":"Say"}',
        b'{"type":"Shout","number":1}',
        b'{"number":1}',
        b"[1]",
        b"",
        b'{"type":"Say","number":' + b"9" * 5000 + b"}",
    ],
)
def test_an_answer_that_is_none_is_refused_at_the_border(message: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(message, type=Say | Pass)


def test_refusals_and_events_hold_their_data_by_name() -> None:
    assert refuse("a.b", "c", d=1, e="f") == Refusal("a.b", "c", (("d", 1), ("e", "f")))
    assert event("k", "a.b", d=1) == Event("k", "a.b", (("d", 1),))


def test_cited_rules_stand_on_the_function_itself() -> None:
    @cites("a.b", "c.d")
    def act() -> int:
        return 7

    assert act() == 7
    assert act.rules == ("a.b", "c.d")  # type: ignore[attr-defined]
