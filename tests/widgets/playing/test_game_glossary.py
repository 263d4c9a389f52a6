"""Words of the game under a question: which are found, in every language, and that each is explained shortly."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, words
from fujikoro_nb.views.game.glossary import GROUP_TERMS, TERMS, terms_in
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_ends import page_of
from tests.support.game_pages import send
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.group_ends import table as seats_of_three
from tests.support.group_saves import asked, played_until

MOST_WORDS = 25
SHOWN = ("game-page", "question", "refusal", "now", "word")
"""Tables of sentences that stand on the page of the game."""
SHOWN_TO_A_GROUP = ("game-group", "map-game")


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def terms(page: GamePage) -> dict[str, str]:
    """Rule and name of each term that the page explains."""
    return {term["rule"]: term["term"] for term in page.terms}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_explained_in_a_few_words_with_its_rule(language: str) -> None:
    for table in ("glossary-term", "glossary-forms"):
        assert list(words(table, language=language)) == [*dict.fromkeys((*TERMS, *GROUP_TERMS))], table
    for table, rules in (("glossary", TERMS), ("glossary-group", GROUP_TERMS)):
        texts = words(table, language=language)
        assert list(texts) == list(rules), table
        for key, text in texts.items():
            said = re.findall(r"\w[\w’'-]*", text)
            assert text.endswith(".") and len(said) <= MOST_WORDS, (key, len(said))
            assert has_rule(rules[key])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_term_is_a_way_to_find_it_and_no_other(language: str) -> None:
    names = words("glossary-term", language=language)
    seen: set[str] = set()
    for key, forms in words("glossary-forms", language=language).items():
        for form in forms.split("|"):
            assert form.lower() not in seen, form
            seen.add(form.lower())
            found = terms_in([f"«{form}»"], language, is_group=key not in TERMS)
            assert [term["term"] for term in found] == [names[key]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_stands_in_a_sentence_of_the_page(language: str) -> None:
    sentences = [text for table in SHOWN for text in words(table, language=language).values()]
    found = {term["rule"] for term in terms_in(sentences, language)}
    assert found == set(TERMS.values())
    sentences += [text for table in SHOWN_TO_A_GROUP for text in words(table, language=language).values()]
    found = {term["rule"] for term in terms_in(sentences, language, is_group=True)}
    assert found >= set(GROUP_TERMS.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_reads_what_a_word_means_to_it(language: str) -> None:
    """Rivals lie unconscious, own one blueprint of a kind, and their teeth count at the palace; a group's do not."""
    for key, rule in GROUP_TERMS.items():
        form = words("glossary-forms", language=language)[key].split("|")[0]
        (theirs,) = terms_in([form], language, is_group=True)
        assert theirs["rule"] == rule
        assert [term["text"] for term in terms_in([form], language)] != [theirs["text"]]


def test_what_is_decided_together_explains_the_groups_words() -> None:
    page = GamePage()
    page._open(played_until(asked("dragon-order")), seats_of_three())
    said = terms(page)
    assert said["coop.dragon.moves-towards-nearest"] == "where dragons walk"
    assert not {"combat.defeat", "final.advance", "escape.secret"} & set(said)


def test_the_longest_form_counts_and_each_term_stands_once() -> None:
    found = terms_in(["Three scroll discs.", "A disc and another disc."], "en")
    assert [term["term"] for term in found] == ["scroll disc", "action disc"]
    assert terms_in(["Discover the scrolling words."], "en") == []


@pytest.mark.parametrize(
    ("language", "disc", "sandals", "worn"),
    [
        ("en", "action disc", "complete sandals", "3 in complete sandals"),
        ("fr", "disque d’action", "sandales complètes", "3 en sandales complètes"),
        ("de", "Aktionsscheibe", "vollständige Sandalen", "3 in vollständigen Sandalen"),
    ],
)
def test_question_for_an_action_explains_discs_and_a_sentence_complete_sandals(
    language: str, disc: str, sandals: str, worn: str
) -> None:
    page = page_of(realm(tiles={"I-1": "......."}).state, language=language)
    for text in ("move", "walk I-1.4", "halt"):
        send(page, "answer", text=text, at=page.asked["at"])
    assert (page.asked["kind"], page.notice) == ("act", "")
    assert terms(page)["turn.disc.cost"] == disc
    (found,) = terms_in([worn], language)
    assert (found["rule"], found["term"]) == ("move.steps.sandals", sandals)


def test_words_of_a_refusal_come_first_and_go_with_it() -> None:
    page = page_of(realm(tiles={"I-1": "......L"}).state)
    send(page, "answer", text="rest", at=page.asked["at"])
    assert page.refused["rule"] == "turn.rest.needs-disc"
    assert [term["term"] for term in page.terms][:2] == ["action disc", "pool"]
    send(page, "answer", text="move", at=page.asked["at"])
    assert page.refused == {}
    assert "turn.rest.returns-all" not in terms(page)


def test_reasons_on_demand_are_explained_as_well() -> None:
    page = page_of(realm(tiles={"I-1": "......."}).state)
    for text in ("move", "walk I-1.4"):
        send(page, "answer", text=text, at=page.asked["at"])
    assert page.asked["kind"] == "walk"
    assert "move.steps.sandals" not in terms(page)
    send(page, "why-not", on=True)
    assert "move.steps.sandals" in terms(page)


def test_bench_explains_what_it_says() -> None:
    page = page_of(realm(board(weapon="WWM", lower="WW"), board(), tiles={"I-1": "......."}).state)
    for text in ("move", "walk I-1.4", "halt", "rest"):
        send(page, "answer", text=text, at=page.asked["at"])
    assert page.asked["part"] == "bench"
    assert terms(page) == {"craft.one-type": "craft"}
    page.grid.set_trait("gear", msgspec.structs.replace(page.grid.gear, weapon=Layout()))
    assert page.bench["wasted"]
    assert "craft.waste" in terms(page)


def test_nothing_is_explained_while_a_bot_is_to_move() -> None:
    page = page_of(realm(tiles={"I-1": "......."}).state, first="random")
    assert page.asked["part"] == "bot"
    assert page.terms == []
