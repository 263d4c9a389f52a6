"""Two samurai on one space: one yes is enough for a duel, and the winner lays the loser on a space beside."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Duel, fight_of
from fujikoro_nb.engine.fujikoro.asked.game import Challenge, Lay, LayDown, LetBe, Meeting
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, meeting_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of, stopped
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
    refuse,
    replace_top,
)


@cites(
    "map.safe-tiles",
    "variant.peaceful",
    "move.samurai.unconscious-ignored",
    "move.samurai.elect",
    "scenario.7.solo.combat-at-temple",
)
def met_on(state: GameState, seat: Seat, at: SpaceId) -> tuple[Seat, ...]:
    """Whom a samurai meets that steps onto a space, in turn order from it: who is awake there and may be fought.

    Where no samurai fights another one that is the guard of a temple, if anybody.
    """
    if not state.allows_duels:
        guard = state.guard_on(at)
        return () if guard is None else (guard,)
    if state.is_safe(at):
        return ()
    return tuple([other for other in state.samurai_on(at, but=seat) if state.is_conscious(other)])


@cites("map.safe-tiles", "variant.peaceful", "move.samurai.unconscious-ignored", "move.duel.reenter")
def no_duel(state: GameState, seat: Seat) -> Refusal:
    """Why a challenge means nothing outside a meeting: the first reason that holds where this samurai is."""
    at = state.samurai[seat].space
    others = state.samurai_on(at, but=seat)
    if not state.allows_duels:
        return refuse("variant.peaceful")
    if others and state.is_safe(at):
        return refuse("map.safe-tiles", space=at)
    if others and not any(map(state.is_conscious, others)):
        return refuse("move.samurai.unconscious-ignored")
    return refuse("move.duel.reenter")


class MeetingRules(FrameRules[GameState]):
    """Asks the mover, then the samurai who was there, until one of them wants to fight."""

    @cites("move.samurai.elect")
    def question(self, state: GameState, frame: Meeting) -> Question | None:
        if not frame.waiting or frame.is_fought or move_of(state).is_over or state.plot.must_fight:
            return None
        if state.is_hostile(frame.stander):
            return None
        other = frame.stander if frame.waiting[0] == frame.mover else frame.mover
        return Question(frame.waiting[0], "meet", "move.samurai.elect", frame.name, (("other", int(other)),))

    def check(self, state: GameState, frame: Meeting, answer: Answer) -> Refusal | None:
        is_said = isinstance(answer, Challenge | LetBe)
        return None if is_said else refuse("move.samurai.elect", "not-asked")

    def options(self, state: GameState, frame: Meeting) -> Options:
        return Complete((Challenge(), LetBe()))

    @cites("move.samurai.continue", "duel.no-joiners")
    def answered(self, state: GameState, frame: Meeting, answer: Answer) -> Outcome[GameState]:
        """move.samurai.continue: after two noes the move below simply goes on."""
        seat = int(frame.waiting[0])
        if isinstance(answer, LetBe):
            rest = msgspec.structs.replace(frame, waiting=frame.waiting[1:])
            return replace_top(state, rest), (event("let-be", "move.samurai.elect", seat=seat),)
        return _fought(state, frame), (event("challenge", "move.samurai.elect", seat=seat),)

    @cites("scenario.1.competitive.forced-combat", "scenario.1.competitive.forced-combat-exceptions")
    def advance(self, state: GameState, frame: Meeting) -> Outcome[GameState] | None:
        """Where samurai have to fight nobody is asked; whom nobody may fight is not met at all."""
        if frame.is_fought or move_of(state).is_over:
            return None
        if state.is_hostile(frame.stander):
            met = event("guard-met", "scenario.7.solo.combat-at-temple", seat=int(frame.mover))
            return _fought(state, frame), (met,)
        if not state.plot.must_fight:
            return None
        met = event("has-to-fight", "scenario.1.competitive.forced-combat", seat=int(frame.mover))
        return _fought(state, frame), (met,)


def _fought(state: GameState, frame: Meeting) -> GameState:
    """The move is over, and the duel begins."""
    state = replace_top(state, msgspec.structs.replace(frame, waiting=(), is_fought=True))
    duel = begin_duel(state, frame.mover, frame.stander).agenda[-1]
    state, windows = state.opened("fight", state.seated(frame.mover, frame.stander))
    return stopped(state, duel, *windows)


class LayRules(FrameRules[GameState]):
    """Asks the winner of a duel; without a space beside, the loser stays where it fell."""

    def question(self, state: GameState, frame: Lay) -> Question | None:
        if _came_from(state, frame) is not None or not resting_places(state, frame):
            return None
        return Question(frame.winner, "lay", "duel.defeat.where", frame.name, (("loser", int(frame.loser)),))

    def check(self, state: GameState, frame: Lay, answer: Answer) -> Refusal | None:
        if not isinstance(answer, LayDown):
            return refuse("duel.defeat.where", "not-asked")
        is_place = answer.space in resting_places(state, frame)
        return None if is_place else refuse("duel.defeat.where", space=answer.space[:40])

    def options(self, state: GameState, frame: Lay) -> Options:
        return Complete(tuple(map(LayDown, resting_places(state, frame))))

    def answered(self, state: GameState, frame: Lay, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, LayDown), "check lets nothing else through"
        return self._laid(state, frame, answer.space)

    @cites("duel.no-displacement-of-winner")
    def advance(self, state: GameState, frame: Lay) -> Outcome[GameState] | None:
        to = _came_from(state, frame)
        return None if to is None else self._laid(state, frame, to)

    @staticmethod
    def _laid(state: GameState, frame: Lay, to: SpaceId) -> Outcome[GameState]:
        laid = event("laid", "duel.defeat.where", seat=int(frame.loser), space=to)
        return close_top(state).moved(frame.loser, to), (laid,)


def _came_from(state: GameState, frame: Lay) -> SpaceId | None:
    """At tables that play the dragon's wording for duels: a beaten mover goes back where it came from."""
    fight = fight_of(state)
    is_mover = isinstance(fight, Duel) and fight.mover == frame.loser
    if state.rulings.reading("duel.defeat.where") == "winner-chooses" or not is_mover:
        return None
    return meeting_of(state).back


@cites("duel.defeat.where")
def resting_places(state: GameState, frame: Lay) -> tuple[SpaceId, ...]:
    """Beside the contested space: revealed, firm, with room, not on a live dragon's tile nor where a monk fights."""
    return tuple(
        to
        for to in neighbours(state.samurai[frame.winner].space)
        if state.is_revealed(space(to).place)
        and not state.is_lava(to)
        and state.dragon_on(to) is None
        and not state.has_monk_on(to)
        and state.has_room(to, for_seat=frame.loser)
    )
