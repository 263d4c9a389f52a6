"""The gear in a link: ``weapon=MWWWM:MMM&helmet=WM/.T+G&unlocked=1&character=tomoe``, behind the page's ``#``.

Whoever opens the link has the same gear on the board. Only what differs from an empty board stands in it; ``+`` means
``+`` (this is no form), and what a messenger has percent-encoded on the way is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.parse import unquote

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.quick.facts import TableFacts, parse_facts
from fujikoro_nb.helper.quick.lairs import Lairs, parse_lairs
from fujikoro_nb.helper.table_rulings import TableRulings, parse_rulings
from fujikoro_nb.texts import say

R = TypeVar("R")

AreasOf = Callable[[bool], Areas]
"""The outlines at the real box (True) and with our house pack beside it."""

MAX_LINK = 3500
"""A full board with every blueprint takes a seventh of this, every ruling a table can make a third."""

KINDS = (GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS)
_NAMED = 5
_KEYS = frozenset(
    {"weapon", "helmet", "sandals", "unlocked", "character", "backpack", "backpack-monk", "box"}
    | {f"blueprint-{kind}" for kind in KINDS}
    | {"dragon", "rulings", "table", "dragons"}
)
_DRAGON = re.compile(r"([1-9][0-9]?)/([0-9]|[12][0-9]|30)/[3-6]|monk", re.ASCII)
"""Health, initiative and dice, as far as the steppers of a page go."""


class GearLink(msgspec.Struct, frozen=True):
    """What a link brings."""

    gear: Gear = Gear()
    character: str = "symmetric"
    is_unlocked: bool = False
    backpack: Cubes = Cubes()
    has_backpack_monk: bool = False
    """Whether a monk opens the upper backpack spaces."""
    is_real_box: bool = True
    blueprints: tuple[tuple[str, str, str], ...] = ()
    """(kind, ``owned`` or ``lost``, pattern or empty)."""
    dragon: str = ""
    """HEALTH/INITIATIVE/DICE of the dragon that the odds are about, or ``monk``; empty: none."""
    rulings: TableRulings = TableRulings()
    """What the table decided where booklets differ."""
    facts: TableFacts = TableFacts()
    """What was tapped of the table for the quick questions."""
    lairs: Lairs = Lairs()
    """What was tapped of the map for the dragons' step."""


class BadLink(ValueError):
    """A link that is not ours. ``parts`` are all that make no sense, at most 40 characters of each."""

    def __init__(self, *parts: str) -> None:
        self.parts = tuple(dict.fromkeys(part[:40] for part in parts))
        super().__init__(*self.parts)

    def said(self, *, language: str = "en") -> str:
        """All of them as a sentence names them; of many the first five."""
        first, *others = self.parts[:_NAMED]
        named = say("helper.link-part", language=language, part=first)
        for part in others:
            named = say("helper.link-part-next", language=language, parts=named, part=part)
        more = len(self.parts) - _NAMED
        return say("helper.link-parts-more", language=language, parts=named, n=more) if more > 0 else named


class _Parts:
    """A link taken apart: the values of our keys, and every part that makes no sense by its place in the link."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, str] = {}
        self.ignored: dict[int, str] = {}
        """Parts with another key, such as a messenger hangs on."""
        self.bad: dict[int, str] = {}
        self._places: dict[str, int] = {}
        for place, part in enumerate(text.split("&") if text else ()):
            key, mark, value = part.partition("=")
            if not mark or key in self.values:
                self.bad[place] = part
            elif key in _KEYS:
                self.values[key] = unquote(value)  # bytes that are no text become a sign that nothing accepts
                self._places[key] = place
            else:
                self.ignored[place] = part

    def refuse(self, key: str) -> None:
        """This key's part makes no sense."""
        self.bad[self._places[key]] = f"{key}={self.values[key]}"

    def is_readable(self, key: str) -> bool:
        """Whether this key's part has not been refused; also where there is none."""
        return self._places.get(key) not in self.bad

    def flag(self, key: str, *, default: bool) -> bool:
        """A value of 0 or 1."""
        value = self.values.get(key)
        if value is None:
            return default
        if value not in ("0", "1"):
            self.refuse(key)
        return value == "1"

    def read(self, key: str, *parsers: Callable[[str], R]) -> R | None:
        """What a value says to the first parser that accepts it; None where there is none, or none accepts it."""
        if key not in self.values:
            return None
        for parse in parsers:
            try:
                return parse(self.values[key])
            except (Unreadable, Illegal):
                continue
        self.refuse(key)
        return None


def no_areas(is_real_box: bool) -> Areas:
    """No pack says anything of helmet and sandals areas."""
    return Areas()


def backpack_room(limits: BoardLimits, *, has_monk: bool) -> int:
    """How many cubes the backpack holds: the upper spaces need a monk, or a character who needs none."""
    return limits.backpack_lower + (limits.backpack_upper if has_monk or limits.is_backpack_open else 0)


def parse_link(text: str, *, areas: AreasOf = no_areas) -> GearLink:
    """What the text behind ``#`` says; empty text is an empty board. Raises BadLink.

    Parts with an unknown key are passed over (`ignored_in` names them), unless nothing else is there.
    """
    if len(text) > MAX_LINK:
        raise BadLink(text)
    parts = _Parts(text.removeprefix("#"))
    if parts.ignored and not parts.values:
        parts.bad |= parts.ignored
    is_real_box = parts.flag("box", default=True)
    board = parts.read("character", character) or SYMMETRIC
    # A board or box that cannot be read may be any: a part is at fault only where none of them would take it.
    boards = [board] if parts.is_readable("character") else [board, *CHARACTERS.values()]
    boxes = [is_real_box] if parts.is_readable("box") else [True, False]
    possible = [areas(box).on(one) for box in boxes for one in boards]
    limits = possible[0]
    gears = {
        kind: parts.read(kind, *(partial(parse_gear, kind=kind, limits=one) for one in possible)) or Gear()
        for kind in KINDS
    }
    gear = Gear()
    for kind, one in gears.items():
        gear = gear.with_layout(kind, one.layout(kind))
    gear = msgspec.structs.replace(
        gear,
        weapon_magic=gears[GearKind.WEAPON].weapon_magic,
        helmet_magic=gears[GearKind.HELMET].helmet_magic,
        sandals_magic=gears[GearKind.SANDALS].sandals_magic,
    )
    backpack = parts.read("backpack", Cubes.parse) or Cubes()
    has_monk = parts.flag("backpack-monk", default=False)
    may_have_monk = has_monk or not parts.is_readable("backpack-monk")
    if len(backpack) > max(backpack_room(one, has_monk=may_have_monk) for one in possible):
        parts.refuse("backpack")
    is_unlocked = parts.flag("unlocked", default=False)
    blueprints = tuple(_blueprint(kind, parts) for kind in KINDS if f"blueprint-{kind}" in parts.values)
    dragon = parts.values.get("dragon", "")
    if dragon and _DRAGON.fullmatch(dragon) is None:
        parts.refuse("dragon")
    facts = parts.read("table", parse_facts) or TableFacts()
    lairs = parts.read("dragons", parse_lairs) or Lairs()
    if parts.bad:
        raise BadLink(*(parts.bad[place] for place in sorted(parts.bad)))
    return GearLink(
        gear=gear,
        character=limits.character,
        is_unlocked=is_unlocked,
        backpack=backpack,
        has_backpack_monk=has_monk,
        is_real_box=is_real_box,
        blueprints=blueprints,
        dragon=dragon,
        rulings=parse_rulings(parts.values.get("rulings", ""))[0],
        facts=facts,
        lairs=lairs,
    )


def bad_ruling_in(text: str) -> str:
    """The first ruling of a link that the rulebook does not hold, at most 40 characters; empty: none.

    `parse_link` leaves such a ruling out: the gear beside it is as good as before.
    """
    return parse_rulings(_Parts(text.removeprefix("#")).values.get("rulings", ""))[1][:40]


def ignored_in(text: str) -> tuple[str, ...]:
    """The unknown parts that `parse_link` passes over, at most 40 characters of each."""
    return tuple(part[:40] for part in _Parts(text.removeprefix("#")).ignored.values())


def print_link(link: GearLink, *, areas: AreasOf = no_areas) -> str:
    """The text behind ``#``; empty for an empty board.

    >>> print_link(parse_link("helmet=WM/.T%2BG&unlocked=1"))
    'helmet=WM../.T..+G&unlocked=1'
    """
    limits = areas(link.is_real_box).on(character(link.character))
    parts = [
        (str(kind), print_gear(link.gear, kind, limits))
        for kind in KINDS
        if link.gear.layout(kind) or link.gear.is_magical(kind)
    ]
    if link.is_unlocked:
        parts.append(("unlocked", "1"))
    if not limits.is_symmetric:
        parts.append(("character", link.character))
    if link.backpack:
        parts.append(("backpack", str(link.backpack)))
    if link.has_backpack_monk:
        parts.append(("backpack-monk", "1"))
    parts += [
        (f"blueprint-{kind}", state + (f"@{drawn}" if drawn else ""))
        for kind, state, drawn in link.blueprints
    ]
    if link.dragon:
        parts.append(("dragon", link.dragon))
    if not link.is_real_box:
        parts.append(("box", "0"))
    if text := link.rulings.text():
        parts.append(("rulings", text))
    if link.facts.told:
        parts.append(("table", link.facts.text()))
    if text := link.lairs.text():
        parts.append(("dragons", text))
    return "&".join(f"{key}={value}" for key, value in parts)


def _blueprint(kind: GearKind, parts: _Parts) -> tuple[str, str, str]:
    key = f"blueprint-{kind}"
    state, mark, drawn = parts.values[key].partition("@")
    if state not in ("owned", "lost") or (mark and not _is_pattern(drawn)):
        parts.refuse(key)
    return str(kind), state, drawn


def _is_pattern(text: str) -> bool:
    try:
        parse_pattern(text)
    except (Unreadable, Illegal):
        return False
    return True
