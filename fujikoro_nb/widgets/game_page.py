"""GamePage: the whole competitive game, one person against bots or two to six people at one device."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.table import at_table
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.cubes import Material
from fujikoro_nb.engine.fujikoro.fight_notation import parse_answer
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.play import Act
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Answer, Illegal, Question, Seat, Unreadable
from fujikoro_nb.engine.kernel.save import LARGEST
from fujikoro_nb.helper.escape_plan import EscapePlan, escape_plan
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import error_sentence, say
from fujikoro_nb.widgets._background import Background, Report
from fujikoro_nb.widgets._base import FujiWidget, NotAccepted, Validator, flag, one_of, source_of, text, whole
from fujikoro_nb.widgets._game_bench import Bench
from fujikoro_nb.widgets._game_bots import Bots, Whys, bots_of, moved_on
from fujikoro_nb.widgets._game_end import Moment, final_lines, over_view, planned_moment
from fujikoro_nb.widgets._game_log import log_view
from fujikoro_nb.widgets._game_people import board_view, cards_view, status_view
from fujikoro_nb.widgets._game_question import MOST_ROWS, asked_view, refused_rows, refused_space
from fujikoro_nb.widgets._game_table import (
    BOTS,
    MOST_SEATS,
    PERSON,
    GameSession,
    Table,
    begin,
    dealt,
    opened,
    seated,
)
from fujikoro_nb.widgets._game_travel import Way, go, way_back, way_forward
from fujikoro_nb.widgets._game_words import Words, capital, letter_at
from fujikoro_nb.widgets._play_part import packed, unpacked
from fujikoro_nb.widgets._verdict import KINDS
from fujikoro_nb.widgets.craft_grid import CraftGrid
from fujikoro_nb.widgets.hex_map import HexMap
from fujikoro_nb.widgets.piece_editor import PieceEditor, editor_of_draw
from fujikoro_nb.widgets.spoken_page import in_chosen_language

__all__ = ["GamePage", "game"]

MAX_SAVE = 220_000
"""Letters of a packed save that a browser keeps and gives back."""

PART = 150_000
"""Letters of one part of a save file that is read in a browser."""

MAX_PARTS = 120
LOG_ENTRIES = 60
MAX_SEED = 60

_AT = whole(0, 10**6)
_KIND = one_of(*map(str, KINDS))


def _row_of(check: Validator) -> Validator:
    """A list of one value a seat."""

    def rows(value: object) -> list[Any]:
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_SEATS:
            raise NotAccepted("not one a seat")
        return [check(one) for one in value]

    return rows


class GamePage(FujiWidget, front_end="game_page"):
    """A table to play at. ``stage`` is ``start`` or ``play``; `session` is the game as the kernel has it.

    Everything that a browser sends is an act; what the rules refuse stands in `refused`, and nothing has changed.
    """

    word_tables = ("widgets", "combat", "game-page")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "begin": {
            "names": _row_of(text(max_length=30)),
            "players": _row_of(one_of(PERSON, *BOTS)),
            "colours": _row_of(one_of(*SCROLL_COLOURS)),
            "seed": text(max_length=MAX_SEED),
            "dice": one_of("dealer", "hand"),
            "real_box": flag(),
            "adventures": flag(),
            "peaceful": flag(),
        },
        "ruling": {"rule": one_of(*SWITCHES), "reading": text(max_length=80)},
        "answer": {"text": text(max_length=8000), "at": _AT},
        "choose": {"text": text(max_length=8000), "at": _AT},
        "deal": {"at": _AT},
        "more": {},
        "why-not": {"on": flag()},
        "bench-kind": {"kind": _KIND},
        "bench-waste": {"material": one_of("W", "M", "T")},
        "bench-stow": {"index": whole(0, 99)},
        "bench-build": {"card": text(max_length=80)},
        "bench-done": {"at": _AT},
        "undo": {},
        "redo": {},
        "pace": {"stepwise": flag()},
        "go": {},
        "stop": {},
        "older": {},
        "download": {},
        "load": {"text": text(max_length=PART), "part": whole(0, MAX_PARTS), "parts": whole(1, MAX_PARTS)},
        "restore": {"save": text(max_length=MAX_SAVE)},
        "leave": {},
        "back": {},
    }

    map = t.Instance(HexMap).tag(sync=True, **ipywidgets.widget_serialization)
    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)
    editor = t.Instance(PieceEditor, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """Describes what was drawn from the real box, while that is asked."""
    stage = t.Unicode("start").tag(sync=True)
    table = t.Dict().tag(sync=True)
    """What the start panel offers."""
    asked = t.Dict().tag(sync=True)
    """The pending question with its answers; its ``part`` says which part of the page answers it."""
    bench = t.Dict().tag(sync=True)
    chosen = t.Dict().tag(sync=True)
    """The answer that is chosen and not yet given: on the map and in the list."""
    refused = t.Dict().tag(sync=True)
    """Why the last answer was refused; empty after the next thing that goes right."""
    why_not = t.Dict().tag(sync=True)
    """Answers that are not possible now, with the reasons; empty until somebody asks."""
    status = t.Dict().tag(sync=True)
    final: t.List[Any] = t.List().tag(sync=True)
    """What the Final Chapter leaves whoever is asked, line by line; empty before it."""
    people: t.List[Any] = t.List().tag(sync=True)
    cards = t.Dict().tag(sync=True)
    happened: t.List[Any] = t.List().tag(sync=True)
    """What has happened since the last person at this device answered."""
    log: t.List[Any] = t.List().tag(sync=True)
    has_older = t.Bool(False).tag(sync=True)
    travel = t.Dict().tag(sync=True)
    """What undo and redo would do."""
    job = t.Dict().tag(sync=True)
    """The bots' work that is going on; empty: none."""
    is_stepwise = t.Bool(False).tag(sync=True)
    save = t.Unicode().tag(sync=True)
    """The game, packed for the browser's store."""
    refused_saves = t.Int().tag(sync=True)
    helper_address = t.Unicode().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        language = settings.get("language", "en")
        self.session: GameSession | None = None
        self.agreed = Table(())
        self._bots: Bots = {}
        self._whys: Whys = {}
        self._rulings = TableRulings()
        self._work = Background()
        self._planner = Background()
        self._plan: tuple[Moment, EscapePlan] | None = None
        self._answered_at = 0
        self._seat_here = Seat(0)
        self._entries = LOG_ENTRIES
        self._most = MOST_ROWS
        self._parts: dict[int, str] = {}
        self._owned = OwnerPack().load().pack
        settings.setdefault("map", HexMap(language=language, is_board_only=True))
        grid = CraftGrid(language=language, sections=("verdict", "palette", "undo"), can_unlock=False)
        self.workbench = Bench(grid, at_table(self._owned, with_house=True).areas)
        super().__init__(grid=grid, **settings)
        self.map.observe(self._map_tapped, names="selected")
        grid.observe(self._bench_drawn, names="gear")
        self._show_table()

    def take_over(self, other: GamePage) -> None:
        """Go on with the game of a page that spoke another language."""
        other._work.cancel()
        other._planner.cancel()
        self._rulings, self._whys = other._rulings, dict(other._whys)
        self.is_stepwise = other.is_stepwise
        self._show_table()
        if other.session is not None:
            self._open(other.session, other.agreed, is_shown=other.stage == "play")

    # ---- before the game

    def act_begin(
        self,
        *,
        names: list[str],
        players: list[str],
        colours: list[str],
        seed: str,
        dice: str,
        real_box: bool,
        adventures: bool,
        peaceful: bool,
    ) -> None:
        """Lay everything out and ask the first question."""
        if not len(names) == len(players) == len(colours):
            raise t.TraitError(self.say("game-page.seats-differ"))
        called = [
            name.strip() or self.say("game-page.seat", n=number) for number, name in enumerate(names, 1)
        ]
        chairs = seated(called, players, colours)
        agreed = Table(
            chairs, seed.strip() or secrets.token_hex(4), "hand" if dice == "hand" else "dealer", real_box
        )
        try:
            session = begin(
                agreed,
                owned=self._owned,
                has_adventures=adventures,
                is_peaceful=peaceful,
                rulings=self._rulings.switches,
            )
        except Illegal as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        self._whys = {}
        self._open(session, agreed)

    def act_ruling(self, *, rule: str, reading: str) -> None:
        """What this table plays where the booklets differ."""
        try:
            self._rulings = self._rulings.with_option(rule, reading)
        except KeyError:
            raise t.TraitError(self.say("game-page.no-reading")) from None
        self._show_table()

    @property
    def rulings_in_force(self) -> Rulings:
        """Those of the game, or of the start panel."""
        return self._rulings.switches if self.session is None else self.session.state.rulings

    @property
    def table_rulings(self) -> TableRulings:
        """The same, for the rule card."""
        return TableRulings(self.rulings_in_force.chosen)

    def act_leave(self) -> None:
        """Back to the start panel; the game waits."""
        self._work.cancel()
        with self.hold_sync():
            self.job = {}
            self.stage = "start"
            self._show_table()

    def act_back(self) -> None:
        """On with the game that waits."""
        if self.session is not None:
            self._open(self.session, self.agreed)

    def _show_table(self) -> None:
        self.table = {
            "colours": [{"id": one, "name": self.say(f"game-page.colour-{one}")} for one in SCROLL_COLOURS],
            "players": [{"id": one, "name": self.say(f"game-page.player-{one}")} for one in (PERSON, *BOTS)],
            "waits": self._waiting(),
            "rulings": [self._switch_row(rule) for rule in SWITCHES],
            "rulings_changed": len(self._rulings.chosen),
        }

    def _waiting(self) -> str:
        """The game that can be gone on with, in a sentence."""
        if self.session is None:
            return ""
        names = ", ".join(chair.name for chair in self.agreed.chairs)
        return self.say("game-page.waiting", names=names, n=len(self.session.lines))

    def _switch_row(self, rule: str) -> dict[str, Any]:
        return {
            "rule": rule,
            "title": self.say(f"switch.{rule}"),
            "reading": self._rulings.switches.reading(rule),
            "readings": [
                {"id": reading, "says": self.say(f"reading.{rule}/{reading}")}
                for reading in SWITCHES[rule].readings
            ],
        }

    # ---- saves

    def act_download(self) -> None:
        """The whole save as a file."""
        if self.session is not None:
            self.send(
                {"kind": "save", "name": f"fuji-koro-{self.agreed.seed[:20]}.json"},
                buffers=[self.session.save()],
            )

    def act_load(self, *, text: str, part: int, parts: int) -> None:
        """A save file that was chosen in the browser, in parts; opened when the last one is there."""
        if part >= parts:
            raise t.TraitError(self.say("widgets.ignored"))
        if part == 0:
            self._parts = {}
        self._parts[part] = text
        if sum(map(len, self._parts.values())) > LARGEST:
            self._parts = {}
            raise t.TraitError(self.say("unreadable.save-too-large", size=f"> {LARGEST}", max=LARGEST))
        if part != parts - 1:
            return
        whole_text = "".join(self._parts.get(number, "") for number in range(parts))
        self._parts = {}
        self._read(whole_text.encode("utf-8", "replace"))

    def act_restore(self, *, save: str) -> None:
        """The game that the browser kept; only when none is here."""
        if self.session is not None or not save:
            return
        try:
            data = unpacked(save)
            session, agreed = opened(data)
        except Unreadable:
            self.refused_saves += 1  # the page forgets what it kept
            raise t.TraitError(self.say("game-page.lost")) from None
        self._open(session, agreed)

    def _read(self, data: bytes) -> None:
        try:
            session, agreed = opened(data)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None
        self._whys = {}
        self._open(session, agreed)
        apart = session.disagreement
        if apart is not None:
            self.notice = self.say(f"save.{apart.reason}", **dict(apart.data))

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        self._work.cancel()
        self.session, self.agreed = session, agreed
        self._bots = bots_of(agreed)
        self._answered_at = len(session.lines)
        self._entries = LOG_ENTRIES
        with self.hold_sync():
            self.job = {}
            if is_shown:
                self.stage = "play"
            self._show_table()
            self._go_on()

    # ---- playing

    @property
    def _words(self) -> Words:
        session = self._playing
        names = [chair.name for chair in self.agreed.chairs]
        return Words(names, self.say, str(self.language), session.state.dice)

    @property
    def _playing(self) -> GameSession:
        assert self.session is not None, "only while a game is on the page"
        return self.session

    def _is_person_asked(self, question: Question) -> bool:
        return question.seat not in self._bots and not self.agreed.deals(question)

    def _is_now(self, at: int) -> bool:
        """Whether an answer is meant for the present question: not a second tap, and no bot is thinking."""
        return self.session is not None and not self._work.is_running and at == len(self.session.lines)

    def act_answer(self, *, text: str, at: int) -> None:
        """An answer as the game's short text or JSON."""
        if not self._is_now(at):
            return
        then = self.chosen.get("then", "") if self.chosen.get("text") == text else ""
        self._answer(self._parsed(text))
        question = self._playing.question
        if then and not self.refused and question is not None and question.kind == "walk":
            self._answer(self._parsed(then))

    def _parsed(self, text: str) -> Answer:
        try:
            if text.startswith("roll "):
                return parse_answer(text, self._playing.state.dice)
            return GAME.from_text(text)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=str(self.language))) from None

    def _answer(self, answer: Answer) -> None:
        session = self._playing
        question = session.question
        if question is None or question.seat in self._bots:
            return
        refusal = GAME.check(session.state, answer)
        if refusal is not None:
            self.refused = self._words.refused(refusal)
            return
        self._answered_at = len(session.lines)
        session.play(answer)
        self._most = MOST_ROWS
        self._go_on()

    def act_deal(self, *, at: int) -> None:
        """The dealer's dice or draw instead of the table's."""
        if self._is_now(at) and self._playing.can_deal:
            self._answered_at = len(self._playing.lines)
            self._playing.deal()
            self._go_on()

    def _go_on(self) -> None:
        """Everything that the dealer and the bots answer, then the page."""
        dealt(self._playing, self.agreed)
        question = self._playing.question
        self._show()
        if (
            question is not None
            and question.seat in self._bots
            and not (self.is_stepwise and self._has_stepped())
        ):
            self._let_bots()

    def _has_stepped(self) -> bool:
        """Whether a bot has just acted, so that the next step waits for a tap."""
        lines = self._playing.lines[self._answered_at :]
        return any(line.entry.seat in self._bots and line.question.kind == "act" for line in lines)

    def _let_bots(self) -> None:
        session, agreed, bots, stepwise = self._playing, self.agreed, self._bots, bool(self.is_stepwise)
        question = session.question
        assert question is not None, "a bot is asked"
        self.job = {"who": agreed.chairs[question.seat].name, "count": 0}

        def work(report: Report) -> tuple[GameSession, Whys]:
            return moved_on(session, agreed, bots, is_stepwise=stepwise, report=report)

        self._work.start(work, done=self._bots_done, failed=self._bots_failed, progress=self._bots_told)

    def _bots_told(self, count: float) -> None:
        self.job = {**self.job, "count": int(count)}

    def _bots_done(self, moved: tuple[GameSession, Whys]) -> None:
        session, whys = moved
        self._work.cancel()
        self.session = session
        self._whys |= whys
        with self.hold_sync():
            self.job = {}
            self._show()

    def _bots_failed(self, fault: Exception) -> None:
        self.job = {}
        self.notice = say("widgets.failed", language=str(self.language))
        self._show()
        raise fault

    def act_go(self) -> None:
        """The next step of the bots."""
        if self.session is None or self._work.is_running:
            return
        question = self.session.question
        if question is not None and question.seat in self._bots:
            self._answered_at = len(self.session.lines)
            self._let_bots()

    def act_stop(self) -> None:
        """Stop the bots; nothing of what they thought about is played."""
        self._work.cancel()
        self.job = {}

    def act_pace(self, *, stepwise: bool) -> None:
        """Bots act one by one, or all at once."""
        self.is_stepwise = stepwise

    # ---- back and forth

    def act_undo(self) -> None:
        """To the last question that a person answered."""
        way = None if self.session is None or self._work.is_running else self._way_back()
        if way is not None:
            self._travelled(way, is_back=True)

    def act_redo(self) -> None:
        """What was undone last."""
        way = None if self.session is None or self._work.is_running else self._way_forward()
        if way is not None:
            self._travelled(way, is_back=False)

    def _travelled(self, way: Way, *, is_back: bool) -> None:
        go(self._playing, way, is_back=is_back)
        self._answered_at = len(self._playing.lines)
        self._most = MOST_ROWS
        self._show()

    def _way_back(self) -> Way | None:
        return way_back(self._playing, self._is_person_asked)

    def _way_forward(self) -> Way | None:
        return way_forward(self._playing, self._is_person_asked)

    def _travel_view(self) -> dict[str, Any]:
        words, back, forth = self._words, self._way_back(), self._way_forward()
        return {
            "undo": "" if back is None else words.answer(back.entry.answer),
            "fork": back is not None and back.is_fork,
            "redo": "" if forth is None else words.answer(forth.entry.answer),
            "is_fork": self._playing.is_fork,
        }

    # ---- choosing

    def act_choose(self, *, text: str, at: int) -> None:
        """Look at an answer of the list before it is given."""
        if not self._is_now(at):
            return
        row = next((one for one in self._rows() if one["text"] == text), None)
        if row is not None:
            self._choose(row)
            return
        for row in self._rows():
            way = next((one for one in row["ways"] if one["text"] == text), None)
            if way is not None:
                self._choose({**row, **way, "label": f"{row['label']}, {way['label']}"})

    def _rows(self) -> list[dict[str, Any]]:
        return list(self.asked.get("rows", ()))

    def _choose(self, row: dict[str, Any]) -> None:
        self.refused = {}
        self.chosen = {key: row[key] for key in ("text", "label", "about", "price", "at", "path")}
        at = row["spaces"][0] if row["spaces"] else ""
        if at and self.map.selected not in row["spaces"]:
            self.map.selected = at

    def _map_tapped(self, change: Any) -> None:
        """A space of the map: the answer that it gives, or why it gives none."""
        at = change.new
        if not at or self.session is None or self.asked.get("part") != "rows":
            return
        if self.asked["kind"] == "act":
            self._choose_plan(at)
            return
        row = next((one for one in self._rows() if at in one["spaces"]), None)
        if row is not None:
            if self.chosen.get("text") not in (row["text"], *(way["text"] for way in row["ways"])):
                self._choose(row)
            return
        self.chosen = {}
        self._say_why_not(at)

    def _choose_plan(self, at: str) -> None:
        """A space that a move could reach, while the action is asked: the move and its walk in one."""
        offer = self.map.offer
        moves = [Act("move"), Act("move", monk=True)]
        act = next((one for one in moves if GAME.check(self._playing.state, one) is None), None)
        self.chosen = {}
        if offer is None or act is None:
            self._say_why_not(at)
            return
        words = self._words
        lava = f"−{offer.cost}" if offer.cost else ""
        self.refused = {}
        self.chosen = {
            "text": GAME.to_text(act),
            "then": GAME.to_text(offer.answer),
            "label": capital(words.space(at)),
            "about": words.ground(self._playing.state, at),
            "price": lava,
            "at": at,
            "path": list(offer.path),
        }

    def _say_why_not(self, at: str) -> None:
        question = self._playing.question
        if question is None:
            return
        self.refused = refused_space(self._playing.state, question, self._words, at)

    def act_more(self) -> None:
        """List more answers."""
        if self.session is not None and self.asked.get("more"):
            self._most += MOST_ROWS
            self._show_question()

    def act_why_not(self, *, on: bool) -> None:
        """Which answers are missing from the list, and why."""
        question = None if self.session is None else self.session.question
        if not on or question is None or question.seat in self._bots:
            self.why_not = {}
            return
        rows = refused_rows(self._playing.state, question, self._words)
        self.why_not = {"rows": rows, "rule": question.rule}

    # ---- the bench

    def _bench_drawn(self, change: Any) -> None:
        if self.workbench.is_open:
            self.workbench.stow = 0
            self._show_bench()

    def _show_bench(self) -> None:
        self.refused = {}
        self.bench = self.workbench.view(self._words) if self.workbench.is_open else {}

    def act_bench_kind(self, *, kind: str) -> None:
        """Another kind of gear."""
        if self.workbench.is_open:
            self.workbench.choose_kind(GearKind(kind))
            self._show_bench()

    def act_bench_waste(self, *, material: str) -> None:
        """The cube that is lost."""
        if self.workbench.is_open:
            self.workbench.wasted = Material(material)
            self._show_bench()

    def act_bench_stow(self, *, index: int) -> None:
        """Another way to fill the backpack."""
        if self.workbench.is_open:
            self.workbench.stow = index
            self._show_bench()

    def act_bench_build(self, *, card: str) -> None:
        """Lay a card's cheapest craft on the board."""
        if self.workbench.is_open and not self.workbench.build(card):
            raise t.TraitError(self.say("game-page.build-not"))

    def act_bench_done(self, *, at: int) -> None:
        """What lies on the board is the answer."""
        if not self._is_now(at) or not self.workbench.is_open:
            return
        answer = self.workbench.answer()
        if answer is None:
            raise t.TraitError(self.say("game-page.bench-nothing"))
        self._answer(answer)

    # ---- what the page shows

    def act_older(self) -> None:
        """More of the log."""
        if self.session is not None:
            self._entries += LOG_ENTRIES
            self._show_log()

    def _show(self) -> None:
        session = self._playing
        state, words = session.state, self._words
        with self.hold_sync():
            self.notice = ""
            self.status = status_view(state, words, self.agreed.bots)
            self._show_final()
            self.people = self._people_view(words)
            self.cards = cards_view(state, words)
            self.travel = self._travel_view()
            self._show_log()
            self._show_question()
        self.after_push(self._keep)

    def _show_final(self) -> None:
        """The lines of the Final Chapter; the way out is looked for beside the page, once for each own action."""
        state, question = self._playing.state, self._playing.question
        moment = planned_moment(state, question)
        if question is None or moment is None or question.seat in self._bots:
            self._planner.cancel()
            self._plan = None
        elif question.kind == "act":
            self._plan = None
            seat, here = question.seat, moment
            self._planner.start(
                lambda _: escape_plan(state, seat),
                done=lambda plan: self._planned(here, plan),
                failed=self._plan_failed,
                progress=lambda _: None,
            )
        elif self._plan is not None and self._plan[0] != moment:
            self._plan = None
        self._say_final()

    def _planned(self, moment: Moment, plan: EscapePlan) -> None:
        """The plan is found; it is shown unless the samurai has gone on meanwhile."""
        session = self._playing
        if moment == planned_moment(session.state, session.question):
            self._plan = (moment, plan)
            self._say_final()

    def _plan_failed(self, fault: Exception) -> None:
        self.notice = self.say("widgets.failed")
        raise fault

    def _say_final(self) -> None:
        plan = None if self._plan is None else self._plan[1]
        self.final = final_lines(self._playing.state, self._words, plan)

    def _people_view(self, words: Words) -> list[dict[str, Any]]:
        """Every board as whoever sits at the device may see it: what others looked at in secret stays away."""
        session = self._playing
        question = session.question
        if question is not None and question.seat in self.agreed.persons:
            self._seat_here = question.seat
        view = session.view_for(self._seat_here)
        return [board_view(view, Seat(seat), words) for seat in range(view.players)]

    def _keep(self) -> None:
        if self.session is not None:
            self.save = packed(self.session.save(has_snapshots=False))

    def _show_log(self) -> None:
        session, words = self._playing, self._words
        lines, colours = session.lines, session.state.colours
        first = max(0, len(lines) - self._entries)
        self.has_older = first > 0
        self.log = log_view(lines[first:], words, colours, self._whys, first=first)
        since = min(self._answered_at, len(lines))
        self.happened = log_view(lines[since:], words, colours, self._whys, first=since)

    def _show_question(self) -> None:
        session, words = self._playing, self._words
        question = session.question
        self.refused, self.chosen, self.why_not = {}, {}, {}
        self._set_bench(question)
        self._set_editor()
        self._show_map(question)
        self.asked = {"at": len(session.lines), **self._lettered(self._question_view(question, words))}

    def _question_view(self, question: Question | None, words: Words) -> dict[str, Any]:
        session = self._playing
        if question is None:
            return {"kind": "over", "part": "over", **over_view(session.state, words)}
        if question.seat in self._bots:
            who = words.seat(question.seat)
            return {
                "kind": "bot",
                "part": "bot",
                "who": who,
                "seat": int(question.seat),
                "colour": session.state.samurai[question.seat].colour,
            }
        shown = asked_view(session.state, question, session.options, words, most=self._most)
        return {**shown, "can_deal": session.can_deal}

    def _lettered(self, shown: dict[str, Any]) -> dict[str, Any]:
        """Rows with the letters that the map shows for the same spaces, in their order."""
        letters = {
            space: (index, letter_at(index))
            for index, row in enumerate(self.map.reach["rows"])
            for space in row["spaces"]
        }
        rows = shown.get("rows")
        if rows is None or not letters:
            return shown
        for row in rows:
            _, row["letter"] = letters.get(row["spaces"][0], (0, "")) if row["spaces"] else (0, "")
        last = len(letters)
        rows.sort(key=lambda row: letters.get(row["spaces"][0], (last, ""))[0] if row["spaces"] else last)
        return {**shown, "has_map": True}

    def _set_bench(self, question: Question | None) -> None:
        is_bench = (
            question is not None
            and question.kind in ("craft", "first-weapon")
            and question.seat not in self._bots
        )
        self.workbench.close()
        if question is not None and is_bench:
            self.workbench.open(self._playing.state, question.seat, is_first=question.kind == "first-weapon")
        self._show_bench()

    def _set_editor(self) -> None:
        """The form for what is drawn from the real box."""
        before = self.editor
        session = self._playing
        editor = editor_of_draw(session, self._owned, language=self.language)
        if editor is not None:
            editor.observe(self._described, names="finished")
        self.editor = editor
        if before is not None:
            before.close()

    def _described(self, change: Any) -> None:
        editor = self.editor
        if change.new is None or editor is None or self._work.is_running:
            return
        answer = editor.answer
        assert answer is not None, "what was described is an answer"
        self._answer(answer)
        if self.refused and self.editor is editor:
            editor.show_refusal(self.refused["text"], self.refused["rule"])

    def _show_map(self, question: Question | None) -> None:
        seat = question.seat if question is not None and question.seat >= 0 else None
        self.map.show(self._playing.state, seat=self._seat_here if seat is None else seat)

    @property
    def _spoken(self) -> str:
        return str(self.language)


# The parts that answer questions are those of the fight panel.
GamePage._css = source_of("combat_panel.css") + source_of("game_page.css")


def game(*, language: str = "", helper: str = "") -> ipywidgets.Widget:
    """The game, ready to be shown. ``helper`` is the address where the rules helper is served."""

    def make(spoken: str) -> GamePage:
        return GamePage(language=spoken, helper_address=helper)

    return in_chosen_language(make, language=language)
