"""Described pieces offered for the owner's pack: kept, taken back, known to the next game, refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.pieces.piece_offer import PieceOffer
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import begin, send


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path)


def described(page: GamePage, *pieces: dict[str, object]) -> PieceOffer:
    """Tell the cards that the display begins with: each is drawn from the real box."""
    for piece in pieces:
        assert page.asked["part"] == "draw"
        assert page.editor is not None
        page.editor._handle_custom_msg({"act": "finish", "piece": piece}, ())
        assert page.editor is None or not page.editor.refusal, page.editor.refusal
    assert page.offer is not None
    return page.offer


def card(pattern: str, kind: str = "helmet") -> dict[str, object]:
    return {"pattern": pattern, "bonus": "wood", "kind": kind}


def game(store: OwnerPack, language: str = "en") -> GamePage:
    """A game with the real box in which the first card is to be described."""
    return to_draw(begin(GamePage(store=store, language=language), "person person", real_box=True))


def to_draw(page: GamePage) -> GamePage:
    """The first answers until something is drawn."""
    while page.asked["part"] != "draw":
        send(page, "answer", text=page.asked["rows"][0]["text"], at=page.asked["at"])
    return page


def held(store: OwnerPack) -> list[str]:
    return [one.id for one in store.load().pack.gear_cards]


def test_without_the_real_box_nothing_is_offered(store: OwnerPack) -> None:
    assert begin(GamePage(store=store), "person person").offer is None


def test_kept_with_one_tap_and_taken_back(store: OwnerPack) -> None:
    page = game(store)
    offer = described(page, card("WM"), card("MM"))
    assert [piece["name"] for piece in offer.shown] == ["Gear card, helmet"] * 2
    assert (offer.kept, held(store)) == (0, [])
    offer._handle_custom_msg({"act": "keep"}, ())
    assert (offer.shown, offer.kept, offer.notice) == ([], 2, "")
    assert held(store) == ["owner-helmet-1", "owner-helmet-2"]
    offer._handle_custom_msg({"act": "keep"}, ())
    assert len(held(store)) == 2
    offer._handle_custom_msg({"act": "undo"}, ())
    assert (len(offer.shown), offer.kept, held(store)) == (2, 0, [])


def test_undo_in_the_game_takes_the_offer_away(store: OwnerPack) -> None:
    page = game(store)
    offer = described(page, card("WM"))
    assert len(offer.shown) == 1
    send(page, "undo")
    assert offer.shown == []


def test_what_is_kept_is_known_to_the_next_game_and_not_told_twice_in_this_one(store: OwnerPack) -> None:
    page = game(store)
    described(page, card("WM"))._handle_custom_msg({"act": "keep"}, ())
    send(page, "undo")
    send(page, "redo")
    assert page.editor is not None
    assert page.editor.known == (), "that card lies in this game already"
    send(page, "leave")
    to_draw(begin(page, "person person", real_box=True))
    assert page.editor is not None
    assert [piece.id for piece in page.editor.known] == ["owner-helmet-1"]
    page.editor._handle_custom_msg({"act": "take", "id": "owner-helmet-1"}, ())
    assert page.session is not None
    assert [one.id for one in page.session.state.display] == ["owner-helmet-1"]
    assert page.offer is not None
    assert page.offer.shown == []


def test_pack_that_cannot_be_written_is_said_and_the_offer_stays(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = game(store)
    offer = described(page, card("WM"))

    def refused(*_: object) -> Pack:
        raise NotSaved("unwritable", folder="/there")

    monkeypatch.setattr(store, "add_pieces", refused)
    offer._handle_custom_msg({"act": "keep"}, ())
    assert (len(offer.shown), offer.kept) == (1, 0)
    assert offer.notice == NotSaved("unwritable", folder="/there").said()
    monkeypatch.undo()
    offer._handle_custom_msg({"act": "keep"}, ())
    assert (offer.notice, held(store)) == ("", ["owner-helmet-1"])
    monkeypatch.setattr(store, "remove_all", refused)
    offer._handle_custom_msg({"act": "undo"}, ())
    assert (offer.kept, held(store)) == (1, ["owner-helmet-1"])
    assert offer.notice


def test_what_another_window_changed_is_not_taken_back(store: OwnerPack) -> None:
    offer = described(game(store), card("WM"), card("MM"))
    offer._handle_custom_msg({"act": "keep"}, ())
    store.remove("owner-helmet-1")
    offer._handle_custom_msg({"act": "undo"}, ())
    assert held(store) == ["owner-helmet-2"]
    assert offer.notice == offer.say("piece-offer.undo-gone")
    assert (offer.kept, len(offer.shown)) == (0, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_offer_speaks_every_language(store: OwnerPack, language: str) -> None:
    offer = described(game(store, language), card("WM"))
    assert offer.shown[0]["name"] == offer.say(
        "piece-offer.name",
        what=offer.say("piece-editor.what-card"),
        sort=offer.say("piece-editor.sort-helmet"),
    )


def test_in_another_language_the_same_is_taken_back(store: OwnerPack) -> None:
    page = game(store)
    offer = described(page, card("WM"))
    offer._handle_custom_msg({"act": "keep"}, ())
    page.language = "de"
    assert page.offer is offer
    assert (offer.language, offer.kept, offer.shown) == ("de", 1, [])
    offer._handle_custom_msg({"act": "undo"}, ())
    assert (len(offer.shown), held(store)) == (1, [])
