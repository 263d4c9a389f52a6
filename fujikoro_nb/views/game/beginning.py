"""What a start panel offers: the modes, how many people each is for, and what cannot be played, with why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.refused import MODES, Asked, check_asked, check_cast
from fujikoro_nb.play.seats import MOST_SEATS
from fujikoro_nb.texts import say
from fujikoro_nb.views.scene import said

__all__ = ["cast_refused", "modes_view"]


def modes_view(language: str) -> list[dict[str, Any]]:
    """Each mode with its name, a sentence, and what of the form it cannot be played with.

    ``refused`` says why a number of people cannot play it, by that number, ``{"text", "rule"}`` each; ``peaceful`` why
    not without duels, or None. A number that the competitive game's table has is offered in every mode, and so is that
    agreement, so that a table can see why not.
    """
    return [
        {
            "id": name,
            "name": say(f"game-page.mode-{name}", language=language),
            "about": say(f"game-page.mode-{name}-about", language=language),
            "usual": min(max(rules.fewest_players, _USUAL), rules.most_players),
            "refused": _refused(name, language),
            "peaceful": said(check_asked(Asked(name, rules.most_players, is_peaceful=True)), language),
        }
        for name, rules in MODES.items()
    ]


def cast_refused(
    mode: str, characters: Sequence[str], *, scenario: int = 0, language: str
) -> dict[str, Any] | None:
    """Why these characters cannot be played, one name a seat and the empty one for nobody; None: they can.

    How many may play, and which scenario, is said elsewhere: where that is refused, only what the cast itself breaks is
    told.
    """
    cast = tuple(name for name in characters if name)
    if not cast:
        return None
    if (refusal := check_cast(cast, len(characters))) is not None:
        return said(refusal, language)
    alone = Asked(mode, len(characters), (scenario,) if scenario else ())
    if check_asked(alone) is not None:
        return None
    return said(check_asked(msgspec.structs.replace(alone, characters=cast)), language)


_USUAL = 3
"""People for whom the form is laid out first, where the mode allows so many."""


def _refused(name: str, language: str) -> dict[str, dict[str, str]]:
    why = {n: said(check_asked(Asked(name, n)), language) for n in range(1, MOST_SEATS + 1)}
    return {str(n): each for n, each in why.items() if each is not None}
