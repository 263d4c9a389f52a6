"""What a scenario adds to the state of a game."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.scene import Scene
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

    @cites("scenario.1.competitive.tokens-kept")
    def tokens_of(self, seat: Seat) -> int:
        """The status tokens beside a board; none where there are none."""
        scene = self.scene
        return scene.tokens[seat] if scene is not UNSET and scene.tokens else 0
