"""Puzzle book 01: fresh, proven twice, rated, varied (needs P1-P3)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.puzzles.crafting.book import CraftingEntry, book_01
from fujikoro_nb.puzzles.crafting.check import solution_of
from fujikoro_nb.puzzles.crafting.position import craft
from fujikoro_nb.puzzles.crafting.prove import Proof, answers, canonical, certify
from fujikoro_nb.puzzles.crafting.puzzle import Best, is_answer, statement
from fujikoro_nb.puzzles.crafting.steps import rate
from tests.puzzles.crafting.brute import brute_force, by_the_engine, drawings, numbers_of, numbers_told
from tests.support.sampling import sample
from tools.build_puzzles import TARGET, build, read_source, text_of

BOOK = book_01()
each_puzzle = pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)


def test_book_is_fresh() -> None:
    assert TARGET.read_text(encoding="utf-8") == text_of(build(read_source())), "run tools/build_puzzles.py"


def test_book_has_at_least_20_different_puzzles_in_order() -> None:
    assert len(BOOK.entries) >= 20
    assert len({entry.puzzle.position for entry in BOOK.entries}) == len(BOOK.entries)
    assert len({entry.puzzle.id for entry in BOOK.entries}) == len(BOOK.entries)
    ratings = [entry.rated.rating for entry in BOOK.entries]
    assert ratings == sorted(ratings)


def test_book_is_varied() -> None:
    proofs = Counter(entry.certificate.proof for entry in BOOK.entries)
    assert proofs[Proof.UNIQUE] >= 8
    assert proofs[Proof.BEST] >= 4
    assert proofs[Proof.ANY] >= 2
    themes = Counter(theme for entry in BOOK.entries for theme in entry.rated.themes)
    for theme in ("weapon", "helmet", "two-cards", "two-handed", "shared-cells", "save-cubes", "stretch"):
        assert themes[theme] >= 2, theme
    assert {entry.rated.difficulty for entry in BOOK.entries} == {1, 2, 3, 4, 5}
    cards = {card.id for entry in BOOK.entries for card in entry.puzzle.position.cards}
    assert len(cards) >= 10


def test_cards_are_those_of_the_house_and_marked() -> None:
    house = {card.id: print_pattern(card.pattern) for card in house_pack().gear_cards}
    for entry in BOOK.entries:
        for card in entry.puzzle.position.cards:
            assert card.pattern == house[card.id]
            assert card.provenance == "house"


@each_puzzle
def test_certificate_is_proved_again(entry: CraftingEntry) -> None:
    assert certify(entry.puzzle) == entry.certificate


@each_puzzle
def test_certified_solution_is_an_answer(entry: CraftingEntry) -> None:
    puzzle, solution = entry.puzzle, solution_of(entry.puzzle, entry.certificate)
    assert is_answer(puzzle, solution)
    for card in puzzle.position.cards:
        assert contains(solution, card.layout)


SMALL = [entry for entry in BOOK.entries if entry.puzzle.uses_all and drawings(entry) <= 40_000]
SAVING = [entry for entry in BOOK.entries if entry.puzzle.best == Best.CUBES]


def test_most_puzzles_have_an_independent_proof() -> None:
    assert len(SMALL) + len(SAVING) >= 20


@pytest.mark.parametrize("entry", sample(SMALL, 4), ids=lambda entry: entry.puzzle.id)
def test_brute_force_finds_the_same_answers(entry: CraftingEntry) -> None:
    """Every way to lay the hand, judged one by one, without a thought about cards or pieces."""
    assert brute_force(entry.puzzle) == set(answers(entry.puzzle))
    assert numbers_of(entry, brute_force(entry.puzzle)) == numbers_told(entry)


@pytest.mark.parametrize("entry", SAVING, ids=lambda entry: entry.puzzle.id)
def test_solver_of_the_engine_finds_the_same_answers(entry: CraftingEntry) -> None:
    """The engine's own search for minimal placements, written apart from the puzzles' proof."""
    found = by_the_engine(entry.puzzle)
    assert found == set(answers(entry.puzzle))
    assert numbers_of(entry, found) == numbers_told(entry)


@each_puzzle
def test_best_states_the_gap_to_the_second(entry: CraftingEntry) -> None:
    assert (entry.certificate.proof == Proof.BEST) == (entry.puzzle.best is not None)
    if entry.certificate.proof == Proof.BEST:
        assert entry.certificate.gap is not None
        assert entry.certificate.gap >= 1


@each_puzzle
def test_rating_comes_from_the_step_solver(entry: CraftingEntry) -> None:
    assert rate(entry.puzzle, entry.certificate) == entry.rated
    assert 800 <= entry.rated.rating <= 2000
    assert 1 <= entry.rated.difficulty <= 5
    assert str(entry.rated.hardest) in entry.rated.themes


@each_puzzle
def test_statement_is_one_sentence(entry: CraftingEntry) -> None:
    said = statement(entry.puzzle)
    assert re.fullmatch(r"[A-Z][^.!?]*\.", said)
    assert len(said.split()) <= 30


@each_puzzle
def test_puzzle_is_not_trivial(entry: CraftingEntry) -> None:
    """At least two cubes to lay, the start is no answer, and at most one drawing in fifty is one."""
    position = entry.puzzle.position
    assert len(position.hand) >= 2
    assert not is_answer(entry.puzzle, position.layout)
    assert drawings(entry) >= 50 * len(answers(entry.puzzle))


@each_puzzle
def test_start_is_a_legal_board(entry: CraftingEntry) -> None:
    position = entry.puzzle.position
    assert craft(position, position.layout).is_legal
    assert position.kind in GearKind


def test_no_puzzle_is_another_one_turned() -> None:
    seen = [
        (
            canonical(entry.puzzle.position, entry.puzzle.position.layout),
            entry.puzzle.position.hand,
            entry.puzzle.position.cards,
        )
        for entry in BOOK.entries
    ]
    assert all(one != other for one, other in combinations(seen, 2))
