"""The question on a game's page: answered in the list, on the map, on the bench or in the editor of drawn pieces."""

from __future__ import annotations

from typing import Any, Protocol

from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.views.game.chances import Coming, fight_at, fight_of_question
from fujikoro_nb.views.game.duel import ComingDuel, duel_of_question
from fujikoro_nb.views.game.end import over_view
from fujikoro_nb.views.game.facts import dragon_facts
from fujikoro_nb.views.game.missed import refused_rows, refused_space
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.views.game.question import MOST_ROWS, asked_view
from fujikoro_nb.views.game.words import Words, capital, letter_at
from fujikoro_nb.views.map.dragons import gaze_of
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.playing.at_bench import AtBench
from fujikoro_nb.widgets.playing.drawn import Drawn
from fujikoro_nb.widgets.playing.flow import Flow
from fujikoro_nb.widgets.playing.outlook import Outlook

__all__ = ["Asking", "AskingPage"]

OF_DRAGONS = ("dragon-order", "dragon-target", "dragon-step")
"""Questions about how dragons walk, which lie away from whoever is asked."""


class AskingPage(Page, Protocol):
    """What the question writes on the page, and the map that answers it as well as the list."""

    asked: dict[str, Any]
    chosen: dict[str, Any]
    refused: dict[str, Any]
    why_not: dict[str, Any]

    @property
    def map(self) -> HexMap:
        """The map, which shows what is asked on it."""


class Asking:
    """What is asked, and the parts of the page that answer it."""

    def __init__(
        self,
        page: AskingPage,
        game: PlayedGame,
        flow: Flow,
        *,
        outlook: Outlook,
        bench: AtBench,
        drawn: Drawn,
    ) -> None:
        self._page, self._game, self._flow = page, game, flow
        self._outlook, self._bench, self._drawn = outlook, bench, drawn
        self._most = MOST_ROWS

    # ---- what is asked

    def show(self, *, most: int = MOST_ROWS) -> None:
        """The pending question with at most so many answers in the list."""
        self._most = most
        page, game = self._page, self._game
        session = game.playing
        question = session.question
        page.refused, page.chosen, page.why_not = {}, {}, {}
        self._bench.ask(question)
        self._drawn.show()
        self._show_map(question)
        page.asked = {"at": len(session.lines), **self._lettered(self._view(question, game.words))}
        person = game.person_question()
        self._outlook.look_ahead(person)
        self._outlook.look_out(None if person is None else _fight_asked(session.state, person))

    def speak_anew(self) -> None:
        """The same question in another language, with what was chosen and looked at."""
        page, game = self._page, self._game
        chosen, shows_why_not, question = page.chosen, bool(page.why_not), game.playing.question
        page.refused, page.chosen = {}, {}
        page.asked = {"at": len(game.playing.lines), **self._lettered(self._view(question, game.words))}
        self._bench.show()
        if chosen.get("then"):
            self._choose_plan(chosen["at"])
        elif chosen and (row := self._row(chosen["text"])) is not None:
            self._choose(row)
        self.tell_why_not(on=shows_why_not)
        self._outlook.speak_anew()

    def _view(self, question: Question | None, words: Words) -> dict[str, Any]:
        session = self._game.playing
        if question is None:
            return {"kind": "over", "part": "over", **over_view(session.state, words, session.lines)}
        if self._game.is_bot_asked(question):
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
            for index, row in enumerate(self._page.map.reach["rows"])
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

    def _show_map(self, question: Question | None) -> None:
        seat = None if question is None else _seen_from(question)
        game = self._game
        is_of_dragons = question is not None and question.kind in OF_DRAGONS
        self._page.map.gaze = gaze_of(game.playing.state) if is_of_dragons else []
        self._page.map.show(game.playing.state, seat=game.seat_here if seat is None else seat)

    # ---- choosing

    def choose(self, text: str, at: int) -> None:
        """Look at an answer of the list before it is given; nothing for one that is not in the list."""
        self._flow.is_now(at)
        self._flow.need_person()
        row = self._row(text)
        if row is not None:
            self._choose(row)

    def _row(self, text: str) -> dict[str, Any] | None:
        """The row of an answer, or of one of its ways."""
        for row in self._rows():
            if row["text"] == text:
                return row
        for row in self._rows():
            way = next((one for one in row["ways"] if one["text"] == text), None)
            if way is not None:
                return {**row, **way, "label": f"{row['label']}, {way['label']}"}
        return None

    def _rows(self) -> list[dict[str, Any]]:
        return list(self._page.asked.get("rows", ()))

    def _choose(self, row: dict[str, Any]) -> None:
        page = self._page
        page.refused, page.notice = {}, self._flow.apart()
        page.chosen = {key: row[key] for key in ("text", "label", "about", "price", "at", "path")}
        self._meet_dragon(row["at"])
        at = row["spaces"][0] if row["spaces"] else ""
        if at and page.map.selected not in row["spaces"]:
            page.map.selected = at

    def tapped(self, at: str) -> None:
        """A space of the map: the answer that it gives, or why it gives none."""
        page = self._page
        if not at or self._game.session is None or page.asked.get("part") != "rows":
            return
        if page.asked["kind"] == "act":
            self._choose_plan(at)
            return
        row = next((one for one in self._rows() if at in one["spaces"]), None)
        if row is not None:
            if page.chosen.get("text") not in (row["text"], *(way["text"] for way in row["ways"])):
                self._choose(row)
            return
        page.chosen = {}
        self._say_why_not(at)

    def _choose_plan(self, at: str) -> None:
        """A space that a move could reach, while the action is asked: the move and its walk in one."""
        page, game = self._page, self._game
        offer, state = page.map.offer, game.playing.state
        moves = [Act("move"), Act("move", monk=True)]
        act = next((one for one in moves if game_of(state).check(state, one) is None), None)
        page.chosen = {}
        if offer is None or act is None:
            self._say_why_not(at)
            return
        words = game.words
        lava = f"−{offer.cost}" if offer.cost else ""
        page.refused = {}
        page.chosen = {
            "text": print_game_answer(act),
            "then": print_game_answer(offer.answer),
            "label": capital(words.space(at)),
            "about": words.ground(state, at),
            "price": lava,
            "at": at,
            "path": list(offer.path),
        }
        self._meet_dragon(at)

    def _meet_dragon(self, at: str) -> None:
        """The numbers of the dragon on whose tile the chosen walk ends."""
        page, game = self._page, self._game
        question, state = game.playing.question, game.playing.state
        if question is None or question.kind not in ("act", "walk") or not at:
            return
        dragon = state.dragon_on(space(at).id)
        if dragon is not None:
            fact = dragon_facts(state, dragon, game.words)
            page.chosen = {**page.chosen, "facts": [fact]}
        self._outlook.look_out(fight_at(state, question.seat, at))

    def _say_why_not(self, at: str) -> None:
        game = self._game
        question = game.playing.question
        if question is None:
            return
        told = self._page.map.refusal_of(at)  # as the map says it, which marks what is in the way
        if told.rule:
            self._page.refused = {"text": told.sentence, "rule": told.rule}
        else:
            self._page.refused = refused_space(game.playing.state, question, game.words, at)

    def more(self) -> None:
        """List more answers."""
        if self._game.session is not None and self._page.asked.get("more"):
            self.show(most=self._most + MOST_ROWS)

    def tell_why_not(self, *, on: bool) -> None:
        """Which answers are missing from the list, and why."""
        game = self._game
        question = None if game.session is None else game.person_question()
        if not on or question is None:
            self._page.why_not = {}
            return
        rows = refused_rows(game.playing.state, question, game.words)
        self._page.why_not = {"rows": rows, "rule": question.rule}


def _fight_asked(state: GameState, question: Question) -> Coming | ComingDuel | None:
    """The fight or duel that a question is about."""
    return fight_of_question(state, question) or duel_of_question(state, question)


def _seen_from(question: Question) -> Seat | None:
    """Whose samurai the map shows for this question; None: that of whoever sits here.

    Who answers for a group may stand far away: what some decide together is seen from one of them.
    """
    seats = [Seat(int(one)) for one in str(dict(question.data).get("seats", "")).split()]
    if seats and question.seat not in seats:
        return seats[0]
    return question.seat if question.seat >= 0 else None
