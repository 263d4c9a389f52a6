"""What holds along every game of Makai Fuda, and that a view leaves open what it says; large numbers are the soak's."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import msgspec
import pytest

from fujikoro_nb.bots.bot import Bot
from fujikoro_nb.bots.driver import play_out
from fujikoro_nb.bots.makai_fuda import MakaiBot, StrongMakaiBot
from fujikoro_nb.bots.uniform import RandomBot
from fujikoro_nb.engine.kernel import CHANCE, Seat, Seeded, Session, Unreadable
from fujikoro_nb.engine.makai_fuda.components import MAGIC, SECRET
from fujikoro_nb.engine.makai_fuda.game import GAME, is_whole, new_game
from fujikoro_nb.engine.makai_fuda.state import Makai, Variants
from tests.golden.perft.walker import counted
from tests.laws.makai_games import begun, cards_prizes_and_views_along
from tests.support.makai import DECK, at_match, at_prediction, cards, go, play


@pytest.mark.parametrize("seed", range(8))
def test_cards_prizes_and_views_along_a_game(seed: int) -> None:
    assert cards_prizes_and_views_along(seed) > 0


def every_world(view: Makai) -> Counter[Makai]:
    """The cards that are not seen, laid into every place one by one; what the field proved is judged card by card."""
    unseen = list(view.deck.dealt_to(view.players))
    for one in (*view.used, *(played.card for played in view.field)):
        unseen.remove(one)
    for one in [one for hand in view.hands for one in hand] + [one for one in view.laid if one is not None]:
        if one != SECRET:
            unseen.remove(one)
    places = [(seat, True) for seat, hand in enumerate(view.hands) for one in hand if one == SECRET]
    places += [(seat, False) for seat, one in enumerate(view.laid) if one == SECRET]
    found: dict[frozenset[tuple[int, tuple[int, bool]]], Makai] = {}
    for order in permutations(range(len(unseen))):
        put = list(zip(order, places, strict=True))
        if any(
            unseen[at].kind in view.lacks[seat]
            if is_hand
            else unseen[at].kind in (*view.laid_lacks[seat], MAGIC)
            for at, (seat, is_hand) in put
        ):
            continue
        hands, laid = list(view.hands), list(view.laid)
        for seat in range(view.players):
            mine = [unseen[at] for at, place in put if place == (seat, True)]
            hands[seat] = tuple(sorted(mine)) if mine else hands[seat]
            for at, place in put:
                if place == (seat, False):
                    laid[seat] = unseen[at]
        found[frozenset(put)] = msgspec.structs.replace(view, hands=tuple(hands), laid=tuple(laid))
    return Counter(found.values())


def late() -> Makai:
    """Three hands of two cards and three face down, all else of 33 played but the leader's red two."""
    hands, laid = ["B5 R9", "R1 R4", "Y1 B2"], ["R7", "Y4", "B2"]
    used = list(DECK.dealt_to(3))
    for one in cards(" ".join((*hands, *laid, "R2"))):
        used.remove(one)
    return at_match(3, hands=hands, laid=laid, there="R2", used=tuple(used))


def test_worlds_are_all_that_the_view_leaves_open() -> None:
    """By laying every card; then a chi-square of uniform draws that one fair sampler in 10,000 misses.

    Seat 1 repeats red, so its hand holds neither blue nor yellow; what lies face down may.
    """
    state = late()
    assert is_whole(state)
    after, _ = go(state, play("R4"))
    assert after.lacks == ((), ("blue", "yellow"), ())
    for seat in (0, 1, 2):
        view = GAME.view_for(after, Seat(seat))
        ways, every = GAME.worlds(view), every_world(view)
        assert ways.total == sum(every.values())
        assert Counter(ways.outcome(k) for k in range(ways.total)) == every
        assert {world: ways.weight(world) for world in every} == dict(every)
        assert after in every
    view = GAME.view_for(after, Seat(0))
    ways, every, chance = GAME.worlds(view), every_world(view), random.Random(7)
    times = 30 * len(every)
    seen = Counter(ways.outcome(chance.randrange(ways.total)) for _ in range(times))
    chi = sum(
        (seen[world] - times * n / ways.total) ** 2 / (times * n / ways.total) for world, n in every.items()
    )
    assert chi < len(every) + 3.72 * (2 * len(every)) ** 0.5 + 10


def test_a_card_that_replaces_another_is_not_of_its_kind_nor_one_that_the_hand_lacked() -> None:
    variants = Variants(exchanges=True)
    state = at_match(
        hands=["B1 B2", "R1 G1", "Y1", "Y3"], there="R7", laid=["B4", "R4", "Y2", "Y5"], variants=variants
    )
    exchange = next(one for one in GAME.options(state) if not hasattr(one, "card"))
    state, _ = go(state, exchange)
    state, _ = go(state, next(iter(GAME.options(state))))
    assert state.laid_lacks[1] == ("red",)


def test_perft_of_two_cards_a_seat() -> None:
    """Three seats in turn lay one of two monsters: 2 x 2 x 2 ways, and a pair lays one way."""
    state = at_prediction(3, hands=["B1 Y1", "B4 Y2", "R1 R2"])
    assert counted(GAME, state, 3, GAME.options).raw == 8
    state = at_prediction(3, hands=["B2 M", "B4 Y2", "R1 R2"])
    assert counted(GAME, state, 3, GAME.options).raw == 4
    # The leader has two; a follower must answer with a kind that is not there, where it has one.
    state = at_match(3, hands=["B1 Y1", "B4 Y2", "R1 R2"])
    # B1: Y2 only, then R1 or R2. Y1: B4 only, then the same.
    assert counted(GAME, state, 3, GAME.options).raw == 4


def test_what_is_no_beginning_is_not_opened() -> None:
    start = new_game(DECK, players=4)
    twice = msgspec.structs.replace(
        start, deck=msgspec.structs.replace(DECK, cards=(DECK.cards[0], *DECK.cards[:-1]))
    )
    rich = msgspec.structs.replace(start, gold=(90, 0, 0, 0))
    for wrong in (twice, rich, late()):
        assert not GAME.is_sound(wrong)
        with pytest.raises(Unreadable):
            Session.load(GAME, Session(GAME, wrong).save())
    assert GAME.is_sound(start)


def test_a_seat_is_told_the_same_whatever_others_hold() -> None:
    """Two deals that differ in cards that seat 0 cannot see give it equal bytes, canary by canary."""
    one = at_prediction(hands=["B1 Y1", "B2 B4", "G1 G2", "R1 R9"])
    other = at_prediction(hands=["B1 Y1", "G1 R9", "B2 B4", "R1 G2"])
    sessions = []
    for state in (one, other):
        session = Session(GAME, state)
        for _ in range(2):
            session.play(next(iter(session.options)))
        sessions.append(session)
    told = [msgspec.json.encode(session.told_to(Seat(0))) for session in sessions]
    assert told[0] == told[1]
    assert b"boss" not in told[0].replace(msgspec.json.encode(DECK), b"")
    assert sessions[0].told_to(Seat(1)) != sessions[1].told_to(Seat(1))


@pytest.mark.parametrize(("players", "fair"), [(3, 1 / 3), (4, 1 / 4)])
def test_the_bot_beats_chance(players: int, fair: float) -> None:
    """Thirty games against chance, shared victories by their share; a fair seat would win 10 or 7.5 of them."""
    won = 0.0
    for seed in range(30):
        me = seed % players
        session = Session(GAME, new_game(DECK, players=players), dealer=Seeded(seed), auto_deal=True)
        bots: list[Bot] = [RandomBot(random.Random(f"{seed}:{seat}")) for seat in range(players)]
        bots[me] = MakaiBot(random.Random(seed))
        play_out(session, bots, turn="tournament-over")
        first = session.state.gold.count(max(session.state.gold))
        won += (session.state.gold[me] == max(session.state.gold)) / first
    assert won > 30 * fair + 5


def test_the_strong_bot_answers_from_its_view_alone() -> None:
    session = begun(4)
    while session.question is not None and session.question.seat == CHANCE:
        session.deal()
    question = session.question
    assert question is not None
    view = session.view_for(question.seat)
    choice = StrongMakaiBot(random.Random(1), deals=2).choose(GAME, view, question)
    assert choice.answer in session.options
    assert choice == StrongMakaiBot(random.Random(1), deals=2).choose(GAME, view, question)
