"""The dragons' step: which walks first, whom it heads for, where it goes, and the fight that it begins."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import den_at, with_dragon
from fujikoro_nb.engine.fujikoro.asked.group import (
    TOGETHER,
    FallBack,
    FallBackTo,
    GoFor,
    MoveFirst,
    Prowl,
    StepTo,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId
from fujikoro_nb.engine.fujikoro.rules.fights.joining import begin_defence
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of, next_steps, seen_by_dragons, targets
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
    replace_top,
)


class ProwlRules(FrameRules[GameState]):
    """Asks the group for the order, and for each dragon that has a choice whom it heads for and by which tile."""

    @cites("coop.dragon.order-by-players", "coop.dragon.tie-choice", "coop.dragon.equal-steps-choice")
    def question(self, state: GameState, frame: Prowl) -> Question | None:
        if not frame.dragon:
            is_choice = len(frame.waiting) > 1 and bool(seen_by_dragons(state))
            return _asked(state, frame, "dragon-order", "coop.dragon.order-by-players") if is_choice else None
        if frame.target is None:
            is_choice = len(self._targets(state, frame)) > 1
            return _asked(state, frame, "dragon-target", "coop.dragon.tie-choice") if is_choice else None
        is_choice = len(self._steps(state, frame)) > 1
        return _asked(state, frame, "dragon-step", "coop.dragon.equal-steps-choice") if is_choice else None

    def check(self, state: GameState, frame: Prowl, answer: Answer) -> Refusal | None:
        match answer:
            case MoveFirst(dragon=name) if not frame.dragon:
                return None if name in frame.waiting else refuse("coop.dragon.order-by-players", dragon=name)
            case GoFor(place=to) if frame.dragon and frame.target is None:
                is_near = to in self._targets(state, frame)
                return None if is_near else refuse("coop.dragon.moves-towards-nearest", place=to[:40])
            case StepTo(place=to) if frame.target is not None:
                is_nearer = to in self._steps(state, frame)
                return None if is_nearer else refuse("coop.dragon.blocked-stays", place=to[:40])
            case _:
                return other_question(self.question(state, frame), "dragons-walk")

    def options(self, state: GameState, frame: Prowl) -> Options:
        if not frame.dragon:
            return Complete(tuple(map(MoveFirst, frame.waiting)))
        if frame.target is None:
            return Complete(tuple(map(GoFor, self._targets(state, frame))))
        return Complete(tuple(map(StepTo, self._steps(state, frame))))

    @staticmethod
    def _targets(state: GameState, frame: Prowl) -> tuple[PlaceId, ...]:
        return targets(state, _lair(state, frame.dragon))

    @staticmethod
    def _steps(state: GameState, frame: Prowl) -> tuple[PlaceId, ...]:
        assert frame.target is not None, "chosen before"
        return next_steps(state, _lair(state, frame.dragon), frame.target)

    def answered(self, state: GameState, frame: Prowl, answer: Answer) -> Outcome[GameState]:
        match answer:
            case MoveFirst(dragon=name):
                return replace_top(state, _chosen(frame, name)), ()
            case GoFor(place=to):
                return replace_top(state, msgspec.structs.replace(frame, target=to)), ()
            case _:
                assert isinstance(answer, StepTo), "check lets nothing else through"
                return _walked(state, frame, answer.place)

    def advance(self, state: GameState, frame: Prowl) -> Outcome[GameState] | None:
        """Where nothing is left to choose."""
        if not frame.dragon:
            return (replace_top(state, _chosen(frame, frame.waiting[0])), ()) if frame.waiting else None
        at = lair_of(state, frame.dragon)
        if at is None:  # it was beaten by those to whom another dragon came: nobody is left to walk
            return replace_top(state, Prowl(frame.waiting)), ()
        if frame.target is None:
            near = targets(state, at)
            if not near:
                stays = event("dragon-stays", "coop.dragon.nobody-visible", dragon=frame.dragon)
                return replace_top(state, Prowl(frame.waiting)), (stays,)
            return replace_top(state, msgspec.structs.replace(frame, target=near[0])), ()
        if frame.target == at:
            return _attacks(replace_top(state, Prowl(frame.waiting)), at)
        steps = next_steps(state, at, frame.target)
        if not steps:
            stays = event("dragon-stays", "coop.dragon.blocked-stays", dragon=frame.dragon)
            return replace_top(state, Prowl(frame.waiting)), (stays,)
        return _walked(state, frame, steps[0])


@cites("scenario.2.competitive.choice-maker")
def _asked(state: GameState, frame: Prowl, kind: str, rule: str) -> Question:
    """The question for the group, or among rivals for the first player of the game."""
    data = (("dragon", frame.dragon),) if frame.dragon else ()
    if state.party is None:
        return Question(state.first_of_round, kind, "scenario.2.competitive.choice-maker", frame.name, data)
    return Question(state.spokesman, kind, rule, frame.name, (*TOGETHER, *data))


def _chosen(frame: Prowl, name: str) -> Prowl:
    return Prowl(tuple(one for one in frame.waiting if one != name), name)


def _lair(state: GameState, dragon: str) -> PlaceId:
    at = lair_of(state, dragon)
    assert at is not None, "it walks, so it lives"
    return at


@cites("coop.dragon.one-tile-per-round", "coop.dragon.move-triggers-combat")
def _walked(state: GameState, frame: Prowl, to: PlaceId) -> Outcome[GameState]:
    """The dragon on its new tile, with what lay beside it; whoever is there has to fight."""
    at = _lair(state, frame.dragon)
    den = den_at(state, at)
    assert den is not None, "it walks, so it lives"
    state = with_dragon(replace_top(state, Prowl(frame.waiting)), at, None)
    state = with_dragon(state, to, den.dragon, den.damage)
    moved = event("dragon-walks", "coop.dragon.one-tile-per-round", dragon=frame.dragon, place=to)
    if to not in seen_by_dragons(state):
        return state, (moved,)
    state, events = _attacks(state, to)
    return state, (moved, *events)


@cites("coop.dragon.same-tile-no-move", "coop.final.lava-push-onto-dragon")
def _attacks(state: GameState, at: PlaceId) -> Outcome[GameState]:
    """A dragon on a samurai's tile begins a fight, whether it came there or lava drove the samurai to it."""
    return begin_defence(state, at)


class FallBackRules(FrameRules[GameState]):
    """Asks the owner for a space beside the tile."""

    @cites("coop.dragon.retreat-when-attacked")
    def question(self, state: GameState, frame: FallBack) -> Question | None:
        """Nothing is asked of one who lies where it was beaten, because there is no space beside."""
        if not state.refuges(frame.seat):
            return None
        return Question(frame.seat, "fall-back", "coop.dragon.retreat-when-attacked", frame.name)

    def check(self, state: GameState, frame: FallBack, answer: Answer) -> Refusal | None:
        if not isinstance(answer, FallBackTo):
            return other_question(self.question(state, frame), "falling-back")
        if answer.space in state.refuges(frame.seat):
            return None
        return refuse("coop.dragon.retreat-when-attacked", space=answer.space[:40])

    def options(self, state: GameState, frame: FallBack) -> Options:
        return Complete(tuple(map(FallBackTo, state.refuges(frame.seat))))

    def answered(self, state: GameState, frame: FallBack, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, FallBackTo), "check lets nothing else through"
        to = answer.space
        back = event("falls-back", "coop.dragon.retreat-when-attacked", seat=int(frame.seat), space=to)
        return close_top(state).moved(frame.seat, to), (back,)
