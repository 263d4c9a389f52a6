"""What a command answers, its exit codes, and the one sentence for what it cannot read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.texts import error_sentence

GOOD, DIFFERENT, UNREADABLE = 0, 1, 2
"""Exit codes."""

USUAL = 3
"""Players, when nobody says how many."""

_MOST_FAULTS = 20
"""Faults of files that one answer lists."""


class Reply(msgspec.Struct, frozen=True):
    """What a command answers: ``data`` for scripts, ``lines`` for people, ``notes`` beside either."""

    code: int
    data: dict[str, Any]
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()


def answered(ask: Callable[[], Reply]) -> Reply:
    """The reply, or the one sentence that says what cannot be read."""
    try:
        return ask()
    except Unreadable as error:
        sentence = error_sentence(error)
        told: dict[str, Any] = {"reason": error.reason, "sentence": sentence, "place": error.place + 1}
        return Reply(UNREADABLE, {"error": told}, (sentence,))
    except Illegal as error:
        sentence, rule = error_sentence(error), error.refusals[0].rule
        return Reply(UNREADABLE, {"error": {"rule": rule, "sentence": sentence}}, (f"{sentence} ({rule})",))
    except BrokenContent as error:
        said = tuple(map(str, error.faults[:_MOST_FAULTS]))
        told = {"reason": error.faults[0].reason, "sentence": said[0], "faults": said}
        return Reply(UNREADABLE, {"error": told}, said)


def rulings_from(pairs: Iterable[str]) -> Rulings:
    """Rulings from texts such as ``combat.init.magic=longest-plus``. Raises Unreadable."""
    rulings = ADOPTED
    for pair in pairs:
        rule, mark, reading = pair.partition("=")
        if not mark:
            raise Unreadable("ruling", pair, 0)
        rulings = rulings.with_reading(rule, reading)
    return rulings
