"""The three modes of Fuji Koro and the two small games, as objects: lists, evening and pages ask what a mode is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL

FUJI_KORO, MAKAI_FUDA, FUJI_99 = "fuji_koro", "makai_fuda", "fuji_99"
"""The games, each with a box of its own."""


class TableMode(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody against everybody else with the pieces of Fuji Koro, unless it says something else."""

    name: str
    """As links, stored tables and the rules book call it."""
    game: str = FUJI_KORO
    """Whose box it is."""
    players_rule: str = ""
    """The rule that states fewest and most players; empty where nobody but one plays (solo.mode.coop-rules)."""
    is_sister: bool = False
    """Whether it is a small game, without boards, adventures and scenarios."""
    is_together: bool = False
    """Whether all win or lose against the mountain (coop.end.win-immediately, coop.end.lose-conditions)."""
    is_alone: bool = False
    """Whether it is for exactly one player (solo.mode.coop-rules)."""
    alone: str = ""
    """The mode that this one is for one player (solo.mode.coop-rules); empty where it stays the same."""
    may_duel: bool = False
    """Whether samurai can fight each other, so that a table may leave it out (variant.peaceful)."""
    has_red_choice: bool = False
    """Whether a bag may get one more red cube (fuji99.setup.bag-contents)."""


_ALL = (
    TableMode(name=COMPETITIVE.name, players_rule="setup.players.count", may_duel=COMPETITIVE.may_duel),
    # coop.play.no-samurai-combat: samurai meet as in the peaceful variant where all play together.
    TableMode(
        name="coop",
        players_rule="coop.mode.players",
        is_together=True,
        alone="solo",
        may_duel=PEACEFUL.may_duel,
    ),
    TableMode(name="solo", is_together=True, is_alone=True, may_duel=PEACEFUL.may_duel),
    TableMode(name="makai_fuda", game=MAKAI_FUDA, players_rule="makai.setup.player-count", is_sister=True),
    TableMode(
        name="fuji_99",
        game=FUJI_99,
        players_rule="fuji99.setup.player-count",
        is_sister=True,
        has_red_choice=True,
    ),
)
TABLE_MODES: Mapping[str, TableMode] = {mode.name: mode for mode in _ALL}


def mode_of(name: str) -> TableMode:
    """A mode by its name. Raises KeyError.

    >>> mode_of("solo").is_together
    True
    """
    return TABLE_MODES[name]


def mode_for(name: str, players: int) -> TableMode:
    """What a mode is for so many people: co-op for one is the solo game (solo.mode.coop-rules).

    >>> mode_for("coop", 1).name
    'solo'
    """
    mode = mode_of(name)
    return mode_of(mode.alone) if mode.alone and players == 1 else mode
