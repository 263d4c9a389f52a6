"""TableView: an evening at a table as everybody sees it who looks on."""

from __future__ import annotations

from typing import Any

import ipywidgets
import traitlets as t

from fujikoro_nb.widgets._base import FujiWidget
from fujikoro_nb.widgets.game_reader import GameReader
from fujikoro_nb.widgets.rules_page import RulesPage

__all__ = ["TableView"]

_WIDGET: dict[str, Any] = dict(ipywidgets.widget_serialization)


class TableView(FujiWidget, front_end="table_view"):
    """What a table holds. ``game`` is None while none is played."""

    word_tables = ("widgets", "table-view")

    title = t.Unicode().tag(sync=True)
    code = t.Unicode().tag(sync=True)
    version = t.Int().tag(sync=True)
    writer = t.Unicode().tag(sync=True)
    """Who writes, as people know them; empty: nobody yet."""
    newest = t.Unicode().tag(sync=True)
    """What was done last."""
    trouble = t.Unicode().tag(sync=True)
    """Why something of the table cannot be shown."""
    game = t.Instance(GameReader, allow_none=True).tag(sync=True, **_WIDGET)
    rules = t.Instance(RulesPage).tag(sync=True, **_WIDGET)

    def __init__(self, **settings: Any) -> None:
        language = settings.get("language", "en")
        super().__init__(rules=RulesPage(language=language, has_meaning=False), **settings)
