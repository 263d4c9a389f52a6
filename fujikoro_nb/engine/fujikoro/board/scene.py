"""The scenario that is played, and what it keeps on the table."""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, CountdownStep, Dragon
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.scenarios import Plot
from fujikoro_nb.engine.kernel import Seat, cites


class Returned(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A blueprint that was drawn blind and put back, and who knows it."""

    temple: int
    seats: tuple[Seat, ...]
    card: Blueprint


class Lair(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A dragon on a tile that is no volcano tile, and the damage tokens beside it."""

    dragon: Dragon
    damage: int = 0


class Guard(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A hostile samurai in a temple, that has no seat and decides nothing."""

    board: Board
    is_beaten: bool = False
    """Whether it has left the game, with everything that nobody took."""


class Scene(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A game has none of this without a scenario."""

    plot: Plot
    heart: Lair | UnsetType = UNSET
    """The dragon on the central tile; not there while none is."""
    is_warm: bool = False
    """Whether the countdown that runs, or has run, is the first of two: lava, but no rope and no end."""
    ran: int = 0
    """Spaces that the token had advanced in the first of two countdowns when it went back."""

    tokens: tuple[int, ...] = ()
    """Status tokens by seat, beside the boards (scenario.1.competitive.tokens-kept)."""
    has_bought: bool = False
    """Whether one of them has bought an action in this turn."""
    leaving: tuple[Seat, ...] = ()
    """Who has ended a turn on the rope and leaves as the next one begins."""
    unseen: tuple[int, ...] = ()
    """Blueprints in each temple that nobody has looked at; which ones, nobody knows."""
    kinds: tuple[int, ...] = ()
    """How many of these are of each kind, in the order of `GearKind`."""
    returned: tuple[Returned, ...] = ()
    """Blueprints in the temples that somebody has looked at and put back."""
    guards: tuple[Guard, ...] = ()
    """By temple; each is fought as the seat after the last one, the second as the seat after that, and so on."""

    first: Seat = Seat(0)
    """Who had the first turn, where rounds of rivals end with something (scenario.2.competitive.choice-maker)."""
    asleep: tuple[str, ...] = ()
    """Where dragons walk among rivals those, by name, whose status token shows that side."""
    awake: tuple[str, ...] = ()
    """Those whose token shows the other one; without a token a dragon walks."""
    figures: tuple[tuple[Dragon, ...], ...] = ()
    """The dragons that each seat has collected (scenario.2.competitive.take-dragon)."""
    monks: tuple[SpaceId, ...] = ()
    """The spaces of monks who fight, sorted; one that several are on stands here as often."""

    def with_tokens(self, seat: Seat, more: int) -> Scene:
        """One seat has more status tokens, or fewer."""
        tokens = (*self.tokens[:seat], self.tokens[seat] + more, *self.tokens[seat + 1 :])
        return msgspec.structs.replace(self, tokens=tokens)

    def with_figure(self, seat: Seat, dragon: Dragon) -> Scene:
        """One seat has one more dragon beside its board."""
        mine = (*self.figures[seat], dragon)
        return msgspec.structs.replace(self, figures=(*self.figures[:seat], mine, *self.figures[seat + 1 :]))

    def with_monk(self, at: SpaceId) -> Scene:
        """One more monk who fights, on a space."""
        return msgspec.structs.replace(self, monks=tuple(sorted((*self.monks, at))))

    def without_monk(self, at: SpaceId) -> Scene:
        """One of the monks on a space is there no more."""
        index = self.monks.index(at)
        return msgspec.structs.replace(self, monks=(*self.monks[:index], *self.monks[index + 1 :]))

    def blueprints_in(self, temple: int) -> int:
        """How many blueprints lie face down in a temple."""
        return self.unseen[temple] + sum(one.temple == temple for one in self.returned) if self.unseen else 0

    @cites("scenario.3.competitive.lava-persists", "scenario.3.coop.lava-returns")
    def with_token_back(self, countdown: int) -> Scene:
        """The second countdown begins: what the first one has brought stays where it is."""
        return msgspec.structs.replace(self, is_warm=False, ran=max(self.ran, countdown))


@cites("scenario.7.solo.fallen-at-temples")
def scene_at_start(plot: Plot, players: int, limits: BoardLimits = SYMMETRIC) -> Scene:
    """What a scenario has on the table before anything happens; ``limits`` are those of a symmetric board.

    scenario.1.competitive.blueprints-random: one of each kind a player, all of them mixed, as many in each temple.
    """
    scene = Scene(plot)
    if plot.leaves_loot:
        scene = msgspec.structs.replace(scene, tokens=(0,) * players)
    if plot.figures is not None:
        scene = msgspec.structs.replace(scene, figures=((),) * players)
    if plot.guards:
        scene = msgspec.structs.replace(scene, guards=(Guard(Board(limits, discs=0)),) * plot.guards)
    if plot.has_blind_temples:
        kinds = (players,) * len(GearKind)
        scene = msgspec.structs.replace(scene, unseen=kinds, kinds=kinds)
    return scene


@cache
def cooled(track: tuple[CountdownStep, ...]) -> tuple[CountdownStep, ...]:
    """The track as the first of two countdowns has it: lava only."""
    return tuple(
        step if step.event == "lava" else msgspec.structs.replace(step, event="blank") for step in track
    )
