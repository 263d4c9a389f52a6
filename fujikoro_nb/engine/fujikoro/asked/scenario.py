"""The frames and answers of what only scenarios ask, and where each frame stands.

Gather
  Blind                         cards face down: how many, then chance says which
Match
  RoundEnd                      what a round of rivals ends with: the status tokens, then the dragons that walk
Turn
  OneMore                       both actions are done: does a status token buy another one?
Match, Move, Battle
  Wander                        a round is over: the monks walk
    Trial                       a samurai and a monk on one space
      MonkFight                 `rules.fights`
        Aside                   where one lies, or goes, to whom the monk came
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, space
from fujikoro_nb.engine.fujikoro.board.scene import Returned
from fujikoro_nb.engine.kernel import Answer, Frame, Seat

# ---- answers


class DrawBlind(Answer, frozen=True):
    """So many cards of those that lie face down here."""

    cards: Annotated[int, msgspec.Meta(ge=1, le=2)]


class BuyAction(Answer, frozen=True):
    """A status token for one more action."""


class MonkFirst(Answer, frozen=True):
    """The monk on this space walks next."""

    space: SpaceId


class MonkStep(Answer, frozen=True):
    """The monk who is walking goes to this space."""

    space: SpaceId


SceneAnswer = DrawBlind | BuyAction | MonkFirst | MonkStep
"""What scenarios ask beyond what every game does."""


# ---- frames


class Blind(Frame, frozen=True):
    """Cards off a temple, face down: ``left`` are still to be drawn, None until their number is said."""

    seat: Seat
    temple: int
    left: int | None = None
    drawn: tuple[Returned, ...] = ()
    """Seen by nobody else until one is kept; with who knew before that it lay there."""


class OneMore(Frame, frozen=True):
    """Asks one who has done everything whether a status token buys another action."""

    seat: Seat


class RoundEnd(Frame, frozen=True):
    """After the last turn of a round of rivals."""

    step: int = 0
    """How many of its steps are done."""


class Wander(Frame, frozen=True):
    """The monks walk, one after the other; ``waiting`` have not begun."""

    waiting: tuple[SpaceId, ...]
    monk: SpaceId | UnsetType = UNSET
    """Where the one is who is walking."""
    target: Seat | UnsetType = UNSET
    """The samurai that this one heads for."""
    left: int = 0
    """Spaces that it may still go."""


class Trial(Frame, frozen=True):
    """A samurai on a space with monks, until one of the two sides is not there any more."""

    seat: Seat
    at: SpaceId
    back: SpaceId | UnsetType = UNSET
    """Where the samurai came from; not there where a monk came."""


class Aside(Frame, frozen=True):
    """Asks one to whom a monk came for a space beside, to lie on or to retreat to."""

    seat: Seat


SceneFrame = Blind | OneMore | RoundEnd | Wander | Trial | Aside


# ---- in words


def print_scene_answer(answer: Answer) -> str:
    """The text of an answer; empty for another one."""
    match answer:
        case DrawBlind(cards=cards) if 1 <= cards <= 2:
            return f"blind {cards}"
        case BuyAction():
            return "buy-action"
        case MonkFirst(space=at) if at.split() == [at]:
            return f"monk-first {at}"
        case MonkStep(space=to) if to.split() == [to]:
            return f"monk-step {to}"
        case _:
            return ""


def parse_scene_answer(verb: str, words: list[str]) -> Answer | None:
    """The answer that a verb and its words say; None where they are none of these.

    >>> parse_scene_answer("blind", ["2"])
    DrawBlind(cards=2)
    """
    match verb, words:
        case "blind", ["1" | "2" as cards]:
            return DrawBlind(int(cards))
        case "buy-action", []:
            return BuyAction()
        case "monk-first", [word]:
            return MonkFirst(space(word).id)
        case "monk-step", [word]:
            return MonkStep(space(word).id)
        case _:
            return None
