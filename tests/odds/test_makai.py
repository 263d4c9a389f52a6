"""Makai Fuda played on in many deals at once: each of them again in the engine, card by card."""

from __future__ import annotations

import random
from itertools import product

import pytest

from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.engine.makai_fuda.game import GAME, new_game
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.makai_fuda.state import LayDown, Makai, Match, Play, PlayPrediction, Predict, Variants
from fujikoro_nb.odds.makai_fuda.lanes import ahead, at_least, differs, larger, plus
from fujikoro_nb.odds.makai_fuda.playout import Tables
from fujikoro_nb.odds.makai_fuda.worth import Worth, worlds_of, worths
from tests.support.makai import DECK, at_match, at_prediction, go, told

DEALS = 40


def begun(seed: int) -> Session[Makai]:
    chance = random.Random(seed)
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        rulings = rulings.with_reading(rule, chance.choice(switch.readings))
    variants = Variants(seed % 3 == 0, chance.random() < 0.5)
    start = new_game(DECK, players=3 + seed % 2, variants=variants, rulings=rulings)
    return Session(GAME, start, dealer=Seeded(seed), auto_deal=True)


def played_again(deal: Makai, tables: Tables, lane: int) -> tuple[str, tuple[int, ...]]:
    """One deal in the engine by what the tables have recorded: which monster wins, and who gets how much."""
    assert tables.record is not None
    state, events = deal, []
    for line in tables.record:
        at, target = next((at, target) for at, target, lanes in line if lanes >> lane & 1)
        question = GAME.question(state)
        assert question is not None
        name = state.kinds[target] if target >= 0 else ""
        answer = LayDown(tables.cards[at]) if question.kind == "predict" else Play(tables.cards[at], name)
        assert GAME.check(state, answer) is None, (answer, state.field)
        state, more = go(state, answer)
        events += more
    (over,) = told(events, "tournament-over")
    gold = [0] * deal.players
    for one in told(events, "prize"):
        gold[int(one["seat"])] = int(one["gold"])
    return str(over["kind"]), tuple(gold)


@pytest.mark.parametrize("seed", range(6))
def test_every_deal_goes_as_in_the_engine(seed: int) -> None:
    session, chance = begun(seed), random.Random(seed)
    checked = 0
    while session.question is not None and checked < 6:
        question = session.question
        if question.kind in ("match", "predict") and chance.random() < 0.2:
            checked += 1
            view = session.view_for(question.seat)
            deals = worlds_of(view, DEALS, chance)
            assert all(GAME.worlds(view).weight(deal) for deal in deals)
            tables = Tables(view, deals)
            tables.record = []
            tables.lay_field(view.field)
            frame = view.agenda[-1]
            if isinstance(frame, Predict):
                tables.predict(frame.waiting)
            else:
                assert isinstance(frame, Match)
                tables.finish(frame.waiting)
            tables.play_on()
            winners = tables.winners()
            for lane, deal in enumerate(deals):
                kind, gold = played_again(deal, tables, lane)
                at = view.kinds.index(kind)
                assert [won >> lane & 1 for won in winners] == [one == at for one in range(len(view.kinds))]
                # Chips may lie on a card and debts may lie on a prize: who is paid at all backs the winner.
                for seat, amount in enumerate(gold):
                    assert not amount or tables.backs[seat][at] >> lane & 1
        session.play(chance.choice(list(session.options)))
    assert checked == 6


def test_gold_is_what_the_engine_pays() -> None:
    """The last match of three, every hand one card.

    Seat 0 holds R8 and backs red; yellow has four dice as red has, and comes first in the row: this match decides.
    """
    used = list(DECK.dealt_to(3))
    state = at_match(3, hands=["R8", "Y1", "B2"], laid=["R7", "Y4", "B1"], wins=(1, 4, 4), match=9)
    for hand in (*state.hands, *((card,) for card in state.laid if card)):
        for one in hand:
            used.remove(one)
    state = at_match(
        3, hands=["R8", "Y1", "B2"], laid=["R7", "Y4", "B1"], wins=(1, 4, 4), match=9, used=tuple(used)
    )
    view = GAME.view_for(state, Seat(0))
    ways = GAME.worlds(view)
    deals = [ways.outcome(k) for k in range(ways.total)]
    (one,) = worths(view, Seat(0), list(GAME.options(view)), deals)
    # Y1, Y4 and B1, B2 into two hands and two places: 24 ways. Against R8 nothing wins, red has five dice: 50 alone.
    assert (ways.total, one.deals, one.wins) == (24, 24, 24)
    assert (one.gold, one.others) == (50.0, 0.0)


def test_an_exchange_costs_what_it_costs() -> None:
    """The same cards with ten gold and with none: who has none pays nothing, and all else is equal."""
    found = []
    for gold in (10, 0):
        state = at_match(
            3,
            hands=["R8 Y8", "Y1 Y2", "B2 B4"],
            laid=["R7", "Y4", "B1"],
            gold=(gold, 0, 0),
            variants=Variants(exchanges=True),
        )
        view = GAME.view_for(state, Seat(0))
        every = worths(view, Seat(0), list(GAME.options(view)), [state])
        found.append({type(one.answer): one.gold for one in every})
    assert PlayPrediction in found[0]
    assert found[0] == {**found[1], PlayPrediction: found[1][PlayPrediction] - 10}


def test_intervals_hold_the_share() -> None:
    """By Wilson: of 2,500 deals never more than four points wide, and both ends inside 0 and 1."""
    for wins in (0, 1, 625, 1250, 2499, 2500):
        low, high = Worth(LayDown(DECK.cards[0]), 2500, wins, 0.0, 0.0).interval
        assert 0 <= low <= wins / 2500 <= high <= 1
        assert high - low <= 0.04


def test_deals_drawn_are_uniform() -> None:
    """Against every world of the view; one fair sampler in 10,000 fails."""
    state = at_prediction(3, hands=["B1 Y1", "B4 Y2", "R1 R2"])
    rest = list(DECK.dealt_to(3))
    for hand in state.hands:
        for one in hand:
            rest.remove(one)
    state = at_prediction(3, hands=["B1 Y1", "B4 Y2", "R1 R2"], used=tuple(rest))
    view = GAME.view_for(state, Seat(0))
    ways = GAME.worlds(view)
    assert ways.total == 6
    times, seen = 6000, dict.fromkeys((ways.outcome(k) for k in range(6)), 0)
    for deal in worlds_of(view, times, random.Random(5)):
        seen[deal] += 1
    expected = times / 6
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 25.7


def test_numbers_of_many_deals_are_numbers() -> None:
    """All sums, differences and comparisons of three bits, a deal for each pair."""
    pairs = list(product(range(8), repeat=2))
    every = (1 << len(pairs)) - 1

    def number(values: list[int]) -> list[int]:
        return [sum((value >> bit & 1) << lane for lane, value in enumerate(values)) for bit in range(4)]

    def values(number: list[int]) -> list[int]:
        return [sum((bit >> lane & 1) << at for at, bit in enumerate(number)) for lane in range(len(pairs))]

    one, other = number([x for x, _ in pairs]), number([y for _, y in pairs])
    assert values(plus(one, other)) == [x + y for x, y in pairs]
    assert values(larger(one, other)) == [max(pair) for pair in pairs]
    assert values(ahead(one, other, every)) == [x - y + 16 for x, y in pairs]
    more, unequal = differs(one, other)
    assert values([more]) == [x > y for x, y in pairs]
    assert values([unequal]) == [x != y for x, y in pairs]
    for bound in range(-1, 18):
        assert values([at_least(one, bound, every)]) == [x >= bound for x, _ in pairs]
