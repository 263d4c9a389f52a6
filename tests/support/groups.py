"""A group that plays together, in a line: positions before a round, and players who do nothing."""

from __future__ import annotations

from collections.abc import Callable

from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing, StopClaiming
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.kernel import Answer
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board

NOTHING: dict[str, str | Answer] = {
    "walk": "halt",
    "craft": CraftNothing(),
    "claim": StopClaiming(),
    "one-more": "enough",
}
"""What who does nothing answers."""


def group(*boards: Board, players: int = 2, **more: object) -> Realm:
    """A round of a group begins; plain boards on the central tile unless more is said."""
    seats = boards or (board(),) * players
    known: dict[str, object] = {"mode": COOP}
    return realm(*seats, **{**known, **more})  # type: ignore[arg-type]


def idle(game: Realm, *, until: Callable[[Realm], bool] = lambda _: False) -> Realm:
    """Nobody does anything until this holds, somebody is asked what needs thought, or the game is over."""
    while game.asked is not None and not until(game):
        if game.asked == "act":
            assert game.seat is not None, "a seat acts"
            game.play("move" if game.board(game.seat).pool else "rest")
        elif game.asked in NOTHING:
            game.play(NOTHING[game.asked])
        else:
            return game
    return game


def turn_over(game: Realm) -> Realm:
    """Whose turn it is does nothing in it."""
    seat, turns = game.seat, len(game.happened("turn-over"))
    assert seat is not None, "a seat acts"
    return idle(game, until=lambda one: len(one.happened("turn-over")) > turns)


def round_of(game: Realm) -> int:
    """The round that is played."""
    assert game.state.party is not None, "a group plays rounds"
    return game.state.party.round


def lives_of(game: Realm) -> tuple[int, ...]:
    """Everybody's lives."""
    assert game.state.party is not None, "a group has lives"
    return game.state.party.lives


def outcome_of(game: Realm) -> str:
    """How the game ended; empty while it goes on."""
    assert game.state.party is not None, "a group wins or loses"
    return game.state.party.outcome


def goals_of(game: Realm) -> dict[str, bool]:
    """Which goals are reached."""
    return dict(goals_met(game.state))


def kinds(game: Realm, *wanted: str) -> list[str]:
    """The events of these kinds, in order."""
    return [event.kind for event in game.events if event.kind in wanted]
