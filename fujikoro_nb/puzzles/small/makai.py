"""Positions of Makai Fuda as lessons and puzzles write them, and its answers in a few letters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Answer, Entry, Line, Question, Seat, Unreadable, event
from fujikoro_nb.engine.makai_fuda.components import HAND, LETTERS, MAGIC, Card
from fujikoro_nb.engine.makai_fuda.setup import new_game
from fujikoro_nb.engine.makai_fuda.state import (
    Evening,
    LayDown,
    Makai,
    Match,
    Play,
    Played,
    PlayPrediction,
    Predict,
    Prizes,
)

_PLAY, _BACK, _EXCHANGE, _ON = "play", "back", "exchange", ">"
LETTER_OF = {kind: letter for letter, kind in LETTERS.items()} | {MAGIC: "M"}


class MakaiTable(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="game",
    tag="makai",
):
    """A table before a match, or before somebody backs a monster; cards as ``B3``, ``M`` for Magic.

    Whatever is not said of the other hands is made up of the cards that are left, always the same ones.
    """

    hand: str
    """The learner's."""
    others: tuple[str, ...] = ()
    """What the other hands hold for certain, clockwise from the learner's."""
    field: str = ""
    """Cards that lie already, in the order of play: up to whoever sits before the learner, or everybody's."""
    laid: tuple[str, ...] = ()
    """Face-down cards, the learner's first."""
    leads: int = 0
    """Who leads the match, where no card lies yet, or everybody's."""
    wins: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    gold: tuple[int, ...] = ()
    players: int = 4
    is_backing: bool = False
    """Whether the learner is asked for a face-down card."""

    def start(self) -> Makai:
        """The state; all cards of the deck are somewhere. Raises ValueError for a card that is there twice."""
        deck = makai_deck()
        state = new_game(deck, players=self.players, start_player=0)
        left = list(deck.dealt_to(self.players))
        own = _taken(left, self.hand)
        field = [_on_field(left, word) for word in self.field.split()]
        seats = range(self.players)
        known = [own, *(_taken(left, text) for text in self._each(self.others, self.players - 1))]
        backed = [_taken(left, text) for text in self._each(self.laid, self.players)]
        laid = [
            None if self.is_backing and not seat else (backed[seat] or [_monster(left)])[0] for seat in seats
        ]
        is_open = 0 < len(field) < self.players
        first = self.players - len(field) if is_open else self.leads
        order = [(first + step) % self.players for step in seats]
        held = [len(own) - (seat in order[: len(field)]) - (self.is_backing and seat > 0) for seat in seats]
        hands = [_filled(known[seat], left, held[seat]) for seat in seats]
        waiting = tuple(Seat(seat) for seat in order[len(field) :])
        asks = Predict((Seat(0),)) if self.is_backing else Match(waiting)
        zeros = (0,) * len(state.kinds)
        return msgspec.structs.replace(
            state,
            agenda=(Evening(), Prizes(), asks),
            hands=tuple(hands),
            laid=tuple(laid),
            field=tuple(
                Played(Seat(seat), card, target) for seat, (card, target) in zip(order, field, strict=False)
            ),
            used=tuple(left),
            leader=Seat(first),
            wins=self.wins or zeros,
            chips=self.chips or zeros,
            gold=self.gold or (0,) * self.players,
            tournament=1,
            match=HAND - 1 - len(own) if not self.is_backing else 0,
        )

    @property
    def seats(self) -> int:
        """How many play."""
        return self.players

    def offers(self, state: Makai) -> tuple[str, ...]:
        """Answers that have a button beside the hand: none."""
        return ()

    def before(self) -> tuple[Line, ...]:
        """The cards that lie already, as they were played."""
        lines = []
        for one in self.start().field:
            told = event(
                "played",
                "makai.play.clockwise-one-card",
                seat=int(one.seat),
                kind=one.card.kind,
                strength=one.card.strength,
                target=one.target,
            )
            question = Question(one.seat, "match", told.rule, Match.__name__)
            lines.append(Line(question, Entry(one.seat, Play(one.card, one.target)), (told,)))
        return tuple(lines)

    @staticmethod
    def _each(texts: Sequence[str], number: int) -> list[str]:
        return [*texts, *[""] * (number - len(texts))]

    def read(self, text: str) -> Answer:
        """The answer behind a text such as ``play B3``, ``play M>B``, ``back R1``. Raises Unreadable."""
        verb, _, word = text.partition(" ")
        if text == _EXCHANGE:
            return PlayPrediction()
        name, _, letter = word.partition(_ON)
        card = next((one for one in makai_deck().cards if card_text(one) == name), None)
        is_known = verb in (_PLAY, _BACK) and (not letter or letter in LETTERS)
        if card is None or not is_known or (letter and verb == _BACK):
            raise Unreadable("no-answer", text, 0)
        card = self._here(card)
        return Play(card, LETTERS.get(letter, "")) if verb == _PLAY else LayDown(card)

    def _here(self, card: Card) -> Card:
        """The card as this table has it: of two alike one may leave with three players."""
        alike = [one for one in makai_deck().dealt_to(self.players) if card_text(one) == card_text(card)]
        held = [one for one in self.start().hands[0] if card_text(one) == card_text(card)]
        return (held or alike or [card])[0]

    def printed(self, answer: Answer) -> str:
        """Such a text. Raises Unreadable for what nobody answers in a lesson."""
        match answer:
            case Play(card=card, target=target):
                return f"{_PLAY} {card_text(card)}" + (
                    f"{_ON}{LETTER_OF[target]}" if target in LETTER_OF else ""
                )
            case LayDown(card=card):
                return f"{_BACK} {card_text(card)}"
            case PlayPrediction():
                return _EXCHANGE
            case _:
                raise Unreadable("no-answer", str(answer)[:40], 0)


def card_text(card: Card) -> str:
    """``B3``, ``M``."""
    return LETTER_OF[card.kind] + ("" if card.is_magic else str(card.strength))


def _take(left: list[Card], name: str) -> Card:
    found = next((one for one in left if card_text(one) == name), None)
    if found is None:
        raise ValueError(f"{name} is not left in this deck")
    left.remove(found)
    return found


def _taken(left: list[Card], text: str) -> list[Card]:
    return [_take(left, name) for name in text.split()]


def _on_field(left: list[Card], word: str) -> tuple[Card, str]:
    name, _, letter = word.partition(_ON)
    return _take(left, name), LETTERS.get(letter, "")


def _monster(left: list[Card]) -> Card:
    """The weakest monster that is left, for a card that nobody needs to know."""
    found = min((one for one in left if not one.is_magic), key=lambda one: (one.strength, one.kind))
    left.remove(found)
    return found


def _filled(known: list[Card], left: list[Card], number: int) -> tuple[Card, ...]:
    more = [left.pop(0) for _ in range(number - len(known))]
    return tuple(sorted([*known, *more]))
