"""A task of turns: a position of the whole game, answers that the engine plays, and what has to come of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.fight import Rolled, StowThings, Throw
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer, print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import Agree, Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import space_named
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer, Event, Options, Question, Refusal
from fujikoro_nb.learning.lesson import Judged, Outcome, Task
from fujikoro_nb.learning.turns.goal import ALLY, SEAT, THIRD, TurnGoal, missing
from fujikoro_nb.learning.turns.goal import lairs_of as lairs_of  # notebooks of before look for it here
from fujikoro_nb.puzzles.fights.scene import thrown
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Game
from fujikoro_nb.texts import dragon_called, event_sentence, marked_sentence, say

Answers = tuple[str, ...]
"""What is answered one after the other, in game notation."""

_ROLL = "roll "

_GOES_ON = ("walk", "place", "turn-tile", "gather", "dragon-order", "share-teeth")
"""Questions in the middle of an action, and what a group decides between two."""

_TOLD = frozenset(
    [
        *("explored", "final-chapter", "gathers", "cubes-stowed", "place-named", "rests", "tile-laid"),
        *("round-begins", "dragon-rises", "dragon-wakes", "dragon-walks", "dragon-stays", "dragon-attacks"),
        *("teeth-shared", "handed-over", "erupts", "life-lost", "gets-out", "group-wins", "group-loses"),
        *("loot-gathered", "action-bought", "lava-phase", "dragons-stir", "captured", "dragon-killed"),
        *("monk-met", "guard-met", "guard-beaten"),
    ]
)
"""Kinds of events that a learner is told of; the others are seen on the map."""

_TOLD_OF_ALL = frozenset(
    [
        *(
            "joined",
            "dragon-hit",
            "monk-hit",
            "monk-beaten",
            "samurai-hit",
            "cubes-broken",
            "retreated",
            "knocked-out",
            "dragon-defeated",
            "reward",
        ),
        *("flees", "dies", "revived", "escaped", "hands-in", "leftovers", "wins", "duel-over", "surrendered"),
        *("cube-stolen", "scroll-taken", "magic-gained", "claimed", "card-point", "lava-crossed"),
        *("blueprint-taken", "magic-lost", "scroll-replaced", "paid-with-magic-alone"),
    ]
)
"""The same of things that are told of everybody, by name where it is another one."""


class TurnTask(Task, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks, with the ways to do it, the shown one first."""

    rule: str
    game: Game
    goal: TurnGoal
    right: Annotated[tuple[Answers, ...], msgspec.Meta(min_length=1)]
    played: Answers = ()
    """What was answered before the learner is asked."""
    replies: Answers = ()
    """What dice and others answer afterwards, in this order; without them they are not asked."""
    shows: tuple[GearKind, ...] = ()
    """The gear that is shown beside the map; in a fight without being named."""
    miss: str = ""
    """What to say when it is legal and not right, by its key; else the goal says it."""

    @property
    def start(self) -> GameState:
        """The position that the learner sees first. Raises Unreadable or Illegal."""
        return _opened(msgspec.json.encode(self.game), self.played).state

    @property
    def rolled(self) -> tuple[Roll, ...]:
        """The dice that were rolled before the learner is asked."""
        return _opened(msgspec.json.encode(self.game), self.played).rolls


class TurnStep(TurnTask, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task that teaches one rule, with answers that go wrong."""

    wrong: Answers
    wrong_outcome: Outcome


class JudgedTurn(Judged, frozen=True, kw_only=True):
    """What the answers are worth, with the game as it stands now."""

    after: GameState
    rolls: tuple[Roll, ...] = ()
    barred: str = ""
    """The space that a refusal speaks of, which the map marks."""


class Roll(msgspec.Struct, frozen=True):
    """A roll, and who rolled: a seat, or nobody for a dragon."""

    seat: int | None
    faces: Rolled


class Played(msgspec.Struct, frozen=True):
    """A game after some answers; ``refusal`` says why the last one was not given."""

    state: GameState
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    replies: Answers = ()
    """What dice and others have still to answer."""
    rolls: tuple[Roll, ...] = ()

    @property
    def question(self) -> Question | None:
        """What is asked now; None when the game is over."""
        return game_of(self.state).question(self.state)


@lru_cache(maxsize=64)
def _opened(game: bytes, played: Answers) -> Played:
    """Kept by the position's text, because a record of a game has no hash."""
    start = started(position_of(msgspec.json.decode(game, type=Game), ADOPTED))
    after = play(_settled(Played(start.state)).state, played)
    assert after.refusal is None, f"{played}: {after.refusal}"
    return after


def play(state: GameState, answers: Answers, *, replies: Answers = ()) -> Played:
    """The game after these answers, up to the first that is refused; dice and others answer by ``replies``.

    Raises Unreadable.
    """
    played = Played(state, replies=replies)
    for text in answers:
        answer = read(played.state, text)
        refusal = game_of(played.state).check(played.state, answer)
        if refusal is not None:
            return msgspec.structs.replace(played, refusal=refusal)
        played = _settled(_after(played, answer))
    return played


def read(state: GameState, text: str) -> Answer:
    """The answer behind a text; a roll is read with the dice in use. Raises Unreadable."""
    return parse_answer(text, state.dice) if text.startswith(_ROLL) else game_of(state).from_text(text)


def _after(played: Played, answer: Answer) -> Played:
    step = game_of(played.state).step(played.state, answer)
    rolls = played.rolls
    if isinstance(answer, Rolled):
        rolls = (*rolls, Roll(_roller(played.state), answer))
    return Played(step.state, played.events + step.events, replies=played.replies, rolls=rolls)


def _roller(state: GameState) -> int | None:
    """Whose dice are in the air."""
    assert isinstance(state.agenda[-1], Throw), "dice were rolled"
    seat = getattr(state.agenda[-2], "seat", None)
    return None if seat is None else int(seat)


def _settled(played: Played) -> Played:
    """Pieces are drawn, cubes find their room, a forced answer is given, and dice and others have their replies."""
    while True:
        answer = _by_itself(played)
        given = _replied(played) if answer is None else (answer, played.replies)
        if given is None:
            return played
        answer, replies = given
        played = msgspec.structs.replace(_after(played, answer), replies=replies)


def _replied(played: Played) -> tuple[Answer, Answers] | None:
    """The first reply that can be given now, and those behind it: after another answer some may be out of place."""
    question = played.question
    if question is None or question.seat == SEAT:
        return None
    for number, text in enumerate(played.replies):
        is_roll = text.startswith(_ROLL)
        if is_roll != (question.kind == "roll"):
            continue
        answer = thrown(played.state, text.removeprefix(_ROLL)) if is_roll else read(played.state, text)
        if game_of(played.state).check(played.state, answer) is None:
            return answer, played.replies[number + 1 :]
    return None


def _by_itself(played: Played) -> Answer | None:
    question = played.question
    if question is None:
        return None
    options = game_of(played.state).options(played.state)
    is_loaded = question.kind == "roll" and len(options) == 1  # dice of a lesson that all fall the same way
    if is_loaded or question.kind == "draw":
        return next(iter(options))
    if question.kind == "stow":
        return _stowed(options, is_own=question.seat == SEAT)
    return Agree() if question.kind == "agree" and question.seat != SEAT else None


def _stowed(options: Options, *, is_own: bool) -> Answer | None:
    """A backpack that holds everything; where none does, the learner chooses."""
    whole = (one for one in options if isinstance(one, StowThings) and not (one.left or one.thrown))
    return next(whole, None if is_own else next(iter(options)))


def as_texts(state: GameState, answer: Answer) -> Answers:
    """A tap on the map as answers: a walk begins with its action, and the action ends where the walk does."""
    texts: Answers = (print_game_answer(answer),)
    question = game_of(state).question(state)
    if isinstance(answer, Walk) and question is not None and question.kind == "act":
        begun = play(state, ("move",)).question
        has_parts = (
            begun is not None and begun.kind == "part"
        )  # a gear card lies there: the walk is its main part
        texts = ("move", *(("main",) if has_parts else ()), *texts)
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
    played = play(task.start, answers, replies=task.replies)
    if played.refusal is not None:
        barred = space_named(value for _, value in played.refusal.data)
        return JudgedTurn(
            outcome=Outcome.REFUSED,
            after=played.state,
            sentence=marked_sentence(played.refusal, barred, language=language),
            rule=played.refusal.rule,
            rolls=played.rolls,
            barred=barred,
        )
    seen = JudgedTurn(
        outcome=Outcome.IDLE,
        after=played.state,
        rolls=played.rolls,
        happened=_told(task, played.events, language),
    )
    missed = missing(task.goal, played.state, played.events)
    if missed is None:
        praise = say(right, language=language) if right else ""
        return msgspec.structs.replace(seen, outcome=Outcome.RIGHT, sentence=praise, rule=task.rule)
    if _is_going_on(task, played, answers):
        return seen
    key = missed if missed in _SEEN or _is_on_the_way(task, answers) else "action"
    said = task.miss if task.miss and missed not in _SEEN else f"turn-miss.{key}"
    sentence = say(said, language=language)
    return msgspec.structs.replace(seen, outcome=Outcome.OTHER, sentence=sentence, rule=task.rule)


_SEEN = ("unhurt", "tie", "lives")
"""What goes wrong before everybody's eyes, whichever action was taken."""


def _told(task: TurnTask, events: tuple[Event, ...], language: str) -> tuple[tuple[str, str], ...]:
    """What happened, each with its rule; a dragon is called by its colour."""
    start = task.start
    called = {
        den.dragon.id: dragon_called(f"dragon-{den.dragon.colour}-1", language=language)
        for den in dens(start)
    }
    return tuple(
        (
            _by(
                each, event_sentence(_named(each, called), language=language), len(task.game.seats), language
            ),
            each.rule,
        )
        for each in events
        if each.kind in _TOLD_OF_ALL
        or (each.kind in _TOLD and (each.kind != "cubes-stowed" or dict(each.data)["seat"] == SEAT))
    )


def _by(each: Event, sentence: str, seats: int, language: str) -> str:
    """The sentence, with the name before it where another player did it, or a guard beyond the last seat."""
    seat = dict(each.data).get("seat")
    if each.kind not in _TOLD_OF_ALL or not isinstance(seat, int) or seat not in (ALLY, THIRD):
        return sentence
    if seat >= seats:
        name = say("game-page.guard", n=seat - seats + 1, language=language)
    else:
        name = say(f"turn-task.{'ally' if seat == ALLY else 'third'}", language=language)
    return say("turn-task.told-of", name=name, what=sentence, language=language)


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
    if question.kind != "act":
        return len(answers) < min(map(len, task.right))
    return len(acts_of(answers)) < min(len(acts_of(way)) for way in task.right)
