"""Which Pythons are claimed, and the long run that every claim beyond today's rests on."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from tools import soak, soak_pythons

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = "{}.{}".format(*sys.version_info[:2])


def test_classifiers_name_what_has_passed() -> None:
    """The oldest is the one of every `make test`; of the others the kept result has to say so."""
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    oldest = PROJECT["requires-python"].removeprefix(">=")
    kept = soak.RESULTS / "pythons.txt"
    told = kept.read_text(encoding="utf-8") if kept.exists() else ""
    assert set(named) <= {oldest, *passed_in(told)}
    assert oldest in named


def passed_in(told: str) -> list[str]:
    """The Pythons that a kept result says have passed; none where it does not say of which commit."""
    is_of_a_commit = re.match(r"commit [0-9a-f]{10}\+?, code [0-9a-f]{16}\n", told)
    return re.findall(r"^(3\.\d+): passed on ", told, re.MULTILINE) if is_of_a_commit else []


def test_a_result_of_no_known_commit_claims_nothing() -> None:
    ends = "The whole check on other Pythons\n3.12: passed on 3.12.4\n3.13: FAILED on 3.13.1\n"
    assert passed_in(f"commit 588c7f02d8, code 85c25e2c499cf260\n{ends}") == ["3.12"]
    assert passed_in(f"commit 588c7f02d8+, code 85c25e2c499cf260\n{ends}") == ["3.12"]
    assert passed_in(ends) == passed_in(f"Ran on 3.12.\n{ends}") == passed_in("") == []


def test_the_part_is_one_of_the_long_runs() -> None:
    assert soak.parts()["pythons"] == ("tools/soak_pythons.py",)


def test_a_python_that_is_not_there_fails_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a file of its name on PATH that runs, but is another Python, as pyenv and careless links have them."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert soak_pythons.interpreter(OWN) is None
    (tmp_path / "python3.99").symlink_to(sys.executable)
    folder = tmp_path / "pyenv" / "versions" / "3.98.1" / "bin"
    folder.mkdir(parents=True)
    (folder / "python3.98").write_text("#!/bin/sh\nexit 127\n")
    (folder / "python3.98").chmod(0o755)
    assert soak_pythons.main(["3.98", "3.99"]) == 1
    told = capsys.readouterr().out
    assert "3.98: not found" in told
    assert "3.99: not found" in told
    assert "passed" not in told


def test_a_python_is_found_on_the_path_and_in_pyenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = "{}.{}.{}".format(*sys.version_info[:3])
    name = f"python{OWN}"
    shelf = tmp_path / "pyenv" / "versions" / exact / "bin"
    shelf.mkdir(parents=True)
    base = Path(getattr(sys, "_base_executable", sys.executable))
    for folder in (tmp_path, shelf):
        (folder / name).symlink_to(base)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert soak_pythons.interpreter(OWN) == (shelf / name, exact)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert soak_pythons.interpreter(OWN) == (tmp_path / name, exact)


@pytest.mark.parametrize(("code", "end"), [(0, "passed on "), (2, "FAILED on ")])
def test_what_make_says_is_what_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], code: int, end: str
) -> None:
    """A make of ours says how it was called: with this Python, an environment of its own, and no long cases."""
    script = f'#!/bin/sh\necho "$@ soak=$FUJIKORO_SOAK"\nexit {code}\n'
    (tmp_path / "make").write_text(script)
    (tmp_path / "make").chmod(0o755)
    base = Path(getattr(sys, "_base_executable", sys.executable))
    (tmp_path / f"python{OWN}").symlink_to(base)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("FUJIKORO_SOAK", "1")
    assert soak_pythons.main([OWN]) == bool(code)
    told = capfd.readouterr().out
    assert f"test VENV=.pythons/{OWN} PYTHON={tmp_path / f'python{OWN}'} soak=\n" in told
    assert f"{OWN}: {end}" in told
