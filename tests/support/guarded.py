"""One player beside a temple that a fallen samurai guards."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.scene import Guard
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board, gear_of

GUARDS = 3
HERO = board(weapon="WWMMM", helmet="MMMM")
PLANS = (
    blueprint(HELMET, "MW/.M", "helm"),
    blueprint(WEAPON, "WWM", "blade"),
    blueprint(SANDALS, "MM", "shoes"),
)


def guard(weapon: str = "WWM", helmet: str = "MW/.M") -> Board:
    """Its gear is magical where it shows its blueprint."""
    worn = gear_of(weapon=weapon, helmet=helmet, sandals="MM")
    bare = board(discs=[one.id for one in PLANS])
    return charmed(msgspec.structs.replace(bare, gear=worn, blueprints=PLANS, discs=0), ADOPTED)


def guarded(first: Board, **more: object) -> Realm:
    """The first temple is guarded by this one, the others by plain ones."""
    stand = tuple(map(Guard, (first, *(guard() for _ in range(GUARDS - 1)))))
    known: dict[str, object] = {"mode": SOLO, "scenario": 7, "scene": {"guards": stand}}
    return realm(HERO, **{**known, **more})  # type: ignore[arg-type]
