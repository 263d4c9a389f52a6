"""SheetReader: the sheets of the small games on a table, as people see them who only look on."""

from __future__ import annotations

from typing import Any

import traitlets as t

from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.views.small.desk_paper import sheets_read
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["SheetReader"]


class SheetReader(FujiWidget, front_end="sheet_reader", sheets=("quick_ask", "small_desk", "sheet_reader")):
    """Gold of every tournament and floors of every turn. `show` draws another moment; only rules can be tapped."""

    word_tables = ("widgets", "small-desk")

    told: t.List[Any] = t.List().tag(sync=True)
    """As `sheets_read` tells them; empty while nobody has written on one."""

    def show(self, sheets: SmallSheets, decided: TableRulings) -> None:
        """Draw what was written on the sheets of a table that has decided this."""
        self.told = sheets_read(sheets, decided, self._spoken)
