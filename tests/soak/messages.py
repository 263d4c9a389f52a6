"""Messages that a page of ours would send, made from what each class says it takes, and such messages spoilt."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator, Mapping
from typing import Any

from fujikoro_nb.learning.standing import stores
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator

MAX_FIELDS = 20
"""As the widgets' own limit; stated again, so that a change of theirs is noticed."""


DEPTH = 6
"""How far down a message is spoilt."""


def nested(depth: int, *, is_list: bool) -> object:
    """Something that deep."""
    value: object = 1
    for _ in range(depth):
        value = [value] if is_list else {"a": value}
    return value


NASTY: tuple[object, ...] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63, -(2**64), 10**400, 0.5, 1e308, -0.0),
    *(float("nan"), float("inf"), float("-inf")),
    *("", " ", "0", "x" * 200_000, "\u202e\u2066Ann", "\x00\x1b[2J\x07", "\ud800", "\udcff", "e\u0301" * 60),
    *(
        "<script>alert(1)</script>",
        "'\"><img src=x onerror=alert(1)>",
        "../../etc/passwd",
        "{}",
        "[]",
        "null",
    ),
    *("%s%n{0}", "\\", "\n" * 90, "🏯" * 300, "__class__", "act_rule", "1e999", "9" * 5000, "Ⅷ", "٣"),
    *([], {}, [[]], [None], ["x"] * 5000, {"__proto__": 1}, {"": ""}, {str(n): n for n in range(30)}),
    *(nested(900, is_list=True), nested(900, is_list=False)),
)


class Words:
    """What a page shows now: values by the name of the field that they stand in, and all texts."""

    def __init__(self, widget: FujiWidget) -> None:
        self.named: dict[str, list[Any]] = {}
        self.texts: list[str] = []
        for key, value in widget.get_state().items():
            if key[0] != "_" and key not in ("words", "look", "layout", "figure", "svg"):
                self._collect(key, value, 0)
        self.texts = self.texts or [""]

    def _collect(self, name: str, value: object, depth: int) -> None:
        if depth > 8:
            return
        if isinstance(value, Mapping):
            for key, inner in value.items():
                self._collect(str(key), inner, depth + 1)
        elif isinstance(value, list | tuple):
            for inner in value:
                self._collect(name, inner, depth + 1)
        elif isinstance(value, str | int) and value is not None:
            self.named.setdefault(name, []).append(value)
            if isinstance(value, str) and len(value) <= 400:
                self.texts.append(value)


def value_for(check: Validator, name: str, words: Words, chance: random.Random) -> Any:
    """What a page might send in a field that this validator guards."""
    kind = check.__qualname__.split(".")[0]
    known = dict(inspect.getclosurevars(check).nonlocals)
    match kind:
        case "text":
            near = words.named.get(name, words.texts) if chance.random() < 0.7 else words.texts
            return str(chance.choice(near))[: known["max_length"]]
        case "one_of":
            return chance.choice(known["values"])
        case "whole":
            near = [one for one in words.named.get(name, ()) if isinstance(one, int)]
            if near and chance.random() < 0.8:
                return chance.choice(near)
            return chance.choice((known["low"], known["high"], chance.randint(known["low"], known["high"])))
        case "optional":
            return chance.choice((None, value_for(known["validator"], name, words, chance)))
        case "cells_in":
            return [
                [chance.randint(1, known["columns"]), chance.randint(1, known["rows"])]
                for _ in range(chance.randint(0, 5))
            ]
        case "_row_of":
            return [value_for(known["check"], name, words, chance) for _ in range(chance.randint(2, 6))]
        case "several":
            return [value_for(known["check"], name, words, chance) for _ in range(chance.randint(1, 2))]
        case "any_of":
            return chance.sample(known["values"], chance.randint(0, len(known["values"])))
        case "people_of":
            return [
                [value_for(known["known"][at], name, words, chance) for at in range(len(known["known"]))]
                for _ in range(chance.randint(1, 6))
            ]
        case "_fields" | "codes":
            fields = ("id", "kind", "pattern", "name")
            names = fields if kind == "_fields" else chance.sample(stores(), chance.randint(0, 3))
            return {one: chance.choice(words.texts) for one in names}
    raise AssertionError(f"a validator that no message is made for: {check.__qualname__}")


def acts_of(widget: FujiWidget) -> dict[str, Mapping[str, Any]]:
    """All messages that a page takes, its controllers' as well."""
    return {act: fields for one in widget.heard_by for act, fields in one.acts.items()}


def proper(widget: FujiWidget, words: Words, chance: random.Random) -> dict[str, Any]:
    """A message of a page of ours."""
    traits = tuple(widget.from_browser)
    if traits and chance.random() < 0.15:
        name = chance.choice(traits)
        state = {name: value_for(widget.from_browser[name], name, words, chance)}
        return message({"method": "update", "state": state, "buffer_paths": []})
    acts = acts_of(widget)
    act = chance.choice(tuple(acts))
    fields = acts[act]
    said = {name: value_for(check, name, words, chance) for name, check in fields.items()}
    return message({"method": "custom", "content": {"act": act, **said}})


def message(data: Mapping[str, Any]) -> dict[str, Any]:
    """Around what a widget is sent: what Jupyter puts there."""
    return {"content": {"comm_id": "c", "data": dict(data)}, "buffers": []}


def is_acceptable(widget: FujiWidget, said: Any) -> bool:
    """Whether the widget says that it takes such a message, as far as its form goes: a reading beside the widget's."""
    try:
        data = _small(_small(_small(said)["content"])["data"])
        if data["method"] == "request_state":
            return True
        if data["method"] == "update":
            if data.get("buffer_paths"):
                return False
            state = _small(data["state"])
            return any(_passes(widget.from_browser.get(name), value) for name, value in state.items())
        content = _small(data["content"])
        fields = acts_of(widget)[content["act"]]
        return (
            data["method"] == "custom"
            and set(content) == {"act", *fields}
            and all(_passes(check, content[name]) for name, check in fields.items())
        )
    except (KeyError, TypeError):
        return False


def _small(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or len(value) > MAX_FIELDS:
        raise TypeError
    return value


def _passes(check: Validator | None, value: object) -> bool:
    if check is None:
        return False
    try:
        check(value)
    except NotAccepted:
        return False
    return True


def mutated(said: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    """The message with one to three things wrong, mostly in what the page said itself."""
    spoilt: dict[str, Any] = _copied(said)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        spots = list(_spots(spoilt))
        holder, key = chance.choice(spots[-8:] if chance.random() < 0.8 else spots)
        _spoil(holder, key, chance)
    return spoilt


def _copied(value: Any, depth: int = 0) -> Any:
    """As far down as a mutation reaches; what is deeper is never changed."""
    if depth > DEPTH:
        return value
    if isinstance(value, Mapping):
        return {key: _copied(inner, depth + 1) for key, inner in value.items()}
    return [_copied(inner, depth + 1) for inner in value] if isinstance(value, list) else value


def _spots(value: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Every place in it that something stands at."""
    if depth > DEPTH:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _spots(inner, depth + 1)
    elif isinstance(value, list):
        for at, inner in enumerate(value[:10]):
            yield value, at
            yield from _spots(inner, depth + 1)


def _spoil(holder: Any, key: Any, chance: random.Random) -> None:
    value = holder[key]
    match chance.randrange(8):
        case 0 if isinstance(holder, dict) and len(holder) > 1:
            del holder[key]
        case 1 if isinstance(holder, dict):
            name = chance.choice(("x", "act", "method", "__class__", "\u202e", "", "at", "text", "state"))
            holder[name] = _copied(chance.choice(NASTY))
        case 2 if isinstance(holder, dict) and len(holder) > 1:
            del holder[key]
            holder[chance.choice(("", str(key).upper(), f"{key} ", "x" * 2000))] = value
        case 3 if type(value) is int:
            holder[key] = value + chance.choice((-1, 1, 10, 2**40))
        case 4 if isinstance(value, str):
            at = chance.randint(0, len(value))
            holder[key] = (
                value[:at] + chance.choice([one for one in NASTY if isinstance(one, str)]) + value[at:]
            )
        case 5 if isinstance(value, str) and len(value) > 1:
            at = chance.randrange(len(value))
            holder[key] = value[:at] + value[at + 1 :]
        case 6 if isinstance(value, list):
            holder[key] = value * chance.choice((2, 100))
        case _:
            holder[key] = _copied(chance.choice(NASTY))
