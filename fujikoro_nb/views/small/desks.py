"""All questions and sheets of the two small games at the real box, in the order of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.texts import refusal_sentence, say
from fujikoro_nb.views.small.desk import NO, Answer, Asked, Desk, Row, Tool
from fujikoro_nb.views.small.desk_deck import deck_told
from fujikoro_nb.views.small.desk_fuji import FUJI_99_DESK
from fujikoro_nb.views.small.desk_makai import MAKAI_DESK
from fujikoro_nb.views.small.desk_sheets import SHEET_DESK

__all__ = ["DESK", "answer_of", "deck_told", "games_told", "rows_of", "still_there"]

DESK: Desk = {**MAKAI_DESK, **FUJI_99_DESK, **SHEET_DESK}
"""By the name of the tool."""


def rows_of(tool: Tool, asked: Asked) -> Sequence[Row]:
    """What a tool lets tap; nothing at a table that the rules do not have."""
    try:
        return tool.rows(asked)
    except Illegal:
        return ()


def still_there(tool: Tool, asked: Asked) -> Asked:
    """The same look without what can no longer be tapped or typed, as of a player who has left the table.

    What goes may take other rows along, which are asked for again.
    """
    while True:
        kept = {
            row.name: held
            for row in rows_of(tool, asked)
            if (held := tuple(one for one in asked.facts.get(row.name, ()) if _is_offered(row, one)))
        }
        if kept == {name: held for name, held in asked.facts.items() if held}:
            return asked
        asked = msgspec.structs.replace(asked, facts=kept)


def _is_offered(row: Row, value: str) -> bool:
    if row.kind == "number":
        return value in dict(row.options) or row.low <= int(value) <= row.high
    return row.kind == "text" or value in dict(row.options)


def answer_of(tool: Tool, asked: Asked) -> Answer:
    """What a tool says; of a table that the rules do not have, why not: too few red cubes, by what it decided."""
    try:
        return tool.answer(asked)
    except Illegal as fault:
        refusal = fault.refusals[0]
        return Answer(refusal_sentence(refusal, language=asked.language), NO, (refusal.rule,))


def games_told(asked: Asked) -> list[dict[str, Any]]:
    """The games with their tools, as a page picks from them."""
    return [
        {
            "name": say(f"{game}-page.title", language=asked.language),
            "tools": [
                {"id": name, "label": asked.say(f"tool-{name}")}
                for name, one in DESK.items()
                if one.game == game
            ],
        }
        for game in dict.fromkeys(one.game for one in DESK.values())
    ]
