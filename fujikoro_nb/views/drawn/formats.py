"""Which value of ours a notebook shows how. Nothing is loaded before such a value is shown."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

HTML, SVG = "text/html", "image/svg+xml"
_BOARD, _GEAR, _PARTS = (
    "fujikoro_nb.engine.fujikoro.board.player",
    "fujikoro_nb.engine.fujikoro.gear",
    "fujikoro_nb.engine.fujikoro.components",
)

FORMATS: dict[tuple[str, str], tuple[str, str]] = {
    (f"{_GEAR}.worn", "Gear"): (SVG, "grids.gear_svg"),
    (f"{_GEAR}.grid", "Layout"): (SVG, "grids.pattern_svg"),
    (_BOARD, "Board"): (SVG, "grids.board_svg"),
    (_PARTS, "GearCard"): (HTML, "grids.card_html"),
    (_PARTS, "Blueprint"): (HTML, "grids.card_html"),
    ("fujikoro_nb.engine.fujikoro.asked.realm", "GameState"): (HTML, "numbers.state_html"),
    ("fujikoro_nb.engine.kernel.session", "Session"): (HTML, "numbers.session_html"),
    ("fujikoro_nb.odds.solving", "FightOdds"): (HTML, "numbers.odds_html"),
    ("fujikoro_nb.odds.duel", "DuelOdds"): (HTML, "numbers.odds_html"),
    ("fujikoro_nb.odds.joint", "JointOdds"): (HTML, "numbers.odds_html"),
}
"""Module and name of a class, to the form of its picture and what draws it."""


def register(shell: Any) -> None:
    """Tell a notebook's shell how our values look."""
    formatters = shell.display_formatter.formatters
    for (module, name), (form, drawn_by) in FORMATS.items():
        formatters[form].for_type_by_name(module, name, _drawn_later(drawn_by))


def _drawn_later(name: str) -> Callable[[Any], str]:
    module, _, function = name.partition(".")

    def drawn(value: Any) -> str:
        draw: Callable[[Any], str] = getattr(import_module(f"fujikoro_nb.views.drawn.{module}"), function)
        return draw(value)

    return drawn
