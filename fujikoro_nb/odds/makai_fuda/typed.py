"""A seat of Makai Fuda as somebody types it: the cards of a hand, the field, and the view that these make."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.kernel import Illegal, Seat, Unreadable, refuse
from fujikoro_nb.engine.makai_fuda.components import HAND, LETTERS, MAGIC, SECRET, Card, Deck
from fujikoro_nb.engine.makai_fuda.judge import on_field
from fujikoro_nb.engine.makai_fuda.play import check_magic
from fujikoro_nb.engine.makai_fuda.setup import check_players, new_game
from fujikoro_nb.engine.makai_fuda.state import Evening, Makai, Match, Played, Predict, Prizes, put, without

_CARD = re.compile(r"(?:([BGYR])([0-9]{1,7})|M)(?:>([BGYR]))?")


def card_text(card: Card) -> str:
    """``B3``, ``M``."""
    return "M" if card.is_magic else f"{card.kind[0].upper()}{card.strength}"


def view_of(deck: Deck, players: int, player: int, hand: str, laid: str, field: str) -> Makai:
    """What a seat sees that holds this hand in the first match, or before it."""
    refusal = check_players(players)
    if refusal is not None:
        raise Illegal(refusal)
    if not 1 <= player <= players:
        raise Unreadable("advise-player", str(player), 0, most=players)
    left, there = deck.dealt_to(players), field.split()
    held: list[Card] = []
    for word in (*hand.split(), *laid.split()):
        card, target = read_card(left, word)
        if target:
            raise Unreadable("advise-card", word, 0)
        held.append(card)
        left = without(left, card)
    if len(held) != HAND or len(laid.split()) > 1:
        raise Unreadable("advise-hand", hand, 0, n=len(held), wanted=HAND)
    if len(there) >= players:
        raise Unreadable("advise-field", field, 0, most=players - 1)
    if there and not laid:
        raise Unreadable("advise-laid", field, 0)
    seat = Seat(player - 1)
    leader = Seat((seat - len(there)) % players)
    played: tuple[Played, ...] = ()
    for at, word in enumerate(there):
        card, letter = read_card(left, word)
        left = without(left, card)
        target = LETTERS.get(letter, "")
        refusal = check_magic(on_field(played), target) if card.is_magic else None
        if refusal is None and target and not card.is_magic:
            refusal = refuse("makai.magic.plus-three", "monster")
        if refusal is not None:
            raise Illegal(refusal)
        played = (*played, Played(Seat((leader + at) % players), card, target))
    state = new_game(deck, players=players, start_player=int(leader))
    order = state.from_seat(leader)
    if laid and held[-1].is_magic:
        raise Illegal(refuse("makai.predict.face-down-monster"))
    done = {one.seat for one in played}
    size = HAND - bool(laid)
    hands = tuple((SECRET,) * (size - (other in done)) for other in range(players))
    mine = tuple(sorted(held[:-1] if laid else held))
    frame = Match(order[len(there) :]) if laid else Predict(state.from_seat(seat))
    return msgspec.structs.replace(
        state,
        agenda=(Evening(), Prizes(), frame),
        tournament=1,
        leader=leader,
        hands=put(hands, seat, mine),
        laid=tuple((held[-1] if other == seat else SECRET) if laid else None for other in range(players)),
        field=played,
    )


def read_card(left: Sequence[Card], word: str) -> tuple[Card, str]:
    """A card that nobody has named yet, and the letter of the monster that it supports. Raises Unreadable."""
    read = _CARD.fullmatch(word)
    if read is None:
        raise Unreadable("advise-card", word, 0)
    letter, strength, target = read.groups()
    kind = MAGIC if letter is None else LETTERS[letter]
    for card in left:
        if card.kind == kind and (letter is None or card.strength == int(strength)):
            return card, target or ""
    raise Unreadable("advise-card-gone", word, 0)
