"""The small games as bots play them: by name, how one begins, what can be agreed on, who plays it, how it ended.

Whoever lets bots play asks a `Kind`; nothing asks which game it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fujikoro_nb.bots.bot import Bot
from fujikoro_nb.bots.driver import TURN_OVER
from fujikoro_nb.bots.fuji_99 import Fuji99Bot, StrongFuji99Bot
from fujikoro_nb.bots.makai_fuda import MakaiBot, StrongMakaiBot
from fujikoro_nb.bots.table import chance_of
from fujikoro_nb.bots.uniform import RandomBot
from fujikoro_nb.content.small import fuji_99_deck, makai_deck
from fujikoro_nb.content.small.owned import fuji_99_here, makai_here
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.fuji_99.game import floors
from fujikoro_nb.engine.fuji_99.game import winners as fuji_99_winners
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED as FUJI_99_ADOPTED
from fujikoro_nb.engine.fuji_99.setup import new_game as new_fuji_99
from fujikoro_nb.engine.kernel import Game, Readings, Save, Seat, Seeded, Session, Setting, Unreadable
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI
from fujikoro_nb.engine.makai_fuda.judge import winners as makai_winners
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED as MAKAI_ADOPTED
from fujikoro_nb.engine.makai_fuda.setup import MOST_TOURNAMENTS
from fujikoro_nb.engine.makai_fuda.setup import new_game as new_makai
from fujikoro_nb.engine.makai_fuda.state import Makai
from fujikoro_nb.engine.makai_fuda.state import Variants as MakaiVariants

Variants = Mapping[str, str]
"""What a table agreed on, by name; what is only named has no value."""


@dataclass(frozen=True)
class Kind:
    """One small game."""

    name: str
    game: Game[Any]
    adopted: Readings
    """Its switches, as they are played unless a table says otherwise."""
    deck: Callable[[], Any]
    """The cards that ship."""
    begin: Callable[[int, Readings, Variants], Any]
    """A state before its first question. Raises Illegal and Unreadable."""
    counted: str
    """What its length is told in: the name of a number in answers."""
    scored: str
    """What the seats are told by: the name of a list in answers."""
    score: Callable[[Any], Sequence[int]]
    winners: Callable[[Any], Sequence[int]]
    bots: Mapping[str, Callable[[random.Random], Bot]]
    usual: int
    """Players, when nobody says how many."""
    turn: str = TURN_OVER
    """The kind of event that ends what is counted."""
    variants: tuple[str, ...] = field(default=())

    def rulings(self, pairs: Sequence[str]) -> Readings:
        """Readings from texts such as ``fuji99.card.next-ten=no-effect``. Raises Unreadable."""
        chosen = self.adopted
        for pair in pairs:
            rule, mark, reading = pair.partition("=")
            if not mark:
                raise Unreadable("ruling", pair, 0)
            chosen = chosen.with_reading(rule, reading)
        return chosen

    def is_ours(self, save: Save, state: Any) -> bool:
        """Whether the deck of a save is what it says to be: marked as shipped with these rules, it is that one."""
        is_marked = state.deck.mark == self.deck().mark and save.version == self.game.version
        return not is_marked or state.deck == self.deck()

    def agreed(self, texts: Sequence[str]) -> Variants:
        """Variants from texts such as ``tournaments=3``. Raises Unreadable."""
        found: dict[str, str] = {}
        for text in texts:
            name, _, value = text.partition("=")
            if name not in self.variants:
                raise Unreadable("play-variant", text, 0, known=", ".join(self.variants) or "-")
            found[name] = value
        return found

    def session(
        self, *, players: int, seed: int | str, rulings: Readings, variants: Variants, seats: Sequence[str]
    ) -> Session[Any]:
        """A game before its first answer, dealt from a seed; ``seats`` as for `seated`. Raises as `begin`."""
        start = self.begin(players, rulings, variants)
        each = tuple(seats) * players if len(seats) == 1 else tuple(seats)
        setting = Setting(each, tuple(sorted(rulings.in_force().items())))
        return Session(self.game, start, dealer=Seeded(seed), auto_deal=True, setting=setting)

    def seated(self, names: Sequence[str], *, players: int, seed: int | str) -> list[Bot]:
        """One bot a seat. Raises Unreadable for a bot of another game or a number that does not fit."""
        for name in names:
            if name not in self.bots:
                raise Unreadable("bot", name, 0, known=", ".join(self.bots))
        if len(names) not in (1, players):
            raise Unreadable("bot-count", ",".join(names), 0, players=players)
        each = list(names) * players if len(names) == 1 else names
        return [self.bots[name](chance_of(seed, Seat(seat))) for seat, name in enumerate(each)]


def _begin_fuji_99(players: int, rulings: Readings, variants: Variants) -> Any:
    return new_fuji_99(fuji_99_here() or fuji_99_deck(), players=players, rulings=FUJI_99_ADOPTED.of(rulings))


WATCH, EXCHANGE, TOURNAMENTS, DOUBLE = "watch-first", "exchange", "tournaments", "double-last"


def _begin_makai(players: int, rulings: Readings, variants: Variants) -> Any:
    for name in (WATCH, EXCHANGE, DOUBLE):
        if variants.get(name):
            raise Unreadable("makai-value", f"{name}={variants[name]}", 0, variant=name)
    number = 0
    if TOURNAMENTS in variants:
        text = variants[TOURNAMENTS]
        is_number = text.isascii() and text.isdecimal() and len(text) < 10
        if not is_number or not 1 <= int(text) <= MOST_TOURNAMENTS:
            raise Unreadable("makai-tournaments", text, 0, most=MOST_TOURNAMENTS)
        number = int(text)
    agreed = MakaiVariants(WATCH in variants, EXCHANGE in variants, number, DOUBLE in variants)
    return new_makai(
        makai_here() or makai_deck(), players=players, variants=agreed, rulings=MAKAI_ADOPTED.of(rulings)
    )


def _gold(state: Makai) -> tuple[int, ...]:
    return state.gold


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            name=FUJI_99.name,
            game=FUJI_99,
            adopted=FUJI_99_ADOPTED,
            deck=fuji_99_deck,
            begin=_begin_fuji_99,
            counted="turns",
            scored="floors",
            score=floors,
            winners=fuji_99_winners,
            bots={"random": RandomBot, "heuristic": Fuji99Bot, "strong": StrongFuji99Bot},
            usual=2,
        ),
        Kind(
            name=MAKAI.name,
            game=MAKAI,
            adopted=MAKAI_ADOPTED,
            deck=makai_deck,
            begin=_begin_makai,
            counted="tournaments",
            scored="gold",
            score=_gold,
            winners=makai_winners,
            bots={"random": RandomBot, "heuristic": MakaiBot, "strong": StrongMakaiBot},
            usual=4,
            turn="tournament-over",
            variants=(WATCH, EXCHANGE, TOURNAMENTS, DOUBLE),
        ),
    )
}
