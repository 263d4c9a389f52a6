"""Laws along seeded games: options are check, components are conserved, frames balanced, texts and saves round-trip."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL, Mode
from fujikoro_nb.engine.fujikoro.mountain import MonkDisc, ScrollDisc, Thing, TokenThing
from fujikoro_nb.engine.fujikoro.rules.draw import components_of
from fujikoro_nb.engine.fujikoro.rules.fight import Stow, StowThings
from fujikoro_nb.engine.fujikoro.rules.game import GAME, MAINS, GameAnswer, game_rules
from fujikoro_nb.engine.fujikoro.rules.play import Act, Enough, Explore, Halt, LetBe, PickScroll, Setup, Walk
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import ChanceOptions, Event, Game, Seat, Seeded, Session
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, event_sentence, has, refusal_sentence
from tests.realms import HOUSE

GAMES = range(12)
ANSWERS = 160

STRANGERS = (Act("move"), Act("rest"), Act("dance"), Halt(), Enough(), LetBe(), Walk(()))
"""Answers that are out of place at most questions."""

TINY = Mode("tiny", actions=1, may_duel=False, hexagons_from=2, has_adventures=True)
"""A mode that is played nowhere: rules ask it, and none of them knows it."""


def rulings_of(chance: random.Random) -> Rulings:
    """The adopted readings, or any others."""
    if chance.random() < 0.5:
        return ADOPTED
    every = ((switch.rule, chance.choice(switch.readings)) for switch in SWITCHES.values())
    chosen = sorted((rule, reading) for rule, reading in every if reading != ADOPTED.reading(rule))
    return Rulings(tuple(chosen))


def begun(seed: int) -> Session[GameState]:
    """A fresh game of this seed."""
    chance = random.Random(seed)
    start = new_game(
        HOUSE,
        players=chance.randint(2, 6),
        mode=chance.choice((COMPETITIVE, PEACEFUL, TINY)),
        rulings=rulings_of(chance),
    )
    return Session(GAME, start, dealer=Seeded(seed))


def played(seed: int, answers: int = ANSWERS) -> Session[GameState]:
    """A game of so many answers, dice and draws among them."""
    session, chance = begun(seed), random.Random(seed)
    for _ in range(answers):
        session.deal() if session.can_deal else session.play(chance.choice(list(session.options)))
    return session


@pytest.mark.parametrize("seed", GAMES)
def test_law_options_are_check(seed: int) -> None:
    """Every listed answer is legal; out of place ones are refused unless listed, each with a sentence."""
    session, chance = begun(seed), random.Random(seed)
    for _ in range(ANSWERS):
        options = session.options
        listed = list(options)
        assert listed, "somebody can always answer"
        assert len(set(listed)) == len(listed)
        for answer in chance.sample(listed, min(8, len(listed))):
            assert GAME.check(session.state, answer) is None
            assert answer in options
        for answer in STRANGERS:
            refusal = GAME.check(session.state, answer)
            assert (refusal is None) == (answer in options)
            if refusal is not None:
                assert has_rule(refusal.rule)
                assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)
        if isinstance(options, ChanceOptions) and len(listed) < 200:
            assert sum(options.weight(answer) for answer in listed) == options.total
        session.deal() if session.can_deal else session.play(chance.choice(listed))


@pytest.mark.parametrize("seed", GAMES)
def test_law_components_are_conserved(seed: int) -> None:
    """Each lies in one place; what leaves the game leaves by its rule and never comes back."""
    session, chance = begun(seed), random.Random(seed)
    before = session.state
    for _ in range(ANSWERS):
        session.deal() if session.can_deal else session.play(chance.choice(list(session.options)))
        state = session.state
        lying = Counter(component.id for component in components_of(state))
        assert set(lying.values()) <= {1}
        gone = {one.id for one in components_of(before)} - set(lying)
        told = [event.kind for event in session.events]
        allowed = {
            "claimed",
            "set-up",
            "dragon-defeated",
            "token-is-monk",
            "blueprint-lost",
            "token-used",
        }
        assert not gone or allowed & set(told), gone
        assert set(lying) <= {one.id for one in components_of(before)}
        for seat, board in enumerate(state.boards):
            assert board.discs + sum(state.samurai[seat].fields) == 3
        before = state


def things_on(state: GameState, kind: type[Thing]) -> list[Thing]:
    """What of one kind lies on the mountain."""
    every = [thing for tile in state.ground if tile is not None for thing in tile.things]
    return [thing for thing in every if isinstance(thing, kind)]


def packed(state: GameState, disc: str) -> int:
    """Discs of one name in all backpacks."""
    return sum(board.backpack.discs.count(disc) for board in state.boards)


@pytest.mark.rule("scroll.one-to-one")
@pytest.mark.parametrize("seed", GAMES)
def test_law_scrolls_and_their_discs_are_conserved(seed: int) -> None:
    """Seven discs a colour until they are spent on replacing or lost; as many cards as discs at every action."""
    session = begun(seed)
    cards = len(session.state.piles.scrolls)
    spent = 0
    chance = random.Random(seed)
    for _ in range(ANSWERS):
        session.deal() if session.can_deal else session.play(chance.choice(list(session.options)))
        state = session.state
        hand = [frame.card for frame in state.agenda if isinstance(frame, PickScroll) and frame.card]
        held = sum(len(samurai.scrolls) for samurai in state.samurai)
        lying = len(state.piles.scrolls) + len(state.scrolls) + len(state.scroll_discards)
        assert lying + held + len(hand) == cards
        spent += sum(event.kind in ("scroll-replaced", "scroll-lost") for event in session.events)
        if session.question is not None and session.question.kind == "act":
            for seat, samurai in enumerate(state.samurai):
                assert len(samurai.scrolls) == state.boards[seat].backpack.discs.count("scroll")
            kept = sum(samurai.scroll_discs for samurai in state.samurai)
            on_map = len(things_on(state, ScrollDisc))
            assert kept + on_map + packed(state, "scroll") + spent == 7 * len(state.samurai)


@pytest.mark.parametrize("seed", GAMES)
def test_law_tokens_blueprints_and_monks_are_conserved(seed: int) -> None:
    """A gathered token stays on the map, a blueprint has one disc, a monk only comes with a tile and goes when sent."""
    session, chance = begun(seed), random.Random(seed)
    monks = 0
    tokens = len(session.state.piles.tokens)
    for _ in range(ANSWERS):
        may_grow = any(isinstance(frame, Explore | Setup) for frame in session.state.agenda)
        session.deal() if session.can_deal else session.play(chance.choice(list(session.options)))
        state, told = session.state, Counter(event.kind for event in session.events)
        tokens -= told["token-is-monk"]
        assert len(state.piles.tokens) + len(things_on(state, TokenThing)) == tokens
        now = len(things_on(state, MonkDisc)) + packed(state, "monk")
        now += sum(len(board.monk_spots) for board in state.boards)
        in_hand = sum(
            frame.discs.count("monk") for frame in state.agenda if isinstance(frame, Stow)
        )  # gathered or stolen, not stowed yet
        assert now + in_hand >= monks - told["monk-gone"] - told["upper-discs-lost"] * 5
        assert may_grow or now + in_hand <= monks
        monks = now + in_hand
        for board in state.boards:
            due = [disc for frame in state.agenda if isinstance(frame, Stow) for disc in frame.discs]
            for blueprint in board.blueprints:
                assert blueprint.id in (*board.backpack.discs, *due)


@pytest.mark.parametrize("seed", GAMES)
def test_law_cubes_come_and_go_as_the_owner_says(seed: int) -> None:
    """What is stowed is what was offered, without what was thrown and what was left."""
    session, chance = begun(seed), random.Random(seed)
    for _ in range(ANSWERS):
        if session.can_deal:
            session.deal()
            continue
        before, answer = session.state, chance.choice(list(session.options))
        session.play(answer)
        frame = before.agenda[-1]
        if isinstance(frame, Stow) and isinstance(answer, StowThings):
            had = before.boards[frame.seat].backpack.cubes
            has = session.state.boards[frame.seat].backpack.cubes
            assert has + answer.thrown + answer.left == had + frame.cubes


@pytest.mark.parametrize("seed", GAMES)
def test_law_opened_frames_are_over_once(seed: int) -> None:
    """Turns, actions and fights: as many beginnings as ends and frames still open."""
    session = played(seed)
    told = Counter(event.kind for line in session.lines for event in line.events)
    open_now = Counter(frame.name for frame in session.state.agenda)
    assert told["turn"] == told["turn-over"] + open_now["Turn"]
    assert told["acts"] + told["rests"] == told["action-over"] + open_now["Action"] + open_now["Rest"]
    assert told["challenge"] == told["duel-over"] + told["duel-drawn"] + open_now["Duel"]
    assert told["dragon-attacked"] == told["combat-over"] + open_now["Battle"] - over_battles(session.state)


def over_battles(state: GameState) -> int:
    """Battles whose fight is over, of which the event is told already."""
    names = [frame.name for frame in state.agenda]
    return sum(
        name == "Battle" and getattr(frame, "is_fought", False) and "DragonFight" not in names
        for name, frame in zip(names, state.agenda, strict=True)
    )


@pytest.mark.parametrize("seed", GAMES)
def test_law_nobody_stands_where_nobody_can(seed: int) -> None:
    """On revealed firm ground with room, after every answer that leaves nobody in the middle of a walk."""
    session, chance = begun(seed), random.Random(seed)
    for _ in range(ANSWERS):
        session.deal() if session.can_deal else session.play(chance.choice(list(session.options)))
        state = session.state
        names = {frame.name for frame in state.agenda}
        for seat, samurai in enumerate(state.samurai):
            assert samurai.is_on_map == (not samurai.palace)
            if samurai.is_on_map and "Eruption" not in names:
                assert not state.is_lava(samurai.space)
                assert state.has_room(samurai.space, for_seat=Seat(seat)) or samurai.space == "centre"


@pytest.mark.parametrize("seed", GAMES)
def test_law_texts_json_replay_and_undo(seed: int) -> None:
    """Answers round-trip, a replay gives the state, undo and redo are exact, and a save opens again."""
    session = played(seed)
    for line in session.lines:
        answer = line.entry.answer
        assert GAME.from_text(GAME.to_text(answer)) == answer
        assert msgspec.json.decode(msgspec.json.encode(answer), type=GameAnswer) == answer
    assert msgspec.json.decode(msgspec.json.encode(session.state), type=GameState) == session.state
    assert session.replay()[0] == session.state
    state = session.state
    session.undo()
    session.redo()
    assert session.state == state
    loaded = Session.load(GAME, session.save())
    assert (loaded.state, loaded.disagreement) == (state, None)


@pytest.mark.parametrize("seed", GAMES)
def test_law_every_event_cites_a_rule_and_is_a_sentence(seed: int) -> None:
    session = played(seed)
    happened: list[Event] = [event for line in session.lines for event in line.events]
    assert len(happened) > 50
    for event in happened:
        assert has_rule(event.rule)
        assert all(event_sentence(event, language=language) for language in LANGUAGES)
    for line in session.lines:
        assert has_rule(line.question.rule)
        if line.question.kind not in ("craft", "claim"):
            assert has(f"question.{line.question.kind}"), line.question.kind


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
