"""The end of a round among rivals in whose game dragons walk."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import RoundEnd
from fujikoro_nb.engine.fujikoro.board.state import next_seat
from fujikoro_nb.engine.fujikoro.rules.group.statuses import loosened, turn_tokens
from fujikoro_nb.engine.kernel import Event, FrameRules, Outcome, Seat, cites, event, push, replace_top

_STEPS = (turn_tokens, loosened)


@cites("scenario.2.competitive.dragons-move-each-round")
def with_round_end(state: GameState, seat: Seat) -> GameState:
    """The state before this seat's turn: if that is the last one of its round, the dragons come after it.

    At some tables they come after every turn.
    """
    is_last = next_seat(state.players, seat) == state.first_of_round
    is_each = state.rulings.reading("scenario.2.competitive.dragons-move-each-round") == "turn"
    return push(state, RoundEnd()) if is_last or is_each else state


class RoundEndRules(FrameRules[GameState]):
    """Asks nothing itself: the status tokens, then the dragons; nothing once the countdown has ended the game."""

    @cites(
        "scenario.2.competitive.dragons-move-each-round",
        "scenario.2.competitive.status-tokens-apply",
        "final.event.end",
    )
    def advance(self, state: GameState, frame: RoundEnd) -> Outcome[GameState] | None:
        if frame.step == len(_STEPS) or state.is_over:
            return None
        stirs: tuple[Event, ...] = ()
        if frame.step == 0 and dens(state):
            stirs = (event("dragons-stir", "scenario.2.competitive.dragons-move-each-round"),)
        state = replace_top(state, msgspec.structs.replace(frame, step=frame.step + 1))
        state, events = _STEPS[frame.step](state)
        return state, (*stirs, *events)
