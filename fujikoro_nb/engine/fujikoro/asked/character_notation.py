"""Answers of single characters as short texts, which round-trip; what is not here has no short text.

leap 2,1 I-1.3 I-1.4            the wood cube that burns, the lava that is jumped over and the walk beyond
helmet WWMM                     the first helmet
join II-3.1 by II-2.0           another one's dragon from farther away, over the last space before its tile
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import ArrangeHelmet, Leap
from fujikoro_nb.engine.fujikoro.asked.game import Join
from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, Cell, cell_at, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Answer, Unreadable

_BY = "by"


def print_character_answer(answer: Answer) -> str:
    """The text of an answer; empty for another one, or for one that no text can hold."""
    text = _said(answer)
    if not text:
        return ""
    verb, *words = text.split()
    try:
        return text if parse_character_answer(text, verb, words) == answer else ""
    except Unreadable:
        return ""


def _said(answer: Answer) -> str:
    match answer:
        case Leap(path=path, cell=cell) if 0 <= cell <= cell_at(MAX_COLUMNS, MAX_ROWS) and path:
            column, row = column_row(cell)
            return " ".join(("leap", f"{column},{row}", *path))
        case Join(space=to, by=by) if by is not UNSET:
            return f"join {to} {_BY} {by}"
        case ArrangeHelmet(layout=layout) if not layout.occupied & ~SYMMETRIC.helmet.mask:
            return f"helmet {print_gear(Gear(helmet=layout), GearKind.HELMET, SYMMETRIC)}"
        case _:
            return ""


def parse_character_answer(text: str, verb: str, words: Sequence[str]) -> Answer | None:
    """The answer that a verb and its words say; None where they are none of these. Raises Unreadable.

    >>> parse_character_answer("leap 2,1 I-1.3 I-1.4", "leap", ["2,1", "I-1.3", "I-1.4"]).path
    ('I-1.3', 'I-1.4')
    """
    match verb, words:
        case "leap", [cell, *path] if path:
            return Leap(tuple(space(word).id for word in path), _cell(text, cell))
        case "join", [to, word, by] if word == _BY:
            return Join(space(to).id, space(by).id)
        case "helmet", [layout]:
            return ArrangeHelmet(parse_gear(layout, GearKind.HELMET, SYMMETRIC).helmet)
        case _:
            return None


def _cell(text: str, word: str) -> Cell:
    column, comma, row = word.partition(",")
    is_cell = comma and column.isascii() and row.isascii() and column.isdigit() and row.isdigit()
    if not is_cell or not (1 <= int(column) <= MAX_COLUMNS and 1 <= int(row) <= MAX_ROWS):
        raise Unreadable("answer-cell", text, text.index(word), word=word)
    return cell_at(int(column), int(row))
