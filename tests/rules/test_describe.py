"""What a component of the real box can be, told by whoever drew it."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.fujikoro.asked.game import Described
from fujikoro_nb.engine.fujikoro.board.box import Component, Piles
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    Dragon,
    Effect,
    EffectKind,
    GearCard,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import wrong_with
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import described, description_of
from fujikoro_nb.engine.fujikoro.rules.sound_table import are_piles
from tests.support.game_positions import token

PLAIN = SpaceFace()


def refused(component: Component) -> str:
    """The rule of the refusal; empty when such a component can be."""
    refusal = wrong_with(component)
    return refusal.rule if refusal else ""


def tile(*spaces: SpaceFace, level: str = "II") -> Tile:
    """The middle first; what is not said is plain."""
    return Tile("mine", level, (*spaces, *(PLAIN,) * (7 - len(spaces))), Provenance.OWNER)


def dragon(colour: str = "green", health: int = 12, **other: int) -> Dragon:
    """The example of the rulebooks: health 12, initiative 9 (001:500-504), four dice, seven points."""
    return msgspec.structs.replace(
        Dragon("mine", colour, health, None, None, 9, 4, 7, Provenance.OWNER), **other
    )


def scroll(*effects: Effect) -> ScrollCard:
    return ScrollCard("mine", effects, Provenance.OWNER)


def adventure(*effects: Effect) -> AdventureToken:
    return AdventureToken("mine", effects, Provenance.OWNER)


def all_of(pack: Pack) -> tuple[Component, ...]:
    return (
        *pack.tiles, *pack.resource_tokens, *pack.dragons, *pack.scrolls, *pack.adventure_tokens, *pack.gear_cards,
        *pack.blueprints,
    )  # fmt: skip


def test_every_component_of_a_whole_box_can_be_described() -> None:
    """The house pack keeps to all that is stated; only its mark is not a real box's."""
    for component in all_of(house_pack()):
        assert refused(component) == "setup.tiles.stacks"
        mine = msgspec.structs.replace(component, provenance=Provenance.OWNER)
        assert refused(mine) == ""
        assert described(description_of(mine)) == mine
    assert described(Described()) is None


@pytest.mark.rule("map.space.volcano")
def test_a_tile_has_seven_spaces_and_a_level() -> None:
    assert refused(tile()) == ""
    assert refused(Tile("mine", "II", (PLAIN,) * 6, Provenance.OWNER)) == "map.space.volcano"
    assert refused(Tile("mine", "II", (PLAIN,) * 8, Provenance.OWNER)) == "map.space.volcano"
    assert refused(tile(level="IV")) == "map.space.volcano"
    assert refused(tile(SpaceFace(SpaceKind.SCROLL, "white"))) == "map.space.volcano"
    assert refused(tile(SpaceFace(SpaceKind.SCROLL))) == "map.space.volcano"
    assert refused(tile(SpaceFace(SpaceKind.MONK, "red"))) == "map.space.volcano"


@pytest.mark.rule("map.lava.printed")
def test_a_space_erupts_with_one_to_five_or_is_lava_from_the_start() -> None:
    assert refused(tile(SpaceFace(SpaceKind.MONK, "", 5))) == ""
    assert refused(tile(SpaceFace(SpaceKind.LAVA))) == ""
    for wrong in (SpaceFace(lava=6), SpaceFace(lava=-1), SpaceFace(SpaceKind.LAVA, "", 3)):
        assert refused(tile(wrong)) == "map.lava.printed"


@pytest.mark.rule("explore.fill.dragon", "map.dragon.one-per-tile")
def test_a_dragon_is_in_the_middle_and_so_never_two() -> None:
    blue, green = SpaceFace(SpaceKind.DRAGON, "blue"), SpaceFace(SpaceKind.DRAGON, "green")
    assert refused(tile(blue)) == ""
    assert refused(tile(PLAIN, blue)) == "explore.fill.dragon"
    assert refused(tile(blue, green)) == "explore.fill.dragon"
    white = SpaceFace(SpaceKind.DRAGON, "white")
    assert refused(tile(white, level="III")) == ""
    assert refused(tile(white, level="II")) == "setup.tiles.stacks"


@pytest.mark.rule("setup.tiles.stacks")
def test_the_secret_exit_is_on_level_two() -> None:
    rope = SpaceFace(SpaceKind.EXIT)
    assert [refused(tile(rope, level=level)) for level in ("I", "II", "III")] == [
        "setup.tiles.stacks",
        "",
        "setup.tiles.stacks",
    ]


@pytest.mark.rule("explore.fill.hex-monk")
def test_a_monk_is_on_a_hexagonal_token_alone() -> None:
    monk = token("mine", "monk", shape="hexagon")
    assert refused(monk) == ""
    assert refused(token("mine", "monk")) == "explore.fill.hex-monk"
    assert refused(msgspec.structs.replace(monk, cubes=Cubes(wood=1))) == "explore.fill.hex-monk"


@pytest.mark.rule("explore.fill.square")
def test_a_token_shows_something_and_has_a_shape_and_a_level() -> None:
    assert refused(token("mine", "WMM")) == ""  # 001:169
    assert refused(token("mine", "")) == "explore.fill.square"
    assert refused(token("mine", "WWWWW")) == "explore.fill.square"
    assert refused(token("mine", shape="round")) == "explore.fill.square"
    assert refused(token("mine", level="IV")) == "explore.fill.square"
    assert (
        refused(ResourceToken("mine", "square", "I", Cubes(2, -1), False, Provenance.OWNER))
        == "explore.fill.square"
    )


@pytest.mark.rule("combat.dragon.dice", "combat.win.reward", "combat.health.over-30")
def test_a_dragons_numbers_follow_its_colour() -> None:
    assert refused(dragon()) == ""
    assert refused(dragon(dice=3)) == "combat.dragon.dice"
    assert refused(dragon(victory_points=5)) == "combat.win.reward"
    assert refused(dragon("white", 60, dice=6, victory_points=15)) == ""
    assert refused(dragon("white", 59, dice=6, victory_points=15)) == "combat.health.over-30"
    assert refused(dragon(health=0)) == refused(dragon(health_two_players=100)) == "combat.health.over-30"
    assert refused(dragon(health_solo=-1)) == "combat.health.over-30"
    assert refused(dragon("red", 27, dice=5, victory_points=10, health_solo=21)) == ""
    assert refused(dragon("red", 27, dice=5, victory_points=10, health_solo=22)) == "combat.health.over-30"
    assert refused(dragon("pink")) == refused(dragon(initiative=21)) == "setup.dragons.pool"


@pytest.mark.rule("scroll.use")
def test_a_scroll_has_lasting_powers() -> None:
    one = Effect(EffectKind.STEPS, 1)
    assert refused(scroll(one)) == ""
    assert refused(scroll(Effect(EffectKind.CUBES, cubes=Cubes(wood=1)))) == ""
    for wrong in (
        (),
        (one, one),
        (Effect(EffectKind.DISCS, 1),),  # between actions, which have no end
        (Effect(EffectKind.STEPS),),
        (Effect(EffectKind.STEPS, 10),),
        (Effect(EffectKind.STEPS, 1, Cubes(wood=1)),),
        (Effect(EffectKind.CUBES),),
        (Effect(EffectKind.CUBES, 1, Cubes(wood=1)),),
        (Effect(EffectKind.CUBES, cubes=Cubes(wood=5)),),
    ):
        assert refused(scroll(*wrong)) == "scroll.use"


@pytest.mark.rule("setup.option.adventure")
def test_an_adventure_token_works_once_so_it_may_do_more() -> None:
    assert refused(adventure(Effect(EffectKind.DISCS, 1), Effect(EffectKind.CANCEL_BROKEN))) == ""
    four = tuple(
        Effect(kind, 1) for kind in (EffectKind.DISCS, EffectKind.COOL, EffectKind.HITS, EffectKind.STEPS)
    )
    assert refused(adventure(*four[:3])) == ""
    assert refused(adventure(*four)) == "setup.option.adventure"
    assert refused(adventure(Effect(EffectKind.CANCEL_BROKEN, 1))) == "setup.option.adventure"


@pytest.mark.rule("gearcard.bonus.helmet", "gearcard.bonus.weapon", "gearcard.bonus.sandals")
@pytest.mark.parametrize(
    ("kind", "good"), [("helmet", {"wood", "metal"}), ("weapon", {"vp-or-peek"}), ("sandals", {"step"})]
)
def test_a_card_brings_the_bonus_of_its_kind(kind: str, good: set[str]) -> None:
    for bonus in ("wood", "metal", "vp-or-peek", "step", "tooth", ""):
        card = GearCard("mine", GearKind(kind), parse_pattern("WM"), bonus, Provenance.OWNER)
        assert refused(card) == ("" if bonus in good else f"gearcard.bonus.{kind}")


@pytest.mark.rule("gearcard.match.contains", "magic.match.contains")
def test_a_pattern_that_no_gear_can_hold_is_on_no_card() -> None:
    too_many = parse_pattern("MM/MM")  # four cubes; sandals have three (001:366)
    assert refused(Blueprint("mine", GearKind.SANDALS, too_many, Provenance.OWNER)) == "magic.match.contains"
    assert (
        refused(GearCard("mine", GearKind.SANDALS, too_many, "step", Provenance.OWNER))
        == "gearcard.match.contains"
    )
    assert refused(Blueprint("mine", GearKind.HELMET, Layout(), Provenance.OWNER)) == "magic.match.contains"


def test_a_name_is_short_and_there() -> None:
    assert refused(msgspec.structs.replace(tile(), id="")) == "setup.tiles.stacks"
    assert refused(msgspec.structs.replace(tile(), id="x" * 41)) == "setup.tiles.stacks"


@pytest.mark.rule("gather.blueprint.disc-space")
@pytest.mark.parametrize("name", ["monk", "scroll"])
def test_a_blueprint_is_not_called_like_another_disc(name: str) -> None:
    """Its disc would be a monk's or a scroll's for the shogun, for a thief and for a knockout."""
    card = Blueprint(name, GearKind.HELMET, parse_pattern("WM"), Provenance.OWNER)
    assert refused(card) == "gather.blueprint.disc-space"
    assert refused(msgspec.structs.replace(card, id=f"{name}-1")) == ""
    box = Piles(blueprints=(msgspec.structs.replace(card, id="mine"),))
    assert are_piles(box)
    assert not are_piles(Piles(blueprints=(card,)))
