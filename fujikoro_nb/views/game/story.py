"""What a group remembers of its game, round by round, as the log tells it: who found, beat and lost what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.kernel import Event, Line
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["story_of"]

_AS_TOLD = (
    *("blueprint-handed-over", "magic-lost", "final-phase", "guard-beaten"),
    *("group-wins", "group-loses", "time-is-up"),
)
"""What stands in the story as the log tells it."""


def story_of(lines: Sequence[Line], state: GameState, words: Words) -> list[dict[str, Any]]:
    """The story in lines ``{"round", "text", "rule"}``; the tiles of ``state``, the end, lie where they lay."""
    return list(_Story(state, words).lines(lines))


class _Story:
    """Where the story stands: the round, who explored last and where, and the fight that goes on."""

    def __init__(self, state: GameState, words: Words) -> None:
        self._state, self._words = state, words
        self._round = 0
        self._finder, self._place = -1, ""
        self._foe = ""

    def lines(self, lines: Sequence[Line]) -> Iterator[dict[str, Any]]:
        """Every line of the story."""
        for line in lines:
            for event in line.events:
                self._follow(event)
                told = self._told(event)
                if told:
                    yield {"round": self._round, "text": told, "rule": event.rule}

    def _follow(self, event: Event) -> None:
        data = dict(event.data)
        match event.kind:
            case "round-begins":
                self._round = int(data["round"])
            case "tile-laid":
                self._finder, self._place = int(data["seat"]), str(data["place"])
            case "dragon-attacked" | "dragon-attacks":
                self._foe = self._words.component(str(data["dragon"]))
            case _ if int(data.get("seat", 0)) >= self._state.players:  # a guard does something
                self._foe = self._words.seat(int(data["seat"]))

    def _told(self, event: Event) -> str:
        words, data = self._words, dict(event.data)
        match event.kind:
            case "tile-laid" if self._has_exit(self._place):
                return words.say(
                    "game-group.story-exit", name=words.seat(self._finder), place=words.place(self._place)
                )
            case "dragon-appears":
                dragon = words.component(str(data["dragon"]))
                place_name = words.place(self._place) if self._place else ""
                name = words.seat(self._finder)
                return words.say("game-group.story-found", name=name, dragon=dragon, place=place_name)
            case "dragon-defeated":
                *others, last = [words.seat(int(seat)) for seat in str(data["winners"]).split()]
                names = words.say("game-group.and").join([", ".join(others), last] if others else [last])
                dragon = words.component(str(data["dragon"]))
                return words.say("game-group.story-beaten", names=names, dragon=dragon)
            case "magic-gained":
                name, kind = words.seat(int(data["seat"])), words.word(str(data["kind"]))
                return words.say("game-group.story-magic", name=name, kind=kind)
            case "gets-out":
                return words.say("game-group.story-out", name=words.seat(int(data["seat"])))
            case "life-lost":
                key = "lava" if event.rule == "coop.lives.lava-costs-life" else "dragon"
                name = words.seat(int(data["seat"]))
                return words.say(
                    f"game-group.story-life-{key}", name=name, dragon=self._foe, left=data["left"]
                )
            case kind if kind in _AS_TOLD:
                told = words.told(event)
                return f"{told['who']}: {told['text']}" if told["who"] else capital(told["text"])
        return ""

    def _has_exit(self, at: str) -> bool:
        laid = self._state.tile_on(place(at).id)
        return laid is not None and any(face.kind == SpaceKind.EXIT for face in laid.tile.spaces)
