"""A small game of several phones on paper: its sheets add up, it says what is agreed, and no hidden card is printed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from fujikoro_nb.bots import kinds
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.bots.uniform import RandomBot
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.play.small import SmallSession, begin_small, chairs_of
from fujikoro_nb.play.small_table import small_part
from fujikoro_nb.store import Put, game_log
from fujikoro_nb.texts import LANGUAGES, say
from tests.serve.readers.papers import page, rendered
from tests.support.canaries import CANARIES, NUMBER, canary_deck, opened_cards

NAMES = ("Aiko", "Ben", "Chloe", "Dan")
SEED = "canary-of-the-seed"


def played(game: str, *agreed: str, rulings: tuple[str, ...] = ()) -> Iterator[SmallSession]:
    """A game by chance, at its beginning and after each answer."""
    kind = KINDS[game]
    session = begin_small(
        kind,
        Agreed(chairs_of(NAMES[: kind.usual], ["person"] * kind.usual)),
        seed=SEED,
        variants=kind.agreed(agreed),
        rulings=kind.rulings(rulings),
    )
    bot = RandomBot(random.Random(5))
    yield session
    while (question := session.question) is not None:
        session.play(bot.choose(session.game, session.view_for(question.seat), question).answer)
        yield session


def on_paper(session: SmallSession, language: str = "en") -> dict[str, Any]:
    return page(Put(game_log.SMALL, small_part(session)), language=language)


def number(text: str) -> int:
    """What stands in a cell, as somebody adds it up."""
    return 0 if text == "–" else int(text.replace("−", "-").replace("+", ""))


@pytest.mark.parametrize(
    "agreed", [("tournaments=3", "double-last"), ("tournaments=2", "exchange", "watch-first")]
)
def test_the_gold_of_the_tournaments_adds_up_to_what_everybody_has(agreed: tuple[str, ...]) -> None:
    *_, session = played("makai", *agreed)
    gold, prizes = on_paper(session)["table"]["small"]
    *rows, total = gold["rows"]
    assert [row[0] for row in rows] == [str(n + 1) for n in range(int(agreed[0][-1]))]
    for seat, name in enumerate(NAMES):
        assert gold["head"][seat + 1] == name
        assert (
            sum(number(row[seat + 1]) for row in rows) == number(total[seat + 1]) == session.state.gold[seat]
        )
    assert [*map(int, prizes["rows"][1][1:])] == [*session.state.chips]
    assert "win" in gold["says"], "who has won stands above"


def test_the_floors_of_the_turns_end_where_everybody_stands() -> None:
    for session in played("fuji99"):
        floors, bags = on_paper(session)["table"]["small"]
        state = session.state
        for seat, player in enumerate(state.players):
            column = [row[seat + 1] for row in floors["rows"] if row[seat + 1]]
            stands = 99 if seat == state.winner else player.floor
            assert (column[-1].split(",")[0] if column else "0") == str(stands)
            bag = [int(row[seat + 1]) for row in bags["rows"][:3]]
            assert bag == [player.bag.clear, player.bag.yellow, player.bag.red]
    assert any("," in cell for row in floors["rows"] for cell in row), "a lost turn says how it was lost"


def test_paper_shows_no_card_that_is_hidden_and_no_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    for at, session in enumerate(played("makai", "tournaments=1")):
        if at % 4 and session.question is not None:
            continue
        data = on_paper(session)
        text = rendered(data)
        assert set(NUMBER.findall(text)) & CANARIES <= opened_cards(session.lines)
        assert SEED not in text
        assert data["table"]["score"] is None
        assert data["groups"] == [], "Fuji Koro's rules are another game's"


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_says_in_every_language_how_it_stands_and_what_is_played_otherwise(language: str) -> None:
    session = next(iter(played("makai", rulings=("makai.judge.tie-first-on-field=last-card",))))
    data = on_paper(session, language)
    assert [one["rule"] for one in data["table"]["rulings"]] == ["makai.judge.tie-first-on-field"]
    text = rendered(data)
    assert say("makai-page.thing-blue", language=language) in text
    assert say("small-page.turn-of", language=language, who=NAMES[session.question.seat]) in text  # type: ignore[union-attr]
    assert f'data-rule="{data["table"]["rulings"][0]["rule"]}"' in text


def test_variants_are_printed_by_their_rules() -> None:
    session = next(iter(played("makai", "tournaments=3", "double-last", "exchange")))
    told = on_paper(session)["table"]["rulings"]
    rules = ["exchange-prediction", "time-limit", "last-tournament-bonus"]
    assert [one["rule"] for one in told] == [f"makai.variant.{rule}" for rule in rules]
    assert "3" in told[1]["says"]


def test_a_table_that_cannot_be_read_says_so() -> None:
    data = page(Put(game_log.SMALL, b"{}\n"))
    assert data["table"]["isTroubled"]
    assert data["table"]["small"] == []
    assert say("paper.trouble", language="en") in rendered(data)
