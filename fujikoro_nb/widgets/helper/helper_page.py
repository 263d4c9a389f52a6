"""The rules helper as one page of pages: one link for the gear, one table for the evening, and one undo for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.know_box.fields import STOPS
from fujikoro_nb.helper.setup.choices import SETUP_MODES
from fujikoro_nb.helper.stored import MAX_KEPT, MOST_PLAYERS, HelperTable, write_table
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.history import History
from fujikoro_nb.rulebook.entries import LANGUAGES
from fujikoro_nb.texts import words
from fujikoro_nb.views.gear.link import GearLink
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language
from fujikoro_nb.widgets.base.widget import FujiWidget, Hears, flag, one_of, text, whole
from fujikoro_nb.widgets.evening.ruling_log import RulingLog
from fujikoro_nb.widgets.evening.ruling_log import now as now_of_day
from fujikoro_nb.widgets.evening.score_page import ScorePage
from fujikoro_nb.widgets.evening.setup_page import SetupPage
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.backpack import reach
from fujikoro_nb.widgets.helper.links import pages_beside
from fujikoro_nb.widgets.helper.owner_cards import OwnerCards
from fujikoro_nb.widgets.helper.parts import PartsTell, follow_rulings, make_parts
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
from fujikoro_nb.widgets.helper.room import HelperRoom, PageView, later
from fujikoro_nb.widgets.map.dragons_step import DragonsStep
from fujikoro_nb.widgets.pieces.know_box import KnowBox
from fujikoro_nb.widgets.pieces.piece_shelf import PieceShelf
from fujikoro_nb.widgets.rules.rules_page import LONGEST_NAME, RulesPage
from fujikoro_nb.widgets.sharing.sharing import SHARE_ACTS

__all__ = ["HelperPage", "helper_page"]

MAX_SENT_LINK = 4000
MAX_LABEL = 400
"""Longer than any link of ours, so that a bad one is answered with its own sentence."""
_TABLES = ("helper", "helper-rules", "helper-pieces", "helper-table", "cast", "game-share", "evening-share")
_IN_GRID = ["gear", "is_unlocked", "blueprints"]
_WIDGET = ipywidgets.widget_serialization


class HelperPage(FujiWidget, front_end="helper", sheets=("set_once", "share_panel", "cast_card", "helper")):
    """The page. ``rules``, ``grid``, ``strip`` and ``fight`` are its parts; map, setup, score and log are made late.

    `state` is what the link holds; `show` puts such a state on the board. `table` is what the browser keeps beside it.
    Own cards and dice live in `store`. The page itself only shows: what there is to know and to do is in `cards` and
    in the controllers of `room`.
    """

    word_tables = ("widgets", *_TABLES)
    acts: ClassVar = {
        **SHARE_ACTS,
        "open-setup": {},
        "open-score": {},
        "open-log": {},
        "open-box": {},
        "box-stop": {"stop": one_of(*(one.name for one in STOPS))},
        "set-table": {"mode": one_of("", *SETUP_MODES), "players": whole(0, MOST_PLAYERS)},
        "edition": {"edition": one_of("", *LANGUAGES)},
        "kept": {"text": text(max_length=MAX_KEPT + 1)},
        "save-puzzle": {},
        "new-evening": {},
        "open-link": {"text": text(max_length=MAX_SENT_LINK)},
        "open-map": {},
        "open-pieces": {},
        "undo": {"label": text(max_length=MAX_LABEL)},
        "character": {"name": one_of(*CHARACTERS)},
        "real-box": {"on": flag()},
        "backpack": {"material": one_of(*(str(each) for each in MATERIALS)), "by": one_of(1, -1)},
        "backpack-monk": {"on": flag()},
        "reach": {},
        "try": {"rule": text(max_length=LONGEST_NAME)},
    }

    rules = t.Instance(RulesPage).tag(sync=True, **_WIDGET)
    grid = t.Instance(CraftGrid).tag(sync=True, **_WIDGET)
    fight = t.Instance(CombatPanel).tag(sync=True, **_WIDGET)
    map = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **_WIDGET)
    pieces = t.Instance(PieceShelf, allow_none=True).tag(sync=True, **_WIDGET)
    """Own tiles, tokens and dragons; made when somebody opens them."""
    now = t.Instance(QuickAsk).tag(sync=True, **_WIDGET)
    escape = t.Instance(QuickAsk).tag(sync=True, **_WIDGET)
    dragons = t.Instance(DragonsStep).tag(sync=True, **_WIDGET)
    setup = t.Instance(SetupPage, allow_none=True).tag(sync=True, **_WIDGET)
    score = t.Instance(ScorePage, allow_none=True).tag(sync=True, **_WIDGET)
    log = t.Instance(RulingLog, allow_none=True).tag(sync=True, **_WIDGET)
    box = t.Instance(KnowBox, allow_none=True).tag(sync=True, **_WIDGET)
    """The round through one's own box; made when somebody begins it."""
    learn = t.Instance(FujiWidget, allow_none=True).tag(sync=True, **_WIDGET)
    small = t.Instance(FujiWidget, allow_none=True).tag(sync=True, **_WIDGET)
    learn_told = t.Unicode().tag(sync=True)
    """What home says of lessons and puzzles, once it is known."""
    strip = t.Instance(CardStrip)
    decided = t.Instance(TableRulings, args=())
    """The rulings of `table`, as its parts follow them."""
    store = t.Instance(OwnerPack)
    link = t.Unicode().tag(sync=True)
    is_opened = t.Bool(False).tag(sync=True)
    """Whether the page has told its link: until then the address is not touched."""
    undo_label = t.Unicode().tag(sync=True)
    is_real_box = t.Bool(True).tag(sync=True)
    characters: t.List[Any] = t.List().tag(sync=True)
    board = t.Dict().tag(sync=True)
    """Character with its sentence, and the backpack."""
    reach: t.List[Any] = t.List().tag(sync=True)
    """What the backpack can craft now, one sentence a card."""
    cards_changed = t.Int(0).tag(sync=True)
    """Counts changes of the cards on display: the page asks anew what the backpack can craft."""
    elsewhere: t.List[Any] = t.List().tag(sync=True)
    """The game, lessons and puzzles that are served, as `pages_beside` has them."""
    kept = t.Unicode().tag(sync=True)
    """`table` as JSON, for the browser to keep."""
    scope = t.Dict().tag(sync=True)
    """What is set once: ``{"mode", "players", "scenario", "edition"}``; empty and 0 are any."""
    tiles = t.Dict().tag(sync=True)
    """What home says on a page's tile instead of what the page is for."""
    puzzle = t.Dict().tag(sync=True)
    """Whether there is something to save as a puzzle, what became of it, and what was saved."""
    shared = t.Dict().tag(sync=True)
    """The table that the page is on, as on a game's page; empty: on none."""
    code_picture: t.List[Any] = t.List().tag(sync=True)
    """The link for phones as rows of a QR code, a text of 0 and 1 each."""

    clock: Callable[[], str] = staticmethod(now_of_day)
    room: HelperRoom
    _is_made = False

    def __init__(
        self,
        *,
        store: OwnerPack | None = None,
        game: str = "",
        lessons: str = "",
        puzzles: str = "",
        **settings: Any,
    ) -> None:
        owner = store or OwnerPack()
        self.cards = OwnerCards(
            owner, is_real_box=lambda: bool(self.is_real_box), language=lambda: str(self.language)
        )
        tell = PartsTell(
            open_gear=lambda: self.send({"kind": "show", "page": "gear"}),
            fight_chosen=later(lambda: self.room.fight_chosen),
            fight_taken_back=later(lambda: self.room.fight_taken_back),
            ruling_chosen=later(lambda: self.room.desk.choose_ruling),
            facts_tapped=later(lambda: self.room.gear.tap_facts),
            lairs_tapped=later(lambda: self.room.gear.tap_lairs),
            link=lambda: self.state if self._is_made else GearLink(),
        )
        history = History(clock=lambda: (self.room.sharing.stored_at or 0) if self._is_made else 0)
        parts = make_parts(self.cards, tell, history=history, language=settings.get("language", "en"))
        super().__init__(**parts._asdict(), store=owner, **settings)
        follow_rulings(self, parts)
        self.room = HelperRoom(self, parts, self.cards, self._view(), history=history, puzzles_at=puzzles)
        self._is_made = True
        parts.grid.beside = parts.strip
        t.dlink((self, "is_real_box"), (parts.fight, "is_real_box"))
        parts.grid.observe(lambda _: self.room.gear.grid_changed(), _IN_GRID)
        parts.grid.observe(lambda _: self._tell_puzzle(), "open_kind")
        parts.strip.observe(self._on_strip, "changes")
        parts.fight.observe(self._on_faces, "faces")
        parts.strip.observe(self._on_cards, "cards")
        self.elsewhere = pages_beside(game=game, lessons=lessons, puzzles=puzzles)
        self._name_characters()
        self.room.gear.put_cards_out()
        self._tell_table()
        self._publish()
        self._say_of_damage()

    def _name_characters(self) -> None:
        self.characters = [{"id": name, "name": self.say(f"helper.character-{name}")} for name in CHARACTERS]

    def _say_of_damage(self) -> None:
        if self.cards.is_damaged:
            self.notice = self.say("helper.owner-damaged")

    def _view(self) -> PageView:
        return PageView(
            is_opened=lambda: bool(self.is_opened),
            is_real_box=lambda: bool(self.is_real_box),
            turn_box=self._turn_box,
            clock=later(lambda: self.clock),
            publish=self._publish,
            decided=lambda rulings: self.set_trait("decided", rulings),
            tell_table=self._tell_table,
            say_of_puzzle=self._say_of_puzzle,
            undo_cards=self._undo_cards,
            sharing=self,
            watched=self._watched,
        )

    @property
    def heard_by(self) -> tuple[Hears, ...]:
        """The page, and what it makes of lessons, puzzles and the small games."""
        return (self, self.room.learning, self.room.small)

    def close(self) -> None:
        """Nobody listens any more."""
        if self._is_made:
            self.room.sharing.close()
        super().close()

    def speak_anew(self) -> None:
        """Everything that the page says itself; its parts speak already."""
        self._name_characters()
        self.room.desk.speak_anew()
        self.room.sharing.speak_anew()
        self.puzzle = {}  # what became of the last one has been read
        self._tell_table()
        self._publish()
        if self.reach:
            self.act_reach()
        self._say_of_damage()

    # ---- what the page is about

    @property
    def state(self) -> GearLink:
        """What the link holds."""
        return self.room.gear.now

    def show(self, state: GearLink) -> None:
        """Put a state on the board."""
        self.room.gear.show(state)

    @property
    def table(self) -> HelperTable:
        """What is kept of the table: the evening, what is set once, ticks, and saved puzzles."""
        return self.room.desk.table

    @property
    def limits(self) -> BoardLimits:
        """The board of the chosen character."""
        return self.grid.limits

    @property
    def rulings_in_force(self) -> Rulings:
        """Those of the gear on the page."""
        return self.decided.switches

    @property
    def table_rulings(self) -> TableRulings:
        """All that the table decided."""
        decided: TableRulings = self.decided
        return decided

    def refresh(self) -> None:
        """Show what the owner's pack holds now: this page was prepared earlier, and other devices enter cards too."""
        pack = self.cards.news()
        if pack is not None:
            self._has_pack(pack)
            for part in (self.pieces, self.box):
                if part is not None:
                    part.refresh(pack)

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        self.room.sharing.poll()

    # ---- what the page tells

    def _words_of_this_language(self) -> dict[str, str]:
        spoken = words("rules-page", language=self.language)
        scope = {key: said for key, said in spoken.items() if key.split("-")[0] in ("mode", "players")}
        return {**scope, **super()._words_of_this_language()}

    def _publish(self) -> None:
        with self.hold_sync():
            self._tell_puzzle()
            self.link = self.room.gear.link
            newest = self.room.undo_label
            self.undo_label = self.say("helper.undo", what=newest) if newest else ""
            self.board = self.room.gear.told()

    def _tell_table(self) -> None:
        with self.hold_sync():
            self.kept = write_table(self.room.sharing.own_table)
            self.scope = self.room.desk.scope
            self.tiles = self.room.desk.tiles
            self._tell_puzzle()
        self.room.gear.tell_game()
        self.room.small.tell()

    def _tell_puzzle(self) -> None:
        self.puzzle = {**self.puzzle, **self.room.puzzles.told()}
        self.room.learning.tell()

    def _say_of_puzzle(self, says: str) -> None:
        self.puzzle = {**self.puzzle, "says": says}

    def _turn_box(self, on: bool) -> None:
        self.is_real_box = on

    # ---- what the parts tell

    def _on_strip(self, change: Any) -> None:
        self._publish()
        if self.pieces is not None:
            self.pieces.refresh(self.cards.owned)  # what the strip took out can come back there

    def _on_cards(self, change: Any) -> None:
        self.cards_changed += 1

    def _on_faces(self, change: Any) -> None:
        if self.box is not None:
            self.box.refresh(self.cards.owned)  # a die typed beside the odds is the same die there

    def _on_shelf(self, change: Any) -> None:
        self._publish()

    def _has_pack(self, pack: Pack) -> None:
        """The shelf changed the owner's pack: cards and dice may have come back, dragons are offered to the fight."""
        self.cards.take(pack)
        self._tell_box()
        self.room.gear.put_cards_out()
        self.fight.box = {die.material: die for die in (*house_pack().dice, *pack.dice)}
        self.fight.refresh_offers()

    def _tell_box(self) -> None:
        """Answers and lists follow what the owner's box says."""
        self.rules.owned = self.cards.owned
        self.room.desk.tell_own_track()
        self.room.small.tell()
        if self.setup is not None:
            self.setup.owned = self.cards.owned

    # ---- acts of the browser

    def act_open_link(self, *, text: str) -> None:
        """The address of the page, when it is opened and when somebody changes it."""
        self.refresh()
        self.room.links.open(text, is_opened=bool(self.is_opened))
        self.is_opened = True

    def act_try(self, *, rule: str) -> None:
        """The position that shows a rule comes onto the board; box and rulings of the table stay."""
        self.room.links.try_rule(rule)

    def act_undo(self, *, label: str | None = None) -> None:
        """Take the last change back, whichever page it was made on, and whoever made it at the table; without a label
        whatever it is, else only what the button named: a second tap, or another device, may have been quicker.
        """
        if label is not None and label != self.undo_label:
            self._publish()
            return
        newest = self.room.undoing.history.newest()
        if self.room.sharing.undo() or newest is None:
            return
        self.notice = ""
        self.room.undoing.undo()
        if newest.source not in ("strip", "shelf"):
            self.room.gear.settle()

    def _undo_cards(self, source: str) -> None:
        made_late = {"shelf": self.pieces, "box": self.box}.get(source)
        part = self.strip if made_late is None else made_late
        part.act_undo()
        self.notice, part.notice = part.notice, ""  # the page in front says it

    def act_open_map(self) -> None:
        """Make the map when it is first seen: who only checks gear does not pay for it."""
        if self.map is None:
            from fujikoro_nb.widgets.map.hex_map import HexMap

            self.map = HexMap(language=self.language)

    def act_open_pieces(self) -> None:
        """Make the shelf of own tiles, tokens and dragons when it is first asked for."""
        if self.pieces is None:
            self.pieces = PieceShelf(
                self.store,
                on_change=self._has_pack,
                history=self.room.undoing.history,
                language=self.language,
            )
            self.pieces.observe(self._on_shelf, "changes")

    def act_open_setup(self) -> None:
        """Make the setup and pack-away lists."""
        self.setup = self.room.pages.open_setup(self.table)

    def act_open_box(self) -> None:
        """Begin the round through one's own box, or go on with it."""
        if self.box is None:
            self.box = KnowBox(
                self.store,
                on_change=self._has_pack,
                history=self.room.undoing.history,
                language=self.language,
            )
            self.box.observe(self._on_shelf, "changes")

    def act_box_stop(self, *, stop: str) -> None:
        """The stop at which a certain number is typed."""
        self.act_open_box()
        if self.box is not None:
            self.box.act_go(stop=stop)

    def act_open_score(self) -> None:
        """Make score and countdown."""
        self.room.desk.tell_own_track()
        self.score = self.room.pages.open_score(self.table.evening)

    def act_open_log(self) -> None:
        """Make the ruling log, with what the game on the table plays."""
        self.log = self.room.pages.open_log(self.table.evening)

    def act_character(self, *, name: str) -> None:
        """Another board."""
        self.room.gear.set_character(name)

    def act_real_box(self, *, on: bool) -> None:
        """The house cards go, or come."""
        self.room.gear.set_real_box(on)

    def act_backpack(self, *, material: str, by: int) -> None:
        """One cube into the backpack or out of it."""
        self.room.backpack.put(material, by)

    def act_backpack_monk(self, *, on: bool) -> None:
        """The monk that opens the upper backpack spaces comes or goes."""
        self.room.backpack.set_monk(on)

    def act_reach(self) -> None:
        """Which cards the backpack can craft now; asked when the page is idle."""
        self.reach = reach(self.room.backpack, self.grid, self.strip, self)

    def act_set_table(self, *, mode: str, players: int) -> None:
        """Mode and players, set once: on the home page, on the rules page, or by a link."""
        self.room.desk.set_table(mode, players)

    def act_edition(self, *, edition: str) -> None:
        """Whose booklet lies on the table."""
        self.room.desk.set_edition(edition)

    def act_new_evening(self) -> None:
        """The same people sit down again."""
        self.room.desk.begin_again()

    def act_kept(self, *, text: str) -> None:
        """The table that the browser kept, when the page is opened."""
        self.room.desk.take_kept(text)

    def act_save_puzzle(self) -> None:
        """Make a puzzle of the gear in front."""
        self.room.puzzles.save()

    def act_share(self, *, writer: str, name: str) -> None:
        """Put the evening on a table of its own."""
        self.room.sharing.share(writer, name)

    def act_join(self, *, code: str, writer: str, name: str) -> None:
        """Look at the evening of a table, and write there if this device did."""
        self.room.sharing.join(code, writer, name)

    def act_take_over(self, *, name: str) -> None:
        """Write from now on."""
        self.room.sharing.take_pen(name)

    def act_unshare(self) -> None:
        """Let go of the table, which stays where it is."""
        self.room.sharing.unshare()

    def act_show_code(self, *, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        self.room.sharing.show_code(url)


def helper_page(
    *, game: str = "", lessons: str = "", puzzles: str = "", language: str = ""
) -> ipywidgets.Widget:
    """The rules helper, ready to be shown. ``game`` and ``puzzles`` are addresses where the game and the first book of
    puzzles are served, beside which the others are; ``lessons`` what the addresses of all lessons begin with.

    Served, the page speaks the language that a person chooses in it; in a notebook, ``language``.
    """

    def make(spoken: str) -> HelperPage:
        return HelperPage(game=game, lessons=lessons, puzzles=puzzles, language=spoken)

    return in_chosen_language(make, language=language)
