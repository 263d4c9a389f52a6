"""What a terminal shows while bots play: one line after half a second, gone before the answer; nothing elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from itertools import count
from pathlib import Path

import pytest

from fujikoro_nb.commands.progress_line import ProgressLine

pty = pytest.importorskip("pty", reason="Windows has no such terminals", exc_type=ImportError)

QUICK = ("play", "--players", "2", "--seed", "7", "--turns", "12")
AT_ONCE = (
    "import sys\n"
    "from fujikoro_nb.commands import progress_line\n"
    "progress_line.PATIENCE = progress_line.BETWEEN = 0\n"  # so that a short game is long enough
    "from fujikoro_nb.cli import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


def on_terminal(*words: str) -> tuple[str, str]:
    """What a run writes to stdout, and what its terminal gets from stderr."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", AT_ONCE, *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, cwd=Path(__file__).parents[2]
    ) as run:
        os.close(theirs)
        told = b""
        try:
            while piece := os.read(ours, 4096):
                told += piece
        except OSError:  # how Linux says that nobody writes any more
            pass
        out = run.stdout.read() if run.stdout else b""
    os.close(ours)
    assert run.returncode == 0
    return out.decode(), told.decode()


def seen(written: str) -> str:
    """What stands on the line in the end."""
    line: list[str] = []
    at = 0
    for letter in written:
        if letter == "\r":
            at = 0
        else:
            line[at : at + 1] = letter
            at += 1
    return "".join(line).rstrip()


def test_a_terminal_sees_turns_and_points_and_then_only_the_answer() -> None:
    out, told = on_terminal(*QUICK)
    lines = told.split("\r")
    assert any("11 turns" in line and "points:" in line for line in lines)
    assert "\n" not in told
    assert seen(told) == ""
    assert out.startswith("Broken off after 12 turns")


def test_with_json_and_without_a_terminal_nothing_is_shown() -> None:
    out, told = on_terminal(*QUICK, "--json")
    assert (out[0], told) == ("{", "")
    command = [sys.executable, "-c", AT_ONCE, *QUICK]
    run = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parents[2])
    assert run.stderr == b""


def test_nothing_before_half_a_second_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    clock = [100.0]
    terminal = StringIO()
    line = ProgressLine(terminal, now=lambda: clock[0])
    texts = (f"line {n} is rather long" for n in count())
    clock[0] = 100.49
    line.told(lambda: next(texts))
    line.erase()
    assert terminal.getvalue() == ""
    for clock[0] in (100.5, 100.6, 100.69, 100.71):
        line.told(lambda: next(texts))
    assert terminal.getvalue() == "\rline 0 is r\rline 1 is r"  # cut, so that it stays one line
    line.erase()
    assert seen(terminal.getvalue()) == ""
    assert terminal.getvalue().endswith("\r")
