"""Random mountains full of lava, moves begun on them, and what the engine takes when a walk is played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.game import Halt, LetBe, Move, Use, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.kernel import Answer
from tests.support.fights import dragon
from tests.support.game_positions import adventure, realm, scroll
from tests.support.gear_positions import board

READINGS = ("move.lava.pay-after", "combat.helmet.absorb", "map.safe-tiles", "map.capacity.safe-exempt")
"""Switches that say where a walk leads and what its lava costs."""
LAVA = (scroll("lava", "lava-step 1"),)
SCROLLS = ((), LAVA, (scroll("both", "lava-step 1", "steps 1"),), (*LAVA, scroll("more", "lava-step 2")))
STEPS = ("step", "lava-step", "lava-crossed")


def moves(seed: int) -> Iterator[GameState]:
    """Moves of seat 0 at the question where it walks: at its beginning, with a token used, and after a first walk."""
    chance = random.Random(seed)
    tiles = {name: "".join(chance.choices("..LLL", k=7)) for name in ("I-1", "I-2", "I-3", "II-1")}
    firm = [f"{name}.{n}" for name, drawn in tiles.items() for n in range(7) if drawn[n] != "L"]
    rulings = ADOPTED
    for rule in READINGS:
        rulings = rulings.with_reading(rule, chance.choice(SWITCHES[rule].readings))
    game = realm(
        board(sandals=chance.choice(["", "MM/M", "TT/T", "TM/W", "MM"])),
        board(),
        tiles=tiles,
        at=(chance.choice(["centre", *firm]), chance.choice(["temple-1", *firm])),
        dragons={"I-3": dragon("12/9/1", name="I-3")} if chance.random() < 0.5 else {},
        scrolls={0: chance.choice(SCROLLS)},
        adventures={0: (adventure("omamori", "lava-step 2"),)} if chance.random() < 0.5 else {},
        rulings=rulings,
    ).play("move")
    yield game.state
    use = next((one for one in game.options if isinstance(one, Use)), None)
    if use is not None:
        yield game.play(use).state
    firsts = [one for one in game.options if isinstance(one, Walk)]
    if firsts and game.play(chance.choice(firsts)).asked == "walk":
        yield game.state


def taken(state: GameState, path: tuple[SpaceId, ...]) -> int:
    """Points that the sandals pay when the move goes on with this walk and ends there; whoever is met is let be."""
    damage, answer = 0, Answer()
    while (question := GAME.question(state)) is not None:
        match question.kind:
            case "walk":
                answer = Walk(path) if path else Halt()
            case "meet":
                answer = LetBe()
            case "pay-lava":
                answer = next(iter(GAME.options(state)))
            case _:
                break
        step = GAME.step(state, answer)
        state, events = step.state, step.events
        path = path[sum(one.kind in STEPS for one in events) :]
        damage += sum(int(dict(one.data)["damage"]) for one in events if one.kind.startswith("paid"))
    return damage


def owed(state: GameState) -> int:
    """What the sandals pay already if the move ends at once."""
    return taken(state, ())


def move_on(state: GameState) -> Move:
    """The move that asks."""
    move = state.agenda[-1]
    assert isinstance(move, Move)
    return move
