"""What a helper keeps of its table, for all of its pages: the evening, what is set once, ticks, and saved puzzles.

The evening is the one owner of mode, people, booklet and options. ``mode`` and ``players`` say what a person has set:
nothing at first, so that every rule is found, and one of the small games while a table plays that in between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.evening.changes import new_evening, set_up
from fujikoro_nb.helper.evening.decisions import decide
from fujikoro_nb.helper.evening.first import first_evening
from fujikoro_nb.helper.evening.record import AGREED, Evening, Person
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.put_right import fit_evening, fit_setup
from fujikoro_nb.helper.setup.choices import (
    ADVENTURES,
    ASYMMETRIC,
    HEROES,
    PEACEFUL,
    SCENARIOS,
    SETUP_MODES,
    check_scenario,
    has_scenario,
    player_range,
)
from fujikoro_nb.helper.setup.state import SetupState, checked, with_table
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.puzzles.crafting.puzzle import MAX_CODE
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.texts import LANGUAGES, say

Say = Callable[..., str]

PART = "helper"
"""Of a table of the store: what ``write_table`` writes, for its writers and its readers."""
MOST_PLAYERS = 6
MOST_PUZZLES = 12
MAX_KEPT = 60_000
"""Characters of a table in the browser's store: the longest evening takes half of it, the puzzles a quarter."""


class HelperTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Raises ValueError when it is made from what cannot be, so that a damaged text is never shown."""

    evening: Evening
    mode: str = ""
    players: int = 0
    setup: SetupState = SetupState()
    puzzles: tuple[str, ...] = ()
    """Codes of the owner's puzzles, the newest first."""
    small: SmallSheets = SmallSheets()
    """The sheets of the two small games."""

    def __post_init__(self) -> None:
        if self.mode not in ("", *SETUP_MODES) or not 0 <= self.players <= MOST_PLAYERS:
            raise ValueError("no table can be like this")
        if self.mode in MODES and self.mode != self.evening.mode:
            raise ValueError("the evening plays another mode")
        if len(self.puzzles) > MOST_PUZZLES or any(len(code) > MAX_CODE for code in self.puzzles):
            raise ValueError("too many puzzles")


def first_table(evening: Evening) -> HelperTable:
    """Before anybody has said anything."""
    return HelperTable(evening, setup=SetupState(mode=evening.mode, players=len(evening.people)))


def is_untouched(table: HelperTable) -> bool:
    """Whether nobody has said anything yet: the names are then those of colours, in whatever language."""
    return any(table == first_table(first_evening(partial(say, language=each))) for each in LANGUAGES)


def again(evening: Evening) -> Evening:
    """The same people at the start of another evening, with what they decided."""
    fresh = new_evening(
        evening.people,
        mode=evening.mode,
        edition=evening.edition,
        options=evening.agreed,
        scenario=evening.scenario,
    )
    return msgspec.structs.replace(fresh, decisions=evening.decisions)


def write_table(table: HelperTable) -> str:
    """As JSON."""
    return msgspec.json.encode(table).decode()


def of_all(table: HelperTable) -> HelperTable:
    """What of it belongs to everybody at a table; puzzles, and the list in front, are each device's own."""
    return with_own(table, HelperTable(table.evening))


def with_own(table: HelperTable, own: HelperTable) -> HelperTable:
    """Everybody's table with what is a device's own."""
    setup = msgspec.structs.replace(table.setup, tab=own.setup.tab)
    return msgspec.structs.replace(table, setup=setup, puzzles=own.puzzles)


def read_table(text: str) -> HelperTable:
    """From JSON. Raises ValueError for what is no table of ours."""
    return read_and_put_right(text)[0]


def read_and_put_right(text: str) -> tuple[HelperTable, bool]:
    """The same, and whether something was put right that the rules do not have. Raises ValueError."""
    if len(text) > MAX_KEPT:
        raise ValueError("longer than any table")
    try:
        table = msgspec.json.decode(text, type=HelperTable)
    except RecursionError:
        raise ValueError("nested deeper than any table") from None
    evening = fit_evening(table.evening)
    setup = fit_setup(table.setup, evening)
    is_other = (evening, setup) != (table.evening, table.setup)
    table = msgspec.structs.replace(table, evening=evening, setup=checked(setup))
    return with_scenario_of(table), is_other


def with_scenario_of(table: HelperTable) -> HelperTable:
    """A table of before evenings kept their scenario: one that has not begun takes that of its setup list."""
    evening, scenario = table.evening, _scenario_of(table.setup)
    is_older = (
        scenario and not evening.scenario and not evening.has_begun and table.setup.mode == evening.mode
    )
    if not is_older or not has_scenario(evening.mode, len(evening.people), scenario):
        return table
    try:
        return msgspec.structs.replace(table, evening=set_up(evening, scenario=scenario).evening)
    except Illegal:  # not with these characters, and the list itself says so
        return table


class Played(NamedTuple):
    """What the evening at a table plays; options as a setup list names them."""

    mode: str
    players: int
    options: tuple[str, ...]
    is_foe_beaten: bool


def played_at(table: HelperTable) -> Played:
    """What is played, for every page that asks.

    At a table that began before evenings kept their scenario, that of a setup list of the same game counts.
    """
    evening, setup = table.evening, table.setup
    listed = tuple(one for one in setup.options if one in SCENARIOS) if setup.mode == evening.mode else ()
    scenarios = (f"scenario-{evening.scenario}",) if evening.scenario else listed
    return Played(
        evening.mode,
        len(evening.people),
        (*evening.agreed, *scenarios),
        evening.is_foe_beaten and (bool(evening.scenario) or not listed),
    )


# ---- what is set once


def with_scope(table: HelperTable, mode: str, players: int, say: Say) -> HelperTable:
    """What somebody sets on the strip; an empty mode and 0 players mean any. Raises Illegal once play has begun."""
    if mode in MODES:
        people = seated(table.evening, _fitted(mode, players or len(table.evening.people)), say)
        evening = set_up(table.evening, people=people, mode=mode).evening
        told = len(people) if players or mode_of(mode).is_alone else 0
        return _with_setup_of(msgspec.structs.replace(table, evening=evening, mode=mode, players=told))
    if mode:
        told = _fitted(mode, players) if players else 0
        setup = with_table(table.setup, mode, told or table.setup.players, table.setup.options)
        return msgspec.structs.replace(table, mode=mode, players=told, setup=setup)
    evening = table.evening
    if players:
        fewest, most = player_range(evening.mode)
        fitting = evening.mode if fewest <= players <= most else "solo" if players == 1 else "competitive"
        evening = set_up(evening, people=seated(evening, players, say), mode=fitting).evening
    return _with_setup_of(msgspec.structs.replace(table, evening=evening, mode="", players=players))


def _fitted(mode: str, players: int) -> int:
    fewest, most = player_range(mode)
    return min(max(players, fewest), most)


def seated(
    evening: Evening, players: int, say: Say, *, heroes: Sequence[str] | None = None
) -> tuple[Person, ...]:
    """So many people: those who are there, then new ones named after the colours that are free.

    ``heroes`` are their boards, one each; fewer of them leave symmetric boards, None leaves boards as they are.
    """
    people = list(evening.people[:players])
    taken = {person.colour for person in people}
    names = {person.name.casefold() for person in people}
    for colour in SCROLL_COLOURS:
        name = say(f"evening.colour-{colour}")
        if len(people) < players and colour not in taken and name.casefold() not in names:
            people.append(Person(name, colour))
    people.extend(Person(f"{number + 1}") for number in range(len(people), players))
    if heroes is None:
        is_mixed = any(person.is_symmetric for person in people)
        heroes = [] if is_mixed else [person.character for person in people]
    if len(heroes) == players:
        return tuple(Person(person.name, "", hero) for person, hero in zip(people, heroes, strict=True))
    return tuple(Person(person.name, person.colour) for person in people)


# ---- changes made on a page


def with_evening(table: HelperTable, evening: Evening) -> HelperTable:
    """An evening that its own pages changed; what is set once follows when they changed it."""
    before, table = table.evening, msgspec.structs.replace(table, evening=evening)
    if _told_of(before) == _told_of(evening):
        return table
    told = msgspec.structs.replace(table, mode=evening.mode, players=len(evening.people))
    return _with_setup_of(told)


def _told_of(evening: Evening) -> tuple[object, ...]:
    return evening.mode, evening.agreed, tuple(person.character for person in evening.people)


def with_setup(table: HelperTable, setup: SetupState, say: Say) -> HelperTable:
    """The setup page with a tick, or with another table. Raises Illegal once play has begun, and for two scenarios."""
    before, table = table.setup, msgspec.structs.replace(table, setup=setup)
    if (before.mode, before.players, before.options) == (setup.mode, setup.players, setup.options):
        return table
    evening = table.evening
    if setup.mode in MODES:
        chosen = [number for number, name in enumerate(SCENARIOS, 1) if name in setup.options]
        if len(chosen) > 1:
            check_scenario(setup.mode, setup.players, chosen)
        heroes = [one for one in setup.options if one in HEROES]
        options = [name for name, option in AGREED.items() if option in setup.options]
        told = partial(set_up, evening, mode=setup.mode, options=options, scenario=_scenario_of(setup))
        try:
            evening = told(people=seated(evening, setup.players, say, heroes=heroes)).evening
        except Illegal as illegal:
            if illegal.refusals[0].rule not in _SAID_BY_THE_LIST:
                raise
            # The list itself says why not.
            evening = told(people=seated(evening, setup.players, say, heroes=())).evening
    return msgspec.structs.replace(table, evening=evening, mode=setup.mode, players=setup.players)


_SAID_BY_THE_LIST = ("solo.setup.daisuke-impossible", "scenario.1.competitive.symmetric-only")
"""Why a scenario is not played with these characters."""


def _scenario_of(setup: SetupState) -> int:
    """The scenario of a setup list, 0 without one."""
    return next((number for number, name in enumerate(SCENARIOS, 1) if name in setup.options), 0)


def _with_setup_of(table: HelperTable) -> HelperTable:
    """The setup list of this evening's table; characters still to be chosen stay."""
    evening, setup = table.evening, table.setup
    boards = [person.character for person in evening.people if not person.is_symmetric]
    waiting = [one for one in setup.options if one in (*HEROES, ASYMMETRIC)]
    kept = (*HEROES, ASYMMETRIC, ADVENTURES, PEACEFUL, *SCENARIOS)
    others = [one for one in setup.options if one not in kept]
    is_choosing = not boards and sum(one in HEROES for one in waiting) != setup.players
    options = (
        *(waiting if is_choosing else boards),
        *(option for name, option in AGREED.items() if name in evening.agreed),
        *((f"scenario-{evening.scenario}",) if evening.scenario else ()),
        *others,
    )
    after = with_table(setup, evening.mode, len(evening.people), options)
    return msgspec.structs.replace(table, setup=after)


# ---- rulings


def with_rulings(evening: Evening, rulings: TableRulings, *, when: str, note: str = "") -> Evening:
    """The evening with decisions until it plays exactly these. Raises Illegal when the log is full."""
    for rule_id in sorted({name for name, _ in (*evening.rulings.chosen, *rulings.chosen)}):
        option = rulings.option(rule_id)
        if evening.rulings.option(rule_id) != option:
            evening = decide(evening, rule_id, option, when=when, note=note).evening
    return evening


def merged(table: TableRulings, more: TableRulings, *, without: Collection[str] = ()) -> TableRulings:
    """The table's decisions with those of a link, but for these rules."""
    for rule_id, option in more.chosen:
        if rule_id not in without:
            table = table.with_option(rule_id, option)
    return table


def with_puzzle(table: HelperTable, code: str) -> HelperTable:
    """One more puzzle of the owner; of too many the oldest goes."""
    kept = tuple(one for one in table.puzzles if one != code)
    return msgspec.structs.replace(table, puzzles=(code, *kept)[:MOST_PUZZLES])


def without_puzzle(table: HelperTable, code: str) -> HelperTable:
    """The same without this puzzle of the owner."""
    return msgspec.structs.replace(table, puzzles=tuple(one for one in table.puzzles if one != code))
