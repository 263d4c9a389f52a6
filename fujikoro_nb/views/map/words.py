"""What a space holds, in words: made from the same pieces that the page draws, so that both say the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, Place, PlaceKind, spaces_of
from fujikoro_nb.views.map.picture import Picture, Piece


class Say(Protocol):
    """``FujiWidget.say``: a sentence in the language of a widget."""

    def __call__(self, key: str, /, **data: object) -> str:
        """The sentence of this key."""
        ...


def lies(picture: Picture, say: Say) -> dict[str, str]:
    """For each space that holds anything, and for each place, what lies there."""
    if not picture["is_game"]:
        return {}
    told = {space: _listed(_said(shown, say), say) for space, shown in picture["spaces"].items()}
    told |= {entry.id: _summary(entry, picture, say) for entry in PLACES if len(spaces_of(entry.id)) > 1}
    return told


def of_space(picture: Picture, place: Place, space: str, say: Say) -> str:
    """What lies on one space, as a sentence's worth of words."""
    if place.kind == PlaceKind.VOLCANO and place.id not in picture["ground"]:
        return say("map-game.hidden", level=place.level)
    return _listed(_said(picture["spaces"].get(space, {}), say), say)


def _listed(parts: list[str], say: Say) -> str:
    return ", ".join(parts) or say("map-game.nothing")


def _said(shown: Mapping[str, Any], say: Say) -> list[str]:
    lava = [say(f"map-game.lava-{shown['lava']}")] if "lava" in shown else []
    return lava + [piece_words(piece, say) for piece in shown.get("pieces", ())]


def _summary(entry: Place, picture: Picture, say: Say) -> str:
    """What stands and lies on a whole tile, its printed signs left out."""
    if entry.kind == PlaceKind.VOLCANO and entry.id not in picture["ground"]:
        return say("map-game.hidden", level=entry.level)
    shown = [picture["spaces"].get(space.id, {}) for space in spaces_of(entry.id)]
    pieces = [piece for one in shown for piece in one.get("pieces", ())]
    told = [piece_words(piece, say) for piece in pieces if piece["kind"] in ("samurai", "dragon", "monk")]
    for kind in ("token", "scroll", "adventure"):
        count = sum(piece["kind"] == kind for piece in pieces)
        if count:
            told.append(say(f"map-game.count-{kind}", count=count))
    lava = sum("lava" in one for one in shown)
    if lava:
        told.append(say("map-game.count-lava", count=lava))
    return _listed(told, say)


def piece_words(piece: Piece, say: Say) -> str:
    """One piece in words.

    >>> from fujikoro_nb.texts import say
    >>> piece_words({"kind": "token", "sign": "square", "cubes": "WWM"}, say)
    'square token: 2 wood, 1 metal'
    """
    kind = piece["kind"]
    tone = say(f"map-game.tone-{piece['tone']}") if "tone" in piece else ""
    match kind:
        case "token" if not piece["cubes"]:
            return say("map-game.token-monk")
        case "token":
            return say(f"map-game.token-{piece['sign']}", cubes=piece["cubes"])
        case "always":
            return say("map-game.always", cubes=piece["cubes"])
        case "used":
            return say(f"map-game.used-{piece['sign']}")
        case "dragon":
            key = "map-game.dragon-hurt" if piece["damage"] else "map-game.dragon"
            told = say(key, colour=tone, size=piece["sign"], health=piece["number"], damage=piece["damage"])
            token = piece.get("token", "")
            return say(f"map-game.dragon-{token}", dragon=told) if token else told
        case "samurai":
            told = say("map-game.samurai-down" if piece["is_down"] else "map-game.samurai", colour=tone)
            return say("map-game.samurai-hidden", samurai=told) if piece.get("is_hidden") else told
        case "number" if piece["steps"]:
            return say("map-game.number", number=piece["number"], steps=piece["steps"])
        case "number":
            return say("map-game.number-past", number=piece["number"])
        case "print":
            return say(f"map-game.print-{piece['sign']}", colour=tone)
        case "scroll":
            return say("map-game.scroll", colour=tone)
        case "blueprint":
            return say(f"map-game.blueprint-{piece['sign']}")
        case _:
            return say(f"map-game.{kind}", n=piece.get("number", 0))
