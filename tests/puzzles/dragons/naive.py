"""The dragons' step worked out apart from the engine: sets of places, a walk in all directions, every choice tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind, neighbour_places, place, space
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle, Scene

EVERY = {str(one.id) for one in PLACES}
VOLCANO = {str(one.id) for one in PLACES if one.kind == PlaceKind.VOLCANO}

End = tuple[tuple[tuple[str, str], ...], str]
"""Where each dragon is, by colour, and where one has begun a fight; nothing else is asked."""


def far(start: str, over: set[str]) -> dict[str, int]:
    """Steps from a place to all that can be reached over these places."""
    found, edge = {start: 0}, {start}
    while edge:
        edge = {str(to) for at in edge for to in neighbour_places(place(at).id)} & over - set(found)
        found |= dict.fromkeys(edge, 1 + max(found.values()))
    return found


def steps(at: str, target: str, tiles: set[str], taken: set[str]) -> set[str]:
    ways = far(target, tiles | {target})
    beside = {str(to) for to in neighbour_places(place(at).id)} & tiles - taken
    return {to for to in beside if to in ways and ways[to] < ways.get(at, 99)}


def round_of(
    lairs: Mapping[str, str], tokens: Mapping[str, str], stands: list[str], tiles: set[str]
) -> Iterator[tuple[dict[str, str], str, tuple[str, ...]]]:
    """Every end of one step of the dragons: lairs, the place of a fight, the order in which they walked."""
    walkers = [colour for colour in lairs if tokens.get(colour) != "asleep"]
    seen = {at for at in stands if place(at).kind == PlaceKind.VOLCANO}
    for order in permutations(walkers):
        for ends, fight in _walked(order, dict(lairs), seen, tiles):
            yield ends, fight, order


def _walked(
    order: tuple[str, ...], lairs: dict[str, str], seen: set[str], tiles: set[str]
) -> Iterator[tuple[dict[str, str], str]]:
    if not order or not seen:
        yield lairs, ""
        return
    colour, *later = order
    at = lairs[colour]
    above = far(at, EVERY)
    nearest = {to for to in seen if above[to] == min(above[one] for one in seen)}
    for target in nearest:
        if target == at:
            yield lairs, at
            continue
        others = {lair for other, lair in lairs.items() if other != colour}
        for to in steps(at, target, tiles, others) or {at}:
            moved = {**lairs, colour: to}
            if to in seen:
                yield moved, to
            else:
                yield from _walked(tuple(later), moved, seen, tiles)


def ends_of(
    scene: Scene, stands: list[str], rounds: int
) -> list[tuple[dict[str, str], str, tuple[str, ...]]]:
    """Every end after so many rounds; the order is that of the first one."""
    lairs = {colour: at for at, colour in scene.dragons.items()}
    tokens = {scene.dragons[at]: token for at, token in scene.tokens.items()}
    reached: list[tuple[dict[str, str], str, tuple[str, ...]]] = [(lairs, "", ())]
    for number in range(rounds):
        # Awake ones lose their token and walk at once; those asleep wake up and walk one round later.
        now = {colour: "asleep" for colour, token in tokens.items() if token == "asleep" and number == 0}
        later = []
        for before, fight, order in reached:
            if fight:
                later.append((before, fight, order))
                continue
            for after, new_fight, new_order in round_of(before, now, stands, set(scene.tiles)):
                later.append((after, new_fight, order or new_order))
        reached = later
    return reached


def right_of(puzzle: DragonPuzzle) -> set[str]:
    """The right answers."""
    scene = puzzle.scene
    stands = [str(space(at).place) for at in scene.samurai]
    others = stands[1:]
    colour, to = puzzle.colour, puzzle.to
    match puzzle.kind:
        case DragonKind.LURE | DragonKind.SAFE:
            is_safe = puzzle.kind == DragonKind.SAFE
            spots = (set(scene.tiles) | (set() if is_safe else EVERY - VOLCANO)) - set(scene.dragons)
            return {
                at
                for at in spots
                if all(
                    not fight and (is_safe or lairs[colour] == to)
                    for lairs, fight, _ in ends_of(scene, [at, *others], puzzle.rounds)
                )
            }
        case DragonKind.ORDER:
            names = {colour: at for at, colour in scene.dragons.items()}
            by_order: dict[str, list[bool]] = {}
            for lairs, fight, order in ends_of(scene, stands, 1):
                text = " ".join(names[one] for one in order)
                by_order.setdefault(text, []).append(not fight and lairs[colour] == to)
            return {order for order, ends in by_order.items() if all(ends)}
        case DragonKind.CHOICE:
            firsts: dict[str, list[bool]] = {}
            first_lairs = {lairs[colour] for lairs, _, _ in ends_of(scene, stands, 1)}
            for first in first_lairs:
                moved = {**{c: at for at, c in scene.dragons.items()}, colour: first}
                ends = ends_of(_after(scene, moved), stands, 1)
                firsts[first] = [not fight and lairs[colour] == to for lairs, fight, _ in ends]
            return {first for first, found in firsts.items() if all(found)}
        case _:
            found = ends_of(scene, stands, puzzle.rounds)
            return set() if any(fight for _, fight, _ in found) else {lairs[colour] for lairs, _, _ in found}


def _after(scene: Scene, lairs: Mapping[str, str]) -> Scene:
    """The scene one round later in which only one dragon was free to walk."""
    was = {colour: at for at, colour in scene.dragons.items()}
    tokens = {
        lairs[scene.dragons[at]]: "awake"
        for at, token in scene.tokens.items()
        if token == "asleep" and was[scene.dragons[at]] == at
    }
    return Scene(
        tiles=scene.tiles,
        samurai=scene.samurai,
        dragons={at: colour for colour, at in lairs.items()},  # type: ignore[misc]
        tokens=tokens,  # type: ignore[arg-type]
    )
