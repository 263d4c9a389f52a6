"""The search in the page finds what Python's finds: the same rules with the same scores."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from fujikoro_nb.helper.rules_data import rule_texts, rules_data
from fujikoro_nb.rulebook.answers import answered
from fujikoro_nb.rulebook.entries import LANGUAGES, entries
from fujikoro_nb.rulebook.search import Scope, rule_search
from fujikoro_nb.widgets.base.widget import source_of
from tests.support.rule_questions import vague
from tests.support.sampling import sample

SCOPES = (
    Scope(),
    Scope(mode="coop"),
    Scope(mode="solo", players=1),
    Scope(mode="competitive", players=6),
    Scope(mode="makai_fuda"),
    Scope(mode="fuji_99"),
    Scope(players=3),
    Scope(chapter="combat"),
    Scope(mode="competitive", scenario=4),
)
ODD = (
    "",
    "   ",
    "?!",
    "1 2 3",
    "¿¡…",
    "ŒUF œuf ß ẞ",
    "مرحبا",
    "竜",
    "🐉🐉",
    "a" * 500,
    "monk " * 200,
    "<img src=x onerror=alert(1)>",
    "\u202edlog",
    "x\u0000y\u0007z",
    "\u0130stanbul",
    "e\u0301clair",
    "12 cubes, two-handed?",
)


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    """An empty page with the search in it, made from the same data as Python's."""
    context = chromium.new_context()
    page = context.new_page()
    script = f"{source_of('rules_book.mjs')}\nObject.assign(globalThis, {{ RuleSearch, answered, shownOf }});"
    page.add_script_tag(content=script)
    data = rules_data("en") | {"texts": {language: rule_texts(language) for language in LANGUAGES}}
    page.evaluate("(data) => { globalThis.search = new RuleSearch(data); }", data)
    yield page
    context.close()


def misspelt(text: str, chance: random.Random) -> str:
    """With two letters swapped, one lost, or one doubled."""
    if len(text) < 4:
        return text
    at = chance.randrange(1, len(text) - 2)
    kind = chance.choice("slx")
    if kind == "s":
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + text[at + 1 :] if kind == "l" else text[:at] + text[at] + text[at:]


def questions() -> list[str]:
    """Of the entries themselves in three languages, whole, misspelt, or not yet finished; the same at every run."""
    chance = random.Random(4)
    asked = []
    for language in LANGUAGES:
        for entry in chance.sample(entries(), 60):
            question = chance.choice(entry.wording(language).asked)
            asked += [question, misspelt(question, chance), question[: chance.randrange(2, 14)]]
    return asked


LIMIT = 12


def told(scope: Scope) -> dict[str, Any]:
    """A scope as the page says it."""
    return {name: getattr(scope, name) for name in ("mode", "players", "chapter", "scenario")}


def compare(tab: Page, asked: list[str], scope: Scope, *, is_typing: bool) -> None:
    there = tab.evaluate(
        """([asked, scope, isTyping, limit]) => asked.map((question) =>
             search.find(question, { scope, isTyping, limit }).map(({ id, score }) => [id, score]))""",
        [asked, told(scope), is_typing, LIMIT],
    )
    for question, found in zip(asked, there, strict=True):
        hits = rule_search().find(question, scope=scope, is_typing=is_typing, limit=LIMIT)
        expected = [(hit.id, hit.score) for hit in hits]
        assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-9)
        assert above_the_last(found) == pytest.approx(above_the_last(expected), abs=1e-9), json.dumps(
            question
        )


def above_the_last(found: Sequence[Sequence[Any]]) -> dict[str, float]:
    """Scores by rule; of rules that share the last place of a full list, any may stand in it."""
    least = found[-1][1] + 1e-9 if len(found) == LIMIT else 0
    return {rule: score for rule, score in found if score > least}


@pytest.mark.parametrize("is_typing", [False, True], ids=["finished", "typing"])
def test_page_and_python_find_the_same(tab: Page, is_typing: bool) -> None:
    every = questions()
    assert len(every) > 500
    compare(tab, [*sample(every, 120), *ODD], Scope(), is_typing=is_typing)


@pytest.mark.parametrize(
    "scope", SCOPES[1:], ids=lambda scope: f"{scope.mode}{scope.players}{scope.chapter}{scope.scenario}"
)
def test_page_and_python_find_the_same_within_a_scope(tab: Page, scope: Scope) -> None:
    """Each scope is asked other questions."""
    asked = sample([*questions(), *ODD][SCOPES.index(scope) % 6 :: 6], 20)
    compare(tab, asked, scope, is_typing=False)
    compare(tab, asked, scope, is_typing=True)


NAMING = (
    "as a team, may we trade",
    "we play against each other, may we trade",
    "Scenario four: a monk beats me",
    "the one where you have to fight the monks: how strong is one",
    "allein gegen das Spiel, wie viele Runden",
    "Makai Fuda : combien de cartes par joueur",
    "Fuji 99: how many must I draw",
    "Takeko, two swords?",
    "can I fight a dragon alone",
)


@pytest.mark.parametrize(
    "scope", [Scope(), *SCOPES[1:4], SCOPES[-1]], ids=lambda scope: f"{scope.mode}{scope.scenario}"
)
def test_page_and_python_are_equally_sure(tab: Page, scope: Scope) -> None:
    asked = [*NAMING, *sample([*(each["ask"] for each in vague("fit")), *questions()[::9], *ODD[::9]], 40)]
    there = tab.evaluate(
        """([asked, scope]) => asked.map((question) => {
             const told = answered(search, question, { scope });
             const ids = (some) => some.map(({ id }) => id);
             return [told.sureness, ids(told.named.topics), ids(shownOf(told)), told.elsewhere?.id ?? ""];
           })""",
        [asked, told(scope)],
    )
    here = []
    for question in asked:
        found = answered(rule_search(), question, scope=scope)
        shown = [hit.id for hit in found.shown]
        elsewhere = found.elsewhere.id if found.elsewhere else ""
        here.append([found.sureness.value, [each.id for each in found.named.topics], shown, elsewhere])
    assert there == here


def test_any_letter_can_be_asked(tab: Page) -> None:
    """Half letters included, which Python's text and JSON do not bring across: only that nothing breaks."""
    found: list[Any] = tab.evaluate(
        r"""["\ud800", "\udc00monk", "\ud83d".repeat(300), "x".repeat(100000), "monk ".repeat(20000)].map((question) =>
             [true, false].map((isTyping) => search.find(question, { isTyping }).length))"""
    )
    assert found[-1][1] > 0
