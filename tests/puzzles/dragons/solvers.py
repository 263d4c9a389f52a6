"""People who solve puzzles on the dragons' step, simulated: they walk dragons in their heads, without what they forget.

What somebody does not think of is not there for them: another reading of a rule, a scene without tokens or with one
dragon alone, the first of equal steps, one round instead of two. The engine plays that out, and one of the answers that
then seem right is given. Whoever slips on a walk answers blindly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceKind,
    neighbour_places,
    place,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.puzzles.dragons.enumerate import TooMany
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle, game_of_scene
from fujikoro_nb.puzzles.dragons.questions import question_of, with_scene
from fujikoro_nb.puzzles.dragons.thoughts import LEVEL, Thought

Has = Callable[[float], bool]
Lacks = frozenset[Thought]
WALK = -1.0
"""How hard it is to walk one dragon one round without a slip."""
LOOK = -2.0
"""How hard it is not to overlook one of the answers."""
_READINGS = {
    Thought.ABOVE: ("coop.dragon.moves-towards-nearest", "by-route"),
    Thought.BLOCKED: ("coop.dragon.blocked-stays", "may-sidestep"),
}


def _is_open(at: str) -> bool:
    return place(at).kind == PlaceKind.VOLCANO


def _seen(at: str) -> str:
    """Where somebody in a safe place would be, for whom that does not hide."""
    here = space(at).place
    beside = [to for to in neighbour_places(here) if _is_open(to)]
    return at if _is_open(here) or not beside else spaces_of(min(beside))[0].id


def without(puzzle: DragonPuzzle, lacks: Lacks) -> DragonPuzzle:
    """The puzzle as it is for somebody who lacks these thoughts."""
    scene = puzzle.scene
    dragons, tokens, tiles, samurai = scene.dragons, scene.tokens, scene.tiles, scene.samurai
    if Thought.OTHERS in lacks:
        dragons = {at: colour for at, colour in dragons.items() if colour == puzzle.colour}
    if Thought.TOKENS in lacks:
        tokens = {}
    if Thought.EXPLORED in lacks:
        tiles = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
    if Thought.HIDDEN in lacks:
        samurai = (samurai[0], *map(_seen, samurai[1:]))
    tokens = {at: token for at, token in tokens.items() if at in dragons}
    rounds = 1 if Thought.AHEAD in lacks else puzzle.rounds
    changed = with_scene(puzzle, dragons=dragons, tokens=tokens, tiles=tiles, samurai=samurai)
    return msgspec.structs.replace(changed, rounds=rounds)


def dragons(entry: Any) -> Callable[[Has], float]:
    """One of the answers that seem right, as a chance."""
    puzzle, certificate = entry.puzzle, entry.certificate
    question = question_of(puzzle)
    every = tuple(question.plays(puzzle, game_of_scene(puzzle.scene)))
    walks = len(puzzle.scene.dragons) * puzzle.rounds + (puzzle.kind == DragonKind.CHOICE)

    @cache
    def seem(lacks: Lacks) -> tuple[str, ...]:
        rulings = (
            Rulings(tuple(text for one, text in _READINGS.items() if one in lacks)) if lacks else ADOPTED
        )
        as_if = without(puzzle, lacks)
        try:
            played = question.plays(as_if, game_of_scene(as_if.scene, rulings))
        except TooMany:
            return every
        some = {one: ways[:1] if Thought.EQUAL in lacks else ways for one, ways in played.items()}
        found = tuple(
            one for one in every if one in some and some[one] and question.is_right(as_if, some[one])
        )
        if Thought.HIDDEN in lacks:
            found = tuple(one for one in found if all(map(_is_open, one.split()))) or found
        return found or every

    @cache
    def alone() -> frozenset[Thought]:
        """Thoughts without which other answers seem right; what is asked cannot be answered without two of them."""
        return frozenset(one for one in Thought if set(seem(frozenset({one}))) != set(certificate.right))

    lost = {DragonKind.ORDER: Thought.OTHERS, DragonKind.CHOICE: Thought.AHEAD}.get(puzzle.kind)

    def answer(has: Has) -> float:
        lacks = frozenset(one for one in alone() if not has(LEVEL[one]))
        right = set(certificate.right)
        is_blind = not has(LEVEL[Thought.NEAREST]) or not all(has(WALK) for _ in range(walks))
        if is_blind or lost in lacks or (lost is not None and not has(LEVEL[lost])):
            return len(right) / len(every)
        found = [one for one in seem(lacks) if has(LOOK)] or every
        return len(right & set(found)) / len(found)

    return answer
