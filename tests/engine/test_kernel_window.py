"""Windows: who is asked, in which order, and what "not before" means; played on the toy game."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import (
    NotBefore,
    Pass,
    Question,
    Quiet,
    Seat,
    State,
    Window,
    WindowRules,
    refuse,
)
from tests.toy.embers import EMBERS, START, WINDOWS, AddDie, Embers, Fell, PickAsh, Throw


def asked(state: Embers) -> tuple[int, str, str]:
    """Seat, kind and window of the pending question."""
    question = EMBERS.question(state)
    assert question is not None
    return int(question.seat), question.kind, str(dict(question.data).get("moment", ""))


def after(*answers: object, charms: tuple[int, int] = (1, 1)) -> Embers:
    state = EMBERS.start(msgspec.structs.replace(START, charms=charms)).state
    for answer in answers:
        state = EMBERS.step(state, answer).state  # type: ignore[arg-type]
    return state


ONE_ASH, ONE_SPARK = Fell((1, 0, 0)), Fell((0, 1, 0))


def test_holders_are_asked_one_by_one_in_turn_order() -> None:
    state = after(Throw(1))
    assert asked(state) == (0, "window", "before-cast")
    assert EMBERS.question(state) == Question(
        Seat(0), "window", "embers.charm", "Window", (("moment", "before-cast"),)
    )
    assert asked(after(Throw(1), Pass())) == (1, "window", "before-cast")
    assert asked(after(Throw(1), Pass(), Pass())) == (-1, "cast", "")


def test_who_holds_nothing_is_not_asked() -> None:
    assert asked(after(Throw(1), charms=(0, 1))) == (1, "window", "before-cast")
    assert asked(after(Throw(1), charms=(0, 0))) == (-1, "cast", "")


def test_what_cannot_be_used_now_does_not_count() -> None:
    """A charm picks an ash; without one nobody is asked after the cast."""
    assert asked(after(Throw(1), Pass(), Pass(), ONE_SPARK)) == (0, "turn", "")
    assert asked(after(Throw(1), Pass(), Pass(), ONE_ASH)) == (0, "window", "after-cast")


def test_a_use_acts_and_the_same_seat_is_asked_while_it_holds_more() -> None:
    state = after(Throw(1), AddDie(), charms=(2, 1))
    assert (asked(state), state.charms) == ((0, "window", "before-cast"), (1, 1))
    state = EMBERS.step(state, AddDie()).state
    assert (asked(state), state.charms) == ((1, "window", "before-cast"), (0, 1))


def test_what_somebody_did_decides_whether_the_next_is_asked() -> None:
    """The only ash is gone, so the second seat has nothing to pick: options are made when they surface."""
    state = after(Throw(1), Pass(), Pass(), ONE_ASH, PickAsh())
    assert asked(state) == (0, "turn", "")
    assert state.charms == (0, 1)


def test_not_before_skips_windows_until_that_one() -> None:
    state = after(Throw(1), NotBefore("after-cast"), Pass())
    assert state.quiet == (Quiet(Seat(0), "after-cast"),)
    state = EMBERS.step(state, ONE_ASH).state
    assert (asked(state), state.quiet) == ((0, "window", "after-cast"), ())


def test_not_before_lasts_past_windows_of_other_names() -> None:
    """Seat 0 wants quiet until the next before-cast, so after this cast only seat 1 is asked about the ash."""
    state = after(Throw(1), Pass(), Pass(), ONE_SPARK, Throw(1), NotBefore("after-cast"), Pass(), ONE_ASH)
    assert asked(state) == (0, "window", "after-cast")
    state = EMBERS.step(state, NotBefore("before-cast")).state
    assert (asked(state), state.quiet) == ((1, "window", "after-cast"), (Quiet(Seat(0), "before-cast"),))
    state = EMBERS.step(state, PickAsh()).state
    state = EMBERS.step(state, Throw(1)).state
    assert (asked(state), state.quiet) == ((0, "window", "before-cast"), ())


def test_a_quiet_seat_is_not_asked_again_and_the_others_are() -> None:
    quiet = (Quiet(Seat(0), "before-cast"),)
    state = msgspec.structs.replace(after(Throw(1), Pass(), Pass()), quiet=quiet)
    assert asked(EMBERS.step(state, ONE_ASH).state) == (1, "window", "after-cast")


def test_refusals_of_a_window() -> None:
    state = after(Throw(1))
    assert EMBERS.check(state, PickAsh()) == refuse("embers.charm", "not-usable")
    for moment in ("before-cast", "never"):
        assert EMBERS.check(state, NotBefore(moment)) == refuse("embers.charm", "no-window", moment=moment)
    assert list(EMBERS.options(state)) == [AddDie(), Pass(), NotBefore("after-cast")]


def test_opening_an_unknown_window_is_our_own_fault() -> None:
    with pytest.raises(AssertionError, match="no window dawn"):
        WINDOWS.opened(START, "dawn", [Seat(0)])


def test_a_game_has_to_say_four_things() -> None:
    rules: WindowRules[State] = WindowRules()
    for call in (
        lambda: rules.uses(State(), Seat(0), "x"),
        lambda: rules.used(State(), Window("x", ()), Seat(0), Pass()),
        lambda: rules.quiet(State()),
        lambda: rules.with_quiet(State(), ()),
    ):
        with pytest.raises(NotImplementedError):
            call()
