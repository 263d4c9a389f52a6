"""Evenings that a test puts on a table."""

from __future__ import annotations

import msgspec

from fujikoro_nb.helper.evening.changes import add_points, new_evening, next_turn, tell_space
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.setup.lists import setup_list
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.stored import PART, HelperTable, first_table, write_table
from fujikoro_nb.store import Put

DECIDED = "combat.helmet.absorb"


def evening(names: tuple[str, ...] = ("Aiko", "Bo", "Chiyo")) -> Evening:
    """In the Final Chapter, which the first of them began; two spaces told, one decision."""
    colours = ("red", "blue", "green", "purple", "pink", "black")
    people = [Person(name, colour) for name, colour in zip(names, colours, strict=False)]
    now = add_points(new_evening(people), [0], 15, "dragon").evening
    now = add_points(now, [0, 1], 15, "dragon").evening
    now = tell_space(now, 1, "lava-2").evening
    now = tell_space(now, 2, "rope").evening
    now = next_turn(now).evening
    return decide(now, DECIDED, "tooth-two", who=names[0], when="2026-11-21 20:15", note="as always").evening


def helper(one: Evening | None = None, *, ticked: int = 2) -> HelperTable:
    """What a helper keeps of it, with the first steps of the setup list ticked."""
    table = first_table(one or evening())
    keys = [step.key for step in setup_list(table.setup.mode, table.setup.players).steps]
    return msgspec.structs.replace(
        table, setup=msgspec.structs.replace(table.setup, setup=tuple(keys[:ticked]))
    )


SHEETS = {
    "makai": {"names": ["Ann", "<b>Bo</b>", "Cy"], "done": [["red", [0], []], ["blue", [1, 2], []]]},
    "fuji99": {"names": ["Ann", "Bo"], "turns": [[0, 25, True], [1, 22, False]]},
}


def with_sheets(small: object = SHEETS, table: HelperTable | None = None) -> HelperTable:
    """A table, of the evening above or another one, on whose sheets of the small games somebody has written."""
    return msgspec.structs.replace(table or helper(), small=msgspec.convert(small, SmallSheets))


def put(table: HelperTable | None = None) -> Put:
    """The change that keeps it in a table."""
    return Put(PART, write_table(table or helper()).encode())
