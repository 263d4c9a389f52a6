"""The file of members: who is in it may log in, and nobody learns a password from it."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jupyterhub import orm
from sqlalchemy.orm import object_session

from fujikoro_nb.hub import members
from fujikoro_nb.texts import say


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the members stand."""
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    monkeypatch.delenv(members.FILE, raising=False)
    return tmp_path / "members"


def member(monkeypatch: pytest.MonkeyPatch, *words: str, password: str = "") -> int:
    """What the club's owner types."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    return members.main(words)


def lets_in(file: Path, name: str, password: str) -> bool:
    data = {"username": name, "password": password}
    return asyncio.run(door(file).authenticate(Nobody(), data)) == name


def door(file: Path) -> members.Members:
    return members.Members(file=str(file), allow_all=True)


class Nobody:
    """A page of JupyterHub that has no accounts yet."""

    def find_user(self, _name: str) -> Any:
        return None


def test_a_member_is_added_changed_and_taken_out(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert member(monkeypatch, "eve", password="long enough for her") == 0
    assert capsys.readouterr().out == say("hub.added", name="eve") + "\n"
    assert lets_in(file, "eve", "long enough for her")
    assert member(monkeypatch, "eve", password="another one of hers") == 0
    assert capsys.readouterr().out == say("hub.changed", name="eve") + "\n"
    assert not lets_in(file, "eve", "long enough for her")
    assert lets_in(file, "eve", "another one of hers")
    assert member(monkeypatch, "eve", "--remove") == 0
    assert not lets_in(file, "eve", "another one of hers")
    assert member(monkeypatch, "eve", "--remove") == 1
    assert capsys.readouterr().err == say("hub.no-member", name="eve") + "\n"


def test_only_its_owner_reads_the_file_and_finds_no_password_in_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("eve", "ann"):
        assert member(monkeypatch, name, password="the same for both") == 0
    assert file.stat().st_mode & 0o077 == 0
    lines = file.read_text().splitlines()
    assert [line.split(":")[0] for line in lines] == ["ann", "eve"]
    assert "the same" not in file.read_text()
    assert lines[0].split(":")[1:] != lines[1].split(":")[1:]  # each salted by itself


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("ann", "a wrong password"),
        ("ann", ""),
        ("ann", "x" * 100_000),
        ("eve", "a right password"),
        ("", ""),
        ("nobody", ""),
        ("ann:", "a right password"),
    ],
)
def test_others_stay_outside(file: Path, monkeypatch: pytest.MonkeyPatch, name: str, password: str) -> None:
    assert member(monkeypatch, "ann", password="a right password") == 0
    assert not lets_in(file, name, password)
    assert not lets_in(file.with_name("missing"), name, password)


@pytest.mark.parametrize(
    ("name", "password", "key"),
    [
        ("Eve", "long enough for her", "bad-name"),
        ("../eve", "long enough for her", "bad-name"),
        ("eve:x", "long enough for her", "bad-name"),
        ("e" * 33, "long enough for her", "bad-name"),
        ("eve", "too short", "bad-password"),
        ("eve", "x" * 201, "bad-password"),
    ],
)
def test_a_bad_name_or_password_is_one_sentence(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    password: str,
    key: str,
) -> None:
    assert member(monkeypatch, name, password=password) == 1
    assert capsys.readouterr().err == say(f"hub.{key}", least=10, most=200) + "\n"
    assert not file.exists()


@pytest.fixture
def account() -> Iterator[orm.User]:
    """Eve's account in JupyterHub's database, with the words that two browsers and her server have."""
    session = orm.new_session_factory("sqlite:///:memory:")()
    user = orm.User(name="eve")
    session.add_all([user, orm.OAuthClient(identifier="jupyterhub")])
    give_word(user, "Server at /user/eve/", browser=None)
    for browser in ("phone", "laptop"):
        give_word(user, browser, browser=browser)
    yield user
    engine = session.get_bind()
    session.close()
    engine.dispose()


def give_word(account: orm.User, note: str, *, browser: str | None) -> None:
    """As JupyterHub does for a server, and for each server that a browser comes to."""
    account.api_tokens.append(
        orm.APIToken(hashed=note, prefix=note[:4], client_id="jupyterhub", session_id=browser, note=note)
    )
    object_session(account).commit()


def notes(account: orm.User) -> set[str]:
    return {token.note for token in account.api_tokens}


def stays(file: Path, account: orm.User) -> bool:
    return asyncio.run(door(file).refresh_user(SimpleNamespace(orm_user=account)))


def test_who_is_taken_out_is_logged_out_of_every_browser(
    file: Path, monkeypatch: pytest.MonkeyPatch, account: orm.User
) -> None:
    assert member(monkeypatch, "eve", password="long enough for her") == 0
    door(file).add_user(account)
    give_word(account, "tablet", browser="tablet")
    cookie = account.cookie_id
    assert stays(file, account) and account.cookie_id == cookie
    assert notes(account) == {"tablet", "Server at /user/eve/"}
    assert member(monkeypatch, "eve", "--remove") == 0
    assert not stays(file, account)
    assert notes(account) == {"Server at /user/eve/"}
    # Nor does an old cookie hold again when somebody of this name comes back, even with the same password.
    assert member(monkeypatch, "eve", password="long enough for her") == 0
    asyncio.run(
        door(file).authenticate(
            SimpleNamespace(find_user=lambda _name: SimpleNamespace(orm_user=account)),
            {"username": "eve", "password": "long enough for her"},
        )
    )
    assert stays(file, account) and account.cookie_id != cookie


def test_another_password_logs_out_whoever_came_in_with_the_old_one(
    file: Path, monkeypatch: pytest.MonkeyPatch, account: orm.User
) -> None:
    assert member(monkeypatch, "eve", password="long enough for her") == 0
    door(file).add_user(account)
    cookie = account.cookie_id
    give_word(account, "thief", browser="thief")
    assert member(monkeypatch, "eve", password="another one of hers") == 0
    assert not stays(file, account)
    assert account.cookie_id != cookie and notes(account) == {"Server at /user/eve/"}
    assert stays(file, account)


def test_a_hub_that_starts_anew_knows_what_has_changed_meanwhile(
    file: Path, monkeypatch: pytest.MonkeyPatch, account: orm.User
) -> None:
    for password in ("long enough for her", "another one of hers"):
        assert member(monkeypatch, "eve", password=password) == 0
        before = account.cookie_id
        door(file).add_user(account)
        assert account.cookie_id != before
    before = account.cookie_id
    door(file).add_user(account)
    assert account.cookie_id == before


def test_a_spoilt_line_keeps_out_only_who_stood_in_it(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ann", "eve"):
        assert member(monkeypatch, name, password="the same for both") == 0
    ann, eve = file.read_text().splitlines()
    file.write_text(f"\n{ann}\n  \n{eve[:-9]}\n\n")
    assert lets_in(file, "ann", "the same for both")
    assert not lets_in(file, "eve", "the same for both")
    capsys.readouterr()
    spoilt = file.read_bytes()
    for words in (("bob",), ("ann", "--remove")):
        assert member(monkeypatch, *words, password="long enough for him") == 1
        assert capsys.readouterr().err == say("hub.bad-line", file=str(file), line=4) + "\n"
    assert file.read_bytes() == spoilt
    file.write_text(f"\n{ann}\n  \n")
    assert member(monkeypatch, "bob", password="long enough for him") == 0
    assert [line.split(":")[0] for line in file.read_text().splitlines()] == ["ann", "bob"]


def test_nobody_is_lost_when_two_are_added_at_once(file: Path) -> None:
    """The second waits until the first has written, and reads then."""
    with members.alone(file):
        other = subprocess.Popen(
            [sys.executable, "-m", "fujikoro_nb.hub", "member", "bob"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert other.stdin and other.stdout
        other.stdin.write(b"long enough for him\n")
        other.stdin.close()
        before = members.read(file)
        # It has its password and wants the file now.
        assert is_waiting(other)
        members.write(file, {**before, "ann": (b"salt", b"hash")})
    with other.stdout:
        assert other.wait(timeout=300) == 0
    assert sorted(members.read(file)) == ["ann", "bob"]


def is_waiting(process: subprocess.Popen[bytes]) -> bool:
    """Whether the process comes to wait for a lock rather than to its end."""
    while process.poll() is None:
        locks = Path("/proc/locks").read_text().splitlines()
        if any("->" in line and str(process.pid) in line.split() for line in locks):
            return True
    return False
