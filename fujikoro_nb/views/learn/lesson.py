"""What the page of every lesson shows, as plain data: head, verdict, ways on, hints, and the result of the checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import following, listed
from fujikoro_nb.learning.lesson import CHECKS, OUR_CARDS, Outcome
from fujikoro_nb.learning.run import HINTS, Run
from fujikoro_nb.rulebook.chosen import FACTS, fact_of_rule
from fujikoro_nb.rulebook.entries import entry

_SEAL = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


def frame(run: Run) -> dict[str, Any]:
    """What every lesson's page shows around the task itself."""
    step = run.step
    is_first = step is not None and not run.progress.at
    return {
        "kind": "check" if step is None else "step",
        "id": run.pending.id,
        **_head(run),
        "rule": None if step is None else _new_rule(run, step.rule),
        "ours": _mark(run, run.pending.ours),
        "hints": hint_buttons(run),
        "cost": run.say("lesson.check-cost")
        if step is None and run.finished is None and not run.is_once
        else "",
        "once": run.is_once,
        "alone": run.text("alone") if is_first else "",
        "table": None,
        "laid": None,
        "screen_only": "",
        "skip": step is not None,
        "due": len(going.due(run.progress, run.today)) if is_first else 0,
    }


LEADS_AWAY = ("next", "keep", "back")
"""Ways on that a step alone does not have."""


def alone(run: Run, view: dict[str, Any], *, has_begun: bool) -> dict[str, Any]:
    """A step by itself: no bar, no other steps, and to try again after a right answer as well."""
    ways = [one for one in view["actions"] if one["act"] not in LEADS_AWAY]
    if run.is_right:
        ways = [action(run, "again", "again", main=True)]
    view = {**view, "undo": view["undo"] if has_begun else ""}
    return {**view, "bar": [], "count": "", "goal": "", "alone": "", "skip": False, "due": 0, "actions": ways}


def _head(run: Run) -> dict[str, Any]:
    task, progress = run.pending, run.progress
    if run.step is None:
        number = len(progress.results) - (run.finished is not None)
        return {
            "bar": [] if run.is_once else _bar(["done"] * number, CHECKS),
            "count": run.say("lesson.check-once")
            if run.is_once
            else run.say("lesson.check-of", check=number + 1, checks=CHECKS),
            "title": run.text(f"check-{task.id}-title"),
            "goal": "",
            "text": run.say("lesson.check-intro") if not number and not run.is_once else "",
            "do": run.text(f"check-{task.id}-do", **task.said(language=run.language)),
        }
    rule, do = run.lesson.sentences(task, language=run.language)
    states = ["" if letter == "-" else "done" for letter in progress.done]
    return {
        "bar": [*states[: progress.at], "now", *states[progress.at + 1 :]],
        "count": run.say("lesson.step-of", step=progress.at + 1, steps=len(run.lesson.steps)),
        "title": run.text(f"{task.id}-title"),
        "goal": "" if progress.at else run.text("goal"),
        "text": rule,
        "do": do,
    }


def _mark(run: Run, ours: str) -> str:
    """What stands below sentences with numbers that no booklet prints; a lesson always plays with ours."""
    if ours == OUR_CARDS:
        return run.say("chosen.mark-cards")
    fact = fact_of_rule(ours) or next((one for one in FACTS if one.name == ours), None)
    return run.say(f"chosen.mark-{fact.says}") if fact is not None else ""


def _new_rule(run: Run, rule: str) -> dict[str, str]:
    """The rule that the step teaches, by its id and by what the rulebook says."""
    return {"id": rule, "statement": entry(rule).wording(run.language).says}


def verdict(run: Run, *, check_right: str, more: Mapping[str, str]) -> dict[str, Any] | None:
    """What was judged; ``check_right`` praises a right check, ``more`` says in a step how to go on from a seal.

    In a check it is said what a miss costs.
    """
    judged = run.judged
    if judged is None:
        return None
    seal = _SEAL[judged.outcome]
    is_counted = run.finished is not None
    more_of_step = run.say(more[seal]) if seal in more else ""
    return {
        "seal": seal,
        "word": run.say(f"lesson.seal-{seal}"),
        "sentence": check_right if is_counted and run.is_right else judged.sentence,
        "rule": judged.rule,
        "more": _cost(run) if run.step is None else more_of_step,
    }


def _cost(run: Run) -> str:
    """What a check costs that was not right."""
    if run.is_right or run.is_once:
        return ""
    if run.finished is None:
        return run.say("lesson.check-forgiven") if run.progress.slips else ""
    if not going.can_pass(run.progress):
        return run.say("lesson.check-lost")
    return run.say("lesson.check-missed")


def actions(
    run: Run, asked: list[dict[str, Any]], back: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """The ways on: ``asked`` while nothing is judged, ``back`` from what was refused, if not to the beginning."""
    if run.finished is not None:
        if run.is_once:
            return _once_actions(run)
        last = len(run.progress.results) == CHECKS
        on = action(run, "next", "check-result" if last else "check-next", main=True)
        if run.judged is None or run.is_right or run.shows_answer:
            return [on]
        return [action(run, "show-answer", "hint-show"), on]
    if run.judged is None:
        return asked
    if run.is_right:
        last = run.progress.at == len(run.lesson.steps) - 1
        return [action(run, "next", "to-checks" if last else "next", main=True)]
    again = action(run, "again", "again", main=True)
    return [action(run, "keep", "keep"), again] if run.is_other else [back or again]


def _once_actions(run: Run) -> list[dict[str, Any]]:
    """The ways on from a check that was tried by itself."""
    leave = action(run, "leave-check", "once-leave", main=run.is_right)
    again = action(run, "once-again", "once-again", main=not run.is_right)
    if run.judged is None or run.is_right or run.shows_answer:
        return [again, leave]
    return [action(run, "show-answer", "hint-show"), leave, again]


def action(run: Run, act: str, key: str, *, main: bool = False) -> dict[str, Any]:
    """A button: what it does, and its label."""
    return {"act": act, "label": run.say(f"lesson.{key}"), "main": main}


def hint_buttons(run: Run) -> list[dict[str, Any]]:
    """A button for each hint; in a check only the last one, none once it is judged."""
    if run.finished is not None:
        return []
    names = HINTS if run.step else HINTS[-1:]
    on = run.progress.hints
    return [
        {"number": number, "label": run.say(f"lesson.hint-{name}"), "on": on == number}
        for number, name in enumerate(HINTS, 1)
        if name in names
    ]


def hint_sentence(run: Run, *, shown: str, answer: str) -> str:
    """The hint asked for: ``shown`` is the last one's sentence, ``answer`` the one under a missed check."""
    if run.shows_answer:
        return answer
    number = run.progress.hints
    if not number or run.finished is not None:
        return ""
    return shown if number == len(HINTS) else run.text(f"{run.pending.id}-{HINTS[number - 1]}")


def undo_label(run: Run, own: str) -> str:
    """What undo takes back: what was done here, which is ``own``, or the last step."""
    if run.finished is not None:
        return ""
    if own:
        return own
    if run.step is not None and run.progress.at:
        return run.say("lesson.undo-step", step=run.progress.at)
    return ""


def result(run: Run, *, game: str, after: str = "") -> dict[str, Any]:
    """The page after the three checks. ``game``: the address of a real game, to which this lesson leads; ``after``:
    that of the lesson that follows it; or empty.
    """
    passed = going.has_passed(run.progress)
    right = sum(letter != "m" for letter in run.progress.results)
    counts = {"right": right, "checks": CHECKS}
    on = [action(run, "restart", "restart")]
    if not passed:
        on = [
            action(run, "steps", "back-to-steps"),
            action(run, "other-checks", "other-checks", main=True),
        ]
    onward = {"onward": {"href": game, "label": run.text("play")}} if passed and game else {}
    title = _following(run)
    if passed and after and title:
        onward["after"] = {"href": after, "label": run.say("lesson.following", title=title)}
    return {
        "kind": "result",
        "id": "passed" if passed else "failed",
        "bar": _bar(["done"] * CHECKS, CHECKS),
        "count": "",
        "title": run.text("passed-title") if passed else run.say("lesson.failed-title"),
        "text": run.text("passed", **counts) if passed else run.say("lesson.failed", **counts),
        "seal": "ok" if passed else "but",
        "word": run.say("lesson.seal-passed" if passed else "lesson.seal-failed"),
        "results": [_check_result(run, number) for number in range(len(run.progress.results))],
        "actions": on,
        "undo": "",
        **onward,
    }


def _following(run: Run) -> str:
    lesson = following(listed(run.lesson.id))
    return "" if lesson is None else run.say(f"lesson-{lesson.id}.title")


def _check_result(run: Run, number: int) -> dict[str, Any]:
    """One check on the result page; a missed one with the rules that it tested."""
    kind, letter = run.kind_of(number), run.progress.results[number]
    title, word = run.text(f"check-{kind}-title"), run.say(f"lesson.result-{letter}")
    said = {"text": run.say("lesson.result-line", title=title, result=word)}
    if letter != "m":
        return {**said, "rules": [], "again": "", "keep": None}
    code = going.once_code(kind, run.seed_of(number))
    keep = {
        "id": f"check:{run.lesson.id}:{code}",
        "kind": "check",
        "lesson": run.lesson.id,
        "code": code,
        "says": run.say("lesson.mistake-says", lesson=run.text("title"), title=title),
    }
    return {**said, "rules": list(run.lesson.checks[kind]), "again": code, "keep": keep}


def _bar(states: list[str], length: int) -> list[str]:
    """The steps of a progress bar: those done, the one at hand, those to come."""
    rest = length - len(states)
    return [*states, *(["now"] if rest else []), *([""] * (rest - 1))]
