"""The end of a round among rivals in whose game dragons or monks walk."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import RoundEnd
from fujikoro_nb.engine.fujikoro.board.state import next_seat
from fujikoro_nb.engine.fujikoro.rules.group.statuses import loosened, turn_tokens
from fujikoro_nb.engine.fujikoro.rules.scenes.wander import monks_walk
from fujikoro_nb.engine.fujikoro.scenarios import Plot
from fujikoro_nb.engine.kernel import Event, FrameRules, Outcome, Seat, cites, event, push, replace_top

_DRAGONS, _MONKS = (turn_tokens, loosened), (monks_walk,)


def _steps(plot: Plot) -> tuple[Callable[[GameState], Outcome[GameState]], ...]:
    return (*(_DRAGONS if plot.dragons_march else ()), *(_MONKS if plot.warriors is not None else ()))


@cites("scenario.2.competitive.dragons-move-each-round", "scenario.4.competitive.monk-move")
def with_round_end(state: GameState, seat: Seat) -> GameState:
    """The state before this seat's turn: if that is the last one of its round, dragons or monks come after it.

    At some tables they come after every turn.
    """
    is_last = next_seat(state.players, seat) == state.first_of_round
    dragons, monks = "scenario.2.competitive.dragons-move-each-round", "scenario.4.competitive.monk-move"
    is_each = state.rulings.reading(dragons if state.plot.dragons_march else monks) == "turn"
    return push(state, RoundEnd()) if is_last or is_each else state


class RoundEndRules(FrameRules[GameState]):
    """Asks nothing itself: the status tokens, then the dragons, or the monks; nothing once the countdown is over."""

    @cites(
        "scenario.2.competitive.dragons-move-each-round",
        "scenario.2.competitive.status-tokens-apply",
        "final.event.end",
    )
    def advance(self, state: GameState, frame: RoundEnd) -> Outcome[GameState] | None:
        steps = _steps(state.plot)
        if frame.step == len(steps) or state.is_over:
            return None
        stirs: tuple[Event, ...] = ()
        if frame.step == 0 and state.plot.dragons_march and dens(state):
            stirs = (event("dragons-stir", "scenario.2.competitive.dragons-move-each-round"),)
        state = replace_top(state, msgspec.structs.replace(frame, step=frame.step + 1))
        state, events = steps[frame.step](state)
        return state, (*stirs, *events)
