"""The storm: questions from a seed, each settled by the engine; score, combo, time; what a browser keeps (need P8)."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import MOST_MISSES, SECONDS, Score, Scores, Storm
from fujikoro_nb.puzzles.storm.tasks import LIMITS, Task, TaskKind, task
from fujikoro_nb.rulebook import has_rule

DAY = datetime.date(2026, 3, 1)
Cells = frozenset[tuple[int, int, str]]


@cache
def drawn() -> tuple[Task, ...]:
    return tuple(task(f"test-{number // 40}", number % 40) for number in range(160))


def of_kind(kind: TaskKind) -> list[Task]:
    return [one for one in drawn() if one.kind == kind]


def layout_of(one: Task) -> Layout:
    return parse_gear(one.drawing, one.gear, LIMITS).layout(one.gear)


def cells(text: str) -> Cells:
    rows = text.replace(":", "").split("/")
    return frozenset(
        (x, y, letter) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."
    )


def lacks(there: Cells, pattern: Cells) -> Iterator[Cells]:
    """What is missing of a pattern, turned or not, at each place: cube by cube, apart from the masks of the engine."""
    for _ in range(4):
        for dx in range(-9, 9):
            for dy in range(-9, 9):
                yield frozenset((x + dx, y + dy, each) for x, y, each in pattern) - there
        pattern = frozenset((-y, x, each) for x, y, each in pattern)


def shown_by(there: Cells, pattern: Cells) -> bool:
    return any(not missing for missing in lacks(there, pattern))


def test_a_question_comes_of_its_seed_and_number_alone() -> None:
    before = [task("tea", number) for number in range(8)]
    task.cache_clear()
    assert [task("tea", number) for number in reversed(range(8))] == before[::-1]
    assert [task("rice", number) for number in range(8)] != before


def test_questions_are_varied_and_their_answers_balanced() -> None:
    assert {one.kind for one in drawn()} == set(TaskKind)
    for kind in TaskKind:
        share = sum(one.answer for one in of_kind(kind)) / len(of_kind(kind))
        assert 0.3 < share < 0.7, kind
    assert len({one.rule for one in of_kind(TaskKind.LEGAL)}) >= 6
    assert {one.gear for one in drawn()} == set(GearKind)
    assert Counter(drawn()).most_common(1)[0][1] == 1, "none comes twice"


def test_the_engine_settles_what_is_legal_and_by_which_rule() -> None:
    for one in of_kind(TaskKind.LEGAL):
        report = inspect(parse_gear(one.drawing, one.gear, LIMITS), one.gear, LIMITS)
        assert one.answer == report.is_legal
        assert {one.rule} == ({fault.refusal.rule for fault in report.faults} or {one.rule})
        assert has_rule(one.rule)


def test_a_match_is_one_for_who_tries_every_place() -> None:
    for one in of_kind(TaskKind.MATCH):
        assert one.card is not None
        assert one.answer == shown_by(cells(one.drawing), cells(one.card.pattern)), one
        if one.reason == "mirrored":
            image = frozenset((-x, y, each) for x, y, each in cells(one.card.pattern))
            assert shown_by(cells(one.drawing), image)


def test_one_cube_short_is_so_for_who_lays_every_cube() -> None:
    for one in of_kind(TaskKind.ONE_SHORT):
        assert one.card is not None
        layout, area = layout_of(one), LIMITS.area_mask(one.gear)
        free = {column_row(cell) for cell in cells_of(area & ~layout.occupied)}
        every = list(lacks(cells(one.drawing), cells(one.card.pattern)))
        assert all(every), "it matches already"
        legal = []
        for [(x, y, letter)] in {missing for missing in every if len(missing) == 1}:
            if (x + 1, y + 1) in free:
                more = layout.with_cube(cell_at(x + 1, y + 1), Material(letter))
                legal.append(inspect(Gear().with_layout(one.gear, more), one.gear, LIMITS).is_legal)
        assert one.answer == any(legal), one


def play(seed: str, right: list[bool], left: int = 100) -> Storm:
    storm = Storm(seed=seed)
    for is_right in right:
        storm = storms.answered(storm, storm.pending.answer == is_right, left=left)
    return storm


def test_score_combo_and_time() -> None:
    storm = play("tea", [True] * 10 + [False] + [True] * 3)
    assert (storm.right, storm.missed, storm.combos[-1], max(storm.combos)) == (13, (10,), 3, 10)
    assert storm.credit == 5 - 10
    assert not storm.is_over
    assert play("tea", [True] * 20).credit == 2 * 5
    assert storm.pace == pytest.approx((SECONDS - 5 - 100) / 14)


def test_the_third_miss_ends_it() -> None:
    storm = play("tea", [False, True, False, False])
    assert storm.is_over
    assert len(storm.missed) == MOST_MISSES
    assert storms.answered(storm, True, left=90) == storm == storms.stopped(storm, left=0)


def test_nobody_answers_more_than_can_be_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page answers as fast at the end as at first: no more questions than are remembered."""
    assert (task.cache_info().maxsize or 0) > storms.MOST_SAID
    monkeypatch.setattr(storms, "MOST_SAID", 12)
    storm = play("tea", [True] * 20)
    assert storm.is_over
    assert len(storm.said) == 12


def test_a_clock_that_says_too_much_is_not_believed() -> None:
    storm = storms.answered(Storm(seed="tea"), Storm(seed="tea").pending.answer, left=9999)
    assert storm.left == SECONDS
    assert storms.stopped(storm, left=9999).left == SECONDS
    assert storms.stopped(storm, left=3).left == 3


def test_the_best_scores_are_kept() -> None:
    scores = Scores()
    for n, right in enumerate((2, 7, 3, 1, 4, 5)):
        day = DAY + datetime.timedelta(days=n)
        scores = storms.scored(scores, storms.stopped(play("tea", [True] * right), left=0), day)
    assert [one.right for one in scores.best] == [7, 5, 4, 3, 2]
    assert scores.best[0] == Score(7, 7, (DAY + datetime.timedelta(days=1)).toordinal())
    assert (scores.played, scores.days) == (6, ((DAY.toordinal(), 6),))
    assert storms.decode(storms.encode(scores)) == scores
    assert storms.scored(scores, storms.stopped(Storm(seed="tea"), left=180), DAY) == scores, (
        "nothing was said"
    )


@given(st.text(max_size=80) | st.binary(max_size=60).map(lambda raw: raw.hex()))
def test_any_text_as_scores_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        storms.decode(text)
