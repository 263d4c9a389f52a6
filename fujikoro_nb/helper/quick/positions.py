"""Small positions of the whole game, made of what somebody tapped: one samurai, one space, and what is around it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Match, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Piles, charts_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Backpack, Board, Contents, OwnedCard
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.components import Blueprint, CountdownStep, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.fujikoro.rules.group.beginning import party_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.quick.walker import ANYBODY, Walker
from fujikoro_nb.rulebook.cases.fighting import dragon_of
from fujikoro_nb.rulebook.cases.positions import scroll_of, thing_of, tile_of

ME, OTHER = Seat(0), Seat(1)


class Around(msgspec.Struct, frozen=True):
    """Where things are beside a space. On the end of a bridge lava and a dragon share their one tile."""

    at: str
    unexplored: str
    dragon: str
    tiles: tuple[str, ...]
    """All volcano tiles that it borders or lies on."""
    lava: str
    beyond: str
    """Firm ground beside that lava."""
    samurai: str


PLAIN = Around("I-1.1", "II-2", "II-1", ("I-1", "II-1", "II-2"), "I-1.2", "I-1.0", "I-1.6")
AROUND: Mapping[str, Around] = {
    "centre": Around(
        "centre", "I-3", "I-5", ("I-1", "I-2", "I-3", "I-4", "I-5", "I-6"), "I-1.4", "I-1.3", "I-1.5"
    ),
    "temple": Around("temple-1", "III-4", "III-5", ("III-4", "III-5", "II-4"), "II-4.3", "II-4.0", "II-4.2"),
    "bridge": Around("bridge-1.a", "III-3", "II-2", ("III-3", "II-2"), "II-2.2", "II-2.0", "bridge-1.b"),
}
_THINGS = {
    "token-up": "square WM",
    "token-down": "square WM used",
    "scroll-own": "scroll red",
    "scroll-other": "scroll blue",
    "monk": "monk",
    "adventure": "adventure map tiles 2",
}


class Spot(msgspec.Struct, frozen=True):
    """Every fact known. The last ones are those that nobody is asked about."""

    space: str = "plain"
    unexplored: str = "no"
    lava: str = "no"
    beside: str = "nobody"
    discs: str = "3"
    backpack: str = "3"
    sandals: str = ""
    """As in `SANDALS`."""
    action_monk: str = "none"
    """As in `MONKS`: where it lies; the pool's number counts it."""
    card: str = ""
    """The action field that a gear card lies on."""
    is_walled: bool = False
    """No neighbour can be entered."""
    is_packed: bool = False
    """The backpack holds discs only, and has no free space."""
    is_supplied: bool = False
    """The central tile or a temple has given its cubes in this turn."""
    has_rope: bool = False
    are_spots_full: bool = False
    """A monk stands on every spot."""
    is_stack_empty: bool = False
    has_no_scrolls: bool = False
    is_dragon_behind_lava: bool = False
    """Every space of the dragon's tile beside is lava, where lava is beside at all."""
    is_lava_wide: bool = False
    """Behind the lava beside lies more of it."""
    is_lava_endless: bool = False
    """No firm ground behind it is near enough, so that a move over it would end on it."""
    is_space_full: bool = False
    """A third samurai shares the other one's space."""
    mode: Mode = COMPETITIVE
    """What is played."""
    has_tokens: bool = False
    """Status tokens pay for all lava, as in scenario 1."""
    cubes: str = "WM"
    """What a resource token shows."""
    who: Walker = ANYBODY
    """Whose board it is."""
    has_no_wood: bool = False
    """The weapon has no wood that could burn."""

    @property
    def around(self) -> Around:
        """What is where beside this space."""
        return AROUND.get(self.space, PLAIN)

    def with_card(self, field: str) -> Spot:
        """The same with a gear card on an action field."""
        return msgspec.structs.replace(self, card=field)


def position(spot: Spot, rulings: Rulings) -> GameState:
    """The position at the beginning of the own turn."""
    around = spot.around
    pack = house_pack()
    temples = ((pack.blueprints[0],), (), ()) if spot.space == "temple" else ((), (), ())
    other = SpaceId(around.samurai if spot.beside in ("samurai", "both") else "")
    board = _board(spot)
    others = ("blue", "pink") if spot.is_space_full else ("blue",)
    state = GameState(
        mode=spot.mode,
        agenda=(Match(OTHER), Turn(ME, is_supplied=spot.is_supplied)),
        boards=(board, *(Board() for _ in others)),
        rulings=rulings,
        dice=pack.dice,
        is_described=not (spot.is_stack_empty or spot.has_no_scrolls),
        charts=msgspec.structs.replace(charts_of(pack), track=track("rope", "end")),
        piles=Piles(),
        samurai=(
            Samurai(
                "red",
                SpaceId(around.at),
                fields=spot.who.fields(board),
                scroll_discs=7,
                scrolls=LAVA_IS_FREE if spot.has_tokens else (),
            ),
            *(Samurai(colour, other, scroll_discs=7) for colour in others),
        ),
        countdown=int(spot.has_rope),
        marker=OTHER if spot.has_rope else None,
        temples=temples,
        scrolls=() if spot.has_no_scrolls else (scroll_of("scroll shield 1"),),
    )
    party = party_of(state.players, spot.mode)
    state = state if party is None else state.with_party(party)
    for name in () if spot.is_walled else around.tiles:
        if spot.unexplored == "no" or name != around.unexplored:
            state = state.with_tile(place(name).id, _tile(spot, name))
    if spot.is_walled:
        home = space(around.at).place
        letters = "".join("." if f"{home}.{number}" == around.at else "L" for number in range(7))
        tile = tile_of(letters, level=place(home).level or "", name=home)
        state = state.with_tile(home, LaidTile(tile))
    text = _THINGS.get(spot.space)
    if text:
        home = space(around.at).place
        laid = state.tile_on(home)
        assert laid is not None, "just laid"
        text = f"square {spot.cubes}" if spot.space == "token-up" else text
        state = state.with_tile(home, laid.with_thing(int(around.at[-1]), thing_of(text, around.at)))
    return state


LAVA_IS_FREE = (scroll_of("tokens lava-step 3"),)
"""What a status token for each lava space is to the engine: nothing to pay on the way."""


def track(*events: str) -> tuple[CountdownStep, ...]:
    """A countdown track of these events."""
    return tuple(CountdownStep(number, event, 0, Provenance.OWNER) for number, event in enumerate(events, 1))


def shod(sandals: str, who: Walker = ANYBODY) -> Board:
    """A board with nothing but these sandals, which need not match a blueprint to be magical."""
    drawn, _, pattern = sandals.partition(":")
    bare, _, magic = drawn.partition("+")
    rows = [bare[at : at + 2] for at in range(0, len(bare), 2)]
    text = "/".join(rows) + (f"+{magic}" if magic else "")
    plan = "/".join(pattern[at : at + 2] for at in range(0, len(pattern), 2))
    owned = (
        Blueprint("blueprint", GearKind.SANDALS, parse_pattern(plan), Provenance.OWNER) if pattern else None
    )
    board = Board(
        who.limits,
        gear=parse_gear(text, GearKind.SANDALS, who.limits),
        blueprints=() if owned is None else (owned,),
    )
    return who.playing(board)


def _tile(spot: Spot, name: str) -> LaidTile:
    around = spot.around
    lava = {around.lava} if spot.lava == "yes" else set()
    if lava and spot.is_lava_wide:
        lava.add(around.beyond)
    if lava and spot.is_dragon_behind_lava and name == around.dragon:
        lava |= set(neighbours(SpaceId(around.at)))
    letters = "".join("L" if f"{name}.{number}" in lava else "." for number in range(7))
    laid = LaidTile(tile_of(letters, level=place(name).level or "", name=name))
    if name == around.dragon and spot.beside in ("dragon", "both"):
        return msgspec.structs.replace(laid, dragon=dragon_of("green 12/9/4", name="dragon"))
    return laid


def _board(spot: Spot) -> Board:
    free = 0 if spot.is_packed else int(spot.backpack)
    limits = spot.who.limits
    used = limits.backpack_lower - free
    lower = Contents(discs=("monk",) * used) if spot.is_packed else Contents(Cubes(wood=used))
    is_full_above = spot.is_packed and (spot.are_spots_full or limits.is_backpack_open)
    upper = Contents(discs=("monk",) * limits.backpack_upper) if is_full_above else Contents()
    if limits.is_backpack_open and not spot.is_packed:
        upper = Contents(Cubes(wood=limits.backpack_upper))
    card = OwnedCard("card", GearKind.HELMET, spot.card, "wood")
    board = msgspec.structs.replace(
        shod(spot.sandals, spot.who),
        backpack=Backpack(lower, upper),
        monk_spots=MONK_SPOTS[1:] if spot.are_spots_full else (),
        cards=(card,) if spot.card else (),
    )
    monks = spot.who.full(spot.action_monk) if spot.are_spots_full else spot.action_monk
    wood = 0 if spot.has_no_wood else spot.who.wood
    board = spot.who.with_wood(board, 1 if wood is None else wood)
    return spot.who.with_discs(board, int(spot.discs), monks)
