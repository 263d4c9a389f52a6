"""Links of the helper's page: the address of the page itself, positions of the rulebook to try, pages beside it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb import rulebook
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.helper.said import TITLE, sentence
from fujikoro_nb.helper.stored import HelperTable, merged
from fujikoro_nb.learning.index import LESSONS, store_of
from fujikoro_nb.play.history import called
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.puzzles.storm.run import STORE as STORM
from fujikoro_nb.views.gear.link import KINDS, BadLink, GearLink, bad_ruling_in, ignored_in, parse_link
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.gear_state import GearState
from fujikoro_nb.widgets.helper.owner_cards import OwnerCards

__all__ = ["Links", "pages_beside"]

_GAME = "game.ipynb"
_BESIDE_IT = ("first-game", "small-games")


def pages_beside(*, game: str, lessons: str, puzzles: str) -> list[dict[str, str]]:
    """The games, lessons and books of puzzles that are served, ``{"kind", "url", "store"}`` each: ``store`` is the name
    under which the browser keeps what was done there, empty of games.

    ``game`` and ``puzzles`` are addresses of the game, beside which the first one with a coach and the small ones are,
    and of the first book, beside which the others and the storm are; ``lessons`` what those of all lessons begin with.
    Empty ones are not served.
    """
    begin = puzzles.removesuffix(f"{BOOKS[0].page}.ipynb")
    served = [("game", game, "")] if game else []
    if game.endswith(_GAME):
        served += [(name, f"{game.removesuffix(_GAME)}{name}.ipynb", "") for name in _BESIDE_IT]
    if lessons:
        served += [(f"lesson-{one.page}", f"{lessons}{one.page}.ipynb", store_of(one.id)) for one in LESSONS]
    if puzzles:
        served += [(book.page, f"{begin}{book.page}.ipynb", book.store) for book in BOOKS]
        served.append(("storm", f"{begin}storm.ipynb", STORM))
    return [{"kind": kind, "url": url, "store": store} for kind, url, store in served]


class Links:
    """Opens links on a page whose ``state`` they hold, with the boards that the owner's ``cards`` make."""

    def __init__(
        self,
        page: FujiWidget,
        state: GearState,
        *,
        grid: CraftGrid,
        cards: OwnerCards,
        table: Callable[[], HelperTable],
    ) -> None:
        self._page, self._state, self._grid = page, state, grid
        self._cards, self._table = cards, table

    def open(self, text: str, *, is_opened: bool) -> None:
        """The address of the page, when it is opened and when somebody changes it."""
        page = self._page
        try:
            wanted = parse_link(text, areas=self._cards.areas)
            ignored, bad_ruling = ignored_in(text), bad_ruling_in(text)
        except BadLink as fault:
            parts = fault.said(language=page.language)
            page.notice = page.say(f"helper.bad-link{'-kept' if is_opened else ''}", parts=parts)
            if is_opened:
                return
            wanted, ignored, bad_ruling = GearLink(), (), ""
        evening = self._table().evening
        # A link that opens the page says for whom it was made; what this table has decided stays decided.
        decided = () if is_opened else tuple(one.rule for one in evening.decisions)
        rulings = merged(evening.rulings, wanted.rulings, without=decided)
        wanted = msgspec.structs.replace(wanted, rulings=rulings)
        if is_opened:
            self._state.change(called("helper.change-link"), wanted)
        else:
            self._state.show(wanted)
        if ignored:
            page.notice = page.say("helper.link-ignored", part=ignored[0])
        elif bad_ruling:
            page.notice = page.say("helper-rules.link-ruling", part=bad_ruling)

    def try_rule(self, rule: str) -> None:
        """The position that shows a rule comes onto the board; box and rulings of the table stay."""
        page = self._page
        link = rulebook.rule(rule).try_it if rulebook.has_rule(rule) else ""
        if not link:
            page.notice = page.say("rules-page.unknown", rule=rule)
            return
        at, gear = _position_of(link)
        try:
            wanted = parse_link(gear, areas=self._cards.areas)
        except BadLink as fault:
            page.notice = page.say("helper.bad-link-kept", parts=fault.said(language=page.language))
            return
        now = self._state.now
        wanted = msgspec.structs.replace(wanted, is_real_box=now.is_real_box, rulings=now.rulings)
        title = sentence("helper-rules.change-try").with_words(title=f"{TITLE}{rule}")
        self._state.change(lambda language: title.said(language=language), wanted)
        shown = [kind for kind in KINDS if wanted.gear.layout(kind)]
        if shown:
            self._grid.open_kind = str(shown[0])
        if now.gear not in (Gear(), wanted.gear):
            page.notice = page.say("helper-rules.try-laid")
        page.send({"kind": "show", "page": at})


def _position_of(link: str) -> tuple[str, str]:
    """The page and the gear of a link such as ``page=gear&weapon=...``."""
    first, _, gear = link.partition("&")
    return first.removeprefix("page="), gear
