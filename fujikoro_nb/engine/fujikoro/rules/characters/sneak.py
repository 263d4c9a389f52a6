"""Past a samurai without a fight, and perhaps with one of its scrolls (char.daisuke.steal-scroll)."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import Pilfer
from fujikoro_nb.engine.fujikoro.asked.fight import Steal, StealNothing, StealScroll
from fujikoro_nb.engine.fujikoro.asked.game import Move
from fujikoro_nb.engine.fujikoro.asked.group import Agree, Decline
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.fights.duel import check_scroll, scroll_moved, scroll_thefts
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
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
    push,
    refuse,
    replace_top,
)


@cites("char.daisuke.steal-scroll", "char.daisuke.steal-limits")
def with_pilfering(state: GameState, seat: Seat, passed: tuple[SpaceId, ...]) -> GameState:
    """The state that asks for a scroll of everybody on these spaces who has one, each once in a move.

    char.daisuke.steal-limits: nobody on a safe tile, nobody who lies there, and only with room and a slot.
    """
    move = move_of(state)
    before = () if move.robbed is UNSET else move.robbed
    victims = tuple(
        other
        for at in dict.fromkeys(passed)
        if not state.is_safe(at)
        for other in state.samurai_on(at, but=seat)
        if other not in before and state.is_conscious(other) and thefts(state, seat, other)
    )
    if not victims:
        return state
    asked = msgspec.structs.replace(move, robbed=(*before, *victims))
    agenda = tuple(asked if isinstance(frame, Move) and frame is move else frame for frame in state.agenda)
    state = msgspec.structs.replace(state, agenda=agenda)
    return push(state, *(Pilfer(seat, victim) for victim in reversed(victims)))


@cites("char.daisuke.steal-limits")
def thefts(state: GameState, seat: Seat, victim: Seat) -> tuple[StealScroll, ...]:
    """Every scroll of another one for which there is room and a slot, and what it may replace."""
    theft = Steal(seat, victim)
    every = scroll_thefts(state, theft)
    return tuple(one for one in every if check_scroll(state, theft, one) is None)


class PilferRules(FrameRules[GameState]):
    """Asks whether and which scroll; in a group then its owner."""

    @cites("char.daisuke.steal-in-coop")
    def question(self, state: GameState, frame: Pilfer) -> Question | None:
        if frame.wish is not UNSET:
            data = (("other", int(frame.seat)), ("scroll", frame.wish.scroll))
            return Question(frame.victim, "give-scroll", "char.daisuke.steal-in-coop", frame.name, data)
        if not thefts(state, frame.seat, frame.victim):
            return None  # the one that was passed before it took the last slot
        return Question(
            frame.seat, "pilfer", "char.daisuke.steal-scroll", frame.name, (("other", int(frame.victim)),)
        )

    def check(self, state: GameState, frame: Pilfer, answer: Answer) -> Refusal | None:
        match answer:
            case StealNothing() if frame.wish is UNSET:
                return None
            case StealScroll() if frame.wish is UNSET:
                return check_scroll(state, Steal(frame.seat, frame.victim), answer)
            case Agree(replaces=names) if frame.wish is not UNSET:
                return refuse("char.daisuke.steal-in-coop", "gives") if names else None
            case Decline() if frame.wish is not UNSET:
                return None
            case _:
                return other_question(self.question(state, frame))

    def options(self, state: GameState, frame: Pilfer) -> Options:
        if frame.wish is not UNSET:
            return Complete((Agree(), Decline()))
        return Complete((StealNothing(), *thefts(state, frame.seat, frame.victim)))

    def answered(self, state: GameState, frame: Pilfer, answer: Answer) -> Outcome[GameState]:
        seat, victim = int(frame.seat), int(frame.victim)
        match answer:
            case StealScroll() if state.is_group:
                return replace_top(state, msgspec.structs.replace(frame, wish=answer)), ()
            case StealScroll():
                return _taken(close_top(state), frame, answer)
            case Agree() if frame.wish is not UNSET:
                return _taken(close_top(state), frame, frame.wish)
            case Decline():
                declined = event("pilfer-declined", "char.daisuke.steal-in-coop", seat=victim)
                return close_top(state), (declined,)
            case _:
                return close_top(state), (event("nothing-pilfered", "char.daisuke.steal-scroll", seat=seat),)


@cites("char.daisuke.steal-scroll")
def _taken(state: GameState, frame: Pilfer, answer: StealScroll) -> Outcome[GameState]:
    """Card and disc change hands, for the points of a scroll; whom it was taken from keeps its own."""
    state, events = scroll_moved(state, Steal(frame.seat, frame.victim), answer)
    passed = event("pilfered", "char.daisuke.steal-scroll", seat=int(frame.seat))
    return state, (passed, *events)
