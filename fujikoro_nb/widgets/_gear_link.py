"""The gear in a link: ``weapon=MWWWM:MMM&helmet=WM/.T+G&unlocked=1&character=tomoe``, behind the page's ``#``.

Whoever opens the link has the same gear on the board. Only what differs from an empty board stands in it; ``+`` means
``+`` (this is no form), and what a messenger has percent-encoded on the way is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar
from urllib.parse import unquote

import msgspec

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear, parse_pattern, print_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable

R = TypeVar("R")

AreasOf = Callable[[bool], Areas]
"""The outlines at the real box (True) and with our house pack beside it."""

MAX_LINK = 1500
"""A full board with every blueprint takes a third of this."""

KINDS = (GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS)
_NAMED = 5
_KEYS = frozenset(
    {"weapon", "helmet", "sandals", "unlocked", "character", "backpack", "backpack-monk", "box"}
    | {f"blueprint-{kind}" for kind in KINDS}
    | {"dragon"}
)
_DRAGON = re.compile(r"([1-9][0-9]?)/([0-9]|[12][0-9]|30)/[3-6]", re.ASCII)
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
    """HEALTH/INITIATIVE/DICE of the dragon that the odds are about; empty: none."""


class BadLink(ValueError):
    """A link that is not ours. ``parts`` are all that make no sense, at most 40 characters of each."""

    def __init__(self, *parts: str) -> None:
        self.parts = tuple(dict.fromkeys(part[:40] for part in parts))
        super().__init__(self.part)

    @property
    def part(self) -> str:
        """All of them as a sentence names them; of many the first five."""
        more = ["…"] if len(self.parts) > _NAMED else []
        return "”, “".join([*self.parts[:_NAMED], *more])


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
    values, ignored, bad = _values(text.removeprefix("#"))
    if ignored and not values:
        bad += ignored
    is_real_box = _flag(values, "box", bad, default=True)
    board = _read(character, values, "character", bad) or SYMMETRIC
    limits = areas(is_real_box).on(board)
    gears = {
        kind: _read(partial(parse_gear, kind=kind, limits=limits), values, kind, bad) or Gear()
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
    backpack = _read(Cubes.parse, values, "backpack", bad) or Cubes()
    has_monk = _flag(values, "backpack-monk", bad, default=False)
    if len(backpack) > backpack_room(limits, has_monk=has_monk):
        bad.append(f"backpack={values['backpack']}")
    is_unlocked = _flag(values, "unlocked", bad, default=False)
    blueprints = tuple(_blueprint(kind, values, bad) for kind in KINDS if f"blueprint-{kind}" in values)
    dragon = values.get("dragon", "")
    if dragon and _DRAGON.fullmatch(dragon) is None:
        bad.append(f"dragon={dragon}")
    if bad:
        raise BadLink(*sorted(bad, key=text.find))
    return GearLink(
        gear=gear,
        character=limits.character,
        is_unlocked=is_unlocked,
        backpack=backpack,
        has_backpack_monk=has_monk,
        is_real_box=is_real_box,
        blueprints=blueprints,
        dragon=dragon,
    )


def ignored_in(text: str) -> tuple[str, ...]:
    """The unknown parts that `parse_link` passes over, at most 40 characters of each."""
    return tuple(part[:40] for part in _values(text.removeprefix("#"))[1])


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
    if link.character != "symmetric":
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
    return "&".join(f"{key}={value}" for key, value in parts)


def _values(text: str) -> tuple[dict[str, str], list[str], list[str]]:
    """The values of our keys, the parts with another key, such as a messenger hangs on, and those that are no parts."""
    values: dict[str, str] = {}
    ignored: list[str] = []
    bad: list[str] = []
    for part in text.split("&") if text else ():
        key, mark, value = part.partition("=")
        if not mark or key in values:
            bad.append(part)
        elif key in _KEYS:
            values[key] = unquote(value)  # bytes that are no text become a sign that nothing accepts
        else:
            ignored.append(part)
    return values, ignored, bad


def _read(parse: Callable[[str], R], values: Mapping[str, str], key: str, bad: list[str]) -> R | None:
    """What a value says; None where there is none, or where it goes to ``bad``."""
    if key not in values:
        return None
    try:
        return parse(values[key])
    except (Unreadable, Illegal):
        bad.append(f"{key}={values[key]}")
        return None


def _flag(values: Mapping[str, str], key: str, bad: list[str], *, default: bool) -> bool:
    value = values.get(key)
    if value is None:
        return default
    if value not in ("0", "1"):
        bad.append(f"{key}={value}")
    return value == "1"


def _blueprint(kind: GearKind, values: Mapping[str, str], bad: list[str]) -> tuple[str, str, str]:
    key = f"blueprint-{kind}"
    state, mark, drawn = values[key].partition("@")
    is_drawn = not mark or _read(parse_pattern, {key: drawn}, key, []) is not None
    if state not in ("owned", "lost") or not is_drawn:
        bad.append(f"{key}={values[key]}")
    return str(kind), state, drawn
