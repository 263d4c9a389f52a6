"""What differs from mode to mode and from agreement to agreement, as one object that the rules ask.

A mode is data, so that a save holds it. A rule asks for the answer it needs and never which mode it is. What is not
said is as in the competitive game. How many pieces there are is the box's: the packs say it, and the rules' numbers.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.components import CountdownStep, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import cites

ROPE, EXIT = "rope", "exit"
"""The two ways off the mountain."""

LEGEND, ALL_OUT, MAGIC_EACH, MAGIC_SET = "legend", "all-out", "magic-each", "magic-set"
POINTS, BY_ROPE, DRAGONS = "points", "by-rope", "dragons"
CAPTURE, FALLEN = "capture", "fallen"
"""What a group may have to reach; `rules.group.goals` says when it has."""


class Rounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clock that a group shares: a token that goes one space further at the start of each round."""

    normal: tuple[int, ...]
    """Rounds before the eruption by number of players, from one on (coop.rounds.limit); empty where the clock is
    another one."""
    with_adventures: int = 0
    """What adventure tokens add to them (coop.rounds.adventure-minus-two)."""
    final: tuple[CountdownStep, ...] = ()
    """What each round after the eruption opens with (coop.final.lava-events)."""

    @property
    def is_clock(self) -> bool:
        """Whether rounds are counted until there are no more."""
        return bool(self.normal)

    @cites("coop.rounds.asymmetric-no-change")
    def before_eruption(self, players: int, *, has_adventures: bool) -> int:
        """How many rounds are played before the final ones, whoever plays them."""
        return self.normal[players - 1] + (self.with_adventures if has_adventures else 0)


class Together(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a mode says of a group; the defaults hold where everybody plays alone."""

    # ---- the driver and its clock

    rounds: Rounds | None = None
    """Whole rounds with a clock of their own; without them turn follows turn, and a marked player's turns are the
    clock."""

    # ---- what is played for

    has_points: bool = True
    """Whether there are points, a ranking by them and a shogun who gives some (coop.play.no-victory-points)."""
    goals: tuple[str, ...] = ()
    """All of them together win the game for everybody, at once (coop.end.win-immediately)."""
    ways_out: tuple[str, ...] = (ROPE, EXIT)
    """coop.goal.everyone-escaped"""
    is_exit_guarded: bool = False
    """Whether the secret exit opens with the end of the legendary dragon, not with the Final Chapter
    (coop.goal.escape-after-legendary, coop.goal.exit-any-round)."""

    # ---- what being knocked out means

    lives: int = 0
    """Who is knocked out loses one and stands up elsewhere at once; without any it lies there until its turn."""

    # ---- what the players have together

    dragons_move: bool = False
    """Whether dragons sleep, wake and walk (coop.dragon.asleep-on-reveal)."""
    shares_teeth: bool = False
    """Whether dragon teeth go to the fighters together (coop.combat.teeth-from-dice-shared)."""
    may_trade: bool = False
    """coop.trade.same-space"""
    has_any_blueprints: bool = False
    """Whether several blueprints of one kind may be held (coop.blueprint.unlimited)."""

    # ---- how it begins

    deals_gear_cards: bool = False
    """Whether everybody begins with a gear card and its piece (coop.setup.starting-gear-card)."""
    pile_tops: tuple[int, ...] = ()
    """Tiles above the four among which the special one is, by number of players from one on; empty for plain piles
    (coop.setup.pile-1-2-players and the two after it)."""


ALONE = Together()
"""No group."""


class Mode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The competitive game with symmetric boards; other modes are other values."""

    name: str = "competitive"
    fewest_players: int = 2
    most_players: int = 6
    actions: int = 2
    """turn.two-actions"""
    may_duel: bool = True
    """False in the peaceful variant (variant.peaceful)."""
    has_adventures: bool = False
    """setup.option.adventure"""
    hexagons_from: int = 5
    """With fewer players there are no hexagonal tokens (explore.fill.hex)."""
    start_monks: tuple[int, ...] = (1, 1, 1, 1, 1, 2)
    """By number of players, from one on (setup.player.start-monks)."""
    start_cubes: Cubes = Cubes(wood=2, metal=2)
    """For the first weapon (setup.player.kit)."""
    scroll_discs: int = 7
    """setup.player.scroll-discs"""
    tile_points: tuple[int, int, int] = (0, 1, 2)
    """For a tile of level I, II and III (explore.vp)."""
    final_points: int = 30
    """Whoever has so many first begins the Final Chapter (final.trigger)."""

    together: Together | UnsetType = UNSET
    """What else is said of a group; not there, and not written down, where everybody plays alone."""

    @property
    def said(self) -> Together:
        """What is said of a group, or what holds where everybody plays alone."""
        together = self.together
        return ALONE if together is UNSET else together

    @property
    def rounds(self) -> Rounds | None:
        """Whole rounds with a clock of their own, if they are played."""
        return self.said.rounds

    def monks(self, players: int) -> int:
        """How many monks each board begins with."""
        return self.start_monks[players - 1]


COMPETITIVE = Mode()
PEACEFUL = Mode(name="peaceful", may_duel=False)


def _step(number: int, event: str, lava: int = 0) -> CountdownStep:
    return CountdownStep(number, event, lava, Provenance.HOUSE)


COOP = Mode(
    name="coop",
    fewest_players=1,
    may_duel=False,
    tile_points=(0, 0, 0),
    together=Together(
        rounds=Rounds(
            normal=(25, 20, 20, 20, 20, 20),
            with_adventures=-2,
            final=(
                *(_step(number, "lava", number) for number in range(1, 6)),
                *(_step(number, "blank") for number in range(6, 9)),
            ),
        ),
        has_points=False,
        goals=(LEGEND, ALL_OUT, MAGIC_EACH, MAGIC_SET),
        ways_out=(EXIT,),
        is_exit_guarded=True,
        lives=2,
        dragons_move=True,
        shares_teeth=True,
        may_trade=True,
        has_any_blueprints=True,
        deals_gear_cards=True,
        pile_tops=(4, 4, 6, 6, 8, 8),
    ),
)
"""One to six against the mountain (coop.mode.players)."""
SOLO = msgspec.structs.replace(COOP, name="solo", most_players=1)
"""The same with one player, who decides for the group (solo.mode.coop-rules)."""
