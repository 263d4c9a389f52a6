"""How a group's game ended: won or lost and why, what decided it, its goals, everybody, and its story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import (
    CAPTURED,
    LOST_DRAGON,
    LOST_LIFE,
    LOST_POINTS,
    LOST_TIME,
    LOST_WAY,
    VICTORIES,
    WON,
)
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.kernel import Line, Seat
from fujikoro_nb.views.game.group import goals_view, round_said
from fujikoro_nb.views.game.story import story_of
from fujikoro_nb.views.game.words import Words

__all__ = ["group_over"]

_OUTCOME_RULES = {
    WON: "coop.end.win-immediately",
    CAPTURED: "scenario.6.coop.goal-capture",
    LOST_DRAGON: "scenario.6.coop.kill-loses",
    LOST_LIFE: "coop.lives.second-loss-defeat",
    LOST_TIME: "coop.end.lose-conditions",
    LOST_POINTS: "scenario.8.solo.goal-fifty",
    LOST_WAY: "scenario.8.solo.secret-exit-insufficient",
}


def group_over(state: GameState, words: Words, lines: Sequence[Line]) -> dict[str, Any]:
    """How a group's game ended, what decided it, its goals, and what became of it round by round."""
    party, say = state.party, words.say
    assert party is not None and party.outcome, "the game is over"
    lost = next((seat for seat, left in enumerate(party.lives) if not left), -1)
    is_won = party.outcome in VICTORIES
    key = "won-alone" if party.outcome == WON and state.players == 1 else party.outcome
    return {
        "text": say(f"game-group.party-{key}", n=party.round, name=words.seat(lost)),
        "rule": _OUTCOME_RULES[party.outcome],
        "outcome": party.outcome,
        "is_won": is_won,
        "verdict": say("game-group.won" if is_won else "game-group.lost"),
        "round": round_said(state, words),
        "decided": list(_decided(state, words)),
        "goals_title": say("game-group.goals-won" if is_won else "game-group.goals-lost"),
        "goals": goals_view(state, words),
        "story": story_of(lines, state, words),
        "ranks": [],
        "people": [
            {
                "name": words.seat(seat),
                "colour": samurai.colour,
                "lives": party.lives[Seat(seat)],
                "stands": say(f"game-group.{'on-map' if samurai.is_on_map else 'out'}"),
            }
            for seat, samurai in enumerate(state.samurai)
        ],
        "most_lives": state.mode.said.lives,
    }


def _decided(state: GameState, words: Words) -> Iterator[str]:
    """How many rounds were left, and how many goals were reached."""
    party, say = state.party, words.say
    assert party is not None, "a group has played"
    last = last_of(state)
    left = 0 if last is None else last - party.round
    if left:
        yield say("game-group.decided-left", n=left)
    if party.outcome not in VICTORIES:
        goals = goals_met(state)
        yield say("game-group.decided-goals", n=sum(is_met for _, is_met in goals), of=len(goals))
