"""Makai Fuda at the real box: what its engine says of one card, one match, one prize and a whole sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.kernel import Event, Refusal, Seat, push
from fujikoro_nb.engine.makai_fuda.components import KINDS, MAGIC, Card, Deck
from fujikoro_nb.engine.makai_fuda.game import paid
from fujikoro_nb.engine.makai_fuda.judge import (
    chips_after,
    is_over,
    on_field,
    prize_among,
    totals,
    winner,
    winners,
)
from fujikoro_nb.engine.makai_fuda.play import ReplaceRules, check_magic, check_play, judged
from fujikoro_nb.engine.makai_fuda.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.makai_fuda.setup import new_game
from fujikoro_nb.engine.makai_fuda.state import (
    Evening,
    LayDown,
    Makai,
    Match,
    Played,
    Prizes,
    Replace,
    Variants,
    put,
)
from fujikoro_nb.helper.small.record import MakaiSheet, Tournament
from fujikoro_nb.helper.table_rulings import TableRulings

__all__ = [
    "Judged",
    "Legal",
    "MakaiStanding",
    "empty_table",
    "legal",
    "match_of",
    "prize_of",
    "rulings_of",
    "standing",
    "variants_of",
]

_SHOWN = 1
"""Strength of a card of which only the monster was told: no rule on legal cards and prizes asks for more."""


def rulings_of(decided: TableRulings) -> Rulings:
    """What the table decided of this game."""
    return Rulings(tuple(pair for pair in decided.chosen if pair[0] in SWITCHES))


def empty_table(deck: Deck, players: int, rulings: Rulings, variants: Variants | None = None) -> Makai:
    """A table at which nothing has happened yet, the first seat with the start card. Raises Illegal."""
    return new_game(deck, players=players, variants=variants, rulings=rulings, start_player=0)


class Legal(NamedTuple):
    """Whether a card may be played: with a monster in hand that is not on the field, and without."""

    with_other: Refusal | None
    without: Refusal | None
    supports: tuple[str, ...]
    """Monsters that a Magic may support."""


def legal(table: Makai, kind: str, there: Sequence[str]) -> Legal:
    """Whether a card of this kind may be played on a field with these monsters. ``kind`` may be ``magic``."""
    field = tuple(Played(Seat(at), Card(one, _SHOWN)) for at, one in enumerate(there))
    card = Card(MAGIC) if kind == MAGIC else Card(kind, _SHOWN)
    table = msgspec.structs.replace(table, field=field)
    missing = [one for one in KINDS if one in table.kinds and one not in there]
    targets = [one for one in ("", *table.kinds) if check_magic(on_field(field), one) is None]
    target = targets[0] if kind == MAGIC else ""

    def refusal(hand: tuple[Card, ...]) -> Refusal | None:
        return check_play(
            msgspec.structs.replace(table, hands=put(table.hands, 0, hand)), Seat(0), card, target
        )

    others = tuple(Card(one, _SHOWN) for one in missing)
    supports = tuple(filter(None, targets)) if kind == MAGIC else ()
    return Legal(refusal((card, *others)), refusal((card,)), supports)


class Judged(NamedTuple):
    """A match as far as it was played. ``leader`` is the place of a card in it, from 0."""

    totals: tuple[tuple[str, int], ...]
    ahead: str | None
    events: tuple[Event, ...]
    """What the engine says of it, once everybody has played."""
    leader: int | None


def match_of(table: Makai, field: Sequence[tuple[Card, str]]) -> Judged:
    """Cards with the monsters that they support, the leader's first."""
    played = tuple(Played(Seat(at), card, target) for at, (card, target) in enumerate(field))
    found = tuple(totals(played).items())
    ahead = winner(played, table.rulings)
    if len(played) < table.players:
        return Judged(found, ahead, (), None)
    lying = msgspec.structs.replace(table, agenda=(Evening(), Prizes(), Match(())), field=played)
    after, events = judged(lying)
    return Judged(found, ahead, events, None if ahead is None else int(after.leader))


class Prize(NamedTuple):
    """What each of the backers gets, and the bonuses of the next tournament in the order of the row."""

    gold: int
    chips: tuple[int, ...]


def prize_of(table: Makai, kind: str, backers: int, bonus: int, *, is_doubled: bool) -> Prize:
    """The prize of a tournament that this monster won. ``bonus`` lies on its card."""
    chips = put((0,) * len(table.kinds), table.kinds.index(kind), bonus)
    variants = Variants(tournaments=1, doubles_last=True) if is_doubled else Variants()
    table = msgspec.structs.replace(table, chips=chips, tournament=1, variants=variants)
    return Prize(prize_among(table, kind, backers), chips_after(table, kind))


# ------------------------------------------------------------------ a sheet


class MakaiStanding(NamedTuple):
    """A sheet as the engine reads it; ``paid`` has a row a tournament: what each seat got, or paid."""

    paid: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]
    chips: tuple[int, ...]
    kinds: tuple[str, ...]
    is_over: bool
    winners: tuple[int, ...]


def variants_of(sheet: MakaiSheet) -> Variants:
    """What this table has agreed on."""
    return Variants(
        exchanges=sheet.exchanges,
        tournaments=sheet.agreed,
        doubles_last=bool(sheet.agreed) and sheet.doubles_last,
    )


def standing(deck: Deck, sheet: MakaiSheet, rulings: Rulings) -> MakaiStanding:
    """Gold and bonuses after every tournament of a sheet."""
    table, rows = empty_table(deck, len(sheet.names), rulings, variants_of(sheet)), []
    for one in sheet.done:
        after = _paid(table, one)
        rows.append(tuple(now - before for now, before in zip(after.gold, table.gold, strict=True)))
        table = after
    over = bool(sheet.done) and is_over(table)
    first = winners(msgspec.structs.replace(table, agenda=())) if over else ()
    return MakaiStanding(tuple(rows), table.gold, table.chips, table.kinds, over, tuple(map(int, first)))


def _paid(table: Makai, one: Tournament) -> Makai:
    """The table after a tournament, exchanges paid before the prizes."""
    at = table.kinds.index(one.kind)
    other = table.kinds[at - 1]
    table = msgspec.structs.replace(
        table,
        agenda=(Evening(), Prizes()),
        tournament=table.tournament + 1,
        wins=put((0,) * len(table.kinds), at, 1),
        exchanged=tuple(seat in one.exchanged for seat in range(table.players)),
    )
    for seat in one.exchanged:
        held = Card(one.kind, _SHOWN)
        frame = Replace(Seat(seat), other)
        asked = push(msgspec.structs.replace(table, hands=put(table.hands, seat, (held,))), frame)
        table, _ = ReplaceRules().answered(asked, frame, LayDown(held))
    laid = tuple(Card(one.kind, _SHOWN) if seat in one.backers else None for seat in range(table.players))
    return paid(msgspec.structs.replace(table, laid=laid))[0]
