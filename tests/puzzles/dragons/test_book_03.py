"""Puzzle book 03: fresh, proved again, also by a working apart from the engine, rated, varied (needs P1-P5)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.dragons.book import DragonEntry, book_03
from fujikoro_nb.puzzles.dragons.kind import KIND
from fujikoro_nb.puzzles.dragons.maker import make_dragons
from fujikoro_nb.puzzles.dragons.prove import certify_dragons, decode_dragons
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonProof, DragonPuzzle
from fujikoro_nb.puzzles.dragons.questions import judged
from fujikoro_nb.puzzles.dragons.thoughts import Thought, rate_dragons
from fujikoro_nb.puzzles.kind import Unproved
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, has
from tests.puzzles.dragons.naive import right_of
from tools.build_puzzles import DRAGONS_TARGET, read_dragons, text_of

BOOK = book_03()
each_puzzle = pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)
BY_KIND = {kind: next(one for one in BOOK.entries if one.puzzle.kind == kind) for kind in DragonKind}


def test_book_is_the_one_of_its_source() -> None:
    assert DRAGONS_TARGET.read_text(encoding="utf-8") == text_of(BOOK)
    assert sorted(entry.puzzle.id for entry in BOOK.entries) == [one.id for one in read_dragons().puzzles]


@each_puzzle
def test_puzzle_is_made_and_proved_again(entry: DragonEntry) -> None:
    pick = next(pick for pick in read_dragons().puzzles if pick.id == entry.puzzle.id)
    assert make_dragons(pick.recipe, pick.seed, name=pick.id) == entry


@each_puzzle
def test_right_answers_are_those_of_a_naive_working(entry: DragonEntry) -> None:
    assert right_of(entry.puzzle) == set(entry.certificate.right)


@each_puzzle
def test_certificate_counts_every_answer(entry: DragonEntry) -> None:
    every = judged(entry.puzzle)
    proof = entry.certificate
    assert len(every) == proof.answers
    assert {answer for answer, is_right in every.items() if is_right} == set(proof.right)
    assert 0 < len(proof.right) < proof.answers
    assert (proof.proof == DragonProof.UNIQUE) == (len(proof.right) == 1)


def test_book_has_25_different_puzzles_in_order_of_rating() -> None:
    assert len(BOOK.entries) == 25
    asked = {msgspec.json.encode(msgspec.structs.replace(one.puzzle, id="x")) for one in BOOK.entries}
    assert len(asked) == 25
    ratings = [entry.rated.rating for entry in BOOK.entries]
    assert ratings == sorted(ratings)


def test_book_is_varied() -> None:
    kinds = Counter(entry.puzzle.kind for entry in BOOK.entries)
    assert set(kinds) == set(DragonKind)
    assert min(kinds.values()) >= 4
    themes = {theme for entry in BOOK.entries for theme in entry.rated.themes}
    assert {str(thought) for thought in Thought} <= themes
    assert len({entry.rated.difficulty for entry in BOOK.entries}) >= 3


@each_puzzle
@pytest.mark.parametrize("language", LANGUAGES)
def test_statement_is_one_question_with_all_it_needs(entry: DragonEntry, language: str) -> None:
    said = KIND.statement(entry.puzzle, language=language)
    assert said.endswith("?")
    assert said.count("?") == 1
    assert entry.puzzle.to in said
    assert all(KIND.hint(entry, hint, language=language).sentence for hint in HintKind)
    assert all(has(f"theme.{theme}", language=language) for theme in entry.rated.themes)


@each_puzzle
def test_rating_follows_from_the_thoughts(entry: DragonEntry) -> None:
    assert rate_dragons(entry.puzzle, entry.certificate) == entry.rated
    assert 800 <= entry.rated.rating <= 2000
    assert 1 <= entry.rated.difficulty <= 5
    assert str(entry.rated.hardest) in entry.rated.themes


@each_puzzle
def test_every_wrong_answer_says_what_happens_with_its_rule(entry: DragonEntry) -> None:
    for answer, is_right in judged(entry.puzzle).items():
        said = KIND.check(entry, answer, language="en")
        assert (said.outcome == Outcome.RIGHT) == is_right
        if not is_right:
            assert said.outcome == Outcome.NOT_GOAL
            assert has_rule(said.rule)
            assert "dragon-" not in said.sentence


@pytest.mark.parametrize(
    ("kind", "answer", "rule"),
    [
        (DragonKind.LURE, "unexplored", "move.revealed-only"),
        (DragonKind.LURE, "dragon", "move.dragon.stop"),
        (DragonKind.SAFE, "unexplored", "move.revealed-only"),
        (DragonKind.CHOICE, "far", "coop.dragon.blocked-stays"),
        (DragonKind.WHERE, "centre", "coop.dragon.never-enters-safe"),
        (DragonKind.WHERE, "unexplored", "coop.dragon.only-explored-tiles"),
    ],
)
def test_what_cannot_be_names_the_rule(kind: DragonKind, answer: str, rule: str) -> None:
    entry = BY_KIND[kind]
    scene = entry.puzzle.scene
    every = [f"{level}-{number}" for level in ("I", "II", "III") for number in range(1, 7)]
    places = {
        "unexplored": next(at for at in every if at not in scene.tiles),
        "dragon": next(iter(scene.dragons)),
        "far": next((at for at in scene.tiles if at not in judged(entry.puzzle)), ""),
        "centre": "centre",
    }
    said = KIND.check(entry, places[answer], language="en")
    assert (said.outcome, said.rule) == (Outcome.ILLEGAL, rule)


def test_an_order_of_dragons_that_sleep_is_none() -> None:
    puzzle = BY_KIND[DragonKind.ORDER].puzzle
    first, *others = puzzle.scene.dragons
    scene = msgspec.structs.replace(puzzle.scene, tokens={first: "asleep"})
    asleep = msgspec.structs.replace(puzzle, scene=scene)
    entry = msgspec.structs.replace(BY_KIND[DragonKind.ORDER], puzzle=asleep)
    said = KIND.check(entry, " ".join((first, *others[1:])), language="en")
    assert (said.outcome, said.rule) == (Outcome.ILLEGAL, "coop.dragon.order-by-players")


@pytest.mark.parametrize("answer", ["", "nowhere", "I-1 " * 40])
def test_what_is_no_answer_is_unreadable(answer: str) -> None:
    with pytest.raises(Unreadable):
        KIND.check(BY_KIND[DragonKind.LURE], answer, language="en")


@each_puzzle
def test_link_brings_the_puzzle_back(entry: DragonEntry) -> None:
    assert decode_dragons(to_code(entry.puzzle)) == entry.puzzle
    assert KIND.proved(entry.puzzle) == entry


def changed(puzzle: DragonPuzzle, **scene: object) -> DragonPuzzle:
    return msgspec.structs.replace(puzzle, scene=msgspec.structs.replace(puzzle.scene, **scene))


LURE = BY_KIND[DragonKind.LURE].puzzle


@pytest.mark.parametrize(
    "puzzle",
    [
        changed(LURE, tiles=("I-1", "nowhere")),
        changed(LURE, tiles=("I-1", "centre")),
        changed(LURE, samurai=("I-9.9",)),
        changed(LURE, dragons={"III-12": "blue"}, tiles=("I-1", "I-2")),
        changed(LURE, dragons=dict.fromkeys(LURE.scene.tiles[:2], "blue")),
        changed(LURE, tokens={"centre": "asleep"}),
        msgspec.structs.replace(LURE, to=""),
        msgspec.structs.replace(LURE, to="centre"),
        msgspec.structs.replace(LURE, colour="white"),
    ],
)
def test_link_with_a_scene_that_cannot_be_is_refused(puzzle: DragonPuzzle) -> None:
    with pytest.raises(Unreadable):
        decode_dragons(to_code(puzzle))


def test_scene_without_a_choice_is_not_offered() -> None:
    """Alone on a safe tile nobody is seen: wherever it is, a dragon stays, so nothing is to be found out."""
    puzzle = changed(BY_KIND[DragonKind.SAFE].puzzle, dragons={}, tokens={})
    bare = msgspec.structs.replace(BY_KIND[DragonKind.WHERE].puzzle, kind=DragonKind.SAFE, rounds=1)
    lone = changed(bare, tiles=("I-1", "II-8"), dragons={"II-8": "blue"}, tokens={}, samurai=("centre",))
    lone = msgspec.structs.replace(lone, colour="blue")
    assert certify_dragons(lone) is None, "far away from each other"
    with pytest.raises(Unproved):
        KIND.proved(lone)
    with pytest.raises(Unreadable):
        decode_dragons(to_code(puzzle))
