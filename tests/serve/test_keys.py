"""The keys of a table's links: kept for their owner, for a week, and never taken from a file that others may read."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.serve.keys import FILE, kept_keys, new_keys
from fujikoro_nb.serve.server import offer_for
from fujikoro_nb.serve.sessions import COOKIE_DAYS

DAY = 24 * 3600.0
NOW = 2_000_000_000.0


def test_a_server_that_starts_again_has_the_same_keys(tmp_path: Path) -> None:
    first = kept_keys(tmp_path / "new", clock=lambda: NOW)
    assert kept_keys(tmp_path / "new", clock=lambda: NOW + (COOKIE_DAYS - 0.1) * DAY) == first
    assert len({first.player, first.reader}) == 2
    assert min(len(first.player), len(first.reader)) * 6 >= 128  # six bits a character


@pytest.mark.parametrize("days", [COOKIE_DAYS + 0.1, 400.0, -COOKIE_DAYS - 0.1])
def test_keys_end_with_the_cookie(tmp_path: Path, days: float) -> None:
    first = kept_keys(tmp_path, clock=lambda: NOW)
    later = kept_keys(tmp_path, clock=lambda: NOW + days * DAY)
    assert not {later.player, later.reader} & {first.player, first.reader}


def test_a_clock_that_goes_backwards_keeps_them(tmp_path: Path) -> None:
    first = kept_keys(tmp_path, clock=lambda: NOW)
    assert kept_keys(tmp_path, clock=lambda: NOW - 3 * 3600) == first


def test_new_ones_are_made_when_asked_for_and_kept(tmp_path: Path) -> None:
    first = kept_keys(tmp_path)
    second = kept_keys(tmp_path, is_new=True)
    assert not {second.player, second.reader} & {first.player, first.reader}
    assert kept_keys(tmp_path) == second


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows keeps others out of a user's folder in its own way"
)
def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    first = kept_keys(tmp_path)
    file = tmp_path / FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)  # read by others perhaps: no key any more
    second = kept_keys(tmp_path)
    assert second.player != first.player
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"player":"a","reader":"b","made":2e9}', b" " * 5000],
)
def test_a_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    (tmp_path / FILE).chmod(0o600)
    assert kept_keys(tmp_path) == kept_keys(tmp_path)


@pytest.mark.parametrize("made", ["NaN", "null", '"x"', "1e999"])
def test_a_time_that_is_none_is_replaced(tmp_path: Path, made: str) -> None:
    keys = msgspec.json.encode(new_keys(lambda: 7.0)).decode()
    (tmp_path / FILE).write_text(keys.replace("7.0", made))
    (tmp_path / FILE).chmod(0o600)
    assert kept_keys(tmp_path).made > 7.0


def test_a_folder_that_takes_nothing_costs_only_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FUJIKORO_DATA", os.fspath(tmp_path / "file" / "folder"))
    first, second = (offer_for("table", host="0.0.0.0", port=0).token for _ in range(2))
    assert first and second and first != second
    assert "link could not be kept" in capsys.readouterr().err


def test_only_a_network_and_a_table_have_kept_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", os.fspath(tmp_path))
    assert offer_for("table", host="127.0.0.1", port=0).keys is None
    assert (
        offer_for("learn", host="0.0.0.0", port=0).token != offer_for("learn", host="0.0.0.0", port=0).token
    )
    assert not (tmp_path / FILE).exists()
    assert (
        offer_for("table", host="0.0.0.0", port=0).token == offer_for("table", host="0.0.0.0", port=0).token
    )
