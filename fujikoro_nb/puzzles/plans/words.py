"""Answers of a turn as a person does them on the page, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage, StowThings
from fujikoro_nb.engine.fujikoro.asked.game import Act, ChoosePlace, Flee, Halt, Revive, TurnTile, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, place, space
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.puzzles.plans.play import after, begun
from fujikoro_nb.puzzles.plans.puzzle import OWN, Answers, PlanPuzzle
from fujikoro_nb.texts import say


def way_words(puzzle: PlanPuzzle, answers: Answers, *, language: str = "en") -> str:
    """A row of answers in words."""
    return "; ".join(_said(puzzle, answers, language))


def _said(puzzle: PlanPuzzle, answers: Answers, language: str) -> Iterator[str]:
    line, has_walked = begun(puzzle), False
    for text in answers:
        answer = game_of(line.state).from_text(text)
        is_still = isinstance(answer, Halt) and not has_walked
        has_walked = isinstance(answer, Walk)
        told = _told(line.state, answer, language)
        if is_still:
            told = say("plan-puzzle.way-stay", language=language)
        if told:
            yield told
        line = after(line, answer, puzzle.turns)


def _told(state: GameState, answer: Answer, language: str) -> str:
    """One answer; nothing for what follows by itself on the page."""
    match answer:
        case Walk(path=path):
            by = [space_name(one, language=language) for one in path[:-1]]
            key = "way-by" if by else "way-walk"
            to = space_name(path[-1], language=language)
            return say(f"plan-puzzle.{key}", language=language, space=to, by=" – ".join(by))
        case ChoosePlace(place=at):
            return say("plan-puzzle.way-place", language=language, space=at)
        case TurnTile(sixths=sixths):
            left = -sixths % 6
            return say(f"plan-puzzle.way-{'turn' if left else 'lay'}", language=language, sixths=left)
        case Act(field="explore" | "gather" as field):
            return say(f"plan-puzzle.way-{field}", language=language)
        case StowThings(backpack=backpack):
            return say("plan-puzzle.way-keep", language=language, cubes=str(backpack.cubes))
        case PayDamage(cells=cells):
            paid = state.fighter(OWN).gear.sandals.only(cells).cubes
            return say("plan-puzzle.way-pay", language=language, cubes=str(paid))
        case Flee(space=to) | Revive(temple=to):
            return say("plan-puzzle.way-flee", language=language, space=space_name(to, language=language))
        case _:
            return ""


def grouped(number: int) -> str:
    """A large number in groups of three digits, as all three languages may write it.

    >>> grouped(14796)
    '14\u202f796'
    """
    return f"{number:,}".replace(",", "\u202f")


def space_name(at: str, *, language: str = "en") -> str:
    """A space as the map calls it."""
    one = place(space(at).place)
    named = say(f"map.{one.kind}", language=language, place=one.id, number=one.id.rpartition("-")[2])
    if one.kind in (PlaceKind.CENTRE, PlaceKind.TEMPLE):
        return named
    mark = at.rpartition(".")[2]
    within = say(f"map.space-{'middle' if mark == '0' else mark}", language=language)
    return say("map.space-name", language=language, place=named, space=within)
