"""Puzzle books 04 and 05: made of the rules cases, judged again, rules switched off, rated, varied (needs P1-P5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Attempt, HintKind, Outcome, with_check
from fujikoro_nb.puzzles.forbids.kind import KIND as FORBIDS
from fujikoro_nb.puzzles.legal.endless import endless
from fujikoro_nb.puzzles.legal.kind import KIND as LEGAL
from fujikoro_nb.puzzles.legal.kind import Acts
from fujikoro_nb.puzzles.legal.position import judgement
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle, Thought, certify, look_of, rate
from fujikoro_nb.rulebook import has_rule
from tests.support.sampling import sample
from tools.acts import all_positions, faults_of, made_act
from tools.build_puzzles import FORBIDS as FORBIDS_SOURCE
from tools.build_puzzles import FORBIDS_TARGET, LEGAL_TARGET, read_acts, text_of
from tools.build_puzzles import LEGAL as LEGAL_SOURCE
from tools.mutants import copies

KINDS = ((LEGAL, LEGAL_SOURCE, LEGAL_TARGET), (FORBIDS, FORBIDS_SOURCE, FORBIDS_TARGET))
each_kind = pytest.mark.parametrize(
    ("kind", "source", "target"), KINDS, ids=lambda one: getattr(one, "name", "")
)
ENTRIES = [(kind, entry) for kind, _, _ in KINDS for entry in kind.book().entries]
each_puzzle = pytest.mark.parametrize(
    ("kind", "entry"), ENTRIES, ids=lambda one: one.name if isinstance(one, Acts) else one.puzzle.id
)

TWICE_FORBIDDEN = [
    ActPuzzle(id=name, position=all_positions()[place][1], choices=choices)
    for name, place, choices in (
        (
            "corner",
            "weapon-touching-at-a-corner 1",
            ("craft.weapon.connected", "craft.weapon.one-per-part"),
        ),
        (
            "dice",
            "attack-two-weapons-together 2",
            ("combat.attack.dice", "combat.attack.two-weapons"),
        ),
        (
            "magic",
            "magic-own-roll-only 2",
            ("combat.attack.two-weapons", "magic.weapon.own-roll-only"),
        ),
        ("token", "a-token-face-up 3", ("gather.token.partial", "gather.token.take")),
    )
]


@each_kind
def test_book_is_made_again_from_its_source(kind: Acts, source: Any, target: Any) -> None:
    book, read = kind.book(), read_acts(source)
    picks = read.puzzles
    assert target.read_text(encoding="utf-8") == text_of(book)
    assert sorted(entry.puzzle.id for entry in book.entries) == sorted(one.id for one in picks)
    for pick in picks:
        assert made_act(pick, read, is_which=kind is FORBIDS) == book.entry(pick.id), pick.id


@each_puzzle
def test_the_engine_says_so_again(kind: Acts, entry: ActEntry) -> None:
    assert certify(entry.puzzle) == entry.certificate
    assert rate(entry.puzzle, entry.certificate) == entry.rated
    assert all(map(has_rule, (entry.certificate.rule, *entry.certificate.cited)))


@pytest.mark.parametrize("kind", [LEGAL, FORBIDS], ids=lambda one: one.name)
def test_a_refusal_is_the_one_that_its_case_expects(kind: Acts) -> None:
    """What the case file says was written from the rulebook, not by the engine."""
    source = LEGAL_SOURCE if kind is LEGAL else FORBIDS_SOURCE
    compared = 0
    for pick in read_acts(source).puzzles:
        case, position = all_positions()[pick.place]
        if position.gear is None:
            wanted = case.steps[pick.step - 1].refused
            entry = kind.book().entry(pick.id)
            assert entry is not None, pick.id
            assert entry.certificate.is_legal == (not isinstance(wanted, str)), pick.id
            if isinstance(wanted, str):
                assert entry.certificate.rule == wanted.partition("/")[0], pick.id
            compared += 1
    assert compared >= 20


def test_books_are_varied() -> None:
    for kind in (LEGAL, FORBIDS):
        book = kind.book()
        assert len(book.entries) >= 25
        ratings = [entry.rated.rating for entry in book.entries]
        assert ratings == sorted(ratings)
        assert len({entry.rated.difficulty for entry in book.entries}) >= 3
        assert len({entry.rated.hardest for entry in book.entries}) >= 6
    answers = Counter(entry.certificate.is_legal for entry in LEGAL.book().entries)
    assert min(answers.values()) * 10 >= 3 * len(LEGAL.book().entries)
    assert len({entry.certificate.rule for entry in FORBIDS.book().entries}) == len(FORBIDS.book().entries)


@pytest.mark.parametrize("entry", FORBIDS.book().entries, ids=lambda one: one.puzzle.id)
def test_choices_are_rules_and_one_is_right(entry: ActEntry) -> None:
    choices = entry.puzzle.choices
    assert len(set(choices)) == len(choices) == 4
    assert all(map(has_rule, choices))
    refusal = judgement(entry.puzzle.position).refusal
    assert refusal is not None
    assert refusal.rule in choices
    for choice in choices:
        said = FORBIDS.check(entry, choice, language="en")
        assert said.is_right == (choice == refusal.rule)
        assert said.rule == choice


def test_without_the_right_rule_it_is_done_and_without_a_wrong_one_refused() -> None:
    with copies(1) as made:
        assert not faults_of([entry.puzzle for entry in sample(FORBIDS.book().entries, 1)], made[0])


def test_two_reasons_are_found_out() -> None:
    """Of all that this book once offered, these had two right answers, or a right one that alone forbade nothing."""
    with copies(1) as made:
        assert faults_of(TWICE_FORBIDDEN, made[0]) == [
            "dice: without combat.attack.two-weapons it is still refused",
            "dice: without combat.attack.two-weapons it is refused by combat.attack.dice",
            "corner: without craft.weapon.one-per-part it is not refused",
            "corner: no patch of craft.weapon.one-per-part shows that craft.weapon.connected refuses it still",
            "token: without gather.token.partial it is not refused",
            "magic: without magic.weapon.own-roll-only it is refused by combat.attack.two-weapons",
        ]


def test_a_wrong_yes_or_no_ends_it() -> None:
    entry = LEGAL.book().entries[0]
    wrong = "no" if LEGAL.solution(entry) == "yes" else "yes"
    said = LEGAL.check(entry, wrong, language="en")
    assert said.outcome == Outcome.WRONG
    attempt = with_check(Attempt(), said)
    assert (attempt.ended, attempt.worth) == ("missed", 0)
    with pytest.raises(Unreadable):
        LEGAL.check(entry, "perhaps", language="en")


@each_puzzle
def test_only_the_solution_tells_the_answer(kind: Acts, entry: ActEntry) -> None:
    """A hint narrows down; of two answers none may be named before the last."""
    if entry.puzzle.choices:
        return
    answers = {"Legal", "Not legal"}
    for hint in HintKind:
        told = kind.hint(entry, hint, language="en").sentence
        assert any(one in told for one in answers) == (hint == HintKind.SOLUTION), hint


# ---- without end


@pytest.mark.parametrize("number", range(12))
def test_endless_ones_are_judged_and_the_same_every_time(number: int) -> None:
    name = endless.name_of("tests", number)
    entry = endless(name)
    assert entry is not None
    assert entry == endless(name)
    assert LEGAL.decode(name) == entry.puzzle
    assert LEGAL.proved(entry.puzzle) == entry
    assert LEGAL.check(entry, LEGAL.solution(entry), language="en").is_right


def test_endless_ones_differ_and_have_both_answers() -> None:
    found = [one for number in range(40) if (one := endless(endless.name_of("tests", number))) is not None]
    assert len({str(one.puzzle.position) for one in found}) >= 30
    answers = Counter(one.certificate.is_legal for one in found)
    assert min(answers.values()) >= 10
    assert {one.puzzle.position.gear is None for one in found} == {True, False}


@pytest.mark.parametrize(
    "code", ["", "l", "e-", "e-A-1", "e-a-", "e-a-1234567", "e-a-١", "../book", "x" * 1200]
)
def test_a_link_that_names_nothing(code: str) -> None:
    for kind in (LEGAL, FORBIDS):
        with pytest.raises(Unreadable):
            kind.decode(code)


def test_every_thought_is_of_some_rule() -> None:
    looks = {look_of(entry.certificate.rule) for _, entry in ENTRIES}
    assert looks <= set(Thought)
    assert look_of("move.steps.sandals") == Thought.STEPS
    assert look_of("combat.attack.dice") == Thought.DICE
    assert look_of("unheard.of") == Thought.GROUND
