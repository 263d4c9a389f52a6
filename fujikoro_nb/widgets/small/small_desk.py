"""SmallDesk: Makai Fuda and Fuji 99 at the real box; quick questions that their engines answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.said import Said
from fujikoro_nb.helper.small.changes import Changed
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.views.small.desk import Asked, Row, shown_row
from fujikoro_nb.views.small.desks import DESK, answer_of, deck_told, games_told, rows_of, still_there
from fujikoro_nb.widgets.base.widget import FujiWidget, one_of, text

__all__ = ["SmallDesk"]

MAX_TYPED = 200
_FIRST = next(iter(DESK))


class SmallDesk(FujiWidget, front_end="small_desk", sheets=("quick_ask", "small_desk")):
    """What is tapped stays on this device; ``sheets`` are the table's, ``tool`` is the question in front.

    Who gives ``on_change`` keeps the sheets and sets them; without it they are kept here.
    """

    word_tables = ("widgets", "small-desk")
    tells_answered: ClassVar[bool] = True
    acts: ClassVar = {
        "look": {"tool": one_of(*DESK)},
        "tap": {"fact": text(max_length=20), "value": text(max_length=40)},
        "write": {"fact": text(max_length=20), "text": text(max_length=MAX_TYPED)},
        "clear": {},
        "do": {"what": text(max_length=20)},
    }

    tool = t.Enum(tuple(DESK), default_value=_FIRST)
    sheets = t.Instance(SmallSheets, args=())
    owned = t.Instance(Pack)
    rulings = t.Instance(TableRulings, args=())
    people: t.List[Any] = t.List()
    players = t.Int(0)
    view = t.Dict().tag(sync=True)
    """What is shown: ``tool``, the ``games`` with their tools, ``rows``, ``answer`` and ``deck``."""
    is_working = t.Bool(False).tag(sync=True)
    """Whether the answer is about to follow the tap."""

    @t.default("owned")
    def _own_pack(self) -> Pack:
        return own_pack()

    def __init__(
        self, *, on_change: Callable[[SmallSheets, Said], None] | None = None, **settings: Any
    ) -> None:
        self._on_change = on_change
        self._facts: dict[str, dict[str, tuple[str, ...]]] = {}
        super().__init__(**settings)
        self._draw()
        self.observe(lambda _: self._draw(), ["sheets", "owned", "rulings", "people", "players"])

    def speak_anew(self) -> None:
        """Everything is said."""
        self._draw()

    @property
    def table_rulings(self) -> TableRulings:
        """What this table decided."""
        decided: TableRulings = self.rulings
        return decided

    @property
    def asked(self) -> Asked:
        """What was tapped for the tool in front and can still be tapped, and what is kept."""
        return still_there(
            DESK[self.tool],
            Asked(
                facts=self._facts.get(self.tool, {}),
                sheets=self.sheets,
                owned=self.owned,
                decided=self.rulings,
                people=tuple(self.people),
                language=str(self.language),
                players=self.players,
            ),
        )

    # ---- acts of the browser

    def act_look(self, *, tool: str) -> None:
        """Another question."""
        self.tool, self.notice = tool, ""
        self._draw()

    def act_tap(self, *, fact: str, value: str) -> None:
        """A value is chosen, one more of it, or no longer; an empty one takes the last away."""
        row, tool = self._row(fact), DESK[self.tool]
        if row is not None and row.kind == "seen" and tool.tap is not None:
            offered = {name for name, _ in row.options} - set(row.gone) | ({""} if row.picked else set())
            self._change(tool.tap, value, is_offered=value in offered)
            return
        held = self._facts.get(self.tool, {}).get(fact, ())
        if row is None or not (value in dict(row.options) or (not value and held)):
            raise t.TraitError(self.say("widgets.ignored"))
        match row.kind:
            case _ if not value:
                held = held[:-1]
            case "cards" | "count":
                held = (*held, value) if len(held) < row.most else held
            case "many":
                held = tuple(one for one in held if one != value) if value in held else (*held, value)
            case _:
                held = () if held == (value,) else (value,)
        self._know(fact, held)

    def act_write(self, *, fact: str, text: str) -> None:
        """A number or a text that was typed; an empty one is none."""
        row, text = self._row(fact), text.strip()
        if row is None or row.kind not in ("number", "text"):
            raise t.TraitError(self.say("widgets.ignored"))
        if row.kind == "number" and text:
            is_number = text.isascii() and text.isdecimal() and len(text) <= 4
            if not is_number or not row.low <= int(text) <= row.high:
                raise t.TraitError(self.say("small-desk.no-number", low=row.low, high=row.high))
            text = str(int(text))
        self._know(fact, (text,) if text else ())

    def act_clear(self) -> None:
        """Nothing of this question is tapped any more."""
        self._facts.pop(self.tool, None)
        self.notice = ""
        self._draw()

    def act_do(self, *, what: str) -> None:
        """A button of the answer: what was tapped is written down."""
        tool = DESK[self.tool]
        offered = [name for name, _, _ in answer_of(tool, self.asked).actions]
        assert tool.do is not None or not offered
        if tool.do is not None:
            self._change(tool.do, what, is_offered=what in offered)

    def _change(self, make: Callable[[Asked, str], Changed], what: str, *, is_offered: bool) -> None:
        if not is_offered:
            raise t.TraitError(self.say("widgets.ignored"))
        try:
            changed = make(self.asked, what)
        except (ValueError, Illegal):
            raise t.TraitError(self.say("small-desk.cannot")) from None
        self.notice = ""
        if self._on_change is None:
            self.sheets = changed.sheets
        else:
            self._on_change(changed.sheets, changed.label)
        held = self._facts.get(self.tool, {})
        if changed.uses:
            self._facts[self.tool] = {row: held[row] for row in held if row not in changed.uses}
        else:
            kept = held.get("who", ())
            self._facts[self.tool] = {"who": kept} if kept and DESK[self.tool].tap is not None else {}
        self._draw()

    def _row(self, name: str) -> Row | None:
        rows = rows_of(DESK[self.tool], self.asked)
        return next((row for row in rows if row.name == name), None)

    def _know(self, fact: str, held: tuple[str, ...]) -> None:
        self._facts[self.tool] = {**self._facts.get(self.tool, {}), fact: held}
        self.notice = ""
        self._draw()

    # ---- what is shown

    def _draw(self) -> None:
        tool, asked = DESK[self.tool], self.asked
        now: dict[str, Any] = {
            "tool": self.tool,
            "games": games_told(asked),
            "deck": deck_told(tool.game, asked),
            "rows": [shown_row(row, asked) for row in rows_of(tool, asked)],
        }
        if not tool.waits:
            self.view = {**now, "answer": msgspec.to_builtins(answer_of(tool, asked))}
            return
        before = self.view.get("answer") if self.view.get("tool") == self.tool else None
        working = {"text": self.say("small-desk.working"), "seal": "", "rules": [], "notes": [], "head": []}
        with self.hold_sync():
            self.is_working = True
            self.view = {
                **now,
                "answer": before or {**working, "table": [], "best": -1, "house": "", "actions": []},
            }
        self.after_push(self._answer)

    def _answer(self) -> None:
        try:
            told = msgspec.to_builtins(answer_of(DESK[self.tool], self.asked))
            self.view = {**self.view, "answer": told}
        finally:
            self.is_working = False
