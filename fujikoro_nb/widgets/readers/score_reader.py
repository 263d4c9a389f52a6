"""ScoreReader: score and countdown of an evening as people see them who only look on."""

from __future__ import annotations

from typing import Any

import msgspec
import traitlets as t

from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import what_next
from fujikoro_nb.helper.said import Said
from fujikoro_nb.views.evening.ending import ending_view
from fujikoro_nb.views.evening.score import score_view
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["ScoreReader", "read_score"]

_SHOWN = ("phase", "title", "round", "turn", "track", "rounds", "end", "reminders")
_UNTOLD = "evening.effect-unknown"
"""Asks who writes to tell what is printed on a space."""
_OF_A_PERSON = (
    "seat",
    "name",
    "colour",
    "about",
    "place",
    "points",
    "came",
    "isTurn",
    "isMarked",
    "lives",
    "isDown",
    "palace",
    "left",
)


class ScoreReader(FujiWidget, front_end="score_reader", sheets=("score_page", "ending", "score_reader")):
    """People, countdown, and what comes next. `show` draws another moment; nothing here can be tapped but rules."""

    word_tables = ("widgets", "score-page", "score-reader", "evening-end")

    view = t.Dict().tag(sync=True)

    def show(self, evening: Evening, hours: Hours | None = None) -> None:
        """Draw an evening; ``hours`` are those of its story."""
        self.view = read_score(evening, self._spoken, hours)


def read_score(evening: Evening, language: str, hours: Hours | None = None) -> dict[str, Any]:
    """What readers see of an evening's score and countdown."""
    whole = score_view(evening, language=language)
    return {
        **{name: whole[name] for name in _SHOWN},
        "clock": [_clock(one, language) for one in what_next(evening).clock],
        "hasPoints": evening.has_points,
        "ending": ending_view(evening, language=language, hours=hours),
        "people": [{name: one[name] for name in _OF_A_PERSON} for one in whole["people"]],
    }


def _clock(one: Said, language: str) -> dict[str, Any]:
    key = "score-reader.effect-unknown" if one.key == _UNTOLD else one.key
    said = msgspec.structs.replace(one, key=key).said(language=language)
    return {"text": said, "rules": list(one.rules)}
