"""`fujikoro review`: a saved game looked at again, and saves that are none."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.cli import main
from fujikoro_nb.commands.game_files import open_game, read_game_file, write_game
from fujikoro_nb.commands.review import processes
from fujikoro_nb.engine.kernel import Unreadable


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.json"
    session = new_session(players=2, seed="command", seats=["Aki", "Bo"])
    play_out(session, bots_of(["heuristic"], players=2, seed="command"), most_turns=4)
    write_game(path, session)
    return path


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_game_is_reviewed_the_same_twice(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("review", str(game), "--budget", "3", "--player", "2")
    code, told = asked(capsys, *words, "--keep", str(tmp_path / "made"))
    assert (code, told["seat"], told["aim"], told["is_over"]) == (0, 1, "points", False)
    assert all(0 <= one["low"] <= one["chance"] <= one["high"] <= 1 for one in told["curve"])
    assert told["choice"]["low"] <= told["choice"]["value"] <= told["choice"]["high"]
    saves = [one.pop("save") for one in told["costliest"]]
    again = asked(capsys, *words)[1]
    for one in again["costliest"]:
        assert one.pop("save") is None
    assert again == told
    assert saves
    for one, save in zip(told["costliest"], saves, strict=True):
        there = open_game(read_game_file(Path(save)))
        assert (len(there.lines), there.question.kind) == (one["at"], one["kind"])
        assert one["low"] > 0


def test_people_read_it_in_sentences(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(game), "--budget", "2"]) == 0
    said = capsys.readouterr().out
    assert "Aki" in said
    assert "Chance to win" in said
    assert "{" not in said


@pytest.mark.parametrize(
    "words",
    [("--player", "3"), ("--player", "0"), ("--budget", "1"), ("--budget", "x"), ("--keep", "/no/where")],
)
def test_what_cannot_be_asked_is_one_sentence(
    game: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(game), *words]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_saves_that_are_none_are_one_sentence(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cut, flipped, empty, of another game, or no file at all."""
    chance, data = random.Random(19), game.read_bytes()
    bad = [b"", b"{}", b"[]", b"\xff\xfe", data[: len(data) // 2], b"[" * 100_000]
    for _ in range(12):
        at = chance.randrange(len(data))
        bad.append(data[:at] + bytes([data[at] ^ (1 << chance.randrange(7))]) + data[at + 1 :])
    path = tmp_path / "bad.json"
    for one in bad:
        path.write_bytes(one)
        assert main(["review", str(path)]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1
    other = tmp_path / "other.json"
    assert main(["play", "--game", "fuji99", "--seed", "1", "--save", str(other)]) == 0
    capsys.readouterr()
    for path in (other, tmp_path, tmp_path / "none.json"):
        assert main(["review", str(path)]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def _dies(_: object) -> None:
    os._exit(3)


def test_a_process_that_dies_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    with pytest.raises(Unreadable) as found, processes() as run:
        list(run(_dies, [1, 2]))  # type: ignore[arg-type, list-item]
    assert found.value.reason == "review-worker"


def test_nothing_is_said_of_choices_where_nothing_was_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new.json"
    write_game(path, new_session(players=2, seed="new", seats=["Aki", "Bo"]))
    assert main(["review", str(path), "--budget", "2"]) == 0
    assert "Choices" not in capsys.readouterr().out
