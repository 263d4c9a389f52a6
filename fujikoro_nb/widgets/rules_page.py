"""The rules page: a question in the players' words, the answer with its source, and what this table decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.helper.rules_data import PARTS, packed
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets._base import FujiWidget, one_of, text

__all__ = ["RulesPage"]

LONGEST_NAME = 80
"""No rule's id and no option's name is longer."""


class RulesPage(FujiWidget, front_end="rules_page"):
    """The rulebook: search, answer, browsing. The browser gets it once and then asks the kernel nothing.

    `rule` is the id that is open at first. `table` holds what was decided where booklets differ; with `on_ruling` the
    page around this one keeps the decisions and sets `table` itself.
    """

    word_tables = ("widgets", "rules-page")
    acts: ClassVar = {
        "book": {"part": one_of(*PARTS), "language": one_of(*LANGUAGES)},
        "ruling": {"rule": text(max_length=LONGEST_NAME), "option": text(max_length=LONGEST_NAME)},
    }

    rule = t.Unicode().tag(sync=True)
    rulings = t.Dict().tag(sync=True)
    """The decisions that differ from ours: option by rule."""
    host = t.Unicode().tag(sync=True)
    """The name under which a page around this one waits for it in the browser; empty: this page is alone."""
    table = t.Instance(TableRulings, args=())

    def __init__(self, *, on_ruling: Callable[[str, str], None] | None = None, **settings: Any) -> None:
        self._on_ruling = on_ruling
        super().__init__(**settings)

    @t.observe("table")
    def _table_changed(self, change: Any) -> None:
        self.rulings = dict(self.table.chosen)

    def act_book(self, *, part: str, language: str) -> None:
        """Send a part of the rulebook: asked once a page, and only where no server of ours offers it as a file."""
        self.send({"kind": part, "language": language}, buffers=[packed(part, language)])

    def act_ruling(self, *, rule: str, option: str) -> None:
        """This table decides how it plays a rule."""
        try:
            decided = self.table.with_option(rule, option)
        except KeyError:
            self.notice = self.say("rules-page.bad-ruling")
            return
        self.notice = ""
        if self._on_ruling is not None:
            self._on_ruling(rule, option)
        else:
            self.table = decided
