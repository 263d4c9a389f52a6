"""Modes, scenarios and characters as objects: they are those of the rules, and have a side where the rules have one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from fujikoro_nb.engine.fujikoro import modes
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.refused import MODES as MODES_OF_ENGINE
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_round, last_round
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS as PLAYED_SCENARIOS
from fujikoro_nb.helper.evening.course import course
from fujikoro_nb.helper.kinds.modes import TABLE_MODES, mode_for, mode_of, mode_played
from fujikoro_nb.helper.setup.choices import (
    HEROES,
    SCENARIOS,
    has_scenario,
    monks_each,
    numbers_in,
    player_range,
    table_of,
)
from fujikoro_nb.helper.setup.numbers import number, number_for, numbers
from fujikoro_nb.paths import PACKAGE
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.rulebook.search import SISTERS


def test_modes_are_those_of_the_rules_book() -> None:
    own = [mode.name for mode in TABLE_MODES.values() if not mode.is_sister]
    sisters = [mode.name for mode in TABLE_MODES.values() if mode.is_sister]
    assert (own, sisters) == ([*MODES], [*SISTERS.values()])


def test_coop_for_one_is_the_solo_game_and_no_other_mode_changes() -> None:
    changed = {
        (mode, players, mode_for(mode, players).name)
        for mode in TABLE_MODES
        for players in range(1, 7)
        if mode_for(mode, players) is not mode_of(mode)
    }
    assert changed == {("coop", 1, "solo")}


def test_scenarios_are_eight_and_found_by_their_names() -> None:
    assert len(SCENARIOS) == len(numbers("scenario.general.modes")) == 8
    assert numbers_in(("adventures", *SCENARIOS, "tomoe")) == [1, 2, 3, 4, 5, 6, 7, 8]


TABLES = [
    (mode, players, scenario)
    for mode, players in (("competitive", 2), ("competitive", 5), ("coop", 2), ("coop", 6), ("solo", 1))
    for scenario in range(1, 9)
    if has_scenario(mode, players, scenario)
]


@pytest.mark.parametrize(("mode", "players", "scenario"), TABLES)
def test_a_table_reads_out_what_the_engine_says_of_its_scenario(
    mode: str, players: int, scenario: int
) -> None:
    """scenario.general.modes: each has something to read out, and every rule of it is one of its own or of its mode."""
    table = table_of(mode, players, (f"scenario-{scenario}",))
    assert table.side in (PLAYED_SCENARIOS[scenario - 1].against, PLAYED_SCENARIOS[scenario - 1].together)
    assert table.side is not None and table.plot is table.side.plot
    assert set(table.side.told) < {*table.side.read, *table.side.minded, ""}
    for rule in (*table.side.read, *table.side.minded):
        assert has_rule(rule) and rule.split(".")[:2] in (["scenario", str(scenario)], ["coop", "end"])


def test_only_the_ronin_counts_points_against_the_mountain() -> None:
    """coop.play.no-victory-points, scenario.8.solo.competitive-board"""
    together = [(mode, players, scenario) for mode, players, scenario in TABLES if mode != "competitive"]
    pointed = {scenario for *table, scenario in together if has_points(*table, scenario)}
    assert pointed == {8}


def has_points(mode: str, players: int, scenario: int) -> bool:
    return table_of(mode, players, (f"scenario-{scenario}",)).has_points


def test_what_the_engine_plays_of_a_scenario_is_read_there() -> None:
    """Guards, a second eruption and monks who fight: each in the one scenario whose rules name it."""
    plots = {one: table_of(one[0], one[1], (f"scenario-{one[2]}",)).plot for one in TABLES}
    guards = {scenario: plot.guards for (*_, scenario), plot in plots.items() if plot.guards}
    assert guards == {7: number("scenario.7.solo.fallen-at-temples", "hostiles")}
    early = {one[2]: plot.early_rounds for one, plot in plots.items() if plot.early_rounds}
    assert early == {3: number("scenario.3.coop.lava-phase", "start")}
    assert {one[2] for one, plot in plots.items() if plot.warriors is not None} == {4}


@pytest.mark.rule("scenario.3.coop.second-countdown", "scenario.3.coop.lava-phase")
@pytest.mark.parametrize("players", range(1, 7))
def test_rounds_before_each_of_two_eruptions_are_those_of_the_rules(players: int) -> None:
    mode = "solo" if players == 1 else "coop"
    before = (
        number("scenario.3.coop.lava-phase", "start"),
        number_for("scenario.3.coop.second-countdown", players),
    )
    assert course(mode, 3, players).normal_rounds == before


@pytest.mark.parametrize(
    ("mode", "scenario", "rule", "name"),
    [
        ("competitive", 1, "scenario.1.competitive.final-at-twenty", "trigger_vp"),
        ("competitive", 3, "scenario.3.competitive.real-final", "trigger_vp"),
        ("solo", 8, "scenario.8.solo.final-at-twenty", "trigger_vp"),
    ],
)
def test_points_of_an_evening_are_those_of_the_rules(mode: str, scenario: int, rule: str, name: str) -> None:
    one = course(mode, scenario, 1 if mode == "solo" else 3)
    assert (one.trigger_rule, one.final_points) == (rule, number(rule, name))
    assert course("competitive", 3, 3).lava_points == number(
        "scenario.3.competitive.lava-phase-trigger", "trigger_vp"
    )
    assert course("solo", 8, 1).goal_points == number("scenario.8.solo.goal-fifty", "vp")


def calls_of_numbers() -> Iterator[tuple[str, str]]:
    """Every rule whose printed number code above the engine asks for, with the file."""
    for path in (PACKAGE / "helper").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asks = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if asks and node.func.id in ("number", "number_for", "numbers") and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield str(first.value), path.name


def test_what_the_engine_says_of_a_mode_is_stated_nowhere_else() -> None:
    """The rules that the fields of `Mode`, `Together` and `Rounds` name are asked there, and not in the ledger."""
    text = Path(modes.__file__).read_text(encoding="utf-8")
    stated = {one for one in re.findall(r"[a-z0-9]+(?:\.[a-z0-9-]+)+", text) if has_rule(one)}
    assert {"coop.rounds.limit", "coop.rounds.adventure-minus-two", "setup.player.start-monks"} <= stated
    twice = [(rule, name) for rule, name in calls_of_numbers() if rule in stated - AMOUNTS_OF_OTHERS]
    assert not twice


AMOUNTS_OF_OTHERS = frozenset({"setup.player.kit", "setup.player.scroll-discs"})
"""Rules with further numbers, of which no mode says anything: action discs, points, discs of the whole box."""


@pytest.mark.parametrize("name", ["competitive", "coop", "solo"])
def test_a_mode_is_what_the_engine_says(name: str) -> None:
    kind, rules = mode_of(name), MODES_OF_ENGINE[name]
    assert kind.rules is rules and mode_played(rules) is kind
    assert player_range(name) == (rules.fewest_players, rules.most_players)
    assert (kind.is_together, kind.is_alone) == (rules.rounds is not None, rules.most_players == 1)


def test_a_course_changes_with_the_mode_of_the_engine() -> None:
    """Rounds, adventure tokens and the last rounds of an evening are those that the engine plays."""
    for name, players in (("coop", 2), ("coop", 6), ("solo", 1)):
        clock = MODES_OF_ENGINE[name].rounds
        assert clock is not None
        for has_adventures, (first, last) in product(
            (False, True), product(("skipped", "advanced"), ("after-eighth", "at-eighth"))
        ):
            rulings = Rulings().with_reading("coop.rounds.no-advance-before-first", first)
            rulings = rulings.with_reading("coop.final.eight-rounds", last)
            agreed = {"has_adventures": has_adventures, "rulings": rulings}
            stretches, rounds = course(name, 0, players).stretches(players, **agreed)
            assert sum(stretches) + 1 == eruption_round(clock, players, **agreed)
            assert rounds == last_round(clock, players, **agreed)


def test_characters_are_those_of_the_rules() -> None:
    """char.general.colors: no scroll disc is white."""
    colours = numbers("char.general.colors")
    assert {name: one.colour for name, one in PEOPLE.items()} == {**colours}
    assert {name for name, one in PEOPLE.items() if not one.has_scroll_discs} == {
        name for name, colour in colours.items() if colour not in SCROLL_COLOURS
    }
    assert [name for name, board in CHARACTERS.items() if not board.is_symmetric] == [*PEOPLE] == [*HEROES]


@pytest.mark.parametrize("name", PEOPLE)
def test_a_kit_is_what_the_rules_state(name: str) -> None:
    """What setup list, card and engine lay out is one object; here it is the ledger's."""
    one = PEOPLE[name]
    stated = dict(numbers(one.setup_rule))
    kit = one.kit
    assert kit is not None
    heaps = {"weapon": kit.weapon, "helmet": kit.helmet, "backpack": kit.backpack}
    for place, heap in heaps.items():
        for material in ("wood", "metal", "tooth"):
            assert getattr(heap, material) == stated.pop(f"{place}.{material}", 0)
    assert kit.discs == stated.pop("discs")
    assert kit.action_monks == stated.pop("action_monk", 0)
    assert one.has_scroll_discs == (stated.pop("scroll_discs", None) is None)
    assert stated == {}


def test_monks_to_place_are_those_of_the_rules() -> None:
    stated = {players: number_for("char.general.start-monks", players) for players in range(2, 7)}
    rules = MODES_OF_ENGINE["competitive"]
    for players, (name, one) in product(stated, PEOPLE.items()):
        assert one.kit is not None
        placed = one.first_monks(rules.monks(players)) - one.kit.action_monks
        assert placed == stated[players], name
        table = table_of("competitive", players, [*PEOPLE][:players])
        assert monks_each(table) == stated[players]
