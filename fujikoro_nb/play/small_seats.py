"""A small game on several phones: each seat answers for itself, bots answer beside the server, everything is logged.

    code = begin_at_table(store, kind, chairs, seed=new_seed(), variants={}, title="...").code
    seats = SmallSeats(store.table(code), SmallReader())
    seats.answer(Played(0, 12, "a1", "B7"), key)

Sitting down, standing up and taking over are those of every table (`SeatTable`). Nobody is the host of these seats.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Annotated

import msgspec

from fujikoro_nb.bots.kinds import Kind, Variants
from fujikoro_nb.engine.kernel import Illegal, Readings, Refusal
from fujikoro_nb.helper.seats.acts import RequestId, SeatNumber
from fujikoro_nb.helper.seats.record import MOST_WRITES, SeatRefused, part_of, write_seat
from fujikoro_nb.play.seat_table import Key, hand_of, seat_in, writer_of
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.play.small import again_small, begin_small
from fujikoro_nb.play.small_table import (
    Small,
    SmallReader,
    bot_at,
    change_of,
    has_shown,
    small_part,
    with_person,
)
from fujikoro_nb.store import Entry, Merged, Put, Store, Table, game_log
from fujikoro_nb.store.labels import in_all
from fujikoro_nb.texts import say

__all__ = ["NotAllowed", "Played", "SmallSeats", "begin_at_table", "new_seed"]

Text = Annotated[str, msgspec.Meta(max_length=400)]


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a phone: for which question it is meant, by the length of the log; ``then``: one given with it.

    Without a text the seat takes its newest answer back; ``again``: once the game is over, another one begins.
    """

    seat: SeatNumber
    at: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    id: RequestId
    text: Text = ""
    then: Text = ""
    again: bool = False


class NotAllowed(Exception):
    """The rules say no, and why. ``small`` has the names that the sentence needs."""

    def __init__(self, refusal: Refusal, small: Small) -> None:
        self.refusal, self.small = refusal, small
        super().__init__(refusal.rule)


def new_seed() -> str:
    """One that nobody guesses: with the seed every hand is known."""
    return secrets.token_hex(16)


def begin_at_table(
    store: Store,
    kind: Kind,
    table: Agreed,
    *,
    seed: str,
    variants: Variants,
    title: str,
    rulings: Readings | None = None,
) -> Table:
    """A new table with this game at its first question. Raises StoreError, Illegal, Unreadable."""
    session = begin_small(kind, table, seed=seed, variants=variants, rulings=rulings)
    return store.create(title, [Put(game_log.SMALL, small_part(session))])


class SmallSeats:
    """One table. Every method is one transaction of the store and may raise its errors."""

    def __init__(self, table: Table, reader: SmallReader) -> None:
        self.table, self._reader = table, reader

    def answer(self, asked: Played, key: Key, *, language: str = "en") -> tuple[int, bool]:
        """What a seat answers, takes back or begins anew; the version that holds it, and whether it was made now.

        The same request again, by the same key, is answered with the version of the first. Raises SeatRefused,
        NotAllowed, Unreadable.
        """

        def make(parts: dict[str, bytes], _version: int, sent: Entry | None) -> Merged | None:
            small = self._reader.at(self.table.code, parts)
            hand_of(parts, key, asked.seat, small.players, language)
            if sent is not None:
                return None
            seat = seat_in(parts, asked.seat)
            if seat.writes >= MOST_WRITES:
                raise SeatRefused("full", max=MOST_WRITES)
            _need_agreement(small)
            if asked.at != len(small.session.lines):
                raise SeatRefused("late-small")
            now, label = _after(small, asked)
            counted = msgspec.structs.replace(seat, writes=seat.writes + 1)
            return self._merged(parts, now, asked.seat, label, Put(part_of(asked.seat), write_seat(counted)))

        return self.table.merge(make, key=f"{part_of(key.seat)}.{asked.id}")

    def let_bot(self) -> int | None:
        """One answer of a bot, which sees what its seat sees; None where no bot is asked.

        The version of the table then: also where another server's bot was quicker.
        """
        state = self.table.state()
        part = state.parts.get(game_log.SMALL)
        small = self._reader.at(self.table.code, state.parts)
        question = small.asked_bot
        if question is None or small.session.disagreement is not None:
            return None
        session = small.session.fork()
        view = session.view_for(question.seat)
        choice = bot_at(small, question.seat).choose(session.game, view, question)
        session.play(choice.answer)
        now = small._replace(session=session)

        def make(parts: dict[str, bytes], _version: int, _sent: Entry | None) -> Merged | None:
            if parts.get(game_log.SMALL) != part:
                return None
            return self._merged(parts, now, question.seat, "label-answer")

        return self.table.merge(make, key=f"bot-{secrets.token_hex(8)}")[0]

    def free_bot(self) -> int | None:
        """The bot that is asked plays no more: a person can take its seat, as everybody reads. None: none is asked."""
        state = self.table.state()
        part = state.parts.get(game_log.SMALL)
        small = self._reader.at(self.table.code, state.parts)
        question = small.asked_bot
        if part is None or question is None:
            return None
        seat, name, change = (
            question.seat,
            small.players.name(question.seat),
            with_person(part, question.seat),
        )

        def make(parts: dict[str, bytes], _version: int, _sent: Entry | None) -> Merged | None:
            if parts.get(game_log.SMALL) != part:
                return None  # another server's bot had no fault
            label = in_all(lambda spoken: say("seat.label-bot-fault", language=spoken, name=name))
            return Merged((Put(game_log.SMALL, change),), label, writer_of(seat), name)

        return self.table.merge(make, key=f"bot-{secrets.token_hex(8)}")[0]

    def _merged(self, parts: dict[str, bytes], now: Small, seat: int, label: str, *more: Put) -> Merged:
        """The game as it is now. What is said of the change names who made it, and nothing of what it was."""
        before, part = parts[game_log.SMALL], small_part(now.session)
        self._reader.keep(self.table.code, part, now)
        said: Callable[[str], str] = lambda spoken: say(f"seat.{label}", language=spoken)  # noqa: E731
        return Merged((change_of(before, part), *more), in_all(said), writer_of(seat), now.players.name(seat))


def _need_agreement(small: Small) -> None:
    """A log that today's rules follow only in part is looked at and not written over. Raises SeatRefused."""
    if (apart := small.session.disagreement) is not None:
        raise SeatRefused(f"save.{apart.reason}", **dict(apart.data))


def _after(small: Small, asked: Played) -> tuple[Small, str]:
    """The game after what a seat asks for, and what is said of it to all."""
    if asked.again:
        return _begun_again(small), "label-again"
    if asked.text:
        return _answered(small, asked), "label-answer"
    return _taken_back(small, asked.seat), "label-answer-back"


def _begun_again(small: Small) -> Small:
    """Another game of the same people. Its seed is a new one, so that nothing of the last deal tells of this one."""
    if not small.is_over:
        raise SeatRefused("small-not-over")
    return small._replace(session=again_small(small.session, seed=new_seed()))


def _answered(small: Small, asked: Played) -> Small:
    """The game after an answer, or two."""
    question = small.session.question
    if question is None:
        raise SeatRefused("small-over")
    if question.seat != asked.seat:
        raise SeatRefused("not-your-turn", name=small.players.name(question.seat))
    session = small.session.fork()
    for number, text in enumerate(filter(None, (asked.text, asked.then))):
        question = session.question
        if question is None or question.seat != asked.seat:
            raise SeatRefused("late-small")
        if number and has_shown(session):
            raise SeatRefused(
                "late-small"
            )  # else a second answer that is refused would tell what chance brings
        try:
            session.play(session.game.from_text(text))
        except Illegal as fault:
            raise NotAllowed(fault.refusals[0], small) from None
    return small._replace(session=session)


def _taken_back(small: Small, seat: int) -> Small:
    if not small.may_take_back(seat):
        raise SeatRefused("nothing-to-take-back")
    session = small.session.fork()
    session.undo()
    return small._replace(session=session)
