"""Random positions as plain data, the same for the same seed.

They are crowded on purpose: samurai meet, share spaces, stand beside dragons, lava and numbers about to erupt. Nobody
stands on lava, no space holds more than it may, magic lies only where a blueprint fits or was stolen.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from tests.oracles.countdown import HOUSE_TRACK
from tests.oracles.lava import cubes_of, fits
from tests.oracles.mountain import (
    NEIGHBOURS,
    PLACES,
    SPACES,
    Position,
    face,
    has_dragon,
    has_room,
    is_fixed,
    is_lava,
    is_revealed,
    place_of,
)
from tests.oracles.scene import player, scene
from tests.oracles.scoring import GEAR, HOUSE_BIG_PALACE, LOWEST, MONK_SPOTS, SMALL_PALACE

AREAS = {"helmet": (4, 4), "sandals": (2, 3), "weapon": (5, 5)}
"""Columns and rows; the outlines are content. A weapon keeps to the left part of its grid."""

MOST_CUBES = {"helmet": 8, "sandals": 3, "weapon": 8}
"""craft.helmet.size, craft.sandals.size, craft.weapon.one-handed.max-cubes"""

PATTERNS: dict[str, list[list[str]]] = {
    "sandals": [["MM"], ["MMM"], ["TT"], ["WM"], ["W.", ".M"], ["WT", "M."]],
    "helmet": [["MM"], ["WM"], ["MT"], ["WW", "M."]],
    "weapon": [["WW"], ["WM"], ["WMM"], ["W.", "WT"]],
}
"""Blueprints, invented; give those of a pack to `random_position` instead."""


def random_tiles(chance: random.Random) -> dict[str, str]:
    """Tiles explored one beside the other from what lies there at the start; at most one secret exit."""
    tiles: dict[str, str] = {}
    wanted = chance.choice([0, 3, 6, 9, 12, 18, 24, 30])
    has_exit = False
    beside = {place_of(other) for other in NEIGHBOURS["centre"]}
    for _ in range(wanted):
        place = chance.choice(sorted(beside))
        beside |= {
            place_of(other)
            for petal in range(1, 7)
            for other in NEIGHBOURS[f"{place}.{petal}"]
            if not is_fixed(other) and place_of(other) not in tiles
        }
        beside.remove(place)
        letters = chance.choices([".", "L", "1", "2", "3", "4", "5"], [10, 3, 1, 1, 1, 1, 1], k=7)
        if chance.random() < 0.3:
            letters[0] = "D"  # a dragon stands on the middle
        if place.startswith("II-") and not has_exit and chance.random() < 0.3:
            letters[chance.randrange(1, 7)] = "X"
            has_exit = True
        tiles[place] = "".join(letters)
    return {place: tiles[place] for place in PLACES if place in tiles}


def connected_cells(chance: random.Random, columns: int, rows: int, count: int) -> list[tuple[int, int]]:
    """Cells of one connected group: craft.weapon.connected."""
    cells = [(chance.randrange(columns), chance.randrange(rows))]
    while len(cells) < count:
        x, y = chance.choice(cells)
        side, down = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        cell = (x + side, y + down)
        if cell not in cells and 0 <= cell[0] < columns and 0 <= cell[1] < rows:
            cells.append(cell)
    return cells


def random_gear(
    chance: random.Random, kind: str, who: str, patterns: Mapping[str, list[list[str]]]
) -> dict[str, Any]:
    """Cubes at random; a blueprint now and then, and its magic if it fits."""
    columns, rows = AREAS[kind]
    most = 5 if kind == "sandals" and who == "masako" else MOST_CUBES[kind]
    if kind == "helmet" and who == "daisuke":
        most = 3
    count = most if chance.random() < 0.4 else chance.randint(0, most)
    if kind == "weapon" and count:
        cells = connected_cells(chance, columns, rows, count)
    else:
        cells = chance.sample([(x, y) for x in range(columns) for y in range(rows)], count)
    area = [["."] * columns for _ in range(rows)]
    for x, y in cells:
        area[y][x] = chance.choice("WMMT")
    gear: dict[str, Any] = {
        "cubes": ["".join(line) for line in area],
        "magic": False,
        "blueprint": None,
        "lost": None,
    }
    if kind == "helmet" and who == "daisuke":
        return gear  # char.daisuke.helmet-three: never magical
    fitting = [pattern for pattern in patterns[kind] if fits(gear, pattern)]
    if fitting and chance.random() < 0.6:
        pattern = chance.choice(fitting)
        is_stolen = chance.random() < 0.15
        gear["lost" if is_stolen else "blueprint"] = pattern
        gear["magic"] = is_stolen or chance.random() < 0.9
    elif chance.random() < 0.3:
        gear["blueprint"] = chance.choice(patterns[kind])
        gear["magic"] = fits(gear, gear["blueprint"])
    return gear


def random_space(chance: random.Random, position: Position, seat: int) -> str:
    """A firm space with room, often one where or beside which another samurai stands; rarely beside a live dragon."""
    taken = [one["space"] for one in position["players"] if one["space"] is not None]
    near = [space for at in taken for space in [at, *NEIGHBOURS[at]] if not space.startswith("temple")]
    inland = [f"{place}.{number}" for place in position["tiles"] for number in range(7)]
    coming = [space for space in inland if face(position, space) == next_number(position)]
    groups = chance.choices([near, coming, inland, SPACES], [9, 5, 5, 1], k=50)
    for space in [chance.choice(group) for group in groups if group]:
        if (
            is_revealed(position, space)
            and not is_lava(position, space)
            and has_room(position, space, mover=seat)
            and (not has_dragon(position, space) or chance.random() < 0.1)
        ):
            return space
    return "centre"


def next_number(position: Position) -> str:
    """What the next advance brings, as it is printed on spaces that erupt with it."""
    return str(position["track"][position["countdown"]])


def random_palaces(chance: random.Random) -> dict[str, dict[str, list[int]]]:
    """The single places, some of the highest taken already."""
    left = {kind: places[chance.randint(0, len(places)) :] for kind, places in HOUSE_BIG_PALACE.items()}
    small = {kind: places[chance.randint(0, 1) :] for kind, places in SMALL_PALACE.items()}
    return {"big": left, "small": small}


def random_position(
    seed: int,
    *,
    characters: bool = False,
    patterns: Mapping[str, list[list[str]]] | None = None,
    track: list[Any] | None = None,
) -> Position:
    """A position between two actions; with ``characters`` some boards are Masako's and Daisuke's."""
    chance = random.Random(seed)
    track = track or HOUSE_TRACK
    seats = chance.randint(2, 6)
    countdown = chance.choice([0, 0, *range(len(track))])
    tiles = random_tiles(chance)
    position = scene(
        tiles=tiles,
        dragons=[place for place, letters in tiles.items() if letters[0] == "D" and chance.random() < 0.8],
        track=track,
        countdown=countdown,
        erupted=sorted(event for event in track[:countdown] if isinstance(event, int)),
        rope="rope" in track[:countdown],
        marker=chance.randrange(seats) if countdown or chance.random() < 0.3 else None,
        active=chance.randrange(seats),
        palaces=random_palaces(chance),
        peaceful=chance.random() < 0.1,
    )
    names = ["", ""] * seats
    if characters:
        names = chance.sample(["masako", "daisuke", "", "", "", ""], seats)
    escapes = 0
    for seat in range(seats):
        who = names[seat]
        one = player(
            None,
            who=who,
            **{kind: random_gear(chance, kind, who, patterns or PATTERNS) for kind in AREAS},
            backpack_teeth=chance.randint(0, 2),
            monks={
                spot: chance.randint(0, 3) if spot == "backpack" else chance.randint(0, 1)
                for spot in MONK_SPOTS
            },
            vp=chance.randint(0, 29 if position["marker"] is None else 45),
        )
        position["players"].append(one)
        can_leave = position["marker"] is not None and (position["rope"] or "X" in "".join(tiles.values()))
        if can_leave and chance.random() < 0.2:
            escapes += 1
            has_exit = "X" in "".join(tiles.values())
            one["palace"] = chance.choice(["big"] * position["rope"] + ["small"] * has_exit)
            one["escaped"] = escapes
            one["placed"] = [kind for kind in GEAR if one[kind]["blueprint"] and chance.random() < 0.3]
        else:
            one["space"] = random_space(chance, position, seat)
            one["conscious"] = seat == position["active"] or chance.random() < 0.8
    if position["marker"] is not None and all(one["vp"] < 30 for one in position["players"]):
        position["players"][position["marker"]]["vp"] = 30
    return position


def random_end(seed: int, **more: Any) -> Position:
    """A position whose game is just over, with ties more often than by chance."""
    position = random_position(seed, **more)
    chance = random.Random(seed + 1)
    seats = list(range(len(position["players"])))
    chance.shuffle(seats)
    order = 0
    for seat in seats:
        one = position["players"][seat]
        one.update(vp=chance.randint(30, 36), palace=None, escaped=None, placed=[])
        if chance.random() < 0.6:
            order += 1
            one.update(space=None, palace=chance.choice(["big", "big", "small"]), escaped=order)
            one["placed"] = [kind for kind in GEAR if one[kind]["blueprint"] and chance.random() < 0.3]
        elif one["space"] is None:
            one["space"] = "centre"
    ending: dict[str, Any] = {"countdown": len(position["track"]), "over": True, "rope": True}
    ending["marker"] = position["marker"] if position["marker"] is not None else seats[0]
    return {**position, **ending}


def random_steps(seed: int, position: Position, most: int = 5) -> tuple[int, list[str]]:
    """A seat and a path for it, good or bad: neighbours mostly, now and then a space from anywhere."""
    chance = random.Random(seed)
    at_large = [seat for seat, one in enumerate(position["players"]) if one["space"] is not None]
    seat = position["active"] if position["active"] in at_large else chance.choice(at_large or [0])
    at = position["players"][seat]["space"] or "centre"
    path = []
    for _ in range(chance.randint(1, most)):
        at = chance.choice(NEIGHBOURS[at] if chance.random() < 0.97 else SPACES)
        path.append(at)
    return seat, path


def laws_broken(position: Position) -> list[str]:
    """What could not be so in a game; none for a position made here."""
    broken = []
    if json.loads(json.dumps(position)) != position:
        broken.append("is not plain data")
    for category in LOWEST:
        places = position["palaces"]["big"][category]
        if places != sorted(places, reverse=True):
            broken.append(f"places for {category} not in order")
    for seat in range(len(position["players"])):
        broken += [f"seat {seat}: {law}" for law in laws_broken_by(position, seat)]
    return broken


def laws_broken_by(position: Position, seat: int) -> list[str]:
    """The same for one player: where the samurai is, and what the magic lies on."""
    one = position["players"][seat]
    broken = []
    if (one["space"] is None) != (one["palace"] is not None):
        broken.append("neither on the mountain nor in a palace")
    if one["space"] is not None:
        if not is_revealed(position, one["space"]) or is_lava(position, one["space"]):
            broken.append("cannot stand there")
        elif not has_room(position, one["space"], mover=seat):
            broken.append("no room")
    for kind in GEAR:
        gear = one[kind]
        if gear["magic"] and not cubes_of(gear):
            broken.append(f"magic on an empty {kind}")
        if gear["magic"] and gear["blueprint"] and not fits(gear, gear["blueprint"]):
            broken.append(f"magic on a {kind} that does not fit")
    return broken
