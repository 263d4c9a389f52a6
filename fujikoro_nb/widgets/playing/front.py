"""What a browser is told of a game, and what it may ask: every synced trait and every act of a game's page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.refused import MODES
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED
from fujikoro_nb.play.seats import BOTS, MOST_SEATS, PERSON
from fujikoro_nb.views.game.primers import PRIMERS, primer_view
from fujikoro_nb.views.gear.verdict import KINDS
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor
from fujikoro_nb.widgets.pieces.piece_offer import PieceOffer
from fujikoro_nb.widgets.sharing.sharing import SHARE_ACTS

__all__ = ["GameFront"]

MAX_SAVE = 220_000
"""Letters of a packed save that a browser keeps and gives back."""

PART = 40_000
"""Letters of one part of a save file that is read in a browser."""

MAX_PARTS = 390
MAX_SEED = 60

AT = whole(0, 10**6)
"""For which question an answer is meant: the number of answers before it."""

SCENARIO = one_of(0, *PLAYED)
"""The number of one that is played; 0 without one."""

ANSWER = text(max_length=8000)
"""An answer as the game's short text or JSON."""


def _row_of(check: Validator, *, fewest: int = 1) -> Validator:
    """A list of one value a seat."""

    def rows(value: object) -> list[Any]:
        if not isinstance(value, list) or not fewest <= len(value) <= MOST_SEATS:
            raise NotAccepted("not one a seat")
        return [check(one) for one in value]

    return rows


class GameFront(FujiWidget):
    """The state of a game's page as its JavaScript draws it. What the acts do, the page says."""

    word_tables = (
        "map-game",
        "widgets",
        "combat",
        "game-page",
        "cast",
        "scene",
        "game-group",
        "game-signs",
        "primers",
        "game-share",
        "first-game",
        "game-counsel",
        "game-review",
    )

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        # before the game
        "begin": {
            "names": _row_of(text(max_length=30)),
            "players": _row_of(one_of(PERSON, *BOTS)),
            "colours": _row_of(one_of(*SCROLL_COLOURS)),
            "seed": text(max_length=MAX_SEED),
            "dice": one_of("dealer", "hand"),
            "real_box": flag(),
            "mode": one_of(*MODES),
            "adventures": flag(),
            "peaceful": flag(),
            "characters": _row_of(one_of("", *PEOPLE), fewest=0),
            "scenario": SCENARIO,
        },
        "cast": {
            "mode": one_of(*MODES),
            "characters": _row_of(one_of("", *PEOPLE)),
            "scenario": SCENARIO,
        },
        "ruling": {"rule": one_of(*SWITCHES), "reading": text(max_length=80)},
        "back": {},
        # saves
        "download": {},
        "load": {"text": text(max_length=PART), "part": whole(0, MAX_PARTS), "parts": whole(1, MAX_PARTS)},
        "restore": {"save": text(max_length=MAX_SAVE)},
        # the game goes on
        "answer": {"text": ANSWER, "at": AT},
        "deal": {"at": AT},
        "undo": {"at": AT},
        "redo": {"at": AT},
        "pace": {"stepwise": flag()},
        "go": {},
        "stop": {},
        "leave": {},
        # the question
        "choose": {"text": ANSWER, "at": AT},
        "more": {},
        "why-not": {"on": flag()},
        "bench-kind": {"kind": one_of(*map(str, KINDS))},
        "bench-waste": {"material": one_of("W", "M", "T")},
        "bench-stow": {"index": whole(0, 99)},
        "bench-build": {"card": text(max_length=80)},
        "bench-done": {"at": AT},
        # beside it
        "primer-done": {"name": one_of(*(primer.name for primer in PRIMERS))},
        "primers": {"on": flag()},
        "older": {},
        **SHARE_ACTS,
    }

    stage = t.Unicode("start").tag(sync=True)
    """``start`` or ``play``."""

    # ---- before the game, and saves

    table = t.Dict().tag(sync=True)
    """What the start panel offers. ``evening``: who plays at the table that waits for a game, with what."""
    save = t.Unicode().tag(sync=True)
    """The game, packed for the browser's store."""
    refused_saves = t.Int().tag(sync=True)
    helper_address = t.Unicode().tag(sync=True)

    # ---- what is told

    status = t.Dict().tag(sync=True)
    final: t.List[Any] = t.List().tag(sync=True)
    """What the Final Chapter leaves whoever is asked, line by line; empty before it."""
    people: t.List[Any] = t.List().tag(sync=True)
    cards = t.Dict().tag(sync=True)
    points: t.List[Any] = t.List().tag(sync=True)
    """What brings points in this game, ``{"text", "rule"}`` a line."""
    happened: t.List[Any] = t.List().tag(sync=True)
    """What has happened since the last person at this device answered."""
    results: t.List[Any] = t.List().tag(sync=True)
    """How fights went that have ended since then."""
    log: t.List[Any] = t.List().tag(sync=True)
    has_older = t.Bool(False).tag(sync=True)

    # ---- the course of the game

    chosen = t.Dict().tag(sync=True)
    """The answer that is chosen and not yet given: on the map and in the list."""
    refused = t.Dict().tag(sync=True)
    """Why the last answer was refused; empty after the next thing that goes right."""
    travel = t.Dict().tag(sync=True)
    """What undo and redo would do."""
    job = t.Dict().tag(sync=True)
    """The bots' work that is going on; empty: none."""
    is_stepwise = t.Bool(False).tag(sync=True)

    # ---- the question

    map = t.Instance(HexMap).tag(sync=True, **ipywidgets.widget_serialization)
    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)
    editor = t.Instance(PieceEditor, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """Describes what was drawn from the real box, while that is asked."""
    offer = t.Instance(PieceOffer, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """What was described and may go into the owner's pack; None until a game is played with the real box."""
    asked = t.Dict().tag(sync=True)
    """The pending question with its answers; its ``part`` says which part of the page answers it."""
    bench = t.Dict().tag(sync=True)
    chances: t.List[Any] = t.List().tag(sync=True)
    """The odds of the fight that the question or the chosen space is about, ``{"text", "rule"}`` a line."""
    trying = t.Float(allow_none=True, default_value=None).tag(sync=True)
    """How far the work on the chances is, and then the search for the best monk, from 0 to 1; None: nothing to tell."""
    ahead = t.Dict().tag(sync=True)
    """The dragons that a move could lead to now, by their place: ``{"name", "text", "share"}``; text: the chances."""
    counsel = t.Dict().tag(sync=True)
    """What the planner advises whoever asks: ``may`` while a person is asked, ``is_thinking``, and plans as rows."""
    review = t.Dict().tag(sync=True)
    """The game looked at again: ``may``, ``is_open``, the ``share`` of the work that is done, and what was found."""
    mistake = t.Dict().tag(sync=True)
    """The puzzle of one's own mistake that is open; empty: none."""
    why_not = t.Dict().tag(sync=True)
    """Answers that are not possible now, with the reasons; empty until somebody asks."""
    terms: t.List[Any] = t.List().tag(sync=True)
    """Words of the game in what is asked and refused now, ``{"term", "text", "rule"}`` each."""

    # ---- cards of twenty seconds

    primer = t.Unicode().tag(sync=True)
    """The name of the card that stands; empty: none."""
    primers: t.List[Any] = t.List(primer_view()).tag(sync=True)
    """All of them, to be found again."""
    has_primers = t.Bool(True).tag(sync=True)
    """Whether a new one comes when something comes up for the first time."""

    # ---- the first game, with a coach

    is_first = t.Bool(False).tag(sync=True)
    """Whether this page is for the first game: it begins with that, and keeps it apart from others."""
    guide = t.Dict().tag(sync=True)
    """What the coach says, and the game looked at again; empty where no coach sits beside."""
    place_address = t.Unicode().tag(sync=True)
    """Where all lessons and puzzles are."""
    game_address = t.Unicode().tag(sync=True)
    """Where a real game begins."""

    # ---- the table

    shared = t.Dict().tag(sync=True)
    """The table that the page is on: its ``code``, ``who`` writes, whether ``mine`` is that, the other ``parts`` that
    it holds, the last ``news`` of others, the ``trouble``; empty: on none."""
    code_picture: t.List[Any] = t.List().tag(sync=True)
    """The link for phones as rows of a QR code, a text of 0 and 1 each."""
