"""The game that a table of the store holds, for pages that show it and do not play it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper.evening.record import LONGEST_NAME, Evening, Person, clean
from fujikoro_nb.helper.evening.track import ROUNDS_TRACK, TURNS_TRACK
from fujikoro_nb.helper.kinds.modes import mode_played
from fujikoro_nb.play.seats import GameSession, session_of, table_of_save
from fujikoro_nb.play.seats import Table as Agreed
from fujikoro_nb.store import game_log
from fujikoro_nb.texts import say


class Game(NamedTuple):
    """A game as it is stored, and who was to play it."""

    session: GameSession
    agreed: Agreed


def game_in(part: bytes) -> Game:
    """The game that a part of a table holds. Raises Unreadable."""
    save = game_log.read(part)
    session = session_of(save)
    agreed = table_of_save(save, session)
    chairs = [msgspec.structs.replace(one, name=_short(one.name)) for one in agreed.chairs]
    return Game(session, msgspec.structs.replace(agreed, chairs=tuple(chairs)))


def _short(name: str) -> str:
    """A name as it can be shown: a save may come from anywhere."""
    return clean(clean(name)[:LONGEST_NAME])


def game_after(game: Game, before: bytes, part: bytes) -> Game | None:
    """The same game with what its part holds more than before; None: it must be read anew. Raises Unreadable."""
    entries = game_log.added(part, before)
    if entries is None or game.session.disagreement is not None or not game.session.follow(entries):
        return None
    return game


def people_of(game: Game, language: str) -> Evening:
    """An evening with the people of a game and its mode and nothing else, for what asks for names."""
    people = [
        Person(chair.name or say(f"evening.colour-{chair.colour}", language=language), chair.colour)
        for chair in game.agreed.chairs
    ]
    mode = mode_played(game.session.state.mode).name
    track = TURNS_TRACK if game.session.state.has_points else ROUNDS_TRACK
    return Evening(tuple(people), mode=mode, track=track)


class GameBeside:
    """The game beside an evening, followed from look to look; a damaged one is none."""

    def __init__(self) -> None:
        self._part = b""
        self._game: Game | None = None

    def at(self, part: bytes) -> Game | None:
        """The game of this part."""
        if part == self._part:
            return self._game
        before, known, self._part, self._game = self._part, self._game, part, None
        try:
            if part and known is not None:
                self._game = game_after(known, before, part)
            if part and self._game is None:
                self._game = game_in(part)
        except Unreadable:  # its own page, and that of the readers, say so
            return None
        return self._game


def rulings_in(part: bytes) -> Rulings | None:
    """What a stored game plays where booklets differ, without playing it; None where nobody can tell."""
    try:
        save = game_log.read(part.split(b"\n", 1)[0] + b"\n")
    except Unreadable:
        return None
    chosen = {
        rule: reading
        for rule, reading in save.setting.rulings
        if rule in SWITCHES and reading in SWITCHES[rule].readings[1:]
    }
    return Rulings(tuple(sorted(chosen.items())))
