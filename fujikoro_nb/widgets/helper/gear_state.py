"""What a link of the helper's page holds: gear, backpack, dragon, facts and rulings, as one state that can be shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from fujikoro_nb.engine.fujikoro.characters import person
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.lairs import Lairs
from fujikoro_nb.helper.stored import HelperTable
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.history import Label, called
from fujikoro_nb.views.cast import character_view
from fujikoro_nb.views.gear.link import KINDS, GearLink, print_link
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.helper.backpack import Backpack
from fujikoro_nb.widgets.helper.owner_cards import OwnerCards
from fujikoro_nb.widgets.helper.parts import Parts
from fujikoro_nb.widgets.helper.quick_pair import QuickPair, game_at
from fujikoro_nb.widgets.helper.undoing import Undoing

__all__ = ["GearState", "TableBeside"]


class TableBeside(Protocol):
    """What the state has to know of the table, and whose rulings go there."""

    @property
    def table(self) -> HelperTable:
        """As it is now."""

    @property
    def is_stored(self) -> bool:
        """Whether it lies in the store, with its rulings."""

    def decide_all(self, rulings: TableRulings) -> None:
        """These rulings become decisions of the table."""

    def take(self, table: HelperTable) -> None:
        """Every page shows this table."""


class GearState:
    """`now` is what the link holds; `show` puts such a state on the board; `change` is a change that can be undone.

    ``is_real_box`` and ``turn_box`` read and set whether the house cards stay away; ``publish`` is told whenever the
    state is another one.
    """

    def __init__(
        self,
        page: FujiWidget,
        parts: Parts,
        *,
        cards: OwnerCards,
        backpack: Backpack,
        quick: QuickPair,
        undoing: Undoing,
        beside: TableBeside,
        is_real_box: Callable[[], bool],
        turn_box: Callable[[bool], None],
        publish: Callable[[], None],
    ) -> None:
        self._page = page
        self._grid, self._strip, self._fight = parts.grid, parts.strip, parts.fight
        self._cards, self._backpack, self._quick = cards, backpack, quick
        self._undoing, self._beside = undoing, beside
        self._is_real_box, self._turn_box, self._publish = is_real_box, turn_box, publish
        self._is_applying = False
        self._last = self.now

    @property
    def now(self) -> GearLink:
        """What the link holds."""
        known = self._grid.blueprints
        return GearLink(
            gear=self._grid.gear,
            character=self._grid.character,
            is_unlocked=self._grid.is_unlocked,
            backpack=self._backpack.cubes,
            has_backpack_monk=self._backpack.has_monk,
            is_real_box=self._is_real_box(),
            blueprints=tuple(
                (str(kind), known[kind]["state"], known[kind]["pattern"])
                for kind in KINDS
                if kind in known and known[kind]["state"] != "none"
            ),
            dragon="" if self._fight.foe is None else self._fight.foe.text,
            rulings=self._beside.table.evening.rulings,
            facts=self._quick.facts,
            lairs=self._quick.lairs,
        )

    @property
    def link(self) -> str:
        """The text behind ``#``."""
        return print_link(self._for_link(self.now), areas=lambda _: self._grid.areas)

    def _for_link(self, state: GearLink) -> GearLink:
        """What the link holds of it: the rulings of a table in the store lie there."""
        return msgspec.structs.replace(state, rulings=TableRulings()) if self._beside.is_stored else state

    def told(self) -> dict[str, Any]:
        """Character with its sentence, and the backpack."""
        limits: BoardLimits = self._grid.limits
        return {
            "character": limits.character,
            "card": self._card(limits),
            "about": self._page.say(
                f"helper.about-{limits.character}",
                one=limits.one_handed_cubes.value,
                two=limits.two_handed_cubes.value,
                helmet=limits.helmet_cubes.value,
                sandals=limits.sandals_cubes.value,
                columns=limits.weapon.columns,
                backpack=limits.backpack_spaces(has_monk=True),
            ),
            **self._backpack.told(),
        }

    def _card(self, limits: BoardLimits) -> dict[str, Any] | None:
        """The card of the character that the board belongs to."""
        if limits.is_symmetric:
            return None
        rulings = self._beside.table.evening.rulings.switches
        return character_view(person(limits.character), str(self._page.language), rulings)

    # ---- showing

    def show(self, state: GearLink) -> None:
        """Put a state on the board."""
        self._is_applying = True
        try:
            with self._undoing.history.paused():
                self._put_out(state)
        finally:
            self._is_applying = False
        self.settle()

    def _put_out(self, state: GearLink) -> None:
        grid = self._grid
        if (state.character, state.is_real_box) != (grid.character, self._is_real_box()):
            grid.gear = Gear()  # one board's gear may not fit on another
            grid.character = state.character
            self._turn_box(state.is_real_box)
            self.put_cards_out()
        grid.gear = state.gear
        grid.is_unlocked = state.is_unlocked
        grid.blueprints = {
            kind: {"state": blueprint, "pattern": drawn} for kind, blueprint, drawn in state.blueprints
        }
        self._backpack.cubes = state.backpack
        self._backpack.has_monk = state.has_backpack_monk
        self._fight.take_numbers(state.dragon)
        self._beside.decide_all(state.rulings)
        self._quick.know(state.facts)
        self._quick.know_lairs(state.lairs)

    def put_cards_out(self) -> None:
        """Those that are on display come onto the strip, and the boards follow them."""
        self._strip.cards = self._cards.on_display()
        self._grid.areas = self._cards.areas_out

    def tell_game(self) -> None:
        """The quick questions hear what is played."""
        grid, table = self._grid, self._beside.table
        people = [person.name for person in table.evening.people]
        game = game_at(table, grid.gear, grid.limits, grid.rulings_in_force)
        self._quick.play(game, people)
        board = self._cards.owned.group_board
        self._fight.teeth = {} if board is None else dict(zip(DRAGON_TEETH, board.teeth, strict=True))
        self._fight.mode = game.mode
        self._fight.has_guards = not table.mode or game.plot.guards > 0
        self._fight.is_alone = game.plot.is_alone_with_dragons

    def settle(self) -> None:
        """The state as it is now is what the next change starts from."""
        self._last = self.now
        self._strip.backpack = self._backpack.cubes or None  # an empty one was not told yet
        self._fight.look_at_backpack()
        self.tell_game()
        self._publish()

    # ---- changes

    def note(self, label: Label) -> None:
        """The state is about to become another one."""
        self._undoing.note_state(label, self.now)

    def change(self, label: Label, after: GearLink) -> None:
        """A change made on this page."""
        before = self.now
        if after == before:
            return
        self._page.notice = ""
        if self._for_link(after) != self._for_link(before):  # else only what the table keeps
            self._undoing.note_state(label, before, self._beside.table)
        self.show(after)

    def bring_back(self, before: GearLink, table: HelperTable | None) -> None:
        """An undo brings a state back, and the table with it where that was part of the change."""
        if self._beside.is_stored:  # what it decides is undone there
            before, table = msgspec.structs.replace(before, rulings=self._beside.table.evening.rulings), None
        self.show(before)
        if table is not None and table != self._beside.table:
            self._beside.take(table)

    def tap_facts(self, facts: TableFacts, label: Label) -> None:
        """A quick question was told something."""
        self.change(label, msgspec.structs.replace(self.now, facts=facts))

    def tap_lairs(self, lairs: Lairs, label: Label) -> None:
        """Something was put on the map of the dragons' step."""
        self.change(label, msgspec.structs.replace(self.now, lairs=lairs))

    def grid_changed(self) -> None:
        """Somebody drew; the board has put that on the history."""
        if self._is_applying or (now := self.now) == self._last:
            return
        if now.gear != self._last.gear:
            self._page.notice = ""
        self.settle()

    def set_character(self, name: str) -> None:
        """Another board: gear that does not fit on it is refused with its sentence, and nothing changes."""
        page, before = self._page, self.now
        if name == before.character:
            return
        self._grid.character = name  # raises when a cube would lie outside
        label = called("helper.change-character", name=called(f"helper.character-{name}"))
        self._undoing.note_state(label, before)
        page.notice = ""
        if left_out := self._backpack.cut():
            page.notice = left_out
        self.settle()

    def set_real_box(self, on: bool) -> None:
        """With the real box only the owner's cards are on display; without it the house cards too."""
        before = self.now
        if on == before.is_real_box:
            return
        self._grid.areas = self._cards.areas(on)  # raises when a cube would lie outside
        label = called("helper.change-box-on" if on else "helper.change-box-off")
        self._undoing.note_state(label, before)
        self._turn_box(on)
        self.put_cards_out()
        self.settle()
