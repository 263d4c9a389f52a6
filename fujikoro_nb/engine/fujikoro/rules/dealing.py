"""What the setup draws: gear cards, blueprints for the temples, scrolls, each out of its pile."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, ScrollCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.characters.kit import shows_two_weapons, swappable, swapped_out
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import armed, guard_draw
from fujikoro_nb.engine.kernel import Answer, Outcome, Refusal, cites, event, refuse

DISPLAY = 3
"""Face-up scrolls (setup.scrolls.display)."""

TEMPLES = 3


def _kind_short(cards: Sequence[GearCard | Blueprint], players: int) -> GearKind | None:
    """The first kind of which fewer cards than players are here (setup.gearcards.draw, setup.blueprints.draw)."""
    return next((kind for kind in GearKind if sum(card.kind == kind for card in cards) < players), None)


def next_draw(state: GameState) -> Draw | None:
    """The card that is drawn next: gear cards, blueprints, scrolls."""
    kind = _kind_short((*state.display, *_dealt(state)), state.players)
    if kind is not None:
        return Draw("card", str(kind), [card for card in state.piles.gear_cards if card.kind == kind])
    dealt = [blueprint for temple in state.temples for blueprint in temple]
    kind = _kind_short(dealt, state.players)
    if kind is not None and not state.plot.has_blind_temples:
        left = [card for card in state.piles.blueprints if card.kind == kind]
        if _is_swapping(state, kind):
            left = [card for card in left if shows_two_weapons(card)]
            return Draw("blueprint", str(kind), left, wants=_without_two_weapons)
        return Draw("blueprint", str(kind), left)
    if state.plot.guards and (draw := guard_draw(state)) is not None:
        return draw
    going = swappable(state)
    if going:
        return Draw(SWAP, str(GearKind.WEAPON), going)
    if len(state.scrolls) < DISPLAY and (state.piles.scrolls or state.is_described):
        return Draw("scroll", "", state.piles.scrolls)
    return None


@cites("char.tomoe.blueprint-with-two-weapons")
def _without_two_weapons(card: Component) -> Refusal | None:
    """Nothing, or that what came for a blueprint that went shows no two weapons either."""
    if isinstance(card, Blueprint) and shows_two_weapons(card):
        return None
    return refuse("char.tomoe.blueprint-with-two-weapons", card=card.id)


def _is_swapping(state: GameState, kind: GearKind) -> bool:
    """Whether a blueprint of this kind comes for one that went: the kinds after it are all dealt already."""
    dealt = [one.kind for temple in state.temples for one in temple]
    return kind == GearKind.WEAPON and dealt.count(GearKind.SANDALS) == state.players


def _dealt(state: GameState) -> tuple[GearCard, ...]:
    """The cards that have left the display already."""
    return () if state.party is None else state.party.dealt


SWAP = "blueprint-out"
"""What is drawn when a blueprint goes for another one."""


def _is_arming(state: GameState, draw: Draw) -> bool:
    """Whether the blueprint is for a guard."""
    return bool(state.plot.guards) and draw.kind == "blueprint" and _temples_are_full(state)


def _temples_are_full(state: GameState) -> bool:
    return sum(map(len, state.temples)) == state.players * len(GearKind)


def rule_of_draw(state: GameState, draw: Draw) -> str:
    """The rule by which this is drawn."""
    return "scenario.7.solo.blueprint-supply" if _is_arming(state, draw) else RULE_OF_DRAW[draw.kind]


RULE_OF_DRAW = {
    SWAP: "char.tomoe.blueprint-with-two-weapons",
    "card": "setup.gearcards.draw",
    "blueprint": "setup.blueprints.draw",
    "scroll": "setup.scrolls.display",
}


@cites(
    "setup.scrolls.display",
    "setup.gearcards.draw",
    "setup.blueprints.draw",
    "setup.blueprints.deal",
    "solo.setup.one-card-of-each",
    "coop.setup.blueprints-in-temples",
)
def drawn(state: GameState, answer: Answer) -> Outcome[GameState]:
    """The component lies where it belongs."""
    draw = next_draw(state)
    assert draw is not None, "nobody is asked otherwise"
    component = draw.component(answer)
    if draw.kind == SWAP:
        return swapped_out(state, component.id)
    is_arming = _is_arming(state, draw)
    state = msgspec.structs.replace(state, piles=state.piles.without(component))
    match component:
        case Blueprint() if is_arming:
            return armed(state, component)
        case GearCard():
            state = msgspec.structs.replace(state, display=(*state.display, component))
            return state, (event("card-drawn", "setup.gearcards.draw", card=component.id),)
        case Blueprint():
            # setup.blueprints.deal: one after the other round the temples, no kind begins anew at the first.
            # What comes for one that went lies where that one lay.
            dealt_before = sum(map(len, state.temples))
            is_last = dealt_before + 1 == state.players * len(GearKind)
            number = min(range(TEMPLES), key=lambda one: len(state.temples[one]))
            number = number if is_last else dealt_before % TEMPLES
            temples = tuple(
                (*temple, component) if index == number else temple
                for index, temple in enumerate(state.temples)
            )
            state = msgspec.structs.replace(state, temples=temples)
            dealt = event("blueprint-dealt", "setup.blueprints.deal", card=component.id, temple=number + 1)
            return state, (dealt,)
        case ScrollCard():
            state = msgspec.structs.replace(state, scrolls=(*state.scrolls, component))
            return state, (event("scroll-shown", "setup.scrolls.display", card=component.id),)
        case _:
            raise AssertionError(f"{draw.kind} is not drawn here")
