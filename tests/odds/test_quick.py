"""The quick chance against the exact one: never above it, and hardly below."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.odds import Foe, QuickOdds, Samurai, solve
from tests.odds.fights import FACES, dice, random_case, two_wood
from tests.odds.generated_positions import positions

NEAR = 0.02
"""Play that looks neither at the dragon's health nor at the other half of the gear costs so much at most here."""


def gap(samurai: Samurai, foe: Foe, faces: dict[str, Die]) -> float:
    """How much too low the quick chance is."""
    return float(solve(samurai, foe, faces, all_dice=True).win) - QuickOdds(samurai, faces).win(foe)


def test_small_fights_of_all_sorts() -> None:
    """Two weapons, magic that goes, odd dice: seeded fights of one to five points of health."""
    gaps = []
    for number in range(60):
        case = random_case(f"quick {number}")
        gaps.append(gap(case.samurai, case.foe, case.faces))
    assert min(gaps) > -1e-9
    assert max(gaps) < NEAR
    assert sum(gaps) / len(gaps) < 0.002


def test_whole_fights() -> None:
    """Gear of a real game against the dragons of the box."""
    gaps = []
    for one in positions()[::3]:
        board = msgspec.structs.replace(one.board, monk_spots=())
        samurai, foe = Samurai.of(board), Foe.of(one.dragon)
        if samurai.initiative:
            gaps.append(gap(samurai, foe, {die.material: die for die in one.dice}))
    assert len(gaps) > 5
    assert min(gaps) > -1e-9
    assert max(gaps) < NEAR


@pytest.mark.parametrize("initiative", [0, 9])
def test_two_wood_by_hand(initiative: int) -> None:
    """No helmet, one point of health: one roll of two dice, or none at all unless the dragon misses first.

    A wood die hits with four faces of six; a tooth die misses with one. After a miss on both sides all begins again.
    """
    samurai, foe = two_wood(1, initiative=initiative)
    hit, miss = 1 - (2 / 6) ** 2, 1 / 6
    win = hit / (1 - (1 - hit) * miss)
    expected = win if not initiative else miss * win
    assert QuickOdds(samurai, dice(FACES)).win(foe) == pytest.approx(expected, abs=2e-4)


def test_one_samurai_against_many_dragons() -> None:
    """The weapons are followed once for all: no dragon's number depends on which was asked before."""
    case = random_case("quick many")
    quick = QuickOdds(case.samurai, case.faces)
    foes = [Foe(health, 5, rolled) for health in (30, 3, 50, 12) for rolled in (1, 3)]
    asked = [quick.win(foe) for foe in foes]
    assert asked == [QuickOdds(case.samurai, case.faces).win(foe) for foe in foes]
    assert asked == [quick.win(foe) for foe in reversed(foes)][::-1]
