"""Crafting puzzles without end, each proved apart: by every way to lay the hand, or by the engine's own search."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.puzzles.crafting.endless import endless
from fujikoro_nb.puzzles.crafting.maker import puzzles_for
from fujikoro_nb.puzzles.crafting.prove import answers
from fujikoro_nb.puzzles.crafting.puzzle import Best
from tests.puzzles.crafting.brute import brute_force, by_the_engine, drawings, numbers_of, numbers_told
from tests.support.sampling import sample

NUMBERS = [one for one in range(23) if one not in (0, 5, 10)]
"""Twenty; the hands of the other three can be laid in too many ways to try them all."""
HOUSE = {card.id: print_pattern(card.pattern) for card in house_pack().gear_cards}


@pytest.mark.parametrize("number", sample(NUMBERS, 4))
def test_all_answers_are_found_another_way(number: int) -> None:
    entry = endless(endless.name_of("tests", number))
    assert entry is not None
    puzzle = entry.puzzle
    if puzzle.best == Best.CUBES:
        found = by_the_engine(puzzle)
    else:
        assert drawings(entry) <= 40_000
        found = brute_force(puzzle)
    assert found == set(answers(puzzle))
    assert numbers_of(entry, found) == numbers_told(entry)
    assert all(HOUSE[card.id] == card.pattern for card in puzzle.position.cards)


def test_a_puzzle_on_a_card_is_never_called_like_one_without_end() -> None:
    card = next(one for one in house_pack().gear_cards if one.id == "house-weapon-4")
    own = msgspec.structs.replace(card, id="e-mine")
    made = puzzles_for(own, 1).entries
    assert made
    assert all(endless.place(one.puzzle.id) is None for one in made)
    long = puzzles_for(msgspec.structs.replace(card, id="e-" + 38 * "a"), 1).entries
    names = [one.puzzle.id for one in long]
    assert len(names) == len(made) == len(set(names)), "a long name leaves room for the number"
    assert max(map(len, names)) == 40
