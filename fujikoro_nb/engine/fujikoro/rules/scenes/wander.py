"""The monks' step: who of them walks first, where each goes, and the fight that he begins.

No booklet says who decides where there is a choice; the first player does, whose token marks the rounds.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import MonkFirst, MonkStep, Trial, Wander
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.scenes.monk_steps import (
    awake_at,
    may_reach,
    monk_steps,
    several,
    target_of,
    why_he_stays,
)
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
    event,
    push,
    refuse,
    replace_top,
)


@cites("scenario.4.competitive.monk-move")
def monks_walk(state: GameState) -> Outcome[GameState]:
    """Every monk on the mountain, as a round is over."""
    monks = state.staged.monks
    return (push(state, Wander(monks)) if monks else state), ()


class WanderRules(FrameRules[GameState]):
    """Asks the first player which monk walks next where one could begin a fight, and where each goes."""

    @cites("scenario.4.competitive.monk-move")
    def question(self, state: GameState, frame: Wander) -> Question | None:
        first = state.first_of_round
        if frame.monk is UNSET:
            if not self._is_order_open(state, frame):
                return None
            return Question(first, "monk-order", "scenario.4.competitive.monk-move", frame.name)
        if len(self._steps(state, frame)) < 2:
            return None
        data = (("space", frame.monk),)
        return Question(first, "monk-step", "scenario.4.competitive.monk-move", frame.name, data)

    @staticmethod
    def _is_order_open(state: GameState, frame: Wander) -> bool:
        steps = _steps_of_a_monk(state)
        return several(frame.waiting) and any(may_reach(state, monk, steps) for monk in frame.waiting)

    @staticmethod
    def _steps(state: GameState, frame: Wander) -> tuple[SpaceId, ...]:
        """Where the monk who is walking may go now."""
        if frame.monk is UNSET or frame.target is UNSET or not frame.left:
            return ()
        target = state.samurai[frame.target]
        return () if target.space == frame.monk else monk_steps(state, frame.monk, target.space)

    def check(self, state: GameState, frame: Wander, answer: Answer) -> Refusal | None:
        match answer:
            case MonkFirst(space=at) if frame.monk is UNSET:
                is_one = at in frame.waiting
                return (
                    None if is_one else refuse("scenario.4.competitive.monk-move", "no-monk", space=at[:40])
                )
            case MonkStep(space=to) if frame.monk is not UNSET:
                is_way = to in self._steps(state, frame)
                return None if is_way else refuse("scenario.4.competitive.monk-move", space=to[:40])
            case _:
                return other_question(self.question(state, frame), "monks-walk")

    def options(self, state: GameState, frame: Wander) -> Options:
        if frame.monk is UNSET:
            return Complete(tuple(map(MonkFirst, dict.fromkeys(frame.waiting))))
        return Complete(tuple(map(MonkStep, self._steps(state, frame))))

    def answered(self, state: GameState, frame: Wander, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, MonkFirst):
            return _begun(state, frame, answer.space)
        assert isinstance(answer, MonkStep), "check lets nothing else through"
        return _walked(state, frame, answer.space)

    def advance(self, state: GameState, frame: Wander) -> Outcome[GameState] | None:
        """Where nothing is left to choose."""
        if frame.monk is UNSET:
            return _begun(state, frame, frame.waiting[0]) if frame.waiting else None
        steps = self._steps(state, frame)
        if steps:
            return _walked(state, frame, steps[0])
        return replace_top(state, Wander(frame.waiting)), ()


def _steps_of_a_monk(state: GameState) -> int:
    warriors = state.plot.warriors
    assert warriors is not None, "monks fight here"
    return warriors.steps


@cites("scenario.4.competitive.monk-tie-stays", "scenario.4.competitive.monk-attack")
def _begun(state: GameState, frame: Wander, monk: SpaceId) -> Outcome[GameState]:
    """A monk whose turn it is: he fights whoever is alone on his space, or heads for somebody, or stays.

    One may have been beaten meanwhile, or taken along, by a samurai that another one came to.
    """
    index = frame.waiting.index(monk)
    rest = (*frame.waiting[:index], *frame.waiting[index + 1 :])
    state = replace_top(state, Wander(rest))
    if not state.has_monk_on(monk):
        return state, ()
    here = awake_at(state).get(monk, ())
    if len(here) == 1 and not state.is_safe(monk):
        return _attacks(state, here[0], monk)
    target = target_of(state, monk)
    if target is None:
        return state, (event("monk-stays", why_he_stays(state, monk), space=monk),)
    walking = Wander(rest, monk, target, _steps_of_a_monk(state))
    return replace_top(state, walking), ()


@cites("scenario.4.competitive.monk-move", "scenario.4.competitive.monk-attack")
def _walked(state: GameState, frame: Wander, to: SpaceId) -> Outcome[GameState]:
    """The monk on his next space; whoever is alone there has to fight, and the walk is over."""
    monk = frame.monk
    assert monk is not UNSET, "he is walking"
    state = state.with_scene(state.staged.without_monk(monk).with_monk(to))
    walked = event("monk-walks", "scenario.4.competitive.monk-move", at=monk, space=to)
    here = awake_at(state).get(to, ())
    if here:
        state, events = _attacks(replace_top(state, Wander(frame.waiting)), here[0], to)
        return state, (walked, *events)
    return replace_top(state, msgspec.structs.replace(frame, monk=to, left=frame.left - 1)), (walked,)


def _attacks(state: GameState, seat: Seat, at: SpaceId) -> Outcome[GameState]:
    attacks = event("monk-attacks", "scenario.4.competitive.monk-attack", seat=int(seat), space=at)
    return push(state, Trial(seat, at)), (attacks,)
