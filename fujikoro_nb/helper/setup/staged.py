"""What the scenario of the engine adds to the layout, and which of its rules to read out before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.helper.setup.choices import Table
from fujikoro_nb.helper.setup.step import Step


def scenario_steps(table: Table) -> Iterator[Step]:
    """What to read out; nothing without a scenario."""
    if table.side is not None:
        key = f"scenario-{table.scenario}{'-coop' if table.is_group else ''}"
        yield Step(key=key, symbol="h-rule", rules=table.side.read, is_read_out=True)


def hostile_steps(table: Table) -> Iterator[Step]:
    """The three fallen samurai: each a symmetric board, three blueprints, and three pieces with magic."""
    n = table.plot.guards
    if not n:
        return
    yield Step(
        key="hostiles",
        symbol="temple",
        rules=("scenario.7.solo.fallen-at-temples",),
        data={"n": n},
        takes={"player-board": n},
    )
    yield Step(
        key="hostiles-gear",
        symbol="s-card",
        rules=("scenario.7.solo.fallen-gear", "scenario.7.solo.blueprint-supply"),
        data={"n": n},
        takes={
            **{f"blueprint-{kind}": n for kind in ("helmet", "weapon", "sandals")},
            "blueprint-disc": 3 * n,
        },
        hands={"magic": 3 * n},
    )
