"""A game set up for bots: which bots there are, and a session with a seeded dealer."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from fujikoro_nb.bots.bot import Bot
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.bot import PlannerBot
from fujikoro_nb.bots.planner.search import Budget
from fujikoro_nb.bots.tame import TameBot
from fujikoro_nb.bots.uniform import RandomBot
from fujikoro_nb.content import Pack, house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.characters import person
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked, mode_named
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Seat, Seeded, Session, Setting, Unreadable

THINKERS: Mapping[str, Callable[[random.Random, Budget | None], Bot]] = {"planner": PlannerBot}
"""Bots that think for as long as they are told."""

BOTS: Mapping[str, Callable[[random.Random], Bot]] = {
    "random": RandomBot,
    "heuristic": HeuristicBot,
    "tame": TameBot,
    "planner": PlannerBot,
}
"""Bots by name; each is made with its own chance."""


def new_session(
    *,
    players: int,
    seed: int | str,
    adventures: bool = False,
    peaceful: bool = False,
    rulings: Rulings = ADOPTED,
    seats: Sequence[str] = (),
    mode: str = COMPETITIVE.name,
    characters: Sequence[str] = (),
    scenario: int = 0,
    pack: Pack | None = None,
    auto_deal: bool = True,
) -> Session[GameState]:
    """A game before its first answer, dealt from a seed. Raises Illegal for a table that the game cannot have.

    ``seats`` are names, ``characters`` those that are played, one a seat or none; the components are the house pack's
    unless another is given. ``scenario`` is its number, 0 without one. Raises Unreadable for a ``mode`` or a character
    that is none.
    """
    who = tuple(person(name).name for name in characters)
    refusal = check_asked(Asked(mode, players, (scenario,) if scenario else (), who, peaceful))
    if refusal is not None:
        raise Illegal(refusal)
    agreed = mode_named(mode, is_peaceful=peaceful, has_adventures=adventures)
    start = new_game(
        pack or house_pack(),
        players=players,
        characters=who,
        mode=agreed,
        scenario=scenario,
        rulings=rulings,
    )
    setting = Setting(tuple(seats), tuple(sorted(rulings.in_force().items())))
    return Session(game_of(start), start, dealer=Seeded(seed), auto_deal=auto_deal, setting=setting)


def bots_of(
    names: Sequence[str], *, players: int, seed: int | str, budget: Budget | None = None
) -> list[Bot]:
    """One bot a seat: one name for all seats or one for each. Raises Unreadable for another name or number of names.

    The bots of a seed play alike in every game, each with its own chance; with a ``budget`` of seconds those that
    think play as well as the time lets them. Raises Unreadable for a budget where no bot thinks.
    """
    for name in names:
        if name not in BOTS:
            raise Unreadable("bot", name, 0, known=", ".join(BOTS))
    if len(names) not in (1, players):
        raise Unreadable("bot-count", ",".join(names), 0, players=players)
    each = list(names) * players if len(names) == 1 else names
    if budget is not None and not any(name in THINKERS for name in names):
        raise Unreadable("bot-thinks", ",".join(names), 0, known=", ".join(THINKERS))
    return [seated_bot(name, chance_of(seed, Seat(seat)), budget) for seat, name in enumerate(each)]


def seated_bot(name: str, chance: random.Random, budget: Budget | None = None) -> Bot:
    """A bot by its name; one that thinks does so within the budget."""
    return THINKERS[name](chance, budget) if name in THINKERS else BOTS[name](chance)


def chance_of(seed: int | str, seat: Seat) -> random.Random:
    """The chance of one bot; half a character in a seed counts as a question mark, as it does for `Seeded`."""
    return random.Random(f"{seed}:{int(seat)}".encode("utf-8", "replace"))
