"""Every scenario, mode, number of players, tokens and characters that go together, two at a time, with a game each.

Ten games by chance and one of bots for each table of the covering array are a part of their own
(`make soak PART=covering`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from fujikoro_nb.bots import new_session
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO, Mode
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from tests.laws.covering import NOBODY, Table, by_bots, by_chance, chosen, every
from tests.support.sampling import sample

RONIN = 8
"""Alone with the clock of the competitive game."""


def test_the_tables_hold_every_pair_that_goes_together() -> None:
    """Counted by columns, not as the search counts; each table itself is one that nobody refuses."""
    for one, other in combinations(range(len(Table._fields)), 2):
        legal = {(table[one], table[other]) for table in every()}
        assert {(table[one], table[other]) for table in chosen()} == legal
    assert set(chosen()) <= set(every())
    assert len(chosen()) < len(every()) / 10


def test_what_the_booklets_refuse_is_in_no_table() -> None:
    """scenario.general.modes, scenario.1.competitive.symmetric-only, variant.peaceful, solo.setup.daisuke-impossible"""
    tables = every()
    modes = {number: {table.mode for table in tables if table.scenario == number} for number in range(1, 9)}
    rivals, together = {"competitive", "peaceful"}, {"coop", "solo"}
    assert modes == {
        1: {"competitive"},
        2: rivals,
        3: rivals | together,
        4: rivals,
        5: rivals | together,
        6: together,
        7: together,  # a group of one is one alone
        8: together,
    }
    assert {table.who for table in tables if table.scenario == 1} == {NOBODY}
    assert {table.players for table in tables if table.scenario in (7, 8)} == {1}
    alone = [table for table in tables if table.who == "daisuke" and table.players == 1]
    assert {table.scenario for table in alone}.isdisjoint({0, 3, 7})


@pytest.mark.parametrize("table", sample(chosen(), 2), ids=str)
def test_a_game_by_chance_under_the_laws(table: Table) -> None:
    assert by_chance(table, 0)["answers"]


@pytest.mark.parametrize("table", sample(chosen(), 2), ids=str)
def test_a_game_of_bots_comes_to_its_end(table: Table) -> None:
    assert by_bots(table, 0)["by bots: over"]


# ---- what has to end by the rules, and what need not


def resting(mode: Mode, scenario: int) -> Iterator[GameState]:
    """Nobody does anything but rest, and build nothing: the position as each turn of the first seat begins."""
    session = new_session(players=min(2, mode.most_players), seed=1, mode=mode.name, scenario=scenario)
    while (question := session.question) is not None:
        if question.kind == "act" and question.seat == 0 and dict(question.data)["taken"] == 0:
            yield session.state
        listed = list(session.options)
        session.play(next((one for one in (Act("rest"), CraftNothing()) if one in listed), listed[0]))
    yield session.state


def played_by(mode: Mode) -> list[int]:
    """The scenarios that this mode has, and none."""
    return [0, *(number for number in PLAYED if mode in SCENARIOS[number - 1].modes)]


@pytest.mark.rule("final.trigger")
@pytest.mark.parametrize("number", played_by(COMPETITIVE))
def test_rivals_who_only_rest_never_come_to_an_end(number: int) -> None:
    """Only points begin the countdown, so the same position comes again and again: nothing has to end such a game.

    That is why some games by chance are left after so many answers; bots, which play for points, end theirs.
    """
    _, first, *later = islice(resting(COMPETITIVE, number), 6)
    assert later == [first] * 4 and first.marker is None


@pytest.mark.rule("coop.rounds.limit")
@pytest.mark.parametrize(
    ("mode", "number"), [(mode, number) for mode in (COOP, SOLO) for number in played_by(mode)]
)
def test_a_group_that_only_rests_runs_out_of_time(mode: Mode, number: int) -> None:
    """Rounds are counted, so a game of a group ends whoever plays it; but for Ronin, who has no last round."""
    *_, last = islice(resting(mode, number), 60)
    assert last.party is not None
    assert last.party.outcome == ("lost-time" if number != RONIN else "")
    assert (last.party.round == 60) == (number == RONIN)  # scenario.8.solo.no-round-limit
