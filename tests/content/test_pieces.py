"""Own tiles, tokens, dragons, scrolls: through the owner's pack and back, and out of a game into it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content import BrokenContent, check_files, house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.pieces import described_in, face_of, new_pieces, piece_of, pieces_of, plain_of
from fujikoro_nb.content.table import at_real_board
from fujikoro_nb.engine.fujikoro.asked.game import DrawnSeat
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.components import Dragon, GearCard, Provenance, SpaceFace, Tile
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of, wrong_with
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import description_of
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Session
from tests.support.game_positions import tile, token


def mine(piece: Component) -> Component:
    return msgspec.structs.replace(piece, provenance=Provenance.OWNER)


WHOLE_BOX = tuple(map(mine, pieces_of(house_pack())))
"""A box with every piece that is drawn, as if its owner had entered it."""


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path)


@pytest.mark.parametrize("piece", WHOLE_BOX, ids=lambda piece: piece.id)
def test_plain_data_of_a_piece_and_back(piece: Component) -> None:
    assert piece_of(sort_of(piece)[0], plain_of(piece)) == piece


def test_a_whole_box_goes_into_the_pack_and_comes_out_of_its_file(store: OwnerPack) -> None:
    pack = store.add_pieces(WHOLE_BOX)
    assert store.load().pack == pack
    assert check_files([store.path]) == []
    assert list(map(face_of, pieces_of(pack))) == list(map(face_of, WHOLE_BOX))
    assert {piece.provenance for piece in pieces_of(pack)} == {Provenance.OWNER}
    assert all(wrong_with(piece) is None for piece in pieces_of(pack))


def test_ids_are_the_packs_own(store: OwnerPack) -> None:
    for piece in (
        tile(level="II", name="x"),
        tile(level="II", name="x"),
        token("x"),
        token("x", "WM", level="III"),
    ):
        store.add_piece(piece)
    assert [piece.id for piece in pieces_of(store.load().pack)] == [
        "owner-tile-ii-1", "owner-tile-ii-2", "owner-square-i-1", "owner-square-iii-1",
    ]  # fmt: skip


def test_the_box_has_only_so_many_pieces(store: OwnerPack) -> None:
    """setup.supply.size, 001:903-1051: 33 tiles, 21 squares, 17 hexagons, 4 blue dragons, 16 scrolls, 20 adventures."""
    pack = store.add_pieces(WHOLE_BOX)
    for kind in ("tile", "square", "hexagon", "dragon", "scroll", "adventure"):
        again = next(piece for piece in WHOLE_BOX if sort_of(piece)[0] == kind)
        with pytest.raises(BrokenContent) as caught:
            store.add_piece(again)
        assert caught.value.faults[0].reason.startswith("too-many-")
    assert store.load().pack == pack


def test_a_picture_without_a_piece_to_put_there_is_refused(store: OwnerPack) -> None:
    """One secret exit (escape.secret)."""
    store.add_piece(tile("X......", level="II"))
    with pytest.raises(BrokenContent) as caught:
        store.add_piece(tile("X......", level="II"))
    assert caught.value.faults[0].reason == "too-many-pictures"


def test_a_changed_piece_keeps_id_and_place_and_comes_back(store: OwnerPack) -> None:
    store.add_piece(token("x", "W"))
    before = store.add_piece(token("x", "M"))
    after = store.replace_piece("owner-square-i-1", token("y", "TT", level="II"))
    assert [(piece.id, str(piece.cubes)) for piece in after.resource_tokens] == [
        ("owner-square-i-1", "TT"),
        ("owner-square-i-2", "M"),
    ]
    assert store.remove("owner-square-i-1").resource_tokens == before.resource_tokens[1:]
    assert store.put_back("owner-square-i-1", before) == before
    assert len(store.backups()) == 4
    with pytest.raises(BrokenContent):
        store.replace_piece("owner-square-i-1", tile())  # a tile is no token
    assert store.load().pack == before


def test_a_dragon_owes_its_dice_to_the_rulebooks(store: OwnerPack) -> None:
    dragon = Dragon("x", "green", 12, None, None, 9, 4, 7, Provenance.OWNER)
    pack = store.add_piece(dragon)
    assert pack.citation("owner-dragon-green-1", "dice").provenance == Provenance.RULEBOOK
    assert pack.citation("owner-dragon-green-1", "health").provenance == Provenance.OWNER


SPACES = st.sampled_from(
    ["plain", "plain 3", "plain 5", "square", "hexagon 1", "monk", "adventure", "lava", "lava 2", "exit", "scroll red",
     "scroll blue 4", "dragon blue", "dragon white"]
)  # fmt: skip


@given(spaces=st.lists(SPACES, min_size=7, max_size=7), level=st.sampled_from(["I", "II", "III"]))
def test_pack_and_engine_agree_about_a_tile(
    tmp_path_factory: pytest.TempPathFactory, spaces: list[str], level: str
) -> None:
    """What a game takes as a description can be kept, and the other way round."""
    piece = piece_of("tile", {"id": "x", "level": level, "spaces": spaces})
    try:
        OwnerPack(tmp_path_factory.mktemp("pack")).add_piece(piece)
    except BrokenContent as fault:
        reasons = {each.reason for each in fault.faults} - {
            "too-many-pictures"
        }  # of a whole box, not of a tile
        assert bool(reasons) == (wrong_with(piece) is not None)
    else:
        assert wrong_with(piece) is None


@pytest.mark.parametrize(
    "piece",
    [
        token("x", ""),
        token("x", "monk"),
        token("x", "WWWWW"),
        Dragon("x", "white", 59, None, None, 9, 6, 15, Provenance.OWNER),
        Dragon("x", "blue", 0, None, None, 9, 3, 5, Provenance.OWNER),
        Dragon("x", "blue", 9, None, None, 21, 3, 5, Provenance.OWNER),
        Dragon("x", "blue", 9, None, None, 9, 4, 5, Provenance.OWNER),
        GearCard("x", GearKind.SANDALS, parse_pattern("MM/MM"), "step", Provenance.OWNER),
    ],
)
def test_what_the_engine_refuses_the_pack_refuses(store: OwnerPack, piece: Component) -> None:
    assert wrong_with(piece) is not None
    with pytest.raises(BrokenContent):
        store.add_piece(piece)


# ---- out of a game


def opened(pack: Pack) -> Session:
    session = Session(GAME, new_game(at_real_board(pack), players=2, is_described=True))
    session.play(DrawnSeat(0))
    return session


def card(pattern: str, name: str = "mine") -> GearCard:
    return GearCard(name, GearKind.HELMET, parse_pattern(pattern), "wood", Provenance.OWNER)


def test_what_was_described_is_in_the_log_and_new_to_the_pack(store: OwnerPack) -> None:
    owned = store.add_piece(card("MM"))
    session = opened(owned)
    assert new_pieces(session.record, owned) == ()
    session.play(description_of(card("WMM")))
    assert described_in(session.record) == (card("WMM"),)
    assert new_pieces(session.record, owned) == (card("WMM"),)
    kept = store.add_pieces(new_pieces(session.record, owned))
    assert new_pieces(session.record, kept) == ()
    session.undo()
    assert new_pieces(session.record, owned) == ()


def test_a_description_is_kept_in_the_save(store: OwnerPack) -> None:
    session = opened(store.load().pack)
    session.play(description_of(card("WMM")))
    again = Session.load(GAME, session.save())
    assert described_in(again.record) == (card("WMM"),)
    assert again.state == session.state


def test_the_same_face_held_otherwise_is_no_new_piece(store: OwnerPack) -> None:
    assert face_of(card("W/M")) == face_of(card("WM"))
    turned = tile("D.L....")
    held = Tile("other", "I", (turned.spaces[0], *turned.spaces[3:], *turned.spaces[1:3]), Provenance.OWNER)
    assert face_of(held) == face_of(turned)
    assert face_of(held) != face_of(Tile("o", "I", (SpaceFace(), *held.spaces[1:]), Provenance.OWNER))
    session = opened(store.load().pack)
    session.play(description_of(card("W/M")))
    assert new_pieces(session.record, store.add_piece(card("WM"))) == ()


def test_a_second_piece_of_the_same_face_beside_the_pile_is_new(store: OwnerPack) -> None:
    """The box has several tokens with the same face: one that is described is not the one in the pile."""
    empty, owned = store.load().pack, store.add_piece(card("WM"))
    session = opened(owned)
    session.play(description_of(card("WM", "another")))
    assert new_pieces(session.record, owned) == (card("WM", "another"),)
    session = opened(empty)
    session.play(description_of(card("WM", "another")))
    assert new_pieces(session.record, owned) == ()  # entered meanwhile


def test_nothing_that_is_drawn_at_a_real_board_is_invented(store: OwnerPack) -> None:
    owned = store.add_pieces([card("WM"), tile()])
    pack = at_real_board(owned)
    assert pieces_of(pack) == pieces_of(owned)
    assert (pack.dice, pack.countdown, pack.palaces) == (
        house_pack().dice, house_pack().countdown, house_pack().palaces,
    )  # fmt: skip
    mine = store.set_die("M", [2, 2, 1, 1, 0, 0], broken=[6])
    assert at_real_board(mine).die("M") == mine.die("M")
