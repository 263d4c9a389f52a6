"""The frame round a page that speaks the chosen language: the same page speaks another one, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import ipywidgets
import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.texts import LANGUAGES, SERVED_LANGUAGE, Catalogue, words
from fujikoro_nb.widgets import (
    FightLesson,
    FightPuzzles,
    HelperPage,
    LessonPage,
    PuzzlePage,
    SpokenPage,
    TurnLessonPage,
    helper_page,
    lesson,
    puzzle_book,
)
from fujikoro_nb.widgets.base.widget import FujiWidget


def act(widget: FujiWidget, name: str, **fields: object) -> None:
    """As a message from the browser."""
    widget._handle_custom_msg({"act": name, **fields}, ())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where nobody's own cards are, and no server."""
    monkeypatch.delenv(SERVED_LANGUAGE, raising=False)
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def frame(folder: Path) -> SpokenPage:
    """The helper in a frame."""
    return SpokenPage(lambda language: HelperPage(store=OwnerPack(folder), language=language))


MAKERS: dict[str, tuple[Callable[..., ipywidgets.Widget], type[FujiWidget]]] = {
    **{one.id: (partial(lesson, one.id), LessonPage) for one in LESSONS},
    **{f"{one.kind} puzzles": (partial(puzzle_book, one.kind), PuzzlePage) for one in BOOKS},
    "helper": (helper_page, HelperPage),
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_notebook_gets_the_page_itself(folder: Path, name: str) -> None:
    make, kind = MAKERS[name]
    assert isinstance(make(), kind)
    assert make().language == "en"
    assert make(language="de").language == "de"


@pytest.mark.parametrize("name", MAKERS)
def test_a_served_page_is_framed_and_follows(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVED_LANGUAGE, "fr")
    make, kind = MAKERS[name]
    frame = make()
    assert isinstance(frame, SpokenPage)
    assert isinstance(frame.page, kind)
    assert (frame.spoken, frame.page.language) == ("fr", "fr")
    act(frame, "speak", spoken="de")
    assert (frame.spoken, frame.page.language, frame.language) == ("de", "de", "de")


def test_names_of_earlier_notebooks_give_the_one_page(folder: Path) -> None:
    """Each had a page of its own, and began without a word with its own lesson or book."""
    for page, name in (
        (LessonPage(), "crafting"),
        (FightLesson(), "fighting"),
        (TurnLessonPage(), "first-turns"),
    ):
        assert (isinstance(page, LessonPage), page.lesson.id) == (True, name)
    for book, kind in ((PuzzlePage(), "crafting"), (FightPuzzles(), "fights")):
        assert (isinstance(book, PuzzlePage), book.run.kind.name) == (True, kind)
    assert TurnLessonPage("first-turns", game="game.ipynb", language="de").language == "de"


@pytest.mark.parametrize("given", ["", "xx", "../en"])
def test_a_strange_language_of_the_server_is_none(
    folder: Path, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SERVED_LANGUAGE, given)
    assert isinstance(lesson("crafting"), LessonPage)


@pytest.mark.parametrize("spoken", ["", "xx", "EN", "<b>", None, 3, ["fr"], "fr" * 9000])
def test_a_hostile_language_is_ignored(frame: SpokenPage, spoken: object) -> None:
    page = frame.page
    act(frame, "speak", spoken=spoken)
    assert frame.page is page
    assert frame.spoken == "en"
    assert frame.notice == frame.say("widgets.ignored")


def test_the_same_language_changes_nothing(frame: SpokenPage) -> None:
    page = frame.page
    act(frame, "speak", spoken="en")
    assert frame.page is page


def test_the_page_stays_the_same_with_all_in_it(frame: SpokenPage) -> None:
    page = frame.page
    assert isinstance(page, HelperPage)
    for name in ("map", "pieces", "setup", "score", "log"):
        act(page, f"open-{name}")
    before = {one.model_id for one in everything(page)}
    assert len(before) > 12
    act(frame, "speak", spoken="fr")
    assert frame.page is page
    assert {one.model_id for one in everything(page)} == before
    assert all(one.comm is not None for one in everything(page))


def everything(page: FujiWidget) -> list[FujiWidget]:
    return [page, *(one for part in page.parts() for one in everything(part))]


def shown_texts(page: FujiWidget) -> dict[str, object]:
    """All that the page and what is in it send, but for what names no language."""
    return {
        f"{type(one).__name__}.{name}": {**value, "at": 0} if name == "view" else value
        for one in everything(page)
        for name, value in one.get_state().items()
        if name not in ("_esm", "_css", "look", "layout") and not str(value).startswith("IPY_MODEL_")
    }


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_page_that_was_told_another_language_says_what_one_made_in_it_says(
    folder: Path, language: str
) -> None:
    def opened(spoken: str) -> HelperPage:
        page = HelperPage(store=OwnerPack(folder), language=spoken)
        act(page, "open-link", text="weapon=WWMT.:...&helmet=MM../W...&dragon=9/3/3&backpack=W")
        for name in ("map", "pieces", "setup", "score", "log"):
            act(page, f"open-{name}")
        act(page.now, "tap", fact="space", value="monk")
        act(page.now, "answer")
        return page

    page, there = opened("en"), opened(language)
    page.language = language
    told, wanted = shown_texts(page), shown_texts(there)
    assert told.keys() == wanted.keys()
    own = ("RulesPage.host", "CraftGrid.answered", "HelperPage.cards_changed")
    assert {name for name in told if name not in own and told[name] != wanted[name]} == set()


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "helper"])
def test_lessons_and_puzzles_stay_the_same(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVED_LANGUAGE, "en")
    frame = MAKERS[name][0]()
    assert isinstance(frame, SpokenPage)
    page, before = frame.page, {one.model_id for one in everything(frame.page)}
    said = page.view
    act(frame, "speak", spoken="fr")
    assert frame.page is page
    assert {one.model_id for one in everything(page)} == before
    assert all(one.comm is not None for one in everything(page))
    assert page.view != said
    act(frame, "speak", spoken="en")
    assert page.view == said


def test_every_part_of_the_helper_speaks(frame: SpokenPage) -> None:
    act(frame, "speak", spoken="de")
    page = frame.page
    assert isinstance(page, HelperPage)
    page.act_open_map()
    for part in (page, page.grid, page.strip, page.fight, page.rules, page.map):
        assert isinstance(part, FujiWidget)
        assert part.language == "de"
        assert part.words["failed"] == words("widgets", language="de")["failed"]


def test_gear_backpack_and_undo_survive(frame: SpokenPage) -> None:
    page = frame.page
    assert isinstance(page, HelperPage)
    act(page, "open-link", text="weapon=WWM..:...&character=tomoe")
    act(page, "backpack", material="M", by=1)
    act(page, "real-box", on=False)
    assert page.undo_label == "Undo: trying the house cards"
    before = page.state
    act(frame, "speak", spoken="fr")
    after = frame.page
    assert isinstance(after, HelperPage)
    assert after.state == before
    assert after.is_opened
    french = Catalogue("fr")
    said = french.say("helper.undo", what=french.say("helper.change-box-off"))
    assert after.undo_label == said
    act(after, "undo", label=after.undo_label)
    assert after.is_real_box
    metal = french.say("helper.change-backpack", material=french.say("word.M"))
    assert after.undo_label == french.say("helper.undo", what=metal)
    act(after, "undo", label=after.undo_label)
    assert not len(after.room.backpack.cubes)
    assert after.undo_label == ""


def test_a_cube_that_was_laid_is_named_anew(frame: SpokenPage) -> None:
    page = frame.page
    assert isinstance(page, HelperPage)
    act(page, "open-link", text="")
    page.grid.act_paint(kind="weapon", material="W", cells=((2, 1),), stroke="", client="", seq=1)
    act(frame, "speak", spoken="de")
    after = frame.page
    assert isinstance(after, HelperPage)
    german = Catalogue("de")
    laid = german.say("craft-grid.change-laid", material=german.say("word.W"), row=1, column=2, kind="")
    assert after.undo_label == german.say("helper.undo", what=laid)
    act(after, "undo", label=after.undo_label)
    assert not after.grid.gear.weapon


def test_a_fight_goes_on_in_another_language(frame: SpokenPage) -> None:
    page = frame.page
    assert isinstance(page, HelperPage)
    act(page, "open-link", text="weapon=WWMT.:...&helmet=MM../W...&dragon=9/3/3")
    act(page.fight, "monk", spot="action", on=True)
    act(page.fight, "begin")
    asked, session, save = page.fight.fight["question"], page.fight.session, page.fight.save
    act(frame, "speak", spoken="fr")
    after = frame.page
    assert isinstance(after, HelperPage)
    assert after.fight.session is session
    assert after.fight.tab == "play"
    assert after.fight.monks == ["action"]
    assert after.fight.fight["question"]["kind"] == asked["kind"]
    assert after.fight.fight["question"]["text"] != asked["text"]
    assert after.fight.save == save


def test_languages_name_themselves() -> None:
    named = [words("language", language=language) for language in LANGUAGES]
    assert named[0] == named[1] == named[2] == {"en": "English", "fr": "Français", "de": "Deutsch"}
