"""What the score page and the gear know, and a quick question need not ask for."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.helper.evening.changes import next_turn
from fujikoro_nb.helper.evening.record import Escape, Evening
from fujikoro_nb.helper.quick.escape import escape_answer
from fujikoro_nb.helper.quick.facts import TableFacts, parse_facts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame, game_of
from fujikoro_nb.helper.quick.known import known_clock, known_sandals
from fujikoro_nb.helper.quick.positions import shod
from fujikoro_nb.helper.quick.walker import SANDALS
from tests.helper.evenings import chapter, coop, table, turns


def knowing(evening: Evening, game: TableGame = COMPETITIVE_GAME) -> TableGame:
    return msgspec.structs.replace(game, known=known_clock(evening))


@pytest.mark.rule("final.advance", "final.marker", "final.event.end")
@pytest.mark.parametrize("marker", [0, 1, 2])
def test_clock_of_the_score_page_gives_as_many_turns(marker: int) -> None:
    """For whoever's turn it is, in each turn of the Final Chapter."""
    evening = chapter(marker=marker)
    seen = 0
    while evening.phase == "final":
        game = knowing(evening)
        assert {one.fact for one in game.known} == {"countdown", "marker"}
        left = evening.turns_left(evening.seat)
        assert escape_answer(TableFacts(), game=game).turns_left == (left,)
        assert [one.name for one in game.known if one.source == "turn"] == [evening.name(evening.seat)]
        evening, seen = next_turn(evening).evening, seen + 1
    assert seen > 8


@pytest.mark.rule("coop.final.eight-rounds")
def test_clock_of_a_group_counts_rounds() -> None:
    evening = msgspec.structs.replace(coop(2), countdown=coop(2).normal_rounds + 3)
    (one,) = known_clock(evening)
    assert (one.fact, one.value, one.source) == ("countdown", str(evening.turns_left(evening.seat)), "score")
    game = knowing(evening, game_of("coop", 2))
    assert escape_answer(TableFacts(), game=game).turns_left == (int(one.value),)


def test_nothing_is_known_before_the_final_chapter_and_after_it() -> None:
    assert known_clock(table(3)) == known_clock(coop(2)) == ()
    over = turns(chapter(marker=0), 22)[-1]
    assert over.phase == "over" and known_clock(over) == ()
    going = chapter(marker=0)
    assert known_clock(msgspec.structs.replace(going, seat=1))
    gone = msgspec.structs.replace(going, seat=1, escapes=(Escape(1, "small"),))
    assert known_clock(gone) == ()


@pytest.mark.rule("scenario.3.coop.second-countdown")
def test_first_lava_phase_of_scenario_3_is_not_the_end() -> None:
    assert game_of("coop", 3, ("scenario-3",)).has_second_end
    assert not game_of("coop", 3).has_second_end


@pytest.mark.rule("move.steps.sandals", "move.steps.sandals-magic-not-cube", "move.lava.value-table")
@pytest.mark.parametrize("name", SANDALS)
def test_sandals_are_told_as_they_are_tapped(name: str) -> None:
    for sandals in SANDALS[name]:
        known = known_sandals(shod(sandals).gear, SYMMETRIC)
        assert [(one.fact, one.value, one.source) for one in known] == (
            [("sandals", name, "gear")] if sandals else []
        )


@pytest.mark.rule("char.masako.sandals-five")
def test_sandals_of_five_cubes_are_complete_with_five() -> None:
    masako = CHARACTERS["masako"]
    gear = parse_gear("WW/W", GearKind.SANDALS, masako)
    assert [one.value for one in known_sandals(gear, masako)] == ["weak"]
    assert [one.value for one in known_sandals(gear, SYMMETRIC)] == ["weak-complete"]


def test_a_tap_goes_before_what_is_known() -> None:
    game = knowing(chapter(marker=0))
    tapped = parse_facts("countdown.2")
    assert game.fitting(tapped).text() == "countdown.2,marker.mine"
    assert game.known_of("countdown", tapped) is None
    assert game.known_of("marker", tapped) is not None
    together = knowing(chapter(marker=0), game_of("coop", 3))
    assert together.fitting(TableFacts()).get("marker") == "first"
