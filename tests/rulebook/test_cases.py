"""Every committed case passes; the reader is strict; a wrong expectation shows as a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import rules
from fujikoro_nb.rulebook.cases import LocatedCase, first_difference
from fujikoro_nb.rulebook.cases.reading import case_files, read_cases

CASES = Path(__file__).resolve().parents[2] / "cases"
COMMITTED = read_cases([CASES])


@pytest.mark.parametrize("located", [pytest.param(each, id=each.case.id) for each in COMMITTED])
def test_case(located: LocatedCase) -> None:
    assert first_difference(located.case) is None


def test_every_file_is_visited() -> None:
    assert {Path(each.file) for each in COMMITTED} == set(CASES.glob("*.yaml")) == set(case_files([CASES]))


@pytest.mark.parametrize("scope", ["crafting", "fight"])
def test_every_rule_has_a_case(scope: str) -> None:
    tested = {rule for each in COMMITTED for rule in each.case.rules}
    assert [entry.id for entry in rules(scope=scope) if entry.id not in tested] == []


@pytest.mark.parametrize("scope", ["crafting", "fight"])
def test_every_example_of_the_ledger_is_a_case(scope: str) -> None:
    shown = {example for each in COMMITTED for example in each.case.shows}
    examples = {f"{entry.id}/{each.name}" for entry in rules() for each in entry.examples}
    wanted = {f"{entry.id}/{each.name}" for entry in rules(scope=scope) for each in entry.examples}
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
    every = {(switch.rule, reading) for switch in SWITCHES.values() for reading in switch.readings}
    assert played == every


FIGHT = "fight: {dragon: green 9/1, boards: [{weapon: WW}]}"

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


GOOD_FIGHT = """\
cases:
- id: one
  rules: [combat.win]
  fight: {dragon: green 9/1}
  steps:
  - {do: stay}
  expect: {asks: nothing}
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("dragon: green 9/1", "dragon: green 9/1, stander: 1", [(4, "case-kinds")]),
        ("{dragon: green 9/1}", "{}", [(4, "case-kinds")]),
        ("green 9/1}", "green 9/1, attacker: 6}", [(4, "case-value")]),
        ("green 9/1}", "green 9/1, damage: -1}", [(4, "case-value")]),
        ("{do: stay}", "{asks: 0 stay}", [(6, "case-missing")]),
        ("{do: stay}", "{do: stay, craft: nothing}", [(6, "case-unknown")]),
        ("asks: nothing", "magic: gone", [(7, "case-unknown")]),
        ("asks: nothing", "players: [{hat: W}]", [(7, "case-unknown")]),
    ],
)
def test_reader_is_strict_with_fights(
    tmp_path: Path, old: str, new: str, expected: list[tuple[int, str]]
) -> None:
    assert faults(tmp_path, GOOD_FIGHT.replace(old, new, 1)) == expected


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("{setup: true}", []),
        ("{taken: 1}", []),
        ("{setup: true, taken: 1}", [(4, "case-kinds")]),
        ("{seats: [{played: masako}]}", [(4, "case-value")]),
    ],
)
def test_reader_is_strict_with_games(tmp_path: Path, game: str, expected: list[tuple[int, str]]) -> None:
    text = GOOD_FIGHT.replace("fight: {dragon: green 9/1}", f"game: {game}")
    assert faults(tmp_path, text) == expected


def test_a_rest_has_no_answers_of_fights(tmp_path: Path) -> None:
    text = GOOD.replace(
        "inspect: {kind: helmet, gear: WW}", "rest: {}\n  steps: [{craft: nothing, do: stay}]"
    )
    assert faults(tmp_path, text.replace("legal: true", "asks: nothing")) == [(5, "case-unknown")]


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
        (
            f"{FIGHT}\n  steps: [{{do: attack left W, refused: craft.waste}}]",
            "step 1: refused",
            "craft.waste",
            "-",
        ),
        (
            f"{FIGHT}\n  steps: [{{do: attack left MM}}]\n  expect: {{health: 9}}",
            "step 1: refused",
            "-",
            "combat.attack.dice",
        ),
        (f"{FIGHT}\n  steps: [{{asks: 0 stow, do: attack left W}}]", "step 1: asks", "0 stow", "0 roll-dice"),
        (
            f"{FIGHT}\n  steps: [{{do: attack left -, happens: won combat.win}}]",
            "step 1: happens",
            "won combat.win",
            "attack-held-back combat.attack.fewer part=left seat=0",
        ),
        (
            f"{FIGHT}\n  steps: [{{do: attack left -, events: won combat.win}}]",
            "step 1: events",
            "won combat.win",
            "attack-held-back combat.attack.fewer",
        ),
        (f"{FIGHT}\n  expect: {{health: 8}}", "health", "8", "9"),
        (f"{FIGHT}\n  expect: {{order: dragon 0}}", "order", "dragon 0", "0 dragon"),
        (f"{FIGHT}\n  expect: {{asks: nothing}}", "asks", "nothing", "0 roll-dice"),
        (f"{FIGHT}\n  expect: {{defeated: true}}", "defeated", "yes", "no"),
        (f"{FIGHT}\n  expect: {{refused: combat.win}}", "refused", "combat.win", "-"),
        (
            f"{FIGHT}\n  expect: {{offers: [stay]}}",
            "offers",
            "stay",
            "attack left WW, attack left W, attack left -",
        ),
        (f"{FIGHT}\n  expect: {{weights: {{roll W 1: 1}}}}", "weights", "chance roll", "0 roll-dice"),
        (f"{FIGHT}\n  expect: {{players: []}}", "players", "0", "1"),
        (f"{FIGHT}\n  expect: {{players: [{{weapon: W}}]}}", "player 0: weapon", "W....:...", "WW...:..."),
        (f"{FIGHT}\n  expect: {{players: [{{score: 7}}]}}", "player 0: score", "7", "0"),
        (
            f"{FIGHT}\n  steps: [{{do: attack left W}}]\n  expect: {{weights: {{roll W 1: 3}}}}",
            "weight of roll W 1",
            "3",
            "1",
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
        "fight: {dragon: pink 9/1}\n  expect: {asks: nothing}",
        "fight: {dragon: green 9}\n  expect: {asks: nothing}",
        "fight: {dragon: green 9/1, joiners: [1]}\n  expect: {asks: nothing}",
        "fight: {stander: 1}\n  expect: {asks: nothing}",
        "fight: {dragon: green 9/1, dice: {X: 1 1}}\n  expect: {asks: nothing}",
        "fight: {dragon: green 9/1, dice: {W: 1 x}}\n  expect: {asks: nothing}",
        "fight: {dragon: green 9/1, dice: {W: ''}}\n  expect: {asks: nothing}",
        "game: {seats: [{played: true}, {}]}\n  expect: {asks: 0 act}",
        f"{FIGHT}\n  steps: [{{do: dance}}]\n  expect: {{asks: nothing}}",
    ],
)
def test_a_position_that_makes_no_sense_is_unreadable(tmp_path: Path, body: str) -> None:
    located = one(tmp_path, f"cases:\n- id: one\n  rules: [craft.helmet.size]\n  {body}\n")
    with pytest.raises(Unreadable):
        first_difference(located.case)


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ("joiners: [1]", None),
        ("joiners: [0]", "case-seat-twice"),
        ("joiners: [1, 1]", "case-seat-twice"),
        ("joiners: [2]", "case-seat"),
        ("attacker: 2", "case-seat"),
    ],
)
def test_nobody_fights_beside_themselves(tmp_path: Path, who: str, reason: str | None) -> None:
    text = GOOD_FIGHT.replace("green 9/1", f"green 9/1, boards: [{{weapon: WW}}, {{weapon: WW}}], {who}")
    text = text.replace("  steps:\n  - {do: stay}\n", "").replace("asks: nothing", "health: 9")
    assert _unreadable(tmp_path, text) == reason


@pytest.mark.parametrize(("who", "reason"), [("stander: 1", None), ("stander: 0", "case-seat-twice")])
def test_nobody_duels_with_themselves(tmp_path: Path, who: str, reason: str | None) -> None:
    text = GOOD_FIGHT.replace("dragon: green 9/1", f"boards: [{{weapon: WW}}, {{weapon: WW}}], {who}")
    text = text.replace("  steps:\n  - {do: stay}\n", "").replace("asks: nothing", "order: 1 0")
    assert _unreadable(tmp_path, text) == reason


def _unreadable(tmp_path: Path, text: str) -> str | None:
    """Why a case makes no sense; None for one that passes."""
    case = one(tmp_path, text)
    try:
        assert first_difference(case.case) is None
    except Unreadable as fault:
        return fault.reason
    return None
