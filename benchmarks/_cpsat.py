"""The cheapest legal weapon as a constraint program: the peer that our solver is measured and checked against.

Independent of our search: it shares only the way a problem is stated. Same objective (fewest wasted, fewest taken,
lowest value taken), connection as a flow from one cell of each weapon, so an optimum is proven.
"""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

ROWS, LEFT, RIGHT = 5, 5, 3
COLUMNS = LEFT + RIGHT
VALUES = (1, 2, 3)
Cell = tuple[int, int]
Pattern = frozenset[tuple[int, int, int]]
"""Cubes as (column, row, material), material 0 wood, 1 metal, 2 tooth."""


def turned(pattern: Pattern) -> set[Pattern]:
    """The distinct quarter turns, pushed to the top left."""
    found = set()
    for _ in range(4):
        left, top = min(column for column, _, _ in pattern), min(row for _, row, _ in pattern)
        pattern = frozenset((column - left, row - top, material) for column, row, material in pattern)
        found.add(pattern)
        pattern = frozenset((-row, column, material) for column, row, material in pattern)
    return found


def spots(pattern: Pattern) -> list[Pattern]:
    """Every way to lay a pattern on the grid."""
    return [
        frozenset((column + right, row + down, material) for column, row, material in one)
        for one in sorted(turned(pattern), key=sorted)
        for right in range(COLUMNS - max(column for column, _, _ in one))
        for down in range(ROWS - max(row for _, row, _ in one))
    ]


class Weapon:
    """The model of one craft on the symmetric board with the weapon monk."""

    def __init__(
        self, patterns: Sequence[Pattern], gear: Sequence[int], backpack: Sequence[int], *, is_usable: bool
    ) -> None:
        self.model = model = cp_model.CpModel()
        self.cells = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
        self.left = [cell for cell in self.cells if cell[0] < LEFT]
        self.right = [cell for cell in self.cells if cell[0] >= LEFT]
        self.cube = {(*cell, m): model.new_bool_var("") for cell in self.cells for m in range(3)}
        self.full = {cell: model.new_bool_var("") for cell in self.cells}
        for cell in self.cells:
            model.add(sum(self.cube[*cell, m] for m in range(3)) == self.full[cell])
        for pattern in patterns:
            chosen = []
            for spot in spots(pattern):
                here = model.new_bool_var("")
                model.add_bool_and([self.cube[cube] for cube in spot]).only_enforce_if(here)
                chosen.append(here)
            model.add_exactly_one(chosen)
        self._weapons(is_usable=is_usable)
        self._cost(gear, backpack)

    def _weapons(self, *, is_usable: bool) -> None:
        model = self.model
        only_left, only_right, both, two = (model.new_bool_var("") for _ in range(4))
        model.add_exactly_one(only_left, only_right, both, two)
        in_left, in_right = sum(self.full[c] for c in self.left), sum(self.full[c] for c in self.right)
        wood_left = sum(self.cube[*c, 0] for c in self.left)
        wood_right = sum(self.cube[*c, 0] for c in self.right)
        model.add(in_right == 0).only_enforce_if(only_left)
        model.add(in_left == 0).only_enforce_if(only_right)
        model.add(in_left <= 8).only_enforce_if(both.negated())
        model.add(in_right <= 8).only_enforce_if(both.negated())
        model.add(in_left + in_right <= 12).only_enforce_if(both)
        for kind in (both, two):
            model.add(in_left >= 1).only_enforce_if(kind)
            model.add(in_right >= 1).only_enforce_if(kind)
        for row in range(ROWS):
            model.add(self.full[LEFT - 1, row] + self.full[LEFT, row] <= 1).only_enforce_if(two)
        if is_usable:
            model.add(wood_left + wood_right >= 2)
            model.add(wood_left + wood_right >= 3).only_enforce_if(both)
            model.add(wood_left >= 2).only_enforce_if(two)
            model.add(wood_right >= 2).only_enforce_if(two)
        # With two weapons the border carries no flow and each part has a source of its own.
        sources = {cell: model.new_bool_var("") for cell in self.cells}
        model.add(sum(sources.values()) == 1).only_enforce_if(two.negated())
        model.add(sum(sources[c] for c in self.left) == 1).only_enforce_if(two)
        model.add(sum(sources[c] for c in self.right) == 1).only_enforce_if(two)
        self._connected(sources)

    def _connected(self, sources: dict[Cell, cp_model.IntVar]) -> None:
        model = self.model
        into: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        out: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in self.cells}
        for column, row in self.cells:
            for other in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if other in self.full:
                    flow = model.new_int_var(0, 11, "")
                    out[column, row].append(flow)
                    into[other].append(flow)
        for cell in self.cells:
            given = model.new_int_var(0, 12, "")
            model.add(given <= 12 * sources[cell])
            model.add(sources[cell] <= self.full[cell])
            model.add(given + sum(into[cell]) - sum(out[cell]) == self.full[cell])
            model.add(sum(into[cell]) <= 11 * self.full[cell])
            model.add(sum(out[cell]) <= 11 * self.full[cell])

    def _cost(self, gear: Sequence[int], backpack: Sequence[int]) -> None:
        model = self.model
        taken = [model.new_int_var(0, have, "") for have in backpack]
        returned = [model.new_int_var(0, have, "") for have in gear]
        for m in range(3):
            after = sum(self.cube[*cell, m] for cell in self.cells)
            model.add(after == gear[m] + taken[m] - returned[m])
        wasted = model.new_bool_var("")
        model.add(sum(returned) <= sum(gear) * wasted)
        self.parts = (wasted, sum(taken), sum(t * v for t, v in zip(taken, VALUES, strict=True)))
        model.minimize(10_000 * wasted + 100 * self.parts[1] + self.parts[2])

    def solve(self, *, is_quick: bool = False) -> tuple[int, int, int] | None:
        """The proven least (wasted, taken, value), or None when there is no such craft.

        ``is_quick`` takes the settings with the best median of those tried, on one thread; a few cases then take
        minutes, so it raises TimeoutError after ten seconds. Otherwise eight workers prove every case steadily.
        """
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 8
        if is_quick:
            solver.parameters.num_workers = 1
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
            solver.parameters.max_time_in_seconds = 10
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise TimeoutError(solver.status_name(status))
        wasted, taken, value = (solver.value(part) for part in self.parts)
        return wasted, taken, value
