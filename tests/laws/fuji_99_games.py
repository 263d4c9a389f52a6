"""Games of Fuji 99 by chance, any readings, and what holds along them."""

from __future__ import annotations

import random

from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import MILESTONES
from fujikoro_nb.engine.fuji_99.game import GAME, floors, is_whole, new_game
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.fuji_99.state import Fuji99
from fujikoro_nb.engine.kernel import NOBODY, Seat, Seeded, Session


def begun(seed: int) -> Session[Fuji99]:
    """A game of some table: two to four players, any readings that go with it."""
    chance = random.Random(seed)
    players = 2 + seed % 3
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        reading = chance.choice(switch.readings)
        if (rule, reading, players) != ("fuji99.setup.bag-contents", "four", 4):
            rulings = rulings.with_reading(rule, reading)
    return Session(GAME, new_game(fuji_99_deck(), players=players, rulings=rulings), dealer=Seeded(seed))


def walk(seed: int) -> Session[Fuji99]:
    session, chance = begun(seed), random.Random(-seed)
    passed: set[tuple[int, int]] = set()
    while (question := session.question) is not None:
        if question.seat < 0:
            events = session.deal()
        else:
            answers = list(session.options)
            assert len(set(answers)) == len(answers)
            assert all(GAME.check(session.state, one) is None for one in answers)
            events = session.play(chance.choice(answers))
        state = session.state
        assert is_whole(state)
        for one in events:
            if one.kind == "milestone":
                data = dict(one.data)
                place = (int(data["seat"]), int(data["floor"]))
                assert place not in passed
                assert place[1] in MILESTONES
                passed.add(place)
    return session


def cubes_cards_and_milestones_along(seed: int) -> int:
    """One game with all its laws; how many answers it has. Raises AssertionError."""
    session = walk(seed)
    state = session.state
    assert [*floors(state)].count(99) == 1
    assert session.replay()[0] == state
    saved = session.save()
    again = Session.load(GAME, saved)
    assert (again.disagreement, again.state, again.save()) == (None, state, saved)
    for _ in range(9):
        session.undo()
    for _ in range(9):
        session.redo()
    assert session.state == state
    for seat in (*range(len(state.players)), NOBODY):
        assert GAME.worlds(session.view_for(Seat(seat))).outcome(0) == state
    return len(session.lines)
