"""Drawing from a hidden pile: by chance with exact weights, or described by whoever drew from the real box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.game import Described, Drawn, Explore, PickScroll
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import Blind
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.board.layers import has_exit
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    Dragon,
    GearCard,
    ResourceToken,
    ScrollCard,
    Tile,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of, wrong_with
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.kernel import Answer, Menu, Options, Question, Refusal, Weighted, cites, refuse


class Draw:
    """One draw: what is in the pile, and what a described component must be.

    ``kind`` is what is drawn (``tile``, ``square``, ``hexagon``, ``dragon``, ``card``, ``blueprint``, ``scroll``,
    ``adventure``), ``sort`` its level, colour or kind of gear.
    """

    def __init__(
        self,
        kind: str,
        sort: str,
        pile: Sequence[Component],
        weights: Sequence[int] = (),
        *,
        wants: Callable[[Component], Refusal | None] | None = None,
    ) -> None:
        """``wants`` says why a component is none of these, for those that are described: the pile has none such."""
        self.kind = kind
        self.sort = sort
        self.pile = tuple(pile)
        self._weights = tuple(weights) or (1,) * len(self.pile)
        self._wants = wants

    def options(self, state: GameState) -> Options:
        """Each component of the pile by its weight; with the real box these are only what is known of it."""
        weighed = zip(self.pile, self._weights, strict=True)
        known = Weighted([(Drawn(component.id), weight) for component, weight in weighed])
        if not state.is_described:
            return known

        def is_legal(answer: object) -> bool:
            return isinstance(answer, Drawn | Described) and self.check(state, answer, None) is None

        return Menu("known-components/1", lambda: iter(known), is_legal)

    def check(self, state: GameState, answer: Answer, asked: Question | None) -> Refusal | None:
        """Nothing, or why this did not come out of the pile; ``asked`` is the question that draws."""
        match answer:
            case Drawn(id=name):
                there = next((component for component in self.pile if component.id == name), None)
                if there is None:
                    return refuse("setup.tiles.stacks", "not-in-pile", component=name)
                return None if self._wants is None else self._wants(there)
            case Described() if not state.is_described:
                return refuse("setup.tiles.stacks", "known-box")
            case Described():
                component = described(answer)
                if component is None or not self._is_of(component):
                    return refuse("setup.tiles.stacks", "described")
                if state.plot.is_without_exit and isinstance(component, Tile) and has_exit(component):
                    return refuse("scenario.1.competitive.no-secret-exit")
                if component.id in ids_of(state):
                    return refuse("setup.tiles.stacks", "described-twice", component=component.id)
                if isinstance(component, Tile) and not state.fits_pile(component):
                    return refuse("coop.setup.special-packets", tile=component.id)
                refusal = wrong_with(component, state.charts.limits)
                return refusal if refusal is not None or self._wants is None else self._wants(component)
            case _:
                return other_question(asked, "nothing-drawn")

    def _is_of(self, component: Component) -> bool:
        """Whether it can come out of this pile: of its kind, and of its sort where it has one."""
        kind, sort = sort_of(component)
        return kind == self.kind and (sort == self.sort or not self.sort)

    def component(self, answer: Answer) -> Component:
        """What a checked answer says."""
        if isinstance(answer, Described):
            component = described(answer)
            assert component is not None, "check lets nothing else through"
            return component
        assert isinstance(answer, Drawn), "check lets nothing else through"
        return next(component for component in self.pile if component.id == answer.id)


@cites("coop.setup.special-packets")
def tile_draw(state: GameState, level: str) -> Draw:
    """The next tile of a level."""
    weighed = state.weighed(level)
    return Draw("tile", level, [tile for tile, _ in weighed], [weight for _, weight in weighed])


_FIELDS: Mapping[type, str] = {
    Tile: "tile",
    ResourceToken: "token",
    Dragon: "dragon",
    GearCard: "card",
    Blueprint: "blueprint",
    ScrollCard: "scroll",
    AdventureToken: "adventure",
}


def description_of(component: Component) -> Described:
    """The answer that says this component."""
    return msgspec.structs.replace(Described(), **{_FIELDS[type(component)]: component})


def described(answer: Described) -> Component | None:
    """The one component of a description; None when it says none or several."""
    said: list[Component] = [
        each for field in _FIELDS.values() if (each := getattr(answer, field)) is not None
    ]
    return said[0] if len(said) == 1 else None


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
    if state.scene is not UNSET:
        yield from (one.card for one in state.scene.returned)
        for figures in state.scene.figures:
            yield from figures
        for guard in state.scene.guards:
            yield from guard.board.blueprints
    for frame in state.agenda:
        if isinstance(frame, Explore) and frame.tile is not None and not frame.is_laid:
            yield frame.tile  # drawn, and in somebody's hand
        if isinstance(frame, Blind):
            yield from (one.card for one in frame.drawn)
        if isinstance(frame, PickScroll) and frame.card is not None and not frame.is_placed:
            yield frame.card
    yield from (den.dragon for den in dens(state))
    for tile in state.ground:
        if tile is None:
            continue
        yield tile.tile
        yield from (token.token for token in tile.tokens)
        yield from (disc.token for disc in tile.things if isinstance(disc, AdventureDisc))
