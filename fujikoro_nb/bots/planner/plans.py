"""The plans that are compared at a question: what the heuristic bot would do, and what else comes near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from fujikoro_nb.bots.bot import Choice, Why, why
from fujikoro_nb.bots.planner.rollout import Part, Plan
from fujikoro_nb.bots.points import DISC, PointsPlay, Table, Weighed, built
from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Act, Use, Walk
from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing
from fujikoro_nb.engine.kernel import Answer

MOST_ENDS = 5
"""Ends of a move that are compared."""
MOST_CRAFTS = 3
MOST_PARTS = 4
BETWEEN = ("part", "stow")
"""Kinds of questions between an action and its way, where a card adds to it: they are answered as usual."""
MOST_OTHERS = 6
"""A question with more answers is answered as usual."""

AS_USUAL = frozenset(
    (
        "roll-dice",
        "window",
        "send-monk",
        "pay-damage",
        "lose-cubes",
        "stow",
        "turn-tile",
        "offer",
        "first-weapon",
    )
)
"""Kinds of questions that are not worth the time: what is best there is known, or matters little."""


def plans_at(table: Table, usual: Choice, play: PointsPlay) -> tuple[Plan, ...]:
    """The plans at a question, each once, the usual one first; that alone where there is nothing to compare."""
    _, _, question = table
    first = Plan((Part(question.kind, usual.answer),), usual.why)
    if question.kind in AS_USUAL:
        return (first,)
    found = {first.parts: first}
    for plan in _all_at(table, play):
        if len(plan.parts) > 1 and plan.answer == usual.answer and first.parts in found:
            # The usual way of an action is one of its own plans: told by where it leads.
            del found[first.parts]
        found.setdefault(plan.parts, plan)
    same = [plan for plan in found.values() if plan.answer == usual.answer]
    first = found.get(first.parts) or max(same, key=lambda one: one.promise)
    return (first, *(plan for plan in found.values() if plan is not first))


def _all_at(table: Table, play: PointsPlay) -> Iterator[Plan]:
    game, view, question = table
    match question.kind:
        case "act":
            yield from _turns(table, play)
        case "walk":
            for way in _ends(play, table, MOST_ENDS + 1):
                yield Plan((Part("walk", way.answer),), way.reason, way.worth)
        case "craft":
            crafts = sorted(play.crafts(view, question.seat), key=lambda one: -one.gain)
            for crafted in crafts[:MOST_CRAFTS]:
                yield Plan((Part("craft", crafted.craft),), built(crafted))
            yield Plan((Part("craft", CraftNothing()),), why("craft-nothing"))
        case kind:
            options = game.options(view)
            answers = tuple(islice(options, MOST_OTHERS + 1)) if options.is_complete else ()
            if len(answers) <= MOST_OTHERS:
                for answer in answers:
                    yield Plan((Part(kind, answer),), PLAYED_OUT)


PLAYED_OUT = why("played-out")
"""Of an answer that is compared because it can be given: nothing speaks for it before."""


def _turns(table: Table, play: PointsPlay) -> Iterator[Plan]:
    """Each action; a move with each end that comes near the best one."""
    game, view, _ = table
    legal = list(game.options(view))
    for weighed in play.weigh_acts(table, legal):
        act = weighed.answer
        begun = _to_walk(table, act, play) if isinstance(act, Act) and act.field == "move" else None
        if begun is None:
            yield Plan((Part("act", act),), weighed.reason, weighed.worth)
            continue
        parts, walking = begun
        ways = _ends(play, walking, MOST_ENDS, is_begun=False)
        for way in sorted(ways, key=_stays):
            # Who goes nowhere spends the disc for something else.
            reason = weighed.reason if _stays(way) else way.reason
            yield Plan((*parts, Part("walk", way.answer)), reason, way.worth - DISC)
    for answer in legal:
        if isinstance(answer, Use):
            yield Plan((Part("act", answer),), why("use"))


def _to_walk(table: Table, act: Answer, play: PointsPlay) -> tuple[tuple[Part, ...], Table] | None:
    """The answers up to the choice of the way, with what a card brings before it; None where none comes."""
    game, view, question = table
    parts: tuple[Part, ...] = (Part("act", act),)
    state = game.step(view, act).state
    while (asked := game.question(state)) is not None and asked.seat == question.seat:
        if asked.kind == "walk":
            return parts, (game, state, asked)
        if asked.kind not in BETWEEN or len(parts) > MOST_PARTS:
            return None
        answer = play.choose(game, state, asked).answer
        parts, state = (*parts, Part(asked.kind, answer)), game.step(state, answer).state
    return None


def _stays(way: Weighed) -> bool:
    return not isinstance(way.answer, Walk | Leap)


def _ends(play: PointsPlay, table: Table, most: int, *, is_begun: bool = True) -> list[Weighed]:
    """The best ways of a move, one for each end."""
    best: dict[Answer | str, Weighed] = {}
    for way in sorted(play.weigh_ways(table, is_begun=is_begun), key=lambda one: -one.worth):
        end = way.answer.path[-1] if isinstance(way.answer, Walk | Leap) and way.answer.path else ""
        if len(best) < most:
            best.setdefault(end, way)
    return list(best.values())


def likely(plans: Sequence[Plan], most: int | None) -> tuple[Plan, ...]:
    """The usual plan, which stands first, and those that the heuristic bot thinks most of; all without a ``most``."""
    first, *others = plans
    if most is None:
        return tuple(plans)
    return (first, *sorted(others, key=lambda one: -one.promise)[: most - 1])


def reason_of(plan: Plan, usual: Choice) -> Why:
    """Why the bot does it: in the words of the heuristic bot where that does the same."""
    return usual.why if plan.answer == usual.answer else plan.reason
