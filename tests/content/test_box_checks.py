"""Tiles, tokens, scrolls, palaces and countdown: one fault at a time in an otherwise good file, and the counts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.content import BrokenContent, check_files, house_pack, read_pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.writing import print_pack
from fujikoro_nb.engine.fujikoro.components import Effect, EffectKind, SpaceFace, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.texts import has

HEAD = "format: 1\npack: owner\nprovenance: owner\n"
GOOD_BOX = f"""\
{HEAD}tiles:
  - id: owner-tile-1
    level: II
    spaces: [exit, square, hexagon, scroll red, monk 2, adventure, lava]
  - id: owner-tile-2
    level: III
    spaces:
      - dragon white
      - plain 5
      - scroll blue 1
      - plain
      - plain
      - plain
      - plain
resource_tokens:
  - id: owner-square-1
    shape: square
    level: I
    cubes: WMM
    provenance:
      cubes: rulebook 001:169
  - id: owner-hexagon-1
    shape: hexagon
    level: II
    monk: true
scrolls:
  - id: owner-scroll-1
    name: Mine
    effects: [{{kind: lava-step, amount: 1}}]
adventure_tokens:
  - id: owner-adventure-1
    effects:
      - kind: cubes
        cubes: WT
      - kind: cancel-broken
fixed_tiles:
  - kind: temple
    count: 3
    spaces: 1
    cubes: MW
palaces:
  - palace: big
    category: monk
    single: [4, 2]
    shared: 1
  - palace: small
    category: helmet
    single: [5]
countdown:
  - step: 2
    event: lava-1
  - step: 8
    event: end
board_numbers:
  - of: tiles
    values: [7, 13, 13]
  - of: makai-poison-red
    values: []
"""

# What to change, into what, and the fault expected: its line in the changed file, its reason.
CASES = [
    ("level: II\n    spaces: [e", "level: IV\n    spaces: [e", 6, "one-of"),
    ("level: II\n    spaces: [e", "level: I\n    spaces: [e", 7, "exit-level"),
    ("level: III", "level: II", 11, "legendary-level"),
    ("[exit, square", "[exit, dragon red", 7, "dragon-petal"),
    ("[exit, square", "[exit, squares", 7, "shape-space"),
    ("[exit, square", "[exit, square 6", 7, "shape-space"),
    ("[exit, square", "[exit, scroll", 7, "shape-space"),
    ("[exit, square", "[exit, scroll white", 7, "shape-space"),
    ("[exit, square", "[exit, 3", 7, "type"),
    ("[exit, square", "[exit, exit", 7, "too-many-pictures"),
    ("adventure, lava]", "adventure, lava 3]", 7, "lava-number"),
    ("adventure, lava]", "adventure]", 7, "too-few"),
    ("      - plain\nres", "      - plain\n      - plain\nres", 10, "too-many-items"),
    ("      - plain 5", "      - lava 5", 12, "lava-number"),
    ("id: owner-tile-2", "id: owner-tile-1", 8, "duplicate-id"),
    ("id: owner-tile-2", "id: owner-tile-2\n    id: x", 9, "duplicate-key"),
    ("    shape: square\n", "", 19, "missing-key"),
    ("shape: square", "form: square", 20, "unknown-key"),
    ("shape: square", "shap: square", 20, "unknown-key-near"),
    ("shape: square", "shape: round", 20, "one-of"),
    ("cubes: WMM", "cubes: WMG", 22, "shape-cubes"),
    ("cubes: WMM", "cubes: WMMMM", 22, "too-long"),
    ("    cubes: WMM", "    monk: true", 22, "token-square-monk"),
    ("    cubes: WMM\n", "", 19, "token-empty"),
    ("monk: true", "monk: 1", 28, "type"),
    ("monk: true", "monk: true\n    cubes: W", 29, "token-both"),
    ("001:169", "001:169-168", 24, "source-lines"),
    ("name: Mine", 'name: "Mine "', 31, "name-signs"),
    ("kind: lava-step", "kind: lava-leap", 32, "one-of"),
    ("kind: lava-step", "kind: cool", 32, "effect-one-time"),
    ("kind: lava-step, amount: 1", "kind: lava-step", 32, "effect-no-amount"),
    ("kind: lava-step, amount: 1", "kind: lava-step, amount: 10", 32, "largest"),
    ("kind: lava-step, amount: 1", "kind: lava-step, amount: 1, how: far", 32, "unknown-key"),
    ("[{kind: lava-step, amount: 1}]", "[]", 32, "too-few"),
    ("[{kind: lava-step, amount: 1}]", "walk over lava", 32, "type"),
    ("[{kind: lava-step, amount: 1}]", "[walk over lava]", 32, "type"),
    ("        cubes: WT\n", "", 36, "effect-no-cubes"),
    ("        cubes: WT\n", "        cubes: WT\n        amount: 2\n", 38, "effect-amount"),
    ("kind: cancel-broken", "kind: cancel-broken\n        cubes: W", 39, "effect-cubes"),
    ("kind: cancel-broken", "kind: cubes\n        cubes: W", 38, "effect-twice"),
    ("count: 3", "count: 2", 41, "fixed-count"),
    ("    spaces: 1", "    spaces: 2", 42, "fixed-spaces"),
    ("cubes: MW", "cubes: MM", 43, "fixed-cubes"),
    (
        "kind: temple\n    count: 3\n    spaces: 1",
        "kind: bridge\n    count: 3\n    spaces: 2",
        43,
        "fixed-no-cubes",
    ),
    ("single: [4, 2]", "single: [4, 4]", 47, "palace-falling"),
    ("single: [4, 2]", "single: [4, 1]", 47, "palace-falling"),
    ("shared: 1", "shared: 3", 48, "palace-shared"),
    ("category: helmet", "category: tooth", 50, "palace-tooth"),
    ("single: [5]", "single: [5, 4]", 51, "palace-small"),
    ("single: [5]", "single: [5]\n    shared: 3", 52, "palace-small-shared"),
    (
        "palace: small\n    category: helmet\n    single: [5]",
        "palace: big\n    category: monk\n    single: [2]\n    shared: 1",
        49,
        "too-many-palaces",
    ),
    ("step: 2", "step: 9", 53, "largest"),
    ("step: 2", "step: 8", 54, "countdown-end"),
    ("event: lava-1", "event: lava-6", 54, "one-of"),
    ("event: end", "event: rope", 56, "countdown-end"),
    ("  - step: 8", "  - step: 3\n    event: lava-1\n  - step: 8", 56, "countdown-twice"),
    ("  - step: 8", "  - step: 2\n    event: rope\n  - step: 8", 55, "too-many-countdown"),
    (
        "fixed_tiles:\n",
        "fixed_tiles:\n  - {kind: temple, count: 3, spaces: 1, cubes: WM}\n",
        41,
        "too-many-fixed_tiles",
    ),
    ("of: tiles", "of: tile", 58, "one-of"),
    ("[7, 13, 13]", "[7, 13]", 59, "numbers-count"),
    ("[7, 13, 13]", "[7, 13, 34]", 59, "numbers-high"),
    ("[7, 13, 13]", "[7, 13, 41]", 59, "largest"),
    ("values: []", "values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]", 61, "numbers-count"),
    (
        "of: makai-poison-red\n    values: []",
        "of: tiles\n    values: [7, 13, 13]",
        60,
        "too-many-board_numbers",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), CASES)
def test_one_fault(old: str, new: str, line: int, reason: str) -> None:
    assert GOOD_BOX.count(old) == 1, "the change must be one change"
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(GOOD_BOX.replace(old, new))
    found = [(fault.line, fault.reason) for fault in caught.value.faults]
    assert (line, reason) in found
    assert {language for language in ("en", "de", "fr") if has(f"fault.{reason}", language=language)} == {
        "en",
        "de",
        "fr",
    }
    for fault in caught.value.faults:
        assert fault.sentence
        assert fault.remedy


def test_a_good_file_becomes_components_and_reads_back() -> None:
    pack = read_pack_text(GOOD_BOX)
    assert read_pack_text(print_pack(pack.records)) == pack
    first, second = pack.tiles
    assert first.spaces[0] == SpaceFace(SpaceKind.EXIT)
    assert first.spaces[3:5] == (SpaceFace(SpaceKind.SCROLL, "red"), SpaceFace(SpaceKind.MONK, "", 2))
    assert (first.dragon, second.dragon) == ("", "white")
    assert second.spaces[2] == SpaceFace(SpaceKind.SCROLL, "blue", 1)
    square, hexagon = pack.resource_tokens
    assert (square.cubes, square.is_monk) == (Cubes(1, 2), False)
    assert (hexagon.cubes, hexagon.is_monk) == (Cubes(), True)
    assert pack.scrolls[0].effects == (Effect(EffectKind.LAVA_STEP, 1),)
    assert pack.adventure_tokens[0].effects == (
        Effect(EffectKind.CUBES, 0, Cubes(wood=1, tooth=1)),
        Effect(EffectKind.CANCEL_BROKEN),
    )
    assert (pack.fixed_tiles[0].count, pack.fixed_tiles[0].cubes) == (3, Cubes(1, 1))
    assert [(row.single, row.shared) for row in pack.palaces] == [((4, 2), 1), ((5,), 0)]
    assert [(step.step, step.event, step.lava) for step in pack.countdown] == [(2, "lava", 1), (8, "end", 0)]
    assert [pack.numbers(name) for name in ("tiles", "makai-poison-red", "makai-red")] == [
        (7, 13, 13),
        (),
        None,
    ]
    assert pack.title("owner-scroll-1") == "Mine"


def test_faults_of_every_section_come_in_one_report() -> None:
    text = GOOD_BOX
    for old, new in (
        ("[exit, square", "[exit, squares"),
        ("monk: true", "monk: true\n    cubes: W"),
        ("kind: lava-step", "kind: summon"),
        ("kind: cancel-broken", "kind: hits"),
        ("count: 3", "count: 4"),
        ("[4, 2]", "[2, 4]"),
        ("event: end", "event: blank"),
    ):
        text = text.replace(old, new)
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text)
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [
        (7, "shape-space"),
        (29, "token-both"),
        (33, "effect-one-time"),
        (39, "effect-no-amount"),
        (42, "fixed-count"),
        (48, "palace-falling"),
        (57, "countdown-end"),
    ]


def test_an_unreadable_field_brings_no_fault_that_hangs_on_it() -> None:
    text = GOOD_BOX.replace("level: II\n    spaces: [e", "level: 2\n    spaces: [e").replace(
        "monk: true", "monk: perhaps"
    )
    text = text.replace("palace: small", "palace: tiny").replace("kind: temple", "kind: shrine")
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text)
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [
        (6, "one-of"),
        (28, "type"),
        (40, "one-of"),
        (49, "one-of"),
    ]


def _tile(number: int, spaces: str, level: str = "III") -> str:
    return f"  - {{id: t{number}, level: {level}, spaces: [{spaces}]}}\n"


PICTURES = [
    # One more than the pieces of setup.supply.size, setup.dragons.pool and setup.player.scroll-discs.
    ("plain, " + ", ".join(["square"] * 6), 3, "plain, square, square, square, plain, plain, plain", 21),
    ("plain, " + ", ".join(["hexagon"] * 6), 2, "plain" + ", hexagon" * 5 + ", plain", 17),
    ("plain, " + ", ".join(["adventure"] * 6), 3, "plain" + ", adventure" * 2 + ", plain" * 4, 20),
    ("plain, " + ", ".join(["monk"] * 6), 4, "plain" + ", monk" * 2 + ", plain" * 4, 26),
    ("scroll pink" + ", plain" * 6, 6, "scroll pink" + ", plain" * 6, 7),
    ("dragon red" + ", plain" * 6, 3, "dragon red" + ", plain" * 6, 4),
    (", ".join(["plain 4"] * 7), 7, "plain 1, plain 2" + ", plain" * 5, 51),
]


@pytest.mark.rule("setup.supply.size", "setup.dragons.pool", "setup.player.scroll-discs")
@pytest.mark.parametrize(("spaces", "tiles", "last", "most"), PICTURES)
def test_no_more_pictures_than_pieces(spaces: str, tiles: int, last: str, most: int) -> None:
    text = f"{HEAD}tiles:\n" + "".join(_tile(number, spaces) for number in range(tiles)) + _tile(90, last)
    pictures = [space for tile in read_pack_text(text).records.tiles for space in tile.spaces]
    assert sum(space != "plain" for space in pictures) == most
    one_more = next(word for word in spaces.split(", ") if word != "plain")
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text + _tile(91, one_more + ", plain" * 6))
    reason = "too-many-eruptions" if "plain " in one_more else "too-many-pictures"
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [(4 + tiles + 2, reason)]


@pytest.mark.rule("setup.tiles.stacks", "setup.scrolls.display")
@pytest.mark.parametrize(
    ("section", "record", "most"),
    [
        ("tiles", "level: I, spaces: [plain, plain, plain, plain, plain, plain, plain]", 33),
        ("resource_tokens", "shape: square, level: I, cubes: W", 21),
        ("resource_tokens", "shape: hexagon, level: III, monk: true", 17),
        ("scrolls", "effects: [{kind: steps, amount: 1}]", 16),
        ("adventure_tokens", "effects: [{kind: cool, amount: 1}]", 20),
    ],
)
def test_no_more_components_than_the_box_holds(section: str, record: str, most: int) -> None:
    text = f"{HEAD}{section}:\n" + "".join(f"  - {{id: a{number}, {record}}}\n" for number in range(most))
    assert len(getattr(read_pack_text(text), section)) == most
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(f"{text}  - {{id: b, {record}}}\n")
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [
        (5 + most, f"too-many-{section}")
    ]


@pytest.mark.parametrize(
    "section",
    [
        "tiles",
        "resource_tokens",
        "scrolls",
        "adventure_tokens",
        "fixed_tiles",
        "palaces",
        "countdown",
        "board_numbers",
    ],
)
def test_a_complete_file_misses_nothing(section: str) -> None:
    """The house's own section with its last record left out."""
    records = house_pack().records
    whole = print_pack(records, plain={section: _plain(section)})
    assert read_pack_text(whole).records.complete
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(print_pack(records, plain={section: _plain(section)[:-1]}))
    assert [fault.reason for fault in caught.value.faults] == [f"incomplete-{section}"]


def _plain(section: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = msgspec.to_builtins(getattr(house_pack().records, section))
    return found


def test_pictures_are_counted_over_the_files_of_a_pack(tmp_path: Path) -> None:
    for number in range(2):
        text = f"{HEAD}tiles:\n{_tile(number, 'exit' + ', plain' * 6, 'II')}"
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    assert [(fault.line, fault.reason) for fault in check_files([tmp_path])] == [(5, "too-many-pictures")]
    (tmp_path / "1.yaml").unlink()
    assert len(read_pack(tmp_path).tiles) == 1
