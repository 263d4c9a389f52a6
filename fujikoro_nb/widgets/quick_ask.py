"""One quick question at the table: rows of facts to tap, and the engine's answer under them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.now_told import ToldLine, told_escape, told_now, value_label
from fujikoro_nb.helper.table_facts import ESCAPE_FACTS, FACTS, NOW_FACTS, TableFacts
from fujikoro_nb.widgets._base import FujiWidget, one_of

__all__ = ["QuickAsk"]

_SEALS = {"yes": "ok", "no": "no", "if": "but"}
_VALUES = ("", *dict.fromkeys(value for values in FACTS.values() for value in values))

OnFacts = Callable[[TableFacts, str], None]
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
    rows: t.List[Any] = t.List().tag(sync=True)
    """What can be tapped: ``{"name", "label", "options": [{"value", "label", "on"}]}``."""
    lines: t.List[Any] = t.List().tag(sync=True)
    """The answers, the most important first; empty until somebody looks."""
    is_working = t.Bool(False).tag(sync=True)
    """Whether the answers are about to follow the taps."""

    def __init__(self, *, on_facts: OnFacts | None = None, **settings: Any) -> None:
        self._on_facts = on_facts
        super().__init__(**settings)
        self._draw_rows()
        self.observe(self._changed, ["facts", "rulings", "language"])

    @property
    def rulings_in_force(self) -> Rulings:
        """The table's."""
        return self.rulings

    @property
    def names(self) -> tuple[str, ...]:
        """The facts that this question is about."""
        return NOW_FACTS if self.tool == "now" else ESCAPE_FACTS

    def act_tap(self, *, fact: str, value: str) -> None:
        """A fact becomes known, another one, or unknown again."""
        if fact not in self.names or (value and value not in FACTS[fact]) or value == self.facts.get(fact):
            return
        name = self.say(f"now.fact-{fact}")
        label = self.say("now.change-fact", fact=name, value=value_label(fact, value, language=self.language))
        self._tell_facts(
            self.facts.with_fact(fact, value),
            label if value else self.say("now.change-unknown", fact=name),
        )

    def act_clear(self) -> None:
        """Nothing of this question is known any more."""
        facts = self.facts
        for name in self.names:
            facts = facts.with_fact(name, "")
        if facts != self.facts:
            self._tell_facts(facts, self.say("now.change-clear"))

    def act_answer(self) -> None:
        """Somebody looks at the page."""
        if not self.lines or self.is_working:
            self.answer()

    def answer(self) -> None:
        """Ask the engine."""
        spoken = str(self.language)
        if self.tool == "now":
            told = told_now(self.facts, rulings=self.rulings, language=spoken)
        else:
            told = (told_escape(self.facts, rulings=self.rulings, language=spoken),)
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

    def _tell_facts(self, facts: TableFacts, label: str) -> None:
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
        self.rows = [
            {
                "name": name,
                "label": self.say(f"now.fact-{name}"),
                "options": [
                    {
                        "value": value,
                        "label": value_label(name, value, language=spoken),
                        "on": self.facts.get(name) == value,
                    }
                    for value in FACTS[name]
                ],
            }
            for name in self.names
        ]
