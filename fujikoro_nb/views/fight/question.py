"""The questions of a fight that a page answers on a board or with dice, and not by a list of buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    Attack,
    HeroDeed,
    MonkFight,
    RepairWeapon,
    StowThings,
    Throw,
    fight_of,
)
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_face
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of, fighting_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import kind_of, usable_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.dice import distinct_faces
from fujikoro_nb.engine.kernel import Answer, Options, Question

__all__ = ["drawn_boards", "first_answers", "question_parts"]

Say = Callable[..., str]

MAX_WAYS = 60
"""Repairs and backpacks that a page lists; the engine takes every other one as well."""

MOST_STOWINGS = 2000
"""Backpacks that are compared for the best one."""


def question_parts(
    state: Arena, question: Question, options: Options, *, names: Sequence[str], say: Say
) -> dict[str, Any]:
    """What such a question needs beside its sentence; empty for one that is answered by a list."""
    frame = state.agenda[-1]
    if isinstance(frame, Throw):
        return _throw(state, frame, names, say)
    if question.seat < 0:
        return {}
    board = state.fighter(question.seat)
    match question.kind:
        case "roll-dice" if isinstance(frame, Attack):
            weapons = [
                weapon for weapon in usable_weapons(board, state.rulings) if weapon.part in frame.parts
            ]
            return {
                "weapons": [
                    {
                        "part": weapon.part,
                        "name": say(f"combat.weapon-{weapon.part}"),
                        "most": dict(zip(COLOURS, most_dice(board.gear, weapon), strict=True)),
                    }
                    for weapon in weapons
                ]
            }
        case "lose-cubes" if isinstance(frame, Attack):
            return _loss(state, board, frame)
        case "repair":
            return _repair(board, options)
        case "pay-damage":
            return _payment(state, board, GearKind.HELMET, question)
        case "pay-lava" | "pay-eruption":
            return _payment(state, board, GearKind.SANDALS, question)
        case _:
            return {}


def first_answers(kind: str, options: Options, board: Board) -> list[Answer]:
    """The answers that a page lists, the best backpack first: a tooth takes the place of a wood cube. Teeth: every way.

    ``board`` is that of whoever answers: wood that lies in its weapon is not missing in the backpack.
    """
    if kind == "share-teeth":  # who gets how many is agreed, and every division can be
        return list(options)
    answers = list(islice(options, MOST_STOWINGS if kind == "stow" else MAX_WAYS))
    if kind == "stow":
        missing = max(0, SYMMETRIC.one_handed_wood.value - board.gear.weapon.cubes.wood)
        answers.sort(key=lambda answer: _worth_kept(answer, missing), reverse=True)
    return answers[:MAX_WAYS]


def drawn_boards(board: Board) -> dict[str, dict[str, Any]]:
    """The three grids of a board as a page draws them."""
    limits = board.limits
    return {
        str(kind): {
            "text": print_gear(board.gear, kind, limits),
            "columns": limits.area_size(kind)[0],
            "rows": limits.area_size(kind)[1],
            "split": limits.weapon.left_columns if kind == GearKind.WEAPON else 0,
        }
        for kind in GearKind
    }


def _throw(state: Arena, frame: Throw, names: Sequence[str], say: Say) -> dict[str, Any]:
    below = state.agenda[-2]
    if isinstance(below, Attack):
        who = say("combat.roll-of", name=names[below.seat])
    elif isinstance(below, HeroDeed):
        who = say("combat.roll-of-monk", name=names[below.seat])
    else:
        is_monk = isinstance(fight_of(state), MonkFight)
        who = say("combat.roll-of-monk-foe" if is_monk else "combat.roll-of-dragon")
    return {
        "text": who,
        "dice": [
            {
                "colour": colour,
                "count": count,
                "faces": [
                    {"hits": face.hits, "broken": face.is_broken, "text": print_face(face)}
                    for face in distinct_faces(state, colour)
                ],
            }
            for colour, count in zip(COLOURS, frame.dice, strict=True)
            if count
        ],
    }


def _loss(state: Arena, board: Board, frame: Attack) -> dict[str, Any]:
    kind = kind_of(frame.rolling)
    weapons = fighting_weapons(board.gear, board.limits, rulings=state.rulings)
    weapon = next(one for one in weapons if one.part == frame.rolling)
    layout = board.gear.layout(kind)
    planes = {"W": layout.wood, "M": layout.metal, "T": layout.tooth}
    need = {letter: count for letter, count in zip("WMT", frame.broken, strict=True) if count}
    free = sum(planes[letter] & weapon.cells for letter in need)
    return {"area": str(kind), "cells": _places(free), "need": need}


def _repair(board: Board, options: Options) -> dict[str, Any]:
    ways = [one.cells for one in islice(options, MAX_WAYS) if isinstance(one, RepairWeapon)]
    return {
        "area": "weapon",
        "cells": _places(board.gear.weapon.occupied),
        "ways": [_places(cells) for cells in ways],
        "count": len(options),
    }


def _payment(state: Arena, board: Board, kind: GearKind, question: Question) -> dict[str, Any]:
    return {
        "area": str(kind),
        "cells": _places(board.gear.layout(kind).occupied),
        "damage": dict(question.data)["damage"],
        "magic": board.gear.is_magical(kind),
        "worth": {letter: absorption_of(letter, rulings=state.rulings) for letter in COLOURS},
    }


def _worth_kept(answer: Answer, missing: int) -> tuple[int, int, int]:
    """What a backpack is worth: wood for a weapon, what its cubes absorb as a helmet, and how little was thrown out.

    Without wood there is no weapon (craft.weapon.usable.one-handed); all else has absorption as its common measure.
    ``missing`` is how much wood the weapon lacks for that.
    """
    assert isinstance(answer, StowThings), "the options of a backpack"
    cubes = answer.backpack.cubes
    wood = min(cubes.wood, missing)
    return wood, sum(absorption_of(str(cube)) for cube in cubes), -len(answer.thrown)


def _places(cells: Mask) -> list[list[int]]:
    return [list(column_row(cell)) for cell in cells_of(cells)]
