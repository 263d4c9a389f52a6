"""A puzzle of an evening proved: every answer played out, and how hard it is to see which is the best."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles.evenings.effort import TooMany
from fujikoro_nb.puzzles.evenings.puzzle import (
    EveningCertificate,
    EveningEntry,
    EveningProof,
    EveningPuzzle,
    EveningRated,
    Goal,
    Judged,
    Thought,
)
from fujikoro_nb.puzzles.evenings.worth import Played, Search, Seen
from fujikoro_nb.puzzles.rating import chance_of, difficulty_of, rating_of

_SLIGHT, _HALF = 0.95, 0.4
"""How often one is right all the same who does not count the foes or play on, and who leaves others out."""
_BLUR = 0.12
"""Of what lies between the best and the worst answer: differences that people can hardly tell from none."""
_CLOSE = Fraction(1, 8)
"""Share of the best worth by which the second best is worth less, at most, where it is a close call."""

LEVEL: Mapping[Thought, float] = {
    Thought.POSITION: 0.5,
    Thought.CHANGED: 1,
    Thought.REFUSED: 1,
    Thought.SEVERAL: 1.5,
    Thought.AGAIN: 1.5,
    Thought.OTHERS: 2,
    Thought.DICE: 2,
    Thought.CLOSE: 3,
}
"""How hard it is to see. Start values by judgement."""


class Proved(msgspec.Struct, frozen=True):
    """What playing everything out has shown."""

    certificate: EveningCertificate
    seen: Seen


def played_of(puzzle: EveningPuzzle) -> tuple[dict[str, Played], Seen]:
    """Every answer played out. Raises TooMany, Unreadable or Illegal."""
    search = Search(puzzle)
    return {one: search.played(one) for one in puzzle.choices}, search.seen


def certify_evening(puzzle: EveningPuzzle) -> Proved | None:
    """The certificate; None where too much can follow, or where all answers are worth the same.

    Raises Unreadable or Illegal for a position that cannot be.
    """
    try:
        played, seen = played_of(puzzle)
    except TooMany:
        return None
    worths = [one.worth for one in played.values() if one.refusal is None]
    if not worths:
        return None
    most = max(worths)
    right = tuple(text for text, one in played.items() if one.refusal is None and one.worth == most)
    if len(right) == len(played):
        return None
    certificate = EveningCertificate(
        proof=EveningProof.UNIQUE if len(right) == 1 else EveningProof.ANY,
        right=right,
        answers={text: _judged(puzzle, one) for text, one in played.items()},
        positions=seen.positions,
    )
    return Proved(certificate, seen)


def _judged(puzzle: EveningPuzzle, one: Played) -> Judged:
    if one.refusal is not None:
        return Judged(rule=one.refusal.rule)
    return Judged(worth=str(one.worth), rule=rule_of(puzzle, one))


_QUIET = (
    "turn.",
    "coop.rounds",
    "scenario.4.competitive.no-joining",
    "combat.init",
    "combat.order",
    "combat.join",
    "combat.hero",
    "combat.retreat",
    "combat.end",
    "end.",
)
"""Rules by which something happens in every game, whatever was answered."""
_OVER = "duel-over"
"""An end that every duel has, whatever rule the scenario gives for it."""
_CLOCK = ("final.event", "final.advance")
"""The countdown goes on whatever was answered; it tells something where one wants to stay on firm ground."""
_TURNS_ON = {Goal.OUT: "scenario.5.competitive.no-escape-while-dragon"}
"""What a goal turns on, where nothing of the scenario that happens tells it."""


def rule_of(puzzle: EveningPuzzle, one: Played) -> str:
    """The last rule of the scenario by which something happens after an answer, else what its goal turns on.

    Else the last one that says much; empty where nothing but the usual happens.
    """
    quiet = _QUIET if puzzle.goal == Goal.STAYS else (*_QUIET, *_CLOCK)
    telling = [event.rule for event in one.events if event.kind != _OVER and not event.rule.startswith(quiet)]
    own = [rule for rule in telling if rule.startswith(f"scenario.{puzzle.scenario}.")]
    turns_on = _TURNS_ON.get(puzzle.goal, "")
    return next(reversed(own), turns_on) or next(reversed(telling), "")


def rate_evening(puzzle: EveningPuzzle, proved: Proved) -> EveningRated:
    """The rating and what it rests on."""
    thoughts = tuple(think(puzzle, proved))
    hardest = max(thoughts, key=lambda one: LEVEL[one])
    whole = rating_of(_clear(proved.certificate) * chance_of(_lucky(puzzle, proved, one) for one in thoughts))
    return EveningRated(
        rating=whole,
        difficulty=difficulty_of(whole),
        hardest=hardest,
        steps=len(thoughts),
        themes=tuple(sorted({f"evening-{puzzle.scenario}", *map(str, thoughts)})),
    )


def _lucky(puzzle: EveningPuzzle, proved: Proved, thought: Thought) -> tuple[float, float]:
    """The level of a thought, and how often one is right without it."""
    right, answers = set(proved.certificate.right), len(puzzle.choices)
    match thought:
        case Thought.POSITION:
            lucky = len(right) / answers
        case Thought.CHANGED:
            seem = _usual_right(puzzle)
            lucky = len(right & set(seem)) / len(seem) if seem else len(right) / answers
        case Thought.REFUSED:
            refused = sum(not one.worth for one in proved.certificate.answers.values())
            lucky = len(right) / (len(right) + refused)
        case Thought.SEVERAL | Thought.CLOSE | Thought.AGAIN:  # how close it is, `_clear` says
            lucky = _SLIGHT
        case Thought.DICE:
            seem = _likely_right(puzzle)
            lucky = len(right & set(seem)) / len(seem)
        case _:
            lucky = _HALF
    return LEVEL[thought], lucky


def _likely_right(puzzle: EveningPuzzle) -> tuple[str, ...]:
    """What is right if chance brings the likeliest every time."""
    search = Search(puzzle, is_likeliest=True)
    played = {one: search.played(one) for one in puzzle.choices}
    most = max(one.worth for one in played.values() if one.refusal is None)
    return tuple(text for text, one in played.items() if one.refusal is None and one.worth == most)


def _clear(certificate: EveningCertificate) -> float:
    """How often the best answer looks best: the seldomer, the more others are nearly as good."""
    worths = [float(Fraction(one.worth)) for one in certificate.answers.values() if one.worth]
    most, wide = max(worths), (max(worths) - min(worths)) or 1.0
    return len(certificate.right) / sum(math.exp((one - most) / wide / _BLUR) for one in worths)


def think(puzzle: EveningPuzzle, proved: Proved) -> Iterator[Thought]:
    """What has to be thought of: what changes the answers, and what was met while they were played out."""
    certificate, seen = proved.certificate, proved.seen
    yield Thought.POSITION
    if _is_changed(puzzle, certificate):
        yield Thought.CHANGED
    if any(not one.worth for one in certificate.answers.values()):
        yield Thought.REFUSED
    if seen.foes > 1:
        yield Thought.SEVERAL
    if seen.own:
        yield Thought.AGAIN
    if seen.others:
        yield Thought.OTHERS
    if seen.dice:
        yield Thought.DICE
        best, *others = sorted(
            {Fraction(one.worth) for one in certificate.answers.values() if one.worth}, reverse=True
        )
        if others and best - others[0] <= best * _CLOSE:
            yield Thought.CLOSE


def usual(puzzle: EveningPuzzle) -> EveningPuzzle:
    """The same position in a game without the scenario; it need not be one that can be."""
    game = puzzle.position.game
    assert game is not None, "an evening is a whole game"
    things = {at: thing for at, thing in game.things.items() if thing != "loot"}
    bare = msgspec.structs.replace(game, scenario=0, scene={}, figures=(), guards=(), things=things)
    return msgspec.structs.replace(puzzle, position=msgspec.structs.replace(puzzle.position, game=bare))


def _is_changed(puzzle: EveningPuzzle, certificate: EveningCertificate) -> bool:
    """Whether the same position without the scenario has other right answers, or cannot be."""
    return _usual_right(puzzle) != certificate.right


def _usual_right(puzzle: EveningPuzzle) -> tuple[str, ...]:
    """What is right without the scenario; nothing where that position cannot be, or nothing is proven."""
    try:
        found = certify_evening(usual(puzzle))
    except (Unreadable, Illegal):
        return ()
    return () if found is None else found.certificate.right


def proved_entry(puzzle: EveningPuzzle) -> EveningEntry | None:
    """The puzzle ready to be played; None where nothing is proven. Raises Unreadable or Illegal."""
    proved = certify_evening(puzzle)
    if proved is None:
        return None
    return EveningEntry(puzzle, proved.certificate, rate_evening(puzzle, proved))
