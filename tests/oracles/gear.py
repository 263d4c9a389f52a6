"""The rules of gear once more, written from the ledger over sets of (column, row): slow, plain, and independent.

Nothing here uses the engine's masks, and the numbers stand here a second time on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

Place = tuple[int, int]
Drawing = Mapping[Place, str]
"""1-based column and row to W, M or T."""

LEFT_COLUMNS = 5
ROWS = 5
RIGHT_COLUMNS = {"masako": 5}
ONE_HANDED = 8
TWO_HANDED = {"takeko": 16}
HELMET = {"masatsura": 12, "daisuke": 3}
SANDALS = {"masako": 5}
OPEN_GRID = {"masako", "takeko", "tomoe"}
VALUE = {"W": 1, "M": 2, "T": 3, "G": 4}


def neighbours(place: Place) -> Iterator[Place]:
    """The four cells that share an edge."""
    column, row = place
    yield from ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))


def weapons(drawing: Drawing) -> list[set[Place]]:
    """Connected groups of cubes."""
    left, found = set(drawing), []
    while left:
        group, edge = set(), [min(left)]
        while edge:
            place = edge.pop()
            if place in left:
                left.remove(place)
                group.add(place)
                edge.extend(neighbours(place))
        found.append(group)
    return found


def parts(group: set[Place]) -> set[str]:
    """Which parts of the grid a group lies in."""
    return {"left" if column <= LEFT_COLUMNS else "right" for column, _ in group}


def hands(group: set[Place], who: str) -> int:
    """craft.weapon.hand-type; Takeko's weapon is two-handed anywhere."""
    return 2 if len(parts(group)) == 2 or who == "takeko" else 1


def length(group: set[Place]) -> int:
    """The larger of width and height."""
    columns, rows = zip(*group, strict=True)
    return max(max(columns) - min(columns), max(rows) - min(rows)) + 1


def is_usable(drawing: Drawing, group: set[Place], who: str) -> bool:
    """Two wood in one hand, three in two."""
    return sum(drawing[place] == "W" for place in group) >= hands(group, who) + 1


def is_weapon_legal(drawing: Drawing, *, who: str = "symmetric", unlocked: bool = True) -> bool:
    """Everything that the chapter says of weapons."""
    columns = LEFT_COLUMNS + RIGHT_COLUMNS.get(who, 3)
    if not all(1 <= column <= columns and 1 <= row <= ROWS for column, row in drawing):
        return False
    groups = weapons(drawing)
    if not (unlocked or who in OPEN_GRID) and any("right" in parts(group) for group in groups):
        return False
    kinds = [hands(group, who) for group in groups]
    if len(groups) > 1 and (2 in kinds or len(groups) > 2 or parts(groups[0]) == parts(groups[1])):
        return False
    if (who == "takeko" and 1 in kinds) or (who == "tomoe" and 2 in kinds):
        return False
    most = {1: ONE_HANDED, 2: TWO_HANDED.get(who, 12)}
    return all(len(group) <= most[kind] for group, kind in zip(groups, kinds, strict=True))


def is_worn_legal(drawing: Drawing, kind: str, *, who: str = "symmetric") -> bool:
    """Helmet and sandals inside their area: only the number counts."""
    most = HELMET.get(who, 8) if kind == "helmet" else SANDALS.get(who, 3)
    return len(drawing) <= most


def initiative(drawing: Drawing, magic: Place | None, who: str = "symmetric") -> int:
    """The best usable weapon: length, and four under the magic cube. Tomoe's sandals are left out."""
    best = 0
    for group in weapons(drawing):
        if is_usable(drawing, group, who):
            best = max(best, length(group) + (4 if magic in group else 0))
    return best


def quarter_turns(drawing: Drawing) -> list[dict[Place, str]]:
    """The drawing turned by 0, 90, 180 and 270 degrees."""
    turned = [dict(drawing)]
    for _ in range(3):
        turned.append({(-row, column): cube for (column, row), cube in turned[-1].items()})
    return turned


def mirrored(drawing: Drawing) -> dict[Place, str]:
    """The mirror image."""
    return {(-column, row): cube for (column, row), cube in drawing.items()}


def contains(drawing: Drawing, pattern: Drawing, *, with_mirror: bool = False) -> bool:
    """Whether the pattern lies somewhere in the drawing, turned at will, further cubes allowed."""
    shapes = quarter_turns(pattern) + (quarter_turns(mirrored(pattern)) if with_mirror else [])
    for shape in shapes:
        (first_column, first_row), first_cube = next(iter(shape.items()))
        for (column, row), cube in drawing.items():
            if cube == first_cube and all(
                drawing.get((c - first_column + column, r - first_row + row)) == wanted
                for (c, r), wanted in shape.items()
            ):
                return True
    return False


def is_craft_legal(
    *,
    kind: str,
    old: Drawing,
    new: Drawing,
    had: str,
    lower: str,
    upper: str,
    wasted: str,
    thrown: str,
    discs: tuple[int, int],
    who: str,
    monks: tuple[str, ...],
    area: tuple[int, int],
) -> bool:
    """The chapter's bookkeeping: cubes as letters; ``discs`` lie in lower and upper afterwards; ``area`` is ours."""
    before, after = Counter(old.values()), Counter(new.values())
    if before + Counter(had) != after + Counter(lower) + Counter(upper) + Counter(wasted) + Counter(thrown):
        return False
    out = before - after
    if bool(out) != bool(wasted) or (wasted and wasted not in before):
        return False
    is_open = "backpack" in monks or who == "masatsura"
    rooms = (6, (9 if who == "masatsura" else 5) if is_open else 0)
    used = (len(lower) + discs[0], len(upper) + discs[1])
    if any(items > room for items, room in zip(used, rooms, strict=True)):
        return False
    if thrown and sum(used) < sum(rooms):
        return False
    if kind == "weapon":
        return is_weapon_legal(new, who=who, unlocked="weapon" in monks)
    inside = all(1 <= column <= area[0] and 1 <= row <= area[1] for column, row in new)
    return inside and is_worn_legal(new, kind, who=who)
