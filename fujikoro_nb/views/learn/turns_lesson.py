"""What the page of the lesson on turns shows beside the map, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Share
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer, print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import MoveFirst, Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES
from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.run import Run
from fujikoro_nb.learning.turns.task import SEAT, Answers
from fujikoro_nb.views.game.trade import shared
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, undo_label, verdict

ACTIONS = ("explore", "gather", "rest")
"""Actions with a button; a move is a tap on the map."""

SIXTHS = 6
"""explore.orient"""

_POINTED = {"place": "go-place", "dragon-order": "go-dragon"}
"""Questions that are answered on the map alone, and what the button says until something is chosen there."""


class OnMap(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it stands, what the map offers, and what is chosen there."""

    start: GameState
    """As it was when the task began."""
    state: GameState
    has_begun: bool
    """Whether anything was done in this task."""
    rows: tuple[Mapping[str, Any], ...]
    """The spaces that can be tapped, as the map has them."""
    selected: str
    offered: str
    """The space of the answer that the map has made of what is chosen; empty: none."""

    @property
    def asks(self) -> str:
        """The kind of the pending question to the learner; empty when something else is pending."""
        return asks(self.state)


def asks(state: GameState) -> str:
    """The kind of the pending question to the learner; empty when something else is pending."""
    question = game_of(state).question(state)
    return question.kind if question is not None and question.seat == SEAT else ""


def around(state: GameState) -> list[str]:
    """Where a group's samurai and dragons are: all of them count; else one's own samurai and what is explored."""
    laid = [(one, tile) for one, tile in zip(PLACES, state.ground, strict=True) if tile]
    if not state.is_group:
        return [state.samurai[SEAT].space, *(f"{one.id}.0" for one, _ in laid)]
    lairs = [f"{one.id}.0" for one, tile in laid if tile.dragon]
    return [*lairs, *(samurai.space for samurai in state.samurai if samurai.is_on_map)]


def is_live(run: Run) -> bool:
    """Whether the learner may still do something in this task."""
    is_judged = run.judged is not None and run.judged.outcome in (Outcome.RIGHT, Outcome.OTHER)
    return run.finished is None and not run.is_over and not is_judged


def turns_view(run: Run, on_map: OnMap) -> dict[str, Any]:
    """What its front end draws."""
    way = _way(run, on_map.start, run.pending.right[0])
    own = run.say("turn-task.undo-done") if on_map.has_begun else ""
    return {
        **frame(run),
        "turn": _turn(run, on_map),
        "verdict": verdict(
            run, check_right=run.say("turn-task.check-right"), more={"but": "lesson.other-more"}
        ),
        "actions": actions(run, []),
        "hint": hint_sentence(
            run,
            shown=run.say("turn-task.shown", way=way),
            answer=run.say("turn-task.answer-shown", way=way),
        ),
        "undo": undo_label(run, own),
    }


def _turn(run: Run, on_map: OnMap) -> dict[str, Any]:
    """The turn as it stands: what the samurai has, and the ways to go on."""
    samurai, board = on_map.state.samurai[SEAT], on_map.state.fighter(SEAT)
    happened = run.judged.happened if run.judged is not None else ()
    spent = sum(samurai.fields)
    return {
        "pool": board.pool,
        "spent": spent,
        "discs": run.say("turn-task.discs", ready=board.pool, all=board.pool + spent),
        "cubes": str(board.backpack.cubes),
        "backpack": run.say("turn-task.backpack"),
        "points": run.say("turn-task.points", points=samurai.score) if on_map.state.has_points else "",
        "group": _group(run, on_map.state),
        "buttons": _buttons(run, on_map) if is_live(run) else [],
        "spaces": _spaces(on_map) if is_live(run) else [],
        "happened": [{"text": sentence, "rule": rule} for sentence, rule in happened],
    }


def _group(run: Run, state: GameState) -> dict[str, Any] | None:
    """The round and the lives of those who play together; None where everybody plays alone."""
    party = state.party
    if party is None:
        return None
    words = _words(run)
    return {
        "round": run.say("turn-task.group", round=party.round, of=last_of(state)),
        "lives": [
            {"name": words.seat(seat), "left": left, "most": state.mode.said.lives}
            for seat, left in enumerate(party.lives)
        ],
    }


def _words(run: Run) -> Words:
    names = [run.say(f"turn-task.{key}") for key in ("you", "ally")]
    return Words(names, run.say, run.language)


def choices(state: GameState) -> tuple[str, ...]:
    """What is answered by a button of its own: how teeth are shared, and what could be given away."""
    question = game_of(state).question(state)
    if question is None or question.seat != SEAT or question.kind not in ("act", "share-teeth"):
        return ()
    options = (one for one in game_of(state).options(state) if isinstance(one, Offer | Share))
    return tuple(map(print_game_answer, options))


def _called(run: Run, state: GameState, text: str) -> str:
    """Such an answer in words."""
    words, answer = _words(run), parse_game_answer(text)
    if isinstance(answer, Offer):
        return run.say("turn-task.give", name=words.seat(answer.to), cubes=str(answer.gives.cubes))
    return shared(state, answer, words) if isinstance(answer, Share) else ""


def _buttons(run: Run, on_map: OnMap) -> list[dict[str, Any]]:
    offered = on_map.offered
    row = next((one for one in on_map.rows if offered and offered in one["spaces"]), None)
    if on_map.asks == "turn-tile":
        return [
            _button(run, "turn", "turn-left", by=-1),
            _button(run, "turn", "turn-right", by=1),
            _button(run, "lay", "lay", main=True),
        ]
    if on_map.asks in _POINTED:
        go = _button(run, "go", _POINTED[on_map.asks], main=row is not None, off=row is None)
        return [{**go, "label": row["go"] if row else go["label"]}]
    own = [
        {
            **_button(run, "choose", "choose", text=text),
            "key": f"choose-{number}",
            "label": _called(run, on_map.state, text),
        }
        for number, text in enumerate(choices(on_map.state))
    ]
    if on_map.asks != "act":
        return own
    go = _button(run, "go", "go-move", main=row is not None, off=row is None)
    go = {**go, "label": row["go"] if row else go["label"], "discs": _spent(on_map, "move")}
    takes = [
        {**_button(run, "take", action, action=action), "discs": _spent(on_map, action)} for action in ACTIONS
    ]
    return [go, *takes, *own]


def _spent(on_map: OnMap, field: str) -> int:
    """Discs that lie on the field of an action; a rest has none."""
    fields = on_map.state.samurai[SEAT].fields
    return fields[SLOTS.index(field)] if field in SLOTS else 0


def _button(
    run: Run, act: str, key: str, *, main: bool = False, off: bool = False, **fields: Any
) -> dict[str, Any]:
    return {
        "key": key,
        "act": act,
        "fields": fields,
        "label": run.say(f"turn-task.{key}") if act != "choose" else "",
        "main": main,
        "off": off,
        "discs": 0,
    }


def _spaces(on_map: OnMap) -> list[dict[str, Any]]:
    """Where the map can be tapped, for those who do not tap."""
    return [
        {
            "space": row["spaces"][0],
            "name": row["name"],
            "about": ", ".join(filter(None, (row["text"], row["price"]))),
            "on": on_map.selected in row["spaces"],
        }
        for row in on_map.rows
    ]


def _way(run: Run, start: GameState, answers: Answers) -> str:
    """A row of answers as a person does them on this page."""
    said = []
    for answer in answers:
        verb, *words = answer.split()
        match verb:
            case "walk" | "place":
                said.append(run.say(f"turn-task.way-{verb}", space=words[-1]))
            case "turn":
                sixths = -int(words[0]) % SIXTHS
                key = "turn" if sixths else "lay"
                said.append(run.say(f"turn-task.way-{key}", sixths=sixths))
            case "explore" | "gather" | "rest":
                said.append(run.say("turn-task.way-press", button=run.say(f"turn-task.{verb}")))
            case "offer" | "share":
                button = _called(run, start, answer)
                said.append(run.say("turn-task.way-press", button=button))
            case "dragon":
                first = parse_game_answer(answer)
                assert isinstance(first, MoveFirst), "that is what its text says"
                said.append(run.say("turn-task.way-dragon", space=lair_of(start, first.dragon) or ""))
    return ", ".join(said)
