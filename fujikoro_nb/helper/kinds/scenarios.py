"""The eight scenarios, and the game without one, as objects: lists, evening and quick answers ask what is otherwise.

A scenario has a side for each kind of table: against each other, or together against the mountain. Whoever asks for
the side of a table never asks which scenario it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS
from fujikoro_nb.engine.fujikoro.modes import SOLO, Mode
from fujikoro_nb.engine.fujikoro.scenarios import FIGURES, NO_PLOT
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS as PLAYED
from fujikoro_nb.engine.fujikoro.scenarios import Scenario as PlayedScenario
from fujikoro_nb.engine.fujikoro.scenarios import Side as Played
from fujikoro_nb.engine.kernel import refuse
from fujikoro_nb.helper.quick.told import EXITS, Told, never_in, only
from fujikoro_nb.helper.said import sentence
from fujikoro_nb.helper.setup.numbers import number, number_for

Changes = Mapping[str, object]
"""Fields with what they are here instead."""


_UNCHANGED = Played(NO_PLOT)


def _nothing(_players: int) -> Changes:
    return {}


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario for one kind of table; what it does not say is as in the game without one."""

    key: str = ""
    """Of the step of a setup list that reads `read` out."""
    read: tuple[str, ...] = ()
    """The rules that change the game from its first turn on."""

    # What a setup list asks.
    no_exit_rule: str = ""
    """Why the tile with the secret exit stays in the box."""
    hidden_blueprints_rule: str = ""
    """Why blueprints lie in the temples face down."""
    hostiles_rule: str = ""
    """What puts hostile samurai on boards of their own into the temples."""
    status_rules: tuple[str, ...] = ()
    """Why status tokens lie at hand."""
    loot_rule: str = ""
    """Why status tokens are loot."""
    monks_rule: str = ""
    """Why monks move, for which somebody has to know the first player."""

    played: Played = _UNCHANGED
    """What the engine plays on this side."""

    course: Callable[[int], Changes] = _nothing
    """Of so many players: what is otherwise in the evening's `Course`."""

    # What quick answers ask.
    game: Changes = {}
    """What is otherwise in a `TableGame`."""
    remarks: tuple[Told, ...] = ()
    """What its answers leave out besides."""

    @property
    def hostiles(self) -> int:
        """How many hostile samurai stand on the map."""
        return self.played.plot.guards

    @property
    def has_lava_phase(self) -> bool:
        """Whether a lava phase comes before the end of the group's game (scenario.3.coop.lava-phase)."""
        return self.played.plot.early_rounds > 0

    @property
    def has_fighting_monks(self) -> bool:
        """Whether monks on the map fight, and nobody gathers one (scenario.4.competitive.monks-conquered)."""
        return self.played.plot.warriors is not None

    def has_points(self, mode: Mode) -> bool:
        """Whether a table of this mode counts points, even where the mode has none (coop.play.no-victory-points)."""
        return self.played.over(mode).said.has_points


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario; a side that it does not have is None."""

    against: Side | None = None
    together: Side | None = None

    def as_played(self, by: PlayedScenario) -> Scenario:
        """The same with what the engine plays on each side."""
        return Scenario(
            against=_with_played(self.against, by.against), together=_with_played(self.together, by.together)
        )

    def side(self, *, is_together: bool) -> Side | None:
        """The side of a table; the modes that a scenario is for are stated by scenario.general.modes."""
        return self.together if is_together else self.against


def _with_played(side: Side | None, played: Played | None) -> Side | None:
    if side is None or played is None:
        assert side is None and played is None, "the helper knows the sides that the engine plays"
        return None
    return msgspec.structs.replace(side, played=played)


def _first_course(_players: int) -> Changes:
    return {
        "final_points": number("scenario.1.competitive.final-at-twenty", "trigger_vp"),
        "trigger_rule": "scenario.1.competitive.final-at-twenty",
        "ways": ("big",),
        "closed": {
            "exit": refuse("escape.secret", "way"),
            "small": refuse("scenario.1.competitive.no-secret-exit", "way"),
        },
        "to_do": ("explore", "craft", "dragon-alone"),
        "late_lava": "tokens",
        "rope": sentence("evening.end-rope-later", "scenario.1.competitive.escape-delayed"),
        "note": sentence(
            "evening.scenario-1",
            "scenario.1.competitive.escape-delayed",
            "scenario.1.competitive.tokens-end-score",
        ),
        "unscored": sentence("evening.over-tokens", "scenario.1.competitive.tokens-end-score"),
    }


def _second_course(_players: int) -> Changes:
    return {
        "note": sentence("evening.scenario-2", "scenario.2.competitive.take-dragon"),
        "round_end": sentence(
            "evening.remind-dragons",
            "scenario.2.competitive.dragons-move-each-round",
            "scenario.2.competitive.status-tokens-apply",
        ),
        "unscored": sentence(
            "evening.over-dragons",
            "scenario.2.competitive.dragon-values",
            "scenario.2.competitive.same-color-set",
            "scenario.2.competitive.different-color-set",
            "scenario.2.competitive.sets-disjoint",
            **dict(zip(DRAGON_COLOURS, FIGURES.values, strict=True)),
            alike=FIGURES.alike,
            unlike=FIGURES.unlike,
        ),
    }


def _third_course(_players: int) -> Changes:
    return {
        "lava_points": number("scenario.3.competitive.lava-phase-trigger", "trigger_vp"),
        "final_points": number("scenario.3.competitive.real-final", "trigger_vp"),
        "trigger_rule": "scenario.3.competitive.real-final",
        "note": sentence(
            "evening.scenario-3",
            "scenario.3.competitive.lava-phase-trigger",
            "scenario.3.competitive.real-final",
        ),
    }


def _third_together_course(players: int) -> Changes:
    return {
        "normal_rounds": (
            number("scenario.3.coop.lava-phase", "start"),
            number_for("scenario.3.coop.second-countdown", players),
        ),
        "rounds_rule": "scenario.3.coop.second-countdown",
        "note": sentence(
            "evening.scenario-3-coop", "scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown"
        ),
    }


def _fourth_course(_players: int) -> Changes:
    return {
        "sources": ("monk",),
        "note": sentence("evening.scenario-4", "scenario.4.competitive.monk-beats-samurai"),
        "round_end": sentence("evening.remind-monks", "scenario.4.competitive.monk-move"),
    }


def _fifth_course(_players: int) -> Changes:
    return {
        "can_come_back": True,
        "note": sentence(
            "evening.scenario-5",
            "scenario.5.competitive.no-escape-while-dragon",
            "scenario.5.competitive.return-on-reveal",
        ),
    }


def _fifth_together_course(_players: int) -> Changes:
    return {
        "foe": "dragons",
        "foe_rule": "scenario.5.coop.goal",
        "not_beaten": refuse("scenario.5.coop.goal", "evening"),
        "way_shut": refuse("scenario.5.coop.goal", "evening"),
        "is_beaten_once": None,
        "goal": "dragons",
        "to_do": ("hunt", "together", "lives-dragons"),
        "to_beat": sentence("evening.end-dragons", "scenario.5.coop.goal"),
        "all_out": sentence("evening.end-out", "scenario.5.coop.goal", "coop.end.win-immediately"),
        "note": sentence("evening.scenario-5-coop", "scenario.5.coop.unrevealed-ignored"),
    }


def _sixth_course(_players: int) -> Changes:
    return {
        "ways": (),
        "closed": dict.fromkeys(("big", "small", "exit"), refuse("scenario.6.coop.goal-capture", "way")),
        "not_beaten": None,
        "goal": "capture",
        "to_do": ("lure", "fewer-dice", "together"),
        "win": "caught",
        "to_beat": sentence(
            "evening.end-capture", "scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"
        ),
        "note": sentence("evening.scenario-6", "scenario.6.coop.check-after-roll"),
    }


def _seventh_course(_players: int) -> Changes:
    return {
        "foe": "fallen",
        "foe_rule": "scenario.7.solo.goal",
        "not_beaten": refuse("scenario.7.solo.goal", "evening"),
        "way_shut": refuse("scenario.7.solo.goal", "evening"),
        "is_beaten_once": refuse("scenario.7.solo.goal", "left"),
        "goal": "fallen",
        "to_do": ("magic-all", "fallen", "lives-fallen"),
        "to_beat": sentence("evening.end-fallen", "scenario.7.solo.goal"),
        "all_out": sentence("evening.end-gear", "scenario.7.solo.goal", "coop.end.win-immediately"),
        "note": sentence("evening.scenario-7", "scenario.7.solo.goal"),
    }


def _eighth_course(_players: int) -> Changes:
    return {
        "has_points": True,
        "final_points": number("scenario.8.solo.final-at-twenty", "trigger_vp"),
        "trigger_rule": "scenario.8.solo.final-at-twenty",
        "goal_points": number("scenario.8.solo.goal-fifty", "vp"),
        "normal_rounds": (),
        "ways": ("big", "small"),
        "closed": {"exit": refuse("escape.secret", "way")},
        "foe": "",
        "goal": "ronin",
        "turn": "ronin",
        "to_do": ("explore", "craft", "dragon-alone"),
        "to_beat": None,
        "all_out": None,
        "note": sentence("evening.scenario-8", "scenario.8.solo.goal-fifty", "scenario.8.solo.loss"),
        "round_end": sentence("evening.remind-round-dragons", "coop.rounds.start-of-round-order"),
    }


WITHOUT = Scenario(
    against=Side(),
    together=Side(status_rules=("coop.setup.status-tokens",)),
)
_TOLD = (
    WITHOUT,
    Scenario(
        against=Side(
            key="scenario-1",
            read=(
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
            no_exit_rule="scenario.1.competitive.no-secret-exit",
            hidden_blueprints_rule="scenario.1.competitive.blueprints-random",
            loot_rule="scenario.1.competitive.dragon-loot",
            course=_first_course,
            game={
                "never": (only("exit", "rope", "rope-later"), ("space", ("token-down",))),
                "lines": (
                    ("samurai", Told("yes-samurai-forced", ("scenario.1.competitive.forced-combat",))),
                    (
                        "lava",
                        Told(
                            "yes-lava-tokens",
                            ("scenario.1.competitive.tokens-cross-lava",),
                            is_condition=True,
                        ),
                    ),
                ),
                "crosses_by_tokens": True,
                "delay": 1,
            },
            remarks=(Told("remark-delayed", ("scenario.1.competitive.escape-delayed",)),),
        ),
    ),
    Scenario(
        against=Side(
            key="scenario-2",
            read=(
                "scenario.2.competitive.dragons-move-each-round",
                "scenario.2.competitive.knockout-temple",
                "scenario.2.competitive.take-dragon",
                "scenario.2.competitive.dragon-values",
                "scenario.2.competitive.same-color-set",
                "scenario.2.competitive.different-color-set",
            ),
            status_rules=("scenario.2.competitive.status-tokens-apply", "coop.setup.status-tokens"),
            course=_second_course,
        ),
    ),
    Scenario(
        against=Side(
            key="scenario-3",
            read=("scenario.3.competitive.lava-phase-trigger", "scenario.3.competitive.real-final"),
            course=_third_course,
            remarks=(Told("remark-real-final", ("scenario.3.competitive.real-final",)),),
        ),
        together=Side(
            key="scenario-3-coop",
            read=("scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown"),
            status_rules=("coop.setup.status-tokens",),
            course=_third_together_course,
            game={"has_second_end": True},
            remarks=(Told("remark-second", ("scenario.3.coop.second-countdown",)),),
        ),
    ),
    Scenario(
        against=Side(
            key="scenario-4",
            read=(
                "scenario.4.competitive.monks-conquered",
                "scenario.4.competitive.monk-stats",
                "scenario.4.competitive.monk-beats-samurai",
                "scenario.4.competitive.monk-move",
            ),
            monks_rule="scenario.4.competitive.monk-move",
            course=_fourth_course,
            remarks=(Told("remark-monks", ("scenario.4.competitive.monks-conquered",)),),
        ),
    ),
    Scenario(
        against=Side(
            key="scenario-5",
            read=(
                "scenario.5.competitive.no-escape-while-dragon",
                "scenario.5.competitive.return-on-reveal",
            ),
            course=_fifth_course,
            game={"opens": Told("opens-dragons", ("scenario.5.competitive.no-escape-while-dragon",))},
        ),
        together=Side(
            key="scenario-5-coop",
            read=("scenario.5.coop.goal", "scenario.5.coop.unrevealed-ignored"),
            status_rules=("coop.setup.status-tokens",),
            course=_fifth_together_course,
            game={"opens": Told("opens-all-dragons", ("scenario.5.coop.goal",)), "remarks": ()},
        ),
    ),
    Scenario(
        together=Side(
            key="scenario-6-coop",
            read=(
                "scenario.6.coop.centre-not-safe",
                "scenario.6.coop.goal-capture",
                "scenario.6.coop.kill-loses",
            ),
            status_rules=("coop.setup.status-tokens",),
            course=_sixth_course,
            game={
                "shut": Told("escape-shut", ("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"))
            },
        ),
    ),
    Scenario(
        together=Side(
            key="scenario-7-coop",
            read=("scenario.7.solo.goal", "scenario.7.solo.combat-at-temple"),
            hostiles_rule="scenario.7.solo.fallen-at-temples",
            status_rules=("coop.setup.status-tokens",),
            course=_seventh_course,
            game={
                "never": never_in(SOLO),
                "lines": (("samurai", Told("yes-samurai-fallen", ("scenario.7.solo.combat-at-temple",))),),
                "opens": Told("opens-fallen", ("scenario.7.solo.goal",)),
            },
        ),
    ),
    Scenario(
        together=Side(
            key="scenario-8-coop",
            read=(
                "scenario.8.solo.goal-fifty",
                "scenario.8.solo.secret-exit-insufficient",
                "scenario.8.solo.final-at-twenty",
                "scenario.8.solo.coop-piles",
            ),
            status_rules=("coop.setup.status-tokens",),
            course=_eighth_course,
            game={
                "is_group": False,
                "never": (
                    only("exit", "rope", "rope-later"),
                    only("marker", "mine"),
                    only("beside", "nobody", "dragon"),
                ),
                "exit_rules": EXITS,
                "clock": "scenario.8.solo.countdown-per-round",
                "lava": "final.event.lava",
                "opens": None,
                "remarks": (
                    Told(
                        "remark-ronin",
                        ("scenario.8.solo.goal-fifty", "scenario.8.solo.secret-exit-insufficient"),
                    ),
                ),
            },
        ),
    ),
)
_ALL = (_TOLD[0], *(one.as_played(by) for one, by in zip(_TOLD[1:], PLAYED, strict=True)))
SCENARIOS = tuple(f"scenario-{number}" for number in range(1, len(_ALL)))
"""As links, setup lists and texts call them."""


def scenario_of(number: int) -> Scenario:
    """A scenario by its number, 0 for the game without one. Raises IndexError.

    >>> scenario_of(7).against is None
    True
    """
    if number < 0:
        raise IndexError(number)
    return _ALL[number]


def is_scenario(number: int) -> bool:
    """Whether there is a scenario of this number.

    >>> is_scenario(0), is_scenario(8)
    (False, True)
    """
    return 0 < number < len(_ALL)


def numbers_in(options: Iterable[str]) -> list[int]:
    """The scenarios among options, by number.

    >>> numbers_in(("adventures", "scenario-3"))
    [3]
    """
    return [SCENARIOS.index(option) + 1 for option in options if option in SCENARIOS]
