"""What points begin: the countdown of the Final Chapter, and in a scenario another one before it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.board.scene import Scene
from fujikoro_nb.engine.fujikoro.components import CountdownStep
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Event, Seat, cites, event


@cites("final.trigger", "final.trigger.once")
def begins_final(marker: int | None, score: int, *, enough: int) -> bool:
    """Whether somebody with this score gets the marker of the Final Chapter: nobody has it, and the points are enough.

    >>> begins_final(None, 30, enough=30), begins_final(1, 30, enough=30)
    (True, False)
    """
    return marker is None and score >= enough


class Run(NamedTuple):
    """Where the countdowns of a scenario with two of them stand."""

    scene: Scene
    marker: Seat | None
    countdown: int

    @cites(
        "scenario.3.competitive.lava-phase-trigger",
        "scenario.3.competitive.real-final",
        "scenario.3.competitive.jump-over-both",
    )
    def after(
        self, seat: Seat, score: int, enough: int, track: tuple[CountdownStep, ...], rulings: Rulings
    ) -> tuple[Run, tuple[Event, ...]]:
        """The same with what a score begins: fewer points the first one, and ``enough`` the second one.

        scenario.3.competitive.jump-over-both: the second one begins from anywhere, whether the first has or not.
        """
        has_final = self.marker is not None and not self.scene.is_warm
        if begins_final(self.marker if has_final else None, score, enough=enough):
            begun = event("final-chapter", "scenario.3.competitive.real-final", seat=int(seat), points=score)
            space, back = self._back(track, rulings)
            return Run(self.scene.with_token_back(self.countdown), seat, space), (begun, *back)
        if not begins_final(self.marker, score, enough=self.scene.plot.lava_points):
            return self, ()
        begun = event("lava-phase", "scenario.3.competitive.lava-phase-trigger", seat=int(seat), points=score)
        scene = msgspec.structs.replace(self.scene, is_warm=True)
        return Run(scene, seat, self.countdown), (begun,)

    @cites("scenario.3.competitive.reset-if-running")
    def _back(self, track: tuple[CountdownStep, ...], rulings: Rulings) -> tuple[int, tuple[Event, ...]]:
        """The space that the token goes back to from the first countdown; at some tables one that runs has one left."""
        if not self.scene.is_warm:
            return 0, ()
        is_running = 0 < self.countdown < len(track)
        is_one = rulings.reading("scenario.3.competitive.reset-if-running") == "space-one"
        space = 1 if is_running and is_one else 0
        return space, (event("token-back", "scenario.3.competitive.reset-if-running", space=space),)
