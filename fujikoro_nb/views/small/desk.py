"""What the page for the real box shows of the two small games: questions to tap, sheets, and what was seen.

A tool is one question or one sheet. `Asked` is what somebody tapped and what is kept; a tool makes of it rows to tap
and an answer, both plain data. What is true comes from `helper.small`, and so from the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.content import Pack
from fujikoro_nb.engine.kernel import Event
from fujikoro_nb.helper.small.changes import Changed
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import say
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["Answer", "Asked", "Desk", "Row", "Tool", "chips", "told"]

Facts = Mapping[str, tuple[str, ...]]
"""What was tapped, by the name of the row; one value, or several in their order."""

YES, NO, IF = "ok", "no", "but"


class Row(msgspec.Struct, frozen=True):
    """Something to tap. ``kind``: ``one`` of the options, ``many`` of them, ``cards`` one after the other, ``count``
    (each tap is one more), ``seen`` (each tap is kept), ``number`` (an option, or typed within ``low`` and ``high``),
    or ``text``.
    """

    name: str
    label: str
    kind: str
    options: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    low: int = 0
    high: int = 0
    most: int = 1
    """Values that can be tapped at once."""
    start: str = ""
    """What is true while nobody says otherwise."""
    picked: tuple[str, ...] = ()
    """Of ``seen``: what the last tap was, which can be taken away."""
    gone: tuple[str, ...] = ()
    """Values that cannot be tapped any more."""


class Answer(msgspec.Struct, frozen=True):
    """What is said. ``seal`` is ``ok``, ``no``, ``but``, or empty while something is still to be tapped."""

    text: str
    seal: str = ""
    rules: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """Sentences and the rule behind each, empty for none."""
    head: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    best: int = -1
    """Which row of the table is the best."""
    house: str = ""
    """Why a number of this answer is our own, where one is."""
    actions: tuple[tuple[str, str, bool], ...] = ()
    """Buttons: name, label, and whether it is the one that counts."""


class Asked(msgspec.Struct, frozen=True):
    """One look at a tool. ``people`` are names that the evening knows."""

    facts: Facts
    sheets: SmallSheets
    owned: Pack
    decided: TableRulings
    people: tuple[str, ...]
    language: str
    players: int = 0
    """Set once for the table; 0: nothing was."""

    def one(self, row: Row) -> str:
        """The value of a row; its start while nobody tapped it."""
        return next(iter(self.facts.get(row.name, ())), row.start)

    def say(self, key: str, /, **data: object) -> str:
        """A sentence of this page."""
        text = say(f"small-desk.{key}", language=self.language, **data)
        return text[:1].upper() + text[1:] if data else text


class Tool(msgspec.Struct, frozen=True):
    """A question or a sheet. ``waits``: its answer takes the odds a moment."""

    game: str
    rows: Callable[[Asked], Sequence[Row]]
    answer: Callable[[Asked], Answer]
    waits: bool = False
    do: Callable[[Asked, str], Changed] | None = None
    """What a button of the answer changes of the sheets. Raises ValueError for what cannot be."""
    tap: Callable[[Asked, str], Changed] | None = None
    """The same of a tap on a row of ``seen``."""


Desk = Mapping[str, Tool]


def chips(values: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Numbers as options."""
    return tuple((str(one), str(one)) for one in values)


def told(events: Sequence[Event], words: SmallWords) -> tuple[tuple[str, str], ...]:
    """What the engine says happened, with its rules."""
    lines = (words.told(event) for event in events)
    return tuple((one["text"], one["rule"]) for one in lines if one is not None)


def shown_row(row: Row, asked: Asked) -> dict[str, Any]:
    """A row as plain data."""
    values = asked.facts.get(row.name, (row.start,) if row.start else ())
    labels = dict(row.options)
    typed = {"number": values, "text": asked.facts.get(row.name, ())}
    return {
        "name": row.name,
        "label": row.label,
        "kind": row.kind,
        "hint": row.hint,
        "low": row.low,
        "high": row.high,
        "full": len(asked.facts.get(row.name, ())) >= row.most,
        "options": [
            {"value": value, "label": label, "n": values.count(value), "gone": value in row.gone}
            for value, label in row.options
        ],
        "picked": [labels.get(value, value) for value in values] if row.kind == "cards" else [*row.picked],
        "typed": "".join(typed.get(row.kind, ())[:1]),
    }
