"""The puzzle books of the small games: a recipe and a seed each, everything else computed; see `build_puzzles`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from fujikoro_nb.puzzles.index import OF_SMALL_GAMES, kind_of
from fujikoro_nb.puzzles.small.kind import Small, make_small
from fujikoro_nb.puzzles.small.puzzle import SmallBook, SmallEntry

FOLDER = Path(__file__).resolve().parent.parent / "fujikoro_nb" / "puzzles"
SMALL = tuple(book.kind for book in OF_SMALL_GAMES)


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One puzzle that was chosen."""

    id: str
    recipe: str
    seed: int


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The curated source of a book; its recipes are in the maker of its kind."""

    name: str
    puzzles: tuple[Pick, ...]


def target_of(name: str) -> Path:
    """Where a book is committed."""
    return FOLDER / name / "book.json"


def small_kind(name: str) -> Small:
    """One of the kinds."""
    kind = kind_of(name)
    assert isinstance(kind, Small), name
    return kind


def read_small(name: str) -> Source:
    """The source of a book as it is committed."""
    return msgspec.yaml.decode((FOLDER / name / "source.yaml").read_bytes(), type=Source)


def made_small(name: str, pick: Pick) -> SmallEntry:
    """One pick as a puzzle; a seed that makes none is a fault of the source."""
    entry = make_small(small_kind(name).make, name, pick.recipe, str(pick.seed), name=pick.id)
    if entry is None:
        sys.exit(f"{name}: {pick.id}: recipe {pick.recipe} makes no puzzle from seed {pick.seed}")
    return entry


def build_small(name: str) -> SmallBook:
    """A book: every pick drawn and played again, easiest first."""
    source = read_small(name)
    entries = (made_small(name, pick) for pick in source.puzzles)
    return SmallBook(
        source.name, tuple(sorted(entries, key=lambda entry: (entry.rated.rating, entry.puzzle.id)))
    )


def search_small(name: str, seeds: int) -> None:
    """Print one line a candidate."""
    kind = small_kind(name)
    for recipe in kind.recipes:
        for seed in range(seeds):
            entry = make_small(kind.make, name, recipe, str(seed), name="x")
            if entry is not None:
                right = ", ".join(one.answer for one in entry.certificate.right)
                print(f"{entry.rated.rating} {recipe:9} {seed:4} {right:22} {' '.join(entry.rated.themes)}")


def text_of_small(book: SmallBook) -> str:
    """A book as it is committed, a line a puzzle: every answer has its worth, so it is in what is read fastest."""
    rows = ",\n".join(msgspec.json.encode(entry).decode("utf-8") for entry in book.entries)
    return f'{{"name": "{book.name}", "entries": [\n{rows}\n]}}\n'
