"""Paying damage with helmet or sandals: combat.helmet.choice, combat.helmet.absorb, magic.value.absorb.

Any set of cubes that covers the damage and holds no superfluous cube; no change is given. Gear that cannot cover the
damage goes as a whole.
"""

from __future__ import annotations

from itertools import product

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal, cites, refuse


class Payment(msgspec.Struct, frozen=True):
    """Cubes that leave a helmet or sandals for some damage."""

    cubes: Cubes
    has_magic: bool
    """Whether the magic cube is among them."""
    value: int
    """Points they absorb."""
    wasted: int
    """Points beyond the damage, which are lost."""
    is_covered: bool
    """Whether the damage is covered; if not, everything goes and the rest of the damage strikes."""

    def __len__(self) -> int:
        return len(self.cubes) + self.has_magic


def _values(rulings: Rulings) -> tuple[int, int, int, int]:
    wood, metal, tooth, magic = (absorption_of(letter, rulings=rulings) for letter in "WMTG")
    return wood, metal, tooth, magic


@cites("example.sandals-5-damage")
def payments(
    cubes: Cubes, *, has_magic: bool, damage: int, rulings: Rulings = ADOPTED
) -> tuple[Payment, ...]:
    """Every way to pay: exact ones first, then those that waste least, then those with the fewest cubes.

    Cubes of one material are alike here; which of them go is the owner's choice on the grid. Without damage the one
    payment is nothing. Gear that cannot cover the damage has one payment, everything, not covered.

    >>> [str(payment.cubes) for payment in payments(Cubes.parse("WMM"), has_magic=False, damage=3)]
    ['WM', 'MM']
    """
    values = _values(rulings)
    every = _payment((cubes.wood, cubes.metal, cubes.tooth, int(has_magic)), values, damage)
    if not every.is_covered:
        return (every,)
    choices = product(
        range(cubes.wood + 1), range(cubes.metal + 1), range(cubes.tooth + 1), range(has_magic + 1)
    )
    found = (_payment(counts, values, damage) for counts in choices if _is_tight(counts, values, damage))
    return tuple(sorted(found, key=lambda one: (one.wasted, len(one), one.has_magic, one.cubes)))


def _payment(counts: tuple[int, ...], values: tuple[int, ...], damage: int) -> Payment:
    value = sum(count * each for count, each in zip(counts, values, strict=True))
    return Payment(
        cubes=Cubes(*counts[:3]),
        has_magic=bool(counts[3]),
        value=value,
        wasted=max(0, value - max(0, damage)),
        is_covered=value >= damage,
    )


def _is_tight(counts: tuple[int, ...], values: tuple[int, ...], damage: int) -> bool:
    """Whether these cubes cover the damage and would not without any one of them."""
    value = sum(count * each for count, each in zip(counts, values, strict=True))
    least = min((each for count, each in zip(counts, values, strict=True) if count), default=0)
    return value >= damage and (value == 0 or value - least < damage)


def check_payment(
    cubes: Cubes,
    paid: Cubes,
    *,
    has_magic: bool,
    pays_magic: bool,
    damage: int,
    rulings: Rulings = ADOPTED,
) -> Refusal | None:
    """Nothing if ``paid``, with the magic cube if ``pays_magic``, is a right payment from this gear; or why not."""
    if min(paid.wood, paid.metal, paid.tooth) < 0 or not cubes.covers(paid):
        absent = paid.surplus_over(cubes)
        most = Cubes(
            *(min(count, 1) for count in (absent.wood, absent.metal, absent.tooth))
        )  # outside input: bounded
        return refuse("combat.helmet.absorb", "not-there", cubes=str(most))
    if pays_magic and not has_magic:
        return refuse("magic.value.absorb", "not-there")
    values = _values(rulings)
    counts = (paid.wood, paid.metal, paid.tooth, int(pays_magic))
    payment = _payment(counts, values, damage)
    every = _payment((cubes.wood, cubes.metal, cubes.tooth, int(has_magic)), values, damage)
    if not every.is_covered:
        everything = refuse("combat.helmet.absorb", "everything", points=every.value, damage=damage)
        return None if payment == every else everything
    if not payment.is_covered:
        return refuse("combat.helmet.absorb", "too-little", points=payment.value, damage=damage)
    if not _is_tight(counts, values, damage):
        return refuse("combat.helmet.choice", points=payment.value, damage=damage)
    return None
