"""What holds along every walk of the toy game: the kernel's own laws."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    ChanceOptions,
    Event,
    Illegal,
    NotBefore,
    Pass,
    Record,
    Seat,
    Seeded,
    Session,
    Window,
)
from tests.support.sampling import examples
from tests.toy.embers import (
    EMBERS,
    START,
    AddDie,
    Bank,
    Embers,
    EmbersAnswer,
    Fell,
    Match,
    PickAsh,
    TakeCharm,
    TakePoint,
    Throw,
    View,
)

LAW = settings(max_examples=examples(60), deadline=None)
CHOICES = st.lists(st.integers(0, 11), max_size=40)
STARTS = st.builds(
    Embers,
    agenda=st.just((Match(),)),
    charms=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    faces=st.lists(st.sampled_from(["ash", "spark", "flame"]), min_size=2, max_size=6).map(tuple),
    most_dice=st.integers(1, 3),
    target=st.integers(1, 7),
)
UNIVERSE: list[Answer] = [
    *(Throw(dice) for dice in range(-1, 5)),
    *(Fell((one, two, three)) for one in range(-1, 3) for two in range(3) for three in range(3)),
    *(Fell((one, two)) for one in range(4) for two in range(4)),
    *(Fell((one,)) for one in range(4)),
    Bank(),
    AddDie(),
    PickAsh(),
    TakeCharm(),
    TakePoint(),
    Pass(),
    *(NotBefore(moment) for moment in ("before-cast", "after-cast", "never")),
]


def walk(session: Session[Embers], choices: list[int]) -> list[tuple[Embers, Answer]]:
    """Play by the choices; every state with its answer."""
    steps = []
    for choice in choices:
        if session.question is None:
            break
        answers = list(session.options)
        answer = answers[choice % len(answers)]
        steps.append((session.state, answer))
        session.play(answer)
    return steps


@LAW
@given(STARTS, CHOICES)
def test_law_options_equal_check_and_are_complete(start: Embers, choices: list[int]) -> None:
    for state, _ in walk(Session(EMBERS, start), choices):
        options = EMBERS.options(state)
        listed = list(options)
        assert options.is_complete
        assert len(options) == len(listed) == len(set(listed)) > 0
        for answer in {*UNIVERSE, *listed}:
            is_legal = EMBERS.check(state, answer) is None
            assert is_legal == (answer in options) == (answer in listed)
        assert "no answer" not in options


@LAW
@given(STARTS, CHOICES)
def test_law_weights_sum_to_the_whole(start: Embers, choices: list[int]) -> None:
    for state, _ in walk(Session(EMBERS, start), choices):
        options = EMBERS.options(state)
        question = EMBERS.question(state)
        assert question is not None
        assert isinstance(options, ChanceOptions) == (question.seat == CHANCE)
        if isinstance(options, ChanceOptions):
            weights = {answer: options.weight(answer) for answer in options}
            assert sum(weights.values()) == options.total
            if options.total <= 300:
                assert Counter(options.outcome(k) for k in range(options.total)) == weights


@LAW
@given(STARTS, CHOICES)
def test_law_step_is_a_function_and_refusals_change_nothing(start: Embers, choices: list[int]) -> None:
    for state, answer in walk(Session(EMBERS, start), choices):
        frozen = msgspec.json.encode(state)
        assert EMBERS.step(state, answer) == EMBERS.step(state, answer)
        for other in UNIVERSE:
            refusal = EMBERS.check(state, other)
            if refusal is not None:
                with pytest.raises(Illegal) as error:
                    EMBERS.step(state, other)
                assert error.value.refusals == (refusal,)
        assert msgspec.json.encode(state) == frozen


@LAW
@given(STARTS, CHOICES)
def test_law_json_and_text_round_trip(start: Embers, choices: list[int]) -> None:
    for state, answer in walk(Session(EMBERS, start), choices):
        again = msgspec.json.decode(msgspec.json.encode(state), type=Embers)
        assert again == state
        assert hash(again) == hash(state)
        assert msgspec.json.decode(msgspec.json.encode(answer), type=EmbersAnswer) == answer
        assert EMBERS.from_text(EMBERS.to_text(answer)) == answer


@LAW
@given(STARTS, CHOICES)
def test_law_every_opened_frame_is_over_exactly_once(start: Embers, choices: list[int]) -> None:
    """After each answer: opened equals over plus what still stands on the agenda, on normal exits, bust and END."""
    session = Session(EMBERS, start)
    told: list[Event] = list(session.events)
    for choice in choices:
        if session.question is None:
            break
        answers = list(session.options)
        told += session.play(answers[choice % len(answers)])
        said = Counter((happened.kind, happened.rule) for happened in told)
        frames = Counter(f"embers.{frame.name.lower()}" for frame in session.state.agenda)
        for rule in ("embers.turn", "embers.cast", "embers.solace"):
            assert said["opened", rule] == said["over", rule] + frames[rule]
        assert said["over", "embers.match"] == said["won", "embers.match"] == (not session.state.agenda)
    assert told == list(session.replay()[1])


@LAW
@given(STARTS, CHOICES)
def test_law_only_holders_are_asked_in_a_window(start: Embers, choices: list[int]) -> None:
    for state, _ in walk(Session(EMBERS, start), choices):
        frame, question = state.agenda[-1], EMBERS.question(state)
        if isinstance(frame, Window):
            assert question is not None
            assert state.charms[question.seat] > 0
            assert question.seat not in {each.seat for each in state.quiet}
            assert dict(question.data) == {"moment": frame.moment}
            assert Pass() in EMBERS.options(state)
        assert len({each.seat for each in state.quiet}) == len(state.quiet)


@LAW
@given(STARTS, CHOICES, st.integers(0, 40))
def test_law_undo_redo_and_replay(start: Embers, choices: list[int], back: int) -> None:
    session = Session(EMBERS, start)
    seen = [(session.state, session.record, session.events)]
    for choice in choices:
        if session.question is None:
            break
        answers = list(session.options)
        session.play(answers[choice % len(answers)])
        seen.append((session.state, session.record, session.events))
    assert session.replay()[0] == session.state
    assert session.undoable == (session.fork().undo())
    steps = min(back, len(seen) - 1)
    for there in range(steps):
        expected = session.undoable
        assert session.undo() == expected == session.redoable
        assert (session.state, session.record, session.events) == seen[-2 - there]
    for there in range(steps):
        assert session.redo() is not None
        assert (session.state, session.record, session.events) == seen[len(seen) - steps + there]
    assert session.redo() is None
    assert not session.is_fork


@LAW
@given(STARTS, CHOICES)
def test_law_a_session_logs_what_a_record_does(start: Embers, choices: list[int]) -> None:
    """Forced answers included; the record replays everything at each answer and is the simpler of the two."""
    session, record = Session(EMBERS, start), Record(start)
    for choice in choices[:12]:
        if session.question is None:
            break
        answers = list(session.options)
        answer = answers[choice % len(answers)]
        events = session.play(answer)
        record, told = record.play(EMBERS, answer)
        assert (session.record, events) == (record, told)
        assert record.replay(EMBERS)[0] == session.state
        fork = session.fork()
        fork.undo()
        assert fork.record == record.undo()


@LAW
@given(STARTS, CHOICES, st.integers(0, 10**6))
def test_law_a_save_gives_the_same_session(start: Embers, choices: list[int], seed: int) -> None:
    session = Session(EMBERS, start, dealer=Seeded(seed), auto_deal=True)
    walk(session, choices)
    other = Session.load(EMBERS, session.save(), auto_deal=True)
    assert (other.state, other.lines, other.disagreement) == (session.state, session.lines, None)
    assert other.undoable == session.undoable
    assert other.save() == session.save()
    assert other.dealer == Seeded(str(seed))
    if session.question is not None:
        answer = next(iter(session.options))
        assert session.play(answer) == other.play(answer)
        assert session.state == other.state


@LAW
@given(STARTS, CHOICES)
def test_law_a_view_shows_ones_own_charms_only(start: Embers, choices: list[int]) -> None:
    session = Session(EMBERS, start)
    walk(session, choices)
    scores, charms = session.state.scores, session.state.charms
    assert session.view_for(Seat(0)) == View(scores, charms[0])
    assert session.view_for(Seat(1)) == View(scores, charms[1])


def test_end_closes_what_is_in_the_air_each_once() -> None:
    """END in the middle of a cast: nobody is asked any more, not even the seat that lost its turn."""
    state = EMBERS.step(EMBERS.start(START).state, Throw(2)).state
    assert [frame.name for frame in state.agenda] == ["Match", "Turn", "Cast", "Window"]
    ended, events = EMBERS.end(state)
    assert ended.agenda == ()
    told = [(happened.kind, happened.rule) for happened in events]
    assert told == [
        ("over", "embers.cast"),
        ("over", "embers.turn"),
        ("opened", "embers.solace"),
        ("over", "embers.solace"),
        ("over", "embers.match"),
    ]


def test_the_toy_is_played_without_loading_any_other_game() -> None:
    code = (
        "import sys; from tests.toy.embers import EMBERS, START, Throw;"
        "EMBERS.step(EMBERS.start(START).state, Throw(1));"
        "assert not [name for name in sys.modules if name.startswith('fujikoro_nb.engine.fujikoro')]"
    )
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=root).returncode == 0
