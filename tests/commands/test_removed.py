"""``fujikoro content removed`` and ``fujikoro content bring-back``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from tests.support.game_positions import tile, token


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnerPack:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    return OwnerPack()


def test_nothing_was_taken_out(store: OwnerPack, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "removed"]) == 0
    assert capsys.readouterr().out == "Nothing was taken out or changed in the last 30 days.\n"
    assert main(["content", "bring-back", "owner-weapon-1\x1b"]) == 1
    assert "is called owner-weapon-1\\x1b." in capsys.readouterr().out


def test_cards_come_back_by_name_and_by_id(store: OwnerPack, capsys: pytest.CaptureFixture[str]) -> None:
    store.add_card("weapon", "WWM/..M", name="Kusarigama")
    store.add_card("helmet", "MM", bonus="wood")
    store.set_die("T", (3, 3, 2, 1, 0, 0), broken=(6,))
    store.remove_all(["owner-weapon-1", "owner-helmet-1", "die-T"])
    assert main(["content", "removed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head, *rows = lines
    assert re.split("  +", head) == ["NAME TO BRING BACK", "OR MARK", "WHEN", "WHAT IT WAS"]
    told = {cells[0]: cells[-1] for cells in (re.split("  +", row) for row in rows)}
    assert told == {
        "owner-weapon-1": "Kusarigama: Gear card, weapon, WWM/..M; one point, or a peek, each time",
        "owner-helmet-1": "Gear card, helmet, MM; one wood each time",
        "die-T": "Tooth die, hits of its faces: 3, 3, 2, 1, 0, 0; broken weapon on face 6",
    }
    assert len({row.index(told[row.split()[0]]) for row in rows} | {head.index("WHAT")}) == 1, "columns"
    assert main(["content", "removed", "--json"]) == 0
    assert {one["id"] for one in json.loads(capsys.readouterr().out)} == {
        "owner-weapon-1",
        "owner-helmet-1",
        "die-T",
    }
    assert main(["content", "bring-back", "Kusarigama", "owner-helmet-1", "die-T"]) == 0
    assert capsys.readouterr().out == (
        "Kusarigama is back as owner-weapon-1.\nowner-helmet-1 is back as owner-helmet-1.\ndie-T is back as die-T.\n"
    )
    pack = store.load().pack
    assert {card.id for card in pack.gear_cards} == {"owner-weapon-1", "owner-helmet-1"}
    assert pack.die("T") is not None


def test_pieces_dice_and_what_was_changed_are_told(
    store: OwnerPack, capsys: pytest.CaptureFixture[str]
) -> None:
    store.set_die("G", (4, 4, 4, 0, 0, 0))
    store.set_die("G", (4, 4, 3, 1, 0, 0))
    store.add_blueprint("sandals", "WT")
    store.add_piece(tile("......."))
    store.add_piece(token("x", "WWM"))
    store.add_dragon("blue", health=9, initiative=3)
    store.remove_all(
        ["owner-blueprint-sandals-1", "owner-tile-i-1", "owner-square-i-1", "owner-dragon-blue-1"]
    )
    assert main(["content", "removed"]) == 0
    told = capsys.readouterr().out
    assert re.search("die-G +[0-9a-f]{12}  changed .*, hits of its faces: 4, 4, 4, 0, 0, 0\n", told)
    assert re.search("taken out .*  Blueprint, sandals, WT\n", told)
    assert "  Tile, level I: I; plain" in told
    assert "  Square token, level I: WWM\n" in told
    assert "  Dragon, blue, health 9, initiative 3\n" in told


def test_two_of_one_name_are_told_apart(store: OwnerPack, capsys: pytest.CaptureFixture[str]) -> None:
    for drawn in ("WW", "MM"):
        store.add_card("weapon", drawn)
        store.remove("owner-weapon-1")
    assert main(["content", "bring-back", "owner-weapon-1"]) == 1
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.startswith("2 are called owner-weapon-1.")
    (wanted,) = (line for line in lines if " WW;" in line)
    assert main(["content", "bring-back", wanted.split()[1]]) == 0
    assert [print_pattern(card.pattern) for card in store.load().pack.gear_cards] == ["WW"]


def test_a_card_that_cannot_be_there_twice_says_so(
    store: OwnerPack, capsys: pytest.CaptureFixture[str]
) -> None:
    store.add_card("weapon", "WW")
    store.remove("owner-weapon-1")
    store.add_card("weapon", "W/W", name="Turned")
    assert main(["content", "bring-back", "owner-weapon-1"]) == 1
    assert "that of owner-weapon-1, perhaps turned" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_one_sentence(
    store: OwnerPack, capsys: pytest.CaptureFixture[str]
) -> None:
    store.add_card("weapon", "WW")
    store.remove("owner-weapon-1")
    lock = store.folder / "owner-pack.yaml.lock"
    lock.unlink()
    lock.mkdir()
    assert main(["content", "bring-back", "owner-weapon-1"]) == 2
    assert "Nothing was changed" in capsys.readouterr().out
