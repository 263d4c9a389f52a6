"""`fujikoro play --mode coop` and `--mode solo`: games of a group by random bots, and what is told of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Session
from tests.support.sampling import sample

KEYS = {"mode", "players", "round", "phase", "ended_by", "lives", "goals", "turns", "answers", "save"}
ROUNDS = {1: 33}
SEEDS = range(1, 21)


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("players", range(1, 7))
def test_a_group_plays_to_an_end(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in sample(SEEDS, 3):
        code, told = asked(capsys, "play", "--mode", "coop", "--players", str(players), "--seed", str(seed))
        assert (code, set(told), told["mode"], told["players"]) == (0, KEYS, "coop", players)
        assert told["ended_by"] in ("won", "lost-life", "lost-time")
        assert 1 <= told["round"] <= ROUNDS.get(players, 28)
        assert (0 in told["lives"]) == (told["ended_by"] == "lost-life")
        assert len(told["lives"]) == players
        assert set(told["goals"]) == {"legend", "all-out", "magic-each", "magic-set"}
        assert told["phase"] == ("final" if told["round"] > ROUNDS.get(players, 28) - 8 else "normal")


def test_solo_is_for_one_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "play", "--mode", "solo")
    assert (code, told["mode"], told["players"]) == (0, "solo", 1)
    assert main(["play", "--mode", "solo", "--seed", "2"]) == 0
    assert "Round" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (("--mode", "coop", "--players", "7"), "coop.mode.players"),
        (("--mode", "solo", "--players", "2"), "solo.mode.coop-rules"),
        (("--mode", "coop", "--peaceful"), "variant.peaceful"),
        (("--players", "1"), "setup.players.count"),
    ],
)
def test_what_nobody_can_play_exits_two(
    words: tuple[str, ...], rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = asked(capsys, "play", *words)
    assert code == 2
    assert rule in json.dumps(told)


def test_an_unknown_mode_exits_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--mode", "none"]) == 2
    assert "none" in capsys.readouterr().err


def test_a_game_is_kept_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "together.json"
    code, told = asked(capsys, "play", "--mode", "coop", "--players", "2", "--seed", "5", "--save", str(path))
    session = Session.load(GAME, path.read_bytes())
    assert (code, len(session.lines)) == (0, told["answers"])
    assert session.state.party is not None and session.state.party.outcome == told["ended_by"]
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["is_over"], again["turns"]) == (0, True, True, told["turns"])


def test_a_game_is_broken_off(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = asked(capsys, "play", "--mode", "coop", "--players", "4", "--turns", "3")
    assert (told["ended_by"], told["turns"]) == ("turns", 3)


def test_a_group_is_told_how_many_goals_it_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--mode", "coop", "--seed", "1"]) == 0
    assert "0 of 4 goals reached." in capsys.readouterr().out


def test_replay_says_mode_round_and_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "solo.json"
    _, told = asked(capsys, "play", "--mode", "solo", "--seed", "4", "--save", str(path))
    _, again = asked(capsys, "replay", str(path))
    assert {key: again[key] for key in ("mode", "round", "ended_by")} == {
        key: told[key] for key in ("mode", "round", "ended_by")
    }


def test_setup_lays_out_for_as_many_as_the_mode_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "setup", "--mode", "solo")
    assert (code, told["mode"], told["players"]) == (0, "solo", 1)
    assert asked(capsys, "setup", "--mode", "coop")[1]["players"] == 3
