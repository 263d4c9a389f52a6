"""`fujikoro play` and `fujikoro replay`: whole games of bots, and what becomes of a saved file."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.bots import chance_of, new_session
from fujikoro_nb.cli import main
from fujikoro_nb.commands.game_files import open_game, read_game_file, write_game
from fujikoro_nb.content import disk
from fujikoro_nb.engine import games
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.turn import TurnRules
from fujikoro_nb.engine.kernel import Seat, Session, Unreadable, refuse
from fujikoro_nb.texts import say
from tests.toy.embers import EMBERS

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("--players", "2", "--seed", "7", "--turns", "12")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_play_tells_how_it_went_and_keeps_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    code, told = asked(capsys, "play", *QUICK, "--save", str(path))
    session = Session.load(GAME, path.read_bytes())
    assert code == 0
    assert set(told) == {"players", "turns", "answers", "ended_by", "scores", "winner", "save"}
    assert (told["players"], told["turns"], told["ended_by"], told["winner"]) == (2, 12, "turns", None)
    assert told["answers"] == len(session.lines)
    assert told["scores"] == [samurai.score for samurai in session.state.samurai]
    assert told["save"] == str(path)
    assert session.setting.seats == ("random", "random")
    assert list(tmp_path.iterdir()) == [path]  # nothing half-written stays beside it
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["answers"], again["turns"]) == (0, True, told["answers"], 12)
    assert (again["unplayed"], again["is_over"]) == (0, False)


def test_bots_play_characters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One a seat, so nobody counts the players; the save plays on as it is. Who cannot play is told by the rule."""
    path = tmp_path / "game.json"
    for mode, who in (
        ("competitive", "tomoe,Daisuke"),
        ("coop", "masako,mitsuhide,yoshihiro"),
        ("solo", "takeko"),
    ):
        words = ("--mode", mode, "--characters", who, "--bots", "heuristic", "--turns", "6")
        code, told = asked(capsys, "play", *words, "--save", str(path))
        assert (code, told["players"]) == (0, len(who.split(",")))
        state = Session.load(GAME, path.read_bytes()).state
        assert [board.character.name for board in state.boards] == who.lower().split(",")
        assert asked(capsys, "replay", str(path))[1]["agrees"] is True
    assert main(["play", "--mode", "solo", "--characters", "daisuke"]) == 2
    assert "(solo.setup.daisuke-impossible)" in capsys.readouterr().err
    assert main(["play", "--characters", "goro"]) == 2
    assert "daisuke" in capsys.readouterr().err


def test_play_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "play", *QUICK) == asked(capsys, "play", *QUICK)


@pytest.mark.parametrize("seed", ["7", "8", "9"])
def test_a_finished_game_has_a_winner(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """end.winner: the most points; a seat alone at the top has won, whatever the order of escapes."""
    code, told = asked(capsys, "play", "--players", "2", "--seed", seed, "--bots", "heuristic,random")
    assert (code, told["ended_by"]) == (0, "end")
    assert told["scores"].count(max(told["scores"])) == 1
    assert told["winner"] == told["scores"].index(max(told["scores"]))


def test_a_planner_thinks_within_its_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """The same budget plays the same; where no bot thinks, or for what is no budget, it is refused."""
    words = (
        "play",
        "--players",
        "2",
        "--seed",
        "7",
        "--turns",
        "2",
        "--bots",
        "planner,heuristic",
        "--budget",
        "3",
    )
    code, told = asked(capsys, *words)
    assert (code, told["turns"]) == (0, 2)
    assert asked(capsys, *words) == (code, told)
    assert main([*words[:-1], "soon"]) == 2
    assert "1.5s" in capsys.readouterr().err
    for others, said in (
        (("--bots", "heuristic"), "planner"),
        (("--bots", "strong", "--game", "fuji99"), "budget"),
    ):
        assert main(["play", "--players", "2", "--budget", "3", *others]) == 2
        assert said in capsys.readouterr().err


def test_play_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *QUICK]) == 0
    said = capsys.readouterr().out
    assert "12 turns" in said
    assert "Player 2 (random)" in said


def test_play_with_and_without_duels_and_adventures(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert main(["play", *QUICK, "--adventures", "--peaceful", "--save", str(path)]) == 0
    mode = Session.load(GAME, path.read_bytes()).state.mode
    assert (mode.has_adventures, mode.may_duel) == (True, False)


def test_any_seed_plays() -> None:
    """Half a character, as a terminal hands over a byte that is no text."""
    assert (
        main(["play", "--bots", "random,heuristic", "--players", "2", "--turns", "2", "--seed", "\udcff"])
        == 0
    )
    assert chance_of(7, Seat(1)).random() == chance_of("7", Seat(1)).random()
    assert chance_of("\udcff", Seat(0)).random() == chance_of("?", Seat(0)).random()


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--players", "1"),
        ("play", "--players", "7"),
        ("play", "--bots", "nobody"),
        ("play", "--bots", "random,random"),
        ("play", "--turns", "0"),
        ("play", "--ruling", "nothing"),
        ("play", *QUICK, "--save", "{folder}/none/game.json"),
        ("play", *QUICK, "--save", "{folder}"),
        ("replay", "{folder}/none.json"),
        ("replay", "{folder}"),
        ("replay", "{folder}/foreign.json"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "foreign.json").write_text('{"format": 1, "game": "chess"}', encoding="utf-8")
    words = tuple(word.replace("{folder}", str(tmp_path)) for word in words)
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    code, told = asked(capsys, *words)
    rule = told["error"].get("rule")
    assert (code, said.err.strip()) == (2, told["error"]["sentence"] + (f" ({rule})" if rule else ""))


def test_a_damaged_or_future_save_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    main(["play", *QUICK, "--save", str(path)])
    capsys.readouterr()
    good = path.read_bytes()
    for damage, reason in (
        (good[: len(good) // 2], "save-broken"),
        (good.replace(b'"Act"', b'"Ace"', 1), "save-changed"),
        (good.replace(b'"format":', b'"format":9', 1), "save-newer"),
        (good.replace(b'"game":"fuji-koro"', b'"game":"chess"', 1), "save-changed"),
    ):
        path.write_bytes(damage)
        code, told = asked(capsys, "replay", str(path))
        assert (code, told["error"]["reason"]) == (2, reason)


def test_replay_says_where_todays_rules_part_with_a_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that refuses to rest from now on: the log is followed up to the first rest."""
    path = tmp_path / "game.json"
    main(["play", *QUICK, "--save", str(path)])
    capsys.readouterr()
    answers = [line.entry.answer for line in Session.load(GAME, path.read_bytes()).lines]
    first = answers.index(Act("rest"))
    refusal = refuse("turn.rest.needs-disc")
    monkeypatch.setattr(TurnRules, "_check_rest", lambda *_: refusal)
    code, told = asked(capsys, "replay", str(path))
    assert (code, told["agrees"], told["answers"]) == (1, False, first)
    assert told["unplayed"] == len(answers) - first
    assert (told["differs"]["reason"], told["differs"]["rule"]) == ("differs-refused", "turn.rest.needs-disc")
    assert told["differs"]["number"] == first + 1


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    write_game(path, new_session(players=2, seed=1))
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(disk.os, "fsync", full)
    with pytest.raises(Unreadable) as error:
        write_game(path, new_session(players=3, seed=2))
    assert error.value.reason == "file-folder"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_fight_is_replayed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fight.json"
    words = ["fight", "--weapon", "WWM", "--dragon", "8/5/3", "--seed", "1", "--save", str(path), "--json"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", StringIO("\n"))
        assert main(words) == 0
    capsys.readouterr()
    code, told = asked(capsys, "replay", str(path))
    assert (code, told["agrees"]) == (0, True)
    assert open_game(read_game_file(path)).game.name == told["game"]
    assert "turns" not in told
    assert main(["escape", str(path)]) == 2
    assert say("unreadable.escape-fight", text="").strip() in capsys.readouterr().err


@pytest.mark.parametrize(
    "save", sorted((ROOT / "tests" / "toy" / "saves").glob("*.json")), ids=lambda save: save.stem
)
def test_a_save_of_another_game_is_replayed_and_told_as_one(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No turns are counted that it does not have, and it is not taken for a fight."""
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, EMBERS.name: EMBERS})
    assert main(["replay", str(save)]) == 0
    lines = len(Session.load(EMBERS, save.read_bytes()).lines)
    assert capsys.readouterr().out.splitlines()[0] == say("play.replayed", answers=lines)
    code, told = asked(capsys, "replay", str(save))
    assert (code, told["game"], "turns" in told) == (0, EMBERS.name, False)
    assert main(["escape", str(save)]) == 2
    assert say("unreadable.escape-other-game", text="").strip() in capsys.readouterr().err
