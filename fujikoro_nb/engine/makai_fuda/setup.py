"""How a game of Makai Fuda begins, and which tables cannot play it."""

from __future__ import annotations

from fujikoro_nb.engine.kernel import Illegal, Refusal, Seat, cites, refuse
from fujikoro_nb.engine.makai_fuda.components import Deck, check_deck, kinds_for
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.makai_fuda.state import Evening, Makai, Variants

FEWEST_PLAYERS, MOST_PLAYERS = 3, 4
MOST_TOURNAMENTS = 99


def check_players(players: int) -> Refusal | None:
    """Nothing, or that so many cannot play."""
    if FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return None
    return refuse("makai.setup.player-count", players=players, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)


def check_table(players: int, variants: Variants, start_player: int | None) -> Refusal | None:
    """Nothing, or why nobody can play at this table."""
    refusal = check_players(players)
    if refusal is not None:
        return refusal
    if variants.tournaments > MOST_TOURNAMENTS:
        return refuse("makai.variant.time-limit", most=MOST_TOURNAMENTS)
    if variants.doubles_last and not variants.tournaments:
        return refuse("makai.variant.last-tournament-bonus")
    if start_player is not None and not 0 <= start_player < players:
        return refuse("makai.setup.first-start-player", players=players)
    return None


@cites("makai.gold.start-zero", "makai.setup.components")
def new_game(
    deck: Deck,
    *,
    players: int,
    variants: Variants | None = None,
    rulings: Rulings = ADOPTED,
    start_player: int | None = None,
) -> Makai:
    """A game before its first question; without ``start_player`` chance says who begins. Raises Illegal."""
    agreed = variants or Variants()
    refusal = check_table(players, agreed, start_player) or check_deck(deck)
    if refusal is not None:
        raise Illegal(refusal)
    kinds = kinds_for(players)
    return Makai(
        agenda=(Evening(),),
        deck=deck,
        gold=(0,) * players,
        chips=(0,) * len(kinds),
        wins=(0,) * len(kinds),
        hands=((),) * players,
        laid=(None,) * players,
        lacks=((),) * players,
        laid_lacks=((),) * players,
        exchanged=(False,) * players,
        start_card=None if start_player is None else Seat(start_player),
        variants=agreed,
        rulings=rulings,
    )
