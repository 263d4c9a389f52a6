"""The whole box: what the rulebooks state of it, in one place, and the house pack's tiles, tokens, scrolls and tracks.

Pages that need no YAML do not wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.box import (
    BOX,
    DIE_LIMITS,
    FUJI99_CARDS,
    MAKAI_COLOURS,
    NUMBERS,
    SUPPLY,
    DieLimits,
)
from fujikoro_nb.content.faces import parse_faces, refusal_of
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.records import EffectRecord, PackRecords
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, PLACES, spaces_of
from fujikoro_nb.engine.fujikoro.components import (
    ONE_TIME_EFFECTS,
    SCROLL_COLOURS,
    Effect,
    EffectKind,
    Provenance,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes

WOOD = """format: 1
pack: mine
provenance: owner
dice:
  - material: "W"
    hits: [1, 1, 1, 1, 1, 0]
    broken: [1]
"""


@pytest.mark.rule("combat.dice.limits")
def test_pack_files_and_typed_dice_are_judged_by_the_same_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = parse_faces("1*,1,1,1,1,0", "W")
    assert refusal_of(typed) is not None  # a wood die shows four hits in all
    monkeypatch.setitem(DIE_LIMITS, "W", DieLimits(max_hits=1, sum_of_hits=5, broken=1))
    assert refusal_of(typed) is None
    assert len(read_pack_text(WOOD).dice) == 1


@pytest.mark.parametrize(
    ("page", "needs"), [("helper_page", set()), ("game", {"plotly"})], ids=["helper", "game"]
)
def test_a_page_at_no_table_and_without_cards_of_its_own_imports_only_what_it_needs(
    page: str, needs: set[str], tmp_path: Path
) -> None:
    code = f"""
import sys
from fujikoro_nb.widgets import {page}
{page}()
print(*sorted({{"yaml", "jsonschema", "plotly", "sqlalchemy", "segno"}} & set(sys.modules)))
"""
    environment = os.environ | {"FUJIKORO_DATA": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) == needs


def test_the_package_itself_looks_up_its_version_only_when_asked() -> None:
    code = "import sys, fujikoro_nb; print('importlib.metadata' in sys.modules, fujikoro_nb.__version__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("False 0.")


TILES = house_pack().tiles
FACES = [(tile, number, face) for tile in TILES for number, face in enumerate(tile.spaces)]
PETALS = range(1, 7)


def faces(kind: SpaceKind, *, level: str = "") -> list[SpaceFace]:
    """The spaces with one picture, on all tiles or on those of one level."""
    return [face for tile, _, face in FACES if face.kind == kind and (not level or tile.level == level)]


@pytest.mark.rule("setup.tiles.stacks", "map.rings", "map.space.volcano")
def test_tiles_of_the_box() -> None:
    # 33 tiles, as the French booklet lists them: one spare on each level over the 6, 12 and 12 places.
    assert len(TILES) == 33
    assert [len(house_pack().tiles_of(level)) for level in LEVELS] == [7, 13, 13]
    places = Counter(place.level for place in PLACES if place.level)
    assert all(len(house_pack().tiles_of(level)) == places[level] + 1 for level in LEVELS)
    assert all(len(tile.spaces) == 7 for tile in TILES)
    assert len(FACES) == 231
    assert len({tile.spaces for tile in TILES}) == 33


@pytest.mark.rule("setup.supply.size", "setup.player.scroll-discs")
def test_pictures_keep_to_the_pieces() -> None:
    kinds = Counter(face.kind for _, _, face in FACES)
    assert kinds[SpaceKind.SQUARE] <= 21
    assert kinds[SpaceKind.HEXAGON] <= 17
    assert kinds[SpaceKind.ADVENTURE] <= 20
    assert kinds[SpaceKind.DRAGON] <= 13
    scrolls = Counter(face.colour for face in faces(SpaceKind.SCROLL))
    assert set(scrolls) == set(SCROLL_COLOURS)
    assert max(scrolls.values()) <= 7
    assert scrolls["blue"] <= 6  # 000:369: one blue disc lies in Mitsuhide's backpack
    # 38 monks, twelve of them with six players; a hexagonal token may turn into one.
    monk_tokens = sum(token.is_monk for token in house_pack().resource_tokens)
    assert kinds[SpaceKind.MONK] + monk_tokens <= 38 - 12
    erupting = [face.lava for _, _, face in FACES if face.lava]
    assert len(erupting) <= 51
    assert set(erupting) == {1, 2, 3, 4, 5}
    # 231 spaces less the 190 that pieces can fill: about 41 of bare rock or lava for ever.
    quiet = [face for _, _, face in FACES if face in (SpaceFace(), SpaceFace(SpaceKind.LAVA))]
    assert 41 <= len(quiet) <= 46


@pytest.mark.rule("explore.fill.dragon", "map.dragon.one-per-tile", "setup.dragons.pool")
def test_dragons_stand_in_the_middle() -> None:
    assert all(number == 0 for _, number, face in FACES if face.kind == SpaceKind.DRAGON)
    colours = Counter(tile.dragon for tile in TILES if tile.dragon)
    assert colours == Counter(dragon.colour for dragon in house_pack().dragons)
    assert [tile.level for tile in TILES if tile.dragon == "white"] == ["III"]  # 001:657


@pytest.mark.rule("escape.secret")
def test_one_secret_exit_on_level_two() -> None:
    (tile,) = [tile for tile, _, face in FACES if face.kind == SpaceKind.EXIT]
    assert tile.level == "II"
    assert not tile.dragon


@pytest.mark.rule("map.lava.printed")
def test_the_mountain_grows_worse_with_its_level() -> None:
    def share(found: list[SpaceFace], level: str) -> Fraction:
        return Fraction(len(found), len(house_pack().tiles_of(level)))

    dragons = [share(faces(SpaceKind.DRAGON, level=level), level) for level in LEVELS]
    lava = [share(faces(SpaceKind.LAVA, level=level), level) for level in LEVELS]
    numbers = [[face for tile, _, face in FACES if face.lava and tile.level == level] for level in LEVELS]
    erupting = [share(found, level) for found, level in zip(numbers, LEVELS, strict=True)]
    means = [Fraction(sum(face.lava for face in found), len(found)) for found in numbers]
    for rising in (dragons, lava, erupting, means):
        assert rising == sorted(rising)
        assert len(set(rising)) == 3
    worth = {"blue": 5, "green": 7, "red": 10, "white": 15}
    points = [[worth[face.colour] for face in faces(SpaceKind.DRAGON, level=level)] for level in LEVELS]
    assert [max(found) for found in points] == [5, 7, 15]


@pytest.mark.rule("move.end.not-lava", "move.dragon.entry-not-lava")
@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_no_tile_is_a_trap(tile: Tile) -> None:
    burns = {n for n, face in enumerate(tile.spaces) if face.lava or face.kind == SpaceKind.LAVA}
    # The middle touches every petal, so what does not burn hangs together.
    assert 0 not in burns
    assert len(burns) <= 3
    assert all(not face.lava for face in tile.spaces if face.kind != SpaceKind.PLAIN)
    goods = {SpaceKind.SQUARE, SpaceKind.HEXAGON, SpaceKind.SCROLL, SpaceKind.MONK, SpaceKind.ADVENTURE}
    assert sum(face.kind in goods for face in tile.spaces) >= (3 if tile.dragon else 2)


def test_no_colour_has_better_scrolls() -> None:
    scrolls = [(tile, face.colour) for tile, _, face in FACES if face.kind == SpaceKind.SCROLL]
    assert len(scrolls) == len({(tile.id, colour) for tile, colour in scrolls})
    for level, wanted in (("I", {1}), ("II", {3}), ("III", {2, 3})):
        counts = Counter(colour for tile, colour in scrolls if tile.level == level)
        assert set(counts.values()) == wanted
    guarded = Counter(dict.fromkeys(SCROLL_COLOURS, 0))
    guarded.update(colour for tile, colour in scrolls if tile.dragon)
    assert max(guarded.values()) - min(guarded.values()) <= 1


@pytest.mark.rule(
    "setup.tokens.resource-square", "explore.fill.square", "explore.fill.hex", "explore.fill.hex-monk"
)
def test_resource_tokens() -> None:
    pack = house_pack()
    shapes = Counter(token.shape for token in pack.resource_tokens)
    assert shapes == {"square": 21, "hexagon": 17}
    for shape in ("square", "hexagon"):
        for level in LEVELS:
            # A token of the tile's level is drawn for every picture, however the map is explored.
            assert len(pack.tokens_of(shape, level)) >= len(faces(SpaceKind(shape), level=level))
    assert all(token.is_monk != bool(token.cubes) for token in pack.resource_tokens)
    assert any(token.is_monk for token in pack.resource_tokens)
    assert all(token.shape == "hexagon" for token in pack.resource_tokens if token.is_monk)
    assert any(token.cubes == Cubes(wood=1, metal=2) for token in pack.resource_tokens)  # 001:169
    total = sum((token.cubes for token in pack.resource_tokens), Cubes())
    assert Cubes(SUPPLY["wood"], SUPPLY["metal"], 0).covers(total)
    richness = [[len(token.cubes) for token in pack.tokens_of("square", level)] for level in LEVELS]
    means = [Fraction(sum(found), len(found)) for found in richness]
    assert means == sorted(means)


@pytest.mark.rule("setup.scrolls.display", "scroll.use", "scroll.lava-walk", "scroll.multi-tile")
def test_scrolls() -> None:
    scrolls = house_pack().scrolls
    assert len(scrolls) == 16
    effects = [effect for scroll in scrolls for effect in scroll.effects]
    assert Effect(EffectKind.LAVA_STEP, 1) in effects
    assert any(effect.kind == EffectKind.TILES for effect in effects)
    assert not {effect.kind for effect in effects} & ONE_TIME_EFFECTS


@pytest.mark.rule(
    "setup.option.adventure",
    "adventure.omamori-fire",
    "adventure.ancient-map",
    "adventure.sashimono",
    "adventure.gunbai",
)
def test_adventure_tokens() -> None:
    pack = house_pack()
    assert len(pack.adventure_tokens) == 20
    known = {
        pack.title(token.id): [effect.kind for effect in token.effects] for token in pack.adventure_tokens
    }
    assert known["Omamori of Fire"] == [EffectKind.LAVA_STEP]
    assert known["Ancient Map of the Mountain"] == [EffectKind.TILES]
    assert known["Sashimono"] == [EffectKind.SUMMON]
    assert known["Gunbai"] == [EffectKind.CANCEL_BROKEN]
    # 001:843: some tokens remove lava. 000:55: something hurts dragons for good.
    kinds = [kind for found in known.values() for kind in found]
    assert kinds.count(EffectKind.COOL) >= 2
    assert EffectKind.DRAGON_DAMAGE in kinds


def test_no_effect_is_only_prose_and_none_is_unused() -> None:
    pack = house_pack()
    effects = [effect for held in (*pack.scrolls, *pack.adventure_tokens) for effect in held.effects]
    assert all(held.effects for held in (*pack.scrolls, *pack.adventure_tokens))
    assert {effect.kind for effect in effects} == set(EffectKind)
    assert set(get_args(get_type_hints(EffectRecord)["kind"])) == set(EffectKind)
    assert len(EffectKind) == 13


@pytest.mark.rule("setup.map.fixed-tiles", "map.space.central-temple", "map.space.bridge", "gather.permanent")
def test_fixed_tiles_are_those_of_the_map() -> None:
    fixed = {tile.kind: tile for tile in house_pack().fixed_tiles}
    assert {kind: (tile.count, tile.spaces) for kind, tile in fixed.items()} == {
        "centre": (1, 1),
        "temple": (3, 1),
        "bridge": (3, 2),
    }
    for kind, tile in fixed.items():
        places = [place for place in PLACES if place.kind == kind]
        assert len(places) == tile.count
        assert all(len(spaces_of(place.id)) == tile.spaces for place in places)
    assert [str(fixed[kind].cubes) for kind in ("centre", "temple", "bridge")] == ["WM", "WM", ""]


@pytest.mark.rule(
    "bonus.big.categories",
    "bonus.small.categories",
    "bonus.space.single",
    "bonus.space.highest",
    "bonus.space.dark",
)
def test_palaces() -> None:
    big = {row.category: row for row in house_pack().palaces if row.palace == "big"}
    small = {row.category: row for row in house_pack().palaces if row.palace == "small"}
    assert {category: row.shared for category, row in big.items()} == {
        "helmet": 3,
        "weapon": 3,
        "sandals": 3,
        "monk": 1,
        "tooth": 1,
    }
    for row in big.values():
        falling = (*row.single, row.shared)
        assert list(falling) == sorted(set(falling), reverse=True)
        assert row.provenance == Provenance.HOUSE
    assert set(small) == {"helmet", "weapon", "sandals", "monk"}
    assert all((row.single, row.shared) == ((5,), 0) for row in small.values())


@pytest.mark.rule("final.track.length", "setup.countdown.start")
def test_countdown_track() -> None:
    track = house_pack().countdown
    assert [step.step for step in track] == list(range(1, 9))
    assert Counter(step.event for step in track) == {"lava": 5, "rope": 1, "blank": 1, "end": 1}
    assert [step.lava for step in track if step.event == "lava"] == [1, 2, 3, 4, 5]
    assert track[-1].event == "end"


@pytest.mark.rule("setup.supply.size")
def test_supply() -> None:
    # The params of the rule.
    assert SUPPLY == {"wood": 60, "metal": 90, "teeth": 25, "magic": 20, "monks": 38, "lava": 51}


def test_invented_components_wear_the_house_mark() -> None:
    pack = house_pack()
    marked = (*pack.tiles, *pack.resource_tokens, *pack.scrolls, *pack.adventure_tokens)
    assert all(held.id.startswith("house-") for held in marked)
    stated = {held.id for held in marked if held.provenance != Provenance.HOUSE}
    # All that these three do is stated (000:413, 000:419-420).
    assert stated == {"house-scroll-1", "house-adventure-1", "house-adventure-4"}


def test_every_section_is_filled() -> None:
    sections = PackRecords.__struct_fields__[4:]
    assert {section: len(getattr(house_pack().records, section)) for section in sections} == {
        "areas": 2,
        "dice": 4,
        "dragons": 13,
        "gear_cards": 24,
        "blueprints": 24,
        "tiles": 33,
        "resource_tokens": 38,
        "scrolls": 16,
        "adventure_tokens": 20,
        "fixed_tiles": 3,
        "palaces": 9,
        "countdown": 8,
        "board_numbers": 25,
    }


@pytest.mark.rule("setup.tiles.stacks", "makai.setup.components", "fuji99.setup.deck")
def test_numbers_of_boards_and_decks_keep_what_is_printed() -> None:
    """33 tiles, 44 and 22 cards, eleven of them out with three players, six Fuji cards of value 1."""
    held = {record.of: record.values for record in house_pack().records.board_numbers}
    assert sum(held["tiles"]) == 33
    assert held["tiles"] == tuple(BOX["tiles"].values())
    colours = [held[f"makai-{colour}"] for colour in MAKAI_COLOURS]
    assert sum(map(len, colours)) + held["makai-magic"][0] == 44
    assert sum(held["makai-out"]) == 11
    assert max(max(strengths) for strengths in colours) == 9
    for colour in MAKAI_COLOURS:
        assert set(held[f"makai-poison-{colour}"]) <= set(held[f"makai-{colour}"])
    cards = [held[f"fuji99-{card}"] for card in FUJI99_CARDS]
    assert sum(copies for *_, copies in cards) == 22
    assert sum(copies for value, _, _, copies in cards if value == 1) == 6
    assert {
        name: len(values) for name, values in held.items() if not NUMBERS[name].least <= len(values)
    } == {}
