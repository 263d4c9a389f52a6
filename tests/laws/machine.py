"""A person at a session: plays, errs, takes back, goes on in a copy, saves and opens again, in any order.

The model is plain: each answer so far with the state after it, and those that were taken back.
"""

from __future__ import annotations

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Illegal, Session
from tests.laws.games import begun
from tests.laws.laws import STRANGERS

WAY_IN = 60
"""A game may be that many answers old when the person sits down."""


class Table(RuleBasedStateMachine):
    """One game and one person."""

    session: Session[GameState]
    done: list[tuple[Answer | None, GameState]]
    undone: list[tuple[Answer | None, GameState]]
    seen: list[Answer]

    @initialize(seed=st.integers(0, 10_000), old=st.integers(0, WAY_IN))
    def sit_down(self, seed: int, old: int) -> None:
        self.session = begun(seed)
        self.done, self.undone, self.seen = [(None, self.session.state)], [], [*STRANGERS]
        for number in range(old):
            self.play(seed + 7 * number)

    def now(self) -> GameState:
        return self.done[-1][1]

    @precondition(lambda self: self.session.question is not None)
    @rule(number=st.integers(0, 1_000_000))
    def play(self, number: int) -> None:
        """Any listed answer; the same answer as the one taken back brings all that back."""
        listed = list(self.session.options)
        answer = listed[number % len(listed)]
        self.seen.append(answer)
        before = self.session.state
        events = self.session.play(answer)
        assert events == self.session.events
        assert self.session.state != before
        self.done.append((answer, self.session.state))
        if self.undone and self.undone[-1] == self.done[-1]:
            self.undone.pop()
        else:
            self.undone = []

    @rule(number=st.integers(0, 1_000_000))
    def play_something_heard_before(self, number: int) -> None:
        """An answer of another moment is legal by chance, or refused without a trace."""
        answer = self.seen[number % len(self.seen)]
        if GAME.check(self.now(), answer) is None:
            return
        log = self.session.record
        with pytest.raises(Illegal):
            self.session.play(answer)
        assert self.session.record == log

    @rule()
    def undo(self) -> None:
        taken = self.session.undo()
        assert (taken is None) == (len(self.done) == 1)
        if taken is not None:
            self.undone.append(self.done.pop())

    @rule()
    def redo(self) -> None:
        brought = self.session.redo()
        assert (brought is None) == (not self.undone)
        if brought is not None:
            self.done.append(self.undone.pop())

    @rule(number=st.integers(0, 1_000_000))
    def go_on_in_a_copy(self, number: int) -> None:
        """The copy goes its own way, the first game stays as it is; then the person plays on in the copy."""
        first, log = self.session, self.session.record
        self.session = first.fork()
        self.undone = []
        if self.session.question is not None:
            self.play(number)
        assert first.record == log

    @rule()
    def save_and_open(self) -> None:
        self.session = Session.load(GAME, self.session.save())
        assert self.session.disagreement is None
        self.undone = []

    @rule()
    def play_it_all_again(self) -> None:
        assert self.session.replay()[0] == self.now()

    @invariant()
    def stands_where_the_model_stands(self) -> None:
        assert self.session.state == self.now()
        assert (self.session.undoable is None) == (len(self.done) == 1)
        assert (self.session.redoable is None) == (not self.undone)
