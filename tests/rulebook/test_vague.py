"""A question that leaves open what it is about is never answered surely; a short one that tells it still is."""

from __future__ import annotations

import pytest

from fujikoro_nb.rulebook.answers import BY_WORDS, WITH_MEANING, Bounds, Sureness, answered, sureness_of
from fujikoro_nb.rulebook.entries import LANGUAGES, entries
from fujikoro_nb.rulebook.meaning import Meaning, meaning_of
from fujikoro_nb.rulebook.search import Hit, Scope, rule_search
from tests.support.rule_questions import vague

MOST_SURE = {"fit": 0, "judge": 2}
"""Of sixty questions; the half that set the bounds has to keep to them."""
WAYS = {"words": lambda: None, "meaning": lambda: meaning_of(entries())}


@pytest.mark.parametrize("half", MOST_SURE)
@pytest.mark.parametrize("way", WAYS)
def test_a_vague_question_is_not_answered_surely(way: str, half: str) -> None:
    meaning: Meaning | None = WAYS[way]()
    asked = vague(half)
    sure = [
        each["ask"]
        for each in asked
        if answered(rule_search(), each["ask"], language=each["lang"], meaning=meaning).sureness
        == Sureness.SURE
    ]
    assert len(asked) == 60
    assert len(sure) <= MOST_SURE[half], sure


@pytest.mark.parametrize("half", MOST_SURE)
def test_each_language_has_as_many(half: str) -> None:
    assert [sum(each["lang"] == language for each in vague(half)) for language in LANGUAGES] == [20] * 3


@pytest.mark.parametrize(
    ("question", "language", "rule_id", "mode"),
    [
        ("Can I stop on lava?", "en", "move.end.not-lava", "competitive"),
        ("how big can a helmet get", "en", "craft.helmet.size", "competitive"),
        ("How many actions do I have in a turn?", "en", "turn.two-actions", "competitive"),
        ("C'est quoi la crise ?", "fr", "fuji99.crisis.seven", "fuji_99"),
        ("Que fait le poison ?", "fr", "makai.poison.plus-hundred-with-boss", "makai_fuda"),
        ("wieviele felder hat so eine brücke", "de", "map.space.bridge", "competitive"),
        ("der kartenstapel ist leer", "de", "fuji99.discovery.reshuffle", "fuji_99"),
    ],
)
def test_a_short_question_that_tells_its_subject_is(
    question: str, language: str, rule_id: str, mode: str
) -> None:
    found = answered(rule_search(), question, language=language, scope=Scope(mode=mode))
    assert found.sureness == Sureness.SURE
    assert found.hits[0].id == rule_id


@pytest.mark.parametrize("bounds", [BY_WORDS, WITH_MEANING], ids=["words", "meaning"])
def test_the_less_a_question_tells_the_farther_ahead_one_rule_has_to_be(bounds: Bounds) -> None:
    def least_lead(told: float) -> float:
        """How far behind the second has to be, in hundredths of the first."""
        return next(
            behind
            for behind in range(101)
            if sureness_of(1.0, (Hit("a.1", 1.0, 1.0), Hit("a.2", 1 - behind / 100, 1.0)), bounds, told=told)
            == Sureness.SURE
        )

    leads = [least_lead(told) for told in range(12)]
    assert leads == sorted(leads, reverse=True)
    assert leads[0] > leads[5] > leads[-1]


def test_words_that_ask_tell_nothing() -> None:
    for question, language in (("how many of them?", "en"), ("combien ?", "fr"), ("wie viele?", "de")):
        assert rule_search().index(language).told(question) == 0
    index = rule_search().index("en")
    assert index.told("how much lava") == index.told("lava") > 0
