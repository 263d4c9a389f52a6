"""Fights out of links: what is offered needs few states, whoever wrote the link."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.odds import Foe, solve
from fujikoro_nb.puzzles.fights.book import book_02
from fujikoro_nb.puzzles.fights.bound import MAX_WORK, fight_work
from fujikoro_nb.puzzles.fights.maker import _helmet, _weapon
from fujikoro_nb.puzzles.fights.prove import is_quickly_proved, work_of
from fujikoro_nb.puzzles.fights.puzzle import Companion, FightKind, FightPuzzle, faces, samurai_of
from fujikoro_nb.puzzles.fights.scene import Scene
from tests.support.sampling import examples

MATERIALS = st.text(alphabet="WMT", min_size=1, max_size=6)


def puzzle(kind: FightKind, foe: str, **more: object) -> FightPuzzle:
    return FightPuzzle(id="x", kind=kind, scene=Scene(foe=foe, weapon="WWMT", helmet="TT"), **more)  # type: ignore[arg-type]


@given(
    weapon=MATERIALS, helmet=MATERIALS, health=st.integers(1, 40), dice=st.integers(3, 6), seed=st.integers()
)
@settings(max_examples=examples(30), deadline=None)
def test_states_of_a_fight_are_fewer_than_its_work(
    weapon: str, helmet: str, health: int, dice: int, seed: int
) -> None:
    """A state, with its choices, is met for a set of cubes, a heap in the helmet and a health at most twice."""
    source = random.Random(seed)
    foe = Foe.parse(f"{health}/5/{dice}")
    samurai = samurai_of(
        Scene(foe=f"{health}/5/{dice}", weapon=_weapon(source, weapon), helmet=_helmet(source, helmet))
    )
    work = fight_work(samurai, foe)
    if work > MAX_WORK:
        return
    fight = solve(samurai, foe, faces(), is_exact=True).solution.fight
    choices = sum(len(stage) for node in fight.nodes if node for stage in node.stages)
    assert choices * len(fight.helmets) * health * (health + 10) <= work


def test_work_of_one_fight_by_hand() -> None:
    """Sets of 4 cubes x 3 x 2 x 2 dice to choose x 3 numbers of teeth x health x (health + 10)."""
    assert work_of(puzzle(FightKind.ODDS, "10/5/3")) == 16 * 12 * 3 * 10 * 20


def test_work_of_several_fights_is_their_sum() -> None:
    one = work_of(puzzle(FightKind.ODDS, "10/5/3"))
    assert work_of(puzzle(FightKind.WHOM, "10/5/3", foes=("10/5/3", "10/2/4"))) == 2 * one
    assert work_of(puzzle(FightKind.ALLY, "10/5/3", allies=(Companion("WWMT", "TT"),))) == 2 * one


@pytest.mark.parametrize("foe", ["9/5/7", "9/5/12"])
def test_more_dice_than_any_dragon_has_are_refused(foe: str) -> None:
    assert not is_quickly_proved(puzzle(FightKind.WHOM, "9/5/3", foes=("9/5/3", foe)))


def test_any_number_of_monks_is_refused_without_counting_them_all() -> None:
    scene = Scene(foe="5/5/3", weapon="WM", helmet="T", monks=("scroll",) * 200, backpack="WMT")
    assert not is_quickly_proved(FightPuzzle(id="x", kind=FightKind.MONK, scene=scene))


def test_some_of_the_book_would_be_proved_out_of_a_link() -> None:
    """The book itself is not proved when a link names it; the bound leaves room for puzzles of its easier sort."""
    assert sum(is_quickly_proved(entry.puzzle) for entry in book_02().entries) >= 6
