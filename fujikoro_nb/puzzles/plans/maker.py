"""Puzzles on a whole turn out of a kind and a seed: drawn, every way played by the engine, kept if good."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import count

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
    places_beside,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, first_made, tried
from fujikoro_nb.puzzles.plans.play import MOST, Unsure, after, answers_to, begun, certify
from fujikoro_nb.puzzles.plans.puzzle import PlanEntry, PlanKind, PlanPuzzle
from fujikoro_nb.puzzles.plans.thoughts import rate_plan
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord

_VOLCANO = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
_RIVAL = SeatRecord(at="temple-3", weapon="WWMM")
_GONE = SeatRecord(at="away", weapon="WWMM")
"""Has left the mountain, so that one own turn comes after the other."""
_SANDALS = ("WW/M", "WM/T", "WM/M", "MT/M", "MM/T", "WM/MT", "WW/MT", "MT/T", "TT/M", "WM", "MT", "MM/MT")
_HEAPS = ("W", "M", "WM", "WW", "MM", "WMM", "WMT", "MT", "WWM", "WWMM")
_ROOM = 6
"""backpack.unit"""
_FEWEST_WAYS = {
    PlanKind.LAVA: 40,
    PlanKind.HAUL: 40,
    PlanKind.PACK: 20,
    PlanKind.LAY: 30,
    PlanKind.ESCAPE: 40,
}
_MOST_BEST = 0.25
"""Of all ways that reach the aim, those that are best: more are no puzzle."""
_FEWEST_ENDS = {PlanKind.HAUL: 3}
"""Doing nothing is one of them."""
_NEEDS: Mapping[PlanKind, frozenset[str]] = {
    PlanKind.LAVA: frozenset(),
    PlanKind.HAUL: frozenset(("move", "gather")),
    PlanKind.PACK: frozenset(("gather",)),
    PlanKind.LAY: frozenset(("explore", "turn")),
    PlanKind.ESCAPE: frozenset(),
}
"""What is done on the best way."""
_TRIES = 400
_MOST_AT_ONCE = 2500
"""Answers that are played for a puzzle while somebody waits for it."""


def make_plan(
    recipe: str, seed: int | str, *, name: str, most: int = MOST, tell: Callable[[], None] = lambda: None
) -> PlanEntry | None:
    """The puzzle of a kind and a seed, the same every time; None when this seed gives no good one.

    ``most`` are the answers that the engine plays for it; ``tell`` hears of each, and may raise to end the work.
    """
    kind = PlanKind(recipe)
    source = random.Random(f"fujikoro plans {recipe} {seed}")
    try:
        puzzle = _RECIPES[kind](source, name)
        return None if puzzle is None else _kept(puzzle, most, tell)
    except (Illegal, Unsure):
        return None


def _kept(puzzle: PlanPuzzle, most: int, tell: Callable[[], None]) -> PlanEntry | None:
    """A good one with its proof: many ways, few of them the best, and something that tempts."""
    certificate = certify(puzzle, most, tell=tell)
    if certificate is None or certificate.ways < _FEWEST_WAYS[puzzle.kind]:
        return None
    reached = sum(one.ways for one in certificate.found)
    if certificate.best.ways > _MOST_BEST * certificate.ways or certificate.best.ways == reached:
        return None
    if len(certificate.found) < _FEWEST_ENDS.get(puzzle.kind, 2):
        return None
    if not _NEEDS[puzzle.kind] <= {text.split()[0] for text in certificate.best.way}:
        return None
    rated = rate_plan(puzzle, certificate)
    return None if rated.steps == 1 else PlanEntry(puzzle, certificate, rated)


def _made(place: Place, name: str, tell: Tell) -> PlanEntry | None:
    played = count(1)

    def make(seed: str) -> PlanEntry | None:
        return make_plan(place.recipe, seed, name=name, most=_MOST_AT_ONCE, tell=lambda: tell(next(played)))

    return first_made(make, tried(place, _TRIES))


# ---- the land


def _land(source: random.Random, size: int) -> list[PlaceId]:
    """Tiles that hang together."""
    land = [source.choice(_VOLCANO)]
    while len(land) < size:
        beside = sorted({to for at in land for to in neighbour_places(at) if to in _VOLCANO} - set(land))
        land.append(source.choice(beside))
    return land


def _spots(land: list[PlaceId]) -> list[str]:
    return [str(one.id) for at in land for one in spaces_of(at)]


def _tiles(land: list[PlaceId], letters: Mapping[str, str]) -> dict[str, str]:
    """Tiles with these letters, plain elsewhere."""
    return {str(at): "".join(letters.get(str(one.id), ".") for one in spaces_of(at)) for at in land}


def _hot(source: random.Random, spots: list[str], share: float) -> dict[str, str]:
    return {one: "L" for one in spots if source.random() < share}


def _walked(puzzle: PlanPuzzle, at: str) -> set[str]:
    """The spaces to which one move leads from here, by the engine."""
    own, *others = puzzle.game.seats
    seats = (msgspec.structs.replace(own, at=at), *others)
    there = msgspec.structs.replace(puzzle, game=msgspec.structs.replace(puzzle.game, seats=seats))
    line = after(begun(there), Act("move"), there.turns)
    return {str(one.path[-1]) for _, one in answers_to(line) if isinstance(one, Walk)}


def _far(puzzle: PlanPuzzle, at: str) -> list[str]:
    """Where two moves lead and one does not."""
    near = _walked(puzzle, at)
    return sorted({to for mid in sorted(near) for to in _walked(puzzle, mid)} - near - {at})


# ---- the kinds


def _lava(source: random.Random, name: str) -> PlanPuzzle | None:
    """A space that two moves reach, over land of which much is lava."""
    land = _land(source, source.choice((3, 3, 4)))
    spots = _spots(land)
    hot = _hot(source, spots, source.uniform(0.35, 0.55))
    firm = [one for one in spots if one not in hot]
    if len(firm) < 4:
        return None
    at = source.choice(firm)
    own = SeatRecord(at=at, weapon="WWMM", sandals=source.choice(_SANDALS))
    game = Game(seats=(own, _RIVAL), tiles=_tiles(land, hot), box=BoxRecord())
    bare = PlanPuzzle(id=name, kind=PlanKind.LAVA, game=game, to=at)
    far = _far(bare, at)
    return msgspec.structs.replace(bare, to=source.choice(far)) if far else None


def _tokens(source: random.Random, kind: PlanKind, name: str, *, held: tuple[int, int]) -> PlanPuzzle:
    """Some heaps of cubes, a little lava, and a backpack with something in it."""
    land = _land(source, 3)
    spots = _spots(land)
    found = source.sample(spots, source.randint(3, 5))
    free = [one for one in spots if one not in found]
    hot = _hot(source, free, source.uniform(0.2, 0.4))
    at = source.choice([one for one in spots if one not in hot])
    things = {one: f"square {Cubes.parse(source.choice(_HEAPS))}" for one in found}
    own = SeatRecord(
        at=at,
        weapon="WWMM",
        sandals=source.choice(("", *_SANDALS)),
        lower=str(Cubes.parse("".join(source.choices("WMT", (4, 3, 1), k=source.randint(*held))))),
    )
    letters = hot | dict.fromkeys(found, "s")
    game = Game(seats=(own, _RIVAL), tiles=_tiles(land, letters), things=things, box=BoxRecord())
    return PlanPuzzle(id=name, kind=kind, game=game)


def _haul(source: random.Random, name: str) -> PlanPuzzle | None:
    """Heaps of several sizes, some two actions away."""
    return _tokens(source, PlanKind.HAUL, name, held=(0, 2))


def _pack(source: random.Random, name: str) -> PlanPuzzle | None:
    """A backpack that is nearly full, and two cubes to have that some heap holds and the backpack does not."""
    puzzle = _tokens(source, PlanKind.PACK, name, held=(_ROOM - 1, _ROOM))
    held = Cubes.parse(puzzle.game.seats[0].lower)
    heaps = sorted(thing.removeprefix("square ") for thing in puzzle.game.things.values())
    pairs = {heap[at : at + 2] for heap in heaps for at in range(len(heap) - 1)}
    missing = sorted(pair for pair in pairs if not held.covers(Cubes.parse(pair)))
    return msgspec.structs.replace(puzzle, needs=source.choice(missing)) if missing else None


def _lay(source: random.Random, name: str) -> PlanPuzzle | None:
    """A tile is missing on the way; which comes is known, where it goes and how it lies is not."""
    land = _land(source, 4)
    gap = source.choice(land[1:])
    level = str(place(gap).level)
    known = [one for one in land if one != gap]
    hot = _hot(source, _spots(known), source.uniform(0.25, 0.45))
    border = [one for one in _spots(known) if one not in hot and gap in places_beside(space(one).id)]
    firm = [one for one in _spots(land) if one not in hot]
    if not border:
        return None
    at = source.choice(border)
    tile = "".join(source.choice("LL.." if number else "L.") for number in range(7))
    own = SeatRecord(at=at, weapon="WWMM", sandals=source.choice(("", *_SANDALS)))
    box = BoxRecord(tiles=f"new {level} {tile}")
    game = Game(seats=(own, _RIVAL), tiles=_tiles(known, hot), box=box)
    bare = PlanPuzzle(id=name, kind=PlanKind.LAY, game=game, to=at)
    away = sorted(set(firm) - _walked(bare, at) - {at})
    return msgspec.structs.replace(bare, to=source.choice(away)) if away else None


def _escape(source: random.Random, name: str) -> PlanPuzzle | None:
    """Two own turns to the secret exit, and lava that comes between them."""
    countdown = source.randint(0, 2)
    land = _land(source, source.choice((3, 4)))
    spots = _spots(land)
    coming = f"{countdown + 1}{countdown + 1}{min(3, countdown + 2)}"
    letters = {one: source.choice(f"L{coming}......") for one in spots}
    at, out = source.sample([one for one in spots if letters[one] != "L"], 2)
    letters[out] = "X"
    own = SeatRecord(at=at, weapon="WWMM", sandals=source.choice(_SANDALS), score=31, discs_left=3)
    game = Game(
        seats=(own, _GONE),
        tiles=_tiles(land, letters),
        box=BoxRecord(),
        marker=0,
        countdown=countdown,
        taken=1,
    )
    bare = PlanPuzzle(id=name, kind=PlanKind.ESCAPE, game=game, turns=2)
    return None if out in _walked(bare, at) else bare


_RECIPES: Mapping[PlanKind, Callable[[random.Random, str], PlanPuzzle | None]] = {
    PlanKind.LAVA: _lava,
    PlanKind.HAUL: _haul,
    PlanKind.PACK: _pack,
    PlanKind.LAY: _lay,
    PlanKind.ESCAPE: _escape,
}

RECIPES = tuple(map(str, _RECIPES))
"""By their names in the source."""

endless: Endless[PlanEntry] = Endless(_made, letter="p", recipes=RECIPES)
"""Those of whole turns; their names tell their recipes, which take turns."""
