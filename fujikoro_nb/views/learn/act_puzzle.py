"""What the page of a puzzle on an action shows: the position in words and boards, the action, the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, DragonFight, Duel, is_between_people
from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftingState
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, Board
from fujikoro_nb.engine.fujikoro.components import AdventureToken, Blueprint, Dragon, GearCard, ScrollCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.kernel import CHANCE, Event, Question, Seat
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.legal.check import answer_words, answers, right_answer
from fujikoro_nb.puzzles.legal.position import AnyState, Opened, Position, gear_of, judgement, opened, story
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.texts import dragon_called, has
from fujikoro_nb.views.fight.labels import things_of
from fujikoro_nb.views.fight.question import drawn_boards
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.learn.puzzle import actions

_COLOURS = ("red", "pink", "green", "blue", "purple", "black")
"""Of seats in a fight without a map, in the order of a game's own."""
MOST_TOLD = 8
"""Things that followed, in a list."""
QUIET = ("acts", "move-over", "action-over", "turn-over", "claim-over", "craft-nothing")
"""Events that say only what the answer says, or that something is over."""


def act_view(run: Run, draft: str) -> dict[str, Any]:
    """The position with the action, and the ways on; ``draft`` is the answer as it stands."""
    puzzle: ActPuzzle = run.puzzle
    back = {"act": "again", "label": run.say("legal-puzzle.take-back"), "main": True}
    return {
        "kind": "act",
        "cards": [],
        "hand": [],
        "task": {
            **_position(run, puzzle.position, has_ended=bool(run.attempt.ended)),
            "choices": _choices(run, draft),
            "after": _after(run),
        },
        "actions": actions(run, can_check=bool(draft), waiting="legal-puzzle.choose-first", back=back),
        "undo": "",
    }


def hint_words(run: Run, kind: HintKind) -> str:
    """What a hint says."""
    return run.kind.hint(run.entry, kind, language=run.language).sentence


def shown_answer(run: Run, entry: ActEntry) -> dict[str, Any]:
    """A puzzle's answer, with the action that it is about."""
    puzzle = entry.puzzle
    right = answer_words(puzzle, right_answer(puzzle, entry.certificate), language=run.language)
    act = _position(run, puzzle.position)["act"]
    return {"cells": "", "label": run.say("legal-puzzle.shown-answer", act=act, answer=right)}


def _choices(run: Run, draft: str) -> list[dict[str, Any]]:
    puzzle: ActPuzzle = run.puzzle
    found = sorted(answers(puzzle)) if puzzle.choices else answers(puzzle)
    return [
        {
            "answer": one,
            "label": answer_words(puzzle, one, language=run.language),
            "on": one == draft,
            "rule": one if puzzle.choices and run.attempt.ended else "",
        }
        for one in found
    ]


def _after(run: Run) -> list[dict[str, str]]:
    """What the engine says, once all is over: the refusal, or what follows and what is asked next."""
    if not run.attempt.ended:
        return []
    puzzle: ActPuzzle = run.puzzle
    said = judgement(puzzle.position)
    if puzzle.position.gear is not None:
        words = Words((), run.say, run.language)
        nothing = {"text": run.say("legal-puzzle.nothing-against"), "rule": run.entry.certificate.rule}
        return [nothing] if said.refusal is None else [words.refused(said.refusal)]
    state = opened(puzzle.position).state
    words = CaseWords(run, state)
    if said.refusal is not None:
        return [words.refused(said.refusal)]
    told = [_told(words, event) for event in said.events if event.kind not in QUIET][:MOST_TOLD]
    if said.then is not None and said.then.seat >= 0:
        told.append({"text": asked_words(words, said.then), "rule": said.then.rule})
    return told


def _told(words: Words, event: Event) -> dict[str, str]:
    told = words.told(event)
    return {"text": f"{told['who']}: {told['text']}" if told["who"] else told["text"], "rule": told["rule"]}


class CaseWords(Words):
    """Words for a position of the cases, whose dragons have names of their own: they are called by their colours."""

    def __init__(self, run: Run, state: AnyState) -> None:
        colours: Sequence[str] = _COLOURS[: len(state.boards)]
        if isinstance(state, GameState):
            colours = [one.colour for one in state.samurai]
        dice = state.dice if isinstance(state, GameState | ArenaState) else ()
        names = [run.say(f"evening.colour-{colour}") for colour in colours]
        super().__init__(names, run.say, run.language, dice)
        self._dragons = {one.id: one.colour for one in _dragons(state)}

    def component(self, component_id: str) -> str:
        """A dragon by its colour, all else by its name."""
        colour = self._dragons.get(component_id)
        if colour is None:
            return super().component(component_id)
        return dragon_called(f"dragon-{colour}-1", language=self.language)


def _dragons(state: AnyState) -> Iterator[Dragon]:
    """All that lie on the map or fight."""
    if isinstance(state, GameState):
        yield from (tile.dragon for tile in state.ground if tile is not None and tile.dragon is not None)
        if state.scene is not msgspec.UNSET and state.scene.heart is not msgspec.UNSET:
            yield state.scene.heart.dragon
    yield from (frame.dragon for frame in state.agenda if isinstance(frame, DragonFight))


def asked_words(words: Words, question: Question) -> str:
    """Who is asked what."""
    key = f"question.{question.kind}"
    what = words.say(key, **dict(question.data)) if has(key, language=words.language) else ""
    return words.say("legal-puzzle.asked", who=words.seat(int(question.seat)), what=what)


# ---- the position


def _position(run: Run, position: Position, *, has_ended: bool = False) -> dict[str, Any]:
    """The position, its boards as they lie afterwards once all is over and the action could be done."""
    if position.gear is not None:
        return _gear(run, position)
    found = opened(position)
    state, words = found.state, CaseWords(run, found.state)
    who = words.seat(int(found.question.seat))
    after = judgement(position).after if has_ended else None
    is_duel = not isinstance(state, CraftingState) and is_between_people(state)
    act = capital(words.answer(found.answer, is_duel=is_duel))
    if isinstance(found.answer, Walk) and len(found.answer.path) > 1:
        by = ", ".join(map(words.space, found.answer.path[:-1]))
        act = run.say("legal-puzzle.by-way-of", act=act, by=by)
    return {
        "has_map": isinstance(state, GameState),
        "asked": asked_words(words, found.question),
        "act": run.say("legal-puzzle.wants", who=who, act=act),
        "facts": list(facts_of(found, words)),
        "story": list(story_lines(position, words)),
        "is_after": after is not None,
        "seats": [*seats_shown(found, after or state, words), *([] if after else _made(found, words))],
    }


def _gear(run: Run, position: Position) -> dict[str, Any]:
    assert position.gear is not None, "gear is what is asked about"
    gear, limits = gear_of(position.gear)
    board = Board(limits=limits, gear=gear)
    kind = position.gear.kind
    drawn = grids_drawn(board, run.say, only=kind)
    closed = kind == GearKind.WEAPON and not position.gear.unlocked
    facts = (
        [run.say(f"legal-puzzle.right-{'closed' if closed else 'open'}")] if kind == GearKind.WEAPON else []
    )
    return {
        "has_map": False,
        "asked": "",
        "is_after": False,
        "act": run.say("legal-puzzle.lies", kind=run.say(f"theme.{kind}")),
        "facts": facts,
        "story": [],
        "seats": [{"name": "", "colour": "", "is_on": True, "boards": drawn, "lines": []}],
    }


def facts_of(found: Opened, words: Words) -> Iterator[str]:
    """What is to be known of the whole: the dragon, who comes after whom, dice in the air, the countdown."""
    state, say = found.state, words.say
    fight = next((one for one in reversed(state.agenda) if isinstance(one, DragonFight | Duel)), None)
    if isinstance(fight, DragonFight):
        dragon = fight.dragon
        yield say(
            "legal-puzzle.dragon",
            health=max(0, fight.health),
            initiative=dragon.initiative,
            dice=dragon.dice,
        )
    if fight is not None and fight.order:
        order = (say("game-page.the-dragon") if one == DRAGON else words.seat(one) for one in fight.order)
        yield say("legal-puzzle.order", order=", ".join(order))
    if isinstance(state, GameState):
        yield from _on_table(state, found.question, words)
    elif isinstance(state, CraftingState) and state.display:
        yield say("legal-puzzle.display", cards=", ".join(_pattern(one, words) for one in state.display))


def _on_table(state: GameState, question: Question, words: Words) -> Iterator[str]:
    """What lies beside the map, as far as it is asked about."""
    say = words.say
    if state.is_final_chapter:
        yield say("legal-puzzle.chapter")
    if state.display:
        yield say("legal-puzzle.display", cards=", ".join(_pattern(one, words) for one in state.display))
    if question.kind == "scroll" and state.scrolls:
        told = (_power(one, words) for one in state.scrolls)
        yield say("legal-puzzle.scrolls", scrolls="; ".join(told))
    if question.kind == "blueprints":
        cards = (_pattern(one, words) for temple in state.temples for one in temple)
        yield say("legal-puzzle.temples", cards=", ".join(cards))


def _pattern(card: GearCard | Blueprint, words: Words) -> str:
    return f"{words.component(card.id)} ({words.word(str(card.kind))} {print_pattern(card.pattern)})"


def story_lines(position: Position, words: Words) -> Iterator[dict[str, Any]]:
    """What was done before, one after the other, and what followed of it."""
    for one in story(position):
        act = words.answer(one.answer)
        if one.question.seat == CHANCE:
            act = capital(act)
        else:
            act = words.say("legal-puzzle.did", who=words.seat(int(one.question.seat)), act=act)
        yield {"text": act, "told": [words.told(event) for event in one.events if event.kind not in QUIET]}


def seats_shown(found: Opened, state: AnyState, words: Words) -> list[dict[str, Any]]:
    """Boards, as they lie in this state, of those who are concerned: the one who acts, and whoever fights."""
    own = int(found.question.seat)
    fight = next((one for one in reversed(found.state.agenda) if isinstance(one, DragonFight | Duel)), None)
    others = [] if fight is None else [int(one) for one in fight.order if one not in (DRAGON, own)]
    shown = [own, *(one for one in others if 0 <= one < len(state.boards))]
    return [_seat(state, seat, words, is_on=seat == own) for seat in dict.fromkeys(shown)]


def _made(found: Opened, words: Words) -> list[dict[str, Any]]:
    """Gear and backpack as a craft would leave them."""
    answer = found.answer
    if not isinstance(answer, CraftGear):
        return []
    board = found.state.boards[found.question.seat]
    after = msgspec.structs.replace(
        board, gear=board.gear.with_layout(answer.kind, answer.layout), backpack=answer.backpack
    )
    lines = [words.say("legal-puzzle.backpack", things=things_of(answer.backpack.lower, words.say))]
    drawn = grids_drawn(after, words.say, only=answer.kind)
    name = words.say("legal-puzzle.afterwards")
    return [{"name": name, "colour": "", "is_on": False, "boards": drawn, "lines": lines}]


def _seat(state: AnyState, seat: int, words: Words, *, is_on: bool) -> dict[str, Any]:
    board = state.boards[seat]
    colour = state.samurai[seat].colour if isinstance(state, GameState) else _COLOURS[seat]
    return {
        "name": words.seat(seat),
        "colour": colour,
        "is_on": is_on,
        "boards": grids_drawn(board, words.say),
        "lines": list(_lines(state, seat, board, words)),
    }


def grids_drawn(board: Board, say: Any, *, only: GearKind | None = None) -> list[dict[str, Any]]:
    """The grids that hold something."""
    grids = drawn_boards(board)
    kinds = [only] if only else [kind for kind in GearKind if _has(board.gear, kind)]
    return [{"kind": str(kind), "name": say(f"theme.{kind}"), "board": grids[str(kind)]} for kind in kinds]


def _has(gear: Gear, kind: GearKind) -> bool:
    return bool(gear.layout(kind)) or gear.is_magical(kind)


def _lines(state: AnyState, seat: int, board: Board, words: Words) -> Iterator[str]:
    say = words.say
    if isinstance(state, GameState):
        samurai = state.samurai[seat]
        yield say("legal-puzzle.stands", space=words.space(samurai.space))
        spent = [
            f"{say(f'game-page.did-act-{field}')} {samurai.discs_on(field)}"
            for field in SLOTS
            if samurai.discs_on(field)
        ]
        yield say("legal-puzzle.discs", n=board.pool, spent=", ".join(spent) or say("combat.stow-nothing"))
        if board.action_monk_field:
            yield say("legal-puzzle.monk-field", field=say(f"game-page.did-act-{board.action_monk_field}"))
        if samurai.scrolls:
            yield say(
                "legal-puzzle.scrolls", scrolls="; ".join(_power(one, words) for one in samurai.scrolls)
            )
        if samurai.adventures:
            yield say(
                "legal-puzzle.adventures", tokens="; ".join(_power(one, words) for one in samurai.adventures)
            )
    yield say("legal-puzzle.backpack", things=things_of(board.backpack.lower, say))
    if board.upper_spaces:
        yield say("legal-puzzle.upper", things=things_of(board.backpack.upper, say))
    if board.monk_spots:
        yield say(
            "legal-puzzle.monks", spots=", ".join(say(f"combat.place-{spot}") for spot in board.monk_spots)
        )
    if board.blueprints:
        yield say(
            "legal-puzzle.blueprints", cards=", ".join(_pattern(one, words) for one in board.blueprints)
        )
    if board.cards:
        laid = (
            say(
                "legal-puzzle.card-on",
                kind=words.word(str(one.kind)),
                field=say(f"game-page.did-act-{one.slot}"),
            )
            for one in board.cards
        )
        yield say("legal-puzzle.cards", cards=", ".join(laid))


def _power(one: ScrollCard | AdventureToken, words: Words) -> str:
    return f"{words.component(one.id)}: {words.effects(one.effects)}"


def state_of(puzzle: ActPuzzle, *, has_ended: bool) -> tuple[GameState, Seat] | None:
    """The game to be drawn on the map, afterwards once all is over, and who acts; None where nothing lies on one."""
    if puzzle.position.game is None:
        return None
    found = opened(puzzle.position)
    after = judgement(puzzle.position).after if has_ended else None
    state = after or found.state
    assert isinstance(state, GameState), "a game is played on the map"
    return state, found.question.seat


def spaces_of(puzzle: ActPuzzle) -> list[str]:
    """Where the action leads, the last space last; empty where it names none."""
    if puzzle.position.game is None:
        return []
    answer = opened(puzzle.position).answer
    if isinstance(answer, Walk):
        return list(answer.path)
    at = getattr(answer, "space", "")
    return [at] if at else []
