"""How much of a character counts where no game is played: its limits of gear and backpack."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.texts import say


def so_far(who: str, *, language: str = "en") -> str:
    """One sentence for whoever chose a character; nothing for the symmetric board, which is played as a whole."""
    board = CHARACTERS.get(who.strip().lower())
    is_whole = board is not None and board.is_symmetric
    return "" if is_whole else say("characters.so-far", language=language)


def rests_on_character(rule: str) -> bool:
    """Whether a verdict cites a rule of a single character."""
    return rule.startswith("char.")
