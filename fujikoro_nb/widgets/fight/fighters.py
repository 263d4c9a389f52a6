"""The part of the CombatPanel about who fights: the first fighter's gear, those who join, and the dragon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear import absorption, fighting_weapons
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear, print_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds import (
    COLOURS,
    Goal,
    Samurai,
)
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.fight.board import (
    MAX_FIGHTERS,
    MAX_INITIATIVE,
    MAX_PANEL_HEALTH,
    SIZES,
    Offer,
    board_of,
    offers_of,
    read_fighter,
    read_offer,
)
from fujikoro_nb.views.gear.input import known_blueprints, recorded_blueprints, sentence_of
from fujikoro_nb.views.gear.link import BadLink, GearLink
from fujikoro_nb.widgets.base.widget import Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.fight.roll import RollPart

__all__ = ["FightersPart"]

TABS = ("odds", "play", "roll")
EXTRA_SPOTS = ("action", "scroll")
"""Monk spots that My gear does not ask for, because they change nothing on the board."""

FIGHTING_KINDS = (GearKind.WEAPON, GearKind.HELMET)
"""Gear whose magic counts in a fight."""


def numbers_not_typed(offer: Offer) -> tuple[str, ...]:
    """Numbers of a dragon that are our choice or the rulebook's example, not those of a person's card."""
    if isinstance(offer, PartlyTyped):
        return offer.ours
    return ("health", "initiative") if offer.mark in ("house", "rulebook") else ()


class PartlyTyped(Offer, frozen=True):
    """A dragon of which a person has typed one number. ``ours``: the numbers that are still those of its mark."""

    ours: tuple[str, ...] = ()


class FightersPart(RollPart):
    """Who fights against what. A class of its own says what is counted for them.

    ``link_of`` gives the gear of the first fighter, ``dragons_of`` the dragons of the owner's pack.
    """

    from_browser: ClassVar[Mapping[str, Validator]] = {
        **RollPart.from_browser,
        "tab": one_of(*TABS),
        "goal": one_of(*(str(goal) for goal in Goal)),
        "is_all_dice": flag(),
    }
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **RollPart.acts,
        "dragon": {
            "health": whole(1, MAX_PANEL_HEALTH),
            "initiative": whole(0, MAX_INITIATIVE),
            "dice": one_of(*SIZES),
        },
        "turn-to": {"tab": one_of(*TABS)},
        "typed": {"number": one_of("health", "initiative")},
        "offer": {"number": whole(0, 200)},
        "no-dragon": {},
        "fighter": {"text": text(max_length=2000)},
        "fighter-off": {"number": whole(0, MAX_FIGHTERS)},
        "monk": {"spot": one_of(*EXTRA_SPOTS), "on": flag()},
    }

    helmet = t.Unicode()
    """Notation of the helmet, used without a ``grid``."""
    tab = t.Enum(TABS, default_value="odds").tag(sync=True)
    goal = t.Enum(tuple(str(goal) for goal in Goal), default_value="win").tag(sync=True)
    is_all_dice = t.Bool(False).tag(sync=True)
    foe = t.Instance(Offer, allow_none=True)
    dragon = t.Dict().tag(sync=True)
    """The chosen dragon; empty while none is."""
    offers: t.List[Any] = t.List().tag(sync=True)
    mine = t.Dict().tag(sync=True)
    """The first fighter's gear, as a page draws it; with a refusal when it cannot fight."""
    others: t.List[Any] = t.List().tag(sync=True)
    """The fighters that were added."""
    monks: t.List[Any] = t.List().tag(sync=True)
    house_in_fight: t.List[Any] = t.List().tag(sync=True)
    """At the real box: colours of the dice of the whole fight that are the house's."""

    def __init__(self, **settings: Any) -> None:
        self._link_of: Callable[[], GearLink] | None = settings.pop("link_of", None)
        self._areas_of: Callable[[bool], Areas] = settings.pop("areas_of", None) or (lambda _: Areas())
        self._dragons_of: Callable[[], tuple[Dragon, ...]] = settings.pop("dragons_of", None) or (lambda: ())
        self._links: tuple[GearLink, ...] = ()
        self._offers: tuple[Offer, ...] = ()
        self._is_counting = False
        super().__init__(**settings)
        self._is_counting = True
        if self.grid is not None:
            self.grid.observe(self._gear_changed, ["blueprints"])
        self.refresh_offers()
        self._show_fighters()

    # ---- what is counted for them

    def count(self) -> None:
        """The fighters, the dragon or the goal are others: count anew."""
        raise NotImplementedError

    def _stale(self) -> None:
        """The gear is another one: what was counted no longer holds."""
        raise NotImplementedError

    # ---- who fights

    @property
    def link(self) -> GearLink:
        """The gear of the first fighter."""
        if self._link_of is not None:
            return self._link_of()
        if self.grid is not None:
            known = recorded_blueprints(self.grid.blueprints)
            return GearLink(
                gear=self.grid.gear,
                character=self.grid.character,
                is_unlocked=self.grid.is_unlocked,
                blueprints=known,
            )
        limits = character(self.character)
        gear = parse_gear(self.weapon, GearKind.WEAPON, limits)
        if self.helmet:
            worn = parse_gear(self.helmet, GearKind.HELMET, limits)
            gear = msgspec.structs.replace(gear, helmet=worn.helmet, helmet_magic=worn.helmet_magic)
        is_unlocked = bool(gear.weapon.occupied & limits.weapon.right)
        return GearLink(gear=gear, character=self.character, is_unlocked=is_unlocked)

    def board(self) -> Board:
        """The board of the first fighter."""
        return board_of(self.link, areas=self._areas_of, monks=tuple(self.monks))

    def boards(self) -> tuple[Board, ...]:
        """All fighters' boards."""
        return (self.board(), *(board_of(link, areas=self._areas_of) for link in self._links))

    def samurai(self) -> Samurai:
        """The first fighter for the solver. Raises Illegal."""
        return Samurai.of(self.board(), rulings=self._rulings).checked()

    @t.validate("helmet")
    def _readable_helmet(self, proposal: Any) -> str:
        try:
            parse_gear(proposal.value, GearKind.HELMET, character(self.character))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        return str(proposal.value)

    # ---- what is chosen

    def _set_from_browser(self, name: str, value: object) -> None:
        before = getattr(self, name) if name in ("goal", "is_all_dice") else None
        super()._set_from_browser(name, value)
        if before is not None and getattr(self, name) != before:
            self._chose(name, lambda: self.set_trait(name, before))

    def take_numbers(self, text: str) -> None:
        """The dragon of a link: ``12/9/4``, or none; one on offer with these numbers keeps its mark."""
        if text == ("" if self.foe is None else self.foe.text):
            return
        wanted = read_offer(text) if text else None
        alike = (offer for offer in self._offers if wanted is not None and offer.text == wanted.text)
        self.foe = next(alike, wanted)

    def refresh_offers(self) -> None:
        """The dragons that may be chosen: the owner's first, then the house's, each with its mark."""
        owned = offers_of(self._dragons_of())
        taken = {offer.id for offer in owned}
        house = tuple(offer for offer in offers_of(house_pack().dragons) if offer.id not in taken)
        self._offers = (*owned, *house)
        self.offers = [
            {**self._offer_row(offer), "number": number} for number, offer in enumerate(self._offers)
        ]

    def _offer_row(self, offer: Offer) -> dict[str, Any]:
        size = SIZES[offer.dice]
        return {
            "health": offer.health,
            "initiative": offer.initiative,
            "dice": offer.dice,
            "size": size,
            "name": self.say(f"combat.dragon-{offer.colour}"),
            "mark": offer.mark,
            "ours": list(numbers_not_typed(offer)),
        }

    def act_dragon(self, *, health: int, initiative: int, dice: int) -> None:
        """A dragon as three numbers. One that was not a person's keeps its mark until both of its own are typed."""
        was = self.foe
        if was is None or was.dice != dice:
            self._take(Offer(health, initiative, dice))
            return
        typed = {"health": health != was.health, "initiative": initiative != was.initiative}
        ours = tuple(name for name in numbers_not_typed(was) if not typed[name])
        if any(typed.values()):
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(health, initiative, dice, mark, ours=ours))

    def act_typed(self, *, number: str) -> None:
        """A person's card has the very number that stood there."""
        was = self.foe
        if was is not None and number in numbers_not_typed(was):
            ours = tuple(name for name in numbers_not_typed(was) if name != number)
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(was.health, was.initiative, was.dice, mark, ours=ours))

    def act_turn_to(self, *, tab: str) -> None:
        """Another part of the panel."""
        self.tab = tab

    def act_offer(self, *, number: int) -> None:
        """One of the dragons on offer."""
        if number < len(self._offers):
            self._take(self._offers[number])

    def act_no_dragon(self) -> None:
        """None any more."""
        self._take(None)

    def _take(self, offer: Offer | None) -> None:
        before = self.foe
        self.notice = ""
        self.foe = offer
        self._chose("dragon", lambda: self.set_trait("foe", before))

    @t.observe("foe")
    def _other_dragon(self, change: Any) -> None:
        self.dragon = {} if self.foe is None else self._offer_row(self.foe)
        self.count()

    @t.observe("goal", "is_all_dice")
    def _other_goal(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    def act_fighter(self, *, text: str) -> None:
        """One more fighter, by link or notation."""
        if len(self._links) + 1 >= MAX_FIGHTERS:
            self.notice = self.say("combat.fighters-full", max=MAX_FIGHTERS)
            return
        try:
            link = read_fighter(text, areas=self._areas_of)
            Samurai.of(board_of(link, areas=self._areas_of), rulings=self._rulings).checked()
        except BadLink as fault:
            raise t.TraitError(
                self.say("combat.fighter-unreadable", part=fault.said(language=self.language))
            ) from None
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        self._change_fighters((*self._links, link))

    def act_fighter_off(self, *, number: int) -> None:
        """A fighter leaves; 1 is the first that was added."""
        if 1 <= number <= len(self._links):
            self._change_fighters(self._links[: number - 1] + self._links[number:])

    def _change_fighters(self, links: tuple[GearLink, ...]) -> None:
        before = self._links
        self._set_fighters(links)
        self._chose("fighters", lambda: self._set_fighters(before))

    def _set_fighters(self, links: tuple[GearLink, ...]) -> None:
        self.notice = ""
        self._links = links
        self._show_fighters()
        self.count()

    def act_monk(self, *, spot: str, on: bool) -> None:
        """A monk on a spot that My gear does not ask for."""
        before = list(self.monks)
        self.monks = sorted({*before, spot} if on else set(before) - {spot})
        if self.monks != before:
            self._chose("monks", lambda: self.set_trait("monks", before))

    @t.observe("monks")
    def _other_monks(self, change: Any) -> None:
        if self._is_counting:
            self.count()

    # ---- the first fighter changed

    def _look_at_gear(self) -> None:
        super()._look_at_gear()
        if self._is_counting:
            self._show_fighters()
            self._stale()

    @t.observe("is_real_box")
    def _other_box(self, change: Any) -> None:
        if self._is_counting:
            self._show_fighters()

    @t.observe("helmet", "box", "language")
    def _other_terms(self, change: Any) -> None:
        if self._is_counting:
            self._show_fighters()
            self._stale()

    def _show_fighters(self) -> None:
        with self.hold_sync():
            self.mine = self._fighter_row(self.board(), 0)
            self.others = [
                self._fighter_row(board, number) for number, board in enumerate(self.boards()[1:], 1)
            ]
            self.house_in_fight = self._house_in_fight()

    def _house_in_fight(self) -> list[str]:
        """The dragon rolls white dice in every fight; the samurai those of their weapons."""
        if not self.is_real_box:
            return []
        held = "".join(str(board.gear.weapon.cubes) for board in self.boards())
        held += "T" + ("G" if any(board.gear.weapon_magic is not None for board in self.boards()) else "")
        return [
            letter for letter in COLOURS if letter in held and self.box[letter].provenance == Provenance.HOUSE
        ]

    def _assumed(self, number: int) -> list[str]:
        """What the odds take for granted of magic whose blueprint is owned, but its pattern not recorded."""
        link = (self.link, *self._links)[number]
        return [
            self.say(f"combat.assumed-{kind}", name=self.fighter_name(number))
            for kind, one in known_blueprints(link.blueprints).items()
            if kind in FIGHTING_KINDS
            and one.state == "owned"
            and one.pattern is None
            and link.gear.is_magical(kind)
        ]

    def _fighter_row(self, board: Board, number: int) -> dict[str, Any]:
        gear, limits = board.gear, board.limits
        samurai = Samurai.of(board, rulings=self._rulings)
        refusal = {}
        try:
            samurai.checked()
        except Illegal as fault:
            refusal = {
                "sentence": error_sentence(fault, language=str(self.language)),
                "rule": fault.refusals[0].rule,
            }
        return {
            "name": self.fighter_name(number),
            "weapon": print_gear(gear, GearKind.WEAPON, limits),
            "helmet": print_gear(gear, GearKind.HELMET, limits),
            "cubes": len(gear.weapon),
            "initiative": samurai.initiative,
            "absorbs": absorption(gear, GearKind.HELMET, rulings=self._rulings),
            "usable": any(
                weapon.is_usable for weapon in fighting_weapons(gear, limits, rulings=self._rulings)
            ),
            "columns": limits.weapon.columns,
            "rows": limits.weapon.rows,
            "split": limits.weapon.left_columns,
            "assumed": self._assumed(number),
            **({"refusal": refusal} if refusal else {}),
        }

    def fighter_name(self, number: int) -> str:
        """What a page calls a seat."""
        return self.say("combat.you") if number == 0 else self.say("combat.fighter-n", n=number + 1)
