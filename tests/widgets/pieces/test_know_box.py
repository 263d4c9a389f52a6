"""The round through the box without a browser: what is tapped, kept, passed by, undone, and what follows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.helper.know_box.fields import STOPS, field
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import HelperPage, KnowBox
from tests.widgets.pieces.test_piece_editor import send


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path)


def act(box: KnowBox, what: str, /, **fields: object) -> None:
    send(box, {"act": what, **fields})


def shown(box: KnowBox, name: str) -> list[int]:
    (one,) = (one for one in box.view["fields"] if one["name"] == name)
    return [cell["value"] for cell in one["cells"]]


def state(box: KnowBox, name: str) -> str:
    (one,) = (one for one in box.view["fields"] if one["name"] == name)
    return str(one["state"])


def test_begins_with_our_numbers_and_their_mark(store: OwnerPack) -> None:
    box = KnowBox(store)
    assert box.view["stop"] == "die-W"
    assert box.view["mark"] == "not printed; your die says"
    assert state(box, "die-W") == "ours"
    assert box.view["done"] == "0 of 10 stops entered"
    assert not store.path.exists()


def test_a_die_is_tapped_kept_and_taken_back(store: OwnerPack) -> None:
    told: list[Pack] = []
    box = KnowBox(store, on_change=told.append)
    act(box, "go", stop="die-M")
    act(box, "step", field="die-M", cell=2, by=1)
    act(box, "step", field="die-M", cell=3, by=-1)
    act(box, "set", field="die-M", cell=6, value=2)
    assert shown(box, "die-M") == [2, 2, 2, 0, 0, 0, 2]
    assert box.undo_label == "Undo: face 2 is broken"
    assert state(box, "die-M") == "typed"
    assert told == []
    act(box, "keep")
    assert box.notice == ""
    die = store.load().pack.die("M")
    assert die is not None
    assert [(face.hits, face.is_broken) for face in die.faces] == [
        (2, False), (2, True), (2, False), (0, False), (0, False), (0, False),
    ]  # fmt: skip
    assert die.provenance == Provenance.OWNER
    assert told[-1].die("M") == die
    assert box.view["stop"] == "die-T"
    assert box.undo_label == "Undo: Metal die kept"
    act(box, "undo")
    assert store.load().pack.die("M") is None
    assert (box.view["stop"], shown(box, "die-M")) == ("die-M", [2, 2, 2, 0, 0, 0, 2])
    for _ in range(3):
        act(box, "undo")
    assert shown(box, "die-M") == [2, 2, 1, 1, 0, 0, 1]
    assert box.undo_label == ""


def test_what_cannot_be_is_not_kept_and_says_why(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "go", stop="die-M")
    act(box, "step", field="die-M", cell=0, by=-1)
    assert box.view["fit"] == {"good": False, "says": "5 hits so far; all faces together have 6."}
    act(box, "keep")
    assert box.notice == "5 hits so far; all faces together have 6."
    assert not store.path.exists()


def test_dragons_are_kept_token_by_token(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "go", stop="dragons")
    act(box, "step", field="dragon-blue-1", cell=0, by=1)
    act(box, "keep")
    assert box.view["front"] == ["dragon-blue-2"]
    act(box, "token", field="dragon-red-4")
    act(box, "set", field="dragon-red-4", cell=1, value=7)
    act(box, "keep")
    dragons = store.load().pack.dragons
    assert [(one.colour, one.health, one.initiative, one.dice) for one in dragons] == [
        ("blue", 8, 5, 3),
        ("red", 30, 7, 5),
    ]
    assert box.view["front"] == ["dragon-white-1"]
    act(box, "undo")
    assert [one.colour for one in store.load().pack.dragons] == ["blue"]


def test_what_is_passed_by_stays_ours(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "skip")
    assert box.view["stop"] == "die-M"
    assert [one["state"] for one in box.view["stops"]][:2] == ["passed", "open"]
    assert not store.path.exists()


def test_use_ours_takes_the_owners_out_and_undo_brings_it_back(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "go", stop="coop-board")
    act(box, "step", field="coop-teeth-white", cell=0, by=1)
    act(box, "keep")
    act(box, "go", stop="coop-board")
    assert state(box, "coop-teeth-white") == "own"
    act(box, "ours")
    assert store.load().pack.numbers("coop-teeth-white") is None
    assert (state(box, "coop-teeth-white"), shown(box, "coop-teeth-white")) == ("ours", [4])
    act(box, "undo")
    assert store.load().pack.numbers("coop-teeth-white") == (5,)
    assert state(box, "coop-teeth-white") == "own"


def test_the_whole_round_leaves_nothing_of_ours(store: OwnerPack) -> None:
    box = KnowBox(store)
    for _ in range(sum(len(one.fields) if one.is_one_by_one else 1 for one in STOPS)):
        act(box, "keep")
        assert box.notice == ""
    assert box.view["done"] == "10 of 10 stops entered"
    assert {one["state"] for one in box.view["stops"]} == {"own"}
    assert len(store.load().pack.dragons) == 13
    assert store.load().faults == ()


def test_a_change_of_another_window_is_not_undone(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "go", stop="die-G")
    act(box, "keep")
    store.set_die("G", (4, 4, 4, 0, 0, 0))
    act(box, "undo")
    assert box.notice == "“Magic die kept” was changed again elsewhere and stays."
    die = store.load().pack.die("G")
    assert die is not None
    assert [face.hits for face in die.faces] == [4, 4, 4, 0, 0, 0]
    assert box.undo_label == ""


def test_a_disk_that_refuses_changes_nothing(store: OwnerPack, monkeypatch: pytest.MonkeyPatch) -> None:
    box = KnowBox(store)

    def refuse(*_: object, **__: object) -> Pack:
        raise NotSaved(str(store.path), "full")

    monkeypatch.setattr(store, "put", refuse)
    act(box, "keep")
    assert box.notice
    assert box.view["stop"] == "die-W"
    assert box.undo_label == ""


def test_a_round_goes_on_where_it_was_left(store: OwnerPack) -> None:
    box = KnowBox(store)
    assert box.kept == ""
    act(box, "go", stop="countdown")
    act(box, "step", field="countdown", cell=0, by=1)
    later = KnowBox(store)
    act(later, "kept", text=box.kept)
    assert later.view["stop"] == "countdown"
    assert shown(later, "countdown") == shown(box, "countdown")
    act(later, "kept", text=json.dumps({"stop": "makai"}))  # somebody has begun: asked once
    assert later.view["stop"] == "countdown"


@pytest.mark.parametrize(
    "bad", ["", "{", "[]", '{"stop": "cellar"}', '{"typed": {"die-M": [9, 9, 9, 9, 9, 9, 9]}}']
)
def test_what_is_no_round_begins_anew(store: OwnerPack, bad: str) -> None:
    box = KnowBox(store)
    act(box, "kept", text=bad)
    assert box.view["stop"] == "die-W"


def test_a_tap_on_a_field_of_another_stop_is_left_alone(store: OwnerPack) -> None:
    box = KnowBox(store)
    act(box, "step", field="tiles", cell=0, by=1)
    assert box.undo_label == ""
    assert box.round.typed == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stop_is_said_in_every_language(store: OwnerPack, language: str) -> None:
    box = KnowBox(store, language=language)
    for one in STOPS:
        act(box, "go", stop=one.name)
        assert box.view["title"]
        assert [each["name"] for each in box.view["fields"]] == list(one.fields)
        for name in one.fields[:1]:
            cell = next(at for at in range(7) if field(name).low[at] != field(name).high[at])
            act(box, "token", field=name)
            act(box, "step", field=name, cell=cell, by=1)
            act(box, "step", field=name, cell=cell, by=1)
    assert box.undo_label


# ---- what follows on the helper's page


def test_answers_lists_and_odds_follow_at_once(store: OwnerPack) -> None:
    page = HelperPage(store=store)
    send(page, {"act": "open-setup"})
    send(page, {"act": "box-stop", "stop": "coop-board"})
    assert page.setup is not None
    assert page.box is not None
    teeth = "coop.combat.teeth-for-victory"
    assert page.rules.box[teeth]["mark"] == "not printed; your board says"
    send(page.box, {"act": "set", "field": "coop-teeth-blue", "cell": 0, "value": 6})
    for cell, value in ((0, 8), (1, 12)):
        send(page.box, {"act": "set", "field": "tiles", "cell": cell, "value": value})
    send(page.box, {"act": "keep"})
    assert page.rules.box[teeth]["own"] == "from your box"
    assert page.rules.box[teeth]["answer"].startswith("Blue 6, green 2")
    tiles = next(step for step in page.setup.lists["setup"] if step["key"] == "tiles")
    assert "8, 12 and 13" in tiles["sentence"]
    assert tiles["box"] == {"mark": "", "own": "from your box", "stop": "coop-board"}
    assert page.table.evening.track == ("",) * 7 + ("end",)
    send(page.box, {"act": "go", "stop": "countdown"})
    send(page.box, {"act": "step", "field": "countdown", "cell": 0, "by": 1})
    send(page.box, {"act": "keep"})
    assert page.table.evening.track == (
        "lava-2", "lava-1", "lava-3", "rope", "lava-4", "lava-5", "blank", "end",
    )  # fmt: skip
    send(page.box, {"act": "go", "stop": "die-T"})
    send(page.box, {"act": "keep"})
    assert page.fight.box["T"].provenance == Provenance.OWNER
    send(page, {"act": "undo", "label": page.undo_label})
    assert page.fight.box["T"].provenance == Provenance.HOUSE
    while page.undo_label:
        send(page, {"act": "undo", "label": page.undo_label})
    assert page.rules.box[teeth]["mark"] == "not printed; your board says"
    tiles = next(step for step in page.setup.lists["setup"] if step["key"] == "tiles")
    assert "7, 13 and 13" in tiles["sentence"]
