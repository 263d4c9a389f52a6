"""The card for somebody who comes late: ninety seconds to read, made from how things stand now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.fujikoro.rules.group.rounds import is_final, rounds_left
from fujikoro_nb.helper.evening.course import Course, course
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.helper.evening.track import ROPE, SPACES
from fujikoro_nb.helper.kinds.modes import mode_played
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import say

MOST_WORDS = 220
"""What somebody reads in ninety seconds."""
MOST_RULINGS = 3
"""Named one by one where there is room for them; one is named in any case."""
MOST_OF_A_NAME = 3
"""Words of a name that the card shows, so that six of them fit."""
PARTS = ("goal", "turn", "now", "rulings", "do")


class Part(msgspec.Struct, frozen=True):
    """One part of the card: a heading and its lines, in one language."""

    name: str
    title: str
    lines: tuple[str, ...]


class _Scene(msgspec.Struct, frozen=True):
    """What the card needs to know, from an evening's slip or from a game that is keyed in."""

    course: Course
    people: tuple[Person, ...]
    scores: tuple[int, ...]
    round: int
    """0 where nobody counts."""
    seat: int | None
    phase: str
    steps: int
    """Spaces of the last eight that have happened."""
    rounds_left: int
    is_final: bool
    """Whether the countdown is the one that ends the game."""
    has_rope: bool
    gone: tuple[int, ...]
    is_foe_beaten: bool
    weak: tuple[int, ...]
    """Seats with one life left."""
    rulings: TableRulings
    cast: tuple[str, ...] = ()
    """The characters that are played, one a seat; empty with boards that are all alike."""
    goals: tuple[int, int] | None = None
    """Of a group's game: how many goals are reached, of how many."""
    dragons: tuple[int, int] | None = None
    """Of a group's game: how many dragons are on the mountain, and how many of them sleep."""


def late_comer(evening: Evening, *, game: GameState | None = None, language: str = "en") -> tuple[Part, ...]:
    """The card. With ``game`` it tells of that game's state, and the evening lends the names if they are as many."""
    scene = _of_evening(evening) if game is None else _of_game(evening, game, language)
    runs = scene.course
    parts = {
        "goal": (
            sentence(f"evening.late-goal-{runs.goal}", max=runs.goal_points),
            *_played(evening if game is None else None),
            *_cast(scene, language),
        ),
        "turn": (sentence("evening.late-turn"), sentence(f"evening.late-turn-{runs.turn}")),
        "now": _now(scene),
        "do": _to_do(scene),
    }
    told = {name: tuple(one.said(language=language) for one in lines) for name, lines in parts.items()}
    said = {name: say(f"evening.late-title-{name}", language=language) for name in PARTS}
    room = MOST_WORDS - _words([*said.values(), *(line for part in told.values() for line in part)])
    told["rulings"] = _rulings(scene, language, room=room)
    titles = {name: said[name] for name in PARTS if told[name]}
    if game is None:
        lines = [*titles.values(), *(line for part in told.values() for line in part)]
        room = MOST_WORDS - _words(lines)
        told["goal"] += tuple(line for line in _in_short(evening, language) if len(line.split()) <= room)
    notes = _notes(scene, language)
    if _words([*titles.values(), *(line for part in told.values() for line in part), *notes]) <= MOST_WORDS:
        told["goal"] += notes
    return tuple(Part(name, title, told[name]) for name, title in titles.items())


def _words(lines: Iterable[str]) -> int:
    return sum(len(line.split()) for line in lines)


def _played(evening: Evening | None) -> tuple[Said, ...]:
    """Which scenario it is; its rules do not fit on a card."""
    if evening is None or not evening.scenario:
        return ()
    name = f"setup-page.scenario-{evening.scenario}"
    return (sentence("evening.late-scenario").with_words(name=name),)


def _in_short(evening: Evening, language: str) -> tuple[str, ...]:
    """What a scenario changes, in one line; nothing where the goal is another one: its line has said it."""
    runs = evening.course
    if not evening.scenario or runs.goal != course(evening.mode, 0, len(evening.people)).goal:
        return ()
    side = "" if runs.has_points else "-coop"
    return (say(f"setup.step-scenario-{evening.scenario}{side}", language=language),)


def _cast(scene: _Scene, language: str) -> tuple[Said, ...]:
    """Who is played, in the order of the seats."""
    if not scene.cast:
        return ()
    played = (say(f"helper.character-{name}", language=language) for name in scene.cast)
    return (sentence("evening.late-cast", cast=", ".join(played)),)


def _notes(scene: _Scene, language: str) -> tuple[str, ...]:
    """What is different about each of them, in a line; of many it stands on their own cards."""
    return tuple(
        f"{say(f'helper.character-{name}', language=language)}: {say(f'cast.note-{name}', language=language)}"
        for name in scene.cast
    )


def _of_evening(evening: Evening) -> _Scene:
    seats = range(len(evening.people))
    return _Scene(
        course=evening.course,
        people=evening.people,
        scores=tuple(map(evening.score, seats)),
        round=evening.round,
        seat=evening.seat,
        phase=evening.phase,
        steps=evening.steps_taken,
        rounds_left=evening.rounds_left,
        is_final=evening.is_final,
        has_rope=evening.has_come(ROPE),
        gone=tuple(one.seat for one in evening.escapes),
        is_foe_beaten=evening.is_foe_beaten,
        weak=tuple(seat for seat in seats if evening.lives(seat) == 1),
        rulings=evening.rulings,
        cast=tuple(one.character for one in evening.people if not one.is_symmetric),
    )


def _of_game(evening: Evening, game: GameState, language: str) -> _Scene:
    """A game of the engine, as it stands."""
    people = evening.people
    if len(people) != game.players:
        people = tuple(
            Person(say(f"evening.colour-{one.colour}", language=language), one.colour) for one in game.samurai
        )
    turn = next((frame for frame in reversed(game.agenda) if isinstance(frame, Turn)), None)
    scene = _Scene(
        course=course(mode_played(game.mode).name, 0, len(people)),
        people=people,
        scores=tuple(one.score for one in game.samurai),
        round=0,
        seat=None if turn is None else int(turn.seat),
        phase="over" if game.is_over else "final" if game.is_final_chapter else "normal",
        steps=game.countdown,
        rounds_left=0,
        is_final=True,
        has_rope=game.has_rope,
        gone=tuple(seat for seat, one in enumerate(game.samurai) if one.palace),
        is_foe_beaten=False,
        weak=(),
        rulings=TableRulings(game.rulings.chosen),
        cast=tuple(filter(None, (board.character.name for board in game.boards))),
    )
    return scene if game.party is None else _of_group(scene, game, game.party)


def _of_group(scene: _Scene, game: GameState, party: Party) -> _Scene:
    """The scene of a group, whose rounds, lives and ways out are its own."""
    is_over = game.is_over or bool(party.outcome)
    goals = goals_met(game)
    lairs = len(dens(game))
    return msgspec.structs.replace(
        scene,
        round=party.round,
        phase="over" if is_over else "eruption" if is_final(game) else "normal",
        rounds_left=(rounds_left(game) or 0) + (party.round > 0),
        is_foe_beaten=party.has_beaten_legend,
        weak=tuple(seat for seat, left in enumerate(party.lives) if left == 1),
        gone=tuple(seat for seat, one in enumerate(game.samurai) if not one.is_on_map),
        goals=(sum(is_met for _, is_met in goals), len(goals)),
        dragons=(lairs, len(party.asleep)),
    )


def _now(scene: _Scene) -> tuple[Said, ...]:
    said = []
    if scene.phase == "over":
        said.append(sentence("evening.late-over"))
    elif scene.seat is not None:
        name = _short(scene, scene.seat)
        key = "evening.late-round" if scene.round else "evening.late-whose-turn"
        data = {"round": scene.round} if scene.round else {}
        said.append(sentence(key, name=name, **data))
    if scene.course.has_points:
        order = sorted(range(len(scene.people)), key=lambda seat: (-scene.scores[seat], seat))
        scores = ", ".join(f"{_short(scene, seat)} {scene.scores[seat]}" for seat in order)
        said.append(sentence("evening.late-scores", scores=scores))
        if scene.phase == "final":
            said.append(sentence("evening.late-final", n=SPACES - scene.steps))
        elif scene.phase == "lava":
            said.append(sentence("evening.late-lava"))
    elif scene.phase != "over":
        twice = scene.phase == "normal" and not scene.is_final
        said.append(sentence(f"evening.late-{'twice' if twice else scene.phase}-rounds", n=scene.rounds_left))
        if scene.is_foe_beaten:
            said.append(sentence(f"evening.late-{scene.course.foe}"))
    if scene.goals is not None and scene.dragons is not None:
        said.append(sentence("evening.late-goals", n=scene.goals[0], of=scene.goals[1]))
        said.append(sentence("evening.late-lairs", n=scene.dragons[0], asleep=scene.dragons[1]))
    if scene.weak and scene.phase != "over":
        said.append(sentence("evening.late-weak", names=_names(scene, scene.weak)))
    if scene.gone:
        said.append(sentence("evening.late-gone", names=_names(scene, scene.gone)))
    return tuple(said)


def _names(scene: _Scene, seats: tuple[int, ...]) -> str:
    return ", ".join(_short(scene, seat) for seat in seats)


def _short(scene: _Scene, seat: int) -> str:
    return " ".join(scene.people[seat].name.split()[:MOST_OF_A_NAME])


def _to_do(scene: _Scene) -> tuple[Said, ...]:
    """The three things to do next."""
    if scene.phase == "over":
        return ()
    if scene.phase == "final":
        way = sentence(f"evening.late-do-{'rope' if scene.has_rope else 'rope-later'}")
        return (
            way,
            sentence(f"evening.late-do-{scene.course.late_lava}"),
            sentence("evening.late-do-shogun"),
        )
    *two, third = scene.course.to_do
    to_do = (*two, "exit" if scene.is_foe_beaten else third)
    return tuple(sentence(f"evening.late-do-{each}", max=scene.course.final_points) for each in to_do)


def _rulings(scene: _Scene, language: str, *, room: int) -> tuple[str, ...]:
    """The titles of what this table plays otherwise than is adopted, as many as so many words can tell."""
    titles = [entry(rule).wording(language).title for rule, _ in scene.rulings.chosen]
    if not titles:
        return ()
    ways = (_rulings_told(titles, most, language) for most in range(MOST_RULINGS, 0, -1))
    *longer, shortest = ways
    return next((lines for lines in longer if _words(lines) <= room), shortest)


def _rulings_told(titles: Sequence[str], most: int, language: str) -> tuple[str, ...]:
    shown = titles[:most]
    lines = [say("evening.late-rulings", language=language, titles="; ".join(shown))]
    if len(titles) > len(shown):
        lines.append(say("evening.late-rulings-more", language=language, n=len(titles) - len(shown)))
    return tuple(lines)
