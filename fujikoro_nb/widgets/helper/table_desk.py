"""The table of the helper: who plays what, the evening, and its rulings; every change of it goes through here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import set_up
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.first import first_evening, spoken_anew
from fujikoro_nb.helper.evening.history import Evenings, past
from fujikoro_nb.helper.evening.own_track import with_own_track
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.standing import are_all_out
from fujikoro_nb.helper.kinds.modes import mode_of, plot_in
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.setup.state import SetupState
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.stored import (
    HelperTable,
    again,
    first_table,
    is_untouched,
    read_and_put_right,
    with_evening,
    with_rulings,
    with_scenario_of,
    with_scope,
    with_setup,
)
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.store.labels import Label
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.helper.evening_pages import EveningPages
from fujikoro_nb.widgets.helper.undoing import Undoing

__all__ = ["TableDesk", "TableKeeping"]


class TableKeeping(NamedTuple):
    """Where the table is kept."""

    is_stored: Callable[[], bool]
    """Whether it lies in the store."""
    keep: Callable[[HelperTable, Said | Label], HelperTable]
    """Keep the table as it will be; as it is then. Raises TraitError with the reason why it is not kept."""
    me: Callable[[], str]
    """Who writes here, where that is known."""


class Told(NamedTuple):
    """Who hears of another table: ``decided`` of its rulings before `shown` of all of it.

    After a change ``settled`` follows where the rulings are others, else ``publish``.
    """

    decided: Callable[[TableRulings], None]
    shown: Callable[[], None]
    settled: Callable[[], None]
    publish: Callable[[], None]


class TableDesk:
    """`table` is what all pages show; a change is kept before any of them shows it.

    Mode, people and rulings are read in its evening. ``is_opened`` tells whether the page has told
    its link, ``owned`` gives the owner's pack: its board's countdown need not be told again.
    """

    def __init__(
        self,
        page: FujiWidget,
        *,
        pages: EveningPages,
        keeping: TableKeeping,
        undoing: Undoing,
        told: Told,
        is_opened: Callable[[], bool],
        clock: Callable[[], str],
        owned: Callable[[], Pack],
        evenings: Evenings,
    ) -> None:
        self._page, self._pages, self._evenings = page, pages, evenings
        self._keeping, self._undoing, self._told = keeping, undoing, told
        self._is_opened, self._clock, self._owned = is_opened, clock, owned
        self.table = self._first()

    def _first(self) -> HelperTable:
        return first_table(first_evening(self._page.say))

    @property
    def is_stored(self) -> bool:
        """Whether the table lies in the store."""
        return self._keeping.is_stored()

    # ---- what the page tells

    @property
    def scope(self) -> dict[str, Any]:
        """What is set once, and whether dragons walk in that mode, or in that scenario."""
        table, evening = self.table, self.table.evening
        mode = table.mode or evening.mode
        rules, scenario = mode_of(mode).rules, evening.scenario if mode == evening.mode else 0
        walks = rules is not None and (rules.said.dragons_move or plot_in(rules, scenario).dragons_march)
        return {
            "mode": table.mode,
            "players": table.players,
            "scenario": evening.scenario if table.mode == evening.mode else 0,
            "edition": evening.edition,
            **({"walks": True} if walks else {}),
        }

    @property
    def tiles(self) -> dict[str, str]:
        """What home says on a page's tile instead of what the page is for."""
        evening, say = self.table.evening, self._page.say
        count = len(evening.decisions)
        return {
            **({"log": say("helper-table.rulings", n=count)} if count else {}),
            **({"score": self._whose_turn} if evening.has_begun else {}),
        }

    @property
    def _whose_turn(self) -> str:
        evening, say = self.table.evening, self._page.say
        if evening.phase == "over":
            return say("score-page.phase-over")
        if are_all_out(evening):
            return say("score-page.all-out")
        return say("helper-table.turn", n=evening.round, name=evening.name(evening.seat))

    def speak_anew(self) -> None:
        """Names that nobody chose are those of the language, until play begins."""
        if self.table.evening.has_begun:
            return
        evening = spoken_anew(self.table.evening, self._page.say)
        if not self.is_stored and evening != self.table.evening:
            self.take(msgspec.structs.replace(self.table, evening=evening))

    # ---- one table for all pages

    def take(self, table: HelperTable) -> None:
        """Every page shows this table; every verdict follows its rulings."""
        self.table = table
        self._told.decided(table.evening.rulings)
        self._pages.show(table)
        self._told.shown()

    def take_puzzles(self, puzzles: tuple[str, ...]) -> None:
        """The same with these saved puzzles."""
        self.take(msgspec.structs.replace(self.table, puzzles=puzzles))

    def show(self, table: HelperTable) -> None:
        """The table is this one by now: nothing is kept, and nothing can be undone here."""
        before = self.table
        self.take(table)
        if before.evening.begun:
            self._keep_past(before.evening)
            self._go_to_the_end(before.evening)
        self._settle(before)

    def _go_to_the_end(self, before: Evening) -> None:
        """Somebody else ended the game: here, too, its last page comes to the front."""
        evening = self.table.evening
        if evening.begun == before.begun and before.phase != "over" and evening.phase == "over":
            self._page.send({"kind": "show", "page": "score"})

    def bring_back(self, table: HelperTable) -> None:
        """An undo: the table is as it was."""
        before = self.table
        self.take(table)
        self._keep_past(before.evening)

    def commit(self, after: HelperTable, label: Said | Label) -> None:
        """Make a change of the table: it is kept before any page shows it. Raises TraitError where it is not."""
        before, after = self.table, self._on_own_board(after)
        self._page.notice = ""
        if after.evening.has_begun and not after.evening.begun:
            evening = msgspec.structs.replace(after.evening, begun=self._clock())
            after = msgspec.structs.replace(after, evening=evening)
        after = self._keeping.keep(after, label)
        self._undoing.note_table(before, label)
        self.take(after)
        self._keep_past(before.evening)
        self._settle(before)

    def _settle(self, before: HelperTable) -> None:
        if before.evening.rulings == self.table.evening.rulings:
            self._told.publish()
        else:
            self._told.settled()

    def _on_own_board(self, table: HelperTable) -> HelperTable:
        """A table in the store is everybody's: what stands on its board is told there."""
        evening = table.evening if self.is_stored else with_own_track(table.evening, self._owned())
        return msgspec.structs.replace(table, evening=evening)

    def tell_own_track(self) -> None:
        """The countdown of the owner's board, while nobody has told a space of it; undo knows of where it was typed."""
        table = self._on_own_board(self.table)
        if table != self.table:
            self.take(table)

    def _keep_past(self, before: Evening) -> None:
        """An evening that is over is kept among those of this machine; one that goes on after all is not."""
        evening = self.table.evening
        was_over, is_over = before.phase == "over", evening.phase == "over"
        is_another = before.begun not in ("", evening.begun)
        if evening == before or is_another or not (was_over or is_over):
            return
        try:
            if is_over:
                self._evenings.keep(past(evening, ended=self._clock()))
            else:
                self._evenings.drop({past(before, ended=self._clock()).key})
        except OSError as fault:
            self._page.notice = self._page.say("evening-end.history-not-kept", why=fault.strerror or "")
        self._pages.show_past()

    # ---- changes on the pages

    def evening_changed(self, evening: Evening, label: Said) -> None:
        """A page of the evening, or the rulebook, changed it."""
        self.commit(with_evening(self.table, evening), label)

    def sheets_written(self, sheets: SmallSheets, label: Said) -> None:
        """A sheet of a small game was written on."""
        self.commit(msgspec.structs.replace(self.table, small=sheets), label)

    def setup_tapped(self, before: SetupState, label: Label) -> None:
        """The setup page was tapped; what the evening refuses is taken back there, and said."""
        page, table = self._pages.setup, self.table
        assert page is not None, "it told of a tap"
        tapped = msgspec.convert(page.state, SetupState)
        try:
            self.commit(with_setup(table, tapped, self._page.say), label)
            self._say_what_stays(table)
        except Illegal as illegal:
            self._pages.setup_refused(before, self._refused(illegal))
        except t.TraitError:
            self._pages.setup_refused(self.table.setup)
            raise

    def set_table(self, mode: str, players: int) -> None:
        """Mode and players, set once: on the home page, on the rules page, or by a link."""
        try:
            if (mode, players) != (self.table.mode, self.table.players):
                before = self.table
                self._change(lambda: with_scope(self.table, mode, players, self._page.say))
                self._say_what_stays(before)
        finally:
            self._send_scope()

    def _say_what_stays(self, before: HelperTable) -> None:
        """Another game comes onto the table: what was entered of this one waits for it."""
        evening, mode = self.table.evening, self.table.mode
        if mode not in ("", *MODES) and mode != before.mode and evening.has_begun:
            self._page.notice = self._page.say("helper-table.evening-stays", n=evening.round)

    def set_edition(self, edition: str) -> None:
        """Whose booklet lies on the table."""
        evening = self.table.evening
        try:
            if edition != evening.edition:
                self._change(lambda: with_evening(self.table, set_up(evening, edition=edition).evening))
        finally:
            self._send_scope()

    def _send_scope(self) -> None:
        """The page shows what it asked for until it hears what is."""
        self._page.send({"kind": "scope", "scope": self.scope})

    def begin_again(self) -> None:
        """The same people sit down again: nothing is scored; what was decided and saved stays."""
        before = self.table
        try:
            evening = again(before.evening)
        except Illegal as illegal:
            self._page.notice = self._refused(illegal)
            return
        if evening != before.evening:
            after = with_scenario_of(msgspec.structs.replace(before, evening=evening))
            self.commit(after, sentence("helper-table.change-new"))

    def _change(self, change: Callable[[], HelperTable]) -> None:
        before, is_opened = self.table, self._is_opened()
        try:
            after = change()
        except Illegal as illegal:
            if is_opened:  # a link that opens the page says for whom it was made, not what we play
                self._page.notice = self._refused(illegal)
            return
        if not is_opened and before == self._first():
            self.take(after)  # nothing was there that an undo could bring back
            return
        self.commit(after, sentence("evening.label-set-up"))

    def _refused(self, illegal: Illegal) -> str:
        return refusal_sentence(illegal.refusals[0], language=str(self._page.language))

    def take_kept(self, text: str) -> None:
        """The table that the browser kept, when the page is opened; a damaged one is said, and put aside there."""
        if self._is_opened() or not text:
            return
        try:
            table, is_put_right = read_and_put_right(text)
        except ValueError:
            self._page.notice = self._page.say("helper-table.damaged")
            self._page.send({"kind": "put-aside"})
            return
        if not is_untouched(table):
            self.take(table)
        if is_put_right:
            self._page.notice = self._page.say("helper-table.put-right")

    # ---- rulings

    def choose_ruling(self, rule: str, option: str) -> None:
        """The rules page asks for a ruling that the rulebook holds."""
        evening = self.table.evening
        if evening.rulings.option(rule) == option:
            return
        try:
            changed = decide(evening, rule, option, who=self._keeping.me(), when=self._clock())
        except Illegal as illegal:
            self._page.notice = self._refused(illegal)
            return
        self.evening_changed(changed.evening, changed.label)

    def decide_all(self, rulings: TableRulings) -> None:
        """A link's rulings, or those of a state that comes back, become decisions of this table."""
        note = self._page.say("helper-table.by-link")
        try:
            evening = with_rulings(self.table.evening, rulings, when=self._clock(), note=note)
        except Illegal as illegal:
            self._page.notice = self._refused(illegal)
            return
        if evening == self.table.evening:
            return
        after = msgspec.structs.replace(self.table, evening=evening)
        try:
            after = self._keeping.keep(after, sentence("helper-table.by-link"))
        except t.TraitError as refused:  # the rest of the link is shown all the same
            self._page.notice = str(refused)
        else:
            self.take(after)
