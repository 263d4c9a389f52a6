"""What a group's side of the board prints: the box's own numbers where they are known, else ours."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from fujikoro_nb.content import empty_pack, house_pack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.table import at_real_board
from fujikoro_nb.engine.fujikoro.board.box import Charts, charts_of
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, GroupBoard
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.beginning import printed_for
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.play.seats import session_of
from tests.support.boxes import HEAD
from tests.support.game_positions import dragon
from tests.support.groups import group

OWN = """board_numbers:
  - of: coop-teeth-green
    values: [5]
  - of: coop-track
    values: [5, 0, 0, 4, 3, 0, 2, 1]
"""


def _owned() -> Pack:
    return read_pack_text(HEAD + OWN)


@pytest.mark.rule("coop.combat.teeth-for-victory", "coop.final.lava-events", "coop.setup.board-side")
def test_the_boards_own_numbers_are_played() -> None:
    """What an owner typed of the board; what is left out is ours: 1 for a blue one, 3 for red, 4 for white."""
    state = new_game(at_real_board(_owned()), players=2, mode=COOP, is_described=True)
    teeth = {colour: state.teeth_of(dragon("1/0/1", colour=colour)) for colour in DRAGON_TEETH}
    assert teeth == {"blue": 1, "green": 5, "red": 3, "white": 4}
    assert [step.lava for step in state.charts.track] == [5, 0, 0, 4, 3, 0, 2, 1]
    assert [step.event for step in state.charts.track[:2]] == ["lava", "blank"]


@pytest.mark.rule("coop.combat.teeth-for-victory", "coop.final.lava-events")
def test_the_house_plays_what_the_mode_says() -> None:
    board = house_pack().group_board
    assert board is not None and COOP.rounds is not None
    assert board.teeth == tuple(DRAGON_TEETH.values())
    assert [(one.event, one.lava) for one in board.track] == [
        (one.event, one.lava) for one in COOP.rounds.final
    ]
    assert empty_pack("owner", "owner").group_board is None, "half of a board is none"
    assert _owned().group_board is None


@pytest.mark.rule("coop.setup.board-side")
def test_who_plays_alone_has_the_other_side() -> None:
    charts = charts_of(house_pack())
    alone = printed_for(charts, COMPETITIVE, ADOPTED)
    assert (charts.group is UNSET, alone.group) == (False, UNSET)
    assert alone.track == house_pack().countdown
    assert b'"group"' not in msgspec.json.encode(alone), "a save of it is as it always was"
    assert printed_for(charts, COOP, ADOPTED).track != alone.track


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_a_fight_on_that_board_gives_its_teeth() -> None:
    state = group().state
    assert state.charts.group is not UNSET
    board = msgspec.structs.replace(state.charts.group, teeth=(1, 7, 3, 4))
    state = msgspec.structs.replace(state, charts=msgspec.structs.replace(state.charts, group=board))
    assert state.teeth_of(dragon("1/0/1", colour="green")) == 7


def test_a_game_stored_before_the_board_was_known_plays_on() -> None:
    state = new_game(house_pack(), players=2, mode=COOP)
    old = msgspec.structs.replace(state, charts=msgspec.structs.replace(state.charts, group=UNSET))
    again = session_of(Session(GAME, old).saved())
    assert again.disagreement is None
    assert again.state.teeth_of(dragon("1/0/1", colour="red")) == DRAGON_TEETH["red"]


@pytest.mark.parametrize("teeth", [(-1, 2, 3, 4), (1, 2, 3, 10**9)])
def test_a_forged_board_is_not_played_on(teeth: tuple[int, int, int, int]) -> None:
    state = new_game(house_pack(), players=2, mode=COOP)
    assert GAME.is_sound(state)
    board = GroupBoard(teeth, state.charts.track)
    charts: Charts = msgspec.structs.replace(state.charts, group=board)
    assert not GAME.is_sound(msgspec.structs.replace(state, charts=charts))
