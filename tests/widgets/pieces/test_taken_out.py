"""What was taken out or changed, as a list without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import HelperPage, PieceShelf, TakenOut
from fujikoro_nb.widgets.pieces.taken_out import AT_ONCE
from tests.support.game_positions import token
from tests.widgets.pieces.test_piece_editor import send


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path)


def back(taken_out: TakenOut, name: str) -> None:
    (line,) = (one for one in taken_out.shown if one["id"] == name)
    send(taken_out, {"act": "bring-back", "mark": line["mark"]})


def test_nothing_is_looked_for_while_the_list_is_closed(store: OwnerPack) -> None:
    store.add_card("weapon", "WW")
    store.remove("owner-weapon-1")
    taken_out = TakenOut(store)
    assert taken_out.shown == []
    send(taken_out, {"act": "open"})
    assert [(one["id"], one["name"], one["changed"]) for one in taken_out.shown] == [
        ("owner-weapon-1", "Gear card, weapon", False)
    ]
    send(taken_out, {"act": "close"})
    assert taken_out.shown == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_dice_and_pieces_have_names(store: OwnerPack, language: str) -> None:
    store.set_die("T", (3, 3, 2, 1, 0, 0), broken=(6,))
    store.add_blueprint("weapon", "MM", name="Katana")
    store.add_piece(token("x", "W"))
    store.remove_all(["die-T", "owner-blueprint-weapon-1", "owner-square-i-1"])
    taken_out = TakenOut(store, language=language)
    send(taken_out, {"act": "open"})
    said = {one["id"]: one["name"] for one in taken_out.shown}
    assert said["owner-blueprint-weapon-1"] == "Katana"
    assert said["die-T"] == {"en": "Tooth die", "fr": "Dé de dent", "de": "Zahnwürfel"}[language]
    assert said["owner-square-i-1"].startswith({"en": "Square", "fr": "Jeton", "de": "Quad"}[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_boards_and_decks_have_names_too(store: OwnerPack, language: str) -> None:
    """What the round through the box calls them, never an id."""
    made = [
        ("board_numbers", {"of": "coop-teeth-blue", "values": [2]}),
        ("board_numbers", {"of": "makai-poison-red", "values": [9]}),
        ("board_numbers", {"of": "fuji99-tens", "values": [4, 2, 2, 3]}),
        ("board_numbers", {"of": "tiles", "values": [7, 13, 13]}),
        ("palaces", {"palace": "big", "category": "monk", "single": [5, 4], "shared": 1}),
        ("areas", {"kind": "helmet", "columns": 4, "rows": 3}),
        ("countdown", {"step": 8, "event": "end"}),
    ]
    store.put(made)
    store.put(
        [],
        without=[
            "number-coop-teeth-blue",
            "number-makai-poison-red",
            "number-fuji99-tens",
            "number-tiles",
            "palace-big-monk",
            "area-helmet",
            "countdown-8",
        ],
    )
    taken_out = TakenOut(store, language=language)
    send(taken_out, {"act": "open"})
    names = {one["id"]: one["name"] for one in taken_out.shown}
    assert len(names) == len(made)
    assert all(name and name != key for key, name in names.items())
    assert (
        names["number-tiles"]
        == {"en": "Volcano tiles", "fr": "Tuiles Volcan", "de": "Vulkanplättchen"}[language]
    )


def test_what_comes_back_is_told_and_can_be_taken_back(store: OwnerPack) -> None:
    told: list[Pack] = []
    shelf = PieceShelf(store, on_change=told.append)
    store.add_card("weapon", "WW")
    store.set_die("T", (3, 3, 2, 1, 0, 0), broken=(6,))
    store.set_die("T", (0, 0, 1, 2, 3, 3), broken=(1,))
    store.remove("owner-weapon-1")
    send(shelf.taken_out, {"act": "open"})
    back(shelf.taken_out, "owner-weapon-1")
    assert shelf.taken_out.said == "Gear card, weapon is back as owner-weapon-1."
    assert [card.id for card in told[-1].gear_cards] == ["owner-weapon-1"]
    back(shelf.taken_out, "die-T")
    assert store.load().pack.die("T").faces[0].hits == 3
    assert [one["id"] for one in shelf.taken_out.shown] == ["die-T"], (
        "what it replaced can come back in its turn"
    )
    assert shelf.undo_label == "Undo: Tooth die brought back"
    send(shelf, {"act": "undo"})
    assert store.load().pack.die("T").faces[0].hits == 0
    send(shelf, {"act": "undo"})
    assert (store.load().pack.gear_cards, shelf.undo_label) == ((), "")


def test_what_another_window_brought_back_first(store: OwnerPack) -> None:
    store.add_card("weapon", "WW")
    store.remove("owner-weapon-1")
    taken_out = TakenOut(store)
    send(taken_out, {"act": "open"})
    mark = taken_out.shown[0]["mark"]
    store.bring_back(mark)
    send(taken_out, {"act": "bring-back", "mark": mark})
    assert (taken_out.notice, taken_out.said, taken_out.shown) == (taken_out.say("taken-out.gone"), "", [])


def test_what_cannot_come_back_says_why(store: OwnerPack, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add_card("weapon", "WW")
    store.remove("owner-weapon-1")
    store.add_card("weapon", "W/W", name="The same, turned")
    taken_out = TakenOut(store)
    send(taken_out, {"act": "open"})
    back(taken_out, "owner-weapon-1")
    assert "that of owner-weapon-1, perhaps turned" in taken_out.notice
    assert [print_pattern(card.pattern) for card in store.load().pack.gear_cards] == ["W/W"]

    def refused(*_: object) -> Pack:
        raise NotSaved("busy")

    monkeypatch.setattr(store, "bring_back", refused)
    back(taken_out, "owner-weapon-1")
    assert taken_out.notice == NotSaved("busy").said()


def test_a_long_list_is_shown_bit_by_bit(store: OwnerPack) -> None:
    for _ in range(2):
        pack = store.add_pieces(
            [token("x", "W", level=level) for level in ("I", "II", "III") for _ in range(5)]
        )
        store.remove_all(one.id for one in pack.resource_tokens)
        store.add_pieces([token("x", "MM", level=level) for level in ("I", "II", "III") for _ in range(5)])
        store.remove_all(one.id for one in store.load().pack.resource_tokens)
    taken_out = TakenOut(store)
    send(taken_out, {"act": "open"})
    assert (len(taken_out.shown), taken_out.more) == (AT_ONCE, 10)
    send(taken_out, {"act": "more"})
    assert (len(taken_out.shown), taken_out.more) == (30, 0)


def test_a_card_that_comes_back_is_on_display_and_the_helpers_undo_knows_it(store: OwnerPack) -> None:
    store.add_card("weapon", "WWM")
    page = HelperPage(store=store)
    send(page, {"act": "open-pieces"})
    send(page.pieces.taken_out, {"act": "open"})
    send(page, {"act": "real-box", "on": True})
    send(page.strip, {"act": "remove", "id": "owner-weapon-1"})
    assert page.strip.cards == ()
    back(page.pieces.taken_out, "owner-weapon-1")
    assert [card.id for card in page.strip.cards] == ["owner-weapon-1"]
    assert page.undo_label == "Undo: Gear card, weapon brought back"
    send(page, {"act": "undo", "label": page.undo_label})
    assert page.strip.cards == ()
    page.close()
