"""The plan for points in a hurry: as `points` plays, with estimated fights and one look over the whole map.

Whole games are played out with it, so it has to be quick before it is exact. What it remembers are results only.
"""

from __future__ import annotations

from fujikoro_nb.bots.goals import Goal, Outlook, Prospect, is_firm, is_guarded
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.bots.together.strength import arm_of, forecast
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES, SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.fights.combat import health_at_start
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds import Foe

_Within = dict[SpaceId, Goal]
"""The goal that is worth most, for each space from which it can be reached."""


class Likely:
    """How likely a samurai is to beat somebody alone, estimated."""

    def __call__(self, state: GameState, seat: Seat, dragon: Dragon) -> float:
        """A dragon."""
        return self._wins(state, seat, health_at_start(state, dragon), dragon.dice, dragon.initiative)

    def of_monk(self, state: GameState, seat: Seat) -> float:
        """A monk who fights; nothing where none does."""
        warriors = state.plot.warriors
        if warriors is None:
            return 0.0
        monk = Foe.monk(monks=warriors)
        return self._wins(state, seat, monk.health, monk.dice, monk.initiative)

    @staticmethod
    def _wins(state: GameState, seat: Seat, health: int, dice: int, initiative: int) -> float:
        arm = arm_of(state.boards[seat], state.dice, state.rulings)
        if not arm.hits:
            return 0.0
        return forecast([arm], health, dice, initiative, state.dice, is_defence=False).win


class SwiftOutlook(Outlook):
    """Finds the best goal from every space at once: what is worth most within one move, two, three and so on."""

    _within: list[tuple[_Within, _Within]] | None = None

    def best_from(self, start: SpaceId, *, spent: int = 0) -> Prospect | None:
        """As `Outlook.best_from`; how many steps away the goal is, it tells in whole moves only."""
        if self._within is None:
            self._within = self._spread()
        best: Prospect | None = None
        for moves, both in enumerate(self._within):
            for within in both:
                goal = within.get(start)
                if goal is None:
                    continue
                rate = goal.worth / max(1, spent + moves + goal.actions)
                if best is None or rate > best.rate:
                    best = Prospect(rate, goal, moves * self.steps)
        return best

    def _spread(self) -> list[tuple[_Within, _Within]]:
        """For so many moves, the best goals that take no action there, and those that take one."""
        state, seat = self._state, self._seat
        from_where: dict[SpaceId, list[SpaceId]] = {}
        for one in SPACES:
            if not state.is_revealed(one.place) or is_guarded(state, one.id):
                continue  # a walk ends where one has to fight
            for to in neighbours(one.id):
                from_where.setdefault(to, []).append(one.id)
        firm = {to: origins for to, origins in from_where.items() if is_firm(state, seat, to)}
        spread = [self._spread_of(actions, firm) for actions in (0, 1)]
        return list(zip(*spread, strict=True))

    def _spread_of(self, actions: int, firm: dict[SpaceId, list[SpaceId]]) -> list[_Within]:
        best: _Within = {}
        for at, goals in self.goals.items():
            own = [goal for goal in goals if goal.actions == actions]
            if own:
                best[at] = max(own, key=lambda goal: goal.worth)
        levels = [dict(best)]
        edge = dict(best)
        for steps in range(1, self._far):
            found: _Within = {}
            for at, goal in edge.items():
                for origin in firm.get(at, ()):
                    known = found.get(origin) or best.get(origin)
                    if known is None or goal.worth > known.worth:
                        found[origin] = goal
            best.update(found)
            edge = found
            if steps % self.steps == 0 or steps == self._far - 1:
                levels.append(dict(best))
        return levels


class SwiftPlay(PointsPlay):
    """Plays for points without solving a fight."""

    looks = SwiftOutlook

    def __init__(self) -> None:
        super().__init__(Likely())
