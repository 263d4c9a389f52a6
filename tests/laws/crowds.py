"""Crowded positions: armed samurai beside dragons and one another, and answers that start fights."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from fujikoro_nb.engine.fujikoro.asked.fight import SendMonk, StealBlueprint, StealMonk
from fujikoro_nb.engine.fujikoro.asked.game import Act, Challenge, Join, Use, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Event, Question, Seat
from tests.support.fights import dragon
from tests.support.game_positions import adventure, realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board

PLACES = (*(f"I-{number}" for number in range(1, 7)), *(f"II-{number}" for number in range(1, 5)))
SPOTS = ("action", "scroll", "weapon", "backpack")
WEAPONS = ("", "WWM", "WWMM", "WWTT", "WWW", "WW")
HELMETS = ("", "M", "MM", "MM/W", "TT", "MM/T")
SHOES = ("", "MM", "TT", "TT/T", "MM/M", "MM+G")
PLANS = ((HELMET, "MM"), (SANDALS, "MM"), (WEAPON, "WM"))
DRAGONS = ("6/9/1", "3/9/2", "9/3/2", "12/5/3", "2/1/1")
POWERS = (
    "steps 1",
    "shield 3",
    "cancel-broken",
    "initiative 3",
    "dragon-damage 2",
    "summon 2",
    "discs 1",
    "cool 2",
)

EAGER = (Challenge, Join, SendMonk, StealMonk, StealBlueprint, Use)


@dataclass(frozen=True)
class Taken:
    """One answer of a game: what was asked before it, and what it led to."""

    before: GameState
    question: Question
    answer: Answer
    after: GameState
    events: tuple[Event, ...]


def _board(chance: random.Random, seat: int) -> Board:
    plans = [
        blueprint(kind, pattern, f"plan-{kind}-{seat}") for kind, pattern in PLANS if chance.random() < 0.4
    ]
    discs = [plan.id for plan in plans] + ["monk"] * (chance.random() < 0.4)
    return board(
        weapon=chance.choice(WEAPONS),
        helmet=chance.choice(HELMETS),
        sandals=chance.choice(SHOES),
        lower=chance.choice(("", "W", "T")),
        discs=discs,
        monks=tuple(chance.sample(SPOTS, chance.randint(0, 4))),
        blueprints=tuple(plans),
    )


def crowd(seed: int) -> GameState:
    """Two to six samurai; a marked one in half of the positions, and otherwise everybody near thirty points."""
    chance = random.Random(seed)
    seats = range(chance.randint(2, 6))
    tiles = {"I-1": "......."}
    tiles |= {
        name: "".join(chance.choices("....1122345L", k=7)) for name in PLACES[1:] if chance.random() < 0.8
    }
    lairs = {
        name: dragon(chance.choice(DRAGONS), name=f"dragon-{name}")
        for name in tiles
        if chance.random() < 0.45
    }
    tiles |= {name: "D" + tiles[name][1:] for name in lairs}
    firm = [
        f"{name}.{number}"
        for name in tiles
        for number in range(7)
        if name not in lairs and tiles[name][number] != "L"
    ]
    marker = chance.choice((None, chance.choice(seats)))
    scores = tuple(31 if seat == marker else chance.randint(15, 29) for seat in seats)
    return realm(
        *(_board(chance, seat) for seat in seats),
        tiles=tiles,
        at=tuple(chance.sample([*firm, *["centre"] * 4], len(seats))),
        dragons=lairs,
        down=tuple(seat for seat in seats if chance.random() < 0.15),
        countdown=0 if marker is None else chance.randint(0, 6),
        marker=marker,
        scores=scores,
        first=chance.choice(seats),
        adventures={
            seat: (adventure(f"token-{seat}", chance.choice(POWERS)),)
            for seat in seats
            if chance.random() < 0.5
        },
    ).state


def _eager(chance: random.Random, state: GameState, seat: Seat, listed: list[Answer]) -> Answer:
    """Any listed answer, but far more often one that moves, walks to somebody, or fights."""
    keen = [one for one in listed if isinstance(one, EAGER) or one == Act("move")]
    keen += [one for one in listed if isinstance(one, Walk) and _is_hot(state, seat, one)]
    return chance.choice(keen if keen and chance.random() < 0.7 else listed)


def _is_hot(state: GameState, seat: Seat, walk: Walk) -> bool:
    to = walk.path[-1]
    is_way_out = to == "centre" and state.has_rope
    return is_way_out or state.dragon_on(to) is not None or bool(state.samurai_on(to, but=seat))


def quarrel(seed: int, answers: int) -> Iterator[Taken]:
    """Play so many answers from a crowd, or to the end."""
    state, chance = crowd(seed), random.Random(seed)
    for _ in range(answers):
        question = GAME.question(state)
        if question is None:
            return
        listed = list(GAME.options(state))
        assert listed, f"nothing can be answered to {question.kind}"
        answer = _eager(chance, state, question.seat, listed)
        step = GAME.step(state, answer)
        yield Taken(state, question, answer, step.state, step.events)
        state = step.state
