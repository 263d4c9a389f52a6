"""A damaged file is put aside and told of; what can be read of it and of its copy is whole again."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.store import (
    Add,
    Busy,
    Cut,
    Damaged,
    Drop,
    NotOpened,
    NotStored,
    Put,
    Refused,
    Store,
    TakenOver,
    mirror,
    records,
)
from fujikoro_nb.store.checking import heads, is_whole
from fujikoro_nb.store.copies import copies, copy_of, make
from fujikoro_nb.store.keeper import LONGEST_SECONDS, MOST_CHANGES
from fujikoro_nb.texts import LANGUAGES
from tests.store.damage import ROOT, Confirmed
from tests.store.damage import evening as evening_of
from tests.support.sampling import examples, sample

PAGE = 4096
LINE = b"an answer of some length, so that the log takes many pages %05d\n"


class Evening(NamedTuple):
    """A long table and a short one, as they were when the store was closed."""

    code: str
    parts: dict[str, bytes]
    version: int
    content: bytes
    copied: bytes | None


@cache
def built(lines: int, keep_copy_at: int | None) -> Evening:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        with Store.open(f"sqlite:///{file}") as store:
            table = store.create("Friday", [Put("gear", b"WWM")])
            store.create("Saturday", [Put("gear", b"T")])
            lease = table.take("phone-1", "Ann")
            version = lease.version
            for number in range(lines):
                if number == keep_copy_at:
                    store.copy()
                version = table.append(lease.token, version, [Add("game", LINE % number)], label=f"{number}")
            parts = dict(table.state().parts)
        copied = copy_of(file).read_bytes() if keep_copy_at is not None else None
        return Evening(table.code, parts, version, file.read_bytes(), copied)


def evening(
    file: Path, lines: int = 300, *, keep_copy_at: int | None = None
) -> tuple[str, dict[str, bytes], int]:
    """Lay a closed store down; the long table's code, parts and version."""
    made = built(lines, keep_copy_at)
    file.write_bytes(made.content)
    if made.copied is not None:
        copy_of(file).write_bytes(made.copied)
    return made.code, made.parts, made.version


def aside(file: Path) -> list[Path]:
    return [path for path in file.parent.glob("*.damaged-*") if not path.name.endswith(("-wal", "-shm"))]


def overwrite(file: Path, place: int, content: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(place)
        opened.write(content)


def page_of(file: Path, text: bytes) -> int:
    """The number of the page that holds a text, from 0."""
    return file.read_bytes().index(text) // PAGE


def test_a_good_file_is_left_alone_and_has_a_copy(at_file: str, file: Path) -> None:
    code, parts, _ = evening(file)
    with Store.open(at_file) as store:
        assert store.mended is None
        assert store.table(code).state().parts == parts
    assert is_whole(file) and is_whole(copy_of(file))
    assert stat.S_IMODE(copy_of(file).stat().st_mode) == 0o600 or os.name == "nt"
    assert aside(file) == []


def test_a_page_of_zeros_in_the_log_is_filled_from_the_copy(at_file: str, file: Path) -> None:
    code, parts, version = evening(file, keep_copy_at=250)
    overwrite(file, page_of(file, LINE % 100) * PAGE, bytes(PAGE))
    damaged = file.read_bytes()
    with Store.open(at_file) as store:
        assert store.mended is not None
        assert [table.is_whole for table in store.mended.tables] == [True, True]
        state = store.table(code).state()
        assert (state.parts, state.version, state.undo) == (parts, version, "299")
        assert len(store.tables()) == 2
    [kept] = aside(file)
    assert kept == store.mended.aside and kept.read_bytes() == damaged
    assert is_whole(file)


def test_a_page_that_no_copy_has_goes_on_from_a_folded_state(at_file: str, file: Path) -> None:
    code, parts, _ = evening(file)
    overwrite(file, page_of(file, LINE % 100) * PAGE, b"\xff" * PAGE)
    with Store.open(at_file) as store:
        assert store.mended is not None
        told = {table.code: table for table in store.mended.tables}
        assert not told.pop(code).is_whole
        assert [table.is_whole for table in told.values()] == [True]
        table = store.table(code)
        state = table.state()
        assert state.parts == parts  # nothing that people see is lost
        entries = table.since(0)
        assert [entry.version for entry in entries] == list(range(1, state.version + 1))
        assert entries[-1].kind == "mend"
        lease = table.take("phone-2", "Ben")
        table.undo(lease.token, lease.version)
        before = table.state().parts["game"]
        assert parts["game"].startswith(before) and len(before) < len(parts["game"])


def test_a_flipped_bit_inside_a_text_is_noticed(at_file: str, file: Path) -> None:
    code, parts, _ = evening(file, keep_copy_at=299)
    place = file.read_bytes().index(LINE % 100) + 5
    overwrite(file, place, b"X")
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)  # SQLite cannot know
    connection.close()
    with pytest.raises(Damaged):
        make(file, date(2026, 11, 23))
    with Store.open(at_file) as store:
        assert store.mended is not None
        assert store.table(code).state().parts == parts


def test_a_truncated_file(at_file: str, file: Path) -> None:
    code, parts, _ = evening(file, keep_copy_at=200)
    os.truncate(file, file.stat().st_size // 2 // PAGE * PAGE)
    with Store.open(at_file) as store:
        assert store.mended is not None and len(aside(file)) == 1
        state = store.table(code).state()
        assert parts["game"].startswith(state.parts["game"])
        assert state.parts["game"].count(b"\n") >= 200
        assert not any(table.is_whole for table in store.mended.tables)  # nobody can know what was cut off
        assert store.table(code).since(state.version - 1)[0].kind == "mend"
        assert state.parts["gear"] == b"WWM"


@pytest.mark.parametrize("content", [b"Dear diary,\n" * 100, b"x", bytes(8192), b"SQLite format 3\0"])
def test_what_is_no_database_is_put_aside_for_the_copy(at_file: str, file: Path, content: bytes) -> None:
    code, parts, _ = evening(file, keep_copy_at=299)
    file.write_bytes(content)
    with Store.open(at_file) as store:
        assert store.mended is not None
        state = store.table(code).state()
        assert state.parts["game"] == parts["game"].removesuffix(LINE % 299)
    assert aside(file)[0].read_bytes() == content


@pytest.mark.parametrize("is_emptied", [True, False])
def test_a_file_that_is_gone_comes_back_from_its_copy(at_file: str, file: Path, is_emptied: bool) -> None:
    code, _, _ = evening(file, keep_copy_at=299)
    if is_emptied:
        file.write_bytes(b"")
    else:
        file.unlink()
    with Store.open(at_file) as store:
        assert store.mended is not None
        assert store.table(code).state().parts["game"].count(b"\n") == 299
        assert ("gone" in store.mended.said()) != is_emptied


def test_without_file_and_copy_a_new_place_is_made(at_file: str, file: Path) -> None:
    file.write_bytes(b"no database" * 100)
    with Store.open(at_file) as store:
        assert store.mended is not None and store.mended.tables == ()
        store.create("Friday")
    with Store.open(at_file) as store:
        assert store.mended is None and len(store.tables()) == 1
    assert len(aside(file)) == 1


def test_after_mending_everybody_takes_over_anew(at_file: str, file: Path) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        store.copy()
    file.write_bytes(b"x" * 5000)
    with Store.open(at_file) as store:
        table = store.table(table.code)
        with pytest.raises(TakenOver):
            table.append(lease.token, 2, [Put("gear", b"A")], label="a")
        again = table.take("phone-1", "Ann")
        assert table.append(again.token, again.version, [Put("gear", b"A")], label="a") == 4
        assert [entry.kind for entry in table.since(0)] == ["create", "take", "take", "change"]


def test_a_file_that_others_have_open_is_not_moved(at_file: str, file: Path) -> None:
    evening(file, lines=3, keep_copy_at=2)
    with Store.open(at_file) as held:
        overwrite(file, 0, b"no database")
        before = sorted(path.name for path in file.parent.iterdir())
        with pytest.raises(Damaged) as caught:
            Store.open(at_file)
        assert caught.value.reason == "damaged-in-use"
        assert sorted(path.name for path in file.parent.iterdir()) == before
        held.close()
        with Store.open(at_file) as store:
            assert store.mended is not None and len(store.tables()) == 2


def test_two_damages_in_one_second_are_both_kept(at_file: str, file: Path) -> None:
    evening(file, lines=3)
    for content in (b"first", b"second"):
        file.write_bytes(content)
        Store.open(at_file, clock=lambda: 1_800_000_000.0).close()
    assert sorted(path.read_bytes() for path in aside(file)) == [b"first", b"second"]


def test_damage_that_is_met_while_reading_is_said(at_file: str, file: Path) -> None:
    code, parts, _ = evening(file)
    overwrite(file, file.read_bytes().rindex(LINE % 299) + 5, b"X")
    with Store.open(at_file, check=False) as store:
        with pytest.raises(Damaged):
            store.table(code).state()
        with pytest.raises(Damaged):
            store.copy()
    with Store.open(at_file) as store:
        assert store.mended is not None
        assert store.table(code).state().parts["game"] == parts["game"].removesuffix(LINE % 299)


@pytest.mark.parametrize("left", ["built", "renamed"])
def test_a_mending_that_is_killed_is_finished_by_the_next(at_file: str, file: Path, left: str) -> None:
    code, parts, _ = evening(file)
    made = file.with_name("tables.sqlite.mended")
    if left == "built":  # killed before the damaged file was moved: what was built may be half
        made.write_bytes(b"half")
    else:  # killed after: the built one is complete, and what SQLite kept beside the old one is still there
        file.rename(made)
        file.with_name("tables.sqlite-wal").write_bytes(b"of the damaged one")
    with Store.open(at_file) as store:
        assert store.table(code).state().parts == parts
        assert store.mended is None
    assert not made.exists()


def test_a_disk_that_refuses_the_mending_keeps_the_damaged_file(
    at_file: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(file, lines=3, keep_copy_at=2)
    file.write_bytes(b"damaged")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fujikoro_nb.store.mending.sync", full)
    with pytest.raises(NotOpened) as caught:
        Store.open(at_file)
    assert caught.value.reason == "not-mended"
    assert file.read_bytes() == b"damaged"
    monkeypatch.undo()
    with Store.open(at_file) as store:
        assert len(store.tables()) == 2


def test_an_entry_that_cannot_be_carried_out_ends_what_is_brought_back(
    at_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sum is right, so no damage made it: somebody wrote it. The server starts all the same."""
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        version = table.append(lease.token, lease.version, [Put("game", b"one")], label="x", key="k1")
        monkeypatch.setattr(records, "resize", lambda _sizes, _change: None)
        table.append(lease.token, version, [Drop("nothing")], label="y", key="k2")
        monkeypatch.undo()
    with Store.open(at_file) as store:
        assert store.mended is not None
        assert store.table(table.code).state().parts == {"game": b"one"}


def test_a_full_disk_moves_no_segment_of_the_mirror(
    at_file: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(at_file) as store:
        store.create("Friday")
    before = {one.name: one.read_bytes() for one in mirror.segments(file)}

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for _ in range(2):
        with pytest.raises(OSError, match="No space"):
            mirror.begin(file, {})
    monkeypatch.undo()
    assert {one.name: one.read_bytes() for one in mirror.segments(file)} == before
    mirror.begin(file, {})
    assert len(mirror.segments(file)) == len(before) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_a_sentence(at_file: str, file: Path, language: str) -> None:
    evening(file, lines=3, keep_copy_at=2)
    file.write_bytes(b"damaged")
    with Store.open(at_file) as store:
        assert store.mended is not None and store.mended.aside is not None
        said = store.mended.said(language=language)
        assert store.mended.aside.name in said and "2" in said and str(file.parent) not in said


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=600))
@settings(
    max_examples=examples(40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_damage_anywhere_gives_a_state_that_was(
    tmp_path_factory: pytest.TempPathFactory, place: int, content: bytes
) -> None:
    """The file has no copy, so a line may be lost, but never is one invented, and every store opens."""
    file = tmp_path_factory.mktemp("evening") / "tables.sqlite"
    code, parts, _ = evening(file, lines=70)
    overwrite(file, place % (file.stat().st_size - len(content)), content)
    try:
        store = Store.open(f"sqlite:///{file}")
    except NotOpened:
        assert (
            place % (file.stat().st_size - len(content)) < 100
        )  # on the mark in the header: another program's
        return
    with store:
        held = {head.code for head in store.tables()}
        assert store.mended is not None or code in held
        if code in held:
            game = store.table(code).state().parts.get("game", b"")
            assert parts["game"].startswith(game)
            assert store.mended is not None or game == parts["game"]
    assert is_whole(file)


def test_what_the_log_beside_the_file_lost_comes_back_from_the_mirror(at_file: str, file: Path) -> None:
    """As it broke: everything confirmed lay in ``-wal``, one bit of it turned, and nobody was told."""
    folder = file.parent
    confirmed = evening_of(folder, "killed")
    wal = file.with_name("tables.sqlite-wal")
    content = bytearray(wal.read_bytes())
    content[len(content) // 3] ^= 1
    wal.write_bytes(content)
    with Store.open(at_file) as store:
        assert store.mended is not None and store.mended.aside is not None
        back = sum(table.back for table in store.mended.tables)
        assert back > 0 and f"{back} steps" in store.mended.said()
        assert {code: store.table(code).head().version for code in confirmed} == {
            code: table.version for code, table in confirmed.items()
        }
    kept = store.mended.aside.with_name(store.mended.aside.name + "-wal")
    assert kept.read_bytes() == content


def test_what_nobody_has_is_told_as_missing(at_file: str, file: Path) -> None:
    """Two damages at once: of the last steps only their number is known."""
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        for version in range(lease.version, 12):
            table.append(lease.token, version, [Put("gear", b"%d" % version)], label="a")
    told = mirror.read(file)
    for beside in (file, *copies(file), *mirror.segments(file)):
        beside.unlink()
    mirror.begin(file, told.heads)
    left = [row for (_, version), [row] in told.rows.items() if version <= 5]
    mirror.append(file, [mirror.Written(row) for row in left])
    with Store.open(at_file) as store:
        assert store.mended is not None
        [mended] = store.mended.tables
        assert (mended.is_whole, mended.missing, mended.version) == (False, 7, 6)
        assert f"Table {table.code}: the last 7 steps are missing." in store.mended.said()


@pytest.mark.parametrize("place", [60, 63, 68, 71])
def test_a_mark_that_was_harmed_is_damage_where_the_copy_has_ours(
    at_file: str, file: Path, place: int
) -> None:
    with Store.open(at_file) as store:
        code = store.create("Friday").code
    overwrite(file, place, bytes([file.read_bytes()[place] ^ 0x12]))
    with Store.open(at_file) as store:
        assert store.mended is not None and [head.code for head in store.tables()] == [code]


def test_every_bit_of_the_schemas_text_may_turn(at_file: str, file: Path, tmp_path: Path) -> None:
    """SQLite's messages quote it, and a quoted text that is none raised UnicodeDecodeError from the check itself."""
    with Store.open(at_file) as store:
        code = store.create("Friday").code
    good = file.read_bytes()
    begins, ends = good.index(b"CREATE TABLE"), PAGE
    for place in sample(range(begins, ends, 61), 8):
        folder = tmp_path / str(place)
        folder.mkdir()
        for beside in file.parent.glob("tables.sqlite*"):
            (folder / beside.name).write_bytes(beside.read_bytes())
        overwrite(folder / file.name, place, bytes([good[place] ^ 0x80]))
        with Store.open(f"sqlite:///{folder / file.name}") as store:
            assert [head.code for head in store.tables()] == [code]


def test_no_copy_is_replaced_by_something_older(at_file: str, file: Path) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday")
        store.copy()
        old = copy_of(file).read_bytes()
        lease = table.take("phone-1", "Ann")
        table.append(lease.token, lease.version, [Put("gear", b"A")], label="a")
        store.copy()
    newer = copy_of(file).read_bytes()
    for segment in mirror.segments(file):
        segment.unlink()
    file.write_bytes(old)
    with pytest.raises(Damaged):
        make(file, date(2026, 11, 23))
    assert copy_of(file).read_bytes() == newer
    with Store.open(at_file) as store:  # the copy is ahead: what it knows is back
        assert store.mended is not None and store.table(table.code).state().parts == {"gear": b"A"}


def test_three_copies_and_one_a_day_for_a_week(at_file: str, file: Path) -> None:
    moment = 1_800_000_000.0
    with Store.open(at_file, clock=lambda: moment) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        version = lease.version
        for _ in range(12):
            for _ in range(5):
                version = table.append(lease.token, version, [Put("gear", b"A")], label="a")
                store.copy()
            moment += 24 * 3600
        assert [path.name for path in copies(file)][:3] == [
            f"tables.sqlite.copy{end}" for end in ("", "-1", "-2")
        ]
        held = [heads(path) for path in copies(file)]
        assert [found and found[table.code][0] for found in held[:3]] == [version, version - 1, version - 2]
        assert len(held) == 3 + 7 and all(is_whole(path) for path in copies(file))
        moment = -1e12  # a clock that no date can be told of
        store.copy()
        moment = float("nan")
        table.append(lease.token, version, [Put("gear", b"B")], label="b")
        assert len(copies(file)) == 3 + 7


def test_changes_are_brought_into_the_file_at_rest_and_after_a_hundred(
    at_file: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wal = file.with_name("tables.sqlite-wal")
    monkeypatch.setattr("fujikoro_nb.store.keeper.REST_SECONDS", 1000.0)
    monkeypatch.setattr("fujikoro_nb.store.keeper.LONGEST_SECONDS", 1000.0)
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        for version in range(lease.version, lease.version + 97):
            table.append(lease.token, version, [Put("gear", b"A")], label="a")
        assert wal.stat().st_size > 0
        table.append(lease.token, version + 1, [Put("gear", b"B")], label="the hundredth change")
        assert wal.stat().st_size == 0
        monkeypatch.setattr("fujikoro_nb.store.keeper.REST_SECONDS", 0.05)
        table.append(lease.token, version + 2, [Put("gear", b"C")], label="c")
        until = time.monotonic() + 30
        while wal.stat().st_size and time.monotonic() < until:
            time.sleep(0.01)
        assert wal.stat().st_size == 0


def test_a_log_that_is_deleted_under_us_is_noticed_and_costs_nothing(at_file: str, file: Path) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        version = table.append(lease.token, lease.version, [Put("gear", b"A")], label="a")
        file.with_name("tables.sqlite-wal").unlink()
        with pytest.raises(Damaged):  # others would not find it
            table.append(lease.token, version, [Put("gear", b"B")], label="b")
    with Store.open(at_file) as store:
        assert store.table(table.code).state().parts == {"gear": b"B"}


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """One that another account may enter; pytest's own may not be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.parametrize("are_files_shut", [True, False])
def test_a_folder_that_may_not_be_written_is_read(open_folder: Path, are_files_shut: bool) -> None:
    file = open_folder / "tables.sqlite"
    confirmed = evening_of(file.parent, "killed")
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    pid = os.fork()
    if not pid:
        code = 1
        try:
            for path in file.parent.iterdir():
                path.chmod(0o444 if are_files_shut else 0o666)
            file.parent.chmod(0o555)
            if os.geteuid() == 0:  # whom no permission stops
                os.setuid(65534)
            code = _read_what_may_not_be_written(file, confirmed)
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    file.parent.chmod(0o755)
    assert {path.name: path.read_bytes() for path in file.parent.iterdir()} == before


def _read_what_may_not_be_written(file: Path, confirmed: dict[str, Confirmed]) -> int:
    with Store.open(f"sqlite:///{file}") as store:
        assert store.is_read_only and len(store.tables()) == len(confirmed)
        for code, told in confirmed.items():
            assert store.table(code).state().parts == told.parts
        with pytest.raises(NotStored) as caught:
            store.create("Saturday")
        assert caught.value.said().startswith("The folder of the tables cannot be written")
        store.lend()
        with Store.open(f"sqlite:///{file}", check=False) as page:  # reads the same copy
            assert page.is_read_only and len(page.tables()) == len(confirmed)
        assert len(list(Path(tempfile.gettempdir()).glob("fujikoro-tables-*"))) == 1
        with Store.open(f"sqlite:///{Path(tempfile.gettempdir()) / file.name}") as other:  # not that copy
            assert not other.tables()
    return 0


@pytest.mark.parametrize("check", [True, False])
def test_a_file_that_another_program_holds_is_not_called_damaged(
    at_file: str, file: Path, check: bool
) -> None:
    with Store.open(at_file) as store:
        code = store.create("Friday").code
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Busy):
        Store.open(at_file, check=check).table(code)
    holder.execute("ROLLBACK")
    holder.close()
    assert aside(file) == []
    with Store.open(at_file) as store:
        assert store.mended is None and [head.code for head in store.tables()] == [code]


def test_an_evening_without_rest_is_brought_into_the_file_too(
    at_file: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fujikoro_nb.store.keeper.REST_SECONDS", 1000.0)
    monkeypatch.setattr("fujikoro_nb.store.keeper.LONGEST_SECONDS", 0.2)
    wal = file.with_name("tables.sqlite-wal")
    with Store.open(at_file) as store:
        store.create("Friday")
        until = time.monotonic() + 30
        while wal.stat().st_size and time.monotonic() < until:
            time.sleep(0.01)
        assert wal.stat().st_size == 0
    assert LONGEST_SECONDS <= 60 and MOST_CHANGES <= 100  # what SECURITY.md says


COPIER = """
import sys, time
from datetime import date
from pathlib import Path
from fujikoro_nb.store import Busy
from fujikoro_nb.store.copies import make
until = time.monotonic() + 3
made = 0
while time.monotonic() < until:
    try:
        make(Path(sys.argv[1]), date(2026, 11, 23))
        made += 1
    except Busy:
        pass
print(made)
"""


def test_programs_that_copy_at_once_leave_a_good_copy_and_a_whole_mirror(at_file: str, file: Path) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday")
        version = table.take("phone-1", "Ann").version
        lease = table.take("phone-1", "Ann")
        version = lease.version
        store.copy()
        command = [sys.executable, "-c", COPIER, str(file)]
        copiers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        looks = 0
        while any(copier.poll() is None for copier in copiers):
            version = table.append(lease.token, version, [Put("gear", b"%d" % version)], label="a")
            assert heads(copy_of(file)) is not None
            looks += 1
        made = [int(copier.communicate()[0]) for copier in copiers]
        assert [copier.returncode for copier in copiers] == [0, 0] and sum(made) > 2 and looks > 2
        told = mirror.read(file)
        assert told.is_clean and told.heads[table.code][0] == version
        assert is_whole(copy_of(file))


def test_a_first_start_that_is_killed_anywhere_leaves_a_place_that_opens(tmp_path: Path) -> None:
    """Every call that the making does on the disk is followed by a kill once, each in a copy of one process."""
    code = (
        "import os, signal, sys\n"
        "from fujikoro_nb.store import Store\n"
        "import fujikoro_nb.store.store\n"
        "def count(event, _):\n"
        "    global left\n"
        "    if event in ('open', 'os.rename', 'os.remove', 'sqlite3.connect'):\n"
        "        left -= 1\n"
        "        if left < 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "number, ended = 0, -signal.SIGKILL\n"
        "while ended == -signal.SIGKILL:\n"
        "    os.mkdir(f'{sys.argv[1]}/{number}')\n"
        "    if (copy := os.fork()) == 0:\n"
        "        left = number\n"
        "        sys.addaudithook(count)\n"
        "        Store.open(f'sqlite:///{sys.argv[1]}/{number}/tables.sqlite').close()\n"
        "        sys.exit()\n"
        "    ended = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])\n"
        "    number += 1\n"
        "print(number, ended)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    number, ended = map(int, done.stdout.split())
    assert ended == 0 and number > 5
    for made in range(number):
        with Store.open(f"sqlite:///{tmp_path / str(made) / 'tables.sqlite'}") as store:
            assert store.mended is None and store.tables() == ()


@pytest.mark.parametrize(
    "content", [b"PRAGMA user_version=0", b"PRAGMA journal_mode=WAL"], ids=["rollback", "log"]
)
def test_a_file_whose_making_was_killed_by_an_earlier_version_is_made_anew(
    at_file: str, file: Path, content: bytes
) -> None:
    connection = sqlite3.connect(file)
    connection.execute(content.decode())
    connection.execute("VACUUM")
    connection.close()
    assert file.stat().st_size > 0
    with Store.open(at_file) as store:
        store.create("Friday")
    with Store.open(at_file) as store:
        assert store.mended is None and len(store.tables()) == 1


@pytest.mark.parametrize(
    "change",
    [Put("gear", "text"), Add("gear", ["list"]), Cut("gear", True), Cut("gear", 1.0), Put(3, b"A"), "x"],
)
def test_a_change_that_could_not_be_read_again_is_refused(at_file: str, change: Any) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday", [Put("gear", b"WWM")])
        lease = table.take("phone-1", "Ann")
        with pytest.raises(Refused):
            table.append(lease.token, lease.version, [change], label="a")
        assert table.state().parts == {"gear": b"WWM"}


def test_without_the_mirror_the_report_says_that_nothing_can_tell(at_file: str, file: Path) -> None:
    evening_of(file.parent, "closed")
    for segment in mirror.segments(file):
        segment.unlink()
    with Store.open(at_file) as store:
        assert store.mended is not None and not store.mended.is_rebuilt
        assert "nothing can tell" in store.mended.said()
