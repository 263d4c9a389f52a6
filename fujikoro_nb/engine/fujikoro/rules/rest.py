"""A rest: craft? then claim or stop, again and again, then the magic check at the end of the action."""

from __future__ import annotations

from typing import Generic, TypeVar

from fujikoro_nb.engine.fujikoro.asked.rest import Claim, Craft, CraftingState, EndOfAction, Rest
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.rules.craft import CraftRules
from fujikoro_nb.engine.fujikoro.rules.fights.magic import EndOfActionRules, with_magic_check
from fujikoro_nb.engine.fujikoro.rules.gearcard import ClaimRules
from fujikoro_nb.engine.kernel import FrameRules, Game, Outcome, Seat, cites, event, push

T = TypeVar("T", bound=TableState)


class RestRules(FrameRules[T], Generic[T]):
    """Asks nothing itself; when it closes, the action is over."""

    @cites("char.yoshihiro.craft-after-each-action")
    def closed(self, state: T, frame: Rest) -> Outcome[T]:
        over = event("action-over", "magic.gain", seat=int(frame.seat))
        is_twice = state.rulings.reading("char.yoshihiro.craft-after-each-action") == "twice"
        if is_twice and state.boards[frame.seat].character.crafts_after_actions:
            return craft_besides(push(state, EndOfAction(frame.seat)), frame.seat), (over,)
        return with_magic_check(state, frame.seat), (over,)


REST_GAME: Game[CraftingState] = Game(
    {Rest: RestRules(), Craft: CraftRules(), Claim: ClaimRules(), EndOfAction: EndOfActionRules()},
    unasked="craft.when",
)
"""Rest-and-craft as a game of its own: the first sub-game on the kernel."""


def rest(state: T, seat: Seat) -> T:
    """The state with a rest of this seat about to begin; its first question is whether to craft."""
    return push(state, Rest(seat), Claim(seat), Craft(seat))


@cites("char.yoshihiro.craft-after-each-action")
def craft_besides(state: T, seat: Seat) -> T:
    """The state with a craft of this seat about to begin that is no rest: no card is claimed before something is."""
    return push(state, Craft(seat))
