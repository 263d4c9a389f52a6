"""Evenings for tests."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import correct, new_evening, next_turn
from fujikoro_nb.helper.evening.record import Evening, Person

NAMES = ("Aiko", "Bo", "Cleo", "Dan", "Eve", "Finn")
HOUSE_TRACK = ("lava-1", "lava-2", "lava-3", "rope", "lava-4", "lava-5", "blank", "end")


def table(players: int, *, track: tuple[str, ...] = ()) -> Evening:
    """People who play against each other."""
    evening = new_evening([Person(name) for name in NAMES[:players]])
    return msgspec.structs.replace(evening, track=track) if track else evening


def coop(players: int, *, options: tuple[str, ...] = ()) -> Evening:
    """People who play together."""
    people = [Person(name) for name in NAMES[:players]]
    return new_evening(people, mode="coop", options=options)


def scenario(
    number: int, mode: str = "competitive", *, players: int = 3, options: tuple[str, ...] = ()
) -> Evening:
    """People who play a scenario; alone in solo."""
    people = [Person(name) for name in NAMES[: 1 if mode == "solo" else players]]
    evening = new_evening(people, mode=mode, options=options, scenario=number)
    return msgspec.structs.replace(evening, track=HOUSE_TRACK) if evening.has_points else evening


def chapter(*, marker: int, track: tuple[str, ...] = HOUSE_TRACK) -> Evening:
    """Three people; it is the first one's turn, in which the marked one got thirty points."""
    return correct(table(3, track=track), marker, 30).evening


def turns(evening: Evening, number: int) -> list[Evening]:
    """What stands there after each of so many turn ends."""
    seen = []
    for _ in range(number):
        evening = next_turn(evening).evening
        seen.append(evening)
    return seen


def refused(change: Callable[[], object]) -> str:
    """The rule by which a change is refused."""
    with pytest.raises(Illegal) as caught:
        change()
    return caught.value.refusals[0].rule
