"""The question on a game's page: answered in the list, on the map, on the bench or in the editor of drawn pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.content.table import at_table
from fujikoro_nb.engine.fujikoro.cubes import Material
from fujikoro_nb.engine.fujikoro.geometry import space
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.play import Act
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.views.game.ahead import Ahead, ahead_view, fights_ahead
from fujikoro_nb.views.game.chances import Coming, Lookout, chances_told, fight_at, fight_of_question
from fujikoro_nb.views.game.duel import ComingDuel, duel_of_question
from fujikoro_nb.views.game.end import over_view
from fujikoro_nb.views.game.facts import dragon_facts
from fujikoro_nb.views.game.glossary import terms_in
from fujikoro_nb.views.game.question import MOST_ROWS, asked_view, refused_rows, refused_space
from fujikoro_nb.views.game.words import Words, capital, letter_at
from fujikoro_nb.views.gear.verdict import KINDS
from fujikoro_nb.widgets.base.widget import Validator, flag, one_of, text, whole
from fujikoro_nb.widgets.game.bench import Bench
from fujikoro_nb.widgets.game.flow import AT, FlowPart
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor, editor_of_draw

__all__ = ["AskPart"]

_KIND = one_of(*map(str, KINDS))


class AskPart(FlowPart):
    """What is asked, and the parts of the page that answer it."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **FlowPart.acts,
        "choose": {"text": text(max_length=8000), "at": AT},
        "more": {},
        "why-not": {"on": flag()},
        "bench-kind": {"kind": _KIND},
        "bench-waste": {"material": one_of("W", "M", "T")},
        "bench-stow": {"index": whole(0, 99)},
        "bench-build": {"card": text(max_length=80)},
        "bench-done": {"at": AT},
    }

    map = t.Instance(HexMap).tag(sync=True, **ipywidgets.widget_serialization)
    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)
    editor = t.Instance(PieceEditor, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """Describes what was drawn from the real box, while that is asked."""
    asked = t.Dict().tag(sync=True)
    """The pending question with its answers; its ``part`` says which part of the page answers it."""
    bench = t.Dict().tag(sync=True)
    chances: t.List[Any] = t.List().tag(sync=True)
    """The odds of the fight that the question or the chosen space is about, ``{"text", "rule"}`` a line."""
    trying = t.Float(allow_none=True, default_value=None).tag(sync=True)
    """How far the work on the chances is, and then the search for the best monk, from 0 to 1; None: nothing to tell."""
    ahead = t.Dict().tag(sync=True)
    """The dragons that a move could lead to now, by their place: ``{"name", "text", "share"}``; text: the chances."""
    why_not = t.Dict().tag(sync=True)
    """Answers that are not possible now, with the reasons; empty until somebody asks."""
    terms: t.List[Any] = t.List().tag(sync=True)
    """Words of the game in what is asked and refused now, ``{"term", "text", "rule"}`` each."""

    def __init__(self, **settings: Any) -> None:
        language = settings.get("language", "en")
        self._seat_here: Seat | None = None
        """Whose eyes the boards are shown to: the last person who was asked; None where nobody sits here."""
        self._most = MOST_ROWS
        self._lookout = Lookout(found=self._say_chances, told=self._say_share, failed=self._odds_failed)
        self._ahead = Ahead(found=self._say_ahead, told=self._say_ahead, failed=self._odds_failed)
        settings.setdefault("map", HexMap(language=language, is_board_only=True))
        grid = CraftGrid(language=language, sections=("verdict", "palette", "undo"), can_unlock=False)
        super().__init__(grid=grid, **settings)
        self.workbench = Bench(grid, at_table(self._owned, with_house=True).areas)
        self.map.observe(self._map_tapped, names="selected")
        grid.observe(self._bench_drawn, names="gear")

    # ---- what is asked

    def _show_question(self, *, most: int = MOST_ROWS) -> None:
        """The pending question with at most so many answers in the list."""
        self._most = most
        session, words = self._playing, self._words
        question = session.question
        self.refused, self.chosen, self.why_not = {}, {}, {}
        self._set_bench(question)
        self._set_editor()
        self._show_map(question)
        self.asked = {"at": len(session.lines), **self._lettered(self._question_view(question, words))}
        person = None if question is None or question.seat in self._bots else question
        self._look_ahead(person)
        self._look_out(None if person is None else _fight_asked(session.state, person))

    def _look_out(self, coming: Coming | ComingDuel | None) -> None:
        """The odds of this fight are told as soon as they are known."""
        known = self._ahead.chances(coming) if isinstance(coming, Coming) else None
        self._lookout.look(coming, known)
        self._say_chances()

    def _say_chances(self) -> None:
        look = self._lookout
        with self.hold_sync():
            self.trying = 0.0 if look.is_looking and look.chances is not None else None
            self.chances = chances_told(look, self._words)

    def _look_ahead(self, question: Question | None) -> None:
        """The odds of every fight that a move could lead to, where one is chosen or begun."""
        spaces: list[str] = []
        if question is not None and question.kind in ("act", "walk"):
            spaces = [at for row in self.map.reach["rows"] for at in row["spaces"]]
        seat = None if question is None else question.seat
        self._ahead.look({} if seat is None else fights_ahead(self._playing.state, seat, spaces))
        self._say_ahead()

    def _say_ahead(self, share: float | None = None) -> None:
        self.ahead = ahead_view(self._ahead, self._playing.state, self._words, share)

    def _say_share(self, share: float) -> None:
        self.trying = share

    def _odds_failed(self, fault: Exception) -> None:
        self.notice = self.say("widgets.failed")
        raise fault

    @t.observe("asked", "refused", "why_not", "chances", "ahead", "bench")
    def _tell_terms(self, change: Any) -> None:
        self.terms = terms_in(self._said(), str(self.language))

    def _said(self) -> Iterator[str]:
        """What a person reads now, what went wrong first."""
        yield self.refused.get("text", "")
        yield self.asked.get("text", "")
        yield from (fact["text"] for fact in (*self.asked.get("facts", ()), *self.chances))
        yield from (dragon["text"] for dragon in self.ahead.values())
        for row in self._rows():
            yield from (row["label"], row["about"])
        yield from (choice["label"] for choice in self.asked.get("choices", ()))
        yield from self._said_at_bench()
        for row in self.why_not.get("rows", ()):
            yield from (row["label"], row["text"])

    def _said_at_bench(self) -> Iterator[str]:
        if self.bench:
            yield self.bench["refused"].get("text", "")
            yield self.say("game-page.waste") if self.bench["wasted"] else ""
            yield from (card["bonus"] for card in self.bench["builds"])

    def _question_view(self, question: Question | None, words: Words) -> dict[str, Any]:
        session = self._playing
        if question is None:
            return {"kind": "over", "part": "over", **over_view(session.state, words, session.lines)}
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
        if change.new is None or editor is None or self._lateness(len(self._playing.lines)):
            return
        answer = editor.answer
        assert answer is not None, "what was described is an answer"
        self._answer(answer)
        if self.refused and self.editor is editor:
            editor.show_refusal(self.refused["text"], self.refused["rule"])

    def _show_map(self, question: Question | None) -> None:
        seat = question.seat if question is not None and question.seat >= 0 else None
        self.map.show(self._playing.state, seat=self._seat_here if seat is None else seat)

    # ---- choosing

    def act_choose(self, *, text: str, at: int) -> None:
        """Look at an answer of the list before it is given; nothing for one that is not in the list."""
        self._is_now(at)
        self._need_person()
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
        self.refused, self.notice = {}, self._apart()
        self.chosen = {key: row[key] for key in ("text", "label", "about", "price", "at", "path")}
        self._meet_dragon(row["at"])
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
        self._meet_dragon(at)

    def _meet_dragon(self, at: str) -> None:
        """The numbers of the dragon on whose tile the chosen walk ends."""
        question, state = self._playing.question, self._playing.state
        if question is None or question.kind not in ("act", "walk") or not at:
            return
        dragon = state.dragon_on(space(at).id)
        if dragon is not None:
            fact = dragon_facts(state, dragon, self._words)
            self.chosen = {**self.chosen, "facts": [fact]}
        self._look_out(fight_at(state, question.seat, at))

    def _say_why_not(self, at: str) -> None:
        question = self._playing.question
        if question is None:
            return
        self.refused = refused_space(self._playing.state, question, self._words, at)

    def act_more(self) -> None:
        """List more answers."""
        if self.session is not None and self.asked.get("more"):
            self._show_question(most=self._most + MOST_ROWS)

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

    def _need_bench(self) -> None:
        """Refuse what is meant for a bench that is not there, or not there any more."""
        if not self.workbench.is_open or self.stage != "play":
            raise t.TraitError(self.say("game-page.late-bench"))

    def act_bench_kind(self, *, kind: str) -> None:
        """Another kind of gear."""
        self._need_bench()
        self.workbench.choose_kind(GearKind(kind))
        self._show_bench()

    def act_bench_waste(self, *, material: str) -> None:
        """The cube that is lost."""
        self._need_bench()
        self.workbench.wasted = Material(material)
        self._show_bench()

    def act_bench_stow(self, *, index: int) -> None:
        """Another way to fill the backpack."""
        self._need_bench()
        self.workbench.stow = index
        self._show_bench()

    def act_bench_build(self, *, card: str) -> None:
        """Lay a card's cheapest craft on the board."""
        self._need_bench()
        if not self.workbench.build(card):
            raise t.TraitError(self.say("game-page.bench-build-not"))

    def act_bench_done(self, *, at: int) -> None:
        """What lies on the board is the answer."""
        if not self._is_now(at, "bench-done"):
            return
        self._need_bench()
        answer = self.workbench.answer()
        if answer is None:
            raise t.TraitError(self.say("game-page.bench-nothing"))
        self._answer(answer)


def _fight_asked(state: GameState, question: Question) -> Coming | ComingDuel | None:
    """The fight or duel that a question is about."""
    return fight_of_question(state, question) or duel_of_question(state, question)
