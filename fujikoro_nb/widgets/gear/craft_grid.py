"""The crafting board: weapon grid, helmet and sandals, with a live verdict of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Report
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.gear_strokes import painted, with_carriers
from fujikoro_nb.play.history import Entry, History
from fujikoro_nb.views.gear.changes import Moment, boards_of, circumstance_label, gear_label
from fujikoro_nb.views.gear.input import (
    STATES,
    known_blueprints,
    readable_blueprints,
    recorded_blueprints,
    sentence_of,
    written_gear,
)
from fujikoro_nb.views.gear.magic import magic_in_danger
from fujikoro_nb.views.gear.verdict import KINDS, Position, verdict
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, cells_in, flag, one_of, text, whole

SOURCE = "grid"
"""Whose entries these are in the history."""
HAND_RULE = "craft.from-backpack"
LOCK_RULE = "monk.spot.weapon"
MAGIC_RULE = "magic.carrier-destroyed"
SECTIONS = ("verdict", "palette", "facts", "blueprints", "undo")

_KIND = one_of(*(str(kind) for kind in KINDS))
_FROM = {"client": text(max_length=40), "seq": whole(0, 10**9)}


class CraftGrid(FujiWidget, front_end="craft_grid"):
    """The gear of one samurai, to tap cubes on and off.

    Gear is set and read in notation (`weapon`, `helmet`, `sandals`) or as the engine's `gear`; a text that cannot be
    read raises TraitError with a sentence, or shows it when it came from the browser. `gear` changes once for each
    change of the board, after `verdict` and the texts have: that is the trait to observe.

    ``history`` is that of a page that undoes for all its parts; alone, the board has its own.
    """

    word_tables = ("widgets", "craft-grid")
    from_browser: ClassVar[Mapping[str, Validator]] = {
        "weapon": text(),
        "helmet": text(),
        "sandals": text(),
        "chosen": one_of("W", "M", "T", "G", "."),
        "open_kind": _KIND,
    }
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "paint": {
            "kind": _KIND,
            "material": one_of("W", "M", "T", "."),
            "cells": cells_in(10, 5),
            "stroke": text(max_length=60),
            **_FROM,
        },
        "magic": {"kind": _KIND, "column": whole(1, 10), "row": whole(1, 5), "on": flag(), **_FROM},
        "none-left": {"material": one_of("W", "M", "T")},
        "clear": {"kind": _KIND},
        "undo": {},
        "redo": {},
        "unlock": {"on": flag()},
        "blueprint": {"kind": _KIND, "state": one_of(*STATES)},
    }

    gear = t.Instance(Gear, args=())
    rulings = t.Instance(Rulings, args=())
    weapon = t.Unicode().tag(sync=True)
    helmet = t.Unicode().tag(sync=True)
    sandals = t.Unicode().tag(sync=True)
    character = t.Unicode("symmetric").tag(sync=True)
    areas = t.Instance(Areas, args=())
    """The outlines of helmet and sandals on the table's boards; empty: ours (craft.grid.shapes)."""
    is_unlocked = t.Bool(True).tag(sync=True)
    """Whether the weapon monk, or the character, opens the right part of the weapon grid."""
    blueprints = t.Dict().tag(sync=True)
    """Kind to ``none``, ``owned`` or ``lost``, or to ``{"state": ..., "pattern": "WM/.M"}``."""
    kinds = t.Tuple(default_value=tuple(str(kind) for kind in KINDS)).tag(sync=True)
    """The areas to show."""
    sections = t.Tuple(default_value=SECTIONS).tag(sync=True)
    """What stands around the boards: any of verdict, palette, facts, blueprints, undo."""
    hand = t.Unicode(None, allow_none=True).tag(sync=True)
    """All cubes that a person may lay here besides the given ones, such as ``WWM``; None: as many as they like."""
    fixed = t.Dict().tag(sync=True)
    """Kind to [[column, row], ...]: given cubes, which taps do not change."""
    marks: t.List[Any] = t.List().tag(sync=True)
    """``{"kind", "cells": [[column, row], ...], "style": match|near|hint|wrong, "text": "+M"}``; set by the page."""
    card_marks: t.List[Any] = t.List().tag(sync=True)
    """The same, set by a CardStrip."""
    chosen = t.Enum(("W", "M", "T", "G", "."), default_value="W").tag(sync=True)
    """The cube that a tap lays; ``.`` removes."""
    open_kind = t.Enum(tuple(str(kind) for kind in KINDS), default_value="weapon").tag(sync=True)
    """The board in front on a phone."""
    is_editable = t.Bool(True).tag(sync=True)
    can_unlock = t.Bool(True).tag(sync=True)
    """Whether a tap may say that the weapon monk is or is not there."""
    also = t.Dict().tag(sync=True)
    """``{"sentence", "rule"}`` to say with a verdict that has nothing against the gear, such as a matching card."""
    beside = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """A widget that belongs to this board: to the right of it where there is room, below it on a phone."""
    board = t.Dict().tag(sync=True)
    verdict = t.Dict().tag(sync=True)
    notice_rule = t.Unicode().tag(sync=True)
    """The rule behind `notice`; empty where there is none."""
    undo_label = t.Unicode().tag(sync=True)
    redo_label = t.Unicode().tag(sync=True)
    answered = t.Tuple(("", 0)).tag(sync=True)
    """The last message of the browser that this state answers: until then it shows its own drawing."""

    def __init__(self, *, history: History | None = None, **settings: Any) -> None:
        self._is_alone = history is None
        self.history = history or History()
        self._is_settling = False
        self._is_ready = False
        gear = settings.pop("gear", None)
        super().__init__(**settings)
        self._is_ready = True
        self._settle(gear if gear is not None else self._written_gear())

    # ---- reading

    @property
    def limits(self) -> BoardLimits:
        """What this character's board allows, with the outlines that the table plays."""
        return self._limits_of(character(self.character))

    def _limits_of(self, limits: BoardLimits) -> BoardLimits:
        areas: Areas = self.areas
        return areas.on(limits)

    @property
    def position(self) -> Position:
        """All that the verdict depends on."""
        return self._position_of(self.gear, self._moment())

    @property
    def rulings_in_force(self) -> Rulings:
        """The readings that the verdict follows."""
        rulings: Rulings = self.rulings
        return rulings

    @property
    def is_open(self) -> bool:
        """Whether the right part may be used."""
        return bool(self.is_unlocked) or self.limits.is_weapon_grid_open

    @property
    def cubes_left(self) -> Cubes | None:
        """What is still in hand; None without a bound."""
        if self.hand is None:
            return None
        laid = Cubes()
        for kind in KINDS:
            laid += self.gear.layout(kind).without(self._fixed_mask(kind)).cubes
        return Cubes.parse(self.hand).surplus_over(laid)

    def report(self, kind: GearKind | str) -> Report:
        """What the engine says of one kind, as it lies."""
        return self.position.report(GearKind(kind))

    # ---- changing

    def undo(self) -> None:
        """Take the last change back; nothing happens when there is none."""
        self._travel(is_back=True)

    def redo(self) -> None:
        """Do again what was undone last."""
        self._travel(is_back=False)

    def clear(self, kind: GearKind | str | None = None) -> None:
        """Take every cube off that is not given, of one kind or of all."""
        gear = self.gear
        for each in KINDS if kind is None else (GearKind(kind),):
            kept = gear.layout(each).only(self._fixed_mask(each))
            gear = with_carriers(gear.with_layout(each, kept))
        self._become(gear)

    def forget(self) -> None:
        """Start the history here: what was before cannot be undone any more."""
        self.history.forget(SOURCE)
        self._name_history()

    # ---- acts of the browser

    def act_paint(
        self,
        *,
        kind: str,
        material: str,
        cells: tuple[tuple[int, int], ...],
        stroke: str,
        client: str,
        seq: int,
    ) -> None:
        """Lay a cube on each cell, or take cubes off; one stroke of a finger is one undo."""
        self.answered = (client, seq)
        area, gear = GearKind(kind), self.gear
        self.notice = ""
        if not self.is_editable:
            return
        free = self.limits.area_mask(area) & ~self._fixed_mask(area)
        layout, is_short = painted(gear.layout(area), material, cells, free=free, left=self.cubes_left)
        after = with_carriers(gear.with_layout(area, layout))
        is_locked = is_short and not self.is_open and any(self._is_right(area, cell) for cell in cells)
        short = ""
        if is_locked:
            short = self.say("craft-grid.locked")
        elif is_short:
            short = self.say("craft-grid.none-left", material=self.say(f"word.{material}"))
        danger = magic_in_danger(self.position, self._position_of(after, self._moment()), area)
        self._become(after, stroke=stroke and f"{client} {stroke}")
        self.notice = " ".join(sentence for sentence in (short, danger) if sentence)
        if is_short:
            self.notice_rule = LOCK_RULE if is_locked else HAND_RULE

    def _is_right(self, kind: GearKind, cell: tuple[int, int]) -> bool:
        """Whether this (column, row) lies in the right part of the weapon grid."""
        return kind == GearKind.WEAPON and cell[0] > self.limits.weapon.left_columns

    def act_magic(self, *, kind: str, column: int, row: int, on: bool, client: str, seq: int) -> None:
        """Put the green cube on this cube, or take it off (magic.one-per-gear: one a kind)."""
        self.answered = (client, seq)
        self.notice = ""
        area, cell = GearKind(kind), cell_at(column, row)
        if not self.is_editable:
            return
        if not on:
            self._become(self.gear.without_magic(area))
        elif not self.gear.layout(area) or (area == GearKind.WEAPON and self.gear.weapon.at(cell) is None):
            self.notice = self.say("craft-grid.magic-needs-cube")
            self.notice_rule = MAGIC_RULE
        else:
            self._become(self.gear.with_magic(area, cell if area == GearKind.WEAPON else None))

    def act_none_left(self, *, material: str) -> None:
        """Somebody takes up a cube of which none is left: say so before it is laid."""
        left = self.cubes_left
        if left is not None and not left.count(Material(material)):
            self.notice = self.say("craft-grid.none-left", material=self.say(f"word.{material}"))
            self.notice_rule = HAND_RULE

    def act_clear(self, *, kind: str) -> None:
        """Empty one board."""
        self.notice = ""
        if self.is_editable:
            self.clear(kind)

    def act_undo(self) -> None:
        """Undo, named on its button."""
        self.notice = ""
        if self.is_editable:
            self.undo()

    def act_redo(self) -> None:
        """Redo, named on its button."""
        self.notice = ""
        if self.is_editable:
            self.redo()

    def act_unlock(self, *, on: bool) -> None:
        """The weapon monk comes or goes."""
        self.notice = ""
        if self.can_unlock and self.is_editable:
            self.is_unlocked = on

    def act_blueprint(self, *, kind: str, state: str) -> None:
        """A blueprint was gained or lost."""
        self.notice = ""
        if self.is_editable:
            known = self.blueprints.get(kind)
            pattern = known.get("pattern", "") if isinstance(known, Mapping) else ""
            self.blueprints = {**self.blueprints, kind: {"state": state, "pattern": pattern}}

    # ---- traits

    @t.validate("weapon", "helmet", "sandals")
    def _readable(self, proposal: Any) -> str:
        kind = GearKind(proposal.trait.name)
        try:
            gear = parse_gear(proposal.value, kind, self.limits)
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        return print_gear(gear, kind, self.limits)

    @t.validate("gear")
    def _on_the_board(self, proposal: Any) -> Gear:
        self._refuse_outside(proposal.value, self.limits)
        gear: Gear = proposal.value
        return gear

    @t.validate("character")
    def _known_character(self, proposal: Any) -> str:
        try:
            limits = character(proposal.value)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        self._refuse_outside(self.gear, self._limits_of(limits))
        return limits.character

    @t.validate("areas")
    def _room_for_the_gear(self, proposal: Any) -> Areas:
        areas: Areas = proposal.value
        self._refuse_outside(self.gear, areas.on(character(self.character)))
        return areas

    @t.validate("hand")
    def _readable_hand(self, proposal: Any) -> str | None:
        try:
            return None if proposal.value is None else str(Cubes.parse(proposal.value))
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None

    @t.validate("blueprints")
    def _readable_blueprints(self, proposal: Any) -> dict[str, dict[str, str]]:
        for kind, told in proposal.value.items():
            state = told if isinstance(told, str) else dict(told).get("state")
            if kind not in KINDS or state not in STATES:
                raise t.TraitError(self.say("craft-grid.blueprint-unknown", kind=kind))
        try:
            return readable_blueprints(proposal.value)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None

    @t.validate("kinds")
    def _known_kinds(self, proposal: Any) -> tuple[str, ...]:
        wanted = {str(kind) for kind in proposal.value}
        shown = tuple(str(kind) for kind in KINDS if kind in wanted)
        if not shown or len(shown) != len(wanted):
            raise t.TraitError(self.say("craft-grid.kinds", kinds=", ".join(map(str, proposal.value))))
        return shown

    @t.observe("weapon", "helmet", "sandals")
    def _text_set(self, change: Any) -> None:
        if self._is_ready and not self._is_settling:
            self._become(self._written_gear())

    @t.observe("gear")
    def _gear_set(self, change: Any) -> None:
        if self._is_ready and not self._is_settling:
            self._become(change.new, since=change.old)

    def speak_anew(self) -> None:
        """Verdict, and names of what can be undone."""
        self._settle(self.gear)

    @t.observe("character", "areas", "rulings", "blueprints", "is_unlocked")
    def _circumstances_changed(self, change: Any) -> None:
        if not self._is_ready or self._is_settling:
            return
        if change.name in ("blueprints", "is_unlocked"):
            old = change.old if change.name == "is_unlocked" else recorded_blueprints(change.old)
            before = msgspec.structs.replace(self._moment(), **{change.name: old})
            entry = Entry(SOURCE, circumstance_label(change.name, is_on=bool(change.new)), before)
            self._settle(self.gear, remember=lambda: self.history.add(entry))
            return
        self._settle(self.gear, remember=self._leave_out_untrue)

    @t.observe("notice")
    def _another_notice(self, change: Any) -> None:
        self.notice_rule = ""

    @t.observe("chosen", "open_kind", "gear")
    def _hand_changed(self, change: Any) -> None:
        """That a cube is lacking is said only as long as that cube is what somebody reaches for."""
        if self.notice_rule in (HAND_RULE, LOCK_RULE):
            self.notice = ""

    @t.observe("kinds")
    def _kinds_changed(self, change: Any) -> None:
        if self.open_kind not in self.kinds:
            self.open_kind = self.kinds[0]

    # ---- inside

    def _position_of(self, gear: Gear, moment: Moment) -> Position:
        known = known_blueprints(moment.blueprints)
        is_open = moment.is_unlocked or self.limits.is_weapon_grid_open
        return Position(gear, self.limits, is_open, known, self.rulings, self.language)

    def _refuse_outside(self, gear: Gear, limits: BoardLimits) -> None:
        for kind in KINDS:
            outside = gear.layout(kind).occupied & ~limits.area_mask(kind)
            if outside:
                column, row = column_row(next(cells_of(outside)))
                sentence = self.say(
                    "craft-grid.outside", kind=self.say(f"word.{kind}"), column=column, row=row
                )
                raise t.TraitError(sentence)

    def _leave_out_untrue(self) -> None:
        """Alone: from gear that the areas cannot hold nothing leads back; on a page, what changed the areas does."""
        if self._is_alone:
            history = self.history
            for entries in (history.entries, history.undone):
                misfits = [at for at, entry in enumerate(entries) if not self._holds(entry.before.gear)]
                for entry in entries[: max(misfits, default=-1) + 1]:
                    history.drop(entry)

    def _holds(self, gear: Gear) -> bool:
        limits = self.limits
        return not any(gear.layout(kind).occupied & ~limits.area_mask(kind) for kind in KINDS)

    def _fixed_mask(self, kind: GearKind) -> Mask:
        mask = 0
        for column, row in self.fixed.get(kind, ()):
            mask |= 1 << cell_at(column, row)
        return mask

    def _written_gear(self) -> Gear:
        """The gear that the three texts say."""
        return written_gear({kind: getattr(self, kind) for kind in KINDS}, self.limits)

    def _moment(self) -> Moment:
        return Moment(self.gear, self.is_unlocked, recorded_blueprints(self.blueprints))

    def _become(self, gear: Gear, *, stroke: str = "", since: Gear | None = None) -> None:
        """Take this gear on as one change that can be undone."""
        history = self.history
        before = msgspec.structs.replace(self._moment(), gear=since if since is not None else self.gear)
        newest = history.newest()
        if stroke and newest is not None and (newest.source, newest.stroke) == (SOURCE, stroke):
            before = newest.before  # the finger is still down: one change
        else:
            newest = None
        if gear == self.gear and since is None:
            return

        def remember() -> None:
            if gear != before.gear:
                history.add(Entry(SOURCE, gear_label(before.gear, gear), before, stroke))
            elif newest is not None:
                history.drop(newest)

        self._settle(gear, remember=remember)

    def _travel(self, *, is_back: bool) -> None:
        history = self.history
        entry = history.newest() if is_back else history.next()
        if entry is None or entry.source != SOURCE:
            return  # there is nothing, or something else was changed since
        now, before = self._moment(), entry.before
        if not self._holds(before.gear):
            history.drop(entry)  # what is before it can be undone all the same
        self._refuse_outside(before.gear, self.limits)
        travel = history.take_back if is_back else history.do_again
        self._settle(before.gear, moment=before, remember=lambda: travel(SOURCE, now=now))

    def _settle(
        self,
        gear: Gear,
        *,
        moment: Moment | None = None,
        remember: Callable[[], object] = lambda: None,
    ) -> None:
        """Bring every trait in line with the gear, in one update of the page; ``remember`` keeps the history.

        Whatever may fail is computed first, so that a fault leaves everything as it was.
        """
        moment = moment or self._moment()
        judged = verdict(self._position_of(gear, moment))
        drawn = {str(kind): print_gear(gear, kind, self.limits) for kind in KINDS}
        remember()
        self._is_settling = True
        try:
            with self.hold_sync(), self.hold_trait_notifications():
                self.is_unlocked = moment.is_unlocked
                self.blueprints = {
                    kind: {"state": state, "pattern": pattern} for kind, state, pattern in moment.blueprints
                }
                self.weapon, self.helmet, self.sandals = drawn["weapon"], drawn["helmet"], drawn["sandals"]
                self.gear = gear
                self.board = boards_of(self.limits, is_unlocked=moment.is_unlocked)
                self.verdict = judged
                self._name_history()
        finally:
            self._is_settling = False

    def _name_history(self) -> None:
        history, language = self.history, str(self.language)
        undo, redo = history.newest(SOURCE), history.next(SOURCE)
        self.undo_label = self.say("craft-grid.undo", what=undo.what(language)) if undo else ""
        self.redo_label = self.say("craft-grid.redo", what=redo.what(language)) if redo else ""
