"""A game's page before the game: the start panel."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Protocol

import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.seats import BOTS, PERSON, Table, begin, seated
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.cast import cast_view
from fujikoro_nb.views.game.beginning import cast_refused, modes_view
from fujikoro_nb.views.game.played import OpenGame, Page, PlayedGame
from fujikoro_nb.views.scene import mountain_view, scenes_view

__all__ = ["StartPage", "StartPanel"]


class StartPage(Page, Protocol):
    """What the start panel writes on the page."""

    table: dict[str, Any]


class StartPanel:
    """Who plays with what, and the game that waits. ``owned`` tells the owner's pieces, ``open_game`` shows a game."""

    def __init__(
        self, page: StartPage, game: PlayedGame, *, owned: Callable[[], Pack], open_game: OpenGame
    ) -> None:
        self._page, self._game = page, game
        self._owned, self._open_game = owned, open_game
        self._rulings = TableRulings()
        self._evening: dict[str, Any] = {}
        self._wish: tuple[str, tuple[str, ...], int] = ("", (), 0)
        """The mode, the characters and the scenario that the form would begin with."""

    def offer_evening(self, rulings: TableRulings, evening: dict[str, Any]) -> None:
        """Begin with the people and the decisions of the evening at this table."""
        self._rulings, self._evening = rulings, evening
        self.show()

    @property
    def rulings_in_force(self) -> Rulings:
        """Those of the game, or of the start panel."""
        session = self._game.session
        return self._rulings.switches if session is None else session.state.rulings

    # ---- what people do

    def begin(
        self,
        *,
        names: list[str],
        players: list[str],
        colours: list[str],
        seed: str,
        dice: str,
        real_box: bool,
        mode: str,
        adventures: bool,
        peaceful: bool,
        characters: list[str],
        scenario: int,
    ) -> None:
        """Lay everything out and ask the first question; nothing once that is done, as for a double tap."""
        page = self._page
        if page.stage == "play":
            return
        if not len(names) == len(players) == len(colours) or len(characters) not in (0, len(names)):
            raise t.TraitError(page.say("game-page.seats-differ"))
        called = [
            name.strip() if shows(name) else page.say("game-page.seat", n=number)
            for number, name in enumerate(names, 1)
        ]
        cast = [name for name in characters if name]
        chairs = seated(called, players, colours, cast if len(cast) == len(names) else ())
        agreed = Table(
            chairs, seed.strip() or secrets.token_hex(4), "hand" if dice == "hand" else "dealer", real_box
        )
        try:
            session = begin(
                agreed,
                owned=self._owned(),
                mode=mode,
                characters=cast,
                scenario=scenario,
                has_adventures=adventures,
                is_peaceful=peaceful,
                rulings=self._rulings.switches,
            )
        except Illegal as fault:
            raise t.TraitError(error_sentence(fault, language=page.language)) from None
        self._open_game(session, agreed)

    def choose_cast(self, mode: str, characters: list[str], scenario: int) -> None:
        """Who would be played at which seat; nobody is the empty name. Whether that can be stands beside it."""
        self._wish = mode, tuple(characters), scenario
        self.show()

    def rule(self, rule: str, reading: str) -> None:
        """What this table plays where the booklets differ."""
        try:
            self._rulings = self._rulings.with_option(rule, reading)
        except KeyError:
            raise t.TraitError(self._page.say("game-page.no-reading")) from None
        self.show()

    def back(self) -> None:
        """On with the game that waits; nothing where none does, as after the first tap of a double tap."""
        game = self._game
        if game.session is not None and self._page.stage != "play":
            self._open_game(game.session, game.agreed)

    # ---- what the panel shows

    def show(self) -> None:
        """Everything that the panel offers."""
        say, game = self._page.say, self._game
        mode, cast, scenario = self._wish
        self._page.table = {
            "colours": [{"id": one, "name": say(f"game-page.colour-{one}")} for one in SCROLL_COLOURS],
            "players": [{"id": one, "name": say(f"game-page.player-{one}")} for one in (PERSON, *BOTS)],
            "modes": modes_view(self._page.language),
            "cast": cast_view(self._page.language, self._rulings.switches),
            "cast_refused": cast_refused(mode, cast, scenario=scenario, language=self._page.language),
            "cast_asked": list(cast),
            "scenes": scenes_view(self._page.language),
            "mountain": mountain_view(),
            "waits": self._waiting(),
            "is_over": game.session is not None and game.session.question is None,
            "rulings": [self._switch_row(rule) for rule in SWITCHES],
            "rulings_changed": len(self._rulings.chosen),
            "evening": self._evening,
        }

    def _waiting(self) -> str:
        """The game that can be gone on with, in a sentence."""
        game = self._game
        if game.session is None:
            return ""
        names = ", ".join(chair.name for chair in game.agreed.chairs)
        if game.session.question is None:
            return self._page.say("game-page.waiting-over", names=names)
        return self._page.say("game-page.waiting", names=names, n=len(game.session.lines))

    def _switch_row(self, rule: str) -> dict[str, Any]:
        say = self._page.say
        return {
            "rule": rule,
            "title": say(f"switch.{rule}"),
            "reading": self._rulings.switches.reading(rule),
            "readings": [
                {"id": reading, "says": say(f"reading.{rule}/{reading}")}
                for reading in SWITCHES[rule].readings
            ],
        }
