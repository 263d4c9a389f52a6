"""A puzzle on the dragons' step: where dragons, samurai and tiles are, what is asked, and its certificate."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.rulebook.cases.positions import position_of
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_BARE = "......."
_NUMBERS = {"blue": "9/5/3", "green": "14/6/4", "red": "18/7/5", "white": "60/12/8"}
"""A dragon of each colour: the fight itself is never played here."""

Place = Annotated[str, msgspec.Meta(max_length=12)]
Colour = Literal["blue", "green", "red", "white"]


class DragonKind(StrEnum):
    """What is asked: the tag of its `Question` in links and books."""

    LURE = "lure"
    """Where one's samurai has to stand so that a dragon walks onto a tile."""
    ORDER = "order"
    """Who walks first, second and so on, so that a dragon is on a tile afterwards."""
    SAFE = "safe"
    """On which tile no dragon comes to one's samurai."""
    CHOICE = "choice"
    """Which of several equal steps keeps all samurai out of a fight in the next round."""
    WHERE = "where"
    """Where a dragon is after some rounds."""


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Just before a round begins. The solver's samurai is the first one."""

    tiles: Annotated[tuple[Place, ...], msgspec.Meta(min_length=2, max_length=30)]
    samurai: Annotated[tuple[Place, ...], msgspec.Meta(min_length=1, max_length=4)]
    """Spaces."""
    dragons: Annotated[dict[Place, Colour], msgspec.Meta(min_length=1, max_length=4)]
    tokens: dict[Place, Literal["asleep", "awake"]] = {}


class DragonPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position and a question about it."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    kind: DragonKind
    scene: Scene
    colour: Colour
    """The dragon that the question is about."""
    to: Place = ""
    """The tile that the question is about."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    """How many rounds begin."""


class DragonProof(StrEnum):
    """What the enumeration has shown."""

    UNIQUE = "unique"
    ANY = "any"


class DragonCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every possible answer was played out; it holds for the adopted readings of the rules."""

    proof: DragonProof
    right: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    answers: int
    """How many there are to choose from."""


def dragon_name(at: str) -> str:
    """The name of the dragon that lies here at first."""
    return f"dragon-{at}"


def game_of_scene(scene: Scene, rulings: Rulings = ADOPTED) -> GameState:
    """The game before the round begins. Raises Unreadable or Illegal."""
    return _opened(msgspec.json.encode(scene), rulings)


@lru_cache(maxsize=64)
def _opened(scene: bytes, rulings: Rulings) -> GameState:
    """Kept by the scene's text, because a scene has no hash."""
    read = msgspec.json.decode(scene, type=Scene)
    game = Game(
        mode="coop",
        round=6,
        seats=tuple(SeatRecord(at=at, weapon="WWMM") for at in read.samurai),
        tiles=dict.fromkeys(read.tiles, _BARE),
        dragons={at: f"{colour} {_NUMBERS[colour]}" for at, colour in read.dragons.items()},
        tokens=read.tokens,
    )
    return position_of(game, rulings)
