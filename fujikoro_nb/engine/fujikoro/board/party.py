"""What a group that plays together has in common: its round, its lives, and how its game ended."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.components import Dragon, GearCard
from fujikoro_nb.engine.kernel import Seat, cites

WON, LOST_LIFE, LOST_TIME = "won", "lost-life", "lost-time"
"""How a group's game ends (coop.end.lose-conditions)."""
CAPTURED, LOST_DRAGON = "captured", "dragon-killed"
"""How a hunt for the living legendary dragon ends."""
LOST_POINTS, LOST_WAY = "points", "ways"
"""How a game may end that is won by points and by one of the ways off the mountain."""
VICTORIES = (WON, CAPTURED)
"""All ways in which a group wins."""


class Party(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The group. It has none of this in games in which everybody plays alone."""

    lives: tuple[int, ...]
    """By seat; the health tile shows them (coop.setup.lives-two)."""
    first: Seat = Seat(0)
    """Who has the first player's token (coop.rounds.first-player-fixed)."""
    round: int = 0
    """The round that is played; 0 before the first."""
    has_beaten_legend: bool = False
    """coop.goal.legendary-defeated"""
    outcome: str = ""
    """Empty while the game goes on."""
    asleep: tuple[str, ...] = ()
    """The dragons, by name, whose status token shows that side (coop.setup.status-tokens: there are enough)."""
    awake: tuple[str, ...] = ()
    """Those whose token shows the other one; without a token a dragon walks (coop.dragon.wake-sequence)."""
    dealt: tuple[GearCard, ...] = ()
    """The gear cards to begin with, in turn order from the first player; forgotten when the setup is over."""
    trades: int = 0
    """Exchanges that were offered in this turn."""

    def with_life_lost(self, seat: Seat) -> Party:
        """One life of a samurai less; with its last one the game is lost."""
        left = self.lives[seat] - 1
        lives = (*self.lives[:seat], left, *self.lives[seat + 1 :])
        return msgspec.structs.replace(self, lives=lives, outcome=self.outcome or ("" if left else LOST_LIFE))

    @cites("scenario.6.coop.kill-loses")
    def without_dragon(self, dragon: Dragon, *, is_wanted: bool = False) -> Party:
        """The group has beaten a dragon; its token goes with it (coop.dragon.token-gone-on-defeat).

        ``is_wanted``: the legendary dragon had to live, so its death loses the game.
        """
        is_lost = is_wanted and dragon.is_legendary
        return msgspec.structs.replace(
            self,
            asleep=tuple(name for name in self.asleep if name != dragon.id),
            awake=tuple(name for name in self.awake if name != dragon.id),
            has_beaten_legend=self.has_beaten_legend or dragon.is_legendary,
            outcome=self.outcome or (LOST_DRAGON if is_lost else ""),
        )
