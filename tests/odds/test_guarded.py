"""Odds of fights against hostile samurai: exact, and the same as the engine plays them."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.odds import Samurai
from fujikoro_nb.odds.duel import solve_guarded, solve_plays
from fujikoro_nb.odds.policy import HostilePlay
from tests.support.fights import DICE
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board

FACES = {die.material: die for die in DICE}
WEAPONS = ("WWM", "WM/MW", "MWW:WWM/M..:..M", "WWMT", "WWWM/..M.")
HELMETS = ("MW/.M", "WM/MW", "MMM", "WWW/..T", "M")
PLAYOUTS = 2_000


def fighter(weapon: str, helmet: str) -> Board:
    """A hostile samurai that wears what its blueprints show."""
    plans = tuple(
        blueprint(kind, text.replace(":", ""), str(kind))
        for kind, text in ((HELMET, helmet), (WEAPON, weapon))
    )
    bare = board(weapon=weapon, helmet=helmet, monks=("weapon",), discs=[one.id for one in plans])
    return charmed(msgspec.structs.replace(bare, blueprints=plans, discs=0), ADOPTED)


def drawn(seed: int) -> tuple[Board, Board]:
    chance = random.Random(seed)
    one, other = (fighter(chance.choice(WEAPONS), chance.choice(HELMETS)) for _ in range(2))
    return one, other


def played(boards: tuple[Board, Board], playouts: int, seed: int) -> tuple[float, float]:
    """How often each wins, by the engine: both decide by the fixed rule, so only dice are thrown."""
    wins = [0, 0]
    state = ArenaState(boards=boards, dice=DICE, hostile=(Seat(0), Seat(1)))
    begun = begin_duel(state, Seat(0), Seat(1))
    for number in range(playouts):
        session = Session(FIGHT_GAME, begun, dealer=Seeded(f"{seed}-{number}"), auto_deal=True)
        assert session.question is None, "nobody is asked"
        standing = session.state.standing
        if "knocked-out" in standing:
            wins[1 - standing.index("knocked-out")] += 1
    return wins[0] / playouts, wins[1] / playouts


def agree(exact: float, found: float, playouts: int) -> bool:
    """Within four and a half standard errors."""
    return abs(exact - found) <= 4.5 * math.sqrt(max(exact * (1 - exact), 1e-4) / playouts)


def check(seed: int, playouts: int) -> None:
    boards = drawn(seed)
    plays = [HostilePlay(one, FACES, ADOPTED) for one in boards]
    own, other = (Samurai.of(one).initiative for one in boards)
    odds = solve_plays(plays[0], plays[1], own, other)
    assert odds.uncertainty < 1e-9
    found = played(boards, playouts, seed)
    assert agree(odds.mover, found[0], playouts) and agree(odds.stander, found[1], playouts), (odds, found)


@pytest.mark.rule("scenario.7.solo.hostile-decisions")
@pytest.mark.parametrize("seed", range(2))
def test_odds_are_what_the_engine_plays(seed: int) -> None:
    check(seed, PLAYOUTS // 4)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_odds_are_what_the_engine_plays_on_twenty_fights(seed: int) -> None:
    check(seed, 10_000)


@pytest.mark.rule("scenario.7.solo.hostile-unusable-weapon", "scenario.7.solo.samurai-combat-rules")
def test_a_guard_without_a_weapon_only_waits() -> None:
    """Who strikes often enough wins, and nobody is struck."""
    guard = fighter("WM", "M")
    hero = Samurai.of(board(weapon="WWMMM", helmet="M"))
    odds = solve_guarded(hero, guard, FACES)
    assert odds.stander == 0 and odds.mover > 0.9 and odds.first == "mover"
    assert solve_guarded(Samurai.of(board(helmet="M")), guard, FACES).drawn == 1
    assert GearKind.WEAPON not in [kind for kind in GearKind if not guard.gear.layout(kind)]
    assert SANDALS in GearKind
