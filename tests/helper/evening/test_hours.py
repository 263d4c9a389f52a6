"""The hours of an evening's story, from the log that kept it: what was taken back was not, others are others."""

from __future__ import annotations

import msgspec

from fujikoro_nb.helper.evening.changes import add_points, next_turn
from fujikoro_nb.helper.evening.hours import hours
from fujikoro_nb.helper.evening.leaving import leave
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.story import story
from fujikoro_nb.views.evening.ending import ending_view
from tests.helper.evenings import HOUSE_TRACK, chapter, table

Log = list[tuple[float, Evening]]


def played(begun: str = "2026-11-21 19:12") -> Log:
    """An evening in five steps, a minute apart, then to its end within the next."""
    evening = msgspec.structs.replace(table(2, track=HOUSE_TRACK), begun=begun)
    log: Log = []
    for points in (5, 15, 15):
        evening = add_points(evening, [0], points, "dragon").evening
        log.append((60.0 * len(log), evening))
    while evening.steps_taken < 5:
        evening = next_turn(evening).evening
    evening = leave(evening, 0, "big").evening
    log.append((60.0 * len(log), evening))
    while evening.phase != "over":
        evening = next_turn(evening).evening
    return [*log, (60.0 * len(log), evening)]


def times(log: Log) -> list[float | None]:
    evening = log[-1][1]
    known = hours(evening, log)
    assert known is not None
    return [known.of(line) for line in story(evening)]


def test_each_line_has_the_hour_in_which_it_was_written() -> None:
    """Set out; the greatest dragon; thirty points; by the rope; Bo stayed; who won."""
    assert times(played()) == [0.0, 60.0, 120.0, 180.0, 180.0, 240.0]


def test_what_was_taken_back_was_not() -> None:
    log = played()
    undone = [log[0], log[1], (70.0, log[0][1]), (80.0, log[1][1]), *log[2:]]
    assert times(undone)[1] == 80.0


def test_another_evening_at_the_same_table_is_another_one() -> None:
    second = [(at + 1000.0, one) for at, one in played("2026-11-28 19:00")]
    assert times([*played(), *second]) == [1000.0 + at for at in (0.0, 60.0, 120.0, 180.0, 180.0, 240.0)]


def test_an_end_that_was_taken_back_is_told_when_it_came_at_last() -> None:
    log = played()
    before, end = log[-2], log[-1]
    again = [
        *log,
        (250.0, before[1]),
        (300.0, end[1]),
        (310.0, add_points(end[1], [0], 3, "leftover").evening),
    ]
    known = hours(again[-1][1], again)
    assert known is not None
    assert known.ended == 300.0, "what is left over was counted later"


def test_without_a_log_the_rounds_are_told() -> None:
    evening = played()[-1][1]
    assert hours(evening, []) is None
    assert hours(msgspec.structs.replace(evening, begun=""), played()) is None
    assert hours(chapter(marker=0), [(0.0, chapter(marker=0))]) is None
    assert ending_view(evening, language="en")["story"][0]["when"] == "Round 1"
    told = ending_view(evening, language="en", hours=hours(evening, played()))["story"]
    assert all(len(line["when"]) == 5 and line["when"][2] == ":" for line in told)
