"""Who sits down to what: mode, players and options of a table, refused where the rules have no such game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.content.box import BOX
from fujikoro_nb.engine.fujikoro import scenarios
from fujikoro_nb.engine.kernel import Illegal, Unreadable, refuse
from fujikoro_nb.helper.kinds.characters import HERO_NAMES, Hero, hero_of
from fujikoro_nb.helper.kinds.modes import TABLE_MODES, TableMode, mode_for, mode_of
from fujikoro_nb.helper.kinds.scenarios import SCENARIOS, Side, is_scenario, numbers_in, scenario_of
from fujikoro_nb.helper.setup.numbers import number, number_for

SETUP_MODES = tuple(TABLE_MODES)
"""The three modes of Fuji Koro, and the two small games."""

HEROES = HERO_NAMES
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
    def side(self) -> Side:
        """What its scenario is for it; `table_of` refuses a scenario that its mode does not have."""
        side = scenario_of(self.scenario).side(is_together=self.is_group)
        assert side is not None, "no such table"
        return side

    @property
    def heroes(self) -> tuple[Hero, ...]:
        """Its characters."""
        return tuple(map(hero_of, self.characters))

    @property
    def is_group(self) -> bool:
        """Whether all play against the mountain: co-op, or the solo game, which is co-op for one."""
        return self.kind.is_together

    @property
    def has_points(self) -> bool:
        """The Ronin alone scores points in a game of the group (scenario.8.solo.competitive-board)."""
        return self.side.has_points


def player_range(mode: str) -> tuple[int, int]:
    """Fewest and most players of a mode or game."""
    kind = mode_of(mode)
    if kind.is_alone:
        return 1, 1
    rule = kind.players_rule
    return number(rule, "min"), number(rule, "max")


def scenario_modes(scenario: int) -> tuple[str, ...]:
    """The modes in which a scenario can be played; what a group may play, one player may play alone."""
    rules = scenarios.scenario_of(scenario)
    return tuple(mode.name for mode in rules.modes) if rules is not None else ()


def has_scenario(mode: str, players: int, scenario: int) -> bool:
    """Whether a scenario exists for so many people in a mode."""
    modes = scenario_modes(scenario) if is_scenario(scenario) else ()
    return mode in modes or mode_for(mode, players).name in modes


def is_impossible_alone(mode: str, characters: Sequence[str], scenario: int) -> bool:
    """Whether one player would need a magical helmet whose samurai never has one (solo.setup.daisuke-impossible)."""
    rules = scenarios.scenario_of(scenario)
    is_needed = mode_of(mode).is_together and rules is not None and rules.needs_full_set
    return is_needed and len(characters) == 1 and not hero_of(characters[0]).can_have_full_set


def is_symmetric_only(scenario: int) -> bool:
    """Whether a scenario is played without characters (scenario.1.competitive.symmetric-only)."""
    rules = scenarios.scenario_of(scenario)
    return rules is not None and rules.is_symmetric_only


def has_extra(mode: str, option: str) -> bool:
    """Whether a mode can be played with an extra: only one in which samurai may duel has duels to leave out."""
    if option == FOUR_RED:
        return mode_of(mode).has_red_choice
    return not mode_of(mode).is_sister and (option != PEACEFUL or mode_of(mode).may_duel)


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
    check_scenario(mode, players, chosen)
    _check_players(mode, players)
    _check_options(mode, options)
    # Co-op for one is the solo game, and is laid out as that.
    table = Table(
        mode=mode_for(mode, players).name,
        players=players,
        characters=tuple(option for option in options if option in HEROES),
        scenario=scenario,
        has_adventures=ADVENTURES in options,
        is_peaceful=PEACEFUL in options,
        red_cubes=_red_cubes(players, options) if has_extra(mode, FOUR_RED) else 0,
        tiles=tiles or tuple(BOX["tiles"].values()),
    )
    _check_boards(table, is_asymmetric=ASYMMETRIC in options)
    return table


def check_scenario(mode: str, players: int, chosen: Sequence[int]) -> None:
    """One scenario at most, and one that this table can play. Raises Illegal."""
    if len(set(chosen)) > 1:
        raise Illegal(refuse("scenario.general.base-rules", "two", one=chosen[0], other=chosen[1]))
    for scenario in chosen:
        rules = scenarios.scenario_of(scenario)
        is_for_one = rules is not None and rules.is_for_one
        if is_for_one and mode_of(mode).is_together and players != 1:
            rule = "scenario.general.solo-modes-coop-players"
            raise Illegal(refuse(rule, scenario=scenario, players=players))
        if not has_scenario(mode, players, scenario):
            raise Illegal(refuse("scenario.general.modes", scenario=scenario))


def _check_players(mode: str, players: int) -> None:
    fewest, most = player_range(mode)
    if fewest <= players <= most:
        return
    kind = mode_of(mode)
    if kind.is_alone:
        raise Illegal(refuse("solo.mode.coop-rules", players=players))
    raise Illegal(refuse(kind.players_rule, fewest=fewest, most=most, players=players))


def _check_options(mode: str, options: Sequence[str]) -> None:
    """An option belongs to a game; the peaceful game, in which nobody duels, to the competitive one."""
    is_fuji_koro = not mode_of(mode).is_sister
    if ADVENTURES in options and not is_fuji_koro:
        raise Illegal(refuse("option.adventure.use", "other-game"))
    if PEACEFUL in options and not has_extra(mode, PEACEFUL):
        raise Illegal(refuse("variant.peaceful", "other-mode"))
    if FOUR_RED in options and not has_extra(mode, FOUR_RED):
        raise Illegal(refuse("fuji99.setup.bag-contents", "other-game"))
    if not is_fuji_koro and any(option in (*HEROES, ASYMMETRIC) for option in options):
        raise Illegal(refuse("option.asymmetric.all-or-none", "other-game"))


def _check_boards(table: Table, *, is_asymmetric: bool) -> None:
    heroes = table.characters
    if not heroes and not is_asymmetric:
        return
    if is_symmetric_only(table.scenario):
        raise Illegal(refuse("scenario.1.competitive.symmetric-only"))
    if len(set(heroes)) < len(heroes):
        raise Illegal(refuse("char.general.unique"))
    if len(heroes) != table.players:
        rule = "option.asymmetric.all-or-none"
        raise Illegal(refuse(rule, chosen=len(heroes), players=table.players))
    if is_impossible_alone(table.mode, heroes, table.scenario):
        raise Illegal(refuse("solo.setup.daisuke-impossible"))


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
    if table.characters:
        return number_for("char.general.start-monks", table.players)
    if table.is_group:
        return number_for("coop.setup.start-monks", table.players, before="symmetric.")
    is_six = table.players == 6
    return number("setup.player.start-monks", "monks_6" if is_six else "monks_2_to_5")
