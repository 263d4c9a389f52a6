"""People who solve puzzles on the small games as one does at a table, simulated: what they forget, they reckon without.

Whatever somebody has not thought of is left out of the reckoning, and what that reckoning calls best is answered. It
knows only what the booklets say (`naive`), so an answer is right or wrong by what really comes of it, not by how many
thoughts a rating counts: a thought that is forgotten may do no harm, and two mistakes may cancel each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import Any

from fujikoro_nb.puzzles.small.draw_or_stop import bag_of, gained, table_of
from fujikoro_nb.puzzles.small.makai import LETTER_OF, MakaiTable
from fujikoro_nb.puzzles.small.make_win import LAST
from fujikoro_nb.puzzles.small.puzzle import LEVEL, Asks, Thought
from tests.puzzles.small.naive import GOAL, POISONS, after, can_stop, draws, legal, table_apart

Has = Callable[[float], bool]
Lacks = frozenset[Thought]
SUM = -1.0
"""How hard it is to add up one total, to look at one card, to see through one number of cubes."""
BLUR = 2.0
"""Floors by which a number of cubes is misjudged by somebody who has no sense for it."""
SENSE = (0.5, 1.0, 1.5, 2.0, 2.5)
"""What halves that, and how hard it is to have: so there is every sort between guessing and counting."""
REPLY = 1.5
"""How hard it is to find the replies that spoil one card in three matches."""
MATCH = (Thought.SUMS, Thought.MAGIC, Thought.POISON, Thought.ASLEEP, Thought.TIE)


def _lacks(has: Has, thoughts: Iterable[Thought]) -> Lacks:
    return frozenset(one for one in thoughts if not has(LEVEL[one]))


# ---- who wins


@cache
def believed(cards: tuple[str, ...], lacks: Lacks) -> frozenset[str]:
    """Which monsters win for somebody who lacks these thoughts; several where it is not seen who came first."""
    is_boss = Thought.POISON not in lacks and ("R9" in cards or Thought.ASLEEP in lacks)
    totals: dict[str, int] = {}
    for card in cards:
        if card[0] == "M":
            if card[1:] and Thought.MAGIC not in lacks:
                totals[card[-1]] += 3
            continue
        number = int(card[1:]) + 100 * (is_boss and card in POISONS)
        before = totals.get(card[0], 0)
        totals[card[0]] = max(before, number) if Thought.SUMS in lacks else before + number
    best = max(totals.values(), default=0)
    first = [letter for letter, total in totals.items() if total == best]
    return frozenset(first if Thought.TIE in lacks else first[:1])


def _share(right: Collection[str], said: Collection[str]) -> float:
    """How probably one of these answers is right, when all of them look alike."""
    return len(set(right) & set(said)) / len(said)


def who_wins(entry: Any) -> Callable[[Has], float]:
    """The winner as it is believed, and of those who gave to it the last one, or who gave the strongest card."""
    puzzle = entry.puzzle
    cards = tuple(puzzle.table.field.split())
    letters = sorted({card[0] for card in cards if card[0] != "M"})
    right = entry.certificate.right[0].answer
    every = len(entry.certificate.every)

    def answer(has: Has) -> float:
        if not has(LEVEL[Thought.STRONGEST]) or not all(has(SUM) for _ in cards):
            return 1 / every
        wins = believed(cards, _lacks(has, MATCH))
        if puzzle.asks == Asks.WINNER:
            return _share([LETTER_OF[right]], wins)
        seats = [_leader(puzzle.table, cards, one, has(LEVEL[Thought.LEADER])) for one in wins]
        return seats.count(right) / len(seats)

    assert letters, "a match has a winner"
    return answer


def _leader(table: MakaiTable, cards: tuple[str, ...], wins: str, is_last: bool) -> str:
    gave = [at for at, card in enumerate(cards) if wins in (card[0], card[-1])]
    own = [at for at in gave if cards[at][0] == wins]
    at = gave[-1] if is_last else max(own, key=lambda one: int(cards[one][1:]))
    return str((table.leads + at) % table.players)


# ---- which card


def make_win(entry: Any) -> Callable[[Has], float]:
    """One of the cards after which the monster is believed to win; of none, any that may be played."""
    puzzle = entry.puzzle
    wants, table = LETTER_OF[puzzle.wants], table_apart(puzzle.table, ending=False)
    every = [one.answer.removeprefix("play ") for one in entry.certificate.every]
    right = [one.answer.removeprefix("play ") for one in entry.certificate.right]
    allowed, is_last = legal(table), len(table.field) == len(table.hands) - 1

    def answer(has: Has) -> float:
        lacks = _lacks(has, MATCH)
        offered = [card for card in every if card in allowed] if has(LEVEL[Thought.BARRED]) else every
        if not has(LEVEL[Thought.STRONGEST]):
            return _share(right, offered)
        seen = [card for card in offered if has(SUM)]
        if is_last or not has(LEVEL[Thought.REPLIES]):
            found = [card for card in seen if wants in believed((*table.field, card), lacks)]
        else:
            found = [card for card in seen if card not in allowed or card in right]
        return _share(right, found or offered)

    return answer


def back(entry: Any) -> Callable[[Has], float]:
    """One of the monsters of which nothing is found that stops them, or one that is ahead now."""
    table = table_apart(entry.puzzle.table, ending=True)
    kinds = [LETTER_OF[one.answer] for one in entry.certificate.every]
    right = [kind for kind in kinds if not can_stop(table, kind)]
    leading = [kind for kind, won in zip(table.row, table.wins, strict=True) if won == max(table.wins)]

    def answer(has: Has) -> float:
        if not has(LEVEL[Thought.LATER]):
            return _share(right, leading)
        return _share(right, [kind for kind in kinds if kind in right or not has(REPLY)])

    return answer


def ending(entry: Any) -> Callable[[Has], float]:
    """One of the cards of which no reply is found that spoils them, from those that are looked at."""
    puzzle = entry.puzzle
    if puzzle.asks == Asks.BACK:
        return back(entry)
    table = table_apart(puzzle.table, ending=True)
    wants = LETTER_OF[puzzle.wants]
    every = [one.answer.removeprefix("play ") for one in entry.certificate.every]
    right = [one.answer.removeprefix("play ") for one in entry.certificate.right]
    allowed = legal(table)
    now = [card for card in allowed if not can_stop(table._replace(ending=False), wants, (card,))]

    def answer(has: Has) -> float:
        offered = [card for card in every if card in allowed] if has(LEVEL[Thought.BARRED]) else every
        if not has(LEVEL[Thought.LET_GO]):
            offered = [card for card in offered if card in now] or offered
        if not has(LEVEL[Thought.MAGIC]):
            offered = [card for card in offered if card[0] != "M"] or offered
        if not has(LEVEL[Thought.LATER]):
            return _share(right, offered)
        left = [card for card in offered if card in right or not has(REPLY)]
        return _share(right, left or offered)

    assert LAST > 1, "matches lie ahead"
    return answer


# ---- how many


def draw(entry: Any) -> Callable[[Has], float]:
    """The number of cubes that looks best, each a little misjudged, with what is forgotten left out."""
    puzzle = entry.puzzle
    table, bag = table_of(puzzle), bag_of(table_of(puzzle))
    every = [one.answer for one in entry.certificate.every]
    right = entry.certificate.right[0].answer
    source = random.Random(puzzle.id)
    thoughts = (Thought.BAG, Thought.OUT, Thought.FACING, Thought.STAKE, Thought.GOAL, Thought.MORE)

    @cache
    def worth(lacks: Lacks) -> dict[str, float]:
        out = table.red * (Thought.OUT not in lacks) + table.facing * (Thought.FACING not in lacks)
        stake = gained(table) * (Thought.STAKE not in lacks)
        ahead = 2 * GOAL if Thought.GOAL in lacks else GOAL - table.floor
        goes_on = puzzle.asks == Asks.DRAW and Thought.MORE not in lacks
        safe = bag.clear + bag.yellow
        found = {}
        for one in every:
            if one == "stop":
                found[one] = float(gained(table))
                continue
            number = int(one.split()[1])
            if goes_on:
                found[one] = float(after(safe, bag.red, out, stake, ahead, number))
            else:
                good = sum(chance for reds, chance in draws((safe, bag.red), number) if out + reds < 3)
                found[one] = float(good * min(ahead, stake + number))
        return found

    def answer(has: Has) -> float:
        if not has(LEVEL[Thought.BAG]):
            return 1 / len(every)
        blur = BLUR / 2 ** sum(map(has, SENSE))
        floors = {one: number + source.gauss(0, blur) for one, number in worth(_lacks(has, thoughts)).items()}
        return float(max(floors, key=lambda one: floors[one]) == right)

    return answer
