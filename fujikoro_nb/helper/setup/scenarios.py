"""What a scenario adds to the layout, and which of its rules to read out before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.helper.setup.choices import Table
from fujikoro_nb.helper.setup.numbers import number
from fujikoro_nb.helper.setup.step import Step

_READ: dict[str, tuple[str, ...]] = {
    "scenario-1": (
        "scenario.1.competitive.final-at-twenty",
        "scenario.1.competitive.symmetric-only",
        "scenario.1.competitive.resources-permanent",
        "scenario.1.competitive.no-joining",
        "scenario.1.competitive.solo-health",
        "scenario.1.competitive.forced-combat",
        "scenario.1.competitive.escape-delayed",
        "scenario.1.competitive.kill-gives-points-only",
        "scenario.1.competitive.tokens-cross-lava",
        "scenario.1.competitive.tokens-extra-action",
        "scenario.1.competitive.tokens-end-score",
    ),
    "scenario-2": (
        "scenario.2.competitive.dragons-move-each-round",
        "scenario.2.competitive.knockout-temple",
        "scenario.2.competitive.take-dragon",
        "scenario.2.competitive.dragon-values",
        "scenario.2.competitive.same-color-set",
        "scenario.2.competitive.different-color-set",
    ),
    "scenario-3": ("scenario.3.competitive.lava-phase-trigger", "scenario.3.competitive.real-final"),
    "scenario-3-coop": ("scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown"),
    "scenario-4": (
        "scenario.4.competitive.monks-conquered",
        "scenario.4.competitive.monk-stats",
        "scenario.4.competitive.monk-beats-samurai",
        "scenario.4.competitive.monk-move",
    ),
    "scenario-5": (
        "scenario.5.competitive.no-escape-while-dragon",
        "scenario.5.competitive.return-on-reveal",
    ),
    "scenario-5-coop": ("scenario.5.coop.goal", "scenario.5.coop.unrevealed-ignored"),
    "scenario-6-coop": (
        "scenario.6.coop.centre-not-safe",
        "scenario.6.coop.goal-capture",
        "scenario.6.coop.kill-loses",
    ),
    "scenario-7-coop": ("scenario.7.solo.goal", "scenario.7.solo.combat-at-temple"),
    "scenario-8-coop": (
        "scenario.8.solo.goal-fifty",
        "scenario.8.solo.secret-exit-insufficient",
        "scenario.8.solo.final-at-twenty",
        "scenario.8.solo.coop-piles",
    ),
}
"""By the key of the step: the rules that change the game from its first turn on."""


def scenario_steps(table: Table) -> Iterator[Step]:
    """What to read out; nothing without a scenario."""
    if table.scenario:
        key = f"scenario-{table.scenario}{'-coop' if table.is_group else ''}"
        yield Step(key=key, symbol="h-rule", rules=_READ[key])


def hostile_steps(table: Table) -> Iterator[Step]:
    """The three fallen samurai: each a symmetric board, three blueprints, and three pieces with magic."""
    if table.scenario != 7:
        return
    rule = "scenario.7.solo.fallen-at-temples"
    n = number(rule, "hostiles")
    yield Step(
        key="hostiles",
        symbol="temple",
        rules=(rule,),
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
