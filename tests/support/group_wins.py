"""Whole games of a group that bots play with an owner's mild dragons, and the same games shortly before their end."""

from __future__ import annotations

from functools import cache

import msgspec

from fujikoro_nb.bots import bots_of, play_out
from fujikoro_nb.bots.driver import turns_over
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.components import Dragon, Provenance
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Seeded, Session
from fujikoro_nb.play.seats import GameSession, new_game

NAMES = ("Takeko", "Tomoe")
MOST_GAMES = 60
MILD = 30
"""Per cent of the health that the house's dragons have: bots that play straight on beat those."""


def _mild(dragon: Dragon) -> Dragon:
    """What no booklet prints is less; the white one's health for more than two players is printed."""
    two = dragon.health_two_players
    return msgspec.structs.replace(
        dragon,
        health=dragon.health if dragon.is_legendary else dragon.health * MILD // 100,
        health_two_players=None if two is None else two * MILD // 100,
        provenance=Provenance.OWNER,
    )


def mild_game(seed: int) -> GameSession:
    """A game before its first answer, of an owner whose dragons are weaker than ours."""
    house = new_game(seats=NAMES, seed=seed, mode="coop")
    start = house.record.start
    piles = msgspec.structs.replace(start.piles, dragons=tuple(map(_mild, start.piles.dragons)))
    mild = msgspec.structs.replace(start, piles=piles)
    return Session(GAME, mild, dealer=Seeded(seed), auto_deal=True, setting=house.setting)


@cache
def victory(first: int = 0) -> GameSession:
    """The first of these games, from this one on, that bots win."""
    for seed in range(first, MOST_GAMES):
        session = mild_game(seed)
        play_out(session, bots_of(["heuristic"], players=len(NAMES), seed=seed))
        party = session.state.party
        if party is not None and party.outcome == "won":
            return session
    raise AssertionError("no group of bots wins")


def before_end(session: GameSession, *, turns: int, asks: str = "") -> tuple[GameSession, tuple[str, ...]]:
    """The game so many turns before its end, and what people answered from there on, as texts.

    ``asks``: from the next question of this kind on.
    """
    left = sum(turns_over(line.events) for line in session.lines) - turns
    start, setting = session.record.start, session.setting
    other = Session(GAME, start, dealer=session.dealer, auto_deal=True, setting=setting)
    given = [line.entry for line in session.lines if not line.entry.automatic and line.entry.seat != CHANCE]
    for number, entry in enumerate(given):
        question = other.question
        if left <= 0 and (not asks or (question is not None and question.kind == asks)):
            return other, tuple(print_game_answer(one.answer) for one in given[number:])
        left -= turns_over(other.play(entry.answer))
    return other, ()
