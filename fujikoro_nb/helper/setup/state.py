"""The state of a setup page: the table, the list in front, and the ticked steps; what another table leaves of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.helper.setup.choices import (
    ADVENTURES,
    ASYMMETRIC,
    FOUR_RED,
    HEROES,
    PEACEFUL,
    SCENARIOS,
    SETUP_MODES,
    SETUP_OPTIONS,
    has_extra,
    numbers_in,
    player_range,
    scenario_modes,
)
from fujikoro_nb.helper.setup.lists import pack_away_list, setup_list
from fujikoro_nb.helper.setup.step import SetupList
from fujikoro_nb.rulebook.entries import MODES

__all__ = [
    "EXTRAS",
    "LISTS",
    "LIST_OF",
    "MOST_PLAYERS",
    "SetupState",
    "checked",
    "fitting",
    "knows_scenario",
    "with_exact_table",
    "with_table",
]

MOST_PLAYERS = 6
LISTS = ("setup", "pack")
"""What a state calls its lists."""
EXTRAS = (ADVENTURES, PEACEFUL, FOUR_RED)
"""Options that are on or off."""
LIST_OF: Mapping[str, Callable[..., SetupList]] = {
    "setup": setup_list,
    "pack": pack_away_list,
}
"""Who makes them, of mode, players and options, and of the tiles of a box that somebody counted."""


class SetupState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page keeps: the table, the list in front, and the keys of the ticked steps."""

    mode: str = "competitive"
    players: int = 3
    options: tuple[str, ...] = ()
    tab: str = "setup"
    setup: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()

    def ticks(self, tab: str) -> tuple[str, ...]:
        """The ticked steps of one list."""
        return self.setup if tab == "setup" else self.pack


def knows_scenario(mode: str, scenario: str) -> bool:
    """Whether a mode has a scenario, with however many players."""
    return any(mode in scenario_modes(number) for number in numbers_in((scenario,)))


def fitting(
    mode: str, players: int, options: tuple[str, ...], *, keeps_heroes: bool = False
) -> tuple[str, int, tuple[str, ...]]:
    """The nearest table that this mode has: players within its limits, without what belongs to another mode."""
    fewest, most = player_range(mode)
    players = min(max(players, fewest), most)
    heroes = [one for one in options if one in HEROES]
    kept = [
        one
        for one in options
        if (one in EXTRAS and has_extra(mode, one)) or (one in SCENARIOS and knows_scenario(mode, one))
    ]
    if mode not in MODES:
        return mode, players, tuple(kept)
    if heroes and not keeps_heroes:
        others = [one for one in HEROES if one not in heroes]
        heroes = [*heroes, *others][: max(players, 0)]
    waiting = [ASYMMETRIC] if ASYMMETRIC in options and not heroes else []
    return mode, players, (*heroes, *waiting, *kept)


def with_table(now: SetupState, mode: str, players: int, options: Sequence[str]) -> SetupState:
    """The state with another table: what it cannot have is left out, ticks of equal steps stay."""
    return with_exact_table(now, *fitting(mode, players, tuple(options)))


def with_exact_table(now: SetupState, mode: str, players: int, options: tuple[str, ...]) -> SetupState:
    """The state with another table. A tick stays where its step is the same, word for word and count for count."""
    after = msgspec.structs.replace(now, mode=mode, players=players, options=options)
    if not now.setup and not now.pack:
        return after
    kept = {}
    for tab in LISTS:
        old, new = _list_of(now, tab), _list_of(after, tab)
        same = set() if old is None or new is None else {step.key for step in new.steps if step in old.steps}
        kept[tab] = tuple(key for key in now.ticks(tab) if key in same)
    return msgspec.structs.replace(after, setup=kept["setup"], pack=kept["pack"])


def checked(state: SetupState) -> SetupState:
    """A state whose table can be shown, if only as refused, and whose ticks stand in its lists. Raises ValueError."""
    if state.tab not in LISTS or not 1 <= state.players <= MOST_PLAYERS:
        raise ValueError("not a state of a setup page")
    if state.mode not in SETUP_MODES or not set(state.options) <= set(SETUP_OPTIONS):
        raise ValueError("not a table")
    known = {tab: _list_of(state, tab) for tab in LISTS}
    keys = {tab: {step.key for step in one.steps} if one else set() for tab, one in known.items()}
    return msgspec.structs.replace(
        state,
        setup=tuple(dict.fromkeys(key for key in state.setup if key in keys["setup"])),
        pack=tuple(dict.fromkeys(key for key in state.pack if key in keys["pack"])),
    )


def _list_of(state: SetupState, tab: str) -> SetupList | None:
    """One list of a state; None where the rules have no such game."""
    try:
        return LIST_OF[tab](state.mode, state.players, state.options)
    except (Illegal, Unreadable):
        return None
