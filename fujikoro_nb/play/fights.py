"""A fight by itself, without a mountain: begun between people and a dragon or each other, or opened from its save."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.kernel import Save, Seeded, Session, Setting

FightSession = Session[ArenaState]


def fight_between(start: ArenaState, names: Sequence[str]) -> FightSession:
    """A fight before its first question, with dice of its own."""
    return Session(
        FIGHT_GAME, start, dealer=Seeded(secrets.token_hex(8)), setting=Setting(seats=tuple(names))
    )


def fight_of(save: Save | bytes) -> FightSession:
    """The fight of a save. Raises Unreadable for a save of anything else."""
    session: FightSession = Session.load(FIGHT_GAME, save)
    return session
