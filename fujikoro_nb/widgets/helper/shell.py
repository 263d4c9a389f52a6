"""The helper's pages about the table: setup, score and countdown, ruling log; what is set once; saved puzzles."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.background import Background
from fujikoro_nb.engine.fujikoro.gear import Report
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import print_pattern
from fujikoro_nb.engine.kernel import Illegal, Refusal, Unreadable
from fujikoro_nb.helper.evening.changes import Changed, decide, set_up
from fujikoro_nb.helper.evening.late_comer import Part, late_comer
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.setup.choices import SETUP_MODES
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.puzzles.book import Entry
from fujikoro_nb.puzzles.maker import puzzle_from
from fujikoro_nb.puzzles.position import Offer, Position
from fujikoro_nb.puzzles.puzzle import decode, encode, statement
from fujikoro_nb.rulebook.entries import LANGUAGES
from fujikoro_nb.store.labels import Label
from fujikoro_nb.texts import refusal_sentence, words
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, one_of, text, whole
from fujikoro_nb.widgets.evening.ruling_log import RulingLog, now
from fujikoro_nb.widgets.evening.score_page import ScorePage, first_evening
from fujikoro_nb.widgets.evening.setup_page import SetupPage, SetupState
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.kept import (
    MAX_KEPT,
    MOST_PLAYERS,
    HelperTable,
    again,
    first_table,
    is_untouched,
    read_table,
    with_evening,
    with_puzzle,
    with_rulings,
    with_scenario_of,
    with_scope,
    with_setup,
    write_table,
)

LOG = logging.getLogger("fujikoro_nb.widgets")
FEW_CUBES = 3
"""A card that lacks more cubes than this was not missed: nobody aimed at it."""
_WIDGET = ipywidgets.widget_serialization


class TablePages(FujiWidget):
    """What the helper adds for its table. The class around it keeps the history: `_remember_table`, `_settle`.

    A page's widget is made when the page is first opened; `table` is what all of them show.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "open-setup": {},
        "open-score": {},
        "open-log": {},
        "set-table": {"mode": one_of("", *SETUP_MODES), "players": whole(0, MOST_PLAYERS)},
        "edition": {"edition": one_of("", *LANGUAGES)},
        "kept": {"text": text(max_length=MAX_KEPT + 1)},
        "save-puzzle": {},
        "new-evening": {},
    }

    setup = t.Instance(SetupPage, allow_none=True).tag(sync=True, **_WIDGET)
    score = t.Instance(ScorePage, allow_none=True).tag(sync=True, **_WIDGET)
    log = t.Instance(RulingLog, allow_none=True).tag(sync=True, **_WIDGET)
    table = t.Instance(HelperTable)
    kept = t.Unicode().tag(sync=True)
    """`table` as JSON, for the browser to keep."""
    scope = t.Dict().tag(sync=True)
    """What is set once: ``{"mode", "players", "edition"}``; empty and 0 are any."""
    tiles = t.Dict().tag(sync=True)
    """What home says on a page's tile instead of what the page is for."""
    puzzle = t.Dict().tag(sync=True)
    """Whether there is something to save as a puzzle, what became of it, and what was saved."""
    puzzles_at: str = ""
    """The address of the puzzles, where they are served."""

    grid: Any
    strip: Any
    rules: Any
    is_opened: Any
    clock: Callable[[], str] = staticmethod(now)

    @t.default("table")
    def _first_table(self) -> HelperTable:
        return first_table(first_evening(self.say))

    def _words_of_this_language(self) -> dict[str, str]:
        spoken = words("rules-page", language=self.language)
        scope = {key: said for key, said in spoken.items() if key.split("-")[0] in ("mode", "players")}
        return {**scope, **super()._words_of_this_language()}

    # ---- the pages

    def act_open_setup(self) -> None:
        """Make the setup and pack-away lists."""
        if self.setup is None:
            page = SetupPage(
                on_change=self._setup_tapped, is_kept_here=False, has_undo=False, language=self.language
            )
            page.restore(msgspec.to_builtins(self.table.setup))
            self.setup = page

    def act_open_score(self) -> None:
        """Make score and countdown."""
        if self.score is None:
            self.score = ScorePage(
                evening=self.table.evening,
                on_change=self._evening_changed,
                card_of=self._late_card,
                language=self.language,
            )

    def act_open_log(self) -> None:
        """Make the ruling log."""
        if self.log is None:
            self.log = RulingLog(
                evening=self.table.evening,
                on_change=self._evening_changed,
                clock=self.clock,
                me=self._me,
                language=self.language,
            )

    # ---- one table for all pages

    def _take_table(self, table: HelperTable) -> None:
        """Every page shows this table; every verdict follows its rulings."""
        self.table = table
        evening = table.evening
        if evening.rulings != self.rules.table:
            self._play_by(evening.rulings)
        for part in (self.score, self.log):
            if part is not None:
                part.evening = evening
        if self.setup is not None and self.setup.state != msgspec.to_builtins(table.setup):
            self.setup.restore({**msgspec.to_builtins(table.setup), "tab": self.setup.tab})
        self._tell_table()

    def _tell_table(self) -> None:
        evening = self.table.evening
        with self.hold_sync():
            self.kept = write_table(self._own_table)
            self.scope = {"mode": self.table.mode, "players": self.table.players, "edition": evening.edition}
            self.tiles = {
                **({"log": self.say("helper-table.rulings", n=n)} if (n := len(evening.decisions)) else {}),
                **({"score": self._whose_turn} if evening.has_begun else {}),
            }
            self._tell_puzzle()

    @property
    def _whose_turn(self) -> str:
        evening = self.table.evening
        if evening.phase == "over":
            return self.say("score-page.phase-over")
        return self.say("helper-table.turn", n=evening.round, name=evening.name(evening.seat))

    def _commit(self, after: HelperTable, label: Said | Label) -> None:
        """Make a change of the table: it is kept before any page shows it. Raises TraitError where it is not."""
        before = self.table
        self.notice = ""
        self._keep_table(after, label)
        self._remember_table(before, label)
        self._take_table(after)
        self._settle_table(before)

    def _evening_changed(self, evening: Evening, label: Said) -> None:
        """A page of the evening, or the rulebook, changed it."""
        self._commit(with_evening(self.table, evening), label)

    def _setup_tapped(self, before: SetupState, label: Label) -> None:
        """The setup page was tapped; what the evening refuses is taken back there, and said."""
        page, table = self.setup, self.table
        assert page is not None, "it told of a tap"
        tapped = msgspec.convert(page.state, SetupState)
        try:
            self._commit(with_setup(table, tapped, self.say), label)
        except Illegal as illegal:
            page.restore({**msgspec.to_builtins(before), "tab": page.tab})
            page.notice = self._refused(illegal)
        except t.TraitError:
            page.restore({**msgspec.to_builtins(self.table.setup), "tab": page.tab})
            raise

    def act_set_table(self, *, mode: str, players: int) -> None:
        """Mode and players, set once: on the home page, on the rules page, or by a link."""
        try:
            if (mode, players) != (self.table.mode, self.table.players):
                self._change_table(lambda: with_scope(self.table, mode, players, self.say))
        finally:
            self.send(
                {"kind": "scope", "scope": self.scope}
            )  # it shows what it asked for until it hears what is

    def act_edition(self, *, edition: str) -> None:
        """Whose booklet lies on the table."""
        evening = self.table.evening
        try:
            if edition != evening.edition:
                self._change_table(lambda: with_evening(self.table, set_up(evening, edition=edition).evening))
        finally:
            self.send({"kind": "scope", "scope": self.scope})

    def act_new_evening(self) -> None:
        """The same people sit down again: nothing is scored; what was decided and saved stays."""
        before = self.table
        evening = again(before.evening)
        if evening != before.evening:
            after = with_scenario_of(msgspec.structs.replace(before, evening=evening))
            self._commit(after, sentence("helper-table.change-new"))

    def _change_table(self, change: Callable[[], HelperTable]) -> None:
        before = self.table
        try:
            after = change()
        except Illegal as illegal:
            if self.is_opened:  # a link that opens the page says for whom it was made, not what we play
                self.notice = self._refused(illegal)
            return
        if not self.is_opened and before == self._first_table():
            self._take_table(after)  # nothing was there that an undo could bring back
            return
        self._commit(after, sentence("evening.label-set-up"))

    def _settle_table(self, before: HelperTable) -> None:
        if before.evening.rulings == self.table.evening.rulings:
            self._publish()
        else:
            self._settle()

    def _refused(self, illegal: Illegal) -> str:
        return refusal_sentence(illegal.refusals[0], language=self._spoken)

    def act_kept(self, *, text: str) -> None:
        """The table that the browser kept, when the page is opened; a damaged one is said, and put aside there."""
        if self.is_opened or not text:
            return
        try:
            table = read_table(text)
        except ValueError:
            self.notice = self.say("helper-table.damaged")
            self.send({"kind": "put-aside"})
            return
        if not is_untouched(table):
            self._take_table(table)

    # ---- rulings

    def _ruling_chosen(self, rule: str, option: str) -> None:
        """The rules page asks for a ruling that the rulebook holds."""
        evening = self.table.evening
        if evening.rulings.option(rule) == option:
            return
        try:
            changed: Changed = decide(evening, rule, option, who=self._me, when=self.clock())
        except Illegal as illegal:
            self.notice = self._refused(illegal)
            return
        self._evening_changed(changed.evening, changed.label)

    def _decide_all(self, rulings: TableRulings) -> None:
        """A link's rulings, or those of a state that comes back, become decisions of this table."""
        note = self.say("helper-table.by-link")
        try:
            evening = with_rulings(self.table.evening, rulings, when=self.clock(), note=note)
        except Illegal as illegal:
            self.notice = self._refused(illegal)
            return
        if evening == self.table.evening:
            return
        after = msgspec.structs.replace(self.table, evening=evening)
        try:
            self._keep_table(after, sentence("helper-table.by-link"))
        except t.TraitError as refused:  # the rest of the link is shown all the same
            self.notice = str(refused)
        else:
            self._take_table(after)

    # ---- a failed gear check becomes a puzzle

    @property
    def _checked(self) -> tuple[GearKind, Report]:
        kind = GearKind(self.grid.open_kind)
        return kind, self.grid.report(kind)

    def _missed_cards(self, kind: GearKind) -> list[Any]:
        """Cards that the gear of this kind lacks few cubes of, the nearest first."""
        strip: CardStrip = self.strip
        missed = [
            (away, card)
            for card in strip.cards
            if card.kind == kind and (away := strip.distance(card.id)) is not None and 1 <= away <= FEW_CUBES
        ]
        return [card for _, card in sorted(missed, key=lambda pair: pair[0])]

    def _tell_puzzle(self) -> None:
        kind, report = self._checked
        layout = self.grid.gear.layout(kind)
        self.puzzle = {
            **self.puzzle,
            "can": bool(layout) and (not report.is_legal or bool(self._missed_cards(kind))),
            "saved": [
                {"says": says, "url": f"{self.puzzles_at}#puzzle={code}" if self.puzzles_at else ""}
                for code in self.table.puzzles
                if (says := self._statement(code))
            ],
        }

    def _statement(self, code: str) -> str:
        """What a saved puzzle asks; empty for a code that is none."""
        try:
            return statement(decode(code), language=self._spoken)
        except Unreadable:
            return ""

    def act_save_puzzle(self) -> None:
        """Make a puzzle of the gear in front, with a proven answer; the proof takes a while, so beside the page."""
        kind, _ = self._checked
        grid: CraftGrid = self.grid
        if grid.character != "symmetric":
            self._say_of_puzzle(self.say("helper-table.puzzle-symmetric"))
            return
        cards = tuple(
            Offer(card.id[:40], print_pattern(card.pattern), card.provenance)
            for card in self._missed_cards(kind)[:2]
        )
        position = Position(kind=kind, is_unlocked=grid.is_open, cards=cards)
        layout = grid.gear.layout(kind)
        self._say_of_puzzle(self.say("helper-table.puzzle-proving"))
        self._proving.start(
            lambda _: puzzle_from(position, layout),
            done=self._puzzle_made,
            failed=self._puzzle_failed,
            progress=lambda _: None,
        )

    @property
    def _proving(self) -> Background:
        if self._prover is None:
            self._prover = Background()
        return self._prover

    _prover: Background | None = None

    def _puzzle_made(self, made: Entry | Refusal) -> None:
        if isinstance(made, Refusal):
            self._say_of_puzzle(refusal_sentence(made, language=self._spoken))
            return
        before, code = self.table, encode(made.puzzle)
        if code in before.puzzles:
            self._say_of_puzzle(self.say("helper-table.puzzle-there"))
            return
        self._remember_puzzles(before, sentence("helper-table.change-puzzle"))
        self._take_table(with_puzzle(before, code))
        self._publish()
        self._say_of_puzzle(self.say("helper-table.puzzle-saved"))

    def _puzzle_failed(self, fault: Exception) -> None:
        LOG.error("no puzzle of this gear", exc_info=fault)
        self._say_of_puzzle(self.say("widgets.failed"))

    def _take_puzzles(self, puzzles: tuple[str, ...]) -> None:
        self._take_table(msgspec.structs.replace(self.table, puzzles=puzzles))

    def _say_of_puzzle(self, says: str) -> None:
        self.puzzle = {**self.puzzle, "says": says}

    # ---- what another class makes of it, where the table lies in a store

    @property
    def _own_table(self) -> HelperTable:
        """What the browser keeps."""
        return self.table

    def _late_card(self) -> Sequence[Part]:
        """For somebody who comes late."""
        return late_comer(self.table.evening, language=self._spoken)

    @property
    def _me(self) -> str:
        """Who writes here, where that is known."""
        return ""

    def _keep_table(self, after: HelperTable, label: Said | Label) -> None:
        """Keep the table as it will be. Raises TraitError with the reason why it is not kept."""

    # ---- what the class around it does

    def _play_by(self, rulings: TableRulings) -> None:
        raise NotImplementedError

    def _remember_table(self, before: HelperTable, label: Said | Label) -> None:
        raise NotImplementedError

    def _remember_puzzles(self, before: HelperTable, label: Said) -> None:
        raise NotImplementedError

    def _settle(self) -> None:
        raise NotImplementedError

    def _publish(self) -> None:
        raise NotImplementedError
