"""Which deck a small game is played with here, and why it is not the owner's: one sentence, with the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.small.why_not import WhyNot, fuji_99_why_not, makai_why_not
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.know_box import field_label
from fujikoro_nb.views.small.desk import Asked
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["deck_sentence", "deck_told"]

_WHY_NOT: Mapping[str, Callable[[Pack], WhyNot | None]] = {"makai": makai_why_not, "fuji99": fuji_99_why_not}
"""By the name of the game; its stop in the round through the box is called the same."""


def deck_told(game: str, asked: Asked) -> dict[str, str]:
    """The sentence, the rule that refuses, and the stop where the line is typed; empty where one's own is played."""
    return deck_sentence(game, asked.owned, asked.language)


def deck_sentence(game: str, owned: Pack, language: str) -> dict[str, str]:
    """The same for any page."""
    why = _WHY_NOT[game](owned)
    if why is None:
        return {"text": "", "rule": "", "stop": ""}
    tell = partial(say, language=language)
    line = field_label(why.line, tell)
    if why.refusal is not None:
        told = SmallWords(game, (), language).refused(why.refusal)
        text = tell("small-desk.deck-refused", line=line, why=told["text"])
        return {"text": text, "rule": why.refusal.rule, "stop": game}
    if not why.missing:
        return {
            "text": tell("small-desk.deck-out", line=line),
            "rule": "makai.setup.three-player-removal",
            "stop": game,
        }
    if why.missing == why.all:
        return {"text": tell("small-desk.deck-none"), "rule": "", "stop": game}
    return {"text": tell("small-desk.deck-missing", line=line, n=why.missing), "rule": "", "stop": game}
