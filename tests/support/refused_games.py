"""Games that nobody can play, each with the rule that says so: all that does not go together."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.refused import Asked

REFUSED = (
    (Asked("coop", 7), "coop.mode.players"),
    (Asked("competitive", 1), "setup.players.count"),
    (Asked("competitive", 7), "setup.players.count"),
    (Asked("solo", 2), "solo.mode.coop-rules"),
    (Asked("competitive", 3, scenarios=(6,)), "scenario.general.modes"),
    (Asked("coop", 3, scenarios=(2,)), "scenario.general.modes"),
    (Asked("coop", 2, scenarios=(7,)), "scenario.general.solo-modes-coop-players"),
    (Asked("solo", 2, scenarios=(8,)), "scenario.general.solo-modes-coop-players"),
    (Asked("competitive", 2, scenarios=(9,)), "scenario.general.modes"),
    (Asked("competitive", 2, scenarios=(1, 3)), "scenario.general.base-rules"),
    (
        Asked("competitive", 2, scenarios=(1,), characters=("tomoe", "masako")),
        "scenario.1.competitive.symmetric-only",
    ),
    (Asked("competitive", 2, scenarios=(1,), is_peaceful=True), "variant.peaceful"),
    (Asked("coop", 2, is_peaceful=True), "variant.peaceful"),
    (Asked("solo", 1, is_peaceful=True), "variant.peaceful"),
    (Asked("coop", 2, characters=("tomoe", "tomoe")), "char.general.unique"),
    (Asked("competitive", 3, characters=("tomoe", "masako")), "option.asymmetric.all-or-none"),
    (Asked("solo", 1, characters=("daisuke",)), "solo.setup.daisuke-impossible"),
    (Asked("coop", 1, scenarios=(3,), characters=("daisuke",)), "solo.setup.daisuke-impossible"),
    (Asked("solo", 1, scenarios=(7,), characters=("daisuke",)), "solo.setup.daisuke-impossible"),
)
