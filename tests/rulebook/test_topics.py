"""What a question names, in three languages: modes, scenarios, characters, small games, and what holds there."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.rulebook.entries import LANGUAGES, MODES, SISTERS, entries, entry
from fujikoro_nb.rulebook.holds import holds_labels
from fujikoro_nb.rulebook.search import Scope
from fujikoro_nb.rulebook.topics import frames, modes_of, named_in, scenario_topic, topic, topics, topics_of
from fujikoro_nb.rulebook.wording import plain
from fujikoro_nb.texts import say


def named(question: str) -> list[str]:
    return [each.id for each in named_in(question).topics]


@pytest.mark.parametrize(
    ("question", "topic_ids"),
    [
        ("we play as a team, may we swap cubes", ["coop"]),
        ("Co-Op: who begins", ["coop"]),
        ("on joue tous ensemble contre le jeu", ["coop"]),
        ("en équipe, qui commence ?", ["coop"]),
        ("im Team gegen das Spiel", ["coop"]),
        ("wir spielen zusammen", ["coop"]),
        ("I'm playing alone", ["solo"]),
        ("just me tonight", ["solo"]),
        ("je joue toute seule", ["solo"]),
        ("ich spiele allein", ["solo"]),
        ("we are playing against each other", ["competitive"]),
        ("not in co-op, may we trade", ["competitive"]),
        ("les uns contre les autres", ["competitive"]),
        ("gegeneinander", ["competitive"]),
        ("the peaceful variant", ["peaceful"]),
    ],
)
def test_modes(question: str, topic_ids: list[str]) -> None:
    assert named(question) == topic_ids


@pytest.mark.parametrize(
    "question",
    [
        "can I fight a dragon alone",
        "may I attack him on my own",
        "je peux attaquer le dragon tout seul ?",
        "kann ich den Drachen allein besiegen",
        "three of us fight a dragon together",
        "how many monks are there in the box",
        "can I fight a monk",
        "is it hot on the lava",
        "",
    ],
)
def test_words_that_name_no_mode(question: str) -> None:
    assert named(question) == []


ORDINALS = {
    "en": ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    "fr": (
        "premier",
        "deuxième",
        "troisième",
        "quatrième",
        "cinquième",
        "sixième",
        "septième",
        "huitième",
    ),
    "de": ("ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten", "siebten", "achten"),
}


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize(
    "said",
    [
        "scenario {n}",
        "Scénario n° {n}",
        "Szenario Nr. {n}",
        "the {en} scenario",
        "le {fr} scénario",
        "im {de} Szenario",
    ],
)
def test_scenarios_by_number(number: int, said: str) -> None:
    words = {language: ordinals[number - 1] for language, ordinals in ORDINALS.items()}
    assert named(said.format(n=number, **words)) == [f"scenario-{number}"]


@pytest.mark.parametrize(
    ("question", "topic_id"),
    [
        ("the one where you fight against monks", "scenario-4"),
        ("dans le scénario où on combat les moines", "scenario-4"),
        ("das Szenario, wo man gegen Mönche kämpft", "scenario-4"),
        ("in the mission where we have to catch the dragon alive", "scenario-6"),
        ("le scénario où il faut capturer le dragon", "scenario-6"),
        ("beim Szenario mit der gezähmten Bestie: drachen zähmen", "scenario-6"),
        ("the scenario where it gets so hot", "scenario-3"),
        ("Il fait chaud ici !", "scenario-3"),
        ("ES WIRD HEISS HIER DRIN", "scenario-3"),
        ("la survie du plus fort", "scenario-5"),
        ("Jedem das Seine", "scenario-1"),
        ("les trois samouraïs déchus", "scenario-7"),
        ("als Ronin", "scenario-8"),
        ("Dragons en marche", "scenario-2"),
    ],
)
def test_scenarios_by_their_titles_and_in_other_words(question: str, topic_id: str) -> None:
    assert named(question) == [topic_id]


def test_a_number_goes_before_a_paraphrase() -> None:
    assert named("in scenario 2, do I fight against monks") == ["scenario-2"]
    assert named("scenario 3 as a team") == ["coop", "scenario-3"]


@pytest.mark.parametrize(
    ("question", "topic_id"),
    [
        ("Takeko's weapon", "takeko"),
        ("the red guy", "yoshihiro"),
        ("Daisukes Helm", "daisuke"),
        ("le samouraï noir", "tomoe"),
        ("Makai Fuda: wer beginnt", "makai_fuda"),
        ("in Fuji 99", "fuji_99"),
    ],
)
def test_characters_and_games(question: str, topic_id: str) -> None:
    assert named(question) == [topic_id]


def test_the_words_that_only_name_are_told_apart() -> None:
    assert named_in("Scenario four: lava").words == {"scenario", "four"}
    assert named_in("the one where you fight monks").words == frozenset(), (
        "these words say what is asked, too"
    )


def test_a_rule_is_of_its_topics_and_holds_in_no_other_of_the_kind() -> None:
    trade, monk, steps, poison = map(
        entry,
        (
            "coop.trade.same-space",
            "scenario.4.competitive.monk-beats-samurai",
            "move.steps.base",
            "makai.poison.no-boss-plain",
        ),
    )
    assert [each.id for each in topics_of(trade)] == ["coop"]
    assert topic("coop").holds(trade)
    assert not topic("competitive").holds(trade)
    assert not topic("solo").holds(trade), "nobody to trade with"
    assert topic("scenario-4").owns(monk)
    assert not topic("scenario-2").holds(monk)
    assert topic("scenario-4").holds(steps)
    assert topic("takeko").holds(steps)
    assert not topic("fuji_99").holds(steps)
    assert not topic("fuji_99").holds(poison)
    assert modes_of(poison) == ("makai_fuda",)


def test_what_is_named_goes_before_what_is_set() -> None:
    scope = Scope(mode="competitive", scenario=4, players=3)
    assert scope.beside(named_in("as a team")) == Scope(players=3)
    assert scope.beside(named_in("scenario 2")) == Scope(mode="competitive", players=3)
    assert scope.beside(named_in("Takeko")) == scope
    assert scope.beside(named_in("we play against each other")) == scope
    assert not scope.admits(entry("scenario.2.competitive.dragon-values"))
    assert scope.admits(entry("scenario.4.competitive.monk-stats"))
    assert scope.admits(entry("move.steps.base"))


def test_the_file_is_whole() -> None:
    """Every scenario, character and small game that the entries have is named in three languages, in plain letters."""
    owned = {each.id for one in entries() for each in topics_of(one)}
    assert {each.id for each in topics() if each.own} == owned
    for one in entries():
        part = one.id.split(".")[1]
        if one.id.startswith("scenario.") and part.isdigit():
            assert scenario_topic(int(part)).owns(one)
        if one.id.startswith("char.") and part != "general":
            assert topic(part).owns(one)
    assert {each.modes[0] for each in topics() if each.kind == "game"} == set(SISTERS.values())
    for each in topics():
        assert set(each.modes) <= {*MODES, *SISTERS.values()}
        assert set(each.named) == set(LANGUAGES)
    said = (
        [each.named for each in topics()]
        + [each.hinted for each in topics()]
        + [each.unless for each in topics()]
    )
    phrases = [phrase for some in (*said, frames()) for listed in some.values() for phrase in listed]
    assert [phrase for phrase in phrases if plain(phrase) != phrase or not phrase.strip()] == []


@given(st.text(max_size=200))
def test_any_text_names_something_or_nothing(text: str) -> None:
    found = named_in(text)
    assert all(word in plain(text) for word in found.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_rule_holds_for_is_said_once(language: str) -> None:
    """Such a line was: Co-op / Co-op + Solo."""
    speak = partial(say, language=language)
    names = [speak(f"rules-page.mode-{mode}") for mode in (*MODES, *SISTERS.values())]
    lines = {each.id: " / ".join(holds_labels(each, speak)) for each in entries()}
    assert [line for line in lines.values() if any(line.count(name) > 1 for name in names)] == []
    assert sum(any(name in line for name in names) for line in lines.values()) > 100
