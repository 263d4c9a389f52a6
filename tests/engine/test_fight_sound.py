"""A save of a fight that is damaged or forged is refused before a rule sees it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.rules.arena import FIGHT_GAME, ArenaState
from fujikoro_nb.engine.fujikoro.rules.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.duel import begin_duel
from fujikoro_nb.engine.kernel import CHANCE, Seat, Seeded, Session
from tests.fights import DICE, dragon
from tests.positions import board


def beginnings() -> list[ArenaState]:
    boards = (
        board(weapon="WWM", helmet="MM", lower="WT", monks=("action",)),
        board(weapon="WWT", helmet="MMT"),
        board(),
    )
    bare = ArenaState(boards=boards, dice=DICE)
    return [
        begin_dragon_fight(bare, dragon("12/9/4"), Seat(1), (Seat(0),)),
        begin_dragon_fight(bare, dragon("30/9/6", colour="white"), Seat(0), (Seat(1), Seat(2))),
        begin_duel(bare, Seat(2), Seat(0)),
    ]


@pytest.mark.parametrize("start", beginnings())
def test_fights_that_begin_are_sound(start: ArenaState) -> None:
    assert FIGHT_GAME.is_sound(start)
    assert not FIGHT_GAME.is_sound(FIGHT_GAME.start(start).state) or not start.agenda


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data that holds a number, a text, a list or nothing."""
    found = [at] if at else []
    if isinstance(value, dict):
        found += [path for key, inner in value.items() for path in paths(inner, (*at, key))]
    elif isinstance(value, list):
        found += [path for index, inner in enumerate(value) for path in paths(inner, (*at, index))]
    return found


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    head, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[head] = changed(value[head], tuple(rest), new)
    return copy


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from([None, -1, 0, 1, 7, 2**40, 2**70, "", "x", "weapon", [], {}, True]),
    st.integers(-5, 60),
)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_law_what_is_sound_can_be_played_to_its_end(data: st.DataObject) -> None:
    """One place of a fight about to begin is overwritten: it is unreadable, unsound, or plays like any other."""
    plain = msgspec.to_builtins(data.draw(st.sampled_from(beginnings())))
    path = data.draw(st.sampled_from(paths(plain)))
    forged = changed(plain, path, data.draw(JUNK))
    try:
        start = msgspec.convert(forged, ArenaState)
    except msgspec.ValidationError:
        return
    if not FIGHT_GAME.is_sound(start):
        return
    session = Session(FIGHT_GAME, start, dealer=Seeded(1), auto_deal=True)
    for _ in range(400):
        question = session.question
        if question is None:
            break
        assert question.seat != CHANCE
        options = list(session.options)
        assert options
        session.play(options[-1])
