"""What was drawn from the real box, on a game's page: described in a form, and given as the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.views.game.played import Page, Pen, PlayedGame
from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor, editor_of_draw
from fujikoro_nb.widgets.playing.flow import Flow

__all__ = ["Drawn", "DrawnPage"]


class DrawnPage(Page, Protocol):
    """What the form writes on the page, and reads there."""

    editor: PieceEditor | None
    refused: dict[str, Any]


class Drawn:
    """The form for a piece that the dealer cannot know. ``owned`` tells the owner's pieces."""

    def __init__(
        self, page: DrawnPage, game: PlayedGame, flow: Flow, pen: Pen, *, owned: Callable[[], Pack]
    ) -> None:
        self._page, self._game, self._flow, self._pen = page, game, flow, pen
        self._owned = owned

    def show(self) -> None:
        """A form while something is drawn from the real box, and none otherwise."""
        page = self._page
        before = page.editor
        editor = editor_of_draw(self._game.playing, self._owned(), language=page.language)
        if editor is not None:
            editor.observe(self._described, names="finished")
        page.editor = editor
        if before is not None:
            before.close()

    def _described(self, change: Any) -> None:
        """What was drawn is described on the device that writes."""
        self._pen.need_pen()
        page = self._page
        editor = page.editor
        if change.new is None or editor is None or self._flow.lateness(len(self._game.playing.lines)):
            return
        answer = editor.answer
        assert answer is not None, "what was described is an answer"
        self._flow.give(answer)
        if page.refused and page.editor is editor:
            editor.show_refusal(page.refused["text"], page.refused["rule"])
