"""The mountain erupts: which spaces turn to lava, who has to flee, what that costs, and who dies.

An eruption in progress is a position with three more keys: ``waiting`` (the victims still to come), ``victim`` and
``must`` (``pay``, ``step`` or ``temple``).
"""

from __future__ import annotations

import json
from typing import Any

from tests.oracles.lava import after_payment, emptied, payments
from tests.oracles.mountain import (
    NEIGHBOURS,
    SPACES,
    TEMPLES,
    Position,
    face,
    has_room,
    is_lava,
    is_revealed,
    with_player,
)


def erupting_spaces(position: Position, number: int) -> list[str]:
    """final.event.lava: every revealed space with this number."""
    return [
        space for space in SPACES if is_revealed(position, space) and face(position, space) == str(number)
    ]


def victims(position: Position, number: int) -> list[int]:
    """final.eruption.order: seats in turn order, the marked player first."""
    seats = len(position["players"])
    in_order = [(position["marker"] + turns) % seats for turns in range(seats)]
    erupting = erupting_spaces(position, number)
    return [seat for seat in in_order if position["players"][seat]["space"] in erupting]


def erupt(position: Position, number: int, **readings: Any) -> Position:
    """final.eruption.place-first: all lava is laid, then the first victim is dealt with."""
    waiting = victims(position, number)
    laid = {**position, "erupted": sorted([*position["erupted"], number]), "waiting": waiting}
    return next_victim(laid, **readings)


def next_victim(position: Position, **readings: Any) -> Position:
    if position["waiting"] == []:
        return {**position, "victim": None, "must": None}
    victim, *waiting = position["waiting"]
    now = {**position, "waiting": waiting, "victim": victim}
    if not position["players"][victim]["conscious"]:
        return {**now, "must": "temple"}  # final.eruption.unconscious: no damage to the sandals
    return suffer(now, **readings)


def suffer(position: Position, **readings: Any) -> Position:
    """final.eruption.damage: five points; final.eruption.death if the sandals cannot cover them."""
    victim = position["victim"]
    sandals = position["players"][victim]["sandals"]
    if payments(sandals, 5, **readings) == []:
        dead = with_player(position, victim, sandals=emptied(sandals))  # final.eruption.death-sandals
        return {**dead, "must": "temple"}
    return {**position, "must": "pay"}


def refuges(position: Position, seat: int, **readings: Any) -> list[str]:
    """final.eruption.damage, final.eruption.chain: firm neighbours with room, or else lava ones with room.

    A standing samurai there does not matter (final.eruption.no-duel), nor does a dragon (final.eruption.no-dragon).
    """
    at = position["players"][seat]["space"]
    open_spaces = [
        space
        for space in NEIGHBOURS[at]
        if is_revealed(position, space) and has_room(position, space, mover=seat, **readings)
    ]
    firm = [space for space in open_spaces if not is_lava(position, space)]
    return sorted(firm or open_spaces)


def choices(position: Position, **readings: Any) -> list[Any]:
    """What the victim's owner may answer now: payments, spaces or temples; none once all is over."""
    victim = position["victim"]
    if position["must"] == "pay":
        return payments(position["players"][victim]["sandals"], 5, **readings)
    if position["must"] == "step":
        return refuges(position, victim, **readings)
    if position["must"] == "temple":
        # map.capacity.safe-exempt: where temples hold two as well, a full one cannot be chosen.
        return [space for space in TEMPLES if has_room(position, space, mover=victim, **readings)]
    return []


def choose(position: Position, choice: Any, **readings: Any) -> Position:
    """The eruption after one answer. Damage is paid portion by portion: final.eruption.separate-payments."""
    victim = position["victim"]
    player = position["players"][victim]
    if choice not in choices(position, **readings):
        raise ValueError(f"not a choice: {choice}")
    if position["must"] == "pay":
        sandals = after_payment(player["sandals"], choice, **readings)
        return {**with_player(position, victim, sandals=sandals), "must": "step"}
    if position["must"] == "step":
        moved = with_player(position, victim, space=choice)
        if is_lava(moved, choice):
            return suffer(moved, **readings)  # final.eruption.chain
        return next_victim(moved, **readings)
    # final.eruption.death, final.eruption.unconscious: revived, and standing.
    revived = with_player(position, victim, space=choice, conscious=True)
    return next_victim(revived, **readings)


def outcomes(position: Position, number: int, **readings: Any) -> list[Position]:
    """Every way in which an eruption can end."""
    unfinished = [erupt(position, number, **readings)]
    finished = {}
    while unfinished:
        one = unfinished.pop()
        if one["victim"] is None:
            over = {key: one[key] for key in one if key not in ("waiting", "victim", "must")}
            finished[json.dumps(over["players"])] = over
        unfinished += [choose(one, choice, **readings) for choice in choices(one, **readings)]
    return list(finished.values())
