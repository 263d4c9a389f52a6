"""Sessions: signed, kept through a restart, over after a week, and ended one by one, also by a program beside."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.cli import main
from fujikoro_nb.content.disk import locked
from fujikoro_nb.serve import sessions as module
from fujikoro_nb.serve.sessions import COOKIE_DAYS, FILE, MOST_LISTED, READERS_FILE, Sessions

DAY = 24 * 3600.0
NOW = 2_000_000_000.0
KEYS = ("p" * 32, "r" * 32)


def sessions(folder: Path | None = None, now: float = NOW, keys: tuple[str, ...] = KEYS) -> Sessions:
    return Sessions(*keys, folder=folder, clock=lambda: now)


def test_a_session_outlives_its_server_and_not_its_week(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).issue("player")
    held = sessions(tmp_path, NOW + (COOKIE_DAYS - 0.1) * DAY).held(cookie)
    assert held is not None and held.role == "player"
    for days in (COOKIE_DAYS + 0.1, -COOKIE_DAYS - 0.1):
        assert sessions(tmp_path, NOW + days * DAY).held(cookie) is None
    assert sessions(tmp_path, NOW - 3600).held(cookie)  # the clock was put back


def test_another_link_or_another_secret_ends_them_all(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).issue("reader")
    assert sessions(tmp_path, keys=("q" * 32, KEYS[1])).held(cookie) is None
    (tmp_path / FILE).unlink()
    assert sessions(tmp_path).held(cookie) is None


def test_the_cookie_holds_no_key_and_no_secret(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).issue("player")
    secret = re.search(r'"secret":"([^"]+)"', (tmp_path / FILE).read_text())
    assert secret and not [part for part in (*KEYS, secret[1]) if part in cookie]


@given(place=st.integers(0, 200), sign=st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789._-"))
def test_a_changed_cookie_opens_nothing(place: int, sign: str) -> None:
    known = sessions()
    cookie = known.issue("reader")
    at = place % len(cookie)
    changed = cookie[:at] + sign + cookie[at + 1 :]
    assert changed == cookie or known.held(changed) is None
    assert known.held(cookie.replace("reader", "player")) is None


@given(st.text())
def test_any_text_is_no_session(text: str) -> None:
    assert sessions().held(text) is None


def test_one_is_ended_alone_and_stays_so_after_a_restart(tmp_path: Path) -> None:
    running, beside = sessions(tmp_path), sessions(tmp_path)
    lost, kept = running.issue("player", device="X11; iPhone Safari/1"), running.issue("player")
    held = beside.held(lost)
    assert held is not None and [one.device for one in beside.listed()] == ["iPhone Safari", ""]
    assert beside.end(held.id)
    for server in (running, sessions(tmp_path)):
        assert server.held(lost) is None and server.held(kept)
        assert len(server.listed()) == 1


def test_who_comes_again_is_one_device_in_the_list(tmp_path: Path) -> None:
    known = sessions(tmp_path)
    before = known.held(known.issue("reader"))
    known.issue("player", before=before)
    assert [one.role for one in known.listed()] == ["player"]


def test_each_device_that_is_in_is_listed_and_the_oldest_beyond_the_list_is_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_LISTED >= 5000
    first, second = (sessions(tmp_path, NOW + at).issue("player") for at in (0, 1))
    monkeypatch.setattr(module, "MOST_LISTED", 250)
    later = sessions(tmp_path, NOW + 2)
    for _ in range(248):  # more than were listed once
        later.issue("reader")
    oldest = later.held(first)
    assert oldest and oldest.id == later.listed()[0].id
    later.issue("reader")
    assert len(later.listed()) == 250 and later.held(first) is None and later.held(second)
    # Another second's newcomers of the same moment are no older than the list's end.
    assert later.held(later.issue("player"))


def test_leaving_always_ends_and_costs_a_bounded_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ENDED", 3)
    cookies = []
    for at in range(6):
        known = sessions(tmp_path, NOW + 2 * at)
        cookies.append(known.issue("player"))
        held = known.held(cookies[-1])
        stays = sessions(tmp_path, NOW + 2 * at + 1).issue("reader")
        assert held and known.end(held.id) and known.held(cookies[-1]) is None
    assert not [cookie for cookie in cookies if sessions(tmp_path).held(cookie)]
    assert sessions(tmp_path).held(stays), "who came after all that are forgotten"
    assert len(json.loads((tmp_path / FILE).read_text())["ended"]) == 3


def test_the_clock_that_went_back_lets_newcomers_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LISTED", 1)
    for _ in range(2):
        sessions(tmp_path, NOW + 3600).issue("player")
    known = sessions(tmp_path)
    assert known.held(known.issue("player"))


def test_while_another_holds_the_lock_the_loop_waits_shortly_and_nothing_is_said_to_be_ended(
    tmp_path: Path,
) -> None:
    known = sessions(tmp_path)
    held = known.held(known.issue("player"))
    assert held
    with locked(tmp_path / f"{FILE}.lock"):
        begun = time.monotonic()
        late = known.issue("reader")
        assert time.monotonic() - begun < 1
        assert not known.end(held.id) and known.held(late)
    assert known.end(held.id)
    # Who came in meanwhile is listed, and can be shut out, too.
    assert [one.role for one in sessions(tmp_path).listed()] == ["reader"]


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows keeps others out of a user's folder in its own way"
)
def test_a_file_that_others_may_read_is_no_secret(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).issue("player")
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    (tmp_path / FILE).chmod(0o644)
    assert sessions(tmp_path).held(cookie) is None
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b'{"secret":""}', b'{"secret":"x","ended":{"a":"b"}}']
)
def test_a_damaged_file_lets_nobody_in_and_is_made_anew(tmp_path: Path, content: bytes) -> None:
    running = sessions(tmp_path)
    cookie = running.issue("player")
    (tmp_path / FILE).write_bytes(content)
    assert running.held(cookie) is None
    assert running.held(running.issue("player")) and sessions(tmp_path).held(cookie) is None


def test_without_a_place_to_keep_them_they_last_as_long_as_the_server(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    known = sessions(tmp_path / "file" / "folder")
    held = known.held(known.issue("player"))
    assert held and known.end(held.id) and not known.listed()


def test_the_host_lists_and_ends_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", os.fspath(tmp_path))
    assert main(["sessions"]) == 0
    assert "No device" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    running = Sessions(*KEYS, folder=tmp_path)
    lost, kept = running.issue("player", device="Android Firefox/1"), running.issue("reader")
    assert main(["sessions"]) == 0
    line = next(one for one in capsys.readouterr().out.splitlines() if "Android Firefox" in one)
    assert main(["sessions", "--end", "nobody00"]) == 1
    assert running.held(lost)
    assert main(["sessions", "--end", line.split()[0]]) == 0
    assert running.held(lost) is None and running.held(kept)


def test_the_host_lists_and_ends_the_readers_of_a_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", os.fspath(tmp_path))
    readers = Sessions(KEYS[1], folder=tmp_path, file=READERS_FILE)
    lost = readers.issue("reader", device="Android Firefox/1")
    assert main(["sessions"]) == 0
    line = next(one for one in capsys.readouterr().out.splitlines() if "Android Firefox" in one)
    assert main(["sessions", "--end", line.split()[0]]) == 0
    assert readers.held(lost) is None
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".json"] == [READERS_FILE]
