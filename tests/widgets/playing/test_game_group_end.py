"""How a group's game ended, on its page: what decided it, what was missing, and the story that its log holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import pytest

from fujikoro_nb.bots import bots_of, play_out
from fujikoro_nb.engine.kernel import Event, Seat
from fujikoro_nb.play.seats import GameSession, new_game
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.group import goals_view
from fujikoro_nb.views.game.group_end import group_over
from fujikoro_nb.views.game.result import results_view
from fujikoro_nb.views.game.story import story_of
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.group_ends import HEALTH_LEFT, NAMES, killed_by_a_monk, near_victory, table, won
from tests.support.group_saves import ended, played_until


def last_fight(session: GameSession) -> list[Event]:
    """From the attack on the white dragon to its defeat."""
    events = [event for line in session.lines for event in line.events]
    end = next(at for at, event in enumerate(events) if event.kind == "dragon-defeated")
    begin = max(at for at, event in enumerate(events[:end]) if event.kind == "dragon-attacked")
    return events[begin : end + 1]


def seats_of(fight: Sequence[Event], *kinds: str) -> list[int]:
    return [int(dict(event.data)["seat"]) for event in fight if event.kind in kinds]


def by_hand(session: GameSession) -> str:
    """Who attacked or joined, less whoever left the fight or fell in it."""
    fight = last_fight(session)
    out = seats_of(fight, "retreated", "knocked-out")
    came = seats_of(fight, "dragon-attacked", "joined")
    return " and ".join(NAMES[seat] for seat in came if seat not in out)


def told(session: GameSession, language: str = "en") -> dict[str, Any]:
    words = Words(list(NAMES), partial(say, language=language), language, session.state.dice)
    return group_over(session.state, words, session.lines)


def test_a_game_that_is_over_does_not_wait_to_be_gone_on_with() -> None:
    page = GamePage()
    page._open(played_until(ended("lost-life")), table())
    page._handle_custom_msg({"act": "leave"}, [])
    assert page.table["waits"].startswith("A game is over: ") and page.table["is_over"]
    page._handle_custom_msg({"act": "back"}, [])
    assert (page.stage, page.asked["part"]) == ("play", "over")


def test_a_victory_names_who_beat_the_white_dragon_and_who_left() -> None:
    session = won()
    over = told(session)
    assert (over["outcome"], over["verdict"], over["goals_title"]) == ("won", "Won", "All goals hold")
    assert all(goal["is_met"] for goal in over["goals"])
    texts = [one["text"] for one in over["story"]]
    assert [one for one in texts if "beat Snow Crown" in one] == [f"{by_hand(session)} beat Snow Crown."]
    left = [one for one in texts if one.endswith("leaves by the secret exit.")]
    assert sorted(one.split()[0] for one in left) == sorted(NAMES)
    assert over["story"][-1]["rule"] == "coop.end.win-immediately"
    party = session.state.party
    assert party is not None
    assert over["round"] == f"Round {party.round} of 28"
    assert over["decided"] == [f"{28 - party.round} rounds were left"]


def test_who_left_the_fight_did_not_win_it() -> None:
    session = won(holds=lambda one: bool(seats_of(last_fight(one), "retreated", "knocked-out")))
    (out,) = seats_of(last_fight(session), "retreated", "knocked-out")
    (beaten,) = [one["text"] for one in told(session)["story"] if "beat Snow Crown" in one["text"]]
    assert beaten == f"{by_hand(session)} beat Snow Crown."
    assert NAMES[out] not in beaten


@pytest.mark.rule("combat.hero.kill")
def test_a_dragon_that_a_monk_kills_is_beaten_by_all_who_fought() -> None:
    """Before anybody's turn, and so before their order is fixed."""
    session = killed_by_a_monk()
    assert seats_of(last_fight(session), "dragon-attacked", "joined") == [0, 1]
    words = Words(list(NAMES[:2]), partial(say, language="en"), "en", session.state.dice)
    (beaten,) = [
        one["text"] for one in story_of(session.lines, session.state, words) if " beat " in one["text"]
    ]
    assert beaten.startswith(f"{NAMES[0]} and {NAMES[1]} beat ")


def test_a_last_life_names_its_dragon() -> None:
    """Every line about a life says to whom or to what it was lost; the last one ends the story."""
    session = played_until(ended("lost-life"))
    over = told(session)
    party = session.state.party
    assert party is not None
    lives = [one for one in over["story"] if one["rule"].startswith("coop.lives.") and "left" in one["text"]]
    assert len(lives) == sum(2 - left for left in party.lives)
    assert lives[-1]["text"].endswith("0 lives left.")
    assert over["decided"] == [f"{28 - party.round} rounds were left", "0 of 4 goals reached"]
    assert over["goals_title"] == "What was missing"


def test_time_that_is_up_leaves_no_round() -> None:
    over = told(played_until(ended("lost-time"), players=1))
    assert (over["round"], over["decided"]) == ("Round 33 of 33", ["0 of 4 goals reached"])


def test_the_white_dragons_goal_says_where_it_is_and_what_it_has_left() -> None:
    words = Words(list(NAMES), partial(say, language="en"), "en")
    (goal,) = [one for one in goals_view(near_victory(), words) if one["name"] == "legend"]
    assert goal["about"] == f"On II-1, awake: {HEALTH_LEFT} of 60 health left."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_victory_speaks(language: str) -> None:
    page = GamePage(language=language)
    page._open(won(), table())
    assert page.asked["outcome"] == "won"
    assert page.asked["story"] and all(one["text"] for one in page.asked["story"])
    assert page.status["group"]["until"] == page.asked["round"]


@cache
def guarded() -> GameSession:
    """A whole game in which guards were beaten and were not."""
    session = new_game(seats=("Takeko",), seed=5, mode="solo", scenario=7)
    play_out(session, bots_of(["heuristic"], players=1, seed=5))
    return session


@pytest.mark.rule("scenario.7.solo.loss-costs-life", "scenario.7.solo.goal")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_tells_of_guards(language: str) -> None:
    """Who is struck down in a temple was struck by its guard, not by a dragon of before; a beaten one is told."""
    session = guarded()
    words = Words(["Takeko"], partial(say, language=language), language, session.state.dice)
    at, struck, beaten = "", [], []
    for line in session.lines:
        for event in line.events:
            data = dict(event.data)
            at = str(data["space"]) if event.kind == "step" else at
            if event.kind == "life-lost" and event.rule == "scenario.7.solo.loss-costs-life":
                struck.append((int(at.removeprefix("temple-")), data["left"]))
            if event.kind == "guard-beaten":
                beaten.append(data["temple"])
    assert struck and beaten, "else another seed"
    story = story_of(session.lines, session.state, words)
    named = {n: say("game-page.guard", language=language, n=n) for n in (1, 2, 3)}
    lost = [one["text"] for one in story if one["rule"] == "scenario.7.solo.loss-costs-life"]
    assert lost == [
        say("game-group.story-life-dragon", language=language, dragon=named[n], name="Takeko", left=left)
        for n, left in struck
    ]
    won = [one["text"] for one in story if one["rule"] == "scenario.7.solo.goal"]
    assert len(won) == len(beaten)
    assert all(str(n) in text for n, text in zip(beaten, won, strict=True))


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules", "scenario.7.solo.win-steals-blueprint")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fight_with_a_guard_is_no_duel_in_its_words(language: str) -> None:
    """Nobody wanted it, nobody gives up: its card and the log say won or lost against a fallen samurai."""
    session = guarded()
    words = Words(["Takeko"], partial(say, language=language), language, session.state.dice)
    events = [event for line in session.lines for event in line.events]
    cards = results_view(session.lines, 0, words, colours=session.state.colours, persons=(Seat(0),))
    guards = [card for card in cards if card["rule"].startswith("scenario.7.")]
    lost, won = (say(f"game-page.result-guard-{end}", language=language) for end in ("lost", "won"))
    told = [card["text"] for card in guards]
    assert told.count(won) == sum(event.kind == "guard-beaten" for event in events) > 0
    assert told.count(lost) == sum(
        event.kind == "life-lost" and event.rule == "scenario.7.solo.loss-costs-life" for event in events
    )
    ends = [event for event in events if event.kind in ("duel-order", "duel-over", "duel-drawn")]
    assert ends and {event.rule.split(".")[0] for event in ends} == {"scenario"}
