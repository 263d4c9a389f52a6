"""Alone against the countdown that points begin: what a palace will pay is made first, and only then the points."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots import new_session, why_sentence
from fujikoro_nb.bots.bot import why
from fujikoro_nb.bots.chances import Chances
from fujikoro_nb.bots.goals import EXPLORE, goals_for_points
from fujikoro_nb.bots.patience import MOST_ROUNDS, holds_back, promised
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, place
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.group_ends import PLANS

ONLY = Seat(0)
BARE = board(weapon="WWM")
WHOLE = board(
    monks=("weapon",),
    weapon="WWMMM+G@1,1",
    helmet="MMM/MMM+G",
    sandals="MM+G",
    blueprints=PLANS,
    discs=tuple(one.id for one in PLANS),
)
"""Three magical pieces and a monk: in the house palace 11, 9, 8 and 5."""


def ronin(*, ready: bool, score: int = 0, number: int = 8) -> GameState:
    game = realm(
        WHOLE if ready else BARE, mode=SOLO, scenario=number, at=("I-1.0",), tiles={"I-1": "......."}
    )
    (samurai,) = game.state.samurai
    return msgspec.structs.replace(game.state, samurai=(msgspec.structs.replace(samurai, score=score),))


@pytest.mark.rule("scenario.8.solo.final-at-twenty")
def test_points_that_begin_the_countdown_wait_for_what_the_palace_pays() -> None:
    """Twenty points and 33 of the palace are enough, twenty alone never are; a point below twenty begins nothing."""
    assert promised(ronin(ready=True), ONLY) == 11 + 9 + 8 + 5
    assert promised(ronin(ready=False), ONLY) == 0
    assert holds_back(ronin(ready=False, score=19), ONLY, 1)
    assert not holds_back(ronin(ready=False, score=18), ONLY, 1)
    assert not holds_back(ronin(ready=True, score=19), ONLY, 1)


@pytest.mark.rule("scenario.8.solo.no-round-limit")
def test_nobody_waits_for_ever() -> None:
    early = ronin(ready=False, score=19)
    party = early.party
    assert party is not None
    late = early.with_party(msgspec.structs.replace(party, round=MOST_ROUNDS))
    assert holds_back(early, ONLY, 1) and not holds_back(late, ONLY, 1)
    rivals = new_session(players=2, seed=1).state
    assert not holds_back(rivals, ONLY, 40)


@pytest.mark.rule("scenario.8.solo.final-at-twenty")
def test_no_tile_is_uncovered_whose_points_come_too_early() -> None:
    """Those of the innermost level bring none."""

    def levels(state: GameState) -> set[str | None]:
        goals = goals_for_points(state, ONLY, Chances())
        return {place(PlaceId(goal.thing)).level for goal in goals if goal.kind == EXPLORE}

    assert ronin(ready=False).mode.tile_points[0] == 0
    assert levels(ronin(ready=False, score=19)) == {"I"}
    assert levels(ronin(ready=True, score=19)) == {"I", "II", "III"}


def test_why_no_points_are_taken_is_said_in_every_language() -> None:
    for language in LANGUAGES:
        assert "20" in why_sentence(why("hold-back", points=20), language=language)
