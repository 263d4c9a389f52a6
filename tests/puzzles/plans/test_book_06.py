"""Puzzle book 06: fresh, proved again, also by trying all that could be answered, rated, varied (needs P1-P5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.plans.check import joined, parted
from fujikoro_nb.puzzles.plans.kind import KIND
from fujikoro_nb.puzzles.plans.maker import endless, make_plan
from fujikoro_nb.puzzles.plans.play import Search, Unsure, begun, certify, played
from fujikoro_nb.puzzles.plans.puzzle import PlanEntry, PlanKind, PlanPuzzle, book_06, worth_of
from fujikoro_nb.puzzles.plans.thoughts import Thought, rate_plan
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord
from fujikoro_nb.texts import LANGUAGES, has
from tests.puzzles.plans.naive import ends_of
from tests.support.sampling import sample
from tools.build_puzzles import PLANS_TARGET, read_plans, text_of

BOOK = book_06()
each_puzzle = pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)
BY_KIND = {kind: [one for one in BOOK.entries if one.puzzle.kind == kind] for kind in PlanKind}
SMALL = [min(each, key=lambda one: one.certificate.ways) for each in BY_KIND.values()]


def test_book_is_the_one_of_its_source() -> None:
    assert PLANS_TARGET.read_text(encoding="utf-8") == text_of(BOOK)
    assert sorted(entry.puzzle.id for entry in BOOK.entries) == [one.id for one in read_plans().puzzles]


@pytest.mark.parametrize("entry", sample(BOOK.entries, 6), ids=lambda entry: entry.puzzle.id)
def test_puzzle_is_made_and_proved_again(entry: PlanEntry) -> None:
    pick = next(pick for pick in read_plans().puzzles if pick.id == entry.puzzle.id)
    assert make_plan(pick.recipe, pick.seed, name=pick.id) == entry


@pytest.mark.parametrize("entry", SMALL, ids=lambda entry: entry.puzzle.kind)
def test_proof_is_that_of_trying_all_that_could_be_answered(entry: PlanEntry) -> None:
    proof = entry.certificate
    told = {one.worth: one.ways for one in proof.found}
    assert dict(ends_of(entry.puzzle)) == told | ({None: proof.missed} if proof.missed else {})


def lone(to: str, sandals: str, tiles: dict[str, str]) -> PlanPuzzle:
    own = SeatRecord(at="I-1.3", weapon="WWMM", sandals=sandals)
    rival = SeatRecord(at="temple-3", weapon="WWMM")
    game = Game(seats=(own, rival), tiles=tiles, box=BoxRecord())
    return PlanPuzzle(id="x", kind=PlanKind.LAVA, game=game, to=to)


def test_lava_that_can_be_gone_round_costs_nothing_and_lava_all_around_five() -> None:
    """By hand: of seven points all are kept round by the west; where lava lies on every side, two are left."""
    around = Search(lone("I-1.1", "MT/M", {"I-1": "L.L...."})).ends().ways
    across = Search(lone("I-1.1", "MT/M", {"I-1": "L.L...L"})).ends().ways
    assert {worth for worth in around if worth is not None} == {7, 2}
    assert {worth for worth in across if worth is not None} == {2}


@each_puzzle
def test_each_way_told_ends_with_its_worth(entry: PlanEntry) -> None:
    proof = entry.certificate
    worths = [one.worth for one in proof.found]
    assert worths == sorted(worths, reverse=True)
    assert proof.ways == proof.missed + sum(one.ways for one in proof.found)
    for one in proof.found:
        line = played(entry.puzzle, one.way)
        assert (line.refusal, line.is_over, worth_of(entry.puzzle, line.state)) == (None, True, one.worth)


def test_book_has_25_different_puzzles_of_each_kind_in_order_of_rating() -> None:
    assert {kind: len(each) for kind, each in BY_KIND.items()} == dict.fromkeys(PlanKind, 25)
    asked = {msgspec.json.encode(msgspec.structs.replace(one.puzzle, id="x")) for one in BOOK.entries}
    assert len(asked) == len(BOOK.entries)
    ratings = [entry.rated.rating for entry in BOOK.entries]
    assert ratings == sorted(ratings)


def test_book_is_varied() -> None:
    themes = Counter(theme for entry in BOOK.entries for theme in entry.rated.themes)
    assert {str(thought) for thought in Thought} <= set(themes)
    assert len({entry.rated.difficulty for entry in BOOK.entries}) >= 4


@each_puzzle
@pytest.mark.parametrize("language", LANGUAGES)
def test_statement_says_all_it_needs(entry: PlanEntry, language: str) -> None:
    said = KIND.statement(entry.puzzle, language=language)
    assert said.endswith(".")
    hints = [KIND.hint(entry, hint, language=language).sentence for hint in HintKind]
    assert all(hints)
    assert "no text" not in " ".join((said, *hints))
    assert all(has(f"theme.{theme}", language=language) for theme in entry.rated.themes)


@each_puzzle
def test_rating_follows_from_the_thoughts(entry: PlanEntry) -> None:
    assert rate_plan(entry.puzzle, entry.certificate) == entry.rated
    assert 800 <= entry.rated.rating <= 2000
    assert str(entry.rated.hardest) in entry.rated.themes


@each_puzzle
def test_a_way_is_judged_by_what_it_brings(entry: PlanEntry) -> None:
    for number, one in enumerate(entry.certificate.found):
        said = KIND.check(entry, joined(one.way), language="en")
        wanted = (Outcome.RIGHT, Outcome.RIGHT_BUT)[number] if number < 2 else Outcome.NOT_GOAL
        assert said.outcome == wanted
        assert has_rule(said.rule)
        assert str(one.worth) in said.sentence


def test_a_turn_that_misses_its_aim_says_where_it_ends() -> None:
    entry = BY_KIND[PlanKind.LAVA][0]
    said = KIND.check(entry, "move; halt; move; halt", language="en")
    assert said.outcome == Outcome.NOT_GOAL
    assert said.sentence.startswith("Your turn ends on ")


def test_what_the_engine_refuses_names_its_rule() -> None:
    entry = BY_KIND[PlanKind.LAVA][0]
    far = next(at for at in ("III-1.0", "III-9.0") if at != entry.puzzle.game.seats[0].at)
    said = KIND.check(entry, f"move; walk {far}", language="en")
    assert (said.outcome, said.rule) == (Outcome.ILLEGAL, "map.adjacency")


@pytest.mark.parametrize("answer", ["", "move", "rest", "move; halt", "dance", "x" * 1000, "move;halt"])
def test_what_is_no_whole_turn_is_unreadable(answer: str) -> None:
    with pytest.raises(Unreadable):
        KIND.check(BY_KIND[PlanKind.LAVA][0], answer, language="en")


@pytest.mark.parametrize("kind", PlanKind)
def test_endless_puzzles_are_made_again_by_their_names(kind: PlanKind) -> None:
    name = endless.name_of("spring", 3, str(kind))
    entry: Any = endless(name)
    assert entry.puzzle.id == name
    assert certify(entry.puzzle) == entry.certificate
    assert KIND.decode(name) == entry.puzzle
    assert KIND.proved(entry.puzzle) == entry


def test_the_kinds_take_turns() -> None:
    assert endless.name_after("p-lava-autumn-7", seed="x") == "p-haul-autumn-8"
    assert endless.name_after("p007", seed="x") == "p-lava-x-0"


@pytest.mark.parametrize("name", ["p-lava--3", "p-dance-a-1", "p-lava-a-1234567", "e-autumn-7", ""])
def test_a_name_of_no_puzzle_is_none(name: str) -> None:
    assert endless(name) is None


def test_a_position_in_which_chance_decides_is_no_puzzle() -> None:
    puzzle = lone("I-1.1", "MT/M", {"I-1": "L.L.L.."})
    piles = BoxRecord(tiles="one I ......., two I L......")
    drawn = msgspec.structs.replace(puzzle, game=msgspec.structs.replace(puzzle.game, box=piles))
    assert certify(drawn) is None
    with pytest.raises(Unsure):
        played(drawn, ("explore", "place I-2"))
    assert begun(drawn).question is not None


def test_a_row_of_answers_is_read_as_it_is_written() -> None:
    way = BOOK.entries[-1].certificate.best.way
    assert parted(joined(way)) == way
