"""What may lie in closed hands and face down, by all that the table has seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.kernel import Place, Placing
from fujikoro_nb.engine.kernel.worlds import Chance
from fujikoro_nb.engine.makai_fuda.components import MAGIC, SECRET, Card
from fujikoro_nb.engine.makai_fuda.state import Makai, without


class MakaiWorlds:
    """Every state that a view leaves open, equal cards told apart.

    Whoever repeated a monster of the field held none that was not there, nor does any card that came out of that hand
    afterwards. How people choose is no proof, and changes no weight.
    """

    def __init__(self, view: Makai) -> None:
        self._view = view
        kinds = (*view.kinds, MAGIC)
        unseen = _unseen(view)
        self._hands = [seat for seat, hand in enumerate(view.hands) if SECRET in hand]
        self._laid = [seat for seat, card in enumerate(view.laid) if card == SECRET]
        every = range(len(kinds))
        places = [
            Place(
                len(view.hands[seat]),
                frozenset(kind for kind in every if kinds[kind] not in view.lacks[seat]),
            )
            for seat in self._hands
        ]
        places += [
            Place(1, frozenset(kind for kind in every if kinds[kind] not in (*view.laid_lacks[seat], MAGIC)))
            for seat in self._laid
        ]
        if view.stock:
            places.append(Place(len(view.stock), frozenset(every)))
        self._placing = Placing([[card for card in unseen if card.kind == kind] for kind in kinds], places)

    @property
    def total(self) -> int:
        """How many there are."""
        return self._placing.total

    def outcome(self, k: int, /) -> Makai:
        """The state that k leads to. Raises IndexError outside."""
        return self._told(self._placing.outcome(k))

    def _told(self, heaps: Sequence[Sequence[Card]]) -> Makai:
        hands, laid = list(self._view.hands), list(self._view.laid)
        for seat, heap in zip(self._hands, heaps, strict=False):
            hands[seat] = tuple(sorted(heap))
        for seat, heap in zip(self._laid, heaps[len(self._hands) :], strict=False):
            laid[seat] = heap[0]
        stock = tuple(sorted(heaps[-1])) if self._view.stock else ()
        return msgspec.structs.replace(self._view, hands=tuple(hands), laid=tuple(laid), stock=stock)

    def drawn(self, chance: Chance) -> Makai:
        """A state of chance, each of the ways as likely."""
        return self._told(self._placing.drawn(chance))

    def weight(self, state: Makai) -> int:
        """How many k lead to this state."""
        heaps: list[tuple[Card, ...]] = [state.hands[seat] for seat in self._hands]
        heaps += [(card,) if card is not None else () for card in (state.laid[seat] for seat in self._laid)]
        if self._view.stock:
            heaps.append(state.stock)
        return self._placing.weight(heaps)


def _unseen(view: Makai) -> tuple[Card, ...]:
    """Cards in play that this seat sees nowhere."""
    cards = view.deck.dealt_to(view.players)
    seen = [*view.used, *(played.card for played in view.field)]
    seen += [card for hand in view.hands for card in hand] + [card for card in view.laid if card is not None]
    for card in seen:
        if card != SECRET:
            cards = without(cards, card)
    return cards
