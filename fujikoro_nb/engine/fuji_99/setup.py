"""How a game of Fuji 99 begins, and which tables cannot play it."""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.engine.fuji_99.components import (
    BOOKS,
    BOX,
    COLOURS,
    FIRST_BAG,
    MILESTONES,
    MOST_PLAYERS,
    START,
    Cubes,
    Deck,
    check_deck,
)
from fujikoro_nb.engine.fuji_99.effects import WHEN
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fuji_99.state import Fuji99, Player, Race
from fujikoro_nb.engine.kernel import Illegal, Refusal, Seat, cites, refuse

FEWEST_PLAYERS = 2


def check_players(players: int) -> Refusal | None:
    """Nothing, or that so many cannot play."""
    if FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return None
    return refuse("fuji99.setup.player-count", players=players, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)


def red_cubes(rulings: Rulings) -> int:
    """In each bag at the start."""
    is_four = rulings.reading("fuji99.setup.bag-contents") == "four"
    return FIRST_BAG.red + is_four


def check_cubes(players: int, rulings: Rulings) -> Refusal | None:
    """Nothing, or that the box has too few red cubes for so many bags."""
    needed = red_cubes(rulings) * players
    if needed <= BOX.red:
        return None
    return refuse("fuji99.setup.bag-contents", "too-few", needed=needed, there=BOX.red)


def check_table(
    players: int, rulings: Rulings, colours: Sequence[str], books: Sequence[int], first: int | None
) -> Refusal | None:
    """Nothing, or why nobody can play at this table."""
    refusal = check_players(players) or check_cubes(players, rulings)
    if refusal is not None:
        return refusal
    if len(colours) != players or len(set(colours)) < players or not set(colours) <= set(COLOURS):
        return refuse("fuji99.setup.colors", colours=", ".join(COLOURS))
    if len(books) != players or not all(1 <= book <= BOOKS for book in books):
        return refuse("fuji99.setup.story-book", most=BOOKS)
    if first is not None and not 0 <= first < players:
        return refuse("fuji99.setup.first-player", players=players)
    return None


@cites(
    "fuji99.setup.pagoda",
    "fuji99.setup.unused-to-box",
    "fuji99.setup.milestone-yellow",
    "fuji99.setup.start-space",
)
@cites("fuji99.setup.components")
def new_game(
    deck: Deck,
    *,
    players: int,
    rulings: Rulings = ADOPTED,
    colours: Sequence[str] = (),
    books: Sequence[int] = (),
    first: int | None = None,
) -> Fuji99:
    """A game before its first question; without ``first`` chance says who begins. Raises Illegal."""
    refusal = check_players(players)
    if refusal is None:  # only then are defaults made, one for each player
        colours = colours or COLOURS[:players]
        books = books or tuple(range(1, players + 1))
        refusal = check_table(players, rulings, colours, books, first) or check_deck(deck, WHEN)
    if refusal is not None:
        raise Illegal(refusal)
    bag = Cubes(FIRST_BAG.clear, FIRST_BAG.yellow, red_cubes(rulings))
    pagoda = BOX.clear - bag.clear * players
    yellow = BOX.yellow - (bag.yellow + len(MILESTONES)) * players
    return Fuji99(
        agenda=(Race(None if first is None else Seat(first)),),
        deck=deck,
        players=tuple(Player(colour, book, bag, START) for colour, book in zip(colours, books, strict=True)),
        pile=tuple(card.copies for card in deck.cards),
        discard=(0,) * len(deck.cards),
        pagoda=pagoda,
        milestones=(players, players),
        box=Cubes(0, yellow, BOX.red - bag.red * players),
        rulings=rulings,
    )


def cubes_of(state: Fuji99) -> Cubes:
    """All cubes of the game, wherever they lie; always those of the box."""
    lying = state.box + state.drawn + state.sheet + Cubes(clear=state.pagoda, yellow=sum(state.milestones))
    for player in state.players:
        lying += player.bag + Cubes(clear=sum(held.cubes for held in player.hand))
    return lying


def cards_of(state: Fuji99) -> int:
    """All Fuji cards, wherever they lie; always those of the deck."""
    asides = (sum(frame.aside) for frame in state.agenda if hasattr(frame, "aside"))
    held = sum(len(player.hand) + player.waiting + player.facing for player in state.players)
    return sum(state.pile) + sum(state.discard) + held + sum(asides)
