"""The house decks of the two small games: our own choice where their booklets print no list, and marked as such."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.engine.fuji_99.components import Deck as FujiDeck
from fujikoro_nb.engine.makai_fuda.components import Deck as MakaiDeck


@cache
def fuji_99_deck() -> FujiDeck:
    """The 22 Fuji cards that ship.

    >>> fuji_99_deck().number, fuji_99_deck().mark
    (22, 'house')
    """
    return msgspec.json.decode(_written("fuji99"), type=FujiDeck)


@cache
def makai_deck() -> MakaiDeck:
    """The 44 monsters and Magic that ship.

    >>> len(makai_deck().cards), makai_deck().mark
    (44, 'house')
    """
    return msgspec.json.decode(_written("makai"), type=MakaiDeck)


def _written(name: str) -> bytes:
    return files("fujikoro_nb.content.small").joinpath(f"{name}.json").read_bytes()
