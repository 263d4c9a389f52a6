"""Laws along seeded games in which everybody holds scrolls and adventure tokens from the start."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Act, Deed, Enough, Occasion, Use
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME, GameAnswer
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import components_of
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import NotBefore, Pass, Seat, Seeded, Session
from fujikoro_nb.texts import LANGUAGES, event_sentence, has, refusal_sentence
from tests.support.game_positions import HOUSE
from tests.support.gear_positions import backpack

GAMES = range(10)
ANSWERS = 200
ADVENTURES = Mode(has_adventures=True)
STRANGERS = (Act("move"), Enough(), Use("nothing"), Use("house-adventure-3"), Pass(), NotBefore("never"))


def begun(seed: int) -> Session[GameState]:
    """A fresh game; each seat holds a scroll with its disc and four tokens, which are out of the piles."""
    chance = random.Random(seed)
    state = new_game(HOUSE, players=chance.randint(2, 4), mode=ADVENTURES)
    scrolls, tokens = list(HOUSE.scrolls), list(HOUSE.adventure_tokens)
    chance.shuffle(scrolls)
    chance.shuffle(tokens)
    for index in range(state.players):
        held = msgspec.structs.replace(
            state.samurai[index],
            scrolls=(scrolls[index],),
            scroll_discs=state.samurai[index].scroll_discs - 1,
            adventures=tuple(tokens[4 * index : 4 * index + 4]),
        )
        board = msgspec.structs.replace(state.boards[index], backpack=backpack(discs=("scroll",)))
        state = state.with_samurai(Seat(index), held).with_board(Seat(index), board)
        piles = state.piles
        for item in (*held.scrolls, *held.adventures):
            piles = piles.without(item)
        state = msgspec.structs.replace(state, piles=piles)
    return Session(GAME, state, dealer=Seeded(seed))


@pytest.mark.parametrize("seed", GAMES)
def test_law_powers(seed: int) -> None:
    """Options are check, everything is said, tokens leave once, texts, JSON and replay are exact."""
    session, chance = begun(seed), random.Random(seed)
    before = {one.id for one in components_of(session.state)}
    for _ in range(ANSWERS):
        if session.question is None:
            break
        assert has(f"question.{session.question.kind}") or session.question.kind in ("craft", "claim")
        options = session.options
        listed = list(options)
        assert len(set(listed)) == len(listed) > 0
        assert all(
            GAME.check(session.state, one) is None for one in chance.sample(listed, min(5, len(listed)))
        )
        for stranger in STRANGERS:
            refusal = GAME.check(session.state, stranger)
            assert (refusal is None) == (stranger in options)
            if refusal is not None:
                assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)
        used = [one for one in listed if isinstance(one, Use)]
        if session.can_deal:
            session.deal()
        else:
            session.play(chance.choice(used if used and chance.random() < 0.5 else listed))
        lying = Counter(one.id for one in components_of(session.state))
        assert set(lying.values()) <= {1}
        assert set(lying) <= before
        before = set(lying)
    for line in session.lines:
        answer = line.entry.answer
        assert GAME.from_text(GAME.to_text(answer)) == answer
        assert msgspec.json.decode(msgspec.json.encode(answer), type=GameAnswer) == answer
        assert all(event_sentence(event, language=each) for event in line.events for each in LANGUAGES)
    assert msgspec.json.decode(msgspec.json.encode(session.state), type=GameState) == session.state
    assert session.replay()[0] == session.state


def test_the_seeded_games_meet_every_kind_of_use() -> None:
    """So that the laws above say something: uses, choices and windows come up in them."""
    told: Counter[str] = Counter()
    for seed in GAMES:
        session, chance = begun(seed), random.Random(seed)
        for _ in range(ANSWERS):
            if session.question is None:
                break
            told.update(frame.name for frame in session.state.agenda if isinstance(frame, Deed | Occasion))
            listed = list(session.options)
            used = [one for one in listed if isinstance(one, Use)]
            if session.can_deal:
                session.deal()
            else:
                session.play(chance.choice(used if used and chance.random() < 0.5 else listed))
        told.update(event.kind for line in session.lines for event in line.events)
    assert min(told[name] for name in ("Deed", "Occasion", "token-used", "disc-back")) > 0
