"""Some of the fights of groups, played in the whole game; all of them are played ten thousand times in the soak."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, DragonFight
from fujikoro_nb.engine.fujikoro.asked.realm import battle_of
from fujikoro_nb.engine.fujikoro.rules.fights.joining import can_leave
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import ChanceOptions
from fujikoro_nb.odds import solve, who_is_first
from fujikoro_nb.odds.joint import order_of
from tests.odds.group_playouts import (
    FACES,
    FIGHTS,
    JOINT,
    GroupFight,
    begun,
    compared,
    decided,
    fighters_of,
    odds_alone,
)
from tests.support.sampling import sample

SAMPLED = sample(sorted(FIGHTS), 6)


@pytest.mark.rule(
    "coop.dragon.samurai-defend-ties",
    "coop.dragon.tie-between-samurai",
    "coop.dragon.retreat-when-attacked",
    "coop.combat.teeth-from-dice-shared",
    "coop.blueprint.one-magic-cube",
)
@pytest.mark.parametrize("name", SAMPLED)
def test_fights_of_groups_equal_odds(name: str) -> None:
    for one in compared(name, 150):
        assert abs(one.z) < 4.2, (name, one)


def test_fights_of_groups_meet_everything() -> None:
    """Twenty of them: one to six fighters, ties, nowhere to go, several blueprints of a kind."""
    assert len(FIGHTS) == 20
    assert {len(one.party) for one in FIGHTS.values()} == {0, 2, 3, 4, 6}
    assert {one.has_come for one in FIGHTS.values()} == {True, False}
    assert sum(bool(one.stuck) for one in FIGHTS.values()) >= 5
    assert {rule for one in FIGHTS.values() for rule, _ in one.readings} == {
        "coop.dragon.retreat-when-attacked",
        "coop.combat.teeth-from-dice-shared",
        "combat.init.tie-samurai",
    }
    single = [one for one in FIGHTS.values() if not one.party]
    assert {one.goal for one in single} == {"win", "conscious", "points"}
    assert {who_is_first(odds_alone(one).samurai, one.foe) for one in single} == {"samurai", "dragon"}


def fought(position: GroupFight) -> tuple[DragonFight, list[bool]]:
    """The engine's fight when its order is fixed, and who of the party could leave then."""
    state = begun(position)
    while True:
        fight = next((one for one in state.agenda if isinstance(one, DragonFight)), None)
        if fight is not None and fight.order:
            return fight, [can_leave(state, battle_of(state), seat) for seat in fight.fighters]
        question, options = GAME.question(state), GAME.options(state)
        assert question is not None, "the fight has not begun"
        if isinstance(options, ChanceOptions):
            answer = options.outcome(0)
        else:
            answer = decided(state, question, position, lambda state, _: next(iter(GAME.options(state))))
        state = GAME.step(state, answer).state


@pytest.mark.rule("coop.dragon.retreat-when-attacked", "coop.dragon.tie-between-samurai")
@pytest.mark.parametrize("name", sorted(JOINT))
def test_order_and_exits_are_the_engines(name: str) -> None:
    """Who goes when, and who has a space to go to."""
    position = JOINT[name]
    fight, exits = fought(position)
    team = fighters_of(position)
    solved = [solve(one.samurai, position.foe, FACES, monk=one.monk, all_dice=True) for one in team]
    order = order_of(team, solved, position.foe)
    assert fight.order == tuple(DRAGON if place < 0 else position.party[place] for place in order)
    assert exits == [seat not in position.stuck for seat in position.party]
    assert fight.defence == position.foe.defence
