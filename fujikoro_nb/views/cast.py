"""The seven characters as cards for a first evening: their symbol, what they begin with, and what is different."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.fujikoro.characters import PEOPLE, Character
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import say

__all__ = ["LINES", "cast_view", "character_view", "named", "note_of"]

LINES = 3
"""As many of a character's rules are said on its card; the others are links."""


def named(one: Character, language: str) -> str:
    """What a character is called; nothing for nobody."""
    return say(f"helper.character-{one.name}", language=language) if one.name else ""


def character_view(one: Character, language: str, rulings: Rulings = ADOPTED) -> dict[str, Any]:
    """A character's card: ``note`` in one line, ``kit`` and ``lines`` as ``{"text", "rule"}``, ``more`` rules.

    What a table plays otherwise than usual is said as it plays it.
    """
    return {
        "id": one.name,
        "name": named(one, language),
        "colour": one.colour,
        "colour_name": say(f"game-page.colour-{one.colour}", language=language),
        "note": note_of(one, language, rulings),
        "kit": _line(one.setup_rule, language, rulings),
        "lines": [_line(rule, language, rulings) for rule in one.told[:LINES]],
        "more": list(one.told[LINES:]),
    }


def note_of(one: Character, language: str, rulings: Rulings = ADOPTED) -> str:
    """What is different in one line, and how this table plays what it reads otherwise; nothing for nobody."""
    if not one.name:
        return ""
    other = (_line(rule, language, rulings)["text"] for rule in one.told if _is_other(rule, rulings))
    return " ".join((say(f"cast.note-{one.name}", language=language), *other))


def cast_view(language: str, rulings: Rulings = ADOPTED) -> list[dict[str, Any]]:
    """All seven cards.

    >>> [one["name"] for one in cast_view("en")][:2]
    ['Yoshihiro', 'Masako']
    """
    return [character_view(one, language, rulings) for one in PEOPLE.values()]


def _line(rule: str, language: str, rulings: Rulings) -> dict[str, str]:
    if _is_other(rule, rulings):
        return {"text": say(f"reading.{rule}/{rulings.reading(rule)}", language=language), "rule": rule}
    return {"text": entry(rule).wording(language).answer, "rule": rule}


def _is_other(rule: str, rulings: Rulings) -> bool:
    """Whether a table plays a switch otherwise than usual."""
    return rule in SWITCHES and rulings.reading(rule) != ADOPTED.reading(rule)
