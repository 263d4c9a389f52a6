"""A GamePage without a browser: begun, answered and sent to as a page does."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.play.seats import Chair, GameSession, Table
from fujikoro_nb.widgets.playing.front import PART
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_positions import realm


def send(page: GamePage, act: str, **fields: Any) -> None:
    """What a browser sends."""
    if act in ("undo", "redo"):
        fields.setdefault("at", page.asked["at"])
    page._handle_custom_msg({"act": act, **fields}, ())


def load(page: GamePage, text: str) -> None:
    """What the browser sends of a file that was chosen there."""
    pieces = [text[start : start + PART] for start in range(0, len(text), PART)]
    for part, piece in enumerate(pieces):
        send(page, "load", text=piece, part=part, parts=len(pieces))


def begin(page: GamePage, players: str = "person random", **changed: Any) -> GamePage:
    kinds = players.split()
    send(
        page,
        "begin",
        **{
            "names": [f"Seat {number}" for number in range(len(kinds))],
            "players": kinds,
            "colours": ["red", "pink", "green", "blue", "purple", "black"][: len(kinds)],
            "seed": "7",
            "dice": "dealer",
            "real_box": False,
            "adventures": False,
            "mode": "competitive",
            "peaceful": False,
            "characters": [],
            "scenario": 0,
            **changed,
        },
    )
    assert page.stage == "play", page.notice
    return page


def answered(page: GamePage, chance: random.Random) -> str:
    """Answer the pending question with what the page itself offers; the kind of the question."""
    asked = page.asked
    at, kind = asked["at"], asked["kind"]
    match asked["part"]:
        case "bench" if asked["kind"] == "first-weapon":
            assert page.bench["can"], page.bench
            send(page, "bench-done", at=at)
        case "bench":
            _craft(page, chance)
        case "rows" | "draw":
            said = [(row["label"], row["about"]) for row in asked["rows"]]
            assert len(set(said)) == len(said), said
            row = chance.choice(asked["rows"])
            texts = [row["text"], *(way["text"] for way in row["ways"])]
            text = chance.choice(texts)
            if row["at"]:
                send(page, "choose", text=text, at=at)
                assert page.chosen["text"] == text
            send(page, "answer", text=text, at=at)
        case "roll":
            faces = [f"{each['colour']} {' '.join(_faces(each, chance))}" for each in asked["dice"]]
            send(page, "answer", text=f"roll {', '.join(faces)}", at=at)
        case "roll-dice":
            weapon = chance.choice(asked["weapons"])
            letters = "".join(letter * most for letter, most in weapon["most"].items())
            send(page, "answer", text=f"attack {weapon['part']} {letters}", at=at)
        case "lose-cubes":
            send(page, "answer", text=f"lose {' '.join(needed(asked))}", at=at)
        case "repair":
            cells = chance.choice(asked["ways"])
            send(page, "answer", text=f"repair {' '.join(f'{x},{y}' for x, y in cells)}", at=at)
        case "pay-damage" | "pay-lava":
            send(page, "answer", text=payment(asked), at=at)
        case "stow":
            send(page, "answer", text=chance.choice(asked["choices"])["text"], at=at)
        case part:
            raise AssertionError(f"no control for {kind} in {part}")
    assert (page.refused, page.notice) == ({}, ""), (kind, page.refused, page.notice)
    assert page.asked["at"] > at, kind
    return str(kind)


def _craft(page: GamePage, chance: random.Random) -> None:
    """A card's craft if one can be built, sometimes one cube moved, else nothing."""
    at = page.asked["at"]
    send(page, "bench-kind", kind=chance.choice(["weapon", "helmet", "sandals"]))
    cards = [each["id"] for each in page.bench["builds"] if each["can"]]
    if cards:
        send(page, "bench-build", card=chance.choice(cards))
        assert page.bench["can"], page.bench
        for letter in page.bench["wastable"]:
            send(page, "bench-waste", material=letter)
            assert page.bench["wasted"] == letter
        if len(page.bench["stows"]) > 1:
            send(page, "bench-stow", index=len(page.bench["stows"]) - 1)
        send(page, "bench-done", at=at)
    else:
        send(page, "answer", text='{"type":"CraftNothing"}', at=at)


def _faces(group: dict[str, Any], chance: random.Random) -> list[str]:
    return [chance.choice(group["faces"])["text"] for _ in range(group["count"])]


def _cubes(asked: dict[str, Any]) -> dict[str, str]:
    """Cell to letter of the board that is asked about."""
    text = asked["boards"][asked["area"]]["text"].split("+")[0]
    rows = [row.replace(":", "") for row in text.split("/")]
    return {f"{x},{y}": letter for y, row in enumerate(rows, 1) for x, letter in enumerate(row, 1)}


def needed(asked: dict[str, Any]) -> list[str]:
    need, found = dict(asked["need"]), []
    letters = _cubes(asked)
    for x, y in asked["cells"]:
        letter = letters[f"{x},{y}"]
        if need.get(letter):
            need[letter] -= 1
            found.append(f"{x},{y}")
    return found


def payment(asked: dict[str, Any]) -> str:
    """The cubes of most worth first, then without those that are superfluous."""
    letters = _cubes(asked)
    worth = asked["worth"]
    cells = sorted((f"{x},{y}" for x, y in asked["cells"]), key=lambda cell: worth[letters[cell]])
    paid, green = list(cells), bool(asked["magic"])
    total = sum(worth[letters[cell]] for cell in paid) + green * worth["G"]
    if green and total - worth["G"] >= asked["damage"]:
        total, green = total - worth["G"], False
    for cell in cells:
        if total - worth[letters[cell]] >= asked["damage"]:
            total -= worth[letters[cell]]
            paid.remove(cell)
    return " ".join(["pay", *paid, *(["+G"] if green else [])])


def seated(*players: str, peeked: bool = False) -> tuple[GameSession, Table]:
    """A game at its first action; what the first seat saw on the first stack lies face down."""
    state = realm(tiles={"I-1": "......."}).state
    if peeked:
        stack = next(tile for tile in state.piles.tiles if tile.level == "III")
        state = msgspec.structs.replace(state, peeked=(Peeked("III", stack, (Seat(0),)),))
    chairs = tuple(
        Chair(name, one.colour, player)
        for name, one, player in zip(("Aiko", "Botan"), state.samurai, players, strict=True)
    )
    return Session(GAME, state, dealer=Seeded("1")), Table(chairs)
