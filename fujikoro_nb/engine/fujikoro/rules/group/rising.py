"""Who is knocked out stands up in a temple: while a dragon is on the central tile, or where a scenario wants it."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.asked.game import Revive
from fujikoro_nb.engine.fujikoro.asked.group import StandUp
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import temples_with_room
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
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
    refuse,
)


class StandUpRules(FrameRules[GameState]):
    """Asks the owner for one of the temples."""

    def question(self, state: GameState, frame: StandUp) -> Question:
        return Question(frame.seat, "revive", _rule_of_rising(state), frame.name)

    @cites("scenario.6.coop.revive-when-centre-occupied", "scenario.2.competitive.knockout-temple")
    def check(self, state: GameState, frame: StandUp, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Revive):
            return other_question(self.question(state, frame), "standing-up")
        is_temple = answer.temple in temples_with_room(state, frame.seat)
        return None if is_temple else refuse(_rule_of_rising(state), space=answer.temple[:40])

    def options(self, state: GameState, frame: StandUp) -> Options:
        return Complete(tuple(map(Revive, temples_with_room(state, frame.seat))))

    def answered(self, state: GameState, frame: StandUp, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, Revive), "check lets nothing else through"
        up = event("stands-up", _rule_of_rising(state), seat=int(frame.seat), space=answer.temple)
        return close_top(state).moved(frame.seat, answer.temple), (up,)


def _rule_of_rising(state: GameState) -> str:
    if state.plot.wakes_in_temples:
        return "scenario.2.competitive.knockout-temple"
    return "scenario.6.coop.revive-when-centre-occupied"
