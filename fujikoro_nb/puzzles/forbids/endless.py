"""Puzzles without end: what the engine refuses, out of drawn positions, and three rules that do not forbid it.

Of a wrong choice it is shown that it does not forbid the action: once the reason of the refusal is mended, and nothing
else, the engine lets it be done. What a mend could mend besides is not offered. What stands here stays as it is: links
name what is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceKind,
    neighbour_places,
    neighbours,
    place,
    space,
)
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import inspect
from fujikoro_nb.engine.kernel import Illegal, Refusal, Unreadable
from fujikoro_nb.puzzles.endless import Endless, Place, Tell
from fujikoro_nb.puzzles.legal.position import Position, asked, gear_of, judgement
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle, certify, rate
from fujikoro_nb.puzzles.storm.tasks import TaskKind, task
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, Inspect, SeatRecord

_TRIES = 400
_SPACES = 7
_BARE = "." * _SPACES
_SANDALS = ("", "", "W", "WM", "MM", "WW/M", "WW/M", "MM/M")
_BEAST = "green 12/9/4"
_BOX = BoxRecord(tiles="one I ......., two II ......., three III .......")
_VOLCANO = tuple(str(one.id) for one in PLACES if one.kind == PlaceKind.VOLCANO)
_RING = tuple(one for one in _VOLCANO if one.startswith("I-"))

_WALKS: Mapping[str, frozenset[str]] = {
    "move.revealed-only": frozenset(),
    "map.capacity.two": frozenset(),
    "move.steps.base": frozenset(("move.lava.affordable",)),
    "move.end.not-lava": frozenset(("move.lava.affordable", "move.dragon.entry-not-lava")),
    "move.lava.affordable": frozenset(("move.dragon.entry-not-lava",)),
    "move.dragon.stop": frozenset(("move.dragon.entry-not-lava",)),
}
"""Rules that forbid a walk, and of each those that its mend could mend as well."""
_NEVER_ALONE = "move.dragon.entry-not-lava"
"""Whom a dragon stops on lava would end there besides: it is a wrong choice only."""

_BESIDE: Mapping[str, tuple[str, str, str]] = {
    "explore.where": ("explore.stack-empty", "gather.central.rope", "gather.permanent.once"),
    "explore.stack-empty": ("explore.where", "gather.central.rope", "gather.permanent.once"),
    "gather.what": ("gather.central.rope", "gather.permanent.once", "gather.token.partial"),
    "gather.central.rope": ("gather.permanent.once", "gather.token.partial", "gather.what"),
    "turn.rest.needs-disc": ("turn.disc.cost", "turn.rest.forced", "turn.two-actions"),
    "craft.weapon.one-per-part": (
        "craft.weapon.one-handed.max-cubes",
        "craft.weapon.right-only",
        "craft.weapon.two-handed.max-cubes",
    ),
    "craft.weapon.two-max": (
        "craft.weapon.one-handed.max-cubes",
        "craft.weapon.right-only",
        "craft.weapon.two-handed.max-cubes",
    ),
    "craft.weapon.one-handed.max-cubes": (
        "craft.weapon.two-max",
        "craft.weapon.right-only",
        "craft.weapon.two-handed.max-cubes",
    ),
    "craft.weapon.two-handed.max-cubes": (
        "craft.weapon.two-max",
        "craft.weapon.one-handed.max-cubes",
        "craft.weapon.right-only",
    ),
    "craft.weapon.right-only": (
        "craft.weapon.two-max",
        "craft.weapon.one-handed.max-cubes",
        "craft.weapon.two-handed.max-cubes",
    ),
}
"""Of the other ones the rules that stand beside them, as in the book."""

_ACTS = ("explore.where", "explore.stack-empty", "gather.what", "gather.central.rope", "turn.rest.needs-disc")


def _made(at: Place, name: str, tell: Tell) -> ActEntry:
    source = random.Random(f"fujikoro forbids {at}")
    draw = source.choice((_walk, _walk, _act, None))
    found = None
    for tried in range(_TRIES):
        tell(tried)
        found = _gear(source, at) if draw is None else draw(source)
        if found is not None:
            break
    assert found is not None, "about every second position is one"
    position, others = found
    rule = _refused_by(position)
    puzzle = ActPuzzle(id=name, position=position, choices=tuple(sorted((rule, *others))))
    certificate = certify(puzzle)
    return ActEntry(puzzle, certificate, rate(puzzle, certificate))


endless: Endless[ActEntry] = Endless(_made)
"""Those of *which rule forbids it*."""

_Drawn = tuple[Position, tuple[str, ...]]
"""A position with what is refused in it, and three rules that do not forbid it."""


def _refused_by(position: Position) -> str:
    """The rule by which it is refused; empty where it is not, or cannot be asked."""
    try:
        refusal = judgement(position).refusal
    except (Illegal, Unreadable):
        return ""
    return "" if refusal is None else refusal.rule


def _can_be(position: Position) -> bool:
    """Whether the engine lets it be done."""
    try:
        return judgement(position).is_legal
    except (Illegal, Unreadable):
        return False


# ---- ways


def _walk(source: random.Random) -> _Drawn | None:
    """A way that one rule alone forbids; each of them is as likely."""
    wanted = source.choice(sorted(_WALKS))
    for _ in range(_TRIES):
        game = _mountain(source)
        path = _path(source, game.seats[0].at)
        position = _going(game, path)
        if _refused_by(position) != wanted:
            continue
        mended = list(_mended_way(game, path, wanted))
        if mended and all(map(_can_be, mended)):
            others = sorted({*_WALKS, _NEVER_ALONE} - _WALKS[wanted] - {wanted})
            return position, tuple(source.sample(others, 3))
    return None


def _going(game: Game, path: tuple[str, ...]) -> Position:
    do = print_game_answer(Walk(tuple(space(one).id for one in path)))
    return Position(game=game, before=("move",), do=do)


def _mountain(source: random.Random) -> Game:
    """Some tiles with lava, somebody to act, others about, perhaps a dragon."""
    there = _land(source, source.randint(3, 5))
    tiles = {at: "".join(source.choice("LL......") for _ in range(_SPACES)) for at in there}
    firm = [f"{at}.{petal}" for at, said in tiles.items() for petal, one in enumerate(said) if one == "."]
    lairs = source.sample(there, source.choice((0, 0, 1)))
    free = [one for one in firm if one.partition(".")[0] not in lairs]
    own, crowd = source.sample(free, 2) if len(free) > 1 else ("centre", "temple-3")
    where = source.choice(((crowd, crowd), (crowd, "temple-1"), ("temple-2", "centre")))
    return Game(
        seats=(
            SeatRecord(at=source.choice((own, own, "centre")), sandals=source.choice(_SANDALS)),
            *(SeatRecord(at=one) for one in where),
        ),
        tiles=tiles,
        dragons=dict.fromkeys(lairs, _BEAST),
        box=_BOX,
    )


def _land(source: random.Random, size: int) -> list[str]:
    """Tiles that hang together, from the middle on."""
    found = [source.choice(_RING)]
    while len(found) < size:
        beside = {str(to) for at in found for to in neighbour_places(place(at).id)} & set(_VOLCANO)
        found.append(source.choice(sorted(beside - set(found))))
    return found


def _path(source: random.Random, at: str) -> tuple[str, ...]:
    """Up to four steps, none back to where one was."""
    path = [at]
    for _ in range(source.randint(1, 4)):
        onward = sorted(str(to) for to in neighbours(space(path[-1]).id) if str(to) not in path)
        if not onward:
            break
        path.append(source.choice(onward))
    return tuple(path[1:])


def _mended_way(game: Game, path: tuple[str, ...], rule: str) -> Iterator[Position]:
    """The same way where this rule alone is kept; too long a way as the two parts of it."""
    own, *others = game.seats
    match rule:
        case "move.steps.base":
            yield _going(game, path[:-1])
            there = msgspec.structs.replace(own, at=path[-2])
            yield _going(msgspec.structs.replace(game, seats=(there, *others)), path[-1:])
        case "map.capacity.two":
            away = [msgspec.structs.replace(one, at="temple-3") for one in others[:1]]
            yield _going(msgspec.structs.replace(game, seats=(own, *away, *others[1:])), path)
        case "move.revealed-only":
            more = {at: _BARE for one in path if (at := one.partition(".")[0]) in _VOLCANO}
            yield _going(msgspec.structs.replace(game, tiles={**more, **game.tiles}), path)
        case "move.dragon.stop" if game.tiles != _cooled(game.tiles, path):
            return  # further on the dragon would keep out of lava as well
        case "move.dragon.stop":
            yield _going(msgspec.structs.replace(game, dragons={}), path)
        case "move.end.not-lava":
            yield _going(msgspec.structs.replace(game, tiles=_cooled(game.tiles, path[-1:])), path)
        case _:  # to where no lava is
            yield _going(msgspec.structs.replace(game, tiles=_cooled(game.tiles, path[:-1])), path)


def _cooled(tiles: Mapping[str, str], path: tuple[str, ...]) -> dict[str, str]:
    """These tiles without lava on the way."""
    return {
        at: "".join("." if f"{at}.{petal}" in path else one for petal, one in enumerate(said))
        for at, said in tiles.items()
    }


# ---- actions


def _act(source: random.Random) -> _Drawn | None:
    """An action that one rule alone forbids."""
    wanted = source.choice(_ACTS)
    game = msgspec.structs.replace(_mountain(source), dragons={})
    own, *others = game.seats
    do = wanted.split(".")[0]
    match wanted:
        case "explore.where":
            at = f"{source.choice(sorted(game.tiles))}.0"
            own = msgspec.structs.replace(own, at=at)
            mends = [msgspec.structs.replace(own, at=f"{at[:-1]}{petal}") for petal in range(1, _SPACES)]
            mended = [msgspec.structs.replace(game, seats=(one, *others)) for one in mends]
        case "explore.stack-empty":
            piles = [one for one in _BOX.tiles.split(", ") if source.random() < 0.5]
            mended = [msgspec.structs.replace(game, seats=(own, *others))]
            game = msgspec.structs.replace(game, box=BoxRecord(tiles=", ".join(piles)))
        case "gather.what":
            mended = [msgspec.structs.replace(game, things={own.at: "square WM"})]
            tile = own.at.partition(".")[0]
            near = [f"{tile}.{petal}" for petal in range(_SPACES) if f"{tile}.{petal}" != own.at]
            things = {source.choice(near): source.choice(("square WM", "hexagon T", "monk"))}
            game = msgspec.structs.replace(game, things=things)
        case "gather.central.rope":
            own = msgspec.structs.replace(own, at="centre")
            mended = [msgspec.structs.replace(game, seats=(own, *others))]
            game = msgspec.structs.replace(game, marker=0, countdown=source.randint(0, 6))
        case _:
            do = "rest"
            used = msgspec.structs.replace(own, fields="1 0 0", discs_left=2)
            mended = [msgspec.structs.replace(game, seats=(used, *others))]
    position = Position(game=msgspec.structs.replace(game, seats=(own, *others)), do=do)
    is_so = _refused_by(position) == wanted and any(_can_be(Position(game=one, do=do)) for one in mended)
    return (position, _BESIDE[wanted]) if is_so and asked(position)[1].kind == "act" else None


# ---- gear


def _gear(source: random.Random, at: Place) -> _Drawn:
    """A weapon as a storm draws it, with one fault, whether or not its right part is open."""
    wanted = source.choice([rule for rule in _BESIDE if rule.startswith("craft.")])
    spare: _Drawn | None = None
    for number in range(_TRIES):
        drawn = task(f"forbids {at}", number)
        if drawn.kind == TaskKind.LEGAL and drawn.gear == GearKind.WEAPON:
            for is_open in (True, False):
                done = Inspect(kind=drawn.gear, gear=drawn.drawing, unlocked=is_open)
                gear, limits = gear_of(done)
                faults = inspect(gear, done.kind, limits, is_unlocked=is_open).refusals
                if len(faults) == 1 and faults[0].rule in _BESIDE and _is_by_one(faults[0]):
                    spare = Position(gear=done), _BESIDE[faults[0].rule]
                    if faults[0].rule == wanted:
                        return spare
    assert spare is not None, "every fourth question of a storm is about gear that is not legal, or more"
    return spare


def _is_by_one(fault: Refusal) -> bool:
    """Of what is too large: by one cube, so that it is counted."""
    told = dict(fault.data)
    return "cubes" not in told or int(told["cubes"]) == int(told["max"]) + 1
