"""Puzzle books of Makai Fuda and Fuji 99: made again, played again, and reckoned apart (needs P1-P5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from fujikoro_nb.engine.fuji_99.state import Step
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import HintKind, Outcome
from fujikoro_nb.puzzles.small.draw_or_stop import bag_of, gained, look_at, table_of
from fujikoro_nb.puzzles.small.kind import Small
from fujikoro_nb.puzzles.small.makai import LETTER_OF, MakaiTable
from fujikoro_nb.puzzles.small.puzzle import Asks, SmallEntry, Thought
from fujikoro_nb.puzzles.small.questions import answers, certify, rate
from fujikoro_nb.puzzles.small.whom_to_back import leading_now
from fujikoro_nb.rulebook import has_rule
from tests.puzzles.small.naive import GOAL, LIMIT, after, can_stop, counted, legal, match, table_apart
from tests.support.sampling import sample
from tools.small_books import SMALL, build_small, made_small, read_small, small_kind, target_of, text_of_small

KINDS = tuple(map(small_kind, SMALL))
ENTRIES = [(kind, entry) for kind in KINDS for entry in kind.book().entries]
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda one: one.name)
KIND_OF_LETTER = {letter: kind for kind, letter in LETTER_OF.items()}


def of(*asks: Asks) -> list[SmallEntry]:
    return [entry for _, entry in ENTRIES if entry.puzzle.asks in asks]


def named(value: Any) -> str:
    return value.name if isinstance(value, Small) else str(value.puzzle.id)


@each_kind
def test_a_book_is_made_again_from_its_source(kind: Small) -> None:
    book, picks = kind.book(), read_small(kind.name).puzzles
    assert target_of(kind.name).read_text(encoding="utf-8") == text_of_small(book)
    assert sorted(entry.puzzle.id for entry in book.entries) == sorted(one.id for one in picks)
    for pick in sample(picks, 4):
        assert made_small(kind.name, pick) == book.entry(pick.id), pick.id


@pytest.mark.soak
@each_kind
def test_every_puzzle_is_made_and_proven_again(kind: Small) -> None:
    assert build_small(kind.name) == kind.book()


@pytest.mark.parametrize(("kind", "entry"), sample(ENTRIES, 16), ids=named)
def test_the_engine_says_so_again(kind: Small, entry: SmallEntry) -> None:
    assert certify(entry.puzzle) == entry.certificate
    assert rate(entry.puzzle, entry.certificate) == entry.rated
    assert all(has_rule(one.rule) for one in entry.certificate.every)
    assert answers(entry.puzzle) == tuple(one.answer for one in entry.certificate.every)


@pytest.mark.parametrize("entry", of(Asks.WINNER, Asks.LEADER), ids=named)
def test_a_match_is_judged_as_the_booklet_says(entry: SmallEntry) -> None:
    table = entry.puzzle.table
    assert isinstance(table, MakaiTable)
    wins, last, totals = match(table.field)
    right = [one.answer for one in entry.certificate.right]
    if entry.puzzle.asks == Asks.LEADER:
        assert right == [str((table.leads + last) % table.players)]
        return
    assert right == [KIND_OF_LETTER[wins]]
    told = {one.answer: one.n for one in entry.certificate.every if one.word != "absent"}
    assert told == {KIND_OF_LETTER[letter]: total for letter, total in totals.items()}


@pytest.mark.parametrize("entry", of(Asks.DRAW, Asks.ONCE), ids=named)
def test_draws_are_counted_apart(entry: SmallEntry) -> None:
    """Every draw cube by cube, and what follows it by a recursion of its own, in fractions."""
    table = table_of(entry.puzzle)
    bag = bag_of(table)
    safe, red, out = bag.clear + bag.yellow, bag.red, table.red + table.facing
    ahead, stake = GOAL - table.floor, gained(table)
    worth: dict[str, Fraction] = {}
    if table.step == Step.DETERMINATION:
        worth["stop"] = Fraction(stake)
    for number in range(min(5, bag.number), bag.number + 1):
        ways = list(counted(f"T{bag.clear}Y{bag.yellow}R{bag.red}", number))
        lost = Fraction(sum(n for reds, n in ways if out + reds >= LIMIT), sum(n for _, n in ways))
        told = entry.certificate.of(f"draw {number}")
        assert told is not None
        assert Fraction(told.lost) == lost
        at_once = (1 - lost) * min(ahead, stake + number)
        goes_on = entry.puzzle.asks == Asks.DRAW
        worth[told.answer] = after(safe, red, out, stake, ahead, number) if goes_on else at_once
    assert {one.answer: one.floors for one in entry.certificate.every} == {
        answer: pytest.approx(float(floors), abs=6e-5) for answer, floors in worth.items()
    }
    best = max(worth, key=lambda one: worth[one])
    assert [one.answer for one in entry.certificate.right] == [best]
    first, second = sorted(worth.values(), reverse=True)[:2]
    assert first - second >= Fraction(1, 21)


def _stopped(entry: SmallEntry, words: Sequence[str]) -> bool:
    """Whether others can keep the learner from it after these cards, by the reckoning apart."""
    table = entry.puzzle.table
    assert isinstance(table, MakaiTable)
    ending = entry.puzzle.asks == Asks.ENDING
    return can_stop(table_apart(table, ending=ending), LETTER_OF[entry.puzzle.wants], tuple(words))


@pytest.mark.parametrize("entry", sample(of(Asks.PLAY, Asks.ENDING), 14), ids=named)
def test_cards_are_played_to_every_end_apart(entry: SmallEntry) -> None:
    """Refused and right cards are those of a search that knows only the booklet."""
    table = entry.puzzle.table
    assert isinstance(table, MakaiTable)
    allowed = legal(table_apart(table, ending=False))
    for one in entry.certificate.every:
        card = one.answer.removeprefix("play ")
        assert (card in allowed) == (one.word != "refused"), one.answer
        if card in allowed:
            assert one.is_right == (not _stopped(entry, [card])), one.answer


@pytest.mark.parametrize("entry", of(Asks.BACK), ids=named)
def test_whom_to_back_is_what_nobody_can_stop_apart(entry: SmallEntry) -> None:
    """Need P12: by a search that knows only the booklet one monster alone can be made to win; its card is told."""
    table = entry.puzzle.table
    assert isinstance(table, MakaiTable)
    apart = table_apart(table, ending=True)
    for one in entry.certificate.every:
        assert one.is_right == (not can_stop(apart, LETTER_OF[one.answer])), one.answer
        if one.is_right:
            [begin] = one.line
            assert not can_stop(apart, LETTER_OF[one.answer], (begin.removeprefix("0 play "),))
    assert len(entry.certificate.right) == 1


def test_whoever_backs_the_leader_is_often_wrong() -> None:
    leading = [one.certificate.right[0].answer in leading_now(one.puzzle) for one in of(Asks.BACK)]
    assert leading.count(False) * 3 >= len(leading)


@pytest.mark.soak
@pytest.mark.parametrize("entry", of(Asks.PLAY, Asks.ENDING), ids=named)
def test_every_card_is_played_to_every_end_apart(entry: SmallEntry) -> None:
    test_cards_are_played_to_every_end_apart(entry)


@pytest.mark.parametrize("entry", of(Asks.PLAY, Asks.ENDING), ids=named)
def test_a_line_that_stops_it_can_be_played(entry: SmallEntry) -> None:
    """Each card of the line is allowed when its seat's turn comes, and at its end another monster has won."""
    for one in entry.certificate.every:
        if one.line:
            cards = [each.split(" play ") for each in one.line]
            assert _stopped(entry, [one.answer.removeprefix("play "), *(card for _, card in cards)])
            assert any(seat != "0" for seat, _ in cards)


def test_the_first_bag_is_that_of_the_booklet() -> None:
    """Of T6Y4R3: the four chances that the issue of these games names, out of 286, and 143, draws."""
    entry = next(
        one
        for one in of(Asks.ONCE)
        if table_of(one.puzzle).bag == "T6Y4R3" and not table_of(one.puzzle).facing
    )
    found = [look_at(table_of(entry.puzzle), number).lost for number in (5, 6, 7, 8)]
    assert found == [Fraction(5, 143), Fraction(10, 143), Fraction(35, 286), Fraction(28, 143)]


@each_kind
def test_a_book_is_varied(kind: Small) -> None:
    entries = kind.book().entries
    assert len(entries) >= 25
    ratings = [entry.rated.rating for entry in entries]
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] >= 300
    assert len({entry.rated.difficulty for entry in entries}) >= 3
    assert len({entry.puzzle.table for entry in entries}) == len(entries)
    answered = Counter(entry.certificate.right[0].answer for entry in entries)
    assert max(answered.values()) * 2 <= len(entries), "whoever always says the same is right too often"


def test_every_thought_is_in_some_book() -> None:
    found = {theme for _, entry in ENTRIES for theme in entry.rated.themes}
    assert found == set(map(str, Thought))


@each_kind
def test_every_wrong_answer_says_what_it_comes_to(kind: Small) -> None:
    for entry in sample(kind.book().entries, 6):
        for one in entry.certificate.every:
            said = kind.check(entry, one.answer, language="en")
            assert said.is_right == one.is_right
            assert said.sentence.endswith((".", "!"))
            assert has_rule(said.rule)
            assert (said.outcome == Outcome.ILLEGAL) == (one.word == "refused")
        for text in ("", "draw 99", "play X1", "x" * 300):
            with pytest.raises(Unreadable):
                kind.check(entry, text, language="en")


@each_kind
def test_hints_narrow_down_to_a_right_answer(kind: Small) -> None:
    for entry in sample(kind.book().entries, 6):
        told = {hint: kind.hint(entry, hint, language="en").sentence for hint in HintKind}
        assert len(set(told.values())) >= 4
        right = told[HintKind.SOLUTION].removeprefix("A right answer: ").removesuffix(".")
        assert right in told[HintKind.COLOUR]
        assert right in told[HintKind.CUBE]
        assert told[HintKind.CUBE].count(";") == 1


# ---- without end


@each_kind
@pytest.mark.parametrize("number", range(2))
def test_endless_ones_are_proven_and_the_same_every_time(kind: Small, number: int) -> None:
    name = f"e-tests-{number}"
    entry = kind.endless(name)
    assert entry is not None
    assert kind.decode(name) == entry.puzzle
    assert kind.proved(entry.puzzle) == entry
    assert kind.check(entry, kind.solution(entry), language="en").is_right


@each_kind
@pytest.mark.parametrize(
    "code", ["", "m", "e-", "e-A-1", "e-a-", "e-a-1234567", "e-a-١", "../book", "x" * 1200]
)
def test_a_link_that_names_nothing(kind: Small, code: str) -> None:
    with pytest.raises(Unreadable):
        kind.decode(code)
