"""What lava costs the sandals: for each space, and how many spaces one payment covers."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import cites

LAVA_DAMAGE = 5
"""move.lava.cost; whoever asks from outside the engine asks `lava_price`."""


@cites("move.lava.cost")
def lava_price(spaces: int = 1) -> int:
    """What so many lava spaces cost the sandals; also one portion of an eruption's damage.

    >>> lava_price(2)
    10
    """
    return spaces * LAVA_DAMAGE


@cites("move.lava.cost", "scroll.lava-walk")
def lava_entered(owed: int, free: int) -> tuple[int, int]:
    """After a step onto lava: the spaces that the sandals have to pay for, and those that a scroll still crosses.

    >>> lava_entered(0, 1), lava_entered(0, 0)
    ((0, 0), (1, 0))
    """
    return (owed, free - 1) if free else (owed + 1, free)


@cites("move.lava.pay-after", "example.takeko-lava")
def lava_portion(spaces: int, rulings: Rulings) -> int:
    """Lava spaces that the next payment covers: all of them, or at some tables each by itself."""
    return spaces if rulings.reading("move.lava.pay-after") == "together" else 1
