"""The course of a fight, round by round: who rolled which faces, what they did, what broke, as the engine told it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, Rolled
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Event, Line
from fujikoro_nb.views.game.words import Words

__all__ = ["COURSE", "QUIET", "Moment", "course_view", "datum"]

Moment = tuple[Line, Event]
"""An event of a fight, and the line of the log that it stands in."""

Mark = dict[str, str]
"""``{"name", "colour", "text", "off", "said"}``: ``off`` the cubes that broke, ``said`` those in words; a dragon has no
colour."""

HOSTILE = "black"
"""How a samurai without a seat is drawn, beside a fight as on the map."""

_DRAGON, _MONK = -1, -2
_ROLLERS = {"combat.dragon.dice": _DRAGON, "scenario.4.competitive.monk-stats": _MONK}
"""Who rolls by a rule of their own, and has no seat."""

_BEGINS_TURN = ("monk-sent", "attacks", "attack-empty", "attack-held-back")
"""With these somebody's turn in the fight begins; the dragon's begins with its roll."""

_BROKEN = ("cubes-broken", "weapon-mended", "right-part-lost")
_OUT = ("knocked-out", "retreated", "surrendered")

COURSE = (
    *("attack-empty", "attack-held-back", "shielded", "dragon-hit", "samurai-hit", "dragon-strikes", "teeth"),
    *("monk-hit", "monk-strikes", "monk-splinters"),
    *(*_BROKEN, "paid", "paid-with-magic", "paid-with-magic-alone", "helmet-lost", "no-helmet"),
    *("right-part-closed", "magic-lost", "magic-placed", "stayed", *_OUT),
    *("monk-sent", "monk-shouts", "hero-hits", "scroll-used", "token-used"),
)
"""What is told of a turn in full."""

QUIET = ("order-fixed", "duel-order", "round", "rolled", "attacks")
"""What shows as a round, a turn or dice."""


class _Turn(msgspec.Struct):
    """What happened from one attack to the next, of whose it was."""

    round: int
    """0 before the first blow."""
    seat: int
    moments: list[Moment]


def course_view(fight: Sequence[Moment], words: Words, colours: Sequence[str]) -> list[dict[str, Any]]:
    """Each round in a few words (``marks``) and, turn by turn, with the dice and everything that came of them."""
    turns = list(_turns(fight))
    rounds = []
    for number in dict.fromkeys(turn.round for turn in turns):
        own = [turn for turn in turns if turn.round == number]
        key = "course-round" if number else "course-before"
        rounds.append(
            {
                "title": words.say(f"game-page.{key}", n=number),
                "marks": [mark for turn in own for mark in _marks(turn, words, colours)],
                "turns": [_turn_view(turn, words, colours) for turn in own],
            }
        )
    return rounds


def datum(event: Event, name: str) -> int:
    """A number that an event holds; -1 where it holds none."""
    return next((int(value) for key, value in event.data if key == name), -1)


def _turns(fight: Sequence[Moment]) -> Iterator[_Turn]:
    number, turn = 0, None
    for line, event in fight:
        if event.kind in ("order-fixed", "duel-order", "monk-fights", "round"):
            if turn is not None:
                yield turn
            number, turn = number + 1, None
            continue
        roller = _ROLLERS.get(event.rule) if event.kind == "rolled" else None
        if roller is not None or event.kind in _BEGINS_TURN or (turn is None and event.kind in COURSE):
            if turn is not None:
                yield turn
            turn = _Turn(number, datum(event, "seat") if roller is None else roller, [])
        if turn is not None:
            turn.moments.append((line, event))
    if turn is not None:
        yield turn


def _who(seat: int, words: Words, colours: Sequence[str]) -> dict[str, str]:
    if seat in (_DRAGON, _MONK):
        return {
            "name": words.say("game-page.the-dragon" if seat == _DRAGON else "game-page.the-monk"),
            "colour": "",
        }
    return {"name": words.seat(seat), "colour": tone_of(seat, colours)}


def tone_of(seat: int, colours: Sequence[str]) -> str:
    """The colour in which a samurai's figure is drawn, ``colours`` those of the seats; a guard has no seat."""
    return colours[seat] if seat < len(colours) else HOSTILE


def _turn_view(turn: _Turn, words: Words, colours: Sequence[str]) -> dict[str, Any]:
    rolls = [line.entry.answer for line, event in turn.moments if event.kind == "rolled"]
    return {
        **_who(turn.seat, words, colours),
        "dice": [die for roll in rolls if isinstance(roll, Rolled) for die in _dice(roll, words.dice)],
        "lines": [words.told(event) for _, event in turn.moments if event.kind in COURSE],
    }


def _dice(roll: Rolled, dice: Sequence[Die]) -> Iterator[dict[str, Any]]:
    """The dice as they lay."""
    for colour in COLOURS:
        faces = dict.fromkeys(face for die in dice if die.material == colour for face in die.faces)
        for face, count in zip(faces, roll.counts(colour), strict=False):
            yield from [{"colour": colour, "hits": face.hits, "broken": face.is_broken}] * count


def _marks(turn: _Turn, words: Words, colours: Sequence[str]) -> list[Mark]:
    """What of a turn belongs into the one line of its round; a roll of which nothing came says so."""
    own = _who(turn.seat, words, colours)
    events = [event for _, event in turn.moments]
    off = _broken(events)
    texts = [text for event in events if (text := _short(event, words))]
    if not texts and (off or any(event.kind == "rolled" for event in events)):
        texts = [words.say("game-page.course-none")]
    marks = [{**own, "text": text, "off": "", "said": ""} for text in texts]
    if off:
        said = words.say("game-page.course-off", cubes=words.cubes(Cubes.parse(off)))
        marks[-1] |= {"off": off, "said": said}
    for event in events:
        if event.kind in _OUT:
            who = _who(datum(event, "seat"), words, colours)
            text = words.say(f"game-page.course-{event.kind}")
            marks.append({**who, "text": text, "off": "", "said": ""})
    return marks


def _broken(events: Sequence[Event]) -> str:
    """The cubes that came off weapons, as letters."""
    return "".join(
        str(value)
        for event in events
        if event.kind in _BROKEN
        for name, value in event.data
        if name == "cubes"
    )


def _short(event: Event, words: Words) -> str:
    """What somebody's dice did, in two or three words; empty for everything else."""
    match event.kind:
        case "dragon-hit" | "monk-hit" | "hero-hits" as kind:
            data = {"hits": datum(event, "hits"), "health": datum(event, "health")}
            return words.say(f"game-page.course-{kind}", **data)
        case "samurai-hit" | "dragon-strikes" | "monk-strikes":
            return words.say("game-page.course-strikes", hits=datum(event, "hits"))
        case "attack-empty" | "attack-held-back" as kind:
            return words.say(f"game-page.course-{kind}")
        case _:
            return ""
