"""Chance as a seat: weights, closed forms and unranking against plain enumeration; dealers stable for ever."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import (
    Answer,
    ChanceOptions,
    Complete,
    DiceOptions,
    DieGroup,
    RollCounts,
    Scripted,
    Seeded,
    Unscripted,
    Weighted,
)
from tests.support.sampling import examples


class Rolled(Answer, frozen=True):
    """A roll as counts."""

    counts: RollCounts


class Drawn(Answer, frozen=True):
    """A card."""

    card: str


def counts_of(answer: Answer) -> RollCounts | None:
    return answer.counts if isinstance(answer, Rolled) else None


def dice(*groups: tuple[str, int]) -> DiceOptions:
    """Groups written as the letters of one die's faces and a number of dice."""
    return DiceOptions(
        [DieGroup(f"colour-{n}", tuple(faces), count) for n, (faces, count) in enumerate(groups)],
        Rolled,
        counts_of,
    )


def enumerated(groups: list[tuple[str, int]]) -> Counter[Rolled]:
    """Every roll of dice told apart, written as counts: no formula at all."""
    singles = [list(product(faces, repeat=count)) for faces, count in groups]
    found: Counter[Rolled] = Counter()
    for roll in product(*singles):
        counts = tuple(
            tuple(rolled.count(kind) for kind in dict.fromkeys(faces))
            for rolled, (faces, _) in zip(roll, groups, strict=True)
        )
        found[Rolled(counts)] += 1
    return found


GROUPS = st.lists(
    st.tuples(st.text("abcd", min_size=1, max_size=6), st.integers(0, 4)), min_size=0, max_size=3
).filter(lambda groups: prod(len(faces) ** count for faces, count in groups) <= 3000)


@settings(max_examples=examples(120), deadline=None)
@given(GROUPS)
def test_dice_equal_enumeration(groups: list[tuple[str, int]]) -> None:
    roll, expected = dice(*groups), enumerated(groups)
    listed = list(roll)
    assert len(listed) == len(set(listed)) == len(roll) == len(expected)
    assert set(listed) == set(expected)
    assert {answer: roll.weight(answer) for answer in listed} == dict(expected)
    assert roll.total == sum(expected.values())
    assert Counter(roll.outcome(k) for k in range(roll.total)) == expected
    assert all(answer in roll for answer in listed)
    for k in (-1, roll.total):
        with pytest.raises(IndexError):
            roll.outcome(k)


@given(st.lists(st.tuples(st.sampled_from(["aabbcc", "abcdef", "aaaaab"]), st.integers(0, 17)), max_size=4))
def test_closed_forms_of_many_dice(groups: list[tuple[str, int]]) -> None:
    """Multisets of n dice with f faces are C(n+f-1, n); nothing is listed for the count."""
    roll = dice(*groups)
    assert roll.total == 6 ** sum(count for _, count in groups)
    assert len(roll) == prod(comb(count + len(set(faces)) - 1, count) for faces, count in groups)
    for k in {0, roll.total // 3, roll.total - 1}:
        answer = roll.outcome(k)
        assert answer in roll
        assert roll.weight(answer) > 0


def test_weights_of_eight_dice_sum_to_the_whole() -> None:
    roll = dice(("abcdef", 5), ("aabbbc", 3))
    assert sum(map(roll.weight, roll)) == 6**8 == roll.total


def test_iteration_is_lazy() -> None:
    roll = dice(*[("abcdef", 17)] * 4)
    assert next(iter(roll)) == Rolled(((17, 0, 0, 0, 0, 0),) * 4)
    assert len(roll) == comb(22, 17) ** 4


def test_which_number_is_which_roll_never_changes() -> None:
    """k in base 6, lowest digit first, is one die after another: 1 + 5 x 6 + 1 x 36; then 2 of the next group."""
    roll = dice(("abcdef", 3), ("xyz", 1))
    assert roll.outcome(1 + 5 * 6 + 1 * 36 + 2 * 216) == Rolled(((0, 2, 0, 0, 0, 1), (0, 0, 1)))


@pytest.mark.parametrize(
    "counts",
    [(), ((1, 1),), ((3, 0), (0,)), ((2, -1, 1), (1,)), ((1, 1, 0), (1,)), ((1, 1), (2,)), ((2, 0), (0,))],
)
def test_an_impossible_roll_is_not_in_the_options(counts: RollCounts) -> None:
    roll = dice(("aab", 2), ("c", 1))
    assert ((2, 0), (1,)) in [answer.counts for answer in roll if isinstance(answer, Rolled)]
    assert Rolled(counts) not in roll
    assert roll.weight(Rolled(counts)) == 0
    assert Drawn("a") not in roll
    assert "aab" not in roll
    assert roll.weight(Drawn("a")) == 0


@given(st.lists(st.sampled_from("abcx"), max_size=5))
def test_faces_read_off_real_dice_are_made_canonical(rolled: list[str]) -> None:
    group = DieGroup("red", tuple("abbc"), 3)
    counts = group.counted(rolled)
    assert counts == group.counted(sorted(rolled))
    if len(rolled) == 3 and "x" not in rolled:
        assert counts == (rolled.count("a"), rolled.count("b"), rolled.count("c"))
    else:
        assert counts is None


def test_no_dice_is_one_roll() -> None:
    for roll in (dice(), dice(("ab", 0)), dice(("", 0))):
        assert (roll.total, len(roll), len(list(roll))) == (1, 1, 1)
        assert roll.outcome(0) in roll
        assert roll.weight(roll.outcome(0)) == 1


def test_dice_without_faces_are_our_own_fault() -> None:
    for group in (("", 1), ("ab", -1)):
        with pytest.raises(AssertionError):
            dice(group)


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 6)), max_size=8))
def test_a_weighted_choice_equals_its_pile(items: list[tuple[str, int]]) -> None:
    pile = Weighted((Drawn(card), weight) for card, weight in items)
    cards = [Drawn(card) for card, weight in items for _ in range(weight)]
    assert pile.total == len(cards)
    assert Counter(pile.outcome(k) for k in range(pile.total)) == Counter(cards)
    assert {answer: pile.weight(answer) for answer in pile} == Counter(cards)
    assert len(pile) == len(set(cards))
    assert Drawn("z") not in pile
    assert pile.weight(Drawn("z")) == 0
    for k in (-1, pile.total):
        with pytest.raises(IndexError):
            pile.outcome(k)


def test_what_is_chance() -> None:
    assert isinstance(dice(("ab", 1)), ChanceOptions)
    assert isinstance(Weighted([]), ChanceOptions)
    assert not isinstance(Complete([]), ChanceOptions)
    with pytest.raises(AssertionError):
        Weighted([(Drawn("a"), -1)])


# ------------------------------------------------------------------------------------------------ dealers


GOLDEN: dict[tuple[int | str, int], str] = {
    (7, 0): "85ebc4019be178f1",
    (7, 1): "3bfd7dafb9df00c7",
    (7, 25): "0ef6a0cd6e53d896",
    ("fuji", 0): "844c296a5e10e137",
    ("Ōkami 狼", 3): "866c38d5edea289e",
}
"""The first 16 hex digits of what ``printf %s DRAW:0:0:SEED | b2sum`` prints. Saves rest on them."""


def test_a_seed_deals_the_same_for_ever() -> None:
    for (seed, draw), digest in GOLDEN.items():
        assert Seeded(seed).number(2**64, draw=draw) == int(digest, 16)


def test_a_seed_written_as_text_is_the_same_seed() -> None:
    assert [Seeded(12).number(1000, draw=n) for n in range(20)] == [
        Seeded("12").number(1000, draw=n) for n in range(20)
    ]


@given(st.text(max_size=20), st.integers(0, 10**6), st.integers(1, 2**1200))
def test_numbers_are_below_the_total(seed: str, draw: int, total: int) -> None:
    number = Seeded(seed).number(total, draw=draw)
    assert 0 <= number < total
    assert number == Seeded(seed).number(total, draw=draw)


@pytest.mark.parametrize("total", [1, 2, 3, 5, 6, 36])
def test_numbers_are_uniform(total: int) -> None:
    """Chi squared below its mean plus five standard deviations."""
    draws = 200 * total
    found = Counter(Seeded("uniform").number(total, draw=n) for n in range(draws))
    chi = sum((found[k] - 200) ** 2 / 200 for k in range(total))
    assert set(found) <= set(range(total))
    assert chi <= (total - 1) + 5 * (2 * (total - 1)) ** 0.5


def test_more_than_one_digest_of_bits() -> None:
    """A total of 6 to the 400 needs 1034 bits; all of them vary."""
    numbers = [Seeded(1).number(6**400, draw=n) for n in range(64)]
    for bit in (0, 500, 600, 1030):
        assert len({number >> bit & 1 for number in numbers}) == 2


def test_nothing_is_dealt_from_nothing() -> None:
    with pytest.raises(AssertionError):
        Seeded(1).deal(Weighted([]), 0)


def test_dealers_deal() -> None:
    roll = dice(("abcdef", 3))
    assert Seeded(3).deal(roll, 4) == roll.outcome(Seeded(3).number(216, draw=4))
    script = Scripted((Rolled(((3, 0, 0, 0, 0, 0),)), Rolled(((0, 3, 0, 0, 0, 0),))))
    assert [script.deal(roll, draw) for draw in (1, 0)] == [script.answers[1], script.answers[0]]
    for draw in (2, -1):
        with pytest.raises(Unscripted) as ended:
            script.deal(roll, draw)
        assert ended.value.draw == draw
