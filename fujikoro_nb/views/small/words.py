"""What a page of a small game calls things: seats, cards, what happened and why something may not be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from fujikoro_nb.bots.bot import Why, why_sentence
from fujikoro_nb.engine.kernel import Event, Refusal
from fujikoro_nb.texts import has, refusal_sentence, say

__all__ = ["SmallWords"]

_SEATS = ("seat", "leader", "start")
"""Data that name a seat."""


class SmallWords:
    """Names and sentences for one table of one game in one language. ``game``: its name in saves."""

    def __init__(self, game: str, names: Sequence[str], language: str) -> None:
        self.game, self.names, self.language = game, tuple(names), language
        self._say: Callable[..., str] = partial(say, language=language)

    def say(self, key: str, /, **data: object) -> str:
        """A sentence of this game's table."""
        return self._say(f"{self.game}-page.{key}", **data)

    def common(self, key: str, /, **data: object) -> str:
        """A sentence of any table."""
        return self._say(key, **data)

    def seat(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def thing(self, key: str) -> str:
        """A card or a kind of monster; what has no name in this game stays as it is."""
        return (
            self.say(f"thing-{key}") if has(f"{self.game}-page.thing-{key}", language=self.language) else key
        )

    def refused(self, refusal: Refusal) -> dict[str, str]:
        """A refusal as a page shows it: sentence and rule."""
        shown = msgspec.structs.replace(refusal, data=tuple(self._named(*pair) for pair in refusal.data))
        text = refusal_sentence(shown, language=self.language)
        return {"text": text[:1].upper() + text[1:], "rule": refusal.rule}

    def told(self, event: Event) -> dict[str, str] | None:
        """What happened as a page tells it; None for what it shows otherwise."""
        data: dict[str, Any] = dict(self._called(name, value) for name, value in event.data)
        raw = dict(event.data)
        keys = [event.kind, f"{event.kind}-{raw.get('kind', '')}"]
        if raw.get("target") == "":
            keys.append(f"{keys[1]}-alone")
        known = [key for one in keys if has(key := f"{self.game}-page.told-{one}", language=self.language)]
        if not known:
            return None
        text = self._say(known[-1], **data)
        return {"text": text[:1].upper() + text[1:], "rule": event.rule}

    def why(self, why: Why) -> str:
        """The reason of a bot."""
        return why_sentence(
            why, language=self.language, named=lambda name, value: self._named(name, value)[1]
        )

    def _called(self, name: str, value: int | str) -> tuple[str, int | str]:
        """A slot of a sentence: ``seat`` as a name."""
        if name in _SEATS:
            return name, self.seat(int(value))
        return self._named(name, value)

    def _named(self, name: str, value: int | str) -> tuple[str, int | str]:
        return name, self.thing(value) if isinstance(value, str) and value else value
