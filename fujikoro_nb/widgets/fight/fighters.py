"""The part of the CombatPanel about who fights: the first fighter's gear, those who join, and the dragon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import traitlets as t

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.pack import Areas
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, fighting_weapons
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.characters_told import fights_otherwise
from fujikoro_nb.odds import (
    COLOURS,
    Samurai,
)
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.fight.board import (
    MAX_FIGHTERS,
    MONK,
    MONK_OFFER,
    SIZES,
    Offer,
    board_of,
    offers_of,
    read_fighter,
    read_offer,
)
from fujikoro_nb.views.gear.input import known_blueprints, recorded_blueprints, sentence_of
from fujikoro_nb.views.gear.link import BadLink, GearLink
from fujikoro_nb.widgets.fight.panel_traits import PanelTraits
from fujikoro_nb.widgets.fight.roll import OnChoice

__all__ = ["FightersController"]

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


class FightersController:
    """The first fighter's gear, those who join, and the dragon.

    ``link_of`` gives the gear of the first fighter, where a page around the panel knows it; ``dragons_of`` the dragons
    of the owner's pack. ``count`` is told when others fight, ``chose`` what a person chose.
    """

    def __init__(
        self,
        panel: PanelTraits,
        *,
        rulings: Callable[[], Rulings],
        link_of: Callable[[], GearLink] | None,
        areas_of: Callable[[bool], Areas] | None,
        dragons_of: Callable[[], tuple[Dragon, ...]] | None,
        count: Callable[[], None],
        chose: OnChoice,
    ) -> None:
        self._panel, self._rulings = panel, rulings
        self._link_of = link_of
        self._areas_of = areas_of or (lambda _: Areas())
        self._dragons_of = dragons_of or (lambda: ())
        self._count, self._chose = count, chose
        self.links: tuple[GearLink, ...] = ()
        """The gear of those who join."""
        self._offers: tuple[Offer, ...] = ()

    def tell_dragon(self) -> None:
        """The chosen dragon is another one."""
        foe = self._panel.foe
        self._panel.dragon = {} if foe is None else self._offer_row(foe)
        self._panel.house_in_fight = self._house_in_fight()

    @property
    def link(self) -> GearLink:
        """The gear of the first fighter."""
        if self._link_of is not None:
            return self._link_of()
        if self._panel.grid is not None:
            known = recorded_blueprints(self._panel.grid.blueprints)
            return GearLink(
                gear=self._panel.grid.gear,
                character=self._panel.grid.character,
                is_unlocked=self._panel.grid.is_unlocked,
                blueprints=known,
            )
        limits = character(self._panel.character)
        gear = parse_gear(self._panel.weapon, GearKind.WEAPON, limits)
        if self._panel.helmet:
            worn = parse_gear(self._panel.helmet, GearKind.HELMET, limits)
            gear = msgspec.structs.replace(gear, helmet=worn.helmet, helmet_magic=worn.helmet_magic)
        is_unlocked = bool(gear.weapon.occupied & limits.weapon.right)
        return GearLink(gear=gear, character=self._panel.character, is_unlocked=is_unlocked)

    def board(self) -> Board:
        """The board of the first fighter."""
        return board_of(self.link, areas=self._areas_of, monks=tuple(self._panel.monks))

    def boards(self) -> tuple[Board, ...]:
        """All fighters' boards."""
        return (self.board(), *(board_of(link, areas=self._areas_of) for link in self.links))

    def samurai(self) -> Samurai:
        """The first fighter for the solver. Raises Illegal."""
        return Samurai.of(self.board(), rulings=self._rulings()).checked()

    def take_numbers(self, text: str) -> None:
        """The dragon of a link: ``12/9/4``, or none; one on offer with these numbers keeps its mark."""
        if text == ("" if self._panel.foe is None else self._panel.foe.text):
            return
        wanted = read_offer(text) if text else None
        alike = (offer for offer in self._offers if wanted is not None and offer.text == wanted.text)
        self._panel.foe = next(alike, wanted)

    def refresh_offers(self) -> None:
        """The dragons that may be chosen: the owner's first, then the house's, each with its mark; then a monk."""
        owned = offers_of(self._dragons_of())
        taken = {offer.id for offer in owned}
        house = tuple(offer for offer in offers_of(house_pack().dragons) if offer.id not in taken)
        self._offers = (*owned, *house, MONK_OFFER)
        self._panel.offers = [
            {**self._offer_row(offer), "number": number} for number, offer in enumerate(self._offers)
        ]

    def _offer_row(self, offer: Offer) -> dict[str, Any]:
        is_monk = offer.kind == MONK
        return {
            "health": offer.health,
            "initiative": offer.initiative,
            "dice": offer.dice,
            "size": MONK if is_monk else SIZES[offer.dice],
            "kind": offer.kind,
            "name": self._panel.say("combat.monk-name" if is_monk else f"combat.dragon-{offer.colour}"),
            "mark": offer.mark,
            "ours": list(numbers_not_typed(offer)),
        }

    def set_dragon(self, health: int, initiative: int, dice: int) -> None:
        """A dragon as three numbers. One that was not a person's keeps its mark until both of its own are typed."""
        was = self._panel.foe
        if was is None or was.dice != dice or was.kind == MONK:
            self._take(Offer(health, initiative, dice))
            return
        typed = {"health": health != was.health, "initiative": initiative != was.initiative}
        ours = tuple(name for name in numbers_not_typed(was) if not typed[name])
        if any(typed.values()):
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(health, initiative, dice, mark, ours=ours))

    def set_typed(self, number: str) -> None:
        """A person's card has the very number that stood there."""
        was = self._panel.foe
        if was is not None and number in numbers_not_typed(was):
            ours = tuple(name for name in numbers_not_typed(was) if name != number)
            mark = was.mark if ours else "typed"
            self._take(PartlyTyped(was.health, was.initiative, was.dice, mark, ours=ours))

    def take_offer(self, number: int) -> None:
        """One of the dragons on offer."""
        if number < len(self._offers):
            self._take(self._offers[number])

    def take_no_dragon(self) -> None:
        """None any more."""
        self._take(None)

    def _take(self, offer: Offer | None) -> None:
        before = self._panel.foe
        self._panel.notice = ""
        self._panel.foe = offer
        self._chose("dragon", lambda: self._panel.set_trait("foe", before))

    def add_fighter(self, text: str) -> None:
        """One more fighter, by link or notation."""
        if len(self.links) + 1 >= MAX_FIGHTERS:
            self._panel.notice = self._panel.say("combat.fighters-full", max=MAX_FIGHTERS)
            return
        try:
            link = read_fighter(text, areas=self._areas_of)
            Samurai.of(board_of(link, areas=self._areas_of), rulings=self._rulings()).checked()
        except BadLink as fault:
            raise t.TraitError(
                self._panel.say("combat.fighter-unreadable", part=fault.said(language=self._panel.language))
            ) from None
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self._panel.language)) from None
        self._change_fighters((*self.links, link))

    def drop_fighter(self, number: int) -> None:
        """A fighter leaves; 1 is the first that was added."""
        if 1 <= number <= len(self.links):
            self._change_fighters(self.links[: number - 1] + self.links[number:])

    def _change_fighters(self, links: tuple[GearLink, ...]) -> None:
        before = self.links
        self.set_links(links)
        self._chose("fighters", lambda: self.set_links(before))

    def set_links(self, links: tuple[GearLink, ...]) -> None:
        """These fight along."""
        self._panel.notice = ""
        self.links = links
        self.show()
        self._count()

    def set_monk(self, spot: str, on: bool) -> None:
        """A monk on a spot that My gear does not ask for."""
        before = list(self._panel.monks)
        self._panel.monks = sorted({*before, spot} if on else set(before) - {spot})
        if self._panel.monks != before:
            self._chose("monks", lambda: self._panel.set_trait("monks", before))

    def show(self) -> None:
        """All fighters as they are now."""
        with self._panel.hold_sync():
            self._panel.mine = self._fighter_row(self.board(), 0)
            self._panel.others = [
                self._fighter_row(board, number) for number, board in enumerate(self.boards()[1:], 1)
            ]
            self._panel.house_in_fight = self._house_in_fight()

    def _house_in_fight(self) -> list[str]:
        """A dragon rolls white dice in every fight, a monk wooden ones; the samurai those of their weapons."""
        if not self._panel.is_real_box:
            return []
        held = "".join(str(board.gear.weapon.cubes) for board in self.boards())
        foe = self._panel.foe
        held += ("W" if foe is not None and foe.kind == MONK else "T") + (
            "G" if any(board.gear.weapon_magic is not None for board in self.boards()) else ""
        )
        return [
            letter
            for letter in COLOURS
            if letter in held and self._panel.box[letter].provenance == Provenance.HOUSE
        ]

    def _assumed(self, number: int) -> list[str]:
        """What the odds take for granted of magic whose blueprint is owned, but its pattern not recorded."""
        link = (self.link, *self.links)[number]
        return [
            self._panel.say(f"combat.assumed-{kind}", name=self.fighter_name(number))
            for kind, one in known_blueprints(link.blueprints).items()
            if kind in FIGHTING_KINDS
            and one.state == "owned"
            and one.pattern is None
            and link.gear.is_magical(kind)
        ]

    def _fighter_row(self, board: Board, number: int) -> dict[str, Any]:
        gear, limits = board.gear, board.limits
        samurai = Samurai.of(board, rulings=self._rulings())
        refusal = {}
        try:
            samurai.checked()
        except Illegal as fault:
            refusal = {
                "sentence": error_sentence(fault, language=str(self._panel.language)),
                "rule": fault.refusals[0].rule,
            }
        return {
            "name": self.fighter_name(number),
            "weapon": print_gear(gear, GearKind.WEAPON, limits),
            "helmet": print_gear(gear, GearKind.HELMET, limits),
            "cubes": len(gear.weapon),
            "initiative": samurai.initiative,
            "absorbs": absorption(gear, GearKind.HELMET, rulings=self._rulings()),
            "usable": any(
                weapon.is_usable for weapon in fighting_weapons(gear, limits, rulings=self._rulings())
            ),
            "columns": limits.weapon.columns,
            "rows": limits.weapon.rows,
            "split": limits.weapon.left_columns,
            "helmet_columns": limits.helmet.columns,
            "assumed": self._assumed(number),
            "differs": [
                {"text": one.text, "rule": one.rule}
                for one in fights_otherwise(
                    limits.character,
                    is_joint=bool(self.links),
                    language=str(self._panel.language),
                    rulings=self._rulings(),
                )
            ],
            **({"refusal": refusal} if refusal else {}),
        }

    def fighter_name(self, number: int) -> str:
        """What a page calls a seat."""
        return (
            self._panel.say("combat.you")
            if number == 0
            else self._panel.say("combat.fighter-n", n=number + 1)
        )
