"""The sheets of the small games for readers and on paper: the same rows as on the page, and nothing to tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fujikoro_nb.content.pack import empty_pack
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import say
from fujikoro_nb.views.small.desk import Answer, Asked
from fujikoro_nb.views.small.desk_sheets import SHEET_DESK
from fujikoro_nb.views.small.desks import answer_of

__all__ = ["blank_sheet", "sheets_on_paper", "sheets_read"]

MOST_ROWS = 9
"""As many as leave room for the rules in short: eight tournaments and their sum."""
MOST_COLUMNS = 4
"""As many as play either game at most."""
_BLANK = {"gold": ("tournament", 10, "gold-sum"), "floors": ("turn", 14, "")}
"""By the sheet: what a line is, how many there are, and what the last one adds up."""
_PRINTED = ("gold", "floors")


def sheets_on_paper(sheets: SmallSheets, decided: TableRulings, language: str) -> list[dict[str, Any]]:
    """A table for each sheet on which somebody has written: title, how it stands, head and the last rows."""
    return [
        {"title": title, "says": told.text, "head": told.head, "rows": told.table[-MOST_ROWS:]}
        for _, title, told in _written(sheets, decided, language)
    ]


def sheets_read(sheets: SmallSheets, decided: TableRulings, language: str) -> list[dict[str, Any]]:
    """The same for who looks on: every row, whether the game is over, and the rules behind it."""
    return [
        {
            "id": name,
            "title": title,
            "says": told.text,
            "isOver": bool(told.seal),
            "rules": [*told.rules],
            "notes": [{"text": text, "rule": rule} for text, rule in told.notes],
            "head": [*told.head],
            "rows": [[*row] for row in told.table],
            "best": told.best,
        }
        for name, title, told in _written(sheets, decided, language)
    ]


def _written(sheets: SmallSheets, decided: TableRulings, language: str) -> Iterator[tuple[str, str, Answer]]:
    """Each sheet on which somebody has written, its title, and what is told of it. No card of a deck counts here."""
    asked = Asked(
        facts={},
        sheets=sheets,
        owned=empty_pack("paper", "owner"),
        decided=decided,
        people=(),
        language=language,
    )
    for name in _PRINTED:
        tool = SHEET_DESK[name]
        sheet = getattr(sheets, tool.game)
        if sheet is None or not getattr(sheet, "done", getattr(sheet, "turns", ())):
            continue
        title = f"{say(f'{tool.game}-page.title', language=language)}: {asked.say(f'tool-{name}')}"
        yield name, title, answer_of(tool, asked)


def blank_sheet(name: str, language: str) -> dict[str, Any]:
    """A sheet of `TableMode.sheet` to fill in with a pen: a column a player, a line a tournament or a turn."""
    line, lines, total = _BLANK[name]
    tool = SHEET_DESK[name]

    def tell(key: str) -> str:
        return say(f"small-desk.{key}", language=language)

    title = f"{say(f'{tool.game}-page.title', language=language)}: {tell(f'tool-{name}')}"
    first = [*map(str, range(1, lines + 1)), *([tell(total)] if total else [])]
    return {"title": title, "head": tell(line), "lines": first, "players": MOST_COLUMNS}
