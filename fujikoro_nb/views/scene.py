"""The scenarios that can be played, as cards for who chooses one: three lines, a small picture, and why not with what.

Nothing here asks which scenario it is: the lines are the rules that its side names, the picture is what its plot says.
A plot that says something new on the mountain has a row of `SIGNS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.refused import MODES, Asked, check_asked, check_played, check_scenario
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, Plot, Side, scenario_of
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.play.seats import MOST_SEATS
from fujikoro_nb.texts import refusal_sentence, say

__all__ = ["SIGNS", "Sign", "mountain_view", "said", "scene_said", "scenes_view"]


class Sign(msgspec.Struct, frozen=True):
    """What a plot puts on the mountain, for the picture and for the words beside it."""

    key: str
    """Of its words, ``scene.sign-...``."""
    symbol: str
    number: Callable[[Mode, Plot], int | None]
    """The number in its words, 0 where there is none; None where this plot has no such thing."""
    at: tuple[PlaceId, ...] = ()
    """Where it is drawn; nowhere in particular without any."""
    is_out: bool = False
    """Whether this is what is left out."""


def _of(kind: PlaceKind) -> tuple[PlaceId, ...]:
    return tuple(place.id for place in PLACES if place.kind == kind)


def _there(is_there: bool) -> int | None:
    return 0 if is_there else None


_CENTRE, _TEMPLES = _of(PlaceKind.CENTRE), _of(PlaceKind.TEMPLE)
_FLOWS = tuple(place.id for place in PLACES if place.ring in (1, 2) and place.id[-1] in "159")
_LAIRS = tuple(place.id for place in PLACES if place.id in ("I-3", "II-8"))

SIGNS: tuple[Sign, ...] = (
    Sign("blind", "s-card", lambda _, plot: _there(plot.has_blind_temples), _TEMPLES),
    Sign("loot", "cube-T", lambda _, plot: _there(plot.leaves_loot), _LAIRS),
    Sign("no-exit", "exit", lambda _, plot: _there(plot.is_without_exit), is_out=True),
    Sign("lava-points", "lava", lambda _, plot: plot.lava_points or None, _FLOWS),
    Sign("lava-rounds", "lava", lambda _, plot: plot.early_rounds or None, _FLOWS),
    Sign("march", "dragon-M", lambda _, plot: _there(plot.dragons_march), _LAIRS),
    Sign("warriors", "monk", lambda _, plot: _there(plot.warriors is not None), _LAIRS),
    Sign("barred", "dragon-M", lambda _, plot: _there(plot.is_barred_by_dragons), _LAIRS),
    Sign("shut", "i-lock", lambda _, plot: _there(plot.is_barred_by_dragons), _CENTRE),
    Sign("capture", "dragon-XL", lambda _, plot: plot.captured_at or None, _CENTRE),
    Sign("guards", "samurai", lambda _, plot: plot.guards or None, _TEMPLES),
    Sign("rope", "rope", lambda _, plot: plot.goal_points or None, _CENTRE),
)


def mountain_view() -> list[dict[str, Any]]:
    """The 37 places of the small picture: where, and what lies there."""
    return [
        {"id": one.id, "at": list(one.middle.point), "kind": one.level or str(one.kind)} for one in PLACES
    ]


def scenes_view(language: str) -> list[dict[str, Any]]:
    """A card for each scenario that is played.

    ``sides`` has, by mode, its ``lines`` and ``signs``; ``refused`` why a mode cannot have it for a number of people,
    by mode and number; ``peaceful`` why not without duels, by mode.

    >>> [one["id"] for one in scenes_view("en")] == list(PLAYED)
    True
    """
    return [
        {
            "id": number,
            "name": _name(number, language),
            "sides": {
                name: _side(side, side.over(mode), language)
                for name, mode in MODES.items()
                if (side := _side_of(number, mode)) is not None
            },
            "refused": {name: _refused(number, mode, language) for name, mode in MODES.items()},
            "peaceful": {name: said(_peaceful(number, mode), language) for name, mode in MODES.items()},
        }
        for number in PLAYED
    ]


def scene_said(number: int, mode: Mode, language: str) -> dict[str, Any]:
    """The name of a scenario and, in ``lines``, what it changes for this mode; nothing for 0, a game without any."""
    side = _side_of(number, mode) if number else None
    if side is None:
        return {}
    return {
        "name": say("game-page.scene-now", language=language, name=_name(number, language)),
        "lines": _lines(side, language),
    }


def _name(number: int, language: str) -> str:
    return say(f"setup-page.scenario-{number}", language=language)


def _side_of(number: int, mode: Mode) -> Side | None:
    scenario = scenario_of(number)
    # One player alone may ask for a group's game of one as well.
    is_for = scenario is not None and (scenario.has_mode(mode) or scenario.is_for_one)
    return scenario.side(mode) if scenario is not None and is_for else None


def _lines(side: Side, language: str) -> list[dict[str, str]]:
    return [{"text": say(f"scene.line-{rule}", language=language), "rule": rule} for rule in side.told]


def _side(side: Side, mode: Mode, language: str) -> dict[str, Any]:
    return {
        "lines": _lines(side, language),
        "signs": [
            {
                "symbol": sign.symbol,
                "at": list(sign.at),
                "is_out": sign.is_out,
                "text": say(f"scene.sign-{sign.key}", language=language, n=number),
            }
            for sign in SIGNS
            if (number := sign.number(mode, side.plot)) is not None
        ],
    }


def _refused(number: int, mode: Mode, language: str) -> dict[str, dict[str, str]]:
    """By number of people; that the mode itself is not for so many is said elsewhere."""
    why = {players: said(_refusal(number, mode, players), language) for players in range(1, MOST_SEATS + 1)}
    return {str(players): each for players, each in why.items() if each is not None}


def _refusal(number: int, mode: Mode, players: int) -> Refusal | None:
    asked = Asked(mode.name, players, (number,))
    refusal = check_scenario(asked)
    if refusal is not None or check_asked(asked) is not None:
        return refusal
    return check_played(number, mode, players, ())


def _peaceful(number: int, mode: Mode) -> Refusal | None:
    """That this mode has no such agreement is said elsewhere."""
    alone = Asked(mode.name, mode.most_players, is_peaceful=True)
    is_said = check_asked(alone) is not None
    return None if is_said else check_asked(msgspec.structs.replace(alone, scenarios=(number,)))


def said(refusal: Refusal | None, language: str) -> dict[str, str] | None:
    """A refusal beside the choice that it is about."""
    if refusal is None:
        return None
    return {"text": refusal_sentence(refusal, language=language), "rule": refusal.rule}
