"""Puzzles on the dragons' step out of a recipe and a seed: drawn, enumerated by the engine, kept if good."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.group import GoFor, StepTo
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above
from fujikoro_nb.puzzles.dragons.book import DragonEntry
from fujikoro_nb.puzzles.dragons.enumerate import TooMany, Way, ways_of
from fujikoro_nb.puzzles.dragons.prove import certify_dragons
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle, Scene, game_of_scene
from fujikoro_nb.puzzles.dragons.questions import judged
from fujikoro_nb.puzzles.dragons.thoughts import rate_dragons

_COLOURS = ("blue", "green", "red")
_VOLCANO = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
_SAFE = tuple(one.id for one in PLACES if one.kind != PlaceKind.VOLCANO)
_APART = 2
"""Tiles between a dragon and whoever is not attacked at once."""
_MOST_RIGHT = {
    DragonKind.LURE: 2,
    DragonKind.ORDER: 2,
    DragonKind.SAFE: 3,
    DragonKind.CHOICE: 1,
    DragonKind.WHERE: 1,
}
_LEAST_ANSWERS = {DragonKind.CHOICE: 2, DragonKind.ORDER: 2}


def make_dragons(recipe: str, seed: int | str, *, name: str) -> DragonEntry | None:
    """The puzzle of a recipe and a seed, the same every time; None when this seed gives no good one."""
    source = random.Random(f"fujikoro dragons {recipe} {seed}")
    kind = DragonKind(recipe)
    puzzle = _RECIPES[kind](source, name)
    certificate = None if puzzle is None else certify_dragons(puzzle)
    if puzzle is None or certificate is None or len(certificate.right) > _MOST_RIGHT[kind]:
        return None
    if certificate.answers < _LEAST_ANSWERS.get(kind, 5):
        return None
    rated = rate_dragons(puzzle, certificate)
    is_flat = rated.steps == 1
    return None if is_flat else DragonEntry(puzzle, certificate, rated)


def _land(source: random.Random, size: int) -> list[PlaceId]:
    """Tiles that hang together, perhaps round a gap."""
    land = [source.choice(_VOLCANO)]
    while len(land) < size:
        beside = sorted({to for at in land for to in neighbour_places(at) if to in _VOLCANO} - set(land))
        land.append(source.choice(beside))
    return land


def _space_on(source: random.Random, at: PlaceId) -> str:
    return str(source.choice(spaces_of(at)).id)


def _hidden(source: random.Random, land: list[PlaceId]) -> str:
    """A safe tile beside the land, or the centre."""
    beside = sorted({to for at in land for to in neighbour_places(at) if to in _SAFE})
    return _space_on(source, source.choice(beside)) if beside else "centre"


def _scene(
    source: random.Random, size: int, dragons: int, allies: int, *, own: bool, sleepers: int = 0
) -> Scene:
    """Dragons and samurai on different tiles; one's own is hidden unless ``own``."""
    land = _land(source, size)
    chosen = source.sample(land, dragons + allies + own)
    lairs, stands = chosen[:dragons], chosen[dragons:]
    colours = source.sample(_COLOURS, dragons)
    seats = [_space_on(source, at) for at in stands]
    if not own:
        seats.insert(0, _hidden(source, land))
    elif source.random() < 1 / 3:
        seats.append(_hidden(source, land))
    tokens = {at: source.choice(("asleep", "awake")) for at in lairs[1 : 1 + sleepers]}
    return Scene(
        tiles=tuple(sorted(land)),
        samurai=tuple(seats),
        dragons=dict(zip(map(str, lairs), colours, strict=True)),  # type: ignore[arg-type]
        tokens={at: token for at, token in tokens.items() if token == "asleep" or source.random() < 1 / 2},  # type: ignore[misc]
    )


def _lure(source: random.Random, name: str) -> DragonPuzzle | None:
    """One dragon walks, others sleep in its way, allies are in its sight."""
    scene = _scene(
        source, source.randint(8, 11), source.randint(1, 2), source.randint(1, 2), own=False, sleepers=1
    )
    lair, colour = next(iter(scene.dragons.items()))
    beside = [to for to in neighbour_places(place(lair).id) if to in scene.tiles and to not in scene.dragons]
    found = []
    for to in beside:
        puzzle = DragonPuzzle(id=name, kind=DragonKind.LURE, scene=scene, colour=colour, to=to)
        every = judged(puzzle)
        if 1 <= sum(every.values()) <= _MOST_RIGHT[DragonKind.LURE]:
            found.append(puzzle)
    return source.choice(found) if found else None


def _order(source: random.Random, name: str) -> DragonPuzzle | None:
    """Two or three dragons walk, nobody is reached in this round."""
    scene = _scene(source, source.randint(8, 11), source.choice((2, 3, 3)), source.randint(1, 2), own=True)
    ways = ways_of(game_of_scene(scene))
    if any(way.attacked for way in ways):
        return None
    ends = sorted({(colour, at) for way in ways for colour, at in way.lairs.items()})
    found = []
    for colour, to in ends:
        puzzle = DragonPuzzle(id=name, kind=DragonKind.ORDER, scene=scene, colour=colour, to=to)  # type: ignore[arg-type]
        every = judged(puzzle)
        if 1 <= sum(every.values()) <= _MOST_RIGHT[DragonKind.ORDER] and len(every) > sum(every.values()):
            found.append(puzzle)
    return source.choice(found) if found else None


def _safe(source: random.Random, name: str) -> DragonPuzzle | None:
    """Two dragons, and two rounds in which nobody moves; allies hide."""
    scene = _scene(source, source.randint(7, 10), 2, 0, own=False, sleepers=source.randint(0, 1))
    return DragonPuzzle(
        id=name,
        kind=DragonKind.SAFE,
        scene=scene,
        colour=next(iter(scene.dragons.values())),
        rounds=source.randint(1, 2),
    )


def _choice(source: random.Random, name: str) -> DragonPuzzle | None:
    """One dragon that walks has two steps that are equal."""
    scene = _scene(
        source, source.randint(8, 12), source.randint(1, 2), source.randint(1, 2), own=True, sleepers=1
    )
    colour = next(iter(scene.dragons.values()))
    ways = ways_of(game_of_scene(scene))
    if len(ways) < _LEAST_ANSWERS[DragonKind.CHOICE] or any(
        way.attacked or not _is_one_way(way) for way in ways
    ):
        return None
    ends = {later.lairs[colour] for way in ways for later in ways_of(way.state)}
    found = [
        puzzle
        for to in sorted(ends)
        if sum(
            judged(
                puzzle := DragonPuzzle(id=name, kind=DragonKind.CHOICE, scene=scene, colour=colour, to=to)
            ).values()
        )
        == 1
    ]
    return source.choice(found) if found else None


def _is_one_way(way: Way) -> bool:
    """The group has chosen once, whom the dragon heads for or its step: nothing about an order."""
    return len(way.chosen) == 1 and isinstance(way.chosen[0], GoFor | StepTo)


def _where(source: random.Random, name: str) -> DragonPuzzle | None:
    """Far from everybody, over two or three rounds."""
    scene = _scene(
        source, source.randint(9, 13), source.randint(1, 3), source.randint(0, 2), own=True, sleepers=1
    )
    lair, colour = source.choice(list(scene.dragons.items()))
    rounds = source.randint(2, 3)
    at = [PlaceId(lair)]
    puzzle = DragonPuzzle(id=name, kind=DragonKind.WHERE, scene=scene, colour=colour, rounds=rounds)
    moved = next((to for to, is_right in judged(puzzle).items() if is_right), lair)
    return puzzle if from_above(at[0], place(moved).id) >= _APART else None


def _drawn(
    recipe: Callable[[random.Random, str], DragonPuzzle | None],
) -> Callable[[random.Random, str], DragonPuzzle | None]:
    """None where a scene has too many ways."""

    def drawn(source: random.Random, name: str) -> DragonPuzzle | None:
        try:
            return recipe(source, name)
        except TooMany:
            return None

    return drawn


_RECIPES: Mapping[DragonKind, Callable[[random.Random, str], DragonPuzzle | None]] = {
    DragonKind.LURE: _drawn(_lure),
    DragonKind.ORDER: _drawn(_order),
    DragonKind.SAFE: _drawn(_safe),
    DragonKind.CHOICE: _drawn(_choice),
    DragonKind.WHERE: _drawn(_where),
}

RECIPES = tuple(map(str, _RECIPES))
"""By their names in the source."""


def scene_text(scene: Scene) -> str:
    """A scene in a line, for who looks for good ones."""
    return msgspec.json.encode(scene).decode()
