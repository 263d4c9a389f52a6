"""The command among other programs: closed pipes, and one sentence that names what could have been said."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

import fujikoro_nb as fk
from fujikoro_nb import cli
from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import refuse
from fujikoro_nb.paths import PACKAGE

HOUSE = str(PACKAGE / "content" / "house")
CASES = str(Path(__file__).parents[2] / "cases")
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


def test_a_closed_pipe_of_windows_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows calls it an invalid argument; on other systems, or of another file, that stays a fault."""

    class Closed:
        def write(self, _: str) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")

        def flush(self) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

    words = ["gear", "WW", "--kind", "helmet"]
    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(OSError, match="Invalid argument"):
        main(words)
    monkeypatch.setattr(cli, "_IS_WINDOWS", True)
    monkeypatch.setattr(cli, "_give_up_output", lambda: None)
    assert main(words) == 141


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


@pytest.mark.parametrize("before", ["", "import fujikoro_nb; fujikoro_nb.Unreadable"])
def test_an_error_says_the_same_whatever_was_imported_before(before: str) -> None:
    code = f"{before}\nfrom fujikoro_nb.engine.fujikoro.characters import character\ncharacter('bob')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert "“bob” is no character" in done.stderr


def test_an_error_without_a_sentence_still_says_what_it_carries() -> None:
    assert str(fk.Unreadable("no-such-reason", "WX", 1)) == "no-such-reason: 'WX' at 1"
    assert str(fk.Unreadable("character", "bob", 0)) == "character: 'bob' at 0", "a slot that nobody filled"
    assert str(fk.Illegal(refuse("no.such.rule"), refuse("craft.waste"))) == "no.such.rule; craft.waste"
    assert str(fk.Illegal()) == ""


def test_what_a_notebook_shows_of_an_error_is_its_sentence() -> None:
    with pytest.raises(fk.Unreadable, match="“X” at character 2 of “WX” is no cube"):
        fk.parse_gear("WX", fk.GearKind.HELMET, fk.character("symmetric"))
    with pytest.raises(fk.Illegal, match=r"^[A-Z].*\.$"):
        fk.parse_gear("WWWWWWWWWW", fk.GearKind.HELMET, fk.character("symmetric"))
