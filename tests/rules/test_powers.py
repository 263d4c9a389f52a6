"""Sacred scrolls and adventure tokens: every kind of effect at its moment, lasting or once."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, fight_of
from fujikoro_nb.engine.fujikoro.asked.game import Lead, Pick, TakeBack, Use
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, place
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile, TokenThing
from fujikoro_nb.engine.fujikoro.board.player import Board, OwnedCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, NotBefore, Pass, Quiet, Seat, Unreadable
from tests.support.fights import die, dragon
from tests.support.game_positions import Realm, adventure, realm, scroll, tile, token
from tests.support.gear_positions import board

LAVA = {"I-1": "....L.."}
OPEN = {"I-1": ".......", "I-2": "......."}
BEASTS = {"I-1": "D......", "I-2": "......."}
DRAGON = {"I-1": dragon("12/9/1", name="beast")}


def put(game: Realm, name: str, laid: LaidTile) -> Realm:
    """The same game with another tile on one place."""
    game.state = game.state.with_tile(place(name).id, laid)
    return game


def with_discs(discs: int) -> Board:
    """A plain board with so many discs in the pool."""
    return msgspec.structs.replace(board(), discs=discs)


def with_fields(game: Realm, fields: tuple[int, int, int]) -> Realm:
    """The same game with so many discs of the first seat on move, explore and gather."""
    samurai = msgspec.structs.replace(game.samurai(), fields=fields)
    game.state = game.state.with_samurai(Seat(0), samurai)
    return game


# ---- on the way


@pytest.mark.rule("scroll.lava-walk", "scroll.use")
def test_scroll_lava_walk() -> None:
    """One lava space a move without sandals and without damage, in every move; the move may not end there."""
    game = realm(tiles=LAVA, scrolls={0: (scroll("ash", "lava-step 1"),)}).play("move")
    assert game.refused("walk I-1.4") == "move.end.not-lava"
    game.play("walk I-1.4 I-1.0", "move")
    assert (game.at(), game.happened("paid"), game.said("lava-crossed", "space")) == ("I-1.0", [], ["I-1.4"])
    game.play("walk I-1.4 centre")
    assert game.at() == "centre"
    assert realm(tiles=LAVA).play("move").refused("walk I-1.4 I-1.0") == "move.lava.affordable"


@pytest.mark.rule("scroll.lava-walk")
def test_scroll_lava_walk_is_one_step() -> None:
    """A second lava space of the same move costs sandals as ever."""
    tiles, scrolls = {"I-1": "L...L.."}, {0: (scroll("ash", "lava-step 1"),)}
    feet = board(sandals="MM/M")
    bare = realm(board(), board(), tiles={"I-1": "....LL."}, scrolls=scrolls).play("move")
    assert bare.refused("walk I-1.4 I-1.5") == "move.lava.affordable"
    game = realm(feet, board(), tiles=tiles, scrolls=scrolls).play("move", "walk I-1.4 I-1.0 I-1.1")
    assert (game.asked, game.about()) == ("pay-lava", {"damage": 5})
    worn = realm(board(sandals="WW/W"), board(), tiles=tiles, scrolls=scrolls).play("move")
    assert worn.refused("walk I-1.4 I-1.0 I-1.1") == "move.lava.affordable"


@pytest.mark.rule("scroll.lava-walk")
def test_scroll_lava_walk_is_no_part_of_a_bonus_step() -> None:
    """The step of a sandals card is a move of its own and never enters lava."""
    step = board(cards=(OwnedCard("swift", GearKind.SANDALS, "move", "step"),))
    game = realm(step, board(), tiles=LAVA, scrolls={0: (scroll("ash", "lava-step 1"),)})
    game.play("move", "bonus")
    assert game.refused("walk I-1.4") == "move.lava.affordable"
    assert game.about() == {"steps": 1}


@pytest.mark.rule("adventure.omamori-fire", "setup.option.adventure")
def test_adventure_omamori_fire() -> None:
    """One lava space, sandals or not; then the token is out of the game."""
    game = realm(tiles=LAVA, adventures={0: (adventure("omamori", "lava-step 1"),)}).play("move")
    assert game.refused("walk I-1.4 I-1.0") == "move.lava.affordable"
    game.play("use omamori", "walk I-1.4 I-1.0", "move")
    assert (game.at(), game.samurai().adventures) == ("I-1.0", ())
    assert game.refused("walk I-1.4 centre") == "move.lava.affordable"
    assert game.refused("use omamori") == "scroll.use"
    assert game.happened("token-used")[0].rule == "adventure.omamori-fire"


def test_steps_of_scrolls_and_tokens_add_up() -> None:
    """Two steps without sandals, one more by a scroll in every move, two more by a token once."""
    things = {
        "scrolls": {0: (scroll("wind", "steps 1"),)},
        "adventures": {0: (adventure("gust", "steps 2"),)},
    }
    game = realm(tiles=OPEN, **things).play("move")  # type: ignore[arg-type]
    assert game.about() == {"steps": 3}
    assert game.refused("walk I-1.4 I-1.0 I-1.1 I-1.2") == "move.steps.sandals"
    game.play("use gust")
    assert game.about() == {"steps": 5}
    game.play("walk I-1.4 I-1.0 I-1.1 I-1.2", "halt", "move")
    assert (game.at(), game.about()) == ("I-1.2", {"steps": 3})


def test_of_many_steps_one_way_to_each_space_is_listed() -> None:
    """Every other way is legal too, and the listed ones are."""
    game = realm(tiles=OPEN, scrolls={0: (scroll("wind", "steps 4"),)}).play("move")
    walks = [text.split()[1:] for text in game.texts() if text.startswith("walk")]
    ends = [walk[-1] for walk in walks]
    assert not game.options.is_complete
    assert sorted(ends) == sorted(set(ends))
    assert set(ends) == {"centre", *(f"I-{place}.{number}" for place in (1, 2) for number in range(7))}
    assert len(next(walk for walk in walks if walk[-1] == "I-1.1")) == 3
    assert game.refused("walk I-1.4 I-1.5 I-1.4 I-1.5 I-1.4 I-1.5") is None
    assert all(game.refused(text) is None for text in game.texts())


# ---- exploring


def several(count: int, *, tokens: tuple[str, ...] = ()) -> Piles:
    """So many plain tiles of the first level."""
    return Piles(tiles=tuple(tile(name=f"new-{number}") for number in range(count)))


@pytest.mark.rule("scroll.multi-tile", "scroll.use")
def test_scroll_multi_tile() -> None:
    """Two tiles; the second beside the first or the samurai; each scores and turns its neighbours' tokens up."""
    used = TokenThing(token("worn"), is_used=True)
    tiles = {"I-3": ".s.....", "I-5": ".s....."}
    game = realm(tiles=tiles, piles=several(3), scrolls={0: (scroll("chart", "tiles 1"),)})
    for name in tiles:
        put(game, name, game.laid(name).with_thing(1, used))
    game.play("explore", "place I-2", "draw new-0", "turn 0")
    assert game.laid("I-3").tokens == (TokenThing(token("worn")),)
    assert game.laid("I-5").tokens == (used,)
    assert (game.asked, game.refused("place I-3")) == ("place-another", "explore.where")
    game.play("place I-4", "draw new-1", "turn 0")
    assert game.laid("I-5").tokens == (TokenThing(token("worn")),)
    assert (game.asked, game.about()) == ("act", {"taken": 1})
    assert game.play("explore", "place I-1", "draw new-2", "turn 0").asked == "act", "no tile is left"


@pytest.mark.rule("scroll.multi-tile")
def test_scroll_multi_tile_reaches_from_the_tile_placed_last() -> None:
    """A place of the second ring borders the first tile and not the samurai; its level scores one point."""
    piles = Piles(tiles=(tile(name="near"), tile(level="II", name="far")))
    game = realm(piles=piles, scrolls={0: (scroll("chart", "tiles 1"),)})
    game.play("explore", "place I-1", "draw near", "turn 0")
    assert game.asked == "place-another"
    assert {text.split()[1][:3] for text in game.texts() if text != "enough"} == {"II-"}
    game.play(game.texts()[0], "draw far", "turn 0")
    assert (game.samurai().score, game.asked) == (1, "act")


def test_the_second_tile_is_a_choice() -> None:
    game = realm(piles=several(3), scrolls={0: (scroll("chart", "tiles 1"),)}).play("explore")
    assert game.refused("enough") == "explore.announce"
    game.play("place I-1", "draw new-0", "turn 0", "enough")
    assert (game.asked, len(game.state.piles.tiles)) == ("act", 2)


@pytest.mark.rule("adventure.ancient-map")
def test_adventure_ancient_map() -> None:
    """Three tiles in one action; the neighbours of each one come up."""
    used = TokenThing(token("worn"), is_used=True)
    maps = {0: (adventure("map", "tiles 2"),)}
    game = realm(tiles={"I-4": ".s.....", "I-6": ".s....."}, piles=several(4), adventures=maps)
    for name in ("I-4", "I-6"):
        put(game, name, game.laid(name).with_thing(1, used))
    game.play("explore", "use map")
    assert game.samurai().adventures == ()
    game.play("place I-1", "draw new-0", "turn 0", "place I-2", "draw new-1", "turn 0")
    assert (game.laid("I-4").tokens, game.laid("I-6").tokens) == ((used,), (TokenThing(token("worn")),))
    game.play("place I-3", "draw new-2", "turn 0")
    assert (game.asked, game.laid("I-4").tokens) == ("act", (TokenThing(token("worn")),))
    game.play("explore", "place I-5", "draw new-3", "turn 0")
    assert game.happened("token-used")[0].rule == "adventure.ancient-map"


# ---- gathering


def beside_a_token(**more: object) -> Realm:
    """The first samurai on a face-up token of two wood, about to gather."""
    boards = more.pop("boards", ())
    game = realm(*boards, tiles={"I-1": ".s....."}, at=("I-1.1",), **more)  # type: ignore[arg-type,misc]
    return put(game, "I-1", game.laid("I-1").with_thing(1, TokenThing(token("wood", "WW"))))


@pytest.mark.rule("scroll.use")
def test_cubes_of_a_scroll_come_with_every_gather_of_cubes() -> None:
    """After the token's cubes, from the supply; what finds no room is left."""
    scrolls = {0: (scroll("vein", "cubes M"),)}
    game = beside_a_token(scrolls=scrolls).play("gather", "stow WW")
    assert (game.asked, game.about()) == ("stow", {"cubes": "M"})
    game.play("stow WWM")
    assert (str(game.board().backpack.cubes), game.asked) == ("WWM", "act")
    full = beside_a_token(boards=(board(lower="TTTT"), board()), scrolls=scrolls)
    full.play("gather", "stow WWTTTT", "stow WWTTTT, leave M")
    assert str(full.board().backpack.cubes) == "WWTTTT"


@pytest.mark.rule("setup.option.adventure")
def test_cubes_of_a_token_come_once_if_the_owner_wants_them() -> None:
    """A window opens when the gathered cubes are stowed."""
    tokens = {0: (adventure("hoard", "cubes WT"),)}
    game = beside_a_token(adventures=tokens).play("gather", "stow WW")
    assert (game.asked, game.seat, game.about()) == ("window", 0, {"moment": "gathered"})
    game.play("use hoard", "stow WWWT")
    assert (game.samurai().adventures, game.asked) == ((), "act")
    kept = beside_a_token(adventures=tokens).play("gather", "stow WW", "pass")
    assert (len(kept.samurai().adventures), kept.asked) == (1, "act")


# ---- the own turn


def test_discs_come_back_of_the_owners_choice() -> None:
    """Between actions: a disc, or the action monk, from a field that has one."""
    tokens = {0: (adventure("call", "discs 2"),)}
    game = realm(board(monks=("action",)), board(), tiles=OPEN, adventures=tokens)
    assert game.refused("use call") == "scroll.use", "every disc is in the pool"
    game.play("move monk", "halt")
    assert game.board().pool == 3
    game.play("use call")
    assert (game.asked, game.texts()) == ("discs", ["back move monk"])
    assert game.refused("back move") == "setup.option.adventure"
    assert game.refused("enough") == "setup.option.adventure"
    game.play("back move monk")
    assert (game.board().pool, game.asked, game.about()) == (4, "act", {"taken": 1})


def test_discs_are_chosen_one_by_one() -> None:
    """One of two fields; the others stay where they are."""
    tokens = {0: (adventure("call", "discs 1"),)}
    game = with_fields(realm(with_discs(1), board(), tiles=OPEN, adventures=tokens), (1, 1, 0))
    game.play("use call")
    assert game.texts() == ["back move", "back explore"]
    assert game.refused("back gather") == "setup.option.adventure"
    game.play("back explore")
    assert (game.board().discs, game.samurai().fields, game.asked) == (2, (1, 0, 0), "act")


def test_cool_takes_lava_tiles_near_and_leaves_printed_lava() -> None:
    """Up to so many, on the own or neighbouring spaces."""
    tiles = {"I-1": "..L..1.", "I-2": "......."}
    lava = ("I-1.0", "I-1.5", "I-2.6", "I-2.0")
    tokens = {0: (adventure("rain", "cool 3"),)}
    game = realm(tiles=tiles, at=("I-1.3",), lava=lava, adventures=tokens).play("use rain")
    assert set(game.texts()) == {"pick I-1.0", "pick I-2.6", "enough"}
    assert game.refused("pick I-1.2") == "setup.option.adventure"
    assert game.refused("pick I-2.0") == "setup.option.adventure"
    game.play("pick I-2.6", "enough")
    assert (game.state.lava, game.asked) == (("I-1.0", "I-1.5", "I-2.0"), "act")
    assert not realm(tiles=tiles, at=("I-1.3",), adventures=tokens).texts().count("use rain")


def test_a_token_of_two_occasions_serves_one_of_them() -> None:
    """Cooling between actions or a step in a move, then it is gone."""
    tokens = {0: (adventure("both", "cool 1", "steps 1"),)}
    game = realm(tiles=OPEN, lava=("I-1.4",), adventures=tokens)
    moved = realm(tiles=OPEN, lava=("I-1.4",), adventures=tokens).play("move", "use both")
    assert (moved.about(), moved.samurai().adventures) == ({"steps": 3}, ())
    game.play("use both", "pick I-1.4", "move")
    assert (game.state.lava, game.about(), game.refused("use both")) == ((), {"steps": 2}, "scroll.use")


@pytest.mark.rule("adventure.sashimono")
def test_adventure_sashimono() -> None:
    """In the own turn another conscious samurai walks; never onto lava, a taken space or a dragon's tile."""
    tiles = {"I-1": "D......", "I-2": ".......", "I-3": "......."}
    seats = (board(), board(), board(), board())
    at = ("I-2.0", "I-2.6", "centre", "I-3.0")
    game = realm(
        *seats,
        tiles=tiles,
        dragons=DRAGON,
        at=at,
        lava=("I-2.5",),
        down=(3,),
        adventures={0: (adventure("flag", "summon 1"),)},
    ).play("use flag")
    led = set(game.texts())
    assert "lead 1 I-2.1" in led
    assert not any(text.startswith("lead 3") for text in led), "one who lies unconscious stays"
    for barred in (
        "lead 1 I-2.0",
        "lead 1 I-2.5",
        "lead 1 I-1.3",
        "lead 0 I-2.1",
        "lead 1 I-2.2",
        "lead 3 I-3.1",
    ):
        assert game.refused(barred) == "adventure.sashimono"
    game.play("lead 1 I-2.1")
    assert (game.at(1), game.asked, game.happened("dragon-attacked")) == ("I-2.1", "act", [])
    assert game.samurai().adventures == ()


@pytest.mark.rule("adventure.sashimono")
def test_adventure_sashimono_not_in_another_turn() -> None:
    tokens = {1: (adventure("flag", "summon 1"),)}
    game = realm(tiles=BEASTS, dragons=DRAGON, at=("I-2.6", "I-2.6"), adventures=tokens)
    assert game.refused("use flag") == "scroll.use"
    game.play("move", "walk I-1.3")
    assert (game.asked, game.seat) == ("join", 1), "no window opens for the owner"


@pytest.mark.rule("adventure.sashimono")
def test_golden_sashimono_before_the_join_question() -> None:
    """The mover stands before the dragon, brings a far samurai beside the tile, and that one is asked, not forced."""
    tokens = {0: (adventure("flag", "summon 2"),)}
    start = {"tiles": BEASTS, "dragons": DRAGON, "at": ("I-2.6", "I-2.2"), "adventures": tokens}
    game = realm(**start).play("move", "walk I-1.3")  # type: ignore[arg-type]
    assert (game.asked, game.seat, game.about()) == ("window", 0, {"moment": "before-join"})
    assert game.refused("join I-1.3") == "scroll.use"
    passed = realm(**start).play("move", "walk I-1.3", "pass")  # type: ignore[arg-type]
    assert passed.asked != "join", "too far away to be asked"
    game.play("use flag")
    assert (game.asked, game.seat) == ("summon", 0)
    assert game.refused("lead 1 I-1.2") == "adventure.sashimono"
    game.play("lead 1 I-2.6")
    assert (game.asked, game.seat, game.at(1)) == ("join", 1, "I-2.6")
    assert {"stay-out", "join I-1.3"} <= set(game.texts())
    out = Realm(game.state).play("stay-out")
    fight = fight_of(out.state)
    assert isinstance(fight, DragonFight) and fight.fighters == (0,)
    game.play("join I-1.3")
    fight = fight_of(game.state)
    assert isinstance(fight, DragonFight) and fight.fighters == (0, 1)


# ---- a rest


def test_refresh_at_a_rest() -> None:
    """The owner chooses which face-down tokens of the own tile come up; a scroll does it at every rest, once."""
    tiles, scrolls = {"I-1": ".sss..."}, {0: (scroll("spring", "refresh 1"),)}
    game = realm(with_discs(2), board(), tiles=tiles, at=("I-1.0",), scrolls=scrolls)
    laid = game.laid("I-1")
    for number in (1, 2):
        laid = laid.with_thing(number, TokenThing(token(f"worn-{number}"), is_used=True))
    put(game, "I-1", laid.with_thing(3, TokenThing(token("fresh"))))
    with_fields(game, (1, 0, 0)).play("rest")
    assert (game.asked, game.about()) == ("window", {"moment": "rest"})
    game.play("use spring")
    assert (game.asked, game.texts()) == ("refresh", ["pick I-1.1", "pick I-1.2"])
    assert game.refused("pick I-1.3") == "scroll.use"
    game.play("pick I-1.2")
    assert [thing.is_used for thing in game.laid("I-1").tokens] == [True, False, False]
    assert game.asked == "craft", "once a rest"
    assert len(game.samurai().scrolls) == 1


# ---- fights


def attacked(*seats: object, **more: object) -> Realm:
    """The first samurai on a dragon's tile."""
    given = {"tiles": BEASTS, "dragons": DRAGON, "at": ("I-2.6", "I-2.2"), **more}
    boards = seats or (board(weapon="WWM"), board())
    return realm(*boards, **given).play("move", "walk I-1.3")  # type: ignore[arg-type]


@pytest.mark.rule("combat.damage-tokens")
def test_dragon_damage_stays() -> None:
    """Tokens beside the dragon, now and in every later fight, but it never dies of them."""
    game = attacked(adventures={0: (adventure("spike", "dragon-damage 3"),)})
    assert (game.asked, game.about()) == ("window", {"moment": "fight"})
    game.play("use spike")
    fight = fight_of(game.state)
    assert isinstance(fight, DragonFight)
    assert (fight.health, game.laid("I-1").damage, game.samurai().adventures) == (9, 3, ())
    deadly = attacked(adventures={0: (adventure("spike", "dragon-damage 40"),)}).play("use spike")
    fight = fight_of(deadly.state)
    assert isinstance(fight, DragonFight)
    assert (fight.health, deadly.laid("I-1").damage) == (1, 11)
    weakest = attacked(
        dragons={"I-1": dragon("1/9/1", name="beast")},
        adventures={0: (adventure("spike", "dragon-damage 3"),)},
    )
    assert weakest.asked == "send-monk", "one point of health is left to it"


@pytest.mark.rule("scroll.use")
def test_a_scroll_works_in_every_fight_once() -> None:
    """Used in a fight it is not offered again there; in the next fight it is."""
    game = attacked(scrolls={0: (scroll("thorn", "dragon-damage 1"),)}).play("use thorn")
    assert (game.asked, game.laid("I-1").damage, len(game.samurai().scrolls)) == ("send-monk", 1, 1)
    game.play("keep", "roll T 0", "attack left -", "roll T 0")
    again = attacked(board(), board(), scrolls={0: (scroll("thorn", "dragon-damage 1"),)})
    again.play("use thorn", "keep", "roll T 0", "retreat", "move", "walk I-1.3")
    assert again.asked == "window"
    assert again.play("use thorn").laid("I-1").damage == 2


@pytest.mark.rule("scroll.use")
def test_a_scroll_may_be_used_in_the_turn_of_another() -> None:
    """A joiner is asked too, in turn order from the attacker."""
    things = {seat: (scroll(f"dawn-{seat}", "initiative 2"),) for seat in (0, 1)}
    game = attacked(at=("I-2.6", "I-2.6"), scrolls=things).play("join I-1.3")
    assert (game.asked, game.seat) == ("window", 0)
    assert game.refused("use dawn-1") == "scroll.use"
    game.play("pass")
    assert (game.asked, game.seat, game.texts()[0]) == ("window", 1, "use dawn-1")


def test_initiative_lasts_for_one_fight() -> None:
    """Length three and six more tie with a dragon of nine, which goes first; seven more go before it."""
    for amount, order in ((6, "dragon 0"), (7, "0 dragon")):
        game = attacked(scrolls={0: (scroll("dawn", f"initiative {amount}"),)}).play("use dawn", "keep")
        assert game.said("order-fixed", "order") == [order]
    again = attacked(board(), board(), adventures={0: (adventure("dawn", "initiative 10"),)})
    again.play("use dawn", "keep", "retreat", "move", "walk I-1.3", "keep")
    assert again.said("order-fixed", "order") == ["0 dragon", "dragon 0"]


def duel(*rolls: str, scrolls: object = None, adventures: object = None, helmet: str = "TTT/TTT") -> Realm:
    """The first samurai attacks the second, whose weapon is as long: the one who stood there begins."""
    game = realm(
        board(weapon="WWM", helmet=helmet),
        board(weapon="WWM", helmet=helmet),
        tiles=OPEN,
        at=("centre", "I-1.4"),
        scrolls=scrolls,  # type: ignore[arg-type]
        adventures=adventures,  # type: ignore[arg-type]
    )
    return game.play("move", "walk I-1.4", "challenge", *rolls)


def test_initiative_decides_a_duel() -> None:
    """The stander wins the tie; one point more and the mover begins."""
    plain = duel()
    assert plain.said("duel-order", "order") == ["1 0"]
    game = duel(scrolls={0: (scroll("dawn", "initiative 1"),)})
    assert (game.asked, game.seat) == ("window", 0)
    assert game.refused("let-be") == "scroll.use"
    assert game.play("use dawn").said("duel-order", "order") == ["0 1"]


@pytest.mark.rule("adventure.gunbai")
def test_adventure_gunbai() -> None:
    """Two hits and broken, and one hit: one hit counts, and one cube still breaks."""
    fan = {0: (adventure("gunbai", "cancel-broken"),)}
    game = duel("attack left WWM", "roll W 1 0, M 2*", adventures=fan)
    assert (game.asked, game.seat, game.about()) == ("window", 0, {"moment": "rolled"})
    game.play("use gunbai")
    assert (game.asked, game.seat, game.about()) == ("pay-damage", 0, {"damage": 1})
    game.play(game.texts()[0])
    assert (game.asked, game.seat, game.about()) == ("lose-cubes", 1, {"wood": 0, "metal": 1, "tooth": 0})
    assert game.samurai().adventures == ()


@pytest.mark.rule("adventure.gunbai")
def test_adventure_gunbai_answers_an_opponents_roll_only() -> None:
    """Not the own one, not one without broken hits, and nobody who looks on is asked."""
    fans = {seat: (adventure(f"gunbai-{seat}", "cancel-broken"),) for seat in (0, 1)}
    game = duel("attack left WWM", "roll W 1 0, M 2*", adventures=fans)
    assert (game.asked, game.seat) == ("window", 0)
    assert game.refused("use gunbai-1") == "scroll.use"
    assert game.play("pass").asked == "pay-damage", "the roller is not asked"
    harmless = duel("attack left WWM", "roll W 1 0*, M 2", adventures=fans)
    assert harmless.asked == "pay-damage"
    bystander = realm(
        board(weapon="WWM", helmet="TTT"),
        board(weapon="WWM", helmet="TTT"),
        board(),
        tiles=OPEN,
        at=("centre", "I-1.4"),
        adventures={2: (adventure("gunbai", "cancel-broken"),)},
    ).play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 0, M 2*")
    assert (bystander.asked, bystander.seat) == ("pay-damage", 0)


@pytest.mark.rule("adventure.gunbai")
def test_adventure_gunbai_against_a_dragon() -> None:
    """Its broken dice hit nobody in the fight, and give their teeth all the same."""
    broken = tuple(die("T", "3*,3,2,1,0,0") if one.material == "T" else one for one in realm().state.dice)
    game = attacked(
        board(helmet="TTT"),
        board(helmet="TTT"),
        dragons={"I-1": dragon("12/9/2", name="beast")},
        at=("I-2.6", "I-2.6"),
        adventures={1: (adventure("gunbai", "cancel-broken"),)},
    )
    game.state = msgspec.structs.replace(game.state, dice=broken)
    game.play("join I-1.3", "keep", "keep", "roll T 3* 2")
    assert (game.asked, game.seat) == ("window", 1)
    game.play("use gunbai")
    assert (game.asked, game.about()) == ("stow", {"cubes": "T"})
    while game.asked == "stow":
        game.play(game.texts()[0])
    assert (game.asked, game.about()) == ("pay-damage", {"damage": 2})


def test_hits_are_added_to_an_own_roll_that_hits() -> None:
    """One more hit for the dragon; a roll without any has nothing to add to."""
    scrolls = {0: (scroll("fang", "hits 1"),)}
    armed = board(weapon="WWM", helmet="TTT")
    game = attacked(armed, board(), scrolls=scrolls).play("keep", "roll T 0", "attack left WWM")
    game.play("roll W 1 1, M 1")
    assert (game.asked, game.seat, game.about()) == ("window", 0, {"moment": "rolled"})
    game.play("use fang")
    assert game.said("dragon-hit", "hits") == [4]
    none = attacked(armed, board(), scrolls=scrolls).play("keep", "roll T 0", "attack left WW")
    assert none.play("roll W 0* 0").asked == "lose-cubes"
    assert none.said("dragon-hit", "hits") == [0]


def test_a_second_roll_may_be_raised_again() -> None:
    """What one roll got does not stay for the next weapon."""
    two = board(weapon="WWM:WW", monks=("weapon",), helmet="TTT")
    game = attacked(two, board(), scrolls={0: (scroll("fang", "hits 1"),)})
    game.play("keep", "roll T 0", "attack left WWM", "roll W 1 1, M 1", "use fang")
    game.play("attack right WW", "roll W 1 0", "pass")
    assert game.said("dragon-hit", "hits") == [4, 1]


def test_a_shield_scroll_works_by_itself() -> None:
    """One hit of every roll of the opponent does not reach its owner, and no more hits than there are."""
    game = duel("attack left WWM", "roll W 1 1, M 2", scrolls={0: (scroll("wall", "shield 1"),)})
    assert (game.asked, game.seat, game.about()) == ("pay-damage", 0, {"damage": 3})
    assert game.said("shielded", "hits") == [1]
    whole = duel("attack left WWM", "roll W 1 0, M 0", scrolls={0: (scroll("wall", "shield 4"),)})
    assert (whole.asked, whole.seat, whole.said("shielded", "hits")) == ("roll-dice", 0, [1])
    own = duel("attack left WWM", "roll W 1 1, M 2", scrolls={1: (scroll("wall", "shield 1"),)})
    assert own.about() == {"damage": 4}


def test_a_shield_token_is_used_once_and_for_its_owner() -> None:
    """The dragon strikes both; the owner of the token suffers less."""
    shields = {0: (adventure("wall", "shield 2"),)}
    game = attacked(
        board(helmet="TTT"),
        board(helmet="TTT"),
        at=("I-2.6", "I-2.6"),
        dragons={"I-1": dragon("12/9/2", name="beast")},
        adventures=shields,
    ).play("join I-1.3", "keep", "keep", "roll T 3 2")
    assert (game.asked, game.seat) == ("window", 0)
    game.play("use wall")
    assert (game.asked, game.seat, game.about()) == ("pay-damage", 0, {"damage": 3})
    game.play(game.texts()[0])
    assert (game.asked, game.seat, game.about()) == ("pay-damage", 1, {"damage": 5})
    assert game.samurai().adventures == ()


# ---- windows


@pytest.mark.rule("scroll.use")
def test_quiet_until_a_moment() -> None:
    """Not asked again before a window of that name opens, by whomever."""
    game = duel(
        "attack left WWM", "roll W 1 0, M 2*", adventures={0: (adventure("gunbai", "cancel-broken"),)}
    )
    assert game.refused("quiet rolled") == "scroll.use"
    assert game.refused("quiet never") == "scroll.use"
    game.play("quiet rest")
    assert (game.asked, game.state.quiet) == ("pay-damage", (Quiet(Seat(0), "rest"),))
    game.play(game.texts()[0], "lose 3,1", "attack left -", "attack left WW", "roll W 1 0")
    assert (game.asked, game.seat) == ("pay-damage", 0)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("use nothing-of-the-kind", "scroll.use"),
        ("pick I-1.3", "scroll.use"),
        ("back move", "scroll.use"),
        ("lead 1 I-1.3", "scroll.use"),
        ("enough", "scroll.use"),
        ("halt", "scroll.use"),
        (Use("x" * 80), "scroll.use"),
        (NotBefore(""), "scroll.use"),
        (Pick(SpaceId("nowhere")), "scroll.use"),
    ],
)
def test_everything_else_is_refused_in_a_window(said: str | Answer, rule: str) -> None:
    game = attacked(scrolls={0: (scroll("dawn", "initiative 2"),)})
    assert game.asked == "window"
    assert game.refused(said) == rule


@pytest.mark.parametrize(
    "said",
    [
        Pick(SpaceId("nowhere")),
        Lead(5, SpaceId("")),
        TakeBack("dance"),
        TakeBack("move", monk=True),
        Use("flag"),
        Pass(),
    ],
)
def test_everything_else_is_refused_while_somebody_is_led(said: Answer) -> None:
    tokens = {0: (adventure("flag", "summon 1"),)}
    game = realm(tiles=OPEN, at=("centre", "I-1.0"), adventures=tokens).play("use flag")
    assert game.refused(said) == "adventure.sashimono"


@pytest.mark.parametrize("kind", ["discs 1", "cool 1"])
@pytest.mark.parametrize("said", [Pick(SpaceId("x" * 99)), TakeBack(""), TakeBack("gather", monk=True)])
def test_malformed_choices_are_refused(kind: str, said: Answer) -> None:
    tokens = {0: (adventure("deed", kind),)}
    game = realm(with_discs(2), board(), tiles=OPEN, lava=("I-1.4",), adventures=tokens)
    with_fields(game, (1, 0, 0)).play("use deed")
    assert game.refused(said) in ("setup.option.adventure", "scroll.use")


@pytest.mark.parametrize(
    "answer",
    [
        Use("house-scroll-1"),
        Pick(SpaceId("I-1.3")),
        TakeBack("move"),
        TakeBack("gather", monk=True),
        TakeBack("dance"),
        Lead(3, SpaceId("bridge-1.a")),
        Use("two words"),
        NotBefore("rest"),
        NotBefore(""),
        Pass(),
    ],
)
def test_texts_round_trip(answer: Answer) -> None:
    assert GAME.from_text(GAME.to_text(answer)) == answer


@pytest.mark.parametrize(
    "text", ["use", "use a b", "pick", "pick nowhere", "back dance", "lead I-1.3", "lead 9 I-1.3", "quiet"]
)
def test_unreadable_texts(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.from_text(text)
