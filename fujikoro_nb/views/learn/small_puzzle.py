"""What the page of a puzzle on a small game shows: that game's own table, open hands, the answers, and their worth."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.games import game_named
from fujikoro_nb.engine.kernel.told import NOBODY
from fujikoro_nb.play.seats import Table
from fujikoro_nb.play.small import chairs_of
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.puzzles.small.puzzle import Asks, SmallEntry, SmallPuzzle
from fujikoro_nb.puzzles.small.seats import LEARNER, NAMES
from fujikoro_nb.puzzles.small.words import answer_words, worth_sentence
from fujikoro_nb.views.learn.puzzle import actions
from fujikoro_nb.views.small.boards import BOARDS
from fujikoro_nb.views.small.makai_fuda import makai_card
from fujikoro_nb.views.small.scene import Scene
from fujikoro_nb.views.small.words import SmallWords

_SHOWS = {Asks.ENDING: ["prizes"], Asks.BACK: ["prizes"]}
"""Parts of a table that are shown besides what is always seen."""


def offered(run: Run) -> tuple[str, ...]:
    """What can be answered."""
    return tuple(one.answer for one in run.entry.certificate.every)


def small_puzzle_view(run: Run, draft: str) -> dict[str, Any]:
    """The table, and the ways on; ``draft`` is the answer as it stands."""
    puzzle: SmallPuzzle = run.puzzle
    back = {"act": "again", "label": run.say("small-puzzle.take-back"), "main": True}
    scene = _scene(puzzle, run.language)
    return {
        "kind": "small",
        "cards": [],
        "hand": [],
        "small": _table(run, scene),
        "task": {
            "hands": _hands(puzzle, scene),
            "choices": [_choice(run, one, draft) for one in offered(run)],
            "after": _after(run, draft),
        },
        "actions": actions(run, can_check=bool(draft), waiting="small-puzzle.choose-first", back=back),
        "undo": "",
    }


def shown_small(run: Run, entry: SmallEntry) -> dict[str, Any]:
    """A puzzle's answer in words."""
    answer = entry.certificate.right[0].answer
    label = answer_words(entry.puzzle, answer, language=run.language)
    return {"cells": "", "label": run.say("small-puzzle.shown-answer", answer=label)}


def _has_hand(puzzle: SmallPuzzle) -> bool:
    return puzzle.asks in (Asks.PLAY, Asks.ENDING, Asks.BACK)


def _scene(puzzle: SmallPuzzle, language: str) -> Scene:
    """Nobody is asked: what may be played, and what is best, is for the solver to say."""
    table = puzzle.table
    game = game_named(str(table.__struct_config__.tag))
    names = NAMES[: table.seats]
    return Scene(
        game=game,
        state=table.start(),
        question=None,
        lines=table.before(),
        table=Table(chairs_of(names, ["person"] * len(names))),
        eyes=LEARNER if _has_hand(puzzle) else NOBODY,
        words=SmallWords(game.name, names, language),
        whys={},
        is_own_phone=True,
    )


def _table(run: Run, scene: Scene) -> dict[str, Any]:
    puzzle: SmallPuzzle = run.puzzle
    table = {**BOARDS[scene.game.name].view(scene)}
    table["so_far"] = ""  # it would tell who wins
    if puzzle.asks in (Asks.DRAW, Asks.ONCE):
        table["house"] = ""  # no card takes part
    if _has_hand(puzzle):
        mine = int(LEARNER)
        table["players"] = [{**one, "on": seat == mine} for seat, one in enumerate(table["players"])]
    return {
        "game": scene.game.name,
        "at": 0,
        "asked": "match" if _has_hand(puzzle) else "",
        "own": True,
        "mine": False,
        "needs_curtain": False,
        "table": table,
        "shows": _SHOWS.get(puzzle.asks, []),
        "happened": [],
    }


def _hands(puzzle: SmallPuzzle, scene: Scene) -> list[dict[str, Any]]:
    """The hands of others, where they lie open."""
    if not _has_hand(puzzle) or not getattr(puzzle.table, "others", ()):
        return []
    return [
        {"name": scene.words.seat(seat), "cards": [makai_card(scene, card) for card in hand]}
        for seat, hand in enumerate(scene.state.hands)
        if seat != LEARNER
    ]


def _choice(run: Run, answer: str, draft: str) -> dict[str, Any]:
    label = answer_words(run.puzzle, answer, language=run.language)
    return {"answer": answer, "label": label, "on": answer == draft}


def _after(run: Run, draft: str) -> list[dict[str, Any]]:
    """Every answer with what it comes to, once all is over; of neighbours with the same rule the first names it."""
    if not run.attempt.ended:
        return []
    every = run.entry.certificate.every
    return [
        {
            "label": answer_words(run.puzzle, one.answer, language=run.language),
            "text": worth_sentence(run.puzzle, one, language=run.language),
            "rule": one.rule if before is None or before.rule != one.rule else "",
            "right": one.is_right,
            "mine": one.answer == draft and run.attempt.ended != "shown",
        }
        for before, one in zip((None, *every), every, strict=False)
    ]
