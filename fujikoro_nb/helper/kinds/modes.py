"""The three modes of Fuji Koro and the two small games, as objects: lists, evening and pages ask what a mode is.

What the engine knows of a mode it says itself: a `TableMode` of Fuji Koro holds the engine's `Mode` and reads there.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.refused import MODES
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot, scenario_of

FUJI_KORO, MAKAI_FUDA, FUJI_99 = "fuji_koro", "makai_fuda", "fuji_99"
"""The games, each with a box of its own."""


class TableMode(msgspec.Struct, frozen=True, kw_only=True):
    """A mode of Fuji Koro, with the engine's ``rules``, or a small game, which nobody plays here."""

    name: str
    """As links, stored tables and the rules book call it."""
    rules: Mode | None = None
    """What the engine says of it; a small game has a box of its own, without boards, adventures and scenarios."""
    game: str = FUJI_KORO
    """Whose box it is."""
    players_rule: str = ""
    """The rule that states fewest and most players of a small game."""
    sheet: str = ""
    """Of a small game: the score sheet that is printed to be filled in (views.small.desk_sheets)."""
    has_red_choice: bool = False
    """Whether a bag may get one more red cube (fuji99.setup.bag-contents)."""

    @property
    def is_sister(self) -> bool:
        """Whether it is a small game."""
        return self.rules is None

    @property
    def is_together(self) -> bool:
        """Whether all win or lose against the mountain (coop.end.win-immediately, coop.end.lose-conditions)."""
        return self.rules is not None and bool(self.rules.said.goals)

    @property
    def is_alone(self) -> bool:
        """Whether it is for exactly one player (solo.mode.coop-rules)."""
        return self.rules is not None and self.rules.most_players == 1

    @property
    def may_duel(self) -> bool:
        """Whether samurai can fight each other, so that a table may leave it out (variant.peaceful)."""
        return self.rules is not None and self.rules.may_duel


_ALL = (
    *(TableMode(name=name, rules=rules) for name, rules in MODES.items()),
    TableMode(name="makai_fuda", game=MAKAI_FUDA, players_rule="makai.setup.player-count", sheet="gold"),
    TableMode(
        name="fuji_99",
        game=FUJI_99,
        players_rule="fuji99.setup.player-count",
        sheet="floors",
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


def rules_of(name: str) -> Mode:
    """What the engine says of a mode of Fuji Koro. Raises KeyError.

    >>> rules_of("coop").said.lives
    2
    """
    rules = mode_of(name).rules
    if rules is None:
        raise KeyError(name)
    return rules


def plot_in(rules: Mode, scenario: int) -> Plot:
    """What a scenario by its number says beside a mode; of one that the mode does not have, nothing.

    >>> plot_in(rules_of("solo"), 7).guards
    3
    """
    found = scenario_of(scenario)
    side = found.side(rules) if found is not None and found.has_mode(rules) else None
    return NO_PLOT if side is None else side.plot


def mode_for(name: str, players: int) -> TableMode:
    """What a mode is for so many people: co-op for one is the solo game (solo.mode.coop-rules).

    >>> mode_for("coop", 1).name
    'solo'
    """
    mode = mode_of(name)
    if mode.rules is None or players != 1:
        return mode
    return mode_played(msgspec.structs.replace(mode.rules, most_players=1))


def mode_played(rules: Mode) -> TableMode:
    """The mode that the engine plays, whatever its table agreed on within it.

    What is played for tells it, and whether one plays alone: a save may say all else of its mode otherwise than we.

    >>> from fujikoro_nb.engine.fujikoro.modes import PEACEFUL
    >>> mode_played(PEACEFUL).name
    'competitive'
    """
    asked = TableMode(name=rules.name, rules=rules)
    same = [one for one in _ALL if not one.is_sister and one.is_together == asked.is_together]
    return next((one for one in same if one.is_alone == asked.is_alone), same[0])
