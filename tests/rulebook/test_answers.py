"""How sure an answer is, who may be stamped yes or no, and the kinds of wrong answers that tables were given."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fujikoro_nb.rulebook.answers import (
    BY_WORDS,
    WITH_MEANING,
    Answered,
    Bounds,
    Sureness,
    answered,
    is_called,
    sureness_of,
)
from fujikoro_nb.rulebook.entries import LANGUAGES, entry
from fujikoro_nb.rulebook.search import Hit, Scope, rule_search
from fujikoro_nb.rulebook.topics import named_in


def asked(question: str, language: str = "en", scope: Scope = Scope()) -> Answered:  # noqa: B008
    return answered(rule_search(), question, language=language, scope=scope)


def stamps(found: Answered) -> list[str]:
    """The rules that answer with a plain yes or no."""
    return [
        hit.id for hit in found.hits if found.has_stamp(entry(hit.id)) and entry(hit.id).seal in ("yes", "no")
    ][:1]


# ---- how sure


def hits(*scores: float) -> tuple[Hit, ...]:
    return tuple(Hit(f"a.{n}", score, score) for n, score in enumerate(scores))


def test_sure_two_unsure_and_uncovered() -> None:
    assert sureness_of(0.9, hits(0.9, 0.5), BY_WORDS) == Sureness.SURE
    assert sureness_of(0.9, hits(0.9, 0.89, 0.5), BY_WORDS) == Sureness.TWO
    assert sureness_of(0.9, hits(0.9, 0.89, 0.88), BY_WORDS) == Sureness.UNSURE
    assert sureness_of(0.6, hits(0.6, 0.2), BY_WORDS) == Sureness.UNSURE
    assert sureness_of(0.2, hits(0.2), BY_WORDS) == Sureness.UNCOVERED
    assert sureness_of(0.9, (), BY_WORDS) == Sureness.UNCOVERED
    assert sureness_of(0.9, hits(0.9, 0.5), BY_WORDS, is_called=False) == Sureness.UNSURE


def test_more_fit_is_never_less_sure() -> None:
    for near in (hits(0.9, 0.5), hits(0.9, 0.89, 0.3)):
        shown = [sureness_of(fit / 100, near, BY_WORDS) for fit in range(101)]
        order = [Sureness.UNCOVERED, Sureness.UNSURE, Sureness.TWO, Sureness.SURE]
        assert all(order.index(one) <= order.index(other) for one, other in pairwise(shown))


@pytest.mark.parametrize("bounds", [BY_WORDS, WITH_MEANING], ids=["words", "meaning"])
def test_the_worse_the_first_rule_fits_the_farther_ahead_it_has_to_be(bounds: Bounds) -> None:
    def nearest(fit: float) -> int:
        """How near another rule may come, in hundredths of the first one's score."""
        return max(
            share for share in range(100) if sureness_of(fit, hits(1.0, share / 100), bounds) == Sureness.SURE
        )

    shares = [nearest(fit) for fit in (bounds.sure, 0.7, 0.75, 0.8, 1.0)]
    assert shares == sorted(shares)
    assert shares[0] < shares[2] < shares[4] < 100 * bounds.near


def test_where_words_and_meaning_name_different_rules_nothing_is_sure() -> None:
    search, question, scope = rule_search(), "Can I stop on lava?", Scope(mode="competitive")
    first, second = answered(search, question, scope=scope).hits[:2]

    def by(nearest: str) -> Answered:
        """One rule is somewhat nearer in meaning than all others."""
        meant = [0.7 if one.id == nearest else 0.6 for one in search.entries]
        return answered(search, question, scope=scope, meaning=lambda _: meant)

    assert by(first.id).sureness == Sureness.SURE
    assert by(second.id).hits[0].id == first.id
    assert by(second.id).sureness == Sureness.UNSURE
    assert second.id in [hit.id for hit in by(second.id).shown]


def test_as_many_rules_are_shown_as_the_page_says() -> None:
    for question in (
        "who rolls for the dragon",
        "lava",
        "what is for dinner tonight",
        "a monk in the backpack",
    ):
        found = asked(question)
        assert len(found.shown) == min(found.sureness.n_shown, len(found.hits))


def test_what_only_another_mode_has_is_shown_first_and_once() -> None:
    """Named or set: that the rules have it elsewhere is more than that they do not have it here."""
    for found in (
        asked("in a competitive game: may two samurai on the same space trade items"),
        asked("may two samurai on the same space trade items", scope=Scope(mode="competitive")),
    ):
        assert found.sureness == Sureness.UNSURE
        shown = [hit.id for hit in found.shown]
        assert shown[0] == "coop.trade.same-space"
        assert len(set(shown)) == len(shown)
        assert not found.has_stamp(entry(shown[0]))


def test_a_rule_of_a_special_case_has_to_be_called() -> None:
    trade = entry("coop.trade.same-space")
    assert not is_called(trade, named_in("may we trade"))
    assert is_called(trade, named_in("may we trade as a team"))
    assert is_called(trade, named_in("may we trade"), Scope(mode="coop"))
    assert not is_called(trade, named_in("may we trade"), Scope(mode="competitive"))
    monk = entry("scenario.4.competitive.monk-attack")
    assert not is_called(monk, named_in("does a monk attack"), Scope(mode="competitive"))
    assert is_called(monk, named_in("does a monk attack"), Scope(mode="competitive", scenario=4))
    assert is_called(monk, named_in("does a monk attack in scenario 4"))
    assert not is_called(monk, named_in("does a monk attack in scenario 2"))
    assert is_called(entry("move.steps.base"), named_in("how far in scenario 2"))


# ---- kinds of wrong answers


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("In a competitive game, is trading cubes with my neighbour allowed?", "en"),
        ("we're playing against each other: can I hand him a dragon tooth", "en"),
        ("not co-op: may two samurai on one space swap scrolls", "en"),
        ("en compétitif, deux samouraïs sur la même case peuvent échanger ?", "fr"),
        ("on joue les uns contre les autres, je peux lui donner un cube ?", "fr"),
        ("kompetitiv: tauschen auf demselben Feld erlaubt?", "de"),
        ("gegeneinander gespielt, darf ich was verschenken", "de"),
    ],
)
def test_no_coop_rule_is_stamped_on_a_competitive_question(question: str, language: str) -> None:
    found = asked(question, language)
    assert found.sureness in (Sureness.UNSURE, Sureness.UNCOVERED)
    assert stamps(found) == []
    assert found.hits[0].id.partition(".")[0] != "coop"
    wrong = [hit.id for hit in found.shown if entry(hit.id).modes == ("coop",)]
    assert wrong in ([], [found.elsewhere.id] if found.elsewhere else []), (
        "shown as of another mode, or not at all"
    )


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("we play co-op and a dragon knocks me out, what happens to me", "en"),
        ("as a team, a dragon kills one of us", "en"),
        ("coop: un dragon bat mon samouraï, il se passe quoi", "fr"),
        ("en équipe, mon samouraï est assommé par un dragon", "fr"),
        ("im Koop vom Drachen k.o. geschlagen, was jetzt", "de"),
        ("als Team: ein Drache besiegt mich", "de"),
    ],
)
def test_a_defeat_in_coop_is_answered_by_coop(question: str, language: str) -> None:
    found = asked(question, language)
    assert any(hit.id.startswith("coop.lives.") for hit in found.hits[:3])
    assert "coop" in entry(found.hits[0].id).modes
    assert found.hits[0].id.startswith("coop.")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("how long may somebody think about a turn", "en"),
        ("is there a limit on thinking time each turn", "en"),
        ("time limit for a turn", "en"),
        ("a-t-on un temps limité à son tour", "fr"),
        ("limite de temps pour chaque tour", "fr"),
        ("gibt es ein Zeitlimit pro Zug", "de"),
        ("wie lang darf man für seinen Zug brauchen", "de"),
    ],
)
def test_no_rule_of_rounds_answers_for_a_clock(question: str, language: str) -> None:
    found = asked(question, language)
    assert found.sureness in (Sureness.UNSURE, Sureness.UNCOVERED)
    assert stamps(found) == []


KINDS = {
    "turn.rest.needs-disc": [
        ("may I take a rest twice in a row", "en"),
        ("a rest and then another rest", "en"),
        ("puis-je me reposer deux fois de suite ?", "fr"),
        ("deux repos l'un après l'autre", "fr"),
        ("zweimal nacheinander ausruhen", "de"),
        ("kann man zwei Mal hintereinander rasten?", "de"),
    ],
    "scenario.4.competitive.monk-beats-samurai": [
        ("scenario 4: the monk knocked my samurai out", "en"),
        ("Who is worthy: I lost my fight against a monk", "en"),
        ("scénario 4, un moine m'a assommé", "fr"),
        ("im Szenario 4 hat mich der Mönch besiegt", "de"),
    ],
    "fuji99.act.choose-number": [
        ("Fuji 99: what is the least number of cubes to draw", "en"),
        ("Fuji 99, how many cubes must I pull out", "en"),
        ("Fuji 99 : combien de cubes tirer au minimum", "fr"),
        ("Fuji 99: wie viele Steine muss man ziehen", "de"),
    ],
    "makai.prepare.deal-eleven": [
        ("Makai Fuda: how many cards are dealt to everybody", "en"),
        ("Makai Fuda : combien de cartes chacun", "fr"),
        ("Makai: combien de cartes reçoit un joueur", "fr"),
        ("Makai Fuda: wie viele Karten kriegt ein Spieler", "de"),
    ],
    "backpack.discard.resources": [
        ("do I pay anything when I throw a cube out of my bag", "en"),
        ("may I throw wood out of my backpack", "en"),
        ("est-ce que jeter un cube du sac coûte une action", "fr"),
        ("kostet Wegwerfen aus dem Rucksack etwas", "de"),
    ],
    "map.safe-tiles": [
        ("may players duel on a temple tile", "en"),
        ("can samurai fight each other on a bridge", "en"),
        ("un duel dans un temple, c'est autorisé ?", "fr"),
        ("darf man auf der Brücke kämpfen", "de"),
    ],
    "monk.fixed": [
        ("can I put my monk on another spot later", "en"),
        ("may I move my monk to a different place on the board", "en"),
        ("on peut déplacer un moine une fois placé ?", "fr"),
        ("kann ich einen Mönch später versetzen", "de"),
    ],
    "combat.dragon.roller": [
        ("which of us rolls the dragon's dice", "en"),
        ("who throws for the dragon", "en"),
        ("qui lance pour le dragon", "fr"),
        ("wer von uns würfelt für den Drachen", "de"),
    ],
}
"""A rule, and ways to ask for it: for each something else was answered, or nothing."""


@pytest.mark.parametrize(
    ("rule_id", "question", "language"),
    [(rule_id, *each) for rule_id, some in KINDS.items() for each in some],
)
def test_the_rule_that_was_missed_is_shown(rule_id: str, question: str, language: str) -> None:
    """Alone where that is sure, else as one of the two or three that are shown."""
    assert rule_id in [hit.id for hit in asked(question, language).shown]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("mon samouraï assomé", "fr"),
        ("je suis asommé, et après ?", "fr"),
        ("assommée par un draggon", "fr"),
        ("knoked out by the dragon", "en"),
        ("unconcious samurai", "en"),
        ("mein Samurai ist bewustlos", "de"),
        ("bewusstloss geschlagen", "de"),
    ],
)
def test_a_misspelt_word_is_no_reason_to_deny_a_rule(question: str, language: str) -> None:
    found = asked(question, language)
    assert found.is_covered
    assert any(
        hit.id.startswith(("combat.defeat", "turn.wake-up", "move.samurai.unc")) for hit in found.shown
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_says_that_a_rest_may_be_repeated(language: str) -> None:
    """What tells of two actions of a kind excludes the rest in the same breath (turn.rest.needs-disc)."""
    wording = entry("turn.two-actions").wording(language)
    word = {"en": "rest", "fr": "repos", "de": "ausruhen"}[language]
    for said in (wording.answer, wording.says):
        assert said.lower().count(word) >= 2, (
            "named among the actions, and again as the one that is never twice"
        )
