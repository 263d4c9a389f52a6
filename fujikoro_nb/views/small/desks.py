"""All questions and sheets of the two small games at the real box, in the order of the page."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.texts import say
from fujikoro_nb.views.small.desk import Asked, Desk
from fujikoro_nb.views.small.desk_deck import deck_told
from fujikoro_nb.views.small.desk_fuji import FUJI_99_DESK
from fujikoro_nb.views.small.desk_makai import MAKAI_DESK
from fujikoro_nb.views.small.desk_sheets import SHEET_DESK

__all__ = ["DESK", "deck_told", "games_told"]

DESK: Desk = {**MAKAI_DESK, **FUJI_99_DESK, **SHEET_DESK}
"""By the name of the tool."""


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
