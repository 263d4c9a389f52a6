"""The characters' cards: what they tell is what the engine's objects are, in every language and at every table."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.characters import NOBODY, PEOPLE
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.rulebook import has_rule, rules
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.cast import LINES, cast_view, character_view, named

BESIDE = {
    # of the setup, a limit of another rule that is told, or told where it comes up
    "char.daisuke.combat-origin",
    "char.daisuke.gear-card-three-cubes",
    "char.daisuke.sneak-capacity",
    "char.daisuke.steal-in-coop",
    "char.daisuke.steal-limits",
}


def test_every_rule_of_a_character_is_on_its_card() -> None:
    of_people = {
        rule.id for rule in rules() if rule.id.startswith("char.") and not rule.id.startswith("char.general.")
    }
    told = [rule for one in PEOPLE.values() for rule in (one.setup_rule, *one.told)]
    assert len(set(told)) == len(told)
    assert set(told) == of_people - BESIDE
    assert NOBODY.told == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_three_lines_at_most_and_each_its_rule(language: str) -> None:
    for one, card in zip(PEOPLE.values(), cast_view(language), strict=True):
        lines = [card["kit"], *card["lines"]]
        assert 2 <= len(lines) <= 1 + LINES
        assert all(has_rule(line["rule"]) for line in lines)
        assert [line["text"] for line in lines] == [
            entry(line["rule"]).wording(language).answer for line in lines
        ]
        assert [line["rule"] for line in card["lines"]] + card["more"] == [*one.told]
        assert card["colour"] == one.colour
        assert card["name"] == named(one, language)
        assert card["note"]
        assert len(card["note"].split()) <= 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_says_what_this_table_plays(language: str) -> None:
    rule = "char.masako.move"
    said = say(f"reading.{rule}/five", language=language)
    usual = character_view(PEOPLE["masako"], language)
    other = character_view(PEOPLE["masako"], language, Rulings(((rule, "five"),)))
    assert said not in [line["text"] for line in usual["lines"]]
    assert {"text": said, "rule": rule} in other["lines"]
    assert said in other["note"] and said not in usual["note"]
    assert rule in SWITCHES


def test_nobody_has_no_name() -> None:
    assert named(NOBODY, "en") == ""
