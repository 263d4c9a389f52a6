"""Monsters and cards of small games by their names."""

from __future__ import annotations

from fujikoro_nb.texts import has, say


def thing(game: str, value: int | str, language: str) -> int | str:
    """A monster or a card by its name; anything else as it is."""
    key = f"{game}-page.thing-{value}"
    return say(key, language=language) if has(key, language=language) else value
