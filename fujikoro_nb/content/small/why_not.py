"""Why an owner's deck of a small game is not played: the line that is missing, or the one that a rule refuses."""

from __future__ import annotations

from collections import Counter

import msgspec

from fujikoro_nb.content.box import FUJI99_CARDS, MAKAI_COLOURS
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.small.owned import fuji_99_of, makai_of, why_not_fuji_99, why_not_makai
from fujikoro_nb.engine.kernel import Refusal

__all__ = ["WhyNot", "fuji_99_why_not", "makai_why_not"]

FUJI_99_LINES = tuple(f"fuji99-{card}" for card in FUJI99_CARDS)
MAKAI_LINES = (
    *(name for colour in MAKAI_COLOURS for name in (f"makai-{colour}", f"makai-poison-{colour}")),
    "makai-magic",
    "makai-out",
)


class WhyNot(msgspec.Struct, frozen=True):
    """``line`` is the field of the round through the box to look at. It was not typed yet, as were ``missing`` lines of
    ``all``, or a rule refuses it; with neither it leaves open which cards stay away from three players
    (makai.setup.three-player-removal).
    """

    line: str
    missing: int = 0
    all: int = 0
    refusal: Refusal | None = None


def makai_why_not(owned: Pack) -> WhyNot | None:
    """Nothing where the deck is played."""
    missing = [name for name in MAKAI_LINES if owned.numbers(name) is None]
    if missing:
        return WhyNot(missing[0], len(missing), len(MAKAI_LINES))
    deck = makai_of(owned)
    if deck is None:  # some cards of a colour leave with three players: which ones is not told
        return WhyNot("makai-out")
    refusal = why_not_makai(deck)
    return None if refusal is None else WhyNot(_makai_line(refusal, owned), refusal=refusal)


def _makai_line(refusal: Refusal, owned: Pack) -> str:
    """The line of the Breakdown card that a rule on decks is about."""
    match refusal.rule:
        case "makai.deck.forty-four-cards":
            lengths = {colour: len(owned.numbers(f"makai-{colour}") or ()) for colour in MAKAI_COLOURS}
            usual = Counter(lengths.values()).most_common(1)[0][0]
            other = next((colour for colour, length in lengths.items() if length != usual), "")
            return f"makai-{other}" if other else "makai-magic"
        case "makai.deck.single-boss":
            nines = {colour: (owned.numbers(f"makai-{colour}") or ()).count(9) for colour in MAKAI_COLOURS}
            return f"makai-{next((colour for colour in MAKAI_COLOURS[:-1] if nines[colour]), 'red')}"
        case "makai.deck.poison-cards":
            for colour, wanted in (("red", None), ("blue", 3), ("yellow", 4)):
                line = f"makai-poison-{colour}"
                held = owned.numbers(line) or ()
                if (wanted is None and held) or (wanted is not None and wanted not in held):
                    return line
            return "makai-poison-blue"
        case "makai.deck.three-player-deck":
            return "makai-out"
        case _:
            return "makai-magic"


def fuji_99_why_not(owned: Pack) -> WhyNot | None:
    """The same of Fuji 99."""
    missing = [name for name in FUJI_99_LINES if owned.numbers(name) is None]
    if missing:
        return WhyNot(missing[0], len(missing), len(FUJI_99_LINES))
    deck = fuji_99_of(owned)
    refusal = None if deck is None else why_not_fuji_99(deck)
    return None if refusal is None else WhyNot(_fuji_99_line(refusal, owned), refusal=refusal)


def _fuji_99_line(refusal: Refusal, owned: Pack) -> str:
    """The card that a rule on decks is about: where all are, the one with most copies."""
    rows = {name: owned.numbers(name) or (0, 0, 0, 0) for name in FUJI_99_LINES}
    lasting, gifts, ones = (
        "fuji99-cont3",
        "fuji99-facedown",
        [name for name, row in rows.items() if row[0] == 1],
    )
    match refusal.rule, refusal.reason:
        case "fuji99.card.chosen-table", "ones":
            return ones[0] if ones else FUJI_99_LINES[0]
        case "fuji99.card.chosen-table", "copies":
            return min((gifts, lasting), key=lambda name: rows[name][3])
        case "fuji99.card.chosen-table", "pair":
            return lasting
        case "fuji99.card.chosen-table", "effects":
            return next((name for name, row in rows.items() if not row[3]), FUJI_99_LINES[0])
        case _:
            return max(rows, key=lambda name: rows[name][3])
