"""Drawing from a hidden pile: by chance with exact weights, or described by whoever drew from the real box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fujikoro_nb.engine.fujikoro.box import Component
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_COLOURS,
    SCROLL_COLOURS,
    Blueprint,
    Dragon,
    GearCard,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.mountain import SPACES_OF_A_TILE
from fujikoro_nb.engine.fujikoro.rules.play import Described, Drawn, Explore, PickScroll
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.sound import is_layout
from fujikoro_nb.engine.kernel import Answer, Menu, Options, Refusal, Weighted, refuse

MOST = 99
"""No number on a component is larger."""


class Draw:
    """One draw: what is in the pile, and what a described component must be.

    ``kind`` is what is drawn (``tile``, ``square``, ``hexagon``, ``dragon``, ``card``, ``blueprint``, ``scroll``,
    ``adventure``),
    ``sort`` its level, colour or kind of gear.
    """

    def __init__(self, kind: str, sort: str, pile: Sequence[Component]) -> None:
        self.kind = kind
        self.sort = sort
        self.pile = tuple(pile)

    def options(self, state: GameState) -> Options:
        """Each component of the pile once; with the real box these are only what is known of it."""
        known = Weighted([(Drawn(component.id), 1) for component in self.pile])
        if not state.is_described:
            return known

        def is_legal(answer: object) -> bool:
            return isinstance(answer, Answer) and self.check(state, answer) is None

        return Menu("known-components/1", lambda: iter(known), is_legal)

    def check(self, state: GameState, answer: Answer) -> Refusal | None:
        """Nothing, or why this did not come out of the pile."""
        match answer:
            case Drawn(id=name):
                is_there = any(component.id == name for component in self.pile)
                return None if is_there else refuse("setup.tiles.stacks", "not-in-pile", component=name)
            case Described() if not state.is_described:
                return refuse("setup.tiles.stacks", "known-box")
            case Described():
                component = _said(answer)
                if component is None or not self._fits(component) or component.id in ids_of(state):
                    return refuse("setup.tiles.stacks", "described")
                return None
            case _:
                return refuse("setup.tiles.stacks", "nothing-drawn")

    def component(self, answer: Answer) -> Component:
        """What a checked answer says."""
        if isinstance(answer, Described):
            component = _said(answer)
            assert component is not None, "check lets nothing else through"
            return component
        assert isinstance(answer, Drawn), "check lets nothing else through"
        return next(component for component in self.pile if component.id == answer.id)

    def _fits(self, component: Component) -> bool:
        if not component.id or len(component.id) > MOST or component.provenance != Provenance.OWNER:
            return False
        match component:
            case Tile():
                return (self.kind, self.sort) == ("tile", component.level) and _is_tile(component)
            case ResourceToken():
                return (self.kind, self.sort) == (component.shape, component.level) and _is_token(component)
            case Dragon():
                return (self.kind, self.sort) == ("dragon", component.colour) and _is_dragon(component)
            case GearCard():
                return (self.kind, self.sort) == ("card", str(component.kind)) and _is_card(component)
            case Blueprint():
                return (self.kind, self.sort) == ("blueprint", str(component.kind)) and bool(
                    component.pattern
                )
            case _:
                return self.kind == "scroll" and isinstance(component, ScrollCard)


def _said(answer: Described) -> Component | None:
    """The one component of a description; None when it says none or several."""
    said = [
        each
        for each in (
            answer.tile,
            answer.token,
            answer.dragon,
            answer.card,
            answer.blueprint,
            answer.scroll,
        )
        if each is not None
    ]
    return said[0] if len(said) == 1 else None


def _is_tile(tile: Tile) -> bool:
    """Seven spaces as they can be printed, one dragon at most (map.dragon.one-per-tile)."""
    dragons = sum(face.kind == SpaceKind.DRAGON for face in tile.spaces)
    return (
        len(tile.spaces) == SPACES_OF_A_TILE
        and dragons <= 1
        and all(0 <= face.lava <= 5 and face.colour in _COLOURS.get(face.kind, ("",)) for face in tile.spaces)
    )


_COLOURS = {SpaceKind.SCROLL: SCROLL_COLOURS, SpaceKind.DRAGON: DRAGON_COLOURS}


def _is_drawing(card: GearCard | Blueprint) -> bool:
    return is_layout(card.pattern) and bool(card.pattern)


def _is_card(card: GearCard) -> bool:
    return _is_drawing(card) and card.bonus in _BONUSES[card.kind]


_BONUSES = {
    GearKind.HELMET: ("wood", "metal"),
    GearKind.WEAPON: ("vp-or-peek",),
    GearKind.SANDALS: ("step",),
}


def _is_token(token: ResourceToken) -> bool:
    cubes = token.cubes
    return min(cubes.wood, cubes.metal, cubes.tooth) >= 0 and len(cubes) <= MOST


def _is_dragon(dragon: Dragon) -> bool:
    for_two = dragon.health if dragon.health_two_players is None else dragon.health_two_players
    numbers = (dragon.health, for_two, dragon.initiative, dragon.victory_points)
    return all(0 <= number <= MOST for number in numbers) and 1 <= dragon.dice <= 20


def ids_of(state: GameState) -> frozenset[str]:
    """The id of every component that has been seen or is known to be in a pile."""
    return frozenset(component.id for component in components_of(state))


def components_of(state: GameState) -> Iterator[Component]:
    """Every component that lies somewhere in this state, each once."""
    piles = state.piles
    groups: tuple[tuple[Component, ...], ...] = (
        piles.tiles,
        piles.tokens,
        piles.dragons,
        piles.scrolls,
        piles.adventures,
        piles.gear_cards,
        piles.blueprints,
        state.display,
        state.scrolls,
        state.scroll_discards,
        *state.temples,
        *(samurai.scrolls for samurai in state.samurai),
        *(samurai.adventures for samurai in state.samurai),
        *(board.blueprints for board in state.boards),
    )
    for group in groups:
        yield from group
    for frame in state.agenda:
        if isinstance(frame, Explore) and frame.tile is not None and not frame.is_laid:
            yield frame.tile  # drawn, and in somebody's hand
        if isinstance(frame, PickScroll) and frame.card is not None and not frame.is_placed:
            yield frame.card
    for tile in state.ground:
        if tile is None:
            continue
        yield tile.tile
        if tile.dragon is not None:
            yield tile.dragon
        yield from (token.token for token in tile.tokens)
