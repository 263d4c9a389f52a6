"""What the page of the lesson on turns shows beside the map, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    DragonFight,
    Duel,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Suffer,
    is_between_people,
)
from fujikoro_nb.engine.fujikoro.asked.game import Battle
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer, print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import MoveFirst, Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES
from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rules.cardbonus import card_on
from fujikoro_nb.engine.fujikoro.rules.fights.dice import distinct_faces
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of
from fujikoro_nb.engine.kernel import Answer, Question
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.run import Run
from fujikoro_nb.learning.turns.goal import SEAT
from fujikoro_nb.learning.turns.task import Answers, Played, Roll, play, read
from fujikoro_nb.texts import dragon_called
from fujikoro_nb.views.fight.labels import spelt
from fujikoro_nb.views.fight.question import drawn_boards, first_answers
from fujikoro_nb.views.game.people import fight_view
from fujikoro_nb.views.game.question import place_of, rows_of, sentence, space_of
from fujikoro_nb.views.game.trade import shared
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.learn.at_table import at_table
from fujikoro_nb.views.learn.laid_out import laid_out
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, undo_label, verdict

ACTIONS = ("explore", "gather", "rest")
"""Actions with a button; a move is a tap on the map."""

MOVE = "move"
"""It has a button where a gear card lies on it: then it need not begin with a walk."""

MOST_CHOICES = 12
"""Answers with a button of their own."""

MOST_ROLLS = 4
"""Rolls that are shown."""

SIXTHS = 6
"""explore.orient"""

_POINTED = {"place": "go-place", "dragon-order": "go-dragon"}
"""Questions that are answered on the map alone, and what the button says until something is chosen there."""


class OnMap(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it stands, what the map offers, and what is chosen there."""

    start: GameState
    """As it was when the task began."""
    state: GameState
    has_begun: bool
    """Whether anything was done in this task."""
    rows: tuple[Mapping[str, Any], ...]
    """The spaces that can be tapped, as the map has them."""
    selected: str
    offered: str
    """The space of the answer that the map has made of what is chosen; empty: none."""
    rolls: tuple[Roll, ...] = ()
    """Dice that were rolled since the learner was asked."""

    @property
    def asks(self) -> str:
        """The kind of the pending question to the learner; empty when something else is pending."""
        return asks(self.state)


class Beside(msgspec.Struct, frozen=True, kw_only=True):
    """What else is shown of a turn beside its map: of a lesson, or of a puzzle."""

    say: Callable[..., str]
    language: str
    is_live: bool
    """Whether something may still be done."""
    happened: tuple[tuple[str, str], ...] = ()
    """Sentences with their rules."""
    rolled: tuple[Roll, ...] = ()
    """Dice from before."""
    shows: tuple[GearKind, ...] = ()
    """Gear that is shown; in a fight without being named."""
    actions: tuple[str, ...] = ACTIONS
    """Actions with a button."""
    seats: int = 2
    """Who plays."""


def _beside(run: Run) -> Beside:
    return Beside(
        say=run.say,
        language=run.language,
        is_live=is_live(run),
        happened=run.judged.happened if run.judged is not None else (),
        rolled=run.pending.rolled,
        shows=_shown_gear(run),
        seats=len(run.pending.game.seats),
    )


def words_of(run: Run) -> Words:
    """What the people and things of the pending task are called."""
    return _words(_beside(run))


def _shown_gear(run: Run) -> tuple[GearKind, ...]:
    """The gear that the task is about; at the table all of it, because it is laid out there."""
    if run.step is None or not run.progress.at_table:
        return tuple(run.pending.shows)
    gear = run.pending.start.fighter(SEAT).gear
    return tuple(kind for kind in GearKind if gear.layout(kind) or kind in run.pending.shows)


def asks(state: GameState) -> str:
    """The kind of the pending question to the learner; empty when something else is pending."""
    question = game_of(state).question(state)
    return question.kind if question is not None and question.seat == SEAT else ""


def around(state: GameState) -> list[str]:
    """Where a group's samurai and dragons are: all of them count; else one's own samurai and what is explored."""
    laid = [(one, tile) for one, tile in zip(PLACES, state.ground, strict=True) if tile]
    if not state.is_group:
        own = state.samurai[SEAT]
        return [*([own.space] if own.is_on_map else []), *(f"{one.id}.0" for one, _ in laid)]
    lairs = [f"{one.id}.0" for one, tile in laid if tile.dragon]
    return [*lairs, *(samurai.space for samurai in state.samurai if samurai.is_on_map)]


def is_live(run: Run) -> bool:
    """Whether the learner may still do something in this task."""
    is_judged = run.judged is not None and run.judged.outcome in (Outcome.RIGHT, Outcome.OTHER)
    return run.finished is None and not run.is_over and not is_judged


def turns_view(run: Run, on_map: OnMap) -> dict[str, Any]:
    """What its front end draws."""
    way = _way(run, on_map.start, run.pending.right[0])
    own = run.say("turn-task.undo-done") if on_map.has_begun else ""
    return {
        **frame(run),
        **_at_table(run, on_map.start),
        "turn": _turn(run, on_map),
        "verdict": verdict(
            run, check_right=run.say("turn-task.check-right"), more={"but": "lesson.other-more"}
        ),
        "actions": actions(run, []),
        "hint": hint_sentence(
            run,
            shown=run.say("turn-task.shown", way=way),
            answer=run.say("turn-task.answer-shown", way=way),
        ),
        "undo": undo_label(run, own),
    }


def _at_table(run: Run, start: GameState) -> dict[str, Any]:
    """The switch between screen and table, and how the step begins there."""
    return at_table(
        run,
        lambda: laid_out(start, words_of(run)),
        about="laid.about-board",
        turn="lesson.table-turn",
    )


def _turn(run: Run, on_map: OnMap) -> dict[str, Any]:
    return turn_beside(_beside(run), on_map)


def turn_beside(run: Beside, on_map: OnMap) -> dict[str, Any]:
    """The turn as it stands: what the samurai has, and the ways to go on."""
    samurai, board = on_map.state.samurai[SEAT], on_map.state.fighter(SEAT)
    spent = sum(samurai.fields)
    return {
        "pool": board.pool,
        "spent": spent,
        "discs": run.say("turn-task.discs", ready=board.pool, all=board.pool + spent),
        "cubes": str(board.backpack.cubes),
        "backpack": run.say("turn-task.backpack"),
        "points": _points(run, on_map.state),
        "group": _group(run, on_map.state),
        "asked": _asked(run, on_map),
        "fight": _fight(run, on_map.state),
        "rolls": _rolls(run, on_map),
        "gear": _gear(run, on_map.state),
        "buttons": _buttons(run, on_map) if run.is_live else [],
        "spaces": _spaces(on_map) if run.is_live else [],
        "happened": [{"text": sentence, "rule": rule} for sentence, rule in run.happened],
    }


def _points(run: Beside, state: GameState) -> str:
    """Points, and status tokens where they are a purse; empty where there are none."""
    if not state.has_points:
        return ""
    points = run.say("turn-task.points", points=state.samurai[SEAT].score)
    tokens = run.say("game-page.seat-tokens", n=state.tokens_of(SEAT)) if state.leaves_loot else ""
    return ", ".join(filter(None, (points, tokens)))


def _asked(run: Beside, on_map: OnMap) -> str:
    """The question, where it is not which action is taken or what is done on the map."""
    question = game_of(on_map.state).question(on_map.state)
    if not run.is_live or question is None or not on_map.asks or not choices(on_map.state):
        return ""
    return "" if question.kind == "act" else sentence(on_map.state, question, _words(run))


def _fight(run: Beside, state: GameState) -> dict[str, Any]:
    """Who strikes in which order, and the health of the dragon, called by its colour; empty where nobody fights."""
    shown = fight_view(state, _words(run))
    frame = next((one for one in reversed(state.agenda) if isinstance(one, DragonFight)), None)
    if frame is None or not shown:
        return shown
    name = dragon_called(f"dragon-{frame.dragon.colour}-1", language=run.language)
    return {**shown, "dragon": {**shown["dragon"], "name": capital(name)}}


def _rolls(run: Beside, on_map: OnMap) -> list[dict[str, Any]]:
    """The last dice that were rolled, in their order, with who rolled."""
    words = _words(run)
    return [
        {
            "who": run.say("game-page.the-dragon") if roll.seat is None else words.seat(roll.seat),
            "dice": [
                {"colour": colour, "hits": face.hits, "broken": face.is_broken}
                for colour in COLOURS
                for face, count in zip(
                    distinct_faces(on_map.state, colour), roll.faces.counts(colour), strict=False
                )
                for _ in range(count)
            ],
        }
        for roll in (*run.rolled, *on_map.rolls)[-MOST_ROLLS:]
    ]


def _gear(run: Beside, state: GameState) -> list[dict[str, Any]]:
    """The learner's gear that the task is about; in a fight what fights."""
    is_fight = any(isinstance(frame, DragonFight | Duel | Battle) for frame in state.agenda)
    kinds = run.shows or ((GearKind.WEAPON, GearKind.HELMET) if is_fight else ())
    board = state.fighter(SEAT)
    boards = drawn_boards(board)
    return [
        {
            **boards[str(kind)],
            "kind": str(kind),
            "name": run.say(f"widgets.{kind}"),
            "blueprints": [print_pattern(one.pattern) for one in board.blueprints if one.kind == kind],
            "blueprint": run.say("turn-task.blueprint"),
        }
        for kind in kinds
    ]


def _group(run: Beside, state: GameState) -> dict[str, Any] | None:
    """The round and the lives of those who play together; None where everybody plays alone."""
    party = state.party
    if party is None:
        return None
    words, last = _words(run), last_of(state)
    numbered = run.say("game-page.course-round", n=party.round)
    return {
        "round": run.say("turn-task.group", round=party.round, of=last) if last else numbered,
        "lives": [
            {"name": words.seat(seat), "left": left, "most": state.mode.said.lives}
            for seat, left in enumerate(party.lives)
        ],
    }


def _words(run: Beside) -> Words:
    names = [run.say(f"turn-task.{key}") for key in ("you", "ally", "third")][: run.seats]
    return Words(names, run.say, run.language)


def choices(state: GameState) -> tuple[str, ...]:
    """What is answered by a button of its own: all that is not said on the map, by an action, or by turning a tile.

    A jump says more than its space: which cube burns for it.
    """
    question = game_of(state).question(state)
    if question is None or question.seat != SEAT or question.kind == "turn-tile":
        return ()
    options = game_of(state).options(state)
    if question.kind == "stow":
        return tuple(
            map(
                print_game_answer,
                first_answers(question.kind, options, state.fighter(question.seat))[:MOST_CHOICES],
            )
        )
    is_act = question.kind == "act"
    listed = (
        one
        for one in options
        if (
            isinstance(one, Offer)
            if is_act
            else _is_jump(state, one) or not (space_of(one) or place_of(one, state))
        )
        and not isinstance(one, CraftGear)  # that needs a board, and a lesson of its own
    )
    return tuple(map(print_game_answer, islice(listed, MOST_CHOICES)))


def _is_jump(state: GameState, answer: Answer) -> bool:
    """Whether this is a jump to another space."""
    return isinstance(answer, Leap) and answer.path[-1] != state.samurai[SEAT].space


def _called(run: Beside, state: GameState, text: str) -> str:
    """Such an answer in words."""
    words, answer = _words(run), read(state, text)
    if isinstance(answer, Offer):
        return run.say("turn-task.give", name=words.seat(answer.to), cubes=str(answer.gives.cubes))
    is_duel = is_between_people(state)
    said = shared(state, answer, words) or capital(words.answer(answer, is_duel=is_duel))
    cubes = _taken_off(run, state, answer)
    return f"{said} ({cubes})" if cubes else said


def _taken_off(run: Beside, state: GameState, answer: Answer) -> str:
    """The cubes that an answer names by their cells; empty for any other answer."""
    if not isinstance(answer, PayDamage | LoseCubes | RepairWeapon) or not answer.cells:
        return ""
    gear = state.fighter(SEAT).gear
    if isinstance(answer, PayDamage):
        layout = gear.helmet if isinstance(state.agenda[-1], Suffer) else gear.sandals
    else:
        layout = gear.weapon
    return spelt(layout.only(answer.cells).cubes, run.say)


def _buttons(run: Beside, on_map: OnMap) -> list[dict[str, Any]]:
    offered = on_map.offered
    row = next((one for one in on_map.rows if offered and offered in one["spaces"]), None)
    if on_map.asks == "turn-tile":
        return [
            _button(run, "turn", "turn-left", by=-1),
            _button(run, "turn", "turn-right", by=1),
            _button(run, "lay", "lay", main=True),
        ]
    if on_map.asks != "act":
        return _pointed(run, on_map, row) + _chosen(run, on_map.state)
    go = _button(run, "go", "go-move", main=row is not None, off=row is None)
    go = {**go, "label": row["go"] if row else go["label"], "discs": _spent(on_map, "move")}
    is_card = card_on(on_map.state, SEAT, MOVE) is not None
    takes = [
        {**_button(run, "take", action, action=action), "discs": _spent(on_map, action)}
        for action in (*([MOVE] if is_card else []), *run.actions)
    ]
    return [go, *takes, *_chosen(run, on_map.state)]


def _pointed(run: Beside, on_map: OnMap, row: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """The button for what is chosen on the map; none where nothing can be."""
    if not on_map.rows:
        return []
    go = _button(run, "go", _POINTED.get(on_map.asks, "go-space"), main=row is not None, off=row is None)
    return [{**go, "label": row["go"] if row else go["label"]}]


def _chosen(run: Beside, state: GameState) -> list[dict[str, Any]]:
    """A button for each answer that is said nowhere else."""
    question = game_of(state).question(state)
    assert question is not None, "somebody is asked"
    about = _abouts(run, state, question)
    return [
        {
            **_button(run, "choose", "choose", text=text),
            "key": f"choose-{number}",
            "label": _called(run, state, text),
            "about": "",
            "patterns": [],
            **about.get(text, {}),
        }
        for number, text in enumerate(choices(state))
    ]


def _abouts(run: Beside, state: GameState, question: Question) -> dict[str, dict[str, Any]]:
    """What the game's page says of the same answers, and the cards that it draws, by their texts."""
    if question.kind in ("act", "stow", "share-teeth"):
        return {}
    rows, _ = rows_of(state, question, game_of(state).options(state), _words(run), most=MOST_CHOICES)
    return {row["text"]: {"about": row["about"], "patterns": row["patterns"]} for row in rows}


def _spent(on_map: OnMap, field: str) -> int:
    """Discs that lie on the field of an action; a rest has none."""
    fields = on_map.state.samurai[SEAT].fields
    return fields[SLOTS.index(field)] if field in SLOTS else 0


def _button(
    run: Beside, act: str, key: str, *, main: bool = False, off: bool = False, **fields: Any
) -> dict[str, Any]:
    return {
        "key": key,
        "act": act,
        "fields": fields,
        "label": run.say(f"turn-task.{key}") if act != "choose" else "",
        "main": main,
        "off": off,
        "discs": 0,
    }


def _spaces(on_map: OnMap) -> list[dict[str, Any]]:
    """Where the map can be tapped, for those who do not tap."""
    return [
        {
            "space": row["spaces"][0],
            "name": row["name"],
            "about": ", ".join(filter(None, (row["text"], row["price"]))),
            "on": on_map.selected in row["spaces"],
        }
        for row in on_map.rows
    ]


def _way(run: Run, start: GameState, answers: Answers) -> str:
    """A row of answers as a person does them on this page."""
    said = []
    for number, answer in enumerate(answers):
        verb, *words = answer.split()
        match verb:
            case "walk" | "place":
                said.append(run.say(f"turn-task.way-{verb}", space=words[-1]))
            case "turn":
                sixths = -int(words[0]) % SIXTHS
                key = "turn" if sixths else "lay"
                said.append(run.say(f"turn-task.way-{key}", sixths=sixths))
            case "explore" | "gather" | "rest":
                said.append(run.say("turn-task.way-press", button=run.say(f"turn-task.{verb}")))
            case "dragon":
                first = parse_game_answer(answer)
                assert isinstance(first, MoveFirst), "that is what its text says"
                said.append(run.say("turn-task.way-dragon", space=lair_of(start, first.dragon) or ""))
            case "move" if card_on(start, SEAT, MOVE) is not None:
                said.append(run.say("turn-task.way-press", button=run.say("turn-task.move")))
            case "move" | "halt":
                pass
            case _:
                said.append(
                    _way_chosen(run, play(start, answers[:number], replies=run.pending.replies), answer)
                )
    return ", ".join(said)


def _way_chosen(run: Run, before: Played, answer: str) -> str:
    """An answer on the map or with a button of its own, as it is given once those before it were."""
    at = space_of(read(before.state, answer))
    if at:
        return run.say("turn-task.way-place", space=at)
    return run.say("turn-task.way-press", button=_called(_beside(run), before.state, answer))
