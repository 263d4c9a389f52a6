"""Advice in Fuji 99 with hand and cards seen: against every answer and every draw played out in the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count
from math import comb

import msgspec
import pytest

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.game import GAME
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Fuji99, Held, NoMore, Step, Stop, Use
from fujikoro_nb.engine.kernel import Answer, DrawOptions
from fujikoro_nb.odds.fuji_99.seen import ASKED, card_advice
from fujikoro_nb.odds.fuji_99.turn import advice
from tests.support.fuji_99 import DECK, EMPTY, asked, card, counts, go, table
from tests.support.sampling import sample


def small(seed: str) -> Fuji99 | None:
    """Somebody asked in a turn with few cubes, few cards and the goal near; nothing where the turn was over first."""
    chance = random.Random(seed)
    players = chance.choice((2, 2, 3))
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        rulings = rulings.with_reading(rule, chance.choice(switch.readings))
    cards = [at for at, one in enumerate(DECK.cards) for _ in range(one.copies)]
    chance.shuffle(cards)
    hand = [Held(cards.pop(), chance.randrange(2)) for _ in range(chance.randrange(3))]
    pile = [cards.pop() for _ in range(chance.randrange(1, 5 if players == 2 else 3))]
    off = [cards.pop() for _ in range(chance.randrange(3))]
    begun = chance.randrange(80, 93)
    state = table(
        players,
        floors=(begun, *(chance.randrange(99) for _ in range(players - 1))),
        movement=begun + chance.randrange(5),
        hands={0: [one for one in hand if DECK.cards[one.card].key != "immediate"]},
        bag=Cubes(chance.randrange(2, 5), chance.randrange(1, 3), chance.randrange(3)),
        changes={0: {"taken": (True, True), "facing": chance.randrange(2)}},
        rulings=rulings,
        pile=tuple(map(pile.count, range(len(DECK.cards)))),
        discard=tuple(map(off.count, range(len(DECK.cards)))),
        sheet=Cubes(red=chance.randrange(2)),
    )
    wanted = chance.choice(ASKED)
    while (question := GAME.question(state)) is not None:
        options = GAME.options(state)
        if isinstance(options, DrawOptions):
            state, _ = go(state, options.outcome(chance.randrange(options.total)))
        elif ("seat", 0) not in question.data:
            return None
        elif question.kind == wanted:
            return state
        else:
            state, _ = go(state, chance.choice([one for one in options if one != Stop()]))
    return None


@cache
def smalls() -> list[Fuji99]:
    """Two hundred of them."""
    drawn = (small(f"small {seed}") for seed in count())
    found: Iterator[Fuji99] = (state for state in drawn if state is not None)
    return [next(found) for _ in range(200)]


def tried(state: Fuji99) -> dict[Answer, float]:
    """Every answer with the floors that it brings when the turn goes on at best: no formula, the engine alone."""
    begun = state.players[0].floor

    @cache
    def worth(here: Fuji99) -> float:
        options = GAME.options(here)
        if isinstance(options, DrawOptions):
            return sum(options.weight(one) / options.total * after(here, one) for one in options)
        return max(after(here, one) for one in options)

    def after(here: Fuji99, answer: Answer) -> float:
        step = GAME.step(here, answer)
        if step.state.winner is not None:
            return 99 - begun
        if any(one.kind == "turn-over" for one in step.events):
            return step.state.players[0].floor - begun
        return worth(step.state)

    return {one: after(state, one) for one in GAME.options(state)}


def test_small_positions_are_worth_what_trying_everything_finds() -> None:
    for state in sample(smalls(), 25):
        told = card_advice(state)
        assert told.is_whole
        found = {one: pytest.approx(worth, abs=1e-9) for one, worth in tried(state).items()}
        assert {one.answer: one.worth for one in told.answers} == found


def all_safe(safe: int, every: int, number: int) -> Fraction:
    """That so many cubes are all among the safe ones."""
    return Fraction(comb(safe, number), comb(every, number))


def test_a_draw_says_how_often_its_act_fails() -> None:
    """A hand of 5 and one card of value 2 among three to come: a crisis in one of three draws that do not bust."""
    state = table(hands={0: [card("catch")]}, pile=counts("step3", "step3", "unred"), sheet=Cubes(red=2))
    five = card_advice(state).draws[0]
    # 13 cubes, three of them red, of which none may come; the card costs two yellow and is then used or kept.
    assert (five.number, five.bust) == (5, 1 - all_safe(10, 13, 5))
    safe = float(all_safe(10, 13, 5))
    assert 0 < five.crisis <= safe / 3
    no_yellow = msgspec.structs.replace(state.players[0], bag=Cubes(10, 0, 3))
    five = card_advice(state.with_player(asked(state).seat, no_yellow)).draws[0]
    assert five.crisis == pytest.approx(safe / 3, abs=1e-12)
    assert five.lost == pytest.approx(1 - safe + safe / 3, abs=1e-12)


def test_without_any_card_it_is_the_advice_of_the_bag() -> None:
    state = table(pile=EMPTY, discard=EMPTY, floors=(70,), movement=70)
    told = card_advice(state, looks=10**9)
    bag = advice(Cubes(6, 4, 3), ahead=29)
    assert told.is_whole
    assert [one.worth for one in told.draws] == pytest.approx([one.floors for one in bag.every], abs=1e-9)


def test_each_question_has_its_answers() -> None:
    state = table()
    assert [one.answer for one in card_advice(state, looks=0).answers] == [Draw(n) for n in range(5, 14)]
    drawn = Cubes(3, 2, 0)
    bag = Cubes(3, 2, 3)
    using = table(
        step=Step.EFFECT, hands={0: [card("catch5"), card("step3")]}, bag=bag, drawn=drawn, movement=5
    )
    told = card_advice(using, looks=0)
    assert [one.answer for one in told.answers] == [Use(1), NoMore()]
    assert told.best.answer == Use(1)
    left = Cubes(3, 2, 1)
    deciding = table(step=Step.DETERMINATION, bag=left, drawn=drawn, sheet=Cubes(red=2), movement=40)
    told = card_advice(deciding, looks=0)
    assert [one.answer for one in told.answers] == [Stop(), ActAgain()]
    # The cubes of this act go back before the next one.
    assert told.draws[-1].number == 11
    assert told.best.answer == Stop()
    assert told.answers[0].worth == 40


def test_an_act_more_promises_no_less() -> None:
    state = table(hands={0: [card("step3")]}, floors=(30,), movement=30)
    less, more = (card_advice(state, looks=looks) for looks in (0, 60_000))
    assert less.acts < more.acts
    for one, other in zip(less.draws, more.draws, strict=True):
        assert other.worth >= one.worth - 1e-12
