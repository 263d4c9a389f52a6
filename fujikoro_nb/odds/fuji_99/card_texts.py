"""What the cards of Fuji 99 do in one turn, asked of the engine once for each floor and remembered."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from fujikoro_nb.engine.fuji_99.components import GOAL, Cubes
from fujikoro_nb.engine.fuji_99.effects import EFFECTS, IMMEDIATE, WHEN, lasting_bonus
from fujikoro_nb.engine.fuji_99.floors import advanced
from fujikoro_nb.engine.fuji_99.state import Fuji99, Held
from fujikoro_nb.engine.fuji_99.turn import hand_value
from fujikoro_nb.engine.kernel import Seat

Hand = tuple[tuple[int, int], ...]
"""Cards by their place in the pack, with the cubes on them, sorted."""
Taken = tuple[bool, bool]
TAKEN: Taken = (True, True)


class Used(NamedTuple):
    """After the use of a card: floor, milestones, cubes that came into the bag, and whether it is laid off."""

    floor: int
    taken: Taken
    yellow: int
    red: int
    is_off: bool


class CardTexts:
    """The cards of a table as one seat on turn can use them."""

    def __init__(self, state: Fuji99, seat: Seat) -> None:
        self._state, self.seat = state, seat
        self.cards = state.deck.cards
        self.is_immediate = tuple(WHEN[card.effect] == IMMEDIATE for card in self.cards)
        self._moves: dict[tuple[int, Taken, int], tuple[int, Taken, int]] = {}
        self._uses: dict[tuple[int, int, Taken, int, bool], Used] = {}
        self._most: dict[tuple[int, int], int] = {}
        self.sees_clear = tuple(
            self._floor(card, clear=1) != self._floor(card, clear=0) for card in range(len(self.cards))
        )
        self.sees_red = tuple(self.used(card, 0, TAKEN, 0, True).red > 0 for card in range(len(self.cards)))

    def _floor(self, card: int, clear: int) -> int:
        return self.used(card, 0, TAKEN, clear, False).floor

    def _blank(self, taken: Taken, **changes: Any) -> Fuji99:
        player = msgspec.structs.replace(self._state.players[self.seat], bag=Cubes(), hand=(), taken=taken)
        return msgspec.structs.replace(self._state.with_player(self.seat, player), **changes)

    def moved(self, floor: int, taken: Taken, by: int) -> tuple[int, Taken, int]:
        """The floor after a move, the milestones taken then, and the yellow cubes that came."""
        known = self._moves.get((floor, taken, by))
        if known is None:
            after, _ = advanced(self._blank(taken, movement=floor), self.seat, floor + by)
            player = after.players[self.seat]
            known = self._moves[floor, taken, by] = (after.movement, player.taken, player.bag.yellow)
        return known

    def used(self, card: int, floor: int, taken: Taken, clear: int, has_red: bool) -> Used:
        """What the use of a card does, of which only whether red cubes lie on the sheet is known."""
        key = (card, floor, taken, clear, has_red)
        known = self._uses.get(key)
        if known is None:
            cubes = Cubes(red=int(has_red))
            before = self._blank(taken, movement=floor, drawn=Cubes(clear=clear), sheet=cubes)
            effect = EFFECTS[self.cards[card].effect]
            after, _ = effect.use(before, self.seat, card)
            player = after.players[self.seat]
            is_off = not effect.is_kept or after.discard != before.discard
            known = Used(after.movement, player.taken, player.bag.yellow, player.bag.red, is_off)
            self._uses[key] = known
        return known

    def most(self, card: int, clear: int) -> int:
        """Floors that no use of this card exceeds, with so many transparent cubes drawn at most."""
        known = self._most.get((card, clear))
        if known is None:
            ends = (self.used(card, floor, TAKEN, clear, True).floor - floor for floor in range(GOAL))
            known = self._most[card, clear] = max(ends)
        return known

    def of_hand(self, hand: Hand) -> tuple[int, int]:
        """The value of a hand, and the floors that it adds to a move."""
        player = self._state.players[self.seat]
        held = tuple(Held(card, cubes) for card, cubes in hand)
        state = self._state.with_player(self.seat, msgspec.structs.replace(player, hand=held))
        return hand_value(state, self.seat), lasting_bonus(state, self.seat)
