"""The pack that ships: consistent with every number of the rulebooks, craftable, fresh, and a good set of cards."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

import fujikoro_nb.content
from fujikoro_nb.content import check_files, house_pack, read_pack, shows_two_weapons
from fujikoro_nb.content.__main__ import made_files
from fujikoro_nb.content.records import RECORD_TYPES
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, grow
from fujikoro_nb.engine.fujikoro.gear.limits import Area, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains, turns
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_pattern
from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.texts import LANGUAGES, has
from tests.content.craftable import craftable_layout

HOUSE = Path(fujikoro_nb.content.__file__).parent / "house"
FILES = sorted(HOUSE.glob("*.yaml"))
CARDS: tuple[GearCard | Blueprint, ...] = (*house_pack().gear_cards, *house_pack().blueprints)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_committed_file_is_good_by_itself(path: Path) -> None:
    assert check_files([path]) == []


def test_every_committed_pack_file_is_visited() -> None:
    assert sorted(HOUSE.parent.rglob("*.y*ml")) == FILES
    assert [path.stem.replace("-", "_") for path in FILES] == sorted(RECORD_TYPES)


def test_what_is_made_is_fresh() -> None:
    for path, content in made_files().items():
        assert path.read_bytes() == content, f"run python -m fujikoro_nb.content: {path.name} is old"


def test_compiled_pack_is_the_pack_of_the_files() -> None:
    assert house_pack() == read_pack(HOUSE)
    assert house_pack().hash == read_pack(HOUSE).hash


@pytest.mark.rule("combat.dice.limits", "combat.dice.broken-face")
def test_dice() -> None:
    # The params of the two rules; means 0.67, 1, 1.5 and 2 are sums of 4, 6, 9 and 12.
    expected = {"W": (1, 4, 1), "M": (2, 6, 1), "T": (3, 9, 1), "G": (4, 12, 0)}
    dice = {die.material: die.faces for die in house_pack().dice}
    assert {
        material: (
            max(face.hits for face in faces),
            sum(face.hits for face in faces),
            sum(face.is_broken for face in faces),
        )
        for material, faces in dice.items()
    } == expected
    assert all(len(faces) == 6 for faces in dice.values())
    # 000:420: an opponent's hits on broken faces can be cancelled, so some broken face has hits.
    assert any(face.is_broken and face.hits for faces in dice.values() for face in faces)


@pytest.mark.rule("combat.dragon.dice", "combat.win.reward", "combat.health.over-30", "combat.health.start")
def test_dragons() -> None:
    dragons = house_pack().dragons
    by_colour = {
        colour: [dragon for dragon in dragons if dragon.colour == colour]
        for colour in ("blue", "green", "red", "white")
    }
    assert [len(found) for found in by_colour.values()] == [4, 4, 4, 1]
    assert [{dragon.dice for dragon in found} for found in by_colour.values()] == [{3}, {4}, {5}, {6}]
    points = [{dragon.victory_points for dragon in found} for found in by_colour.values()]
    assert points == [{5}, {7}, {10}, {15}]
    assert sorted(dragon.health_solo or 0 for dragon in by_colour["red"]) == [18, 19, 20, 21]
    assert [(dragon.health, dragon.health_solo) for dragon in by_colour["white"]] == [(60, 25)]
    # Only the legendary dragon needs the +30 piece.
    assert all(dragon.health <= 30 for dragon in dragons if dragon.colour != "white")
    assert [dragon.initiative for dragon in by_colour["green"] if dragon.health == 12] == [9]
    # A samurai reaches 12: eight long and four for magic; no dragon may be out of reach for good.
    assert all(5 <= dragon.initiative <= 12 for dragon in dragons)


@pytest.mark.parametrize(
    ("component", "field", "provenance"),
    [
        ("house-dragon-red-1", "dice", Provenance.RULEBOOK),
        ("house-dragon-red-1", "victory_points", Provenance.RULEBOOK),
        ("house-dragon-red-1", "health_solo", Provenance.RULEBOOK),
        ("house-dragon-red-1", "health", Provenance.HOUSE),
        ("house-dragon-green-2", "health", Provenance.RULEBOOK),
        ("house-dragon-green-2", "initiative", Provenance.RULEBOOK),
        ("house-dragon-white-1", "health_two_players", Provenance.HOUSE),
        ("house-dragon-white-1", "initiative", Provenance.HOUSE),
        ("die-W", "hits", Provenance.DERIVED),
        ("die-W", "broken", Provenance.HOUSE),
        ("die-G", "broken", Provenance.RULEBOOK),
        ("area-helmet", "columns", Provenance.HOUSE),
        ("house-weapon-1", "bonus", Provenance.RULEBOOK),
        ("house-weapon-1", "pattern", Provenance.HOUSE),
        ("house-tile-iii-7", "spaces", Provenance.HOUSE),
        ("house-square-ii-1", "cubes", Provenance.RULEBOOK),
        ("house-square-ii-1", "level", Provenance.HOUSE),
        ("house-scroll-1", "effects", Provenance.RULEBOOK),
        ("house-scroll-2", "effects", Provenance.HOUSE),
        ("house-adventure-1", "effects", Provenance.RULEBOOK),
        ("house-adventure-2", "effects", Provenance.HOUSE),
        ("house-adventure-4", "effects", Provenance.RULEBOOK),
        ("fixed-temple", "cubes", Provenance.RULEBOOK),
        ("palace-big-helmet", "single", Provenance.HOUSE),
        ("palace-big-helmet", "shared", Provenance.RULEBOOK),
        ("palace-small-monk", "single", Provenance.RULEBOOK),
        ("countdown-4", "step", Provenance.HOUSE),
        ("countdown-4", "event", Provenance.RULEBOOK),
        ("countdown-8", "step", Provenance.RULEBOOK),
    ],
)
def test_every_datum_has_its_source(component: str, field: str, provenance: Provenance) -> None:
    citation = house_pack().citation(component, field)
    assert citation.provenance == provenance
    assert bool(citation.lines) == (provenance in (Provenance.RULEBOOK, Provenance.DERIVED))


@pytest.mark.rule("craft.grid.shapes")
def test_areas_are_those_of_the_engine() -> None:
    areas = house_pack().areas
    assert (areas.helmet, areas.sandals) == (Area(4, 4), Area(2, 3))
    assert (areas.helmet, areas.sandals) == (SYMMETRIC.helmet, SYMMETRIC.sandals)


def test_the_box_is_full_and_every_card_wears_the_house_mark() -> None:
    for kind in GearKind:
        assert len(house_pack().cards_of(kind)) == len(house_pack().blueprints_of(kind)) == 8
    assert {card.provenance for card in CARDS} == {Provenance.HOUSE}
    assert all(card.id.startswith("house-") for card in CARDS)


def test_every_component_has_a_name_of_its_own() -> None:
    pack = house_pack()
    named = (*CARDS, *pack.dragons, *pack.scrolls, *pack.adventure_tokens)
    ids = [component.id for component in named]
    for language in LANGUAGES:
        assert all(has(f"card.{component}", language=language) for component in ids)
        titles = {pack.title(component, language=language) for component in ids}
        assert len(titles) == len(ids) == 24 + 24 + 13 + 16 + 20


@pytest.mark.rule("gearcard.bonus.helmet", "gearcard.bonus.weapon", "gearcard.bonus.sandals")
def test_bonuses() -> None:
    bonuses = {kind: [card.bonus for card in house_pack().cards_of(kind)] for kind in GearKind}
    assert sorted(bonuses[GearKind.HELMET]) == ["metal"] * 4 + ["wood"] * 4
    assert set(bonuses[GearKind.WEAPON]) == {"vp-or-peek"}
    assert set(bonuses[GearKind.SANDALS]) == {"step"}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_can_be_crafted(card: GearCard | Blueprint) -> None:
    layout = craftable_layout(card.kind, card.pattern, SYMMETRIC)
    assert layout is not None
    report = inspect(Gear().with_layout(card.kind, layout), card.kind, SYMMETRIC, is_unlocked=True)
    assert report.is_legal, report.refusals
    assert contains(layout, card.pattern)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_engine_finds_a_craft_for_every_card(card: GearCard | Blueprint) -> None:
    craft = cheapest_craft(Gear(), card.kind, [card], Cubes(12, 12, 3), SYMMETRIC)
    assert craft is not None
    assert contains(craft.layout, card.pattern)


@pytest.mark.rule("craft.weapon.usable.one-handed", "craft.weapon.usable.two-handed")
@pytest.mark.parametrize("card", [card for card in CARDS if card.kind == "weapon"], ids=lambda card: card.id)
def test_every_weapon_card_lets_one_fight(card: GearCard | Blueprint) -> None:
    """Some legal weapon round the pattern can be used; where the pattern lacks wood, it is added at its edge."""
    layout = craftable_layout(card.kind, card.pattern, SYMMETRIC)
    assert layout is not None
    for _ in range(3):
        gear = Gear(weapon=layout)
        report = inspect(gear, card.kind, SYMMETRIC, is_unlocked=True)
        assert report.is_legal
        if all(weapon.is_usable for weapon in report.weapons):
            return
        weak = next(weapon for weapon in report.weapons if not weapon.is_usable)
        edge = grow(weak.cells) & SYMMETRIC.weapon.mask & ~layout.occupied
        layout = next(
            longer
            for cell in cells_of(edge)
            if inspect(
                Gear(weapon=(longer := layout.with_cube(cell, next(iter(Cubes(wood=1)))))),
                card.kind,
                SYMMETRIC,
                is_unlocked=True,
            ).is_legal
        )
    pytest.fail("no usable weapon")


def _same_sort() -> list[tuple[GearCard | Blueprint, GearCard | Blueprint]]:
    pack = house_pack()
    sorts = [cards for kind in GearKind for cards in (pack.cards_of(kind), pack.blueprints_of(kind))]
    return [pair for cards in sorts for pair in itertools.permutations(cards, 2)]


def test_no_card_contains_another_of_its_sort() -> None:
    assert len(_same_sort()) == 6 * 8 * 7
    assert [(one.id, other.id) for one, other in _same_sort() if contains(one.pattern, other.pattern)] == []


def test_no_blueprint_is_a_gear_card() -> None:
    for kind in GearKind:
        shapes = [
            frozenset(turn.layout for turn in turns(card.pattern))
            for card in (*house_pack().cards_of(kind), *house_pack().blueprints_of(kind))
        ]
        assert len(set(shapes)) == 16


@pytest.mark.parametrize(("kind", "sizes"), [("helmet", (3, 6)), ("weapon", (4, 8)), ("sandals", (2, 3))])
def test_sizes_rise(kind: str, sizes: tuple[int, int]) -> None:
    for cards in (house_pack().cards_of(GearKind(kind)), house_pack().blueprints_of(GearKind(kind))):
        found = [len(card.pattern) for card in cards]
        assert found == sorted(found)
        assert (found[0], found[-1]) == sizes


def test_teeth_are_rare() -> None:
    # 13 dragons give most of the teeth there are, and 25 lie in the box.
    assert all(card.pattern.cubes.tooth <= 1 for card in CARDS)
    assert sum(card.pattern.cubes.tooth for card in house_pack().gear_cards) <= 6
    assert sum(card.pattern.cubes.tooth for card in house_pack().blueprints) <= 9


@pytest.mark.rule("gearcard.and-blueprint")
def test_some_gear_fits_a_card_and_a_blueprint_at_once() -> None:
    for kind in GearKind:
        pairs = [
            cheapest_craft(Gear(), kind, [card, blueprint], Cubes(12, 12, 3), SYMMETRIC)
            for card in house_pack().cards_of(kind)[:4]
            for blueprint in house_pack().blueprints_of(kind)[:4]
        ]
        assert any(craft is not None for craft in pairs)


@pytest.mark.rule("char.daisuke.gear-card-three-cubes")
def test_daisuke_can_win_a_helmet_card() -> None:
    daisuke = CHARACTERS["daisuke"]
    won = [
        card.id
        for card in house_pack().cards_of(GearKind.HELMET)
        if craftable_layout(card.kind, card.pattern, daisuke)
    ]
    assert won == ["house-helmet-1", "house-helmet-2"]


@pytest.mark.rule("char.tomoe.blueprint-with-two-weapons")
def test_two_blueprints_show_two_weapons() -> None:
    shown = [card.id for card in CARDS if shows_two_weapons(card)]
    assert shown == ["house-blueprint-weapon-5", "house-blueprint-weapon-7"]
    for card_id in shown:
        pattern = house_pack().card(card_id).pattern
        craft = cheapest_craft(
            Gear(), GearKind.WEAPON, [house_pack().card(card_id)], pattern.cubes, CHARACTERS["tomoe"]
        )
        assert craft is not None
        report = inspect(Gear(weapon=craft.layout), GearKind.WEAPON, CHARACTERS["tomoe"])
        assert sorted(weapon.part for weapon in report.weapons) == ["left", "right"]
        assert all(weapon.is_usable and weapon.wood >= 2 for weapon in report.weapons)


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("MWW.WWM", True),
        ("MWWWWM", False),  # one piece
        ("MWW.WMM", False),  # the right one lacks wood
        ("WW/../../WW", True),  # turned: one column left, one right
        ("W.W", False),
    ],
)
def test_shows_two_weapons(drawing: str, expected: bool) -> None:
    card = Blueprint("x", GearKind.WEAPON, parse_pattern(drawing), Provenance.OWNER)
    assert shows_two_weapons(card) is expected


@pytest.mark.rule("example.takeko-gearcard")
def test_known_weapon_pattern_fits_its_cubes() -> None:
    # 001:324-328: a weapon of 3 wood, 8 metal and 1 tooth satisfied a card, so one has no more than these.
    stock = Cubes(3, 8, 1)
    assert any(stock.covers(card.pattern.cubes) for card in house_pack().cards_of(GearKind.WEAPON))


@pytest.mark.rule("move.lava.magic-restore")
def test_three_metal_satisfy_a_sandals_blueprint() -> None:
    # 001:366: three metal on magical sandals; the ledger's example keeps fitting with two.
    three, two = parse_pattern("M/M/M"), parse_pattern("M/M")
    fits = [card.id for card in house_pack().blueprints_of(GearKind.SANDALS) if contains(three, card.pattern)]
    assert fits == ["house-blueprint-sandals-1"]
    assert contains(two, house_pack().card(fits[0]).pattern)


def test_patterns_print_as_they_are_written() -> None:
    for record in (*house_pack().records.gear_cards, *house_pack().records.blueprints):
        assert print_pattern(house_pack().card(record.id).pattern) == "/".join(record.pattern)
