"""Learn and solve as a widget: what the browser keeps goes in, the view comes out; in the helper with own puzzles."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.stored import with_puzzle, write_table
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import store_of
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.streak import Streak
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import HelperPage, PuzzlePage
from fujikoro_nb.widgets.base.front_texts import FRONTS_SERVED
from fujikoro_nb.widgets.learn.pages import learn_and_solve
from fujikoro_nb.widgets.quick.learn_page import LearnPage
from tests.support.learned import begun

TODAY = "2026-03-02"


def restore(page: Any, codes: Any, today: str = TODAY) -> None:
    page._handle_custom_msg({"act": "restore", "codes": codes, "today": today}, ())


def test_nothing_is_shown_before_the_browser_has_told() -> None:
    page = LearnPage()
    assert page.view == {}
    page.language = "fr"
    assert page.view == {}
    restore(page, {})
    assert page.view["next"]["label"] == "Commencer"


def test_what_the_browser_keeps_is_shown_in_every_language() -> None:
    page = LearnPage()
    restore(page, {store_of("crafting"): going.encode(begun("crafting", 2))})
    assert page.view["next"]["about"] == "Step 3 of 10"
    page.language = "de"
    assert page.view["next"]["about"] == "Schritt 3 von 10"


@pytest.mark.parametrize(
    "codes",
    [{"fujikoro-evening": "x"}, {store_of("crafting"): 5}, {store_of("crafting"): "x" * 9000}, [], "x"],
)
def test_only_our_stores_are_heard(codes: Any) -> None:
    page = LearnPage()
    restore(page, {})
    before = page.view
    restore(page, codes)
    assert page.view == before
    assert page.notice


def test_a_day_that_is_none_changes_nothing() -> None:
    page = LearnPage()
    restore(page, {}, today="tomorrow")
    assert page.view == {}
    assert page.notice


@pytest.mark.parametrize(
    ("is_served", "book"), [(True, "01_crafting.ipynb"), (False, "../puzzles/01_crafting.ipynb")]
)
def test_links_lead_to_the_notebooks_served_and_in_jupyterlab(
    monkeypatch: pytest.MonkeyPatch, is_served: bool, book: str
) -> None:
    monkeypatch.delenv(FRONTS_SERVED, raising=False)
    if is_served:
        monkeypatch.setenv(FRONTS_SERVED, "1")
    page = learn_and_solve(language="en")
    restore(page, {})
    assert page.view["lessons"][0]["url"] == "01_first_turns.ipynb"
    assert page.view["books"][0]["url"] == book


def test_home_says_how_far_one_is_and_own_puzzles_are_there(tmp_path: Path) -> None:
    page = HelperPage(store=OwnerPack(tmp_path), lessons="l-", puzzles="puzzles.ipynb")
    assert page.learn is None, "who only checks gear does not pay for it"
    page._handle_custom_msg({"act": "open-learn"}, ())
    restore(page.learn, {store_of("crafting"): going.encode(begun("crafting", 2))})
    assert page.learn_told == "First weapon · Step 3 of 10"
    assert page.learn.view["lessons"][0]["url"] == "l-turns.ipynb"
    assert page.learn.view["saved"] == []
    entry = PuzzlePage().entry
    code = PuzzlePage().run.kind.encode(entry.puzzle)
    kept = write_table(with_puzzle(page.table, code))
    page._handle_custom_msg({"act": "kept", "text": kept}, ())
    [saved] = page.learn.view["saved"]
    assert saved["url"] == f"puzzles.ipynb#puzzle={code}"
    page.learn._handle_custom_msg({"act": "drop-saved", "code": "x"}, ())
    assert page.learn.view["saved"] == [saved], "no puzzle of one's own has this code"
    page.learn._handle_custom_msg({"act": "drop-saved", "code": saved["code"]}, ())
    assert (page.learn.view["saved"], page.table.puzzles) == ([], ())
    page._handle_custom_msg({"act": "undo", "label": page.undo_label}, ())
    assert page.learn.view["saved"] == [saved], "taken out by mistake"
    page.language = "de"
    assert page.learn_told == "Erste Waffe · Schritt 3 von 10"


def test_a_link_begins_a_book_with_the_puzzle_of_the_day() -> None:
    page = PuzzlePage()
    fields = {"code": "", "themes": "", "rating": "", "kept": "", "today": TODAY}
    page._handle_custom_msg({"act": "restore", **fields, "mode": "daily"}, ())
    assert page.mode == "daily"
    assert page.link["mode"] == "", "what follows is another puzzle, so the link no longer says so"
    page = PuzzlePage()
    page._handle_custom_msg({"act": "restore", **fields, "mode": "review"}, ())
    assert page.mode == "ladder"
    assert page.notice == page.say("puzzle.review-none")


def test_a_link_to_the_day_goes_on_with_what_was_paid_there() -> None:
    page = PuzzlePage(today=datetime.date.fromisoformat(TODAY))
    page.act_mode(mode="daily")
    page.act_hint(kind="technique")
    kept, paid = page.saved, page.attempt
    other = PuzzlePage()
    fields = {"code": "", "themes": "", "rating": "", "kept": kept, "today": TODAY, "mode": "daily"}
    other._handle_custom_msg({"act": "restore", **fields}, ())
    assert other.attempt == paid
    assert paid.hints


def test_a_link_to_train_a_theme_begins_with_a_puzzle_of_it() -> None:
    book = PuzzlePage().run.book
    other = next(entry for entry in book.entries if "helmet" not in entry.rated.themes)
    kept = keeping.encode(Kept(pending=other.puzzle.id))
    page = PuzzlePage()
    fields = {"code": "", "rating": "", "kept": kept, "today": TODAY, "mode": ""}
    page._handle_custom_msg({"act": "restore", "themes": "helmet", **fields}, ())
    assert "helmet" in page.entry.rated.themes
    page = PuzzlePage()
    page._handle_custom_msg({"act": "restore", "themes": "", **fields}, ())
    assert page.entry == other


# ---- taken along


def sent_by(page: Any) -> list[Any]:
    """What the page tells the browser from now on."""
    found: list[Any] = []
    page.send = lambda content, buffers=None: found.append(content)
    return found


def act(page: Any, name: str, **fields: object) -> None:
    page._handle_custom_msg({"act": name, **fields}, ())


def keeps_a_rating() -> dict[str, str]:
    entry = PuzzlePage().entry
    day = datetime.date.fromisoformat(TODAY)
    kept = keeping.played(Kept(), entry.puzzle.id, entry.rated.rating, 100, today=day)
    return {
        "fujikoro-puzzles": keeping.encode(kept),
        store_of("crafting"): going.encode(begun("crafting", 2)),
    }


def exported(codes: dict[str, str]) -> str:
    page = LearnPage()
    restore(page, codes)
    told = sent_by(page)
    act(page, "export")
    [file] = told
    assert (file["kind"], file["name"]) == ("file", f"fujikoro-{TODAY}.json")
    return str(file["text"])


@pytest.mark.parametrize("is_link", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rating_comes_to_another_browser_and_goes_back(language: str, is_link: bool) -> None:
    mine = keeps_a_rating()
    page = LearnPage(language=language)
    theirs = {store_of("crafting"): going.encode(begun("crafting", 7))}
    restore(page, theirs)
    assert page.view["carry"]["has"]
    told = sent_by(page)
    if is_link:
        source = LearnPage()
        restore(source, mine)
        act(page, "open-code", code=source.view["carry"]["code"])
    else:
        act(page, "open-file", text=exported(mine))
    assert told == [], "nothing is taken over before it is asked for"
    assert len(page.view["carry"]["offer"]["lines"]) == 2
    assert "no text" not in str(page.view)
    act(page, "take")
    assert told == [{"kind": "stores", "codes": mine}]
    restore(page, {**theirs, **mine})
    assert page.view["curves"], "the rating and its way are there"
    assert page.view["carry"]["offer"] is None
    act(page, "take-back")
    assert told[1:] == [{"kind": "stores", "codes": {"fujikoro-puzzles": "", **theirs}}]
    restore(page, theirs)
    assert not page.view["curves"]
    assert not page.view["carry"]["can_take_back"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hostile_file_is_one_sentence(language: str) -> None:
    page = LearnPage(language=language)
    mine = keeps_a_rating()
    restore(page, mine)
    before, told = page.view, sent_by(page)
    for name, field, value in (
        ("open-file", "text", '{"fujikoro": "learning", "format": 1, "books": {"legal": {"solver": 5}}}'),
        ("open-file", "text", "x" * 120_001),
        ("open-code", "code", "x" * 12_001),
        ("open-code", "code", "<script>"),
    ):
        page.notice = ""
        act(page, name, **{field: value})
        assert page.notice == page.say("unreadable.learning-file", text=value[:40]), name
        assert page.view == before
    act(page, "take")
    act(page, "take-back")
    assert told == []


def test_what_is_left_leaves_nothing() -> None:
    page = LearnPage()
    restore(page, {})
    assert not page.view["carry"]["has"]
    told = sent_by(page)
    act(page, "open-file", text=exported(keeps_a_rating()))
    act(page, "leave")
    assert page.view["carry"]["offer"] is None
    act(page, "take")
    assert told == []


def test_a_file_without_anything_says_so() -> None:
    page = LearnPage()
    restore(page, {})
    act(page, "open-file", text='{"fujikoro": "learning", "format": 1}')
    assert page.view["carry"]["offer"]["lines"] == [page.say("learn.offer-nothing")]
    told = sent_by(page)
    act(page, "take")
    assert told == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ways_to_solve_stand_right_under_what_is_offered_first(language: str) -> None:
    page = LearnPage(links={"storm": "storm.html", "puzzles": "crafting.html"}, language=language)
    restore(page, {})
    modes = {one["mode"]: one for one in page.view["modes"]}
    assert list(modes) == ["storm", "daily", "duel", "streak", "pass"]
    assert len({one["title"] for one in modes.values()}) == len(modes)
    assert modes["storm"]["url"] == page.view["storm"]["url"]
    assert modes["duel"]["url"] == page.view["duel"]["url"]
    assert modes["daily"]["url"] == page.view["daily"][0]["url"]
    assert modes["streak"]["url"] == page.view["streak"]["url"] == "crafting.html#mode=streak"
    assert modes["streak"]["n"] == 0
    assert page.view["streak"]["about"] == page.say("learn.streak-new")
    kept = Kept(streak=Streak(right=("a", "b"), at="c", is_over=True, best=4, begun=3))
    restore(page, {"fujikoro-puzzles": keeping.encode(kept)})
    assert {one["mode"]: one["n"] for one in page.view["modes"]}["streak"] == 4, "the best one"
    assert "4" in page.view["streak"]["about"]


def test_ways_that_lead_nowhere_are_left_out() -> None:
    page = LearnPage(links={})
    restore(page, {})
    assert page.view["modes"] == []
