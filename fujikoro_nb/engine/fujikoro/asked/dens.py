"""Where dragons are: on their volcano tiles, and where a scenario opens it on the central one."""

from __future__ import annotations

from typing import NamedTuple, Protocol, Self, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.fight import AnyFight, DragonFight
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.party import CAPTURED, Party
from fujikoro_nb.engine.fujikoro.board.scene import Lair, Scene
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Event, cites, event


class Mountain(Protocol):
    """What is asked here of the state of a game."""

    @property
    def ground(self) -> tuple[LaidTile | None, ...]:
        """Volcano tiles by place."""

    @property
    def scene(self) -> Scene | UnsetType:
        """The scenario that is played."""

    @property
    def rulings(self) -> Rulings:
        """What the table plays."""

    @property
    def party(self) -> Party | None:
        """The group."""

    def tile_on(self, place_id: PlaceId, /) -> LaidTile | None:
        """The volcano tile on a place."""

    def with_tile(self, place_id: PlaceId, tile: LaidTile | None, /) -> Self:
        """The state with a tile laid or changed."""

    def with_scene(self, scene: Scene, /) -> Self:
        """The state with something else of the scenario on the table."""

    def with_party(self, party: Party, /) -> Self:
        """The state of a group with something else in common."""


S = TypeVar("S", bound=Mountain)

HEART = next(one.id for one in PLACES if one.kind == PlaceKind.CENTRE)
"""The place of the central tile."""


class Den(NamedTuple):
    """Where a dragon is, and the damage tokens beside it (combat.damage-tokens)."""

    at: PlaceId
    dragon: Dragon
    damage: int


@cites("scenario.6.coop.centre-not-safe")
def is_heart_open(state: Mountain) -> bool:
    """Whether dragons walk onto the central tile and see who stands there."""
    return state.scene is not UNSET and state.scene.plot.is_centre_open


def dens(state: Mountain) -> tuple[Den, ...]:
    """Every dragon on the mountain, in the order of the map."""
    at_heart = lair_at_heart(state)
    first = () if at_heart is None else (Den(HEART, at_heart.dragon, at_heart.damage),)
    return (
        *first,
        *(
            Den(one.id, laid.dragon, laid.damage)
            for one, laid in zip(PLACES, state.ground, strict=True)
            if laid is not None and laid.dragon is not None
        ),
    )


def lair_at_heart(state: Mountain) -> Lair | None:
    """The dragon on the central tile, if one has come there."""
    scene = state.scene
    return None if scene is UNSET or scene.heart is UNSET else scene.heart


def den_at(state: Mountain, at: PlaceId) -> Den | None:
    """The dragon on a place, if one is there."""
    if at == HEART:
        lair = lair_at_heart(state)
        return None if lair is None else Den(at, lair.dragon, lair.damage)
    laid = state.tile_on(at)
    return None if laid is None or laid.dragon is None else Den(at, laid.dragon, laid.damage)


def dragon_at(state: Mountain, at: PlaceId) -> Dragon | None:
    """The dragon on a place, whatever lies beside it."""
    den = den_at(state, at)
    return None if den is None else den.dragon


def with_dragon(state: S, at: PlaceId, dragon: Dragon | None, damage: int = 0) -> S:
    """The state with this dragon on a place, or none, with its damage tokens."""
    if at == HEART:
        assert state.scene is not UNSET, "only a scenario brings dragons there"
        heart = UNSET if dragon is None else Lair(dragon, damage)
        return state.with_scene(msgspec.structs.replace(state.scene, heart=heart))
    laid = state.tile_on(at)
    assert laid is not None, "dragons live on tiles"
    return state.with_tile(at, msgspec.structs.replace(laid, dragon=dragon, damage=damage))


def without(state: S, dragon: Dragon) -> S:
    """The state without this dragon, and what lay beside it."""
    for den in dens(state):
        if den.dragon == dragon:
            state = with_dragon(state, den.at, None)
    return state


def den_of(state: Mountain, dragon: Dragon) -> Den:
    """Where this dragon is."""
    return next(den for den in dens(state) if den.dragon == dragon)


@cites(
    "scenario.6.coop.goal-capture",
    "scenario.6.coop.check-after-roll",
    "scenario.6.coop.elsewhere-no-capture",
)
def caught_at(state: S, fight: AnyFight, at: PlaceId, *, is_turn_over: bool) -> tuple[S, tuple[Event, ...]]:
    """After a roll in a fight on this place, or after the whole attack turn: won at once if the dragon is caught."""
    assert state.scene is not UNSET, "only a scenario wants it alive"
    party, most = state.party, state.scene.plot.captured_at
    is_by_turn = state.rulings.reading("scenario.6.coop.check-after-roll") == "attack-turn"
    if is_turn_over != is_by_turn or at != HEART or party is None:
        return state, ()
    if not isinstance(fight, DragonFight) or not fight.dragon.is_legendary or not 0 < fight.health <= most:
        return state, ()
    caught = event("captured", "scenario.6.coop.goal-capture", health=fight.health, enough=most)
    return state.with_party(msgspec.structs.replace(party, outcome=CAPTURED)), (caught,)
