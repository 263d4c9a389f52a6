"""What the page of a puzzle on a whole turn shows beside the map, as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import turn_of
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.mountain.final import ahead
from fujikoro_nb.engine.kernel import Event
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.plans.play import Line, begun, played
from fujikoro_nb.puzzles.plans.puzzle import AIMS, PlanEntry, PlanPuzzle, worth_of
from fujikoro_nb.puzzles.plans.words import grouped, way_words
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.texts import event_sentence
from fujikoro_nb.views.learn.puzzle import actions
from fujikoro_nb.views.learn.turns_lesson import Beside, OnMap, asks, turn_beside

ACTIONS = ("explore", "gather")
"""No puzzle here has a rest."""
MOST_VALUES = 6
"""Lines of what a turn can bring."""
_TOLD = (
    *("gathers", "cubes-stowed", "thrown", "left-over", "tile-laid", "erupts", "flees", "dies", "revived"),
    *("escaped", "paid", "paid-with-magic"),
)
"""Kinds of events that are told; the others are seen on the map."""


def plan_view(run: Run, on_map: OnMap, line: Line, *, is_begun: bool) -> dict[str, Any]:
    """The turn as it was played so far, and the ways on."""
    back = {"act": "again", "label": run.say("plan-puzzle.take-back"), "main": True}
    ended = bool(run.attempt.ended)
    puzzle: PlanPuzzle = run.puzzle
    beside = Beside(
        say=run.say,
        language=run.language,
        is_live=not ended and not line.is_over,
        happened=tuple(_told(run, line.events)),
        shows=(GearKind.SANDALS,) if puzzle.game.seats[0].sandals else (),
        actions=ACTIONS,
    )
    turn = turn_beside(beside, on_map)
    return {
        "kind": "turn",
        "cards": [],
        "hand": [],
        "turn": {
            **turn,
            "buttons": [*turn["buttons"], *_stay(run, line)] if beside.is_live else [],
            "points": "",
            "facts": list(_facts(run)),
            "values": _values(run, line) if ended else [],
            "valued": run.say("plan-puzzle.values"),
        },
        "actions": actions(run, can_check=line.is_over, waiting="plan-puzzle.choose-first", back=back),
        "undo": run.say("plan-puzzle.undo") if is_begun and not ended else "",
    }


def may_stay(line: Line) -> bool:
    """Whether an action may be a move of no step, or end where the samurai stands."""
    return not line.is_over and asks(line.state) == "act"


def _stay(run: Run, line: Line) -> list[dict[str, Any]]:
    """The button for an action that goes nowhere."""
    if not may_stay(line):
        return []
    label = run.say("plan-puzzle.stay")
    return [
        {"key": "stay", "act": "stay", "fields": {}, "label": label, "main": False, "off": False, "discs": 0}
    ]


def _told(run: Run, events: tuple[Event, ...]) -> Iterator[tuple[str, str]]:
    """What has happened, up to the escape: what the mountain does to nobody is not told."""
    for one in events:
        if one.kind in _TOLD:
            yield event_sentence(one, language=run.language), one.rule
        if one.kind == "escaped":
            return


def _facts(run: Run) -> Iterator[str]:
    """What is to be known besides the map: actions that are gone already, the tile that comes, and the lava."""
    puzzle: PlanPuzzle = run.puzzle
    state = begun(puzzle).state
    if state.actions - turn_of(state).taken == 1:
        yield run.say("plan-puzzle.one-left")
    for level in LEVELS:
        if len(state.piles.tiles_of(level)) == 1:
            yield run.say("plan-puzzle.tile-known", level=level)
    if state.marker is not None:
        numbers = [step.lava for step in ahead(state) if step.event == "lava"]
        yield run.say("plan-puzzle.track", first=numbers[0], second=numbers[1])


def _values(run: Run, line: Line) -> list[dict[str, Any]]:
    """Every way by what it brings, the best first, with one of the shortest of each."""
    entry: PlanEntry = run.entry
    puzzle, proof = entry.puzzle, entry.certificate
    unit = AIMS[puzzle.kind].unit
    is_own = line.is_over and run.attempt.ended != "shown"
    own = worth_of(puzzle, line.state) if is_own else None
    found: list[dict[str, Any]] = [
        {
            "text": run.say(
                "plan-puzzle.value-line",
                value=run.say(f"plan-puzzle.value-{unit}", worth=one.worth),
                ways=run.say("plan-puzzle.value-ways", ways=one.ways, shown=grouped(one.ways)),
                way=way_words(puzzle, one.way, language=run.language),
            ),
            "own": run.say("plan-puzzle.value-yours") if is_own and one.worth == own else "",
        }
        for one in proof.found[:MOST_VALUES]
    ]
    if proof.missed:
        value = run.say("plan-puzzle.value-missed")
        ways = run.say("plan-puzzle.value-ways", ways=proof.missed, shown=grouped(proof.missed))
        is_own = is_own and own is None
        found.append(
            {"text": f"{value}: {ways}", "own": run.say("plan-puzzle.value-yours") if is_own else ""}
        )
    return found


def around(puzzle: PlanPuzzle) -> list[str]:
    """Everything that counts is to be seen at once."""
    own = puzzle.game.seats[0].at
    return [*(f"{at}.0" for at in puzzle.game.tiles), own, *([puzzle.to] if puzzle.to else [])]


def line_of(puzzle: PlanPuzzle, answers: tuple[str, ...]) -> Line:
    """The game after these answers."""
    return played(puzzle, answers) if answers else begun(puzzle)


def hint_words(run: Run, kind: HintKind) -> str:
    """What a hint says."""
    return run.kind.hint(run.entry, kind, language=run.language).sentence


def shown_answer(run: Run, entry: PlanEntry) -> dict[str, Any]:
    """A puzzle's answer in words."""
    return {"cells": "", "label": way_words(entry.puzzle, entry.certificate.best.way, language=run.language)}
