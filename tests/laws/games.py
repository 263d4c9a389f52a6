"""Seeded games to check laws along: any number of players, any rulings, and answers that get somewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL, Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Answer, Seeded, Session
from tests.support.game_positions import HOUSE

TINY = Mode("tiny", actions=1, may_duel=False, hexagons_from=2, has_adventures=True)
"""A mode that is played nowhere: rules ask it, and none of them knows it."""

WITH_ADVENTURES = Mode("competitive", has_adventures=True)

SHORT = Mode("short", has_adventures=True, final_points=4, start_cubes=Cubes(3, 2))
"""The Final Chapter begins early, and everybody can fight: a game that random answers bring to its end."""

SHORT_AND_CALM = Mode("calm", may_duel=False, hexagons_from=2, final_points=6, start_monks=(2, 2, 2, 2, 2, 2))

MODES = (COMPETITIVE, PEACEFUL, WITH_ADVENTURES, TINY, SHORT, SHORT, SHORT_AND_CALM)


def rulings_of(chance: random.Random) -> Rulings:
    """The adopted readings, or any others."""
    if chance.random() < 0.5:
        return ADOPTED
    every = ((switch.rule, chance.choice(switch.readings)) for switch in SWITCHES.values())
    chosen = sorted((rule, reading) for rule, reading in every if reading != ADOPTED.reading(rule))
    return Rulings(tuple(chosen))


def cast_of(chance: random.Random, players: int) -> list[str]:
    """Nobody, or as often a character for everybody; one alone is none whose helmet is never magical."""
    every = [name for name in PEOPLE if players > 1 or CHARACTERS[name].can_helmet_be_magical]
    return chance.sample(every, players) if chance.random() < 0.5 else []


def begun(seed: int) -> Session[GameState]:
    """A fresh game of this seed."""
    chance = random.Random(seed)
    players, mode, rulings = chance.randint(2, 6), chance.choice(MODES), rulings_of(chance)
    who = cast_of(chance, players)
    start = new_game(HOUSE, players=players, characters=who, mode=mode, rulings=rulings)
    return Session(GAME, start, dealer=Seeded(seed))


def eager(chance: random.Random, listed: list[Answer]) -> Answer:
    """Any listed answer, but exploring and going far more often, so that games come to their end."""
    acts = [one for one in listed if isinstance(one, Act) and one.field in ("explore", "gather")]
    if acts and chance.random() < 0.7:
        return chance.choice(acts)
    walks = [one for one in listed if isinstance(one, Walk)]
    if walks and chance.random() < 0.7:
        far = max(len(walk.path) for walk in walks)
        return chance.choice([walk for walk in walks if len(walk.path) == far])
    return chance.choice(listed)


def along(session: Session[GameState], seed: int, answers: int) -> Iterator[list[Answer]]:
    """Play so many answers, or to the end; before each one the listed answers, which a law may look at."""
    chance = random.Random(seed)
    for _ in range(answers):
        if session.question is None:
            return
        listed = list(session.options)
        yield listed
        session.deal() if session.can_deal else session.play(eager(chance, listed))
