"""Which view draws which small game: a page asks here by the name of the game and knows none itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fujikoro_nb.bots.kinds import KINDS, Kind
from fujikoro_nb.engine.fuji_99 import setup as fuji_99
from fujikoro_nb.engine.fuji_99.components import MOST_PLAYERS as FUJI_99_MOST
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.engine.makai_fuda import setup as makai_fuda
from fujikoro_nb.play.seats import PERSON
from fujikoro_nb.rulebook import reading_sentence
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.views.small.desk_deck import deck_sentence
from fujikoro_nb.views.small.fuji_99 import fuji_99_label, fuji_99_view
from fujikoro_nb.views.small.makai_fuda import makai_advised, makai_label, makai_view
from fujikoro_nb.views.small.scene import Scene
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["BOARDS", "Board", "offer"]


@dataclass(frozen=True)
class Board:
    """How a game is shown, and what its answers are called."""

    view: Callable[[Scene], dict[str, Any]]
    label: Callable[[Answer, SmallWords, Any], str]
    fewest: int
    most: int
    advised: Callable[[Scene], dict[str, Any]] | None = None
    """What whoever is asked is told on demand; a board without it says it in its view."""


BOARDS: Mapping[str, Board] = {
    "fuji99": Board(fuji_99_view, fuji_99_label, fuji_99.FEWEST_PLAYERS, FUJI_99_MOST),
    "makai": Board(
        makai_view, makai_label, makai_fuda.FEWEST_PLAYERS, makai_fuda.MOST_PLAYERS, makai_advised
    ),
}


def offer(language: str) -> list[dict[str, Any]]:
    """The games to pick from, with who may play each."""
    return [_offered(KINDS[name], board, language) for name, board in BOARDS.items()]


def _offered(kind: Kind, board: Board, language: str) -> dict[str, Any]:
    words = SmallWords(kind.name, (), language)
    return {
        "id": kind.name,
        "name": words.say("title"),
        "about": words.say("about"),
        "fewest": board.fewest,
        "most": board.most,
        "usual": kind.usual,
        "players": [
            {"id": one, "name": words.common(f"small-page.player-{one}")}
            for one in (PERSON, *sorted(kind.bots))
        ],
        "variants": [
            {"id": one, "name": words.say(f"variant-{one}"), "about": words.say(f"variant-{one}-about")}
            for one in kind.variants
        ],
        "switches": [
            {
                "rule": rule,
                "title": entry(rule).wording(language).title,
                "readings": [
                    {"id": one, "says": reading_sentence(rule, one, language=language)}
                    for one in switch.readings
                ],
            }
            for rule, switch in kind.adopted.switches.items()
        ],
        "closed": kind.game.hides_choice(),
        "deck": deck_sentence(kind.name, own_pack(), language),
    }
