"""One table read from the store: its evening and its game, each shown even where the other is damaged."""

from __future__ import annotations

from contextlib import suppress

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper import stored
from fujikoro_nb.helper.evening.first import called_by
from fujikoro_nb.helper.evening.late_comer import Part, late_comer
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.record import is_of_seat
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.evening_log import hours_at
from fujikoro_nb.play.stored import Game, game_after, game_in, people_of
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.shown import Shown, shown
from fujikoro_nb.store import Entry, State, Table, game_log
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.evening.seats import done_by
from fujikoro_nb.widgets.readers.game_reader import GameReader
from fujikoro_nb.widgets.readers.ruling_reader import RulingReader
from fujikoro_nb.widgets.readers.score_reader import ScoreReader
from fujikoro_nb.widgets.readers.setup_reader import SetupReader
from fujikoro_nb.widgets.readers.sheet_reader import SheetReader
from fujikoro_nb.widgets.readers.table_view import TableView


def helper_in(part: bytes) -> HelperTable:
    """What a helper keeps, from its part of a table. Raises ValueError for what is none of ours."""
    return stored.read_table(part.decode())


def decided(evening: Evening | None, game: Game | None) -> TableRulings:
    """What a table plays otherwise: a game by its own readings, and what is decided beside it."""
    rulings = TableRulings() if evening is None else evening.rulings
    chosen = () if game is None else game.session.state.rulings.chosen
    for rule, option in chosen:
        rulings = rulings.with_option(rule, option)
    return rulings


def rulings_in(state: State) -> TableRulings:
    """The same of a table as it is stored; a part that cannot be read decides nothing."""
    helper, game = state.parts.get(stored.PART), state.parts.get(game_log.PART)
    evening = played = None
    with suppress(ValueError):
        evening = None if helper is None else helper_in(helper).evening
    with suppress(Unreadable):
        played = None if game is None else game_in(game)
    return decided(evening, played)


def _newest(entry: Entry, view: TableView) -> str:
    """What was done last, of a seat with the name of who did it; taking over is no step."""
    what = in_language(entry.label, str(view.language))
    if is_of_seat(entry.writer):
        what = done_by(entry.name, what, language=str(view.language))
    if entry.kind == "undo":
        return view.say("table-view.taken-back", what=what)
    return what if entry.kind in ("change", "redo") else ""


class Reading(Followed):
    """One table in one language, as everybody sees it who looks on."""

    def __init__(self, table: Table, language: str) -> None:
        super().__init__(table, language)
        self._score = ScoreReader(language=language)
        self._setup = SetupReader(language=language)
        self._sheets = SheetReader(language=language)
        self._rulings = RulingReader(language=language)
        self._played = GameReader(language=language)
        self._view = TableView(language=language, code=table.code)
        self._parts: tuple[bytes | None, bytes | None] = (None, None)
        self._helper: HelperTable | None = None
        self._game: Game | None = None
        self._troubles = {"game": "", "helper": ""}

    def read(self) -> tuple[int, Shown]:
        """The table as it is now, drawn. Raises StoreError. To be called in one thread at a time."""
        state = self.table.state()
        last = self.table.since(state.version - 1)
        view = self._view
        view.title, view.version = state.head.title, state.version
        view.writer = "" if state.head.holder is None else state.head.holder.name
        view.newest = _newest(last[-1], view) if last else ""
        self._draw(state)
        if self._helper is not None and self._game is None:
            view.title = called_by(self._helper.evening)  # people may have come since it was begun
        return state.version, shown(view)

    def as_before(self) -> Shown | None:
        """The last moment that could be drawn, which says that the table has gone on since."""
        if self.moment is None:
            return None
        return self.moment.with_root(trouble=[self._view.say("table-view.as-before")])

    def close(self) -> None:
        """Let go of the widgets, which ipywidgets keeps until they are closed."""
        readers = (
            self._score,
            self._sheets,
            self._setup,
            self._setup.page,
            self._rulings,
            self._played,
            self._played.map,
        )
        for widget in (self._view, self._view.rules, *readers):
            layout = widget.layout
            widget.close()
            layout.close()

    def _draw(self, state: State) -> None:
        parts = state.parts.get(game_log.PART), state.parts.get(stored.PART)
        before, self._parts = self._parts, (None, None)  # a drawing that fails is done wholly the next time
        if parts[0] != before[0]:
            self._read_game(before[0], parts[0])
        if parts[1] != before[1]:
            self._read_helper(parts[1])
            self._draw_helper()
        if parts != before:
            self._draw_both()
        self._parts = parts

    def _read_game(self, before: bytes | None, part: bytes | None) -> None:
        view, known = self._view, self._game
        self._game, self._troubles["game"] = None, ""
        try:
            if part is not None and before is not None and known is not None:
                self._game = game_after(known, before, part)
            if part is not None and self._game is None:
                self._game = game_in(part)
        except Unreadable as fault:
            why = error_sentence(fault, language=self.language)
            self._troubles["game"] = view.say("table-view.game-unreadable", why=why)
        if self._game is None:
            view.game = None
            return
        self._played.show(self._game.session, self._game.agreed)
        view.game = self._played

    def _read_helper(self, part: bytes | None) -> None:
        self._helper, self._troubles["helper"] = None, ""
        try:
            self._helper = None if part is None else helper_in(part)
        except ValueError:
            self._troubles["helper"] = self._view.say("table-view.evening-unreadable")

    def _draw_helper(self) -> None:
        view, helper = self._view, self._helper
        if helper is None:
            view.score = view.setup = view.sheets = None
            view.is_over, view.first = False, ""
            return
        self._score.show(helper.evening, hours_at(self.table, helper.evening))
        self._setup.show(helper.setup)
        view.score, view.setup = self._score, self._setup
        view.is_over = helper.evening.phase == "over"
        self._sheets.show(helper.small, helper.evening.rulings)
        view.sheets = self._sheets if self._sheets.told else None
        # At a table that plays a small game alone, its sheet is what somebody wants to see.
        view.first = "sheets" if self._sheets.told and not helper.evening.has_begun else ""

    def _tell_rules(self) -> None:
        """The rulebook answers for this table: its mode, its people and what it decided."""
        rules = self._view.rules
        if self._helper is not None:
            evening = self._helper.evening
            rules.table = evening.rulings
        elif self._game is not None:
            evening = people_of(self._game, self.language)
            ours, chosen = ADOPTED.in_force(), self._game.session.state.rulings.chosen
            rules.table = TableRulings(tuple((rule, name) for rule, name in chosen if ours.get(rule) != name))
        else:
            rules.table, rules.played = TableRulings(), {}
            return
        rules.played = {
            "mode": evening.mode,
            "players": len(evening.people),
            "scenario": evening.scenario,
        }

    def _draw_both(self) -> None:
        """What comes from the evening and from the game."""
        view, game = self._view, self._game
        evening = None if self._helper is None else self._helper.evening
        view.trouble = [sentence for sentence in self._troubles.values() if sentence]
        rulings = None if game is None else game.session.state.rulings
        self._rulings.show(evening, rulings)
        self._tell_rules()
        view.rulings = self._rulings if evening is not None or self._rulings.played else None
        card: tuple[Part, ...] = ()
        if game is not None:
            card = late_comer(people_of(game, self.language), game=game.session.state, language=self.language)
        elif evening is not None:
            card = late_comer(evening, language=self.language)
        view.late = [{"name": part.name, "title": part.title, "lines": list(part.lines)} for part in card]
