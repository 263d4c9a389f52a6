"""What the page of a puzzle on the dragons' step shows beside the map, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, place, space, spaces_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.dragons.book import DragonEntry
from fujikoro_nb.puzzles.dragons.check import answer_words, place_name
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle, game_of_scene
from fujikoro_nb.puzzles.dragons.questions import question_of, standing
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.game.words import letter_at
from fujikoro_nb.views.learn.puzzle import actions
from fujikoro_nb.views.map.picture import map_picture
from fujikoro_nb.views.map.words import lies

STANDS = (DragonKind.LURE, DragonKind.SAFE)
"""Where one's samurai is what is asked."""


def offered(puzzle: DragonPuzzle) -> tuple[str, ...]:
    """The places that can be tapped: dragons for their order, else every open tile and, to stand on, safe ones."""
    scene, state = puzzle.scene, game_of_scene(puzzle.scene)
    if puzzle.kind == DragonKind.ORDER:
        return tuple(one.id for one in PLACES if one.id in scene.dragons)
    is_to_stand = puzzle.kind == DragonKind.LURE
    return tuple(
        one.id
        for one in PLACES
        if one.id in scene.tiles or (is_to_stand and one.level is None and state.is_revealed(one.id))
    )


def shown_state(run: Run, draft: str) -> GameState:
    """The game as the map shows it: one's samurai where it was put."""
    puzzle: DragonPuzzle = run.puzzle
    state = game_of_scene(puzzle.scene)
    return standing(state, draft) if draft and puzzle.kind in STANDS else state


def rows_of(run: Run) -> list[dict[str, Any]]:
    """The places that can be tapped, as the map wants them."""
    puzzle: DragonPuzzle = run.puzzle
    if run.attempt.ended:
        return []
    return [
        {
            "spaces": [one.id for one in spaces_of(place(at).id)],
            "name": place_name(at, language=run.language),
            "text": "",
            "path": [],
            "cost": 0,
            "price": "",
            "go": "",
        }
        for at in offered(puzzle)
    ]


def around(puzzle: DragonPuzzle) -> list[str]:
    """Everything that counts is to be seen at once."""
    scene = puzzle.scene
    return [*(f"{at}.0" for at in scene.tiles), *scene.samurai]


def told_places(run: Run) -> Mapping[str, str]:
    """What lies on each tile of the puzzle, in words: the same at every tap."""
    return lies(map_picture(game_of_scene(run.puzzle.scene), seat=Seat(0)), run.say)


def _chosen(run: Run, words: str) -> str:
    """What was chosen; once a solution was shown, that lies there in its place."""
    is_shown = bool(run.attempt.ended) and HintKind.SOLUTION in run.attempt.hints
    key = "dragon-puzzle.hint-solution" if is_shown else "dragon-puzzle.chosen"
    return run.say(key, answer=words)


def dragon_view(run: Run, draft: str, told: Mapping[str, str]) -> dict[str, Any]:
    """The question on the map, and the ways on; ``draft`` is the answer so far, ``told`` what `told_places` says."""
    puzzle: DragonPuzzle = run.puzzle
    taps, chosen = question_of(puzzle).taps(puzzle), draft.split()
    back = {"act": "again", "label": run.say("dragon-puzzle.take-back"), "main": True}
    waiting = "dragon-puzzle.choose-order" if taps > 1 else "dragon-puzzle.choose-first"
    words = answer_words(puzzle, draft, language=run.language)
    return {
        "kind": "dragons",
        "cards": [],
        "hand": [],
        "task": {
            "chosen": _chosen(run, words) if draft else run.say("dragon-puzzle.chosen-none"),
            "places": [] if run.attempt.ended else _places(run, chosen, told),
        },
        "actions": actions(run, can_check=len(chosen) == taps, waiting=waiting, back=back),
        "undo": run.say("dragon-puzzle.undo") if draft and not run.attempt.ended else "",
    }


def _places(run: Run, chosen: list[str], told: Mapping[str, str]) -> list[dict[str, Any]]:
    puzzle: DragonPuzzle = run.puzzle
    return [
        {
            "place": at,
            "name": f"{letter_at(number)}: {place_name(at, language=run.language)}",  # as the map letters it
            "about": told.get(at, ""),
            "on": 1 + chosen.index(at) if at in chosen else 0,
        }
        for number, at in enumerate(offered(puzzle))
    ]


def hint_words(run: Run, kind: HintKind) -> str:
    """What a hint says."""
    return run.kind.hint(run.entry, kind, language=run.language).sentence


def shown_answer(run: Run, entry: DragonEntry) -> dict[str, Any]:
    """A puzzle's answer in words."""
    words = answer_words(entry.puzzle, entry.certificate.right[0], language=run.language)
    return {"cells": "", "label": words}


def place_of_space(name: str) -> str:
    """The place of a space that was tapped."""
    return str(space(name).place)
