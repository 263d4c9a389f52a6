"""Forty frequent questions walked through the helper on a phone, as at a table: taps, letters and seconds (need H1).

`walk` begins on the home page in the question's language: tap the box, type letter by letter until a rule that answers
is listed, tap it, see its answer. Where six letters do not list one it begins anew and looks through the moment of the
game that holds it. A mode is set before and not counted: tables set it once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import yaml
from playwright.sync_api import Page

from fujikoro_nb.rulebook.entries import LANGUAGES, entries
from fujikoro_nb.rulebook.phases import phases
from tests.browser.widget_pages import DRAWN

FREQUENT = Path(__file__).resolve().parents[1] / "rulebook" / "questions" / "frequent.yaml"
MOST_TAPS = 3
MOST_LETTERS = 6
MOST_SECONDS = 10
LEAST_SHARE = 0.95
OPENED = ".fk-helper[data-opened=true]"
BOX = ".fk-rules[data-ready] input[type=search]"


class Frequent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question, the rules that answer it, and what is typed for it."""

    ask: str
    lang: str
    right: tuple[str, ...]
    type: str
    mode: str = ""


class Walk(NamedTuple):
    """How somebody came to an answer; ``way`` is typed or browsed, empty when there was none."""

    question: Frequent
    way: str
    taps: int
    letters: int
    seconds: float
    place: int = 0
    """Where in the list the tapped line stood, from 1."""

    @property
    def is_short(self) -> bool:
        """Whether it took as few taps and letters as need H1 has it."""
        return bool(self.way) and self.taps <= MOST_TAPS and self.letters <= MOST_LETTERS

    @property
    def is_within(self) -> bool:
        """Whether it was as quick as need H1 has it; seconds are told by the benchmark, on a machine that is free."""
        return self.is_short and self.seconds <= MOST_SECONDS


def frequent() -> tuple[Frequent, ...]:
    """All of them."""
    return msgspec.convert(yaml.safe_load(FREQUENT.read_text(encoding="utf-8")), tuple[Frequent, ...])


def walks(open_page: Callable[[str], Page], url: str, *, lines: int | None = None) -> Iterator[Walk]:
    """Every question, those of a language in one page of its own; `open_page` opens an address on a phone.

    With `lines` only so many first ones of the list are looked at, such as stand above a phone's keyboard.
    """
    for language in LANGUAGES:
        tab = open_page(f"{url}?lang={language}")
        tab.wait_for_selector(f"html[lang={language}] {OPENED}")
        mode = ""
        for question in frequent():
            if question.lang == language:
                if question.mode != mode:
                    set_mode(tab, question.mode)
                    mode = question.mode
                yield walk(tab, question, lines=lines)


def set_mode(tab: Page, mode: str) -> None:
    """Once, on the rules page."""
    to_rules(tab)
    tab.locator(".fk-rules .fk-set-once select").first.select_option(mode)
    to_home(tab)


def to_home(tab: Page) -> None:
    tab.locator(".top [data-page=home]").tap()
    tab.wait_for_selector(".fk-helper[data-page=home]")


def to_rules(tab: Page) -> None:
    tab.locator(".six [data-page=rules]").tap()
    tab.locator(".fk-rules[data-ready] .fk-phases").wait_for()


def walk(tab: Page, question: Frequent, *, lines: int | None = None) -> Walk:
    """From home to the answer and back."""
    found = by_typing(tab, question, lines)
    to_home(tab)
    if not found.way and (browsed := by_browsing(tab, question)):
        to_home(tab)
        return browsed
    return found


def by_typing(tab: Page, question: Frequent, lines: int | None) -> Walk:
    """Tap the box, type, tap the line, or the answer where it took the line's place first."""
    begun = time.perf_counter()
    tab.locator(".fk-home input[type=search]").tap()
    typed = ""
    for letter in question.type[:MOST_LETTERS]:
        typed += letter
        tab.keyboard.type(letter)
        tab.wait_for_function(
            "([box, typed]) => document.activeElement.matches(box) && document.activeElement.value === typed",
            arg=[BOX, typed],
        )
        tab.evaluate(DRAWN)
        for place, number in enumerate(listed(tab)[:lines], 1):
            if entries()[number].id in question.right:
                rule = entries()[number].id
                line = tab.locator(f".fk-found [data-number='{number}']:visible")
                line.or_(tab.locator(f".fk-rules[data-preview] .fk-card[data-card='{rule}'] .fk-whole")).tap()
                see_answer(tab, rule)
                return Walk(question, "typed", 2, len(typed), time.perf_counter() - begun, place)
    return Walk(question, "", 1, len(typed), time.perf_counter() - begun)


def listed(tab: Page) -> list[int]:
    """The listed rules, as places in the rulebook."""
    numbers: list[int] = tab.locator(".fk-found [role=option]:visible").evaluate_all(
        "(all) => all.map((one) => Number(one.dataset.number))"
    )
    return numbers


def by_browsing(tab: Page, question: Frequent) -> Walk | None:
    """Tap "Rule?", the moment of the game, the rule; None where no moment has it among its first."""
    for phase in phases():
        for rule in question.right:
            if rule in phase.rules:
                begun = time.perf_counter()
                to_rules(tab)
                tab.locator(f".fk-browse [data-at='phase.{phase.id}']").tap()
                tab.locator(f".fk-browse [data-open='{rule}']").first.tap()
                see_answer(tab, rule)
                return Walk(question, "browsed", 3, 0, time.perf_counter() - begun)
    return None


def see_answer(tab: Page, rule: str) -> None:
    """Wait until the verdict of a rule is in sight."""
    tab.locator(f".fk-card[data-card='{rule}'] .verdict .say").wait_for()
