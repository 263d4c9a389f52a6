"""What every widget of ours shares: front-end files, the look, one choke point for the browser, friendly errors.

A synced trait can be set, and a message sent, by whoever holds the page. So nothing from the browser reaches a trait or
a handler unless the widget's class lists it with a validator: ``from_browser`` for traits, ``acts`` for messages. The
rest is ignored, logged, and answered with one friendly line (`notice`); the state stays as it was.
"""

from __future__ import annotations

import functools
import inspect
import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol, TypeVar

import anywidget
import ipywidgets
import traitlets as t

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import LANGUAGES, say, words
from fujikoro_nb.views.rules.card import rule_card
from fujikoro_nb.views.rules.titles import NAMED_BY_PAGES, rules_in, titles_of
from fujikoro_nb.widgets.base.front_texts import FRONTS_SERVED, place_of, source_of, stand_in

__all__ = [
    "FujiWidget",
    "Hears",
    "NotAccepted",
    "Validator",
    "cells_in",
    "flag",
    "friendly",
    "one_of",
    "optional",
    "source_of",
    "text",
    "whole",
]

LOG = logging.getLogger("fujikoro_nb.widgets")
MAX_FIELDS = 20
"""No message of ours has more fields, no update more traits."""

Validator = Callable[[object], Any]
"""Takes what the browser sent and returns what may be used; raises NotAccepted."""

F = TypeVar("F", bound=Callable[..., Any])


class NotAccepted(ValueError):
    """A value from the browser that no page of ours would send; the text is for the log."""


_NO_CHARACTER = re.compile("[\ud800-\udfff]")
"""Half a character, as JSON can name it: no text that holds one can be sent to a page or written to the disk."""


def text(*, max_length: int = 400) -> Validator:
    """Any text up to a length; what it means is judged by the trait or the handler."""

    def check(value: object) -> str:
        if not isinstance(value, str) or len(value) > max_length:
            raise NotAccepted(f"not a text of at most {max_length} characters")
        if _NO_CHARACTER.search(value):
            raise NotAccepted("half a character")
        return value

    return check


def one_of(*values: object) -> Validator:
    """One of a few values."""

    def check(value: object) -> object:
        for known in values:
            if type(value) is type(known) and value == known:
                return known
        raise NotAccepted(f"none of {values}")

    return check


def whole(low: int, high: int) -> Validator:
    """A whole number within limits, both included."""

    def check(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise NotAccepted(f"not a whole number from {low} to {high}")
        return value

    return check


def flag() -> Validator:
    """True or false."""
    return one_of(True, False)


def optional(validator: Validator) -> Validator:
    """None, or what the validator takes."""
    return lambda value: None if value is None else validator(value)


def cells_in(columns: int, rows: int, *, max_cells: int = 60) -> Validator:
    """A list of [column, row], 1-based, on a board of this size."""

    def check(value: object) -> tuple[tuple[int, int], ...]:
        if not isinstance(value, list) or len(value) > max_cells:
            raise NotAccepted(f"not a list of at most {max_cells} cells")
        return tuple(_cell(place, columns, rows) for place in value)

    return check


def _cell(place: object, columns: int, rows: int) -> tuple[int, int]:
    if not isinstance(place, list) or len(place) != 2:
        raise NotAccepted("not a [column, row]")
    column, row = place
    return whole(1, columns)(column), whole(1, rows)(row)


UNHEARD = {"act": "unheard"}
"""A page was without its link, and may have missed something: it is told all that it shows."""


class Hears(Protocol):
    """Takes messages from the browser: ``{"act": name, **fields}`` calls ``act_name`` with the fields as keywords."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]]
    """All fields of each message, with what checks them."""


class _Sealed(anywidget.AnyWidget):
    """A widget that takes nothing from the browser but what its class lists."""

    from_browser: ClassVar[Mapping[str, Validator]] = {}
    """Traits that the browser may set."""
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {}
    """Messages that the browser may send, ``{"act": name, **fields}``: all fields of each, and the method ``act_name``
    (with ``_`` for ``-``) that gets them as keywords."""

    def _handle_msg(self, msg: object) -> None:
        """The one way in. ipywidgets would print a traceback into the page for a message it cannot take apart."""
        try:
            content = _mapping(_mapping(_mapping(msg).get("content")).get("data"))
            method = content.get("method")
            if method == "update":
                if content.get("buffer_paths"):
                    raise NotAccepted("binary state")
                self.set_state(_mapping(content.get("state")))
            elif method == "custom":
                self._handle_custom_msg(content.get("content"), ())
            elif method == "request_state":
                self.send_state()
            else:
                raise NotAccepted("unknown method")
        except NotAccepted as fault:
            self._ignore("message", fault)

    def set_state(self, sync_data: object) -> None:
        """Traits from the browser: each accepted by its validator, or ignored and set right in the browser."""
        with self._acting(), self.hold_sync():
            for name, value in _mapping(sync_data).items():
                try:
                    if name not in self.from_browser:
                        raise NotAccepted("not for the browser to set")
                    accepted = self.from_browser[name](value)
                except NotAccepted as fault:
                    self._ignore(name, fault)
                else:
                    self._set_from_browser(name, accepted)
                if name in self.keys:  # the browser shows its own value until it hears ours
                    self._states_to_send.add(name)

    def _set_from_browser(self, name: str, value: object) -> None:
        with self._watched(name):
            self.set_trait(name, value)

    def _handle_custom_msg(self, content: object, buffers: object) -> None:
        """What a page asks for, and, where it waits for that, the word that it was answered."""
        if content == UNHEARD:
            self._say_again()
            return
        self._act(content)
        if self.tells_answered:
            self.send({"kind": "answered"})

    def _say_again(self) -> None:
        """Everything that the page shows, after all that it sent before was dealt with.

        The sources it has. Which widgets stand inside this one Jupyter's own look at all widgets tells, together with
        those that the page does not know yet.
        """
        inside = {name for name in self.keys if isinstance(getattr(self, name), ipywidgets.Widget)}
        self.send_state([name for name in self.keys if name not in {"_esm", "_css"} | inside])
        self.send({"kind": "answered", "all": True})

    def _act(self, content: object) -> None:
        """A message from the browser: known, complete, and every field accepted, or ignored."""
        try:
            message = _mapping(content)
            name = message.get("act")
            who = next((one for one in self.heard_by if isinstance(name, str) and name in one.acts), None)
            if who is None:
                raise NotAccepted("unknown act")
            fields = who.acts[str(name)]
            if set(message) != {"act", *fields}:
                raise NotAccepted("not the fields of this act")
            accepted = {field: check(message[field]) for field, check in fields.items()}
        except NotAccepted as fault:
            self._ignore("message", fault)
        else:
            with self._acting(), self.hold_sync(), self._watched(str(name)):
                getattr(who, f"act_{str(name).replace('-', '_')}")(**accepted)

    @property
    def heard_by(self) -> tuple[Hears, ...]:
        """Who does what a message asks for: the widget, and controllers of its own with acts of theirs."""
        return (self,)

    tells_answered: ClassVar[bool] = False
    """Whether the page hears ``{"kind": "answered"}`` after each message, so that what it drew as pending ends."""

    _later: list[Callable[[], None]] | None = None

    def after_push(self, do: Callable[[], None]) -> None:
        """Do this when the state of this widget is on its way to the page: at once, unless the browser is answered.

        Whatever else follows from a tap, the answer to the tap goes first.
        """
        if self._later is None:
            do()
        elif do not in self._later:
            self._later.append(do)

    @contextmanager
    def _acting(self) -> Iterator[None]:
        self._later = []
        try:
            yield
        finally:
            later, self._later = self._later, None
            for do in later:
                with self._watched("what follows a message"):
                    do()

    @contextmanager
    def _watched(self, what: str) -> Iterator[None]:
        """The boundary between a page and our handlers: whatever goes wrong inside is logged, the server lives."""
        try:
            yield
        except t.TraitError as refusal:  # a readable sentence of ours: bad text, refused by a trait
            LOG.info("%s: %s refused: %s", type(self).__name__, what, refusal)
            self._tell(str(refusal))
        except Exception:
            LOG.exception("%s: %s failed", type(self).__name__, what)
            self._tell(say("widgets.failed", language=self._spoken))

    def _ignore(self, what: object, fault: NotAccepted) -> None:
        LOG.warning("%s ignored %.40r from the browser: %s", type(self).__name__, what, fault)
        self._tell(say("widgets.ignored", language=self._spoken))

    @property
    def _spoken(self) -> str:
        return "en"

    def _tell(self, sentence: str) -> None:
        """Show one line to the person; nothing here, because there is nothing to see."""


def _mapping(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or len(value) > MAX_FIELDS:
        raise NotAccepted("not a small mapping")
    if not all(isinstance(key, str) for key in value):
        raise NotAccepted("a key that is not text")
    return value


class _Look(_Sealed):
    """Tokens, style sheet and symbols, sent once a kernel; a widget puts into the page what the page lacks."""

    _esm = "export default { render() {} };"
    style = t.Unicode().tag(sync=True)
    symbols = t.Unicode().tag(sync=True)


_LOOK: _Look | None = None


def look() -> _Look:
    """The look of this kernel, made again if somebody closed all widgets."""
    global _LOOK
    if _LOOK is None or _LOOK.comm is None:
        # A page of ours has it from the start.
        _LOOK = (
            _Look()
            if _is_served()
            else _Look(
                style=source_of("tokens.css") + source_of("look.css"),
                symbols=place_of("symbols.svg").read_text(encoding="utf-8"),
            )
        )
    return _LOOK


def _is_served() -> bool:
    """Whether the page of this kernel fetches front ends as files."""
    return FRONTS_SERVED in os.environ


class _Bundle:
    """The text of some of our front-end files, read when the first widget that needs it is made, not on import.

    ``served`` says what a page is sent that fetches them as files.
    """

    def __init__(self, *names: str, served: Callable[[], str]) -> None:
        self.names, self._served = names, served

    def __get__(self, widget: FujiWidget | None, owner: type[FujiWidget]) -> Any:
        if widget is None:
            return self
        return self._served() if _is_served() else str(self)

    def __str__(self) -> str:
        return "".join(map(source_of, self.names))


UNNAMED = frozenset({"_esm", "_css", "words", "rule_titles"})
"""Parts of a state that name no rule: sources, sentences, and the titles themselves."""


class FujiWidget(_Sealed):
    """Base of our widgets: ``class CraftGrid(FujiWidget, front_end="craft_grid")`` shows craft_grid.js and .css.

    With ``sheets=("lesson_page", "fight_task")`` it has these style sheets instead, in this order.

    The JavaScript calls ``dress(model, el)`` of dom.mjs first, which brings the look and opens the card of a rule
    whose id somebody taps.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "rule": {"rule": text(max_length=80)},
        "close-rule": {},
    }
    """Every widget of ours takes these; a class adds its own."""

    front_end: ClassVar[str] = ""
    """The name of its JavaScript and its style sheet."""
    word_tables: ClassVar[tuple[str, ...]] = ("widgets",)
    """Tables of ``texts`` whose sentences the JavaScript fills itself; the engine's words come as ``word.metal``."""

    language = t.Enum(LANGUAGES, default_value="en").tag(sync=True)
    words = t.Dict().tag(sync=True)
    notice = t.Unicode().tag(sync=True)
    """One friendly line about what just went wrong; empty after the next thing that goes right."""
    rule_card = t.Dict().tag(sync=True)
    """The rule that is open beside the widget; empty: none."""
    rule_titles = t.Dict().tag(sync=True)
    """What the rules are called whose ids were sent so far, for the links to them, as `get_state` makes it."""
    look = t.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)
    _rules_named = t.Set()

    def __init_subclass__(cls, front_end: str = "", sheets: tuple[str, ...] = (), **kwargs: Any) -> None:
        cls.acts = {**FujiWidget.acts, **cls.acts}
        super().__init_subclass__(**kwargs)
        if front_end:
            cls.front_end = front_end
            sheets = sheets or (front_end,)
            cls._esm = _Bundle(f"{front_end}.js", served=functools.partial(stand_in, front_end, sheets))
            cls._css = _Bundle(*(f"{sheet}.css" for sheet in sheets), served=str)  # the file brings them

    @t.default("_rules_named")
    def _none_but_the_pages_own(self) -> set[str]:
        return set(NAMED_BY_PAGES)

    @t.default("look")
    def _the_look(self) -> _Look:
        return look()

    @t.default("words")
    def _first_words(self) -> dict[str, str]:
        return self._words_of_this_language()  # an heir's: what a default is made of cannot be inherited

    def _words_of_this_language(self) -> dict[str, str]:
        spoken = {f"word.{key}": value for key, value in words("word", language=self.language).items()}
        for table in self.spoken_tables:
            spoken |= words(table, language=self.language)
        return spoken

    @property
    def spoken_tables(self) -> tuple[str, ...]:
        """The tables of this very page, where a part of it has some of its own."""
        return self.word_tables

    @t.observe("language")
    def _language_changed(self, change: Any) -> None:
        self.words = self._words_of_this_language()
        if self.comm is None:
            return  # it is being made, or closed: there is nothing to say anew
        with self.hold_sync():
            for part in self.parts():
                part.language = self.language
            self.notice = ""
            self.speak_anew()
            if self.rule_card:
                self.act_rule(rule=self.rule_card["id"])

    def parts(self) -> Iterator[FujiWidget]:
        """The widgets that stand inside this one."""
        for name in self.trait_names():
            part = getattr(self, name)
            if isinstance(part, FujiWidget):
                yield part

    def speak_anew(self) -> None:
        """Say in the language of now what was said in another one. What was done, chosen and typed stays.

        The parts speak it already; a class whose traits hold sentences says them here.
        """

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """What is sent, and in the same message the titles of all rules that it names for the first time."""
        state: dict[str, Any] = super().get_state(key=key, drop_defaults=drop_defaults)
        named = self._named_in(state)
        is_new = not named <= self._rules_named
        if is_new or not state.keys().isdisjoint(("language", "rule_titles")):
            self._rules_named |= named
            state["rule_titles"] = titles_of(self._rules_named, str(self.language))
        return state

    def titles_for(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Title by id of the rules that such a state names, and of those that every page names by itself."""
        return titles_of(self._named_in(state) | set(NAMED_BY_PAGES), str(self.language))

    @staticmethod
    def _named_in(state: Mapping[str, Any]) -> set[str]:
        return rules_in([state[name] for name in state if name not in UNNAMED])

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in the widget's language."""
        return say(key, language=self.language, **data)

    @property
    def rulings_in_force(self) -> Rulings:
        """The readings that this widget plays."""
        return ADOPTED

    @property
    def table_rulings(self) -> TableRulings:
        """What this table decided, as far as the widget knows: of rules that the engine does not play as well."""
        return TableRulings(self.rulings_in_force.chosen)

    def act_rule(self, *, rule: str) -> None:
        """Open the card of a rule."""
        self.rule_card = rule_card(rule, self.say, rulings=self.table_rulings, language=str(self.language))

    def act_close_rule(self) -> None:
        """Close it."""
        self.rule_card = {}

    @property
    def _spoken(self) -> str:
        return str(self.language)

    def _tell(self, sentence: str) -> None:
        self.notice = sentence


def friendly(handler: F) -> F:
    """Wrap a method of a FujiWidget that a page calls back: what goes wrong is logged and becomes one line.

    Parameters that the handler does not take are dropped, as ipywidgets' own callbacks allow.
    """
    takes = len(inspect.signature(handler).parameters)

    @functools.wraps(handler)
    def guarded(self: FujiWidget, *args: Any, **kwargs: Any) -> Any:
        with self._watched(handler.__name__):
            return handler(self, *args[: takes - 1], **kwargs)

    return guarded  # type: ignore[return-value]
