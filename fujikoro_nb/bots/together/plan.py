"""The plan of a group, read off what lies on the table: everybody who reads it comes to the same one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil

from fujikoro_nb.bots.together.hunt import is_wanted
from fujikoro_nb.bots.together.strength import Arm, Forecast, arm_of, forecast
from fujikoro_nb.engine.fujikoro.asked.dens import HEART, dens, dragon_at
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    SPACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    neighbour_places,
    neighbours,
    place,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Dragon, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.modes import ALL_OUT, CAPTURE, DRAGONS, LEGEND, MAGIC_EACH, MAGIC_SET
from fujikoro_nb.engine.fujikoro.rules.fights.combat import health_at_start
from fujikoro_nb.engine.fujikoro.rules.group.goals import GOALS, goals_of
from fujikoro_nb.engine.fujikoro.rules.group.rounds import rounds_left, seats_of_round
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of, seen_by_dragons
from fujikoro_nb.engine.kernel import Seat

_TOOTH = 1.6
_BROKEN, _BROKEN_ALONE = 0.8, 1.4
"""What a cube costs that a fight takes; who is alone strikes with nothing else until it is there again."""
_DAMAGE = 0.75
"""Cubes of a helmet that each die of a dragon takes, on average."""
MEETING = 9
"""Rounds before the end from which the group comes together, strong or not."""
NEARLY = 0.6
"""The group comes together when its chance is so near to what it wants: on the way all mend and build."""
_SURE, _BOLD = 0.75, 0.1
_LAST_LIFE, _FIRST_LIFE = 0.1, -0.2
"""How much surer of a fight against a guard one is who has one life left, or two: what it lost stays lost."""
EARLY, LATE, LATE_ALONE = 14, 4, 9
"""How likely the last fight has to be won while so many rounds are left, and at the end."""


NOT_SOON = 20
"""Rounds that a group counts on as long as nobody knows when its game ends."""


class Phase(StrEnum):
    """What the group does now."""

    GROW = "grow"
    """Look for cubes, blueprints, the exit and the legendary dragon."""
    MEET = "meet"
    """Come together beside the legendary dragon, and attack."""
    HOME = "home"
    """It is beaten: mend what is missing and leave."""


class Plan:
    """What the group knows and wants. Nothing of it is kept from one question to the next."""

    def __init__(self, state: GameState) -> None:
        party = state.party
        assert party is not None, "a group plans"
        self.state = state
        self.party = party
        self.arms = tuple(arm_of(board, state.dice, state.rulings) for board in state.boards)
        self.here = tuple(seat for seat in map(Seat, range(state.players)) if state.samurai[seat].is_on_map)
        left = rounds_left(state)
        self.left = NOT_SOON if left is None else left
        """Rounds after this one."""
        self.legend, self.lair = self._quarry()
        self.exit = _exit(state)
        self.is_loose = self.legend is not None and self.legend.id not in party.asleep
        """Whether the legendary dragon walks at the beginning of the next round."""
        self.attack = self.lure = 0.0
        if self.legend is not None:
            may_attack = self.lair == HEART or not is_wanted(state, self.legend)
            self.attack = self.of_legend(self.here).win if may_attack else 0.0
            self.lure = self.fight(self.here, self.legend, is_defence=True).win
        self.chance = max(self.attack, self.lure)
        self.phase = self._phase()

    def _quarry(self) -> tuple[Dragon | None, PlaceId | None]:
        """The legendary dragon; once it is beaten, where none may be left, the weakest of the others."""
        if not (self.party.has_beaten_legend and self.clears):
            return _legend(self.state)
        left = [(den.dragon.health, den.at, den.dragon) for den in dens(self.state)]
        _, at, dragon = min(left, key=lambda one: one[:2], default=(0, None, None))
        return dragon, at

    def _phase(self) -> Phase:
        if self.state.plot.guards:
            return Phase.GROW if self.state.guards_left else Phase.HOME
        if self.party.has_beaten_legend:
            return Phase.HOME if self.legend is None or not self.clears else Phase.MEET
        is_due = self.left <= MEETING and not self.unheld()
        if self.legend is not None and (self.chance >= NEARLY * self.least or is_due):
            return Phase.MEET
        return Phase.GROW

    @property
    def least(self) -> float:
        """How likely the last fight has to be won before the group goes for it; time makes bold."""
        if self.left >= EARLY:
            return _SURE
        late = LATE if self.state.players > 1 else LATE_ALONE
        return _BOLD + max(0, self.left - late) * (_SURE - _BOLD) / (EARLY - late)

    @property
    def least_alone(self) -> float:
        """How likely a fight against a guard has to be won; time makes bold."""
        return max(_BOLD, self.least + (_LAST_LIFE if 1 in self.party.lives else _FIRST_LIFE))

    @property
    def is_hunt(self) -> bool:
        """Whether all go to the central tile now, because the legendary dragon has to be caught there."""
        return self.legend is not None and self.phase == Phase.MEET and is_wanted(self.state, self.legend)

    def of_legend(self, seats: tuple[Seat, ...]) -> Forecast:
        """The fight of these against the legendary dragon."""
        assert self.legend is not None, "asked when it is known"
        return self.fight(seats, self.legend)

    def fight(self, seats: tuple[Seat, ...], dragon: Dragon, *, is_defence: bool = False) -> Forecast:
        """How a fight of these will go."""
        state = self.state
        health = health_at_start(state, dragon) - is_wanted(state, dragon) * state.plot.captured_at
        arms: list[Arm] = [self.arms[seat] for seat in seats]
        return forecast(arms, health, dragon.dice, dragon.initiative, state.dice, is_defence=is_defence)

    @property
    def sought(self) -> frozenset[str]:
        """Levels of tiles under which something lies that the group has to find: the exit, the legendary dragon."""
        is_unseen = self.wants_legend and self.legend is None and not self.party.has_beaten_legend
        is_shut_in = self.wants_exit and self.exit is None
        return frozenset(["II"] * is_shut_in + ["III"] * is_unseen)

    def of_guard(self, seat: Seat, guard: Seat) -> Forecast:
        """The fight of this samurai against a guard: as with a dragon of as many hits and as much health."""
        state = self.state
        board = state.fighter(guard)
        arm = arm_of(board, state.dice, state.rulings)
        tooth = state.die("T")
        dice = max(1, round(arm.hits * len(tooth.faces) / max(1, sum(face.hits for face in tooth.faces))))
        health = absorption(board.gear, GearKind.HELMET, rulings=state.rulings) + 1
        dice = dice if arm.hits else 0
        return forecast([self.arms[seat]], health, dice, arm.initiative, state.dice, is_defence=False)

    # ---- who is where

    def is_at_hand(self, seat: Seat, lair: PlaceId) -> bool:
        """Whether this samurai can join a fight for that tile from where it stands."""
        return bool(doors(self.state, seat, self.state.samurai[seat].space, lair))

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who still has a turn in this round after this one."""
        return seats_of_round(self.state)

    # ---- the goals

    def has_set(self) -> bool:
        """Whether the group's set of magical gear is complete, or not needed."""
        return not self.missing_kinds()

    @property
    def wants_legend(self) -> bool:
        """Whether the legendary dragon has to be beaten, or caught."""
        return any(goal in (LEGEND, CAPTURE) for goal in goals_of(self.state))

    @property
    def wants_exit(self) -> bool:
        """Whether everybody has to leave by the secret exit."""
        return ALL_OUT in goals_of(self.state)

    @property
    def clears(self) -> bool:
        """Whether every dragon that was revealed has to be beaten."""
        return DRAGONS in goals_of(self.state)

    def owes_magic(self, seat: Seat) -> bool:
        """Whether this samurai has to wear something magical before it leaves, and does not."""
        return MAGIC_EACH in goals_of(self.state) and not self.is_magical(seat)

    def missing_kinds(self) -> tuple[GearKind, ...]:
        """The kinds of gear that nobody has with magic; none where the group needs none."""
        if MAGIC_SET not in goals_of(self.state):
            return ()
        return tuple(
            kind for kind, is_met in zip(GearKind, GOALS[MAGIC_SET](self.state), strict=True) if not is_met
        )

    def unheld(self) -> frozenset[GearKind]:
        """The kinds of gear that nobody has with magic, and for which nobody on the mountain holds a blueprint."""
        held = {one.kind for seat in self.here for one in self.state.boards[seat].blueprints}
        return frozenset(self.missing_kinds()) - held

    def lacking(self, seat: Seat, board: Board | None = None) -> Cubes | None:
        """The cubes that a samurai lacks for the magic that it still owes the group: of the pattern that lacks fewest.

        None where it owes none, or holds no blueprint for it. ``board``: as if its board were this one.
        """
        board = board or self.state.boards[seat]
        owed = self._owed(seat, board)
        return None if owed is None else owed.surplus_over(board.backpack.cubes)

    def _owed(self, seat: Seat, board: Board) -> Cubes | None:
        """What has to come out of the backpack or be gathered for the pattern that lacks fewest cubes."""
        if self.state.players == 1 and self.phase == Phase.HOME and self.missing_kinds():
            return self._all_owed(board)
        kinds = self.missing_kinds() if self.is_magical(seat) else tuple(GearKind)
        found = [
            one.pattern.cubes.surplus_over(board.gear.layout(one.kind).cubes)
            for one in board.blueprints
            if one.kind in kinds and not board.gear.is_magical(one.kind)
        ]
        held = board.backpack.cubes
        return min(found, key=lambda owed: len(owed.surplus_over(held)), default=None)

    def _all_owed(self, board: Board) -> Cubes | None:
        """The same for who is alone and on the way home: for every kind that is missing, none of the cubes twice.

        Of a kind without a blueprint counts what lies openly in a temple: its cubes are kept until it is fetched.
        """
        needed: list[Cubes] = []
        for kind in self.missing_kinds():
            offered = (one.pattern for temple in self.state.temples for one in temple if one.kind == kind)
            pattern = min(board.patterns(kind) or offered, key=len, default=None)
            if pattern is not None:
                needed.append(pattern.cubes.surplus_over(board.gear.layout(kind).cubes))
        return sum(needed, start=Cubes()) if needed else None

    def idle(self, seat: Seat) -> Cubes:
        """The cubes in a backpack without which no more would be lacking for the magic that is still owed."""
        board = self.state.boards[seat]
        return board.backpack.cubes.surplus_over(self._owed(seat, board) or Cubes())

    def is_magical(self, seat: Seat) -> bool:
        """Whether this samurai wears anything magical."""
        return any(map(self.state.boards[seat].gear.is_magical, GearKind))


def doors(state: GameState, seat: Seat, at: SpaceId, lair: PlaceId) -> tuple[SpaceId, ...]:
    """The spaces of a tile onto which one can step from a space beside it."""
    if not at or space(at).place == lair:
        return ()
    return tuple(
        to
        for to in neighbours(at)
        if space(to).place == lair and not state.is_lava(to) and state.has_room(to, for_seat=seat)
    )


def _legend(state: GameState) -> tuple[Dragon | None, PlaceId | None]:
    return next(((den.dragon, den.at) for den in dens(state) if den.dragon.is_legendary), (None, None))


def _exit(state: GameState) -> SpaceId | None:
    for one in SPACES:
        laid = state.tile_on(one.place)
        if laid is not None and laid.face(int(one.id[-1])).kind == SpaceKind.EXIT:
            return one.id
    return None


# ---- dangers


class Threats:
    """The dragons that walk at the beginning of the next round, and whom they would come to."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        state = plan.state
        asleep = plan.party.asleep
        self.loose: dict[PlaceId, Dragon] = {
            den.at: den.dragon for den in dens(state) if den.dragon.id not in asleep
        }
        self._known: dict[tuple[Seat, PlaceId, bool], float] = {}

    def risk(self, seat: Seat, at: SpaceId, *, is_won: bool = False) -> float:
        """Worth of the life that may be lost by standing there as the next round begins.

        ``is_won``: after a fight there that the dragon has lost.
        """
        here = space(at).place
        key = (seat, here, is_won)
        if key not in self._known:
            self._known[key] = self._risk(seat, here, is_won=is_won)
        return self._known[key]

    def _risk(self, seat: Seat, here: PlaceId, *, is_won: bool) -> float:
        state = self._plan.state
        if not self.loose or is_hidden(state, here):
            return 0.0
        beside = neighbour_places(here)
        near = [self.loose[at] for at in (*beside, *(() if is_won else (here,))) if at in self.loose]
        later = self._later(seat, here, beside)
        total = 0.0
        others = tuple(
            one for one in self._plan.here if one != seat and space(state.samurai[one].space).place == here
        )
        for dragon in near:
            party = tuple(sorted((seat, *others)))
            fight = self._plan.fight(party, dragon, is_defence=True)
            fallen = fight.fallen[party.index(seat)]
            net = spoils(self._plan, party, dragon, fight, is_defence=True)
            total += fallen * life_worth(self._plan, seat) + max(0.0, -net)
            if is_wanted(state, dragon) and here != HEART:
                total += life_worth(self._plan, seat)  # nobody wins there
        return total + later

    def _later(self, seat: Seat, here: PlaceId, beside: Sequence[PlaceId]) -> float:
        """What dragons two tiles away may cost whoever has one life left: a round later it may stand in a corner."""
        plan = self._plan
        if plan.party.lives[seat] > 1 or plan.state.players == 1:
            return 0.0
        far = {to for at in beside for to in neighbour_places(at)} - {here, *beside}
        fallen = [
            plan.fight((seat,), self.loose[at], is_defence=True).fallen[0] for at in far & set(self.loose)
        ]
        return LATER * life_worth(plan, seat) * max(fallen, default=0.0)


def spoils(
    plan: Plan, party: tuple[Seat, ...], dragon: Dragon, fight: Forecast, *, is_defence: bool = False
) -> float:
    """What a fight brings each of the party: teeth of the dragon and its dice, less the cubes that it takes."""
    hits = sum(plan.arms[seat].hits for seat in party)
    attacks = ceil(health_at_start(plan.state, dragon) / max(1.0, hits))
    slowest = min(plan.arms[seat].initiative for seat in party)
    is_first = slowest > dragon.initiative or (is_defence and slowest == dragon.initiative)
    suffered = max(0, attacks - is_first)
    broken = attacks * hits / 6 / len(party) + suffered * dragon.dice * _DAMAGE
    teeth = fight.win * (plan.state.teeth_of(dragon) + suffered * dragon.dice / 6) / len(party)
    return _TOOTH * teeth - (_BROKEN if plan.state.players > 1 else _BROKEN_ALONE) * broken


LATER = 0.2
"""How much a dragon counts that is two tiles away."""
LIFE, LIFE_ALONE, LAST_LIFE = 18.0, 36.0, 50.0
"""A life, while there is another one; who is alone has half of all lives, and all gear, in it."""


def life_worth(plan: Plan, seat: Seat) -> float:
    """What the life that this samurai would lose now is worth."""
    if plan.party.lives[seat] < 2:
        return LAST_LIFE
    return LIFE if plan.state.players > 1 else LIFE_ALONE


def harm(plan: Plan, dragon: str, at: str) -> float:
    """Worth of the lives that a dragon may cost on this tile."""
    state = plan.state
    here = tuple(seat for seat in plan.here if space(state.samurai[seat].space).place == at)
    lair = lair_of(state, dragon)
    beast = dragon_at(state, lair) if lair is not None else None
    if not here or beast is None:
        return 0.0
    fight = plan.fight(here, beast, is_defence=True)
    return sum(fallen * life_worth(plan, seat) for seat, fallen in zip(here, fight.fallen, strict=True)) - (
        1.0 - min(1.0, sum(fight.fallen))
    )


def is_hidden(state: GameState, here: PlaceId) -> bool:
    """Whether no dragon sees whoever stands on this place, as the table plays it."""
    if place(here).kind == PlaceKind.VOLCANO:
        return False
    there = state.moved(Seat(0), spaces_of(here)[0].id)
    return here not in seen_by_dragons(there)
