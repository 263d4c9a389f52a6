"""A puzzle on an action, its certificate and its rating."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.puzzles.legal.position import Judgement, Position, asked, judgement

_BASE, _PER_LEVEL, _TO_FOLLOW = 700, 220, 30
_FOUND = 1.5
"""A reason against it has to be found; of what is allowed each look has only to raise no alarm."""
_WHY = 90
"""Why it is refused, not only that it is."""
_LOWEST, _HIGHEST = 800, 2000
_STARS = (1000, 1250, 1500, 1750)

RuleId = Annotated[str, msgspec.Meta(max_length=60)]


class Thought(StrEnum):
    """What has to be looked at, as a theme and as the first hint."""

    TURN = "whose-turn"
    STEPS = "count-steps"
    GROUND = "what-lies-there"
    SHAPE = "shape-of-gear"
    ROOM = "room-on-board"
    CUBES = "cubes-that-pay"
    DICE = "dice-of-weapon"
    ORDER = "who-comes-next"
    CARDS = "cards-and-scrolls"
    CHAPTER = "final-chapter"
    STORY = "what-was-before"
    OTHERS = "others-about"
    ALLOWED = "allowed-after-all"


LEVEL: Mapping[Thought, float] = {
    Thought.TURN: 0.5,
    Thought.STEPS: 0.5,
    Thought.GROUND: 1,
    Thought.SHAPE: 1,
    Thought.ROOM: 1.5,
    Thought.CUBES: 1.5,
    Thought.DICE: 2,
    Thought.ORDER: 2,
    Thought.CARDS: 2.5,
    Thought.CHAPTER: 2.5,
}
"""How hard it is to see. Start values by judgement; what is not here makes a puzzle longer, not harder to see."""

_LOOKS: Mapping[str, Thought] = {
    "turn": Thought.TURN,
    "move.steps": Thought.STEPS,
    "move.bonus": Thought.STEPS,
    "move.lava": Thought.CUBES,
    "move.sandals": Thought.STEPS,
    "move": Thought.GROUND,
    "map": Thought.GROUND,
    "explore": Thought.GROUND,
    "gather.scroll": Thought.CARDS,
    "gather.blueprint": Thought.CARDS,
    "gather.monk": Thought.ROOM,
    "gather": Thought.GROUND,
    "monk": Thought.ROOM,
    "backpack": Thought.ROOM,
    "craft": Thought.SHAPE,
    "magic": Thought.SHAPE,
    "gearcard": Thought.CARDS,
    "scroll": Thought.CARDS,
    "adventure": Thought.CARDS,
    "bonus": Thought.CHAPTER,
    "escape": Thought.CHAPTER,
    "final": Thought.CHAPTER,
    "end": Thought.CHAPTER,
    "combat.attack": Thought.DICE,
    "combat.dice": Thought.DICE,
    "combat.helmet": Thought.CUBES,
    "combat.break": Thought.CUBES,
    "combat": Thought.ORDER,
    "duel.steal": Thought.ROOM,
    "duel": Thought.ORDER,
}
"""By the beginning of a rule's id, the longest that fits."""

_COULD: Mapping[str, tuple[Thought, ...]] = {
    "act": (Thought.TURN, Thought.GROUND, Thought.ROOM, Thought.CARDS),
    "walk": (Thought.STEPS, Thought.GROUND, Thought.CUBES),
    "roll-dice": (Thought.DICE, Thought.ORDER, Thought.SHAPE),
    "craft": (Thought.SHAPE, Thought.CARDS),
    "blueprints": (Thought.GROUND, Thought.CARDS),
    "weapon": (Thought.SHAPE, Thought.ROOM),
    "helmet": (Thought.SHAPE, Thought.GROUND),
    "sandals": (Thought.SHAPE,),
    "repair": (Thought.SHAPE,),
    "stow": (Thought.ROOM,),
    "send-monk": (Thought.ROOM,),
    "place-monk": (Thought.ROOM,),
    "steal": (Thought.ROOM,),
    "pay-lava": (Thought.CUBES,),
    "lose-cubes": (Thought.CUBES,),
    "claim": (Thought.CARDS,),
    "scroll": (Thought.CARDS,),
    "summon": (Thought.CARDS,),
    "window": (Thought.CARDS,),
}
"""What can stand against an answer to a question, or against gear that lies: all of it has to be looked at before one
knows that it may be done. Of others it is only what the cited rule looks at."""


class ActPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position and an action in it; ``choices`` are the rules to choose from, where one is asked for."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    position: Position
    choices: Annotated[tuple[RuleId, ...], msgspec.Meta(max_length=4)] = ()


class ActCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the engine says; it holds for the adopted readings of the rules.

    Where one rule is to be chosen: with that rule switched off, and nothing else, the engine lets the action be done;
    with any other of the choices switched off it still refuses.
    """

    is_legal: bool
    rule: RuleId
    """The rule of the refusal, or the one that the first thing that follows is cited by."""
    cited: tuple[RuleId, ...]
    """All rules that the engine cites."""


class ActRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of thoughts, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


ActEntry = Entry[ActPuzzle, ActCertificate, ActRated]
ActBook = Book[ActEntry]


@cache
def act_book(room: str, name: str) -> ActBook:
    """A committed book of one of the two kinds.

    >>> len(act_book("forbids", "book_05.yaml").entries) >= 25
    True
    """
    return msgspec.yaml.decode(book_text(room, name), type=ActBook)


def certify(puzzle: ActPuzzle) -> ActCertificate:
    """What the engine says now. Raises Unreadable or Illegal for a position that cannot be."""
    said = judgement(puzzle.position)
    return ActCertificate(is_legal=said.is_legal, rule=_rule(puzzle.position, said), cited=said.rules)


def _rule(position: Position, said: Judgement) -> str:
    if said.rules:
        return said.rules[0]
    return "craft.legal-end" if position.gear is not None else asked(position)[1].rule


def rate(puzzle: ActPuzzle, certificate: ActCertificate) -> ActRated:
    """The rating and what it rests on."""
    thoughts, looks = thoughts_of(puzzle, certificate), looks_of(puzzle, certificate)
    to_follow = len(set(thoughts) & {Thought.STORY, Thought.OTHERS})
    levels = sum(LEVEL[look] for look in looks) * (1 if certificate.is_legal else _FOUND)
    rating = _BASE + _PER_LEVEL * levels + _TO_FOLLOW * to_follow
    if puzzle.choices:
        rating += _WHY
    whole = min(_HIGHEST, max(_LOWEST, round(rating / 10) * 10))
    return ActRated(
        rating=whole,
        difficulty=1 + sum(whole >= star for star in _STARS),
        hardest=thoughts[0],
        steps=len(looks) + to_follow,
        themes=tuple(sorted(map(str, thoughts))),
    )


def thoughts_of(puzzle: ActPuzzle, certificate: ActCertificate) -> tuple[Thought, ...]:
    """What has to be seen: what the rule looks at, then what was before, who else is there, and that it may be done."""
    position = puzzle.position
    found = [look_of(certificate.rule)]
    if position.before:
        found.append(Thought.STORY)
    if position.gear is None and _has_others(position):
        found.append(Thought.OTHERS)
    if certificate.is_legal:
        found.append(Thought.ALLOWED)
    return tuple(found)


def looks_of(puzzle: ActPuzzle, certificate: ActCertificate) -> frozenset[Thought]:
    """What a careful solver looks at: of what is refused that alone, of what is allowed all that could be against it.

    Where rules are to be chosen from, it is known that something is.
    """
    found = {look_of(certificate.rule)}
    if certificate.is_legal:
        found |= set(_COULD.get(asked_about(puzzle.position), ()))
    return frozenset(found)


def asked_about(position: Position) -> str:
    """The kind of the question that is answered, or of the gear that lies."""
    return str(position.gear.kind) if position.gear is not None else asked(position)[1].kind


def look_of(rule: str) -> Thought:
    """What a rule looks at.

    >>> look_of("move.lava.affordable"), look_of("move.revealed-only")
    (<Thought.CUBES: 'cubes-that-pay'>, <Thought.GROUND: 'what-lies-there'>)
    """
    parts = rule.split(".")
    for length in range(len(parts), 0, -1):
        found = _LOOKS.get(".".join(parts[:length]))
        if found is not None:
            return found
    return Thought.GROUND


def _has_others(position: Position) -> bool:
    """Whether somebody is where the one who acts is, or a dragon lies on the map."""
    state, question = asked(position)
    if not isinstance(state, GameState):
        return len(state.boards) > 1
    own = state.samurai[question.seat]
    standers = [one for one in state.samurai if one is not own and one.is_on_map and one.space != "centre"]
    return bool(standers) or any(tile is not None and tile.dragon is not None for tile in state.ground)
