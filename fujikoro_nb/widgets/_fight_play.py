"""A fight in play as a page shows it: who stands how, what is asked, what happened and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.fight_notation import print_answer, print_face
from fujikoro_nb.engine.fujikoro.gear import absorption, absorption_of, fighting_weapons, initiative
from fujikoro_nb.engine.fujikoro.grid import Mask, cells_of, column_row
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import print_gear
from fujikoro_nb.engine.fujikoro.rules.arena import FIGHT_GAME, ArenaState
from fujikoro_nb.engine.fujikoro.rules.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.breaking import kind_of, usable_weapons
from fujikoro_nb.engine.fujikoro.rules.dice import distinct_faces
from fujikoro_nb.engine.fujikoro.rules.fight import (
    COLOURS,
    Attack,
    DragonFight,
    Duel,
    HeroDeed,
    RepairWeapon,
    StowThings,
    Suffer,
    Throw,
)
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Line, Question, Session
from fujikoro_nb.texts import event_sentence
from fujikoro_nb.widgets._fight_labels import answer_label

__all__ = ["can_undo", "fight_frame", "fight_view", "skip_forced"]

Say = Callable[..., str]
FightSession = Session[ArenaState]

MAX_WAYS = 60
"""Repairs and backpacks that a page lists; the engine takes every other one as well."""

MOST_STOWINGS = 2000
"""Backpacks that are compared for the best one."""

MAX_LINES = 300


def fight_frame(state: ArenaState) -> DragonFight | Duel | None:
    """The fight that is going on; None when it is over."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight | Duel)), None)


def skip_forced(session: FightSession) -> None:
    """Give the first answer where there is only one: a session does so only after an answer."""
    while session.question is not None and session.question.seat != CHANCE:
        answers = list(islice(iter(session.options), 2))
        if len(answers) != 1:
            return
        session.play(answers[0])


def can_undo(session: FightSession) -> bool:
    """Whether there is an answer to take back that somebody chose."""
    state, forced = FIGHT_GAME.start(session.record.start).state, 0
    while (question := FIGHT_GAME.question(state)) is not None and question.seat != CHANCE:
        answers = list(islice(iter(FIGHT_GAME.options(state)), 2))
        if len(answers) != 1:
            break
        state, forced = FIGHT_GAME.step(state, answers[0]).state, forced + 1
    return len(session.lines) > forced


def fight_view(session: FightSession, *, names: Sequence[str], say: Say, language: str) -> dict[str, Any]:
    """Everything that a page needs of a fight in play."""
    state = session.state
    frame = fight_frame(state)
    start = fight_frame(session.record.start)
    is_duel = isinstance(start, Duel)
    teller = _Teller(session, names, say, language, is_duel=is_duel)
    question = session.question
    undoable = session.undoable if can_undo(session) else None
    redoable = session.redoable
    view: dict[str, Any] = {
        "at": len(session.lines),
        "duel": is_duel,
        "round": frame.round if frame is not None else 0,
        "order": _order(session, names, say, frame),
        "fighters": [
            _fighter(state, number, board, names[number]) for number, board in enumerate(state.boards)
        ],
        "question": {} if question is None else _question(state, question, names, say, is_duel=is_duel),
        "happened": teller.told(session.events),
        "log": teller.log(),
        "undo": teller.label(undoable.entry.answer) if undoable else "",
        "fork": bool(undoable and undoable.is_fork),
        "redo": teller.label(redoable.entry.answer) if redoable else "",
        "over": _over(session, names, say) if question is None else {},
    }
    if isinstance(start, DragonFight):
        view["dragon"] = {
            "name": say(f"combat.dragon-{start.dragon.colour}"),
            "dice": start.dragon.dice,
            "most": start.health,
            "health": max(0, _health(session, start.health)),
            "mark": str(start.dragon.provenance),
        }
    return view


def _health(session: FightSession, most: int) -> int:
    frame = fight_frame(session.state)
    if isinstance(frame, DragonFight):
        return frame.health
    told = [
        value
        for line in session.lines
        for event in line.events
        for name, value in event.data
        if name == "health"
    ]
    return int(told[-1]) if told else most


def _order(
    session: FightSession, names: Sequence[str], say: Say, frame: DragonFight | Duel | None
) -> list[dict[str, Any]]:
    """Who strikes in which order, once it is fixed."""
    if frame is None or not frame.order:
        return []
    state = session.state
    start = fight_frame(session.record.start)
    rows = []
    for number, seat in enumerate(frame.order):
        if seat < 0:
            assert isinstance(start, DragonFight), "only dragons have such a seat"
            name, speed = say(f"combat.dragon-{start.dragon.colour}"), start.dragon.initiative
        else:
            board = session.record.start.boards[seat]
            name, speed = names[seat], initiative(board.gear, board.limits, rulings=state.rulings)
        rows.append(
            {
                "name": name,
                "initiative": speed,
                "is_dragon": seat < 0,
                "is_on": number == frame.turn,
                "is_out": isinstance(frame, DragonFight) and seat >= 0 and seat not in frame.fighters,
            }
        )
    return rows


def _fighter(state: ArenaState, seat: int, board: Board, name: str) -> dict[str, Any]:
    gear, limits = board.gear, board.limits
    weapons = fighting_weapons(gear, limits, rulings=state.rulings)
    return {
        "name": name,
        "stands": state.standing[seat] if state.standing else "conscious",
        "score": state.scores[seat] if state.scores else 0,
        "absorbs": absorption(gear, GearKind.HELMET, rulings=state.rulings),
        "usable": any(weapon.is_usable for weapon in weapons),
        "boards": {
            str(kind): {
                "text": print_gear(gear, kind, limits),
                "columns": limits.area_size(kind)[0],
                "rows": limits.area_size(kind)[1],
                "split": limits.weapon.left_columns if kind == GearKind.WEAPON else 0,
            }
            for kind in GearKind
            if kind != GearKind.SANDALS or limits.are_sandals_a_weapon
        },
    }


# ---- what is asked


def _question(
    state: ArenaState, question: Question, names: Sequence[str], say: Say, *, is_duel: bool
) -> dict[str, Any]:
    frame = state.agenda[-1]
    kind = question.kind
    key = "withdraw-duel" if kind == "withdraw" and is_duel else kind
    shown: dict[str, Any] = {
        "kind": kind,
        "seat": int(question.seat),
        "who": names[question.seat] if question.seat >= 0 else "",
        "text": say(f"question.{key}", **dict(question.data)),
        "rule": question.rule,
    }
    if isinstance(frame, Throw):
        return {**shown, **_throw(state, frame, names, say)}
    board = state.fighter(question.seat)
    if isinstance(frame, Attack) and kind == "roll-dice":
        weapons = [weapon for weapon in usable_weapons(board, state.rulings) if weapon.part in frame.parts]
        return {
            **shown,
            "weapons": [
                {
                    "part": weapon.part,
                    "name": say(f"combat.weapon-{weapon.part}"),
                    "most": dict(zip(COLOURS, most_dice(board, weapon), strict=True)),
                }
                for weapon in weapons
            ],
        }
    if isinstance(frame, Attack) and kind == "lose-cubes":
        return {**shown, **_loss(state, board, frame)}
    if kind == "repair":
        return {**shown, **_repair(state, board)}
    if isinstance(frame, Suffer):
        return {**shown, **_payment(state, board, frame)}
    answers = list(islice(FIGHT_GAME.options(state), MOST_STOWINGS if kind == "stow" else MAX_WAYS))
    if kind == "stow":  # as they lie, as much worth as possible: a tooth takes the place of a wood cube
        answers.sort(key=_worth_kept, reverse=True)
    return {**shown, "choices": _choices(state, answers[:MAX_WAYS], say, is_duel=is_duel)}


def _throw(state: ArenaState, frame: Throw, names: Sequence[str], say: Say) -> dict[str, Any]:
    below = state.agenda[-2]
    if isinstance(below, Attack):
        who = say("combat.roll-of", name=names[below.seat])
    elif isinstance(below, HeroDeed):
        who = say("combat.roll-of-monk", name=names[below.seat])
    else:
        who = say("combat.roll-of-dragon")
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


def _loss(state: ArenaState, board: Board, frame: Attack) -> dict[str, Any]:
    kind = kind_of(frame.rolling)
    weapons = fighting_weapons(board.gear, board.limits, rulings=state.rulings)
    weapon = next(one for one in weapons if one.part == frame.rolling)
    layout = board.gear.layout(kind)
    planes = {"W": layout.wood, "M": layout.metal, "T": layout.tooth}
    need = {letter: count for letter, count in zip("WMT", frame.broken, strict=True) if count}
    free = sum(planes[letter] & weapon.cells for letter in need)
    return {"area": str(kind), "cells": _places(free), "need": need}


def _repair(state: ArenaState, board: Board) -> dict[str, Any]:
    options = FIGHT_GAME.options(state)
    ways = [one.cells for one in islice(options, MAX_WAYS) if isinstance(one, RepairWeapon)]
    return {
        "area": "weapon",
        "cells": _places(board.gear.weapon.occupied),
        "ways": [_places(cells) for cells in ways],
        "count": len(options),
    }


def _payment(state: ArenaState, board: Board, frame: Suffer) -> dict[str, Any]:
    return {
        "area": "helmet",
        "cells": _places(board.gear.helmet.occupied),
        "damage": frame.damage,
        "magic": board.gear.helmet_magic,
        "worth": {letter: absorption_of(letter, rulings=state.rulings) for letter in COLOURS},
    }


def _worth_kept(answer: Answer) -> int:
    """What the cubes of a backpack absorb as a helmet: the common measure of their worth."""
    assert isinstance(answer, StowThings), "the options of a backpack"
    return sum(absorption_of(str(cube)) for cube in answer.backpack.cubes)


def _choices(
    state: ArenaState, answers: Iterable[Answer], say: Say, *, is_duel: bool
) -> list[dict[str, str]]:
    """Answers as buttons."""
    return [
        {
            "text": print_answer(answer, state.dice),
            "label": _capital(answer_label(answer, say, dice=state.dice, is_duel=is_duel)),
        }
        for answer in answers
    ]


def _places(cells: Mask) -> list[list[int]]:
    return [list(column_row(cell)) for cell in cells_of(cells)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- what happened


class _Teller:
    """Says events and answers."""

    def __init__(
        self, session: FightSession, names: Sequence[str], say: Say, language: str, *, is_duel: bool
    ) -> None:
        self._session, self._names, self._say, self._language = session, names, say, language
        self._is_duel = is_duel

    def label(self, answer: Any) -> str:
        """An answer in a few words."""
        return answer_label(answer, self._say, dice=self._session.state.dice, is_duel=self._is_duel)

    def told(self, events: Iterable[Event]) -> list[dict[str, str]]:
        """Sentences with their rules."""
        return [
            {
                "text": event_sentence(event, language=self._language),
                "rule": event.rule,
                "who": next((self._names[int(value)] for name, value in event.data if name == "seat"), ""),
            }
            for event in events
        ]

    def log(self) -> list[dict[str, Any]]:
        """One entry an answer that somebody gave; what followed by itself is folded into it."""
        entries: list[dict[str, Any]] = []
        for number, line in enumerate(self._session.lines, 1):
            if line.entry.automatic and entries:
                entries[-1]["auto"].append(self._entry(number, line))
            else:
                entries.append({**self._entry(number, line), "auto": []})
        return entries[-MAX_LINES:]

    def _entry(self, number: int, line: Line) -> dict[str, Any]:
        seat = line.entry.seat
        return {
            "number": number,
            "who": self._names[seat] if seat >= 0 else self._say("combat.dice-of-chance"),
            "text": self.label(line.entry.answer),
            "rule": line.question.rule,
            "events": self.told(line.events),
        }


def _over(session: FightSession, names: Sequence[str], say: Say) -> dict[str, Any]:
    """How it ended, in one sentence with its seal."""
    state = session.state
    start = fight_frame(session.record.start)
    standing = [state.standing[seat] if state.standing else "conscious" for seat in range(len(names))]
    if isinstance(start, DragonFight):
        if state.defeated:
            points = max(state.scores, default=0)
            return {
                "seal": "ok",
                "word": say("combat.over-win"),
                "text": say("combat.over-won", points=points),
            }
        if "knocked-out" in standing:
            down = [name for name, stands in zip(names, standing, strict=True) if stands == "knocked-out"]
            return {
                "seal": "no",
                "word": say("combat.over-lose"),
                "text": say("combat.over-lost", names=", ".join(down)),
            }
        return {"seal": "but", "word": say("combat.over-left"), "text": say("combat.over-retreat")}
    lost = next(
        (
            int(value)
            for line in session.lines
            for event in line.events
            if event.kind in ("knocked-out", "surrendered")
            for name, value in event.data
            if name == "seat"
        ),
        None,
    )
    if lost is None:
        return {"seal": "but", "word": say("combat.over-drawn"), "text": say("combat.over-draw")}
    assert isinstance(start, Duel), "one of the two"
    winner = names[start.stander if lost == start.mover else start.mover]
    return {"seal": "ok", "word": say("combat.over-win"), "text": say("combat.over-duel", name=winner)}
