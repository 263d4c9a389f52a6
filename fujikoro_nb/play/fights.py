"""A fight by itself, without a mountain: begun between people and a dragon or each other, or opened from its save."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.kernel import Save, Seat, Seeded, Session, Setting, cites

FightSession = Session[ArenaState]


def fight_between(start: ArenaState, names: Sequence[str]) -> FightSession:
    """A fight before its first question, with dice of its own."""
    return Session(
        FIGHT_GAME, start, dealer=Seeded(secrets.token_hex(8)), setting=Setting(seats=tuple(names))
    )


@cites("scenario.7.solo.samurai-combat-rules")
def guard_fight(arena: ArenaState, guard: Board) -> ArenaState:
    """The state in which seat 0 has stepped into the temple of this guard, whom nobody plays. Raises Illegal."""
    seat = Seat(len(arena.boards))
    boards = (*arena.boards, guard)
    return begin_duel(msgspec.structs.replace(arena, boards=boards, hostile=(seat,)), Seat(0), seat)


def fight_of(save: Save | bytes) -> FightSession:
    """The fight of a save. Raises Unreadable for a save of anything else."""
    session: FightSession = Session.load(FIGHT_GAME, save)
    return session
