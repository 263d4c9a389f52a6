"""SetupReader: the setup and pack-away lists with their ticks, as people see them who only look on."""

from __future__ import annotations

from typing import Any

import msgspec
import traitlets as t

from fujikoro_nb.helper.setup.state import SetupState
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.evening.setup_page import SetupPage

__all__ = ["SetupReader"]

_SHARED = ("summary", "lists", "refusal", "counted", "ticks", "tab")


class SetupReader(FujiWidget, front_end="setup_reader", sheets=("setup_page", "setup_reader")):
    """The traits are `SetupPage`'s; `show` draws another moment."""

    word_tables = ("widgets", "setup-page", "setup-reader")

    summary = t.Unicode().tag(sync=True)
    lists = t.Dict().tag(sync=True)
    refusal = t.Dict().tag(sync=True)
    counted = t.Unicode().tag(sync=True)
    ticks = t.Dict().tag(sync=True)
    tab = t.Unicode("setup").tag(sync=True)
    """The list that lies in front of who writes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.page = SetupPage(language=self._spoken, is_kept_here=False)

    def show(self, state: SetupState) -> None:
        """Draw the lists of a table."""
        self.page.owned = own_pack()
        self.page.restore(msgspec.to_builtins(state))
        with self.hold_sync():
            for name in _SHARED:
                self.set_trait(name, getattr(self.page, name))
