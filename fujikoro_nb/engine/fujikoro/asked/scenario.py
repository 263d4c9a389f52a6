"""The frames and answers of what only scenarios ask, and where each frame stands.

Gather
  Blind                         cards face down: how many, then chance says which
Match
  RoundEnd                      what a round of rivals ends with: the status tokens, then the dragons that walk
Turn
  OneMore                       both actions are done: does a status token buy another one?
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.board.scene import Returned
from fujikoro_nb.engine.kernel import Answer, Frame, Seat

# ---- answers


class DrawBlind(Answer, frozen=True):
    """So many cards of those that lie face down here."""

    cards: Annotated[int, msgspec.Meta(ge=1, le=2)]


class BuyAction(Answer, frozen=True):
    """A status token for one more action."""


SceneAnswer = DrawBlind | BuyAction
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


SceneFrame = Blind | OneMore | RoundEnd


# ---- in words


def print_scene_answer(answer: Answer) -> str:
    """The text of an answer; empty for another one."""
    match answer:
        case DrawBlind(cards=cards) if 1 <= cards <= 2:
            return f"blind {cards}"
        case BuyAction():
            return "buy-action"
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
        case _:
            return None
