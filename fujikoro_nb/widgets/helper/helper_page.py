"""The rules helper as one page of pages: one link for the gear, one table for the evening, and one undo for all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar, NamedTuple

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb import rulebook
from fujikoro_nb.content import house_pack
from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Areas, Pack
from fujikoro_nb.content.table import at_table
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.components import Blueprint, Die, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.match import contains
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.fujikoro.solve import Craft, cheapest_craft
from fujikoro_nb.helper.characters_told import so_far
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.game import TableGame, game_of
from fujikoro_nb.helper.quick.known import known_clock, known_sandals
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.setup.choices import SCENARIOS
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.store.labels import Label
from fujikoro_nb.views.gear.link import (
    KINDS,
    BadLink,
    GearLink,
    backpack_room,
    bad_ruling_in,
    ignored_in,
    parse_link,
    print_link,
)
from fujikoro_nb.views.gear.link_changes import label_between
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language
from fujikoro_nb.widgets.base.widget import flag, one_of, text
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.gear.card_strip import CardStrip, Draft, capital, draft_of
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.kept import HelperTable, is_untouched, merged
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
from fujikoro_nb.widgets.helper.share import EveningShare
from fujikoro_nb.widgets.pieces.piece_shelf import PieceShelf
from fujikoro_nb.widgets.rules.rules_page import LONGEST_NAME, RulesPage

__all__ = ["HelperPage", "helper_page"]

MAX_UNDO = 200
MAX_REACH = 6
"""Lines that a page shows; the cheapest crafts come first."""
MAX_SENT_LINK = 4000
MAX_LABEL = 400
"""Longer than any link of ours, so that a bad one is answered with its own sentence."""
_IN_GRID = ["gear", "is_unlocked", "blueprints"]
_WIDGET = ipywidgets.widget_serialization

Cards = tuple[GearCard | Blueprint, ...]


class _Change(NamedTuple):
    """One change that can be undone. ``source`` says who made it, because a stroke on the grid grows."""

    label: str
    restore: Callable[[], None]
    source: str
    before: GearLink | None = None
    """The state that comes back, where that is all there is to it."""
    table: HelperTable | None = None
    """The table that comes back."""
    told: Said | None = None
    """The label in any language."""
    at: int = 0
    """The version of the table in the store when it was made, where there is one."""


class HelperPage(EveningShare, front_end="helper", sheets=("set_once", "share_panel", "helper")):
    """The page. ``rules``, ``grid``, ``strip`` and ``fight`` are its parts; map, setup, score and log are made late.

    `state` is what the link holds; `show` puts such a state on the board. `table` is what the browser keeps beside it.
    Own cards and dice live in `store`.
    """

    word_tables = (
        "widgets",
        "helper",
        "helper-rules",
        "helper-pieces",
        "helper-table",
        "game-share",
        "evening-share",
    )
    acts: ClassVar = {
        **EveningShare.acts,
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
    strip = t.Instance(CardStrip)
    store = t.Instance(OwnerPack)
    link = t.Unicode().tag(sync=True)
    """The text behind ``#``."""
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
    """The game, lessons and puzzles that are served: ``{"kind", "url"}``."""

    def __init__(
        self,
        *,
        store: OwnerPack | None = None,
        game: str = "",
        lessons: str = "",
        puzzles: str = "",
        **settings: Any,
    ) -> None:
        self._history: list[_Change] = []
        self._is_applying = False
        self._backpack = Cubes()
        self._has_backpack_monk = False
        self._before: dict[Draft, Pack] = {}
        self._facts = TableFacts()
        owner = store or OwnerPack()
        loaded = owner.load()
        language = settings.get("language", "en")
        grid = CraftGrid(
            is_unlocked=False, sections=("verdict", "palette", "facts", "blueprints"), language=language
        )
        self._owned = self._table = loaded.pack
        strip = CardStrip(
            grid,
            on_save=self._save_card,
            on_remove=self._remove_card,
            title=lambda card_id: self._title(card_id, language),
            language=language,
        )
        house = {die.material: die for die in house_pack().dice}
        fight = CombatPanel(
            grid=grid,
            language=language,
            box={**house, **{die.material: die for die in loaded.pack.dice}},
            house=house,
            keep=self._keep_die,
            open_gear=lambda: self.send({"kind": "show", "page": "gear"}),
            on_choice=self._fight_chosen,
            on_take_back=self._fight_taken_back,
            link_of=lambda: self.state if self.trait_has_value("fight") else GearLink(),
            areas_of=self._areas,
            dragons_of=lambda: self._owned.dragons,
        )
        rules = RulesPage(on_ruling=self._ruling_chosen)
        rules.host = rules.model_id
        asked = {
            tool: QuickAsk(tool=tool, on_facts=self._facts_tapped, language=language)
            for tool in ("now", "escape")
        }
        super().__init__(rules=rules, grid=grid, strip=strip, fight=fight, store=owner, **asked, **settings)
        t.dlink((self, "language"), (rules, "language"))
        grid.beside = strip
        t.dlink((self, "is_real_box"), (fight, "is_real_box"))
        self.elsewhere = [
            {"kind": kind, "url": url}
            for kind, url in (("game", game), *_lessons(lessons), ("puzzles", puzzles))
            if url
        ]
        self.puzzles_at = puzzles
        self._last = self.state
        self._strokes = len(grid._past)
        grid.observe(self._on_grid, _IN_GRID)
        grid.observe(lambda _: self._tell_puzzle(), "open_kind")
        strip.observe(self._on_strip, "changes")
        strip.observe(self._on_cards, "cards")
        self.characters = [{"id": name, "name": self.say(f"helper.character-{name}")} for name in CHARACTERS]
        self._put_cards_out()
        self._tell_table()
        self._publish()
        if loaded.faults:
            self.notice = self.say("helper.owner-damaged")

    # ---- the state and its link

    @property
    def limits(self) -> BoardLimits:
        """The board of the chosen character."""
        return self.grid.limits

    @property
    def state(self) -> GearLink:
        """What the link holds."""
        known = self.grid.blueprints
        return GearLink(
            gear=self.grid.gear,
            character=self.grid.character,
            is_unlocked=self.grid.is_unlocked,
            backpack=self._backpack,
            has_backpack_monk=self._has_backpack_monk,
            is_real_box=self.is_real_box,
            blueprints=tuple(
                (str(kind), known[kind]["state"], known[kind]["pattern"])
                for kind in KINDS
                if kind in known and known[kind]["state"] != "none"
            ),
            dragon="" if self.fight.foe is None else self.fight.foe.text,
            rulings=self.rules.table,
            facts=self._facts,
        )

    def show(self, state: GearLink) -> None:
        """Put a state on the board."""
        self._is_applying = True
        try:
            if (state.character, state.is_real_box) != (self.grid.character, self.is_real_box):
                self.grid.gear = Gear()  # one board's gear may not fit on another
                self.grid.character = state.character
                self.is_real_box = state.is_real_box
                self._put_cards_out()
            self.grid.gear = state.gear
            self.grid.is_unlocked = state.is_unlocked
            self.grid.blueprints = {
                kind: {"state": blueprint, "pattern": drawn} for kind, blueprint, drawn in state.blueprints
            }
            self._backpack = state.backpack
            self._has_backpack_monk = state.has_backpack_monk
            self.fight.take_numbers(state.dragon)
            self._decide_all(state.rulings)
            self._know(state.facts)
        finally:
            self._is_applying = False
        self._settle()

    def _play_by(self, rulings: TableRulings) -> None:
        """Every verdict and all odds follow these."""
        self.rules.table = rulings
        self.grid.rulings = rulings.switches  # which the fight reads
        self.now.rulings = self.escape.rulings = rulings.switches

    def _tell_table(self) -> None:
        super()._tell_table()
        self._tell_game()

    def _tell_game(self) -> None:
        self.now.game = self.escape.game = self._table_game

    @property
    def _table_game(self) -> TableGame:
        """What the quick questions are about, with what score and gear on the page say of it.

        At a table that began before evenings kept their scenario, that of a setup list of the same game counts.
        """
        evening, setup = self.table.evening, self.table.setup
        listed = [one for one in setup.options if one in SCENARIOS] if setup.mode == evening.mode else []
        scenarios = [f"scenario-{evening.scenario}"] if evening.scenario else listed
        game = game_of(
            evening.mode,
            len(evening.people),
            (*evening.options, *scenarios),
            is_foe_beaten=evening.is_foe_beaten and (evening.scenario > 0 or not listed),
        )
        clock = () if game.has_second_end else known_clock(evening)
        sandals = known_sandals(self.grid.gear, self.limits, self.rulings_in_force)
        return msgspec.structs.replace(game, known=(*clock, *sandals))

    def _know(self, facts: TableFacts) -> None:
        """Both quick questions are about the same table."""
        self._facts = self.now.facts = self.escape.facts = facts

    def _facts_tapped(self, facts: TableFacts, label: str) -> None:
        self._change_state(label, msgspec.structs.replace(self.state, facts=facts))

    def _publish(self) -> None:
        limits = self.limits
        with self.hold_sync():
            self._tell_puzzle()
            self.link = print_link(self._for_link(self.state), areas=lambda _: self.grid.areas)
            newest = self._newest_label
            self.undo_label = self.say("helper.undo", what=newest) if newest else ""
            self.board = {
                "character": limits.character,
                "so_far": so_far(limits.character, language=str(self.language)),
                "about": self.say(
                    f"helper.about-{limits.character}",
                    one=limits.one_handed_cubes.value,
                    two=limits.two_handed_cubes.value,
                    helmet=limits.helmet_cubes.value,
                    sandals=limits.sandals_cubes.value,
                    columns=limits.weapon.columns,
                    backpack=limits.backpack_spaces(has_monk=True),
                ),
                "backpack": {str(each): self._backpack.count(each) for each in MATERIALS},
                "cubes": len(self._backpack),
                "room": self._room,
                "monk": self._has_backpack_monk,
                "always": limits.is_backpack_open,
            }

    # ---- history

    def _settle(self) -> None:
        """The state as it is now is what the next change starts from."""
        if len(self.grid._past) >= MAX_UNDO // 2:
            self.grid.forget()  # its own history counts strokes for us, and must not stop counting
        self._strokes = len(self.grid._past)
        self._last = self.state
        self.strip.backpack = self._backpack or None  # an empty one was not told yet
        self.fight.look_at_backpack()
        self._tell_game()
        self._publish()

    @property
    def _newest_label(self) -> str:
        """What an undo would take back, be it on this device or at the table; empty when there is nothing."""
        if said := self._table_undo_label:
            return said
        if not self._history:
            return ""
        newest = self._history[-1]
        if newest.source == "play" and self.fight.fight:
            return self.say("helper.change-play", what=self.fight.fight.get("undo", ""))
        return newest.label

    def _remember(self, label: str, restore: Callable[[], None], source: str) -> None:
        self._add(_Change(label, restore, source))

    def _remember_state(self, label: str, before: GearLink, source: str) -> None:
        self._add(_Change(label, partial(self._bring_back, before, None), source, before))

    def _remember_table(self, before: HelperTable, label: Said | Label) -> None:
        if self._shared is not None:
            return  # the store knows what was before
        told = label if isinstance(label, Said) else None
        said = label.said(language=self._spoken) if isinstance(label, Said) else label(self._spoken)
        self._add(_Change(said, partial(self._take_table, before), "table", None, before, told))

    def _remember_puzzles(self, before: HelperTable, label: Said) -> None:
        restore = partial(self._take_puzzles, before.puzzles)
        self._add(_Change(label.said(language=self._spoken), restore, "puzzles", None, before, label))

    def _add(self, change: _Change) -> None:
        self._history = [*self._history[1 - MAX_UNDO :], change._replace(at=self._stored_version)]

    def _newest_at(self) -> int:
        return self._history[-1].at if self._history else 0

    def _forget_tables(self) -> None:
        """Of what can be undone only this device's own things stay: the table is another one."""
        own = [change for change in self._history if change.source != "table"]
        self._history = [change._replace(at=0) for change in own]

    def _bring_back(self, before: GearLink, table: HelperTable | None) -> None:
        if self._shared is not None:  # what it decides is undone there
            before, table = msgspec.structs.replace(before, rulings=self.rules.table), None
        self.show(before)
        if table is not None and table != self.table:
            self._take_table(table)

    def take_over(self, other: HelperPage) -> None:
        """Go on from a page that spoke another language: gear, table, fight, and what can be undone there.

        Changes of cards, dice and odds stay as they are, but only the page that made them could undo them.
        """
        if other._shared is not None or not is_untouched(other.table):
            self._take_table(other.table)
        self.show(other.state)
        self.fight.take_over(other.fight)
        after = other.state
        kept: list[_Change] = []
        for change in reversed(other._history):
            if change.before is not None:
                before = change.before
                if (like := msgspec.structs.replace(after, rulings=before.rulings)) != before:
                    after = like  # rulings between the two have entries of their own
                label = label_between(before, after, self.say, language=self.language)
                restore = partial(self._bring_back, before, change.table)
                kept.append(change._replace(label=label, restore=restore))
                after = before
            elif change.table is not None:
                told = change.told
                label = told.said(language=self._spoken) if told else self.say("helper-table.change-setup")
                restore = partial(self._take_table, change.table)
                if change.source == "puzzles":
                    restore = partial(self._take_puzzles, change.table.puzzles)
                kept.append(change._replace(label=label, restore=restore))
            elif change.source == "play":
                label = self.say("helper.change-play", what="")
                kept.append(change._replace(label=label, restore=self.fight.undo_play))
        self._history = kept[::-1]
        self.is_opened = other.is_opened
        self.share_with(other)
        self._publish()

    def _change_state(self, label: str, after: GearLink) -> None:
        """A change made on this page."""
        before = self.state
        if after == before:
            return
        self.notice = ""
        if self._for_link(after) != self._for_link(before):  # else only what the table keeps
            restore = partial(self._bring_back, before, self.table)
            self._add(_Change(label, restore, "page", before, self.table))
        self.show(after)

    def _on_grid(self, change: Any) -> None:
        if self._is_applying or (now := self.state) == self._last:
            return
        before = self._last
        label = self.grid.undo_label.removeprefix(self.grid.say("craft-grid.undo", what=""))
        is_same_stroke = (
            len(self.grid._past) == self._strokes and self._history and self._history[-1].source == "grid"
        )
        if is_same_stroke:
            self._history[-1] = self._history[-1]._replace(label=label)
        else:
            self._remember_state(label, before, "grid")
        if now.gear != before.gear:
            self.notice = ""
        self._settle()

    def _on_strip(self, change: Any) -> None:
        """The strip keeps the history of its cards; the page's undo calls it in turn."""
        self._on_part("strip", self.strip, change)
        if self.pieces is not None:
            self.pieces.refresh(self._owned)  # what the strip took out can come back there

    def _on_cards(self, change: Any) -> None:
        self.cards_changed += 1

    def _on_shelf(self, change: Any) -> None:
        """So does the shelf."""
        assert self.pieces is not None, "it told of a change"
        self._on_part("shelf", self.pieces, change)

    def _on_part(self, source: str, part: CardStrip | PieceShelf, change: Any) -> None:
        if change.new > change.old:
            self._remember(part.last_change, part.act_undo, source)
        else:
            newest = max((at for at, entry in enumerate(self._history) if entry.source == source), default=-1)
            if newest >= 0:
                self._history.pop(newest)
        self._publish()

    def _has_pack(self, pack: Pack) -> None:
        """The shelf changed the owner's pack: cards and dice may have come back, dragons are offered to the fight."""
        self._owned = pack
        self._put_cards_out()
        self.fight.box = {die.material: die for die in (*house_pack().dice, *pack.dice)}
        self.fight.refresh_offers()

    def _title_of(self, rule: str) -> str:
        return entry(rule).wording(str(self.language)).title

    def _fight_chosen(self, name: str, restore: Callable[[], None]) -> None:
        material = name.removeprefix("faces-")
        key = "faces" if name.startswith("faces-") else name.replace("_", "-")
        label = self.say(
            f"helper.change-{key}",
            material=self.say(f"word.{material}") if key == "faces" else "",
            what=self.fight.fight.get("undo", "") if key == "play" else "",
        )
        is_each = key in ("faces", "play", "begin", "leave", "fighters")
        if is_each or not self._history or self._history[-1].label != label:
            # else: one undo takes back a row of taps on the same thing
            self._remember(label, restore, "play" if key == "play" else "fight")
        self._settle()

    def _fight_taken_back(self) -> None:
        """The fight's own undo took back its newest answer."""
        newest = max(
            (index for index, entry in enumerate(self._history) if entry.source == "play"), default=-1
        )
        if newest >= 0:
            self._history.pop(newest)
        self._publish()

    # ---- acts of the browser

    def act_open_link(self, *, text: str) -> None:
        """The address of the page, when it is opened and when somebody changes it."""
        self.refresh()
        try:
            wanted = parse_link(text, areas=self._areas)
            ignored, bad_ruling = ignored_in(text), bad_ruling_in(text)
        except BadLink as fault:
            parts = fault.said(language=self.language)
            self.notice = self.say(f"helper.bad-link{'-kept' if self.is_opened else ''}", parts=parts)
            if self.is_opened:
                return
            wanted, ignored, bad_ruling = GearLink(), (), ""
        # A link that opens the page says for whom it was made; what this table has decided stays decided.
        decided = () if self.is_opened else tuple(one.rule for one in self.table.evening.decisions)
        rulings = merged(self.table.evening.rulings, wanted.rulings, without=decided)
        wanted = msgspec.structs.replace(wanted, rulings=rulings)
        if self.is_opened:
            self._change_state(self.say("helper.change-link"), wanted)
        else:
            self.show(wanted)
        self.is_opened = True
        if ignored:
            self.notice = self.say("helper.link-ignored", part=ignored[0])
        elif bad_ruling:
            self.notice = self.say("helper-rules.link-ruling", part=bad_ruling)

    def act_try(self, *, rule: str) -> None:
        """The position that shows a rule comes onto the board; box and rulings of the table stay."""
        link = rulebook.rule(rule).try_it if rulebook.has_rule(rule) else ""
        if not link:
            self.notice = self.say("rules-page.unknown", rule=rule)
            return
        page, gear = self._position_of(link)
        try:
            wanted = parse_link(gear, areas=self._areas)
        except BadLink as fault:
            self.notice = self.say("helper.bad-link-kept", parts=fault.said(language=self.language))
            return
        now = self.state
        wanted = msgspec.structs.replace(wanted, is_real_box=now.is_real_box, rulings=now.rulings)
        self._change_state(self.say("helper-rules.change-try", title=self._title_of(rule)), wanted)
        shown = [kind for kind in KINDS if wanted.gear.layout(kind)]
        if shown:
            self.grid.open_kind = str(shown[0])
        if now.gear not in (Gear(), wanted.gear):
            self.notice = self.say("helper-rules.try-laid")
        self.send({"kind": "show", "page": page})

    @staticmethod
    def _position_of(link: str) -> tuple[str, str]:
        """The page and the gear of a link such as ``page=gear&weapon=...``."""
        first, _, gear = link.partition("&")
        return first.removeprefix("page="), gear

    def act_open_map(self) -> None:
        """Make the map when it is first seen: who only checks gear does not pay for it."""
        if self.map is None:
            from fujikoro_nb.widgets.map.hex_map import HexMap

            self.map = HexMap(language=self.language)

    def act_open_pieces(self) -> None:
        """Make the shelf of own tiles, tokens and dragons when it is first asked for."""
        if self.pieces is None:
            self.pieces = PieceShelf(self.store, on_change=self._has_pack, language=self.language)
            self.pieces.observe(self._on_shelf, "changes")

    def act_undo(self, *, label: str | None = None) -> None:
        """Take the last change back, whichever page it was made on, and whoever made it at the table.

        Nothing happens when it is no longer what the button named: a second tap, or another device was quicker. Without
        a label it is whatever was last.
        """
        if label is not None and label != self.undo_label:
            self._publish()
            return
        if self._undo_at_table() or not self._history:
            return
        entry = self._history[-1]
        if entry.source in ("strip", "shelf"):
            entry.restore()  # takes its own entry off this history
            part = self.pieces if entry.source == "shelf" and self.pieces is not None else self.strip
            self.notice, part.notice = part.notice, ""  # the page in front says it
            return
        self._history.pop()
        self.notice = ""
        entry.restore()
        self._settle()

    def act_character(self, *, name: str) -> None:
        """Another board: gear that does not fit on it is refused with its sentence, and nothing changes."""
        before = self.state
        if name == before.character:
            return
        self.grid.character = name  # raises when a cube would lie outside
        label = self.say("helper.change-character", name=self.say(f"helper.character-{name}"))
        self._remember_state(label, before, "page")
        self.notice = ""
        room = self._room
        if len(self._backpack) > room:
            kept = Cubes.parse(str(self._backpack)[:room])
            left = self._spelt(self._backpack - kept)
            self._backpack = kept
            self.notice = self.say("helper.backpack-cut", max=room, cubes=left)
        self._settle()

    def act_real_box(self, *, on: bool) -> None:
        """With the real box only the owner's cards are on display; without it the house cards too."""
        before = self.state
        if on == before.is_real_box:
            return
        self.grid.areas = self._areas(on)  # raises when a cube would lie outside
        label = self.say("helper.change-box-on" if on else "helper.change-box-off")
        self._remember_state(label, before, "page")
        self.is_real_box = on
        self._put_cards_out()
        self._settle()

    def act_backpack(self, *, material: str, by: int) -> None:
        """One cube into the backpack or out of it."""
        before, one = self.state, Cubes.one(Material(material))
        if by > 0 and len(self._backpack) >= self._room:
            key = "backpack-full" if self._is_backpack_open else "backpack-full-monk"
            self.notice = self.say(f"helper.{key}", max=self._room)
            return
        if by < 0 and not self._backpack.count(Material(material)):
            return
        key = "helper.change-backpack" if by > 0 else "helper.change-backpack-off"
        self._remember_state(self.say(key, material=self.say(f"word.{material}")), before, "page")
        self._backpack = self._backpack + one if by > 0 else self._backpack - one
        self.notice = ""
        self._settle()

    def act_backpack_monk(self, *, on: bool) -> None:
        """The monk that opens the upper backpack spaces comes or goes; cubes up there have to go first."""
        before = self.state
        room = backpack_room(self.limits, has_monk=on)
        if on == before.has_backpack_monk:
            return
        if len(self._backpack) > room:
            self.notice = self.say("helper.backpack-monk-stays", max=room, n=len(self._backpack) - room)
            return
        label = self.say("helper.change-backpack-monk" if on else "helper.change-backpack-monk-off")
        self._remember_state(label, before, "page")
        self._has_backpack_monk = on
        self.notice = ""
        self._settle()

    def act_reach(self) -> None:
        """Which cards the backpack can craft now; asked when the page is idle, because it takes milliseconds a card."""
        if not self._backpack:
            self.reach = []
            return
        cards = [card for card in self.strip.cards if self._is_to_be_crafted(card)]
        crafts = [(card, self._craft_for(card)) for card in cards]
        found = [(card, craft) for card, craft in crafts if craft is not None]
        found.sort(key=lambda pair: pair[1].cost)
        lines = [self._reach_line(card, craft) for card, craft in found[:MAX_REACH]]
        if len(found) > MAX_REACH:
            lines.append(self.say("helper.reach-more", n=len(found) - MAX_REACH))
        self.reach = lines or [self.say("helper.reach-none" if cards else "helper.reach-no-cards")]

    @property
    def rulings_in_force(self) -> Rulings:
        """Those of the gear on the page."""
        return self.grid.rulings_in_force

    @property
    def table_rulings(self) -> TableRulings:
        """Those in the link, with whatever the gear on the page plays."""
        noted = [pair for pair in self.rules.table.chosen if pair[0] not in SWITCHES]
        return TableRulings(tuple(sorted((*noted, *self.rulings_in_force.chosen))))

    def _for_link(self, state: GearLink) -> GearLink:
        """What the link holds of it: the rulings of a table in the store lie there."""
        return state if self._shared is None else msgspec.structs.replace(state, rulings=TableRulings())

    # ---- cards and dice of the owner

    def _put_cards_out(self) -> None:
        """At a real box no house card is ever on display, so none can be shown as a match."""
        self.strip.cards = self._cards()
        self.grid.areas = self._table.areas

    def refresh(self) -> None:
        """Show what the owner's pack holds now: this page was prepared earlier, and other devices enter cards too."""
        owned = self.store.load().pack
        if owned != self._owned:
            self._has_pack(owned)
            if self.pieces is not None:
                self.pieces.refresh(owned)

    def _areas(self, is_real_box: bool) -> Areas:
        return at_table(self._owned, with_house=not is_real_box).areas

    def _cards(self) -> Cards:
        self._table = at_table(self._owned, with_house=not self.is_real_box)
        return (*self._table.gear_cards, *self._table.blueprints)

    def _title(self, card_id: str, language: str = "") -> str:
        """The name that the pack has for a card; empty when it has none, so that the strip's own name shows."""
        cards: Cards = (*self._table.gear_cards, *self._table.blueprints)
        if not any(card.id == card_id for card in cards):
            return ""
        title = self._table.title(card_id, language=language or self.language)
        return "" if title == card_id else title

    def _save_card(self, draft: Draft, card_id: str) -> Iterable[GearCard | Blueprint]:
        before = self._owned
        if draft.id != card_id and draft in self._before:
            self._owned = self.store.put_back(draft.id, self._before[draft], instead_of=card_id)
        elif card_id:
            self._owned = self.store.recast(
                card_id, draft.kind, draft.pattern, bonus=draft.bonus, is_blueprint=draft.is_blueprint
            )
            self._note_before(card_id, before)
        elif draft.is_blueprint:
            self._owned = self.store.add_blueprint(draft.kind, draft.pattern)
        else:
            self._owned = self.store.add_card(draft.kind, draft.pattern, bonus=draft.bonus)
        return self._cards()

    def _remove_card(self, card_id: str) -> Iterable[GearCard | Blueprint]:
        before = self._owned
        self._owned = self.store.remove(card_id)
        self._note_before(card_id, before)
        return self._cards()

    def _note_before(self, card_id: str, before: Pack) -> None:
        """Undo puts a card back from the pack that had it."""
        cards: Cards = (*before.gear_cards, *before.blueprints)
        for card in cards:
            if card.id == card_id:
                self._before[draft_of(card)] = before

    def _keep_die(self, die: Die) -> None:
        """The owner's die goes to the owner's pack; a house die in its place takes it out again."""
        try:
            if die.provenance == Provenance.OWNER:
                broken = [number for number, face in enumerate(die.faces, 1) if face.is_broken]
                self._owned = self.store.set_die(
                    die.material, [face.hits for face in die.faces], broken=broken
                )
            elif self._owned.die(die.material) is not None:
                self._owned = self.store.remove(f"die-{die.material}")
        except BrokenContent as fault:
            raise t.TraitError(fault.faults[0].said(language=self.language)) from None
        except NotSaved as fault:
            raise t.TraitError(fault.said(language=self.language)) from None

    # ---- the backpack

    @property
    def _is_backpack_open(self) -> bool:
        return self._has_backpack_monk or self.limits.is_backpack_open

    @property
    def _room(self) -> int:
        return backpack_room(self.limits, has_monk=self._has_backpack_monk)

    def _is_to_be_crafted(self, card: GearCard | Blueprint) -> bool:
        """Whether a craft would bring something: no match yet, and no helmet that never becomes magical."""
        if (
            isinstance(card, Blueprint)
            and card.kind == GearKind.HELMET
            and not self.limits.can_helmet_be_magical
        ):
            return False
        is_there = contains(self.grid.gear.layout(card.kind), card.pattern, rulings=self.grid.rulings)
        return not (is_there and self.grid.report(card.kind).is_legal)

    def _craft_for(self, card: GearCard | Blueprint) -> Craft | None:
        limits = self.limits
        return cheapest_craft(
            self.grid.gear,
            GearKind(card.kind),
            [card],
            self._backpack,
            limits,
            is_unlocked=self.grid.is_open,
            capacity=self._room,
            rulings=self.grid.rulings,
        )

    def _reach_line(self, card: GearCard | Blueprint, craft: Craft) -> str:
        key = "reach" + ("-waste" if craft.wasted else "-line" if craft.taken else "")
        key += "" if craft.taken else "-free"
        line = self.say(
            f"helper.{key}",
            card=capital(self.strip.name_of(card)),
            cubes=self._spelt(craft.taken),
            wasted=self.say(f"word.{craft.wasted}") if craft.wasted else "",
        )
        return (
            self.say("helper.reach-thrown", line=line, cubes=self._spelt(craft.thrown))
            if craft.thrown
            else line
        )

    def _spelt(self, cubes: Cubes) -> str:
        parts = [f"{cubes.count(each)} {self.say(f'word.{each}')}" for each in MATERIALS if cubes.count(each)]
        return ", ".join(parts)


def _lessons(begin: str) -> list[tuple[str, str]]:
    """The lessons that are served, each at ``begin`` and its name; none where no address is known."""
    names = ("turns", "crafting", "fighting") if begin else ()
    return [(f"lesson-{name}", f"{begin}{name}.ipynb") for name in names]


def helper_page(
    *, game: str = "", lessons: str = "", puzzles: str = "", language: str = ""
) -> ipywidgets.Widget:
    """The rules helper, ready to be shown. ``game`` and ``puzzles`` are addresses where these are served, ``lessons``
    what the addresses of all lessons begin with.

    Served, the page speaks the language that a person chooses in it; in a notebook, ``language``.
    """

    def make(spoken: str) -> HelperPage:
        return HelperPage(game=game, lessons=lessons, puzzles=puzzles, language=spoken)

    return in_chosen_language(make, language=language)
