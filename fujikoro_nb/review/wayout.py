"""The way out as a plan: once time runs, the exact planner's quickest one is compared with whatever was done."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.bots.bot import why
from fujikoro_nb.bots.planner.rollout import Part, Plan
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Answer, Question
from fujikoro_nb.helper.quick.escape_clock import runs
from fujikoro_nb.helper.quick.escape_plan import escape_plan, is_settled
from fujikoro_nb.helper.quick.escape_way import MOVE, PlannedTurn
from fujikoro_nb.review.moments import WALK


def ways_out(view: GameState, question: Question) -> Iterator[Plan]:
    """Of each palace that can be reached what the turn that goes on has to do for it; nothing before time runs."""
    if question.kind != "act" or not runs(view) or not is_settled(view):
        return
    for way in escape_plan(view, question.seat).ways:
        first = next((turn for turn in way.turns if turn.number == 1 and turn.legs), None)
        parts = () if first is None else _parts(view, question, first)
        if parts:
            yield Plan(parts, why("leave"))


def _parts(view: GameState, question: Question, turn: PlannedTurn) -> tuple[Part, ...]:
    """The answers of a planned turn, as far as nothing else is asked between them."""
    game, state, parts = game_of(view), view, list[Part]()

    def play(kind: str, answer: Answer) -> bool:
        nonlocal state
        asked = game.question(state)
        is_meant = asked is not None and asked.seat == question.seat and asked.kind == kind
        if not is_meant or game.check(state, answer) is not None:
            return False
        state = game.step(state, answer).state
        parts.append(Part(kind, answer))
        return True

    for leg in turn.legs:
        if leg.action != MOVE or leg.leapt or not play("act", Act("move", leg.monk)):
            break
        if leg.path and not play(WALK, Walk(leg.path)):
            break
        play(WALK, Halt())
    return tuple(parts)
