"""CONTRIBUTING can be followed: its nine parts name places that are there, and "a card" is done as it is written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fujikoro_nb.cli import main

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NINE = (
    "A card",
    "A rule",
    "A mode",
    "A scenario",
    "A game",
    "A widget",
    "A lesson",
    "A puzzle kind",
    "A language",
)
MOST_PLACES = 3
PLACE = re.compile(r"(?:fujikoro_nb|tests|tools|cases|notebooks|voila|docs)/[\w./-]*")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def parts_of(text: str) -> dict[str, str]:
    """The parts of "How to add" by title."""
    section = text.partition("\n## How to add\n")[2].partition("\n## ")[0]
    return {title: part for title, _, part in (each.partition("\n") for each in section.split("\n### ")[1:])}


PARTS = parts_of(TEXT)


def quoted(part: str) -> list[str]:
    """What stands between backticks, code blocks left out."""
    return re.findall(r"`([^`]+)`", FENCE.sub("", part))


def places_of(part: str) -> list[Path]:
    """The files and folders that a part sends its reader to."""
    return [ROOT / name for name in dict.fromkeys(quoted(part)) if PLACE.fullmatch(name)]


def sources_of(places: list[Path]) -> list[Path]:
    """The files in these places that people write."""
    found = [each for place in places for each in ([place] if place.is_file() else place.rglob("*"))]
    return [each for each in found if each.suffix in (".py", ".yaml", ".toml")]


def test_there_are_nine() -> None:
    assert tuple(PARTS) == NINE


@pytest.mark.parametrize("title", NINE)
def test_a_part_names_at_most_three_places_and_they_are_there(title: str) -> None:
    places = places_of(PARTS[title])
    assert 1 <= len(places) <= MOST_PLACES, places
    assert [place for place in places if not place.exists()] == []


@pytest.mark.parametrize("title", NINE)
def test_what_a_part_names_stands_in_its_places(title: str) -> None:
    """A file without a folder, and a name of the code, are found in the places that the part names."""
    places = places_of(PARTS[title])
    folders = [place if place.is_dir() else place.parent for place in places]
    code = "\n".join(each.read_text(encoding="utf-8") for each in sources_of(places))
    for name in quoted(PARTS[title]):
        if re.fullmatch(r"[\w*.-]+\.(?:toml|yaml|py)", name):
            assert any(any(each.rglob(name)) for each in folders), name
        elif re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*", name):
            assert re.search(rf"\b{re.escape(name)}\b", code), name


@pytest.mark.parametrize("title", NINE)
def test_a_part_names_the_tests_to_run(title: str) -> None:
    [command] = re.findall(r"^Tests: `pytest ([^`]+)`\.$", PARTS[title], re.MULTILINE)
    paths = [word for word in command.split() if not word.startswith("-")]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert any(path.startswith("tests/") for path in paths)


def test_the_commands_of_the_text_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for command in sorted(set(re.findall(r"`fujikoro ([a-z-]+)", TEXT))):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0, command
        capsys.readouterr()


def walked(part: str, folder: Path, said: pytest.CaptureFixture[str]) -> list[str]:
    """Do what a part says, in this folder: write its files, give its commands. What came out otherwise than told."""
    differs = []
    for kind, block in FENCE.findall(part):
        if kind:
            first, _, _ = block.partition("\n")
            (folder / first.removeprefix("# ")).write_text(block, encoding="utf-8")
            continue
        for line, told in re.findall(r"^\$ fujikoro (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            code = main(shlex.split(line))
            printed = said.readouterr().out
            if code or printed != told:
                differs.append(f"fujikoro {line}: {code}\n{printed}")
    return differs


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new contributor's, who has no cards yet."""
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_card_is_added_as_it_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert PARTS["A card"].count("$ fujikoro ") == 2
    assert walked(PARTS["A card"], folder, capsys) == []
    assert [path.name for path in folder.glob("*.yaml")] == ["mine.yaml"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("# mine.yaml", "# yours.yaml"),
        ("gear_cards:", "cards:"),
        ("kind: weapon", "kind: sword"),
        ("      WWM\n", "      WXM\n"),
        ("id: my-axe", "id: my-sword"),
        ("1 file is good.", "1 file is fine."),
        ("Initiative 3.", "Initiative 4."),
    ],
)
def test_a_wrong_text_is_noticed(
    right: str, wrong: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = PARTS["A card"]
    assert part.count(right) == 1
    assert walked(part.replace(right, wrong), folder, capsys)
