"""The setup and pack-away lists as a page: who plays what, steps to tick, and where each component goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.setup.choices import (
    ASYMMETRIC,
    HEROES,
    SCENARIOS,
    SETUP_MODES,
    SETUP_OPTIONS,
    has_extra,
    may_ask_for,
    player_range,
)
from fujikoro_nb.helper.setup.sentences import told_step, totals
from fujikoro_nb.helper.setup.state import (
    EXTRAS,
    LIST_OF,
    LISTS,
    MOST_PLAYERS,
    SetupState,
    checked,
    fitting,
    knows_scenario,
    with_exact_table,
    with_table,
)
from fujikoro_nb.helper.setup.step import Step
from fujikoro_nb.play.history import Entry, History, Label
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.texts import error_sentence, say
from fujikoro_nb.views.evening.know_box import own_stops_said
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, flag, one_of, text

__all__ = ["OnSetup", "SetupPage"]

_MAX_KEPT = 6000
_NO_SCENARIO = "scenario-none"
_VALUES = {
    "mode": SETUP_MODES,
    "players": tuple(str(n) for n in range(1, MOST_PLAYERS + 1)),
    "boards": ("symmetric", ASYMMETRIC),
    "hero": HEROES,
    "extra": EXTRAS,
    "scenario": (_NO_SCENARIO, *SCENARIOS),
}


OnSetup = Callable[[SetupState, Label], None]
"""Told the state before a change from the page, and what the change is called."""


class SetupPage(FujiWidget, front_end="setup_page"):
    """``SetupPage(mode="coop", players=3, options=("adventures",), on_change=told)``.

    A helper that sets mode, players and options once for all its pages gives them, calls `set_table`, and hears of
    taps by ``on_change``; it keeps `state` and gives it back by `restore`. Alone, the browser keeps the state
    (``is_kept_here``) and the page shows its own undo (``has_undo``).
    """

    word_tables = ("widgets", "setup-page")
    tells_answered = True
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "choose": {
            "name": one_of(*_VALUES),
            "value": one_of(*(value for values in _VALUES.values() for value in values)),
        },
        "tick": {"tab": one_of(*LISTS), "key": text(max_length=40), "on": flag()},
        "tab": {"tab": one_of(*LISTS)},
        "reset": {"tab": one_of(*LISTS)},
        "undo": {},
        "kept": {"text": text(max_length=_MAX_KEPT)},
    }

    choices: t.List[Any] = t.List().tag(sync=True)
    """Rows of buttons: ``{"name", "label", "options": [{"value", "label", "on"}]}``."""
    summary = t.Unicode().tag(sync=True)
    """The table in a line."""
    lists = t.Dict().tag(sync=True)
    """``setup`` and ``pack``: the steps as `told_step` tells them; empty while the table is refused."""
    refusal = t.Dict().tag(sync=True)
    """Sentence and rule, where the rules have no such game."""
    counted = t.Unicode().tag(sync=True)
    """The sum of all components."""
    ticks = t.Dict().tag(sync=True)
    """The keys of the ticked steps, by list."""
    tab = t.Enum(LISTS, default_value="setup").tag(sync=True)
    undo_label = t.Unicode().tag(sync=True)
    kept = t.Unicode().tag(sync=True)
    """`state` as JSON, for the browser to keep."""
    is_kept_here = t.Bool(True).tag(sync=True)
    is_restored = t.Bool(False).tag(sync=True)
    """Whether somebody said how the page was, or changed it: then the browser's own memory is not asked."""
    has_undo = t.Bool(True).tag(sync=True)
    has_box = t.Bool(False)
    """Whether a page around this one has a place where one's own numbers are typed."""
    door = t.Dict({"title": "", "about": ""}).tag(sync=True)
    """The way there: ``{"title", "about"}``, empty where there is none."""
    owned = t.Instance(Pack)
    """The owner's pack: how many tiles the box has of each level."""

    def __init__(
        self,
        *,
        mode: str = "competitive",
        players: int = 3,
        options: Sequence[str] = (),
        on_change: OnSetup | None = None,
        **settings: Any,
    ) -> None:
        self._on_change = on_change
        self.history = History()
        self._steps: Mapping[str, tuple[Step, ...]] = {}
        self._state = SetupState(mode=mode, players=players, options=tuple(options))
        self._drawn: tuple[object, ...] = ()
        super().__init__(**settings)
        self._draw()

    def speak_anew(self) -> None:
        """The same lists."""
        self._draw()

    # ---- for a host

    @t.default("owned")
    def _own_pack(self) -> Pack:
        return own_pack()

    @t.observe("owned")
    def _box_changed(self, change: Any) -> None:
        if self._drawn:
            self._draw()

    @property
    def mode(self) -> str:
        """The mode or game."""
        return self._state.mode

    @property
    def players(self) -> int:
        """How many play."""
        return self._state.players

    @property
    def options(self) -> tuple[str, ...]:
        """What the table agreed on."""
        return self._state.options

    @property
    def state(self) -> dict[str, Any]:
        """Small JSON that `restore` takes."""
        return dict(msgspec.to_builtins(self._state, str_keys=True))

    def restore(self, state: Mapping[str, Any]) -> None:
        """Show a state that `state` gave. Raises ValueError for anything else."""
        self._state = checked(msgspec.convert(state, SetupState))
        self.history.forget()
        self.is_restored = True
        self._draw()

    def set_table(self, mode: str, players: int, options: Sequence[str] = ()) -> None:
        """Another table, chosen elsewhere: what it cannot have is left out, ticks of equal steps stay."""
        self._state = with_table(self._state, mode, players, options)
        self.is_restored = True
        self._draw()

    # ---- acts of the browser

    def act_choose(self, *, name: str, value: str) -> None:
        """Another mode, number of players, board, character, or thing agreed on."""
        if value not in _VALUES[name]:
            return
        now = self._state
        mode, players, options = now.mode, now.players, now.options
        match name:
            case "mode":
                mode = value
            case "players":
                players = int(value)
            case "boards":
                options = tuple(one for one in options if one not in (*HEROES, ASYMMETRIC))
                options += HEROES[:players] if value == ASYMMETRIC else ()
            case "hero":
                options = _toggled(options, value)
                options += () if any(one in HEROES for one in options) else (ASYMMETRIC,)
            case "extra":
                options = _toggled(options, value)
            case _:
                options = tuple(one for one in options if one not in SCENARIOS)
                options += () if value == _NO_SCENARIO else (value,)
        if name != "extra":  # an extra that the mode refuses is said to be refused, not left out in silence
            mode, players, options = fitting(mode, players, options, keeps_heroes=name == "hero")
        after = with_exact_table(now, mode, players, options)
        is_off = value in now.options

        def label(language: str) -> str:
            said = _label(name, value, language)
            return say("setup-page.change-off", language=language, what=said) if is_off else said

        self._change(after, label)

    def act_tick(self, *, tab: str, key: str, on: bool) -> None:
        """A step is done, or not."""
        step = next((one for one in self._steps.get(tab, ()) if one.key == key), None)
        ticked = self._state.ticks(tab)
        if step is None or on == (key in ticked):
            return
        after = (*ticked, key) if on else tuple(one for one in ticked if one != key)
        change = "tick" if on else "untick"

        def label(language: str) -> str:
            title = told_step(step, language=language)["title"]
            return say(f"setup-page.change-{change}", language=language, title=title)

        self._change(self._with_ticks(tab, after), label)

    def act_reset(self, *, tab: str) -> None:
        """All steps of a list are to do again."""
        self._change(
            self._with_ticks(tab, ()),
            lambda language: say(f"setup-page.change-reset-{tab}", language=language),
        )

    def act_tab(self, *, tab: str) -> None:
        """The other list comes to the front."""
        self._state = msgspec.structs.replace(self._state, tab=tab)
        self._draw()

    def act_undo(self) -> None:
        """Take the last change back."""
        entry = self.history.take_back()
        if entry is not None:
            self._state = msgspec.structs.replace(entry.before, tab=self._state.tab)
            self._draw()

    def act_kept(self, *, text: str) -> None:
        """What the browser kept, unless the page was told otherwise; a text that is not ours is left alone."""
        if self.is_restored or not self.is_kept_here:
            return
        try:
            self.restore(msgspec.json.decode(text, type=dict[str, Any]))
        except ValueError:
            self.is_restored = True

    # ---- within

    def _with_ticks(self, tab: str, ticked: tuple[str, ...]) -> SetupState:
        if tab == "setup":
            return msgspec.structs.replace(self._state, setup=ticked)
        return msgspec.structs.replace(self._state, pack=ticked)

    def _change(self, after: SetupState, label: Label) -> None:
        self.notice = ""
        before = self._state
        if after == before:
            return
        self.history.add(Entry("setup", label, before))
        self._state = after
        self.is_restored = True
        self._draw()
        if self._on_change is not None:
            self._on_change(before, label)

    def _draw(self) -> None:
        now = self._state
        with self.hold_sync():
            if self._drawn != (drawn := (now.mode, now.players, now.options, self.language, self.owned)):
                self._drawn = drawn
                self._draw_table()
            self.tab = now.tab
            self.ticks = {tab: list(now.ticks(tab)) for tab in LISTS}
            self.undo_label = (
                self.say("setup-page.undo", what=undoable)
                if (undoable := self.history.name(str(self.language)))
                else ""
            )
            self.kept = msgspec.json.encode(now).decode()

    def _draw_table(self) -> None:
        now = self._state
        spoken = str(self.language)
        self.choices = [self._row(name) for name in self._rows()]
        self.summary = ", ".join(self._summary())
        if self.has_box:
            done = own_stops_said(self.owned, language=spoken)
            self.door = {
                "title": say("know-box.door", language=spoken),
                "about": say("know-box.door-about", language=spoken, done=done),
            }
        try:
            tiles = self.owned.numbers("tiles")
            laid = {
                tab: make(now.mode, now.players, now.options, tiles=tiles) for tab, make in LIST_OF.items()
            }
        except Illegal as error:
            self.lists, self._steps, self.counted = {}, {}, ""
            self.refusal = {
                "sentence": error_sentence(error, language=spoken),
                "rule": error.refusals[0].rule,
            }
            return
        self.refusal = {}
        self._steps = {tab: one.steps for tab, one in laid.items()}
        self.counted = self.say("setup-page.total", **totals(laid["setup"]))
        self.lists = {
            tab: [told_step(step, language=spoken, owned=self.owned) for step in one.steps]
            for tab, one in laid.items()
        }

    def _summary(self) -> list[str]:
        now = self._state
        heroes = [one for one in now.options if one in HEROES]
        others = [one for one in SETUP_OPTIONS if one in now.options and one in (*EXTRAS, *SCENARIOS)]
        return [
            self.say(f"setup-page.mode-{now.mode}"),
            self.say("setup-page.players-n", n=now.players),
            *(_word("hero", one, str(self.language)) for one in heroes),
            *(_label("scenario" if one in SCENARIOS else "extra", one, str(self.language)) for one in others),
        ]

    def _rows(self) -> list[str]:
        """The questions that this mode leaves."""
        now = self._state
        rows = ["mode", "players"]
        if now.mode in MODES:
            rows += ["boards"]
            rows += ["hero"] if self._is_asymmetric else []
            rows += ["extra", "scenario"]
        elif any(has_extra(now.mode, one) for one in EXTRAS):
            rows += ["extra"]
        return rows

    @property
    def _is_asymmetric(self) -> bool:
        return any(one in (*HEROES, ASYMMETRIC) for one in self._state.options)

    def _row(self, name: str) -> dict[str, Any]:
        now = self._state
        label = {"hero": "characters", "extra": "extras"}.get(name, name)
        chosen = {
            "mode": {now.mode},
            "players": {str(now.players)},
            "boards": {ASYMMETRIC if self._is_asymmetric else "symmetric"},
            "scenario": {one for one in now.options if one in SCENARIOS} or {_NO_SCENARIO},
        }.get(name, set(now.options))
        return {
            "name": name,
            "label": self.say(f"setup-page.{label}"),
            "options": [
                {"value": value, "label": _word(name, value, str(self.language)), "on": value in chosen}
                for value in _values(name, now)
            ],
        }


def _values(name: str, now: SetupState) -> tuple[str, ...]:
    """What can be chosen in this mode.

    What a table of Fuji Koro may agree on is offered in each of its modes, so that it can be seen why one of them
    refuses it (variant.peaceful); nothing else is offered that the mode does not have.
    """
    if name == "players":
        fewest, most = player_range(now.mode)
        return tuple(str(n) for n in range(fewest, most + 1))
    if name == "extra":
        return tuple(one for one in EXTRAS if may_ask_for(now.mode, one))
    if name == "scenario":
        return (_NO_SCENARIO, *(one for one in SCENARIOS if knows_scenario(now.mode, one)))
    return _VALUES[name]


def _toggled(options: tuple[str, ...], value: str) -> tuple[str, ...]:
    if value in options:
        return tuple(one for one in options if one != value)
    return (*options, value)


def _label(name: str, value: str, language: str) -> str:
    """A choice as undo names it."""
    if name == "players":
        return say("setup-page.players-n", language=language, n=int(value))
    word = _word(name, value, language)
    return f"{say('setup-page.scenario', language=language)}: {word}" if name == "scenario" else word


def _word(name: str, value: str, language: str) -> str:
    if name == "hero":
        return say(f"setup.title-hero-{value}", language=language)
    if name in ("players", "scenario"):
        return value if name == "players" else say(f"setup-page.{value}", language=language)
    return say(f"setup-page.{'option' if name == 'extra' else name}-{value}", language=language)
