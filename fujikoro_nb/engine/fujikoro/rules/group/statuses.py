"""Status tokens beside dragons, and those that walk: how a round of a group opens, and one of rivals may end."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.group import Prowl
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Outcome, cites, event, push


@cites("coop.dragon.wake-sequence")
def turn_tokens(state: GameState) -> Outcome[GameState]:
    """First the tokens of who was awake leave the game, then who was asleep is awake."""
    risen = [event("dragon-rises", "coop.dragon.wake-sequence", dragon=name) for name in state.awake]
    woken = [event("dragon-wakes", "coop.dragon.wake-sequence", dragon=name) for name in state.asleep]
    return state.with_statuses((), state.asleep), (*risen, *woken)


@cites("coop.dragon.one-tile-per-round")
def loosened(state: GameState) -> Outcome[GameState]:
    """Every dragon without a token walks, in the same step in which it lost one."""
    still = (*state.asleep, *state.awake)
    free = tuple(den.dragon.id for den in dens(state) if den.dragon.id not in still)
    return (push(state, Prowl(free)) if free else state), ()
