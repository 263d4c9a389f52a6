"""Windows of the board game: moments at which scrolls and tokens may be used though nobody is asked anything else."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Use
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.powers import check_use, used, uses
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Options,
    Outcome,
    Quiet,
    Refusal,
    Seat,
    Window,
    WindowRules,
    refuse,
)


class PowerRules(WindowRules[GameState]):
    """Opened by `GameState.with_window` and `GameState.opened`."""

    rule = "scroll.use"
    moments = ("gathered", "rest", "before-join", "fight", "rolled")

    def uses(self, state: GameState, seat: Seat, moment: str) -> Options:
        return Complete(uses(state, seat, moment))

    def check_use(self, state: GameState, seat: Seat, moment: str, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Use):
            return refuse(self.rule, "not-usable")
        return check_use(state, seat, moment, answer)

    def used(self, state: GameState, frame: Window, seat: Seat, answer: Answer) -> Outcome[GameState]:
        assert isinstance(answer, Use), "check lets nothing else through"
        return used(state, seat, frame.moment, answer)

    def quiet(self, state: GameState) -> tuple[Quiet, ...]:
        return state.quiet

    def with_quiet(self, state: GameState, quiet: tuple[Quiet, ...]) -> GameState:
        return msgspec.structs.replace(state, quiet=quiet)
