"""Mode, people, options and scenario are those of the evening, on whichever page somebody chose them."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import next_turn, set_up
from fujikoro_nb.helper.evening.first import first_evening
from fujikoro_nb.helper.setup.choices import (
    ADVENTURES,
    PEACEFUL,
    SCENARIOS,
    SETUP_MODES,
    SETUP_OPTIONS,
    has_extra,
    player_range,
)
from fujikoro_nb.helper.setup.state import SetupState, with_exact_table
from fujikoro_nb.helper.stored import (
    HelperTable,
    again,
    first_table,
    played_at,
    read_table,
    with_evening,
    with_scope,
    with_setup,
    write_table,
)
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.texts import say
from tests.support.sampling import examples

SAY = partial(say, language="en")


def first() -> HelperTable:
    return first_table(first_evening(SAY))


def agrees(table: HelperTable) -> None:
    """The setup list, unless it shows a small game in between, is that of the evening."""
    evening, setup, played = table.evening, table.setup, played_at(table)
    assert (played.mode, played.players) == (evening.mode, len(evening.people))
    assert not table.mode or table.mode == (evening.mode if table.mode in MODES else setup.mode)
    if setup.mode not in MODES:
        return
    assert (setup.mode, setup.players) == (played.mode, played.players)
    listed = {one for one in setup.options if one in SCENARIOS}
    assert listed == {one for one in played.options if one in SCENARIOS}
    for name, option in (("adventure", ADVENTURES), ("peaceful", PEACEFUL)):
        assert has_extra(evening.mode, option) or name not in evening.options
        if has_extra(setup.mode, option):  # the list shows nothing that its mode does not have
            assert (option in setup.options) == (name in evening.options)


def scoped(table: HelperTable, mode: str, players: int) -> HelperTable:
    return with_scope(table, mode, players, SAY)


def listed(table: HelperTable, mode: str, players: int, options: tuple[str, ...]) -> HelperTable:
    fewest, most = player_range(mode)
    setup: SetupState = with_exact_table(table.setup, mode, min(max(players, fewest), most), options)
    return with_setup(table, setup, SAY)


def seated(table: HelperTable, mode: str, options: tuple[str, ...]) -> HelperTable:
    return with_evening(table, set_up(table.evening, mode=mode, options=options).evening)


CHANGES = st.one_of(
    st.builds(
        lambda mode, players: partial(scoped, mode=mode, players=players),
        st.sampled_from(("", *SETUP_MODES)),
        st.integers(0, 6),
    ),
    st.builds(
        lambda mode, players, options: partial(listed, mode=mode, players=players, options=tuple(options)),
        st.sampled_from(SETUP_MODES),
        st.integers(1, 6),
        st.lists(st.sampled_from(SETUP_OPTIONS), max_size=2, unique=True),
    ),
    st.builds(
        lambda mode, options: partial(seated, mode=mode, options=tuple(options)),
        st.sampled_from(MODES),
        st.lists(st.sampled_from(("adventure", "peaceful")), max_size=2, unique=True),
    ),
)


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(CHANGES, max_size=6))
def test_every_page_shows_the_game_of_the_evening(changes: list) -> None:
    table = first()
    for change in changes:
        try:
            table = change(table)
        except (Illegal, ValueError):
            continue  # the rules have no such game, and nothing has changed
        agrees(table)
        assert read_table(write_table(table)) == table


def test_a_stored_table_may_hold_an_option_that_its_mode_does_not_have() -> None:
    """It was accepted once: the table opens, plays what its mode has, and the list agrees."""
    table = scoped(first(), "coop", 2)
    held = msgspec.structs.replace(table.evening, options=("adventure", "peaceful"))
    opened = read_table(write_table(msgspec.structs.replace(table, evening=held)))
    assert opened.evening == held
    assert played_at(opened).options == ("adventure",)
    after = with_evening(opened, next_turn(opened.evening).evening)
    assert played_at(after).options == ("adventure",)
    assert again(after.evening).options == ("adventure",)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_of_the_list_is_that_of_the_evening(scenario: str) -> None:
    for mode in MODES:
        for players in range(1, 7):
            try:
                table = listed(first(), mode, players, (scenario,))
            except (Illegal, ValueError):
                continue
            agrees(table)


@pytest.mark.rule("scenario.general.base-rules")
def test_two_scenarios_of_a_kept_list_are_refused() -> None:
    with pytest.raises(Illegal) as refused:
        listed(first(), "competitive", 2, ("scenario-1", "scenario-2"))
    assert refused.value.refusals[0].rule == "scenario.general.base-rules"
