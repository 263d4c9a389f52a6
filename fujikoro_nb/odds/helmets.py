"""What can become of a helmet in a fight, lumped like the weapons: states that absorb alike are one class.

Cells matter only where a pattern does; a helmet without magic and without a fitting owned blueprint is a heap of
cubes. Payments are irredundant sets (combat.helmet.choice); what is left is judged for its magic at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import fits_any, loss_rule
from fujikoro_nb.engine.fujikoro.gear.payment import payments
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.odds.fight import Worth
from fujikoro_nb.odds.numbers import Number
from fujikoro_nb.odds.weapon_states import Losses, choices_of

Option = tuple[int, Losses]
"""A class to go on from and what is lost for good on the way."""


class HelmetState(msgspec.Struct, frozen=True):
    """The cells still occupied, and whether there is magic."""

    cells: Mask
    has_magic: bool = False


class HelmetClass(msgspec.Struct, frozen=True):
    """What hits do to helmets of one class."""

    absorbs: int
    """More hits than this knock out."""
    losses: Losses
    """What a knockout takes for good."""
    answers: tuple[tuple[Option, ...], ...]
    """``answers[hits - 1]``: where the owner may end up after 1, 2, ... hits that the helmet can cover."""


def in_order(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Which of equally good payments is made: the first, as with `Arms.in_order`.

    The losses tell heaps apart; the numbers of other helmets do not depend on who solves the fight.
    """
    return tuple(sorted(options, key=lambda option: option[::-1])) if len(options) > 1 else options


class Armour:
    """All that can become of one helmet; class 0 onwards in an order in which each leads only to earlier ones."""

    def __init__(
        self,
        gear: Gear,
        *,
        most_hits: int,
        patterns: tuple[Layout, ...] = (),
        is_owned: bool = True,
        can_be_magical: bool = True,
        rulings: Rulings = ADOPTED,
        worth: Worth | None = None,
        can_prune: bool = False,
    ) -> None:
        """``most_hits``: no single attack has more; helmets that differ only beyond that are alike.

        ``can_prune``: surviving is never worse than being knocked out, so a heap of cubes is never worse than one
        whose cubes can be matched with other ones of at least the same value and worth: whatever that one pays,
        the better heap can pay with the matching cubes, and keeps more. Not so where cells matter.
        """
        self.layout, self.rulings, self.most_hits = gear.helmet, rulings, most_hits
        self._patterns = patterns
        self._is_owned = is_owned and bool(patterns)
        self._can_return = self._is_owned and can_be_magical
        self.values = tuple(absorption_of(letter, rulings=rulings) for letter in "WMTG")
        self.start = HelmetState(gear.helmet.occupied, gear.helmet_magic)
        self.classes: list[HelmetClass] = []
        self._class_of: dict[HelmetState, int] = {}
        self._by_content: dict[HelmetClass, int] = {}
        self._fits: dict[Mask, bool] = {}
        self.planes = (gear.helmet.wood, gear.helmet.metal, gear.helmet.tooth)
        does_fit = self._can_return and self._does_fit(self.start.cells)
        self.are_cells_alike = not gear.helmet_magic and not does_fit
        weights = [worth.wood, worth.metal, worth.tooth] if worth else []
        is_ordered = sorted(weights) == weights and list(self.values[:3]) == sorted(self.values[:3])
        self.can_prune = can_prune and self.are_cells_alike and is_ordered
        self._heap_of: list[tuple[int, int, int]] = []

    def known(self, state: HelmetState) -> int:
        """The class of a state met before. Raises KeyError."""
        return self._class_of[state if not self.are_cells_alike else self._first_cells(state)]

    def undominated(self, options: tuple[tuple[int, Number], ...]) -> tuple[tuple[int, Number], ...]:
        """The options without those that another one is at least as good as in everything."""
        if not self.can_prune or len(options) == 1:
            return options
        kept: list[tuple[int, Number]] = []
        for option in options:
            others = (other for other in options if other != option)
            if not any(self._is_at_least(other, option) for other in others):
                kept.append(option)
        return tuple(kept)

    def _is_at_least(self, one: tuple[int, Number], other: tuple[int, Number]) -> bool:
        """Whether every cube of the other heap has its match; classes are all different heaps here."""
        (wood, metal, tooth), (w, m, t) = self._heap_of[one[0]], self._heap_of[other[0]]
        is_more = tooth >= t and tooth + metal >= t + m and tooth + metal + wood >= t + m + w
        return is_more and one[1] <= other[1]

    def class_of(self, state: HelmetState) -> int:
        """The class of a state."""
        found = self._class_of.get(state)
        if found is None:
            found = self._class_of[state] = self._new_class(state)
        return found

    def absorbs(self, state: HelmetState) -> int:
        """Hits that this helmet can cover."""
        counts = (*self._counts(state.cells), int(state.has_magic))
        return sum(count * value for count, value in zip(counts, self.values, strict=True))

    def kept(self, state: HelmetState) -> Losses:
        """The cubes that are left, and the magic that is left or comes back after the fight."""
        wood, metal, tooth = self._counts(state.cells)
        does_return = self._can_return and bool(state.cells) and self._does_fit(state.cells)
        return wood, metal, tooth, int(state.has_magic or does_return)

    def after_hits(self, state: HelmetState, hits: int) -> Iterator[tuple[Mask, bool, HelmetState]]:
        """Every payment: cells paid, whether the magic cube is paid, and what is left. Nothing for a knockout."""
        if hits > self.absorbs(state):
            return
        for payment in payments(
            Cubes(*self._counts(state.cells)), has_magic=state.has_magic, damage=hits, rulings=self.rulings
        ):
            counts = (payment.cubes.wood, payment.cubes.metal, payment.cubes.tooth)
            for cells in self._cells_of(state, counts):
                yield cells, payment.has_magic, self._left(state, cells, payment.has_magic)

    def every_payment(self, state: HelmetState, hits: int) -> Iterator[tuple[Mask, bool, HelmetState]]:
        """`after_hits` with every set of cells, also where cells are alike."""
        if hits > self.absorbs(state):
            return
        for payment in payments(
            Cubes(*self._counts(state.cells)), has_magic=state.has_magic, damage=hits, rulings=self.rulings
        ):
            counts = (payment.cubes.wood, payment.cubes.metal, payment.cubes.tooth)
            for cells in choices_of(state.cells, self.planes, counts):
                yield cells, payment.has_magic, self._left(state, cells, payment.has_magic)

    def _new_class(self, state: HelmetState) -> int:
        absorbs = self.absorbs(state)
        kept = self.kept(state)
        answers = []
        for hits in range(1, min(absorbs, self.most_hits) + 1):
            options = set()
            for _, _, left in self.after_hits(state, hits):
                w, m, t, g = self.kept(left)
                losses = (kept[0] - w, kept[1] - m, kept[2] - t, kept[3] - g)
                options.add((self.class_of(left), losses))
            answers.append(tuple(sorted(options)))
        content = HelmetClass(min(absorbs, self.most_hits), kept, tuple(answers))
        found = self._by_content.get(content)
        if found is None:
            found = self._by_content[content] = len(self.classes)
            self.classes.append(content)
            self._heap_of.append(self._counts(state.cells))
        return found

    def _left(self, state: HelmetState, cells: Mask, is_magic_paid: bool) -> HelmetState:
        rest = state.cells & ~cells
        if not state.has_magic or is_magic_paid:
            return HelmetState(rest)
        if not cells:
            return state
        if self._is_owned:
            return HelmetState(rest, bool(rest) and self._does_fit(rest))
        rule = loss_rule(
            Gear(helmet=self.layout.only(rest)),
            GearKind.HELMET,
            next(iter(self._patterns), None),
            is_owned=False,
            has_lost_cubes=True,
            rulings=self.rulings,
        )
        return HelmetState(rest, rule is None)

    def _cells_of(self, state: HelmetState, counts: tuple[int, int, int]) -> Iterator[Mask]:
        """Every set of cells with so many cubes of each colour; one of them where cells are alike."""
        if self.are_cells_alike:
            yield self._some_cells(state.cells, counts)
            return
        yield from choices_of(state.cells, self.planes, counts)

    def _some_cells(self, cells: Mask, counts: tuple[int, int, int]) -> Mask:
        """The last cells of each colour, so that what is left are always the first ones."""
        found = 0
        for plane, count in zip(self.planes, counts, strict=True):
            there = list(cells_of(plane & cells))
            for cell in there[len(there) - count :]:
                found |= 1 << cell
        return found

    def _first_cells(self, state: HelmetState) -> HelmetState:
        """The state met with so many cubes of each colour, where cells are alike."""
        start = self.start.cells
        gone = tuple(a - b for a, b in zip(self._counts(start), self._counts(state.cells), strict=True))
        if state.cells & ~start or state.has_magic:
            raise KeyError(state)
        return HelmetState(start & ~self._some_cells(start, (gone[0], gone[1], gone[2])))

    def _counts(self, cells: Mask) -> tuple[int, int, int]:
        wood, metal, tooth = ((plane & cells).bit_count() for plane in self.planes)
        return wood, metal, tooth

    def _does_fit(self, cells: Mask) -> bool:
        found = self._fits.get(cells)
        if found is None:
            gear = Gear(helmet=self.layout.only(cells))
            found = self._fits[cells] = fits_any(gear, GearKind.HELMET, self._patterns, rulings=self.rulings)
        return found
