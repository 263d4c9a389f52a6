"""Every character in every mode: its games come to their end, nothing is lost on the way, and they replay alike.

Bots play them, one that plans and one that does not; ten games of each are a part of their own (`make soak PART=cast`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Illegal
from tests.laws.components import check_conserved, counted
from tests.support.sampling import sample

SEEDS = 10
TABLES = {COMPETITIVE.name: 2, COOP.name: 2, SOLO.name: 1}
GAMES = [*product(PEOPLE, TABLES, range(SEEDS))]
Played = tuple[str, str, int]


def is_possible(who: str, mode: str) -> bool:
    """One alone needs a helmet that can be magical (solo.setup.daisuke-impossible)."""
    return TABLES[mode] > 1 or CHARACTERS[who].can_helmet_be_magical


def cast_with(who: str, mode: str, seed: int) -> tuple[str, ...]:
    """This character, and beside it another one with each seed."""
    others = [name for name in PEOPLE if name != who]
    return (who, others[seed % len(others)])[: TABLES[mode]]


def play(games: Iterable[Played]) -> int:
    """Play these games with all that must hold; how many answers that took."""
    answers = 0
    for who, mode, seed in games:
        cast = cast_with(who, mode, seed)
        session = new_session(players=len(cast), seed=seed, adventures=True, mode=mode, characters=cast)
        kinds = ("heuristic", "random")[: len(cast)]
        play_out(session, bots_of(kinds, players=len(cast), seed=seed))
        told = (who, mode, seed)
        assert session.question is None, told
        step = GAME.start(session.record.start)
        before = counted(step.state)
        for line in session.lines:
            step = GAME.step(step.state, line.entry.answer)
            before = check_conserved(before, step.state, step.events)
        assert step.state == session.state, told
        assert [board.character.name for board in step.state.boards] == [*cast], told
        answers += len(session.lines)
    return answers


def test_a_game_of_every_mode_comes_to_its_end() -> None:
    for mode in TABLES:
        drawn = [one for one in GAMES if one[1] == mode and is_possible(one[0], mode)]
        assert play(sample(drawn, 1))


@pytest.mark.soak
@pytest.mark.parametrize("who", PEOPLE)
def test_ten_games_of_each_character_in_every_mode(who: str) -> None:
    games = [one for one in GAMES if one[0] == who and is_possible(who, one[1])]
    assert len(games) == SEEDS * (3 if is_possible(who, SOLO.name) else 2)
    assert play(games)


def test_who_can_have_no_magical_helmet_is_refused_alone() -> None:
    refused = [who for who in PEOPLE if not is_possible(who, SOLO.name)]
    assert refused
    for who in refused:
        with pytest.raises(Illegal) as said:
            new_session(players=1, seed=1, mode=SOLO.name, characters=(who,))
        assert said.value.refusals[0].rule == "solo.setup.daisuke-impossible"
