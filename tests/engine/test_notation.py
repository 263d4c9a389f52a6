"""Text forms round-trip; unreadable text is quoted with its place; a readable drawing not allowed cites a rule."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at, cells_of, mask_of, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import (
    MAX_TEXT,
    parse_gear,
    parse_pattern,
    print_gear,
    print_pattern,
)
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.texts import refusal_sentence
from tests.support.sampling import examples
from tests.support.strategies import drawing_of, kinds, layouts, limits, to_top_left, tried

HELMET, WEAPON, SANDALS = GearKind.HELMET, GearKind.WEAPON, GearKind.SANDALS
CALM = settings(deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])
ALPHABET = "WMTG.:|/+@,0123456789 wmt"


@CALM
@given(st.data(), limits, kinds)
def test_gear_round_trips(data: st.DataObject, board_limits: BoardLimits, kind: GearKind) -> None:
    layout = data.draw(layouts(board_limits.area_mask(kind), most=20))
    gear = Gear().with_layout(kind, layout)
    if data.draw(st.booleans()):
        cells = list(cells_of(board_limits.area_mask(kind)))
        gear = gear.with_magic(kind, data.draw(st.sampled_from(cells)) if kind == WEAPON else None)
    text = print_gear(gear, kind, board_limits)
    assert parse_gear(text, kind, board_limits) == gear
    assert print_gear(parse_gear(text, kind, board_limits), kind, board_limits) == text
    assert parse_gear(text.replace(":", "|"), kind, board_limits) == gear
    assert len(text) <= MAX_TEXT
    assert not set(text) - set("WMTG.:/+@,0123456789")


@CALM
@given(layouts(rectangle(10, 5), most=12).filter(bool))
def test_patterns_round_trip(layout: Layout) -> None:
    pattern = to_top_left(layout)
    assert parse_pattern(print_pattern(pattern)) == pattern


@settings(CALM, max_examples=examples(500))
@given(st.one_of(st.text(alphabet=ALPHABET, max_size=60), st.text(max_size=500)), kinds, limits)
def test_any_text_is_gear_or_one_clear_refusal(text: str, kind: GearKind, board_limits: BoardLimits) -> None:
    found = tried(parse_gear, text, kind, board_limits)
    match found:
        case Unreadable():
            assert 0 <= found.place <= len(text)
            assert found.text
            assert found.text in text
        case Illegal():
            assert [bool(refusal_sentence(refusal)) for refusal in found.refusals] == [True]
        case _:
            assert parse_gear(print_gear(found, kind, board_limits), kind, board_limits) == found
            assert found.with_layout(kind, Layout()).without_magic(kind) == Gear()


@CALM
@given(st.one_of(st.text(alphabet=ALPHABET, max_size=60), st.text(max_size=500)))
def test_any_text_is_a_pattern_or_unreadable(text: str) -> None:
    found = tried(parse_pattern, text)
    if isinstance(found, Unreadable):
        assert 0 <= found.place <= len(text)
    else:
        assert found
        assert parse_pattern(print_pattern(to_top_left(found))) == to_top_left(found)


def test_the_design_example() -> None:
    gear = parse_gear("MWWWM:MMM/..M..:...", WEAPON, SYMMETRIC)
    assert drawing_of(gear.weapon) == {
        (1, 1): "M",
        (2, 1): "W",
        (3, 1): "W",
        (4, 1): "W",
        (5, 1): "M",
        (6, 1): "M",
        (7, 1): "M",
        (8, 1): "M",
        (3, 2): "M",
    }
    assert print_gear(gear, WEAPON, SYMMETRIC) == "MWWWM:MMM/..M..:..."


def test_the_line_stands_between_column_five_and_six() -> None:
    """A row may be short on the left: what follows the line begins in column 6."""
    assert parse_gear("|W", WEAPON, SYMMETRIC).weapon == Layout(wood=mask_of((6, 1)))
    assert parse_gear("W:M", WEAPON, SYMMETRIC).weapon == Layout(wood=mask_of((1, 1)), metal=mask_of((6, 1)))
    assert parse_gear(":/:/:..T", WEAPON, SYMMETRIC).weapon == Layout(tooth=mask_of((8, 3)))


def test_magic_lies_on_a_cell_of_the_weapons_and_just_on_the_rest() -> None:
    assert parse_gear("WW+G@2,1", WEAPON, SYMMETRIC).weapon_magic == cell_at(2, 1)
    assert parse_gear("WW+G", HELMET, SYMMETRIC).helmet_magic
    assert parse_gear("WW+G", SANDALS, SYMMETRIC).sandals_magic
    assert (
        print_gear(parse_gear("/WW+G@2,2", WEAPON, SYMMETRIC), WEAPON, SYMMETRIC)
        == ".....:.../WW...:...+G@2,2"
    )


@pytest.mark.parametrize(
    ("kind", "text", "reason", "place"),
    [
        (WEAPON, "WXM", "cube-letter", 1),
        (WEAPON, "WW:MM/..Q", "cube-letter", 8),
        (WEAPON, "WW:M:M", "two-lines", 4),
        (WEAPON, "WWMMMWMM", "missing-line", 5),
        (WEAPON, "WW:M/WWMMMW", "missing-line", 10),
        (WEAPON, "WW+G", "weapon-magic-mark", 2),
        (WEAPON, "WW+G@1", "weapon-magic-mark", 2),
        (WEAPON, "WW+G@²,1", "weapon-magic-mark", 2),
        (HELMET, "Wm", "cube-letter", 1),
        (HELMET, "W:M", "cube-letter", 1),
        (HELMET, "WM+H", "magic-mark", 3),
        (SANDALS, "W\n", "cube-letter", 1),
        (HELMET, "W" * (MAX_TEXT + 1), "too-long", MAX_TEXT),
    ],
)
def test_unreadable_text_is_quoted_with_its_place(kind: GearKind, text: str, reason: str, place: int) -> None:
    with pytest.raises(Unreadable) as error:
        parse_gear(text, kind, SYMMETRIC)
    assert (error.value.reason, error.value.place) == (reason, place)


def test_a_missing_line_is_said_on_the_wider_board_too() -> None:
    """Masako's right part has five columns; her left part ends where everybody's does."""
    with pytest.raises(Unreadable) as error:
        parse_gear("WWMMMWMMWW", WEAPON, character("masako"))
    assert (error.value.reason, error.value.place) == ("missing-line", 5)


@pytest.mark.parametrize(
    ("kind", "text", "rule"),
    [
        (WEAPON, "WWWWWW:", "craft.weapon.grid"),
        (WEAPON, "WWWWW:WWWW", "craft.weapon.grid"),
        (WEAPON, "/////W", "craft.weapon.grid"),
        (WEAPON, "W+G@9,1", "craft.weapon.grid"),
        (WEAPON, "W+G@1,0", "craft.weapon.grid"),
        (HELMET, "....W", "craft.grid.shapes"),
        (SANDALS, "///W", "craft.grid.shapes"),
        (HELMET, "W+G+G", "magic.one-per-gear"),
        (WEAPON, "W+G@1,1+G@1,1", "magic.one-per-gear"),
    ],
)
def test_readable_but_illegal_drawings_cite_a_rule(kind: GearKind, text: str, rule: str) -> None:
    with pytest.raises(Illegal) as error:
        parse_gear(text, kind, SYMMETRIC)
    assert [refusal.rule for refusal in error.value.refusals] == [rule]


def test_empty_cells_outside_the_grid_say_nothing() -> None:
    assert parse_gear("W......../....../.../../././.", HELMET, SYMMETRIC).helmet == Layout(wood=1)


def test_masakos_grid_is_wider() -> None:
    gear = parse_gear("WWWMM:MMMMM", WEAPON, character("masako"))
    assert len(gear.weapon) == 10


@pytest.mark.parametrize("text", ["", ".", "../..", "/"])
def test_a_pattern_has_a_cube(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse_pattern(text)
    assert error.value.reason == "empty-pattern"
