"""What nobody can play, on the command line: `play`, `setup` and `odds` exit 2 with the sentence and the rule."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.texts import refusal_sentence
from tests.support.refused_games import REFUSED

FIGHT = ("--weapon", "WW", "--dragon", "6/3/3")


def commands(asked: Asked) -> Iterator[tuple[str, ...]]:
    """Every command that can be asked for this game."""
    table = ("--mode", asked.mode, "--players", str(asked.players))
    options = [f"scenario-{number}" for number in asked.scenarios]
    options += [*asked.characters, *(["peaceful"] if asked.is_peaceful else [])]
    yield ("setup", *table, *(word for option in options for word in ("--option", option)))
    if asked.scenarios:
        return
    if not asked.characters:
        yield ("play", *table, *(["--peaceful"] if asked.is_peaceful else []))
    if asked.is_peaceful:
        return
    if not asked.characters:
        yield ("odds", *FIGHT, *table)
    elif asked.players == 1:
        yield ("odds", *FIGHT, *table, "--character", *asked.characters)


ASKED = [
    pytest.param(words, asked, rule, marks=pytest.mark.rule(rule), id=" ".join(words))
    for asked, rule in REFUSED
    if all(number <= len(SCENARIOS) for number in asked.scenarios)
    for words in commands(asked)
]


def test_every_command_is_asked() -> None:
    assert {words[0] for words, *_ in (one.values for one in ASKED)} == {"setup", "play", "odds"}  # type: ignore[misc]
    assert len(ASKED) >= len(REFUSED) + 8


@pytest.mark.parametrize(("words", "asked", "rule"), ASKED)
def test_what_nobody_can_play_exits_two(
    words: tuple[str, ...], asked: Asked, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = check_asked(asked)
    assert refusal is not None and refusal.rule == rule
    sentence = refusal_sentence(refusal)
    assert main([*words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {"error": {"rule": rule, "sentence": sentence}}
    assert main([*words]) == 2
    assert f"{sentence} ({rule})" in capsys.readouterr().err


def test_a_scenario_that_is_none_exits_two(capsys: pytest.CaptureFixture[str]) -> None:
    """It is no word of the command, so it is answered with the words that are."""
    assert main(["setup", "--players", "2", "--option", "scenario-9"]) == 2
    assert "scenario-8" in capsys.readouterr().err
