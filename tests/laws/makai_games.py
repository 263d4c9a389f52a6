"""Games of Makai Fuda by chance, any variants and readings, and what holds along them."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.kernel import NOBODY, Seat, Seeded, Session
from fujikoro_nb.engine.makai_fuda.components import SECRET
from fujikoro_nb.engine.makai_fuda.game import GAME, is_whole, new_game
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.makai_fuda.state import Makai, Variants
from tests.support.makai import DECK


def begun(seed: int) -> Session[Makai]:
    chance = random.Random(seed)
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        rulings = rulings.with_reading(rule, chance.choice(switch.readings))
    variants = Variants(chance.random() < 0.5, chance.random() < 0.7, chance.choice((0, 0, 2)), False)
    start = new_game(DECK, players=3 + seed % 2, variants=variants, rulings=rulings)
    return Session(GAME, start, dealer=Seeded(seed), auto_deal=True)


def judged(state: Makai) -> None:
    """The laws of one state: cards conserved, no seat sees another's, every view leaves the truth open."""
    assert is_whole(state)
    for seat in (*range(state.players), NOBODY):
        view = GAME.view_for(state, Seat(seat))
        for owner in range(state.players):
            if owner != seat:
                assert {*view.hands[owner]} <= {SECRET}
                assert view.laid[owner] in (None, SECRET)
        ways = GAME.worlds(view)
        assert ways.weight(
            msgspec.structs.replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands))
        )
        for k in {0, ways.total // 3, ways.total - 1}:
            world = ways.outcome(k)
            assert is_whole(world)
            assert GAME.view_for(world, Seat(seat)) == view


def cards_prizes_and_views_along(seed: int) -> int:
    """One game with all its laws; how many answers it has. Raises AssertionError."""
    session, chance = begun(seed), random.Random(-seed)
    number, start, chips, played = 0, None, session.state.chips, 0
    while session.question is not None:
        state = session.state
        answers = list(session.options)
        assert all(GAME.check(state, one) is None for one in answers)
        if chance.random() < 0.12:
            judged(state)
        events = session.play(chance.choice(answers))
        for one in events:
            data = dict(one.data)
            played += one.kind in ("match-won", "no-winner")
            if one.kind == "tournament-over":
                at = session.state.kinds.index(str(data["kind"]))
                chips = tuple(0 if kind == at else old + 10 for kind, old in enumerate(chips))
                assert session.state.chips == chips
                is_open = (
                    state.variants.watches
                    and state.rulings.reading("makai.variant.watch-first") == "tournaments"
                )
                assert played == (11 if is_open and state.tournament <= 3 else 10)
                played = 0
            elif one.kind == "tournament":
                number += 1
                assert start is None or data["start"] == (int(start) + 1) % state.players
                start = data["start"]
    assert session.state.tournament >= number
    assert session.replay()[0] == session.state
    saved = session.save()
    again = Session.load(GAME, saved, auto_deal=True)
    assert (again.disagreement, again.state, again.save()) == (None, session.state, saved)
    state = session.state
    for _ in range(9):
        session.undo()
    assert session.is_fork
    for _ in range(9):
        session.redo()
    assert session.state == state
    return len(session.lines)
