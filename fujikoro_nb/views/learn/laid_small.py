"""How the position of a lesson on a small game is laid out on a real table: lines in words, off the engine's state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fujikoro_nb.engine.fuji_99.components import MILESTONES, Cubes
from fujikoro_nb.engine.fuji_99.state import Fuji99, Held
from fujikoro_nb.engine.makai_fuda.components import Card
from fujikoro_nb.engine.makai_fuda.state import Makai
from fujikoro_nb.puzzles.small.seats import LEARNER
from fujikoro_nb.views.learn.laid_out import Line, line
from fujikoro_nb.views.small.words import SmallWords

__all__ = ["laid_small"]


def laid_small(state: Any, words: SmallWords) -> list[Line]:
    """What lies on the table of a small game, the learner's own first."""
    return list(_OF[words.game](state, words))


def _mark(state: Any, words: SmallWords) -> str:
    return words.common("chosen.mark-cards") if state.deck.mark == "house" else ""


# ---- Fuji 99


def _fuji_99(state: Fuji99, words: SmallWords) -> Iterator[Line]:
    say = words.common
    player = state.players[LEARNER]
    floors = [
        say("laid.floor", name=words.seat(seat), floor=one.floor) for seat, one in enumerate(state.players)
    ]
    yield line(say("laid.floors"), ", ".join((*floors, say("laid.movement", floor=state.movement))))
    lying = (("bag", player.bag), ("drawn", state.drawn), ("sheet", state.sheet))
    for key, cubes in lying:
        yield line(say(f"laid.{key}"), _cubes(cubes, words) if cubes.number else say("laid.empty"))
    if player.hand:
        held = say("laid.then").join(_held(state, one, words) for one in player.hand)
        yield line(say("laid.hand"), held, _mark(state, words))
    if player.facing:
        yield line(say("laid.facing"), say("laid.cards", n=player.facing))
    yield line(say("laid.pagoda"), say("laid.clear", n=state.pagoda))
    left = ", ".join(
        say("laid.milestone", floor=floor, n=n) for floor, n in zip(MILESTONES, state.milestones, strict=True)
    )
    yield line(say("laid.milestones"), left)


def _cubes(cubes: Cubes, words: SmallWords) -> str:
    return words.common("laid.cubes", clear=cubes.clear, yellow=cubes.yellow, red=cubes.red)


def _held(state: Fuji99, held: Held, words: SmallWords) -> str:
    card = state.card(held)
    says = words.say(f"says-{card.effect}").rstrip(".")
    key = "laid.card-cubes" if held.cubes else "laid.card"
    return words.common(key, name=words.thing(card.key), says=says, n=held.cubes)


# ---- Makai Fuda


def _makai(state: Makai, words: SmallWords) -> Iterator[Line]:
    say, mark = words.common, _mark(state, words)
    yield line(say("laid.players"), ", ".join(words.seat(seat) for seat in range(state.players)))
    own = ", ".join(_card(card, words) for card in state.hands[LEARNER])
    yield line(say("laid.hand"), own, mark)
    laid = state.laid[LEARNER]
    if laid is not None:
        yield line(say("laid.face-down"), _card(laid, words), mark)
    lying = [
        say(
            "laid.lies-on" if one.target else "laid.lies",
            name=words.seat(int(one.seat)),
            card=_card(one.card, words),
            on=words.thing(one.target),
        )
        for one in state.field
    ]
    if lying:
        yield line(say("laid.field"), ", ".join(lying), mark)
    elif state.hands[LEARNER]:
        yield line(say("laid.field"), say("small-page.leads-match", who=words.seat(int(state.leader))))
    if any(state.wins) or any(state.chips):
        yield line(
            say("laid.prizes"),
            say("laid.then").join(_prize(state, at, words) for at in range(len(state.kinds))),
        )
    if any(state.gold):
        gold = (say("laid.gold-of", name=words.seat(seat), n=n) for seat, n in enumerate(state.gold))
        yield line(say("laid.gold"), ", ".join(gold))
    yield line(say("laid.others"), say("laid.others-about"))


def _card(card: Card, words: SmallWords) -> str:
    """A card by its name, and what it can do besides; a magic card is called by what it can do."""
    name = words.thing(card.kind)
    if card.is_magic:
        return name
    said = words.say("card", kind=name, n=card.strength)
    return f"{said} ({words.thing(card.ability)})" if card.ability else said


def _prize(state: Makai, at: int, words: SmallWords) -> str:
    said = [words.thing(state.kinds[at]), words.common("small-page.won-times", n=state.wins[at])]
    if state.chips[at]:
        said.append(words.common("small-page.chip", n=state.chips[at]))
    return ", ".join(said)


_OF: Mapping[str, Callable[[Any, SmallWords], Iterator[Line]]] = {"fuji99": _fuji_99, "makai": _makai}
"""By the name of the game."""
