"""What a gear card adds to the action it is tied to (gearcard.bonus.helmet, .weapon, .sandals)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.game import CardSide
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import OwnedCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_bonus_step
from fujikoro_nb.engine.fujikoro.rules.mountain.peek import SIDES
from fujikoro_nb.engine.kernel import Outcome, Seat, cites, push

_WOOD, _METAL = Cubes(wood=1), Cubes(metal=1)


@cites("gearcard.bonus.sandals")
def _step(state: GameState, seat: Seat) -> Outcome[GameState]:
    return begin_bonus_step(state, seat), ()


@cites("gearcard.bonus.helmet")
def _wood(state: GameState, seat: Seat) -> Outcome[GameState]:
    return push(state, Stow(seat, "gearcard.bonus.helmet", _WOOD)), ()


@cites("gearcard.bonus.helmet")
def _metal(state: GameState, seat: Seat) -> Outcome[GameState]:
    return push(state, Stow(seat, "gearcard.bonus.helmet", _METAL)), ()


@cites("gearcard.bonus.weapon")
def _side(state: GameState, seat: Seat) -> Outcome[GameState]:
    return push(state, CardSide(seat)), ()


STEP = "step"
"""The bonus that moves."""
BONUSES: Mapping[str, Callable[[GameState, Seat], Outcome[GameState]]] = {
    STEP: _step,
    "wood": _wood,
    "metal": _metal,
    "vp-or-peek": _side,
    **SIDES,
}
"""By the bonus of an owned card."""


@cites("gearcard.bonus.every-time")
def card_on(state: GameState, seat: Seat, field: str) -> OwnedCard | None:
    """The card tied to this action, if its bonus is one that is carried out here."""
    for card in state.boards[seat].cards:
        if card.slot == field and card.bonus in BONUSES:
            return card
    return None
