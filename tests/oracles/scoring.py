"""The shogun's bonuses, what is left over at the end, and who wins."""

from __future__ import annotations

from typing import Any

from tests.oracles.lava import cubes_of
from tests.oracles.mountain import Position, with_player
from tests.oracles.readings import reading

GEAR = ["helmet", "weapon", "sandals"]
MONK_SPOTS = ["action", "scroll", "weapon", "backpack"]

LOWEST = {"helmet": 3, "weapon": 3, "sandals": 3, "monk": 1, "tooth": 1}
"""bonus.space.dark, end.leftovers"""

SMALL_PALACE = {"helmet": [5], "weapon": [5], "sandals": [5], "monk": [5]}
"""bonus.small.categories: four single places; teeth count nothing."""

HOUSE_BIG_PALACE = {
    "helmet": [9, 7, 5],
    "weapon": [11, 8, 5],
    "sandals": [8, 6, 4],
    "monk": [5, 4, 3, 2],
    "tooth": [4, 3, 2],
}
"""bonus.big.categories; the values of the single places are content."""

Item = tuple[str, str]
"""Category and where it comes from: ("monk", "scroll"), ("tooth", "weapon"), ("helmet", "blueprint")."""


def monks_at(player: dict[str, Any], spot: str) -> int:
    """monk.spots"""
    return int(player["monks"].get(spot, 0))


def teeth_at(player: dict[str, Any], where: str) -> int:
    """Teeth in the backpack or built into gear."""
    if where == "backpack":
        return int(player["backpack_teeth"])
    return list(cubes_of(player[where]).values()).count("T")


def bonus_items(player: dict[str, Any]) -> list[Item]:
    """Everything that a player could still hand in, one entry for each single thing.

    bonus.gear.condition, end.leftovers.gear: magical gear with its blueprint, whose disc is still there.
    bonus.monk.anywhere, bonus.tooth.anywhere.
    """
    items: list[Item] = [
        (kind, "blueprint")
        for kind in GEAR
        if player[kind]["magic"] and player[kind]["blueprint"] is not None and kind not in player["placed"]
    ]
    for spot in MONK_SPOTS:
        items += [("monk", spot)] * monks_at(player, spot)
    for where in ["backpack", *GEAR]:
        items += [("tooth", where)] * teeth_at(player, where)
    return items


def value_now(position: Position, palace: str, category: str) -> int | None:
    """What a claim is worth now: bonus.space.single, bonus.space.highest, bonus.space.dark; None without a place."""
    free = position["palaces"][palace].get(category, [])
    if free:
        return int(max(free))
    return LOWEST[category] if palace == "big" else None


def claims(position: Position, seat: int) -> list[tuple[str, str, int]]:
    """What an escaped player may claim now: category, source and points.

    bonus.one-per-turn: in the own turn, once, from the turn of the escape on. Claiming nothing is always allowed.
    """
    player = position["players"][seat]
    if player["palace"] is None or position["active"] != seat or position["claimed_this_turn"]:
        return []
    found = []
    for category, source in dict.fromkeys(bonus_items(player)):
        points = value_now(position, player["palace"], category)
        if points is not None:
            found.append((category, source, points))
    return found


def without(rows: list[str], letter: str) -> list[str]:
    """The drawing with the first such cube taken out."""
    for number, line in enumerate(rows):
        if letter in line:
            return [*rows[:number], line.replace(letter, ".", 1), *rows[number + 1 :]]
    raise ValueError(f"no {letter}")


def claim(position: Position, seat: int, item: Item) -> Position:
    """Hand in one thing and score it. Nothing else changes: bonus.no-side-effects."""
    category, source = item
    points = {one[:2]: one[2] for one in claims(position, seat)}[item]
    player = position["players"][seat]
    changes: dict[str, Any] = {"vp": player["vp"] + points}
    if category == "monk":
        changes["monks"] = {**player["monks"], source: player["monks"][source] - 1}
    elif category == "tooth" and source == "backpack":
        changes["backpack_teeth"] = player["backpack_teeth"] - 1
    elif category == "tooth":
        changes[source] = {**player[source], "cubes": without(player[source]["cubes"], "T")}
    else:
        changes["placed"] = [*player["placed"], category]
    palace = player["palace"]
    free = sorted(position["palaces"][palace].get(category, []), reverse=True)
    places = {**position["palaces"][palace], category: free[1:]}
    claimed = with_player(position, seat, **changes)
    return {**claimed, "palaces": {**position["palaces"], palace: places}, "claimed_this_turn": True}


def leftovers(player: dict[str, Any]) -> int:
    """end.leftovers, end.leftovers.gear, end.leftovers.not-escaped"""
    if player["palace"] != "big":
        return 0
    return sum(LOWEST[category] for category, _ in bonus_items(player))


def final_scores(position: Position) -> list[int]:
    """Points by seat once the game is over."""
    return [player["vp"] + leftovers(player) for player in position["players"]]


def winners(position: Position, **readings: Any) -> list[int]:
    """The seats in the first place, more than one if nobody can decide between them.

    end.winner: most points, escaped or not. end.tie: who left first. end.tie.none-escaped: a shared first place.
    """
    scores = final_scores(position)
    tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
    out = [seat for seat in tied if position["players"][seat]["escaped"] is not None]
    if not out:
        return tied
    if reading(readings, "tie") == "escaped":
        return out
    return [min(out, key=lambda seat: position["players"][seat]["escaped"])]
