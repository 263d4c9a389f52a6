"""What a scenario adds to the state of a game."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.geometry import TEMPLES, SpaceId
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.scene import Guard, Scene
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot
from fujikoro_nb.engine.kernel import Seat, cites


class Staged(Arena, frozen=True):
    """An arena on which a scenario may be played."""

    scene: Scene | UnsetType = UNSET
    """The scenario that is played; not there, and not written down, without one."""

    @property
    def plot(self) -> Plot:
        """What the scenario says, before characters and mode are asked."""
        scene = self.scene
        return NO_PLOT if scene is UNSET else scene.plot

    @property
    def staged(self) -> Scene:
        """What the scenario has on the table, where one is played."""
        scene = self.scene
        assert scene is not UNSET, "only a scenario has this"
        return scene

    def with_scene(self, scene: Scene) -> Self:
        """The state with something else of the scenario's on the table."""
        return msgspec.structs.replace(self, scene=scene)

    @property
    def leaves_loot(self) -> bool:
        """Whether dragons leave a tooth and a status token, and the tokens are a purse."""
        scene = self.scene
        return scene is not UNSET and scene.plot.leaves_loot

    @property
    def keeps_figures(self) -> bool:
        """Whether who strikes the last blow keeps the dragon."""
        scene = self.scene
        return scene is not UNSET and scene.plot.figures is not None

    def with_figure(self, seat: Seat, dragon: Dragon) -> Self:
        """The state with a beaten dragon beside somebody's board."""
        return self.with_scene(self.staged.with_figure(seat, dragon))

    @property
    def has_solo_health(self) -> bool:
        """Whether dragons that are weaker for one player are so for everybody."""
        scene = self.scene
        return scene is not UNSET and scene.plot.has_solo_health

    def has_monk_on(self, space_id: SpaceId) -> bool:
        """Whether a monk who fights is on a space."""
        scene = self.scene
        return scene is not UNSET and space_id in scene.monks

    # ---- who fights and has no seat

    @cites("scenario.7.solo.fallen-at-temples")
    def is_hostile(self, seat: Seat) -> bool:
        """Whether this is no seat but a guard, counted on from the last seat."""
        return seat >= len(self.boards)

    def guard(self, seat: Seat) -> Guard:
        """The guard that fights as this seat."""
        return self.staged.guards[seat - len(self.boards)]

    def post_of(self, seat: Seat) -> SpaceId:
        """The temple of the guard that fights as this seat."""
        return TEMPLES[seat - len(self.boards)]

    def with_guard(self, seat: Seat, guard: Guard) -> Self:
        """The state with a guard changed."""
        scene, index = self.staged, seat - len(self.boards)
        guards = (*scene.guards[:index], guard, *scene.guards[index + 1 :])
        return self.with_scene(msgspec.structs.replace(scene, guards=guards))

    def fighter(self, seat: Seat) -> Board:
        """The board of a seat or of a guard."""
        boards = self.boards
        return boards[seat] if seat < len(boards) else self.guard(seat).board

    def with_fighter(self, seat: Seat, board: Board) -> Self:
        """The state with the board of a seat or of a guard replaced."""
        if not self.is_hostile(seat):
            return self.with_board(seat, board)
        return self.with_guard(seat, msgspec.structs.replace(self.guard(seat), board=board))

    def seated(self, *fighters: Seat) -> tuple[Seat, ...]:
        """Those of these fighters whom somebody plays."""
        return tuple(seat for seat in fighters if not self.is_hostile(seat))

    @cites("scenario.7.solo.combat-at-temple")
    def guard_on(self, space_id: SpaceId) -> Seat | None:
        """The guard of this temple, while it is unbeaten, as the seat that it fights as."""
        scene = self.scene
        if scene is UNSET or not scene.guards or space_id not in TEMPLES:
            return None
        number = TEMPLES.index(space_id)
        is_there = number < len(scene.guards) and not scene.guards[number].is_beaten
        return Seat(len(self.boards) + number) if is_there else None

    @property
    def guards_left(self) -> tuple[Seat, ...]:
        """Guards that nobody has beaten, as the seats that they fight as."""
        scene, first = self.scene, len(self.boards)
        guards = () if scene is UNSET else scene.guards
        return tuple(Seat(first + number) for number, guard in enumerate(guards) if not guard.is_beaten)

    @cites("scenario.1.competitive.tokens-kept")
    def tokens_of(self, seat: Seat) -> int:
        """The status tokens beside a board; none where there are none."""
        scene = self.scene
        return scene.tokens[seat] if scene is not UNSET and scene.tokens else 0
