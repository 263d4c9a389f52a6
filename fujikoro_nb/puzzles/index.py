"""The books of puzzles, as every place lists them; `kind_of` loads one of their kinds at a time."""

from __future__ import annotations

from importlib import import_module

import msgspec

from fujikoro_nb.puzzles.kind import PuzzleKind


class ListedBook(msgspec.Struct, frozen=True, kw_only=True):
    """A book without its puzzles."""

    kind: str
    """The room of its kind in this folder, and what a notebook asks for."""
    notebook: str
    """Its notebook in ``notebooks/puzzles/``, without the ending."""
    page: str
    """Its page beside the helper, without the ending; its tile there says ``helper.<page>``."""
    store: str
    """Under which name the browser keeps a solver's rating; it never changes."""
    game: str = ""
    """The small game that it is about; empty: Fuji Koro."""


OF_SMALL_GAMES = (
    ListedBook(
        kind="matches",
        notebook="11_makai_matches",
        page="puzzles-makai-matches",
        store="fujikoro-makai-matches",
        game="makai",
    ),
    ListedBook(
        kind="plays",
        notebook="12_makai_plays",
        page="puzzles-makai-plays",
        store="fujikoro-makai-plays",
        game="makai",
    ),
    ListedBook(
        kind="endings",
        notebook="13_makai_endings",
        page="puzzles-makai-endings",
        store="fujikoro-makai-endings",
        game="makai",
    ),
    ListedBook(
        kind="draws",
        notebook="14_fuji_draws",
        page="puzzles-fuji-draws",
        store="fujikoro-fuji-draws",
        game="fuji99",
    ),
)
"""The last of all, one made like the other."""

BOOKS: tuple[ListedBook, ...] = (
    ListedBook(kind="crafting", notebook="01_crafting", page="puzzles", store="fujikoro-puzzles"),
    ListedBook(kind="fights", notebook="02_fights", page="puzzles-fights", store="fujikoro-fights"),
    ListedBook(kind="dragons", notebook="03_dragons", page="puzzles-dragons", store="fujikoro-dragons"),
    ListedBook(kind="legal", notebook="04_legal", page="puzzles-legal", store="fujikoro-legal"),
    ListedBook(kind="forbids", notebook="05_forbids", page="puzzles-forbids", store="fujikoro-forbids"),
    ListedBook(kind="plans", notebook="06_plans", page="puzzles-plans", store="fujikoro-plans"),
    ListedBook(kind="evenings", notebook="07_evenings", page="puzzles-evenings", store="fujikoro-evenings"),
)
"""In the order in which they are listed."""
BOOKS += OF_SMALL_GAMES


def store_of(name: str) -> str:
    """Under which name the browser keeps what was solved of a kind. Raises KeyError when there is none."""
    return {book.kind: book.store for book in BOOKS}[name]


def kind_of(name: str) -> PuzzleKind:
    """The kind of this name. Raises KeyError when there is none.

    >>> kind_of("crafting").table
    'puzzle'
    """
    if name not in {book.kind for book in BOOKS}:
        raise KeyError(name)
    found: PuzzleKind = import_module(f"fujikoro_nb.puzzles.{name}.kind").KIND
    return found
