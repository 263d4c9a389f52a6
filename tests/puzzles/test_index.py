"""One list of puzzle books: what every kind answers, and who reads the list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb import paths
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.index import BOOKS, ListedBook, kind_of
from fujikoro_nb.serve.server import offer_for
from fujikoro_nb.texts import LANGUAGES, Catalogue, words
from fujikoro_nb.widgets.helper.helper_page import HelperPage

each_book = pytest.mark.parametrize("one", BOOKS, ids=lambda one: one.kind)
each_entry = pytest.mark.parametrize(
    ("one", "entry"),
    [(one, entry) for one in BOOKS for entry in kind_of(one.kind).book().entries],
    ids=lambda value: value.kind if isinstance(value, ListedBook) else value.puzzle.id,
)


def test_every_kind_is_listed_once() -> None:
    assert len({one.kind for one in BOOKS}) == len(BOOKS)
    kinds = [kind_of(one.kind) for one in BOOKS]
    assert [kind.name for kind in kinds] == [one.kind for one in BOOKS]
    assert len({one.store for one in BOOKS}) == len(BOOKS), "two solvers would share a rating"
    for kind in kinds:
        themes = [set(entry.rated.themes) for entry in kind.book().entries]
        assert all(kind.secrets & each for each in themes), "the first hint tells a theme of every puzzle"
    with pytest.raises(KeyError):
        kind_of("dancing")


def test_readme_counts_them() -> None:
    counts = {one.kind: len(kind_of(one.kind).book().entries) for one in BOOKS}
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"{counts['matches']} ask who wins a match of Makai Fuda" in readme
    assert f"{counts['plays']} which card makes a monster win it" in readme
    assert f"{counts['endings']} how the last three matches are won" in readme
    assert f"{counts['draws']} when to stop in Fuji 99" in readme
    assert f"{counts['crafting']} crafting puzzles and {counts['fights']} about fights" in readme
    assert f"and {counts['dragons']} on where a group's" in readme
    assert f"{counts['legal']} ask whether an action is legal" in readme
    assert f"{counts['forbids']} which rule forbids it" in readme
    assert f"{counts['plans']} are whole turns" in readme
    assert f"{counts['evenings']} are decisions in the scenarios" in readme


@each_entry
def test_a_puzzle_is_solved_told_and_linked(one: ListedBook, entry: Any) -> None:
    kind = kind_of(one.kind)
    assert kind.check(entry, kind.solution(entry), language="en").outcome == Outcome.RIGHT
    assert kind.statement(entry.puzzle, language="en").endswith((".", "?"))
    assert kind.proof(entry, language="en")
    assert kind.about(entry, language="en")
    for hint in HintKind:
        assert kind.hint(entry, hint, language="en").kind == hint
    assert kind.decode(kind.encode(entry.puzzle)) == entry.puzzle


@each_book
def test_a_kind_refuses_what_it_cannot_read(one: ListedBook) -> None:
    kind = kind_of(one.kind)
    for code in ("", "!", "AAAA"):
        with pytest.raises(Unreadable):
            kind.decode(code)


@each_book
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_has_its_words_in_every_language(one: ListedBook, language: str) -> None:
    kind = kind_of(one.kind)
    own = ["title", "bad-link", "not-proven", "check", *(f"hint-{hint}-name" for hint in HintKind)]
    assert {f"{kind.table}.{key}" for key in own} - set(Catalogue(language).keys()) == set()


@each_book
def test_a_book_has_its_notebook(one: ListedBook) -> None:
    assert f"{one.notebook}.ipynb" in offer_for("puzzles", host="127.0.0.1", port=0).notebooks
    text = (paths.notebooks("puzzles") / f"{one.notebook}.ipynb").read_text(encoding="utf-8")
    assert f'puzzle_book(\\"{one.kind}\\")' in text
    held = {path.stem for path in paths.notebooks("puzzles").glob("*.ipynb")}
    assert held - {"10_storm"} == {each.notebook for each in BOOKS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_leads_to_every_book(tmp_path: Path, language: str) -> None:
    """Beside the first one, each served by the table and with a tile of its own."""
    page = HelperPage(store=OwnerPack(tmp_path), puzzles="voila/render/puzzles.ipynb", language=language)
    pages = [*(one.page for one in BOOKS), "storm"]
    assert [one["url"] for one in page.elsewhere] == [f"voila/render/{name}.ipynb" for name in pages]
    assert len({page.say(f"helper.{one['kind']}") for one in page.elsewhere}) == len(pages)
    assert HelperPage(store=OwnerPack(tmp_path)).elsewhere == []
    beside = offer_for("table", host="127.0.0.1", port=0).beside
    assert {f"{name}.ipynb" for name in pages} <= {*beside}
    assert all(f"{one.page}-about" in words("helper", language=language) for one in BOOKS)
