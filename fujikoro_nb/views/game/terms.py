"""Everything that a person reads of a question on a game's page, in which words of the game are explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

__all__ = ["AskedPage", "said_on"]


class AskedPage(Protocol):
    """Where the page tells what is asked now."""

    asked: dict[str, Any]
    status: dict[str, Any]
    final: list[Any]
    refused: dict[str, Any]
    why_not: dict[str, Any]
    bench: dict[str, Any]
    ahead: dict[str, Any]
    chances: list[Any]

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in the language of the page."""


def said_on(page: AskedPage) -> Iterator[str]:
    """What a person reads now, what went wrong first."""
    yield page.refused.get("text", "")
    yield page.asked.get("text", "")
    yield from (fact["text"] for fact in (*page.asked.get("facts", ()), *page.chances))
    yield from (dragon["text"] for dragon in page.ahead.values())
    for row in page.asked.get("rows", ()):
        yield from (row["label"], row["about"])
    yield from (choice["label"] for choice in page.asked.get("choices", ()))
    if page.asked.get("together"):  # what each dragon would do is read while the group decides
        yield from (one["text"] for one in page.status.get("group", {}).get("dragons", ()))
    yield from _said_at_bench(page)
    for row in page.why_not.get("rows", ()):
        yield from (row["label"], row["text"])
    yield from (line["text"] for line in page.final)


def _said_at_bench(page: AskedPage) -> Iterator[str]:
    if page.bench:
        yield page.bench["refused"].get("text", "")
        yield page.say("game-page.waste") if page.bench["wasted"] else ""
        yield from (card["bonus"] for card in page.bench["builds"])
