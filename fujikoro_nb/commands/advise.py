"""``fujikoro advise``: what a small game's odds say about one decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.engine.fuji_99.components import BOX, DANGER, GOAL, Cubes
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.kernel import Illegal, Unreadable, refuse
from fujikoro_nb.odds.fuji_99.turn import Advice, advice, numbers
from fujikoro_nb.texts import say

_LETTERS = {"T": "clear", "Y": "yellow", "R": "red"}
_CUBES = re.compile(r"(?:[TYR][0-9]{1,2})+")


def advise_reply(game: str, **asked: Any) -> Reply:
    """``fujikoro advise``. Raises Unreadable, and Illegal for what the game cannot come to."""
    if game not in ADVISED:
        raise Unreadable("advise-game", game, 0, known=", ".join(ADVISED))
    return ADVISED[game](**asked)


def read_cubes(text: str) -> Cubes:
    """Cubes from a text such as ``T6Y4R3``. Raises Unreadable, also where the box has fewer."""
    found = re.findall(r"([TYR])([0-9]+)", text)
    letters = [letter for letter, _ in found]
    if not _CUBES.fullmatch(text) or len(set(letters)) < len(letters):
        raise Unreadable("advise-cubes", text, 0)
    cubes = Cubes(**{_LETTERS[letter]: int(count) for letter, count in found})
    if cubes.clear > BOX.clear or cubes.yellow > BOX.yellow or cubes.red > BOX.red:
        raise Unreadable("advise-box", text, 0, clear=BOX.clear, yellow=BOX.yellow, red=BOX.red)
    return cubes


def fuji_99_reply(
    *, bag: str = "", sheet: str = "", gained: int = 0, floor: int = 0, number: int | None = None
) -> Reply:
    """Draw or stop, and how many. ``house`` marks that the bag and the limits are read as our ledger reads them."""
    held = read_cubes(bag)
    out = read_cubes(sheet) if sheet else Cubes()
    if not held.number:
        raise Unreadable("advise-cubes", bag, 0)
    if out.clear or out.yellow or out.red >= DANGER:
        raise Unreadable("advise-sheet", sheet, 0, most=DANGER - 1)
    if not 0 <= floor < GOAL or gained < 0 or floor + gained >= GOAL:
        raise Unreadable("advise-floor", str(floor + max(gained, 0)), 0, most=GOAL - 1)
    can = numbers(held)
    if number is not None and number not in can:
        refusal = refuse("fuji99.act.choose-number", number=number, fewest=can[0], most=can[-1])
        raise Illegal(refusal)
    told = advice(held, out=out.red, gained=gained, ahead=GOAL - floor)
    shown = [one for one in told.every if number in (None, one.number)]
    data: dict[str, Any] = {
        "game": FUJI_99.name,
        "gained": gained,
        "draw": [{"n": one.number, "bust": str(one.bust), "floors": round(one.floors, 9)} for one in shown],
        "best": told.best,
        "advice": "draw" if told.draws else "stop",
        "floors": round(told.floors, 9),
        "house": True,
    }
    lines = [
        say("advise.fuji99-number", n=one.number, bust=str(one.bust), floors=f"{one.floors:.2f}")
        for one in shown
    ]
    return Reply(GOOD, data, (*lines, _best(told), say("advise.fuji99-assumes")))


def _best(told: Advice) -> str:
    if told.draws:
        return say("advise.fuji99-draw", n=told.best, floors=f"{told.floors:.2f}")
    return say("advise.fuji99-stop", n=told.gained)


ADVISED: Mapping[str, Callable[..., Reply]] = {FUJI_99.name: fuji_99_reply}
"""By the game's name."""
