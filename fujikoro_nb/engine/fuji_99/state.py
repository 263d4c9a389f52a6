"""Everything that a game of Fuji 99 remembers, what is asked and what is answered. All of it lies open."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fuji_99.components import START, Card, Cubes, Deck, Small
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Counts, Frame, Seat, State


class Held(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card in a hand, by its place in the pack, and the transparent cubes on it."""

    card: Small
    cubes: Small = 0


class Player(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One player. ``waiting`` are face-down cards for the next turn, ``facing`` those that count in this one."""

    colour: str
    book: Small
    bag: Cubes
    floor: Small = START
    hand: tuple[Held, ...] = ()
    waiting: Small = 0
    facing: Small = 0
    taken: tuple[bool, bool] = (False, False)
    """Which milestones have given their cube."""


class Step(StrEnum):
    """The steps of a turn, in their order; the last two belong to its end."""

    ACT = "act"
    DRAW = "draw"
    DANGER = "danger"
    MOVE = "move"
    EFFECT = "effect"
    DISCOVERY = "discovery"
    CRISIS = "crisis"
    DETERMINATION = "determination"
    PAGODA = "pagoda"
    STOP = "stop"


class Race(Frame, frozen=True):
    """The game; ``next`` is whose turn comes, before anybody began nobody's."""

    next: Seat | None = None


class Turn(Frame, frozen=True):
    """A turn, its step, and how many cubes are to be drawn."""

    seat: Seat
    step: Step = Step.ACT
    number: Small = 0


class Drawing(Frame, frozen=True):
    """Cards are drawn by those who wait, then for every Immediate card by everybody, the oldest one first."""

    waiting: tuple[Seat, ...]
    owners: tuple[Seat, ...] = ()
    aside: Counts = ()
    """Immediate cards of this chain, by their place in the pack."""


class First(Answer, frozen=True):
    """Who begins."""

    seat: Seat


class Draw(Answer, frozen=True):
    """How many cubes to draw, said before any is seen."""

    number: int


class Drawn(Answer, frozen=True):
    """Transparent, yellow and red cubes."""

    counts: Counts


class Found(Answer, frozen=True):
    """A card by its place in the pack."""

    card: int


class Use(Answer, frozen=True):
    """A card by its place in the hand."""

    place: int


class NoMore(Answer, frozen=True):
    """No further card is used in this step."""


class ActAgain(Answer, frozen=True):
    """Draw once more."""


class Stop(Answer, frozen=True):
    """Keep what was reached."""


class PlaceCubes(Answer, frozen=True):
    """The last cubes of the Pagoda, for each card of the hand."""

    counts: Counts


FujiAnswer = First | Draw | Drawn | Found | Use | NoMore | ActAgain | Stop | PlaceCubes


class Fuji99(State, frozen=True):
    """The whole table. Cubes and cards are conserved, see `game.is_whole`."""

    agenda: tuple[Race | Turn | Drawing, ...]
    deck: Deck
    players: tuple[Player, ...]
    pile: Counts
    """Cards of each kind in the draw pile; which one comes is chance."""
    pagoda: Small
    milestones: tuple[Small, Small]
    """Yellow cubes on the two floors."""
    box: Cubes
    """Cubes out of the game."""
    discard: Counts = ()
    movement: Small = START
    drawn: Cubes = Cubes()
    """Cubes of this Act, not yet back in the bag."""
    sheet: Cubes = Cubes()
    """Red and used yellow cubes of the player on turn."""
    winner: Seat | None = None
    rulings: Rulings = ADOPTED

    def card(self, held: Held) -> Card:
        """What a card in a hand says."""
        return self.deck.cards[held.card]

    def with_player(self, seat: Seat, player: Player) -> Fuji99:
        """The state with one player changed."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return msgspec.structs.replace(self, players=players)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats, clockwise."""
        number = len(self.players)
        return tuple(Seat((seat + step) % number) for step in range(1, number))


def added(counts: Counts, kind: int, by: int = 1) -> Counts:
    """Cards by kind, with one kind more or fewer."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])
