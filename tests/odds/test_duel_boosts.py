"""Initiative that was added for a duel: who goes first, as the engine has it, and what that is worth."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import Boost, Duel, Stay, StealNothing, Throw
from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.duel import duel_order
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seat, push
from fujikoro_nb.odds import DuelOdds, Samurai, solve_duel
from tests.odds.joint_playouts import rolled
from tests.odds.playouts import share_compared
from tests.support.fights import DICE
from tests.support.gear_positions import board

DUELS = 600
BOOSTS = (0, 1, 2)
LONGER = {"WW": 0, "WWM": 1}


def begun(weapons: tuple[str, str], boosts: tuple[int, int]) -> ArenaState:
    """The arena with a duel about to begin."""
    arena = ArenaState(boards=tuple(board(weapon=one) for one in weapons), dice=DICE, table_size=2)
    given = tuple(Boost(Seat(seat), amount) for seat, amount in enumerate(boosts) if amount)
    return push(arena, Duel(Seat(0), Seat(1), boosts=given))


def solved(weapons: tuple[str, str], boosts: tuple[int, int]) -> DuelOdds:
    mover, stander = (Samurai.of(one) for one in begun(weapons, boosts).boards)
    return solve_duel(mover, stander, {die.material: die for die in DICE}, all_dice=True, boosts=boosts)


@pytest.mark.rule("duel.tie")
@pytest.mark.parametrize("weapons", list(product(LONGER, repeat=2)))
@pytest.mark.parametrize("boosts", list(product(BOOSTS, repeat=2)))
def test_who_is_first_is_as_the_engine_has_it(weapons: tuple[str, str], boosts: tuple[int, int]) -> None:
    """duel.tie: more initiative goes first, and whoever stood there goes first among equals."""
    state = begun(weapons, boosts)
    duel = state.agenda[-1]
    assert isinstance(duel, Duel)
    own, other = (LONGER[one] + more for one, more in zip(weapons, boosts, strict=True))
    first = "mover" if own > other else "stander"
    assert solved(weapons, boosts).first == first == ("mover", "stander")[duel_order(state, duel)[0]]


def winner(weapons: tuple[str, str], boosts: tuple[int, int], random: Random) -> str:
    """One duel in the engine: all dice each time, and nobody gives up."""
    state = FIGHT_GAME.start(begun(weapons, boosts)).state
    while (question := FIGHT_GAME.question(state)) is not None:
        frame = state.agenda[-1]
        answer: Answer
        if question.seat == CHANCE:
            assert isinstance(frame, Throw)
            answer = rolled(frame, random)
        elif question.kind == "withdraw":
            answer = Stay()
        elif question.kind == "steal":
            answer = StealNothing()
        else:
            answer = next(iter(FIGHT_GAME.options(state)))  # all dice, or what makes no difference
        state = FIGHT_GAME.step(state, answer).state
    down = [seat for seat in (0, 1) if state.stands(Seat(seat)) == KNOCKED_OUT]
    return ("stander", "mover")[down[0]] if down else "drawn"


@pytest.mark.rule("duel.tie", "duel.defeat", "duel.draw-guard")
@pytest.mark.parametrize("boosts", [(0, 0), (1, 0), (1, 2)])
def test_added_initiative_is_worth_what_it_is_in_the_engine(boosts: tuple[int, int]) -> None:
    """Without helmets the first hit ends it, so that going first is nearly all."""
    weapons, random = ("WW", "WW"), Random(f"{boosts}")
    odds = solved(weapons, boosts)
    ends = Counter(winner(weapons, boosts, random) for _ in range(DUELS))
    for who, chance in (("mover", odds.mover), ("stander", odds.stander), ("drawn", odds.drawn)):
        assert abs(share_compared(who, chance, ends[who], DUELS).z) < 5, who
    assert (odds.mover > odds.stander) == (boosts == (1, 0))
