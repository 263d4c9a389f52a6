"""What a person has learned and solved, taken along to another browser: as a file, or in a link.

Both are checked as hard as what the browser itself keeps: a damaged or forged one is refused whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import first_game as beginning
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, lesson_of, store_of
from fujikoro_nb.learning.progress import Progress
from fujikoro_nb.learning.standing import Standing
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import Scores

MAX_FILE = 120_000
"""Characters of a file; all that can be learned and solved here takes about half of it."""
MAX_LINK = 12_000
"""Characters of it in a link; more is for a file."""

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Taken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Progress of lessons and ratings of books by the ids of their lists, scores of storms, turns of the first game.

    A lesson or a book that this version does not know is left aside.
    """

    fujikoro: Literal["learning"]
    format: Literal[1]
    lessons: Annotated[dict[_Id, Progress], msgspec.Meta(max_length=200)] = {}
    books: Annotated[dict[_Id, Kept], msgspec.Meta(max_length=50)] = {}
    storm: Scores | None = None
    first_game: Annotated[int, msgspec.Meta(ge=0, le=beginning.TURNS)] | None = None


def taken_of(standing: Standing) -> Taken:
    """All that is known of a person; the text of a damaged store is not."""
    return Taken(
        fujikoro="learning",
        format=1,
        lessons=dict(standing.lessons),
        books=dict(standing.books),
        storm=standing.storm if standing.storm.played else None,
        first_game=standing.first_game,
    )


def write(taken: Taken) -> str:
    """A file: JSON, in which ratings and their history can be read."""
    return msgspec.json.encode(taken).decode() + "\n"


def read_file(text: str) -> Taken:
    """What a file holds. Raises Unreadable."""
    if len(text) > MAX_FILE:
        raise Unreadable("learning-file", text[:40], 0)
    try:
        taken = msgspec.json.decode(text, type=Taken)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        raise Unreadable("learning-file", text[:40], 0) from None
    stores(taken)
    return taken


def link_code(taken: Taken) -> str:
    """The same for a link; empty where it is too long for one."""
    code = to_code(taken)
    return code if from_code(Taken, code, max_length=MAX_LINK) == taken else ""


def read_link(code: str) -> Taken:
    """What a link holds. Raises Unreadable."""
    taken = from_code(Taken, code, max_length=MAX_LINK)
    if taken is None:
        raise Unreadable("learning-file", code[:40], 0)
    stores(taken)
    return taken


def stores(taken: Taken) -> Mapping[str, str]:
    """What the browser is to keep of it, by the names of its stores. Raises Unreadable where something cannot be."""
    found: dict[str, str] = {}
    for lesson in LESSONS:
        if (progress := taken.lessons.get(lesson.id)) is not None:
            code = going.encode(progress)
            going.decode(code, lesson.id, len(lesson_of(lesson.id).steps))
            found[store_of(lesson.id)] = code
    for book in BOOKS:
        if (kept := taken.books.get(book.kind)) is not None:
            code = keeping.encode(kept)
            keeping.decode(code, kind_of(book.kind).book)
            found[book.store] = code
    if taken.storm is not None:
        found[storms.STORE] = storms.encode(taken.storm)
        storms.decode(found[storms.STORE])
    if taken.first_game is not None:
        found[beginning.STORE] = beginning.encode(taken.first_game)
    return found
