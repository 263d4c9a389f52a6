"""Out of a fight after a roll, weapon or no weapon (char.daisuke.retreat-any-roll)."""

from __future__ import annotations

from typing import Generic, TypeVar

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import Retreat, Stay, fight_of
from fujikoro_nb.engine.fujikoro.asked.foes import fighting, goes_on_for
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import out_of_fight
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
)

A = TypeVar("A", bound=Arena)


@cites("char.daisuke.retreat-any-roll")
def who_slips(state: Arena, roller: Seat | None) -> tuple[Seat, ...]:
    """Who may leave after a roll; ``roller`` is None for the dragon. At some tables only after an own one."""
    return tuple(
        [
            seat
            for seat in fighting(fight_of(state))
            if state.fighter(seat).character.slips_after(is_own=seat == roller, rulings=state.rulings)
        ]
    )


class SlipRules(FrameRules[A], Generic[A]):
    """Asks while the fight goes on and there is somewhere to go."""

    def question(self, state: A, frame: Slip) -> Question | None:
        if not _is_in_it(state, frame.seat) or not state.can_retreat(frame.seat):
            return None
        return Question(frame.seat, "slip-away", "char.daisuke.retreat-any-roll", frame.name)

    def check(self, state: A, frame: Slip, answer: Answer) -> Refusal | None:
        if isinstance(answer, Stay | Retreat):
            return None
        return not_asked(state, answer, self.question(state, frame))

    def options(self, state: A, frame: Slip) -> Options:
        return Complete((Stay(), Retreat()))

    @cites("char.daisuke.retreat-any-roll")
    def answered(self, state: A, frame: Slip, answer: Answer) -> Outcome[A]:
        seat = int(frame.seat)
        state = close_top(state)
        if not isinstance(answer, Retreat):
            return state, (event("stayed", "char.daisuke.retreat-any-roll", seat=seat),)
        slipped = event("retreated", "char.daisuke.retreat-any-roll", seat=seat)
        state, events = out_of_fight(state, frame.seat)
        return state, (slipped, *events)


def _is_in_it(state: Arena, seat: Seat) -> bool:
    """Whether the fight goes on with this seat in it."""
    return goes_on_for(fight_of(state), seat)
