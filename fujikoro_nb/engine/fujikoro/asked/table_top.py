"""What lies on the table: everything that a game is, as far as nobody fights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked import dens
from fujikoro_nb.engine.fujikoro.asked.characters import CharacterFrame
from fujikoro_nb.engine.fujikoro.asked.countdowns import Run, begins_final
from fujikoro_nb.engine.fujikoro.asked.fight import FightFrame
from fujikoro_nb.engine.fujikoro.asked.game import Occasion, PlayFrame
from fujikoro_nb.engine.fujikoro.asked.group import GroupFrame
from fujikoro_nb.engine.fujikoro.asked.rest import Claim, Craft, EndOfAction, Rest
from fujikoro_nb.engine.fujikoro.asked.scenario import SceneFrame
from fujikoro_nb.engine.fujikoro.asked.staged import Staged
from fujikoro_nb.engine.fujikoro.board.box import Charts, Peeked, Piles
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    SPACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    kind_of,
)
from fujikoro_nb.engine.fujikoro.board.layers import SPECIAL_LEVELS, fits_layer, is_special, weights
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Bonus, Samurai
from fujikoro_nb.engine.fujikoro.board.scene import cooled
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_TEETH,
    Blueprint,
    CountdownStep,
    Dragon,
    ScrollCard,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.kernel import Event, Quiet, Seat, awake, cites, event, push

MOST_ON_A_SPACE = 2
"""map.capacity.two"""

_INDEX = {one.id: index for index, one in enumerate(PLACES)}
_PLACE_OF = {one.id: _INDEX[one.place] for one in SPACES}
"""The index of the place of each space."""
_FIXED = frozenset(one.id for one in PLACES if one.kind != PlaceKind.VOLCANO)
"""Places that are there from the start."""
CENTRE = SpaceId("centre")

_BARE: tuple[LaidTile | None, ...] = (None,) * len(PLACES)


class TableTop(Staged, frozen=True):
    """Everything on the table. Components lie in exactly one place: in `piles`, on the mountain or with a seat."""

    agenda: tuple[
        PlayFrame
        | GroupFrame
        | CharacterFrame
        | SceneFrame
        | FightFrame
        | Rest
        | Craft
        | Claim
        | EndOfAction,
        ...,
    ] = ()
    mode: Mode = COMPETITIVE
    is_described: bool = False
    """Whether the real box is played with, so that whoever draws may describe what came up."""
    charts: Charts = Charts()
    piles: Piles = Piles()
    samurai: tuple[Samurai, ...] = ()
    ground: tuple[LaidTile | None, ...] = _BARE
    """One for each of `geometry.PLACES`; None on unexplored places and where no volcano tile belongs."""
    lava: tuple[SpaceId, ...] = ()
    """Spaces with a lava tile, sorted; printed lava is not among them."""
    temples: tuple[tuple[Blueprint, ...], ...] = ((), (), ())
    scrolls: tuple[ScrollCard, ...] = ()
    """The face-up ones."""
    scroll_discards: tuple[ScrollCard, ...] = ()
    peeked: tuple[Peeked, ...] = ()
    """One a stack at most; forgotten when that tile is drawn."""
    countdown: int = 0
    """Spaces that the countdown token has advanced (setup.countdown.start)."""
    marker: Seat | None = None
    """The seat whose turn ends drive the countdown; None before the Final Chapter."""
    bonuses: tuple[Bonus, ...] = ()
    """What has been handed in to the shogun, in order; the discs on the single places (bonus.space.single)."""
    quiet: tuple[Quiet, ...] = ()
    group: Party | UnsetType = UNSET
    """What a group has in common; not there, and not written down, where everybody plays alone."""

    # ---- seats

    def with_samurai(self, seat: Seat, samurai: Samurai) -> Self:
        """The state with one samurai replaced."""
        return msgspec.structs.replace(
            self, samurai=(*self.samurai[:seat], samurai, *self.samurai[seat + 1 :])
        )

    def with_player(self, seat: Seat, board: Board, samurai: Samurai) -> Self:
        """The state with one board and its samurai replaced."""
        return msgspec.structs.replace(
            self,
            boards=(*self.boards[:seat], board, *self.boards[seat + 1 :]),
            samurai=(*self.samurai[:seat], samurai, *self.samurai[seat + 1 :]),
        )

    def moved(self, seat: Seat, to: SpaceId) -> Self:
        """The state with a figure on another space."""
        return self.with_samurai(seat, msgspec.structs.replace(self.samurai[seat], space=to))

    def is_conscious(self, seat: Seat) -> bool:
        """Whether a samurai is on the mountain and on their feet."""
        samurai = self.samurai[seat]
        return samurai.is_conscious and samurai.is_on_map

    @cites("char.general.coop-no-points")
    def award(self, seat: Seat, victory_points: int) -> tuple[Self, tuple[Event, ...]]:
        """Points from whatever source; the first to have enough of them gets the marker of the Final Chapter."""
        if not self.has_points:
            return self, ()
        samurai = self.samurai[seat]
        samurai = msgspec.structs.replace(samurai, score=samurai.score + victory_points)
        state = self.with_samurai(seat, samurai)
        enough, scene = self.mode.final_points, self.scene
        if scene is not UNSET and scene.plot.lava_points:
            run = Run(scene, state.marker, state.countdown)
            later, events = run.after(seat, samurai.score, enough, state.charts.track, state.rulings)
            return (state if later is run else msgspec.structs.replace(state, **later._asdict())), events
        if not begins_final(state.marker, samurai.score, enough=enough):
            return state, ()
        begun = event("final-chapter", "final.trigger", seat=int(seat), points=samurai.score)
        return msgspec.structs.replace(state, marker=seat), (begun,)

    def scrolls_of(self, seat: Seat) -> tuple[ScrollCard, ...]:
        """The scrolls that a samurai holds."""
        return self.samurai[seat].scrolls

    def with_scrolls(
        self, seat: Seat, scrolls: tuple[ScrollCard, ...], *, discarded: tuple[ScrollCard, ...] = ()
    ) -> Self:
        """The state with these scrolls of a samurai, and those on the discards."""
        state = self.with_samurai(seat, msgspec.structs.replace(self.samurai[seat], scrolls=scrolls))
        return msgspec.structs.replace(state, scroll_discards=(*self.scroll_discards, *discarded))

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours in play, by seat."""
        return tuple(samurai.colour for samurai in self.samurai)

    @property
    @cites("coop.play.no-victory-points")
    def has_points(self) -> bool:
        """Whether points are counted at all."""
        return self.mode.said.has_points

    def points(self, points: int) -> int:
        """So many points, or none where none are counted."""
        return points if self.has_points else 0

    @property
    @cites("turn.two-actions", "coop.play.turn-as-usual")
    def actions(self) -> int:
        """Actions of a turn."""
        return self.mode.actions

    @property
    @cites("variant.peaceful", "variant.peaceful.joint-dragons", "coop.play.no-samurai-combat")
    def allows_duels(self) -> bool:
        """Whether samurai may fight each other at all."""
        return self.mode.may_duel

    # ---- the mountain

    def tile_on(self, place_id: PlaceId) -> LaidTile | None:
        """The volcano tile on a place."""
        return self.ground[_INDEX[place_id]]

    def with_tile(self, place_id: PlaceId, tile: LaidTile | None) -> Self:
        """The state with a tile laid or changed."""
        index = _INDEX[place_id]
        return msgspec.structs.replace(self, ground=(*self.ground[:index], tile, *self.ground[index + 1 :]))

    @cites("setup.map.fixed-tiles", "map.unexplored")
    def is_revealed(self, place_id: PlaceId) -> bool:
        """Whether a tile lies there: a fixed one from the start, a volcano tile once explored."""
        return place_id in _FIXED or self.ground[_INDEX[place_id]] is not None

    @cites("map.lava.printed")
    def is_lava(self, space_id: SpaceId) -> bool:
        """Printed lava, or a lava tile on a number that has erupted."""
        tile = self.ground[_PLACE_OF[space_id]]
        if tile is None:
            return False
        return tile.face(int(space_id[-1])).kind == SpaceKind.LAVA or space_id in self.lava

    @property
    @cites("scenario.3.competitive.lava-phase-trigger", "scenario.3.coop.lava-phase")
    def track(self) -> tuple[CountdownStep, ...]:
        """What the spaces of the countdown track bring now: of two countdowns the first brings nothing but lava."""
        scene, track = self.scene, self.charts.track
        return cooled(track) if scene is not UNSET and scene.is_warm else track

    @property
    def is_final_chapter(self) -> bool:
        """Whether the Final Chapter has begun: somebody has the marker, and not for the first of two countdowns."""
        scene = self.scene
        return self.marker is not None and (scene is UNSET or not scene.is_warm)

    def has_erupted(self, number: int) -> bool:
        """Whether a countdown has passed this lava number."""
        scene = self.scene
        passed = self.countdown if scene is UNSET else max(self.countdown, scene.ran)
        return any(step.event == "lava" and step.lava == number for step in self.charts.track[:passed])

    def has_happened(self, what: str) -> bool:
        """Whether the countdown has brought the ``rope`` or the ``end``."""
        passed = self.countdown
        return passed > 0 and any(step.event == what for step in self.track[:passed])

    @property
    @cites("final.event.rope")
    def has_rope(self) -> bool:
        """Whether the rope covers what the central tile has to offer."""
        return self.has_happened("rope")

    @property
    @cites("final.event.end", "final.track.length")
    def is_over(self) -> bool:
        """Whether the countdown has reached its last space; nobody has a turn any more."""
        return self.has_happened("end")

    @cites("gearcard.bonus.peek")
    def drawable(self, level: str) -> tuple[Tile, ...]:
        """The tiles of a level that can come next: the one on top where somebody has looked, else the whole stack."""
        return tuple(tile for tile, _ in self.weighed(level))

    def weighed(self, level: str) -> tuple[tuple[Tile, int], ...]:
        """The same with how probable each is: a pile in layers hides its special tile in one of them."""
        top = next((one.tile for one in self.peeked if one.level == level), None)
        pile = self.piles.tiles_of(level) if top is None else (top,)
        cover = self.cover_of(level)
        if top is not None or cover is None:
            return tuple([(tile, 1) for tile in pile])
        if self.is_described:
            return tuple([(tile, 1) for tile in pile if self.fits_pile(tile)])
        return weights(pile, drawn=len(self.laid_of(level)), top=cover)

    def fits_pile(self, tile: Tile) -> bool:
        """Whether this tile can be the next of its level, as the piles were built."""
        cover, laid = self.cover_of(tile.level), self.laid_of(tile.level)
        return cover is None or fits_layer(
            tile, drawn=len(laid), top=cover, is_out=any(map(is_special, laid))
        )

    def cover_of(self, level: str) -> int | None:
        """How many tiles lie above the packet of this level's pile; None for a plain pile."""
        tops = self.mode.said.pile_tops
        return tops[self.players - 1] if tops and level in SPECIAL_LEVELS else None

    def laid_of(self, level: str) -> tuple[Tile, ...]:
        """The tiles of a level that came out of their pile."""
        return tuple([laid.tile for laid in self.ground if laid is not None and laid.tile.level == level])

    @cites("map.safe-tiles")
    def is_safe(self, space_id: SpaceId) -> bool:
        """Whether samurai leave each other alone here."""
        kind = kind_of(space_id)
        if kind == PlaceKind.BRIDGE:
            return self.rulings.reading("map.safe-tiles") == "with-bridges"
        if kind == PlaceKind.VOLCANO:
            return False
        return self.scene is UNSET or self.guard_on(space_id) is None

    @cites("map.dragon.one-per-tile")
    def dragon_on(self, space_id: SpaceId) -> Dragon | None:
        """The dragon that defends this space, wherever on its tile it is."""
        tile = self.ground[_PLACE_OF[space_id]]
        if tile is None:
            return None if self.scene is UNSET or space_id != CENTRE else dens.dragon_at(self, dens.HEART)
        return tile.dragon

    def samurai_on(self, space_id: SpaceId, *, but: Seat) -> tuple[Seat, ...]:
        """The other seats whose figures stand or lie on a space, in turn order from ``but``."""
        if space_id not in [samurai.space for seat, samurai in enumerate(self.samurai) if seat != but]:
            return ()
        others = self.in_turn_order(but)[1:]
        return tuple([seat for seat in others if self.samurai[seat].space == space_id])

    @cites(
        "map.capacity.two",
        "map.capacity.safe-exempt",
        "map.capacity.unconscious",
        "coop.play.two-per-space",
    )
    def has_room(self, space_id: SpaceId, *, for_seat: Seat) -> bool:
        """Whether one more figure finds room; one that lies there counts too."""
        is_fixed = kind_of(space_id) != PlaceKind.VOLCANO
        if is_fixed and self.party is not None:
            is_bounded = self.rulings.reading("coop.play.two-per-space") == "centre-exempt"
            is_fixed = not is_bounded or space_id == CENTRE
        if is_fixed and self.rulings.reading("map.capacity.safe-exempt") == "exempt":
            return True
        others = [one.space for seat, one in enumerate(self.samurai) if seat != for_seat]
        return others.count(space_id) < MOST_ON_A_SPACE

    # ---- windows

    def opened(self, moment: str, order: tuple[Seat, ...]) -> tuple[Self, tuple[Occasion, ...]]:
        """The state and the frames of a window: none when no seat in ``order`` owns a scroll or a token."""
        state = msgspec.structs.replace(self, quiet=awake(self.quiet, moment)) if self.quiet else self
        owners = tuple(
            [seat for seat in order if self.samurai[seat].scrolls or self.samurai[seat].adventures]
        )
        return state, (Occasion(moment, owners),) if owners else ()

    def with_window(self, moment: str, order: tuple[Seat, ...]) -> Self:
        """The state with a window on top of the agenda."""
        state, windows = self.opened(moment, order)
        return push(state, *windows)

    # ---- dragons that walk

    @property
    @cites("scenario.2.competitive.status-tokens-apply")
    def do_dragons_walk(self) -> bool:
        """Whether dragons sleep, wake and walk: those of a group, in a scenario among rivals too."""
        return self.mode.said.dragons_move or self.plot.dragons_march

    @property
    def asleep(self) -> tuple[str, ...]:
        """The dragons, by name, whose status token shows that side."""
        party = self.party
        return self.staged.asleep if party is None else party.asleep

    @property
    def awake(self) -> tuple[str, ...]:
        """Those whose token shows the other one; without a token a dragon walks."""
        party = self.party
        return self.staged.awake if party is None else party.awake

    def with_statuses(self, asleep: tuple[str, ...], awake: tuple[str, ...]) -> Self:
        """The state with these status tokens beside dragons."""
        party = self.party
        if party is None:
            return self.with_scene(msgspec.structs.replace(self.staged, asleep=asleep, awake=awake))
        return self.with_party(msgspec.structs.replace(party, asleep=asleep, awake=awake))

    @property
    @cites("scenario.2.competitive.choice-maker")
    def first_of_round(self) -> Seat:
        """Who has the first turn of a round, where rounds begin or end with something."""
        party = self.party
        return self.staged.first if party is None else party.first

    # ---- a group

    @property
    def party(self) -> Party | None:
        """What the group has in common; None where everybody plays alone."""
        group = self.group
        return None if group is UNSET else group

    def with_party(self, party: Party) -> Self:
        """The state of a group with something else in common."""
        return msgspec.structs.replace(self, group=party)

    @property
    def is_group(self) -> bool:
        """Whether the players fight together against the mountain."""
        return self.mode.said.shares_teeth

    def teeth_of(self, dragon: Dragon) -> int:
        """What this group's board prints for the dragon, else the number that we chose."""
        board = self.charts.group
        if board is UNSET:
            return super().teeth_of(dragon)
        return dict(zip(DRAGON_TEETH, board.teeth, strict=True))[dragon.colour]

    @property
    def first(self) -> Seat:
        """From whom everybody is counted where it is nobody's turn: who drives the countdown, or begins the rounds."""
        if self.party is not None:
            return self.party.first
        assert self.marker is not None, "the countdown runs for a marked player"
        return self.marker

    @property
    @cites("coop.rounds.first-player-escaped", "solo.mode.coop-rules")
    def spokesman(self) -> Seat:
        """Who answers for the group: the first player, or the next one who is still on the mountain."""
        order = self.in_turn_order(self.first)
        return next((seat for seat in order if self.samurai[seat].is_on_map), order[0])

    def spokesman_of(self, seats: Sequence[Seat]) -> Seat:
        """The group's, whoever fights."""
        return self.spokesman

    @property
    def is_decided(self) -> bool:
        """Whether the group has won or lost."""
        group = self.group
        return group is not UNSET and group.outcome != ""

    @cites("coop.lives.flip-tile", "coop.lives.second-loss-defeat", "scenario.8.solo.loss")
    def with_life_lost(self, seat: Seat) -> Self:
        """The state with one life of a samurai less; the game is lost with its last one."""
        assert self.party is not None, "only a group has lives"
        return self.with_party(self.party.with_life_lost(seat))

    @property
    def has_lives(self) -> bool:
        """Whether who is knocked out stands up elsewhere, as long as it has lives."""
        return self.mode.said.lives > 0
