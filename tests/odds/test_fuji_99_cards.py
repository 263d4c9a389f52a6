"""Advice in Fuji 99 with hand and cards seen: against every answer and every draw played out in the engine."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import msgspec
import pytest

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.game import GAME
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Fuji99, Held, NoMore, Step, Stop, Use
from fujikoro_nb.engine.kernel import CHANCE, Seat
from fujikoro_nb.odds.fuji_99.seen import ASKED, advised, card_advice
from fujikoro_nb.odds.fuji_99.turn import advice
from tests.support.fuji_99 import DECK, EMPTY, asked, card, counts, go, table
from tests.support.sampling import sample


def small(seed: int) -> Fuji99 | None:
    """Somebody asked in a turn with few cubes, few cards and the goal near; nothing where the turn was over first."""
    chance = random.Random(seed)
    players = chance.choice((2, 2, 3))
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        rulings = rulings.with_reading(rule, chance.choice(switch.readings))
    cards = [at for at, one in enumerate(DECK.cards) for _ in range(one.copies)]
    chance.shuffle(cards)
    hand = [Held(cards.pop(), chance.randrange(2)) for _ in range(chance.randrange(3))]
    hand = [one for one in hand if DECK.cards[one.card].effect != "others-draw"]
    pile = [cards.pop() for _ in range(chance.randrange(1, 5 if players == 2 else 3))]
    off = [cards.pop() for _ in range(chance.randrange(3))]
    begun = chance.randrange(80, 93)
    state = table(
        players,
        floors=(begun, *(chance.randrange(99) for _ in range(players - 1))),
        movement=begun + chance.randrange(5),
        hands={0: hand},
        bag=Cubes(chance.randrange(2, 5), chance.randrange(1, 3), chance.randrange(3)),
        changes={0: {"taken": (True, True), "facing": chance.randrange(2)}},
        rulings=rulings,
        pile=tuple(pile.count(at) for at in range(len(DECK.cards))),
        discard=tuple(off.count(at) for at in range(len(DECK.cards))),
        sheet=Cubes(red=chance.randrange(2)),
    )
    wanted = chance.choice(ASKED)
    while (question := GAME.question(state)) is not None:
        options = GAME.options(state)
        if question.seat == CHANCE:
            state, _ = go(state, options.outcome(chance.randrange(options.total)))  # type: ignore[union-attr]
        elif question.kind == wanted:
            return state
        else:
            state, _ = go(state, chance.choice([one for one in options if not isinstance(one, Stop)]))
        if question.seat == 1:
            return None
    return None


def tried(state: Fuji99, begun: int) -> list[tuple[object, float]]:
    """Every answer with the floors that it brings when the turn goes on at best: no formula, the engine alone."""

    @cache
    def worth(here: Fuji99) -> float:
        question = GAME.question(here)
        if question is None:
            return 99 - begun
        if here.agenda[-1].name == "race" or question.data == (("seat", 1),) and question.kind == "act":
            return here.players[0].floor - begun
        options = GAME.options(here)
        if question.seat == CHANCE:
            every = options.total  # type: ignore[union-attr]
            return sum(options.weight(one) / every * after(here, one) for one in options)  # type: ignore[union-attr]
        return max(after(here, one) for one in options)

    def after(here: Fuji99, answer: object) -> float:
        step = GAME.step(here, answer)  # type: ignore[arg-type]
        if any(one.kind == "turn-over" for one in step.events):
            return step.state.players[0].floor - begun
        return worth(step.state)

    return [(one, after(state, one)) for one in GAME.options(state)]


SMALL = [seed for seed in range(420) if small(seed) is not None][:200]


@pytest.mark.parametrize("seed", sample(SMALL, 12))
def test_small_positions_are_worth_what_trying_everything_finds(seed: int) -> None:
    state = small(seed)
    assert state is not None
    told = card_advice(state)
    assert told.is_whole
    found = dict(tried(state, state.players[0].floor))
    assert {one.answer: pytest.approx(one.worth, abs=1e-9) for one in told.answers} == found
