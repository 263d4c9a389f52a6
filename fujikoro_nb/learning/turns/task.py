"""A task of turns: a position of the whole game, answers that the engine plays, and what has to come of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Act, Battle, Halt, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer, print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import Agree, Offer, Prowl
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, neighbours, space, space_named
from fujikoro_nb.engine.fujikoro.board.mountain import Thing, TokenThing
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.rules.fights.joining import defenders_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer, Event, Question, Refusal, Seat
from fujikoro_nb.learning.lesson import Judged, Outcome, Task
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Game
from fujikoro_nb.texts import dragon_called, event_sentence, marked_sentence, say

SEAT = Seat(0)
"""The learner's."""

ALLY = Seat(1)
"""Who plays with the learner, where a group plays together: it takes what it is offered."""

Answers = tuple[str, ...]
"""What is answered one after the other, in game notation."""

_GOES_ON = ("walk", "place", "turn-tile", "gather", "dragon-order", "share-teeth")
"""Questions in the middle of an action, and what a group decides between two."""

_TOLD = frozenset(
    [
        *("explored", "final-chapter", "gathers", "cubes-stowed", "place-named", "rests", "tile-laid"),
        *("round-begins", "dragon-rises", "dragon-wakes", "dragon-walks", "dragon-stays", "dragon-attacks"),
        *("teeth-shared", "handed-over", "erupts", "life-lost", "gets-out", "group-wins", "group-loses"),
    ]
)
"""Kinds of events that a learner is told of; the others are seen on the map."""


class TurnGoal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What has to come of the answers; what is empty is not asked."""

    safe: bool = False
    """No dragon is met."""
    at: tuple[str, ...] = ()
    """Where the samurai stands, one of these spaces."""
    place: str = ""
    """The place that is explored."""
    near: bool = False
    """A token lies on the new tile, on a space beside the samurai."""
    event: str = ""
    """Something that happens, by the kind of its event."""
    backpack: str = ""
    """What the backpack holds."""
    pool: int | None = None
    """Discs ready to be used."""
    score: int | None = None
    """Points at least."""
    unhurt: bool = False
    """No dragon comes to anybody."""
    lairs: dict[str, str] = {}
    """Where dragons are, by their colours."""
    fight: tuple[int, ...] = ()
    """The seats that a dragon has come to: all of them fight."""
    ally: str = ""
    """What the ally's backpack holds."""
    lives: tuple[int, ...] = ()
    """What each seat has left."""
    outcome: str = ""
    """How the group's game ends."""


class TurnTask(Task, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks, with the ways to do it, the shown one first."""

    rule: str
    game: Game
    goal: TurnGoal
    right: Annotated[tuple[Answers, ...], msgspec.Meta(min_length=1)]
    played: Answers = ()
    """What was answered before the learner is asked."""

    @property
    def start(self) -> GameState:
        """The position that the learner sees first. Raises Unreadable or Illegal."""
        return _opened(msgspec.json.encode(self.game), self.played)


class TurnStep(TurnTask, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task that teaches one rule, with answers that go wrong."""

    wrong: Answers
    wrong_outcome: Outcome


class JudgedTurn(Judged, frozen=True, kw_only=True):
    """What the answers are worth, with the game as it stands now."""

    after: GameState
    barred: str = ""
    """The space that a refusal speaks of, which the map marks."""


class Played(msgspec.Struct, frozen=True):
    """A game after some answers; ``refusal`` says why the last one was not given."""

    state: GameState
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @property
    def question(self) -> Question | None:
        """What is asked now; None when the game is over."""
        return game_of(self.state).question(self.state)


@lru_cache(maxsize=64)
def _opened(game: bytes, played: Answers) -> GameState:
    """Kept by the position's text, because a record of a game has no hash."""
    start = started(position_of(msgspec.json.decode(game, type=Game), ADOPTED))
    after = play(_settled(Played(start.state)).state, played)
    assert after.refusal is None, f"{played}: {after.refusal}"
    return after.state


def play(state: GameState, answers: Answers) -> Played:
    """The game after these answers, up to the first that is refused. Raises Unreadable."""
    played = Played(state)
    for text in answers:
        answer = game_of(played.state).from_text(text)
        refusal = game_of(played.state).check(played.state, answer)
        if refusal is not None:
            return Played(played.state, played.events, refusal)
        step = game_of(played.state).step(played.state, answer)
        played = _settled(Played(step.state, played.events + step.events))
    return played


def _settled(played: Played) -> Played:
    """Pieces are drawn, cubes find their room, and a forced answer is given: nothing here for a first lesson."""
    while (answer := _by_itself(played)) is not None:
        step = game_of(played.state).step(played.state, answer)
        played = Played(step.state, played.events + step.events)
    return played


def _by_itself(played: Played) -> Answer | None:
    question = played.question
    if question is None:
        return None
    options = game_of(played.state).options(played.state)
    is_loaded = question.kind == "roll" and len(options) == 1  # dice of a lesson that all fall the same way
    if is_loaded or question.kind in ("draw", "stow"):
        return next(iter(options))
    return Agree() if question.kind == "agree" and question.seat != SEAT else None


def as_texts(state: GameState, answer: Answer) -> Answers:
    """A tap on the map as answers: a walk begins with its action, and the action ends where the walk does."""
    texts: Answers = (print_game_answer(answer),)
    question = game_of(state).question(state)
    if isinstance(answer, Walk) and question is not None and question.kind == "act":
        texts = ("move", *texts)
    after = play(state, texts)
    asked = after.question
    is_walking = isinstance(answer, Walk) and after.refusal is None and asked is not None
    if is_walking and asked is not None and (asked.seat, asked.kind) == (SEAT, "walk"):
        texts = (*texts, print_game_answer(Halt()))
    return texts


def judge_turn(task: TurnTask, answers: Answers, *, right: str = "", language: str = "en") -> JudgedTurn:
    """What the engine and the goal say to these answers. ``right``: what to say when they are right.

    Raises Unreadable for a text that is no answer.
    """
    played = play(task.start, answers)
    if played.refusal is not None:
        barred = space_named(value for _, value in played.refusal.data)
        return JudgedTurn(
            outcome=Outcome.REFUSED,
            after=played.state,
            sentence=marked_sentence(played.refusal, barred, language=language),
            rule=played.refusal.rule,
            barred=barred,
        )
    happened = _told(task.start, played.events, language)
    missing = _miss(task, played)
    if missing is None:
        praise = say(right, language=language) if right else ""
        return JudgedTurn(
            outcome=Outcome.RIGHT, after=played.state, sentence=praise, rule=task.rule, happened=happened
        )
    if _is_going_on(task, played, answers):
        return JudgedTurn(outcome=Outcome.IDLE, after=played.state, happened=happened)
    key = missing if missing in _SEEN or _is_on_the_way(task, answers) else "action"
    sentence = say(f"turn-miss.{key}", language=language)
    return JudgedTurn(
        outcome=Outcome.OTHER, after=played.state, sentence=sentence, rule=task.rule, happened=happened
    )


_SEEN = ("unhurt", "tie", "lives")
"""What goes wrong before everybody's eyes, whichever action was taken."""


def _told(start: GameState, events: tuple[Event, ...], language: str) -> tuple[tuple[str, str], ...]:
    """What happened, each with its rule; a dragon is called by its colour."""
    called = {
        laid.dragon.id: dragon_called(f"dragon-{laid.dragon.colour}-1", language=language)
        for laid in start.ground
        if laid is not None and laid.dragon is not None
    }
    return tuple(
        (event_sentence(_named(each, called), language=language), each.rule)
        for each in events
        if each.kind in _TOLD and (each.kind != "cubes-stowed" or dict(each.data)["seat"] == SEAT)
    )


def _named(happened: Event, called: Mapping[str, str]) -> Event:
    data = tuple((name, called.get(str(value), value)) for name, value in happened.data)
    return msgspec.structs.replace(happened, data=data)


def acts_of(answers: Answers) -> Answers:
    """The actions among these answers, and that something is offered.

    >>> acts_of(("move", "walk I-1.4", "halt", "offer 1 T for -", "gather"))
    ('move', 'offer', 'gather')
    """
    read = ((text, parse_game_answer(text)) for text in answers)
    return tuple(
        "offer" if isinstance(answer, Offer) else text
        for text, answer in read
        if isinstance(answer, Act | Offer)
    )


def _is_on_the_way(task: TurnTask, answers: Answers) -> bool:
    """Whether the actions so far are those that a right way begins with."""
    taken = acts_of(answers)
    return any(acts_of(way)[: len(taken)] == taken for way in task.right)


def _is_going_on(task: TurnTask, played: Played, answers: Answers) -> bool:
    question = played.question
    if question is None or question.seat != SEAT or not _is_on_the_way(task, answers):
        return False
    if question.kind in _GOES_ON:
        return True
    has_more = len(acts_of(answers)) < min(len(acts_of(way)) for way in task.right)
    return question.kind == "act" and has_more


def _miss(task: TurnTask, played: Played) -> str | None:
    """The first thing that is missing."""
    goal, state, events = task.goal, played.state, played.events
    samurai, board = state.samurai[SEAT], state.fighter(SEAT)
    kinds = {each.kind for each in events}
    named = {str(dict(each.data)["place"]) for each in events if each.kind == "place-named"}
    laid = {str(dict(each.data)["place"]) for each in events if each.kind == "tile-laid"}
    found = {
        "unhurt": not goal.unhurt or "dragon-attacks" not in kinds,
        "tie": not goal.unhurt or not any(isinstance(frame, Prowl) for frame in state.agenda),
        "lives": not goal.lives or (state.party is not None and state.party.lives == goal.lives),
        "lairs": goal.lairs.items() <= lairs_of(state).items(),
        "fight": not goal.fight or _defenders(state) == goal.fight,
        "ally": not goal.ally or str(state.fighter(ALLY).backpack.cubes) == goal.ally,
        "outcome": not goal.outcome or (state.party is not None and state.party.outcome == goal.outcome),
        "safe": not goal.safe or "dragon-attacked" not in kinds,
        "place": not goal.place or goal.place in named,
        "near": not goal.near or _has_token_beside(state, laid),
        "at": not goal.at or samurai.space in goal.at,
        "backpack": not goal.backpack or str(board.backpack.cubes) == goal.backpack,
        "pool": goal.pool is None or board.pool >= goal.pool,
        "score": goal.score is None or samurai.score >= goal.score,
        "event": not goal.event or goal.event in kinds,
    }
    return next((key for key, is_met in found.items() if not is_met), None)


def lairs_of(state: GameState) -> dict[str, PlaceId]:
    """Where each dragon is, by its colour."""
    return {
        laid.dragon.colour: one.id
        for one, laid in zip(PLACES, state.ground, strict=True)
        if laid is not None and laid.dragon is not None
    }


def _defenders(state: GameState) -> tuple[int, ...]:
    """Whom a dragon has come to."""
    battle = next((frame for frame in state.agenda if isinstance(frame, Battle)), None)
    return () if battle is None else tuple(sorted(map(int, defenders_of(battle))))


def _has_token_beside(state: GameState, places: set[str]) -> bool:
    """Whether a token lies beside the samurai on one of these places."""
    beside = neighbours(state.samurai[SEAT].space)
    return any(space(name).place in places and is_fresh(thing_on(state, name)) for name in beside)


def thing_on(state: GameState, name: str) -> Thing | None:
    """What lies on a space; None where no tile lies or nothing is on it."""
    laid = state.tile_on(space(name).place)
    return None if laid is None or "." not in name else laid.things[int(name[-1])]


def is_fresh(thing: Thing | None) -> bool:
    """Whether this is a resource token that nobody has turned."""
    return isinstance(thing, TokenThing) and not thing.is_used
