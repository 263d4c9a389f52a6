"""Which games nobody can play: one table of refused combinations for the engine and everything above it.

What a mode, a character or a scenario is, stands in its own object; here stands only what does not go together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, MAGIC_SET, PEACEFUL, SOLO, Mode
from fujikoro_nb.engine.fujikoro.scenarios import Plot, Scenario, scenario_of
from fujikoro_nb.engine.kernel import Illegal, Refusal, Unreadable, cites, refuse

MODES: Mapping[str, Mode] = {each.name: each for each in (COMPETITIVE, COOP, SOLO)}
"""What a table chooses between; the peaceful variant is an agreement within the first."""


class Asked(msgspec.Struct, frozen=True):
    """What a table wants to play. ``scenarios`` and ``characters`` as they were named, so perhaps too many."""

    mode: str
    players: int
    scenarios: tuple[int, ...] = ()
    characters: tuple[str, ...] = ()
    is_peaceful: bool = False

    @property
    def number(self) -> int:
        """Of the scenario; 0 without one."""
        return self.scenarios[0] if self.scenarios else 0

    @property
    def scenario(self) -> Scenario | None:
        """The scenario's own object, or that of the game without one; None: nobody knows this one."""
        return scenario_of(self.number)

    @property
    def rules(self) -> Mode:
        """The mode's own object. Raises Unreadable."""
        return mode_named(self.mode)


def mode_named(name: str, *, is_peaceful: bool = False, has_adventures: bool = False) -> Mode:
    """The mode that a table chose, with what it agreed on. Raises Unreadable."""
    if name not in MODES:
        raise Unreadable("play-mode", name[:40], 0, known=", ".join(MODES))
    chosen = PEACEFUL if is_peaceful else MODES[name]
    return msgspec.structs.replace(chosen, has_adventures=has_adventures)


@cites("scenario.general.base-rules")
def _two_scenarios(asked: Asked) -> Refusal | None:
    if len(set(asked.scenarios)) < 2:
        return None
    one, other = asked.scenarios[:2]
    return refuse("scenario.general.base-rules", "two", one=one, other=other)


@cites("scenario.general.modes", "scenario.general.solo-modes-coop-players")
def _scenario(asked: Asked) -> Refusal | None:
    scenario, rules = asked.scenario, asked.rules
    if scenario is None:
        return refuse("scenario.general.modes", scenario=asked.number)
    if scenario.is_for_one and rules.rounds is not None:
        if asked.players == 1:
            return None
        rule = "scenario.general.solo-modes-coop-players"
        return refuse(rule, scenario=asked.number, players=asked.players)
    return None if scenario.has_mode(rules) else refuse("scenario.general.modes", scenario=asked.number)


@cites("setup.players.count", "coop.mode.players", "solo.mode.coop-rules")
def check_players(players: int, rules: Mode) -> Refusal | None:
    """Nothing, or that this mode is not for so many players."""
    fewest, most = rules.fewest_players, rules.most_players
    if fewest <= players <= most:
        return None
    if rules.rounds is None:
        return refuse("setup.players.count", players=players, fewest=fewest, most=most)
    if most == 1:
        return refuse("solo.mode.coop-rules", players=players)
    return refuse("coop.mode.players", players=players, fewest=fewest, most=most)


def _players(asked: Asked) -> Refusal | None:
    return check_players(asked.players, asked.rules)


@cites("variant.peaceful")
def _peaceful(asked: Asked) -> Refusal | None:
    """Only among rivals are there duels to leave out; and no booklet says how a scenario of duels goes without any."""
    if not asked.is_peaceful:
        return None
    if not asked.rules.may_duel:
        return refuse("variant.peaceful", "other-mode")
    if asked.scenario is not None and asked.scenario.is_of_duels:
        return refuse("variant.peaceful", "scenario", scenario=asked.number)
    return None


@cites("scenario.1.competitive.symmetric-only")
def _characters(asked: Asked) -> Refusal | None:
    who = asked.characters
    if not who:
        return None
    if asked.scenario is not None and asked.scenario.is_symmetric_only:
        return refuse("scenario.1.competitive.symmetric-only")
    return check_cast(who, asked.players)


@cites("char.general.unique", "option.asymmetric.all-or-none")
def check_cast(who: Sequence[str], players: int) -> Refusal | None:
    """Nothing, or why these characters, by name, are no choice of so many players: each once, everybody or nobody."""
    if len(set(who)) < len(who):
        return refuse("char.general.unique")
    if who and len(who) != players:
        return refuse("option.asymmetric.all-or-none", chosen=len(who), players=players)
    return None


@cites("solo.setup.daisuke-impossible")
def _without_a_set(asked: Asked) -> Refusal | None:
    """One player alone needs a magical helmet, which one character never has."""
    if asked.players != 1 or asked.scenario is None or not asked.scenario.needs_full_set:
        return None
    return check_sets([CHARACTERS[name] for name in asked.characters if name in CHARACTERS], asked.rules)


@cites("solo.setup.daisuke-impossible", "solo.goal.full-set-alone")
def check_sets(alone: Sequence[BoardLimits], rules: Mode) -> Refusal | None:
    """Nothing, or that a group of one could never have the whole set: its helmet is never magical."""
    if len(alone) != 1 or MAGIC_SET not in rules.said.goals or alone[0].can_helmet_be_magical:
        return None
    return refuse("solo.setup.daisuke-impossible")


REFUSED: tuple[Callable[[Asked], Refusal | None], ...] = (
    _two_scenarios,
    _scenario,
    _players,
    _peaceful,
    _characters,
    _without_a_set,
)
"""The table, a row a reason; the first one that holds is said."""


def check_asked(asked: Asked) -> Refusal | None:
    """Nothing, or why nobody can play this. Raises Unreadable for a mode that is none.

    >>> check_asked(Asked("solo", 2)).rule
    'solo.mode.coop-rules'
    """
    found = (row(asked) for row in REFUSED)
    return next((refusal for refusal in found if refusal is not None), None)


def base_of(mode: Mode) -> Mode:
    """The one of `MODES` that is played, whatever a table or a scenario says otherwise within it."""
    is_together, is_alone = mode.rounds is not None, mode.most_players == 1
    return (SOLO if is_alone else COOP) if is_together else COMPETITIVE


def check_played(number: int, mode: Mode, players: int, characters: Sequence[str]) -> Refusal | None:
    """Nothing, or why this scenario is not played here, or not yet."""
    is_peaceful = mode.rounds is None and not mode.may_duel
    asked = Asked(base_of(mode).name, players, (number,), tuple(characters), is_peaceful)
    refusal = check_asked(asked)
    if refusal is not None:
        return refusal
    assert asked.scenario is not None, "a number that nobody knows is refused"
    is_played = asked.scenario.side(mode) is not None
    return None if is_played else refuse("scenario.general.modes", "not-yet", scenario=number)


@cites("scenario.general.base-rules")
def scene_of(number: int, mode: Mode, players: int, characters: Sequence[str]) -> tuple[Mode, Plot]:
    """The mode as this scenario has it, and what it says beside: all else stays. Raises Illegal."""
    refusal = check_played(number, mode, players, characters)
    if refusal is not None:
        raise Illegal(refusal)
    scenario = scenario_of(number)
    side = None if scenario is None else scenario.side(mode)
    assert side is not None, "checked before"
    return side.over(mode), side.plot


def check_scenario(asked: Asked) -> Refusal | None:
    """Nothing, or why this mode has no such scenario for so many people. Raises Unreadable for a mode that is none."""
    return _two_scenarios(asked) or _scenario(asked)
