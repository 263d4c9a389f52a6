"""The card for somebody who comes late: ninety seconds in any language, true to the present state."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, SYMMETRIC
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, scenario_of
from fujikoro_nb.helper.evening.changes import correct, new_evening
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.late_comer import MOST_WORDS, Part, late_comer
from fujikoro_nb.helper.evening.leaving import beat_foe, leave, lose_life
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.table_rulings import options
from fujikoro_nb.rulebook import rules
from fujikoro_nb.texts import LANGUAGES, say
from tests.helper.evenings import chapter, coop, table, turns
from tests.support.game_positions import HOUSE, realm

LONGEST = [" ".join(f"{letter}{n}"[:1] for n in range(12)) for letter in "ABCDEF"]
"""Names of as many words as a name can have."""


def words(card: tuple[Part, ...]) -> int:
    return sum(len(text.split()) for part in card for text in (part.title, *part.lines))


def lines(card: tuple[Part, ...], name: str) -> str:
    return " ".join(next((part.lines for part in card if part.name == name), ()))


def crowded(mode: str, cast: Sequence[str] = ()) -> Evening:
    """Everything that makes the card long: six names of twelve words, many rulings, escapes, lost lives."""
    boards = cast or [SYMMETRIC.character] * len(LONGEST)
    people = [Person(name, "", who) for name, who in zip(LONGEST, boards, strict=False)]
    evening = new_evening(people, mode=mode)
    disputed = [one for one in rules() if len(options(one)) > 1]
    for one in disputed:
        evening = decide(evening, one.id, options(one)[1].name).evening
    if mode == "coop":
        evening = beat_foe(evening).evening
        for seat in range(5):
            evening = leave(lose_life(evening, seat).evening, seat, "exit").evening
        return evening
    evening = correct(evening, 0, 30).evening
    for seat in range(5):
        evening = leave(evening, seat, "small").evening
    return evening


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["competitive", "coop"])
def test_at_most_220_words(mode: str, language: str) -> None:
    for cast in ((), tuple(PEOPLE)):
        assert 100 < words(late_comer(crowded(mode, cast), language=language)) <= MOST_WORDS == 220


@pytest.mark.rule("final.track.length")
@pytest.mark.parametrize(
    ("turns_over", "said"),
    [
        (1, ("moves 7 more times,", "encore 7 pas", "noch 7-mal,")),
        (19, ("moves 1 more time,", "encore 1 pas", "noch einmal,")),
    ],
)
def test_one_move_of_the_countdown_is_not_several(turns_over: int, said: tuple[str, ...]) -> None:
    evening = turns(chapter(marker=0), turns_over)[-1]
    for language, words_of_it in zip(("en", "fr", "de"), said, strict=True):
        assert words_of_it in lines(late_comer(evening, language=language), "now")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_has_a_card(language: str) -> None:
    evenings = (table(2), chapter(marker=0), turns(chapter(marker=0), 22)[-1], coop(1), coop(6))
    for evening in evenings:
        card = late_comer(evening, language=language)
        assert words(card) <= MOST_WORDS
        assert [part.name for part in card][:3] == ["goal", "turn", "now"]


def test_three_things_to_do_next() -> None:
    out = chapter(marker=0)
    for evening in (table(2), out, turns(out, 10)[-1], coop(2), beat_foe(coop(2)).evening):
        (part,) = (part for part in late_comer(evening) if part.name == "do")
        assert len(part.lines) == 3
    assert "rope comes with" in lines(late_comer(out), "do")
    assert "the rope leads" in lines(late_comer(turns(out, 10)[-1]), "do")
    assert lines(late_comer(turns(out, 22)[-1]), "do") == ""


def test_how_things_stand() -> None:
    evening = leave(turns(chapter(marker=1), 3)[-1], 2, "small").evening
    told = lines(late_comer(evening), "now")
    assert "Round 2; it is Aiko's turn." in told
    assert "Points: Bo 30, Aiko 0, Cleo 0." in told
    assert "moves 7 more times" in told
    assert "Off the mountain already: Cleo." in told
    weak = lines(late_comer(lose_life(coop(3), 1).evening), "now")
    assert "28 rounds are left" in weak and "One life left: Bo." in weak


def test_rulings_that_differ() -> None:
    assert lines(late_comer(table(2)), "rulings") == ""
    same = decide(table(2), "end.tie", "earliest").evening
    assert lines(late_comer(same), "rulings") == ""
    other = decide(same, "end.tie", "escaped").evening
    assert lines(late_comer(other), "rulings") == "Our table decided otherwise on: Tie for most points."
    assert "And on" in lines(late_comer(crowded("coop")), "rulings")


def test_from_a_game_that_is_keyed_in() -> None:
    game = realm(scores=(12, 31), marker=1, at=("centre", "centre"), first=1).state
    game = msgspec.structs.replace(game, countdown=4, rulings=Rulings().with_reading("end.tie", "escaped"))
    card = late_comer(table(2), game=game)
    assert "It is Bo's turn." in lines(card, "now")
    assert "Points: Bo 31, Aiko 12." in lines(card, "now")
    assert "moves 4 more times" in lines(card, "now")
    assert "the rope leads" in lines(card, "do")
    assert "Tie for most points" in lines(card, "rulings")
    strangers = lines(late_comer(table(3), game=game, language="de"), "now")
    assert "Punkte: " in strangers and "Rosa 31, Rot 12" in strangers


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_whom(language: str) -> None:
    people = [Person(name, "", who) for name, who in zip(LONGEST, PEOPLE, strict=False)]
    card = late_comer(new_evening(people), language=language)
    names = [say(f"helper.character-{who}", language=language) for who in PEOPLE][: len(LONGEST)]
    assert all(name in lines(card, "goal") for name in names)
    assert words(card) <= MOST_WORDS
    assert names[0] not in lines(late_comer(table(2), language=language), "goal")
    game = new_game(HOUSE, players=2, characters=("daisuke", "tomoe"))
    played = lines(late_comer(table(2), game=game, language=language), "goal")
    assert "Daisuke, Tomoe" in played
    for who in ("daisuke", "tomoe"):
        assert say(f"cast.note-{who}", language=language) in played, "what is different, in a line"


@pytest.mark.rule("coop.rounds.limit", "coop.setup.lives-two")
def test_from_a_group_s_game_that_is_keyed_in() -> None:
    """Two people in round 6 of 28 (coop.rounds.limit: 20 and 8); one of them has lost a life."""
    state = new_game(HOUSE, players=2, mode=COOP)
    party = Party((2, 1), round=6, has_beaten_legend=True)
    card = late_comer(coop(2), game=state.with_party(party))
    assert "23 rounds are left" in lines(card, "now") and "One life left: Bo." in lines(card, "now")
    assert "Points" not in lines(card, "now") and "rope" not in lines(card, "do")
    last = late_comer(coop(2), game=state.with_party(Party((2, 2), round=28)))
    assert "1 round" in lines(last, "now")


@pytest.mark.rule("coop.final.lava-events")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "28 rounds are left; in the last 8 the mountain erupts."),
        ("fr", "Il reste 28 manches\u202f; éruption dans les 8 dernières."),
        ("de", "Noch 28 Runden; in den letzten 8 bricht der Berg aus."),
    ],
)
def test_the_last_rounds_erupt_without_each_bringing_lava(language: str, said: str) -> None:
    assert said in lines(late_comer(coop(3), language=language), "now")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scenario_is_named_with_what_is_different(language: str) -> None:
    """In one line of the list that is read out; where the goal is another one, the goal's line has said it."""
    for mode, side in (("competitive", ""), ("coop", "-coop")):
        for number in PLAYED:
            scenario = scenario_of(number)
            assert scenario is not None
            if (scenario.together if side else scenario.against) is None or scenario.is_for_one:
                continue
            people = (Person("Ann", "red"), Person("Ben", "blue"))
            evening = new_evening(people, mode=mode, scenario=number)
            card = late_comer(evening, language=language)
            short = say(f"setup.step-scenario-{number}{side}", language=language)
            told = lines(card, "goal")
            is_own_goal = evening.course.goal != new_evening(people, mode=mode).course.goal
            assert (short in told) != is_own_goal, (mode, number)
            assert words(card) <= MOST_WORDS
