"""One fault at a time in an otherwise good file: the report names the line and the reason, and has a sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from fujikoro_nb.content import BrokenContent, check_files, read_pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.records import RECORD_TYPES
from fujikoro_nb.texts import has

GOOD = """\
format: 1
pack: owner
provenance: owner
areas:
  - kind: helmet
    columns: 4
    rows: 4
dice:
  - material: W
    hits: [1, 1, 1, 1, 0, 0]
    broken: [1]
  - material: G
    hits: [4, 3, 2, 2, 1, 0]
dragons:
  - id: red
    colour: red
    health: 27
    health_solo: 18
    initiative: 9
    dice: 5
    victory_points: 10
  - id: white
    colour: white
    health: 60
    initiative: 12
    dice: 6
    victory_points: 15
gear_cards:
  - id: owner-weapon-1
    kind: weapon
    name: Old one
    pattern: |
      WWM
      ..M
    bonus: vp-or-peek
  - id: owner-helmet-1
    kind: helmet
    pattern: [MM, .W]
    bonus: wood
blueprints:
  - id: owner-blueprint-sandals-1
    kind: sandals
    pattern: M/W
    provenance:
      pattern: rulebook 000:272-280
"""

# What to change, into what, and the fault expected: its line in the changed file, its reason.
CASES = [
    ("format: 1", "format: 2", 1, "one-of"),
    ("pack: owner\n", "", 1, "missing-key"),
    ("pack: owner", "pack: Öwner", 2, "shape-id"),
    ("provenance: owner", "provenance: rulebook", 3, "one-of"),
    ("provenance: owner", "provenance: owner\ncomplete: maybe", 4, "type"),
    ("areas:", "maps: []\nareas:", 4, "unknown-key"),
    ("    rows: 4", "    rows: 1", 5, "area-small"),
    ("    rows: 4", "    rows: 6", 7, "largest"),
    ("    rows: 4", "    rows: 4\n  - kind: helmet\n    columns: 4\n    rows: 4", 8, "too-many-areas"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, 0, 0, 0", 10, "die-sum"),
    ("1, 1, 1, 1, 0, 0", "2, 1, 1, 0, 0, 0", 10, "die-max"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, 1, 0", 10, "too-few"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, 1, 0, 0, 0", 10, "too-many-items"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, 1, 0, -1", 10, "smallest"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, 1.0, 0, 0", 10, "type"),
    ("1, 1, 1, 1, 0, 0", "1, 1, 1, yes, 0, 0", 10, "type"),
    ("    broken: [1]", "    broken: []", 11, "die-broken"),
    ("    broken: [1]", "    broken: [1, 2]", 11, "die-broken"),
    ("    broken: [1]", "    broken: [1, 1]", 11, "die-broken"),
    ("    broken: [1]", "    broken: [7]", 11, "largest"),
    ("    broken: [1]\n", "", 9, "die-broken"),
    ("2, 1, 0]", "2, 1, 0]\n    broken: [3]", 14, "die-broken"),
    ("material: G", "material: W", 12, "too-many-dice"),
    ("material: G", "material: X", 12, "one-of"),
    ("dice: 5", "dice: 4", 20, "dragon-dice"),
    ("victory_points: 10", "victory_points: 7", 21, "dragon-points"),
    ("health: 60", "health: 40", 24, "dragon-legendary"),
    ("health_solo: 18", "health_solo: 17", 18, "dragon-solo"),
    ("health: 27", "health: true", 17, "type"),
    ("id: white", "id: red", 22, "duplicate-id"),
    ("id: owner-blueprint-sandals-1", "id: monk", 41, "blueprint-id"),
    ("id: owner-blueprint-sandals-1", "id: scroll", 41, "blueprint-id"),
    ("colour: red\n    health: 27", "colour: white\n    health: 60", 18, "dragon-solo"),
    ("      WWM", "      WwM", 33, "pattern-lower"),
    ("      WWM", "      W M", 33, "pattern-space"),
    ("      ..M", "      ..X", 34, "pattern-letter"),
    ("      WWM\n      ..M", "      ...\n      ...", 32, "pattern-empty"),
    ("      ..M", "      ..M\n      ...", 35, "pattern-border"),
    ("      WWM", "      ...\n      WWM", 33, "pattern-border"),
    ("      WWM\n      ..M", "      .WM\n      ..M", 32, "pattern-border"),
    ("      WWM", "      WWMWWMWWMWW", 32, "pattern-large"),
    ("      WWM", "      WWMWWMWWM", 32, "pattern-weapon"),
    ("      WWM\n      ..M", "      WWWWWWWW\n      WWWWW", 32, "pattern-weapon"),
    ("pattern: |\n      WWM\n      ..M", "pattern:", 32, "no-value"),
    ("pattern: |\n      WWM\n      ..M", "pattern: 5", 32, "type"),
    ("bonus: vp-or-peek", "bonus: step", 35, "bonus-weapon"),
    ("bonus: wood", "bonus: vp-or-peek", 39, "bonus-helmet"),
    ("bonus: wood", "bonos: wood", 39, "unknown-key-near"),
    ("bonus: wood", "bonus: wood\n    bonus: metal", 40, "duplicate-key"),
    ("bonus: wood", "bonus: wood\n    <<: {}", 40, "merge-key"),
    ("bonus: wood", "bonus: &a wood", 39, "anchor"),
    ("bonus: wood", "bonus: *a", 39, "alias"),
    ("bonus: wood", "bonus: !!str wood", 39, "tag"),
    ("bonus: wood", "bonus: [wood", 40, "yaml"),
    ("bonus: wood", "bonus: wood\n\tx: 1", 40, "yaml-tab"),
    ("bonus: wood", 'bonus: "\\UFFFFFFFF"', 0, "yaml-number"),
    ("bonus: wood", "bonus: wood\x07", 39, "unprintable"),
    ("bonus: wood", "bonus: wood\u2028", 39, "unprintable"),
    ("bonus: wood", "bonus: [[[[[[[wood]]]]]]]", 39, "deep"),
    ("bonus: wood", "bonus: wood\n    ? [a]\n    : b", 40, "key-not-text"),
    ("[MM, .W]", "[MM, .x]", 38, "pattern-letter"),
    ("[MM, .W]", "\n      - MM\n      - .m", 40, "pattern-lower"),
    ("[MM, .W]", "[]", 38, "too-few"),
    ("[MM, .W]", "MMM/MMM/MMM", 38, "pattern-cubes"),
    ("[MM, .W]", "MMMMM", 38, "pattern-area"),
    ("pattern: M/W", "pattern: M../.../..W", 43, "pattern-area"),
    ("name: Old one", 'name: "Old\\u202e one"', 31, "name-signs"),
    ("name: Old one", 'name: "Old\\ud800 one"', 31, "name-signs"),
    ("name: Old one", 'name: "Old\\none"', 31, "name-signs"),
    ("name: Old one", 'name: " Old one"', 31, "name-signs"),
    ("name: Old one", "name: " + "x" * 61, 31, "too-long"),
    ("000:272-280", "000:272-270", 45, "source-lines"),
    ("000:272-280", "009:272", 45, "source-seed"),
    ("rulebook 000:272-280", "rulebook", 45, "source-bare"),
    ("rulebook 000:272-280", "derived", 45, "source-bare"),
    ("rulebook 000:272-280", "hearsay", 45, "shape-source"),
    ("      pattern: rulebook", "      bonus: rulebook", 45, "unknown-key"),
    ("format: 1", "%YAML 1.1\n---\nformat: 1", 1, "directive"),
    (
        "      pattern: rulebook 000:272-280",
        "      pattern: rulebook 000:272\n---\nformat: 1",
        46,
        "documents",
    ),
]


def test_the_good_file_is_good() -> None:
    pack = read_pack_text(GOOD)
    assert (len(pack.gear_cards), len(pack.blueprints), len(pack.dragons), len(pack.dice)) == (2, 1, 2, 2)
    assert pack.title("owner-weapon-1") == "Old one"
    assert pack.title("owner-helmet-1") == "owner-helmet-1"


@pytest.mark.parametrize(("old", "new", "line", "reason"), CASES, ids=lambda value: str(value)[:30])
def test_fault_names_line_and_reason(old: str, new: str, line: int, reason: str) -> None:
    assert GOOD.count(old) == 1 or old == "id: white", "the case changes one place"
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(GOOD.replace(old, new, 1), file="cards.yaml")
    assert (line, reason) in [(fault.line, fault.reason) for fault in caught.value.faults]
    assert len(caught.value.faults) <= 4, "a fault draws no crowd of others after it"
    for fault in caught.value.faults:
        assert str(fault).startswith(f"cards.yaml:{fault.line}: " if fault.line else "cards.yaml: ")
        assert fault.sentence in str(fault)
        assert fault.remedy in str(fault)


def test_duplicate_pattern_up_to_rotation() -> None:
    turned = "  - {id: other, kind: weapon, pattern: .W/.W/MM, bonus: vp-or-peek}\nblueprints:"
    mirrored = "  - {id: other, kind: weapon, pattern: W/W/MM, bonus: vp-or-peek}\nblueprints:"
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(GOOD.replace("blueprints:", turned))
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [(40, "duplicate-pattern")]
    assert "owner-weapon-1" in str(caught.value)
    assert len(read_pack_text(GOOD.replace("blueprints:", mirrored)).gear_cards) == 3


def test_all_faults_of_a_file_come_in_one_report() -> None:
    text = GOOD
    for old, new in (
        ("    rows: 4", "    rows: 1"),
        ("1, 1, 1, 1, 0, 0", "1, 1, 1, 0, 0, 0"),
        ("dice: 5", "dice: 4"),
        ("      WWM", "      WwM"),
        ("bonus: vp-or-peek", "bonus: step"),
        ("[MM, .W]", "MMM/MMM/MMM"),
        ("bonus: wood", "bonus: sand"),
        ("000:272-280", "009:272"),
    ):
        text = text.replace(old, new, 1)
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text)
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [
        (5, "area-small"),
        (10, "die-sum"),
        (20, "dragon-dice"),
        (33, "pattern-lower"),
        (35, "bonus-weapon"),
        (38, "pattern-cubes"),
        (39, "one-of"),
        (45, "source-seed"),
    ]


def test_faults_of_one_record_come_together() -> None:
    record = "  - {id: X, kind: sandals, pattern: MM/MM, bonus: wood, provenance: rulebook}\nblueprints:"
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(GOOD.replace("blueprints:", record))
    found = {fault.reason for fault in caught.value.faults}
    assert found == {"shape-id", "pattern-cubes", "bonus-sandals", "source-bare"}


def test_card_drawn_upright_is_laid_down() -> None:
    upright = GOOD.replace(
        "      WWM\n      ..M\n", "".join(f"      {row}\n" for row in ("W.", "WM", *"WMMMMT"))
    )
    pack = read_pack_text(upright)
    lying = GOOD.replace("      WWM\n      ..M", "      TMMMMWWW\n      ......M.")
    assert pack == read_pack_text(lying)


def _files(folder: Path, **texts: str) -> list[Path]:
    paths = []
    for name, text in texts.items():
        paths.append(folder / f"{name}.yaml")
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def test_ids_are_unique_over_files(tmp_path: Path) -> None:
    other = GOOD.split("gear_cards:")[0].split("areas:")[0].replace("owner", "house") + (
        "blueprints:\n  - {id: owner-weapon-1, kind: helmet, pattern: WWW}\n"
    )
    paths = _files(tmp_path, a=GOOD, b=other)
    assert [(fault.file, fault.line, fault.reason) for fault in check_files(paths)] == [
        (str(paths[1]), 5, "duplicate-id")
    ]


def test_files_of_two_packs_are_no_pack_but_good_files(tmp_path: Path) -> None:
    _files(tmp_path, a=GOOD, b="format: 1\npack: mine\nprovenance: owner\n")
    assert check_files([tmp_path]) == []
    with pytest.raises(BrokenContent) as caught:
        read_pack(tmp_path)
    assert [fault.reason for fault in caught.value.faults] == ["packs"]


def test_files_of_a_pack_agree_on_their_source(tmp_path: Path) -> None:
    _files(tmp_path, a=GOOD, b="format: 1\npack: owner\nprovenance: house\n")
    assert [(fault.line, fault.reason) for fault in check_files([tmp_path])] == [(3, "header-differs")]


def test_counts_of_the_box() -> None:
    head = "format: 1\npack: owner\nprovenance: owner\n"
    dragon = "  - {{id: d{n}, colour: blue, health: 7, initiative: 5, dice: 3, victory_points: 5}}\n"
    four = head + "dragons:\n" + "".join(dragon.format(n=n) for n in range(4))
    assert len(read_pack_text(four).dragons) == 4
    for text, line, reason in (
        (four + dragon.format(n=4), 9, "too-many-dragons"),
        (four.replace("dragons:", "complete: true\ndragons:"), 5, "incomplete-dragons"),
    ):
        with pytest.raises(BrokenContent) as caught:
            read_pack_text(text)
        assert {(fault.line, fault.reason) for fault in caught.value.faults} == {(line, reason)}


def test_more_cards_than_the_box_holds() -> None:
    # 25 helmets that differ: rows of four, each with its own mix of wood and metal in two rows.
    head = "format: 1\npack: owner\nprovenance: owner\nblueprints:\n"
    drawings = [f"{n:05b}".replace("0", "W").replace("1", "M") for n in range(32)]
    cards = [f"  - {{id: b{n}, kind: helmet, pattern: {d[:3]}/T{d[3:]}}}\n" for n, d in enumerate(drawings)]
    assert len(read_pack_text(head + "".join(cards[:24])).blueprints) == 24
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(head + "".join(cards[:25]))
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [(29, "too-many-blueprints")]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b"# only a remark\n", 1, "empty"),
        (b"- a\n", 1, "root"),
        (b"word", 1, "root"),
        (b"format: 1\npack: \xff\n", 2, "not-utf8"),
        ("format: 1\n".encode("utf-16"), 1, "not-utf8"),
        (b"# " + b"x" * 262144, 0, "too-big"),
        (b"a:\n" + b"- 1\n" * 501, 502, "too-many"),
        (b"[" * 200_000, 1, "deep"),
        (b"{a: " * 60_000, 1, "deep"),
        (b"- " * 100_000, 1, "deep"),
        (b"\x00", 1, "unprintable"),
    ],
)
def test_what_is_no_pack_at_all(content: bytes, line: int, reason: str) -> None:
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(content)
    assert (line, reason) in [(fault.line, fault.reason) for fault in caught.value.faults]


def test_windows_file_with_mark_and_line_ends_is_good() -> None:
    assert read_pack_text(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == read_pack_text(GOOD)


def test_missing_and_unreadable_files(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    found = check_files([tmp_path / "none.yaml", tmp_path / "empty", "nul\0byte"])
    assert [fault.reason for fault in found] == ["no-file"] * 3


def test_what_stands_before_a_syntax_error_is_still_checked() -> None:
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(GOOD.replace("dice: 5", "dice: 4") + "wrong\n")
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == [
        (20, "dragon-dice"),
        (46, "yaml"),
    ]


SLIPS = {
    "unclosed list": ("    pattern: [MM, .W]\n", "    pattern: [MM, .W\n"),
    "unclosed quote": ("    pattern: [MM, .W]\n", '    pattern: "MM/.W\n'),
    "tab": ("    pattern: [MM, .W]\n", "\tpattern: [MM, .W]\n"),
    "no colon": ("    pattern: [MM, .W]\n", "    pattern\n"),
    "indentation": ("    pattern: [MM, .W]\n", "   pattern: [MM, .W]\n"),
    "bad escape": ("    pattern: [MM, .W]\n", '    pattern: "\\UFFFFFFFF"\n'),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_hides_neither_the_records_behind_it_nor_their_faults(slip: str) -> None:
    text = GOOD.replace("blueprints:", "  - {id: c, kind: helmet, pattern: MMM, bonus: step}\nblueprints:")
    text = text.replace(*SLIPS[slip]).replace("000:272", "009:272").replace("dice: 5", "dice: 4")
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text)
    found = [(fault.line, fault.reason) for fault in caught.value.faults]
    for expected in ((20, "dragon-dice"), (40, "bonus-helmet"), (46, "source-seed")):
        assert expected in found
    assert len(found) == 4


def test_slips_in_several_sections() -> None:
    text = (
        GOOD.replace("    rows: 4", "    rows 4")
        .replace("[1]", "[1")
        .replace("  - id: white", "  - id white")
    )
    with pytest.raises(BrokenContent) as caught:
        read_pack_text(text.replace("000:272", "009:272"))
    found = [(fault.line, fault.reason) for fault in caught.value.faults]
    assert found[-1] == (45, "source-seed")
    assert [line for line, reason in found if reason == "yaml"] == [7, 12, 23]


def test_every_fault_has_a_sentence_a_remedy_and_a_source() -> None:
    package = Path(__file__).parents[2] / "fujikoro_nb" / "content"
    faults: list[str] = []
    for name in ("content", "box"):
        texts = tomllib.loads((package.parent / f"texts/en/{name}.toml").read_text(encoding="utf-8"))
        assert list(texts["fault"]) == list(texts["remedy"])
        faults += texts["fault"]
    source = "\n".join(path.read_text(encoding="utf-8") for path in package.glob("*.py"))
    kinds = "|".join(("helmet", "weapon", "sandals", "id", "source", "space", "cubes", *RECORD_TYPES))
    for reason in faults:
        stem = re.sub(f"-({kinds})$", "-", reason)
        assert f'"{reason}"' in source or f'"{stem}{{' in source, f"nothing reports {reason}"
    assert all(has(f"remedy.{reason}") for _, _, _, reason in CASES)


def test_hash_tells_content_from_form() -> None:
    pack = read_pack_text(GOOD)
    same = GOOD.replace("[MM, .W]", "|\n      MM\n      .W").replace("name: Old one", "name: 'Old one'")
    assert read_pack_text(same).hash == pack.hash
    assert read_pack_text(GOOD.replace("[MM, .W]", "[MM, .M]")).hash != pack.hash
    cards = GOOD[GOOD.index("  - id: owner-weapon-1") : GOOD.index("  - id: owner-helmet-1")]
    moved = GOOD.replace(cards, "").replace("blueprints:", f"{cards}blueprints:")
    assert read_pack_text(moved).hash == pack.hash
    assert read_pack_text(moved) != pack
