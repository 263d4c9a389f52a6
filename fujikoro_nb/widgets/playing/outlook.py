"""What may become of fights, on a game's page: the one that is spoken of, and all that a move could lead to."""

from __future__ import annotations

from typing import Any, Protocol

from fujikoro_nb.engine.kernel import Question
from fujikoro_nb.play.odds_service import OddsService, fault_said
from fujikoro_nb.views.game.ahead import Ahead, ahead_view, fights_ahead
from fujikoro_nb.views.game.chances import Coming, Lookout, chances_told
from fujikoro_nb.views.game.duel import ComingDuel
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.widgets.map.hex_map import HexMap

__all__ = ["Outlook", "OutlookPage"]


class OutlookPage(Page, Protocol):
    """What the outlook writes on the page, and the map whose spaces it looks at."""

    chances: list[Any]
    trying: float | None
    ahead: dict[str, Any]

    @property
    def map(self) -> HexMap:
        """The map with the spaces that can be reached."""


class Outlook:
    """Chances are worked out beside the page and told as soon as they are known."""

    def __init__(self, page: OutlookPage, game: PlayedGame) -> None:
        self._page, self._game = page, game
        service = OddsService()
        self._lookout = Lookout(
            service, found=self._say_chances, told=self._say_share, failed=self._odds_failed
        )
        self._ahead = Ahead(service, found=self._say_ahead, told=self._say_ahead, failed=self._odds_failed)

    @property
    def is_looking(self) -> bool:
        """Whether chances of the fight that is spoken of are still to come."""
        return self._lookout.is_looking

    def cancel(self) -> None:
        """Nobody waits for chances any more."""
        self._lookout.cancel()
        self._ahead.cancel()

    def speak_anew(self) -> None:
        """The same chances in another language."""
        self._say_chances()
        self._say_ahead()

    def look_out(self, coming: Coming | ComingDuel | None) -> None:
        """The odds of this fight are told as soon as they are known; None: no fight is spoken of."""
        self._lookout.look(coming)
        self._say_chances()

    def look_ahead(self, question: Question | None) -> None:
        """The odds of every fight that a move could lead to, where one is chosen or begun."""
        spaces: list[str] = []
        if question is not None and question.kind in ("act", "walk"):
            spaces = [at for row in self._page.map.reach["rows"] for at in row["spaces"]]
        seat = None if question is None else question.seat
        self._ahead.look({} if seat is None else fights_ahead(self._game.playing.state, seat, spaces))
        self._say_ahead()

    def _say_chances(self) -> None:
        look = self._lookout
        with self._page.hold_sync():
            self._page.trying = 0.0 if look.is_looking and look.chances is not None else None
            self._page.chances = chances_told(look, self._game.words)

    def _say_ahead(self, share: float | None = None) -> None:
        self._page.ahead = ahead_view(self._ahead, self._game.playing.state, self._game.words, share)

    def _say_share(self, share: float) -> None:
        self._page.trying = share

    def _odds_failed(self, fault: Exception) -> None:
        self._page.notice = fault_said(fault, language=self._page.language)
