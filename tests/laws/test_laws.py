"""The laws along a few seeded games; `tests/soak` has the same along ten thousand."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Act, Eruption
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.game import GAME, MAINS, game_rules
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import Answer, Game, Seat, Seeded, Session
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import TINY, along, begun
from tests.support.game_positions import HOUSE

GAMES = range(12)
ANSWERS = 200


def played(seed: int) -> Session[GameState]:
    """A game of so many answers."""
    session = begun(seed)
    for _ in along(session, seed, ANSWERS):
        pass
    return session


@pytest.mark.parametrize("seed", GAMES)
def test_law_options_are_check(seed: int) -> None:
    """Listed answers are legal; strangers and answers of other moments are refused unless listed."""
    session, chance = begun(seed), random.Random(seed)
    seen: list[Answer] = [*laws.STRANGERS]
    for listed in along(session, seed, ANSWERS):
        laws.check_listed(session.state, listed, chance)
        laws.check_views(session.state)
        for answer in chance.sample(seen, min(8, len(seen))):
            laws.check_stranger(session.state, answer, listed)
        seen += chance.sample(listed, min(3, len(listed)))


@pytest.mark.parametrize("seed", GAMES)
def test_law_options_are_all_that_check_allows(seed: int) -> None:
    """Options that are made without asking `check` of each leave out nothing that it would allow."""
    session, chance = begun(seed), random.Random(seed)
    judged: Counter[str] = Counter()
    for listed in along(session, seed, 2 * ANSWERS):
        if chance.random() < 0.3 and laws.check_whole(session.state, listed):
            judged[session.question.kind] += 1  # type: ignore[union-attr]
    assert judged["act"] and judged["walk"]


@pytest.mark.parametrize("seed", GAMES)
def test_law_steps_repeat_and_texts_round_trip(seed: int) -> None:
    session, chance = begun(seed), random.Random(seed)
    for listed in along(session, seed, ANSWERS):
        laws.check_step(session.state, chance.choice(listed))


@pytest.mark.rule("scroll.one-to-one")
@pytest.mark.parametrize("seed", GAMES)
def test_law_components_are_conserved(seed: int) -> None:
    session = begun(seed)
    before = counted(session.state)
    for _ in along(session, seed, ANSWERS):
        if session.state is not before.state:
            before = check_conserved(before, session.state, session.events)


@pytest.mark.parametrize("seed", GAMES)
def test_law_nobody_stands_where_nobody_can(seed: int) -> None:
    """On firm ground with room, after every answer; only the victims of an eruption stand on lava."""
    session = begun(seed)
    for _ in along(session, seed, ANSWERS):
        state = session.state
        victims = [seat for frame in state.agenda if isinstance(frame, Eruption) for seat in frame.waiting]
        for seat, samurai in enumerate(state.samurai):
            if samurai.is_on_map and seat not in victims:
                assert not state.is_lava(samurai.space)
                assert state.has_room(samurai.space, for_seat=Seat(seat)) or samurai.space == "centre"


@pytest.mark.parametrize("seed", GAMES)
def test_law_log_frames_and_sentences(seed: int) -> None:
    session = played(seed)
    assert len(laws.happened(session)) > 50
    laws.check_told(session)
    laws.check_frames(session)
    laws.check_log(session)


def test_law_a_mode_plugs_in_without_a_rule_knowing_it() -> None:
    """The tiny mode: one action a turn, no duels, hexagons for two, adventure tokens on the map."""
    start = new_game(HOUSE, players=2, mode=TINY)
    session = Session(GAME, start, dealer=Seeded(3), auto_deal=True)
    chance = random.Random(3)
    for _ in range(300):
        session.play(chance.choice(list(session.options)))
    told = Counter(event.kind for line in session.lines for event in line.events)
    assert told["acts"] + told["rests"] <= told["turn"]
    assert told["challenge"] == 0
    things = [type(thing).__name__ for tile in session.state.ground if tile for thing in tile.things]
    assert "AdventureDisc" in things


def test_law_an_action_plugs_in_by_its_field() -> None:
    """A game without exploring: the turn loop knows only what it is given."""
    moving = Game({**game_rules({"move": MAINS["move"]})}, unasked="end.winner")
    start = new_game(HOUSE, players=2)
    state = moving.start(start).state
    while moving.question(state) is not None and moving.question(state).kind != "act":  # type: ignore[union-attr]
        state = moving.step(state, next(iter(moving.options(state)))).state
    assert list(moving.options(state)) == [Act("move")] + [Act("move", monk=True)] * (
        "action" in state.boards[0].monk_spots
    )
    assert moving.check(state, Act("explore")) is not None
