"""`fujikoro odds` and `fujikoro fight`, as a script and as a person uses them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.cli import main
from fujikoro_nb.commands.fight import play_in_terminal
from fujikoro_nb.commands.fight_setup import blueprint_of
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import guard_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.odds import Foe, Samurai, solve, solve_guarded
from tests.support.gear_positions import board
from tests.support.sampling import examples

WEAPON, HELMET = "WWM..:...", "MM"


@pytest.fixture(autouse=True)
def nobody_entered_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = main(["odds", "--json", *arguments])
    return code, json.loads(capsys.readouterr().out)


def test_odds_are_the_solvers(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "8/5/3")
    faces = {die.material: die for die in house_pack().dice}
    odds = solve(Samurai.of(board(weapon=WEAPON, helmet=HELMET)), Foe(8, 5, 3, 5), faces)
    assert code == 0
    assert told["win"] == pytest.approx(float(odds.win), abs=1e-12)
    assert told["conscious"] == pytest.approx(float(odds.conscious), abs=1e-12)
    assert told["win"] + told["retreat"] + told["knocked_out"] == pytest.approx(1, abs=1e-9)
    assert {"method", "policy", "error", "decision"} <= set(told)
    assert told["first"] == "dragon"  # length 3 against 5
    assert told["house_dice"] == "WMTG"


def test_a_green_dragon_is_the_printed_one(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = asked(capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "green")
    numbers = {name: told["dragon"][name] for name in ("health", "initiative", "dice")}
    assert numbers == {"health": 12, "initiative": 9, "dice": 4}  # example.joint-fight


def test_a_monk_strikes_first(capsys: pytest.CaptureFixture[str]) -> None:
    """combat.init.monk-first; the thrown cube and the monk are put where they are said to be."""
    _, without = asked(capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "8/5/3")
    _, sent = asked(capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "8/5/3", "--monk", "M")
    assert sent["first"] == "samurai"
    assert sent["win"] > without["win"]
    assert sent["decision"]["asks"] == "send-monk"


def test_no_monk_against_the_white_dragon(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "--weapon", WEAPON, "--dragon", "60/12/6", "--monk", "M")
    assert (code, told["error"]["reason"]) == (2, "monk-legendary")


def test_a_house_dragon_says_that_it_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    main(["odds", "--weapon", WEAPON, "--dragon", "blue"])
    assert "House dragon" in capsys.readouterr().err
    main(["odds", "--weapon", WEAPON, "--dragon", "8/5/3"])
    assert "House dragon" not in capsys.readouterr().err


@pytest.mark.parametrize("others", [["--monk", "M"], ["--ally", f"{WEAPON}={HELMET}"]])
def test_who_is_first_among_several_is_not_for_the_asking(
    capsys: pytest.CaptureFixture[str], others: list[str]
) -> None:
    words = ["--weapon", WEAPON, "--dragon", "8/5/3", "--first", "dragon"]
    code, told = asked(capsys, *words, *others)
    assert (code, told["error"]["reason"]) == (2, "first-alone")


def test_an_ally_helps(capsys: pytest.CaptureFixture[str]) -> None:
    _, alone = asked(capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "8/5/3")
    _, along = asked(
        capsys, "--weapon", WEAPON, "--helmet", HELMET, "--dragon", "8/5/3", "--ally", f"{WEAPON}={HELMET}"
    )
    assert along["win"] > alone["win"]
    assert len(along["fighters"]) == 2
    assert along["decision"] is None


def test_illegal_gear_is_an_answer_with_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "--weapon", "WWWWW:.../WWWW.:...", "--dragon", "8/5/3")
    assert code == 0
    assert told["legal"] is False
    assert told["refusals"][0]["rule"] == "craft.weapon.one-handed.max-cubes"


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--dragon", "purple"),
        ("--dragon", "0/0/0"),
        ("--dragon", "9999/1/1"),
        ("--dragon", "8/5/-3"),
        ("--monk", "X"),
        ("--monk", "roof:M"),
        ("--ally", "WWM"),
        ("--ally", "=Q"),
        ("--blueprint", "boots:M"),
        ("--blueprint", "helmet:"),
        ("--ruling", "combat.retreat.optional=never"),
        ("--character", "bob"),
        ("--backpack", "WWWWWWWWWWWWWWWW"),
        ("--weapon", "QQ"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    capsys: pytest.CaptureFixture[str], option: str, text: str
) -> None:
    code, told = asked(capsys, "--weapon", WEAPON, "--dragon", "8/5/3", option, text)
    assert code == 2
    assert told["error"]["sentence"].endswith(".")
    assert "\n" not in told["error"]["sentence"]


# ---- a fight


def position(**options: Any) -> Namespace:
    given_ = {
        "weapon": WEAPON,
        "helmet": HELMET,
        "sandals": "",
        "dragon": "3/5/3",
        "backpack": "W",
        "blueprint": [],
        "lost_blueprint": [],
        "players": 3,
        "character": "symmetric",
        "ruling": [],
        "pack": None,
        "monk": ["lower-area"],
        "seed": "paper",
        "save": None,
        "guard": [],
        "json": True,
    }
    return Namespace(**given_ | options)


def played(*lines: str, **options: Any) -> list[dict[str, Any]]:
    told: list[str] = []
    assert play_in_terminal(position(**options), lines, told.append, is_asked=False) == 0
    return [json.loads(line) for line in told]


def kinds(told: dict[str, Any]) -> list[str]:
    return [each["kind"] for each in told["events"]]


def test_a_fight_with_real_dice_from_the_monk_to_the_reward() -> None:
    """The monk's wood die takes one of three. W W M without a hit more than needed, and the metal cube breaks."""
    told = played("send lower-area", "roll W 1", "attack left WWM", "roll W 1 0, M 2*")
    # One cube in the backpack, one metal in the weapon: throw and loss are forced and answer themselves.
    asked_for = [answer["question"]["kind"] for answer in told if answer["question"] is not None]
    assert asked_for == ["send-monk", "roll", "roll-dice", "roll"]
    assert told[-1]["over"]
    happened = [kind for answer in told for kind in kinds(answer)]
    assert happened.count("combat-over") == 1
    assert "dragon-defeated" in happened
    assert "reward" in happened
    assert "cubes-broken" in happened  # the roll that kills breaks as well
    left = [
        each["data"]["health"] for answer in told for each in answer["events"] if "health" in each["data"]
    ]
    assert left == [2, 2, 0]  # after the monk, when the order is fixed, after the attack


def test_an_impossible_roll_is_refused_and_changes_nothing() -> None:
    told = played("send lower-area", "roll W 5", "roll W 1 1", "roll M 1", "undo", "undo")
    sentences = [answer["refused"]["sentence"] for answer in told if "refused" in answer]
    assert len(sentences) == 3
    notes = [answer["note"] for answer in told if "note" in answer]
    assert notes[0].startswith("Taken back: send lower-area")
    assert "nothing" in notes[1].lower()


def test_odds_in_a_fight_name_the_best_answer() -> None:
    told = played("keep", "roll T 0 0 0", "odds", dragon="9/5/3")
    (odds,) = [answer["odds"] for answer in told if "odds" in answer]
    costs = [one["cost"] for one in odds["alternatives"]]
    assert odds["asks"] == "roll-dice"
    assert costs[0] == 0
    assert costs == sorted(costs)


def test_the_same_seed_rolls_the_same_dice_and_the_save_is_the_fight(tmp_path: Path) -> None:
    lines = ("keep", "", "attack left WWM", "", "", "")
    assert played(*lines) == played(*lines)
    file = tmp_path / "fight.json"
    played(*lines, save=file)
    again = Session.load(FIGHT_GAME, file.read_bytes())
    assert again.disagreement is None
    assert again.replay()[0] == again.state


@pytest.mark.parametrize(
    ("monk", "source"), [("M", "lower-area"), ("action", "action"), ("weapon:W", "weapon")]
)
def test_a_fights_monk_is_written_as_for_the_odds(monk: str, source: str) -> None:
    first, *_ = played("undo", monk=[monk])
    assert first["question"]["options"] == ["keep", f"send {source}"]


def test_a_monk_nowhere_is_one_sentence() -> None:
    told: list[str] = []
    assert play_in_terminal(position(monk=["banana"]), [], told.append, is_asked=False) == 2
    assert "no monk" in json.loads(told[0])["error"]["sentence"]


def test_a_save_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    told: list[str] = []
    options = position(save=tmp_path / "nowhere" / "fight.json")
    assert play_in_terminal(options, ["keep"], told.append, is_asked=False) == 2
    assert "cannot be kept" in json.loads(told[-1])["error"]["sentence"]


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.one_of(st.text(max_size=60), st.sampled_from(["undo", "redo", "odds", "log", "", "stay"])))
)
def test_any_lines_are_answered_and_none_breaks_the_fight(lines: list[str]) -> None:
    for answer in played(*lines):
        assert set(answer) & {"events", "note", "refused", "odds", "options"}


def test_the_command_reads_answers_from_a_pipe(tmp_path: Path) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "fujikoro_nb",
            "fight",
            "--weapon",
            WEAPON,
            "--dragon",
            "3/5/3",
            "--seed",
            "x",
        ],
        input="keep\n\nhelp\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"FUJIKORO_DATA": str(tmp_path)},
    )
    assert run.returncode == 0
    assert run.stderr == ""
    assert "Send a monk" in run.stdout or "The order is fixed" in run.stdout


# ---- monks and guards who fight (scenarios 4 and 7)

GUARD = ["weapon:WWM", "helmet:MW/.M"]


@pytest.mark.rule("scenario.4.competitive.monk-stats", "scenario.4.competitive.monk-broken-gives-wood")
def test_a_fight_with_a_monk_who_strikes_first() -> None:
    """Four wooden dice, four health, wood for what breaks; the odds in it are those of this monk."""
    told = played("roll W 0 0 0 0", "odds", "attack left WWM", "roll W 1 1, M 2", dragon="monk")
    first = told[0]["question"]
    assert (first["kind"], first["data"]) == ("roll", {"wood": 4, "metal": 0, "tooth": 0, "magic": 0})
    (odds,) = [answer["odds"] for answer in told if "odds" in answer]
    faces = {die.material: die for die in house_pack().dice}
    mine = Samurai.of(board(weapon=WEAPON, helmet=HELMET))
    solved = solve(mine, Foe.monk(), faces, first="samurai")
    assert odds["alternatives"][0]["win"] == pytest.approx(float(solved.win), abs=1e-9)
    happened = [kind for answer in told if "events" in answer for kind in kinds(answer)]
    assert {"monk-beaten", "monk-fight-over"} <= set(happened) and told[-1]["over"]
    (struck,) = [answer for answer in played("roll W 1* 0 0 0", dragon="monk") if answer["events"]]
    assert "scenario.4.competitive.monk-broken-gives-wood" in {each["rule"] for each in struck["events"]}


@pytest.mark.rule("scenario.7.solo.hostile-decisions", "scenario.7.solo.samurai-combat-rules")
def test_a_fight_with_a_guard_whom_nobody_plays() -> None:
    """It was there first and is longer, so it strikes; only the samurai is asked, and odds say why they are silent."""
    told = played("roll W 0 0, M 0, G 0", "odds", "attack left WWM", dragon="guard", guard=GUARD)
    seats = {answer["question"]["seat"] for answer in told if answer.get("question")}
    assert seats == {-1, 0} and told[0]["question"]["data"] == {"wood": 2, "metal": 1, "tooth": 0, "magic": 1}
    (silent,) = [answer["refused"]["sentence"] for answer in told if "refused" in answer]
    assert silent.startswith("Against a fallen")


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules")
def test_odds_against_a_guard_are_the_solvers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--weapon", "WWWMM", "--helmet", "MMMM", "--dragon", "guard"]
    code, told = asked(capsys, *words, *(word for one in GUARD for word in ("--guard", one)))
    faces = {die.material: die for die in house_pack().dice}
    stander = guard_of([blueprint_of(one) for one in GUARD], board().limits, ADOPTED)
    odds = solve_guarded(Samurai.of(board(weapon="WWWMM", helmet="MMMM")), stander, faces)
    assert code == 0 and (told["win"], told["lose"], told["drawn"]) == (odds.mover, odds.stander, odds.drawn)
    assert told["guard"]["helmet"].endswith("+G") and "+G" in told["guard"]["weapon"]
    assert told["house_dice"] == "WMTG"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--dragon", "guard"], "guard-weapon"),
        (["--dragon", "guard", "--guard", "helmet:M"], "guard-weapon"),
        (["--dragon", "guard", "--guard", "weapon:WW", "--guard", "weapon:WM"], "guard-twice"),
        (["--dragon", "guard", "--guard", "weapon"], "blueprint-text"),
        (["--dragon", "green", "--guard", "weapon:WWM"], "guard-alone"),
        (["--dragon", "guard", "--guard", "weapon:WWM", "--monk", "M"], "guard-alone"),
        (["--dragon", "guard", "--guard", "weapon:WWM", "--ally", "WWM=M"], "guard-alone"),
    ],
)
def test_what_is_no_guard_is_one_sentence(
    capsys: pytest.CaptureFixture[str], words: list[str], reason: str
) -> None:
    code, told = asked(capsys, "--weapon", WEAPON, *words)
    assert (code, told["error"]["reason"]) == (2, reason)


def test_a_guard_of_a_card_that_is_no_gear_is_refused_by_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = asked(capsys, "--weapon", WEAPON, "--dragon", "guard", "--guard", "weapon:W.W.W")
    assert [one["rule"] for one in told["refusals"]] == ["scenario.7.solo.fallen-gear"]
