"""Spoilt messages against every widget's one way in: nothing escapes, nothing leaks, what is refused changes nothing.

``FUJIKORO_MESSAGES`` says how many in the long run. Computations beside a page are not begun: they have tests of
their own, and what they get has passed the same way in.
"""

from __future__ import annotations

import functools
import logging
import os
import random
import re
import reprlib
import tempfile
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from time import perf_counter
from typing import Any

import comm
import msgspec
import pytest
from comm.base_comm import BaseComm
from jupyter_client.session import json_packer

from fujikoro_nb.background import Background
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.kernel.save import write_save
from fujikoro_nb.play.seats import opened
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.evening.ruling_log import RulingLog
from fujikoro_nb.widgets.evening.score_page import ScorePage
from fujikoro_nb.widgets.evening.setup_page import SetupPage
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.helper_page import HelperPage
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
from fujikoro_nb.widgets.learn.lesson_page import FightLesson, LessonPage, TurnLessonPage
from fujikoro_nb.widgets.learn.puzzle_page import FightPuzzles, PuzzlePage
from fujikoro_nb.widgets.map.dragons_step import DragonsStep
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor
from fujikoro_nb.widgets.pieces.piece_shelf import PieceShelf
from fujikoro_nb.widgets.playing.game_page import GamePage
from fujikoro_nb.widgets.quick.learn_page import LearnPage
from fujikoro_nb.widgets.quick.storm_page import StormPage
from fujikoro_nb.widgets.rules.rules_page import RulesPage
from fujikoro_nb.widgets.small.small_desk import SmallDesk
from fujikoro_nb.widgets.small.small_games import SmallGames
from tests.soak.messages import Words, is_acceptable, message, mutated, proper
from tests.soak.spread import Spread
from tests.support.game_pages import answered, begin
from tests.support.open_tables import close_tables
from tests.support.small_games import begin as small_game
from tests.widgets.fight.test_combat_panel_play import begun

MESSAGES = int(os.environ.get("FUJIKORO_MESSAGES", "100000"))
A_RUN = 500
"""Messages to one widget before it is made anew."""
EVERY = 25
"""Messages between two looks at what the page shows."""
FIGHT_PARTS = ("roll-dice", "lose-cubes", "repair", "pay-damage")
LEAK = re.compile(
    rb"Traceback|site-packages|object at 0x|\.py\b|" + re.escape(str(Path(__file__).parents[2])).encode()
)
SHORT = reprlib.Repr()
SHORT.maxlevel, SHORT.maxdict, SHORT.maxstring, SHORT.maxlong = 8, 40, 200, 60
INNER = frozenset(
    ("_trait_values", "_states_to_send", "_property_lock", "_holding_sync", "_cross_validation_lock")
)
"""What ipywidgets and traitlets keep in a widget for the time of a message."""
OWN_FILES = frozenset({"_esm", "_css", "style", "symbols"})


@functools.cache
def _played(wanted: tuple[str, ...]) -> bytes:
    """The save of a game of three people that asks one of these parts."""
    chance = random.Random(6)
    page = begin(GamePage(), "person person person", seed="12")
    for _ in range(600):
        if page.asked["part"] in wanted and len(page.session.lines) > 40:  # type: ignore[union-attr]
            break
        answered(page, chance)
    assert page.asked["part"] in wanted
    assert page.session is not None
    return write_save(page.session.saved())


def _game(*wanted: str) -> GamePage:
    page = GamePage()
    page._open(*opened(_played(wanted)))
    return page


SCENES: Mapping[str, Callable[[], FujiWidget]] = {
    "game start": GamePage,
    "mid-game": lambda: _game("rows", "draw"),
    "mid-fight": lambda: _game(*FIGHT_PARTS),
    "helper": HelperPage,
    "fight panel": begun,
    "fight panel, no fight": CombatPanel,
    "gear": CraftGrid,
    "rules": RulesPage,
    "score": ScorePage,
    "setup": SetupPage,
    "rulings": RulingLog,
    "crafting lesson": LessonPage,
    "fight lesson": FightLesson,
    "turn lesson": TurnLessonPage,
    "lesson of a small game": lambda: LessonPage("makai-prizes"),
    "puzzles": PuzzlePage,
    "learn and solve": LearnPage,
    "storm": StormPage,
    "fight puzzles": FightPuzzles,
    "quick questions": QuickAsk,
    "dragons' step": DragonsStep,
    "pieces": PieceShelf,
    "map": HexMap,
    "map of a game": lambda: _game("rows", "draw").map,
    "piece editor": lambda: PieceEditor("tile"),
    "small games": SmallGames,
    "small games at the real box": SmallDesk,
    "fuji 99": lambda: small_game(SmallGames(seed="5"), "fuji99", "person random"),
    "makai fuda": lambda: small_game(SmallGames(seed="5"), "makai", "person person random"),
    "cards": lambda: CardStrip(CraftGrid(), cards=house_pack().gear_cards, is_editable=True),
}


class Heard:
    """What went to the page, and what was logged as a fault."""

    def __init__(self) -> None:
        self.leaks: list[bytes] = []
        self.faults: list[str] = []

    def sent(self, data: Any) -> None:
        """Packed as Jupyter packs it: what cannot be packed never reaches a page."""
        state = data.get("state") if isinstance(data, Mapping) else None
        plain = {key: one for key, one in state.items() if key not in OWN_FILES} if state else data
        packed = json_packer(plain)
        if LEAK.search(packed):
            self.leaks.append(packed[:2000])


class _Faults(logging.Handler):
    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.ERROR)
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        what = "".join(traceback.format_exception(*record.exc_info)) if record.exc_info else ""
        self.heard.faults.append(f"{record.getMessage()}\n{what}")


@contextmanager
def listening() -> Iterator[Heard]:
    """A kernel's surroundings: links that pack, a data folder of its own, and a log that is listened to."""
    heard = Heard()

    class Link(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
            heard.sent(data or {})

    handler = _Faults(heard)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", folder)
        patch.setattr(comm, "create_comm", Link)
        patch.setattr(Background, "start", lambda self, work, **_: None)
        close_tables()
        logging.getLogger().addHandler(handler)
        try:
            yield heard
        finally:
            logging.getLogger().removeHandler(handler)
            close_tables()


def _state(widget: FujiWidget) -> dict[str, Any]:
    """Everything that a widget keeps, and each object of ours that it reaches: parts, controllers, histories, sessions.

    By the way from the widget. Left out is what ipywidgets and traitlets keep for themselves, and the one line.
    """
    found: dict[str, Any] = {}
    _walk(widget, type(widget).__name__, found, set())
    return found


def _walk(one: Any, way: str, found: dict[str, Any], seen: set[int]) -> None:
    """Containers are copied: an object that is changed in place would equal itself."""
    if isinstance(one, dict):
        found[f"{way} keys"] = (*one,)
        for number, value in enumerate(one.values()):
            _walk(value, f"{way}[{number}]", found, seen)
    elif isinstance(one, list | tuple | deque):
        found[f"{way} length"] = len(one)
        for number, value in enumerate(one):
            _walk(value, f"{way}[{number}]", found, seen)
    elif isinstance(one, set):
        found[way] = frozenset(one)
    elif not _may_change(one):
        found[way] = one
    elif id(one) in seen:
        found[way] = id(one)
    else:
        seen.add(id(one))
        for name, value in _kept(one).items():
            _walk(value, f"{way}.{name}", found, seen)
        if isinstance(one, FujiWidget):
            for part in one.parts():  # first: whoever asks for a trait makes what it begins with
                _walk(part, f"{way} {type(part).__name__}", found, seen)
            found |= {
                f"{way} trait {name}": value
                for name, value in one._trait_values.items()
                if name not in ("notice", "notice_rule")
            }


def _may_change(one: object) -> bool:
    """Whether this is an object of ours that is no value."""
    is_ours = type(one).__module__.startswith("fujikoro_nb.")
    return is_ours and not isinstance(one, msgspec.Struct | Enum | type | BaseException)


def _kept(one: object) -> dict[str, Any]:
    slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
    kept = {name: getattr(one, name) for name in slots if name[:2] != "__" and hasattr(one, name)}
    return {name: value for name, value in (kept | getattr(one, "__dict__", {})).items() if name not in INNER}


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [
        key
        for key in {*before, *after}
        if before.get(key) is not after.get(key) and before.get(key) != after.get(key)
    ]


def fuzzed(job: tuple[str, int, int]) -> Counter[str]:
    """One widget and so many messages. Raises AssertionError that names scene, seed and message."""
    scene, seed, count = job
    chance = random.Random(f"{scene} {seed}")
    tally: Counter[str] = Counter()
    with listening() as heard:
        widget = SCENES[scene]()
        assert (heard.leaks, heard.faults) == ([], []), scene
        words = Words(widget)
        for number in range(count):
            if number % EVERY == 0:
                words = Words(widget)
            one = proper(widget, words, chance)
            said = one if chance.random() < 0.1 else mutated(one, chance)

            def where(number: int = number, said: object = said) -> str:
                return f"{scene}, seed {seed}, message {number}: {SHORT.repr(said)}"

            may_change = is_acceptable(widget, said)
            before = None if may_change else _state(widget)
            begun_at = perf_counter()
            try:
                widget._handle_msg(said)
            except Exception as fault:
                raise AssertionError(f"escaped from {where()}") from fault
            tally["slowest"] = max(tally["slowest"], int(1000 * (perf_counter() - begun_at)))
            tally["taken" if may_change else "refused"] += 1
            assert not heard.faults, f"{where()}\n{heard.faults[0]}"
            assert not heard.leaks, f"{where()}\n{heard.leaks[0]!r}"
            if before is not None:
                assert not (other := _differences(before, _state(widget))), f"{where()}: changed {other}"
        check_answers(widget)
        assert (heard.leaks, heard.faults) == ([], [])
    return tally


def check_answers(widget: FujiWidget) -> None:
    """A proper message is answered as before: a rule's card opens and closes."""
    widget._handle_msg(message({"method": "custom", "content": {"act": "rule", "rule": "turn.order"}}))
    assert widget.rule_card["id"] == "turn.order"
    widget._handle_msg(message({"method": "custom", "content": {"act": "close-rule"}}))
    assert widget.rule_card == {}


@pytest.mark.parametrize(
    ("scene", "way"),
    [
        ("fight panel", ("playing",)),
        ("fight panel", ("counting", "service")),
        ("mid-game", ("_game", "session")),
        ("mid-game", ("_flow",)),
        ("helper", ("room", "desk")),
        ("helper", ("grid", "history")),
        ("crafting lesson", ("desk", "grid", "history")),
    ],
)
def test_a_change_of_what_a_page_owns_is_seen(scene: str, way: tuple[str, ...]) -> None:
    with listening():
        widget = SCENES[scene]()
        before = _state(widget)
        assert _differences(before, _state(widget)) == []
        deep = functools.reduce(getattr, way, widget)
        deep.spoilt = 1
        assert [name.rpartition(".")[2] for name in _differences(before, _state(widget))] == ["spoilt"]


@pytest.mark.parametrize("scene", SCENES)
def test_some_spoilt_messages(scene: str) -> None:
    tally = fuzzed((scene, 0, 40))
    assert tally["refused"] > 10


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_spoilt_messages(spread: Spread) -> None:
    rounds = -(-MESSAGES // (A_RUN * len(SCENES)))
    jobs = [(scene, seed, A_RUN) for seed in range(1, rounds + 1) for scene in SCENES]
    total: Counter[str] = Counter()
    slowest = 0
    for tally in spread.done(fuzzed, jobs, what="runs"):
        slowest = max(slowest, tally.pop("slowest"))
        total += tally
    spread.say(
        f"{total.total():,} messages to {len(SCENES)} scenes: {total['refused']:,} refused, {total['taken']:,} "
        f"of acceptable form; none escaped, none leaked, no refused one changed a widget"
    )
    spread.say(f"slowest answer {slowest} ms; {spread.took()}")
    assert total.total() >= MESSAGES
