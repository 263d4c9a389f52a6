"""Positions of Fuji 99 as lessons and puzzles write them, and its answers in a few letters."""

from __future__ import annotations

import re

import msgspec

from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import BOX, FEWEST_DRAWN, FIRST_BAG, MILESTONES, Cubes, Deck
from fujikoro_nb.engine.fuji_99.setup import new_game
from fujikoro_nb.engine.fuji_99.state import (
    ActAgain,
    Draw,
    Drawn,
    Found,
    Fuji99,
    Held,
    NoMore,
    PlaceCubes,
    Race,
    Step,
    Stop,
    Turn,
    Use,
)
from fujikoro_nb.engine.kernel import Answer, Line, Seat, Unreadable

_CUBES = re.compile(r"T([0-9]{1,2})Y([0-9]{1,2})R([0-9]{1,2})")
_WORDS: dict[str, Answer] = {"again": ActAgain(), "stop": Stop(), "keep": NoMore()}


class FujiTable(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="game",
    tag="fuji99",
):
    """A turn of the learner's, at one of its steps; cubes as ``T6Y4R3``, cards as ``lantern`` or ``step3:1``."""

    bag: str = "T6Y4R3"
    floor: int = 0
    """Where the turn began."""
    to: int | None = None
    """Where the Movement token stands; None: still at the beginning."""
    drawn: str = "T0Y0R0"
    red: int = 0
    """Red cubes on the sheet."""
    hand: tuple[str, ...] = ()
    facing: int = 0
    """Face-down cards that count in this turn."""
    others: tuple[int, ...] = (0,)
    """Floors of the others, clockwise."""
    step: Step = Step.ACT
    pagoda: int | None = None
    """Transparent cubes on it; None: all that lie nowhere else."""

    def start(self) -> Fuji99:
        """The state; no cube and no card is there twice."""
        deck = fuji_99_deck()
        state = new_game(deck, players=1 + len(self.others), first=0)
        hand = tuple(_held(deck, word) for word in self.hand)
        to = self.floor if self.to is None else self.to
        bag, drawn, sheet = read_cubes(self.bag), read_cubes(self.drawn), Cubes(red=self.red)
        floors = (max(self.floor, to), *self.others)
        players = [
            msgspec.structs.replace(
                player,
                floor=self.floor if not seat else floors[seat],
                bag=player.bag if seat else bag,
                hand=() if seat else hand,
                facing=0 if seat else self.facing,
                taken=(floors[seat] >= MILESTONES[0], floors[seat] >= MILESTONES[1]),
            )
            for seat, player in enumerate(state.players)
        ]
        lying = bag + drawn + sheet + Cubes(clear=sum(held.cubes for held in hand))
        for _ in self.others:
            lying += FIRST_BAG
        milestones = [sum(not player.taken[at] for player in players) for at in range(len(MILESTONES))]
        rest = BOX - lying - Cubes(yellow=sum(milestones))
        pagoda = rest.clear if self.pagoda is None else self.pagoda
        pile = list(state.pile)
        for held in hand:
            pile[held.card] -= 1
        pile[deck.at("facedown")] -= self.facing
        return msgspec.structs.replace(
            state,
            agenda=(Race(Seat(0)), Turn(Seat(0), self.step)),
            players=tuple(players),
            pile=tuple(pile),
            pagoda=pagoda,
            milestones=(milestones[0], milestones[1]),
            box=rest - Cubes(clear=pagoda),
            movement=to,
            drawn=drawn,
            sheet=sheet,
        )

    @property
    def seats(self) -> int:
        """How many play."""
        return 1 + len(self.others)

    def offers(self, state: Fuji99) -> tuple[str, ...]:
        """Answers that have a button: numbers to draw, one that is too few among them; to go on or to stop."""
        turn = state.agenda[-1]
        match turn.step if isinstance(turn, Turn) else None:
            case Step.ACT:
                held = state.players[0].bag.number
                return tuple(f"draw {number}" for number in range(FEWEST_DRAWN - 1, held + 1))
            case Step.DETERMINATION:
                return ("again", "stop")
            case Step.EFFECT:
                return ("keep",)
            case _:
                return ()

    def before(self) -> tuple[Line, ...]:
        """A turn is told from its own step on."""
        return ()

    def read(self, text: str) -> Answer:
        """The answer behind a text such as ``draw 6``, ``use 0``, ``again``, ``stop``, ``keep``, ``lay 1,0``.

        Of chance: ``T4Y2R0``, or the name of a card. Raises Unreadable.
        """
        verb, _, words = text.partition(" ")
        numbers = words.split(",") if words else []
        if text in _WORDS:
            return _WORDS[text]
        if _CUBES.fullmatch(text):
            cubes = read_cubes(text)
            return Drawn((cubes.clear, cubes.yellow, cubes.red))
        deck = fuji_99_deck()
        if any(card.key == text for card in deck.cards):
            return Found(deck.at(text))
        if not numbers or not all(one.isascii() and one.isdecimal() and len(one) < 3 for one in numbers):
            raise Unreadable("no-answer", text, 0)
        counts = tuple(map(int, numbers))
        if verb == "lay":
            return PlaceCubes(counts)
        if verb not in ("draw", "use") or len(counts) > 1:
            raise Unreadable("no-answer", text, 0)
        return Draw(counts[0]) if verb == "draw" else Use(counts[0])

    def printed(self, answer: Answer) -> str:
        """Such a text. Raises Unreadable for what nobody answers in a lesson."""
        match answer:
            case Draw(number=number):
                return f"draw {number}"
            case Use(place=place):
                return f"use {place}"
            case PlaceCubes(counts=counts):
                return f"lay {','.join(map(str, counts))}"
            case _:
                word = next((word for word, one in _WORDS.items() if one == answer), None)
                if word is None:
                    raise Unreadable("no-answer", str(answer)[:40], 0)
                return word


def read_cubes(text: str) -> Cubes:
    """Cubes of a text that names all three colours. Raises Unreadable."""
    found = _CUBES.fullmatch(text)
    if found is None:
        raise Unreadable("no-answer", text, 0)
    return Cubes(*map(int, found.groups()))


def _held(deck: Deck, word: str) -> Held:
    key, _, cubes = word.partition(":")
    return Held(deck.at(key), int(cubes or 0))
