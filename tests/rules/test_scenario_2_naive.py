"""Figures as naive references have them: where they walk when a round ends, who has taken them, what they count."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.game import Match
from fujikoro_nb.engine.fujikoro.asked.scenario import RoundEnd
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind, spaces_of
from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import collected
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Event, Seat
from tests.oracles.collections import worth
from tests.oracles.dragon_steps import legal_moves
from tests.support.fights import dragon
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.sampling import sample

POSITIONS, SAMPLED, MANY_POSITIONS = 400, 40, 10_000
VOLCANO = [one.id for one in PLACES if one.kind == PlaceKind.VOLCANO]
SAFE = [one.id for one in PLACES if one.is_safe]
SIDES = ("asleep", "awake", "", "")
"""Status tokens of a random dragon; half of them have none."""


def round_ends_alike(seed: int) -> int:
    """A random mountain as a round ends: every dragon without a token makes one legal step, no other one moves.

    It stops at a fight, from which on dice decide. Says how many dragons were compared.
    """
    chance = random.Random(f"march {seed}")
    explored = [at for at in VOLCANO if chance.random() < chance.choice((0.3, 0.6, 0.9))] or VOLCANO[:3]
    lairs = chance.sample(explored, min(len(explored), chance.randint(1, 7)))
    where = [chance.choice([*explored, *SAFE]) for _ in range(chance.randint(2, 4))]
    sides = {at: chance.choice(SIDES) for at in lairs}
    state = realm(
        *(board(),) * len(where),
        scenario=2,
        tiles=dict.fromkeys(explored, "......."),
        at=tuple(spaces_of(at)[0].id for at in where),
        dragons={at: dragon("9/9/1", name=f"dragon-{at}") for at in lairs},
        tokens={at: side for at, side in sides.items() if side},
    ).state
    step = GAME.start(msgspec.structs.replace(state, agenda=(Match(Seat(0)), RoundEnd())))
    state, events = step.state, list(step.events)
    while (question := GAME.question(state)) is not None and question.kind.startswith("dragon-"):
        assert question.seat == 0, "the first player of the game decides"
        step = GAME.step(state, chance.choice(list(GAME.options(state))))
        state, events = step.state, [*events, *step.events]
    assert (state.asleep, set(state.awake)) == (
        (),
        {f"dragon-{at}" for at in lairs if sides[at] == "asleep"},
    )
    return _steps_alike(events, explored, where, sides)


def _steps_alike(
    events: list[Event], explored: list[PlaceId], where: list[PlaceId], sides: dict[PlaceId, str]
) -> int:
    lies, loose = {f"dragon-{at}": at for at in sides}, {at for at in sides if sides[at] != "asleep"}
    awake = {f"dragon-{at}" for at in sides if sides[at] == "awake"}
    assert {dict(one.data)["dragon"] for one in events if one.kind == "dragon-rises"} == awake
    done: list[str] = []
    for one in events:
        data = dict(one.data)
        if one.kind not in ("dragon-walks", "dragon-stays", "dragon-attacks"):
            continue
        name = str(data["dragon"])
        if one.kind == "dragon-attacks" and name in done:
            assert data["place"] == lies[name] and lies[name] in where
            break
        at = lies[name]
        legal = {to for _, to in legal_moves(explored, list(lies.values()), where, at)}
        to = data["place"] if one.kind == "dragon-walks" else at
        assert to in legal, (name, to, legal)
        assert one.kind != "dragon-attacks" or at in where
        lies[name] = PlaceId(str(to))
        done.append(name)
        if one.kind == "dragon-attacks":
            break
    else:
        assert sorted(done) == sorted(f"dragon-{at}" for at in loose), "each one once"
    return len(done)


@pytest.mark.rule(
    "scenario.2.competitive.dragons-move-each-round", "scenario.2.competitive.status-tokens-apply"
)
def test_dragons_walk_at_the_end_of_a_round_as_in_the_reference() -> None:
    assert sum(map(round_ends_alike, sample(range(POSITIONS), SAMPLED))) > SAMPLED


@pytest.mark.soak
def test_dragons_walk_as_in_the_reference_on_many_mountains() -> None:
    assert sum(map(round_ends_alike, range(POSITIONS, MANY_POSITIONS))) > MANY_POSITIONS


@pytest.mark.rule(
    "scenario.2.competitive.dragon-values",
    "scenario.2.competitive.same-color-set",
    "scenario.2.competitive.different-color-set",
    "scenario.2.competitive.sets-disjoint",
)
def test_collections_count_as_in_the_reference() -> None:
    """Up to nine dragons of any colours."""
    figures = realm(scenario=2).state.plot.figures
    assert figures is not None, "this scenario collects them"
    for seed in sample(range(POSITIONS), 100):
        chance = random.Random(f"figures {seed}")
        colours = chance.choices(DRAGON_COLOURS, weights=(4, 3, 3, 2), k=chance.randint(0, 9))
        dragons = [dragon("1/1/1", colour=one, name=f"{one}-{at}") for at, one in enumerate(colours)]
        assert collected(dragons, figures, ADOPTED).points(figures) == worth(tuple(colours)), colours


@pytest.mark.rule("scenario.2.competitive.take-dragon", "scenario.2.competitive.dragon-values")
def test_figures_along_a_game_are_those_that_were_told() -> None:
    """Counted from what the log says of rolls in whole games of bots: the last blows, and points at the end."""
    for seed in sample(range(3), 1):
        session = new_session(players=3, seed=str(seed), scenario=2)
        play_out(session, bots_of(["heuristic"], players=3, seed=str(seed)))
        struck, taken, points = -1, Counter[tuple[int, str]](), Counter[int]()
        colour = {one.id: one.colour for one in session.record.start.piles.dragons}
        for event in (event for line in session.lines for event in line.events):
            data = dict(event.data)
            if event.kind in ("dragon-hit", "hero-hits") and not int(data["health"]):
                struck = int(data["seat"])
            if event.kind == "dragon-defeated":
                taken[struck, str(data["dragon"])] += 1
            if event.kind in ("figures-count", "alike-count", "unlike-count"):
                points[int(data["seat"])] += int(data["points"])
        held = session.state.staged.figures
        assert session.question is None
        assert taken == Counter((seat, one.id) for seat, dragons in enumerate(held) for one in dragons)
        assert set(taken.values()) <= {1}
        for seat in range(3):
            mine = tuple(colour[name] for owner, name in taken if owner == seat)
            assert points[seat] == worth(mine)
