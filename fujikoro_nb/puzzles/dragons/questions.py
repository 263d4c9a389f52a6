"""The questions about the dragons' step: what can be answered, and which answers the enumeration finds right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.group import MoveFirst
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, place, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal, Seat, refuse
from fujikoro_nb.puzzles.dragons.enumerate import Way, after_rounds, ways_of
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle, Scene, dragon_name, game_of_scene

OWN = Seat(0)
"""The solver's samurai."""

Judged = Mapping[str, tuple[Way, ...]]
"""Every answer with all ways that it leads to."""


class Question(msgspec.Struct, frozen=True):
    """One kind of question."""

    plays: Callable[[DragonPuzzle, GameState], Judged]
    """Every possible answer, played out."""
    is_right: Callable[[DragonPuzzle, tuple[Way, ...]], bool]
    """Whether the ways of an answer are what was asked for."""
    taps: Callable[[DragonPuzzle], int]
    """How many places make an answer."""
    why_not: Callable[[DragonPuzzle, str], Refusal | None]
    """Why something that is no possible answer is none."""


def question_of(puzzle: DragonPuzzle) -> Question:
    """What a puzzle asks."""
    return QUESTIONS[puzzle.kind]


def judged(puzzle: DragonPuzzle, rulings: Rulings = ADOPTED) -> dict[str, bool]:
    """Every possible answer, and whether it is right. Raises TooMany."""
    question = question_of(puzzle)
    played = question.plays(puzzle, game_of_scene(puzzle.scene, rulings))
    return {answer: question.is_right(puzzle, ways) for answer, ways in played.items()}


def ways_after(puzzle: DragonPuzzle, answer: str) -> tuple[Way, ...]:
    """What one answer leads to; nothing for one that is impossible."""
    return question_of(puzzle).plays(puzzle, game_of_scene(puzzle.scene)).get(answer, ())


def standing(state: GameState, at: str) -> GameState:
    """The game with the solver's samurai somewhere on a place; dragons tell tiles apart, not their spaces."""
    return state.moved(OWN, spaces_of(place(at).id)[0].id)


# ---- where to stand


def _free(puzzle: DragonPuzzle, state: GameState, *, is_open: bool) -> list[str]:
    """Places on which the samurai can be: no dragon there, the tile explored; of safe ones only where ``is_open``."""
    return [
        one.id
        for one in PLACES
        if one.id not in puzzle.scene.dragons
        and (one.id in puzzle.scene.tiles or (is_open and state.is_revealed(one.id)))
    ]


def _stands(puzzle: DragonPuzzle, state: GameState) -> Judged:
    return {at: after_rounds(standing(state, at), puzzle.rounds) for at in _free(puzzle, state, is_open=True)}


def _stands_open(puzzle: DragonPuzzle, state: GameState) -> Judged:
    return {
        at: after_rounds(standing(state, at), puzzle.rounds) for at in _free(puzzle, state, is_open=False)
    }


def _is_drawn(puzzle: DragonPuzzle, ways: tuple[Way, ...]) -> bool:
    """Whatever the group chooses, the dragon is on the tile, and nobody has to fight."""
    return all(way.lairs[puzzle.colour] == puzzle.to and not way.attacked for way in ways)


def _is_left_alone(_puzzle: DragonPuzzle, ways: tuple[Way, ...]) -> bool:
    return not any(way.attacked for way in ways)


def _why_not_there(puzzle: DragonPuzzle, at: str) -> Refusal | None:
    state = game_of_scene(puzzle.scene)
    if not state.is_revealed(place(at).id):
        return refuse("move.revealed-only", space=at)
    return refuse("move.dragon.stop", space=at) if at in puzzle.scene.dragons else None


# ---- who walks first


def _orders(_puzzle: DragonPuzzle, state: GameState) -> Judged:
    """By the places from which the dragons walk, in their order."""
    found: dict[str, list[Way]] = {}
    for way in ways_of(state):
        names = [one.dragon.removeprefix(dragon_name("")) for one in way.chosen if isinstance(one, MoveFirst)]
        rest = [name for name in _walkers(state) if name not in names]
        found.setdefault(" ".join((*names, *rest)), []).append(way)
    return {order: tuple(ways) for order, ways in found.items()}


def _walkers(state: GameState) -> list[str]:
    """The places of the dragons that walk in this round, as the engine asks for their order."""
    begun = started(state).state
    options = (one for one in game_of(begun).options(begun) if isinstance(one, MoveFirst))
    return [one.dragon.removeprefix(dragon_name("")) for one in options]


def _why_not_first(puzzle: DragonPuzzle, answer: str) -> Refusal | None:
    begun = started(game_of_scene(puzzle.scene)).state
    walkers = _walkers(game_of_scene(puzzle.scene))
    wrong = next((at for at in answer.split() if at not in walkers), "")
    return game_of(begun).check(begun, MoveFirst(dragon_name(wrong))) if wrong else None


# ---- which of equal steps


def _choices(puzzle: DragonPuzzle, state: GameState) -> Judged:
    """By the tile onto which the dragon walks first: all ways of the round after it."""
    found: dict[str, list[Way]] = {}
    for way in ways_of(state):
        later = (way,) if way.attacked else ways_of(way.state)
        found.setdefault(way.lairs[puzzle.colour], []).extend(later)
    return {at: tuple(ways) for at, ways in found.items()}


def _why_no_step(puzzle: DragonPuzzle, at: str) -> Refusal | None:
    if at in _choices(puzzle, game_of_scene(puzzle.scene)):
        return None
    return refuse("coop.dragon.blocked-stays", place=at)


# ---- where it will be


def _wheres(puzzle: DragonPuzzle, state: GameState) -> Judged:
    """Every tile; what happens is the same whatever is guessed."""
    ways = after_rounds(state, puzzle.rounds)
    if any(way.attacked for way in ways):
        ways = ()  # a fight could end anywhere
    return {at: tuple(way for way in ways if way.lairs[puzzle.colour] == at) for at in puzzle.scene.tiles}


def _is_there(_puzzle: DragonPuzzle, ways: tuple[Way, ...]) -> bool:
    return bool(ways)


def _never(_puzzle: DragonPuzzle, _at: str) -> Refusal | None:
    """Whatever is guessed, nothing is done that could be refused."""
    return None


def _one(_puzzle: DragonPuzzle) -> int:
    return 1


def _all_walkers(puzzle: DragonPuzzle) -> int:
    return len(_walkers(game_of_scene(puzzle.scene)))


QUESTIONS: Mapping[DragonKind, Question] = {
    DragonKind.LURE: Question(_stands, _is_drawn, _one, _why_not_there),
    DragonKind.ORDER: Question(_orders, _is_drawn, _all_walkers, _why_not_first),
    DragonKind.SAFE: Question(_stands_open, _is_left_alone, _one, _why_not_there),
    DragonKind.CHOICE: Question(_choices, _is_drawn, _one, _why_no_step),
    DragonKind.WHERE: Question(_wheres, _is_there, _one, _never),
}


def with_scene(puzzle: DragonPuzzle, **changes: object) -> DragonPuzzle:
    """The same question about a scene that differs."""
    scene: Scene = msgspec.structs.replace(puzzle.scene, **changes)
    return msgspec.structs.replace(puzzle, scene=scene)
