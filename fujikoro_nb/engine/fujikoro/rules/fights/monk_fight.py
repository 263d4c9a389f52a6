"""A samurai against a monk: the monk attacks first in every round, and whoever beats him takes him along."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import DragonTurn, MonkFight
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.rules.fights.attack import begin_attack
from fujikoro_nb.engine.fujikoro.rules.fights.combat import are_seats, check_fighter
from fujikoro_nb.engine.fujikoro.scenarios import WARRIORS, Warriors
from fujikoro_nb.engine.kernel import FrameRules, Outcome, Seat, cites, event, push, replace_top

A = TypeVar("A", bound=Arena)


@cites(
    "scenario.4.competitive.monk-stats",
    "scenario.4.competitive.monk-heals",
    "scenario.4.competitive.no-joining-monk",
)
def begin_monk_fight(state: A, seat: Seat, monks: Warriors = WARRIORS) -> A:
    """The state with a fight about to begin, the monk in full health. Raises Illegal as for a fight with a dragon."""
    assert are_seats(state, seat), "a seat of this arena"
    check_fighter(state, seat)
    return push(state, MonkFight((seat,), monks.health, monks.dice, seat))


class MonkFightRules(FrameRules[A], Generic[A]):
    """Asks nothing itself: the monk, the samurai, and so on until one of them is beaten or the samurai leaves."""

    @cites("scenario.4.competitive.monk-stats", "scenario.4.competitive.monk-won")
    def advance(self, state: A, frame: MonkFight) -> Outcome[A] | None:
        if frame.is_rewarded or not frame.fighters:
            return None
        seat = frame.samurai
        if frame.is_won:
            state = replace_top(state, msgspec.structs.replace(frame, is_rewarded=True))
            won = event("monk-beaten", "scenario.4.competitive.monk-won", seat=int(seat))
            state, events = state.monk_won(seat)
            return state, (won, *events)
        if frame.turn == _SAMURAI:
            over = event("round", "combat.end", round=frame.round)
            return replace_top(state, msgspec.structs.replace(frame, turn=-1, round=frame.round + 1)), (over,)
        state = replace_top(state, msgspec.structs.replace(frame, turn=frame.turn + 1))
        return begin_attack(state, seat) if frame.turn + 1 == _SAMURAI else (push(state, DragonTurn()), ())

    def closed(self, state: A, frame: MonkFight) -> Outcome[A]:
        return push(state, EndOfAction(frame.samurai)), (event("monk-fight-over", "combat.end"),)


_SAMURAI = 1
"""His turn in a round; the monk's is 0."""
