"""What the page of a puzzle of an evening shows: the scenario, the position, the answers with letters of the map."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from fujikoro_nb.content.faces import print_faces
from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, space
from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS, Die, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES, row_of
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_in
from fujikoro_nb.engine.fujikoro.rules.mountain.final import ahead
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.evenings.check import among, worth_words
from fujikoro_nb.puzzles.evenings.puzzle import THEN, EveningEntry, EveningPuzzle, Goal
from fujikoro_nb.puzzles.evenings.worth import fight_in, foes_in, right_after
from fujikoro_nb.puzzles.legal.position import Opened, asked, read
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.game.words import Words, capital, letter_at
from fujikoro_nb.views.learn.act_puzzle import (
    CaseWords,
    asked_words,
    facts_of,
    grids_drawn,
    seats_shown,
    story_lines,
)
from fujikoro_nb.views.learn.puzzle import actions

_WITH_DICE = frozenset(Goal) - {Goal.PEACE, Goal.HOME, Goal.STAYS, Goal.BACK}
"""Goals for which the faces of the dice may have to be known."""
_TOLD_HINTS = (HintKind.COLOUR, HintKind.CUBE)


def evening_view(run: Run, draft: str) -> dict[str, Any]:
    """The position with the question, and the ways on; ``draft`` is the answer as it stands."""
    back = {"act": "again", "label": run.say("legal-puzzle.take-back"), "main": True}
    return {
        "kind": "act",
        "cards": [],
        "hand": [],
        "task": {**_position(run), "choices": _choices(run, draft), "after": _after(run)},
        "actions": actions(run, can_check=bool(draft), waiting="legal-puzzle.choose-first", back=back),
        "undo": "",
    }


def evening_hint(run: Run, kind: HintKind) -> str:
    """What a hint says; answers in words."""
    if kind == HintKind.SOLUTION:
        words = answer_words(run, run.puzzle, run.kind.solution(run.entry))
        return run.say("legal-puzzle.hint-solution", answer=words)
    if kind in _TOLD_HINTS:
        left = "; ".join(answer_words(run, run.puzzle, one) for one in among(run.entry, kind))
        return run.say("evening-puzzle.hint-among", answers=left)
    return run.kind.hint(run.entry, kind, language=run.language).sentence


def evening_answer(run: Run, entry: EveningEntry) -> dict[str, Any]:
    """A puzzle's answer in words."""
    return {"cells": "", "label": answer_words(run, entry.puzzle, entry.certificate.right[0])}


def goal_space(puzzle: EveningPuzzle, text: str) -> str:
    """Where an answer leads on the map; empty where it names no space."""
    state, _ = asked(puzzle.position)
    for said in reversed(text.split(THEN)):
        answer = read(said, state)
        if isinstance(answer, Walk):
            return str(answer.path[-1])
    return ""


def map_rows(run: Run) -> list[dict[str, Any]]:
    """The spaces to which answers lead, in the order of their letters, as the map rings them."""
    state, _ = asked(run.puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    words = CaseWords(run, state)
    rows: list[dict[str, Any]] = []
    for text in run.puzzle.choices:
        at = goal_space(run.puzzle, text)
        if at and at not in [row["spaces"][0] for row in rows]:
            name = words.space(at)
            rows.append(
                {
                    "spaces": [at],
                    "name": name,
                    "text": "",
                    "path": _path(run.puzzle, text) if choice_of_space(run, at) else [],
                    "cost": 0,
                    "price": "",
                    "go": name,
                }
            )
    return rows


def _path(puzzle: EveningPuzzle, text: str) -> list[str]:
    """The walk of an answer from where one stands."""
    state, question = asked(puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    answers = (read(said, state) for said in text.split(THEN))
    walk = next((one for one in answers if isinstance(one, Walk)), None)
    return [] if walk is None else [state.samurai[question.seat].space, *walk.path]


def _lava_crossed(puzzle: EveningPuzzle, text: str) -> int:
    """Spaces with lava on the way of an answer: what tells two ways to one space apart."""
    state, _ = asked(puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    return sum(state.is_lava(space(at).id) for at in _path(puzzle, text)[1:])


def choice_of_space(run: Run, at: str) -> str:
    """The answer that leads to a space; empty where none or several do."""
    there = [text for text in run.puzzle.choices if goal_space(run.puzzle, text) == at]
    return there[0] if len(there) == 1 else ""


def answer_words(run: Run, puzzle: EveningPuzzle, text: str) -> str:
    """An answer as a person says it, with the letter of the map where it leads to a space."""
    state, _ = asked(puzzle.position)
    words = CaseWords(run, state)
    said = [words.answer(read(one, state)) for one in _telling(text.split(THEN))]
    label = capital(run.say("evening-puzzle.then").join(said))
    across, at = _lava_crossed(puzzle, text), goal_space(puzzle, text)
    if across and any(goal_space(puzzle, one) == at and one != text for one in puzzle.choices):
        label = run.say("evening-puzzle.across", label=label, n=across)
    if not at or puzzle is not run.puzzle:
        return label
    letter = letter_at([row["spaces"][0] for row in map_rows(run)].index(at))
    return run.say("evening-puzzle.lettered", letter=letter, label=label)


_SAID_BY_NEXT = {"move": ("walk", "halt"), "explore": ("place",)}
"""Actions that what follows them tells as well."""


def _telling(texts: list[str]) -> Iterator[str]:
    """What is worth telling of a script: no action that the next answer tells, no end of what is over anyway."""
    for index, text in enumerate(texts):
        after = texts[index + 1] if index + 1 < len(texts) else ""
        before = texts[index - 1] if index else ""
        is_told = after.startswith(_SAID_BY_NEXT[text]) if text in _SAID_BY_NEXT else False
        is_end = text == "enough" or (text == "halt" and before.startswith("walk"))
        if not is_told and not is_end:
            yield text


def _choices(run: Run, draft: str) -> list[dict[str, Any]]:
    return [
        {
            "answer": one,
            "label": answer_words(run, run.puzzle, one),
            "on": one == draft,
            "rule": "",
        }
        for one in run.puzzle.choices
    ]


def _after(run: Run) -> list[dict[str, str]]:
    """Every answer with what it comes to, the best first; once all is over."""
    if not run.attempt.ended:
        return []
    answers = run.entry.certificate.answers
    ranked = sorted(answers, key=lambda one: Fraction(answers[one].worth or -1), reverse=True)
    return [
        {
            "text": run.say(
                "evening-puzzle.comes-to",
                answer=answer_words(run, run.puzzle, one),
                worth=worth_words(run.puzzle, answers[one], language=run.language),
            ),
            "rule": answers[one].rule,
        }
        for one in ranked
    ]


# ---- the position


def _position(run: Run) -> dict[str, Any]:
    puzzle: EveningPuzzle = run.puzzle
    state, question = asked(puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    words = CaseWords(run, state)
    shown = state_shown(run)
    found = Opened(state, question, read(puzzle.choices[0].split(THEN)[0], state))
    who = words.seat(int(question.seat))
    return {
        "has_map": True,
        "asked": asked_words(words, question),
        "act": run.say("evening-puzzle.decides", who=who),
        "facts": [*_facts(run, state, words), *facts_of(found, words)],
        "story": list(story_lines(puzzle.position, words)),
        "is_after": shown is not state,
        "seats": [*seats_shown(found, shown, words), *_guards(run, shown, words)],
    }


def state_shown(run: Run) -> GameState:
    """The game as it is drawn: right after the answer once all is over, else as it is asked about."""
    if run.attempt.ended:
        return right_after(run.puzzle, run.kind.solution(run.entry))
    state, _ = asked(run.puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    return state


def _facts(run: Run, state: GameState, words: Words) -> Iterator[str]:
    """The scenario in its own lines, and what lies on the table for it."""
    say, scene = run.say, state.staged
    yield say("evening-puzzle.of", title=say(f"setup-page.scenario-{run.puzzle.scenario}"))
    side = SCENARIOS[run.puzzle.scenario - 1].side(state.mode)
    assert side is not None, "this table plays the scenario"
    yield from (say(f"scene.line-{rule}") for rule in side.told)
    if state.marker is not None:
        steps = ahead(state)
        following = ", ".join(say(f"game-page.track-{step.event}", n=step.lava) for step in steps[:2])
        mark = say("chosen.mark-board")
        yield f"{say('evening-puzzle.countdown', space=state.countdown, following=following)} ({mark})"
    if scene.tokens:
        held = ", ".join(f"{words.seat(seat)} {count}" for seat, count in enumerate(scene.tokens))
        yield say("evening-puzzle.tokens", tokens=held)
    for seat, dragons in enumerate(scene.figures):
        if dragons:
            colours = [one.colour for one in dragons]
            counted = ", ".join(
                f"{say(f'evening-puzzle.figure-{colour}')} {colours.count(colour)}"
                for colour in DRAGON_COLOURS
                if colour in colours
            )
            yield say("evening-puzzle.figures", who=words.seat(seat), figures=counted)
    if any(one.score for one in state.samurai):
        points = ", ".join(f"{words.seat(seat)} {one.score}" for seat, one in enumerate(state.samurai))
        yield say("evening-puzzle.points", points=points)
    if state.party is not None:
        yield say("evening-puzzle.lives", lives=state.party.lives[0])
    if run.puzzle.goal in _WITH_DICE and fight_in(state) is None:
        yield from _lairs(state, words)
    if fight_in(state) is not None:
        yield from _hurt(state, words)
    if run.puzzle.goal in _WITH_DICE and foes_in(state):
        yield say("evening-puzzle.dice", dice="; ".join(_faces(one, say) for one in state.dice))
    if state.samurai[asked_seat(run)].palace:
        yield from _palace(state, asked_seat(run), words)
    if run.puzzle.goal == Goal.BACK:
        yield from _box(state, words)


def _palace(state: GameState, seat: Seat, words: Words) -> Iterator[str]:
    """The bonuses of the palace in which somebody is: the single places of each row, then the one for everybody."""
    rows = [
        f"{words.word(category)} {' '.join(map(str, (*sorted(row.single, reverse=True), row.shared)))}"
        for category in CATEGORIES
        if (row := row_of(state, state.samurai[seat].palace, category)) is not None
    ]
    mark = words.say("chosen.mark-board")
    yield f"{words.say('evening-puzzle.palace', rows='; '.join(rows))} ({mark})"


def _lairs(state: GameState, words: Words) -> Iterator[str]:
    """The numbers of the dragons that one might fight."""
    for den in dens(state):
        beast = den.dragon
        yield words.say(
            "evening-puzzle.lair-hurt" if den.damage else "evening-puzzle.lair",
            hurt=den.damage,
            dragon=capital(words.component(beast.id)),
            place=words.place(den.at),
            health=printed_in(state, beast) - den.damage,
            initiative=beast.initiative,
            dice=beast.dice,
            points=beast.victory_points,
        )


def _hurt(state: GameState, words: Words) -> Iterator[str]:
    """Why a dragon in a fight has less health than is printed."""
    for den in dens(state):
        if den.damage:
            most = printed_in(state, den.dragon)
            yield words.say("evening-puzzle.hurt", hurt=den.damage, most=most)


def _faces(die: Die, say: Any) -> str:
    """A die's faces, the broken weapon with a star."""
    return f"{say(f'word.{die.material}')} {print_faces(die)}"


def _box(state: GameState, words: Words) -> Iterator[str]:
    """What can still be drawn, where the puzzle says it."""
    for level in LEVELS:
        tiles = [one for one in state.piles.tiles if one.level == level]
        lairs = sum(any(face.kind == SpaceKind.DRAGON for face in one.spaces) for one in tiles)
        if tiles:
            yield words.say("evening-puzzle.box", level=level, tiles=len(tiles), lairs=lairs)


def _guards(run: Run, state: GameState, words: Words) -> list[dict[str, Any]]:
    """The fallen samurai in temples to which an answer leads, or in which the asked one is."""
    led_to = [goal_space(run.puzzle, text) for text in run.puzzle.choices]
    own = state.samurai[asked_seat(run)].space
    found = []
    for at in dict.fromkeys([own, *led_to]):
        seat = state.guard_on(space(at).id) if at else None
        if seat is None:
            continue
        board = state.staged.guards[seat - len(state.boards)].board
        worn = [kind for kind in GearKind if board.gear.layout(kind)]
        found.append(
            {
                "name": words.seat(int(seat)),
                "colour": "",
                "is_on": False,
                "boards": [drawn for kind in worn for drawn in grids_drawn(board, words.say, only=kind)],
                "lines": [words.say("legal-puzzle.stands", space=words.space(at))],
            }
        )
    return found


def asked_seat(run: Run) -> Seat:
    """Who is asked."""
    return asked(run.puzzle.position)[1].seat
