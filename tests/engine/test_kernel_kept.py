"""A log that grows, is taken back and goes another way: what is kept of it is what would be made anew."""

from __future__ import annotations

import random

from fujikoro_nb.engine.kernel import Line, Session
from fujikoro_nb.engine.kernel.kept import Kept, alike
from fujikoro_nb.engine.kernel.log import Log
from fujikoro_nb.engine.kernel.save import SavedEntry
from fujikoro_nb.store import game_log
from tests.laws.games import begun, eager


def test_only_what_is_new_is_made() -> None:
    made: list[int] = []
    things = Log([number] for number in range(6))
    kept: Kept[list[int], int] = Kept(lambda one: made.append(one[0]) or one[0])  # type: ignore[func-returns-value]
    assert kept.of(things.upto(4)) == (0, 1, 2, 3)
    assert kept.of(things) == (0, 1, 2, 3, 4, 5)
    assert made == [0, 1, 2, 3, 4, 5]
    assert kept.of(things.upto(3).after([[3], [9]])) == (0, 1, 2, 3, 9)
    assert made == [0, 1, 2, 3, 4, 5, 3, 9]
    assert kept.of(things.upto(2)) == (0, 1)
    assert made == [0, 1, 2, 3, 4, 5, 3, 9]
    assert kept.of(Log()) == ()


def test_what_equals_is_not_the_same() -> None:
    assert alike([[1], [2]], [[1], [2]]) == 0
    one = [[1], [2], [3], [4]]
    assert [alike(one, [*one[:same], [0], *one[same:]]) for same in range(5)] == [0, 1, 2, 3, 4]


def test_lines_and_the_stored_part_on_every_way() -> None:
    """Answers, undo, redo, other answers and forks: always the lines of the moments, and a part that reads back."""
    chance = random.Random(2)
    sessions = [begun(2)]
    for _ in range(400):
        session = chance.choice(sessions)
        step = chance.random()
        if step < 0.2:
            session.undo()
        elif step < 0.3:
            session.redo()
        elif step < 0.32 and len(sessions) < 4:
            sessions.append(session.fork())
        elif session.can_deal:
            session.deal()
        else:
            session.play(eager(chance, list(session.options)))
        lines = tuple(line for moment in session._moments for line in moment.lines)
        assert all(map(lambda one, other: one is other, session.lines, lines))
        assert len(session.lines) == len(lines)
        check_part(session, lines)
    assert len(sessions) == 4


def check_part(session: Session[object], lines: tuple[Line, ...]) -> None:  # type: ignore[type-var]
    entries = game_log.read(game_log.written(session)).entries
    assert [(one.seat, one.kind, one.automatic) for one in entries] == [
        (int(line.entry.seat), line.question.kind, line.entry.automatic) for line in lines
    ]
    told: list[SavedEntry] = list(session.saved(has_snapshots=False).entries)
    assert [bytes(one.answer) for one in entries] == [bytes(one.answer) for one in told]
