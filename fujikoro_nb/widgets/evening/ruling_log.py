"""The ruling log: what this table decided where booklets differ or are silent, with who and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.helper.evening.decisions import decide, take_back
from fujikoro_nb.helper.evening.record import LONGEST_NAME, LONGEST_NOTE, MOST_DECISIONS, Evening
from fujikoro_nb.helper.table_rulings import options
from fujikoro_nb.rulebook import Rule, rule, rules
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.rulebook.search import Scope
from fujikoro_nb.widgets.base.widget import text, whole
from fujikoro_nb.widgets.evening.changes import AT, EveningController, EveningPage, OnChange

__all__ = ["RulingLog", "played_otherwise", "told_decisions"]

LONGEST_ID = 80


def now() -> str:
    """The time on this computer, to the minute; it is kept as text and decides nothing."""
    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")


class RulingLog(EveningPage, front_end="ruling_log"):
    """``RulingLog(evening=..., on_change=...)``; ``clock`` gives the text that a decision keeps as its time."""

    word_tables = ("widgets", "ruling-log")
    acts: ClassVar = {
        "decide": {
            "rule": text(max_length=LONGEST_ID),
            "option": text(max_length=LONGEST_ID),
            "who": text(max_length=4 * LONGEST_NAME),
            "note": text(max_length=4 * LONGEST_NOTE),
            "at": AT,
        },
        "take-back": {"number": whole(0, MOST_DECISIONS - 1), "at": AT},
    }

    disputed: t.List[Any] = t.List().tag(sync=True)
    """Every rule that a table can decide, with all that a search looks at; it changes with the language only."""

    me = t.Unicode()
    """Who writes here, where that is known: then that is who says so, unless somebody else is chosen."""

    def __init__(
        self, *, clock: Callable[[], str] = now, on_change: OnChange | None = None, **settings: Any
    ) -> None:
        self._clock = clock
        self.changes = EveningController(self, draw=self._draw, on_change=on_change)
        super().__init__(**settings)
        self.changes.watch()

    @t.default("disputed")
    def _disputed_rules(self) -> list[Any]:
        return [
            _disputed(one, self._spoken) for one in rules() if len(options(one, language=self._spoken)) > 1
        ]

    game = t.Instance(Rulings, allow_none=True)
    """What the game on the same table plays, where there is one."""

    @t.observe("me", "game")
    def _another_writes(self, change: Any) -> None:
        self._draw()

    def speak_anew(self) -> None:
        """Titles and readings of all disputed rules, and the decisions."""
        self.disputed = self._disputed_rules()
        self._draw()

    def act_decide(self, *, rule: str, option: str, who: str, note: str, at: int) -> None:
        """This table decides how it plays a rule."""
        made = ("decide", rule, option, who, note)
        self.changes.change(
            at, made, lambda: decide(self.evening, rule, option, who=who, when=self._clock(), note=note)
        )

    def act_take_back(self, *, number: int, at: int) -> None:
        """A decision is taken back; what was decided before it holds again."""
        self.changes.change(at, ("take-back", number), lambda: take_back(self.evening, number))

    def _draw(self) -> None:
        evening, language = self.evening, self._spoken
        self.view = {
            "at": self.changes.at,
            "names": list(dict.fromkeys((*filter(None, [self.me]), *(one.name for one in evening.people)))),
            "me": self.me,
            "lines": told_decisions(evening, language),
            "otherwise": dict(evening.rulings.chosen),
            "elsewhere": self._elsewhere(),
            "switched": played_otherwise(evening.rulings.played, language),
            "game": [] if self.game is None else played_in_game(self.game, evening, language),
            "hasGame": self.game is not None,
        }

    def _elsewhere(self) -> list[str]:
        """Disputed rules that hold in other modes or for other numbers of players only."""
        here = Scope(mode=self.evening.mode, players=len(self.evening.people))
        return [one["rule"] for one in self.disputed if not here.admits(entry(one["rule"]))]


def told_decisions(evening: Evening, language: str) -> list[dict[str, Any]]:
    """All decisions of an evening with both readings, who and when; the newest first."""
    return [_line(evening, number, language) for number in reversed(range(len(evening.decisions)))]


def played_otherwise(chosen: Iterable[tuple[str, str]], language: str) -> list[dict[str, str]]:
    """Readings that a table plays instead of ours, as rules and options' names, in words."""
    return [
        {"rule": rule_id, "title": _title(rule_id, language), "says": _says(rule_id, name, language)}
        for rule_id, name in chosen
    ]


def played_in_game(game: Rulings, evening: Evening, language: str) -> list[dict[str, Any]]:
    """What a game plays otherwise than we read it, or than the evening has decided; ``differs`` says which."""
    decided = evening.rulings.switches
    told = [
        (rule_id, reading)
        for rule_id, reading in game.in_force().items()
        if reading not in (SWITCHES[rule_id].adopted, decided.reading(rule_id))
        or SWITCHES[rule_id].adopted != decided.reading(rule_id)
    ]
    return [
        {**one, "differs": decided.reading(rule_id) != reading}
        for (rule_id, reading), one in zip(told, played_otherwise(told, language), strict=True)
    ]


def _title(rule_id: str, language: str) -> str:
    return entry(rule_id).wording(language).title


def _says(rule_id: str, name: str, language: str) -> str:
    return next(one.says for one in options(rule(rule_id), language=language) if one.name == name)


def _line(evening: Evening, number: int, language: str) -> dict[str, Any]:
    """One decision. It is in force when no later one is about the same rule."""
    made = evening.decisions[number]
    ways = options(rule(made.rule), language=language)
    return {
        "number": number,
        "rule": made.rule,
        "title": _title(made.rule, language),
        "who": made.who,
        "when": made.when,
        "note": made.note,
        "options": [{"name": one.name, "says": one.says, "on": one.name == made.option} for one in ways],
        "isOurs": made.option == ways[0].name,
        "isInForce": all(later.rule != made.rule for later in evening.decisions[number + 1 :]),
        "isSwitch": bool(rule(made.rule).readings),
    }


def _disputed(one: Rule, language: str) -> dict[str, Any]:
    wording = entry(one.id).wording(language)
    return {
        "rule": one.id,
        "title": wording.title,
        "asked": list(wording.asked),
        "options": [{"name": way.name, "says": way.says} for way in options(one, language=language)],
        "isSwitch": bool(one.readings),
    }
