"""A fight in play as a page shows it: who stands how, what is asked, what happened and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import (
    DragonFight,
    Duel,
    FoeFight,
    MonkFight,
    is_between_people,
)
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, fighting_weapons, initiative
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.kernel import CHANCE, Answer, Entry, Event, Line, Question, Seat
from fujikoro_nb.play.fights import FightSession
from fujikoro_nb.texts import event_sentence
from fujikoro_nb.views.fight.labels import answer_label, shared_label
from fujikoro_nb.views.fight.question import drawn_boards, first_answers, question_parts
from fujikoro_nb.views.fight.share import share_view

__all__ = ["can_undo", "fight_frame", "fight_view", "skip_forced"]

Say = Callable[..., str]

MAX_LINES = 300
_QUIET = ("teeth-shared",)
"""Said by the answer itself and by each backpack that gets some."""


Fight = DragonFight | MonkFight | Duel


def fight_frame(state: ArenaState) -> Fight | None:
    """The fight that is going on; None when it is over."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, Fight)), None)


def skip_forced(session: FightSession) -> None:
    """Give the first answer where there is only one: a session does so only after an answer."""
    while session.question is not None and session.question.seat != CHANCE:
        answers = list(islice(iter(session.options), 2))
        if len(answers) != 1:
            return
        session.play(answers[0])


def can_undo(session: FightSession) -> bool:
    """Whether there is an answer to take back that somebody chose."""
    state, forced = game_of(session.record.start).start(session.record.start).state, 0
    while (question := game_of(state).question(state)) is not None and question.seat != CHANCE:
        answers = list(islice(iter(game_of(state).options(state)), 2))
        if len(answers) != 1:
            break
        state, forced = game_of(state).step(state, answers[0]).state, forced + 1
    return len(session.lines) > forced


def fight_view(session: FightSession, *, names: Sequence[str], say: Say, language: str) -> dict[str, Any]:
    """Everything that a page needs of a fight in play."""
    state = session.state
    frame = fight_frame(state)
    start = fight_frame(session.record.start)
    is_duel = is_between_people(session.record.start)
    teller = _Teller(session, names, say, language, is_duel=is_duel)
    question = session.question
    undoable = session.undoable if can_undo(session) else None
    redoable = session.redoable
    view: dict[str, Any] = {
        "at": len(session.lines),
        "duel": is_duel,
        "guarded": isinstance(start, Duel) and not is_duel,
        "round": frame.round if frame is not None else 0,
        "order": _order(session, names, say, frame),
        "fighters": [
            _fighter(state, number, board, names[number]) for number, board in enumerate(state.boards)
        ],
        "question": {} if question is None else _question(state, question, names, say, is_duel=is_duel),
        "happened": teller.told(session.events),
        "log": teller.log(),
        "undo": teller.undone(undoable.entry) if undoable else "",
        "fork": bool(undoable and undoable.is_fork),
        "redo": teller.label(redoable.entry.answer, question) if redoable else "",
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
    if isinstance(start, MonkFight):
        view["dragon"] = {
            "name": say("combat.monk-name"),
            "kind": "monk",
            "dice": start.dice,
            "most": start.health,
            "health": max(0, _health(session, start.health)),
            "mark": "printed",
        }
    return view


def _health(session: FightSession, most: int) -> int:
    frame = fight_frame(session.state)
    if isinstance(frame, FoeFight):
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
    session: FightSession, names: Sequence[str], say: Say, frame: Fight | None
) -> list[dict[str, Any]]:
    """Who strikes in which order, once it is fixed."""
    if frame is None or isinstance(frame, MonkFight) or not frame.order:
        return []  # a monk is always first, whatever the initiative
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
            name: drawn
            for name, drawn in drawn_boards(board).items()
            if name != GearKind.SANDALS or limits.are_sandals_a_weapon
        },
    }


# ---- what is asked


def _question(
    state: ArenaState, question: Question, names: Sequence[str], say: Say, *, is_duel: bool
) -> dict[str, Any]:
    kind = question.kind
    key = "withdraw-duel" if kind == "withdraw" and is_duel else kind
    shown: dict[str, Any] = {
        "kind": kind,
        "seat": int(question.seat),
        "who": names[question.seat] if question.seat >= 0 else "",
        "text": say(f"question.{key}", **dict(question.data)),
        "rule": question.rule,
    }
    options = game_of(state).options(state)
    parts = question_parts(state, question, options, names=names, say=say)
    if parts:
        return {**shown, **parts}
    if share := share_view(state, question, options, names=names, say=say):
        return {**shown, "share": share}
    answers = first_answers(question.kind, options, state.fighter(question.seat))
    return {**shown, "choices": _choices(state, question, answers, names, say, is_duel=is_duel)}


def _choices(
    state: ArenaState,
    question: Question,
    answers: Iterable[Answer],
    names: Sequence[str],
    say: Say,
    *,
    is_duel: bool,
) -> list[dict[str, str]]:
    """Answers as buttons."""
    return [
        {
            "text": print_answer(answer, state.dice),
            "label": _capital(
                shared_label(question, answer, names)
                or answer_label(answer, say, dice=state.dice, is_duel=is_duel)
            ),
        }
        for answer in answers
    ]


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

    def label(self, answer: Any, question: Question | None) -> str:
        """An answer to this question in a few words."""
        shared = "" if question is None else shared_label(question, answer, self._names)
        return shared or answer_label(answer, self._say, dice=self._session.state.dice, is_duel=self._is_duel)

    def undone(self, entry: Entry) -> str:
        """The answer that would be taken back, in a few words."""
        lines = reversed(self._session.lines)
        return self.label(entry.answer, next((line.question for line in lines if line.entry == entry), None))

    def told(self, events: Iterable[Event]) -> list[dict[str, str]]:
        """Sentences with their rules."""
        return [
            {
                "text": event_sentence(event, language=self._language),
                "rule": event.rule,
                "who": next((self._names[int(value)] for name, value in event.data if name == "seat"), ""),
            }
            for event in events
            if event.kind not in _QUIET
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
            "text": self.label(line.entry.answer, line.question),
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
            points, teeth = max(state.scores, default=0), state.teeth_of(start.dragon)
            key = "over-won" if not state.is_group else "over-won-scored" if points else "over-won-together"
            text = say(f"combat.{key}", points=points, n=teeth)
            return {"seal": "ok", "word": say("combat.over-win"), "text": text}
        if "knocked-out" in standing:
            down = [name for name, stands in zip(names, standing, strict=True) if stands == "knocked-out"]
            return {
                "seal": "no",
                "word": say("combat.over-lose"),
                "text": say("combat.over-lost", names=", ".join(down)),
            }
        return {"seal": "but", "word": say("combat.over-left"), "text": say("combat.over-retreat")}
    if isinstance(start, MonkFight):
        return _over_with_monk(session, standing, say)
    if state.is_hostile(Seat(len(names) - 1)):
        return _over_with_guard(session, say)
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


def _over_with_guard(session: FightSession, say: Say) -> dict[str, Any]:
    told = {event.kind for line in session.lines for event in line.events}
    beaten = any(
        event.kind == "knocked-out" and session.state.is_hostile(Seat(int(value)))
        for line in session.lines
        for event in line.events
        for name, value in event.data
        if name == "seat"
    )
    if beaten:
        return {"seal": "ok", "word": say("combat.over-win"), "text": say("combat.over-guard-won")}
    if "knocked-out" in told:
        return {"seal": "no", "word": say("combat.over-lose"), "text": say("combat.over-guard-lost")}
    return {"seal": "but", "word": say("combat.over-left"), "text": say("combat.over-guard-left")}


def _over_with_monk(session: FightSession, standing: Sequence[str], say: Say) -> dict[str, Any]:
    told = {event.kind for line in session.lines for event in line.events}
    if "monk-beaten" in told:
        return {"seal": "ok", "word": say("combat.over-win"), "text": say("combat.over-monk-won")}
    if "knocked-out" in standing:
        return {"seal": "no", "word": say("combat.over-lose"), "text": say("combat.over-monk-lost")}
    return {"seal": "but", "word": say("combat.over-left"), "text": say("combat.over-retreat")}
