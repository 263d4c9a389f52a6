"""The arena: what a fight needs of the state it is fought on.

A fight asks the state for its fighters' boards and tells it who leaves and who is rewarded. The board game offers its
own arena; `rules.arena` has one without a map, for the combat panel, puzzles and odds. Gear, backpack and monks exist
once, on the boards, and are never copied in and out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Die, Dragon, ScrollCard
from fujikoro_nb.engine.kernel import Event, Seat

CONSCIOUS, KNOCKED_OUT, RETREATED = "conscious", "knocked-out", "retreated"


class Arena(TableState, frozen=True):
    """A state on which fights are fought. ``dice`` are the faces in use: data, because no rulebook prints them."""

    dice: tuple[Die, ...] = ()

    @property
    def players(self) -> int:
        """Players in the game, fighting or not (combat.health.stat-by-count)."""
        return len(self.boards)

    def fighter(self, seat: Seat) -> Board:
        """The board of a fighter."""
        return self.boards[seat]

    def with_fighter(self, seat: Seat, board: Board) -> Self:
        """The state with a fighter's board replaced."""
        return self.with_board(seat, board)

    def die(self, colour: str) -> Die:
        """The die of a colour, W M T or G."""
        return next(die for die in self.dice if die.material == colour)

    def scrolls_of(self, seat: Seat) -> tuple[ScrollCard, ...]:
        """The scroll cards beside a board, the one in the first slot first; an arena without a map knows none."""
        return ()

    def with_scrolls(
        self, seat: Seat, scrolls: tuple[ScrollCard, ...], *, discarded: tuple[ScrollCard, ...] = ()
    ) -> Self:
        """The state with other scroll cards beside a board; ``discarded`` ones go to the discard pile."""
        raise NotImplementedError

    @property
    def is_group(self) -> bool:
        """Whether the players fight together against the mountain: teeth are shared, some dragons are weaker."""
        return False

    @property
    def leaves_loot(self) -> bool:
        """Whether a beaten dragon brings points only (scenario.1.competitive.kill-gives-points-only)."""
        return False

    @property
    def keeps_figures(self) -> bool:
        """Whether who strikes the last blow keeps the dragon (scenario.2.competitive.take-dragon)."""
        return False

    def with_figure(self, seat: Seat, dragon: Dragon) -> Self:
        """The state with a beaten dragon beside somebody's board."""
        raise NotImplementedError

    @property
    def has_solo_health(self) -> bool:
        """Whether dragons that are weaker for one player are so for everybody (scenario.1.competitive.solo-health)."""
        return False

    def teeth_of(self, dragon: Dragon) -> int:
        """Teeth that a group gets for this dragon's defeat (coop.combat.teeth-for-victory)."""
        return DRAGON_TEETH[dragon.colour]

    def spokesman_of(self, seats: Sequence[Seat]) -> Seat:
        """Who is asked what these seats decide together."""
        return seats[0]

    def is_hostile(self, seat: Seat) -> bool:
        """Whether nobody plays this fighter, so that it decides by a fixed rule."""
        return False

    def can_retreat(self, seat: Seat) -> bool:
        """Whether there is a space to which a fighter can retreat."""
        return True

    def points(self, points: int) -> int:
        """What so many points are worth here."""
        return points

    def damage_on(self, dragon: Dragon) -> int:
        """Permanent damage tokens beside a dragon (combat.damage-tokens)."""
        raise NotImplementedError

    def is_conscious(self, seat: Seat) -> bool:
        """Whether a samurai can be attacked, join or act (combat.defeat.safe)."""
        raise NotImplementedError

    def leaves(self, seat: Seat, why: str) -> tuple[Self, tuple[Event, ...]]:
        """A fighter is ``knocked-out`` or has ``retreated``; acts at once, because spaces and eruptions see it."""
        raise NotImplementedError

    def after_roll(self, roller: Seat | None) -> Self:
        """The moment after an attack roll, before its hits count; ``roller`` is None for the dragon.

        A game in which somebody may interject there opens its window; nothing here can be used.
        """
        return self

    def caught(self, *, is_turn_over: bool) -> tuple[Self, tuple[Event, ...]]:
        """What the health of the dragon decides after a roll, or after a whole attack turn; here nothing."""
        return self, ()

    def monk_won(self, seat: Seat) -> tuple[Self, tuple[Event, ...]]:
        """A samurai has beaten a monk (scenario.4.competitive.monk-won); here nobody takes him along."""
        return self, ()

    def shield(self, seat: Seat) -> int:
        """Hits of every roll that never reach this samurai (scroll.use); here nobody has such a power."""
        return 0

    def award(self, seat: Seat, victory_points: int) -> tuple[Self, tuple[Event, ...]]:
        """Victory points, and what they set off; who is rewarded together is rewarded in turn order."""
        raise NotImplementedError

    def without_dragon(self, dragon: Dragon) -> Self:
        """The dragon leaves the game (combat.win)."""
        raise NotImplementedError
