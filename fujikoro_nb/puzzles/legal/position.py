"""A position and an action in it, as a case of the rules has them, and what the engine says to that action."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftingState
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer, Event, Illegal, Question, Refusal, Unreadable
from fujikoro_nb.engine.kernel import Game as PlayedGame
from fujikoro_nb.rulebook.cases.fighting import by_itself, fight_begun
from fujikoro_nb.rulebook.cases.playing import answer_said
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Fight, Game, Inspect, Rest
from fujikoro_nb.rulebook.cases.resting import rest_begun

Text = Annotated[str, msgspec.Meta(max_length=400)]
AnyState = GameState | ArenaState | CraftingState


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game, a fight, a rest, or gear as it lies; what was answered ``before``; and what somebody wants to ``do``.

    Of gear nothing is answered: whether it may lie so is asked.
    """

    game: Game | None = None
    fight: Fight | None = None
    rest: Rest | None = None
    gear: Inspect | None = None
    before: Annotated[tuple[Text, ...], msgspec.Meta(max_length=20)] = ()
    do: Text = ""


class Opened(msgspec.Struct, frozen=True):
    """The position before the action: its state, who is asked what, and the action."""

    state: AnyState
    question: Question
    answer: Answer


class Judgement(msgspec.Struct, frozen=True):
    """What the engine says: a refusal, or what follows, and what is asked next."""

    refusal: Refusal | None
    events: tuple[Event, ...] = ()
    then: Question | None = None
    after: AnyState | None = None
    """Everything as it lies then."""

    @property
    def is_legal(self) -> bool:
        """Whether it may be done."""
        return self.refusal is None

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the engine cites, in its order."""
        if self.refusal is not None:
            return (self.refusal.rule,)
        return tuple(dict.fromkeys(event.rule for event in self.events))


def opened(position: Position) -> Opened:
    """The position as it is asked about. Raises Unreadable or Illegal."""
    return _opened(msgspec.json.encode(position))


def asked(position: Position) -> tuple[AnyState, Question]:
    """The state before the action, and who is asked what. Raises Unreadable or Illegal."""
    return _asked(msgspec.json.encode(msgspec.structs.replace(position, do="")))


def game_for(state: AnyState) -> PlayedGame[Any]:
    """The game that plays this state; a rest by itself has one of its own."""
    if isinstance(state, GameState | ArenaState):
        return game_of(state)
    return REST_GAME


def read(text: str, state: AnyState) -> Answer:
    """The answer behind a text; a roll is read with the dice in use. Raises Unreadable."""
    match state:
        case GameState():
            return answer_said(text, state)
        case ArenaState():
            return parse_answer(text, state.dice)
        case _:
            answer = parse_game_answer(text)
            if answer is None:
                raise Unreadable("no-answer", text, 0)
            return answer


def judgement(position: Position) -> Judgement:
    """What the engine says to the action. Raises Unreadable or Illegal."""
    return _judged(msgspec.json.encode(position))


def gear_of(done: Inspect) -> tuple[Gear, BoardLimits]:
    """Gear as it lies, and the board that it lies on. Raises Unreadable or Illegal."""
    limits = character(done.character)
    return parse_gear(done.gear, done.kind, limits), limits


@lru_cache(maxsize=128)
def _opened(text: bytes) -> Opened:
    position = msgspec.json.decode(text, type=Position)
    state, question = asked(position)
    return Opened(state, question, read(position.do, state))


class Told(msgspec.Struct, frozen=True):
    """Something that was done before: who was asked, the answer, and what followed."""

    state: AnyState
    question: Question
    answer: Answer
    events: tuple[Event, ...]


def story(position: Position) -> tuple[Told, ...]:
    """What was done before, one after the other. Raises Unreadable or Illegal."""
    return _played(msgspec.json.encode(msgspec.structs.replace(position, do="")))[1]


def _asked(text: bytes) -> tuple[AnyState, Question]:
    state = _played(text)[0]
    question = game_for(state).question(state)
    if question is None:
        raise Unreadable("case-nobody", "", 0)
    return state, question


@lru_cache(maxsize=128)
def _played(text: bytes) -> tuple[AnyState, tuple[Told, ...]]:
    """Kept by the position's text, because a record of a game has no hash."""
    position = msgspec.json.decode(text, type=Position)
    state, is_wanted = _begun(position)
    state = _settled(state, (), is_wanted=is_wanted)[0]
    told = []
    for said in position.before:
        game, answer = game_for(state), read(said, state)
        refusal, question = game.check(state, answer), game.question(state)
        if refusal is not None:
            raise Illegal(refusal)
        assert question is not None, "what is asked of nobody is refused"
        step = game.step(state, answer)
        before, (state, events) = state, _settled(step.state, step.events, is_wanted=is_wanted)
        told.append(Told(before, question, answer, events))
    return state, tuple(told)


def _begun(position: Position) -> tuple[AnyState, bool]:
    """The state at first, and whether a question with one answer is answered by itself."""
    if position.game is not None:
        return started(position_of(position.game, ADOPTED)).state, position.game.automatic
    if position.fight is not None:
        return fight_begun(position.fight, ADOPTED), position.fight.automatic
    if position.rest is not None:
        return rest_begun(position.rest, ADOPTED), False
    raise Unreadable("case-nobody", position.do, 0)


def _settled(
    state: AnyState, events: tuple[Event, ...], *, is_wanted: bool
) -> tuple[AnyState, tuple[Event, ...]]:
    """Once every question with one legal answer is answered, all but which action is taken."""
    after, more = by_itself(game_for(state), state, is_wanted=is_wanted, but="act")
    return after, events + more


@lru_cache(maxsize=128)
def _judged(text: bytes) -> Judgement:
    position = msgspec.json.decode(text, type=Position)
    if position.gear is not None:
        gear, limits = gear_of(position.gear)
        faults = inspect(gear, position.gear.kind, limits, is_unlocked=position.gear.unlocked).refusals
        return Judgement(faults[0] if faults else None)
    found = _opened(text)
    game = game_for(found.state)
    refusal = game.check(found.state, found.answer)
    if refusal is not None:
        return Judgement(refusal)
    step = game.step(found.state, found.answer)
    is_wanted = _begun(position)[1]
    state, events = _settled(step.state, step.events, is_wanted=is_wanted)
    return Judgement(None, events, game_for(state).question(state), state)
