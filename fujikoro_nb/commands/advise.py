"""``fujikoro advise``: what a small game's odds say about one decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fujikoro_nb.commands.advise_makai import advised, makai_reply
from fujikoro_nb.commands.game_files import open_game, read_game_file
from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.engine.fuji_99.components import BOX, DANGER, GOAL, Cubes
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Question, Seat, Unreadable, refuse
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI
from fujikoro_nb.odds.fuji_99.turn import Advice, advice, numbers
from fujikoro_nb.texts import say

_LETTERS = {"T": "clear", "Y": "yellow", "R": "red"}
_CUBES = re.compile(r"(?:[TYR][0-9]{1,2})+")


def advise_reply(game: str, *, file: Path | None = None, **asked: Any) -> Reply:
    """``fujikoro advise``. Raises Unreadable, and Illegal for what the game cannot come to."""
    if file is not None:
        return saved_reply(file, player=asked.get("player"), after=asked.get("after"))
    game = game or FUJI_99.name
    if game not in ADVISED:
        raise Unreadable("advise-game", game, 0, known=", ".join(ADVISED))
    return ADVISED[game](**asked)


def saved_reply(path: Path, *, player: int | None = None, after: int | None = None) -> Reply:
    """What a seat of a saved game is told, from its view alone; ``after`` so many answers, else at the end."""
    session = open_game(read_game_file(path))
    name = session.game.name
    if name not in ADVISED_SAVES:
        raise Unreadable("advise-game", name, 0, known=", ".join(ADVISED_SAVES))
    if after is not None:
        if not 0 <= after <= len(session.lines):
            raise Unreadable("advise-after", str(after), 0, most=len(session.lines))
        while len(session.lines) > after and session.undo() is not None:
            pass
    question = session.question
    seats = len(getattr(session.state, "gold", ())) or len(getattr(session.state, "players", ()))
    if player is None:
        player = int(question.seat) + 1 if question is not None and question.seat != CHANCE else 1
    if not 1 <= player <= seats:
        raise Unreadable("advise-player", str(player), 0, most=seats)
    seat = Seat(player - 1)
    return ADVISED_SAVES[name](session.view_for(seat), seat, question)


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
    *,
    bag: str = "",
    sheet: str = "",
    gained: int = 0,
    floor: int = 0,
    number: int | None = None,
    **others: Any,
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


ADVISED: Mapping[str, Callable[..., Reply]] = {FUJI_99.name: fuji_99_reply, MAKAI.name: makai_reply}
"""By the game's name."""
ADVISED_SAVES: Mapping[str, Callable[[Any, Seat, Question | None], Reply]] = {MAKAI.name: advised}
"""Of a view, its seat and the question, by the game's name."""
