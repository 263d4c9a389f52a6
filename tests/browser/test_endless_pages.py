"""From "Learn and solve" to puzzles without end on a phone: solved by taps, on to the next, there after a reload."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kind import AnyEntry
from fujikoro_nb.texts import say
from tests.browser.crafters import Finger as Crafting
from tests.browser.crafters import player, solution
from tests.browser.learners import PHONE, VERDICT, Toucher, enter_places
from tests.browser.learners import Finger as Fighting

ENDLESS = [one.kind for one in BOOKS if kind_of(one.kind).has_endless]
"""As they stand in the place, one below the other."""
SLOWLY = 30_000
"""Milliseconds in which the next one is made on a machine that has much to do."""


def craft(tab: Page, entry: AnyEntry) -> None:
    player(Crafting, tab, entry).lay(solution(entry))


def fight(tab: Page, entry: AnyEntry) -> None:
    fighter = Fighting(tab)
    fighter.page = "fk-puzzle"
    answer = entry.certificate.solution
    fighter.enter(answer)
    if answer.startswith("guess"):
        near(fighter, int(answer.split()[1]))


def near(fighter: Fighting, wanted: int) -> None:
    """Within five, which is right, from the 51 that the first tap makes."""
    number = 51
    while abs(wanted - number) > 5:
        step = 10 if wanted > number else -10
        number += step
        fighter.press(f"guess{step}")
        expect(fighter.tab.locator(".fk-fight-guess output")).to_contain_text(f"{number} of 100")


def tame(tab: Page, entry: AnyEntry) -> None:
    tab.wait_for_selector(".fk-map[data-points]")
    walker = Toucher(tab)
    walker.page = "fk-puzzle"
    enter_places(walker, entry.puzzle, entry.certificate.right[0])


def judge(tab: Page, entry: AnyEntry) -> None:
    tab.locator(f"[data-key=answer-{kind_of('legal').solution(entry)}]").tap()


SOLVE: Mapping[str, Callable[[Page, AnyEntry], None]] = {
    "crafting": craft,
    "fights": fight,
    "dragons": tame,
    "legal": judge,
}


@pytest.mark.parametrize("kind", SOLVE)
def test_there_is_another_one_without_end(served: Any, visits: Callable[..., Any], kind: str) -> None:
    phone = visits(**PHONE)
    tab = phone.open(f"{served('table').url}#page=learn")
    ways = tab.locator(".fk-learn[data-ready=true] [data-part=endless] a")
    expect(ways).to_have_count(len(ENDLESS))
    ways.nth(ENDLESS.index(kind)).tap()
    page = tab.locator(".fk-puzzle[data-mode=endless]")
    expect(page).to_be_visible(timeout=SLOWLY)
    first = str(page.get_attribute("data-id"))
    of_kind: Any = kind_of(kind)
    SOLVE[kind](tab, of_kind.endless(first))
    tab.locator("[data-key=check]").tap()
    expect(tab.locator(VERDICT)).to_have_class("verdict ok")
    on = tab.locator(".fk-actions [data-key=next]")
    expect(on).to_have_text(say("puzzle.next-endless"))
    on.tap()
    expect(page).not_to_have_attribute("data-id", first, timeout=SLOWLY)
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    second = str(page.get_attribute("data-id"))
    assert of_kind.number_of(second) == of_kind.number_of(first) + 1
    tab.reload()
    expect(page).to_have_attribute("data-id", second, timeout=SLOWLY)
    assert phone.errors == []
