"""Bots at a table: they answer legally, a seed plays the same game again, and each choice has its sentence."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from fujikoro_nb.bots import (
    ENDED_BY_TURNS,
    Choice,
    RandomBot,
    bots_of,
    new_session,
    play_out,
    turns_over,
    why,
)
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Question, Session, Unreadable
from fujikoro_nb.texts import LANGUAGES, say

TURNS = 40


def played(seed: int, *, players: int = 3) -> tuple[Session, list[tuple[Question, Choice]]]:
    """A game of random bots, and what each said."""
    session = new_session(players=players, seed=seed)
    heard: list[tuple[Question, Choice]] = []
    bots = bots_of(["random"], players=players, seed=seed)
    play_out(session, bots, most_turns=TURNS, hear=lambda asked, choice: heard.append((asked, choice)))
    return session, heard


@pytest.mark.parametrize("players", range(2, 7))
def test_random_bots_play_and_say_why(players: int) -> None:
    session, heard = played(7, players=players)
    assert {question.seat for question, _ in heard} == set(range(players))
    chosen = [line.entry for line in session.lines if not line.entry.automatic and line.entry.seat != CHANCE]
    assert [entry.answer for entry in chosen] == [choice.answer for _, choice in heard]
    for _, choice in heard:
        for language in LANGUAGES:
            assert say(f"why.{choice.why.key}", language=language, **dict(choice.why.data))


def test_the_same_seed_is_the_same_game_and_another_one_another() -> None:
    assert played(3)[0].record == played(3)[0].record
    assert played(3)[0].record.entries != played(4)[0].record.entries


def test_a_game_is_broken_off_between_two_turns() -> None:
    session = new_session(players=2, seed=1)
    result = play_out(session, bots_of(["random"], players=2, seed=1), most_turns=5)
    over = turns_over(event for line in session.lines for event in line.events)
    assert (result.turns, result.ended_by, over) == (5, ENDED_BY_TURNS, 5)
    assert session.state.agenda[-1].name == "Turn"


def test_random_bot_picks_each_option_alike() -> None:
    """Two answers, 400 picks: 200 each, give or take five standard deviations (10 each)."""
    session = new_session(players=2, seed=1)
    while session.question is not None and session.question.kind != "act":
        session.play(next(iter(session.options)))
    options = list(session.options)
    bot = RandomBot(random.Random(5))
    question = session.question
    assert question is not None
    picks = Counter(bot.choose(GAME, session.state, question).answer for _ in range(200 * len(options)))
    assert set(picks) == set(options)
    assert all(abs(count - 200) < 60 for count in picks.values())


def test_an_illegal_answer_of_a_bot_is_refused_and_changes_nothing() -> None:
    class Stubborn:
        def choose(self, game: object, view: object, question: object) -> Choice:
            return Choice(Act("dance"), why("random", n=1))

    session = new_session(players=2, seed=1)
    with pytest.raises(Illegal):
        play_out(session, [Stubborn(), Stubborn()])
    assert len(session.lines) == len(new_session(players=2, seed=1).lines)


def test_chance_is_dealt_when_the_session_does_not_do_it_by_itself() -> None:
    """The log is the same whether the session deals at once or the driver asks it to."""
    by_itself, asked = new_session(players=2, seed=9), new_session(players=2, seed=9, auto_deal=False)
    for session in (by_itself, asked):
        play_out(session, bots_of(["random"], players=2, seed=9), most_turns=10)
    assert by_itself.record == asked.record


@pytest.mark.parametrize("names", [["nobody"], ["random", "random", "random"], [""]])
def test_unknown_bots_are_refused(names: list[str]) -> None:
    with pytest.raises(Unreadable):
        bots_of(names, players=2, seed=1)
