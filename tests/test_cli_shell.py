"""The command among other programs: closed pipes, and one sentence that names what could have been said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import fujikoro_nb as fk
from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.paths import PACKAGE

HOUSE = str(PACKAGE / "content" / "house")
CASES = str(Path(__file__).parent.parent / "cases")
COMMANDS = [
    ("content", "check", HOUSE, "--json"),
    ("gear", "WW", "--kind", "helmet"),
    ("gear", "WW", "--kind", "helmet", "--json"),
    ("solve", "--card", "house-helmet-1", "--backpack", "WWMM"),
    ("check-cases", CASES),
]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_closed_pipe_ends_every_command_quietly(words: tuple[str, ...]) -> None:
    """Nobody reads: the other end is closed before the command writes."""
    command = [sys.executable, "-m", "fujikoro_nb", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=60), said) == (141, "")


def one_sentence(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_an_unknown_switch_lists_the_switches(capsys: pytest.CaptureFixture[str]) -> None:
    said = one_sentence(capsys, "gear", "WW", "--kind", "helmet", "--ruling", "a=b")
    assert said.startswith("“a” has no choice")
    assert all(name in said for name in SWITCHES)


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=lambda switch: switch.rule)
def test_an_unknown_reading_lists_the_readings(capsys: pytest.CaptureFixture[str], switch) -> None:
    said = one_sentence(capsys, "gear", "WW", "--kind", "helmet", "--ruling", f"{switch.rule}=b")
    assert said.startswith(f"“b” is no reading of {switch.rule}")
    assert all(name in said for name in switch.readings)


def test_an_unknown_character_lists_the_characters() -> None:
    with pytest.raises(fk.Unreadable) as caught:
        fk.character("bob")
    said = str(caught.value)
    assert said.startswith("“bob” is no character")
    assert all(name in said for name in CHARACTERS)


def test_what_a_notebook_shows_of_an_error_is_its_sentence() -> None:
    with pytest.raises(fk.Unreadable, match="“X” at character 2 of “WX” is no cube"):
        fk.parse_gear("WX", fk.GearKind.HELMET, fk.character("symmetric"))
    with pytest.raises(fk.Illegal, match=r"^[A-Z].*\.$"):
        fk.parse_gear("WWWWWWWWWW", fk.GearKind.HELMET, fk.character("symmetric"))
