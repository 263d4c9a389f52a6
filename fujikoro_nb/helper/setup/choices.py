"""Who sits down to what: mode, players and options of a table, refused where the rules have no such game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from fujikoro_nb.content.box import BOX
from fujikoro_nb.engine.fujikoro import refused
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE, Character, person
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, PLAYED, Plot, Side, scenario_of
from fujikoro_nb.engine.kernel import Illegal, Refusal, Unreadable, refuse
from fujikoro_nb.helper.kinds.modes import TABLE_MODES, TableMode, mode_for, mode_of
from fujikoro_nb.helper.setup.numbers import number

SETUP_MODES = tuple(TABLE_MODES)
"""The three modes of Fuji Koro, and the two small games."""

HEROES = tuple(PEOPLE)
SCENARIOS = tuple(f"scenario-{number}" for number in PLAYED)
"""As links, setup lists and texts call them."""
ADVENTURES, PEACEFUL, FOUR_RED, ASYMMETRIC = "adventures", "peaceful", "four-red", "asymmetric"
SETUP_OPTIONS = (ADVENTURES, PEACEFUL, *HEROES, ASYMMETRIC, *SCENARIOS, FOUR_RED)
"""Everything that a table may agree on. ``asymmetric`` alone says only that characters are still to be chosen."""


class Table(msgspec.Struct, frozen=True):
    """A legal table. ``characters`` is empty with symmetric boards, ``scenario`` 0 without one."""

    mode: str
    players: int
    characters: tuple[str, ...] = ()
    scenario: int = 0
    has_adventures: bool = False
    is_peaceful: bool = False
    red_cubes: int = 0
    tiles: tuple[int, ...] = tuple(BOX["tiles"].values())
    """Volcano tiles of level I, II and III in this box; no booklet says how many there are of each."""

    @property
    def kind(self) -> TableMode:
        """What its mode is."""
        return mode_of(self.mode)

    @property
    def side(self) -> Side | None:
        """What the engine says of its scenario; None without one."""
        scenario = scenario_of(self.scenario)
        return None if scenario is None else scenario.side(self.rules)

    @property
    def plot(self) -> Plot:
        """What its scenario says beside the mode."""
        return NO_PLOT if self.side is None else self.side.plot

    @property
    def heroes(self) -> tuple[Character, ...]:
        """Its characters."""
        return tuple(map(person, self.characters))

    @property
    def is_group(self) -> bool:
        """Whether all play against the mountain: co-op, or the solo game, which is co-op for one."""
        return self.kind.is_together

    @property
    def has_points(self) -> bool:
        """The Ronin alone scores points in a game of the group (scenario.8.solo.competitive-board)."""
        played = self.rules if self.side is None else self.side.over(self.rules)
        return played.said.has_points

    @property
    def rules(self) -> Mode:
        """What the engine says of its mode; a small game is none of them."""
        rules = self.kind.rules
        assert rules is not None, "a small game has lists of its own"
        return rules


def numbers_in(options: Iterable[str]) -> list[int]:
    """The scenarios among options, by number.

    >>> numbers_in(("adventures", "scenario-3"))
    [3]
    """
    return [SCENARIOS.index(option) + 1 for option in options if option in SCENARIOS]


def player_range(mode: str) -> tuple[int, int]:
    """Fewest and most players of a mode or game."""
    kind = mode_of(mode)
    if kind.rules is not None:
        return kind.rules.fewest_players, kind.rules.most_players
    return number(kind.players_rule, "min"), number(kind.players_rule, "max")


def scenario_modes(scenario: int) -> tuple[str, ...]:
    """The modes in which a scenario can be played; what a group may play, one player may play alone."""
    rules = scenario_of(scenario) if scenario else None
    return tuple(mode.name for mode in rules.modes) if rules is not None else ()


def has_scenario(mode: str, players: int, scenario: int) -> bool:
    """Whether a scenario exists for so many people in a mode."""
    modes = scenario_modes(scenario)
    return mode in modes or mode_for(mode, players).name in modes


def is_impossible_alone(mode: str, characters: Sequence[str], scenario: int) -> bool:
    """Whether one player would need a magical helmet whose samurai never has one (solo.setup.daisuke-impossible)."""
    rules = scenario_of(scenario)
    is_needed = mode_of(mode).is_together and rules is not None and rules.needs_full_set
    return is_needed and len(characters) == 1 and not CHARACTERS[characters[0]].can_helmet_be_magical


def is_symmetric_only(scenario: int) -> bool:
    """Whether a scenario is played without characters (scenario.1.competitive.symmetric-only)."""
    rules = scenario_of(scenario)
    return rules is not None and rules.is_symmetric_only


def has_extra(mode: str, option: str) -> bool:
    """Whether a mode can be played with an extra: only one in which samurai may duel has duels to leave out."""
    if option == FOUR_RED:
        return mode_of(mode).has_red_choice
    return not mode_of(mode).is_sister and (option != PEACEFUL or mode_of(mode).may_duel)


def may_ask_for(mode: str, option: str) -> bool:
    """Whether an extra is offered: what one mode of a game has is asked for in the others, to be told why not."""
    alike = (one for one in SETUP_MODES if mode_of(one).game == mode_of(mode).game)
    return any(has_extra(one, option) for one in alike)


def table_of(
    mode: str, players: int, options: Sequence[str] = (), *, tiles: tuple[int, ...] | None = None
) -> Table:
    """The table, or why the rules have no such game. Raises Illegal, and Unreadable for an unknown word."""
    if mode not in SETUP_MODES:
        raise Unreadable("setup-mode", mode, 0, known=", ".join(SETUP_MODES))
    for option in options:
        if option not in SETUP_OPTIONS:
            raise Unreadable("setup-option", option, 0, known=", ".join(SETUP_OPTIONS))
    chosen = numbers_in(options)
    scenario = chosen[0] if chosen else 0
    characters = tuple(option for option in options if option in HEROES)
    is_peaceful = PEACEFUL in options
    if mode_of(mode).is_sister:
        _check_small_game(mode, players, options)
    else:
        if FOUR_RED in options:
            raise Illegal(refuse("fuji99.setup.bag-contents", "other-game"))
        _demand(check_asked(Asked(mode, players, tuple(chosen), characters, is_peaceful)))
    if ASYMMETRIC in options and not characters:
        if is_symmetric_only(scenario):
            raise Illegal(refuse("scenario.1.competitive.symmetric-only"))
        raise Illegal(refuse("option.asymmetric.all-or-none", chosen=0, players=players))
    # Co-op for one is the solo game, and is laid out as that.
    return Table(
        mode=mode_for(mode, players).name,
        players=players,
        characters=characters,
        scenario=scenario,
        has_adventures=ADVENTURES in options,
        is_peaceful=is_peaceful,
        red_cubes=_red_cubes(players, options) if has_extra(mode, FOUR_RED) else 0,
        tiles=tiles or tuple(BOX["tiles"].values()),
    )


def _demand(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise Illegal(refusal)


def check_scenario(mode: str, players: int, chosen: Sequence[int]) -> None:
    """One scenario at most, and one that this table can play. Raises Illegal."""
    _demand(refused.check_scenario(Asked(mode, players, tuple(chosen))))


def _check_small_game(mode: str, players: int, options: Sequence[str]) -> None:
    """A small game has no scenario, no options of Fuji Koro and no characters."""
    for scenario in numbers_in(options)[:1]:
        raise Illegal(refuse("scenario.general.modes", scenario=scenario))
    fewest, most = player_range(mode)
    if not fewest <= players <= most:
        rule = mode_of(mode).players_rule
        raise Illegal(refuse(rule, fewest=fewest, most=most, players=players))
    if ADVENTURES in options:
        raise Illegal(refuse("option.adventure.use", "other-game"))
    if PEACEFUL in options:
        raise Illegal(refuse("variant.peaceful", "other-mode"))
    if FOUR_RED in options and not has_extra(mode, FOUR_RED):
        raise Illegal(refuse("fuji99.setup.bag-contents", "other-game"))
    if any(option in (*HEROES, ASYMMETRIC) for option in options):
        raise Illegal(refuse("option.asymmetric.all-or-none", "other-game"))


def _red_cubes(players: int, options: Sequence[str]) -> int:
    """Red cubes in a bag: three, or the four of the booklet's sentence where there are enough."""
    if FOUR_RED not in options:
        return number("fuji99.setup.bag-contents", "red")
    each = number("fuji99.setup.bag-contents", "red_option_printed")
    there = number("fuji99.setup.components", "red")
    if each * players > there:
        raise Illegal(refuse("fuji99.setup.bag-contents", "too-few", needed=each * players, there=there))
    return each


def monks_each(table: Table) -> int:
    """Monks that each player may place: with a character fewer than with a symmetric board."""
    for one in table.heroes:
        assert one.kit is not None, "every character has one"
        return one.first_monks(table.rules.monks(table.players)) - one.kit.action_monks
    return table.rules.monks(table.players)
