"""What is typed at each stop: rows of small whole numbers, how the packs hold them, and what they can be.

A field is a row of numbers of one length, whatever it shows. `read` finds it in a pack, `records` makes of it what the
owner's pack keeps; neither knows a page.

- ``die-M``: the hits of six faces, then the number of the broken one (0 for none).
- ``dragon-red-2``: health, initiative, health for two players and for one; 0 where its token shows none.
- ``countdown``: what the eight spaces bring: 1 to 5 lava, 6 the rope, 7 nothing, 8 the end.
- ``palace-weapon``: the single places of a row of the big palace from the highest, filled up with 0.
- ``area-helmet``: columns and rows.
- ``makai-blue``: how many monsters there are of strength 1, 2 and so on; ``makai-poison-blue``: 1 where they carry
  Poison. All other names are those of `content.box.NUMBERS`, and so are their rows.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from fujikoro_nb.content import Pack, house_pack
from fujikoro_nb.content.box import (
    BOX,
    DIE_LIMITS,
    FUJI99_CARDS,
    MAKAI_COLOURS,
    NUMBERS,
    SHARED_POINTS,
)
from fujikoro_nb.content.records import RECORD_TYPES, DragonRecord, NumbersRecord, key_of
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_DICE,
    DRAGON_POINTS,
    LEGENDARY_HEALTH,
    SOLO_HEALTH,
)

__all__ = ["STOPS", "Field", "Stop", "field", "key_in", "place_of", "read", "records", "stop"]

Row = tuple[int, ...]

PALACE_KINDS = ("helmet", "weapon", "sandals", "monk", "tooth")
MOST_PLACES = 5
"""Single places in a row of the big palace for which there is room here."""
STRENGTHS = 9
"""The strongest monster that a booklet names (makai.deck.single-boss)."""
EVENTS = ("lava-1", "lava-2", "lava-3", "lava-4", "lava-5", "rope", "blank", "end")
"""Of the countdown, by their numbers from 1."""
BROKEN = 6
"""Where the row of a die says which face is the broken one."""
_MOST_HEALTH = 60
_ONE_WAY = {1: 4}
"""Highest face to the sum of six faces that leaves no choice (combat.dice.limits): four ones and two blanks."""


class Field(msgspec.Struct, frozen=True):
    """One row. A number with equal bounds is printed, and cannot be changed."""

    name: str
    kind: str
    """``die``, ``dragon``, ``track``, ``steps``, ``deck`` or ``flags``: how it is tapped."""
    low: Row
    high: Row
    is_round: bool = False
    """Whether a step beyond the last number leads to the first one: a tap counts on."""


class Stop(msgspec.Struct, frozen=True):
    """What lies before somebody at once."""

    name: str
    seconds: int
    """About so long."""
    fields: tuple[str, ...]
    is_one_by_one: bool = False
    """Whether each field is kept by itself, with the next one after it."""


STOPS = (
    *(Stop(f"die-{material}", 10, (f"die-{material}",)) for material in "WMTG"),
    Stop(
        "dragons",
        30,
        tuple(
            f"dragon-{colour}-{n}" for colour, count in BOX["dragons"].items() for n in range(1, count + 1)
        ),
        is_one_by_one=True,
    ),
    Stop("countdown", 10, ("countdown",)),
    Stop("boards", 10, (*(f"palace-{kind}" for kind in PALACE_KINDS), "area-helmet", "area-sandals")),
    Stop("coop-board", 10, (*(f"coop-teeth-{colour}" for colour in DRAGON_DICE), "coop-track", "tiles")),
    Stop(
        "makai",
        15,
        (
            *(name for colour in MAKAI_COLOURS for name in (f"makai-{colour}", f"makai-poison-{colour}")),
            "makai-magic",
            "makai-out",
        ),
    ),
    Stop("fuji99", 10, tuple(f"fuji99-{card}" for card in FUJI99_CARDS)),
)


@cache
def stop(name: str) -> Stop:
    """A stop by its name. Raises KeyError."""
    return {one.name: one for one in STOPS}[name]


@cache
def field(name: str) -> Field:
    """A field by its name. Raises KeyError."""
    return {one.name: one for one in map(_field, (name for each in STOPS for name in each.fields))}[name]


def _field(name: str) -> Field:
    kind, _, rest = name.partition("-")
    match kind:
        case "die":
            limits = DIE_LIMITS[rest]
            broken = (int(limits.broken > 0), 6 * int(limits.broken > 0))
            low, high = (0,) * 6, (limits.max_hits,) * 6
            if limits.sum_of_hits == _ONE_WAY.get(limits.max_hits):
                low = high = (1, 1, 1, 1, 0, 0)
            return Field(name, "die", (*low, broken[0]), (*high, broken[1]), is_round=True)
        case "dragon":
            return _dragon(name, rest.partition("-")[0])
        case "countdown":
            return Field(name, "track", (*(1,) * 7, 8), (*(7,) * 7, 8), is_round=True)
        case "palace":
            return Field(
                name, "steps", (SHARED_POINTS[rest] + 1, *(0,) * (MOST_PLACES - 1)), (30,) * MOST_PLACES
            )
        case "area":
            return Field(name, "steps", (1, 1), (10, 5))
    limits_of = NUMBERS[name]
    if name in (f"makai-{colour}" for colour in MAKAI_COLOURS):
        return Field(name, "deck", (0,) * STRENGTHS, (9,) * STRENGTHS, is_round=True)
    if name.startswith("makai-poison-"):
        return Field(name, "flags", (0,) * STRENGTHS, (1,) * STRENGTHS, is_round=True)
    if name == "coop-track":
        return Field(name, "track", (0,) * 8, (5,) * 8, is_round=True)
    lowest = (1, 0, 0, 0) if name.startswith("fuji99-") else (0,) * limits_of.least
    highest = (9, 9, 9, 22) if name.startswith("fuji99-") else (limits_of.highest,) * limits_of.least
    return Field(name, "steps", lowest, highest)


def _dragon(name: str, colour: str) -> Field:
    """combat.health.over-30 and coop.combat.health-solo-icon print some of these numbers."""
    is_legendary = colour == "white"
    solo = SOLO_HEALTH.get(colour, (0,))
    return Field(
        name,
        "dragon",
        (LEGENDARY_HEALTH if is_legendary else 1, 0, int(is_legendary), min(solo)),
        (LEGENDARY_HEALTH if is_legendary else 40, 20, _MOST_HEALTH * int(is_legendary), max(solo)),
    )


# ---- from a pack, and into one


def read(name: str, pack: Pack) -> Row | None:
    """The row as a pack has it; None where it says nothing. An owner's dragon is the n-th of its colour."""
    kind, _, rest = name.partition("-")
    match kind:
        case "die":
            die = pack.die(rest)
            if die is None:
                return None
            broken = [number for number, face in enumerate(die.faces, 1) if face.is_broken]
            return (*(face.hits for face in die.faces), broken[0] if broken else 0)
        case "dragon":
            found = _dragon_in(pack, name)
            return None if found is None else _numbers_of(found)
        case "countdown":
            events = [f"{step.event}-{step.lava}" if step.lava else step.event for step in pack.countdown]
            return tuple(EVENTS.index(event) + 1 for event in events) if len(events) == len(EVENTS) else None
        case "palace":
            rows = (row for row in pack.palaces if (row.palace, row.category) == ("big", rest))
            single = next((tuple(sorted(row.single, reverse=True)) for row in rows), None)
            return None if single is None else _filled(single[:MOST_PLACES], MOST_PLACES)
        case "area":
            area = pack.areas.helmet if rest == "helmet" else pack.areas.sandals
            return None if area is None else (area.columns, area.rows)
    held = pack.numbers(name)
    if held is None or field(name).kind not in ("deck", "flags"):
        return held
    return tuple(held.count(strength) for strength in range(1, STRENGTHS + 1))


def _filled(row: Row, length: int) -> Row:
    return (*row, *(0,) * (length - len(row)))


def _dragon_in(pack: Pack, name: str) -> DragonRecord | None:
    _, colour, number = name.split("-")
    alike = [record for record in pack.records.dragons if record.colour == colour]
    return alike[int(number) - 1] if len(alike) >= int(number) else None


def _numbers_of(record: DragonRecord) -> Row:
    more = (record.health_two_players, record.health_solo)
    return (record.health, record.initiative, *(each if isinstance(each, int) else 0 for each in more))


def ours(name: str) -> Row:
    """The row of the house pack."""
    row = read(name, house_pack())
    assert row is not None, f"the house pack has no {name}"
    return row


def place_of(name: str, owned: Pack) -> str:
    """The field that a new row goes to: of a dragon that nobody typed the first such one of its colour."""
    if not name.startswith("dragon-") or read(name, owned) is not None:
        return name
    alike = (one for one in stop("dragons").fields if one.split("-")[1] == name.split("-")[1])
    return next(one for one in alike if read(one, owned) is None)


def key_in(name: str, owned: Pack) -> tuple[str, ...]:
    """The owner's records that hold a field, by key; none where nothing was typed."""
    if name.startswith("dragon-"):
        found = _dragon_in(owned, name)
        return () if found is None else (key_of(found),)
    if read(name, owned) is None:
        return ()
    held = records(name, read(name, owned) or (), owned)
    return tuple(key_of(msgspec.convert(plain, RECORD_TYPES[section])) for section, plain in held)


def records(name: str, row: Row, owned: Pack) -> tuple[tuple[str, dict[str, Any]], ...]:
    """A row as the owner's pack keeps it: sections and plain records."""
    kind, _, rest = name.partition("-")
    match kind:
        case "die":
            broken = [row[BROKEN]] if row[BROKEN] else []
            return (("dice", {"material": rest, "hits": list(row[:BROKEN]), "broken": broken}),)
        case "dragon":
            return (("dragons", _dragon_record(name, row, owned)),)
        case "countdown":
            return tuple(
                ("countdown", {"step": step, "event": EVENTS[event - 1]}) for step, event in enumerate(row, 1)
            )
        case "palace":
            single = [points for points in row if points]
            return (
                (
                    "palaces",
                    {"palace": "big", "category": rest, "single": single, "shared": SHARED_POINTS[rest]},
                ),
            )
        case "area":
            return (("areas", {"kind": rest, "columns": row[0], "rows": row[1]}),)
    values = list(row)
    if field(name).kind in ("deck", "flags"):
        values = [strength for strength, n in enumerate(row, 1) for _ in range(n)]
    return (("board_numbers", msgspec.to_builtins(NumbersRecord(of=name, values=tuple(values)))),)  # type: ignore[arg-type]


def _dragon_record(name: str, row: Row, owned: Pack) -> dict[str, Any]:
    colour = name.split("-")[1]
    health, initiative, two_players, solo = row
    plain: dict[str, Any] = {
        "colour": colour,
        "health": health,
        "initiative": initiative,
        "dice": DRAGON_DICE[colour],
        "victory_points": DRAGON_POINTS[colour],
    }
    if two_players:
        plain["health_two_players"] = two_players
    if solo:
        plain["health_solo"] = solo
    found = _dragon_in(owned, name)
    return plain if found is None else {"id": found.id, **plain}
