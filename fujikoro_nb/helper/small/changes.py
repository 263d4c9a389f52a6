"""What may be written on the sheets of the small games at the real box, and what an undo then names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.engine.fuji_99.components import Deck as FujiDeck
from fujikoro_nb.engine.fuji_99.rulings import Rulings as FujiRulings
from fujikoro_nb.helper.evening.record import LONGEST_NAME, clean
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.small.fuji_99 import acted_again, bags_of, turn_over
from fujikoro_nb.helper.small.record import (
    FloorTurn,
    FujiSheet,
    MakaiSheet,
    SmallSheets,
    Tournament,
)

__all__ = [
    "CUBES",
    "Changed",
    "bag_changed",
    "card_seen",
    "card_unseen",
    "names_for",
    "new_sheet",
    "renamed",
    "short_name",
    "shuffled",
    "tournament_written",
    "turn_written",
]

CUBES = {"T": "clear", "Y": "yellow", "R": "red"}


class Changed(NamedTuple):
    """The sheets after a change, and what it is called. Whoever makes a change that cannot be gets ValueError."""

    sheets: SmallSheets
    label: Said
    uses: tuple[str, ...] = ()
    """Rows that are asked anew; none: all of them."""


def names_for(people: Sequence[str], players: int) -> tuple[str, ...]:
    """As many names: those of the evening, then numbers."""
    known = [name for name in dict.fromkeys(map(clean, people)) if name][:players]
    return (*known, *(str(number) for number in range(len(known) + 1, players + 1)))


def new_sheet(sheets: SmallSheets, game: str) -> Changed:
    """An empty sheet for the same people, with what they agreed on."""
    sheet: MakaiSheet | FujiSheet | None = getattr(sheets, game)
    if sheet is None:
        raise ValueError("no sheet")
    empty = {name: () for name in ("done", "turns", "bags", "seen") if hasattr(sheet, name)}
    label = sentence("small-desk.did-new").with_words(game=f"{game}-page.title")
    return Changed(msgspec.structs.replace(sheets, **{game: msgspec.structs.replace(sheet, **empty)}), label)


def short_name(text: str) -> str:
    """What somebody typed as a name that fits a sheet; empty when nobody would see it.

    >>> short_name("  Aiko\\u202e  M. "), short_name("\\u3164")
    ('Aiko M.', '')
    """
    return clean(text)[:LONGEST_NAME].strip()


def renamed(sheets: SmallSheets, game: str, seat: int, name: str) -> Changed:
    """Somebody on a sheet is called otherwise, in everything that was written."""
    sheet: MakaiSheet | FujiSheet | None = getattr(sheets, game)
    if sheet is None or seat >= len(sheet.names):
        raise ValueError("no sheet")
    before, name = sheet.names[seat], short_name(name)
    if name in ("", before):
        raise ValueError("no other name")
    sheet = msgspec.structs.replace(sheet, names=(*sheet.names[:seat], name, *sheet.names[seat + 1 :]))
    label = sentence("small-desk.did-rename", before=before, name=name)
    return Changed(msgspec.structs.replace(sheets, **{game: sheet}), label)


# ------------------------------------------------------------------ Makai Fuda


def tournament_written(sheets: SmallSheets, one: Tournament) -> Changed:
    """A tournament is over: all cards are shuffled, so that none has been seen any more."""
    sheet = sheets.makai
    if sheet is None:
        raise ValueError("no sheet")
    sheet = msgspec.structs.replace(sheet, done=(*sheet.done, one), seen=())
    label = sentence("small-desk.did-tournament", n=len(sheet.done))
    return Changed(msgspec.structs.replace(sheets, makai=sheet), label)


def card_seen(sheets: SmallSheets, game: str, card: str, word: str = "") -> Changed:
    """A card lies open. ``word`` is the key of its name; without one it is called as it is written."""
    sheet: MakaiSheet | FujiSheet | None = getattr(sheets, game)
    if sheet is None:
        raise ValueError("no sheet")
    label = _called("small-desk.did-seen", card, word)
    return _seen(sheets, game, (*sheet.seen, card), label)


def card_unseen(sheets: SmallSheets, game: str) -> Changed:
    """The last card was counted by mistake."""
    sheet: MakaiSheet | FujiSheet | None = getattr(sheets, game)
    if sheet is None or not sheet.seen:
        raise ValueError("no card")
    return _seen(sheets, game, sheet.seen[:-1], sentence("small-desk.did-unseen"))


def shuffled(sheets: SmallSheets, game: str) -> Changed:
    """All cards are in the deck again."""
    return _seen(sheets, game, (), sentence("small-desk.did-shuffled"))


def _called(key: str, card: str, word: str) -> Said:
    return sentence(key).with_words(card=word) if word else sentence(key, card=card)


def _seen(sheets: SmallSheets, game: str, seen: tuple[str, ...], label: Said) -> Changed:
    sheet: MakaiSheet | FujiSheet = getattr(sheets, game)
    return Changed(
        msgspec.structs.replace(sheets, **{game: msgspec.structs.replace(sheet, seen=seen)}), label
    )


# ------------------------------------------------------------------ Fuji 99


def turn_written(sheets: SmallSheets, one: FloorTurn) -> Changed:
    """A turn has ended."""
    sheet = sheets.fuji99
    if sheet is None:
        raise ValueError("no sheet")
    sheet = msgspec.structs.replace(sheet, turns=(*sheet.turns, one))
    key = "small-desk.did-floor" if one.is_kept else "small-desk.did-lost"
    label = sentence(key, name=sheet.names[one.seat], n=one.floor)
    return Changed(msgspec.structs.replace(sheets, fuji99=sheet), label)


def bag_changed(sheets: SmallSheets, seat: int, what: str, deck: FujiDeck, rulings: FujiRulings) -> Changed:
    """Cubes of somebody: ``draw-T``, ``own-Y`` (one more of one's own), ``pay`` (a yellow one), ``again``, ``over``."""
    sheet = sheets.fuji99
    if sheet is None or seat >= len(sheet.names):
        raise ValueError("no sheet")
    bags = list(bags_of(sheet, deck, rulings))
    bag, (act, _, letter) = bags[seat], what.partition("-")
    cube = Cubes(**{CUBES[letter]: 1}) if letter else Cubes()
    match act:
        case "draw":
            bag = msgspec.structs.replace(bag, drawn=bag.drawn + cube)
        case "own":
            bag = msgspec.structs.replace(bag, own=bag.own + cube)
        case "pay":
            yellow = Cubes(yellow=1)
            if not bag.drawn.yellow:
                raise ValueError("none was drawn")
            bag = msgspec.structs.replace(bag, drawn=bag.drawn - yellow, sheet=bag.sheet + yellow)
        case "again":
            bag = acted_again(deck, rulings, bag)
        case _:
            bag = turn_over(deck, rulings, bag)
    bags[seat] = bag
    label = sentence(f"small-desk.did-{act}", name=sheet.names[seat], cube=letter)
    return Changed(
        msgspec.structs.replace(sheets, fuji99=msgspec.structs.replace(sheet, bags=tuple(bags))), label
    )
