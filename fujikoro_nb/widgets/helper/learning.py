"""Learn and solve on the helper's page: made when it is first seen, and what home says of it from then on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from fujikoro_nb.widgets.base.widget import FujiWidget, Validator

__all__ = ["Learning"]


class Learning:
    """``page`` has it as its part ``learn`` and says `learn_told` on home; ``saved`` are puzzles of one's own,
    of which ``drop`` takes one out.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {"open-learn": {}}

    def __init__(
        self,
        page: FujiWidget,
        *,
        saved: Callable[[], Sequence[Mapping[str, str]]],
        drop: Callable[[str], None],
    ) -> None:
        self._page, self._saved, self._drop = page, saved, drop

    def act_open_learn(self) -> None:
        """Make it: who only checks gear does not pay for it."""
        page: Any = self._page
        if page.learn is not None:
            return
        from fujikoro_nb.widgets.quick.learn_page import LearnPage

        links = {one["kind"]: one["url"] for one in page.elsewhere}
        page.learn = LearnPage(links=links, saved=self._saved(), drop=self._drop, language=page.language)
        page.learn.observe(self._told, "view")

    def _told(self, change: Any) -> None:
        page: Any = self._page
        page.learn_told = change["new"].get("home", "")

    def tell(self) -> None:
        """The saved puzzles may be others."""
        page: Any = self._page
        if page.learn is not None:
            page.learn.save(self._saved())
