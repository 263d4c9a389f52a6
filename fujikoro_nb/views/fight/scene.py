"""A fight and the question in it as plain data for fight_task.mjs: dragon, boards, dice, ways to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    Attack,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    RollDice,
    Suffer,
)
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Face
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption, fighting_weapons, initiative
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.kernel import CHANCE, Unreadable
from fujikoro_nb.odds import Foe
from fujikoro_nb.puzzles.fights.scene import Moment, Scene, house_dice, last_roll
from fujikoro_nb.views.fight.labels import answer_label, spelt

Say = Callable[..., str]

CELLS = {"lose-cubes": "lose", "repair": "repair", "pay-damage": "pay"}
"""Questions that are answered with cubes on a board, and the word that begins the answer."""
MOST_OPTIONS = 12
MOST_DICE = 8
_SIZES = {3: "S", 4: "M", 5: "L", 6: "XL"}


def scene_view(scene: Scene, moment: Moment, say: Say, *, foes: Sequence[str] = ()) -> dict[str, Any]:
    """Who stands how, and which dice lie on the table."""
    board = moment.board
    return {
        "dragon": None if foes else _dragon(scene, moment, say),
        "weapon": _board(board.gear, GearKind.WEAPON, is_open=board.is_weapon_grid_open),
        "about-weapon": _weapon_words(moment, say),
        "helmet": _board(board.gear, GearKind.HELMET) if scene.helmet.strip("./") else None,
        "about-helmet": say("fight-task.absorbs", points=absorption(board.gear, GearKind.HELMET)),
        "backpack": _backpack(scene, moment, say),
        "roll": rolled_view(last_roll(moment, scene)),
        "faces": [
            {
                "colour": die.material,
                "faces": [_face(die.material, f.hits, is_broken=f.is_broken) for f in die.faces],
            }
            for die in house_dice()
            if die.material != "G"
        ],
    }


def rolled_view(dice: Sequence[tuple[str, Face]]) -> list[dict[str, Any]]:
    """Dice on the table."""
    return [_face(colour, face.hits, is_broken=face.is_broken) for colour, face in dice]


def _face(colour: str, hits: int, *, is_broken: bool) -> dict[str, Any]:
    return {"colour": colour, "hits": hits, "broken": is_broken}


def _dragon(scene: Scene, moment: Moment, say: Say) -> dict[str, Any]:
    foe = Foe.parse(scene.foe)
    health = max(0, moment.fight.health) if moment.fight is not None else _health_told(moment, foe.health)
    return {
        "size": _SIZES[foe.dice],
        "health": health,
        "most": foe.health,
        "label": say("fight-task.health", health=health, most=foe.health),
        "about": [
            say("fight-task.initiative", initiative=foe.initiative),
            say("fight-task.dragon-dice", dice=foe.dice),
        ],
    }


def _health_told(moment: Moment, most: int) -> int:
    """The health that the last event told of, when the fight is over."""
    told = [value for each in moment.events for name, value in each.data if name == "health"]
    return int(told[-1]) if told else most


def _board(gear: Gear, kind: GearKind, *, is_open: bool = False) -> dict[str, Any]:
    """A board as far as it is used: nothing is laid in a fight, and a phone is small."""
    columns, _ = SYMMETRIC.area_size(kind)
    split = SYMMETRIC.weapon.left_columns if kind == GearKind.WEAPON else 0
    drawing, plus, magic = print_gear(gear, kind, SYMMETRIC).partition("+")
    lines = drawing.split("/")
    rows = max((number for number, line in enumerate(lines, 1) if set(line) - set(".:|")), default=1)
    if kind == GearKind.WEAPON and not is_open:
        columns, split, lines = split, 0, [line.partition(":")[0] for line in lines]
    return {"text": "/".join(lines[:rows]) + plus + magic, "columns": columns, "rows": rows, "split": split}


def _weapon_words(moment: Moment, say: Say) -> str:
    board, rulings = moment.board, moment.state.rulings
    if not usable_weapons(board, rulings):
        return say("fight-task.unusable") if board.gear.weapon else ""
    return say("fight-task.length", initiative=initiative(board.gear, board.limits, rulings=rulings))


def _backpack(scene: Scene, moment: Moment, say: Say) -> str:
    cubes = moment.board.backpack.cubes
    if not scene.backpack and not cubes:
        return ""
    return say("fight-task.backpack-holds", cubes=spelt(cubes, say) or say("fight-task.backpack-empty"))


# ---- the question


def asking(moment: Moment, draft: str, say: Say, *, foes: Sequence[str] = ()) -> dict[str, Any]:
    """How the question is answered, with what has been chosen so far."""
    if foes:
        return {"mode": "options", "title": "", "options": [_foe(foe, draft, say) for foe in foes]}
    question = moment.question
    if question is None or question.seat == CHANCE:
        return {"mode": ""}
    if question.kind in CELLS:
        return _cells(moment, draft, say)
    if question.kind == "roll-dice":
        return _dice(moment, draft, say)
    texts = [print_answer(each) for each in list(game_of(moment.state).options(moment.state))[:MOST_OPTIONS]]
    options = [{"text": text, "label": label(text, say), "on": text == draft} for text in texts]
    return {"mode": "options", "title": "", "options": options}


def label(text: str, say: Say) -> str:
    """An answer as a person says it."""
    if text.startswith("attack ") and "/" in text:
        return _foe_words(text.removeprefix("attack "), say)
    said = answer_label(parse_answer(text, house_dice()), say)
    return said[:1].upper() + said[1:]


def _foe(foe: str, draft: str, say: Say) -> dict[str, Any]:
    text = f"attack {foe}"
    return {
        "text": text,
        "label": _foe_words(foe, say),
        "on": text == draft,
        "size": _SIZES[Foe.parse(foe).dice],
    }


def _foe_words(foe: str, say: Say) -> str:
    read = Foe.parse(foe)
    return say("fight-task.foe", health=read.health, initiative=read.initiative, dice=read.dice)


def _cells(moment: Moment, draft: str, say: Say) -> dict[str, Any]:
    area = GearKind.HELMET if moment.asks == "pay-damage" else GearKind.WEAPON
    free = moment.board.gear.layout(area).occupied
    frame = moment.state.agenda[-1]
    title = say("fight-task.choose-cells")
    if isinstance(frame, Suffer):
        title = say("fight-task.hits-to-pay", damage=frame.damage)
    elif isinstance(frame, Attack) and any(frame.broken):
        heap = ", ".join(
            f"{count} {say(f'word.{letter}')}"
            for letter, count in zip("WMT", frame.broken, strict=True)
            if count
        )
        title = say("fight-task.cubes-to-lose", cubes=heap)
    return {
        "mode": "cells",
        "title": title,
        "area": str(area),
        "free": _places(free),
        "chosen": _places(chosen_cells(draft)),
    }


def _places(mask: Mask) -> list[str]:
    return ["{},{}".format(*column_row(cell)) for cell in cells_of(mask)]


def _dice(moment: Moment, draft: str, say: Say) -> dict[str, Any]:
    board, rulings = moment.board, moment.state.rulings
    weapons = usable_weapons(board, rulings)
    chosen = _rolled(draft)
    part = chosen.part if chosen is not None else weapons[0].part
    most = next(
        most_dice(board.gear, one) for one in fighting_weapons(board.gear, board.limits) if one.part == part
    )
    counts = chosen.dice if chosen is not None else (0, 0, 0, 0)
    return {
        "mode": "dice",
        "title": say("fight-task.choose-dice"),
        "part": part,
        "parts": [{"part": one.part, "label": say(f"fight-task.part-{one.part}")} for one in weapons],
        "dice": [
            {"colour": colour, "count": count}
            for colour, count, allowed in zip(COLOURS, counts, most, strict=True)
            if colour != "G" or allowed
        ],
    }


# ---- changes of what is chosen


def chosen_cells(draft: str) -> Mask:
    """The cubes of a draft; none for another kind of answer."""
    try:
        answer = parse_answer(draft, house_dice()) if draft else None
    except Unreadable:
        return 0
    return answer.cells if isinstance(answer, LoseCubes | RepairWeapon | PayDamage) else 0


def with_cell(moment: Moment, draft: str, column: int, row: int) -> str:
    """The draft with this cube chosen, or no longer; empty when none is left."""
    verb = CELLS.get(moment.asks)
    area = GearKind.HELMET if verb == "pay" else GearKind.WEAPON
    bit = 1 << cell_at(column, row)
    if verb is None or not bit & moment.board.gear.layout(area).occupied:
        return draft
    cells = chosen_cells(draft) ^ bit
    kind = {"lose": LoseCubes, "repair": RepairWeapon, "pay": PayDamage}[verb]
    return print_answer(kind(cells)) if cells else ""


def with_die(moment: Moment, draft: str, part: str, colour: str, by: int) -> str:
    """The draft with one die more or less, or with another weapon."""
    if moment.asks != "roll-dice" or part not in {
        one.part for one in usable_weapons(moment.board, moment.state.rulings)
    }:
        return draft
    chosen = _rolled(draft)
    counts = list(chosen.dice) if chosen is not None and chosen.part == part else [0, 0, 0, 0]
    if colour in COLOURS:
        index = COLOURS.index(colour)
        counts[index] = min(MOST_DICE, max(0, counts[index] + by))
    return print_answer(RollDice(part, *counts))


def _rolled(draft: str) -> RollDice | None:
    try:
        answer = parse_answer(draft, house_dice()) if draft else None
    except Unreadable:
        return None
    return answer if isinstance(answer, RollDice) else None


def is_offered(moment: Moment, text: str, foes: Sequence[str] = ()) -> bool:
    """Whether a button stands for this answer."""
    if foes:
        return text.removeprefix("attack ") in foes
    if moment.question is None or moment.asks in CELLS or moment.asks == "roll-dice":
        return False
    return text in [
        print_answer(each) for each in list(game_of(moment.state).options(moment.state))[:MOST_OPTIONS]
    ]


def is_fitting(moment: Moment, text: str, foes: Sequence[str] = ()) -> bool:
    """Whether a kept text is an answer to what is asked, be it legal or not."""
    if is_offered(moment, text, foes):
        return True
    if foes or not text:
        return False
    try:
        answer = parse_answer(text, house_dice())
    except Unreadable:
        return False
    wanted = {"lose-cubes": LoseCubes, "repair": RepairWeapon, "pay-damage": PayDamage, "roll-dice": RollDice}
    return isinstance(answer, wanted.get(moment.asks, ()))
