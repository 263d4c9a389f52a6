"""GameReader: a game as people see it who only look on, from nobody's seat."""

from __future__ import annotations

from typing import Any

import ipywidgets
import traitlets as t

from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import GameSession, Table, is_together
from fujikoro_nb.views.game.group_end import group_over
from fujikoro_nb.views.game.log import log_view
from fujikoro_nb.views.game.people import board_view, cards_view, status_view
from fujikoro_nb.views.game.points import points_view
from fujikoro_nb.views.game.question import rows_of, sentence
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.playing.telling import LOG_ENTRIES, NOBODY

__all__ = ["GameReader"]

MOST_CHOICES = 8
"""Of what a group decides, so many answers are told: the page of the game has them all."""
LATEST = 3
"""Answers that are told as what has just happened."""


class GameReader(
    FujiWidget, front_end="game_reader", sheets=("combat_panel", "cast_card", "game_page", "game_reader")
):
    """Map, boards, score, countdown and log. `show` draws another moment; nothing here can be answered."""

    word_tables = (
        "map-game",
        "widgets",
        "combat",
        "game-page",
        "cast",
        "game-group",
        "game-signs",
        "game-reader",
    )

    map = t.Instance(HexMap).tag(sync=True, **ipywidgets.widget_serialization)
    status = t.Dict().tag(sync=True)
    final: t.List[Any] = t.List().tag(sync=True)
    points: t.List[Any] = t.List().tag(sync=True)
    people: t.List[Any] = t.List().tag(sync=True)
    cards = t.Dict().tag(sync=True)
    happened: t.List[Any] = t.List().tag(sync=True)
    log: t.List[Any] = t.List().tag(sync=True)
    has_older = t.Bool(False).tag(sync=True)
    asked = t.Dict().tag(sync=True)
    """Who is asked: ``{"seat": ..., "said": ...}``; the seat is missing when nobody of the table is.

    What a group decides comes with its ``choices``.
    """
    travel = t.Dict().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        language = settings.get("language", "en")
        settings.setdefault("map", HexMap(language=language, is_board_only=True))
        super().__init__(**settings)

    def show(self, session: GameSession, agreed: Table) -> None:
        """Draw the moment at which a session stands."""
        state, lines = session.state, session.lines
        words = Words([chair.name for chair in agreed.chairs], self.say, str(self.language), state.dice)
        view = session.view_for(NOBODY)
        with self.hold_sync():
            self.status = status_view(state, words, agreed.bots)
            self.points = points_view(state, words)
            self.people = [board_view(view, Seat(seat), words) for seat in range(view.players)]
            self.cards = cards_view(state, words)
            self.map.show(view, seat=NOBODY)
            first = max(0, len(lines) - LOG_ENTRIES)
            self.log = log_view(lines[first:], words, state.colours, {}, first=first)
            self.happened = self.log[-LATEST:]
            self.asked = self._asked(session, words)

    def _asked(self, session: GameSession, words: Words) -> dict[str, Any]:
        question, state = session.question, session.state
        if question is None:
            is_group = state.party is not None
            over = group_over(state, words, session.lines)["text"] if is_group else ""
            return {"said": over or self.say("table-view.over")}
        if is_together(question) and state.players > 1:
            rows, more = rows_of(state, question, session.options, words, most=MOST_CHOICES)
            return {
                "said": f"{self.say('game-page.together')}: {sentence(state, question, words)}",
                "together": words.say("game-page.together-about", name=words.seat(question.seat)),
                "choices": [{"label": row["label"], "about": row["about"]} for row in rows],
                "more": words.say("game-page.more-answers", n=more) if more else "",
                "rule": question.rule,
            }
        if question.seat < 0:
            return {"said": self.say("table-view.dealt")}
        return {
            "seat": int(question.seat),
            "said": self.say("table-view.asked", who=words.seat(question.seat)),
        }
