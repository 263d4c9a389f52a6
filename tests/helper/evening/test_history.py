"""The evenings of this machine: kept once each, corrected where they stand, written out, deleted, never overwritten."""

from __future__ import annotations

import csv
import io
import json
import stat
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.helper.evening.changes import correct, new_evening
from fujikoro_nb.helper.evening.ending import set_leftover
from fujikoro_nb.helper.evening.history import FILE, MOST_KEPT, Evenings, PastEvening, as_csv, as_json, past
from fujikoro_nb.helper.evening.leaving import finish
from fujikoro_nb.helper.evening.record import Evening, Person
from tests.helper.evening.test_ending import over, to_the_end
from tests.helper.evenings import coop, scenario


def begun(evening: Evening, when: str = "2026-11-21 19:12") -> Evening:
    return msgspec.structs.replace(evening, begun=when)


def kept(when: str = "2026-11-21 19:12", ended: str = "2026-11-21 21:31") -> PastEvening:
    return past(begun(over(), when), ended=ended)


def test_who_played_and_who_won() -> None:
    one = kept()
    assert [(each.name, each.points, each.place, each.has_won) for each in one.people] == [
        ("Aiko", 30, 1, True),
        ("Cleo", 20, 2, False),
        ("Bo", 5, 3, False),
    ]
    assert (one.game, one.mode, one.result, one.begun, one.ended) == (
        "fuji_koro",
        "competitive",
        "",
        "2026-11-21 19:12",
        "2026-11-21 21:31",
    )


def test_against_the_mountain_all_win_or_none() -> None:
    lost = past(finish(coop(3), "lost").evening, ended="2026-11-14 22:00")
    assert (lost.result, [each.has_won for each in lost.people]) == ("lost", [False] * 3)
    alone = past(to_the_end(_enough(scenario(8, "solo"))), ended="")
    assert (alone.result, alone.people[0].has_won) == ("lost", False), "fifty points, but not out by the rope"


def _enough(evening: Evening) -> Evening:
    return correct(evening, 0, 50).evening


def test_an_evening_that_is_corrected_stays_one_and_keeps_its_hour(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path)
    evenings.keep(kept())
    later = set_leftover(begun(over()), 0, "tooth", 3).evening
    evenings.keep(past(later, ended="2026-11-22 10:00"))
    (one,) = evenings.load()
    assert (one.people[0].points, one.ended) == (33, "2026-11-21 21:31")
    evenings.keep(kept("2026-11-28 19:00", "2026-11-28 22:00"))
    assert [each.ended for each in evenings.load()] == ["2026-11-28 22:00", "2026-11-21 21:31"]


def test_evenings_are_deleted_one_by_one_or_all(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path)
    first, second = kept(), kept("2026-11-28 19:00", "2026-11-28 22:00")
    evenings.keep(first)
    evenings.keep(second)
    evenings.drop({first.key})
    assert evenings.load() == (second,)
    evenings.clear()
    assert evenings.load() == ()
    assert b"Aiko" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_of_too_many_the_oldest_goes(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path)
    many = [
        msgspec.structs.replace(kept(), begun=f"{number:05}", ended=f"{number:05}")
        for number in range(MOST_KEPT)
    ]
    content = msgspec.json.encode({"format": 1, "evenings": many[::-1]})
    (tmp_path / FILE).write_bytes(content)
    evenings.keep(kept("99999", "99999"))
    after = evenings.load()
    assert (len(after), after[0].ended, after[-1].ended) == (MOST_KEPT, "99999", "00001")


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1", b'{"format":2,"evenings":[]}', b"\xff\xfe", b"[" * 10_000]
)
def test_a_damaged_file_is_put_aside_and_never_written_over(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    evenings = Evenings(tmp_path)
    with pytest.raises(ValueError, match=r"JSON|Object|Expected|version|truncated"):
        evenings.load()
    evenings.keep(kept())
    assert len(evenings.load()) == 1
    assert (tmp_path / "evenings.damaged-1.json").read_bytes() == content


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    Evenings(tmp_path / "own").keep(kept())
    assert stat.S_IMODE((tmp_path / "own" / FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o700


def _keep(folder: str, number: int) -> None:
    for each in range(5):
        when = f"2026-11-{number:02} {each:02}:00"
        Evenings(Path(folder)).keep(kept(when, when))


def test_two_processes_that_keep_at_once_lose_nothing(tmp_path: Path) -> None:
    """Two tables on one machine may end in the same second."""
    context = get_context("spawn")
    workers = [context.Process(target=_keep, args=(str(tmp_path), number)) for number in (1, 2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert len(Evenings(tmp_path).load()) == 10


# ---- written out


def test_as_json_it_is_read_again(tmp_path: Path) -> None:
    text = as_json([kept()])
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert Evenings(tmp_path).load() == (kept(),)
    assert json.loads(text)["evenings"][0]["people"][0]["name"] == "Aiko"


HOSTILE = ("=1+1", "+cmd", "-2", "@SUM(A1)", 'a"b', "a,b", "ü x")


@pytest.mark.parametrize("name", HOSTILE)
def test_as_csv_a_name_is_a_text_and_never_a_formula(name: str) -> None:
    evening = finish(new_evening([Person(name)], mode="solo"), "lost").evening
    rows = list(csv.DictReader(io.StringIO(as_csv([past(evening, ended="2026-11-21 21:31")]))))
    assert len(rows) == 1
    assert rows[0]["name"].removeprefix("'") == name
    assert rows[0]["name"][0] not in "=+-@"
    assert (rows[0]["result"], rows[0]["won"], rows[0]["ended"]) == ("lost", "0", "2026-11-21 21:31")
