"""What the page of a fight puzzle shows, as plain data: the fight, the ways to answer, and answers in words."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.fights.book import FightEntry
from fujikoro_nb.puzzles.fights.puzzle import WAIT, Companion, FightPuzzle, samurai_of
from fujikoro_nb.puzzles.fights.questions import ANSWER, GUESS, question_of
from fujikoro_nb.puzzles.fights.scene import Scene, opened
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.fight.labels import spelt
from fujikoro_nb.views.fight.scene import Say, asking, label, scene_view
from fujikoro_nb.views.learn.puzzle import actions

FIRST_GUESS = 50
"""Where a guess begins."""


def fight_view(run: Run, draft: str) -> dict[str, Any]:
    """The fight with the question in it, and the ways on; ``draft`` is the answer as it stands."""
    back = {"act": "again", "label": run.say("fight-puzzle.take-back"), "main": True}
    return {
        "kind": "fight",
        "cards": [],
        "hand": [],
        "scene": _scene(run, draft),
        "open_faces": True,
        "actions": actions(run, can_check=bool(draft), waiting="fight-puzzle.choose-first", back=back),
        "undo": run.say("fight-puzzle.undo") if draft and not run.attempt.ended else "",
    }


def guessed(draft: str) -> int:
    """The guess as it stands."""
    return int(draft.removeprefix("guess ")) if draft.startswith("guess ") else FIRST_GUESS


def hint_words(run: Run, kind: HintKind) -> str:
    """What a hint says; the answer itself in words."""
    if kind == HintKind.SOLUTION:
        words = answer_words(run.puzzle, run.kind.solution(run.entry), run.say)
        return run.say("fight-puzzle.hint-solution", answer=words)
    return run.kind.hint(run.entry, kind, language=run.language).sentence


def shown_answer(run: Run, entry: FightEntry) -> dict[str, Any]:
    """A puzzle's answer in words."""
    return {"cells": "", "label": answer_words(entry.puzzle, entry.certificate.solution, run.say)}


def answer_words(puzzle: FightPuzzle, text: str, say: Say) -> str:
    """An answer as a person says it."""
    match text.split():
        case ["guess", percent]:
            return say("fight-puzzle.guess", percent=percent)
        case [word] if word == WAIT:
            return say("fight-puzzle.wait")
        case ["keep"]:
            return say("fight-puzzle.keep")
        case ["send", source, cube]:
            place = say(f"combat.place-{source}")
            if cube == "-":
                return say("fight-puzzle.send-empty", place=place)
            return say("fight-puzzle.send", place=place, cube=say(f"word.{cube}"))
        case ["ask", number]:
            return _companion(puzzle.allies[int(number) - 1], say)
        case _:
            return label(text, say)


def _companion(ally: Companion, say: Say) -> str:
    samurai = samurai_of(Scene(foe="9/5/3", weapon=ally.weapon, helmet=ally.helmet))
    return say(
        "fight-puzzle.ask",
        weapon=spelt(samurai.gear.weapon.cubes, say),
        initiative=samurai.initiative,
        absorbs=absorption(samurai.gear, GearKind.HELMET),
    )


def _scene(run: Run, draft: str) -> dict[str, Any]:
    puzzle: FightPuzzle = run.puzzle
    shown = scene_view(puzzle.scene, opened(puzzle.scene), run.say, foes=puzzle.foes)
    if question_of(puzzle).mode != ANSWER:
        shown["roll"] = []
    return {**shown, "ask": {**_ask(run, draft), "off": bool(run.attempt.ended)}, "happened": []}


def _ask(run: Run, draft: str) -> dict[str, Any]:
    puzzle: FightPuzzle = run.puzzle
    mode = question_of(puzzle).mode
    if mode == GUESS:
        value = guessed(draft)
        return {
            "mode": "guess",
            "title": run.say(f"fight-puzzle.guess-title-{puzzle.kind}"),
            "value": value,
            "shown": run.say("fight-puzzle.guess", percent=value),
        }
    if mode == ANSWER:
        return asking(opened(puzzle.scene), draft, run.say)
    texts = sorted(text for text, _ in run.entry.certificate.worth)  # their order must not tell the best
    options = [
        {"text": text, "label": answer_words(puzzle, text, run.say), "on": text == draft} for text in texts
    ]
    return {"mode": "options", "title": "", "options": options}
