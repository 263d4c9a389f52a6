"""The shelf of own pieces without a browser: kept on the disk, changed, taken out, taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.widgets import HelperPage, PieceShelf
from tests.support.game_positions import tile, token
from tests.widgets.pieces.test_piece_editor import send


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path)


def enter(shelf: PieceShelf, cubes: str = "W", level: str = "I") -> None:
    send(shelf, {"act": "add", "kind": "square"})
    send(shelf.editor, {"act": "finish", "piece": {"level": level, "cubes": cubes, "monk": False}})


def held(store: OwnerPack) -> list[tuple[str, str]]:
    return [(piece.id, str(piece.cubes)) for piece in store.load().pack.resource_tokens]


def test_enter_change_take_out_and_back(store: OwnerPack) -> None:
    told: list[Pack] = []
    shelf = PieceShelf(store, on_change=told.append)
    enter(shelf)
    assert (held(store), shelf.is_open) == ([("owner-square-i-1", "W")], False)
    assert shelf.undo_label == "Undo: Square token, level I, no. 1 entered"
    send(shelf, {"act": "edit", "id": "owner-square-i-1"})
    assert shelf.is_open
    assert shelf.editor.start["cubes"] == "W"
    send(shelf.editor, {"act": "finish", "piece": {"level": "II", "cubes": "MM", "monk": False}})
    assert held(store) == [("owner-square-i-1", "MM")]
    send(shelf, {"act": "remove", "id": "owner-square-i-1"})
    assert held(store) == []
    assert shelf.changes == 3
    for wanted in ([("owner-square-i-1", "MM")], [("owner-square-i-1", "W")], []):
        send(shelf, {"act": "undo"})
        assert held(store) == wanted
    assert (shelf.changes, shelf.undo_label, len(told)) == (0, "", 6)
    send(shelf, {"act": "undo"})
    assert held(store) == []


def test_leaving_the_form_keeps_nothing(store: OwnerPack) -> None:
    shelf = PieceShelf(store)
    send(shelf, {"act": "add", "kind": "tile"})
    send(shelf.editor, {"act": "cancel"})
    assert (shelf.is_open, held(store)) == (False, [])
    send(shelf.editor, {"act": "finish", "piece": {"level": "I", "spaces": ["plain"] * 7}})
    assert store.load().pack.tiles == ()  # a late message: the form is not open


def test_what_the_box_cannot_hold_is_said_in_the_form(store: OwnerPack) -> None:
    """One secret exit (escape.secret)."""
    store.add_piece(tile("X......", level="II"))
    shelf = PieceShelf(store)
    send(shelf, {"act": "add", "kind": "tile"})
    send(shelf.editor, {"act": "finish", "piece": {"level": "II", "spaces": ["exit"] + ["plain"] * 6}})
    assert shelf.is_open
    assert "exit" in shelf.editor.refusal["sentence"]
    assert len(store.load().pack.tiles) == 1


def test_a_disk_that_refuses_is_said_and_nothing_is_lost(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = PieceShelf(store)
    enter(shelf)

    def refused(*_: object) -> Pack:
        raise NotSaved("busy")

    monkeypatch.setattr(store, "remove", refused)
    send(shelf, {"act": "undo"})
    assert (shelf.changes, shelf.notice) == (1, NotSaved("busy").said())
    monkeypatch.undo()
    send(shelf, {"act": "undo"})
    assert (held(store), shelf.notice) == ([], "")


def test_what_another_window_changed_is_not_taken_back(store: OwnerPack) -> None:
    shelf = PieceShelf(store)
    enter(shelf)
    store.replace_piece("owner-square-i-1", token("x", "TT"))
    send(shelf, {"act": "undo"})
    assert held(store) == [("owner-square-i-1", "TT")]
    assert "cannot be taken back" in shelf.notice
    assert [piece["cubes"] for piece in shelf.shown] == ["TT"]


@pytest.mark.parametrize("act", ["edit", "remove"])
def test_a_piece_that_is_gone(store: OwnerPack, act: str) -> None:
    shelf = PieceShelf(store)
    send(shelf, {"act": act, "id": "owner-tile-i-1"})
    assert shelf.notice == shelf.say("piece-editor.gone")
    assert not shelf.is_open


def test_cards_are_not_on_this_shelf(store: OwnerPack) -> None:
    store.add_card("weapon", "WW")
    assert PieceShelf(store).shown == []


def test_the_helpers_undo_takes_back_what_the_shelf_did(store: OwnerPack) -> None:
    page = HelperPage(store=store)
    send(page, {"act": "open-pieces"})
    shelf = page.pieces
    assert shelf is not None
    enter(shelf)
    enter(shelf, "M")
    assert page.undo_label == "Undo: Square token, level I, no. 2 entered"
    send(shelf, {"act": "undo"})
    assert page.undo_label == "Undo: Square token, level I, no. 1 entered"
    send(page, {"act": "undo", "label": page.undo_label})
    assert (page.undo_label, held(store)) == ("", [])
    store.add_piece(token("x", "T"))
    page.refresh()
    assert [piece["cubes"] for piece in shelf.shown] == ["T"]
    page.close()
