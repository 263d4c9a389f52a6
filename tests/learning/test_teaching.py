"""Which lesson, puzzle or card teaches each rule of the plain game: counted by what the engine does in them."""

from __future__ import annotations

import re

import pytest

from fujikoro_nb.rulebook.entries import entry
from tests.support.sampling import sample
from tools.mutants import copies
from tools.teaching import TABLE, cited, endings, measure_rule, measured, plain_rules, table, taught

FIGURE = 250
"""Rules that are exercised by a lesson or a puzzle, at least."""


def test_the_table_is_fresh() -> None:
    assert TABLE.read_text(encoding="utf-8") == table(), "run: .venv/bin/python -m tools.teaching"


def test_enough_rules_are_exercised() -> None:
    found = taught()
    assert len(found) == 363
    assert sum(1 for places in found.values() if places) >= FIGURE
    assert all(entry(rule) is not None for rule in found), "every rule has its card"


def test_what_was_measured_is_needed_and_there() -> None:
    """A rule that the engine cites need not be measured, and every place that is named is one of today's."""
    named = {rule for some in cited().values() for rule in some}
    places = set(endings())
    assert set(measured()) <= set(plain_rules()) - named
    assert {place for some in measured().values() for place in some} <= places


def test_a_place_is_told_by_its_name() -> None:
    assert all(re.fullmatch(r"lesson [a-z-]+ [0-9]+|puzzle [lf][0-9]+", place) for place in cited())
    assert cited()["lesson first-turns 1"] >= {"move.steps.base"}


@pytest.mark.parametrize("rule", sample(sorted(measured()), 1))
def test_without_the_rule_it_ends_otherwise(rule: str) -> None:
    with copies(1) as made:
        assert set(measured()[rule]) <= set(measure_rule(rule, made[0], endings()))
