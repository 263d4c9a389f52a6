"""The log of a game in sentences: one entry an answer, with what followed by itself folded in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fujikoro_nb.bots import Why
from fujikoro_nb.bots.driver import TURN_BEGINS, begun_turns
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.kernel import CHANCE, Line
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["log_view"]

_QUIET = ("acts", "move-over", "action-over", "turn-over", "claim-over", "craft-nothing", "teeth-shared")
"""Events that say only what the answer says, or that something is over: the page leaves them out between others."""


def log_view(
    lines: Sequence[Line], words: Words, colours: Sequence[str], whys: Mapping[int, Why], *, first: int
) -> list[dict[str, Any]]:
    """Entries of these lines, the oldest first; ``first`` is the number of the first line in the whole log.

    ``is_setup`` marks the one that the game is laid out with, which a page folds in.

    A tile that somebody looks at in secret is in no entry: the answer before it says who looked at which stack.
    """
    entries: list[dict[str, Any]] = []
    for number, line in enumerate(lines, first):
        if (line.entry.automatic or line.entry.seat == CHANCE) and entries and not _is_forced_rest(line):
            entries[-1]["events"] += _events(line, words)
            continue
        if line.entry.seat == CHANCE and line.question.rule == "gearcard.bonus.peek":
            continue
        entries.append(_entry(number, line, words, colours, whys))
    return entries


def _entry(
    number: int, line: Line, words: Words, colours: Sequence[str], whys: Mapping[int, Why]
) -> dict[str, Any]:
    seat = line.entry.seat
    is_rest = _is_forced_rest(line)
    return {
        "number": number,
        "seat": int(seat),
        "who": words.seat(seat),
        "colour": colours[seat] if seat >= 0 else "",
        "text": capital(words.say("game-page.forced-rest") if is_rest else words.given(line)),
        "rule": "turn.rest.forced" if is_rest else line.question.rule,
        "why": words.why(whys[number]) if number in whys else "",
        "events": _events(line, words),
        "is_setup": seat == CHANCE and number == 0,
    }


def _is_forced_rest(line: Line) -> bool:
    """Whether a rest came by itself because no disc was left (turn.rest.forced)."""
    return line.entry.automatic and line.entry.answer == Act("rest")


def _events(line: Line, words: Words) -> list[dict[str, str]]:
    """What followed, in words; a turn of somebody who has left, over as it begins, is nothing that anybody saw."""
    begun = begun_turns(line.events)
    return [
        words.told(event)
        for event in line.events
        if event.kind not in _QUIET and (event.kind != TURN_BEGINS or event in begun)
    ]
