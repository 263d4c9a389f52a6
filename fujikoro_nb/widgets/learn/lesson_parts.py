"""What the pages of all lessons show, as plain data: head, verdict, ways on, hints, and the result of the checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.widgets.learn.lesson_flow import HINTS

if TYPE_CHECKING:
    from fujikoro_nb.widgets.learn.lesson_flow import LessonFlow

SEAL = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


def frame(page: LessonFlow) -> dict[str, Any]:
    """What every lesson's page shows around the task itself."""
    step = page.step
    is_first = step is not None and not page.progress.at
    return {
        "kind": "check" if step is None else "step",
        "id": page.pending.id,
        **_head(page),
        "rule": None if step is None else new_rule(page, step.rule),
        "hints": hint_buttons(page),
        "cost": page.say("lesson.check-cost") if step is None and page.finished is None else "",
        "alone": page.text("alone") if is_first else "",
        "table": None,
        "skip": step is not None,
        "due": len(going.due(page.progress, page.today)) if is_first else 0,
    }


def _head(page: LessonFlow) -> dict[str, Any]:
    task, progress, lesson = page.pending, page.progress, page.lesson
    if page.step is None:
        number = len(progress.results) - (page.finished is not None)
        return {
            "bar": bar(["done"] * number, going.CHECKS),
            "count": page.say("lesson.check-of", check=number + 1, checks=going.CHECKS),
            "title": page.text(f"check-{task.id}-title"),
            "goal": "",
            "text": page.say("lesson.check-intro") if not number else "",
            "do": page.text(f"check-{task.id}-do", **dict(task.slots)),
        }
    rule, do = lesson.sentences(task, language=page.language)
    states = ["" if letter == "-" else "done" for letter in progress.done]
    return {
        "bar": [*states[: progress.at], "now", *states[progress.at + 1 :]],
        "count": page.say("lesson.step-of", step=progress.at + 1, steps=len(lesson.steps)),
        "title": page.text(f"{task.id}-title"),
        "goal": "" if progress.at else page.text("goal"),
        "text": rule,
        "do": do,
    }


def new_rule(page: LessonFlow, rule: str) -> dict[str, str]:
    """The rule that the step teaches, by its id and by what the rulebook says."""
    return {"id": rule, "statement": entry(rule).wording(page.language).says}


def verdict(page: LessonFlow, *, check_right: str, more: Mapping[str, str]) -> dict[str, Any] | None:
    """What was judged; ``check_right`` praises a right check, ``more`` says in a step how to go on from a seal."""
    judged = page.judged
    if judged is None:
        return None
    seal = SEAL[judged.outcome]
    is_check = page.finished is not None
    return {
        "seal": seal,
        "word": page.say(f"lesson.seal-{seal}"),
        "sentence": check_right if is_check and page.is_right else judged.sentence,
        "rule": judged.rule,
        "more": page.say(more[seal]) if seal in more and not is_check else "",
    }


def actions(
    page: LessonFlow, asked: list[dict[str, Any]], back: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The ways on: ``asked`` while nothing is judged, ``back`` from what was refused, if not to the beginning."""
    judged = page.judged
    if page.finished is not None:
        last = len(page.progress.results) == going.CHECKS
        on = action(page, "next", "check-result" if last else "check-next", main=True)
        if judged is None or page.is_right or page.shows_answer:
            return [on]
        return [action(page, "show-answer", "hint-show"), on]
    if judged is None:
        return asked
    if page.is_right:
        last = page.progress.at == len(page.lesson.steps) - 1
        return [action(page, "next", "to-checks" if last else "next", main=True)]
    again = action(page, "again", "again", main=True)
    if judged.outcome == Outcome.OTHER:
        return [action(page, "keep", "keep"), again]
    return [back or again]


def action(page: LessonFlow, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
    """A button: what it does, and its label."""
    return {"act": act, "label": page.say(f"lesson.{key}"), "main": main}


def hint_buttons(page: LessonFlow) -> list[dict[str, Any]]:
    """A button for each hint; in a check only the last one, none once it is judged."""
    if page.finished is not None:
        return []
    names = HINTS if page.step else HINTS[-1:]
    on = page.progress.hints
    return [
        {"number": number, "label": page.say(f"lesson.hint-{name}"), "on": on == number}
        for number, name in enumerate(HINTS, 1)
        if name in names
    ]


def hint_sentence(page: LessonFlow, *, shown: str, answer: str) -> str:
    """The hint asked for: ``shown`` is the last one's sentence, ``answer`` the one under a missed check."""
    if page.shows_answer:
        return answer
    number = page.progress.hints
    if not number or page.finished is not None:
        return ""
    return shown if number == len(HINTS) else page.text(f"{page.pending.id}-{HINTS[number - 1]}")


def undo_label(page: LessonFlow, own: str) -> str:
    """What undo takes back: what was done here, which is ``own``, or the last step."""
    if page.finished is not None:
        return ""
    if own:
        return own
    if page.step is not None and page.progress.at:
        return page.say("lesson.undo-step", step=page.progress.at)
    return ""


def result(page: LessonFlow) -> dict[str, Any]:
    """The page after the three checks."""
    progress = page.progress
    passed = going.has_passed(progress)
    right = sum(letter != "m" for letter in progress.results)
    key = "passed" if passed else "failed"
    counts = {"right": right, "checks": going.CHECKS}
    actions = [action(page, "restart", "restart")]
    if not passed:
        actions = [
            action(page, "steps", "back-to-steps"),
            action(page, "other-checks", "other-checks", main=True),
        ]
    return {
        "kind": "result",
        "id": key,
        "bar": bar(["done"] * going.CHECKS, going.CHECKS),
        "count": "",
        "title": page.text("passed-title") if passed else page.say("lesson.failed-title"),
        "text": page.text("passed", **counts) if passed else page.say("lesson.failed", **counts),
        "seal": "ok" if passed else "but",
        "word": page.say("lesson.seal-passed" if passed else "lesson.seal-failed"),
        "results": [_check_result(page, number) for number in range(len(progress.results))],
        "actions": actions,
        "undo": "",
    }


def _check_result(page: LessonFlow, number: int) -> dict[str, Any]:
    """One check on the result page; a missed one with the rules that it tested."""
    kind, letter = page.kind_of(number), page.progress.results[number]
    title, word = page.text(f"check-{kind}-title"), page.say(f"lesson.result-{letter}")
    return {
        "text": page.say("lesson.result-line", title=title, result=word),
        "rules": list(page.rules_of_checks[kind]) if letter == "m" else [],
    }


def bar(states: list[str], length: int) -> list[str]:
    """The steps of a progress bar: those done, the one at hand, those to come."""
    rest = length - len(states)
    return [*states, *(["now"] if rest else []), *([""] * (rest - 1))]
