"""A samurai and a monk on one space: they fight, and whoever is beaten or retreats is there no more."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Entry, Turn
from fujikoro_nb.engine.fujikoro.asked.group import FallBackTo
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import Aside, Trial
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import begin_monk_fight
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of, stopped
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import way_back
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
)


@cites("scenario.4.competitive.monks-conquered")
def begin_trial(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The samurai has stepped onto a monk's space: its move is over."""
    back = way_back(state, move_of(state).path)
    state = stopped(state, Trial(seat, state.samurai[seat].space, back))
    return state, (event("monk-met", "scenario.4.competitive.monks-conquered", seat=int(seat)),)


@cites("scenario.4.competitive.monks-conquered", "scenario.4.competitive.knockout-place")
def tried_where_it_is(state: GameState, seat: Seat) -> Outcome[GameState]:
    """A samurai that came to a monk by no step of its own fights too, at once: it woke beside him, or lava drove it.

    There is no way back for it: whoever is beaten lies on a space beside, as where a monk came. The same state, and
    nothing told, where no monk is or the samurai lies unconscious.
    """
    at = state.samurai[seat].space
    if not state.has_monk_on(at) or not state.is_conscious(seat):
        return state, ()
    met = event("monk-met", "scenario.4.competitive.monks-conquered", seat=int(seat))
    return push(state, Trial(seat, at)), (met,)


@cites("scenario.4.competitive.dragon-first")
def with_trials(state: GameState, entries: Iterable[Entry]) -> GameState:
    """After a fight with a dragon: who is still on its tile, and on a monk's space, fights him too."""
    met = [
        Trial(one.seat, state.samurai[one.seat].space, one.space)
        for one in entries
        if state.is_conscious(one.seat) and state.has_monk_on(state.samurai[one.seat].space)
    ]
    return push(state, *reversed(met))


class TrialRules(FrameRules[GameState]):
    """Asks nothing itself: fight after fight, until there is no monk or no samurai awake on the space."""

    @cites("scenario.4.competitive.no-joining-monk", "scenario.4.competitive.monk-heals")
    def advance(self, state: GameState, frame: Trial) -> Outcome[GameState] | None:
        is_there = state.is_conscious(frame.seat) and state.samurai[frame.seat].space == frame.at
        warriors = state.plot.warriors
        if warriors is None or not is_there or not state.has_monk_on(frame.at):
            return None
        state = begin_monk_fight(state, frame.seat, warriors)
        begun = event("monk-fights", "scenario.4.competitive.no-joining-monk", seat=int(frame.seat))
        return state.with_window("fight", (frame.seat,)), (begun,)

    @cites("combat.end.continue")
    def closed(self, state: GameState, frame: Trial) -> Outcome[GameState]:
        """The turn goes on for one who is awake; at some tables only for one who won."""
        is_won = state.samurai[frame.seat].space == frame.at and not state.has_monk_on(frame.at)
        if is_won or state.rulings.reading("combat.end.continue") == "conscious":
            return state, ()
        agenda = tuple(
            msgspec.structs.replace(each, is_over=True)
            if isinstance(each, Turn) and each.seat == frame.seat
            else each
            for each in state.agenda
        )
        return msgspec.structs.replace(state, agenda=agenda), ()


class AsideRules(FrameRules[GameState]):
    """Asks the owner for a space beside; where there is none, the samurai stays where it is."""

    @cites("scenario.4.competitive.knockout-place")
    def question(self, state: GameState, frame: Aside) -> Question | None:
        if not state.asides(frame.seat):
            return None
        return Question(frame.seat, "fall-back", "scenario.4.competitive.knockout-place", frame.name)

    def check(self, state: GameState, frame: Aside, answer: Answer) -> Refusal | None:
        if not isinstance(answer, FallBackTo):
            return other_question(self.question(state, frame), "falling-back")
        if answer.space in state.asides(frame.seat):
            return None
        return refuse("scenario.4.competitive.knockout-place", space=answer.space[:40])

    def options(self, state: GameState, frame: Aside) -> Options:
        return Complete(tuple(map(FallBackTo, state.asides(frame.seat))))

    def answered(self, state: GameState, frame: Aside, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, FallBackTo), "check lets nothing else through"
        to = answer.space
        aside = event("goes-aside", "scenario.4.competitive.knockout-place", seat=int(frame.seat), space=to)
        return close_top(state).moved(frame.seat, to), (aside,)
