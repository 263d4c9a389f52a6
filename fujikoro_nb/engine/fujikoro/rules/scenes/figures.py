"""Dragons that somebody has collected, and what they count at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS, Dragon
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import Figures
from fujikoro_nb.engine.kernel import Event, Outcome, Seat, cites, event

_Counts = tuple[int, ...]
"""How many there are of each colour, in the order of `DRAGON_COLOURS`."""


class Collected(NamedTuple):
    """What a collection counts, and the sets that are in it."""

    values: int
    alike: int = 0
    """Sets of one colour."""
    unlike: int = 0
    """Sets of different colours."""

    def sets(self, figures: Figures) -> int:
        """Points for the sets alone."""
        return self.alike * figures.alike + self.unlike * figures.unlike

    def points(self, figures: Figures) -> int:
        """Points for all of it."""
        return self.values + self.sets(figures)


@cites("scenario.2.competitive.dragon-values")
def collected(dragons: Iterable[Dragon], figures: Figures, rulings: Rulings) -> Collected:
    """What these dragons count together."""
    colours = [one.colour for one in dragons]
    return counted(tuple(map(colours.count, DRAGON_COLOURS)), figures, rulings)


@cache
@cites(
    "scenario.2.competitive.same-color-set",
    "scenario.2.competitive.different-color-set",
    "scenario.2.competitive.sets-disjoint",
)
def counted(counts: _Counts, figures: Figures, rulings: Rulings) -> Collected:
    """The best split of so many of each colour into sets. At some tables each sort of set may take all of them."""
    values = sum(count * value for count, value in zip(counts, figures.values, strict=True))
    mixed = [*_mixed(counts, figures.size)]
    if rulings.reading("scenario.2.competitive.sets-disjoint") == "each-sort":
        alike = sum(count // figures.size for count in counts)
        return Collected(values, alike, max(sets for sets, _ in mixed))
    every = [Collected(values, sum(one // figures.size for one in rest), sets) for sets, rest in mixed]
    return max(every, key=lambda one: one.sets(figures))


def _mixed(counts: _Counts, size: int) -> Iterator[tuple[int, _Counts]]:
    """Every way to make sets of different colours: how many, and what is left of each colour.

    So many dragons make ``sets`` of them if each set has ``size`` of them and none of a colour more than once.
    """
    for taken in product(*(range(count + 1) for count in counts)):
        sets, over = divmod(sum(taken), size)
        if not over and max(taken) <= sets:
            yield sets, tuple(count - used for count, used in zip(counts, taken, strict=True))


def with_collections(state: GameState) -> Outcome[GameState]:
    """The end of a game in which dragons are collected: what they count, and what their sets do."""
    figures, events = state.plot.figures, []
    if figures is None:
        return state, ()
    for index, dragons in enumerate(state.staged.figures):
        found, seat = collected(dragons, figures, state.rulings), Seat(index)
        for told, points in _told(found, figures, index):
            state, more = state.award(seat, points)
            events += [told, *more]
    return state, tuple(events)


def _told(found: Collected, figures: Figures, seat: int) -> Iterator[tuple[Event, int]]:
    """What counts, one after the other, with its points."""
    points = found.values
    if points:
        yield event("figures-count", "scenario.2.competitive.dragon-values", seat=seat, points=points), points
    sets, points = found.alike, found.alike * figures.alike
    if sets:
        rule = "scenario.2.competitive.same-color-set"
        yield event("alike-count", rule, seat=seat, n=sets, points=points), points
    sets, points = found.unlike, found.unlike * figures.unlike
    if sets:
        unlike = "scenario.2.competitive.different-color-set"
        yield event("unlike-count", unlike, seat=seat, n=sets, points=points), points
