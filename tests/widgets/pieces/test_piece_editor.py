"""The piece editor without a browser: what a page says becomes a piece of the engine, or is refused with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pieces import new_pieces, pieces_of, plain_of
from fujikoro_nb.content.table import at_real_board
from fujikoro_nb.engine.fujikoro.asked.game import Described, Drawn, DrawnSeat
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.components import Dragon, GearCard, Provenance, Tile
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of, wrong_with
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import description_of
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.widgets import PieceEditor
from fujikoro_nb.widgets.pieces.piece_editor import KINDS, editor_of_draw

WHOLE_BOX = tuple(
    msgspec.structs.replace(piece, provenance=Provenance.OWNER) for piece in pieces_of(house_pack())
)
SAID_BY_THE_EDITOR = {"id", "shape", "dice", "victory_points"}
"""What no page sends: it follows from the question or from the colour."""


def send(editor: PieceEditor, content: object) -> None:
    """What the browser sends, as ipywidgets hands it over."""
    editor._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})


def typed(piece: Component) -> dict[str, Any]:
    """What the page sends of a piece."""
    return {field: value for field, value in plain_of(piece).items() if field not in SAID_BY_THE_EDITOR}


@pytest.fixture
def editor() -> Iterator[PieceEditor]:
    widget = PieceEditor()
    yield widget
    widget.close()


def test_every_piece_of_a_whole_box_can_be_told(editor: PieceEditor) -> None:
    for piece in WHOLE_BOX:
        kind, sort = sort_of(piece)
        for asked in (sort, ""):
            editor.begin(kind, sort=asked)
            send(editor, {"act": "finish", "piece": typed(piece)})
            told = editor.finished
            assert told is not None, piece.id
            assert msgspec.structs.replace(told, id=piece.id) == piece
            assert editor.answer == description_of(told)
            assert (editor.refusal, editor.notice) == ({}, "")


def test_ids_are_new_and_of_their_sort() -> None:
    editor = PieceEditor("tile", sort="II", taken=("owner-tile-ii-4", "owner-tile-iii-9"))
    tile = next(piece for piece in WHOLE_BOX if sort_of(piece) == ("tile", "II"))
    send(editor, {"act": "finish", "piece": typed(tile)})
    assert editor.finished.id == "owner-tile-ii-5"
    editor.begin("tile", msgspec.structs.replace(tile, id="owner-tile-ii-2"))
    assert editor.start["spaces"] == plain_of(tile)["spaces"]
    send(editor, {"act": "finish", "piece": typed(tile)})
    assert editor.finished.id == "owner-tile-ii-2"
    editor.close()


@pytest.mark.parametrize(
    ("kind", "sort", "piece", "rule"),
    [
        ("tile", "I", {"level": "I", "spaces": ["exit"] + ["plain"] * 6}, "setup.tiles.stacks"),
        ("tile", "II", {"level": "I", "spaces": ["plain"] * 7}, "setup.tiles.stacks"),  # another stack
        (
            "tile",
            "",
            {"level": "I", "spaces": ["plain", "dragon blue"] + ["plain"] * 5},
            "explore.fill.dragon",
        ),
        ("tile", "", {"level": "I", "spaces": ["lava 3"] + ["plain"] * 6}, "map.lava.printed"),
        ("square", "", {"level": "I", "cubes": "", "monk": True}, "explore.fill.hex-monk"),
        ("square", "", {"level": "I", "cubes": ""}, "explore.fill.square"),
        ("dragon", "", {"colour": "white", "health": 59, "initiative": 9}, "combat.health.over-30"),
        ("dragon", "blue", {"colour": "red", "health": 29, "initiative": 9}, "setup.tiles.stacks"),
        ("scroll", "", {"effects": [{"kind": "discs", "amount": 1}]}, "scroll.use"),
        ("adventure", "", {"effects": [{"kind": "steps"}]}, "setup.option.adventure"),
        ("card", "", {"kind": "sandals", "pattern": "MM/MM", "bonus": "step"}, "gearcard.match.contains"),
        ("blueprint", "helmet", {"kind": "sandals", "pattern": "MM"}, "setup.tiles.stacks"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_cannot_be_is_refused_with_a_sentence_and_its_rule(
    kind: str, sort: str, piece: dict[str, Any], rule: str, language: str
) -> None:
    editor = PieceEditor(kind, sort=sort, language=language)
    send(editor, {"act": "finish", "piece": piece})
    assert (editor.finished, editor.answer, editor.notice) == (None, None, "")
    assert editor.refusal["rule"] == rule
    assert editor.refusal["sentence"].endswith(".")
    editor.close()


@pytest.mark.parametrize("pattern", ["", "WwM", "....", "W" * 30])
def test_an_unreadable_pattern_is_refused_in_words(pattern: str) -> None:
    editor = PieceEditor("blueprint", sort="helmet")
    send(editor, {"act": "finish", "piece": {"kind": "helmet", "pattern": pattern}})
    assert editor.finished is None
    assert editor.refusal.get("sentence")
    editor.close()


# ---- whatever a page may send

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=12), inner, max_size=8),
    max_leaves=25,
)
FIELDS = st.sampled_from(
    ["level", "spaces", "cubes", "monk", "colour", "health", "initiative", "effects", "kind", "pattern", "bonus", "id",
     "shape", "dice", "provenance"]
)  # fmt: skip
VALUES = st.one_of(
    JSON,
    st.sampled_from(["I", "II", "W", "WMT", "blue", "helmet", "vp-or-peek", "step", 12, 60, -1, True]),
    st.lists(st.sampled_from(["plain", "monk", "lava 9", "scroll red", "dragon white", 5]), max_size=8),
    st.lists(
        st.fixed_dictionaries({"kind": st.sampled_from(["steps", "cubes", "x"])}, optional={"amount": JSON}),
        max_size=4,
    ),
)


@given(kind=st.sampled_from(KINDS), piece=st.one_of(JSON, st.dictionaries(FIELDS, VALUES, max_size=8)))
def test_any_piece_from_the_browser_is_told_or_refused(kind: str, piece: object) -> None:
    editor = PieceEditor(kind)
    send(editor, {"act": "finish", "piece": piece})
    told = editor.finished
    if told is None:
        assert editor.notice or editor.refusal["sentence"]
        assert "did not work" not in editor.notice  # refused on purpose
    else:
        assert sort_of(told)[0] == kind
        assert wrong_with(told) is None
    editor.close()


@given(content=JSON)
def test_any_message_leaves_the_editor_as_it_was(content: object) -> None:
    editor = PieceEditor()
    send(editor, content)
    editor._handle_msg(
        {"content": {"data": {"method": "update", "state": {"kind": "dragon", "offered": content}}}}
    )
    assert (editor.kind, editor.offered, editor.finished) == ("tile", [], None)
    editor.close()


# ---- in a game with the real box


def card(pattern: str, name: str = "mine") -> GearCard:
    return GearCard(name, GearKind.HELMET, parse_pattern(pattern), "wood", Provenance.OWNER)


@pytest.fixture
def store(tmp_path: Any) -> OwnerPack:
    return OwnerPack(tmp_path)


def table(store: OwnerPack) -> Session:
    session = Session(GAME, new_game(at_real_board(store.load().pack), players=2, is_described=True))
    session.play(DrawnSeat(0))
    return session


def test_a_draw_is_answered_by_what_is_known_or_by_what_is_told(store: OwnerPack) -> None:
    store.add_piece(card("WM"))
    session = table(store)
    pack = store.add_piece(card("MM"))  # entered while the game went on
    store.add_card("weapon", "WW")
    editor = editor_of_draw(session, pack)
    assert editor is not None
    assert (editor.kind, editor.sort) == ("card", "helmet")
    assert [piece["pattern"] for piece in editor.offered] == ["WM", "MM"]
    send(editor, {"act": "take", "id": "owner-helmet-1"})
    assert editor.answer == Drawn("owner-helmet-1")
    send(editor, {"act": "take", "id": "owner-helmet-2"})
    assert editor.answer == description_of(pack.gear_cards[1])
    session.play(editor.answer)
    assert new_pieces(session.record, pack) == ()

    again = editor_of_draw(session, pack)
    assert again is not None
    assert [piece["id"] for piece in again.offered] == ["owner-helmet-1"]
    send(again, {"act": "finish", "piece": {"kind": "helmet", "pattern": "WWW", "bonus": "metal"}})
    assert isinstance(again.answer, Described)
    assert again.finished.id == "owner-helmet-3"
    session.play(again.answer)
    assert [piece.id for piece in new_pieces(session.record, pack)] == ["owner-helmet-3"]
    assert len(store.add_pieces(new_pieces(session.record, pack)).gear_cards) == 4


def test_the_editor_asks_the_game_itself(store: OwnerPack) -> None:
    editor = editor_of_draw(table(store), store.load().pack)
    assert editor is not None
    editor.sort = ""  # as if the page asked for any card
    send(editor, {"act": "finish", "piece": {"kind": "weapon", "pattern": "WW", "bonus": "vp-or-peek"}})
    assert editor.finished is None
    assert editor.refusal["rule"] == "setup.tiles.stacks"


def test_where_nothing_of_a_real_box_is_drawn_there_is_no_editor(store: OwnerPack) -> None:
    pack = store.load().pack
    begun = Session(GAME, new_game(at_real_board(pack), players=2, is_described=True))
    assert editor_of_draw(begun, pack) is None  # who begins is no piece
    on_screen = Session(GAME, new_game(house_pack(), players=2))
    on_screen.play(DrawnSeat(0))
    assert editor_of_draw(on_screen, pack) is None


def test_only_what_is_offered_can_be_taken(editor: PieceEditor) -> None:
    send(editor, {"act": "take", "id": "house-tile-i-1"})
    assert editor.finished is None
    assert editor.notice == editor.say("piece-editor.gone")


def test_a_dragon_gets_dice_and_points_of_its_colour(editor: PieceEditor) -> None:
    """combat.dragon.dice, combat.win.reward"""
    editor.begin("dragon")
    send(editor, {"act": "finish", "piece": {"colour": "red", "health": 29, "initiative": 10}})
    assert editor.finished == Dragon("owner-dragon-red-1", "red", 29, None, None, 10, 5, 10, Provenance.OWNER)


def test_kinds_are_those_of_a_draw() -> None:
    assert {sort_of(piece)[0] for piece in WHOLE_BOX} == set(KINDS)
    assert isinstance(WHOLE_BOX[0], Tile)
