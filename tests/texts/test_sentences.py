"""Each refusal, event and unreadable text of the code has its sentence, with exactly its data as slots."""

from __future__ import annotations

import re
import string
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, Catalogue
from tests.support.each import each
from tests.texts.calls import ENGINE, PACKAGE, Call, calls

# Said by where the sentence stands: cells are marked on the board, the page shows whose board and which gear it is.
# The order of a fight stands on the panel, with the names that the table gave.
# Who beat a dragon stands in the story of a group's game.
SHOWN_ELSEWHERE = {"part", "kind", "seat", "order", "winners"}
# A two-handed weapon must be alone, so the limit of two weapons is not what the player has to hear.
LEFT_OUT = {("craft.weapon.two-max/two-handed", "max")}
FREE_FOR_UNREADABLE = {"text", "place"}
SHORT = {"en": 0.9, "de": 0.9, "fr": 0.75}
"""Share of verdicts of at most 12 words; French counts its small words apart (``de la``, ``il n'y a pas``)."""
NOT_OF_THE_RULEBOOK = {"puzzle", "lesson", "evening"}
"""First words of refusals that belong to our own tasks and pages and not to a rule of the game."""


@cache
def catalogue_of(language: str) -> Catalogue:
    return Catalogue(language)


@cache
def in_engine() -> list[Call]:
    return sorted(set(calls(ENGINE)))


@cache
def in_package() -> list[Call]:
    return sorted(set(calls(PACKAGE)))


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def sentence_key(catalogue: Catalogue, call: Call) -> str:
    """The key that the catalogue would take: without the reason where no sentence has it."""
    key = f"{call.family}.{call.key}"
    if key not in catalogue and call.family == "refusal":
        key = key.partition("/")[0]
    return key


def test_the_scan_finds_the_engines_calls() -> None:
    families = Counter(call.family for call in in_engine())
    assert families["refusal"] > 45
    assert families["event"] >= 11
    assert families["unreadable"] >= 12
    assert {"char.masatsura.helmet-twelve", "craft.when/nothing-asked"} <= {call.key for call in in_engine()}


@pytest.mark.parametrize("language", LANGUAGES)
@each("call", in_package, ids=lambda call: f"{call.key}@{call.place}")
def test_every_call_has_its_sentence(language: str, call: Call) -> None:
    catalogue = catalogue_of(language)
    key = sentence_key(catalogue, call)
    said = slots(catalogue.template(key))
    if call.family == "unreadable":
        assert said <= call.slots | FREE_FOR_UNREADABLE
        return
    assert said <= call.slots
    unsaid = call.slots - said - SHOWN_ELSEWHERE
    assert {name for name in unsaid if (call.key, name) not in LEFT_OUT} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["refusal", "event", "unreadable"])
def test_no_sentence_is_left_over(language: str, family: str) -> None:
    catalogue = catalogue_of(language)
    used = {sentence_key(catalogue, call) for call in in_package() if call.family == family}
    there = {f"{family}.{key}" for key in catalogue.table(family)}
    assert there - used == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_belongs_to_a_rule(language: str) -> None:
    catalogue = catalogue_of(language)
    for family in ("refusal", "event"):
        for key in catalogue.table(family):
            rule = key.partition("/")[0]
            assert has_rule(rule) or rule.partition(".")[0] in NOT_OF_THE_RULEBOOK, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_stands_once(language: str) -> None:
    """Two files may fill one table, but never the same key: the later file would win silently."""
    seen: Counter[str] = Counter()
    for path in (PACKAGE / "texts" / language).glob("*.toml"):
        for table, sentences in tomllib.loads(path.read_text(encoding="utf-8")).items():
            seen.update(f"{table}.{name}" for name in sentences)
    assert {key: count for key, count in seen.items() if count > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_verdicts_are_short_sentences(language: str) -> None:
    """A verdict has at most 12 words where it can (need H5); here never over 20, and it is a sentence."""
    catalogue = catalogue_of(language)
    lengths = []
    for key in {sentence_key(catalogue, call) for call in in_engine() if call.family == "refusal"}:
        template = catalogue.template(key)
        assert template.endswith(".")
        lengths.append(len(re.sub(r"\{[^}]*\}", "slot", template).split()))
    assert max(lengths) <= 20
    assert sum(length <= 12 for length in lengths) / len(lengths) > SHORT[language]


def test_languages_have_the_same_keys() -> None:
    first = catalogue_of(LANGUAGES[0]).keys()
    for language in LANGUAGES[1:]:
        assert catalogue_of(language).keys() == first


def test_every_language_has_a_folder() -> None:
    folders = {path.name for path in (PACKAGE / "texts").iterdir() if path.is_dir() and "__" not in path.name}
    assert folders == set(LANGUAGES)
    assert Path(ENGINE).is_dir()
