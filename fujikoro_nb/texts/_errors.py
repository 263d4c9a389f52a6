"""Sentences of the engine's two errors: a text that makes no sense, and one that the rules do not allow."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.texts._catalogue import refusal_sentence, say
from fujikoro_nb.texts.quote import LONGEST_QUOTE, shown

_LONGEST_DATUM = 120
_LONGEST_CHOICE = 2400
"""``known`` holds our own names, and a list that breaks off is no choice."""


def error_sentence(error: Exception, *, language: str = "en") -> str:
    """One sentence for an `Unreadable` or `Illegal` error, the input quoted, short and on one line.

    Raises TypeError for any other exception: a fault of ours has no friendly sentence.
    """
    refusals = getattr(error, "refusals", ())
    if refusals:
        return refusal_sentence(refusals[0], language=language)
    reason, text = getattr(error, "reason", None), getattr(error, "text", None)
    place, data = getattr(error, "place", None), getattr(error, "data", None)
    if not (isinstance(reason, str) and isinstance(text, str) and isinstance(place, int)):
        raise TypeError(f"no sentence for {type(error).__name__}") from error
    assert isinstance(data, Mapping), "an unreadable text carries its data by name"
    slots = {
        name: shown(value, _LONGEST_CHOICE if name == "known" else _LONGEST_DATUM)
        for name, value in data.items()
    }
    return say(
        f"unreadable.{reason}",
        language=language,
        **{"text": _round(text, place), "place": place + 1, **slots},
    )


def _round(text: str, place: int) -> str:
    """The part of a long text round the place that cannot be read."""
    if len(text) <= LONGEST_QUOTE:
        return str(shown(text))
    start = max(0, min(place - LONGEST_QUOTE // 2, len(text) - LONGEST_QUOTE))
    end = start + LONGEST_QUOTE
    before, after = "…" if start else "", "…" if end < len(text) else ""
    return f"{before}{shown(text[start:end])}{after}"
