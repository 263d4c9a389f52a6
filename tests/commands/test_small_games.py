"""`fujikoro play --game`, `replay` and `advise`: the small games from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.kernel import read_save, write_save


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_fuji_99_is_played_kept_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.json"
    words = ("play", "--game", "fuji99", "--players", "2", "--bots", "heuristic", "--seed", "1")
    code, told = asked(capsys, *words, "--save", str(path))
    assert code == 0
    assert list(told) == ["game", "players", "turns", "answers", "ended_by", "floors", "winners", "save"]
    assert (told["game"], told["players"], told["ended_by"], told["save"]) == ("fuji99", 2, "end", str(path))
    assert told["floors"][told["winners"][0]] == 99
    assert asked(capsys, *words)[1] == {**told, "save": None}
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["answers"], again["is_over"]) == (0, True, told["answers"], True)


def test_makai_is_played_kept_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.json"
    words = ("play", "--game", "makai", "--players", "3", "--bots", "heuristic,random,random", "--seed", "2")
    variants = ("--variant", "watch-first", "--variant", "exchange")
    code, told = asked(capsys, *words, *variants, "--save", str(path))
    keys = ["game", "players", "tournaments", "answers", "ended_by", "gold", "winners", "save"]
    assert (code, list(told)) == (0, keys)
    assert (told["game"], told["players"], told["ended_by"]) == ("makai", 3, "end")
    assert max(told["gold"]) >= 80
    most = max(told["gold"])
    assert told["winners"] == [seat for seat, gold in enumerate(told["gold"]) if gold == most]
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["answers"], again["is_over"]) == (0, True, told["answers"], True)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"strength":8', b'"strength":7', 1))
    assert main(["replay", str(path)]) == 2
    capsys.readouterr()
    # A card twice, with a right check: no beginning of this game.
    save = read_save(data)
    first = bytes(save.start).partition(b'"cards":[')[2].partition(b"}")[0] + b"},"
    start = bytes(save.start).replace(b'"cards":[', b'"cards":[' + first, 1)
    path.write_bytes(write_save(msgspec.structs.replace(save, start=msgspec.Raw(start))))
    assert main(["replay", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_agreed_number_of_tournaments_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "play",
        "--game",
        "makai",
        "--variant",
        "tournaments=3",
        "--variant",
        "double-last",
        "--seed",
        "3",
    )
    code, told = asked(capsys, *words)
    assert (code, told["players"], told["tournaments"], told["ended_by"]) == (0, 4, 3, "end")
    assert main([*words]) == 0
    assert "Makai Fuda is over after 3 tournaments" in capsys.readouterr().out
    assert (
        asked(capsys, "play", "--game", "makai", "--bots", "strong,random,random,random", "--turns", "1")[1][
            "ended_by"
        ]
        == "turns"
    )


def test_one_changed_byte_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.json"
    main(["play", "--game", "fuji99", "--turns", "3", "--save", str(path)])
    data = path.read_bytes()
    capsys.readouterr()
    for wrong in (data.replace(b'"pagoda":52', b'"pagoda":53', 1), data[:-9], data + b"\xed\xa0\x80"):
        assert wrong != data
        path.write_bytes(wrong)
        assert main(["replay", str(path)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_small_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--game", "fuji99", "--players", "3", "--turns", "2"]) == 0
    said = capsys.readouterr().out
    assert "broken off after 2 turns" in said
    assert "Player 3 (random): floor" in said


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--game", "chess"),
        ("play", "--game", "fuji99", "--players", "1"),
        ("play", "--game", "fuji99", "--players", "5"),
        ("play", "--game", "fuji99", "--players", "1000000000"),
        ("play", "--game", "fuji99", "--bots", "nobody"),
        ("play", "--game", "fuji99", "--bots", "random,random,random"),
        ("play", "--game", "fuji99", "--adventures"),
        ("play", "--game", "fuji99", "--peaceful"),
        ("play", "--game", "fuji99", "--mode", "coop"),
        ("play", "--game", "fuji99", "--variant", "exchange"),
        ("play", "--variant", "exchange"),
        ("play", "--game", "fuji99", "--turns", "0"),
        ("play", "--game", "fuji99", "--ruling", "end.tie=escaped"),
        ("play", "--game", "fuji99", "--players", "4", "--ruling", "fuji99.setup.bag-contents=four"),
        ("play", "--game", "makai", "--players", "2"),
        ("play", "--game", "makai", "--players", "5"),
        ("play", "--game", "makai", "--bots", "expert"),
        ("play", "--game", "fuji99", "--bots", "strong"),
        ("play", "--game", "makai", "--adventures"),
        *(
            ("play", "--game", "makai", "--variant", f"tournaments={number}")
            for number in ("0", "-1", "1e9", "x", "", "100", "99999999999999999999")
        ),
        ("play", "--game", "makai", "--variant", "double-last"),
        ("play", "--game", "makai", "--variant", "exchange=2"),
        ("play", "--game", "makai", "--variant", "nothing"),
        ("play", "--game", "makai", "--ruling", "fuji99.card.next-ten=no-effect"),
        ("advise", "--game", "chess", "--bag", "T6"),
        ("advise", "--bag", "T-1"),
        ("advise", "--bag", "T9999"),
        ("advise", "--bag", "T0"),
        ("advise", "--bag", ""),
        ("advise", "--bag", "T6T4"),
        ("advise", "--bag", "T6Y25"),
        ("advise", "--bag", "T6Y4R3", "--sheet", "R3"),
        ("advise", "--bag", "T6Y4R3", "--sheet", "T1"),
        ("advise", "--bag", "T6Y4R3", "--floor", "100"),
        ("advise", "--bag", "T6Y4R3", "--gained", "-1"),
        ("advise", "--bag", "T6Y4R3", "--number", "4"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, and nothing is written."""
    path = tmp_path / "kept.json"
    told = (*words, "--save", str(path)) if words[0] == "play" else words
    assert main([*told]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert not path.exists()


def test_advice_on_a_full_bag(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "advise", "--game", "fuji99", "--bag", "T6Y4R3")
    busts = {one["n"]: one["bust"] for one in told["draw"]}
    assert code == 0
    assert [busts[n] for n in (5, 6, 7, 8)] == ["5/143", "10/143", "35/286", "28/143"]
    assert (told["best"], told["advice"], told["house"]) == (5, "draw", True)


def test_advice_with_two_red_cubes_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Six of eleven draws of five are safe: 10 floors at 6/11 are more than 5, 11 are less than 6."""
    words = ("advise", "--game", "fuji99", "--bag", "T6Y4R1", "--sheet", "R2", "--gained")
    assert asked(capsys, *words, "5")[1]["advice"] == "draw"
    assert asked(capsys, *words, "6")[1]["advice"] == "stop"
    assert main([*words, "6"]) == 0
    assert "Stop and keep 6 floors" in capsys.readouterr().out
