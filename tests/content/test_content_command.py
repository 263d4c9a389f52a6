"""``fujikoro content check``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fujikoro_nb.content
from fujikoro_nb.cli import main
from tests.content.test_checks import GOOD

HOUSE = Path(fujikoro_nb.content.__file__).parent / "house"


def test_good_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", *map(str, HOUSE.glob("*.yaml"))]) == 0
    assert capsys.readouterr().out == "13 files are good.\n"


def test_good_folder_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", "--json", str(HOUSE)]) == 0
    assert json.loads(capsys.readouterr().out) == {"good": True, "files": 13, "faults": []}


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    text = GOOD.replace("bonus: wood", "bonos: wood").replace("      WWM", "      WxM")
    path.write_text(text, encoding="utf-8")
    return path


def test_faults_are_lines_with_remedies(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", str(faulty), str(HOUSE)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{faulty}:33: x in the row WxM is no cube. Write W for wood")
    assert f"{faulty}:39: bonos is not known here. Did you mean bonus?" in lines
    assert lines[-1] == "3 faults in 1 file."


def test_faults_as_json(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", str(faulty), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["good"]
    assert [(fault["line"], fault["reason"]) for fault in report["faults"]] == [
        (33, "pattern-letter"),
        (36, "missing-key"),
        (39, "unknown-key-near"),
    ]
    assert all(
        fault["what"] and fault["remedy"] and fault["file"] == str(faulty) for fault in report["faults"]
    )


@pytest.mark.parametrize("name", ["nothing.yaml", "a\nb\x1b.yaml", "\udcff.yaml", "nul\0.yaml"])
def test_missing_file_is_unreadable_usage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "check", name]) == 2
    first, _ = capsys.readouterr().out.splitlines()
    assert first.isprintable()
    assert first.endswith("There is no such file. Check the name and the folder.")


@pytest.mark.parametrize("arguments", [[], ["check"], ["check", "--xml", "a"], ["tell", "a"]])
def test_unreadable_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["content", *arguments])
    assert caught.value.code == 2
    assert "usage: fujikoro" in capsys.readouterr().err
