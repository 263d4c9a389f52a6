"""One quick question at the table: rows of facts to tap, and the engine's answer under them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.characters_told import ESCAPING, WALKING, differs
from fujikoro_nb.helper.quick.facts import ESCAPE_FACTS, FACTS, NOW_FACTS, TableFacts
from fujikoro_nb.helper.quick.game import TableGame
from fujikoro_nb.helper.quick.sentences import (
    ToldLine,
    about_escape,
    fact_label,
    hint,
    told_escape,
    told_now,
    value_label,
)
from fujikoro_nb.play.history import Label, called
from fujikoro_nb.widgets.base.widget import FujiWidget, one_of

__all__ = ["QuickAsk"]

_SEALS = {"yes": "ok", "no": "no", "if": "but"}
_VALUES = ("", *dict.fromkeys(value for values in FACTS.values() for value in values))

OnFacts = Callable[[TableFacts, Label], None]
"""Told the new facts, and what the change is called."""


class QuickAsk(FujiWidget, front_end="quick_ask"):
    """``QuickAsk(tool="now")`` or ``"escape"``. A page that shares its facts gives ``on_facts`` and sets `facts`."""

    word_tables = ("widgets", "now")
    acts: ClassVar = {
        "tap": {"fact": one_of(*FACTS), "value": one_of(*_VALUES)},
        "clear": {},
        "answer": {},
    }

    tool = t.Enum(("now", "escape"), default_value="now").tag(sync=True)
    facts = t.Instance(TableFacts, args=())
    rulings = t.Instance(Rulings, args=())
    game = t.Instance(TableGame, args=())
    """Whose rules the answers follow; what cannot be in it is not offered."""
    about = t.Unicode().tag(sync=True)
    """What is to be tapped."""
    differs: t.List[Any] = t.List().tag(sync=True)
    """What the character may that asks, where it bears on this question: ``{"text", "rule"}``."""
    rows: t.List[Any] = t.List().tag(sync=True)
    """What can be tapped: ``{"name", "label", "hint", "from", "options": [{"value", "label", "on"}]}``; ``from`` says
    which page knows it, and a tap says it oneself."""
    lines: t.List[Any] = t.List().tag(sync=True)
    """The answers, the most important first; empty until somebody looks."""
    has_walkers = t.Bool(False).tag(sync=True)
    """Whether dragons walk here, so that the page of their step is worth a look."""
    is_working = t.Bool(False).tag(sync=True)
    """Whether the answers are about to follow the taps."""

    def __init__(self, *, on_facts: OnFacts | None = None, **settings: Any) -> None:
        self._on_facts = on_facts
        super().__init__(**settings)
        self._draw_rows()
        self.observe(self._changed, ["facts", "rulings", "game"])

    def speak_anew(self) -> None:
        """Rows, and the answers if there are any."""
        self._changed(None)

    @property
    def rulings_in_force(self) -> Rulings:
        """The table's."""
        return self.rulings

    @property
    def names(self) -> tuple[str, ...]:
        """The facts that this question is about, and that this game does not answer by itself."""
        if self.tool == "escape" and self.game.shut is not None:
            return ()
        names = NOW_FACTS if self.tool == "now" else ESCAPE_FACTS
        return tuple(name for name in names if self.game.asks(name))

    def act_tap(self, *, fact: str, value: str) -> None:
        """A fact becomes known, another one, or unknown again."""
        is_offered = fact in self.names and value in ("", *self.game.values(fact))
        if not is_offered or value == self.facts.get(fact):
            return
        self._tell_facts(self.facts.with_fact(fact, value), _change(fact, value, self.game))

    def act_clear(self) -> None:
        """Nothing of this question is known any more."""
        facts = self.facts
        for name in self.names:
            facts = facts.with_fact(name, "")
        if facts != self.facts:
            self._tell_facts(facts, called("now.change-clear"))

    def act_answer(self) -> None:
        """Somebody looks at the page."""
        if not self.lines or self.is_working:
            self.answer()

    def answer(self) -> None:
        """Ask the engine."""
        spoken = str(self.language)
        if self.tool == "now":
            told = told_now(self.facts, rulings=self.rulings, game=self.game, language=spoken)
        else:
            told = (told_escape(self.facts, rulings=self.rulings, game=self.game, language=spoken),)
        with self.hold_sync():
            self.lines = [self._shown(line) for line in told]
            self.is_working = False

    def _shown(self, line: ToldLine) -> dict[str, Any]:
        return {
            "name": line.name,
            "title": line.title,
            "seal": _SEALS[line.verdict],
            "word": self.say(f"now.{line.verdict}"),
            "sentence": line.sentence,
            "rules": list(line.rules),
            "notes": [{"text": text, "rule": rule} for text, rule in line.notes],
        }

    def _tell_facts(self, facts: TableFacts, label: Label) -> None:
        self.notice = ""
        if self._on_facts is not None:
            self._on_facts(facts, label)
        self.facts = facts

    def _changed(self, change: Any) -> None:
        self._draw_rows()
        if self.lines:
            self.is_working = True
            self.after_push(self.answer)

    def _draw_rows(self) -> None:
        spoken = str(self.language)
        self.has_walkers = self.tool == "now" and self.game.has_walkers
        self.about = self.say("now.about-now" if self.tool == "now" else f"now.{about_escape(self.game)}")
        topics = WALKING if self.tool == "now" else ESCAPING
        who = self.game.who.character.name
        found = (
            ()
            if self.game.shut and self.tool == "escape"
            else differs(who, topics, language=spoken, rulings=self.rulings)
        )
        self.differs = [{"text": one.text, "rule": one.rule} for one in found]
        known = {name: self.game.known_of(name, self.facts) for name in self.names}
        fitting = self.game.fitting(self.facts)
        self.rows = [
            {
                "name": name,
                "label": fact_label(name, language=spoken, game=self.game),
                "hint": hint(name, language=spoken),
                "from": self.say(f"now.from-{one.source}", name=one.name) if (one := known[name]) else "",
                "options": [
                    {
                        "value": value,
                        "label": value_label(name, value, language=spoken, game=self.game),
                        "on": fitting.get(name) == value,
                    }
                    for value in self.game.values(name)
                ],
            }
            for name in self.names
        ]


def _change(fact: str, value: str, game: TableGame) -> Label:
    """What a tap changes."""

    def name(language: str) -> str:
        return fact_label(fact, language=language, game=game)

    if not value:
        return called("now.change-unknown", fact=name)
    return called(
        "now.change-fact",
        fact=name,
        value=lambda language: value_label(fact, value, language=language, game=game),
    )
