"""SmallGames: Makai Fuda and Fuji 99 at one device, against bots or handed from person to person.

Where hands are closed the page gets the view of the seat that uncovered it and of nobody else; saves hold everything
and stay on this computer, under a code that the browser keeps.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from textwrap import shorten
from typing import Any, ClassVar, NamedTuple

import ipywidgets
import traitlets as t

from fujikoro_nb.bots.kinds import KINDS, Kind, Variants
from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.kernel import Answer, Illegal, Readings, Unreadable
from fujikoro_nb.engine.kernel.save import LARGEST, read_save
from fujikoro_nb.play.kept_small import CODE_LENGTH, KeptGames
from fujikoro_nb.play.seats import PERSON, Table
from fujikoro_nb.play.small import (
    MOST_NAME,
    Moved,
    SmallSession,
    again_small,
    begin_small,
    chairs_of,
    given_to_person,
    opened_small,
    small_of,
)
from fujikoro_nb.play.small_seats import begin_at_table, new_seed
from fujikoro_nb.play.small_table import has_shown
from fujikoro_nb.play.travel import Way, go
from fujikoro_nb.store import StoreError
from fujikoro_nb.store.sharing import page_origin, readers_link, seats_link, tables
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.small.boards import BOARDS, offer
from fujikoro_nb.views.small.played import SmallGame
from fujikoro_nb.views.small.words import SmallWords
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator, one_of, text, whole
from fujikoro_nb.widgets.sharing.sharing import MAX_TITLE, code_rows

__all__ = ["SmallGames", "small_games"]

LOG = logging.getLogger("fujikoro_nb.widgets")

MOST_PLAYERS = max(board.most for board in BOARDS.values())
PART = 40_000
"""Letters of one part of a save file that is read in a browser."""
MAX_PARTS = 390
FEWEST_PHONES = 2
MAX_AGREED = 60
MAX_RULINGS = 400
AT = whole(0, 10**6)
ANSWER = text(max_length=400)


def _row_of(check: Validator) -> Validator:
    """A list of one value a seat."""

    def rows(value: object) -> list[Any]:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_PLAYERS:
            raise NotAccepted("not one a seat")
        return [check(one) for one in value]

    return rows


_PLAYERS = (PERSON, *sorted({bot for kind in KINDS.values() for bot in kind.bots}))


_BEGINS: Mapping[str, Validator] = {
    "game": one_of(*BOARDS),
    "names": _row_of(text(max_length=MOST_NAME)),
    "players": _row_of(one_of(*_PLAYERS)),
    "agreed": text(max_length=MAX_AGREED),
    "rulings": text(max_length=MAX_RULINGS),
}


class _Agreed(NamedTuple):
    """What a game begins with."""

    kind: Kind
    table: Table
    variants: Variants
    rulings: Readings


class SmallGames(FujiWidget, front_end="small_games"):
    """A table for one of the small games. ``stage`` is ``start``, ``play``, or ``phones``: a table for these is open.

    ``seed``: the same one deals the same game, for scripts and tests; nobody who plays is told it.
    """

    word_tables = ("widgets", "small-page")

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "begin": _BEGINS,
        "phones": {**_BEGINS, "url": text(max_length=300)},
        "advise": {"at": AT},
        "answer": {"text": ANSWER, "then": ANSWER, "at": AT},
        "uncover": {"seat": whole(0, MOST_PLAYERS - 1), "at": AT},
        "cover": {},
        "undo": {"at": AT},
        "redo": {"at": AT},
        "leave": {},
        "back": {},
        "again": {"at": AT},
        "download": {},
        "load": {"text": text(max_length=PART), "part": whole(0, MAX_PARTS), "parts": whole(1, MAX_PARTS)},
        "restore": {"code": text(max_length=CODE_LENGTH)},
    }
    tells_answered: ClassVar[bool] = True

    stage = t.Unicode("start").tag(sync=True)
    offered: t.List[Any] = t.List().tag(sync=True)
    """The games to pick from."""
    waits = t.Unicode().tag(sync=True)
    """The game that was left for the start panel, in words; empty: none."""
    view = t.Dict().tag(sync=True)
    """The game as whoever holds the device may see it."""
    travel = t.Dict().tag(sync=True)
    """What undo and redo would do."""
    refused = t.Dict().tag(sync=True)
    """Why the last answer was refused; empty after the next thing that goes right."""
    barred = t.Dict().tag(sync=True)
    """Why no game begins with what is chosen: the sentence, and the rule where there is one; empty: nothing was."""
    job = t.Unicode().tag(sync=True)
    """Which bot thinks; empty: none."""
    code = t.Unicode().tag(sync=True)
    """Where the game waits on this computer."""
    phones = t.Dict().tag(sync=True)
    """The table that phones play at: how it is found, and nothing of the game."""
    place = t.Unicode().tag(sync=True)
    """The address of all lessons and puzzles; empty where there is none."""
    learn = t.Dict().tag(sync=True)
    """The address of each game's first lesson, by the name of the game, as far as there are any."""
    lost = t.Int().tag(sync=True)
    """Codes so far under which no game was found."""

    def __init__(self, *, seed: str = "", kept: KeptGames | None = None, **settings: Any) -> None:
        self._seed = seed
        self._kept = kept or KeptGames()
        self._game: SmallGame | None = None
        self._parts: dict[int, str] = {}
        super().__init__(**settings)
        self.offered = offer(str(self.language))

    @property
    def session(self) -> SmallSession | None:
        """The game on the page; None before one was begun."""
        return None if self._game is None else self._game.session

    def speak_anew(self) -> None:
        """Everything that is said; nothing of the game moves."""
        self.offered = offer(str(self.language))
        if self._game is None:
            return
        if self.stage == "play":
            self._tell_game(self._game)
        else:
            self._tell_waiting(self._game)

    # ---- a game comes and goes

    def act_begin(
        self, *, game: str, names: list[str], players: list[str], agreed: str, rulings: str
    ) -> None:
        """Lay everything out and ask the first question; nothing once that is done, as for a double tap."""
        if self.stage == "play":
            return
        agreed_on = self._agreed(game, names, players, agreed, rulings)
        kind, table, variants, readings = agreed_on
        with self._barring(agreed_on):
            session = begin_small(
                kind,
                table,
                seed=self._seed or new_seed(),
                variants=variants,
                rulings=readings,
            )
            self._open(kind, session, table, code=self._kept.new_code())

    def act_phones(
        self, *, game: str, names: list[str], players: list[str], agreed: str, rulings: str, url: str
    ) -> None:
        """Open a table of the store for several phones. This page holds no seat of it, and nothing of the game."""
        if self.stage != "start":
            return
        agreed_on = self._agreed(game, names, players, agreed, rulings)
        kind, table, variants, readings = agreed_on
        if len(table.persons) < FEWEST_PHONES:
            raise t.TraitError(self.say("small-page.phones-need"))
        origin = page_origin(url)
        if not origin or not seats_link(origin, ""):
            raise t.TraitError(self.say("small-page.phones-none"))
        with self._barring(agreed_on):
            made = begin_at_table(
                tables(),
                kind,
                table,
                seed=new_seed(),  # never one that somebody typed
                variants=variants,
                rulings=readings,
                title=self._titled(kind, table),
            )
            seats = seats_link(origin, made.code)
            with self.hold_sync():
                self.barred, self.notice, self.stage = {}, "", "phones"
                self.phones = {
                    "code": made.code,
                    "game": kind.name,
                    "seats": seats,
                    "picture": code_rows(seats),
                    "readers": readers_link(origin, made.code),
                }

    def _agreed(self, game: str, names: list[str], players: list[str], agreed: str, rulings: str) -> _Agreed:
        kind = KINDS[game]
        if len(names) != len(players):
            raise t.TraitError(self.say("small-page.seats-differ"))
        if any(one not in (PERSON, *kind.bots) for one in players):
            raise t.TraitError(self.say("small-page.no-bot"))
        called = [
            name.strip() if shows(name) else self.say("small-page.seat", n=n)
            for n, name in enumerate(names, 1)
        ]
        try:
            variants = kind.agreed([one for one in agreed.split(",") if one])
            readings = kind.rulings([one for one in rulings.split(",") if one])
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self.language)) from None
        return _Agreed(kind, Table(chairs_of(called, players)), variants, readings)

    @contextmanager
    def _barring(self, agreed: _Agreed) -> Iterator[None]:
        """Say why no game begins with this."""
        try:
            yield
        except Illegal as fault:
            called = [chair.name for chair in agreed.table.chairs]
            self.barred = SmallWords(agreed.kind.name, called, str(self.language)).refused(fault.refusals[0])
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self.language)) from None
        except StoreError as fault:
            raise t.TraitError(fault.said(language=str(self.language))) from None

    def _titled(self, kind: Kind, table: Table) -> str:
        names = [chair.name for chair in table.chairs]
        title = f"{SmallWords(kind.name, names, str(self.language)).say('title')}: {', '.join(names)}"
        return shorten(title, MAX_TITLE, placeholder=" …") if len(title) > MAX_TITLE else title

    def act_leave(self) -> None:
        """Back to the start panel; the game waits, its hands covered."""
        if self.stage == "phones":
            self.stage, self.phones = "start", {}
            return
        if self._game is None:
            return
        self._game.work.cancel()
        self._game.cover()
        with self.hold_sync():
            self.stage, self.job, self.view, self.refused = "start", "", {}, {}
            self._tell_waiting(self._game)

    def act_back(self) -> None:
        """On with the game that waits."""
        if self._game is not None and self.stage == "start":
            self.stage = "play"
            self._go_on()

    def act_again(self, *, at: int) -> None:
        """Once a game is over, another one of the same people, agreed on alike, with another deal."""
        game = self._now(at)
        if game is None:
            return
        if game.session.question is not None:
            raise t.TraitError(self.say("seat.small-not-over"))
        self._open(
            game.kind, again_small(game.session, seed=new_seed()), game.table, code=self._kept.new_code()
        )

    def act_restore(self, *, code: str) -> None:
        """The game that the browser knows the code of; only when none is here."""
        if self._game is not None or not code:
            return
        data = self._kept.find(code)
        try:
            if data is None:
                raise Unreadable("save-none", code, 0)
            kind, session, table = opened_small(data)
        except Unreadable:
            self.lost += 1  # the page forgets the code
            raise t.TraitError(self.say("small-page.lost")) from None
        self._open(kind, session, table, code=code)

    def act_download(self) -> None:
        """The whole save as a file: only when it tells nobody what is hidden."""
        game = self._game
        if game is None:
            return
        if game.has_closed_hands and game.session.question is not None:
            raise t.TraitError(self.say("small-page.download-closed"))
        self.send({"kind": "save", "name": f"{game.kind.name}.json"}, buffers=[game.session.save()])

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
        if self.stage == "play":
            raise t.TraitError(self.say("small-page.late-load"))
        try:
            kind, session, table = opened_small(whole_text.encode("utf-8", "replace"))
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self.language)) from None
        self._open(kind, session, table, code=self._kept.new_code())

    def _open(self, kind: Kind, session: SmallSession, table: Table, *, code: str) -> None:
        if self._game is not None:
            self._game.work.cancel()
        self._game = SmallGame(kind, session, table)
        with self.hold_sync():
            self.stage, self.waits, self.refused, self.barred, self.job = "play", "", {}, {}, ""
            self.code = code
            self._go_on()
            if session.disagreement is not None:
                told = dict(session.disagreement.data)
                self.notice = self.say(f"save.{session.disagreement.reason}", **told)

    # ---- the game goes on

    def act_answer(self, *, text: str, then: str, at: int) -> None:
        """An answer, and one more that is given with it; refused, nothing has changed."""
        game = self._now(at)
        if game is None:
            return
        if game.person is None or game.is_covered:
            raise t.TraitError(self.say("small-page.late"))
        answers = [self._read(game, one) for one in (text, then) if one]
        trial = game.session.fork() if then else game.session
        for number, answer in enumerate(answers):
            refusal = trial.game.check(trial.state, answer)
            if refusal is not None:
                self.refused = game.words(str(self.language)).refused(refusal)
                return
            if number + 1 < len(answers):
                trial.play(answer)
                if has_shown(trial):
                    raise t.TraitError(self.say("small-page.late"))  # nobody tries what chance would bring
        for answer in answers:
            game.session.play(answer)
        if game.shown_to != game.person:
            game.cover()
        self._go_on()

    def act_advise(self, *, at: int) -> None:
        """Whom to back, what to play: told to whoever holds the device, gone with the next answer."""
        game = self._now(at)
        told = None if game is None else game.advised(str(self.language))
        if told is not None:
            self.view = {**self.view, "advice": told}

    def act_uncover(self, *, seat: int, at: int) -> None:
        """Whoever is asked has the device in the hand."""
        game = self._now(at)
        if game is not None and game.person == seat:
            game.uncover(game.person)
            self._show()

    def act_cover(self) -> None:
        """The wrong hand: it leaves the page."""
        if self._game is not None and self.stage == "play":
            self._game.cover()
            self._show()

    def act_undo(self, *, at: int) -> None:
        """To the last question that a person answered."""
        game = self._now(at)
        if game is not None:
            self._travelled(game, game.back(), is_back=True)

    def act_redo(self, *, at: int) -> None:
        """What was undone last."""
        game = self._now(at)
        if game is not None:
            self._travelled(game, game.forth(), is_back=False)

    def _travelled(self, game: SmallGame, way: Way | None, *, is_back: bool) -> None:
        if way is None:
            raise t.TraitError(self.say("small-page.nothing-to-undo"))
        go(game.session, way, is_back=is_back)
        game.cover()
        self._go_on()

    def _now(self, at: int) -> SmallGame | None:
        """The game, for what is meant for this question; None where that is over, as for a double tap."""
        game = self._game
        if game is None or self.stage != "play" or game.work.is_running or at != len(game.session.lines):
            return None
        return game

    def _read(self, game: SmallGame, answer: str) -> Answer:
        try:
            return game.session.game.from_text(answer)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self.language)) from None

    def _go_on(self) -> None:
        """Bots answer what is theirs, then the page."""
        game = self._game
        assert game is not None, "there is a game"
        question = game.session.question
        if question is not None and game.person is None:
            self.job = game.table.chairs[question.seat].name
            self._show()
            game.let_bots(done=self._bots_done, failed=self._bots_failed, progress=lambda _: None)
            return
        self.job = ""
        self._show()

    def _bots_done(self, moved: Moved) -> None:
        game = self._game
        assert game is not None, "bots of a game"
        game.work.cancel()
        game.session, whys = moved
        game.whys |= whys
        with self.hold_sync():
            self.job = ""
            self._show()

    def _bots_failed(self, fault: Exception) -> None:
        """Whatever it fell over: a person plays its seat from here on, and the log of the kernel says what it was."""
        game = self._game
        assert game is not None, "bots of a game"
        session, _ = game.moved
        assert session.question is not None, "a bot was asked"
        seat = session.question.seat
        who, save = game.table.chairs[seat].name, given_to_person(read_save(session.save()), seat)
        LOG.error("a bot has a fault, and a person plays on", exc_info=fault)
        self._open(*small_of(save), code=self.code)
        self.notice = self.say("small-page.bot-fault", who=who)

    def _show(self) -> None:
        """Everything that the page says of the game, once it is kept."""
        game = self._game
        assert game is not None, "there is a game"
        with self.hold_sync():
            self.notice = ""
            self.refused = {}
            self._keep(game)
            self._tell_game(game)

    def _keep(self, game: SmallGame) -> None:
        try:
            self._kept.keep(self.code, game.session.save(has_snapshots=False))
        except OSError:
            self.notice = self.say("small-page.not-kept")

    def _tell_waiting(self, game: SmallGame) -> None:
        names = ", ".join(chair.name for chair in game.table.chairs)
        title = game.words(str(self.language)).say("title")
        self.waits = self.say("small-page.waits", game=title, names=names)

    def _tell_game(self, game: SmallGame) -> None:
        language = str(self.language)
        self.view = game.view(language)
        self.travel = game.travel(language)


def small_games(
    *, language: str = "", place: str = "", learn: Mapping[str, str] | None = None
) -> ipywidgets.Widget:
    """The two small games, ready to be shown; ``place`` is the address of their lessons and puzzles, ``learn`` that of
    each game's first lesson.
    """
    return in_chosen_language(
        lambda spoken: SmallGames(language=spoken, place=place, learn=dict(learn or {})), language=language
    )
