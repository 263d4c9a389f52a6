"""The rules in short: every line has its rules and the ledger's numbers, in three languages, and fits on paper."""

from __future__ import annotations

import re

import pytest

from fujikoro_nb.helper.reference import Line, dragons, reference, worths
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.texts import LANGUAGES

MOST_WORDS = 24

NUMBERS = {
    "two-actions": [2],
    "disc": [1],
    "move": [2, 3, 3],
    "lava": [5],
    "explore": [1, 2],
    "scroll": [3],
    "temple": [1, 2],
    "waste": [1],
    "one-handed": [8, 2],
    "two-handed": [12, 3],
    "sizes": [8, 3],
    "initiative": [4],
    "trigger": [30],
    "advance": [1],
    "event-lava": [5],
    "event-end": [8],
    "bonus": [1],
    "small": [5],
    "leftovers": [3, 1, 1],
    "rounds": [20, 8, 2],
    "dragons": [1],
    "event-lava-coop": [5],
}
"""What the booklets say, line by line, in the order in which a line names them; no other line has a number."""


def lines(
    mode: str, language: str, *, players: int = 2, rulings: TableRulings | None = None
) -> dict[str, Line]:
    groups = reference(mode, players=players, rulings=rulings, language=language)
    return {line.key: line for group in groups for line in group.lines}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_each_line_has_rules_and_the_numbers_of_the_booklets(mode: str, language: str) -> None:
    for line in lines(mode, language).values():
        assert line.rules
        assert all(has_rule(rule) for rule in line.rules), line.key
        found = [int(number) for number in re.findall(r"\d+", line.text)]
        assert sorted(found) == sorted(NUMBERS.get(line.key, [])), line.text
        assert len(line.text.split()) <= MOST_WORDS
        assert not line.is_otherwise


def test_each_mode_has_its_own_end() -> None:
    competitive, coop, solo = (set(lines(mode, "en")) for mode in ("competitive", "coop", "solo"))
    assert {"trigger", "rope", "winner", "scroll"} <= competitive
    assert not {"trigger", "rope", "winner", "scroll", "explore"} & (coop | solo)
    assert {"no-points", "second-life", "goal-each", "goal-set"} <= coop
    assert "goal-solo" in solo
    assert not {"goal-set", "goal-each"} & solo


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_alone_has_more_rounds(language: str) -> None:
    assert "25" in lines("solo", language, players=1)["rounds"].text
    assert "20" in lines("coop", language, players=6)["rounds"].text


def test_a_line_that_this_table_plays_otherwise_is_marked() -> None:
    decided = TableRulings().with_option("combat.helmet.absorb", "tooth-two")
    marked = [line.key for line in lines("competitive", "en", rulings=decided).values() if line.is_otherwise]
    assert marked == ["helmet"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cubes_and_dragons_have_their_values(language: str) -> None:
    assert [(one.letter, one.worth) for one in worths(language)] == [("W", 1), ("M", 2), ("T", 3), ("G", 4)]
    assert [(one.dice, one.points) for one in dragons(language)] == [(3, 5), (4, 7), (5, 10), (6, 15)]
    assert len({one.word for one in (*worths(language), *dragons(language))}) == 8
