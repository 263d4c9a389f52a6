"""The mutable shell: play, deal, undo, redo, forks; guards against rules that stand still. Played on the toy game."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Entry,
    Frame,
    FrameRules,
    Game,
    Illegal,
    Joined,
    Menu,
    Options,
    Outcome,
    Pass,
    Question,
    Record,
    Scripted,
    Seat,
    Seeded,
    Session,
    State,
    Step,
    Unreadable,
    Unscripted,
    Weighted,
    event,
    push,
    read_save,
)
from tests.toy.embers import EMBERS, START, Bank, Embers, Fell, TakeCharm, TakePoint, Throw

CALM = msgspec.structs.replace(START, charms=(0, 0))
ASH, SPARK, FLAME = Fell((1, 0, 0)), Fell((0, 1, 0)), Fell((0, 0, 1))


def kinds(session: Session[Embers]) -> list[str]:
    return [happened.kind for happened in session.events]


def test_a_session_begins_at_the_first_question() -> None:
    session = Session(EMBERS, CALM)
    assert session.state == EMBERS.start(CALM).state
    assert session.question == EMBERS.question(session.state)
    assert kinds(session) == ["opened"]
    assert (session.undoable, session.redoable, session.undo(), session.redo()) == (None, None, None, None)
    assert not session.can_deal


def test_play_returns_what_happened_and_logs_question_answer_and_events() -> None:
    session = Session(EMBERS, CALM)
    events = session.play(Throw(1))
    assert events == session.events == session.lines[-1].events
    assert session.lines[-1].question.kind == "turn"
    assert session.lines[-1].entry == Entry(Seat(0), Throw(1))


def test_a_refused_answer_changes_nothing() -> None:
    session = Session(EMBERS, CALM)
    session.play(Throw(1))
    before = (session.state, session.record, session.events)
    for answer in (Throw(1), Pass(), Fell((2, 0, 0))):
        with pytest.raises(Illegal):
            session.play(answer)
    assert (session.state, session.record, session.events) == before


def test_the_log_equals_the_records() -> None:
    """With one die, a cast is forced at the next turn: given by itself, marked, undone with what led to it."""
    start = msgspec.structs.replace(CALM, most_dice=1)
    session, record = Session(EMBERS, start), Record(start)
    for answer in (Throw(1), ASH, TakeCharm()):
        events = session.play(answer)
        record, told = record.play(EMBERS, answer)
        assert (session.record, events) == (record, told)
    assert session.record.entries[-1] == Entry(Seat(1), Throw(1), automatic=True)
    undone = session.undo()
    assert undone is not None
    assert undone.entries == (Entry(Seat(0), TakeCharm()), Entry(Seat(1), Throw(1), automatic=True))
    assert (undone.entry, undone.is_fork) == (Entry(Seat(0), TakeCharm()), False)
    assert session.record == record.undo()


def test_playing_on_does_not_replay_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer costs its own steps, however long the log is; undo and redo cost none."""
    step, steps = EMBERS.step, []

    def counted(state: Embers, answer: Answer) -> Step[Embers]:
        steps.append(answer)
        return step(state, answer)

    monkeypatch.setattr(EMBERS, "step", counted)
    session = Session(EMBERS, msgspec.structs.replace(CALM, target=100))
    for number in range(1, 41):
        session.play(Throw(2) if number % 2 else Fell((0, 1, 1)))
        assert len(steps) == number
    session.undo()
    session.redo()
    assert len(steps) == 40


def test_the_dealer_answers_for_chance_only() -> None:
    session = Session(EMBERS, CALM, dealer=Scripted((SPARK, FLAME)))
    with pytest.raises(AssertionError):
        session.deal()
    session.play(Throw(1))
    assert session.can_deal
    session.deal()
    assert session.lines[-1].entry == Entry(CHANCE, SPARK)
    session.play(Throw(1))
    session.play(FLAME)
    session.play(Throw(1))
    with pytest.raises(Unscripted):
        session.deal()
    assert session.question is not None
    assert session.question.seat == CHANCE
    assert not Session(EMBERS, CALM).can_deal


def test_the_script_is_read_by_draw_number() -> None:
    """After an undo the same draw comes again."""
    session = Session(EMBERS, CALM, dealer=Scripted((SPARK, FLAME, ASH)), auto_deal=True)
    session.play(Throw(1))
    session.play(Throw(1))
    assert [line.entry.answer for line in session.lines] == [Throw(1), SPARK, Throw(1), FLAME]
    session.undo()
    session.play(Throw(1))
    assert session.lines[-1].entry.answer == FLAME


def test_a_script_is_judged_and_a_fair_deal_came_out_of_the_options() -> None:
    """People write down rolls that cannot be; what the dealer drew from the options was made by the rules."""
    impossible = Session(EMBERS, CALM, dealer=Scripted((Fell((2, 0, 0)),)), auto_deal=True)
    with pytest.raises(Illegal):
        impossible.play(Throw(1))
    assert impossible.lines == ()
    asked = EMBERS.step(EMBERS.start(CALM).state, Throw(1)).state
    roll = EMBERS.options(asked)
    assert hasattr(roll, "outcome")
    dealt = Seeded(1).deal(roll, 0)  # type: ignore[arg-type]
    assert roll.has_made(dealt)
    assert not roll.has_made(msgspec.structs.replace(dealt))
    assert not roll.has_made(None)


def test_automatic_deals_are_undone_with_the_answer_that_led_to_them() -> None:
    session = Session(EMBERS, CALM, dealer=Scripted((SPARK,)), auto_deal=True)
    assert kinds(session) == ["opened"]
    session.play(Throw(1))
    assert kinds(session) == ["opened", "over"]
    undone = session.undo()
    assert undone is not None
    assert undone.entries == (Entry(Seat(0), Throw(1)), Entry(CHANCE, SPARK))
    assert undone.is_fork


def test_a_failing_dealer_leaves_the_session_as_it_was() -> None:
    session = Session(EMBERS, CALM, dealer=Scripted(()), auto_deal=True)
    with pytest.raises(Unscripted):
        session.play(Throw(1))
    assert session.record.entries == ()
    wrong = Session(EMBERS, CALM, dealer=Scripted((Fell((5, 0, 0)),)), auto_deal=True)
    with pytest.raises(Illegal):
        wrong.play(Throw(1))
    assert wrong.record.entries == ()


def test_automatic_deals_need_a_dealer() -> None:
    with pytest.raises(AssertionError):
        Session(EMBERS, CALM, auto_deal=True)


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    first = Session(EMBERS, CALM, dealer=Seeded("fire"), auto_deal=True)
    second = Session(EMBERS, CALM, dealer=Seeded("fire"), auto_deal=True)
    for session in (first, second):
        for _ in range(12):
            if session.question is not None:
                session.play(next(iter(session.options)))
    assert first.record == second.record


# -------------------------------------------------------------------------------------------------- forks


def played(*answers: Answer) -> Session[Embers]:
    session = Session(EMBERS, CALM)
    for answer in answers:
        session.play(answer)
    return session


def test_undo_of_a_choice_is_no_fork() -> None:
    session = played(Throw(1))
    session.undo()
    assert not session.is_fork
    session.play(Throw(2))
    assert not session.is_fork
    assert session.redoable is None


def test_undo_past_a_roll_is_a_fork_until_it_is_brought_back() -> None:
    session = played(Throw(1), SPARK, Bank())
    session.undo()
    assert not session.is_fork
    undone = session.undo()
    assert undone is not None and undone.is_fork
    assert session.is_fork
    session.redo()
    assert not session.is_fork
    session.undo()
    session.play(FLAME)
    assert session.is_fork
    assert session.redoable is None
    session.play(Bank())
    assert session.is_fork


def test_the_save_says_where_a_log_was_taken_back() -> None:
    session = played(Throw(1), SPARK, Throw(1), FLAME)
    session.undo()
    session.play(ASH)
    assert read_save(session.save()).forks == (3,)
    for _ in range(3):
        session.undo()
    assert session.is_fork
    session.play(FLAME)
    assert read_save(session.save()).forks == (1,)


def test_a_save_and_a_fork_remember_a_roll_that_is_undone() -> None:
    """Neither holds what could be brought back, so nothing else would say that the roll ever fell."""
    session = played(Throw(1), SPARK)
    session.undo()
    data = session.save()
    assert read_save(data).forks == (1,)
    assert Session.load(EMBERS, data).is_fork
    assert session.fork().is_fork
    session.redo()
    assert not session.is_fork
    assert read_save(session.save()).forks == ()


def test_a_forced_roll_is_a_fork_too() -> None:
    """What is certain for the engine may be news for a seat: a card that only somebody else has looked at."""
    session = Session(EMBERS, msgspec.structs.replace(CALM, faces=("spark",)))
    session.play(Throw(1))
    assert session.record.entries[-1] == Entry(CHANCE, Fell((1,)), automatic=True)
    undone = session.undo()
    assert undone is not None and undone.is_fork and session.is_fork


def test_giving_the_same_answer_again_is_a_redo() -> None:
    session = played(Throw(1), SPARK, Bank())
    session.undo()
    session.undo()
    session.play(SPARK)
    assert not session.is_fork
    assert session.redoable is not None
    assert session.redoable.entry == Entry(Seat(0), Bank())


def test_a_fork_goes_its_own_way() -> None:
    session = played(Throw(1), SPARK)
    other = session.fork(dealer=Seeded(1))
    other.play(Bank())
    assert len(session.record.entries) == 2
    session.play(Throw(1))
    assert len(other.record.entries) == 3
    assert other.undo() is not None
    assert other.state != session.state
    assert (other.dealer, session.dealer) == (Seeded(1), None)
    assert session.fork().record == session.record


# ------------------------------------------------------------------------------------------- other options


class Described(Answer, frozen=True):
    """What a person drew, in words; nobody knows how likely it was."""

    words: str


class Draw(Frame, frozen=True):
    is_drawn: bool = False


class Pile(State, frozen=True):
    agenda: tuple[Draw, ...] = (Draw(),)


class DrawRules(FrameRules[Pile]):
    def question(self, state: Pile, frame: Draw) -> Question:
        return Question(CHANCE, "draw", "pile.draw", frame.name)

    def check(self, state: Pile, frame: Draw, answer: Answer) -> None:
        return None

    def options(self, state: Pile, frame: Draw) -> Options:
        return Menu("described/1", list, lambda answer: isinstance(answer, Described))

    def answered(self, state: Pile, frame: Draw, answer: Answer) -> Outcome[Pile]:
        return Pile(()), ()


def test_what_has_no_known_weight_is_never_dealt() -> None:
    session = Session(
        Game({Draw: DrawRules()}, unasked="pile.draw"), Pile(), dealer=Seeded(1), auto_deal=True
    )
    assert not session.can_deal
    session.play(Described("a fox"))
    assert session.question is None
    assert session.record.entries == (Entry(CHANCE, Described("a fox")),)


class Coin(Frame, frozen=True):
    left: int


class Coins(State, frozen=True):
    agenda: tuple[Coin, ...] = ()


class CoinRules(FrameRules[Coins]):
    """So many tosses, one after the other, and then a question with one listed answer among many."""

    def question(self, state: Coins, frame: Coin) -> Question:
        return Question(CHANCE if frame.left else Seat(0), "toss", "coin.toss", frame.name)

    def check(self, state: Coins, frame: Coin, answer: Answer) -> None:
        return None

    def options(self, state: Coins, frame: Coin) -> Options:
        if frame.left:
            return Weighted([(Described("heads"), 1), (Described("tails"), 1)])
        return Menu("one/1", lambda: [Pass()], lambda answer: True)

    def answered(self, state: Coins, frame: Coin, answer: Answer) -> Outcome[Coins]:
        return Coins((Coin(frame.left - 1),) if frame.left else ()), ()


def test_draws_count_on_within_one_step_and_a_menu_is_never_forced() -> None:
    """The opening deals by itself: three tosses, draws 0 to 2, which nobody can take back."""
    words = ("heads", "tails", "tails")
    script = Scripted(tuple(map(Described, words)))
    game = Game({Coin: CoinRules()}, unasked="coin.toss")
    session = Session(game, Coins((Coin(3),)), dealer=script, auto_deal=True)
    assert [entry.answer for entry in session.record.entries] == [Described(word) for word in words]
    assert session.undoable is None
    assert session.question is not None and session.question.seat == 0


def test_joined_options() -> None:
    menu = Menu("some/1", lambda: [Throw(1)], lambda answer: isinstance(answer, Throw))
    both = Joined(menu, Complete([Bank(), TakePoint()]))
    assert (both.is_complete, both.maker, len(both)) == (False, "some/1", 3)
    assert list(both) == [Throw(1), Bank(), TakePoint()]
    assert Throw(9) in both and TakeCharm() not in both
    assert (Joined(Complete([])).is_complete, Joined(Complete([])).maker) == (True, "complete")


def test_texts_of_answers() -> None:
    assert EMBERS.to_text(Throw(2)) == '{"type":"Throw","dice":2}'
    for text in ("", "cast 2", '{"type":"Throw"}', '{"type":"Shout"}', "\ud800", "[" * 100_000):
        with pytest.raises(Unreadable) as error:
            EMBERS.from_text(text)
        assert error.value.reason == "no-answer"


# ------------------------------------------------------------------------------- rules that stand still


class Loop(Frame, frozen=True):
    number: int = 0


class Still(State, frozen=True):
    agenda: tuple[Loop, ...] = (Loop(),)


class Idle(FrameRules[Still]):
    def advance(self, state: Still, frame: Loop) -> Outcome[Still]:
        return state, (event("still", "loop"),)


class Restless(FrameRules[Still]):
    def advance(self, state: Still, frame: Loop) -> Outcome[Still]:
        return Still((Loop(frame.number + 1),)), ()

    def closed(self, state: Still, frame: Loop) -> Outcome[Still]:
        return push(state, Loop()), ()


class Forced(FrameRules[Still]):
    def question(self, state: Still, frame: Loop) -> Question:
        return Question(Seat(0), "again", "loop", frame.name)

    def check(self, state: Still, frame: Loop, answer: Answer) -> None:
        return None

    def options(self, state: Still, frame: Loop) -> Options:
        return Complete([Pass()])

    def answered(self, state: Still, frame: Loop, answer: Answer) -> Outcome[Still]:
        return state, ()


def test_a_frame_that_goes_on_without_a_change_is_named() -> None:
    with pytest.raises(AssertionError, match="Loop goes on without a change"):
        Game({Loop: Idle()}, unasked="loop").start(Still())


def test_a_game_that_never_asks_is_named() -> None:
    game = Game({Loop: Restless()}, unasked="loop")
    with pytest.raises(AssertionError, match="Loop goes on without end"):
        game.start(Still())
    with pytest.raises(AssertionError, match="exit effects push frames without end, such as Loop"):
        game.end(Still())
    with pytest.raises(AssertionError, match="forced answers without end, asked by Loop"):
        Session(Game({Loop: Forced()}, unasked="loop"), Still()).play(Pass())


# ------------------------------------------------------------------------------------------- unwinding


class Layer(Frame, frozen=True):
    name_of: str


class Asked(Frame, frozen=True):
    by: str


class Stack(State, frozen=True):
    agenda: tuple[Layer | Asked, ...] = ()
    saw: tuple[tuple[str, int], ...] = ()


class LayerRules(FrameRules[Stack]):
    def closed(self, state: Stack, frame: Layer) -> Outcome[Stack]:
        state = msgspec.structs.replace(state, saw=(*state.saw, (frame.name_of, len(state.agenda))))
        return push(state, Asked(frame.name_of)), ()


def test_an_exit_effect_sees_the_frames_below_and_inner_questions_come_first() -> None:
    state = Stack((Layer("game"), Layer("turn"), Asked("game"), Layer("move"), Layer("fight")))
    rules = FrameRules[Stack]()
    game = Game({Layer: LayerRules(), Asked: rules}, unasked="x")
    unwound, _ = game.unwind_to(state, "Asked")
    assert unwound.saw == (("fight", 4), ("move", 3))
    assert unwound.agenda == (*state.agenda[:3], Asked("move"), Asked("fight"))
