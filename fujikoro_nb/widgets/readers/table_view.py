"""TableView: an evening at a table as everybody sees it who looks on."""

from __future__ import annotations

from typing import Any

import ipywidgets
import traitlets as t

from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.readers.game_reader import GameReader
from fujikoro_nb.widgets.readers.ruling_reader import RulingReader
from fujikoro_nb.widgets.readers.score_reader import ScoreReader
from fujikoro_nb.widgets.readers.setup_reader import SetupReader
from fujikoro_nb.widgets.readers.sheet_reader import SheetReader
from fujikoro_nb.widgets.rules.rules_page import RulesPage

__all__ = ["TableView"]

_WIDGET: dict[str, Any] = dict(ipywidgets.widget_serialization)


class TableView(FujiWidget, front_end="table_view"):
    """What a table holds. A part that it does not hold is None, and has no tab."""

    word_tables = ("widgets", "table-view")

    title = t.Unicode().tag(sync=True)
    code = t.Unicode().tag(sync=True)
    version = t.Int().tag(sync=True)
    writer = t.Unicode().tag(sync=True)
    """Who writes, as people know them; empty: nobody yet."""
    newest = t.Unicode().tag(sync=True)
    """What was done last."""
    is_over = t.Bool(False).tag(sync=True)
    """Whether the evening has come to its last page."""
    first = t.Unicode().tag(sync=True)
    """The part that somebody sees who has not chosen one; empty: the first that is there."""
    trouble: t.List[Any] = t.List().tag(sync=True)
    """Why parts of the table cannot be shown, a sentence each."""
    late: t.List[Any] = t.List().tag(sync=True)
    """The card for who has just come: ``{"name", "title", "lines"}``."""
    score = t.Instance(ScoreReader, allow_none=True).tag(sync=True, **_WIDGET)
    sheets = t.Instance(SheetReader, allow_none=True).tag(sync=True, **_WIDGET)
    """What was written on the sheets of the small games."""
    rulings = t.Instance(RulingReader, allow_none=True).tag(sync=True, **_WIDGET)
    setup = t.Instance(SetupReader, allow_none=True).tag(sync=True, **_WIDGET)
    game = t.Instance(GameReader, allow_none=True).tag(sync=True, **_WIDGET)
    rules = t.Instance(RulesPage).tag(sync=True, **_WIDGET)

    def __init__(self, **settings: Any) -> None:
        language = settings.get("language", "en")
        super().__init__(rules=RulesPage(language=language, has_meaning=False, decides=False), **settings)
