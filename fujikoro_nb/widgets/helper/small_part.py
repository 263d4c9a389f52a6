"""The two small games on the helper's page: made when they are first seen, about the same table as everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.helper.evening.record import COLOURS
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator

__all__ = ["SmallPart"]


class SmallPart:
    """``page`` has it as its part ``small``; ``table`` and ``owned`` are asked for what it is about;
    ``on_sheets`` is told of sheets that were written on."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {"open-small": {}}

    def __init__(
        self,
        page: FujiWidget,
        *,
        table: Callable[[], HelperTable],
        owned: Callable[[], Pack],
        on_sheets: Callable[[SmallSheets, Said], None],
    ) -> None:
        self._page, self._table, self._owned, self._on_sheets = page, table, owned, on_sheets

    def act_open_small(self) -> None:
        """Make it: who never plays them does not pay for it."""
        page: Any = self._page
        if page.small is None:
            from fujikoro_nb.widgets.small.small_desk import SmallDesk

            page.small = SmallDesk(on_change=self._on_sheets, language=page.language, **self._told())
        self.tell()

    def tell(self) -> None:
        """The table, its people or the owner's pack may be others."""
        page: Any = self._page
        if page.small is not None:
            with page.small.hold_sync():
                for name, value in self._told().items():
                    setattr(page.small, name, value)

    def _told(self) -> dict[str, Any]:
        table = self._table()
        names = [person.name for person in table.evening.people]
        # Who is called after a colour was never named, and would be taken for a monster.
        colours = {self._page.say(f"evening.colour-{colour}") for colour in COLOURS}
        return {
            "sheets": table.small,
            "owned": self._owned(),
            "rulings": table.evening.rulings,
            "people": [name for name in names if name not in colours],
            "players": table.players,
        }
