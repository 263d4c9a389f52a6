"""Conservation: what lies on the table, counted, and what the events of an answer say that came or went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.game import Explore, Gather, PickScroll, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, space
from fujikoro_nb.engine.fujikoro.board.mountain import MonkDisc, ScrollDisc
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    Dragon,
    GearCard,
    ResourceToken,
    ScrollCard,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import components_of
from fujikoro_nb.engine.kernel import Event

MONKS = 38
LAVA_TILES = 51
"""setup.supply.size"""

MONK, SCROLL = "monk", "scroll"

LEAVES: dict[type, frozenset[str]] = {
    Tile: frozenset(),
    ResourceToken: frozenset(("token-is-monk",)),
    Dragon: frozenset(("dragon-defeated",)),
    GearCard: frozenset(("set-up", "claimed", "card-dealt")),
    Blueprint: frozenset(("set-up", "blueprint-lost")),
    ScrollCard: frozenset(),
    AdventureToken: frozenset(("token-used",)),
}
"""By which events a component of each kind can leave the table."""

COMES = {"cubes-stowed": "cubes", "first-piece": "cubes", "first-helmet": "cubes"}
"""Events that bring cubes from the supply, and the datum that names them."""

GOES = {
    "wasted": "cube",
    "thrown": "cubes",
    "paid": "cubes",
    "paid-with-magic": "cubes",
    "helmet-lost": "cubes",
    "sandals-lost": "cubes",
    "cubes-broken": "cubes",
    "weapon-mended": "cubes",
    "cube-thrown": "cube",
    "right-part-lost": "cubes",
    "upper-area-lost": "cubes",
    "cube-stolen": "cube",
    "handed-over": "cubes",
}
"""Events that take cubes off a board; what a thief gets is stowed afterwards."""


def cubes_on(state: GameState) -> Cubes:
    """All resource cubes on the boards."""
    total = Cubes()
    for board in state.boards:
        gear = board.gear
        total += gear.weapon.cubes + gear.helmet.cubes + gear.sandals.cubes + board.backpack.cubes
    return total


def discs_held(state: GameState, name: str) -> int:
    """Discs of one name in all backpacks and on their way there."""
    packed = sum(board.backpack.discs.count(name) for board in state.boards)
    return packed + sum(frame.discs.count(name) for frame in state.agenda if isinstance(frame, Stow))


def monks_on_boards(state: GameState) -> int:
    """Monks on spots, in backpacks and on their way there."""
    beaten = sum(
        isinstance(frame, Gather) and frame.what == MONK and not frame.is_taken for frame in state.agenda
    )
    in_hand = beaten if state.plot.warriors is not None else 0
    return sum(len(board.monk_spots) for board in state.boards) + discs_held(state, MONK) + in_hand


def scroll_discs_owned(state: GameState) -> int:
    """Scroll discs beside the boards, in a hand and in backpacks."""
    beside = sum(samurai.scroll_discs for samurai in state.samurai)
    in_hand = sum(isinstance(frame, PickScroll) and not frame.is_placed for frame in state.agenda)
    return beside + in_hand + discs_held(state, SCROLL)


class Counted(msgspec.Struct, frozen=True):
    """What lies on the table at one moment; counted once, as the end of one answer and the beginning of the next."""

    state: GameState
    components: dict[str, type]
    cubes: Cubes
    monks_on_map: int
    monks_on_boards: int
    scroll_discs: int

    @property
    def pieces(self) -> int:
        """How many pieces these are."""
        discs = self.monks_on_map + self.monks_on_boards + self.scroll_discs
        return len(self.components) + len(self.cubes) + discs


def counted(state: GameState) -> Counted:
    """Everything on the table. Raises AssertionError when a component lies in two places."""
    lying = list(components_of(state))
    components = {component.id: type(component) for component in lying}
    if len(components) < len(lying):
        often = Counter(component.id for component in lying)
        raise AssertionError([name for name, count in often.items() if count > 1])
    things = [type(thing) for tile in state.ground if tile is not None for thing in tile.things]
    return Counted(
        state,
        components,
        cubes_on(state),
        things.count(MonkDisc) + (0 if state.scene is UNSET else len(state.scene.monks)),
        monks_on_boards(state),
        scroll_discs_owned(state) + things.count(ScrollDisc),
    )


def check_components(before: Counted, after: Counted, events: Sequence[Event]) -> None:
    """One that is gone has left by an event of its kind, none comes back."""
    was, lying = before.components, after.components
    told = {event.kind for event in events}
    assert lying.keys() <= was.keys(), lying.keys() - was.keys()
    for name in was.keys() - lying.keys():
        assert LEAVES[was[name]] & told, (name, told)
    owned = [card.card for board in after.state.boards for card in board.cards]
    assert len(set(owned)) == len(owned)
    assert lying.keys().isdisjoint(owned), "a claimed card lies on one board"


def check_cubes(before: Counted, after: Counted, events: Sequence[Event]) -> None:
    """Every cube that comes or goes is told."""
    come, gone = Cubes(), Cubes()
    for event in events:
        data = dict(event.data)
        if event.kind in COMES:
            come += Cubes.parse(str(data[COMES[event.kind]]))
        if event.kind in GOES:
            gone += Cubes.parse(str(data[GOES[event.kind]]))
        if event.kind == "first-weapon":
            kit = after.state.boards[int(data["seat"])].character.kit
            come += after.state.mode.start_cubes if kit is None else kit.weapon
        if event.kind == "wood-burnt":
            gone += Cubes(wood=1)
    assert before.cubes + come == after.cubes + gone, [event.kind for event in events]


def check_monks(before: Counted, after: Counted, events: Sequence[Event]) -> None:
    """Never more than are in the box; they come with the setup or a new tile, and one that goes is told."""
    told = Counter(event.kind for event in events)
    found = after.monks_on_map - before.monks_on_map
    owned = after.monks_on_boards - before.monks_on_boards
    assert after.monks_on_map + after.monks_on_boards <= MONKS
    assert found <= 0 or any(isinstance(frame, Explore) for frame in before.state.agenda)
    assert owned + min(found, 0) <= told["monk-placed"]
    assert owned >= 0 or told["monk-gone"] + told["upper-discs-lost"] + told["monk-leaves"], told


def check_discs(state: GameState) -> None:
    """Three action discs a seat, or four or two; between actions a scroll and a blueprint each have their disc."""
    asks_act = isinstance(state.agenda[-1], Turn) if state.agenda else False
    for seat, board in enumerate(state.boards):
        discs = {"yoshihiro": 4, "tomoe": 2}.get(board.character.name, 3)
        assert board.discs + sum(state.samurai[seat].fields) == discs
        assert 0 <= len(board.monk_fields) <= board.monk_spots.count("action")
        if asks_act:
            assert len(state.samurai[seat].scrolls) == board.backpack.discs.count(SCROLL)
            assert {one.id for one in board.blueprints} == set(board.backpack.discs) - {MONK, SCROLL}


def check_scroll_discs(before: Counted, after: Counted, events: Sequence[Event]) -> None:
    """They never come back; one that goes is told, with its scroll or among all that lay in an upper area."""
    told = Counter(event.kind for event in events)
    emptied = sum(int(dict(event.data)["discs"]) for event in events if event.kind == "upper-discs-lost")
    gone = told["scroll-replaced"] + told["scroll-lost"] + emptied
    assert before.scroll_discs - gone <= after.scroll_discs <= before.scroll_discs, told


def check_lava(before: GameState, after: GameState) -> None:
    """Lava tiles lie on numbers that have erupted, and no more than are in the box."""
    assert len(set(after.lava)) == len(after.lava) <= LAVA_TILES
    assert tuple(sorted(after.lava)) == after.lava
    for name in set(after.lava) - set(before.lava):
        tile = after.tile_on(space(name).place)
        assert tile is not None
        assert after.has_erupted(tile.face(int(name[-1])).lava), name


def check_ground(state: GameState) -> None:
    """Tiles lie on places of their level, damage only beside dragons, dragons where one is printed or has walked."""
    for place, tile in zip(PLACES, state.ground, strict=True):
        if tile is None:
            continue
        assert tile.tile.level == place.level
        assert tile.damage == 0 or tile.dragon is not None
        kinds = [face.kind for face in tile.tile.spaces]
        walks = state.do_dragons_walk  # coop.dragon.one-tile-per-round
        assert tile.dragon is None or SpaceKind.DRAGON in kinds or walks


def check_conserved(before: Counted, state: GameState, events: Sequence[Event]) -> Counted:
    """All of it, for the answer that led to this state; what lies there now."""
    after = counted(state)
    check_components(before, after, events)
    check_cubes(before, after, events)
    check_monks(before, after, events)
    check_discs(state)
    check_scroll_discs(before, after, events)
    check_lava(before.state, state)
    check_ground(state)
    return after
