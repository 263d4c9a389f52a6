"""What is asked, what a check of a turn says and why, and the hints; the prices are those of every puzzle."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Material
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, HintKind, Outcome
from fujikoro_nb.puzzles.plans.play import Unsure, played
from fujikoro_nb.puzzles.plans.puzzle import AIMS, Answers, PlanEntry, PlanKind, PlanPuzzle, worth_of
from fujikoro_nb.puzzles.plans.words import space_name, way_words
from fujikoro_nb.texts import refusal_sentence, say

MAX_ANSWER = 600
_NEXT = "; "

RULE: Mapping[PlanKind, str] = {
    PlanKind.LAVA: "move.lava.cost",
    PlanKind.HAUL: "gather.what",
    PlanKind.PACK: "backpack.unit",
    PlanKind.LAY: "explore.orient",
    PlanKind.ESCAPE: "escape.secret",
}
"""What each kind rests on."""


def joined(answers: Answers) -> str:
    """A row of answers as a text."""
    return _NEXT.join(answers)


def parted(text: str) -> Answers:
    """The answers of such a text. Raises Unreadable for a text that is none.

    >>> parted("move; walk I-1.4; halt")
    ('move', 'walk I-1.4', 'halt')
    """
    answers = tuple(filter(None, text.split(_NEXT)))
    if not answers or len(text) > MAX_ANSWER:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    for one in answers:
        if parse_game_answer(one) is None and not one.startswith(("stow ", "pay ")):
            raise Unreadable("answer-word", one[:40], 0, word=one[:10])
    return answers


def check_plan(entry: PlanEntry, text: str, *, language: str = "en") -> Feedback:
    """What the engine and the proof say to a whole turn. Raises Unreadable for a text that is none."""
    puzzle, certificate = entry.puzzle, entry.certificate
    try:
        line = played(puzzle, parted(text))
    except Unsure as error:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10]) from error
    if line.refusal is not None:
        return Feedback(Outcome.ILLEGAL, refusal_sentence(line.refusal, language=language), line.refusal.rule)
    if not line.is_over:
        raise Unreadable("answer-word", text[:40], 0, word=text[:10])
    rule, worth = RULE[puzzle.kind], worth_of(puzzle, line.state)
    if worth is None:
        at = line.state.samurai[0].space
        missed = say(
            f"plan-puzzle.missed-{puzzle.kind}",
            language=language,
            at=space_name(at, language=language) if at else "",
            to=space_name(puzzle.to, language=language) if puzzle.to else "",
            needs=puzzle.needs,
        )
        return Feedback(Outcome.NOT_GOAL, missed, rule)
    unit = AIMS[puzzle.kind].unit
    best, second = certificate.found[0].worth, certificate.found[1].worth
    if worth >= best:
        return Feedback(Outcome.RIGHT, say(f"plan-puzzle.right-{unit}", language=language, worth=worth), rule)
    if worth == second:
        words = say(f"plan-puzzle.but-{unit}", language=language, worth=worth, best=best)
        return Feedback(Outcome.RIGHT_BUT, words, rule)
    return Feedback(Outcome.NOT_GOAL, say(f"plan-puzzle.less-{unit}", language=language, worth=worth), rule)


def statement(puzzle: PlanPuzzle, *, language: str = "en") -> str:
    """What is asked, in one sentence (need P1); the map is drawn beside it."""
    to = space_name(puzzle.to, language=language) if puzzle.to else ""
    key = f"plan-puzzle.statement-{puzzle.kind}"
    each = {name: absorption_of(name, rulings=ADOPTED) for name in MATERIALS}
    worths = {"wood": each[Material.WOOD], "metal": each[Material.METAL], "tooth": each[Material.TOOTH]}
    return say(key, language=language, to=to, needs=puzzle.needs, turns=puzzle.turns, **worths)


def plan_hint(entry: PlanEntry, kind: HintKind, *, language: str = "en") -> str:
    """The sentence of one hint."""
    puzzle, best = entry.puzzle, entry.certificate.best
    match kind:
        case HintKind.TECHNIQUE:
            return say(f"plan-thought.{entry.rated.hardest}", language=language)
        case HintKind.REGION:
            return say(f"plan-puzzle.hint-{AIMS[puzzle.kind].unit}", language=language, worth=best.worth)
        case HintKind.COLOUR:
            acts = [one for one in best.way if one in ("move", "explore", "gather")]
            said = ", ".join(say(f"plan-puzzle.way-{one}", language=language) for one in acts)
            return say("plan-puzzle.hint-acts", language=language, acts=said)
        case HintKind.CUBE:
            first = way_words(puzzle, best.way[: _first_action(best.way)], language=language)
            return say("plan-puzzle.hint-first", language=language, way=first)
        case _:
            way = way_words(puzzle, best.way, language=language)
            return say("plan-puzzle.hint-solution", language=language, way=way)


def _first_action(way: Answers) -> int:
    """How many of the answers belong to the first action."""
    later = (number for number, one in enumerate(way) if number and one in ("move", "explore", "gather"))
    return next(later, len(way))
