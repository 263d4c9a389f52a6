"""The search: what it forgives, what it filters, and that no text can harm it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.rulebook.answers import Sureness, answered
from fujikoro_nb.rulebook.entries import LANGUAGES, Entry, Wording, entries
from fujikoro_nb.rulebook.search import (
    RuleSearch,
    Scope,
    meaning_blend,
    rule_search,
)
from fujikoro_nb.rulebook.stems import deletions, language_told, search_words, stem, stem_sets, stems_of
from fujikoro_nb.rulebook.wording import plain
from tests.support.pace import least_seconds, slowness
from tests.support.sampling import examples, sample


def made(rule_id: str, en: str, fr: str, de: str, *, often: int = 1, **holds: object) -> Entry:
    """An entry of one sentence a language."""
    wordings = [Wording(title="Titre", answer="Oui", says=said, asked=(said,)) for said in (en, fr, de)]
    return Entry(rule_id, "say", *wordings, often=often, **holds)  # type: ignore[arg-type]


@cache
def small() -> RuleSearch:
    """Three rules that share no word."""
    return RuleSearch(
        (
            made(
                "combat.a",
                "The dragon breaks your weapon",
                "Le dragon brise votre épée",
                "Der Drache zerbricht deine Waffe",
                modes=("competitive", "coop"),
            ),
            made(
                "backpack.b",
                "Eleven cubes fit into a backpack",
                "Onze cubes tiennent dans le sac",
                "Elf Steine passen in den Rucksack",
                modes=("competitive",),
                players=(2, 2),
            ),
            made(
                "makai.c",
                "Poison counts one hundred",
                "Le poison compte pour cent",
                "Gift zählt hundert Punkte",
            ),
        )
    )


def first(question: str, language: str = "en", **options: object) -> str:
    hits = small().find(question, language=language, **options)  # type: ignore[arg-type]
    return hits[0].id if hits else ""


@pytest.mark.parametrize(
    ("question", "language", "rule_id"),
    [
        ("what if the dragon breaks my weapon?", "en", "combat.a"),
        ("dargon braeks weapn", "en", "combat.a"),  # slips
        ("breaking weapons", "en", "combat.a"),  # other forms
        ("the beast broke my sword", "en", "combat.a"),  # other words for the same
        ("epee brisee", "fr", "combat.a"),  # no accents
        ("ÉPÉE", "fr", "combat.a"),
        ("Drachenwaffe", "de", "combat.a"),  # a compound
        ("Rücksack", "de", "backpack.b"),
        ("11 cubes", "en", "backpack.b"),  # a number word in the text
        ("combien dans le sac", "en", "backpack.b"),  # French on an English page
        ("wieviel ist im rucksack", "fr", "backpack.b"),
        ("makai: does it count", "en", "makai.c"),
    ],
)
def test_finds(question: str, language: str, rule_id: str) -> None:
    assert first(question, language) == rule_id


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("second", "seconds", "en"),
        ("all", "ally", "en"),
        ("bet", "better", "en"),
        ("hat", "hate", "en"),
        ("man", "many", "en"),
        ("moine", "moins", "fr"),
        ("vert", "vers", "fr"),
        ("pris", "prix", "fr"),
        ("wer", "wert", "de"),
        ("kann", "kante", "de"),
        ("heißt", "heiß", "de"),
        ("war", "warten", "de"),
    ],
)
def test_two_words_that_only_look_alike_are_two(one: str, other: str, language: str) -> None:
    assert stem(plain(one), language) != stem(plain(other), language)


def test_all_forms_of_a_word_are_one() -> None:
    for language, lines in search_words().whole.items():
        for line in lines:
            assert len({stem(word, language) for word in line.split()}) == 1
    assert stem("ally", "en") == stem("allies", "en")
    assert stem("weiss", "de") == stem("weisse", "de")
    assert stem("genommen", "de") == stem("nimmst", "de") == stem("nehmen", "de")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("thirty seconds to decide, yes?", "en"),
        ("how many seconds may a turn take", "en"),
        ("combien de secondes pour réfléchir", "fr"),
        ("wie viele Sekunden zum Überlegen", "de"),
    ],
)
def test_seconds_of_the_clock_are_no_second_place(question: str, language: str) -> None:
    found = answered(rule_search(), question, language=language)
    assert found.sureness in (Sureness.UNSURE, Sureness.UNCOVERED)
    assert not any(hit.id in ("final.trigger.once", "gather.scroll.slots") for hit in found.hits[:1])


def test_the_last_word_may_be_unfinished() -> None:
    assert first("back", is_typing=True) == "backpack.b"
    assert first("wea", is_typing=True) == "combat.a"
    assert first("cu", is_typing=True) == "backpack.b"


def test_nothing_fits_nothing() -> None:
    assert small().find("") == ()
    assert small().find("?!") == ()
    assert small().find("zzzz qqqq") == ()


def ids(scope: Scope) -> set[str]:
    return {hit.id for hit in small().find("dragon cubes poison", scope=scope)}


def test_scope() -> None:
    assert ids(Scope()) == {"combat.a", "backpack.b", "makai.c"}
    assert ids(Scope(mode="competitive")) == {"combat.a", "backpack.b"}
    assert ids(Scope(mode="coop")) == {"combat.a"}
    assert ids(Scope(mode="makai_fuda")) == {"makai.c"}
    assert ids(Scope(mode="fuji_99")) == set()
    assert ids(Scope(players=3)) == {"combat.a", "makai.c"}
    assert ids(Scope(players=2)) == {"combat.a", "backpack.b", "makai.c"}
    assert ids(Scope(chapter="backpack")) == {"backpack.b"}


def test_a_rule_asked_for_often_comes_before_its_twin() -> None:
    twins = RuleSearch(
        (
            made("move.a", "Lava costs five", "La lave coûte cinq", "Lava kostet fünf", often=0),
            made("move.b", "Lava costs five", "La lave coûte cinq", "Lava kostet fünf", often=3),
        )
    )
    assert [hit.id for hit in twins.find("lava costs")] == ["move.b", "move.a"]


def test_a_special_case_comes_after_the_rule() -> None:
    twins = RuleSearch(
        (
            made("scenario.a", "Lava costs five", "La lave coûte cinq", "Lava kostet fünf"),
            made("move.b", "Lava costs five", "La lave coûte cinq", "Lava kostet fünf"),
        )
    )
    assert [hit.id for hit in twins.find("lava costs")] == ["move.b", "scenario.a"]
    assert twins.find("lava", scope=Scope(chapter="scenario"))[0].id == "scenario.a"


def test_the_best_text_counts_not_the_sum() -> None:
    """An entry with ten texts that each share a word does not beat one whose single text is the question."""
    many = Wording(title="x", answer="x", says="x", asked=tuple(f"dragon number {n}" for n in range(10)))
    one = Wording(title="x", answer="x", says="x", asked=("dragon eats samurai",))
    search = RuleSearch((Entry("a.many", "say", many, many, many), Entry("a.one", "say", one, one, one)))
    assert search.find("dragon eats samurai")[0].id == "a.one"


def test_a_word_that_more_texts_of_a_rule_have_tells_more() -> None:
    once = Wording(title="a", answer="b", says="c", asked=("lava one",))
    often = Wording(title="lava a", answer="lava b", says="lava c", asked=("lava two",))
    search = RuleSearch(
        (Entry("a.once", "say", once, once, once), Entry("a.often", "say", often, often, often))
    )
    assert [hit.id for hit in search.find("lava")] == ["a.often", "a.once"]


def test_meaning_has_its_share() -> None:
    assert list(meaning_blend([1.0, 0.0], [0.0, 1.0], share=0.25)) == [0.75, 0.25]
    swayed = small().find("dragon", meaning=lambda _: [0.0, 1.0, 0.0])
    assert {hit.id for hit in swayed} == {"combat.a", "backpack.b"}


def test_every_own_question_finds_its_rule() -> None:
    """Some of a thousand; a question that two rules would answer alike may lose to its neighbour."""
    search = rule_search()
    asked = [
        (question, language, entry.id)
        for entry in entries()
        for language in LANGUAGES
        for question in entry.wording(language).asked
    ]
    thousand = asked[:: len(asked) // 1000]
    some = sample(thousand, 400)
    found = [
        [hit.id for hit in search.find(question, language=language, limit=3)]
        for question, language, _ in some
    ]
    right = [rule_id for _, _, rule_id in some]
    first = sum(each[0] == rule_id for each, rule_id in zip(found, right, strict=True))
    shown = sum(rule_id in each for each, rule_id in zip(found, right, strict=True))
    # Of fewer the few that a thousand loses, eighteen and four, may be a larger share.
    is_whole = len(some) == len(thousand)
    assert first >= (0.97 if is_whole else 0.95) * len(some)
    assert shown >= (0.99 if is_whole else 0.98) * len(some)


@pytest.mark.parametrize(
    ("question", "language", "rule_id"),
    [
        ("can I move through lava?", "en", "move.lava.cost"),
        ("peut-on traverser la lave ?", "fr", "move.lava.cost"),
        ("kann ich durch die Lava laufen?", "de", "move.lava.cost"),
        ("how does one win a fight?", "en", "combat.win"),
        ("comment gagne-t-on un combat ?", "fr", "combat.win"),
        ("wie gewinnt man einen Kampf?", "de", "combat.win"),
        ("does a helmet card bring points?", "en", "gearcard.bonus.helmet"),
        ("may I walk through another player?", "en", "move.samurai.continue"),
    ],
)
def test_a_newcomer_finds_the_rule_first(question: str, language: str, rule_id: str) -> None:
    assert rule_search().find(question, language=language)[0].id == rule_id


@pytest.mark.parametrize("question", ["what does a hotel on Park Lane cost", "qwxyv", "", "🍕🍕🍕"])
def test_what_the_rules_do_not_cover(question: str) -> None:
    assert answered(rule_search(), question).sureness == Sureness.UNCOVERED


@given(st.text(max_size=300), st.sampled_from(LANGUAGES), st.booleans())
@settings(deadline=None, max_examples=examples(150))
def test_any_text_gives_a_likeness_between_0_and_1(question: str, language: str, is_typing: bool) -> None:
    for hit in rule_search().find(question, language=language, is_typing=is_typing):
        assert 0 < hit.likeness <= 1
        assert hit.score > 0


@pytest.mark.parametrize("sign", ["a", "lava ", "<b>", "\u202e", "\x00", "é", "👩‍👩‍👧", "\ud800"])
def test_a_question_of_100_000_letters_is_answered_at_once(sign: str) -> None:
    question = (sign * 100_000)[:100_000]
    assert least_seconds(lambda: rule_search().find(question)) < slowness()


def test_language_of_a_question() -> None:
    assert rule_search().language_of("Wie viele Steine passen in meinen Rucksack?") == "de"
    assert rule_search().language_of("combien de cubes dans mon sac à dos ?") == "fr"
    assert rule_search().language_of("how many cubes fit into my backpack?") == "en"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("may I do that again when it is not my turn", "en"),
        ("est-ce que je peux le refaire quand ce n'est pas mon tour", "fr"),
        ("darf ich das nochmal machen, wenn ich nicht dran bin", "de"),
        ("lava", ""),
        ("", ""),
    ],
)
def test_small_words_tell_the_language(question: str, language: str) -> None:
    assert language_told(question) == language


@given(st.lists(st.text(alphabet="aé ßœ\n½2ⅷ", max_size=12), max_size=6), st.sampled_from(LANGUAGES))
def test_many_texts_have_the_stems_that_each_has(texts: list[str], language: str) -> None:
    assert stem_sets(texts, language) == [frozenset(stems_of(text, language)) for text in texts]


def test_stems() -> None:
    assert stem("crafting", "en") == stem("crafts", "en") == stem("crafted", "en")
    assert stem("hitting", "en") == stem("hits", "en")
    assert stem("sandales", "fr") == stem("sandale", "fr")
    assert stem("wurfeln", "de") == stem("wurfel", "de")
    assert stem("12", "en") == "12"
    assert stems_of("the of is", "en") == ["the", "of", "is"]
    assert stems_of("douze cubes", "fr")[0] == stems_of("zwölf Steine", "de")[0] == "12"


@given(st.text("abcde", min_size=2, max_size=8), st.data())
def test_two_words_one_slip_apart_share_a_deletion(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 2))
    others = (
        word[:at] + word[at + 1 :],
        word[:at] + "x" + word[at:],
        word[:at] + "x" + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    )
    for other in others:
        assert deletions(word) & deletions(other)


def test_word_lists_are_in_plain_letters() -> None:
    lists = search_words()
    for language in LANGUAGES:
        lines = (lists.endings[language], lists.stop[language], *lists.synonyms[language])
        assert [line for line in lines if plain(line) != line] == []
