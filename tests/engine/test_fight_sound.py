"""A save of a fight that is damaged or forged is refused before a rule sees it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rules.fights.sound import is_sound_fight
from fujikoro_nb.engine.kernel import CHANCE, Seat, Seeded, Session
from tests.support.fights import DICE, KEEP, RETREAT, Fight, dragon, lose, roll, take
from tests.support.gear_positions import board
from tests.support.sampling import examples


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
    assert not FIGHT_GAME.is_sound(FIGHT_GAME.start(start).state)


def test_the_next_fight_is_sound_where_more_play_than_fight() -> None:
    """Standing and points are noted for every player, also for those whose boards are not here."""
    bare = ArenaState(boards=(board(weapon="WW"),), dice=DICE, table_size=4)
    enemy = dragon("1/0/3")
    fight = Fight(begin_dragon_fight(bare, enemy, Seat(0))).play(KEEP, roll("left", "W"), "W: 1", take())
    fight = Fight(begin_dragon_fight(fight.state, enemy, Seat(0))).play(KEEP, roll("left", "WW"), "W: 0* 0")
    fight.play(lose((1, 1)), RETREAT)
    assert (fight.state.scores, fight.state.standing[0]) == ((7, 0, 0, 0), "retreated")
    again = begin_dragon_fight(fight.state, enemy, Seat(0))
    session = Session(FIGHT_GAME, again, dealer=Seeded(1))
    assert Session.load(FIGHT_GAME, session.save()).state == session.state
    for field in ("scores", "standing"):
        noted = getattr(again, field)
        assert not FIGHT_GAME.is_sound(msgspec.structs.replace(again, **{field: noted[:3]}))


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_a_group_gets_what_its_board_prints_after_a_reload_too() -> None:
    """Six for a red dragon here; a save with fewer colours than there are, or with negative teeth, is none."""
    bare = ArenaState(boards=(board(weapon="WW"),) * 2, dice=DICE, together=True, group_teeth=(1, 2, 6, 4))
    enemy = dragon("9/9/5", colour="red")
    begun = begin_dragon_fight(bare, enemy, Seat(0), (Seat(1),))
    loaded = Session.load(FIGHT_GAME, Session(FIGHT_GAME, begun, dealer=Seeded(1)).save())
    assert loaded.state.teeth_of(enemy) == 6
    assert msgspec.structs.replace(begun, group_teeth=msgspec.UNSET).teeth_of(enemy) == 3
    for forged in ((1, 2, 6), (1, 2, 6, -4), (1, 2, 6, 4, 5)):
        assert not FIGHT_GAME.is_sound(msgspec.structs.replace(begun, group_teeth=forged))


@pytest.mark.parametrize(("attacker", "joiners"), [(3, ()), (-1, ()), (0, (3,)), (0, (0,)), (0, (1, 1))])
def test_a_fight_needs_different_seats_that_are_here(attacker: int, joiners: tuple[int, ...]) -> None:
    bare = ArenaState(boards=(board(), board(), board()), dice=DICE)
    with pytest.raises(AssertionError, match="different seats"):
        begin_dragon_fight(bare, dragon("12/9/4"), Seat(attacker), tuple(map(Seat, joiners)))


@pytest.mark.parametrize(("mover", "stander"), [(0, 0), (0, 2), (-1, 0), (5, 1)])
def test_a_duel_needs_two_seats_that_are_here(mover: int, stander: int) -> None:
    bare = ArenaState(boards=(board(), board()), dice=DICE)
    with pytest.raises(AssertionError, match="different seats"):
        begin_duel(bare, Seat(mover), Seat(stander))


@pytest.mark.parametrize("fighters", [(), (0, 0), (0, 7), (0, -1), (1, 0), (0, 2, 1)])
def test_a_forged_party_is_not_sound(fighters: tuple[int, ...]) -> None:
    """The attacker comes first, then the others in turn order, each once."""
    bare = ArenaState(boards=(board(), board(), board()), dice=DICE)
    start = begin_dragon_fight(bare, dragon("12/9/4"), Seat(0), (Seat(1), Seat(2)))
    (fight,) = start.agenda
    forged = msgspec.structs.replace(fight, fighters=fighters, undecided=fighters)
    assert not FIGHT_GAME.is_sound(msgspec.structs.replace(start, agenda=(forged,)))


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


@settings(max_examples=examples(400), deadline=None)
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


def test_a_fight_with_somebody_who_is_not_there_is_none() -> None:
    """A forged save names a guard beyond the boards."""
    bare = ArenaState(boards=(board(weapon="WW"), board(weapon="WW")), dice=DICE, hostile=(Seat(1),))
    fight = begin_duel(bare, Seat(0), Seat(1))
    assert is_sound_fight(fight)
    for number in (9, -1, 2):
        assert not is_sound_fight(msgspec.structs.replace(fight, hostile=(Seat(number),)))
