"""Chapter "move": step by step, because dragons and other samurai interrupt it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Action, Challenge, Halt, Meeting, Move, PayLava, Use, Walk
from fujikoro_nb.engine.fujikoro.asked.group import Hear, Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.components import EffectKind
from fujikoro_nb.engine.fujikoro.rules.characters.leap import (
    burnt_for,
    check_leap,
    leap_steps,
    leaping,
    leaps,
)
from fujikoro_nb.engine.fujikoro.rules.characters.sneak import with_pilfering
from fujikoro_nb.engine.fujikoro.rules.fights.joining import begin_battle
from fujikoro_nb.engine.fujikoro.rules.fights.meeting import met_on, no_duel
from fujikoro_nb.engine.fujikoro.rules.group.trade import begin_trade, check_trade, may_trade, partners
from fujikoro_nb.engine.fujikoro.rules.mains import Main, Mains, is_bonus_enough
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import (
    DRY,
    MOST_LISTED_STEPS,
    answers_of,
    can_walk,
    check_halt,
    check_path,
    crossing,
    steps_of_a_move,
    walks,
    way_back,
)
from fujikoro_nb.engine.fujikoro.rules.powers import check_use, used, uses
from fujikoro_nb.engine.fujikoro.rules.scenes.tokens import paid_by_token
from fujikoro_nb.engine.fujikoro.rules.scenes.trial import begin_trial
from fujikoro_nb.engine.kernel import (
    Answer,
    Event,
    FrameRules,
    Lazy,
    Menu,
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


def check_move(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or why a move action can do nothing: no step, at tables where none is no move."""
    if state.rulings.reading("turn.pass-fallback") == "up-to":
        return None
    begun = begin_move(state, seat)
    move = begun.agenda[-1]
    assert isinstance(move, Move), "just pushed"
    if can_walk(begun, move) or uses(begun, seat, "move"):
        return None
    return refuse("turn.pass-fallback", "act")


@cites("scroll.use", "scroll.lava-walk", "option.scroll.lava-walk")
def begin_move(state: GameState, seat: Seat) -> GameState:
    """The state with a move action of this seat about to begin."""
    samurai = state.samurai[seat]
    steps = steps_of_a_move(state.fighter(seat), state.rulings) + samurai.power(EffectKind.STEPS)
    if state.scene is not UNSET and state.leaves_loot:
        # Tokens alone cross lava (scenario.1.competitive.tokens-cross-lava).
        return push(state, Move(seat, steps, (samurai.space,)))
    return push(state, Move(seat, steps, (samurai.space,), free=samurai.power(EffectKind.LAVA_STEP)))


@cites("move.bonus.one-step", "move.bonus.combat", "gearcard.bonus.sandals")
def begin_bonus_step(state: GameState, seat: Seat) -> GameState:
    """The state with the step of a sandals card about to begin: a move of its own."""
    return push(state, Move(seat, 1, (state.samurai[seat].space,), is_bonus=True))


def bonus_ends(state: GameState, main: Main) -> frozenset[SpaceId]:
    """Where the step of a card that is about to begin may end, so that this main part can be done after it."""
    move = state.agenda[-1]
    assert isinstance(move, Move), "just pushed"
    ends = {move.path[-1], *(walk.path[-1] for walk in walks(state, move))}
    return frozenset(to for to in ends if main.check(state.moved(move.seat, to), move.seat) is None)


class MoveRules(FrameRules[GameState]):
    """Asks for a path or for the end, until the steps are gone or something stops the samurai."""

    def __init__(self, mains: Mains) -> None:
        self._mains = mains

    def question(self, state: GameState, frame: Move) -> Question | None:
        if frame.is_over or frame.steps == 0:
            return None
        return Question(frame.seat, "walk", "move.steps.base", frame.name, (("steps", frame.steps),))

    def check(self, state: GameState, frame: Move, answer: Answer) -> Refusal | None:
        match answer:
            case Halt():
                return check_halt(state, frame) or self._check_bonus(state, frame, frame.path[-1])
            case Walk(path=path):
                return check_path(state, frame, path) or self._check_bonus(state, frame, path[-1])
            case Leap():
                return check_leap(state, frame, answer)
            case Use():
                return check_use(state, frame.seat, "move", answer)
            case Challenge():
                return no_duel(state, frame.seat)
            case Offer() | Hear() if may_trade(state):
                return check_trade(state, frame.seat, answer)
            case _:
                return refuse("move.steps.base", "not-asked")

    @cites("gearcard.bonus.either-both")
    def _check_bonus(self, state: GameState, frame: Move, to: SpaceId) -> Refusal | None:
        """Where the bonus comes only with the action, its step may not lead to where that cannot be done."""
        under = state.agenda[-2]
        if not frame.is_bonus or not isinstance(under, Action) or "main" not in under.parts:
            return None
        if is_bonus_enough(state):
            return None
        ends = bonus_ends(state, self._mains[under.field])
        return refuse("gearcard.bonus.either-both", "no-main", space=to) if ends and to not in ends else None

    def options(self, state: GameState, frame: Move) -> Options:
        may_leap = state.boards[frame.seat].character.may_leap

        def every() -> tuple[Answer, ...]:
            answers = answers_of(state, frame)
            if frame.is_bonus:
                answers = tuple(one for one in answers if self.check(state, frame, one) is None)
            jumps = leaps(state, frame) if may_leap else ()
            return (*answers, *jumps, *uses(state, frame.seat, "move"))

        def is_legal(answer: object) -> bool:
            return isinstance(answer, Answer) and self.check(state, frame, answer) is None

        if state.group is not UNSET and may_trade(state) and partners(state, frame.seat):
            return Menu("walks-without-trade/1", every, is_legal)
        if frame.steps + (leap_steps(state, frame) if may_leap else 0) <= MOST_LISTED_STEPS:
            return Lazy(every, is_legal)
        return Menu("one-way-each/1", every, is_legal)

    def answered(self, state: GameState, frame: Move, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, Use):
            return used(state, frame.seat, "move", answer)
        if isinstance(answer, Leap):
            return _leapt(state, frame, answer)
        if not isinstance(answer, Walk):
            if isinstance(answer, Offer | Hear):
                return begin_trade(state, frame.seat, answer)
            return replace_top(state, msgspec.structs.replace(frame, is_over=True)), ()
        return _walked(state, frame, answer.path)

    @cites("move.lava.pay-after")
    def closed(self, state: GameState, frame: Move) -> Outcome[GameState]:
        """The move is complete: what was not paid before a fight is paid now."""
        over = event("move-over", "move.steps.base", seat=int(frame.seat), steps=len(frame.path) - 1)
        return (push(state, PayLava(frame.seat, frame.lava)) if frame.lava else state), (over,)


@cites("char.daisuke.sneak")
def _walked(state: GameState, frame: Move, path: tuple[SpaceId, ...]) -> Outcome[GameState]:
    """Step after step until something stops the samurai; for one who sneaks only the last one can."""
    sneaks = state.boards[frame.seat].character.sneaks
    events: list[Event] = []
    for number, to in enumerate(path, start=1):
        state, frame, happened = _stepped(state, frame, to, is_passing=sneaks and number < len(path))
        events += happened
        if state.agenda[-1] is not frame:
            break
    return (with_pilfering(state, frame.seat, path[:-1]) if sneaks else state), tuple(events)


@cites("char.mitsuhide.lava-jump", "char.mitsuhide.jump-weapon-damage")
def _leapt(state: GameState, frame: Move, answer: Leap) -> Outcome[GameState]:
    """The wood burns, then the walk goes over that lava for nothing; the weapon is judged before all that follows."""
    state, scorched, burnt = burnt_for(state, frame.seat, answer)
    frame = leaping(frame, state.rulings)
    state, events = _walked(replace_top(state, frame), frame, answer.path)
    over = event("lava-jumped", "char.mitsuhide.lava-jump", seat=int(frame.seat), space=answer.path[0])
    return push(state, scorched), (*burnt, over, *events[1:])


@cites("move.dragon.stop", "move.samurai.elect", "move.samurai.unconscious-ignored", "move.duel.reenter")
def _stepped(
    state: GameState, frame: Move, to: SpaceId, *, is_passing: bool
) -> tuple[GameState, Move, list[Event]]:
    """One step, and what waits there: nothing, a dragon, a monk, or a samurai who is awake and may want to fight.

    move.duel.reenter: only a step onto a space asks, never standing there.
    """
    seat, lava = frame.seat, crossing(state, frame, (to,)) if state.is_lava(to) else DRY
    has_purse = state.scene is not UNSET and state.leaves_loot
    frame = msgspec.structs.replace(
        frame,
        steps=frame.steps - 1,
        path=(*frame.path, to),
        lava=frame.lava + (0 if has_purse else lava.paid),
        free=frame.free - lava.free,
    )
    moved = msgspec.structs.replace(state.samurai[seat], space=to)
    state = msgspec.structs.replace(
        state,
        agenda=(*state.agenda[:-1], frame),
        samurai=(*state.samurai[:seat], moved, *state.samurai[seat + 1 :]),
    )
    if has_purse:
        state = paid_by_token(state, seat, lava.paid)
    if lava.free:
        events = [event("lava-crossed", "scroll.lava-walk", seat=int(seat), space=to)]
    elif lava.paid and has_purse:
        events = [event("token-step", "scenario.1.competitive.tokens-cross-lava", seat=int(seat), space=to)]
    elif lava.paid:
        events = [event("lava-step", "move.lava.cost", seat=int(seat), space=to)]
    else:
        events = [event("step", "move.steps.base", seat=int(seat), space=to)]
    if is_passing:
        return state, frame, events
    if state.dragon_on(to) is not None:
        state, more = begin_battle(state, seat)
        return state, frame, [*events, *more]
    if state.scene is not UNSET and state.has_monk_on(to):
        state, more = begin_trial(state, seat)
        return state, frame, [*events, *more]
    standers = met_on(state, seat, to)
    if standers:
        back = way_back(state, frame.path)
        state = push(state, *(Meeting(seat, other, (seat, other), back) for other in reversed(standers)))
    return state, frame, events
