"""Saves of a group's game at the moments that a page has to show, found by playing with a seed."""

from __future__ import annotations

import random
from collections.abc import Callable

from fujikoro_nb.engine.fujikoro.rules.group.trade import partners
from fujikoro_nb.play.seats import GameSession, new_game

NAMES = ("Takeko", "Tomoe", "Yoshihiro", "Aiko", "Botan", "Chiyo")
MOST_GAMES = 200
MOST_ANSWERS = 3000


def played_until(
    holds: Callable[[GameSession], bool],
    *,
    players: int = 3,
    mode: str = "coop",
    first: int = 0,
    names: tuple[str, ...] = NAMES,
) -> GameSession:
    """The first moment at which this holds in random games from this seed on."""
    for seed in range(first, first + MOST_GAMES):
        session, chance = new_game(seats=names[:players], seed=seed, mode=mode), random.Random(seed)
        for _ in range(MOST_ANSWERS):
            if holds(session):
                return session
            if session.question is None:
                break
            session.play(chance.choice(list(session.options)))
    raise AssertionError("no such moment")


def asked(kind: str) -> Callable[[GameSession], bool]:
    """Whether this is asked now."""
    return lambda session: session.question is not None and session.question.kind == kind


def ended(outcome: str) -> Callable[[GameSession], bool]:
    """Whether the game has ended so."""
    return lambda session: session.state.party is not None and session.state.party.outcome == outcome


def meets(session: GameSession) -> bool:
    """Whether somebody who acts now stands on a space with somebody else, and has wood to give."""
    question, state = session.question, session.state
    return (
        question is not None
        and question.kind == "act"
        and bool(partners(state, question.seat))
        and state.boards[question.seat].backpack.cubes.wood > 0
    )


def save_of(session: GameSession) -> bytes:
    """Its save file; nobody has to wait for the dealer's snapshots."""
    return session.save(has_snapshots=False)
