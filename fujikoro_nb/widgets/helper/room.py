"""How the helper's page is put together: each of its controllers is given what it needs of the others, and no more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple, ParamSpec, TypeVar

from fujikoro_nb.helper.evening.history import Evenings
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.history import History
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.helper.backpack import Backpack
from fujikoro_nb.widgets.helper.evening_pages import EveningPages
from fujikoro_nb.widgets.helper.gear_state import GearState
from fujikoro_nb.widgets.helper.learning import Learning
from fujikoro_nb.widgets.helper.links import Links
from fujikoro_nb.widgets.helper.owner_cards import OwnerCards
from fujikoro_nb.widgets.helper.parts import Parts
from fujikoro_nb.widgets.helper.quick_pair import QuickPair
from fujikoro_nb.widgets.helper.saved_puzzles import SavedPuzzles
from fujikoro_nb.widgets.helper.share import AfterSharing, EveningShare
from fujikoro_nb.widgets.helper.small_part import SmallPart
from fujikoro_nb.widgets.helper.table_desk import TableDesk, TableKeeping, Told
from fujikoro_nb.widgets.helper.undoing import Undoing, WaysBack
from fujikoro_nb.widgets.sharing.sharing import SharingPage

__all__ = ["HelperRoom", "PageView", "later"]

P = ParamSpec("P")
R = TypeVar("R")


def later(found: Callable[[], Callable[P, R]]) -> Callable[P, R]:
    """A method of somebody who is not there yet when it is handed on.

    >>> rooms = {}
    >>> ring = later(lambda: rooms["hall"])
    >>> rooms["hall"] = str.upper
    >>> ring("gong")
    'GONG'
    """

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return found()(*args, **kwargs)

    return call


class PageView(NamedTuple):
    """What the controllers read of the page, and have it show."""

    is_opened: Callable[[], bool]
    """Whether the page has told its link."""
    is_real_box: Callable[[], bool]
    turn_box: Callable[[bool], None]
    clock: Callable[[], str]
    publish: Callable[[], None]
    """State, link or undo are others."""
    decided: Callable[[TableRulings], None]
    """What the table decided, which all its parts follow."""
    tell_table: Callable[[], None]
    """The table is another one."""
    say_of_puzzle: Callable[[str], None]
    undo_cards: Callable[[str], None]
    """Strip or shelf takes its newest change back."""
    sharing: SharingPage
    """The page, as its table is shown there."""
    watched: Callable[[str], AbstractContextManager[None]]
    """The guard around what no tap started."""


class HelperRoom:
    """The controllers of one page: ``undoing``, ``sharing``, ``desk`` (the table), ``backpack``, ``gear`` and more."""

    sharing: EveningShare
    pages: EveningPages
    desk: TableDesk
    gear: GearState

    def __init__(
        self,
        page: FujiWidget,
        parts: Parts,
        cards: OwnerCards,
        view: PageView,
        *,
        history: History,
        puzzles_at: str,
    ) -> None:
        self._page = page
        evenings = Evenings(cards.folder)
        settle = later(lambda: self.gear.settle)
        self.undoing = Undoing(
            history,
            parts.grid.undo,
            parts.fight,
            WaysBack(
                state=later(lambda: self.gear.bring_back),
                table=later(lambda: self.desk.bring_back),
                puzzles=later(lambda: self.desk.take_puzzles),
                cards=view.undo_cards,
            ),
            stored_at=lambda: self.sharing.stored_at,
        )
        self.sharing = EveningShare(
            view.sharing,
            shown_table=lambda: self.desk,
            pages=lambda: self.pages,
            undoing=self.undoing,
            after=AfterSharing(tell_table=view.tell_table, settled=settle, publish=view.publish),
            watched=view.watched,
        )
        self.pages = EveningPages(
            page,
            on_setup=later(lambda: self.desk.setup_tapped),
            on_evening=later(lambda: self.desk.evening_changed),
            card_of=self.sharing.late_card,
            clock=view.clock,
            beside=self.sharing.beside_log,
            owned=lambda: cards.owned,
            evenings=evenings,
            hours_of=self.sharing.hours_of,
        )
        self.desk = TableDesk(
            page,
            pages=self.pages,
            keeping=TableKeeping(
                is_stored=lambda: self.sharing.is_stored, keep=self.sharing.keep, me=lambda: self.sharing.me
            ),
            undoing=self.undoing,
            told=Told(
                decided=view.decided,
                shown=view.tell_table,
                settled=settle,
                publish=view.publish,
            ),
            is_opened=view.is_opened,
            clock=view.clock,
            owned=lambda: cards.owned,
            evenings=evenings,
        )
        self.puzzles = SavedPuzzles(
            page,
            parts.grid,
            parts.strip,
            at=puzzles_at,
            table=lambda: self.desk.table,
            note=self.undoing.note_puzzles,
            keep=self._keep_puzzle,
            say=view.say_of_puzzle,
        )
        self.learning = Learning(page, saved=lambda: self.puzzles.told()["saved"], drop=self.puzzles.drop)
        self.small = SmallPart(
            page,
            table=lambda: self.desk.table,
            owned=lambda: cards.owned,
            on_sheets=later(lambda: self.desk.sheets_written),
        )
        self._publish = view.publish
        self.backpack = Backpack(
            page, limits=lambda: parts.grid.limits, note=later(lambda: self.gear.note), changed=settle
        )
        self.gear = GearState(
            page,
            parts,
            cards=cards,
            backpack=self.backpack,
            quick=QuickPair(parts.now, parts.escape, parts.dragons),
            undoing=self.undoing,
            beside=self.desk,
            is_real_box=view.is_real_box,
            turn_box=view.turn_box,
            publish=view.publish,
        )
        self.links = Links(page, self.gear, grid=parts.grid, cards=cards, table=lambda: self.desk.table)

    def _keep_puzzle(self, table: HelperTable) -> None:
        self.desk.take(table)
        self._publish()

    def fight_chosen(self, name: str, restore: Callable[[], None]) -> None:
        """Something was chosen on the fight's page."""
        self.undoing.fight_chosen(name, restore)
        self.gear.settle()

    def fight_taken_back(self) -> None:
        """The fight's own undo took back its newest answer."""
        self.undoing.fight_taken_back()
        self._publish()

    @property
    def undo_label(self) -> str:
        """What an undo would take back, be it on this device or at the table; empty when there is nothing."""
        return self.sharing.undo_label or self.undoing.history.name(str(self._page.language))
