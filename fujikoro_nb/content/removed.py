"""What was taken out of an owner's pack or replaced in it, by name, and how it comes back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fujikoro_nb.content.kept_days import WHOLE_DAY, Gone, marked
from fujikoro_nb.content.pack import component_of
from fujikoro_nb.content.pieces import SECTION_OF, free_id
from fujikoro_nb.content.records import (
    RECORD_TYPES,
    AreaRecord,
    CountdownRecord,
    DieRecord,
    NumbersRecord,
    PackRecords,
    PalaceRecord,
    Record,
    key_of,
    rows_of,
)
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of
from fujikoro_nb.texts import say

Sections = dict[str, list[dict[str, Any]]]
Version = tuple[PackRecords, float, float]
"""A version of before, the earliest moment at which what it holds can have gone, and for how long it was there."""


class Removed(msgspec.Struct, frozen=True):
    """A record that the pack held and does not hold now."""

    mark: str
    """Twelve letters and digits that are this record's alone: what was taken out may share its name."""
    section: str
    record: Record
    went: float
    """When, in seconds since 1970; known to the day alone where only a version of that day has it."""
    lived: float
    """For how many seconds it had been there."""
    is_changed: bool
    """Whether another of this id stands in its place."""

    @property
    def key(self) -> str:
        """Its id, or the sort of which the box has only one."""
        return key_of(self.record)

    @property
    def name(self) -> str:
        """What its owner called it, else its id."""
        return getattr(self.record, "name", "") or self.key

    def key_in(self, after: PackRecords, *, before: PackRecords) -> str:
        """The id under which it came back with the change from ``before`` to ``after``."""
        known, alike = marked(before), _bare(self.section, self.record)
        new = [record for mark, (_, record) in marked(after).items() if mark not in known]
        return next((key_of(record) for record in new if _bare(self.section, record) == alike), self.key)

    @property
    def piece(self) -> Component | None:
        """What is drawn; None for dice and areas, and what else is only counted."""
        return component_of(self.record) if self.section in SECTION_OF.values() else None

    def sort(self, *, language: str = "en") -> str:
        """What it is, in words; its id where it is only counted."""
        if isinstance(self.record, DieRecord):
            return say(f"combat.die-{self.record.material}", language=language)
        if self.piece is None:
            return _of_a_board(self.record, language) or self.key
        kind, sort = sort_of(self.piece)
        what = say(f"piece-editor.what-{kind}", language=language)
        if not sort:
            return what
        sort = say(f"piece-editor.sort-{sort}", language=language)
        return say("piece-offer.name", language=language, what=what, sort=sort)

    @property
    def notation(self) -> str:
        """What it says, as a pack file does, in one line."""
        plain = msgspec.to_builtins(self.record)
        if "pattern" in plain:
            plain["pattern"] = "/".join(rows_of(plain["pattern"]))
        said = (value for key, value in plain.items() if key not in ("id", "name", "provenance"))
        return "; ".join(_line_of(value) for value in said)


def _of_a_board(record: Record, language: str) -> str:
    """What the round through the box calls it; empty for what is not typed there."""
    match record:
        case AreaRecord(kind=kind):
            key = f"field-area-{kind}"
        case PalaceRecord(palace="big", category=category):
            key = f"field-palace-{category}"
        case CountdownRecord():
            key = "field-countdown"
        case NumbersRecord(of=name):
            colour = name.rpartition("-")[2]
            if name.startswith("makai-poison-"):
                colour = say(f"chosen.colour-{colour}", language=language)
                return say("know-box.field-poison", language=language, colour=colour)
            if name.startswith("coop-teeth-"):
                said = say("know-box.teeth", language=language)
                return f"{said}: {say(f'know-box.dragon-{colour}', language=language)}"
            key = f"card-{colour}" if name.startswith("fuji99-") else f"field-{name}"
        case _:
            return ""
    return say(f"know-box.{key}", language=language)


def removed_from(
    present: PackRecords, gone: Iterable[tuple[str, Gone]], versions: Iterable[Version]
) -> tuple[Removed, ...]:
    """What can come back: what was there for a day at least first, the latest on top; then what was there longest.

    So a thousand cards of one evening stand below every card that somebody had. ``gone`` and ``versions`` come with
    the latest first.
    """
    here = marked(present)
    keys = {key_of(record) for _, record in here.values()}
    bare = [_bare(section, record) for section, record in here.values()]
    found: dict[str, Removed] = {}
    for mark, section, record, went, lived in (*_of_days(gone), *_of_versions(versions)):
        if mark in found:
            known = found[mark]
            found[mark] = msgspec.structs.replace(known, lived=max(lived, known.lived))
        elif mark not in here and (_bare(section, record) not in bare or section not in _ALONE):
            found[mark] = Removed(mark, section, record, went, lived, key_of(record) in keys)
    return tuple(sorted(found.values(), key=_rank))


_ALONE = ("gear_cards", "blueprints")
"""Of these no two are alike: one that came back under another id is not offered again."""


def _rank(one: Removed) -> tuple[bool, float, str, str]:
    is_short = one.lived < WHOLE_DAY
    return is_short, -one.lived if is_short else -one.went, one.section, one.key


def _bare(section: str, record: Record) -> tuple[str, Record]:
    return section, msgspec.structs.replace(record, id="") if hasattr(record, "id") else record


def _of_days(gone: Iterable[tuple[str, Gone]]) -> Iterator[tuple[str, str, Record, float, float]]:
    for mark, one in gone:
        try:
            record: Record = msgspec.convert(one.record, RECORD_TYPES[one.section])
        except (KeyError, msgspec.ValidationError):
            continue  # somebody wrote into the list; what is whole in it still counts
        yield mark, one.section, record, one.went, one.lived


def _of_versions(versions: Iterable[Version]) -> Iterator[tuple[str, str, Record, float, float]]:
    """What no list has: it went by another program, or before there were lists."""
    for records, went, lived in versions:
        for mark, (section, record) in marked(records).items():
            yield mark, section, record, went, lived


def brought_back(held: Sections, one: Removed) -> str:
    """Put a record back and give the id that it has now.

    It keeps its own if that is free. What the box has once, and a card that was changed but for its pattern, comes in
    the place of what stands there.
    """
    plain = msgspec.to_builtins(one.record)
    kind = RECORD_TYPES[one.section]
    for index, other in enumerate(held[one.section]):
        if key_of(msgspec.convert(other, kind)) == one.key and (
            "id" not in plain or (one.section in _ALONE and other["pattern"] == plain["pattern"])
        ):
            held[one.section][index] = plain
            return one.key
    plain = with_free_id(held, plain)
    held[one.section].append(plain)
    return str(plain.get("id", one.key))


def with_free_id(held: Sections, plain: dict[str, Any]) -> dict[str, Any]:
    """The same record under its own id, or under the next one if another has that."""
    taken = [str(other["id"]) for section in held.values() for other in section if "id" in other]
    return {**plain, "id": free_id(_stem(plain["id"]), taken)} if plain.get("id") in taken else plain


def _stem(name: str) -> str:
    """The middle of an id: ``owner-tile-ii-3`` and ``tile-ii`` are both of ``tile-ii``."""
    found = re.fullmatch(r"(?:owner-)?(.+?)(?:-[0-9]+)?", name)
    return found[1][:30] if found else name


def named(removed: Iterable[Removed], name: str) -> list[Removed]:
    """Those that somebody means by a name, an id or a mark; one alone, if it is not clear by itself."""
    known = tuple(removed)
    by_mark = [one for one in known if one.mark == name]
    return by_mark or [one for one in known if name in (one.name, one.key)]


def _line_of(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(map(_line_of, value.values()))
    if isinstance(value, list | tuple):
        return ", ".join(map(_line_of, value))
    return value if isinstance(value, str) else str(value).lower()
