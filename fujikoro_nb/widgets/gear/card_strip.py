"""The cards on display: what the gear on the grid matches, what is one cube away, and the editor for own cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.pieces import free_id, number_of, stem_of
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_pattern
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import BONUSES
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.play.history import Entry, History, Label, called
from fujikoro_nb.views.gear.input import sentence_of
from fujikoro_nb.views.gear.standing import Card, Standing, drawn, marks, nearest_first, standings
from fujikoro_nb.views.gear.verdict import KINDS, Position
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, flag, friendly, one_of, text
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

Cards = Iterable[Card]


class Draft(msgspec.Struct, frozen=True):
    """A card as its owner entered it. ``bonus`` is empty for a blueprint; ``id`` is what undo gives back to it."""

    kind: GearKind
    pattern: str
    bonus: str = ""
    is_blueprint: bool = False
    id: str = ""


SOURCE = "strip"
"""Whose entries these are in the history."""


class _WayBack(msgspec.Struct, frozen=True):
    """What undo does: put `draft` in the place of the card `id`, which is empty if it was taken out; without a
    draft, remove `id`."""

    id: str
    draft: Draft | None = None


class CardStrip(FujiWidget, front_end="card_strip"):
    """Cards beside a CraftGrid: matches and near misses are marked on both.

    ``on_save(draft, card_id)`` keeps a card that was entered (in place of ``card_id``, or new when that is empty; a
    draft with an id is a card that had that id before) and ``on_remove(card_id)`` takes one out; both return the
    cards to show, or None when the page sets `cards` itself.
    Without them the strip keeps the cards itself. ``title(card_id)`` names a card. ``history`` is that of a page that
    undoes for all its parts; alone, the strip has its own.
    """

    word_tables = ("widgets", "card-strip")
    from_browser: ClassVar[Mapping[str, Validator]] = {"selected": text(max_length=80)}
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "save": {
            "kind": one_of(*(str(kind) for kind in KINDS)),
            "pattern": text(),
            "bonus": one_of("", "wood", "metal"),
            "blueprint": flag(),
            "id": text(max_length=80),
        },
        "remove": {"id": text(max_length=80)},
        "undo": {},
        "clear-notice": {},
    }

    cards = t.Tuple()
    """GearCard and Blueprint objects of the engine."""
    kinds = t.Tuple(default_value=tuple(str(kind) for kind in KINDS)).tag(sync=True)
    selected = t.Unicode().tag(sync=True)
    """Id of the card whose match alone is shown; empty: the first match and the first near miss of each kind."""
    is_editable = t.Bool(True).tag(sync=True)
    shown: t.List[Any] = t.List().tag(sync=True)
    open_kind = t.Unicode("weapon").tag(sync=True)
    """The kind that a new card starts with."""
    undo_label = t.Unicode().tag(sync=True)
    backpack = t.Instance(Cubes, allow_none=True)
    """What the owner carries: a near miss says whether the wanted cube is in there; None: nobody said."""
    changes = t.Int(0)
    """How many changes undo can take back: the trait to observe, because two changes may have the same name."""
    saved = t.Int(0).tag(sync=True)
    """Counts what was kept, so that the editor knows when to close."""

    def __init__(
        self,
        grid: CraftGrid | None = None,
        *,
        cards: Cards = (),
        on_save: Callable[[Draft, str], Cards | None] | None = None,
        on_remove: Callable[[str], Cards | None] | None = None,
        title: Callable[[str], str] | None = None,
        history: History | None = None,
        **settings: Any,
    ) -> None:
        self.grid: CraftGrid | None = None
        self.history = history or History()
        self._standings: dict[str, Standing] = {}
        self._on_save = on_save or self._keep
        self._on_remove = on_remove or self._drop
        self._title = title
        super().__init__(cards=tuple(cards), **settings)
        self.join(grid)

    def join(self, grid: CraftGrid | None) -> None:
        """Judge by this grid from now on."""
        if self.grid is not None:
            self.grid.unobserve(self._gear_changed, _JUDGED_BY)
            self.grid.unobserve(self._opened, "open_kind")
        self.grid = grid
        if grid is not None:
            grid.observe(self._gear_changed, _JUDGED_BY)
            grid.observe(self._opened, "open_kind")
            self.open_kind = grid.open_kind
        self._show()

    @property
    def last_change(self) -> str:
        """What undo would take back, as its button names it; empty when there is nothing."""
        return self.history.name(str(self.language), SOURCE)

    def standing(self, card_id: str) -> Standing:
        """How a card stands to the gear on the grid."""
        card = self._card(card_id)
        return standings([card], self._position(), backpack=self.backpack)[card.id]

    def distance(self, card_id: str) -> int | None:
        """How many cubes a card on display lacked when it was judged last; None when adding alone never gets there."""
        known = self._standings.get(card_id)
        return None if known is None else known.distance

    # ---- acts of the browser

    def act_save(self, *, kind: str, pattern: str, bonus: str, blueprint: bool, id: str) -> None:  # noqa: A002
        """Keep a card that was entered or changed."""
        self.notice = ""
        if not self.is_editable:
            return
        area = GearKind(kind)
        allowed = BONUSES[area]
        draft = Draft(
            area, pattern, "" if blueprint else bonus if bonus in allowed else allowed[0], blueprint
        )
        before = self._card(id) if id else None
        if before is not None and before.provenance != Provenance.OWNER:
            self.notice = self.say("card-strip.not-yours")
            return
        was_called = None if before is None else self._name(before)
        known = {card.id for card in self.cards}
        if not self._store(draft, id):
            return
        now = self._drawn_as(draft, without=known - {id})
        if before is not None and was_called is not None:
            what = called("card-strip.change-edit", name=was_called)
            back = _WayBack(id if now is None else now.id, draft_of(before))
        elif now is not None:
            what, back = called("card-strip.change-add", name=self._name(now)), _WayBack(now.id)
        else:
            return
        self.selected = ""
        self.saved += 1
        self.history.add(Entry(SOURCE, what, back))
        self._tell_changes()

    def act_remove(self, *, id: str) -> None:  # noqa: A002
        """Take an own card out."""
        self.notice = ""
        card = self._card(id)
        if not self.is_editable:
            return
        if card.provenance != Provenance.OWNER:
            self.notice = self.say("card-strip.not-yours")
            return
        what = called("card-strip.change-remove", name=self._name(card))
        if self._take_out(id):
            self.selected = ""
            self.history.add(Entry(SOURCE, what, _WayBack("", draft_of(card))))
            self._tell_changes()

    def act_clear_notice(self) -> None:
        """The editor opens or closes: what was refused before is past."""
        self.notice = ""

    def act_undo(self) -> None:
        """Take the last entry, change or removal of a card back.

        What cannot be taken back any more, because the card is gone or another window changed it, leaves the history
        with a notice; a disk that refuses leaves it there to be tried again.
        """
        self.notice = ""
        entry = self.history.newest(SOURCE)
        if entry is None or not self.is_editable:
            return
        change: _WayBack = entry.before
        language, card = str(self.language), None
        try:
            if change.id and not any(card.id == change.id for card in self.cards):
                self.notice = self.say("card-strip.undo-gone", what=entry.what(language))
            elif change.draft is None:
                self._now_have(self._on_remove(change.id))
            elif not change.id and (back := self._drawn_as(change.draft)) and back.id == change.draft.id:
                self.notice = self.say("card-strip.undo-done", what=entry.what(language))
            else:
                self._now_have(self._on_save(change.draft, change.id))
                card = self._drawn_as(change.draft)
        except NotSaved as fault:
            self.notice = fault.said(language=self.language)
            return
        except (BrokenContent, Unreadable, Illegal):
            self.notice = self.say("card-strip.undo-gone", what=entry.what(language))
        self.history.drop(entry)
        if card is not None and change.draft is not None:
            self.history.change(SOURCE, partial(_renamed, old=change.draft.id, new=card.id))
        self._tell_changes()

    def _tell_changes(self) -> None:
        self._show()
        self.changes = len(self.history.of(SOURCE))

    def _now_have(self, cards: Cards | None) -> None:
        if cards is not None:
            self.cards = tuple(cards)

    # ---- storing

    def _store(self, draft: Draft, card_id: str) -> bool:
        try:
            parse_pattern(draft.pattern)
            cards = self._on_save(draft, card_id)
        except (Unreadable, Illegal) as fault:
            self.notice = sentence_of(fault, language=self.language)
        except BrokenContent as fault:
            self.notice = fault.faults[0].said(language=self.language)
        except NotSaved as fault:
            self.notice = fault.said(language=self.language)
        else:
            self._now_have(cards)
            return True
        return False

    def _take_out(self, card_id: str) -> bool:
        try:
            cards = self._on_remove(card_id)
        except BrokenContent as fault:
            self.notice = fault.faults[0].said(language=self.language)
        except NotSaved as fault:
            self.notice = fault.said(language=self.language)
        else:
            self._now_have(cards)
            return True
        return False

    def _keep(self, draft: Draft, card_id: str) -> Cards:
        """Keep a card in this strip alone."""
        taken, pattern = {card.id for card in self.cards}, parse_pattern(draft.pattern)
        card: Card = (
            Blueprint(draft.id, draft.kind, pattern, Provenance.OWNER)
            if draft.is_blueprint
            else GearCard(draft.id, draft.kind, pattern, draft.bonus, Provenance.OWNER)
        )
        if not draft.id:
            stem = stem_of(card)
            is_same_kind = bool(card_id) and stem_of(self._card(card_id)) == stem
            card = msgspec.structs.replace(card, id=card_id if is_same_kind else free_id(stem, taken))
        if card_id in taken:
            return [card if old.id == card_id else old for old in self.cards]
        return [*self.cards, card]

    def _drop(self, card_id: str) -> Cards:
        return [card for card in self.cards if card.id != card_id]

    # ---- judging

    def _card(self, card_id: str) -> Card:
        for card in self.cards:
            if card.id == card_id:
                return card  # type: ignore[no-any-return]
        raise t.TraitError(self.say("card-strip.no-card"))

    def _drawn_as(self, draft: Draft, *, without: Collection[str] = ()) -> Card | None:
        """The own card on display that says what a draft does, perhaps turned.

        Another device may have entered cards meanwhile: ours is told by what was drawn here.
        """
        ours = {turn.layout for turn in turns(parse_pattern(draft.pattern))}
        sort = (draft.kind, draft.bonus, draft.is_blueprint)
        like: list[Card] = [
            card
            for card in self.cards
            if card.id not in without
            and card.provenance == Provenance.OWNER
            and (card.kind, getattr(card, "bonus", ""), isinstance(card, Blueprint)) == sort
            and turns(card.pattern)[0].layout in ours
        ]
        return next((card for card in like if card.id == draft.id), like[0] if like else None)

    def name_of(self, card: Card) -> str:
        """A card's name in a sentence: its owner's, else kind and number.

        The number is that of its id, which stays when others go; cards whose id has none follow in turn.
        """
        return self._name(card)(str(self.language))

    def _name(self, card: Card) -> Label:
        """The same, as it is now, in any language."""
        if self._title is not None and (title := self._title(card.id)):
            return lambda _: title
        stem = stem_of(card)
        like = [other.id for other in self.cards if stem_of(other) == stem]
        bare = [name for name in like if not number_of(stem, name)]
        place = bare.index(card.id) if card.id in bare else len(bare)
        last = max((number_of(stem, name) for name in like), default=0)
        what = "blueprint" if isinstance(card, Blueprint) else "card"
        return called(f"card-strip.{what}-{card.kind}", n=number_of(stem, card.id) or last + place + 1)

    def _position(self) -> Position | None:
        return self.grid.position if self.grid is not None else None

    def speak_anew(self) -> None:
        """Names of the cards, and of what can be undone."""
        self._show()

    @t.observe("cards", "selected", "kinds", "backpack")
    def _strip_changed(self, change: Any) -> None:
        self._show()

    @friendly
    def _gear_changed(self, change: Any) -> None:
        self._show()

    @friendly
    def _opened(self, change: Any) -> None:
        self.open_kind = change.new

    def _show(self) -> None:
        """Judge every card and tell page and grid in one update each."""
        judged = [card for card in self.cards if card.kind in self.kinds]
        known = self._standings = standings(judged, self._position(), backpack=self.backpack)
        if self.grid is None:
            self._draw()
            return
        with self.grid.hold_sync():
            self.grid.card_marks = marks(judged, known, selected=self.selected)
            self.grid.also = self._praise(judged)
        self.grid.after_push(self._draw)

    @friendly
    def _draw(self) -> None:
        """Show every card as it was judged last."""
        known = self._standings
        with self.hold_sync():
            self.shown = nearest_first(
                drawn(card, known[card.id], name=capital(self.name_of(card)), say=self.say)
                for card in self.cards
                if card.id in known
            )
            self.undo_label = (
                self.say("card-strip.undo", what=undoable) if (undoable := self.last_change) else ""
            )

    def _praise(self, judged: list[Card]) -> dict[str, str]:
        """What the verdict adds: the cards that the gear matches."""
        matching = [card for card in judged if self._standings[card.id].is_match]
        if not matching:
            return {}
        rule = "magic.match.contains" if isinstance(matching[0], Blueprint) else "gearcard.match.contains"
        names = self.say("card-strip.list-and").join(self.name_of(card) for card in matching[:2])
        key = "matches-names" if len(matching) <= 2 else "matches-many"
        return {"sentence": self.say(f"card-strip.{key}", names=names, n=len(matching)), "rule": rule}


_JUDGED_BY = ["gear", "rulings", "character", "areas", "is_unlocked"]


def capital(name: str) -> str:
    """A name at the head of a card: only its first letter large, the rest as its owner wrote it."""
    return name[:1].upper() + name[1:]


def draft_of(card: Card) -> Draft:
    """A card as its owner would enter it again."""
    bonus = card.bonus if isinstance(card, GearCard) else ""
    return Draft(card.kind, print_pattern(card.pattern), bonus, isinstance(card, Blueprint), card.id)


def _renamed(entry: Entry, *, old: str, new: str) -> Entry:
    """What came before a card got another id, which undo could not help, is about it all the same."""
    back: _WayBack = entry.before
    draft = back.draft
    if draft is not None and draft.id == old:
        draft = msgspec.structs.replace(draft, id=new)
    return msgspec.structs.replace(entry, before=_WayBack(new if back.id == old else back.id, draft))
