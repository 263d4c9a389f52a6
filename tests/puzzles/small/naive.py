"""The small games' puzzles reckoned apart: no engine, no odds of ours, only what the booklets say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

from fujikoro_nb.puzzles.small.makai import MakaiTable

LETTERS = "BGYR"
POISONS = {"B3", "G3", "Y4"}
GOAL, LIMIT, FEWEST = 99, 3, 5


class Apart(NamedTuple):
    """A table with every hand open; the learner sits at 0."""

    hands: tuple[tuple[str, ...], ...]
    field: tuple[str, ...]
    first: int
    wins: tuple[int, ...]
    ending: bool
    """Whether the tournament counts, not this match."""

    @property
    def seat(self) -> int:
        return (self.first + len(self.field)) % len(self.hands)

    @property
    def row(self) -> str:
        return LETTERS if len(self.hands) > 3 else LETTERS.replace("G", "")


def table_apart(table: MakaiTable, *, ending: bool) -> Apart:
    """A table of a puzzle; unknown hands are empty, and nobody is asked for a card of theirs."""
    players, field = table.players, tuple(table.field.split())
    others = table.others or ("",) * (players - 1)
    hands = tuple(tuple(hand.split()) for hand in (table.hand, *others))
    first = players - len(field) if field else table.leads
    return Apart(hands, field, first % players, table.wins or (0,) * len(LETTERS), ending)


def legal(table: Apart) -> set[str]:
    """Cards that whoever comes next may play; a Magic names a monster that lies there."""
    hand, there = table.hands[table.seat], {card[0] for card in table.field} - {"M"}
    is_new = any(card != "M" and card[0] not in there for card in hand)
    found: set[str] = set()
    for card in hand:
        if card == "M":
            found |= {f"M>{one}" for one in there} or {"M"}
        elif card[0] not in there or not is_new:
            found.add(card)
    return found


def can_stop(table: Apart, wanted: str, said: tuple[str, ...] = ()) -> bool:
    """Whether the others can keep this monster from winning; the first cards are ``said``, all others free."""
    if len(table.field) == len(table.hands):
        return _ended(table, wanted, said)
    cards = legal(table)
    if said:
        assert said[0] in cards, said
        return can_stop(_with(table, said[0]), wanted, said[1:])
    ends = (can_stop(_with(table, card), wanted) for card in cards)
    return any(ends) if table.seat else all(ends)


def _with(table: Apart, card: str) -> Apart:
    hand = list(table.hands[table.seat])
    hand.remove(card.partition(">")[0])
    hands = (*table.hands[: table.seat], tuple(hand), *table.hands[table.seat + 1 :])
    return table._replace(hands=hands, field=(*table.field, card))


def _ended(table: Apart, wanted: str, said: tuple[str, ...]) -> bool:
    """The match is judged; the next one begins, or the tournament is over."""
    is_empty = not any(card[0] != "M" for card in table.field)
    wins, last, _ = ("", 0, {}) if is_empty else match(" ".join(table.field))
    if not table.ending:
        assert not said
        return wins != wanted
    won = tuple(n + (letter == wins) for letter, n in zip(table.row, table.wins, strict=True))
    if not any(table.hands):
        assert not said
        return table.row[won.index(max(won))] != wanted
    first = (table.first + last) % len(table.hands)
    return can_stop(table._replace(field=(), first=first, wins=won), wanted, said)


def match(words: str) -> tuple[str, int, dict[str, int]]:
    """Winner's letter, the place of the card that was given to it last, and every total."""
    cards = words.split()
    is_boss = "R9" in cards
    totals: dict[str, int] = {}
    last: dict[str, int] = {}
    for at, card in enumerate(cards):
        if card[0] == "M":
            if card[1:]:
                totals[card[-1]] += 3
                last[card[-1]] = at
            continue
        letter, number = card[0], int(card[1:])
        totals[letter] = totals.get(letter, 0) + number + 100 * (is_boss and card in POISONS)
        last[letter] = at
    best = max(totals.values())
    wins = next(one for one in totals if totals[one] == best)  # a dict keeps who came first
    return wins, last[wins], totals


def draws(bag: tuple[int, int], number: int) -> Iterator[tuple[int, Fraction]]:
    """Red cubes of every draw out of so many safe and red ones, with their chances."""
    safe, red = bag
    for reds in range(min(red, number) + 1):
        if number - reds <= safe:
            yield reds, Fraction(comb(red, reds) * comb(safe, number - reds), comb(safe + red, number))


def counted(bag: str, number: int) -> Iterator[tuple[int, int]]:
    """The same cube by cube: red ones of each draw, and in how many ways, one colour after the other."""
    clear, yellow, red = (
        int(part) for part in bag.replace("Y", " ").replace("R", " ").removeprefix("T").split()
    )
    for some in product(range(clear + 1), range(yellow + 1), range(red + 1)):
        if sum(some) == number:
            yield some[2], comb(clear, some[0]) * comb(yellow, some[1]) * comb(red, some[2])


@cache
def best_end(safe: int, red: int, out: int, gained: int, ahead: int) -> Fraction:
    """Floors of a turn that goes on as well as can be."""
    if gained >= ahead:
        return Fraction(ahead)
    most = max(
        (
            after(safe, red, out, gained, ahead, number)
            for number in range(min(FEWEST, safe + red), safe + red + 1)
        ),
        default=Fraction(0),
    )
    return max(Fraction(gained), most)


def after(safe: int, red: int, out: int, gained: int, ahead: int, number: int) -> Fraction:
    """Floors of a turn that draws so many and then goes on as well as can be."""
    return sum(
        (
            chance * best_end(safe, red - reds, out + reds, gained + number, ahead)
            for reds, chance in draws((safe, red), number)
            if out + reds < LIMIT
        ),
        Fraction(0),
    )
