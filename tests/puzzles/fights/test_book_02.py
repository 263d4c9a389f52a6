"""Puzzle book 02: fresh, proved again, rated, varied, and honest about its dice (needs P1-P3, P12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.components import Die, Face
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.kernel import CHANCE, Unreadable
from fujikoro_nb.odds import Foe, best_monk, solve
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.fights.book import book_02
from fujikoro_nb.puzzles.fights.check import check_fight, fight_hint, fight_statement
from fujikoro_nb.puzzles.fights.maker import FightEntry, make_fight
from fujikoro_nb.puzzles.fights.prove import certify_fight, decode_fight
from fujikoro_nb.puzzles.fights.puzzle import (
    FightKind,
    FightProof,
    FightPuzzle,
    faces,
    guess_text,
    holds,
    samurai_of,
)
from fujikoro_nb.puzzles.fights.questions import QUESTIONS, monk_text
from fujikoro_nb.puzzles.fights.scene import Scene, faces_hash, house_dice, opened, thrown
from fujikoro_nb.puzzles.fights.steps import rate_fight
from fujikoro_nb.texts import LANGUAGES, has
from tests.support.sampling import sample
from tools.build_puzzles import FIGHTS_TARGET, read_fights, text_of

BOOK = book_02()
each_puzzle = pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.puzzle.id)


def test_book_is_the_one_of_its_source() -> None:
    assert FIGHTS_TARGET.read_text(encoding="utf-8") == text_of(BOOK)
    assert sorted(entry.puzzle.id for entry in BOOK.entries) == [pick.id for pick in read_fights().puzzles]


@pytest.mark.parametrize("entry", sample(BOOK.entries, 6), ids=lambda entry: entry.puzzle.id)
def test_puzzle_is_made_and_proved_again(entry: FightEntry) -> None:
    pick = next(pick for pick in read_fights().puzzles if pick.id == entry.puzzle.id)
    assert make_fight(pick.recipe, pick.seed, name=pick.id) == entry


def test_book_has_at_least_20_different_puzzles_in_order() -> None:
    assert len(BOOK.entries) >= 20
    assert len({(entry.puzzle.kind, entry.puzzle.scene) for entry in BOOK.entries}) == len(BOOK.entries)
    ratings = [entry.rated.rating for entry in BOOK.entries]
    assert ratings == sorted(ratings)


def test_book_is_varied() -> None:
    kinds = Counter(entry.puzzle.kind for entry in BOOK.entries)
    assert set(kinds) == set(FightKind)
    assert min(kinds.values()) >= 4
    asked = Counter(opened(e.puzzle.scene).asks for e in BOOK.entries if e.puzzle.kind == FightKind.ANSWER)
    assert set(asked) == {"lose-cubes", "repair", "pay-damage", "roll-dice"}
    assert min(asked.values()) >= 3
    assert len({entry.rated.difficulty for entry in BOOK.entries}) >= 4
    assert any(entry.certificate.solution == "wait" for entry in BOOK.entries)
    assert any(entry.certificate.solution.startswith("attack") for entry in BOOK.entries)


@each_puzzle
def test_certificate_is_whole(entry: FightEntry) -> None:
    """Proof stated, gap to the second stated, and it holds for the dice in use."""
    proof = entry.certificate
    assert holds(proof)
    if proof.proof == FightProof.ODDS:
        assert 0 < proof.value < 10_000
        return
    values = [value for _, value in proof.worth]
    assert values == sorted(values, reverse=True)
    assert proof.value == values[0]
    assert proof.second == next(value for value in values if value < values[0])
    assert proof.gap is not None
    assert proof.gap > 0


def test_a_guess_is_what_its_question_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second kind of guess, here how often one does not win, is certified as such and not as the chance to win."""
    entry = next(entry for entry in BOOK.entries if entry.puzzle.kind == FightKind.ODDS)
    odds = solve(samurai_of(entry.puzzle.scene), Foe.parse(entry.puzzle.scene.foe), faces(), is_exact=True)
    assert certify_fight(entry.puzzle) == entry.certificate
    asked = msgspec.structs.replace(
        QUESTIONS[FightKind.ODDS], guess=lambda puzzle: round((1 - odds.win) * 10_000)
    )
    monkeypatch.setitem(QUESTIONS, FightKind.ODDS, asked)
    certificate = certify_fight(entry.puzzle)
    assert certificate is not None
    assert certificate.value == 10_000 - entry.certificate.value


@each_puzzle
def test_certificate_values_every_answer_of_the_engine(entry: FightEntry) -> None:
    if entry.puzzle.kind == FightKind.ANSWER:
        moment = opened(entry.puzzle.scene)
        every = {print_answer(each) for each in FIGHT_GAME.options(moment.state)}
        assert {text for text, _ in entry.certificate.worth} == every


@each_puzzle
def test_statement_rating_hints_and_link(entry: FightEntry) -> None:
    assert "?" in fight_statement(entry.puzzle)
    assert rate_fight(entry.puzzle, entry.certificate) == entry.rated
    assert 800 <= entry.rated.rating <= 2000
    assert all(has(f"theme.{theme}") for theme in entry.rated.themes)
    assert all(fight_hint(entry, kind) for kind in HintKind if kind != HintKind.SOLUTION)
    for kind in (HintKind.REGION, HintKind.COLOUR):
        asks_points = "points" in fight_statement(entry.puzzle)
        assert ("points on average" if asks_points else "of 100 fights") in fight_hint(entry, kind)
    assert decode_fight(to_code(entry.puzzle)) == entry.puzzle


@each_puzzle
def test_feedback_says_right_and_worse_with_numbers(entry: FightEntry) -> None:
    puzzle, proof = entry.puzzle, entry.certificate
    said = check_fight(puzzle, proof, proof.solution)
    assert said.outcome == Outcome.RIGHT
    if proof.proof == FightProof.ODDS:
        return
    for text, value in proof.worth:
        outcome = check_fight(puzzle, proof, text).outcome
        assert (outcome == Outcome.RIGHT) == (value == proof.value)
    assert check_fight(puzzle, proof, proof.worth[-1][0]).outcome in (Outcome.NOT_GOAL, Outcome.RIGHT_BUT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guess_has_words_of_its_own(language: str) -> None:
    guessed = [kind for kind, question in QUESTIONS.items() if question.guess is not None]
    assert FightKind.ODDS in guessed
    for kind in guessed:
        for key in ("statement", "too-high", "too-low", "guess-title"):
            assert has(f"fight-puzzle.{key}-{kind}", language=language)


def test_guess_is_right_within_five_points() -> None:
    entry = next(entry for entry in BOOK.entries if entry.puzzle.kind == FightKind.ODDS)
    exact = Fraction(entry.certificate.value, 100)
    for percent in range(101):
        outcome = check_fight(entry.puzzle, entry.certificate, guess_text(percent)).outcome
        assert (outcome == Outcome.RIGHT) == (abs(percent - exact) <= 5)
    for text in ("guess 101", "guess -1", "guess", "lose 1,1"):
        with pytest.raises(Unreadable):
            check_fight(entry.puzzle, entry.certificate, text)


def test_illegal_answer_names_its_rule() -> None:
    entry = next(entry for entry in BOOK.entries if opened(entry.puzzle.scene).asks == "pay-damage")
    everything = "pay " + " ".join(f"{column},{row}" for column in range(1, 5) for row in range(1, 5))
    said = check_fight(entry.puzzle, entry.certificate, everything)
    assert said.outcome == Outcome.ILLEGAL
    assert said.rule.startswith("combat.helmet")


# ---- the proofs against other computations


@pytest.mark.parametrize("name", ["f04", "f12", "f16"])
def test_best_answer_wins_most_by_following_each_answer(name: str) -> None:
    """The engine plays the answer, then the rest is solved as a fight of its own with the gear that is left."""
    entry = next(entry for entry in BOOK.entries if entry.puzzle.id == name)
    scene, foe = entry.puzzle.scene, Foe.parse(entry.puzzle.scene.foe)
    if entry.puzzle.kind == FightKind.ODDS:
        floating = solve(samurai_of(scene), foe, faces()).win
        assert abs(float(floating) * 10_000 - entry.certificate.value) <= 1
        return
    for text, value in entry.certificate.worth:
        moment = opened(scene)
        after = moment.after(moment.read(text))
        if after.asks == "roll-dice":
            fight = after.fight
            assert fight is not None
            left = msgspec.structs.replace(foe, health=fight.health)
            rest = solve(
                msgspec.structs.replace(samurai_of(scene), gear=after.board.gear),
                left,
                faces(),
                first="samurai",
            )
            assert abs(float(rest.win) * 10_000 - value) <= 1


def test_monks_agree_with_the_helper() -> None:
    entry = next(entry for entry in BOOK.entries if entry.puzzle.id == "f25")
    scene = entry.puzzle.scene
    found = best_monk(samurai_of(scene), Foe.parse(scene.foe), faces())
    for choice in found:
        value = entry.certificate.value_of(monk_text(choice.monk))
        assert value is not None
        assert abs(float(choice.outcome.win) * 10_000 - value) <= 1


# ---- the faces of the dice


def test_other_faces_change_the_hash_and_the_order_does_not() -> None:
    dice = house_dice()
    other = (Die("W", (*dice[0].faces[:5], Face(1, is_broken=False)), dice[0].provenance), *dice[1:])
    assert faces_hash(dice) == faces_hash(tuple(reversed(dice)))
    assert faces_hash(dice) != faces_hash(other)


def test_proof_for_other_dice_does_not_hold() -> None:
    proof = msgspec.structs.replace(BOOK.entries[0].certificate, faces="0" * 12)
    assert not holds(proof)


# ---- scenes and links


def test_thrown_dice_are_those_that_are_rolled() -> None:
    moment = opened(Scene(foe="9/1/3", weapon="WWMM", played=("attack left WM",)))
    assert moment.question is not None
    assert moment.question.seat == CHANCE
    roll = thrown(moment.state, "W 1 1, M 2 2")
    assert (sum(roll.wood), sum(roll.metal), sum(roll.tooth)) == (1, 1, 0)


@pytest.mark.parametrize(
    "change",
    [
        {"scene": {"foe": "9/5", "weapon": "WWM"}},
        {"scene": {"foe": "9/5/3", "weapon": "W.W"}},
        {"scene": {"foe": "9/5/3", "weapon": "QQ"}},
        {"scene": {"foe": "9/5/3", "weapon": "WWM", "played": ["dance"]}},
        {"scene": {"foe": "9/5/3", "weapon": "WWM", "backpack": "X"}},
        {"scene": {"foe": "9/5/7", "weapon": "WWM"}},
        {"kind": "whom"},
        {"kind": "ally"},
    ],
)
def test_link_with_nonsense_is_unreadable(change: dict[str, object]) -> None:

    plain = {"id": "x", "kind": "odds", "scene": {"foe": "9/5/3", "weapon": "WWM"}} | change
    with pytest.raises(Unreadable):
        decode_fight(to_code(msgspec.convert(plain, FightPuzzle)))


def test_nothing_to_choose_is_no_puzzle() -> None:

    scene = Scene(foe="9/6/3", weapon="WWM", helmet="T", played=("roll T 2 0 0",))
    assert certify_fight(FightPuzzle(id="x", kind=FightKind.ANSWER, scene=scene)) is None
