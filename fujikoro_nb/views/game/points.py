"""How points are made in this game: numbers of its mode, its dragons and its palaces, each line with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS
from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS, DRAGON_POINTS, PalaceRow
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG, SMALL
from fujikoro_nb.engine.fujikoro.rules.scrolls import POINTS
from fujikoro_nb.rulebook.chosen import is_house
from fujikoro_nb.views.game.facts import Fact
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.dragons import DRAGON_SIGNS

__all__ = ["points_view"]

_COUNTS = {
    "gear-counts": "bonus.gear.condition",
    "monk-counts": "bonus.monk.anywhere",
    "tooth-counts": "bonus.tooth.anywhere",
}
"""What a thing has to be for the shogun to take it, kind by kind."""


def points_view(state: GameState, words: Words) -> list[Fact]:
    """What brings points, in the order of a game; nothing where none are counted."""
    return list(_lines(state, words)) if state.has_points else []


def _lines(state: GameState, words: Words) -> Iterator[Fact]:
    def line(key: str, rule: str, **data: object) -> Fact:
        return {"text": words.say(f"game-page.points-{key}", **data), "rule": rule}

    tiles = ", ".join(
        words.say("game-page.points-of-level", level=level, n=points)
        for level, points in zip(LEVELS, state.mode.tile_points, strict=True)
    )
    yield line("tiles", "explore.vp", tiles=tiles)
    dragons = ", ".join(f"{DRAGON_SIGNS[colour]} {points}" for colour, points in DRAGON_POINTS.items())
    yield line("dragons", "combat.win.reward", dragons=dragons)
    yield line("scroll", "gather.scroll.vp", n=POINTS)
    yield line("card", "gearcard.bonus.weapon")
    yield line("final", "final.trigger", n=state.mode.final_points)
    for palace, rule in ((BIG, "bonus.big.categories"), (SMALL, "bonus.small.categories")):
        rows = [row for row in state.charts.palaces if row.palace == palace]
        if rows:
            told = line(palace, rule, rows="; ".join(_row(row, words) for row in rows))
            yield {**told, "mark": words.say("chosen.mark-board")} if any(map(is_house, rows)) else told
    for counts, rule in _COUNTS.items():
        yield line(counts, rule)
    shared = [row for row in state.charts.palaces if row.palace == BIG and row.shared]
    if shared:
        things = ", ".join(f"{words.word(row.category)} {row.shared}" for row in shared)
        yield line("left", "end.leftovers", things=things)
    if state.plot.token_points:
        yield line("tokens", "scenario.1.competitive.tokens-end-score", n=state.plot.token_points)
    figures = state.plot.figures
    if figures is not None:
        worth = zip(DRAGON_COLOURS, figures.values, strict=True)
        dragons = ", ".join(f"{DRAGON_SIGNS[colour]} {points}" for colour, points in worth)
        yield line("figures", "scenario.2.competitive.dragon-values", dragons=dragons)
        yield line("alike", "scenario.2.competitive.same-color-set", n=figures.alike)
        yield line("unlike", "scenario.2.competitive.different-color-set", n=figures.unlike)
    yield line("win", "end.winner")


def _row(row: PalaceRow, words: Words) -> str:
    """One row of places: the single ones from the highest, then the one for everybody."""
    places = [str(points) for points in sorted(row.single, reverse=True)]
    if row.shared:
        places.append(words.say("game-page.points-then", n=row.shared))
    return words.say("game-page.points-row", what=words.word(row.category), places=", ".join(places))
