"""Tables of before, or from elsewhere, that the rules do not have: what is put right of them when they are read.

What everybody did stays: points, turns, decisions. Only who is called what, plays whom, and what a list names changes,
and only as far as the rules refuse it; who reads such a table says so.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import LONGEST_NAME, Evening, Person
from fujikoro_nb.helper.setup.choices import SCENARIOS
from fujikoro_nb.helper.setup.state import SetupState

People = tuple[Person, ...]


def fit_evening(evening: Evening) -> Evening:
    """With people that the rules seat: setup.board.same-side, char.general.unique and their like."""
    for mend in _MENDS:
        try:
            new_evening(evening.people, mode=evening.mode, scenario=evening.scenario)
        except Illegal:
            evening = msgspec.structs.replace(evening, people=mend(evening.people))
        else:
            break
    return evening


def fit_setup(setup: SetupState, evening: Evening) -> SetupState:
    """A list names a thing once, and one scenario at most: the evening's own, or none where nobody can say which."""
    options = tuple(dict.fromkeys(setup.options))
    named = [one for one in options if one in SCENARIOS]
    if len(named) > 1:
        own = f"scenario-{evening.scenario}"
        options = tuple(one for one in options if one not in named or one == own)
    return msgspec.structs.replace(setup, options=options)


def _other_names(people: People) -> People:
    """Whoever sits later and is called the same has a number."""
    taken: set[str] = set()
    named = []
    for person in people:
        name, count = person.name, 1
        while name.casefold() in taken:
            count += 1
            name = f"{person.name[: LONGEST_NAME - 2].rstrip()} {count}"
        taken.add(name.casefold())
        named.append(msgspec.structs.replace(person, name=name))
    return tuple(named)


def _symmetric_boards(people: People) -> People:
    """Nobody can say who was to play whom."""
    return tuple(msgspec.structs.replace(person, character=SYMMETRIC.character) for person in people)


def _other_colours(people: People) -> People:
    """Whoever sits later has none."""
    taken: set[str] = set()
    coloured = []
    for person in people:
        colour = "" if person.colour in taken else person.colour
        taken.add(person.colour)
        coloured.append(msgspec.structs.replace(person, colour=colour))
    return tuple(coloured)


_MENDS: tuple[Callable[[People], People], ...] = (_other_names, _symmetric_boards, _other_colours)
"""In this order: a character's own colour counts before that of a person, so boards come first."""
