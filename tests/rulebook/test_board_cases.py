"""Cases of the whole game: the reader is strict, what differs is named, and nonsense is refused where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc, MonkDisc, ScrollDisc
from fujikoro_nb.engine.fujikoro.components import EffectKind, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.rulebook import rules
from fujikoro_nb.rulebook.cases import LocatedCase, first_difference
from fujikoro_nb.rulebook.cases.positions import (
    FACES,
    adventure_of,
    print_thing,
    scroll_of,
    thing_of,
    tile_of,
)
from fujikoro_nb.rulebook.cases.reading import read_cases
from fujikoro_nb.texts import LANGUAGES, error_sentence

CASES = Path(__file__).resolve().parents[2] / "cases"

GOOD = """\
cases:
- id: one
  rules: [move.steps.base]
  game: {tiles: {I-1: "......."}}
  steps:
  - {do: move}
  expect: {asks: 0 walk}
"""


def located(tmp_path: Path, text: str) -> LocatedCase:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases([path])
    return case


def case_of(tmp_path: Path, body: str) -> LocatedCase:
    return located(tmp_path, f"cases:\n- id: one\n  rules: [move.steps.base]\n  {body}\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("{do: move}", "{do: move, craft: nothing}", [(6, "case-kinds")]),
        ("{do: move}", "{asks: 0 act}", [(6, "case-kinds")]),
        ("{do: move}", "{does: move}", [(6, "case-unknown")]),
        ("asks: 0 walk", "players: []", [(7, "case-unknown")]),
        ("asks: 0 walk", "seats: [{hat: W}]", [(7, "case-unknown")]),
        ("tiles:", "tile:", [(4, "case-unknown")]),
        ("game: {", "game: {countdown: 9, ", [(4, "case-value")]),
        ("game: {", "game: {seats: [], ", [(4, "case-value")]),
        ("game: {", "game: {seats: [{fields: 1 1}], ", [(4, "case-value")]),
    ],
)
def test_reader_is_strict(tmp_path: Path, old: str, new: str, expected: list[tuple[int, str]]) -> None:
    assert first_difference(located(tmp_path, GOOD).case) is None
    with pytest.raises(BrokenContent) as caught:
        located(tmp_path, GOOD.replace(old, new, 1))
    assert [(fault.line, fault.reason) for fault in caught.value.faults] == expected


PLAIN = 'game: {tiles: {I-1: "s......"}, things: {I-1.0: square W}}'


@pytest.mark.parametrize(
    ("body", "what", "expected", "found"),
    [
        (f"{PLAIN}\n  expect: {{asks: 1 act}}", "asks", "1 act", "0 act"),
        (f"{PLAIN}\n  steps: [{{asks: 1 act, do: move}}]", "step 1: asks", "1 act", "0 act"),
        (
            f"{PLAIN}\n  steps: [{{do: rest}}]\n  expect: {{asks: 0 act}}",
            "step 1: refused",
            "-",
            "turn.rest.needs-disc",
        ),
        (
            f"{PLAIN}\n  steps: [{{do: move, happens: acts turn.disc.cost action=explore}}]",
            "step 1: happens",
            "acts turn.disc.cost action=explore",
            "acts turn.disc.cost action=move seat=0",
        ),
        (f"{PLAIN}\n  expect: {{seats: [{{}}]}}", "seats", "1", "2"),
        (f"{PLAIN}\n  expect: {{seats: [{{at: I-1.0}}, {{}}]}}", "seat 0: at", "I-1.0", "centre"),
        (f"{PLAIN}\n  expect: {{seats: [{{}}, {{score: 1}}]}}", "seat 1: score", "1", "0"),
        (
            f"{PLAIN}\n  expect: {{seats: [{{standing: away}}, {{}}]}}",
            "seat 0: standing",
            "away",
            "conscious",
        ),
        (f"{PLAIN}\n  expect: {{seats: [{{fields: 1 0 0}}, {{}}]}}", "seat 0: fields", "1 0 0", "0 0 0"),
        (f"{PLAIN}\n  expect: {{things: {{I-1.0: monk}}}}", "I-1.0", "monk", "square W"),
        (f"{PLAIN}\n  expect: {{things: {{I-1.1: monk}}}}", "I-1.1", "monk", "-"),
        (f"{PLAIN}\n  expect: {{lava: I-1.1}}", "lava", "I-1.1", "-"),
        (f"{PLAIN}\n  expect: {{countdown: 3}}", "countdown", "3", "0"),
        (f"{PLAIN}\n  expect: {{dragons: {{I-1: 0}}}}", "dragons", "{'I-1': 0}", "{}"),
        (f"{PLAIN}\n  expect: {{display: axe}}", "display", "axe", "-"),
        (f"{PLAIN}\n  expect: {{scrolls: wings}}", "scrolls", "wings", "-"),
        (f"{PLAIN}\n  expect: {{weights: {{draw x: 1}}}}", "weights", "chance", "0 act"),
        (
            'game: {seats: [{at: I-1.1}, {}], tiles: {I-1: "......."}}\n  expect: {offers: [move]}',
            "offers",
            "move",
            "move, explore",
        ),
        (
            (
                f"{PLAIN}\n  steps: [{{do: explore}}, {{do: place I-2}}]\n"
                "  expect: {weights: {draw house-tile-i-1: 2}}"
            ),
            "weight of draw house-tile-i-1",
            "2",
            "1",
        ),
    ],
)
def test_first_difference(tmp_path: Path, body: str, what: str, expected: str, found: str) -> None:
    difference = first_difference(case_of(tmp_path, body).case)
    assert difference is not None
    assert (difference.what, difference.expected, difference.found) == (what, expected, found)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("{first: 2}", "case-seat"),
        ("{marker: 5}", "case-seat"),
        ("{tiles: {X-1: '.......'}}", "place"),
        ("{tiles: {centre: '.......'}}", "place"),
        ("{tiles: {I-1: '......'}}", "case-tile"),
        ("{tiles: {I-1: '......?'}}", "case-tile"),
        ("{dragons: {I-1: green 9/1}}", "case-no-tile"),
        ("{tiles: {I-1: 'D......'}, dragons: {I-1: pink 9/1}}", "case-dragon"),
        ("{tiles: {I-1: 'D......'}, dragons: {I-1: green 9/1 damage x}}", "case-dragon"),
        ("{things: {I-1.0: monk}}", "case-no-tile"),
        ("{tiles: {I-1: '.......'}, things: {I-1.0: nun}}", "case-thing"),
        ("{tiles: {I-1: '.......'}, things: {I-1.7: monk}}", "space"),
        ("{tiles: {I-1: '.......'}, things: {I-1.0: scroll white}}", "case-thing"),
        ("{lava: I-1.9}", "space"),
        ("{scrolls: wings fly 1}", "case-effect"),
        ("{scrolls: wings steps}", "case-effect"),
        ("{scrolls: wings steps x}", "case-effect"),
        ("{seats: [{at: nowhere}]}", "space"),
        ("{seats: [{colour: white}]}", "case-thing"),
        ("{box: {tiles: one II}}", "case-words"),
        ("{box: {tiles: one IV .......}}", "case-tile"),
    ],
)
def test_a_position_that_makes_no_sense_is_unreadable(tmp_path: Path, game: str, reason: str) -> None:
    case = case_of(tmp_path, f"game: {game}\n  expect: {{asks: 0 act}}")
    with pytest.raises(Unreadable) as caught:
        first_difference(case.case)
    assert caught.value.reason == reason
    assert all(error_sentence(caught.value, language=language) for language in LANGUAGES)


def test_a_step_that_makes_no_sense_is_unreadable(tmp_path: Path) -> None:
    for step in ("{do: dance}", "{craft: {kind: helmet, gear: X}}"):
        case = case_of(tmp_path, f"{PLAIN}\n  steps: [{step}]\n  expect: {{asks: 0 act}}")
        with pytest.raises((Unreadable, Illegal)):
            first_difference(case.case)
    drawing = "steps: [{do: explore}, {do: place I-2}, {claim: stop}]"
    case = case_of(tmp_path, f"{PLAIN}\n  {drawing}\n  expect: {{asks: 0 act}}")
    with pytest.raises(Unreadable) as caught:
        first_difference(case.case)
    assert caught.value.reason == "case-nobody"


def test_every_kind_of_space_has_a_letter() -> None:
    assert {face.kind for face in FACES.values()} == set(SpaceKind)
    assert len(set(FACES.values())) == len(FACES)
    assert [face.kind for face in tile_of("D.L1sXr", level="I", name="t").spaces] == [
        SpaceKind.DRAGON,
        SpaceKind.PLAIN,
        SpaceKind.LAVA,
        SpaceKind.PLAIN,
        SpaceKind.SQUARE,
        SpaceKind.EXIT,
        SpaceKind.SCROLL,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "square WMM",
        "hexagon W used",
        "hexagon monk",
        "monk",
        "scroll red",
        "adventure map tiles 2",
        "adventure hoard cubes WM",
        "adventure fan cancel-broken",
    ],
)
def test_things_round_trip(text: str) -> None:
    assert print_thing(thing_of(text, "II-1.3")) == text
    assert print_thing(None) == "-"
    assert [thing_of(word, "I-1.1") for word in ("monk", "scroll pink", "adventure map tiles 2")] == [
        MonkDisc(),
        ScrollDisc("pink"),
        AdventureDisc(adventure_of("map tiles 2")),
    ]


def test_effects_of_a_scroll() -> None:
    scroll = scroll_of("all steps 2 cubes WM cancel-broken shield 1")
    assert scroll.id == "all"
    assert [(each.kind, each.amount, each.cubes) for each in scroll.effects] == [
        (EffectKind.STEPS, 2, Cubes()),
        (EffectKind.CUBES, 0, Cubes(wood=1, metal=1)),
        (EffectKind.CANCEL_BROKEN, 0, Cubes()),
        (EffectKind.SHIELD, 1, Cubes()),
    ]


def test_every_worked_example_is_shown_by_a_case() -> None:
    """All 31 of the competitive game, those on the map among them."""
    shown = {example.rpartition("/")[0] for each in read_cases([CASES]) for example in each.case.shows}
    examples = {entry.id for entry in rules() if entry.chapter == "example"}
    assert len(examples) == 31
    assert examples <= shown
