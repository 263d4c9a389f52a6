"""Joint fights in the engine under every reading of combat.init; the soak plays them ten thousand times each."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from tests.odds.joint_playouts import MAGIC, PARTIES, SWITCHED, TIE, USABLE, compared, readings

ANY_WEAPON = ADOPTED.with_reading(USABLE, "any-weapon")
SAMPLED = [
    (name, others.with_reading(rule, reading))
    for name, rule, others in (
        ("equals", TIE, ADOPTED),
        ("equal senders", TIE, ADOPTED),
        ("useless equal", TIE, ANY_WEAPON),
        ("magic, five", MAGIC, ADOPTED),
        ("magic, seven", MAGIC, ADOPTED),
        ("useless", USABLE, ADOPTED),
    )
    for reading in SWITCHES[rule].readings
]
"""Each party under the readings that it was made for."""


@pytest.mark.rule(*SWITCHED)
@pytest.mark.parametrize(("name", "rulings"), SAMPLED, ids=str)
def test_joint_playouts_equal_odds(name: str, rulings: Rulings) -> None:
    for one in compared(name, rulings, 200):
        assert abs(one.z) < 4, one


@pytest.mark.rule(*SWITCHED)
def test_every_reading_tells_in_some_joint_fight() -> None:
    """Else two hundred fights could not notice odds that play another one."""
    assert len(readings()) == 12
    for rule, others in ((TIE, ANY_WEAPON), (MAGIC, ADOPTED), (USABLE, ADOPTED)):
        every = [others.with_reading(rule, reading) for reading in SWITCHES[rule].readings]
        for at, one in enumerate(every):
            for other in every[:at]:
                differences = [
                    abs(mine.rewarded - theirs.rewarded)
                    for party in PARTIES.values()
                    for mine, theirs in zip(party.odds(one).fighters, party.odds(other).fighters, strict=True)
                ]
                assert max(differences) > 0.2, (one, other)
