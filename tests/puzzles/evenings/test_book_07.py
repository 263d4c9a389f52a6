"""Puzzle book 07: decisions in the eight scenarios, made from seeds, played out again, told and rated (needs P1-P5)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.evenings.check import among, check_evening, worth_words
from fujikoro_nb.puzzles.evenings.effort import TooMany
from fujikoro_nb.puzzles.evenings.kind import KIND
from fujikoro_nb.puzzles.evenings.maker import RECIPES, make_evening
from fujikoro_nb.puzzles.evenings.prove import certify_evening, proved_entry
from fujikoro_nb.puzzles.evenings.puzzle import (
    COUNTED,
    EveningEntry,
    EveningProof,
    EveningPuzzle,
    Goal,
    Judged,
)
from fujikoro_nb.puzzles.evenings.worth import Search
from fujikoro_nb.puzzles.kind import Unproved
from fujikoro_nb.puzzles.legal.position import Position
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord
from fujikoro_nb.texts import LANGUAGES
from tests.support.sampling import sample
from tools.build_puzzles import EVENINGS_TARGET, made_evening, read_evenings, text_of

BOOK = KIND.book()
each_puzzle = pytest.mark.parametrize("entry", BOOK.entries, ids=lambda one: one.puzzle.id)
some_puzzles = pytest.mark.parametrize("entry", sample(BOOK.entries, 8), ids=lambda one: one.puzzle.id)


def test_book_is_the_one_of_its_source() -> None:
    assert EVENINGS_TARGET.read_text(encoding="utf-8") == text_of(BOOK)
    picks = read_evenings().puzzles
    assert sorted(entry.puzzle.id for entry in BOOK.entries) == sorted(pick.id for pick in picks)
    assert {pick.recipe for pick in picks} == set(RECIPES)


@each_puzzle
def test_puzzle_is_made_again_from_its_seed(entry: EveningEntry) -> None:
    pick = next(one for one in read_evenings().puzzles if one.id == entry.puzzle.id)
    assert made_evening(pick) == entry


@some_puzzles
def test_every_answer_is_played_out_again(entry: EveningEntry) -> None:
    assert KIND.proved(entry.puzzle) == entry


def test_five_puzzles_a_scenario() -> None:
    for scenario in range(1, 9):
        assert sum(entry.puzzle.scenario == scenario for entry in BOOK.entries) == 5, scenario
    positions = [msgspec.json.encode(entry.puzzle.position) for entry in BOOK.entries]
    assert len(set(positions)) == len(positions)


def test_book_is_varied_and_in_order() -> None:
    ratings = [entry.rated.rating for entry in BOOK.entries]
    assert ratings == sorted(ratings)
    assert len({entry.rated.difficulty for entry in BOOK.entries}) >= 3
    assert len({entry.rated.hardest for entry in BOOK.entries}) >= 4


@each_puzzle
def test_certificate_names_exactly_the_best(entry: EveningEntry) -> None:
    certificate = entry.certificate
    assert tuple(certificate.answers) == entry.puzzle.choices
    worths = {text: Fraction(one.worth) for text, one in certificate.answers.items() if one.worth}
    best = tuple(text for text, worth in worths.items() if worth == max(worths.values()))
    assert certificate.right == best
    assert (certificate.proof == EveningProof.UNIQUE) == (len(best) == 1)
    assert len(best) * 2 <= len(certificate.answers)
    assert all(has_rule(one.rule) for one in certificate.answers.values() if one.rule)
    if entry.puzzle.goal not in (*COUNTED, Goal.BACK):
        assert all(0 <= worth <= 1 for worth in worths.values())


@each_puzzle
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_is_told(entry: EveningEntry, language: str) -> None:
    for text, judged in entry.certificate.answers.items():
        said = check_evening(entry, text, language=language)
        assert said.is_right == (text in entry.certificate.right)
        assert said.rule == judged.rule
        if judged.worth:
            assert worth_words(entry.puzzle, judged, language=language) in said.sentence
        else:
            assert said.outcome == Outcome.ILLEGAL


@each_puzzle
def test_hints_narrow_down(entry: EveningEntry) -> None:
    three, two = among(entry, HintKind.COLOUR), among(entry, HintKind.CUBE)
    assert (len(three), len(two)) == (min(3, len(entry.puzzle.choices)), 2)
    assert entry.certificate.right[0] in two
    assert sum(one in entry.certificate.right for one in three) == 1
    told = {KIND.hint(entry, hint, language="en").sentence for hint in HintKind}
    assert len(told) >= 3


@pytest.mark.parametrize("text", ["", "perhaps", "walk I-1.4 " * 9, "halt; halt"])
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(Unreadable):
        check_evening(BOOK.entries[0], text)
    with pytest.raises(Unreadable):
        KIND.decode(text)


# ---- what answers are worth, by other ways


def caught_by_hand(dice: str, health: int) -> Fraction:
    """How likely these dice leave the white dragon alive with ten or less: every roll of the faces counted."""
    faces = {str(die.material): [face.hits for face in die.faces] for die in house_pack().dice}
    rolls = [health - sum(roll) for roll in product(*(faces[one] for one in dice))]
    return Fraction(sum(0 < left <= 10 for left in rolls), len(rolls))


def hunted(weapon: str, health: int, *choices: str) -> EveningPuzzle:
    """One samurai before the white dragon on the central tile."""
    game = Game(
        mode="solo",
        scenario=6,
        seats=(SeatRecord(weapon=weapon, helmet="MM"),),
        dragons={"centre": f"white {health}/1/3"},
        dice={str(one.material): _faces(one) for one in house_pack().dice},
    )
    position = Position(game=game)
    return EveningPuzzle(id="hunt", position=position, choices=choices, goal=Goal.WON, rounds=1)


def _faces(die: object) -> str:
    return " ".join(f"{face.hits}{'*' if face.is_broken else ''}" for face in die.faces)  # type: ignore[attr-defined]


@pytest.mark.parametrize("health", [3, 5, 11, 13])
def test_a_dragon_is_caught_as_often_as_the_faces_say(health: int) -> None:
    dice = ("WWMM", "WM", "W", "MM")
    search = Search(hunted("WWMM", health, *(f"attack left {one}" for one in dice)))
    for one in dice:
        assert search.played(f"attack left {one}").worth == caught_by_hand(one, health), one


def tried(monk_hits: int, *, hits: int = 1) -> EveningPuzzle:
    """Without a helmet against a monk: so many of a wooden die's faces hit, and of a metal one's, as often as he has
    health."""
    game = Game(
        scenario=4,
        scene={"monks": ["I-1.4"]},
        seats=(SeatRecord(weapon="WWM"), SeatRecord(at="temple-1")),
        tiles={"I-1": "......."},
        taken=1,
        dice={"W": _face(1, monk_hits), "M": _face(4, hits)},
    )
    position = Position(game=game, before=("move",))
    return EveningPuzzle(id="monk", position=position, choices=("walk I-1.4", "halt"), goal=Goal.BEATEN)


def _face(hits: int, faces: int) -> str:
    return " ".join([str(hits)] * faces + ["0"] * (6 - faces))


@pytest.mark.parametrize(("monk_hits", "hits"), [(0, 1), (1, 1), (2, 3), (5, 5)])
def test_a_fight_without_a_last_round_is_solved(monk_hits: int, hits: int) -> None:
    """With health h he misses with all four dice (q); then metal beats him (m), or wood takes none, one or two:
    V(h) = q (m + (1 - m) (w0 V(h) + w1 V(h - 1) + w2 V(h - 2)))."""
    wood, metal = Fraction(monk_hits, 6), Fraction(hits, 6)
    misses, none, both = (1 - wood) ** 4, (1 - wood) ** 2, wood**2
    worths = [Fraction(1), Fraction(1)]  # with health -1 and 0
    for _ in range(4):
        less = (1 - none - both) * worths[-1] + both * worths[-2]
        worths.append(misses * (metal + (1 - metal) * less) / (1 - misses * (1 - metal) * none))
    search = Search(tried(monk_hits, hits=hits))
    assert search.played("walk I-1.4").worth == worths[-1]
    assert search.played("halt").worth == 0


def test_a_fight_that_nobody_can_win_is_worth_nothing() -> None:
    assert Search(tried(0, hits=0)).played("walk I-1.4").worth == 0


def test_an_answer_that_is_refused_has_a_rule_and_no_worth() -> None:
    puzzle = msgspec.structs.replace(tried(1), choices=("walk I-1.4", "walk I-1.0", "halt"))
    proved = certify_evening(puzzle)
    assert proved is not None
    assert proved.certificate.answers["walk I-1.0"] == Judged(rule="map.adjacency")
    entry = proved_entry(puzzle)
    assert entry is not None
    assert "may-it-be-done" in entry.rated.themes


def test_what_cannot_be_played_out_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fujikoro_nb.puzzles.evenings.worth.MOST", 2)
    with pytest.raises(TooMany):
        Search(tried(1)).played("walk I-1.4")
    with pytest.raises(Unproved):
        KIND.proved(tried(1))
    assert certify_evening(msgspec.structs.replace(tried(1), choices=("halt", "halt"))) is None


def test_a_seed_that_makes_nothing() -> None:
    """Drawn as it cannot be, or with nothing to choose: said by nothing, not by a puzzle that is none."""
    assert make_evening("reveal", 0, name="x") is None
