"""Every committed case passes; the reader is strict; a wrong expectation shows as a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import rules
from fujikoro_nb.rulebook.cases import LocatedCase, case_files, first_difference, read_cases

CASES = Path(__file__).resolve().parents[2] / "cases"
COMMITTED = read_cases([CASES])


@pytest.mark.parametrize("located", [pytest.param(each, id=each.case.id) for each in COMMITTED])
def test_case(located: LocatedCase) -> None:
    assert first_difference(located.case) is None


def test_every_file_is_visited() -> None:
    assert {Path(each.file) for each in COMMITTED} == set(CASES.glob("*.yaml")) == set(case_files([CASES]))


def test_every_rule_of_crafting_has_a_case() -> None:
    tested = {rule for each in COMMITTED for rule in each.case.rules}
    assert [entry.id for entry in rules(scope="crafting") if entry.id not in tested] == []


def test_every_example_of_the_ledger_is_a_case() -> None:
    shown = {example for each in COMMITTED for example in each.case.shows}
    examples = {f"{entry.id}/{each.name}" for entry in rules() for each in entry.examples}
    wanted = {f"{entry.id}/{each.name}" for entry in rules(scope="crafting") for each in entry.examples}
    assert wanted - shown == set()
    assert shown - examples == set()
    assert len(wanted) > 80


def test_a_shown_example_is_of_a_rule_that_the_case_names() -> None:
    for each in COMMITTED:
        for example in each.case.shows:
            assert example.rpartition("/")[0] in each.case.rules, each.case.id


def test_every_reading_of_every_switch_is_played() -> None:
    played = set()
    for each in COMMITTED:
        done = each.case.done()
        played |= set(getattr(done, "rulings", {}).items())
    assert played == {(switch.rule, reading) for switch in SWITCHES.values() for reading in switch.readings}


GOOD = """\
cases:
- id: one
  rules: [craft.helmet.size]
  inspect: {kind: helmet, gear: WW}
  expect: {legal: true}
"""


def faults(tmp_path: Path, text: str) -> list[tuple[int, str]]:
    """Line and reason of every fault of a file with this text."""
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        read_cases([path])
    except BrokenContent as error:
        for fault in error.faults:
            assert fault.sentence
            assert fault.remedy
        return [(fault.line, fault.reason) for fault in error.faults]
    return []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("rules:", "rule:", [(3, "case-unknown")]),
        ("gear: WW", "gear: WW, gear: WM", [(4, "duplicate-key")]),
        ("gear: WW", "gear: [WW]", [(4, "case-value")]),
        ("gear: WW", "gears: WW", [(4, "case-unknown")]),
        ("kind: helmet", "kind: hat", [(4, "case-value")]),
        (", gear: WW", "", [(4, "case-missing")]),
        ("craft.helmet.size", "craft.helmet.sizes", [(2, "case-rule")]),
        ("{legal: true}", "{contains: true}", [(5, "case-unknown")]),
        ("{legal: true}", "{}", [(2, "case-missing")]),
        ("  inspect:", "  steps: [{craft: nothing}]\n  inspect:", [(4, "case-unknown")]),
        ("  inspect:", "  pay: {held: W, damage: 1}\n  inspect:", [(2, "case-kinds")]),
        ("cases:", "case:", [(1, "case-root")]),
        ("- id: one", "- id: One", [(2, "case-value")]),
        ("WW}", "WW", [(5, "yaml")]),
        ("true", "&x true", [(5, "anchor")]),
    ],
)
def test_reader_is_strict(tmp_path: Path, old: str, new: str, expected: list[tuple[int, str]]) -> None:
    assert faults(tmp_path, GOOD.replace(old, new, 1)) == expected


def test_an_id_stands_once(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD + GOOD.removeprefix("cases:\n")) == [(6, "duplicate-id")]


def test_reader_is_bounded(tmp_path: Path) -> None:
    assert faults(tmp_path, "# " + "x" * 300_000) == [(0, "too-big")]
    assert faults(tmp_path, "[" * 100_000)[0][1] in ("deep", "yaml")


def test_missing_file_and_device() -> None:
    for path in ("/nowhere/x.yaml", "/dev/zero"):
        with pytest.raises(BrokenContent) as caught:
            read_cases([path])
        assert caught.value.faults[0].reason == "no-file"


def one(tmp_path: Path, text: str) -> LocatedCase:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases([path])
    return case


@pytest.mark.parametrize(
    ("body", "what", "expected", "found"),
    [
        ("inspect: {kind: helmet, gear: WW}\n  expect: {legal: false}", "legal", "no", "yes"),
        ("inspect: {kind: helmet, gear: WW}\n  expect: {absorbs: 3}", "absorbs", "3", "2"),
        (
            "inspect: {kind: weapon, gear: WW}\n  expect: {weapons: []}",
            "weapons",
            "-",
            "hands=1 part=left cubes=2 wood=2 length=2 initiative=2 usable=yes magic=no",
        ),
        (
            "inspect: {kind: weapon, gear: WW}\n  expect: {weapons: [{cubes: 3}]}",
            "weapons",
            "cubes=3",
            "cubes=2",
        ),
        ("contain: {kind: helmet, gear: WW, pattern: W}\n  expect: {places: 1}", "places", "1", "2"),
        ("repair: {gear: WW.M}\n  expect: {accepted: [WW, W]}", "accepted", "WW, W", "WW"),
        ("repair: {gear: WW.M}\n  expect: {rejected: [WW, W]}", "rejected", "WW, W", "W"),
        ("repair: {gear: WW.M}\n  expect: {fewest: 2}", "fewest", "2", "1"),
        (
            "pay: {held: WM, damage: 1, paid: W}\n  expect: {refused: combat.helmet.choice}",
            "refused",
            "combat.helmet.choice",
            "-",
        ),
        ("pay: {held: WM, damage: 1, paid: W}\n  expect: {left: W}", "left", "W", "M"),
        (
            "lose: {kind: helmet, gear: MM+G, after: M, blueprint: MM}\n  expect: {magic: kept}",
            "magic",
            "kept",
            "gone",
        ),
        ("rest: {board: {helmet: W}}\n  expect: {helmet: M}", "helmet", "M...", "W..."),
        (
            "rest: {}\n  steps: [{craft: nothing, refused: craft.waste}]",
            "step 1: refused",
            "craft.waste",
            "-",
        ),
        (
            "rest: {}\n  steps: [{claim: stop}]\n  expect: {asks: claim}",
            "step 1: refused",
            "-",
            "craft.one-type",
        ),
        (
            "rest: {}\n  steps: [{craft: nothing, events: crafted craft.waste}]",
            "step 1: events",
            "crafted craft.waste",
            "craft-nothing craft.optional-patterns",
        ),
    ],
)
def test_first_difference(tmp_path: Path, body: str, what: str, expected: str, found: str) -> None:
    located = one(tmp_path, f"cases:\n- id: one\n  rules: [craft.helmet.size]\n  {body}\n")
    difference = first_difference(located.case)
    assert difference is not None
    assert (difference.what, difference.expected, difference.found) == (what, expected, found)


@pytest.mark.parametrize(
    "body",
    [
        "inspect: {kind: helmet, gear: WX}\n  expect: {legal: true}",
        "inspect: {kind: helmet, gear: W, character: bob}\n  expect: {legal: true}",
        "inspect: {kind: helmet, gear: W, rulings: {craft.waste: x}}\n  expect: {legal: true}",
        "rest: {display: one helmet}\n  expect: {asks: craft}",
        "rest: {display: one hat W}\n  expect: {asks: craft}",
        "rest: {}\n  steps: [{craft: {kind: helmet, gear: W, waste: WW}}]\n  expect: {asks: craft}",
        "rest: {}\n  steps: [{claim: one two three four}]\n  expect: {asks: craft}",
    ],
)
def test_a_position_that_makes_no_sense_is_unreadable(tmp_path: Path, body: str) -> None:
    located = one(tmp_path, f"cases:\n- id: one\n  rules: [craft.helmet.size]\n  {body}\n")
    with pytest.raises(Unreadable):
        first_difference(located.case)
