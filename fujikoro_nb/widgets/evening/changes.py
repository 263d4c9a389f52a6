"""What the pages of an evening share: the evening, who keeps it, and how a refused change is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import traitlets as t

from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import Changed
from fujikoro_nb.helper.evening.first import first_evening
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.said import Said
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget, whole

__all__ = ["AT", "EveningController", "EveningPage", "OnChange"]

AT = whole(0, 10**6)
"""For which evening a tap is meant: how often it had changed on this page."""

OnChange = Callable[[Evening, Said], None]
"""Told the new evening, and what an undo would name. Who is told keeps the evening, and sets it on its widgets."""


class EveningPage(FujiWidget):
    """The traits of a page of an evening.

    ``view["at"]`` counts the changes; an act brings it back, so that taps of a lost link do not count thrice.
    """

    tells_answered = True

    evening = t.Instance(Evening)
    notice_rule = t.Unicode().tag(sync=True)
    """The rule behind the line about what was refused."""
    view = t.Dict().tag(sync=True)

    @t.default("evening")
    def _first_evening(self) -> Evening:
        return first_evening(self.say)

    @property
    def table_rulings(self) -> Any:
        """What this table decided."""
        return self.evening.rulings


class EveningController:
    """Changes the evening of a page that draws itself; without ``on_change`` the page keeps the evening itself."""

    def __init__(
        self, page: EveningPage, *, draw: Callable[[], None], on_change: OnChange | None = None
    ) -> None:
        self._page, self._draw, self._on_change = page, draw, on_change
        self._done: tuple[object, ...] = ()
        self.at = 0
        """How often the evening has changed on this page."""

    def watch(self) -> None:
        """The page has its traits: draw it, now and whenever the evening is another."""
        self._draw()
        self._page.observe(lambda _: self._changed(), "evening")

    def _changed(self) -> None:
        self.at += 1
        # What was refused in another evening, or before a change from elsewhere, says nothing of this one.
        self._page.notice = self._page.notice_rule = ""
        self._draw()

    def _is_now(self, at: int, *act: object) -> bool:
        """Whether a tap is meant for the evening as it stands; False for the second tap of a double tap.

        ``act`` is what would be done. Raises TraitError with what to do instead.
        """
        if at == self.at:
            self._done = (at, *act)
            return True
        if self._done != (at, *act):
            self._page.notice_rule = ""
            raise t.TraitError(self._page.say("score-page.late-tap"))
        return False

    def change(self, at: int, act: tuple[object, ...], change: Callable[[], Changed]) -> None:
        """Make a change, or say in one line by which rule it cannot be."""
        page = self._page
        if not self._is_now(at, *act):
            return
        try:
            changed = change()
        except Illegal as illegal:
            refusal = illegal.refusals[0]
            page.notice_rule = "" if refusal.rule.startswith("evening.") else refusal.rule
            page.notice = refusal_sentence(refusal, language=str(page.language))
            return
        page.notice = page.notice_rule = ""
        if changed.evening == page.evening:
            return  # there would be nothing to take back
        if self._on_change is None:
            page.evening = changed.evening
        else:
            self._on_change(changed.evening, changed.label)
