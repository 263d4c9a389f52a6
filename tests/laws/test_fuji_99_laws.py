"""What holds along every game of Fuji 99; the large numbers are the soak's."""

from __future__ import annotations

import random
from functools import partial

import msgspec
import pytest

from fujikoro_nb.bots import RandomBot, play_out
from fujikoro_nb.bots.bot import Choice, Why, why_sentence
from fujikoro_nb.bots.fuji_99 import Fuji99Bot, StrongFuji99Bot
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.game import GAME, is_whole, new_game
from fujikoro_nb.engine.fuji_99.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.kernel import Illegal, Question, Seat, Seeded, Session, Unreadable
from tests.golden.perft.walker import counted
from tests.laws.fuji_99_games import cubes_cards_and_milestones_along
from tests.support.fuji_99 import card, table


@pytest.mark.parametrize("seed", range(12))
def test_cubes_cards_and_milestones_along_a_game(seed: int) -> None:
    assert cubes_cards_and_milestones_along(seed) > 0


def test_a_table_that_nobody_can_set_up_is_not_opened() -> None:
    """A card twice, a cube too many, a hand before the first draw: none of it is a beginning."""
    start = new_game(fuji_99_deck(), players=2)
    twice = msgspec.structs.replace(start, pile=(7, *start.pile[1:]))
    rich = msgspec.structs.replace(start, pagoda=53)
    held = start.with_player(Seat(0), msgspec.structs.replace(start.players[0], hand=(card("step3"),)))
    unknown = msgspec.structs.replace(start.deck.cards[0], effect="fly")
    odd = msgspec.structs.replace(start, deck=msgspec.structs.replace(start.deck, cards=(unknown,)))
    for wrong in (twice, rich, held, odd, table()):
        assert not GAME.is_sound(wrong)
        with pytest.raises(Unreadable):
            Session.load(GAME, Session(GAME, wrong).save())
    assert GAME.is_sound(start)


def test_perft_of_a_turn_is_the_hypergeometric_sums() -> None:
    """A bag of T4 Y1 R1: five of six or all six. C(6, 5) = 6 draws leave one cube out: T 4 ways, Y 1, R 1."""
    state = table(bag=Cubes(4, 1, 1), pile=(1, 0, 1, 0, 0, 0, 0, 0, 0))
    one = counted(GAME, state, 1, GAME.options)
    assert (one.decision, one.chance, one.terminal, one.raw) == (0, 2, 0, 2)
    two = counted(GAME, state, 2, GAME.options)
    # Three kinds of five, one of six; by weight 6 + 1.
    assert (two.decision, two.chance, two.terminal, two.raw) == (0, 4, 0, 7)
    three = counted(GAME, state, 3, GAME.options)
    # Either card comes after each.
    assert (three.decision, three.chance, three.terminal, three.raw) == (8, 0, 0, 14)


def test_the_bold_bot_beats_chance() -> None:
    """Twenty games of two; fair would be ten. The bound is met by a bot that wins half in one of 800 runs."""
    won = 0
    for seed in range(20):
        session = Session(GAME, new_game(fuji_99_deck(), players=2, first=seed % 2), dealer=Seeded(seed))
        bots = [Fuji99Bot(), RandomBot(random.Random(seed))]
        play_out(session, bots)
        won += session.state.winner == 0
    assert won >= 17


def _told(told: list[Why], question: Question, choice: Choice) -> None:
    told.append(choice.why)


@pytest.mark.parametrize("players", [2, 3])
def test_the_strong_bot_plays_by_any_readings_and_says_why(players: int) -> None:
    """Each of its answers is one that the rules take, the same at each run; the reason has its sentence."""
    rulings = ADOPTED
    for rule, switch in SWITCHES.items():
        rulings = rulings.with_reading(rule, switch.readings[-1])
    ends = []
    for _ in range(2):
        start = new_game(fuji_99_deck(), players=players, rulings=rulings, first=0)
        session = Session(GAME, start, dealer=Seeded(7), auto_deal=True)
        told: list[Why] = []
        bots = [StrongFuji99Bot(), *(RandomBot(random.Random(seat)) for seat in range(1, players))]
        play_out(session, bots, hear=partial(_told, told))
        assert all(map(why_sentence, told))
        ends.append((session.state, told))
    assert ends[0] == ends[1]
    assert is_whole(ends[0][0])


def test_a_kind_says_what_it_does_not_know() -> None:
    kind = KINDS["fuji99"]
    with pytest.raises(Unreadable):
        kind.rulings(["combat.init.magic=longest-plus"])
    with pytest.raises(Unreadable):
        kind.rulings(["nothing"])
    with pytest.raises(Unreadable):
        kind.agreed(["watch-first"])
    with pytest.raises(Unreadable):
        kind.seated(["random", "random", "random"], players=2, seed=1)
    with pytest.raises(Illegal):
        kind.session(players=5, seed=1, rulings=kind.adopted, variants={}, seats=())
