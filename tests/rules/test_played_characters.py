"""What single characters may beside their limits, as the rules play it; every number is the ledger's."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.board.mountain import ScrollDisc
from fujikoro_nb.engine.fujikoro.board.player import SCROLL_DISC
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, person
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, PEACEFUL, SOLO, Mode
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.scrolls import check_slot, slots
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Illegal, Seat, Unreadable
from tests.support.characters import (
    EVERYBODY,
    SLOW,
    STRONG,
    TWO_WEAPONS,
    asked_of,
    battle,
    begun,
    crafts,
    daisuke_fights,
    first,
    hero,
    joins,
    joins_from,
    on,
    set_up,
    weapons_in_temples,
    with_tomoe,
)
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, scroll
from tests.support.gear_positions import (
    ADOPTED,
    HELMET,
    SANDALS,
    WEAPON,
    CraftNothing,
    StopClaiming,
    adopted_but,
    blueprint,
    board,
)
from tests.support.groups import group

ABSENT = (0, 0, 0)
STOP = StopClaiming()


def counts(cubes: Cubes) -> tuple[int, int, int]:
    """Wood, metal, teeth."""
    return cubes.wood, cubes.metal, cubes.tooth


def refused(*who: str, **more: object) -> str:
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), characters=who, **{"players": len(who), **more})  # type: ignore[arg-type]
    return error.value.refusals[0].rule


# ---- who may play


@pytest.mark.rule("char.general.unique", "option.asymmetric.all-or-none")
def test_everybody_has_a_character_of_their_own_or_nobody_has_one() -> None:
    assert refused("tomoe", "tomoe") == "char.general.unique"
    assert refused("tomoe", players=2) == "option.asymmetric.all-or-none"
    two = begun("tomoe", "daisuke").state.boards
    mixed = (two[0], board())
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), players=2, boards=mixed, colours=("black", "red"))
    assert error.value.refusals[0].rule in ("setup.board.same-side", "option.asymmetric.all-or-none")
    limits_alone = msgspec.structs.replace(two[1], played=msgspec.UNSET)
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), players=2, boards=(two[0], limits_alone), colours=("black", "white"))
    assert error.value.refusals[0].rule == "option.asymmetric.all-or-none"
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), players=2, boards=(two[0], two[0]), colours=("black", "red"))
    assert error.value.refusals[0].rule == "char.general.unique"
    with pytest.raises(Unreadable):
        person("godzilla")


@pytest.mark.rule("char.general.colors")
def test_everybody_plays_in_the_colour_of_the_character() -> None:
    """The ledger's seven."""
    assert {one.name: one.colour for one in PEOPLE.values()} == {
        "yoshihiro": "red",
        "masako": "pink",
        "masatsura": "green",
        "mitsuhide": "blue",
        "takeko": "purple",
        "tomoe": "black",
        "daisuke": "white",
    }
    game = begun("takeko", "daisuke")
    assert game.state.colours == ("purple", "white")
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), players=2, boards=game.state.boards, colours=("white", "purple"))
    assert error.value.refusals[0].rule == "char.general.colors"


@pytest.mark.rule("solo.setup.daisuke-impossible")
def test_daisuke_cannot_win_alone() -> None:
    assert refused("daisuke", mode=SOLO) == "solo.setup.daisuke-impossible"
    assert refused("daisuke", mode=COOP) == "solo.setup.daisuke-impossible"
    assert begun("daisuke", "takeko", mode=COOP).asked
    assert begun("takeko", mode=SOLO).asked


@pytest.mark.rule("char.daisuke.asymmetric-only")
def test_no_symmetric_board_is_white() -> None:
    with pytest.raises(Illegal) as error:
        new_game(house_pack(), players=2, colours=("white", "red"))
    assert error.value.refusals[0].rule == "char.daisuke.asymmetric-only"


def test_a_forged_character_is_unsound() -> None:
    """Another one's rules on a board, two of one, a kit that is none: no save of them is opened."""
    fresh = new_game(house_pack(), players=2, characters=("tomoe", "daisuke"))
    assert GAME.is_sound(fresh)
    tomoe, daisuke = fresh.boards
    for forged in (
        (tomoe, msgspec.structs.replace(daisuke, played=person("mitsuhide"))),
        (tomoe, msgspec.structs.replace(daisuke, discs=4)),
        (tomoe, msgspec.structs.replace(daisuke, monk_spots=("action", "action"))),
        (msgspec.structs.replace(tomoe, monk_spots=("action",) * 3), daisuke),
        (
            tomoe,
            msgspec.structs.replace(daisuke, played=msgspec.structs.replace(daisuke.character, more_steps=9)),
        ),
    ):
        assert not GAME.is_sound(msgspec.structs.replace(fresh, boards=forged))


# ---- kits


KITS = {
    # discs, weapon, helmet, backpack, monks on the action spot
    "yoshihiro": (4, (2, 2, 0), ABSENT, (0, 3, 0), 0),
    "masako": (3, (3, 3, 0), ABSENT, ABSENT, 0),
    "masatsura": (3, (2, 2, 0), (2, 2, 0), ABSENT, 0),
    "mitsuhide": (3, (2, 3, 0), ABSENT, ABSENT, 0),
    "takeko": (3, (3, 4, 0), ABSENT, ABSENT, 0),
    "tomoe": (2, (2, 2, 1), ABSENT, ABSENT, 1),
    "daisuke": (3, (2, 2, 0), ABSENT, ABSENT, 0),
}


@pytest.mark.rule(
    "char.yoshihiro.setup",
    "char.masako.setup",
    "char.masatsura.setup",
    "char.mitsuhide.setup",
    "char.takeko.setup",
    "char.tomoe.setup",
    "char.daisuke.setup",
    "coop.setup.asymmetric-start",
)
@pytest.mark.parametrize("mode", [COMPETITIVE, COOP], ids=["competitive", "coop"])
@pytest.mark.parametrize("who", KITS)
def test_everybody_begins_with_their_own_kit(who: str, mode: Mode) -> None:
    """In a group too: no gear card is dealt."""
    other = "masako" if who == "takeko" else "takeko"
    game = set_up(begun(who, other, mode=mode))
    here = game.board()
    discs, weapon, helmet, backpack, monks = KITS[who]
    assert here.discs == discs
    assert counts(here.gear.weapon.cubes) == weapon
    assert counts(here.gear.helmet.cubes) == helmet
    assert counts(here.backpack.cubes) == backpack
    assert here.monk_spots == ("action",) * monks
    assert here.cards == ()
    discs_aside = {"daisuke": 0, "mitsuhide": 6}.get(who, 7)
    assert game.samurai().scroll_discs == discs_aside
    assert not game.happened("card-dealt")


@pytest.mark.rule("char.masatsura.setup")
def test_the_first_helmet_is_built_of_all_its_cubes() -> None:
    game = asked_of(begun("masatsura", "takeko"), "first-helmet")
    assert game.refused("helmet WMM") == "char.masatsura.setup"
    assert game.refused("forge WWMM") == "char.masatsura.setup"
    game.play("helmet WM/MW")
    assert print_gear(game.board().gear, HELMET, game.board().limits).replace(".", "").strip("/") == "WM/MW"


@pytest.mark.rule("char.general.start-monks")
def test_nobody_begins_with_a_monk_to_place_but_of_six() -> None:
    for players, monks in ((2, 0), (5, 0), (6, 1)):
        game = set_up(begun(*EVERYBODY[:players]))
        placed = game.said("monk-placed", "seat")
        assert sorted(placed) == list(range(players)) * monks
    assert len(set_up(begun("tomoe", *EVERYBODY[:5])).board().monk_spots) == 2


@pytest.mark.rule("coop.rounds.asymmetric-no-change")
def test_a_group_of_characters_has_as_many_rounds() -> None:
    """20 + 8 for two."""
    for game in (begun("takeko", "tomoe", mode=COOP), group(players=2)):
        rounds = game.state.mode.rounds
        assert rounds is not None
        assert (rounds.before_eruption(2, has_adventures=False), len(rounds.final)) == (20, 8)


@pytest.mark.rule("char.mitsuhide.start-scroll", "char.general.coop-no-points")
@pytest.mark.parametrize(("mode", "points"), [(COMPETITIVE, 3), (COOP, 0)], ids=["competitive", "coop"])
def test_mitsuhide_begins_with_a_scroll_of_the_display(mode: Mode, points: int) -> None:
    game = begun("mitsuhide", "takeko", mode=mode)
    if game.seat == 1:
        game.play(first(game))
    assert game.asked == "scroll"
    assert game.refused("unseen") == "char.mitsuhide.start-scroll"
    chosen = game.state.scrolls[1]
    assert game.refused("halt") == "char.mitsuhide.start-scroll"
    on(game.play(f"scroll {chosen.id}"))
    assert game.samurai().scrolls == (chosen,)
    assert game.board().backpack.lower.discs == (SCROLL_DISC,)
    assert (game.samurai().score, game.samurai().scroll_discs) == (points, 6)
    assert len(game.state.scrolls) == 3
    assert chosen not in game.state.scrolls


# ---- Yoshihiro


@pytest.mark.rule("char.yoshihiro.four-discs")
def test_yoshihiro_plays_four_discs_and_the_fifth_rests() -> None:
    game = realm(msgspec.structs.replace(hero("yoshihiro"), discs=PEOPLE["yoshihiro"].kit.discs), board())  # type: ignore[union-attr]
    for taken in range(4):
        game.play("move", "halt", CraftNothing())
        if taken == 1:
            game.play("move", "halt", "move", "halt")
    assert game.board().pool == 0
    game.play("move", "halt", "rest", CraftNothing(), STOP)
    assert game.seat == 0
    assert game.refused("move") == "turn.rest.forced"
    with_monk = hero("yoshihiro", monks=("action",))
    assert msgspec.structs.replace(with_monk, discs=4).pool == 5


@pytest.mark.rule("char.yoshihiro.craft-after-each-action", "char.yoshihiro.gear-card-any-craft")
def test_yoshihiro_crafts_after_each_action() -> None:
    """One kind, as in a rest; then the second action."""
    game = realm(hero("yoshihiro", weapon="WW", lower="MM"), board()).play("move", "halt")
    assert (game.asked, game.seat) == ("craft", 0)
    game.play(crafts(game, "helmet"))
    assert game.asked == "claim"
    game.play(first(game))
    assert (game.asked, game.seat) == ("act", 0)
    assert len(game.board().gear.helmet.cubes) == 1
    assert realm(board(weapon="WW", lower="MM"), board()).play("move", "halt").asked == "act"


@pytest.mark.rule("char.yoshihiro.no-craft-when-down")
def test_yoshihiro_does_not_craft_when_he_is_knocked_out() -> None:
    game = realm(
        hero("yoshihiro", weapon="WWM", lower="M"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG}
    )
    game.play("move", "walk I-1.4", "stay-out", "keep", "roll T 3 3 3")
    while game.asked == "pay-damage":
        game.play(first(game))
    assert not game.samurai().is_conscious
    assert (game.asked, game.seat) == ("act", 1)


# ---- Masako


@pytest.mark.rule("char.masako.move", "char.daisuke.move-three")
@pytest.mark.parametrize(
    ("who", "sandals", "steps"),
    [
        ("masako", "WM/MM", 3),
        ("masako", "WM/MM/M", 4),
        ("daisuke", "WM", 3),
        ("daisuke", "WM/M", 4),
        ("takeko", "WM/M", 3),
        ("takeko", "", 2),
    ],
)
def test_how_far_they_walk(who: str, sandals: str, steps: int) -> None:
    assert realm(hero(who, sandals=sandals), board()).play("move").about()["steps"] == steps


def resting(here: object) -> Realm:
    game = realm(here, board()).play("move", "halt", "rest")  # type: ignore[arg-type]
    assert game.asked == "craft"
    return game


@pytest.mark.rule("char.masako.double-craft", "char.masako.double-craft-waste")
def test_masako_crafts_sandals_beside_another_piece() -> None:
    """The second piece is sandals or with sandals; each wastes a cube of its own."""
    here = hero("masako", weapon="WWM", sandals="WM", lower="MM")
    game = resting(here)
    game.play(
        next(one for one in game.options if getattr(one, "kind", "") == WEAPON and one.wasted is not None)
    )  # type: ignore[attr-defined]
    assert game.asked == "craft"
    assert {str(one.kind) for one in game.options if one != CraftNothing()} == {"sandals"}  # type: ignore[attr-defined]
    helmet = next(one for one in resting(here).options if getattr(one, "kind", "") == HELMET)
    assert game.refused(helmet) == "char.masako.double-craft"
    game.play(
        next(one for one in game.options if getattr(one, "kind", "") == SANDALS and one.wasted is not None)
    )  # type: ignore[attr-defined]
    assert game.asked == "claim"
    assert (len(game.board().gear.weapon), len(game.board().gear.sandals)) == (2, 1)
    assert len(game.happened("wasted")) == 2
    sandals_first = resting(here)
    sandals_first.play(crafts(sandals_first, "sandals"))
    kinds = {str(one.kind) for one in sandals_first.options if one != CraftNothing()}  # type: ignore[attr-defined]
    assert kinds == {"helmet", "weapon"}
    other = resting(hero("takeko", weapon="WWWMM", lower="MM"))
    assert other.play(crafts(other, "helmet")).asked == "claim"


# ---- Mitsuhide


def on_lava_side(**more: object) -> Realm:
    known: dict[str, object] = {"weapon": "WWM", **more}
    boards = hero("mitsuhide", **known), board()
    return realm(*boards, tiles={"I-1": "L......"}, at=("I-1.1",)).play("move")


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_mitsuhide_jumps_over_one_lava_space_for_one_wood() -> None:
    """Two steps, lava then plain, no sandals; no wood no jump, one a move, and nobody else does."""
    game = on_lava_side()
    assert game.refused("walk I-1.0 I-1.4") == "move.lava.affordable"
    assert game.refused("leap 3,1 I-1.0 I-1.4") == "char.mitsuhide.lava-jump"
    assert game.refused("leap 1,1 I-1.2 I-1.3") == "char.mitsuhide.lava-jump"
    assert game.refused("leap 1,1 I-1.0") == "move.end.not-lava"
    assert "leap 1,1 I-1.0 I-1.4" in game.texts()
    game.play("leap 1,1 I-1.0 I-1.4")
    assert (game.at(), str(game.board().gear.weapon.cubes)) == ("I-1.4", "WM")
    assert game.asked == "act"
    far = realm(
        hero("mitsuhide", weapon="WWWM", sandals="WM/M"), board(), tiles={"I-1": "L..L..."}, at=("I-1.1",)
    ).play("move")
    assert far.refused("leap 1,1 I-1.0 I-1.3 I-1.4") is None
    far.play("leap 1,1 I-1.0 I-1.1")
    assert far.refused("leap 2,1 I-1.0 I-1.1") in ("char.mitsuhide.lava-jump", "move.steps.base")
    assert not [text for text in far.texts() if text.startswith("leap")]
    again = realm(
        hero("mitsuhide", weapon="WWWM", sandals="WM/MM/M"),
        board(),
        tiles={"I-1": "L......"},
        at=("I-1.1",),
        rulings=ADOPTED.with_reading("char.mitsuhide.lava-jump", "extra"),
    ).play("move")
    again.play("leap 1,1 I-1.0 I-1.4")
    assert again.refused("leap 2,1 I-1.0 I-1.1") == "char.mitsuhide.lava-jump"
    nobody = realm(hero("takeko", weapon="WWWMM"), board(), tiles={"I-1": "L......"}, at=("I-1.1",)).play(
        "move"
    )
    assert nobody.refused("leap 1,1 I-1.0 I-1.4") == "char.mitsuhide.lava-jump"


@pytest.mark.rule("char.mitsuhide.jump-weapon-damage")
def test_the_burnt_cube_leaves_at_once_and_the_weapon_is_judged() -> None:
    """One wood left is not usable; three pieces are mended; and without its blueprint's pattern the magic goes."""
    game = on_lava_side().play("leap 1,1 I-1.0 I-1.4")
    assert (game.asked, usable_weapons(game.board(), ADOPTED)) == ("act", ())
    split = on_lava_side(weapon="MWM/.M").play("leap 2,1 I-1.0 I-1.4")
    assert (split.asked, split.seat) == ("repair", 0)
    split.play(first(split))
    assert (split.asked, len(split.board().gear.weapon)) == ("act", 1)
    plan = blueprint(WEAPON, "WWM", name="plan")
    here = hero("mitsuhide", weapon="WWM", blueprints=(plan,), discs=("plan",))
    here = msgspec.structs.replace(here, gear=here.gear.with_magic(WEAPON, cell_at(3, 1)))
    game = realm(here, board(), tiles={"I-1": "L......"}, at=("I-1.1",)).play("move", "leap 1,1 I-1.0 I-1.4")
    assert (game.asked, game.board().gear.is_magical(WEAPON)) == ("act", False)


@pytest.mark.rule("char.mitsuhide.two-scrolls", "char.general.unlocked-for-free")
def test_mitsuhides_second_slot_is_open_without_a_monk() -> None:
    """And stays open when a monk leaves the scroll spot."""
    one = {0: (scroll("A", "steps 1"),)}
    for who, reason in (("mitsuhide", None), ("takeko", "gather.scroll.slots")):
        here = hero(who, discs=("scroll",))
        game = realm(here, board(), scrolls=one)
        refusal = check_slot(game.state, Seat(0), "")
        assert (None if refusal is None else refusal.rule) == reason
        with_monk = msgspec.structs.replace(here, monk_spots=("scroll",))
        assert slots(with_monk) == 2


@pytest.mark.rule("char.general.unlocked-for-free")
def test_what_a_character_has_open_no_monk_closes() -> None:
    """Takeko sends the monk of her weapon grid: the right part stays."""
    long_weapon = "WWWMM:MM"
    game = realm(
        hero("takeko", weapon=long_weapon, lower="M", monks=("weapon",)),
        board(),
        tiles={"I-1": "D......"},
        dragons={"I-1": SLOW},
    )
    before = game.board().gear.weapon
    game.play("move", "walk I-1.4", "stay-out", "send weapon", "throw M")
    game.play("roll M 0") if game.asked == "roll" else None
    assert game.board().monk_spots == ()
    assert game.board().gear.weapon == before
    assert game.board().is_weapon_grid_open
    assert hero("masatsura").upper_spaces == 9


# ---- Tomoe


@pytest.mark.rule("char.tomoe.second-action-monk")
def test_tomoe_has_room_for_a_second_action_monk() -> None:
    """2 discs and 2 monks are 4 actions; nobody else has room for a second one."""
    tomoe = msgspec.structs.replace(hero("tomoe", monks=("action",)), discs=2)
    assert (tomoe.pool, "action" in tomoe.free_spots) == (3, True)
    both = msgspec.structs.replace(tomoe, monk_spots=("action", "action"))
    assert (both.pool, "action" in both.free_spots) == (4, False)
    assert "action" not in hero("takeko", monks=("action",)).free_spots
    game = realm(both, board())
    game.play("move monk", "halt", "move monk", "halt", "move", "halt", "move", "halt")
    assert game.board().monk_fields == ("move", "move")
    assert game.board().pool == 2
    assert game.refused("move monk") == "turn.monk-disc"
    game.play("rest", CraftNothing(), STOP)
    assert (game.board().pool, game.board().monk_fields) == (4, ())


@pytest.mark.rule("char.tomoe.action-monk-heroic")
def test_tomoe_sends_an_action_monk_and_has_one_action_fewer() -> None:
    """The starting monk is sent: two actions before she rests."""
    tomoe = msgspec.structs.replace(hero("tomoe", weapon="WWM", lower="M", monks=("action",)), discs=2)
    game = realm(tomoe, board(), tiles={"I-1": "D......"}, dragons={"I-1": SLOW})
    game.play("move monk", "walk I-1.4", "stay-out", "send action", "throw M lower")
    game.play("roll M 0") if game.asked == "roll" else None
    assert (game.board().monk_spots, game.board().monk_fields, game.board().pool) == ((), (), 2)
    both = msgspec.structs.replace(tomoe, monk_spots=("action", "action"))
    game = realm(both, board(), tiles={"I-1": "D......"}, dragons={"I-1": SLOW})
    game.play("move monk", "walk I-1.4", "stay-out", "send action", "throw M lower")
    game.play("roll M 0") if game.asked == "roll" else None
    assert (game.board().monk_spots, game.board().pool) == (("action",), 3)


@pytest.mark.rule("char.tomoe.sandals-break")
def test_what_breaks_on_tomoes_sandals_leaves_them() -> None:
    """A metal die is broken: a metal cube of the sandals goes, and they are incomplete; magic adds its die."""
    plan = blueprint(SANDALS, "WW/M", name="plan")
    tomoe = hero("tomoe", weapon="WWM", sandals="WW/M", blueprints=(plan,), discs=("plan",))
    tomoe = msgspec.structs.replace(tomoe, gear=msgspec.structs.replace(tomoe.gear, sandals_magic=True))
    game = realm(tomoe, board(), tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/0/3", name="slow")})
    game.play("move", "walk I-1.4", "stay-out", "keep")
    assert "attack sandals WWMG" in game.texts()
    game.play("attack sandals WWMG", "roll W 1 1, M 2*, G 2", "lose 1,2")
    assert str(game.board().gear.sandals.cubes) == "WW"
    assert str(game.board().gear.weapon.cubes) == "WWM"
    assert game.happened("cubes-broken")


@pytest.mark.rule("char.tomoe.blueprint-with-two-weapons")
def test_a_blueprint_with_two_weapons_is_in_tomoes_game() -> None:
    """One drawn weapon blueprint, any of them, goes for one that shows two; every temple keeps as many cards."""
    game = with_tomoe()
    shown = [one.id for one in weapons_in_temples(game)]
    assert len(shown) == 2
    assert len([name for name in shown if name in TWO_WEAPONS]) == 1
    assert [len(temple) for temple in game.state.temples] == [2, 2, 2]
    assert len(game.happened("blueprint-swapped")) == 1
    plain = with_tomoe(adopted_but("char.tomoe.blueprint-with-two-weapons", "as-drawn"))
    assert not {one.id for one in weapons_in_temples(plain)} & {*TWO_WEAPONS}
    asking = Realm(new_game(house_pack(), players=2, characters=("tomoe", "takeko")))
    while asking.about().get("what") != "blueprint-out":
        asking.play(next(one for one in asking.options if getattr(one, "id", "") not in TWO_WEAPONS))
    assert sorted(asking.texts()) == sorted(f"draw {one.id}" for one in weapons_in_temples(asking))
    asking.play(first(asking))
    assert sorted(asking.texts()) == [f"draw {name}" for name in TWO_WEAPONS]


# ---- Daisuke


PAST = {"I-1": "......."}


def sneaking(*boards: object, **more: object) -> Realm:
    """Daisuke on I-1.1, another samurai in the middle of the tile."""
    known: dict[str, object] = {"tiles": PAST, "at": ("I-1.1", "I-1.0"), **more}
    others = boards or (board(discs=("scroll", "scroll")),)
    return realm(hero("daisuke", weapon="WWM"), *others, **known)  # type: ignore[arg-type]


@pytest.mark.rule("char.daisuke.sneak")
def test_daisuke_sneaks_by_samurai_and_dragons() -> None:
    """Past both without a fight; where he ends, the usual happens."""
    game = sneaking().play("move", "walk I-1.0 I-1.4")
    assert (game.asked, game.at()) == ("walk", "I-1.4")
    assert sneaking().play("move", "walk I-1.0").asked == "meet"
    past = realm(hero("daisuke"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG}, at=("centre",))
    past.play("move")
    assert past.refused("walk I-1.5 I-1.4 centre") is None
    assert past.play("walk I-1.5 I-1.4 centre").asked == "act"
    ends = realm(hero("daisuke"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG}, at=("centre",))
    ends.play("move", "walk I-1.5")
    assert ends.happened("dragon-attacked")
    other = realm(hero("takeko"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG}, at=("centre",))
    assert other.play("move").refused("walk I-1.5 centre") == "move.dragon.stop"


@pytest.mark.rule("char.daisuke.sneak-capacity")
def test_daisuke_finds_no_room_where_two_are() -> None:
    game = sneaking(board(), board(), at=("I-1.1", "I-1.0", "I-1.0")).play("move")
    assert game.refused("walk I-1.0 I-1.4") == "map.capacity.two"


@pytest.mark.rule("char.daisuke.combat-origin")
def test_daisuke_goes_back_to_before_the_tile() -> None:
    """Enters it from the centre, goes one further and stops: the fight is there, the way back the centre."""
    game = realm(hero("daisuke", weapon="WWM"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG})
    game.play("move", "walk I-1.5 I-1.0", "stay-out", "keep", "roll T 0 0 0", "retreat")
    assert game.at() == "centre"


SCROLLS = {1: (scroll("A", "steps 1"), scroll("B", "steps 1"))}


@pytest.mark.rule("char.daisuke.steal-scroll")
def test_daisuke_takes_a_scroll_in_passing() -> None:
    """Card and disc change hands for 3 points; the other one loses none."""
    game = sneaking(scrolls=SCROLLS, scores=(5, 9)).play("move", "walk I-1.0 I-1.4")
    assert (game.asked, game.seat) == ("pilfer", 0)
    game.play("steal scroll B")
    while game.asked == "stow":
        game.play(first(game))
    assert [one.id for one in game.samurai(0).scrolls] == ["B"]
    assert [one.id for one in game.samurai(1).scrolls] == ["A"]
    assert (game.samurai(0).score, game.samurai(1).score) == (8, 9)
    assert game.board(0).backpack.discs == ("scroll",)
    assert game.board(1).backpack.discs == ("scroll",)
    assert sneaking(scrolls=SCROLLS).play("move", "walk I-1.0 I-1.4", "steal nothing").asked == "walk"


@pytest.mark.rule("char.daisuke.steal-limits")
def test_what_daisuke_takes_needs_a_slot_and_an_open_field() -> None:
    """Once a samurai and move, with a slot, from nobody who is safe or lies there."""
    game = sneaking(scrolls=SCROLLS).play("move", "walk I-1.0 I-1.4", "steal nothing")
    assert game.asked == "walk"
    twice = realm(
        hero("daisuke", sandals="WM/M"),
        board(discs=("scroll", "scroll")),
        tiles=PAST,
        at=("I-1.1", "I-1.0"),
        scrolls=SCROLLS,
    ).play("move", "walk I-1.0 I-1.4", "steal nothing", "walk I-1.0 I-1.1")
    assert twice.asked == "act"
    full = realm(
        hero("daisuke", discs=("scroll",)),
        board(discs=("scroll", "scroll")),
        tiles=PAST,
        at=("I-1.1", "I-1.0"),
        scrolls={**SCROLLS, 0: (scroll("C", "steps 1"),)},
    ).play("move", "walk I-1.0 I-1.4")
    assert full.refused("steal scroll A") == "gather.scroll.slots"
    assert full.refused("steal scroll A C") is None
    packed = realm(
        hero("daisuke", discs=("monk",) * 6),
        board(discs=("scroll", "scroll")),
        tiles=PAST,
        at=("I-1.1", "I-1.0"),
        scrolls=SCROLLS,
    )
    assert packed.play("move", "walk I-1.0 I-1.4").asked == "walk"
    safe = realm(
        hero("daisuke"),
        board(discs=("scroll", "scroll")),
        tiles={"I-1": ".......", "I-4": "......."},
        at=("I-1.4", "centre"),
        scrolls=SCROLLS,
    )
    assert safe.play("move", "walk centre I-4.1").asked == "walk"
    asleep = sneaking(scrolls=SCROLLS, down=(1,)).play("move", "walk I-1.0 I-1.4")
    assert asleep.asked == "walk"


@pytest.mark.rule("char.daisuke.steal-in-coop", "char.general.coop-no-points")
def test_in_a_group_daisuke_asks_for_the_scroll() -> None:
    """Its owner may keep it; nothing is scored."""
    for said, left in (("agree", ["B"]), ("decline", ["A", "B"])):
        game = sneaking(mode=COOP, scrolls=SCROLLS).play("move", "walk I-1.0 I-1.4", "steal scroll A")
        assert (game.asked, game.seat) == ("give-scroll", 1)
        game.play(said)
        while game.asked == "stow":
            game.play(first(game))
        assert [one.id for one in game.samurai(1).scrolls] == left
        assert game.samurai(0).score == 0
    assert sneaking(mode=PEACEFUL, scrolls=SCROLLS).play("move", "walk I-1.0 I-1.4").asked == "pilfer"


@pytest.mark.rule("char.daisuke.no-scroll-from-board")
def test_daisuke_takes_no_scroll_disc_off_the_map() -> None:
    game = realm(hero("daisuke"), board(), tiles={"I-1": "r......"}, at=("I-1.0",))
    tile = game.laid("I-1")
    state = game.state.with_tile(place("I-1").id, tile.with_thing(0, ScrollDisc("red")))
    game = Realm(state)
    assert game.refused("gather") == "char.daisuke.no-scroll-from-board"


@pytest.mark.rule("char.daisuke.join-from-four")
def test_daisuke_joins_from_four_spaces() -> None:
    """The fourth step enters the tile; without lava on the way; everybody else joins from beside it."""
    assert joins_from(ADOPTED) == [3, 4]
    assert joins_from(ADOPTED, lava=("I-1.5", "I-1.4")) == []
    (way, *_) = joins(ADOPTED, "I-4.1")
    game = battle(board(weapon="WWM"), hero("daisuke", weapon="WWM"), at="I-4.1").play(way)
    assert game.at(1) == way.space
    game.play("keep", "keep", "roll T 0 0 0", "retreat")
    assert game.at(1) == way.by == "I-1.6"
    assert battle(board(weapon="WWM"), hero("takeko", weapon="WWWMM"), at="centre").asked != "join"


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_daisuke_leaves_after_any_roll() -> None:
    """With a usable weapon, after the roll has had its effects; the fight is over for him, in a duel as well."""
    game = daisuke_fights(STRONG, helmet="MM")
    game.play("roll T 0 1 0")
    assert game.asked == "pay-damage"
    game.play(first(game))
    assert (game.asked, game.seat) == ("slip-away", 0)
    game.play("retreat")
    assert (game.at(), game.asked, game.seat) == ("centre", "act", 0)
    stays = daisuke_fights(STRONG).play("roll T 0 0 0", "stay")
    assert stays.asked == "roll-dice"
    own = daisuke_fights(SLOW).play("attack left W", "roll W 0", "stay")
    assert own.asked == "roll"
    duel = realm(hero("daisuke", weapon="WWM"), board(weapon="WWM"), tiles=PAST, at=("I-1.1", "I-1.0"))
    duel.play("move", "walk I-1.0", "challenge")
    duel.play("attack left W", "roll W 0")  # in a tie the one who stood there is first
    assert duel.asked == "slip-away"
    assert duel.play("retreat").asked == "steal"
    down = daisuke_fights(STRONG).play("roll T 3 3 3")
    down.play(first(down))
    assert not down.samurai().is_conscious
    nobody = realm(hero("takeko", weapon="WWWMM"), board(), tiles={"I-1": "D......"}, dragons={"I-1": STRONG})
    assert nobody.play("move", "walk I-1.4", "stay-out", "keep", "roll T 0 0 0").asked == "roll-dice"
