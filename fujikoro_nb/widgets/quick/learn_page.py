"""Learn and solve: the one place from which lessons and books of puzzles are reached, and that shows how far one is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import taken as taking
from fujikoro_nb.learning.standing import MOST_CODE, Standing, read, stores
from fujikoro_nb.learning.taken import MAX_FILE, MAX_LINK, Taken
from fujikoro_nb.puzzles.crafting.puzzle import MAX_CODE as MAX_PUZZLE
from fujikoro_nb.puzzles.days import day_of
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.learn.carried import carried_view, offer_view
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
    own, ``{"code", "says", "url"}`` each, None where none are kept; ``drop`` takes one out, by its code. Nothing is
    kept here: the browser sends what it keeps.

    A file or a link with somebody's progress is shown first (``carry`` of the view) and taken over when asked to.
    """

    word_tables = ("widgets", "learn")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "restore": {"codes": codes, "today": text(max_length=10)},
        "export": {},
        "open-file": {"text": text(max_length=MAX_FILE + 1)},
        "open-code": {"code": text(max_length=MAX_LINK + 1)},
        "take": {},
        "leave": {},
        "take-back": {},
        "drop-saved": {"code": text(max_length=MAX_PUZZLE)},
    }

    view = t.Dict().tag(sync=True)
    stores: t.List[Any] = t.List().tag(sync=True)
    """Under which names the browser keeps what is shown here."""

    def __init__(
        self,
        *,
        links: Mapping[str, str] | None = None,
        saved: Sequence[Mapping[str, str]] | None = None,
        drop: Callable[[str], None] | None = None,
        today: datetime.date | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(stores=list(stores()), **settings)
        self._drop = drop
        self._links, self._saved = dict(links or {}), saved
        self._today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.standing = Standing()  # until the browser has told: nothing is shown that may be wrong
        self._codes: Mapping[str, str] = {}
        self._offered: Taken | None = None
        self._before: Mapping[str, str] = {}

    def show(self) -> None:
        """Make the view."""
        language = str(self.language)
        place = place_view(
            self.standing, today=self._today, language=language, links=self._links, saved=self._saved
        )
        offer = None
        if self._offered is not None:
            offer = offer_view(self._offered, self.standing, today=self._today, language=language)
        carry = carried_view(self.standing, offer, can_take_back=bool(self._before), language=language)
        self.view = {**place, "carry": carry}

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
            self._today = day_of(today)
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        self.notice = ""
        self._codes, self.standing = codes, read(codes)
        self.show()

    def act_drop_saved(self, *, code: str) -> None:
        """Keep this puzzle of one's own no more."""
        if self._drop is not None:
            self._drop(code)

    # ---- taken along

    def act_export(self) -> None:
        """All of it as a file, for the browser to keep."""
        name = f"fujikoro-{self._today.isoformat()}.json"
        self.send({"kind": "file", "name": name, "text": taking.write(taking.taken_of(self.standing))})

    def act_open_file(self, *, text: str) -> None:
        """Offer what a file holds; one that is none of ours is refused, and nothing changes."""
        self._offer(lambda: taking.read_file(text))

    def act_open_code(self, *, code: str) -> None:
        """Offer what a link holds."""
        self._offer(lambda: taking.read_link(code))

    def _offer(self, opened: Callable[[], Taken]) -> None:
        try:
            self._offered = opened()
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        self.notice = ""
        if self.view:
            self.show()

    def act_take(self) -> None:
        """What is offered takes the place of what the browser keeps of the same lessons and books."""
        if self._offered is None:
            return
        found, self._offered = taking.stores(self._offered), None
        self._before = {name: self._codes.get(name, "") for name in found}
        self._keep(found)

    def act_leave(self) -> None:
        """Nothing of what is offered is wanted."""
        self._offered = None
        self.show()

    def act_take_back(self) -> None:
        """What was there before."""
        found, self._before = self._before, {}
        self._keep(found)

    def _keep(self, found: Mapping[str, str]) -> None:
        """The browser keeps this, and then tells all that it keeps."""
        self.show()
        if found:
            self.send({"kind": "stores", "codes": dict(found)})
