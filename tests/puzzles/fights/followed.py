"""What an answer in a fight is worth, worked out apart from its proof: the engine plays on, through every roll, until
the samurai rolls again; what is left then is a fight of its own with the gear and the dragon that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.kernel import CHANCE
from fujikoro_nb.odds import Fighter, FightOdds, Foe, Goal, sample, solve
from fujikoro_nb.puzzles.fights.puzzle import FightKind, FightPuzzle, faces, samurai_of
from fujikoro_nb.puzzles.fights.questions import WAIT, WORTH
from fujikoro_nb.puzzles.fights.scene import Moment, Scene, opened

FIGHTS = 4_000
"""That are drawn for two samurai together."""
HUNDREDTHS = 10_000


class Followed:
    """A fight and what becomes of it; ``points`` weighs victory points and lost cubes instead of wins."""

    def __init__(self, scene: Scene, *, points: bool = False) -> None:
        self.scene, self.foe = scene, Foe.parse(scene.foe)
        self.points = points
        self._fights: dict[Gear, FightOdds] = {}
        self._worths: dict[object, float] = {}

    def answers(self) -> Iterator[tuple[str, float]]:
        """Every answer to the question of the scene, and its worth."""
        moment = opened(self.scene)
        for answer in FIGHT_GAME.options(moment.state):
            yield print_answer(answer), self.worth(moment.after(answer))

    def whole(self) -> float:
        """The worth of the fight, answered best from the question of the scene on."""
        moment = opened(self.scene)
        question = moment.question
        assert question is not None
        if question.seat == CHANCE:
            return self.worth(moment)
        return max(worth for _, worth in self.answers())

    def worth(self, moment: Moment) -> float:
        """What it comes to from here."""
        state = moment.state
        if state not in self._worths:
            self._worths[state] = self._followed(moment)
        return self._worths[state]

    def _followed(self, moment: Moment) -> float:
        question = moment.question
        if question is None:
            won = bool(moment.state.defeated)
            return (self.foe.points if self.points else 1.0) * won - self._lost(moment)
        if question.seat == CHANCE:
            options = FIGHT_GAME.options(moment.state)
            every = [(options.weight(one), self.worth(moment.after(one))) for one in options]  # type: ignore[attr-defined]
            return sum(weight * worth for weight, worth in every) / sum(weight for weight, _ in every)
        if question.kind == "roll-dice":
            fight = moment.fight
            assert fight is not None
            odds = self._odds(moment.board.gear)
            return float(odds.start_at(fight.health)[0]) - self._lost(moment)
        if question.kind == "withdraw":
            return -self._lost(
                moment
            )  # without a weapon nothing is won any more, and staying keeps no more cubes
        return max(self.worth(moment.after(one)) for one in FIGHT_GAME.options(moment.state))

    def _odds(self, gear: Gear) -> FightOdds:
        if gear not in self._fights:
            aim = {"goal": Goal.POINTS, "worth": msgspec.structs.replace(WORTH, points=self.foe.points)}
            samurai = msgspec.structs.replace(samurai_of(self.scene), gear=gear)
            self._fights[gear] = solve(
                samurai,
                self.foe,
                faces(),
                first="samurai",
                **(aim if self.points else {}),  # type: ignore[arg-type]
            )
        return self._fights[gear]

    def _lost(self, moment: Moment) -> float:
        """What the cubes are worth that are gone."""
        if not self.points:
            return 0.0
        before, after = self.scene.board.gear, moment.board.gear
        gone = before.weapon.cubes + before.helmet.cubes - after.weapon.cubes - after.helmet.cubes
        return float(WORTH.of((gone.wood, gone.metal, gone.tooth, 0)))


def worths(puzzle: FightPuzzle) -> dict[str, tuple[float, float]]:
    """Every answer, as far as it is worked out apart, with what it is worth in hundredths and how far that is unsure.

    A guess has the empty name.
    """
    scene = puzzle.scene
    match puzzle.kind:
        case FightKind.ODDS:
            return {"": (HUNDREDTHS * Followed(scene).whole(), 1)}
        case FightKind.ANSWER:
            return {text: (HUNDREDTHS * worth, 1) for text, worth in Followed(scene).answers()}
        case FightKind.WHOM:
            fights = {
                foe: Followed(msgspec.structs.replace(scene, foe=foe), points=True) for foe in puzzle.foes
            }
            return {WAIT: (0, 0)} | {f"attack {foe}": (100 * one.whole(), 1) for foe, one in fights.items()}
        case FightKind.MONK:
            return {"": (HUNDREDTHS * Followed(scene).whole(), 1)}
        case _:
            return dict(_together(puzzle))


def _together(puzzle: FightPuzzle) -> Iterator[tuple[str, tuple[float, float]]]:
    """Fights of two, drawn."""
    own, foe = Fighter(samurai_of(puzzle.scene)), Foe.parse(puzzle.scene.foe)
    for number, ally in enumerate(puzzle.allies, 1):
        other = Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet)
        drawn = sample(
            (own, Fighter(samurai_of(other))), foe, faces(), fights=FIGHTS, seed=number, is_fixed=True
        )
        unsure = 4.5 * HUNDREDTHS * sqrt(max(drawn.win * (1 - drawn.win), 1e-3) / FIGHTS)
        yield f"ask {number}", (HUNDREDTHS * drawn.win, unsure)
