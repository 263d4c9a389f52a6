"""The laws along seeded games of a group, one to six players, to their end: adopted readings or any others."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Eruption
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Answer, Seat, Seeded, Session
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import along, cast_of, rulings_of
from tests.support.game_positions import HOUSE
from tests.support.sampling import sample

GAMES = [6 * sample(range(10), 1)[0] + rest for rest in range(6)]
"""One for each number of players."""
ANSWERS = 700
WITH_TOKENS = msgspec.structs.replace(COOP, has_adventures=True)
TOUGH = msgspec.structs.replace(COOP, together=msgspec.structs.replace(COOP.said, lives=9))
"""So many lives that random answers see the eruption."""


def begun(seed: int) -> Session[GameState]:
    """A fresh game of this seed; the number of players goes round."""
    chance = random.Random(seed)
    players = 1 + seed % 6
    modes = (COOP, WITH_TOKENS, TOUGH, TOUGH, *([SOLO] if players == 1 else []))
    mode, rulings = chance.choice(modes), rulings_of(chance)
    who = cast_of(chance, players)
    start = new_game(HOUSE, players=players, characters=who, mode=mode, rulings=rulings)
    return Session(GAME, start, dealer=Seeded(seed))


@pytest.mark.parametrize("seed", GAMES)
def test_law_options_are_check(seed: int) -> None:
    session, chance = begun(seed), random.Random(seed)
    seen: list[Answer] = [*laws.STRANGERS]
    for listed in along(session, seed, ANSWERS // 2):
        laws.check_listed(session.state, listed, chance)
        laws.check_views(session.state)
        for answer in chance.sample(seen, min(4, len(seen))):
            laws.check_stranger(session.state, answer, listed)
        seen += chance.sample(listed, min(2, len(listed)))
        laws.check_whole(session.state, listed)
        laws.check_step(session.state, chance.choice(listed))


@pytest.mark.parametrize("seed", GAMES)
def test_law_nothing_is_lost_and_nobody_stands_where_nobody_can(seed: int) -> None:
    """Components, lives and tokens after every answer; who is knocked out stands on the central tile or in a temple."""
    session = begun(seed)
    before = counted(session.state)
    for _ in along(session, seed, ANSWERS):
        state = session.state
        if state is not before.state:
            before = check_conserved(before, state, session.events)
        check_party(state)
        victims = [seat for frame in state.agenda if isinstance(frame, Eruption) for seat in frame.waiting]
        for seat, samurai in enumerate(state.samurai):
            if samurai.is_on_map and seat not in victims:
                assert not state.is_lava(samurai.space)
                assert samurai.is_conscious
                assert state.has_room(samurai.space, for_seat=Seat(seat)) or samurai.space == "centre"


def check_party(state: GameState) -> None:
    """Lives within their bounds, each token beside a living dragon, one dragon a tile, and nobody scores."""
    party = state.party
    assert party is not None
    assert all(0 <= lives <= state.mode.said.lives for lives in party.lives)
    assert (min(party.lives) == 0) == (party.outcome == "lost-life")
    alive = [laid.dragon.id for laid in state.ground if laid is not None and laid.dragon is not None]
    tokens = (*party.asleep, *party.awake)
    assert len(set(alive)) == len(alive)
    assert len(set(tokens)) == len(tokens)
    assert set(tokens) <= set(alive)
    assert party.round <= last_of(state)
    assert not any(samurai.score for samurai in state.samurai)


@pytest.mark.rule("coop.end.lose-conditions", "coop.rounds.limit")
@pytest.mark.parametrize("seed", GAMES)
def test_law_a_game_ends_by_its_rules(seed: int) -> None:
    """Won or lost, nobody asked, nothing open, every frame over once; the log opens again and tells sentences."""
    session = begun(seed)
    for _ in along(session, seed, 20_000):
        pass
    party = session.state.party
    assert party is not None and session.question is None
    assert party.outcome in ("won", "lost-life", "lost-time")
    assert session.state.agenda == ()
    laws.check_told(session)
    laws.check_frames(session)
    laws.check_log(session)
    told = Counter(event.kind for event in laws.happened(session))
    assert told["group-wins"] + told["group-loses"] + told["time-is-up"] == 1
    assert told["round-begins"] == party.round
