"""A duel on two phones: opened by taps from home, raced with fingers and keys, one phone loaded anew in the middle."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.play.duel_table import duel_in
from fujikoro_nb.puzzles.storm.duel import Duel
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.store import Store
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.boxes import misfits
from tests.browser.conftest import PHONE, Visit
from tests.browser.kernels import kernels_of
from tests.browser.readable import judged
from tests.browser.servers import Server
from tests.browser.widget_pages import DRAWN

NAMES = ("Aiko", "Wilhelmina-Alexandra")


def fits(tab: Page) -> None:
    tab.evaluate(DRAWN)
    assert misfits(tab) == []
    judged(tab)


def opened(visit: Visit, server: Server, goal: str) -> str:
    """The code of a table for two phones, by taps from home."""
    tab = visit.open(server.url)
    tab.locator(".fk-to-learn").tap()
    tab.locator(".fk-learn[data-ready=true] .fk-to-duel a").tap()
    part = tab.locator("[data-part=duel]")
    expect(part.locator("[data-key=duel-close]")).to_be_visible()
    assert tab.locator("[data-key=begin]:visible, .fk-storm-rules:visible").count() == 0, (
        "those of a storm alone"
    )
    for seat, name in enumerate(NAMES):
        part.locator(f"[data-key=duel-name-{seat}]").fill(name)
    part.locator(f"[data-key=goal-{goal}]").tap()
    fits(tab)
    part.locator("[data-key=duel-begin]").tap()
    expect(part.locator(".fk-code-picture")).to_be_visible()
    part.locator("[data-key=copy-link]").tap()
    expect(part.locator("[data-part=link]")).to_have_value(
        str(part.locator("[data-key=duel-link]").get_attribute("href"))
    )
    expect(part.locator("[role=status]")).not_to_be_empty()
    fits(tab)
    return str(part.get_attribute("data-code"))


def sat(visit: Visit, server: Server, code: str, seat: int, language: str = "en") -> Page:
    tab = visit.open(f"{server.url}table/{code}/seat?lang={language}")
    fits(tab)
    tab.locator(f"[data-key=sit-{seat}]").tap()
    expect(tab.locator(f".fk-duel[data-seat='{seat}']")).to_be_visible()
    return tab


def duel_of(folder: Path, code: str) -> Duel:
    """The duel as only the server has it."""
    with Store.open(f"sqlite:///{folder / 'tables.sqlite'}", check=False) as store:
        return duel_in(store.table(code).state().parts)


def answered(tab: Page, seed: str, at: int, *, is_right: bool = True, by_key: bool = False) -> None:
    expect(tab.locator(f".fk-duel[data-asked=true][data-at='{at}']")).to_be_visible()
    yes = task(seed, at).answer == is_right
    if by_key:
        tab.keyboard.press("ArrowLeft" if yes else "ArrowRight")
    else:
        tab.locator(f"[data-key={'yes' if yes else 'no'}]").tap()


def counts(tab: Page) -> list[str | None]:
    racers = tab.locator(".fk-duel-racer")
    return [racers.nth(seat).get_attribute("data-right") for seat in (0, 1)]


def test_two_phones_race_to_ten_and_once_more(
    shared_table: Server, table_folder: Path, phone: Visit, visits: Callable[..., Visit]
) -> None:
    server = shared_table  # its kernels are counted, so nobody else's pages are there
    code = opened(phone, server, "first-10")
    phones = [visits(**PHONE), visits(**PHONE)]
    one, two = tabs = [sat(visit, server, code, seat) for seat, visit in enumerate(phones)]
    for tab in tabs:
        fits(tab)
        tab.locator("[data-key=ready]").tap()
    for tab in tabs:
        expect(tab.locator(".fk-duel[data-asked=true]")).to_be_visible()
        expect(tab.locator(".fk-duel-of").first).to_have_text(f"0/10{say('storm.unit-right', n=0)}")
        fits(tab)
    questions = [tab.locator(".fk-storm-board").get_attribute("aria-label") for tab in tabs]
    assert questions[0] == questions[1], "both get the same"
    for part in ("[data-part=band]", ".fk-storm-board", "[data-key=yes]", "[data-key=no]"):
        expect(one.locator(part)).to_be_in_viewport(ratio=1)
    round_ = duel_of(table_folder, code).round
    assert round_ is not None
    seed = round_.seed
    answered(one, seed, 0)
    answered(one, seed, 1, by_key=True)
    answered(two, seed, 0, is_right=False)
    expect(two.locator("[data-part=said]")).to_contain_text(say("storm.miss", language="en", why="").strip())
    expect(two.locator(".fk-duel-racer[data-mine=false]")).to_have_attribute("data-right", "2")
    expect(one.locator(".fk-duel-racer[data-mine=false]")).to_have_attribute("data-misses", "1")
    two.reload()
    answered(two, seed, 1)
    for at in range(2, 10):
        answered(one, seed, at)
    for tab, title in ((one, say("duel.you-won")), (two, say("duel.won", name=NAMES[0]))):
        expect(tab.locator("[data-part=winner]")).to_have_text(title)
        assert counts(tab) == ["10", "1"]
        expect(tab.locator("[data-part=marks]")).to_have_text(say("duel.marks", one=NAMES[0], two=NAMES[1]))
        assert tab.locator("[data-part=rows] > li").count() == 10
        hows = tab.locator("[data-number='1'] .fk-duel-mark").evaluate_all(
            "all => all.map((one) => one.dataset.how)"
        )
        assert hows == ["right", "missed"]
        tab.locator("[data-key=row-1]").tap()
        fits(tab)
    assert one.locator("[data-key^=keep-]").count() == 0, "nothing missed"
    two.locator("[data-key^=keep-]").tap()
    assert f"{seed}.0" in two.evaluate("localStorage.getItem('fujikoro-mistakes')")
    for tab in tabs:
        tab.locator("[data-key=ready]").tap()
    for tab in tabs:
        expect(tab.locator(".fk-duel[data-round='2'][data-asked=true]")).to_be_visible()
        assert counts(tab) == ["0", "0"]
    again = duel_of(table_folder, code)
    assert again.won == (1, 0)
    assert again.round is not None
    assert again.round.seed != seed
    assert len(kernels_of(server)) <= 2  # the page that opened the table, and the one that waits for the next
    assert [visit.errors for visit in phones] == [[], []]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_time_is_the_servers_and_who_looks_on_is_asked_nothing(
    language: str, shared_table: Server, table_folder: Path, phone: Visit, visits: Callable[..., Visit]
) -> None:
    server = shared_table
    code = opened(phone, server, "minutes-1")
    one, two = (sat(visits(**PHONE), server, code, seat, language) for seat in (0, 1))
    looks = visits(**PHONE, color_scheme="dark").open(f"{server.url}table/{code}?lang={language}")
    expect(looks.locator(".fk-duel-band")).to_be_visible()
    for tab in (one, two):
        tab.clock.install()
        tab.reload()
        tab.locator("[data-key=ready]").tap()
    for tab in (one, two):
        expect(tab.locator(".fk-duel[data-asked=true]")).to_be_visible()
        fits(tab)
    round_ = duel_of(table_folder, code).round
    assert round_ is not None
    one.clock.fast_forward(61_000)
    expect(one.locator("[data-part=clock]")).to_have_text("0:00")
    answered(
        one, round_.seed, 0, is_right=False
    )  # it asks whether the time is over, and hears what time it is
    expect(one.locator("[data-part=clock]")).to_have_text(re.compile("0:[1-5]"))
    for at in (1, 2):
        answered(one, round_.seed, at, is_right=False)
    expect(one.locator("[data-part=body] h2")).to_have_text(
        say("duel.out-misses", language=language, n=3, name=NAMES[1])
    )
    fits(one)
    expect(looks.locator(".fk-duel[data-asked=false] .fk-duel-racer").first).to_have_attribute(
        "data-misses", "3"
    )
    expect(looks.locator(".fk-storm-board")).to_have_count(0)
    fits(looks)
    two.locator("[data-key=stop]").tap()
    for tab in (one, two, looks):
        expect(tab.locator("[data-part=winner]")).to_have_text(say("duel.draw", language=language))
        fits(tab)
