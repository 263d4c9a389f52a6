"""Modes, scenarios and characters as objects: they are those of the rules, and have a side where the rules have one."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.helper.kinds.characters import HERO_NAMES, hero_of
from fujikoro_nb.helper.kinds.modes import TABLE_MODES, mode_for, mode_of
from fujikoro_nb.helper.kinds.scenarios import SCENARIOS, numbers_in, scenario_of
from fujikoro_nb.helper.setup.numbers import numbers
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


@pytest.mark.parametrize("number", range(1, 9))
def test_a_scenario_has_a_side_for_every_mode_that_it_is_stated_for(number: int) -> None:
    """scenario.general.modes"""
    stated = numbers("scenario.general.modes")[str(number)]
    assert isinstance(stated, tuple)
    sides = {mode_of(str(mode)).is_together for mode in stated}
    for is_together in (False, True):
        side = scenario_of(number).side(is_together=is_together)
        assert (side is not None) == (is_together in sides)
        # Every scenario has something to read out.
        assert side is None or side.read


def test_scenarios_are_eight_and_found_by_their_names() -> None:
    assert len(SCENARIOS) == len(numbers("scenario.general.modes")) == 8
    assert numbers_in(("adventures", *SCENARIOS, "tomoe")) == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(IndexError):
        scenario_of(-1)
    with pytest.raises(IndexError):
        scenario_of(9)


def test_only_the_ronin_counts_points_against_the_mountain() -> None:
    """coop.play.no-victory-points, scenario.8.solo.competitive-board"""
    together = [scenario_of(number).side(is_together=True) for number in range(9)]
    assert [number for number, side in enumerate(together) if side is not None and side.has_points] == [8]


def test_scroll_discs_are_there_for_characters_of_their_colours() -> None:
    """char.general.colors: no scroll disc is white."""
    colours = numbers("char.general.colors")
    assert [*colours] == [*HERO_NAMES]
    assert {name for name in HERO_NAMES if not hero_of(name).has_scroll_discs} == {
        name for name, colour in colours.items() if colour not in SCROLL_COLOURS
    }


def test_a_board_is_symmetric_or_a_characters() -> None:
    assert [name for name, board in CHARACTERS.items() if not board.is_symmetric] == [*HERO_NAMES]
    assert [hero_of(name).name for name in HERO_NAMES] == [*HERO_NAMES]
