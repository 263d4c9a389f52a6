"""Draw or stop in Fuji 99: against draws laid out one by one, and against numbers found apart from the code."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.odds.fuji_99.turn import advice, bust_chance
from fujikoro_nb.odds.fuji_99.way import fewest_turns, race_of_two

FULL = Cubes(6, 4, 3)


@cache
def every_draw(bag: Cubes, number: int) -> list[int]:
    """The red cubes of each draw, the cubes told apart."""
    cubes = [False] * (bag.clear + bag.yellow) + [True] * bag.red
    return [sum(drawn) for drawn in combinations(cubes, number)]


@pytest.mark.parametrize(("number", "bust"), [(5, (5, 143)), (6, (10, 143)), (7, (35, 286)), (8, (28, 143))])
def test_a_full_bag_busts_as_the_ledger_counts(number: int, bust: tuple[int, int]) -> None:
    assert bust_chance(FULL, number) == Fraction(*bust)


def test_a_bust_is_counted_over_every_draw() -> None:
    for bag in (FULL, Cubes(6, 3, 1), Cubes(5, 0, 2), Cubes(2, 1, 4)):
        for number in range(min(5, bag.number), bag.number + 1):
            draws = every_draw(bag, number)
            for out in range(3):
                lost = Fraction(sum(out + red >= 3 for red in draws), len(draws))
                assert bust_chance(bag, number, out) == lost


@cache
def brute(bag: Cubes, out: int, gained: int, ahead: int) -> float:
    """The best turn by floors, draw by draw, without a formula."""
    if gained >= ahead:
        return ahead
    best = float(gained)
    for number in range(min(5, bag.number), bag.number + 1):
        draws = every_draw(bag, number)
        worth = {
            red: 0.0
            if out + red >= 3
            else brute(Cubes(bag.clear, bag.yellow, bag.red - red), out + red, gained + number, ahead)
            for red in set(draws)
        }
        best = max(best, sum(worth[red] for red in draws) / len(draws))
    return best


@pytest.mark.parametrize(
    ("bag", "out", "gained", "ahead"),
    [
        (Cubes(5, 0, 1), 2, 0, 99),
        (Cubes(4, 1, 2), 1, 3, 14),
        (Cubes(3, 2, 2), 1, 11, 18),
        (Cubes(4, 2, 3), 0, 0, 12),
        (Cubes(6, 4, 1), 2, 6, 99),
        (Cubes(3, 0, 3), 1, 1, 20),
    ],
)
def test_a_turn_is_worth_what_trying_everything_finds(bag: Cubes, out: int, gained: int, ahead: int) -> None:
    told = advice(bag, out=out, gained=gained, ahead=ahead)
    assert told.floors == pytest.approx(brute(bag, out, gained, ahead), abs=1e-12)
    assert told.draws == (told.floors > gained)


def test_the_best_turn_and_where_it_stops() -> None:
    """8.708896 floors; stop from 28 with one red cube out, from 6 with two, never with none."""
    assert advice(FULL).floors == pytest.approx(8.708896, abs=5e-7)

    def stops(out: int) -> int | None:
        bag = Cubes(6, 4, 3 - out)
        return next((gained for gained in range(80) if not advice(bag, out=out, gained=gained).draws), None)

    assert [stops(out) for out in range(3)] == [None, 28, 6]


def test_a_crisis_makes_stopping_better() -> None:
    sure = advice(Cubes(6, 4, 2), out=1, gained=10)
    risky = advice(Cubes(6, 4, 2), out=1, gained=10, crisis=0.6)
    assert (sure.draws, risky.draws) == (True, False)
    assert (
        advice(Cubes(6, 4, 2), out=1, gained=94, crisis=0.9).every[0].floors > 80
    )  # the goal asks for no card


def test_one_player_alone_needs_ten_turns() -> None:
    assert fewest_turns() == pytest.approx(10.328270475, abs=5e-10)


def test_a_short_race_is_won_as_often_as_by_hand() -> None:
    """To floor 5 one draw of five is enough: 138 of 143 are safe, and both draw five in turn: 1 / (2 - 138/143)."""
    safe = 138 / 143
    assert race_of_two(5) == pytest.approx(1 / (2 - safe), abs=1e-12)
