"""Who wins a match, who leads the next one, which monster wins a tournament, and what is paid."""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.engine.kernel import Seat, cites
from fujikoro_nb.engine.makai_fuda.components import BOSS, POISON
from fujikoro_nb.engine.makai_fuda.rulings import Rulings
from fujikoro_nb.engine.makai_fuda.state import Makai, Played

MAGIC_BONUS = 3
POISON_BONUS = 100
BASE_PRIZE = {0: 0, 1: 50, 2: 40, 3: 30, 4: 30}
CHIP = 10
ENOUGH = 80


def on_field(field: Sequence[Played]) -> tuple[str, ...]:
    """The monsters of a match, in the order in which they appeared; Magic is none."""
    return tuple(dict.fromkeys(played.card.kind for played in field if not played.card.is_magic))


@cites("makai.boss.no-own-effect", "makai.poison.order-irrelevant", "makai.poison.boss-only-on-field")
def has_boss(field: Sequence[Played]) -> bool:
    """Whether the Boss lies on the field, whenever it came."""
    return any(played.card.ability == BOSS for played in field)


@cites(
    "makai.poison.plus-hundred-with-boss",
    "makai.poison.no-boss-plain",
    "makai.variant.exchange-card-counts-normally",
)
def strength(played: Played, is_boss_there: bool) -> int:
    """What a monster counts when the match is judged."""
    is_poison = played.card.ability == POISON and is_boss_there
    return played.card.strength + POISON_BONUS * is_poison


@cites(
    "makai.judge.same-type-sums",
    "makai.magic.several-stack",
    "makai.magic.targets-type",
    "makai.poison.stacks-with-others",
)
def totals(field: Sequence[Played]) -> dict[str, int]:
    """Strength of each monster: its cards together, and three for every Magic on it."""
    is_boss_there = has_boss(field)
    found = dict.fromkeys(on_field(field), 0)
    for played in field:
        if not played.card.is_magic:
            found[played.card.kind] += strength(played, is_boss_there)
        elif played.target:
            found[played.target] += MAGIC_BONUS
    return found


@cites("makai.judge.highest-total-wins")
def winner(field: Sequence[Played], rulings: Rulings) -> str | None:
    """The monster that wins the match; None when only Magic was played."""
    found = totals(field)
    if not found:
        return None
    best = max(found.values())
    first = [kind for kind in _order(field, rulings) if found[kind] == best]
    return first[0]


def _order(field: Sequence[Played], rulings: Rulings) -> list[str]:
    """Monsters by when they appeared: by their first card, or by their last."""
    kinds = [played.card.kind for played in field if not played.card.is_magic]
    if rulings.reading("makai.judge.tie-first-on-field") == "last-card":
        return sorted(set(kinds), key=lambda kind: len(kinds) - kinds[::-1].index(kind))
    return list(dict.fromkeys(kinds))


@cites("makai.lead.single-card-winner", "makai.lead.magic-user-leads", "makai.lead.effectless-magic-no-claim")
def next_leader(field: Sequence[Played], kind: str, rulings: Rulings) -> Seat:
    """Whoever last gave something to the winner, by a monster or by a Magic on it."""
    gave = [played for played in field if kind in (played.card.kind, played.target)]
    if rulings.reading("makai.lead.last-contributor-leads") == "magic":
        gave = [played for played in gave if played.card.is_magic] or gave
    return gave[-1].seat


@cites("makai.prize.winner-tie-order")
def tournament_winner(state: Makai) -> str:
    """The monster with most wins; of several the first in the prize row."""
    return state.kinds[state.wins.index(max(state.wins))]


@cites("makai.predict.type-only-counts")
def backers(state: Makai, kind: str) -> tuple[Seat, ...]:
    """Who laid this monster face down, however strong."""
    return tuple(Seat(seat) for seat, card in enumerate(state.laid) if card is not None and card.kind == kind)


@cites("makai.prize.chip-bonus-each", "makai.prize.nobody-correct", "makai.variant.last-tournament-bonus")
def prize_among(state: Makai, kind: str, number: int) -> int:
    """What each of so many who backed the winner gets."""
    amount = BASE_PRIZE[number] + state.chips[state.kinds.index(kind)]
    is_last = state.tournament == state.variants.tournaments
    return amount * (2 if is_last and state.variants.doubles_last else 1)


def prize(state: Makai, kind: str) -> int:
    """What each of those who backed the winner gets."""
    return prize_among(state, kind, len(backers(state, kind)))


@cites(
    "makai.prize.clear-winner-chips",
    "makai.prize.add-ten-to-losers",
    "makai.prize.chips-accumulate",
    "makai.setup.components",
)
def chips_after(state: Makai, kind: str) -> tuple[int, ...]:
    """The bonuses after a tournament: none for the winner, ten more for each other, without an end."""
    return tuple(
        0 if other == kind else chips + CHIP for other, chips in zip(state.kinds, state.chips, strict=True)
    )


@cites("makai.end.eighty-gold")
def is_over(state: Makai) -> bool:
    """Whether no further tournament is played; asked when the prizes have been paid."""
    agreed = state.variants.tournaments
    is_rich = max(state.gold) >= ENOUGH
    if not agreed:
        return is_rich
    is_both = state.rulings.reading("makai.variant.time-limit") == "first-of-both"
    return state.tournament >= agreed or (is_both and is_rich)


def winners(state: Makai) -> tuple[Seat, ...]:
    """Whoever has most gold, together where several have, once the game is over."""
    if state.agenda:
        return ()
    most = max(state.gold)
    return tuple(Seat(seat) for seat, gold in enumerate(state.gold) if gold == most)
