"""The file of members: who is in it may log in, and nobody learns a password from it."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest

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
    door = members.Members(file=str(file), allow_all=True)
    data = {"username": name, "password": password}
    return asyncio.run(door.authenticate(None, data)) == name


def test_a_member_is_added_changed_and_taken_out(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert member(monkeypatch, "eve", password="long enough for her") == 0
    assert capsys.readouterr().out == say("hub.added", name="eve") + "\n"
    assert lets_in(file, "eve", "long enough for her")
    assert member(monkeypatch, "eve", password="another one of hers") == 0
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
