"""Teeth given out person by person: what the steppers can give is what the engine takes."""

from __future__ import annotations

import itertools
from functools import partial

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import Share, ShareTeeth
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, push
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.fight.share import share_view
from tests.support.gear_positions import board
from tests.support.groups import group

FULL = board(discs=("scroll",) * 6)
"""Discs are never thrown out for teeth: no room for one."""
TWO = board(discs=("scroll",) * 4)
CROWDED = board(lower="WWWWW")


@pytest.mark.rule("coop.combat.teeth-need-space", "coop.combat.teeth-from-dice-shared")
@pytest.mark.parametrize(
    ("boards", "teeth", "most", "lost"),
    [
        ((TWO, board()), 9, [2, 6], 1),
        ((board(), FULL, TWO), 3, [3, 0, 2], 0),
        ((board(),) * 5, 4, [4] * 5, 0),
        ((FULL, TWO), 2, [0, 2], 0),
    ],
)
def test_every_division_of_the_steppers_is_legal_and_no_other(
    boards: tuple[Board, ...], teeth: int, most: list[int], lost: int
) -> None:
    """Six spaces less the discs for each; what finds no room anywhere is lost and said."""
    seats = tuple(map(Seat, range(len(boards))))
    state = push(group(*boards).state, ShareTeeth(seats, teeth, "coop.combat.teeth-for-victory"))
    question = GAME.question(state)
    assert question is not None
    names = ("Aiko", "Botan", "Chiyo", "Daiki", "Emi")
    for language in LANGUAGES:
        told = partial(say, language=language)
        shown = share_view(state, question, GAME.options(state), names=names, say=told)
        assert [len(one["told"]) - 1 for one in shown["seats"]] == most
        assert shown["teeth"] == teeth - lost
        assert shown["lost"] == (told("combat.teeth-lost", n=lost) if lost else "")
    steps = itertools.product(*(range(one + 1) for one in most))
    ways = {way for way in steps if sum(way) == teeth - lost}
    assert {one.teeth for one in GAME.options(state) if isinstance(one, Share)} == ways
    for way in ways:
        assert GAME.check(state, GAME.from_text(f"share {' '.join(map(str, way))}")) is None


def test_what_so_many_teeth_leave_in_a_backpack_is_said() -> None:
    """Five wood on six spaces: one tooth fills it, a second costs a cube."""
    state = push(
        group(CROWDED, board()).state, ShareTeeth((Seat(0), Seat(1)), 2, "coop.combat.teeth-for-victory")
    )
    question = GAME.question(state)
    assert question is not None
    shown = share_view(
        state, question, GAME.options(state), names=("Aiko", "Botan"), say=partial(say, language="en")
    )
    assert shown["seats"][0]["told"] == ["1 space free", "the backpack is full", "1 cube goes to make room"]
