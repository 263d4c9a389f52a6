"""The gear in a link: it comes back as it was, and no text does worse than one refusal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, character
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import Area, BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.views.gear.link import (
    KINDS,
    MAX_LINK,
    BadLink,
    GearLink,
    ignored_in,
    parse_link,
    print_link,
)
from tests.support.sampling import examples


@st.composite
def layouts(draw: st.DrawFn, kind: GearKind, limits: BoardLimits) -> Layout:
    layout = EMPTY
    for cell in cells_of(limits.area_mask(kind)):
        material = draw(st.sampled_from([None, None, *MATERIALS]))
        if material:
            layout = layout.with_cube(cell, material)
    return layout


@st.composite
def links(draw: st.DrawFn) -> GearLink:
    limits = character(draw(st.sampled_from(sorted(CHARACTERS))))
    weapon, helmet, sandals = (draw(layouts(kind, limits)) for kind in KINDS)
    carriers = [None, *cells_of(weapon.occupied)]
    backpack = Cubes(draw(st.integers(0, 5)), draw(st.integers(0, 3)), draw(st.integers(0, 3)))
    states = draw(st.lists(st.sampled_from(["", "owned", "lost"]), min_size=3, max_size=3))
    return GearLink(
        gear=Gear(
            weapon, helmet, sandals, draw(st.sampled_from(carriers)), draw(st.booleans()), draw(st.booleans())
        ),
        character=limits.character,
        is_unlocked=draw(st.booleans()),
        backpack=backpack,
        has_backpack_monk=len(backpack) > 6 or draw(st.booleans()),
        is_real_box=draw(st.booleans()),
        blueprints=tuple(
            (str(kind), state, draw(st.sampled_from(["", "WM/.M"])))
            for kind, state in zip(KINDS, states, strict=True)
            if state
        ),
    )


@settings(max_examples=examples(100), deadline=None)
@given(links())
def test_every_state_comes_back_and_fits(link: GearLink) -> None:
    text = print_link(link)
    assert parse_link(text) == link
    assert parse_link("#" + text) == link
    assert len(text) < 450 < MAX_LINK


def test_example_of_the_issue() -> None:
    link = parse_link("#weapon=MWWWM:MMM&helmet=WM/.T+G&unlocked=1&character=tomoe")
    assert link.character == "tomoe"
    assert link.is_unlocked
    assert link.gear.weapon.cubes == Cubes(wood=3, metal=5)
    assert link.gear.helmet.cubes == Cubes(1, 1, 1)
    assert link.gear.helmet_magic
    assert link.is_real_box, "the real box is the default"


def test_a_link_that_a_messenger_encoded_is_the_same() -> None:
    plain = "weapon=WWM..:...+G@1,1&helmet=WM../.T..+G"
    encoded = (
        plain.replace("+", "%2B")
        .replace(":", "%3A")
        .replace("@", "%40")
        .replace(",", "%2C")
        .replace("/", "%2F")
    )
    assert parse_link(encoded) == parse_link(plain)


def test_empty_link_is_an_empty_board() -> None:
    assert parse_link("") == parse_link("#") == GearLink()
    assert print_link(GearLink()) == ""


@pytest.mark.parametrize(
    "text",
    [
        "weapon",
        "weapon=WWX",
        "weapon=WWM&weapon=WWM",
        "weapon=WWWWWW:",
        "helmet=MMMMM",
        "unlocked=yes",
        "character=godzilla",
        "backpack=WWWWWWWWWWWW",
        "backpack=WWWWWWW",
        "backpack-monk=yes",
        "backpack=G",
        "blueprint-weapon=none",
        "blueprint-weapon=owned@",
        "blueprint-weapon=owned@🐉",
        "weapon=%ff%fe",
        "page=gear",
        "<script>alert(1)</script>",
        "&&&",
        "weapon=" + "W" * 3000,
        "__proto__=1",
    ],
)
def test_a_bad_link_is_refused_and_quoted_briefly(text: str) -> None:
    with pytest.raises(BadLink) as error:
        parse_link(text)
    assert all(len(part) <= 40 for part in error.value.parts)
    assert len(error.value.said()) <= 260


@given(st.text(max_size=200))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    try:
        link = parse_link(text)
    except BadLink:
        return
    assert parse_link(print_link(link)) == link


@given(
    st.lists(
        st.sampled_from(
            [
                "weapon",
                "helmet",
                "=",
                "&",
                "/",
                ":",
                ".",
                "W",
                "M",
                "T",
                "+G",
                "@",
                "1,1",
                "%2B",
                "%00",
                "unlocked",
                "1",
                "0",
                "character",
                "tomoe",
            ]
        ),
        max_size=15,
    )
)
def test_any_mixture_of_its_parts_is_a_link_or_refused(parts: list[str]) -> None:
    try:
        link = parse_link("".join(parts))
    except BadLink:
        return
    assert parse_link(print_link(link)) == link


def test_unknown_keys_are_passed_over_and_named() -> None:
    text = "weapon=WWM&utm=1&unlocked=1&ref=" + "x" * 60
    assert parse_link(text) == parse_link("weapon=WWM&unlocked=1")
    assert ignored_in(text) == ("utm=1", "ref=" + "x" * 36)
    assert ignored_in("weapon=WWM") == ()


def test_backpack_needs_its_monk_for_more_than_the_lower_spaces() -> None:
    assert len(parse_link("backpack=WWWWWWW&backpack-monk=1").backpack) == 7
    assert len(parse_link("backpack=WWWWWWW&character=masatsura").backpack) == 7  # his is open


@pytest.mark.rule("craft.grid.shapes")
def test_link_is_read_by_the_areas_of_the_table() -> None:
    def wide(is_real_box: bool) -> Areas:
        return Areas(helmet=Area(5, 3)) if is_real_box else Areas()

    link = parse_link("helmet=MMMMM", areas=wide)
    assert len(link.gear.helmet) == 5
    assert parse_link(print_link(link, areas=wide), areas=wide) == link
    with pytest.raises(BadLink):
        parse_link("helmet=MMMMM&box=0", areas=wide)


def test_every_part_that_makes_no_sense_is_named_in_the_links_order() -> None:
    with pytest.raises(BadLink) as error:
        parse_link("unlocked=2&weapon=WWX&character=bob&helmet=WM&what&backpack=GG&blueprint-weapon=owned@🐉")
    parts = ("unlocked=2", "weapon=WWX", "character=bob", "what", "backpack=GG", "blueprint-weapon=owned@🐉")
    assert error.value.parts == parts
    assert error.value.said() == (
        "“unlocked=2”, “weapon=WWX”, “character=bob”, “what”, “backpack=GG” and 1 more part"
    )


def test_escaped_parts_keep_their_place() -> None:
    """As a browser hands the text behind ``#`` on: spaces, quotes and dragons are escaped."""
    with pytest.raises(BadLink) as error:
        parse_link("helmet=WM&unlocked=yes&weapon=W%20X&what&sandals=%F0%9F%90%89&backpack=GG&wha%20t")
    parts = ("unlocked=yes", "weapon=W X", "what", "sandals=🐉", "backpack=GG", "wha%20t")
    assert error.value.parts == parts


@pytest.mark.parametrize("culprit", ["character=bob", "box=maybe", "backpack-monk=yes"])
def test_a_board_that_cannot_be_read_makes_no_other_part_look_wrong(culprit: str) -> None:
    """Masatsura's helmet and backpack, another box's areas, a monk: each part is good where it belongs."""

    def wide(is_real_box: bool) -> Areas:
        return Areas() if is_real_box else Areas(helmet=Area(5, 3))

    rest = {
        "character=bob": "backpack=WWWWWWWWW",
        "box=maybe": "helmet=MMMMM",
        "backpack-monk=yes": "backpack=WWWWWWWWW",
    }[culprit]
    with pytest.raises(BadLink) as error:
        parse_link(f"{rest}&{culprit}", areas=wide)
    assert error.value.parts == (culprit,)
    with pytest.raises(BadLink) as error:
        parse_link(f"weapon=WWX&backpack={'W' * 40}&{culprit}", areas=wide)
    assert error.value.parts == ("weapon=WWX", "backpack=" + "W" * 31, culprit)


def test_a_link_of_foreign_parts_alone_names_them_all() -> None:
    with pytest.raises(BadLink) as error:
        parse_link("gear=WW&x=1")
    assert error.value.parts == ("gear=WW", "x=1")
