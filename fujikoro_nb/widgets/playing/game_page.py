"""GamePage: the whole competitive game, one person against bots or two to six people at one device."""

from __future__ import annotations

from typing import Any

import ipywidgets
import traitlets as t

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.table import at_table
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.seats import GameSession, Table
from fujikoro_nb.views.game.glossary import terms_in
from fujikoro_nb.views.game.played import PlayedGame
from fujikoro_nb.views.game.terms import said_on
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language
from fujikoro_nb.widgets.base.widget import Hears
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.guided.counsel import Counselling
from fujikoro_nb.widgets.guided.guide import Guide
from fujikoro_nb.widgets.guided.review import Reviewing
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.playing.asking import Asking
from fujikoro_nb.widgets.playing.at_bench import AtBench
from fujikoro_nb.widgets.playing.bench import Bench
from fujikoro_nb.widgets.playing.drawn import Drawn
from fujikoro_nb.widgets.playing.flow import Flow
from fujikoro_nb.widgets.playing.front import GameFront
from fujikoro_nb.widgets.playing.outlook import Outlook
from fujikoro_nb.widgets.playing.owned import OwnedPieces
from fujikoro_nb.widgets.playing.primers import Primers
from fujikoro_nb.widgets.playing.saves import Saves
from fujikoro_nb.widgets.playing.share import GameAtTable
from fujikoro_nb.widgets.playing.start import StartPanel
from fujikoro_nb.widgets.playing.telling import Telling

__all__ = ["GamePage", "first_game", "game_page"]


class GamePage(
    GameFront,
    front_end="game_page",
    sheets=("combat_panel", "share_panel", "cast_card", "scene_card", "game_page", "guide", "counsel"),
):
    """A table to play at. ``stage`` is ``start`` or ``play``; `session` is the game as the kernel has it.

    Everything that a browser sends is an act; what the rules refuse stands in `refused`, and nothing has changed.
    ``store`` is the owner's pack on the disk, which a game with the real box begins with and adds to.

    The page owns the parts that do the work, hands each act to the one it is for, and says in which order they draw.
    """

    def __init__(self, *, store: OwnerPack | None = None, **settings: Any) -> None:
        game = self._game = PlayedGame(self)
        self._start = StartPanel(self, game, owned=self._owned_pack, open_game=self._open)
        self._saves = Saves(self, game, open_game=self._open)
        self._at_table = GameAtTable(
            self,
            game,
            watched=self._watched,
            open_game=self._open,
            show=self._show,
            go_on=self._go_on,
            offer_evening=self._start.offer_evening,
        )
        sharing = self._sharing = self._at_table.sharing
        flow = self._flow = Flow(self, game, sharing, show=self._show, show_table=self._start.show)
        self._guide = Guide(self, game, flow, open_game=self._open, show=self._show)
        self._counselling = Counselling(self, game, flow)
        self._reviewing = Reviewing(
            self,
            game,
            open_game=self._open,
            show=self._show,
            is_at_table=lambda: sharing.table is not None,
            leave=flow.leave,
        )
        self._telling = Telling(self, game)
        self._outlook = Outlook(self, game)
        self._primers = Primers(self, game, keep=self._keep)
        self._owned = OwnedPieces(self, game, store or OwnerPack())
        language = settings.get("language", "en")
        settings.setdefault("map", HexMap(language=language, is_board_only=True))
        grid = CraftGrid(language=language, sections=("verdict", "palette", "undo"), can_unlock=False)
        areas = at_table(self._owned_pack(), with_house=True).areas
        self._bench = AtBench(self, game, flow, Bench(grid, areas))
        drawn = Drawn(self, game, flow, sharing, owned=self._owned_pack)
        self._asking = Asking(self, game, flow, outlook=self._outlook, bench=self._bench, drawn=drawn)
        super().__init__(grid=grid, **settings)
        self._start.show()
        self.map.observe(self._map_tapped, names="selected")
        grid.observe(self._bench_drawn, names="gear")

    @property
    def session(self) -> GameSession | None:
        """The game on the page; None before one was begun."""
        return self._game.session

    @property
    def agreed(self) -> Table:
        """The table that was agreed for it."""
        return self._game.agreed

    @property
    def heard_by(self) -> tuple[Hears, ...]:
        """The page, the coach of a first game, counsel, and the review."""
        return (self, self._guide, self._counselling, self._reviewing)

    @property
    def rulings_in_force(self) -> Rulings:
        """Those of the game, or of the start panel."""
        return self._start.rulings_in_force

    @property
    def table_rulings(self) -> TableRulings:
        """The same, for the rule card."""
        return TableRulings(self.rulings_in_force.chosen)

    def speak_anew(self) -> None:
        """Everything that the page says itself; nothing of the game moves."""
        self._start.show()
        if self._sharing.table is not None:
            self._sharing.show()
        if self.session is None:
            return
        self._telling.say_table()
        self._flow.show_travel()
        self._telling.show_log()
        self._asking.speak_anew()
        self._guide.show()
        self._counselling.show()
        self._reviewing.show()
        self.notice = self._flow.apart()

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        self._sharing.poll()

    def close(self) -> None:
        """Nobody listens any more."""
        if self.comm is not None:  # else it was never made, or is closed
            self._sharing.stop_listening()
            self._stop_looking()
        super().close()

    def _owned_pack(self) -> Pack:
        return self._owned.pack

    # ---- a game comes, is drawn and is kept

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        game = self._game
        self._telling.begin()
        self._reviewing.open(session)
        if session is not game.session or game.seat_here not in agreed.persons:
            game.seat_here = next(iter(agreed.persons), None)
        self._primers.open(session, agreed)
        if session is not game.session:
            self._guide.open(session)
        self._flow.open(session, agreed, is_shown=is_shown)

    def _go_on(self) -> None:
        self._flow.go_on()

    def _show(self) -> None:
        """Everything that the page says of the game, once it is on the disk."""
        self._at_table.store_step()
        with self.hold_sync():
            self.notice = self._flow.apart()
            self._telling.show_table()
            self._flow.show_travel()
            self._telling.show_log()
            self._asking.show()
            self._primers.show()
            self._guide.show()
            self._counselling.show()
            self._reviewing.show()
            self._owned.show()
        self.after_push(self._keep)

    def _keep(self) -> None:
        if self._reviewing.is_apart:
            return  # the game that is kept waits
        self._primers.note()
        self._guide.note()
        self._saves.keep()

    def _stop_looking(self) -> None:
        """Nobody waits for plan, counsel or chances."""
        self._counselling.cancel()
        self._reviewing.cancel()
        self._telling.cancel()
        self._outlook.cancel()

    def _map_tapped(self, change: Any) -> None:
        self._guide.let_go()
        self._asking.tapped(change.new)

    def _bench_drawn(self, change: Any) -> None:
        self._bench.drawn()

    @t.observe("asked", "refused", "why_not", "chances", "ahead", "bench", "final", "status")
    def _tell_terms(self, change: Any) -> None:
        is_group = bool(self.status.get("group"))
        self.terms = terms_in(said_on(self), str(self.language), is_group=is_group)

    @t.observe("guide")
    def _coach_spoke(self, change: Any) -> None:
        self._counselling.show()

    # ---- acts: before the game, and saves

    def act_begin(self, **agreed: Any) -> None:
        """Lay everything out; at a table that waits for a game, whoever writes there does."""
        with self._at_table.beginning():
            self._start.begin(**agreed)

    def act_cast(self, *, mode: str, characters: list[str], scenario: int) -> None:
        """Whether these characters could be played, one name a seat."""
        self._start.choose_cast(mode, characters, scenario)

    def act_ruling(self, *, rule: str, reading: str) -> None:
        """What this table plays where the booklets differ."""
        self._start.rule(rule, reading)

    def act_back(self) -> None:
        """On with the game that waits."""
        self._start.back()

    def act_download(self) -> None:
        """The whole save as a file."""
        self._primers.note()
        self._guide.note()
        self._saves.download()

    def act_load(self, *, text: str, part: int, parts: int) -> None:
        """A save file that was chosen in the browser, in parts."""
        self._saves.load(text, part, parts)

    def act_restore(self, *, save: str) -> None:
        """The game that the browser kept."""
        self._saves.restore(save)

    # ---- acts: the game goes on

    def act_answer(self, *, text: str, at: int) -> None:
        """An answer as the game's short text or JSON; a coach may speak up first."""
        if not self._guide.holds_back(text, at):
            self._flow.answer(text, at)

    def act_deal(self, *, at: int) -> None:
        """The dealer's dice or draw instead of the table's."""
        self._flow.deal(at)

    def act_undo(self, *, at: int) -> None:
        """To the last question that a person answered."""
        self._flow.undo(at)

    def act_redo(self, *, at: int) -> None:
        """What was undone last."""
        self._flow.redo(at)

    def act_pace(self, *, stepwise: bool) -> None:
        """Bots act one by one, or all at once."""
        self.is_stepwise = stepwise

    def act_go(self) -> None:
        """The next step of the bots."""
        self._flow.go()

    def act_stop(self) -> None:
        """Stop the bots; nothing of what they thought about is played."""
        self._flow.stop()

    def act_leave(self) -> None:
        """Back to the start panel, and away from the table; nobody waits for plan or chances there."""
        self._stop_looking()
        if self._reviewing.leave():
            return
        self._sharing.unshare()
        self._flow.leave()

    # ---- acts: the question

    def act_choose(self, *, text: str, at: int) -> None:
        """Look at an answer of the list before it is given."""
        self._guide.let_go()
        self._asking.choose(text, at)

    def act_more(self) -> None:
        """List more answers."""
        self._asking.more()

    def act_why_not(self, *, on: bool) -> None:
        """Which answers are missing from the list, and why."""
        self._asking.tell_why_not(on=on)

    def act_bench_kind(self, *, kind: str) -> None:
        """Another kind of gear."""
        self._bench.choose_kind(kind)

    def act_bench_waste(self, *, material: str) -> None:
        """The cube that is lost."""
        self._bench.waste(material)

    def act_bench_stow(self, *, index: int) -> None:
        """Another way to fill the backpack."""
        self._bench.stow(index)

    def act_bench_build(self, *, card: str) -> None:
        """Lay a card's cheapest craft on the board."""
        self._bench.build(card)

    def act_bench_done(self, *, at: int) -> None:
        """What lies on the board is the answer."""
        self._bench.done(at)

    # ---- acts: beside the question

    def act_primer_done(self, *, name: str) -> None:
        """This card has been read."""
        self._primers.done(name)

    def act_primers(self, *, on: bool) -> None:
        """No more cards of twenty seconds in this game, or again those that nobody has seen."""
        self._primers.switch(on=on)

    def act_older(self) -> None:
        """More of the log."""
        self._telling.older()

    # ---- acts: the table

    def act_share(self, *, writer: str, name: str) -> None:
        """Put the game on a table of its own."""
        self._reviewing.check_shared()
        self._sharing.share(writer, name)

    def act_join(self, *, code: str, writer: str, name: str) -> None:
        """Look at the game of a table; who wrote there with this device goes on writing."""
        self._reviewing.check_shared()
        self._sharing.join(code, writer, name)

    def act_take_over(self, *, name: str) -> None:
        """Write from now on."""
        self._sharing.take_pen(name)

    def act_unshare(self) -> None:
        """Let go of the table, which stays where it is."""
        self._sharing.unshare()

    def act_show_code(self, *, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        self._sharing.show_code(url)


def game_page(*, language: str = "", helper: str = "") -> ipywidgets.Widget:
    """The game, ready to be shown. ``helper`` is the address where the rules helper is served."""

    def make(spoken: str) -> GamePage:
        return GamePage(language=spoken, helper_address=helper)

    return in_chosen_language(make, language=language)


def first_game(*, language: str = "", helper: str = "", place: str = "", game: str = "") -> ipywidgets.Widget:
    """The first game with a coach, ready to be shown. ``place`` is the address of all lessons and puzzles.

    ``helper`` and ``game`` are those of the rules helper and of a real game.
    """

    def make(spoken: str) -> GamePage:
        return GamePage(
            language=spoken, is_first=True, helper_address=helper, place_address=place, game_address=game
        )

    return in_chosen_language(make, language=language)
