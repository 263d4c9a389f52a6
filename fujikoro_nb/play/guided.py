"""The first game with a coach: how it is laid out, and what its save keeps of what the coach thought."""

from __future__ import annotations

import msgspec

from fujikoro_nb.content.pack import empty_pack
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.engine.kernel.save import Content
from fujikoro_nb.play.seats import Chair, GameSession, Table, begin

__all__ = ["LEARNER", "SEED", "Guided", "Noted", "begin_first_game", "guided_of", "kept_guided", "turns_over"]

SEED = "35"
"""A mountain on which nearly everything comes up within twelve turns."""
LEARNER = Seat(0)
CONTENT = "fuji-koro-first-game"
"""The part of a save that says that a coach sits beside."""


class Noted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an answer gave away, in points, and what the coach would have answered: ``better`` is the game's short text.

    ``at`` is the number of the answer's line; ``percent`` the chance to win the fight that it walked into.
    """

    at: int
    turn: int
    loss: float
    better: str = ""
    percent: int | None = None


class Guided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with a coach. ``is_over``: it was looked at again, and whoever goes on goes on without counting."""

    noted: tuple[Noted, ...] = ()
    is_over: bool = False

    def with_note(self, note: Noted) -> Guided:
        """What was answered before at the same place, or after it, is no longer part of the game."""
        before = tuple(one for one in self.noted if one.at < note.at)
        return msgspec.structs.replace(self, noted=(*before, note))

    def until(self, lines: int) -> Guided:
        """Without what an undo has taken back."""
        return msgspec.structs.replace(self, noted=tuple(one for one in self.noted if one.at < lines))


def begin_first_game(you: str, bot: str) -> tuple[GameSession, Table]:
    """The same game for everybody, against a tame bot; with the names that the table calls the two by."""
    table = Table((Chair(you[:30], "blue"), Chair(bot[:30], "pink", "tame")), SEED)
    session = begin(table, owned=empty_pack("nothing", "owner"))
    kept_guided(session, Guided())
    return session, table


def turns_over(session: GameSession) -> int:
    """How many turns of the learner are over."""
    return sum(
        event.kind == "turn-over" and ("seat", int(LEARNER)) in event.data
        for line in session.lines
        for event in line.events
    )


def kept_guided(session: GameSession, guided: Guided) -> None:
    """Let the game know it, and with it every save."""
    others = tuple(content for content in session.setting.content if content.name != CONTENT)
    content = (*others, Content.of(CONTENT, msgspec.to_builtins(guided)))
    session.setting = msgspec.structs.replace(session.setting, content=content)


def guided_of(session: GameSession) -> Guided | None:
    """What a game's save says of its coach; None where none sits beside."""
    for content in session.setting.content:
        if content.name == CONTENT:
            try:
                return msgspec.convert(content.value(), Guided)
            except msgspec.ValidationError:
                return Guided()
    return None
