"""Setup, score and ruling log of the helper: each made when it is first opened, all showing the same table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.evening.history import Evenings
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.late_comer import Part
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.setup.state import SetupState
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.evening.changes import OnChange
from fujikoro_nb.widgets.evening.ruling_log import RulingLog
from fujikoro_nb.widgets.evening.score_page import ScorePage
from fujikoro_nb.widgets.evening.setup_page import OnSetup, SetupPage

__all__ = ["EveningPages", "LogBeside"]


class LogBeside(NamedTuple):
    """What the ruling log shows besides the evening."""

    me: str
    """Who writes here, where that is known."""
    game: Rulings | None
    """What the game on the same table plays."""


class EveningPages:
    """``on_setup`` and ``on_evening`` are told of changes on the pages; `show` shows what became of them.

    ``owned`` is asked for the owner's pack, ``card_of`` makes the card for somebody who comes late, ``clock`` the time
    of a decision. ``evenings`` are those of this machine, ``hours_of`` gives the hours of an evening's story.
    """

    def __init__(
        self,
        page: FujiWidget,
        *,
        on_setup: OnSetup,
        on_evening: OnChange,
        card_of: Callable[[], Sequence[Part]],
        clock: Callable[[], str],
        beside: Callable[[], LogBeside],
        owned: Callable[[], Pack],
        evenings: Evenings,
        hours_of: Callable[[Evening], Hours | None],
    ) -> None:
        self._page, self._evenings, self._hours_of = page, evenings, hours_of
        self._on_setup, self._on_evening = on_setup, on_evening
        self._card_of, self._clock, self._beside = card_of, clock, beside
        self._owned = owned
        self.setup: SetupPage | None = None
        self.score: ScorePage | None = None
        self.log: RulingLog | None = None

    def open_setup(self, table: HelperTable) -> SetupPage:
        """Make the setup and pack-away lists."""
        if self.setup is None:
            page = SetupPage(
                on_change=self._on_setup,
                is_kept_here=False,
                has_undo=False,
                has_box=True,
                owned=self._owned(),
                language=self._page.language,
            )
            page.restore(msgspec.to_builtins(table.setup))
            self.setup = page
        return self.setup

    def open_score(self, evening: Evening) -> ScorePage:
        """Make score and countdown."""
        if self.score is None:
            self.score = ScorePage(
                evening=evening,
                on_change=self._on_evening,
                card_of=self._card_of,
                evenings=self._evenings,
                hours_of=self._hours_of,
                language=self._page.language,
            )
        return self.score

    def open_log(self, evening: Evening) -> RulingLog:
        """Make the ruling log."""
        if self.log is None:
            self.log = RulingLog(
                evening=evening,
                on_change=self._on_evening,
                clock=self._clock,
                me=self._beside().me,
                language=self._page.language,
            )
        self.tell_log()
        return self.log

    def tell_log(self) -> None:
        """The log hears who writes, and what the game on the table plays."""
        if self.log is not None:
            beside = self._beside()
            with self.log.hold_sync():
                self.log.me, self.log.game = beside

    def show_past(self) -> None:
        """The evenings of this machine are others."""
        if self.score is not None:
            self.score.show_past()

    def renew_late_card(self) -> None:
        """The card for somebody who comes late, if it is in front, is made again."""
        if self.score is not None and self.score.late:
            self.score.act_late(on=True)

    def show(self, table: HelperTable) -> None:
        """Every page that was made shows this table."""
        for part in (self.score, self.log):
            if part is not None:
                part.evening = table.evening
        if self.setup is not None and self.setup.state != msgspec.to_builtins(table.setup):
            self._restore_setup(table.setup)

    def setup_refused(self, state: SetupState, sentence: str = "") -> None:
        """A tap on the setup page is taken back; the list in front stays."""
        self._restore_setup(state)
        if sentence and self.setup is not None:
            self.setup.notice = sentence

    def _restore_setup(self, state: SetupState) -> None:
        if self.setup is not None:
            self.setup.restore({**msgspec.to_builtins(state), "tab": self.setup.tab})
