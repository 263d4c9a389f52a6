"""What is sent to a page names its rules: titles come with the first message that names one, in the page's language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.rulebook.entries import entries
from fujikoro_nb.rulebook.titles import title_of, titles
from fujikoro_nb.serve.readers.shown import ROOT, shown
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.rules.titles import NAMED_BY_PAGES, rules_in
from fujikoro_nb.widgets import CraftGrid, SetupPage

FRONT_END = Path(__file__).resolve().parents[3] / "fujikoro_nb" / "widgets"


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_those_of_the_entries(language: str) -> None:
    assert titles(language) == {one.id: one.wording(language).title for one in entries()}
    assert title_of("no.such.rule", language=language) == "no.such.rule"


def test_rules_that_the_front_end_names_are_known_to_every_page() -> None:
    named = set()
    for path in (*FRONT_END.glob("*/*.js"), *FRONT_END.glob("*/*.mjs")):
        named |= set(re.findall(r'"([a-z0-9-]+(?:\.[a-z0-9-]+)+)"', path.read_text(encoding="utf-8")))
    assert named & set(titles()) == set(NAMED_BY_PAGES)


def test_links_are_made_in_one_place() -> None:
    """Elsewhere nothing wears the class of these links, so nothing can show an id instead."""
    for path in (*FRONT_END.glob("*/*.js"), *FRONT_END.glob("*/*.mjs")):
        if path.name != "dom.mjs":
            assert not re.search(r'make\([`"]a?[^`",]*\.rid', path.read_text(encoding="utf-8")), path.name


def test_every_state_brings_the_titles_of_its_rules() -> None:
    page = SetupPage(mode="coop", players=2)
    state = page.get_state()
    named = rules_in({name: value for name, value in state.items() if name != "rule_titles"})
    assert len(named) > 20
    assert named <= state["rule_titles"].keys()
    assert all(title == titles()[rule] for rule, title in state["rule_titles"].items())


def test_a_new_rule_brings_its_title_once_and_a_language_all_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(CraftGrid, "_send", lambda _, message, buffers=None: sent.append(message["state"]))
    grid = CraftGrid(weapon="WWM..:...")
    grid.act_rule(rule="craft.helmet.size")
    (told,) = [one for one in sent if "rule_card" in one]
    assert told["rule_titles"]["craft.helmet.size"] == titles()["craft.helmet.size"]
    grid.act_close_rule()
    grid.act_rule(rule="craft.helmet.size")
    assert not any("rule_titles" in one for one in sent[sent.index(told) + 1 :])
    grid.language = "fr"
    (spoken,) = [one for one in sent if one.get("language") == "fr"]
    assert spoken["rule_titles"]["craft.helmet.size"] == titles("fr")["craft.helmet.size"]


def test_a_reader_gets_them_too() -> None:
    state = shown(SetupPage(mode="coop", players=2, language="de")).models[ROOT]["state"]
    assert state["rule_titles"] == {rule: titles("de")[rule] for rule in state["rule_titles"]}
    assert len(state["rule_titles"]) > 20
