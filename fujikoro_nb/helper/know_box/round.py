"""A round through the box: where somebody stands, what was tapped and is not kept yet, and what was passed by."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from fujikoro_nb.content import Pack
from fujikoro_nb.content.box import DIE_LIMITS, FUJI99_CARDS, LEVELS, MAKAI_COLOURS
from fujikoro_nb.helper.know_box.fields import BROKEN, PALACE_KINDS, STOPS, Row, Stop, field, ours, read, stop
from fujikoro_nb.helper.setup.numbers import number

__all__ = [
    "Fit",
    "Round",
    "checked",
    "fit",
    "in_front",
    "is_typed",
    "next_stop",
    "onward",
    "row",
    "seconds_left",
    "set_to",
    "stepped",
]


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``typed`` are rows by field that were tapped and are not kept yet; ``token`` is the field in front of a stop that
    is kept one by one, empty for its first."""

    stop: str = STOPS[0].name
    token: str = ""
    typed: dict[str, Row] = {}
    passed: tuple[str, ...] = ()


class Fit(msgspec.Struct, frozen=True):
    """Whether a stop's numbers agree with what the booklets do print; ``says`` is a key of ``know-box``."""

    is_good: bool
    says: str
    data: dict[str, int] = {}


def row(round_: Round, name: str, owned: Pack) -> Row:
    """What is shown of a field: what was tapped, else the box's own, else ours."""
    held = round_.typed.get(name) or read(name, owned)
    return held if held is not None else ours(name)


def is_typed(name: str, owned: Pack) -> bool:
    """Whether the owner's pack has it."""
    return read(name, owned) is not None


def checked(round_: Round) -> Round:
    """A round that somebody sent. Raises ValueError for a stop, a field or a row that there is not."""
    names = {one.name for one in STOPS}
    known = {name for one in STOPS for name in one.fields}
    is_token = not round_.token or round_.token in stop(round_.stop).fields if round_.stop in names else False
    if not is_token or not set(round_.passed) <= names or not set(round_.typed) <= known:
        raise ValueError("no such stop or field")
    for name, held in round_.typed.items():
        bounds = field(name)
        if len(held) != len(bounds.low) or any(
            not low <= each <= high for low, each, high in zip(bounds.low, held, bounds.high, strict=True)
        ):
            raise ValueError(f"no row of {name}")
    return round_


def stepped(round_: Round, name: str, at: int, by: int, owned: Pack) -> Round:
    """One number of a field one up or down; the round as it was where that leads nowhere."""
    bounds, held = field(name), row(round_, name, owned)
    if not 0 <= at < len(held):
        return round_
    low, high = bounds.low[at], bounds.high[at]
    value = held[at] + by
    if bounds.is_round:
        value = low + (value - low) % (high - low + 1)
    return set_to(round_, name, at, min(high, max(low, value)), owned)


def set_to(round_: Round, name: str, at: int, value: int, owned: Pack) -> Round:
    """One number of a field set. On the countdown two spaces change places, so that each event stays there once."""
    bounds, held = field(name), list(row(round_, name, owned))
    if not 0 <= at < len(held) or not bounds.low[at] <= value <= bounds.high[at] or held[at] == value:
        return round_
    if name == "countdown":
        held[held.index(value)] = held[at]
    held[at] = value
    return msgspec.structs.replace(round_, typed={**round_.typed, name: tuple(held)})


def in_front(round_: Round) -> tuple[str, ...]:
    """The fields that are kept together: all of a stop, or the one token of a stop that is kept one by one."""
    here = stop(round_.stop)
    return (round_.token or here.fields[0],) if here.is_one_by_one else here.fields


def onward(round_: Round) -> Round:
    """Where the round goes on: at the next token, else at the next stop; at the last one it stays."""
    here = stop(round_.stop)
    after = here.fields.index(in_front(round_)[0]) + 1
    if here.is_one_by_one and after < len(here.fields):
        return msgspec.structs.replace(round_, token=here.fields[after])
    then = next_stop(round_.stop)
    return round_ if then is None else msgspec.structs.replace(round_, stop=then.name, token="")


def next_stop(name: str) -> Stop | None:
    """The stop after this one; None after the last."""
    at = STOPS.index(stop(name)) + 1
    return STOPS[at] if at < len(STOPS) else None


def seconds_left(round_: Round) -> int:
    """About how long the rest takes, from this stop on."""
    return sum(one.seconds for one in STOPS[STOPS.index(stop(round_.stop)) :])


# ---- what the booklets do print


def fit(round_: Round, owned: Pack) -> Fit:
    """Whether what is shown at this stop can be a box's."""
    rows = {name: row(round_, name, owned) for name in stop(round_.stop).fields}
    if round_.stop.startswith("die-"):
        return _die(round_.stop, rows[round_.stop])
    check = {"boards": _boards, "coop-board": _coop, "makai": _makai, "fuji99": _fuji99}.get(round_.stop)
    return Fit(True, f"fits-{round_.stop}") if check is None else check(rows)


def _die(name: str, held: Row) -> Fit:
    """combat.dice.limits, combat.dice.broken-face"""
    limits = DIE_LIMITS[name.removeprefix("die-")]
    hits = held[:BROKEN]
    data = {"n": sum(hits), "all": limits.sum_of_hits, "most": limits.max_hits}
    if max(hits) != limits.max_hits:
        return Fit(False, "die-most", data)
    if sum(hits) != limits.sum_of_hits:
        return Fit(False, "die-sum", data)
    return Fit(True, "fits-die" if limits.broken else "fits-die-whole", data)


def _boards(rows: Mapping[str, Row]) -> Fit:
    """bonus.space.highest; a helmet of eight cubes and sandals of three have to lie somewhere (craft.*.size)."""
    for kind in PALACE_KINDS:
        places = [points for points in rows[f"palace-{kind}"] if points]
        is_gapped = rows[f"palace-{kind}"][: len(places)] != tuple(places)
        if is_gapped or any(one <= other for one, other in itertools.pairwise(places)):
            return Fit(False, "boards-falling")
    for kind in ("helmet", "sandals"):
        columns, high = rows[f"area-{kind}"]
        needs = number(f"craft.{kind}.size", "max")
        if columns * high < needs:
            return Fit(False, f"boards-small-{kind}", {"n": needs})
    return Fit(True, "fits-boards")


def _coop(rows: Mapping[str, Row]) -> Fit:
    """setup.tiles.stacks; the map has so many places of each level (map.rings)."""
    there, all_ = rows["tiles"], number("setup.tiles.stacks", "volcano_tiles_total")
    places = [number("map.rings", name) for name in ("ring1", "ring2", "ring3.III")]
    if sum(there) != all_:
        return Fit(False, "coop-tiles", {"n": sum(there), "all": all_})
    if any(has < needs for has, needs in zip(there, places, strict=True)):
        return Fit(False, "coop-level", dict(zip(("one", "two", "three"), places, strict=True)))
    assert len(there) == len(LEVELS)
    return Fit(True, "fits-coop", {"all": all_})


def _makai(rows: Mapping[str, Row]) -> Fit:
    """makai.setup.components, makai.setup.three-player-removal"""
    cards = number("makai.setup.components", "cards")
    n = sum(sum(rows[f"makai-{colour}"]) for colour in MAKAI_COLOURS) + rows["makai-magic"][0]
    out = number("makai.setup.three-player-removal", "removed_in_3p")
    if n != cards:
        return Fit(False, "makai-cards", {"n": n, "all": cards})
    if sum(rows["makai-out"]) != out:
        return Fit(False, "makai-out-sum", {"n": sum(rows["makai-out"]), "all": out})
    of_each = (*(sum(rows[f"makai-{colour}"]) for colour in MAKAI_COLOURS), rows["makai-magic"][0])
    if any(gone > there for gone, there in zip(rows["makai-out"], of_each, strict=True)):
        return Fit(False, "makai-out-more")
    if _poison_of_nothing(rows):
        return Fit(False, "makai-poison-none")
    return Fit(True, "fits-makai", {"all": cards})


def _poison_of_nothing(rows: Mapping[str, Row]) -> bool:
    pairs = ((rows[f"makai-{colour}"], rows[f"makai-poison-{colour}"]) for colour in MAKAI_COLOURS)
    return any(flag and not n for there, flags in pairs for n, flag in zip(there, flags, strict=True))


def _fuji99(rows: Mapping[str, Row]) -> Fit:
    """fuji99.setup.deck; six cards have the value 1 (fuji99.card.chosen-table)."""
    all_ = number("fuji99.setup.deck", "cards")
    lowest = number("fuji99.card.chosen-table", "counts_by_value.1")
    copies = _copies(rows[f"fuji99-{card}"] for card in FUJI99_CARDS)
    data = {"n": copies.total(), "all": all_, "ones": copies[1], "lowest": lowest}
    if copies.total() != all_:
        return Fit(False, "fuji99-cards", data)
    if copies[1] != lowest:
        return Fit(False, "fuji99-ones", data)
    return Fit(True, "fits-fuji99", data)


def _copies(cards: Iterable[Row]) -> Counter[int]:
    """Cards by value."""
    found: Counter[int] = Counter()
    for value, _, _, copies in cards:
        found[value] += copies
    return found
