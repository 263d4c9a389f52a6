"""Ratings taken along and mistakes kept, in a Chromium: a file, a link, one list from storm, check and game."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import lesson_of, store_of
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.review.mistakes import Mistake, encode, id_of
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.learners import NARROW, PHONE
from tests.support.learned import DAY
from tests.support.sampling import sample

READY = ".fk-learn[data-ready=true]"
STORE = "fujikoro-legal"


def rated() -> str:
    kept = Kept()
    for number, entry in enumerate(kind_of("legal").book().entries[:12]):
        day = DAY + datetime.timedelta(days=number)
        kept = keeping.played(kept, entry.puzzle.id, entry.rated.rating, 100 * (number % 4 != 0), today=day)
    return keeping.encode(kept)


def keeps(visit: Any, stored: dict[str, str]) -> None:
    """The browser has kept that before it comes."""
    visit.tab.context.add_init_script(
        f"""if (!sessionStorage.getItem("seen")) {{
          for (const [name, code] of Object.entries({json.dumps(stored)})) localStorage.setItem(name, code);
          sessionStorage.setItem("seen", "1");
        }}"""
    )


def stored(tab: Page, name: str = STORE) -> str:
    return str(tab.evaluate("(name) => localStorage.getItem(name) ?? ''", name))


def is_fine(tab: Page) -> None:
    """Nothing sticks out, and what is tapped is a finger wide."""
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = tab.locator(
        ":is(.fk-learn, .fk-storm, .fk-lesson) :is(a:not(.rid), button, label):visible"
    ).evaluate_all(
        """all => all.map((one) => [one.textContent, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => width < 44 || height < 44).map(([text]) => text)"""
    )
    assert small == []


@pytest.mark.parametrize("language", sample(LANGUAGES, 1))
def test_a_rating_goes_to_another_phone_as_a_file(
    served: Any, visits: Callable[..., Any], tmp_path: Path, language: str
) -> None:
    old, new = visits(**PHONE), visits(**PHONE)
    keeps(old, {STORE: rated()})
    url = f"{served('table').url}?lang={language}#page=learn"
    tab = old.open(url)
    with tab.expect_download() as download:
        tab.locator(f"{READY} [data-key=export]").tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["books"]["legal"]["done"]
    tab = new.open(url)
    tab.locator(f"{READY} [data-key=open-file]").set_input_files(file)
    offer = tab.locator("[data-part=offer]")
    expect(offer.locator("h3")).to_be_focused()
    is_fine(tab)
    assert stored(tab) == "", "it is asked about first"
    offer.locator("[data-key=take]").tap()
    expect(tab.locator("[data-curve=legal]")).to_be_visible()
    assert stored(tab) == rated()
    tab.locator("[data-key=take-back]").tap()
    expect(tab.locator("[data-curve=legal]")).to_have_count(0)
    assert stored(tab) == ""
    bad = tmp_path / "bad.json"
    bad.write_text('{"fujikoro": "learning", "format": 1, "books": 3}', encoding="utf-8")
    tab.locator("[data-key=open-file]").set_input_files(bad)
    expect(tab.locator(f"{READY} .fk-notice")).to_have_text(
        say("unreadable.learning-file", language=language)
    )
    expect(offer).to_have_count(0)
    assert old.errors == new.errors == []


def test_a_link_is_asked_about_and_survives_a_reload(served: Any, visits: Callable[..., Any]) -> None:
    old, new = visits(**PHONE), visits(**NARROW)
    keeps(old, {STORE: rated()})
    tab = old.open(f"{served('table').url}#page=learn")
    tab.locator(f"{READY} [data-key=copy-link]").tap()
    link = tab.locator(f"{READY} [data-part=link]").input_value()
    tab = new.open(link)
    offer = tab.locator("[data-part=offer]")
    expect(offer).to_be_visible()
    assert "learned=" not in tab.url, "a link that is copied from here is another one"
    tab.reload()
    expect(offer).to_be_visible()
    offer.locator("[data-key=leave]").click()
    expect(offer).to_have_count(0)
    assert stored(tab) == ""
    tab.reload()
    tab.wait_for_selector(READY)
    expect(offer).to_have_count(0)
    tab.goto(f"{served('table').url}#page=learn&learned=nonsense")
    expect(tab.locator(".fk-learn .fk-notice")).to_have_text(say("unreadable.learning-file"))
    assert old.errors == new.errors == []


def test_what_a_storm_missed_is_kept_and_tried_again(served: Any, visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    tab = phone.open(f"{served('table').url}voila/render/storm.ipynb#seed=tea")
    tab.locator(".fk-storm[data-state=ready] [data-key=begin]").tap()
    for at in range(3):
        expect(tab.locator(f".fk-storm[data-at='{at}']")).to_be_visible()
        tab.locator("[data-key=no]" if task("tea", at).answer else "[data-key=yes]").tap()
    missed = tab.locator(".fk-storm[data-state=over] [data-missed='1']")
    missed.locator("[data-key='try-1']").tap()
    once = tab.locator(".fk-storm[data-state=once]")
    expect(once.locator(".fk-storm-question")).to_be_focused()
    is_fine(tab)
    once.locator("[data-key=yes]" if task("tea", 1).answer else "[data-key=no]").tap()
    expect(once.locator(".verdict.ok")).to_be_visible()
    is_fine(tab)
    once.locator("[data-key=leave-once]").tap()
    keep = missed.locator("[data-key='keep-storm:tea.1']")
    keep.tap()
    expect(keep).to_have_attribute("aria-pressed", "true")
    is_fine(tab)
    tab.locator("[data-key=place]").tap()
    rows = tab.locator(f"{READY} [data-part=mistakes] li")
    expect(rows).to_have_count(1)
    is_fine(tab)
    rows.locator("a").tap()
    expect(once.locator(".fk-storm-question")).to_be_visible()
    tab.locator("[data-key=place]").tap()
    rows.locator("button").tap()
    expect(rows).to_have_count(0)
    assert phone.errors == []


def test_a_missed_check_is_kept_and_tried_again(served: Any, visits: Callable[..., Any]) -> None:
    name = "first-turns"
    progress = going.go_to(going.start(name, len(lesson_of(name).steps)), 40)
    for kind in lesson_of(name).checks:
        progress = going.check_done(progress, kind, is_right=False, today=DAY)
    visit = visits(**PHONE)
    keeps(visit, {store_of(name): going.encode(progress)})
    tab = visit.open(f"{served('table').url}voila/render/lesson-turns.ipynb")
    result = tab.locator(".fk-lesson[data-kind=result]")
    result.locator("[data-key='try-1']").tap()
    once = tab.locator(f".fk-lesson[data-kind=check][data-id={next(iter(lesson_of(name).checks))}]")
    expect(once.locator(".fk-count")).to_have_text(say("lesson.check-once"))
    is_fine(tab)
    once.locator("[data-key=leave-check]").tap()
    result.locator(".fk-again [data-key^='keep-']").last.tap()
    is_fine(tab)
    tab.locator("[data-key=place]").tap()
    tab.locator(f"{READY} [data-part=mistakes] [data-kind=check] a").tap()
    last = list(lesson_of(name).checks)[-1]
    expect(tab.locator(f".fk-lesson[data-kind=check][data-id={last}] .fk-count")).to_have_text(
        say("lesson.check-once")
    )
    assert stored(tab, store_of(name)) == going.encode(progress)
    assert visit.errors == []


def own_mistake() -> str:
    """The code of a decision in a game, at its first action after a turn."""
    session = new_session(players=2, seed="kept", seats=["Aki", "Bo"])
    play_out(session, bots_of(["heuristic"], players=2, seed="kept"), most_turns=1)
    assert session.question is not None and session.question.kind == "act"
    did, better, *_ = (f"act {session.game.to_text(one)}" for one in session.game.options(session.state))
    return encode(Mistake(session.save(has_snapshots=False).decode(), 1, (did,), ((better,),)))


@pytest.mark.parametrize("kind", ["game", "mistake"])
def test_a_mistake_in_a_game_is_kept_and_tried_again(
    served: Any, visits: Callable[..., Any], kind: str
) -> None:
    """Also one that was kept when its kind was written another way."""
    code = own_mistake()
    kept = {"id": id_of(code), "says": "Turn 1", "code": code, "kind": kind, "lesson": ""}
    visit = visits(**PHONE)
    keeps(visit, {"fujikoro-mistakes": json.dumps([kept])})
    tab = visit.open(f"{served('table').url}#page=learn")
    tab.locator(f"{READY} [data-part=mistakes] [data-kind=game] a").tap()
    expect(tab.locator("[data-part=mistake]")).to_have_attribute("data-verdict", "open", timeout=60_000)
    tab.locator("[data-key=mistake-leave]").tap()  # back to where one came from
    kept = tab.locator(f"{READY} [data-part=mistakes] [data-kind=game] a")
    expect(kept).to_be_visible()
    assert visit.errors == []
    link = urljoin(tab.url, kept.get_attribute("href"))
    tab.goto("about:blank#elsewhere")
    tab.goto(link)
    expect(tab.locator("[data-part=mistake]")).to_have_attribute("data-verdict", "open", timeout=60_000)
    tab.locator("[data-key=mistake-leave]").tap()  # nothing of ours is behind this page
    expect(tab.locator("[data-part=mistake]")).to_be_empty()
