"""New things for a backpack, or a change in it that lets its owner rearrange."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Stow, StowThings
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.stowing import Stowed, check_stowing, stowings
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    cites,
    close_top,
    event,
)

A = TypeVar("A", bound=Arena)


class StowRules(FrameRules[A], Generic[A]):
    """Asks the owner where everything lies, and what goes if there is no room."""

    def question(self, state: A, frame: Stow) -> Question:
        return Question(frame.seat, "stow", frame.rule, frame.name, (("cubes", str(frame.cubes)),))

    def check(self, state: A, frame: Stow, answer: Answer) -> Refusal | None:
        if not isinstance(answer, StowThings):
            return not_asked(state, answer, self.question(state, frame))
        stowed = Stowed(answer.backpack, answer.thrown, answer.left)
        board = state.fighter(frame.seat)
        return check_stowing(
            board,
            frame.cubes,
            frame.discs,
            stowed,
            must_take=frame.must_take,
            may_leave=frame.may_leave,
        )

    def options(self, state: A, frame: Stow) -> Options:
        board = state.fighter(frame.seat)
        every = stowings(
            board, frame.cubes, frame.discs, must_take=frame.must_take, may_leave=frame.may_leave
        )
        return Complete(tuple(StowThings(one.backpack, one.thrown, one.left) for one in every))

    @cites("backpack.areas-tracked", "combat.win.tooth-room")
    def answered(self, state: A, frame: Stow, answer: Answer) -> Outcome[A]:
        assert isinstance(answer, StowThings), "check lets nothing else through"
        board = msgspec.structs.replace(state.fighter(frame.seat), backpack=answer.backpack)
        state = close_top(state).with_fighter(frame.seat, board)
        taken = frame.cubes - answer.left
        events = []
        if answer.thrown:
            events.append(
                event(
                    "thrown",
                    "backpack.discard.resources",
                    seat=int(frame.seat),
                    cubes=str(answer.thrown),
                )
            )
        if taken:
            events.append(event("cubes-stowed", "backpack.unit", seat=int(frame.seat), cubes=str(taken)))
        events += [
            event("disc-stowed", "backpack.unit", seat=int(frame.seat), disc=disc) for disc in frame.discs
        ]
        if answer.left:
            seat, cubes = int(frame.seat), str(answer.left)
            if frame.may_leave:
                events.append(event("left-over", "gather.token.partial", seat=seat, cubes=cubes))
            else:
                events.append(event("forfeited", "combat.win.tooth-room", seat=seat, cubes=cubes))
        return state, tuple(events)
