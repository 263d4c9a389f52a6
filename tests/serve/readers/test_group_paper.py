"""A group's game on paper and for whoever comes late: round, lives, goals and dragons, and nobody's points."""

from __future__ import annotations

from typing import Any

import pytest

from fujikoro_nb.helper.evening.late_comer import late_comer
from fujikoro_nb.play.seats import GameSession, table_of_save
from fujikoro_nb.play.stored import Game, people_of
from fujikoro_nb.serve.readers.paper import evening_of
from fujikoro_nb.store import Put, game_log
from fujikoro_nb.texts import LANGUAGES
from tests.serve.readers.test_paper import Words, page, rendered
from tests.support.group_saves import asked, ended, played_until


def walks_about(session: GameSession) -> bool:
    """Some way into a game, with a dragon on the mountain."""
    party = session.state.party
    has_dragon = any(laid is not None and laid.dragon is not None for laid in session.state.ground)
    return party is not None and party.round >= 6 and 1 in party.lives and has_dragon


def game(session: GameSession) -> Game:
    return Game(session, table_of_save(session.saved(), session))


def sheet(session: GameSession, language: str = "en") -> dict[str, Any]:
    return page(Put(game_log.PART, game_log.written(session)), language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_groups_game_on_paper_has_its_round_lives_goals_and_dragons(language: str) -> None:
    session = played_until(walks_about)
    party = session.state.party
    assert party is not None
    data = sheet(session, language)
    assert data["mode"] == "coop"
    score = data["table"]["score"]
    assert not score["hasPoints"]
    assert [one["lives"] for one in score["people"]] == list(party.lives)
    goals, dragons = data["table"]["group"]
    assert goals.count(";") == 3, "four goals, each with its count"
    assert dragons.count("(") == sum(x is not None and x.dragon is not None for x in session.state.ground)
    told = Words(rendered(data)).text
    assert str(party.round) in told and goals in told and dragons in told
    assert len(data["table"]["hands"]) == 3


@pytest.mark.parametrize(("outcome", "players"), [("lost-life", 3), ("lost-time", 1)])
def test_paper_of_a_game_that_is_over_says_so(outcome: str, players: int) -> None:
    session = played_until(ended(outcome), players=players)
    evening = evening_of(game(session), "en")
    assert evening is not None
    assert (evening.phase, evening.result) == ("over", "lost")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_solo_game_has_its_paper_and_its_card(language: str) -> None:
    """One person plays: no evening of rivals is made of it."""
    session = played_until(asked("act"), players=1, mode="solo")
    assert people_of(game(session), language).mode == "solo"
    assert sheet(session, language)["mode"] == "solo"
    card = late_comer(people_of(game(session), language), game=session.state, language=language)
    assert [part.name for part in card] == ["goal", "turn", "now", "do"]


def test_who_comes_late_is_told_of_goals_and_dragons() -> None:
    session = played_until(walks_about)
    (now,) = [
        part for part in late_comer(people_of(game(session), "en"), game=session.state) if part.name == "now"
    ]
    assert "0 of 4 goals reached." in now.lines
    assert any("on the mountain" in line for line in now.lines)


def test_a_solo_card_never_speaks_of_others() -> None:
    session = played_until(asked("act"), players=1, mode="solo")
    card = late_comer(people_of(game(session), "en"), game=session.state)
    told = " ".join(line for part in card for line in part.lines)
    assert "Together" not in told and "trade" not in told and "for all" not in told
