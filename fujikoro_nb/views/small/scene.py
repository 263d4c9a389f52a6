"""What a small game shows to whoever looks at the page: the view of a seat, and the lines that this seat may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.bots.bot import Why
from fujikoro_nb.engine.kernel import CHANCE, Answer, Game, Line, Question, Seat
from fujikoro_nb.play.seats import Table
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["Scene", "happened"]

MOST_TOLD = 40


class Scene(msgspec.Struct, frozen=True):
    """One moment for one pair of eyes; ``state`` and ``lines`` hold nothing that these may not see."""

    game: Game[Any]
    state: Any
    question: Question | None
    lines: Sequence[Line]
    table: Table
    eyes: Seat
    words: SmallWords
    whys: Mapping[int, Why]
    is_own_phone: bool = False
    """Whether nobody but the seat of these eyes looks at the page: its hand lies open all the time."""

    @property
    def at(self) -> int:
        """For which question an answer is meant."""
        return len(self.lines)

    @property
    def asked(self) -> Seat | None:
        """The seat that is asked; nobody when the game is over."""
        return None if self.question is None else self.question.seat

    def text(self, answer: Answer) -> str:
        """How the page sends an answer back."""
        return self.game.to_text(answer)

    def refusal(self, answer: Answer) -> dict[str, str] | None:
        """Why this cannot be answered now; None: it can."""
        refusal = self.game.check(self.state, answer)
        return None if refusal is None else self.words.refused(refusal)


def happened(scene: Scene, since: int) -> list[dict[str, Any]]:
    """What happened from a line on, one entry a sentence, the oldest first."""
    told: list[dict[str, Any]] = []
    for number, line in enumerate(scene.lines[since:], since):
        entries = [one for event in line.events if (one := scene.words.told(event)) is not None]
        if entries and number in scene.whys and line.entry.seat != CHANCE:
            name = scene.words.seat(line.entry.seat)
            entries[0] = {**entries[0], "why": f"{name} {scene.words.why(scene.whys[number])}."}
        told += entries
    return told[-MOST_TOLD:]
