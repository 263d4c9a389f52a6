"""The volcano tiles: three shuffled piles, or the prepared piles of a game of the group."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.content.box import LEVELS
from fujikoro_nb.engine.fujikoro.board.layers import LAYERED, PACKET
from fujikoro_nb.helper.setup.choices import Table
from fujikoro_nb.helper.setup.numbers import number
from fujikoro_nb.helper.setup.step import Step, some

_FACT = "tiles"
"""Whose numbers these steps show; see `rulebook/chosen.py`."""


def tile_steps(table: Table) -> Iterator[Step]:
    """From 33 tiles to three piles."""
    tops = table.rules.said.pile_tops
    if not tops:
        yield _plain(table)
        return
    yield _removed(table)
    yield from _prepared(table.players, tops[table.players - 1])


def _plain(table: Table) -> Step:
    there, is_without_exit = _there(table), table.plot.is_without_exit
    rules = ("setup.tiles.stacks",)
    return Step(
        key="tiles-no-exit" if is_without_exit else "tiles",
        symbol="s-tile",
        rules=(*rules, "scenario.1.competitive.no-secret-exit") if is_without_exit else rules,
        data={
            "one": there["I"],
            "two": there["II"] - is_without_exit,
            "three": there["III"],
            "all": number("setup.tiles.stacks", "volcano_tiles_total"),
        },
        takes=some(
            tile_1=there["I"],
            tile_2=there["II"] - 1,
            tile_exit=0 if is_without_exit else 1,
            tile_3=there["III"] - 1,
            tile_legendary=1,
        ),
        aside=some(tile_exit=1 if is_without_exit else 0),
        notes=("split",),
        fact=_FACT,
    )


def _there(table: Table) -> dict[str, int]:
    """The tiles of each level in this box."""
    return dict(zip(LEVELS, table.tiles, strict=True))


def _removed(table: Table) -> Step:
    """coop.setup.remove-tiles: down to as many as the map has places of each level (map.rings)."""
    places = {
        "I": number("map.rings", "ring1"),
        "II": number("map.rings", "ring2"),
        "III": number("map.rings", "ring3.III"),
    }
    there = _there(table)
    out = {level: there[level] - places[level] for level in places}
    return Step(
        key="tiles-remove",
        symbol="s-tile",
        rules=("coop.setup.remove-tiles",),
        data={"one": places["I"], "two": places["II"], "three": places["III"]},
        aside=some(tile_1=out["I"], tile_2=out["II"], tile_3=out["III"]),
        notes=("pictures",),
        fact=_FACT,
    )


def _prepared(players: int, top: int) -> Iterator[Step]:
    """``top`` tiles lie on the packet with the special one, and the others of the pile under it."""
    packet = PACKET
    yield Step(
        key="tiles-packets",
        symbol="exit",
        rules=("coop.setup.special-tiles-aside", "coop.setup.special-packets"),
        data={"others": packet - 1, "packet": packet},
        takes=some(tile_exit=1, tile_2=packet - 1, tile_legendary=1, tile_3=packet - 1),
    )
    bracket = "1-2" if players <= 2 else "3-4" if players <= 4 else "5-6"
    rule = f"coop.setup.pile-{bracket}-players"
    bottom = LAYERED - packet - top
    yield Step(
        key="tiles-piles" if bottom else "tiles-piles-top",
        symbol="s-tile",
        rules=(rule,),
        data={"bottom": bottom, "packet": packet, "top": top},
        takes=some(tile_2=bottom + top, tile_3=bottom + top),
    )
    one = number("map.rings", "ring1")
    rules = ("coop.setup.level-one-pile",)
    yield Step(key="tiles-one", symbol="s-tile", rules=rules, data={"n": one}, takes=some(tile_1=one))
