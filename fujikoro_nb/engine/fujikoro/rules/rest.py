"""A rest: craft? then claim or stop, again and again, then the magic check at the end of the action."""

from __future__ import annotations

from typing import Generic, TypeVar

from fujikoro_nb.engine.fujikoro.asked.rest import Claim, Craft, CraftingState, EndOfAction, Rest
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.rules.craft import CraftRules
from fujikoro_nb.engine.fujikoro.rules.fights.magic import EndOfActionRules
from fujikoro_nb.engine.fujikoro.rules.gearcard import ClaimRules
from fujikoro_nb.engine.kernel import FrameRules, Game, Outcome, Seat, event, push

T = TypeVar("T", bound=TableState)


class RestRules(FrameRules[T], Generic[T]):
    """Asks nothing itself; when it closes, the action is over."""

    def closed(self, state: T, frame: Rest) -> Outcome[T]:
        return push(state, EndOfAction(frame.seat)), (
            event("action-over", "magic.gain", seat=int(frame.seat)),
        )


REST_GAME: Game[CraftingState] = Game(
    {Rest: RestRules(), Craft: CraftRules(), Claim: ClaimRules(), EndOfAction: EndOfActionRules()},
    unasked="craft.when",
)
"""Rest-and-craft as a game of its own: the first sub-game on the kernel."""


def rest(state: T, seat: Seat) -> T:
    """The state with a rest of this seat about to begin; its first question is whether to craft."""
    return push(state, Rest(seat), Claim(seat), Craft(seat))
