"""Some of the fights with monks, played in the engine; all of them are played ten thousand times in the soak."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fujikoro_nb.commands.odds import odds_reply
from fujikoro_nb.odds import Foe, Monk, OddsError, Samurai, monks_of, solve, who_is_first
from fujikoro_nb.odds.hero import check_monk
from tests.odds.monk_playouts import FACES, FIGHTS, compared
from tests.support.gear_positions import board
from tests.support.sampling import sample


@pytest.mark.parametrize("name", sample(sorted(FIGHTS), 5))
def test_fights_with_monks_equal_odds(name: str) -> None:
    for one in compared(name, 150):
        assert abs(one.z) < 4.2, (name, one)


def test_there_are_twenty_fights() -> None:
    assert len(FIGHTS) == 20
    assert {one.goal for one in FIGHTS.values()} == {"win", "conscious", "points"}


@pytest.mark.rule("scenario.4.competitive.monk-stats", "scenario.4.competitive.monk-heals")
def test_a_monk_in_numbers() -> None:
    """Four health, four wooden dice, first against a sword of any length, no points; nobody sends a monk."""
    foe = Foe.monk()
    assert (foe.health, foe.dice, foe.die, foe.points) == (4, 4, "W", 0)
    long = Samurai.of(board(weapon="WWWWW:MMM", monks=("weapon",)))
    assert who_is_first(long, foe, boost=50) == "dragon"
    assert list(monks_of(long, foe)) == []
    with pytest.raises(OddsError) as error:
        check_monk(long, foe, Monk("weapon"))
    assert error.value.key == "monk-monk"


@pytest.mark.rule("scenario.4.competitive.monk-stats")
def test_who_has_no_helmet_stands_as_long_as_four_dice_miss() -> None:
    """Two faces of six of this die show no hit, so its four dice miss with one chance in 81. Without a weapon one
    leaves in the own turn, so one is awake at the end exactly then."""
    odds = solve(Samurai.of(board()), Foe.monk(), FACES, goal="conscious", is_exact=True)
    assert (odds.win, odds.outcome.conscious) == (0, Fraction(1, 81))


@pytest.mark.rule("scenario.4.competitive.monk-stats", "scenario.4.competitive.no-joining-monk")
def test_the_command_line_says_the_odds_against_a_monk() -> None:
    """`fujikoro odds WEAPON HELMET monk`; nobody joins, and nobody sends a monk."""
    reply = odds_reply("WWM", "MM", "monk")
    foe = reply.data["monk"]
    assert (foe, reply.data["first"]) == ({"health": 4, "dice": 4}, "dragon")
    assert "monk" in reply.lines[0].lower() and 0 < reply.data["win"] < 1
    for asked in ({"allies": ["WWM=MM"]}, {"monk": "action:W"}):
        refused = odds_reply("WWM", "MM", "monk", **asked)  # type: ignore[arg-type]
        assert "error" in refused.data
