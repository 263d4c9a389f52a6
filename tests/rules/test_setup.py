"""Chapter "setup": from the box to the first turn."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Described, Drawn, DrawnSeat
from fujikoro_nb.engine.fujikoro.board.box import charts_of
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.fights.sound import is_board, is_kept
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import check_boards, new_game
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Illegal, Seat, Seeded, Session
from tests.laws.games import along, begun
from tests.support.fights import dragon, dragon_fight, roll
from tests.support.game_positions import HOUSE, Realm, tile
from tests.support.gear_positions import board, gear_of


def opened(players: int, **more: object) -> Realm:
    """A fresh table, before anything is drawn."""
    return Realm(new_game(HOUSE, players=players, **more))  # type: ignore[arg-type]


def dealt(players: int, *, first: int = 0) -> Realm:
    """The same with everything drawn that chance draws."""
    game = opened(players).play(f"start {first}")
    while game.seat == CHANCE:
        game.play(game.texts()[0])
    return game


def ready(players: int, *, first: int = 0) -> Realm:
    """A game whose first turn begins: monks on the first free spots, weapons in a row."""
    game = dealt(players, first=first)
    while game.asked in ("place-monk", "first-weapon"):
        game.play(game.texts()[0] if game.asked == "place-monk" else "forge WWMM")
    return game


def refused(**more: object) -> str:
    """The rule that refuses a table."""
    with pytest.raises(Illegal) as caught:
        new_game(HOUSE, **more)  # type: ignore[arg-type]
    return caught.value.refusals[0].rule


@pytest.mark.rule("setup.players.count")
def test_setup_players_count() -> None:
    assert [refused(players=players) for players in (0, 1, 7)] == ["setup.players.count"] * 3
    assert [opened(players).state.players for players in range(2, 7)] == [2, 3, 4, 5, 6]


@pytest.mark.rule("setup.board.same-side")
def test_setup_board_same_side() -> None:
    takeko = CHARACTERS["takeko"]
    refusal = check_boards([SYMMETRIC, SYMMETRIC, takeko])
    assert refusal is not None
    assert refusal.rule == "setup.board.same-side"
    assert refused(players=2, boards=(Board(), Board(takeko))) == "setup.board.same-side"
    assert check_boards([SYMMETRIC, SYMMETRIC]) is None
    assert check_boards([takeko, CHARACTERS["masako"]]) is None


@pytest.mark.rule("setup.map.fixed-tiles")
def test_setup_map_fixed_tiles() -> None:
    """Seven tiles lie there: the centre, three bridges and three temples; no volcano tile."""
    state = opened(4).state
    revealed = [place.kind for place in PLACES if state.is_revealed(place.id)]
    assert Counter(revealed) == {PlaceKind.CENTRE: 1, PlaceKind.BRIDGE: 3, PlaceKind.TEMPLE: 3}


@pytest.mark.rule("setup.samurai.start", "setup.countdown.start", "setup.player.kit")
def test_setup_everybody_begins_alike() -> None:
    game = ready(6)
    state = game.state
    assert {samurai.space for samurai in state.samurai} == {"centre"}
    assert (state.countdown, state.marker) == (0, None)
    for seat in range(6):
        board = game.board(seat)
        assert (board.discs, game.samurai(seat).fields, game.samurai(seat).score) == (3, (0, 0, 0), 0)
        assert board.gear.weapon.cubes == Cubes(wood=2, metal=2)
        assert not board.gear.helmet
        assert not board.gear.sandals
        assert len(board.backpack.cubes) == 0


@pytest.mark.rule("setup.player.scroll-discs")
def test_setup_player_scroll_discs() -> None:
    """Seven of each colour, 42 in all; two players never share one."""
    samurai = opened(6).state.samurai
    assert sum(one.scroll_discs for one in samurai) == 42
    assert {one.scroll_discs for one in samurai} == {7}
    assert tuple(one.colour for one in samurai) == SCROLL_COLOURS
    assert refused(players=2, colours=("red", "red")) == "setup.player.scroll-discs"
    assert refused(players=2, colours=("red", "white")) == "char.daisuke.asymmetric-only"
    assert refused(players=2, colours=("red", "orange")) == "setup.player.scroll-discs"
    assert refused(players=2, colours=("red",)) == "setup.player.scroll-discs"


@pytest.mark.rule("setup.tiles.stacks", "setup.dragons.pool", "setup.tokens.resource-square")
def test_setup_tiles_stacks() -> None:
    """Three stacks without an order: each tile of the level weighs one."""
    piles = opened(3).state.piles
    assert [len(piles.tiles_of(level)) for level in ("I", "II", "III")] == [7, 13, 13]
    assert [len(piles.dragons_of(colour)) for colour in ("blue", "green", "red", "white")] == [4, 4, 4, 1]
    levels = [len(piles.tokens_of("square", level)) for level in ("I", "II", "III")]
    assert sum(levels) == 21
    assert min(levels) > 0
    assert piles.tokens_of("hexagon", "I") == ()


@pytest.mark.rule("setup.scrolls.display")
def test_setup_scrolls_display() -> None:
    state = dealt(2).state
    assert (len(state.scrolls), len(state.piles.scrolls)) == (3, 13)


@pytest.mark.rule("setup.gearcards.draw", "setup.blueprints.draw")
@pytest.mark.parametrize("players", range(2, 7))
def test_setup_as_many_cards_as_players_of_each_kind(players: int) -> None:
    state = ready(players).state
    assert Counter(str(card.kind) for card in state.display) == dict.fromkeys(
        ("helmet", "weapon", "sandals"), players
    )
    dealt_cards = [card for temple in state.temples for card in temple]
    assert Counter(str(card.kind) for card in dealt_cards) == dict.fromkeys(
        ("helmet", "weapon", "sandals"), players
    )
    assert (state.piles.gear_cards, state.piles.blueprints) == ((), ())  # the others leave the game


@pytest.mark.rule("setup.gearcards.draw", "setup.blueprints.draw")
def test_setup_too_few_cards_in_the_box() -> None:
    few = msgspec.structs.replace(HOUSE, gear_cards=HOUSE.gear_cards[:10])
    with pytest.raises(Illegal) as caught:
        new_game(few, players=3)
    assert caught.value.refusals[0].rule == "setup.gearcards.draw"
    few = msgspec.structs.replace(HOUSE, blueprints=HOUSE.blueprints[:10])
    with pytest.raises(Illegal) as caught:
        new_game(few, players=3)
    assert caught.value.refusals[0].rule == "setup.blueprints.draw"


DEAL = {
    2: ("HW", "HS", "WS"),
    3: ("HWS", "HWS", "HWS"),
    4: ("HHWS", "HWWS", "HWSS"),
    5: ("HHWWS", "HHWSS", "HWWSS"),
    6: ("HHWWSS", "HHWWSS", "HHWWSS"),
}
"""The ledger's table."""


@pytest.mark.rule("setup.blueprints.deal", "setup.blueprints.public")
@pytest.mark.parametrize("players", DEAL)
def test_setup_blueprints_deal(players: int) -> None:
    """Open to every seat's view, in each temple what the ledger's table says."""
    game = dealt(players)
    for seat in range(players):
        view = GAME.view_for(game.state, Seat(seat))
        assert view == game.state
        temples = view.temples
        letters = tuple("".join(str(card.kind)[0].upper() for card in temple) for temple in temples)
        assert letters == DEAL[players]


@pytest.mark.rule("setup.start-player", "turn.order")
def test_setup_start_player() -> None:
    """Every seat weighs one; the one that is drawn places first and plays first."""
    game = opened(4)
    options = game.options
    assert isinstance(options, ChanceOptions)
    assert [options.weight(DrawnSeat(seat)) for seat in range(5)] == [1, 1, 1, 1, 0]
    assert game.refused("start 4") == "setup.start-player"
    game = ready(4, first=2)
    assert [game.said(kind, "seat")[0] for kind in ("monk-placed", "turn")] == [2, 2]


def test_setup_the_same_seed_gives_the_same_table() -> None:
    first, second = (
        Session(GAME, new_game(HOUSE, players=3), dealer=Seeded(7), auto_deal=True) for _ in range(2)
    )
    assert first.state == second.state
    assert first.question is not None
    assert first.question.seat != CHANCE


@pytest.mark.rule("setup.player.start-monks")
def test_setup_player_start_monks() -> None:
    game = dealt(3)
    assert game.texts() == ["monk action", "monk scroll", "monk weapon", "monk backpack"]
    assert game.refused("monk lower-area") == "setup.player.start-monks"
    game.play("monk scroll")
    assert game.asked == "first-weapon"
    assert game.board().monk_spots == ("scroll",)


@pytest.mark.rule("setup.player.start-monks")
def test_setup_player_start_monks_of_six() -> None:
    game = dealt(6).play("monk scroll")
    assert (game.asked, game.seat) == ("place-monk", 0)
    assert game.refused("monk scroll") == "setup.player.start-monks"
    game.play("monk weapon")
    assert game.board().monk_spots == ("scroll", "weapon")
    assert game.asked == "first-weapon"


@pytest.mark.rule("setup.player.start-weapon")
def test_setup_player_start_weapon() -> None:
    game = dealt(2).play("monk scroll")
    assert game.refused("forge WWMM") is None
    assert game.refused("forge .WW/.MM") is None
    assert game.refused("forge WW/../.MM") == "craft.weapon.one-per-part"
    assert game.refused("forge WWM") == "setup.player.start-weapon"
    assert game.refused("forge WWWMM") == "setup.player.start-weapon"
    assert game.refused("forge ...WW:MM") == "monk.spot.weapon"
    assert "forge WWMM.:..." in game.texts()


@pytest.mark.rule("setup.player.start-weapon")
def test_setup_player_start_weapon_across_both_parts() -> None:
    """With the weapon monk it may be a two-handed one, but still it is one weapon."""
    game = dealt(2).play("monk weapon")
    assert game.refused("forge ...WW:MM") is None
    assert game.refused("forge WW...:.MM") == "setup.player.start-weapon"


@pytest.mark.rule("setup.option.adventure")
def test_setup_option_adventure_is_off_by_default() -> None:
    assert not COMPETITIVE.has_adventures


@pytest.mark.rule("setup.tiles.stacks")
def test_setup_real_box_is_described() -> None:
    """What is known of the real box may be named, anything that fits may be described, and no dealer deals it."""
    start = new_game(HOUSE, players=2, is_described=True)
    game = Realm(start).play("start 0")
    assert not isinstance(game.options, ChanceOptions)
    card = HOUSE.gear_cards[0]
    mine = msgspec.structs.replace(card, id="mine", provenance=Provenance.OWNER)
    assert game.refused(Described(card=card)) == "setup.tiles.stacks"  # a house card is none of a real box
    assert game.refused(Described(tile=tile())) == "setup.tiles.stacks"
    assert game.refused(Described(card=mine, tile=tile())) == "setup.tiles.stacks"
    assert game.refused(Described()) == "setup.tiles.stacks"
    assert game.refused(Drawn("no-such")) == "setup.tiles.stacks"
    game.play(Described(card=mine))
    assert [one.id for one in game.state.display] == ["mine"]
    assert game.refused(Described(card=mine)) == "setup.tiles.stacks"  # drawn once
    assert dealt(2).state.is_described is False
    assert opened(2).play("start 0").refused(Described(card=mine)) == "setup.tiles.stacks"


def test_setup_only_a_fresh_table_is_sound() -> None:
    fresh = new_game(HOUSE, players=3)
    assert GAME.is_sound(fresh)
    assert not GAME.is_sound(ready(3).state)
    assert not GAME.is_sound(msgspec.structs.replace(fresh, countdown=1))
    assert not GAME.is_sound(msgspec.structs.replace(fresh, samurai=fresh.samurai[:2]))
    assert not GAME.is_sound(msgspec.structs.replace(fresh, dice=()))


def test_setup_no_table_begins_with_gear_that_cannot_fight() -> None:
    """What `Game.play` would refuse in the middle of a listed walk is refused when the save is opened."""
    plain = Board(charts_of(HOUSE).limits)
    good = (plain, msgspec.structs.replace(plain, gear=gear_of(weapon="WWM")))
    assert GAME.is_sound(new_game(HOUSE, players=2, boards=good))
    for gear in (
        gear_of(weapon="WWMMM/MMMMM"),
        gear_of(weapon="...:WWM"),
        msgspec.structs.replace(gear_of(weapon="WWM"), weapon_magic=40),
        msgspec.structs.replace(gear_of(weapon="WWM"), sandals_magic=True),
    ):
        forged = new_game(HOUSE, players=2, boards=(plain, msgspec.structs.replace(plain, gear=gear)))
        assert not GAME.is_sound(forged)


@pytest.mark.parametrize("seed", range(6))
def test_setup_every_board_of_a_game_is_kept_well(seed: int) -> None:
    """Whenever an action begins; and what begins a game is sound, with any rulings, mode and number of players."""
    session = begun(seed)
    assert GAME.is_sound(session.record.start)
    looked_at = 0
    for _ in along(session, seed, 250):
        state, question = session.state, session.question
        if question is None or question.kind != "act":
            continue
        for one, samurai in zip(state.boards, state.samurai, strict=True):
            looked_at += 1
            assert is_board(one) and is_kept(one, len(samurai.scrolls), state.rulings)
    assert looked_at > 20


@pytest.mark.rule("setup.supply.size")
def test_setup_supply_size_bounds_no_roll() -> None:
    """Three wood and nine metal roll twelve dice, though the box has only eight of metal."""
    weapon = board(weapon="WWWMM:MMM/MMMM.", monks=("weapon",))
    fight = dragon_fight(weapon, dragon=dragon("30/0/3"))
    assert (
        fight.refused(roll("left", "WWWMMMMMMMMM")) is None
        or fight.refused(roll("both", "WWWMMMMMMMMM")) is None
    )
