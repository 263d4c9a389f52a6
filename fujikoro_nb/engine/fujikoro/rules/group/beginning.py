"""How a group begins: its clock, its lives, and the piles in layers."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Match
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Charts, Piles
from fujikoro_nb.engine.fujikoro.board.layers import LAYERED, SPECIAL_LEVELS, has_exit, is_special, removed
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Outcome, Refusal, Seat, cites, event, refuse


def plays_rounds(mode: Mode) -> bool:
    """Whether a group plays whole rounds."""
    return mode.rounds is not None


@cites("coop.setup.lives-two")
def party_of(players: int, mode: Mode) -> Party | None:
    """The group at the beginning; None where everybody plays alone."""
    is_group, lives = plays_rounds(mode), mode.said.lives
    return Party((lives,) * players) if is_group else None


@cites("coop.setup.board-side", "coop.final.no-rope", "coop.final.lava-events")
def printed_for(charts: Charts, mode: Mode, rulings: Rulings) -> Charts:
    """What is printed on the side of the board that this mode uses: a group has a track of its own.

    Where nobody knows what that track prints it is the mode's.

    coop.final.no-rope: at some tables a rope covers the central tile on the first space that brings nothing else.
    """
    clock = mode.rounds
    if clock is None or not clock.is_clock:
        return msgspec.structs.replace(charts, group=UNSET)
    track = clock.final if charts.group is UNSET else charts.group.track
    if rulings.reading("coop.final.no-rope") == "rope":
        bare = next((step for step in track if step.event == "blank"), None)
        track = tuple(msgspec.structs.replace(step, event="rope") if step is bare else step for step in track)
    return msgspec.structs.replace(charts, track=track)


def boxed(piles: Piles, players: int, mode: Mode, *, is_described: bool) -> Piles:
    """The piles without the tiles that a group takes out of a known box."""
    tops = mode.said.pile_tops
    if not tops or is_described:
        return piles
    gone = removed(piles.tiles, players)
    return msgspec.structs.replace(piles, tiles=tuple(tile for tile in piles.tiles if tile not in gone))


@cites("scenario.1.competitive.no-secret-exit")
def without_exit(piles: Piles) -> Piles:
    """The piles without the tile of the secret exit."""
    tiles = tuple(tile for tile in piles.tiles if not has_exit(tile))
    return msgspec.structs.replace(piles, tiles=tiles)


@cites("coop.setup.remove-tiles", "coop.setup.special-tiles-aside", "scenario.8.solo.coop-piles")
def check_layers(piles: Piles, players: int, mode: Mode) -> Refusal | None:
    """Nothing, or that no pile in layers can be built of these tiles."""
    tops = mode.said.pile_tops
    if not tops:
        return None
    for level in SPECIAL_LEVELS:
        tiles = piles.tiles_of(level)
        if len(tiles) < LAYERED or sum(map(is_special, tiles)) != 1:
            return refuse("coop.setup.remove-tiles", level=level, tiles=LAYERED)
    return None


@cites("coop.rounds.first-player-fixed")
def with_first(state: GameState, first: Seat) -> Outcome[GameState]:
    """The group has given the first player's token to somebody."""
    assert state.party is not None, "a group chooses"
    agenda = (Match(first), *state.agenda[1:])
    party = msgspec.structs.replace(state.party, first=first)
    state = msgspec.structs.replace(state, agenda=agenda).with_party(party)
    return state, (event("first-player", "coop.rounds.first-player-fixed", seat=int(first)),)
