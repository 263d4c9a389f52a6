"""The eight scenarios, and the game without one: who can play what, and what each changes, as data that the rules ask.

A scenario has a side for each kind of table: against each other, or together against the mountain. What a side changes
of the mode's own numbers it writes over them when the table is made; what no mode says stands in its `Plot`, which is
asked before the characters and the mode. No rule asks which scenario it is.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.engine.fujikoro.modes import (
    ALL_OUT,
    BY_ROPE,
    CAPTURE,
    COMPETITIVE,
    COOP,
    DRAGONS,
    EXIT,
    FALLEN,
    LEGEND,
    MAGIC_EACH,
    MAGIC_SET,
    POINTS,
    ROPE,
    SOLO,
    Mode,
    Rounds,
)
from fujikoro_nb.engine.kernel import cites


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points for dragons that somebody has collected."""

    values: tuple[int, int, int, int]
    """For each of a colour, in the order of `DRAGON_COLOURS` (scenario.2.competitive.dragon-values)."""
    size: int
    """Of a set."""
    alike: int
    """For each set of one colour (scenario.2.competitive.same-color-set)."""
    unlike: int
    """For each set of as many colours (scenario.2.competitive.different-color-set)."""


class Warriors(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Monks who have to be beaten before they come along."""

    health: int
    dice: int
    """Wooden ones that each of them rolls (scenario.4.competitive.monk-stats)."""
    steps: int
    """Spaces that each of them moves when a round ends (scenario.4.competitive.monk-move)."""
    shame: int
    """Points that it costs to be beaten by one (scenario.4.competitive.monk-beats-samurai)."""

    @cites("scenario.4.competitive.monk-beats-samurai")
    def fine(self, score: int) -> int:
        """What it costs one with so many points: no score falls below none.

        >>> WARRIORS.fine(12), WARRIORS.fine(3)
        (5, 3)
        """
        return max(0, min(self.shame, score))


WARRIORS = Warriors(health=4, dice=4, steps=2, shame=5)


class Plot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one side of a scenario says beside the mode; the defaults change nothing."""

    number: int = 0
    """Of the scenario, to be told; 0: without one."""

    # ---- the clock

    lava_points: int = 0
    """Whoever has so many first begins a countdown of lava only (scenario.3.competitive.lava-phase-trigger); 0: there
    is one countdown."""
    early_rounds: int = 0
    """Rounds of a group before the first of two eruptions (scenario.3.coop.lava-phase); 0: there is one."""

    # ---- what lies on the mountain

    is_without_exit: bool = False
    """scenario.1.competitive.no-secret-exit"""
    has_blind_temples: bool = False
    """Whether nobody knows which blueprint lies where (scenario.1.competitive.blueprints-random)."""
    keeps_resources: bool = False
    """scenario.1.competitive.resources-permanent"""

    # ---- fights

    is_alone_with_dragons: bool = False
    """Whether nobody joins a fight against a dragon (scenario.1.competitive.no-joining)."""
    has_solo_health: bool = False
    """scenario.1.competitive.solo-health"""
    must_fight: bool = False
    """Whether samurai who meet have to fight (scenario.1.competitive.forced-combat)."""
    warriors: Warriors | None = None
    """What monks on the mountain are who fight; None: they are gathered (scenario.4.competitive.monks-conquered)."""
    leaves_loot: bool = False
    """Whether dragons leave a tooth and a status token instead of what they bring (scenario.1.competitive.dragon-loot);
    the token crosses lava, buys an action, or counts at the end."""
    wakes_in_temples: bool = False
    """Whether who is knocked out stands up in a temple at once (scenario.2.competitive.knockout-temple)."""

    # ---- dragons that move

    dragons_march: bool = False
    """Whether dragons sleep, wake and walk among rivals too, when a round ends
    (scenario.2.competitive.dragons-move-each-round)."""

    # ---- leaving the mountain

    leaves_later: bool = False
    """Whether who ends a turn on the rope leaves as the next one begins (scenario.1.competitive.escape-delayed)."""
    rope_switch: str = "escape.rope.not-on-placement"
    """The switch that says when the rope takes whoever stands there."""

    is_barred_by_dragons: bool = False
    """Whether nobody leaves while a revealed dragon lives (scenario.5.competitive.no-escape-while-dragon)."""
    calls_back: bool = False
    """Whether who has left comes back when another one is revealed (scenario.5.competitive.return-on-reveal)."""
    # ---- hostile samurai

    guards: int = 0
    """Fallen samurai without a seat, one in each temple from the first on (scenario.7.solo.fallen-at-temples)."""

    # ---- the central tile, and the legendary dragon caught alive on it

    is_centre_open: bool = False
    """Whether dragons walk onto the central tile, and see who is there (scenario.6.coop.centre-not-safe)."""
    captured_at: int = 0
    """Health at which the legendary dragon is caught there, as long as it lives; 0: nobody wants it alive
    (scenario.6.coop.goal-capture)."""

    # ---- what counts at the end

    token_points: int = 0
    """For each status token that is left (scenario.1.competitive.tokens-end-score)."""
    figures: Figures | None = None
    """What the dragons are worth that somebody has collected; None: they go back into the box
    (scenario.2.competitive.take-dragon)."""
    further_goals: tuple[str, ...] = ()
    """Goals of the mode that count as well at tables that read it so (scenario.5.coop.goal)."""

    goal_points: int = 0
    """Points that a group needs when its game ends (scenario.8.solo.goal-fifty)."""

    @property
    def has_round_ends(self) -> bool:
        """Whether something is done among rivals when everybody has had a turn."""
        return self.dragons_march or self.warriors is not None


NO_PLOT = Plot()
"""Of the game without a scenario."""


class Side(msgspec.Struct, frozen=True):
    """What a scenario changes for one kind of table."""

    plot: Plot
    over: Callable[[Mode], Mode] = lambda mode: mode
    """The mode as this side has it; the same again of what it has given."""
    told: tuple[str, ...] = ()
    """The rules by which it is told in three lines."""
    read_too: tuple[str, ...] = ()
    """Further rules that change the game from its first turn on."""
    minded: tuple[str, ...] = ()
    """Rules that people have to keep in mind, because nothing on the table shows them."""
    final_rule: str = "final.trigger"
    """By which the end begins with so many points."""

    @property
    def read(self) -> tuple[str, ...]:
        """What is read out before the first turn."""
        return (*self.told, *self.read_too)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that every mode has, unless it says something else."""

    modes: tuple[Mode, ...] = (COMPETITIVE, COOP, SOLO)
    """scenario.general.modes; what a group may play, one player may play alone."""
    is_symmetric_only: bool = False
    """Whether there are no characters (scenario.1.competitive.symmetric-only)."""
    is_of_duels: bool = False
    """Whether no booklet says how it goes where samurai never fight each other."""
    needs_full_set: bool = False
    """Whether one player alone wins with three magical pieces only (solo.setup.daisuke-impossible)."""
    against: Side | None = None
    """Played against each other; None: it is not, or not yet."""
    together: Side | None = None
    """Played together, or alone, against the mountain."""

    @property
    def is_for_one(self) -> bool:
        """Whether only one player alone can play it (scenario.general.solo-modes-coop-players)."""
        return all(mode.most_players == 1 for mode in self.modes)

    def has_mode(self, mode: Mode) -> bool:
        """Whether this mode has it, whatever else the table agreed on."""
        return mode.name in {one.name for one in self.modes}

    def side(self, mode: Mode) -> Side | None:
        """The side of a table that plays this mode; None where it is not played yet."""
        is_together = mode.rounds is not None
        return self.together if is_together else self.against


# ---- 2, dragons on the move

FIGURES = Figures(values=(2, 3, 5, 7), size=3, alike=7, unlike=10)
"""What collected dragons count."""


# ---- 1, to each their own


@cites("scenario.1.competitive.final-at-twenty")
def _each_their_own(mode: Mode) -> Mode:
    return msgspec.structs.replace(mode, final_points=20)


# ---- 3, hot in here: the clock that runs twice

_EARLY, _BETWEEN, _BETWEEN_ALONE = 5, 5, 10
"""Rounds before the first eruption, and between its end and the second one."""


@cites("scenario.3.competitive.real-final")
def _hot_among_rivals(mode: Mode) -> Mode:
    """The second countdown begins with thirty points."""
    return msgspec.structs.replace(mode, final_points=30)


@cites("scenario.3.coop.second-countdown", "scenario.3.coop.adventure-tokens-rounds")
def _hot(mode: Mode) -> Mode:
    """The rounds before the last eruption, those of the first one among them; adventure tokens take two as usual."""
    rounds = COOP.rounds
    assert rounds is not None, "a group plays rounds"
    before = _EARLY + len(rounds.final)
    several = (before + _BETWEEN,) * (len(rounds.normal) - 1)
    rounds = msgspec.structs.replace(rounds, normal=(before + _BETWEEN_ALONE, *several))
    return msgspec.structs.replace(mode, together=msgspec.structs.replace(mode.said, rounds=rounds))


# ---- 5, survival of the fittest: nobody leaves a dragon behind


@cites("scenario.5.coop.goal")
def _fittest(mode: Mode) -> Mode:
    """The legendary dragon and every other one that was revealed, then everybody by the secret exit."""
    together = msgspec.structs.replace(mode.said, goals=(LEGEND, DRAGONS, ALL_OUT))
    return msgspec.structs.replace(mode, together=together)


# ---- 8, Ronin: alone, with the clock and the points of the competitive game


@cites(
    "scenario.8.solo.competitive-board",
    "scenario.8.solo.final-at-twenty",
    "scenario.8.solo.no-round-limit",
    "scenario.8.solo.goal-fifty",
)
def _ronin(mode: Mode) -> Mode:
    """Points, the rope and the countdown are the competitive ones, all else is as alone."""
    together = msgspec.structs.replace(
        mode.said,
        rounds=Rounds(normal=()),
        has_points=True,
        goals=(POINTS, BY_ROPE),
        ways_out=(ROPE, EXIT),
        is_exit_guarded=False,
    )
    return msgspec.structs.replace(
        mode, tile_points=COMPETITIVE.tile_points, final_points=20, together=together
    )


# ---- 6, the dragon caught alive


@cites("scenario.6.coop.goal-capture", "scenario.6.coop.time-limit")
def _hunt(mode: Mode) -> Mode:
    """One goal instead of all others; rounds and lives are as without the scenario."""
    together = msgspec.structs.replace(mode.said, goals=(CAPTURE,))
    return msgspec.structs.replace(mode, together=together)


# ---- 7, the three fallen samurai


@cites("scenario.7.solo.goal")
def _fallen_samurai(mode: Mode) -> Mode:
    """All guards beaten, and out by the secret exit with three magical pieces; no dragon has to die."""
    together = msgspec.structs.replace(mode.said, goals=(FALLEN, ALL_OUT, MAGIC_SET))
    return msgspec.structs.replace(mode, together=together)


def _own(number: int, mode: str, *names: str) -> tuple[str, ...]:
    """Rules of a scenario, as it has them for a mode."""
    return tuple(f"scenario.{number}.{mode}.{name}" for name in names)


WITHOUT = Scenario(needs_full_set=True)
"""The game without a scenario."""
SCENARIOS: tuple[Scenario, ...] = (
    Scenario(
        modes=(COMPETITIVE,),
        is_symmetric_only=True,
        is_of_duels=True,
        against=Side(
            Plot(
                number=1,
                is_without_exit=True,
                has_blind_temples=True,
                keeps_resources=True,
                is_alone_with_dragons=True,
                has_solo_health=True,
                must_fight=True,
                leaves_loot=True,
                leaves_later=True,
                token_points=5,
            ),
            _each_their_own,
            (
                "scenario.1.competitive.final-at-twenty",
                "scenario.1.competitive.forced-combat",
                "scenario.1.competitive.dragon-loot",
            ),
            read_too=_own(
                1, "competitive", "symmetric-only", "resources-permanent", "no-joining", "solo-health"
            )
            + _own(1, "competitive", "escape-delayed", "kill-gives-points-only", "tokens-kept")
            + _own(1, "competitive", "tokens-cross-lava", "tokens-extra-action", "tokens-end-score"),
            minded=(
                "scenario.1.competitive.escape-delayed",
                "scenario.1.competitive.tokens-end-score",
            ),
            final_rule="scenario.1.competitive.final-at-twenty",
        ),
    ),
    Scenario(
        modes=(COMPETITIVE,),
        against=Side(
            Plot(
                number=2,
                wakes_in_temples=True,
                dragons_march=True,
                figures=FIGURES,
            ),
            told=(
                "scenario.2.competitive.dragons-move-each-round",
                "scenario.2.competitive.take-dragon",
                "scenario.2.competitive.knockout-temple",
            ),
            read_too=_own(2, "competitive", "dragon-values", "same-color-set", "different-color-set"),
            minded=_own(2, "competitive", "take-dragon", "dragon-values", "same-color-set")
            + _own(2, "competitive", "different-color-set"),
        ),
    ),
    Scenario(
        needs_full_set=True,
        against=Side(
            Plot(number=3, lava_points=10),
            _hot_among_rivals,
            (
                "scenario.3.competitive.lava-phase-trigger",
                "scenario.3.competitive.real-final",
                "scenario.3.competitive.lava-persists",
            ),
            minded=("scenario.3.competitive.lava-phase-trigger", "scenario.3.competitive.real-final"),
            final_rule="scenario.3.competitive.real-final",
        ),
        together=Side(
            Plot(number=3, early_rounds=_EARLY),
            _hot,
            (
                "scenario.3.coop.lava-phase",
                "scenario.3.coop.second-countdown",
                "scenario.3.coop.lava-returns",
            ),
            minded=("scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown"),
        ),
    ),
    Scenario(
        modes=(COMPETITIVE,),
        against=Side(
            Plot(number=4, warriors=WARRIORS),
            told=(
                "scenario.4.competitive.monks-conquered",
                "scenario.4.competitive.monk-move",
                "scenario.4.competitive.monk-beats-samurai",
            ),
            read_too=_own(4, "competitive", "no-joining-monk", "dragon-first", "monk-stats")
            + _own(4, "competitive", "monk-broken-gives-wood", "monk-won", "monk-attack")
            + _own(4, "competitive", "monk-outnumbered", "monk-tie-stays"),
            minded=("scenario.4.competitive.monk-beats-samurai",),
        ),
    ),
    Scenario(
        against=Side(
            Plot(number=5, is_barred_by_dragons=True, calls_back=True),
            told=(
                "scenario.5.competitive.no-escape-while-dragon",
                "scenario.5.competitive.return-on-reveal",
                "scenario.5.competitive.re-escape",
            ),
            minded=(
                "scenario.5.competitive.no-escape-while-dragon",
                "scenario.5.competitive.return-on-reveal",
            ),
        ),
        together=Side(
            Plot(number=5, is_barred_by_dragons=True, further_goals=(MAGIC_EACH, MAGIC_SET)),
            _fittest,
            ("scenario.5.coop.goal", "scenario.5.coop.unrevealed-ignored", "coop.end.win-immediately"),
            minded=("scenario.5.coop.unrevealed-ignored",),
        ),
    ),
    Scenario(
        modes=(COOP, SOLO),
        together=Side(
            Plot(number=6, is_centre_open=True, captured_at=10),
            _hunt,
            (
                "scenario.6.coop.goal-capture",
                "scenario.6.coop.kill-loses",
                "scenario.6.coop.centre-not-safe",
            ),
            read_too=("scenario.6.coop.fewer-dice",),
            minded=("scenario.6.coop.check-after-roll",),
        ),
    ),
    Scenario(
        modes=(SOLO,),
        needs_full_set=True,
        together=Side(
            Plot(number=7, guards=3),
            _fallen_samurai,
            (
                "scenario.7.solo.goal",
                "scenario.7.solo.combat-at-temple",
                "scenario.7.solo.win-steals-blueprint",
            ),
            read_too=_own(7, "solo", "samurai-combat-rules", "damage-persists", "loss-costs-life"),
            minded=("scenario.7.solo.goal",),
        ),
    ),
    Scenario(
        modes=(SOLO,),
        together=Side(
            Plot(number=8, goal_points=50, rope_switch="scenario.8.solo.rope-timing"),
            _ronin,
            (
                "scenario.8.solo.goal-fifty",
                "scenario.8.solo.final-at-twenty",
                "scenario.8.solo.secret-exit-insufficient",
            ),
            read_too=("scenario.8.solo.coop-piles", "scenario.8.solo.loss"),
            minded=("scenario.8.solo.goal-fifty", "scenario.8.solo.loss"),
            final_rule="scenario.8.solo.final-at-twenty",
        ),
    ),
)
"""The first to the eighth."""
PLAYED = tuple(
    number
    for number, one in enumerate(SCENARIOS, start=1)
    if one.against is not None or one.together is not None
)
"""The numbers of those that can be played here."""


def scenario_of(number: int) -> Scenario | None:
    """A scenario by its number, 0 for the game without one; None: there is none of this number.

    >>> scenario_of(8).is_for_one, scenario_of(9)
    (True, None)
    """
    all_of_them = (WITHOUT, *SCENARIOS)
    return all_of_them[number] if 0 <= number < len(all_of_them) else None
