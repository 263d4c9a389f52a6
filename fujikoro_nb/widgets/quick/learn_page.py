"""Learn and solve: the one place from which lessons and books of puzzles are reached, and that shows how far one is."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.learning.standing import MOST_CODE, Standing, read, stores
from fujikoro_nb.views.learn.place import place_view
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator, text

__all__ = ["LearnPage"]


def codes(value: object) -> dict[str, str]:
    """What the browser keeps of lessons and books, by the names that it keeps them under."""
    if not isinstance(value, dict) or not set(value) <= set(stores()):
        raise NotAccepted("stores that are not ours")
    check = text(max_length=MOST_CODE)
    return {name: check(code) for name, code in value.items()}


class LearnPage(FujiWidget, front_end="learn_page"):
    """The path of lessons, what is due, the books, own puzzles, ratings. `view` is what the page shows.

    ``links`` are the addresses of lessons, books and a game, by the names of home's tiles; ``saved`` puzzles of one's
    own, ``{"says", "url"}`` each, None where none are kept. Nothing is kept here: the browser sends what it keeps.
    """

    word_tables = ("widgets", "learn")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "restore": {"codes": codes, "today": text(max_length=10)},
    }

    view = t.Dict().tag(sync=True)
    stores: t.List[Any] = t.List().tag(sync=True)
    """Under which names the browser keeps what is shown here."""

    def __init__(
        self,
        *,
        links: Mapping[str, str] | None = None,
        saved: Sequence[Mapping[str, str]] | None = None,
        today: datetime.date | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(stores=list(stores()), **settings)
        self._links, self._saved = dict(links or {}), saved
        self._today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.standing = Standing()  # until the browser has told: nothing is shown that may be wrong

    def show(self) -> None:
        """Make the view."""
        self.view = place_view(
            self.standing,
            today=self._today,
            language=str(self.language),
            links=self._links,
            saved=self._saved,
        )

    def save(self, saved: Sequence[Mapping[str, str]]) -> None:
        """The puzzles of one's own are these now."""
        if saved != self._saved:  # it is told after every tap on the helper's page
            self._saved = saved
            self.speak_anew()

    def speak_anew(self) -> None:
        """Everything, if anything is shown yet."""
        if self.view:
            self.show()

    def act_restore(self, *, codes: Mapping[str, str], today: str) -> None:
        """What the browser keeps, and which day it is there."""
        try:
            self._today = datetime.date.fromisoformat(today)
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        self.notice = ""
        self.standing = read(codes)
        self.show()
