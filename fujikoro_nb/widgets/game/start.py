"""A game's page before the game: the start panel, and the saves of browser and disk."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.engine.kernel.save import LARGEST
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.seats import (
    BOTS,
    MOST_SEATS,
    PERSON,
    GameSession,
    Table,
    begin,
    opened,
    seated,
)
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.fight.play import packed, unpacked

__all__ = ["StartPart"]

MAX_SAVE = 220_000
"""Letters of a packed save that a browser keeps and gives back."""

PART = 40_000
"""Letters of one part of a save file that is read in a browser."""

MAX_PARTS = 390
MAX_SEED = 60


def _row_of(check: Validator) -> Validator:
    """A list of one value a seat."""

    def rows(value: object) -> list[Any]:
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_SEATS:
            raise NotAccepted("not one a seat")
        return [check(one) for one in value]

    return rows


class StartPart(FujiWidget):
    """From the start panel or a save to a game: `session` as the kernel has it, and the table that was `agreed`."""

    word_tables = ("map-game", "widgets", "combat", "game-page", "game-signs", "primers", "game-share")
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
        "download": {},
        "load": {"text": text(max_length=PART), "part": whole(0, MAX_PARTS), "parts": whole(1, MAX_PARTS)},
        "restore": {"save": text(max_length=MAX_SAVE)},
        "back": {},
    }

    stage = t.Unicode("start").tag(sync=True)
    table = t.Dict().tag(sync=True)
    """What the start panel offers. ``evening``: who plays at the table that waits for a game, with what."""
    save = t.Unicode().tag(sync=True)
    """The game, packed for the browser's store."""
    refused_saves = t.Int().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        self.session: GameSession | None = None
        self.agreed = Table(())
        self._rulings = TableRulings()
        self._evening: dict[str, Any] = {}
        self._parts: dict[int, str] = {}
        self._store: OwnerPack = settings.pop("store", None) or OwnerPack()
        self._owned = self._store.load().pack
        super().__init__(**settings)
        self._show_table()

    def _open(self, session: GameSession, agreed: Table, *, is_shown: bool = True) -> None:
        """This game is the one on the page."""
        raise NotImplementedError

    @property
    def _playing(self) -> GameSession:
        assert self.session is not None, "only while a game is on the page"
        return self.session

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
        """Lay everything out and ask the first question; nothing once that is done, as for a double tap."""
        if self.stage == "play":
            return
        if not len(names) == len(players) == len(colours):
            raise t.TraitError(self.say("game-page.seats-differ"))
        called = [
            name.strip() if shows(name) else self.say("game-page.seat", n=number)
            for number, name in enumerate(names, 1)
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

    def act_back(self) -> None:
        """On with the game that waits; nothing where none does, as after the first tap of a double tap."""
        if self.session is not None and self.stage != "play":
            self._open(self.session, self.agreed)

    def _show_table(self) -> None:
        self.table = {
            "colours": [{"id": one, "name": self.say(f"game-page.colour-{one}")} for one in SCROLL_COLOURS],
            "players": [{"id": one, "name": self.say(f"game-page.player-{one}")} for one in (PERSON, *BOTS)],
            "waits": self._waiting(),
            "rulings": [self._switch_row(rule) for rule in SWITCHES],
            "rulings_changed": len(self._rulings.chosen),
            "evening": self._evening,
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
        if self.stage == "play":
            raise t.TraitError(self.say("game-page.late-load"))
        self._open(session, agreed)

    def _keep(self) -> None:
        if self.session is not None:
            self.save = packed(self.session.save(has_snapshots=False))
