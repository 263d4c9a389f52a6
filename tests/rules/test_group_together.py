"""What a group has together: teeth, exchanges, blueprints, health by number; and scrolls and tokens in it."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import Share
from fujikoro_nb.engine.fujikoro.asked.group import Hear, Offer, Parcel
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_health
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.support.fights import arena, die, dragon
from tests.support.game_positions import Realm, adventure, scroll, tile
from tests.support.gear_positions import HELMET, adopted_but, blueprint, board, owned
from tests.support.groups import group
from tests.support.treasures import cubes, furnished

ARMED = board(weapon="WWM", helmet="MM")
FULL = board(weapon="WWM", helmet="MM", discs=("scroll",) * 6)
"""No room for a tooth: six discs in six spaces."""


def forced(game: Realm) -> Realm:
    """Answers that leave no choice, but for actions."""
    while game.asked not in (None, "act") and len(game.texts()) == 1:
        game.play(game.texts()[0])
    return game


# ---- teeth


def attacked(*boards: Board, beast: Dragon, **more: object) -> Realm:
    """The dragon on I-2 comes to I-1, where the first two of them are."""
    known: dict[str, object] = {
        "tiles": {"I-1": ".......", "I-2": "......."},
        "at": ("I-1.1", "I-1.0", *("temple-1" for _ in boards[2:])),
        "dragons": {"I-2": beast},
    }
    return forced(group(*boards, **{**known, **more}))


@pytest.mark.rule("coop.combat.teeth-from-dice-shared")
def test_teeth_of_a_roll_are_one_pool() -> None:
    """Two broken symbols, two fighters: 2 teeth for both, as 2-0, 1-1 or 0-2; by the other reading 4."""
    beast = dragon("30/9/2")
    game = attacked(ARMED, ARMED, beast=beast).play("roll T 0* 0*")
    assert (game.asked, game.about()) == ("share-teeth", {"group": 1, "teeth": 2, "seats": "0 1"})
    assert game.texts() == ["share 2 0", "share 1 1", "share 0 2"]
    assert game.refused(Share((1, 0))) == "coop.combat.teeth-from-dice-shared"
    assert game.refused(Share((3, -1))) == "coop.combat.teeth-from-dice-shared"
    forced(game.play("share 2 0"))
    assert [one.backpack.cubes.tooth for one in game.state.boards] == [2, 0]
    each = adopted_but("coop.combat.teeth-from-dice-shared", "each-then-share")
    game = attacked(ARMED, ARMED, beast=beast, rulings=each).play("roll T 0* 0*")
    assert game.about()["teeth"] == 4


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_a_beaten_dragon_gives_teeth_to_the_fighters_together() -> None:
    """A green one gives 2, whoever dealt the blow; a blue one 1, a red one 3, the white one 4."""
    assert DRAGON_TEETH == {"blue": 1, "green": 2, "red": 3, "white": 4}
    game = attacked(ARMED, ARMED, beast=dragon("1/0/1", colour="green"))
    game.play("attack left WWM", "roll W 1 1, M 1")
    assert (game.asked, game.about()["teeth"], game.happened("reward")) == ("share-teeth", 2, [])
    assert game.state.samurai[0].score == 0
    alone = forced(
        group(
            ARMED,
            tiles={"I-1": ".......", "I-2": "......."},
            at=("I-1.1",),
            dragons={"I-2": dragon("1/0/1", colour="red")},
        )
    )
    alone.play("attack left WWM", "roll W 1 1, M 1")
    forced(alone)
    assert (alone.asked, alone.board().backpack.cubes) == ("act", Cubes(tooth=3))


@pytest.mark.rule("coop.combat.teeth-need-space")
def test_teeth_need_room() -> None:
    """A full backpack gets none; where all are full the teeth are lost; cubes may go for them."""
    beast = dragon("30/9/1")
    game = attacked(FULL, ARMED, beast=beast).play("roll T 0*")
    assert (game.asked, game.texts()) == ("share-teeth", ["share 0 1"])
    assert game.refused(Share((1, 0))) == "coop.combat.teeth-need-space"
    game = attacked(FULL, FULL, beast=beast).play("roll T 0*")
    assert game.texts() == ["share 0 0"]
    cubed = board(weapon="WWM", helmet="MM", lower="W", discs=("scroll",) * 5)
    game = attacked(cubed, FULL, beast=beast).play("roll T 0*", "share 1 0")
    assert game.asked == "stow"
    assert len(game.texts()) == 2, "the wood goes, or the tooth"


# ---- health by number


@pytest.mark.rule("coop.combat.health-solo-icon")
def test_health_at_the_solo_symbol_with_one_player() -> None:
    """The white dragon has 25 alone, 60 with three; by the other reading 25 in every co-op game."""
    white = msgspec.structs.replace(dragon("60/25/6", colour="white", two=40), health_solo=25)
    every = adopted_but("coop.combat.health-solo-icon", "every-coop")

    def health(players: int, rulings: Rulings = ADOPTED, *, is_group: bool = True) -> int:
        return printed_health(white, players=players, rulings=rulings, is_group=is_group)

    assert [health(players) for players in (1, 2, 3)] == [25, 40, 60]
    assert [health(players, every) for players in (1, 2, 3)] == [25, 25, 25]
    assert health(1, is_group=False) == 60
    assert printed_health(dragon("9/9/3"), players=1, rulings=ADOPTED, is_group=True) == 9
    game = group(ARMED, tiles={"I-1": ".......", "I-2": "......."}, at=("I-1.1",), dragons={"I-2": white})
    assert game.said("order-fixed", "health") == [25]
    assert arena(ARMED).is_group is False


@pytest.mark.rule("coop.combat.health-two-icon")
def test_health_at_the_two_player_symbol_with_two() -> None:
    white = msgspec.structs.replace(dragon("60/25/6", colour="white", two=40), health_solo=25)
    game = attacked(ARMED, ARMED, beast=white)
    assert game.said("order-fixed", "health") == [40]


# ---- exchanges

GIVER = board(lower="MM", discs=("monk",), monks=("weapon", "scroll"), helmet="WW")
TAKER = board(lower="W")
HERE = {"at": ("temple-1", "temple-1")}


@pytest.mark.rule("coop.trade.same-space")
def test_two_on_a_space_exchange_what_they_agree_on() -> None:
    """Two metal for a wood: no action is used, and both have to say yes."""
    game = group(GIVER, TAKER, **HERE)  # type: ignore[arg-type]
    game.play("offer 1 MM for W")
    assert (game.asked, game.seat) == ("agree", 1)
    forced(game.play("agree"))
    assert [str(one.backpack.cubes) for one in game.state.boards] == ["W", "MM"]
    assert (game.asked, game.seat, game.about()) == ("act", 0, {"taken": 0})
    declined = group(GIVER, TAKER, **HERE).play("offer 1 MM for W", "decline")  # type: ignore[arg-type]
    assert [str(one.backpack.cubes) for one in declined.state.boards] == ["MM", "W"]
    apart = group(GIVER, TAKER, at=("temple-1", "temple-2"))
    assert apart.refused("offer 1 M for -") == "coop.trade.same-space"
    assert apart.refused("offer 0 M for -") == "coop.trade.same-space"


@pytest.mark.rule("coop.trade.same-space")
def test_gifts_and_walks() -> None:
    """One-sided is legal, nothing at all is not; and on the way, between two walks of one move."""
    game = group(GIVER, TAKER, tiles={"I-1": "......."}, at=("I-1.0", "I-1.1"))
    assert game.refused("offer 1 M for -") == "coop.trade.same-space"
    game.play("move", "walk I-1.1", "offer 1 M for -")
    forced(game.play("agree"))
    assert (game.asked, str(game.board(1).backpack.cubes)) == ("walk", "WM")
    assert game.refused("offer 1 - for -") == "coop.trade.same-space"
    game.play("walk I-1.2")
    assert game.at() == "I-1.2"


@pytest.mark.rule("coop.trade.same-space")
def test_the_other_one_may_offer_too_unless_the_table_says_no() -> None:
    game = group(GIVER, TAKER, **HERE).play("hear 1")  # type: ignore[arg-type]
    assert (game.asked, game.seat) == ("offer", 1)
    game.play("offer 0 W for M")
    assert (game.asked, game.seat) == ("agree", 0)
    forced(game.play("agree"))
    assert [str(one.backpack.cubes) for one in game.state.boards] == ["WM", "M"]
    own = adopted_but("coop.trade.same-space", "own-turn")
    assert group(GIVER, TAKER, rulings=own, **HERE).refused(Hear(1)) == "coop.trade.same-space"  # type: ignore[arg-type]


@pytest.mark.rule("coop.trade.only-backpack")
def test_only_what_lies_in_backpacks() -> None:
    """A monk of the backpack goes, the one on the weapon spot does not; no cube of gear, no gear card."""
    carded = msgspec.structs.replace(GIVER, cards=(owned("card", HELMET, "move"),))
    game = group(carded, TAKER, **HERE)  # type: ignore[arg-type]
    assert game.refused("offer 1 -;monk for -") is None
    for nothing_of_it in (
        "offer 1 -;monk;monk for -",
        "offer 1 W for -",
        "offer 1 -;card for -",
        "offer 1 MMM for -",
    ):
        assert game.refused(nothing_of_it) == "coop.trade.only-backpack", nothing_of_it
    assert game.refused("offer 1 M for M") == "coop.trade.only-backpack"
    forced(game.play("offer 1 -;monk for -", "agree"))
    assert (game.board(1).backpack.discs, game.board(0).monk_spots) == (("monk",), ("weapon", "scroll"))
    assert [dict(one.data) for one in game.happened("monks-handed-over")] == [{"seat": 0, "monks": 1}]


@pytest.mark.rule("coop.trade.cards-follow")
def test_cards_go_along() -> None:
    """The blueprint with its card, the scroll with its card; magic of the giver stays, as after a theft."""
    plan = blueprint(HELMET, "MM", "plan")
    giver = board(helmet="MM+G", discs=("plan", "scroll"), blueprints=(plan,))
    game = group(giver, TAKER, scrolls={0: (scroll("wise", "steps 1"),)}, **HERE)  # type: ignore[arg-type]
    forced(game.play("offer 1 -;plan;~wise for -", "agree"))
    assert (game.board(0).blueprints, game.board(1).blueprints) == ((), (plan,))
    assert ([one.id for one in game.samurai(1).scrolls], game.samurai(0).scrolls) == (["wise"], ())
    assert game.board(1).backpack.discs == ("plan", "scroll")
    assert (game.board(0).gear.helmet_magic, game.board(0).lost_blueprints) == (True, (plan,))
    assert game.samurai(1).score == 0
    assert game.said("blueprint-handed-over", "blueprint") == ["plan"]
    assert game.said("scroll-handed-over", "scroll") == ["wise"]


@pytest.mark.rule("coop.trade.space-needed")
def test_the_receiver_needs_room() -> None:
    """Six monks leave no room; six cubes do, when one goes."""
    game = group(GIVER, board(discs=("monk",) * 6), **HERE)  # type: ignore[arg-type]
    assert game.refused("offer 1 M for -") == "coop.trade.space-needed"
    assert game.refused("offer 1 M for -;monk") is None
    game = group(GIVER, board(lower="WWWWWW"), **HERE)  # type: ignore[arg-type]
    game.play("offer 1 M for -", "agree")
    assert (game.asked, game.seat) == ("stow", 1)
    forced(game)
    assert str(game.board(1).backpack.cubes) == "WWWWWM"


@pytest.mark.rule("coop.trade.space-needed")
def test_a_scroll_needs_a_slot() -> None:
    """One slot, and a scroll lies in it: the old one goes, named by who gets the new one."""
    one, two = scroll("one", "steps 1"), scroll("two", "shield 1")
    holder = board(discs=("scroll",))
    game = group(holder, holder, scrolls={0: (one,), 1: (two,)}, **HERE)  # type: ignore[arg-type]
    game.play("offer 1 -;~one for -")
    assert game.refused("agree") == "coop.trade.space-needed"
    assert game.texts() == ["agree two", "decline"]
    forced(game.play("agree two"))
    assert [card.id for card in game.samurai(1).scrolls] == ["one"]
    assert [card.id for card in game.state.scroll_discards] == ["two"]
    (gone,) = game.happened("scroll-replaced")
    assert (gone.rule, dict(gone.data)) == ("coop.trade.space-needed", {"seat": 1, "scroll": "two"})
    assert (game.board(0).backpack.discs, game.board(1).backpack.discs) == ((), ("scroll",))


@pytest.mark.rule("coop.trade.large-tiles")
def test_everybody_on_a_large_tile_may_trade() -> None:
    """Four on the central tile: any of them with any other; on a volcano tile only the same space."""
    game = group(GIVER, TAKER, TAKER, TAKER)
    assert [game.refused(f"offer {seat} M for -") for seat in (1, 2, 3)] == [None, None, None]
    tiles = {"I-1": "......."}
    beside = group(GIVER, TAKER, tiles=tiles, at=("I-1.0", "I-1.1"))
    assert beside.refused("offer 1 M for -") == "coop.trade.same-space"


def test_gifts_are_listed_once_a_turn_and_stay_legal() -> None:
    game = group(GIVER, TAKER, **HERE)  # type: ignore[arg-type]
    listed = [text for text in game.texts() if text.startswith("offer")]
    assert listed == ["offer 1 M for -", "offer 1 -;monk for -"]
    game.play("offer 1 M for -", "decline")
    assert not [text for text in game.texts() if text.startswith("offer")]
    assert game.refused("offer 1 M for -") is None
    assert not game.options.is_complete


def test_forged_offers_are_refused() -> None:
    game = group(GIVER, TAKER, **HERE)  # type: ignore[arg-type]
    for parcel in (
        Parcel(Cubes(-1)),
        Parcel(discs=("scroll",)),
        Parcel(scrolls=("wise",)),
        Parcel(Cubes(10**9)),
    ):
        assert game.refused(Offer(1, parcel)) == "coop.trade.only-backpack"


# ---- blueprints

TWO = (blueprint(HELMET, "MM", "a"), blueprint(HELMET, "WM", "b"))


@pytest.mark.rule("coop.blueprint.unlimited")
def test_several_blueprints_of_a_kind() -> None:
    """Two helmet blueprints at once, a disc each; among rivals the second one is refused."""
    game = furnished(group(at=("temple-1",)), temples=(TWO, (), ()))
    game.play("gather")
    if game.asked == "gather":
        game.play("take blueprints")
    forced(game.play("blueprints a b"))
    assert [one.id for one in game.board().blueprints] == ["a", "b"]
    assert game.board().backpack.discs == ("a", "b")


@pytest.mark.rule("coop.blueprint.one-magic-cube")
def test_one_green_cube_whatever_fits() -> None:
    """The helmet fits both: one cube; a loss after which one still fits keeps it, one after which none does not."""
    fits_both = board(helmet="MMW", discs=("a", "b"), blueprints=TWO)
    game = group(fits_both, board(), at=("temple-1", "temple-2"))
    game.play("move", "halt")
    assert len(game.happened("magic-gained")) == 1
    assert game.board().gear.helmet_magic is True
    second = board(helmet="MW", discs=("a", "b"), blueprints=TWO)
    game = group(second, board(), at=("temple-1", "temple-2")).play("move", "halt")
    assert game.board().gear.helmet_magic is True, "it fits the second one only"


@pytest.mark.rule("coop.blueprint.one-magic-cube")
def test_magic_stays_while_one_of_them_fits() -> None:
    """Helmet MMW pays a metal: the blueprint MM no longer fits, WM still does."""
    magical = board(weapon="WWM", helmet="MMW+G", discs=("a", "b"), blueprints=TWO)
    game = attacked(magical, ARMED, beast=dragon("30/9/1"), at=("I-1.1", "temple-1")).play("roll T 2")
    game.play("pay 1,1")
    assert (str(game.board().gear.helmet.cubes), game.board().gear.helmet_magic) == ("WM", True)


# ---- scrolls and tokens in it

LAVA_WAY = {"I-1": "..L....", "I-2": "......."}


@pytest.mark.rule("option.scroll.lava-walk")
def test_the_scroll_against_lava_needs_no_sandals() -> None:
    game = group(tiles=LAVA_WAY, at=("I-1.1", "centre"), scrolls={0: (scroll("cool", "lava-step 1"),)})
    game.play("move", "walk I-1.2 I-1.3")
    assert (game.at(), game.asked) == ("I-1.3", "act")
    barefoot = group(tiles=LAVA_WAY, at=("I-1.1", "centre")).play("move")
    assert barefoot.refused("walk I-1.2 I-1.3") == "move.lava.affordable"


@pytest.mark.rule("option.adventure.omamori-fire")
def test_the_fire_omamori_needs_no_sandals() -> None:
    charm = adventure("charm", "lava-step 1")
    game = group(tiles=LAVA_WAY, at=("I-1.1", "centre"), adventures={0: (charm,)}).play("move")
    assert game.refused("walk I-1.2 I-1.3") == "move.lava.affordable"
    game.play("use charm", "walk I-1.2 I-1.3")
    assert (game.at(), game.samurai().adventures, game.board().gear.sandals) == (
        "I-1.3",
        (),
        board().gear.sandals,
    )


@pytest.mark.rule("option.scroll.several-tiles")
def test_each_of_several_tiles_turns_its_neighbours_up() -> None:
    """The second tile is laid beside the first one, away from the samurai: tokens beside either come up."""
    piles = Piles(tiles=(tile(name="one", level="II"), tile(name="two", level="III")))
    game = group(
        tiles={"II-1": ".......", "III-1": ".......", "I-6": "......."},
        at=("II-1.2", "centre"),
        piles=piles,
        scrolls={0: (scroll("map", "tiles 1"),)},
    )
    game = furnished(game, things={"II-1.0": cubes("W", is_used=True), "III-1.0": cubes("M", is_used=True)})
    game.play("explore", "place II-2", "draw one", "turn 0")
    first = set(game.said("refreshed", "place"))
    assert first == {"II-1"}
    game.play("place III-2", "draw two", "turn 0")
    assert set(game.said("refreshed", "place")) == {"II-1", "III-1"}


@pytest.mark.rule("option.adventure.gunbai")
def test_the_gunbai_works_on_dragons_rolls() -> None:
    """Two hits on a die that shows the broken weapon are void; the tooth that it brings stays."""
    fan = adventure("fan", "cancel-broken")
    game = attacked(ARMED, ARMED, beast=dragon("30/9/2"), adventures={0: (fan,)})
    harsh = tuple(die("T", "2*,3,3,2,1,0") if one.material == "T" else one for one in game.state.dice)
    game.state = msgspec.structs.replace(game.state, dice=harsh)
    game.play("roll T 2* 1")
    assert (game.asked, game.seat, game.about()) == ("window", 0, {"moment": "rolled"})
    game.play("use fan")
    assert game.said("dragon-strikes", "hits") == [1]
    assert (game.asked, game.about()["teeth"]) == ("share-teeth", 1)


@pytest.mark.rule("option.adventure.use")
def test_tokens_are_in_the_game_only_if_the_table_wants_them() -> None:
    """A green hexagon stays empty without the option."""
    token = adventure("charm", "lava-step 1")
    piles = Piles(tiles=(tile("a......", name="green"),), adventures=(token,))
    plain = group(piles=piles).play("explore", "place I-1", "draw green", "turn 0")
    assert (plain.asked, plain.laid("I-1").things[0]) == ("act", None)
    mode = msgspec.structs.replace(COOP, has_adventures=True)
    game = group(piles=piles, mode=mode).play("explore", "place I-1", "draw green", "turn 0", "draw charm")
    assert game.laid("I-1").things[0] is not None
