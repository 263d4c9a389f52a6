"""Samurai against samurai, exactly, for stated fixed play.

What the weapons of one do to the helmet of the other is a chain of its own: nothing in it depends on the other pair.
Both chains run until one of the two is knocked out, surrenders, or neither can fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, fighting_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.duel import is_mover_first
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import cites
from fujikoro_nb.odds.fight import MAX_DRAGON_DICE, SAMURAI, Aim, Foe, Goal, Samurai, Worth, checked_faces
from fujikoro_nb.odds.policy import FixedPlay, HostilePlay, Strikes, Turn
from fujikoro_nb.odds.progress import Progress, part_of, step_of
from fujikoro_nb.odds.roll import COLOURS, DiceSet, dice_of
from fujikoro_nb.odds.solving import FightOdds, solve_checked
from fujikoro_nb.odds.weapon_states import DEAD

MAX_TURNS = 2_000
TAIL = 1e-13
_ALONE = 0.9
"""Share of the work, as reported, until the play of both is known."""

MOST_HITS = 200
"""No weapon has more hits in one roll."""


class DuelOdds(msgspec.Struct, frozen=True):
    """Odds of a duel. ``method``, ``policy`` and ``error`` are keys of table ``odds``."""

    mover: float
    """Chance that the one who came wins."""
    stander: float
    """Chance that the one who stood there wins."""
    drawn: float
    """Neither has a usable weapon and nobody surrenders (duel.draw-guard)."""
    by_surrender: float
    """Part of the wins that end by a surrender."""
    first: str
    """``mover`` or ``stander``."""
    method: str
    policy: str
    error: str
    uncertainty: float
    """What was not followed."""


class Play(Protocol):
    """Fixed play: classes of weapons and of helmets, by number."""

    start: int
    helmet: int

    def turn(self, node: int, /) -> Turn:
        """Where an attack turn with these weapons may lead."""

    def hit(self, helmet: int, hits: int, /) -> int:
        """The helmet after so many hits; -1 when they knock out."""


class Chain:
    """The attack turns of one samurai against the helmet of the other."""

    def __init__(self, play: Play, target: Play, *, surrenders: bool) -> None:
        self._play, self._target, self._surrenders = play, target, surrenders
        self._live: dict[tuple[int, int], float] = {(play.start, target.helmet): 1.0}
        self.idle = 0.0
        """Chance to be without a usable weapon and still in the duel."""

    @property
    def going(self) -> float:
        """Chance that neither a knockout nor a surrender has come of this chain."""
        return self.idle + sum(self._live.values())

    @property
    def fighting(self) -> float:
        """Chance that this one still fights with a weapon."""
        return sum(chance for (node, _), chance in self._live.items() if node != DEAD)

    def attack(self) -> tuple[float, float]:
        """One more attack turn: the chance that it knocks out, and that it ends in a surrender."""
        out = surrendered = 0.0
        after: dict[tuple[int, int], float] = {}
        for (node, helmet), mass in self._live.items():
            for reached, strikes, chance in self._play.turn(node):
                here = mass * chance
                worn = self._struck(helmet, strikes)
                if worn < 0:
                    out += here
                elif reached != DEAD:
                    after[reached, worn] = after.get((reached, worn), 0.0) + here
                elif self._surrenders:
                    surrendered += here
                else:
                    self.idle += here
        self._live = after
        return out, surrendered

    @cites("duel.rules-base", "duel.defeat")
    def _struck(self, helmet: int, strikes: Strikes) -> int:
        """The helmet pays for one roll after the other."""
        for hits in strikes:
            helmet = self._target.hit(helmet, hits)
            if helmet < 0:
                return -1
        return helmet


@cites("duel.surrender", "duel.draw-guard", "duel.no-teeth")
def solve_duel(
    mover: Samurai,
    stander: Samurai,
    faces: Mapping[str, Die],
    *,
    all_dice: bool = False,
    surrenders: bool = False,
    boosts: tuple[int, int] = (0, 0),
    worth: Worth | None = None,
    progress: Progress | None = None,
) -> DuelOdds:
    """Exact odds of a duel; ``stander`` was there first and wins the tie of initiatives (duel.tie).

    Each plays as well as if alone against a dragon with one health more than the other's helmet absorbs and with as
    many white dice as have the mean hits of the other's usable weapons, rounded, at least one. ``surrenders``: both
    surrender without a usable weapon; else nobody. ``boosts``: initiative that each of them, the mover first, has
    added for this duel.
    """
    alone = part_of(progress, 0.0, _ALONE)
    plays = (
        FixedPlay(reference(mover, stander, faces, worth, all_dice, step_of(alone, 0, 2))),
        FixedPlay(reference(stander, mover, faces, worth, all_dice, step_of(alone, 1, 2))),
    )
    chains = (
        Chain(plays[0], plays[1], surrenders=surrenders),
        Chain(plays[1], plays[0], surrenders=surrenders),
    )
    initiatives = (mover.initiative + boosts[0], stander.initiative + boosts[1])
    policy = f"policy-duel-{'surrender' if surrenders else 'stay'}"
    return solve_chains(chains, *initiatives, policy=policy, progress=progress)


def solve_chains(
    chains: tuple[Chain, Chain], mover: int, stander: int, *, policy: str, progress: Progress | None = None
) -> DuelOdds:
    """The odds of two chains, that of the mover first; the numbers are their initiatives."""
    first = 0 if is_mover_first(mover, stander) else 1
    wins = [0.0, 0.0]
    by_surrender = 0.0
    for turn in range(1, MAX_TURNS + 1):
        for seat in (first, 1 - first):
            waiting = chains[1 - seat].going
            out, surrendered = chains[seat].attack()
            wins[seat] += out * waiting
            wins[1 - seat] += surrendered * waiting
            by_surrender += surrendered * waiting
        if progress is not None:
            progress(1 - (1 - _ALONE) / (1 + turn))
        one, other = chains
        if one.fighting * other.going + other.fighting * one.going < TAIL:
            break
    if progress is not None:
        progress(1.0)
    drawn = chains[0].idle * chains[1].idle
    return DuelOdds(
        mover=wins[0],
        stander=wins[1],
        drawn=drawn,
        by_surrender=by_surrender,
        first="stander" if first else "mover",
        method="method-factored-duel",
        policy=policy,
        error="error-missing",
        uncertainty=max(0.0, 1 - sum(wins) - drawn),
    )


def reference(
    own: Samurai,
    other: Samurai,
    faces: Mapping[str, Die],
    worth: Worth | None,
    all_dice: bool,
    progress: Progress | None,
) -> FightOdds:
    """The best play alone against a dragon like the other samurai."""
    checked_faces(faces)
    absorbs = absorption(other.gear, GearKind.HELMET, rulings=other.rulings)
    own.checked()
    other.checked()
    mean = sum(
        (
            _mean(faces, dice_of(weapon, other.gear))
            for weapon in fighting_weapons(other.gear, other.limits, rulings=other.rulings)
            if weapon.is_usable
        ),
        Fraction(),
    )
    tooth = Fraction(sum(face.hits for face in faces["T"].faces), 6)
    dice = min(max(1, round(mean / tooth)), MAX_DRAGON_DICE)
    foe = Foe(absorbs + 1, 0, dice, points=0)
    aim = Aim(Goal.WIN, worth or Worth(points=0))
    return solve_checked(
        own.staying, foe, faces, aim, SAMURAI, all_dice=all_dice, most_hits=MOST_HITS, progress=progress
    )


def _mean(faces: Mapping[str, Die], dice: DiceSet) -> Fraction:
    return sum(
        (
            Fraction(sum(face.hits for face in faces[letter].faces), 6) * dice.count(letter)
            for letter in COLOURS
        ),
        Fraction(),
    )


@cites("scenario.7.solo.samurai-combat-rules")
def solve_guarded(
    mover: Samurai,
    guard: Board,
    faces: Mapping[str, Die],
    *,
    all_dice: bool = False,
    rulings: Rulings = ADOPTED,
    progress: Progress | None = None,
) -> DuelOdds:
    """Exact odds of a fight against a guard, who was there first; ``mover`` plays as in `solve_duel` and stays."""
    samurai = Samurai.of(guard, rulings=rulings)
    own = FixedPlay(reference(mover, samurai, faces, None, all_dice, progress))
    return solve_plays(own, HostilePlay(guard, faces, rulings), mover.initiative, samurai.initiative)


def solve_plays(mover: Play, stander: Play, own: int, other: int) -> DuelOdds:
    """The odds of two who both play by a fixed rule, with these initiatives."""
    chains = (Chain(mover, stander, surrenders=False), Chain(stander, mover, surrenders=False))
    return solve_chains(chains, own, other, policy="policy-guarded")
