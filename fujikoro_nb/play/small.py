"""A small game on one device: who sits where, what bots do, and back to what a person decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fujikoro_nb.background import Report
from fujikoro_nb.bots.bot import Bot, Why
from fujikoro_nb.bots.kinds import KINDS, Kind, Variants
from fujikoro_nb.bots.table import chance_of
from fujikoro_nb.engine.kernel import Readings, Seat, Seeded, Session, Setting, Unreadable
from fujikoro_nb.engine.kernel.save import Content, Save, read_save
from fujikoro_nb.play.seats import PERSON, Chair, Table

__all__ = [
    "Moved",
    "SmallSession",
    "again_small",
    "begin_small",
    "bots_of_small",
    "chairs_of",
    "given_to_person",
    "moved_small",
    "opened_small",
    "small_of",
    "table_in",
]

SmallSession = Session[Any]

_NAME = "small-table"
MOST_NAME = 30


def chairs_of(names: Sequence[str], players: Sequence[str]) -> tuple[Chair, ...]:
    """Chairs from two rows; what colour somebody plays is the game's."""
    return tuple(Chair(name[:MOST_NAME], "", player) for name, player in zip(names, players, strict=True))


def begin_small(
    kind: Kind, table: Table, *, seed: str, variants: Variants, rulings: Readings | None = None
) -> SmallSession:
    """A session at its first question; what chance answers is dealt by itself.

    Raises Illegal for a table that the game cannot have, Unreadable for variants that it does not know.
    """
    rulings = rulings or kind.adopted
    start = kind.begin(len(table.chairs), rulings, variants)
    setting = Setting(
        seats=tuple(chair.name for chair in table.chairs),
        rulings=tuple(sorted(rulings.in_force().items())),
        content=(Content.of(_NAME, msgspec.to_builtins(table)),),
    )
    return Session(kind.game, start, dealer=Seeded(seed), auto_deal=True, setting=setting)


def again_small(session: SmallSession, *, seed: str) -> SmallSession:
    """The same game once more: the same people, what they agreed on and the same cards, and another deal."""
    start = session.record.start
    return Session(session.game, start, dealer=Seeded(seed), auto_deal=True, setting=session.setting)


def opened_small(data: bytes) -> tuple[Kind, SmallSession, Table]:
    """The game of a save and its table. Raises Unreadable, also for a save of another game.

    A save that another program wrote says nothing of bots: everybody is a person then.
    """
    return small_of(read_save(data))


def small_of(save: Save) -> tuple[Kind, SmallSession, Table]:
    """The same of a save that was read. Raises Unreadable."""
    kind = KINDS.get(save.game)
    if kind is None:
        raise Unreadable("save-other-game", save.game, 0, game=save.game, known=", ".join(KINDS))
    session: SmallSession = Session.load(kind.game, save, auto_deal=True)
    return kind, session, _table_of(kind, save, session)


def _table_of(kind: Kind, save: Save, session: SmallSession) -> Table:
    seats = len(kind.score(session.state))
    table = table_in(save)
    known = (PERSON, *kind.bots)
    if table and len(table.chairs) == seats and all(one.player in known for one in table.chairs):
        return table
    named = save.setting.seats if len(save.setting.seats) == seats else ("",) * seats
    return Table(chairs_of([name or str(seat + 1) for seat, name in enumerate(named)], [PERSON] * seats))


def table_in(save: Save) -> Table | None:
    """Who sits where, as a save says; None where it does not."""
    for content in save.setting.content:
        if content.name == _NAME:
            try:
                return msgspec.convert(content.value(), Table)
            except msgspec.ValidationError:
                return None
    return None


def given_to_person(save: Save, seat: Seat) -> Save:
    """The same game, answer for answer, with a person where a bot sat. The save says who sits there."""
    table = table_in(save)
    assert table is not None, "without a table nobody is a bot"
    chairs = [
        msgspec.structs.replace(chair, player=PERSON) if number == seat else chair
        for number, chair in enumerate(table.chairs)
    ]
    now = Content.of(_NAME, msgspec.to_builtins(msgspec.structs.replace(table, chairs=tuple(chairs))))
    content = tuple(now if one.name == _NAME else one for one in save.setting.content)
    return msgspec.structs.replace(save, setting=msgspec.structs.replace(save.setting, content=content))


def bots_of_small(kind: Kind, table: Table, session: SmallSession) -> Mapping[Seat, Bot]:
    """The bots of a table by seat, each with its own chance."""
    dealer = session.dealer
    seed = dealer.seed if isinstance(dealer, Seeded) else ""
    return {seat: kind.bots[table.chairs[seat].player](chance_of(seed, seat)) for seat in table.bots}


Moved = tuple[SmallSession, dict[int, Why]]
"""How far bots have come, and why."""


def moved_small(moved: Moved, table: Table, bots: Mapping[Seat, Bot], report: Report) -> Moved:
    """Everything up to the next person's question is answered on this very session; bots see their own view.

    Where a bot falls over something, whatever it is, those before it have answered.
    """
    session, whys = moved
    while (question := session.question) is not None and table.asks_bot(question):
        choice = bots[question.seat].choose(session.game, session.view_for(question.seat), question)
        at = len(session.lines)
        session.play(choice.answer)
        whys[at] = choice.why
        report(len(whys))
    return moved
