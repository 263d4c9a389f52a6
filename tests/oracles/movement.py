"""Which steps and paths a samurai may take, where it stops, and which lava it must pay for.

A path lists the spaces entered, without the one it starts on. Scrolls and adventure tokens are left out.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.oracles.lava import can_pay, cubes_of
from tests.oracles.mountain import (
    NEIGHBOURS,
    Position,
    has_dragon,
    has_room,
    is_lava,
    is_revealed,
    is_safe,
    place_of,
    samurai_on,
)
from tests.oracles.readings import reading

Path = list[str]


def sneaks(player: dict[str, Any]) -> bool:
    """char.daisuke.sneak: passes dragons and samurai unnoticed and meets only those where he ends."""
    return bool(player["who"] == "daisuke")


def has_complete_sandals(player: dict[str, Any]) -> bool:
    """move.steps.sandals, move.steps.sandals-magic-not-cube, char.masako.sandals-five"""
    return len(cubes_of(player["sandals"])) >= (5 if player["who"] == "masako" else 3)


def most_steps(player: dict[str, Any], *, bonus: bool = False, **readings: Any) -> int:
    """move.steps.base, move.steps.sandals, move.sandals.extra-step-kept (judged as the move begins).

    move.bonus.one-step: the step of a sandals card is one, whatever the sandals. char.masako.move,
    char.daisuke.move-three.
    """
    if bonus:
        return 1
    steps = 3 if player["who"] in ("masako", "daisuke") else 2
    if has_complete_sandals(player):
        steps += 1
        if player["who"] == "masako":
            steps = reading(readings, "masako_steps")
    return steps


def faults_on_the_way(
    position: Position, seat: int, path: Path, *, bonus: bool = False, **readings: Any
) -> list[str]:
    """The rules that this path breaks already, however it may go on."""
    player, tokens = position["players"][seat], readings.pop("tokens", None)
    if player["space"] is None:
        return ["escape.no-actions"]
    if not player["conscious"]:
        return ["combat.defeat.safe"]
    faults = []
    if len(path) > most_steps(player, bonus=bonus, **readings):
        if bonus:
            faults.append("move.bonus.one-step")
        else:
            faults.append("move.steps.base" if has_complete_sandals(player) else "move.steps.sandals")
    for before, space in zip([player["space"], *path], path, strict=False):
        if space not in NEIGHBOURS[before]:
            faults.append("map.adjacency")
        if not is_revealed(position, space):
            return [*faults, "move.revealed-only"]
        if not has_room(position, space, mover=seat, **readings):
            faults.append("map.capacity.two")
    faults += faults_at_dragons(position, seat, path)
    lava = [space for space in path if is_lava(position, space)]
    if tokens is not None:  # scenario.1.competitive.tokens-cross-lava
        if len(lava) > tokens[seat]:
            faults.append("scenario.1.competitive.tokens-cross-lava")
    elif not can_pay(player["sandals"], len(lava), **readings):
        faults.append("move.lava.affordable")
    return faults


def faults_at_dragons(position: Position, seat: int, path: Path) -> list[str]:
    """move.dragon.stop, move.dragon.entry-not-lava; neither holds one who sneaks."""
    faults: list[str] = []
    if sneaks(position["players"][seat]):
        return faults
    for number, space in enumerate(path, start=1):
        if has_dragon(position, space):
            if number < len(path):
                faults.append("move.dragon.stop")
            if is_lava(position, space):
                faults.append("move.dragon.entry-not-lava")
    return faults


def faults(position: Position, seat: int, path: Path, *, bonus: bool = False, **readings: Any) -> list[str]:
    """Every rule that a whole path breaks, none if it is legal."""
    found = faults_on_the_way(position, seat, path, bonus=bonus, **readings)
    if not path:
        found.append("move.steps.base")
    elif is_revealed(position, path[-1]) and is_lava(position, path[-1]):
        found.append("move.bonus.no-lava-end" if bonus else "move.end.not-lava")
    return list(dict.fromkeys(found))


def is_legal(position: Position, seat: int, path: Path, *, bonus: bool = False, **readings: Any) -> bool:
    return faults(position, seat, path, bonus=bonus, **readings) == []


def legal_paths(position: Position, seat: int, *, bonus: bool = False, **readings: Any) -> list[Path]:
    """Every path that may be announced, in the order of length and then of ids."""
    unfinished: list[Path] = [[]]
    legal = []
    while unfinished:
        path = unfinished.pop(0)
        at = path[-1] if path else position["players"][seat]["space"]
        for space in sorted(NEIGHBOURS[at]) if at else []:
            longer = [*path, space]
            if faults_on_the_way(position, seat, longer, bonus=bonus, **readings) == []:
                unfinished.append(longer)
                if is_legal(position, seat, longer, bonus=bonus, **readings):
                    legal.append(longer)
    return legal


def next_steps(
    position: Position, seat: int, so_far: Path, *, bonus: bool = False, **readings: Any
) -> list[str]:
    """The spaces that may be entered next: those from which the move can still end legally."""
    return sorted(
        {
            path[len(so_far)]
            for path in legal_paths(position, seat, bonus=bonus, **readings)
            if len(path) > len(so_far) and path[: len(so_far)] == so_far
        }
    )


def asked(position: Position, seat: int, space: str, **readings: Any) -> list[int]:
    """Whom a step onto this space asks whether they fight each other: of each pair the mover first, then the other.

    There are several pairs only where three may stand on a space that is not safe: on a bridge, by two switches.
    They come clockwise.

    move.samurai.elect, move.samurai.unconscious-ignored, map.safe-tiles, variant.peaceful. A dragon on the tile comes
    first: move.dragon.stop.
    """
    if position["peaceful"] or is_safe(space, **readings) or has_dragon(position, space):
        return []
    standing = [
        other for other in samurai_on(position, space, but=seat) if position["players"][other]["conscious"]
    ]
    clockwise = sorted(standing, key=lambda other: (other - seat) % len(position["players"]))
    return [one for other in clockwise for one in (seat, other)]


def walk(
    position: Position, seat: int, path: Path, fights: list[int] | None = None, **readings: Any
) -> dict[str, Any]:
    """Go along a legal path and say what happens.

    ``fights`` are the steps, counted from 1, at which one of those asked wants to fight. In the answer ``asked`` lists
    step and seats, ``lava`` the lava spaces entered (move.lava.interrupted), ``stop`` is end, dragon or duel
    (move.combat-ends-move), ``back`` is where it goes back to from there, if it has to.
    """
    player = position["players"][seat]
    questions = []
    entered: Path = []
    stop = "end"
    for number, space in enumerate(path, start=1):
        entered.append(space)
        is_last = number == len(path)
        if sneaks(player) and not is_last:
            continue
        if has_dragon(position, space):
            stop = "dragon"
            break
        seats = asked(position, seat, space, **readings)
        if seats:
            questions.append([number, seats])
            if number in (fights or []):
                stop = "duel"
                break
    lava = [space for space in entered if is_lava(position, space)]
    return {
        "space": entered[-1],
        "entered": entered,
        "stop": stop,
        "asked": questions,
        "lava": lava,
        "damage": 5 * len(lava),
        "back": None if stop == "end" else way_back(position, [player["space"], *entered], stop),
    }


def way_back(position: Position, spaces: Path, stop: str) -> str:
    """Where a retreating or defeated samurai goes, by what began its fight; always walked back past lava.

    A dragon: the space from which it stepped onto the tile (combat.retreat.where, combat.defeat.where); one that was
    on the tile already, where it stood (final.eruption.no-dragon). A samurai: the space that it came from
    (duel.surrender.stay and duel.defeat.where, as the first booklet reads).
    """
    steps = list(pairwise(spaces))
    if stop == "dragon":
        places = [(place_of(before), place_of(after)) for before, after in steps]
        tile = places[-1][1]
        onto = [number for number, (before, after) in enumerate(places) if after == tile and before != tile]
        entry = onto[-1] if onto else 0
    else:
        entry = len(steps) - 1
    return [before for before, _ in steps[: entry + 1] if not is_lava(position, before)][-1]
