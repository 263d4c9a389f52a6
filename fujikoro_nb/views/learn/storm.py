"""What the page of a storm shows, as plain data: the question, how it stands, what was missed and why."""

from __future__ import annotations

import datetime
from typing import Any

from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.puzzles.storm.run import (
    BONUS_EVERY,
    BONUS_SECONDS,
    MISS_SECONDS,
    MOST_MISSES,
    MOST_ROUND,
    SECONDS,
    Once,
    Scores,
    Storm,
)
from fujikoro_nb.puzzles.storm.tasks import LIMITS, Task, task
from fujikoro_nb.texts import decimal, refusal_sentence, say


def storm_view(
    storm: Storm | None,
    scores: Scores,
    before: Scores,
    *,
    once: Once | None = None,
    round: tuple[Storm, ...] = (),  # noqa: A002 - what it is
    language: str,
) -> dict[str, Any]:
    """``storm`` is None before the first one; ``before`` are the scores that it met; ``once`` is one question alone;
    ``round`` those who had the same questions on this device before.
    """
    shown = StormShown(language)
    state = "ready" if storm is None else "over" if storm.is_over else "running"
    if once is not None:
        state = "once"
    return {
        "state": state,
        "at": 0 if storm is None else len(storm.said),
        "rules": [
            shown.say("rule-miss", seconds=MISS_SECONDS),
            shown.say("rule-bonus", n=BONUS_EVERY, seconds=BONUS_SECONDS),
            shown.say("rule-over", n=MOST_MISSES),
        ],
        "seconds": SECONDS,
        "task": shown.task(storm.pending) if storm is not None and state == "running" else None,
        "stands": None if storm is None else _stands(storm),
        "said": "" if storm is None or not storm.said else shown.last(storm),
        "result": shown.result(storm, before, has_passed=bool(round))
        if storm is not None and state == "over"
        else None,
        "passed": shown.passed(storm, round),
        "can_pass": storm is not None
        and state == "over"
        and bool(storm.said or round)  # whoever answers nothing does not end the round of the others
        and len(round) < MOST_ROUND,
        "once": None if once is None else shown.once(once, has_list=storm is not None),
        "best": [shown.score(one.right, one.longest, one.day) for one in scores.best],
    }


def _stands(storm: Storm) -> dict[str, Any]:
    """The numbers of the band above the question; ``credit`` is what the clock adds to its time."""
    return {
        "right": storm.right,
        "combo": storm.combos[-1],
        "every": BONUS_EVERY,
        "misses": len(storm.missed),
        "most": MOST_MISSES,
        "credit": storm.credit,
    }


class StormShown:
    """Questions of a storm and what is said of them, in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, /, **data: object) -> str:
        """A sentence of the storm."""
        return say(f"storm.{key}", language=self.language, **data)

    def task(self, one: Task, *, has_marks: bool = False) -> dict[str, Any]:
        """The question with what lies there; where it lies that the reason is about only when it is told."""
        return {
            "kind": str(one.kind),
            "question": self.say(f"ask-{one.kind}"),
            "yes": self.say(f"yes-{one.kind}"),
            "no": self.say(f"no-{one.kind}"),
            "board": self.board(one, has_marks=has_marks),
            "card": self.card(one),
        }

    def board(self, one: Task, *, has_marks: bool) -> dict[str, Any]:
        """What lies there."""
        columns, rows = LIMITS.area_size(one.gear)
        rest = one.drawing.replace(":", "").split("/")
        lines = [rest[row] if row < len(rest) else "" for row in range(rows)]
        marks = [list(column_row(cell)) for cell in cells_of(one.marks)] if has_marks else []
        return {
            "gear": str(one.gear),
            "name": say(f"theme.{one.gear}", language=self.language),
            "rows": [line.ljust(columns, ".")[:columns] for line in lines],
            "left": LIMITS.weapon.left_columns if one.gear == GearKind.WEAPON else columns,
            "marks": marks,
        }

    def card(self, one: Task) -> dict[str, Any] | None:
        """The card that is asked about; None where there is none."""
        if one.card is None:
            return None
        is_house = one.card.provenance == Provenance.HOUSE
        return {
            "name": one.card.title(language=self.language),
            "mark": say("puzzle.house" if is_house else "puzzle.own", language=self.language),
            "house": is_house,
            "pattern": one.card.pattern,
        }

    def why(self, one: Task) -> str:
        """Why the answer is what it is."""
        if one.refusal is not None:
            return refusal_sentence(one.refusal, language=self.language)
        cube = say(f"word.{one.cube}", language=self.language) if one.cube else ""
        return self.say(f"why-{one.reason}", n=one.n, most=one.most, cube=cube)

    def last(self, storm: Storm) -> str:
        """What became of the last answer, in a line beside the next question."""
        if storm.verdicts[-1]:
            return self.say("right", n=storm.combos[-1])
        return self.say("miss", why=self.why(task(storm.seed, len(storm.said) - 1)))

    def result(self, storm: Storm, before: Scores, *, has_passed: bool) -> dict[str, Any]:
        """What a storm brought, beside the scores that it met; of somebody to whom the device was passed, alone."""
        lines = [] if has_passed else [self._beside(storm, before)]
        lines.append(self.say("longest", n=max(storm.combos)))
        if len(storm.missed) >= MOST_MISSES:
            lines.append(self.say("over-misses", n=MOST_MISSES, left=storm.left))
        if storm.pace is not None:
            pace = decimal(storm.pace, 1, lambda key, **data: say(key, language=self.language, **data))
            lines.append(self.say("pace", seconds=pace))
        return {
            "right": storm.right,
            "unit": self.say("unit-right", n=storm.right),
            "lines": lines,
            "missed": [self.missed(storm, number) for number in storm.missed],
        }

    def _beside(self, storm: Storm, before: Scores) -> str:
        """The score beside the best one so far."""
        if not before.best:
            return self.say("first-storm")
        best = before.best[0].right
        return self.say("best-now" if storm.right > best else "best-before", best=best)

    def passed(self, storm: Storm | None, before: tuple[Storm, ...]) -> dict[str, Any] | None:
        """How the players of one device did at the same questions, and whose turn it is; None: nobody passed it on."""
        if not before:
            return None
        has_ended = storm is not None and storm.is_over
        every = (*before, storm) if storm is not None and has_ended else before
        ahead = max((one.right, max(one.combos)) for one in every)
        lines = []
        for n, one in enumerate(every, 1):
            reached = one.right, max(one.combos)
            key = "player-ahead" if reached == ahead and len(every) > 1 else "player"
            lines.append(self.say(key, n=n, right=one.right, longest=reached[1]))
        return {
            "turn": "" if has_ended else self.say("passed", n=len(before) + 1),
            "lines": lines,
            "kept": self.say("passed-kept"),
        }

    def once(self, once: Once, *, has_list: bool) -> dict[str, Any]:
        """A question by itself; once it is answered, with the reason and where it lies."""
        one, is_told = once.task, once.said is not None
        is_right = once.said == one.answer
        return {
            **self.task(one, has_marks=is_told),
            "code": once.code,
            "keep": self.keep(once),
            "seal": "" if not is_told else "ok" if is_right else "no",
            "word": "" if not is_told else self.say("once-right" if is_right else "once-miss"),
            "why": self.why(one) if is_told else "",
            "rule": one.rule if is_told else "",
            "has_list": has_list,
        }

    def keep(self, once: Once) -> dict[str, str]:
        """What the browser's list of mistakes keeps of a question."""
        one = once.task
        card = "" if one.card is None else one.card.title(language=self.language)
        says = self.say(
            "mistake-says-card" if card else "mistake-says", question=self.say(f"ask-{one.kind}"), card=card
        )
        return {"id": f"storm:{once.code}", "kind": "storm", "says": says, "code": once.code}

    def missed(self, storm: Storm, number: int) -> dict[str, Any]:
        """A question that was missed, with why."""
        one = task(storm.seed, number)
        said = "yes" if storm.said[number] else "no"
        return {
            "number": number,
            **self.task(one, has_marks=True),
            "said": self.say("you-said", answer=self.say(f"{said}-{one.kind}")),
            "why": self.why(one),
            "rule": one.rule,
            "keep": self.keep(Once(seed=storm.seed, number=number)),
        }

    def score(self, right: int, longest: int, day: int) -> str:
        """One of the best storms, in a line."""
        when = datetime.date.fromordinal(day).isoformat()
        return self.say("score", right=right, longest=longest, day=when)
