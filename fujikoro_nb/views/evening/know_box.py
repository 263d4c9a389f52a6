"""A round through the box as a page shows it: the stop in front, its numbers with their marks, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fujikoro_nb.content import Pack
from fujikoro_nb.content.box import DIE_LIMITS
from fujikoro_nb.helper.know_box.fields import BROKEN, EVENTS, STOPS, field, read, stop
from fujikoro_nb.helper.know_box.round import Round, fit, in_front, next_stop, row, seconds_left
from fujikoro_nb.rulebook.chosen import FACTS
from fujikoro_nb.texts import say

Say = Callable[..., str]


def know_box_view(round_: Round, owned: Pack, *, language: str) -> dict[str, Any]:
    """Everything of the stop in front as plain data."""
    tell: Say = partial(say, language=language)
    here, front = stop(round_.stop), in_front(round_)
    checked, number = fit(round_, owned), STOPS.index(here) + 1
    then = next_stop(here.name)
    return {
        "stop": here.name,
        "stops": [
            {
                "name": one.name,
                "title": tell(f"know-box.stop-{one.name}"),
                "state": _state(one.fields, one.name, round_, owned),
            }
            for one in STOPS
        ],
        "place": tell("know-box.place", n=number, all=len(STOPS), seconds=seconds_left(round_)),
        "title": tell(f"know-box.title-{here.name}"),
        "about": tell(f"know-box.about-{here.name}", most=_most(here.name)),
        "mark": tell(f"chosen.mark-{_says(here.name)}"),
        "fields": [field_view(name, round_, owned, tell) for name in here.fields],
        "front": list(front),
        "fit": {"good": checked.is_good, "says": tell(f"know-box.{checked.says}", **checked.data)},
        "can_use_ours": any(read(name, owned) is not None or name in round_.typed for name in front),
        "keep": _keep_word(round_, then is None, tell),
        "done": own_stops_said(owned, language=language),
    }


def _state(fields: tuple[str, ...], name: str, round_: Round, owned: Pack) -> str:
    there = [read(one, owned) is not None for one in fields]
    if all(there):
        return "own"
    if name in round_.passed:
        return "passed"
    return "some" if any(there) else "open"


def own_stops(owned: Pack) -> int:
    """How many stops were typed wholly."""
    return sum(all(read(name, owned) is not None for name in one.fields) for one in STOPS)


def own_stops_said(owned: Pack, *, language: str) -> str:
    """The same in words.

    >>> from fujikoro_nb.content import empty_pack
    >>> own_stops_said(empty_pack("owner", "owner"), language="en")
    '0 of 10 stops entered'
    """
    return say("know-box.done", language=language, n=own_stops(owned), all=len(STOPS))


def _most(name: str) -> int:
    return DIE_LIMITS[name.removeprefix("die-")].max_hits if name.startswith("die-") else 0


def _says(name: str) -> str:
    return next(fact.says for fact in FACTS if fact.stop == name)


def _keep_word(round_: Round, is_last: bool, tell: Say) -> str:
    fields = stop(round_.stop).fields
    if stop(round_.stop).is_one_by_one and in_front(round_)[0] != fields[-1]:
        return tell("know-box.keep-token")
    return tell("know-box.keep-last" if is_last else "know-box.keep")


def field_view(name: str, round_: Round, owned: Pack, tell: Say) -> dict[str, Any]:
    """One field: its label, whose numbers these are, and its cells."""
    bounds, shown = field(name), row(round_, name, owned)
    state = "typed" if name in round_.typed else "own" if read(name, owned) is not None else "ours"
    cells = [
        {
            "value": value,
            "low": low,
            "high": high,
            "label": cell_label(name, at, tell),
            "word": _word(name, value, tell),
        }
        for at, (value, low, high) in enumerate(zip(shown, bounds.low, bounds.high, strict=True))
    ]
    return {
        "name": name,
        "kind": bounds.kind,
        "label": field_label(name, tell),
        "state": state,
        "cells": cells,
    }


def field_label(name: str, tell: Say) -> str:
    """What a field is called.

    >>> field_label("dragon-red-2", partial(say, language="en"))
    'Red 2'
    """
    kind, _, rest = name.partition("-")
    if kind == "dragon":
        colour, _, number = rest.partition("-")
        return tell("know-box.token", colour=tell(f"know-box.dragon-{colour}"), n=int(number))
    if name.startswith("makai-poison-"):
        return tell("know-box.field-poison", colour=tell(f"chosen.colour-{name.split('-')[-1]}"))
    if kind == "fuji99":
        return tell(f"know-box.card-{rest}")
    if name.startswith("coop-teeth-"):
        return tell(f"know-box.dragon-{name.split('-')[-1]}")
    return tell(f"know-box.field-{name}")


def cell_label(name: str, at: int, tell: Say) -> str:
    """What one number of a field is called, for a button and for the undo."""
    kind = name.partition("-")[0]
    if kind == "die":
        return tell("know-box.broken") if at == BROKEN else tell("know-box.face", n=at + 1)
    if kind == "dragon":
        return tell(f"know-box.cell-{('health', 'initiative', 'two', 'solo')[at]}")
    if kind == "fuji99":
        return tell(f"know-box.cell-{('value', 'cost', 'transparent', 'copies')[at]}")
    if kind == "palace":
        return tell("know-box.cell-place", n=at + 1)
    if kind == "area":
        return tell(f"know-box.cell-{('columns', 'rows')[at]}")
    if name in ("countdown", "coop-track"):
        return tell("know-box.cell-space", n=at + 1)
    if name == "tiles":
        return tell("know-box.cell-level", level=("I", "II", "III")[at])
    if name == "makai-out":
        return tell(f"chosen.colour-{('blue', 'green', 'yellow', 'red', 'magic')[at]}")
    if field(name).kind in ("deck", "flags"):
        return tell("know-box.cell-strength", n=at + 1)
    return field_label(name, tell)


def _word(name: str, value: int, tell: Say) -> str:
    """A number in words, where it stands for something."""
    if name == "countdown":
        event, _, lava = EVENTS[value - 1].partition("-")
        return tell(f"know-box.event-{event}", n=lava)
    if name == "coop-track":
        return tell("know-box.event-lava", n=value) if value else tell("know-box.event-blank", n=0)
    return ""
