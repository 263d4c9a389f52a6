"""Loading and filling of the sentence catalogues."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from fujikoro_nb.texts.quote import shown

LANGUAGES = ("en", "fr", "de")
"""Languages with a full catalogue; a test proves that each has the same keys."""

_LONGEST_DATUM = 80
"""An id of an owner's card may have so many characters; nothing that a refusal quotes needs more."""

_SAFE = re.compile(r"(?P<kind>temple|bridge)-(?P<number>[1-3])(?:\.(?P<space>[ab]))?")
_DRAGON = re.compile(r"dragon-(?P<colour>blue|green|red|white)(-[0-9]+)?|(?P<numbers>[0-9]+/[0-9]+/[0-9]+)")
"""Ids that the owner's pack and a typed fight give."""

SERVED_LANGUAGE = "FUJIKORO_LANGUAGE"
"""In the environment of a served page: the language it begins with, until the browser tells which one is chosen."""

# The number that takes the singular; CLDR's cardinal rules of the three languages of the rulebooks.
_SINGULAR: Mapping[str, Callable[[int], bool]] = {
    "en": lambda n: n == 1,
    "de": lambda n: n == 1,
    "fr": lambda n: n in (0, 1),
}


class MissingText(KeyError):
    """A sentence that no catalogue holds: always our own fault, never the reader's."""


class Cited(Protocol):
    """What the engine hands out: a refusal or an event with its rule, reason and data."""

    @property
    def rule(self) -> str: ...
    @property
    def data(self) -> tuple[tuple[str, int | str], ...]: ...


class _Filler(string.Formatter):
    """``str.format`` without attribute or index access, plus the plural slot and the slot of a heap of cubes."""

    def __init__(self, language: str) -> None:
        self._is_singular = _SINGULAR[language]
        self._parsed: dict[str, tuple[tuple[str, str | None, str | None, str | None], ...]] = {}

    def parse(self, format_string: str) -> Any:  # a template is taken apart once, not at each sentence
        parts = self._parsed.get(format_string)
        if parts is None:
            parts = self._parsed[format_string] = tuple(super().parse(format_string))
        return parts

    def fill(self, template: str, data: Mapping[str, object]) -> str:
        """What ``vformat`` does with data by name alone, without what only places and indices need.

        A page says thousands of sentences at each step, and most have no slot.
        """
        if "{" not in template and "}" not in template:
            return template
        said = []
        for before, name, spec, conversion in self.parse(template):
            said.append(before)
            if name is None:
                continue
            if name not in data:  # also refuses {a.b} and {a[0]}, which templates never need
                raise MissingText(f"no datum for the slot {{{name}}}")
            value = self.convert_field(data[name], conversion)
            said.append(self.format_field(value, self.fill(spec, data) if spec else ""))
        return "".join(said)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith("plural:"):
            one, _, many = format_spec.removeprefix("plural:").partition("|")
            return (one if self._is_singular(int(value)) else many).replace("#", str(value))
        if format_spec.startswith("heap:"):
            return self._heap(str(value), format_spec.removeprefix("heap:").split("|"))
        return str(super().format_field(value, format_spec))

    def _heap(self, letters: str, forms: list[str]) -> str:
        """``WWM`` with one form a material, singular and plural parted by ``~``: ``2 wood, 1 metal``."""
        if not letters or set(letters) - set("WMT"):
            return letters  # a single cube comes here as the language's own word
        said = []
        for letter, form in zip("WMT", forms, strict=True):
            count = letters.count(letter)
            one, _, many = form.partition("~")
            if count:
                said.append((one if self._is_singular(count) else many or one).replace("#", str(count)))
        return ", ".join(said)


def typeset(text: str, language: str) -> str:
    """French with spaces before its high signs and inside its quotes at which no line breaks, however they were typed.

    >>> typeset("Encore ? « Oui » : non", "fr") == "Encore\\u202f? «\\u00a0Oui\\u00a0»\\u00a0: non"
    True
    """
    if language != "fr":
        return text
    text = re.sub(r"(?<=\S)[ \u00a0\u202f](?=[?!;])", "\u202f", text)
    return re.sub(r"(?<=\S)[ \u00a0\u202f](?=[:»])|(?<=«)[ \u00a0\u202f]", "\u00a0", text)


class Catalogue:
    """The sentences of one language.

    >>> Catalogue("en").say("unit.cubes", cubes=1)
    '1 cube'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._filler = _Filler(language)
        self._templates: dict[str, str] = {}
        self._tables: dict[str, dict[str, str]] = {}
        for entry in sorted((files("fujikoro_nb.texts") / language).iterdir(), key=lambda item: item.name):
            if entry.name.endswith(".toml"):
                for table, sentences in tomllib.loads(
                    typeset(entry.read_text(encoding="utf-8"), language)
                ).items():
                    self._templates.update({f"{table}.{name}": text for name, text in sentences.items()})

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def keys(self) -> tuple[str, ...]:
        """All keys, sorted."""
        return tuple(sorted(self._templates))

    def template(self, key: str) -> str:
        """The unfilled text. Raises MissingText."""
        try:
            return self._templates[key]
        except KeyError:
            raise MissingText(f"no text {key!r} in language {self.language!r}") from None

    def say(self, key: str, /, **data: object) -> str:
        """The sentence with its slots filled. Raises MissingText for an unknown key or an unfilled slot."""
        return self._filler.fill(self.template(key), data)

    def table(self, name: str) -> dict[str, str]:
        """All unfilled texts of one table by short name: what a front end fills itself."""
        table = self._tables.get(name)
        if table is None:
            prefix = f"{name}."
            held = (item for item in self._templates.items() if item[0].startswith(prefix))
            table = self._tables[name] = {key.removeprefix(prefix): text for key, text in held}
        return dict(table)


@cache
def _catalogue(language: str) -> Catalogue:
    return Catalogue(language)


def say(key: str, /, *, language: str = "en", **data: object) -> str:
    """One sentence.

    >>> say("unit.cubes", cubes=3)
    '3 cubes'
    """
    return _catalogue(language).say(key, **data)


def has(key: str, *, language: str = "en") -> bool:
    """Whether the catalogue holds this key."""
    return key in _catalogue(language)


def words(table: str, *, language: str = "en") -> dict[str, str]:
    """The unfilled texts of one table, for a front end that fills the slots itself."""
    return _catalogue(language).table(table)


def _cited_sentence(family: str, cited: Cited, detail: str, language: str) -> str:
    catalogue = _catalogue(language)
    key = f"{family}.{cited.rule}"
    if detail and f"{key}/{detail}" in catalogue:
        key = f"{key}/{detail}"
    elif family == "refusal" and f"not-asked.{detail}" in catalogue:
        key = f"not-asked.{detail}"  # the same sentence whichever rule is asked about
    data = {name: _named(value, catalogue) for name, value in cited.data}
    sentence = catalogue.say(key, **data)
    return sentence[:1].upper() + sentence[1:]


def _named(value: int | str, catalogue: Catalogue) -> int | str:
    """A datum as a person says it: the engine's word ``wood`` or ``left`` becomes the language's word."""
    if not isinstance(value, str):
        return value
    for key in (f"card.{value}", f"word.{value}"):
        if key in catalogue:
            return catalogue.say(key)
    return _dragon(value, catalogue) or _safe_place(value, catalogue) or str(shown(value, _LONGEST_DATUM))


def _safe_place(value: str, catalogue: Catalogue) -> str:
    """A temple, or a bridge with the letter of its space, as the map calls them; empty for everything else."""
    if (known := _SAFE.fullmatch(value)) is None:
        return ""
    return catalogue.say(f"word.{known['kind']}-numbered", number=known["number"]) + (known["space"] or "")


def _dragon(dragon_id: str, catalogue: Catalogue) -> str:
    """A dragon of a colour, or one that was typed as three numbers; empty for everything else."""
    if (known := _DRAGON.fullmatch(dragon_id)) is None:
        return ""
    if known["numbers"]:
        return catalogue.say("word.dragon-typed", numbers=dragon_id)
    return catalogue.say(f"word.dragon-{known['colour']}")


def dragon_called(dragon_id: str, *, language: str = "en") -> str:
    """What a dragon of an owner's box is called, by its colour or its three numbers; empty for any other id.

    >>> dragon_called("dragon-blue-2"), dragon_called("12/9/4"), dragon_called("house-tile-1")
    ('the blue dragon', 'the dragon 12/9/4', '')
    """
    return _dragon(dragon_id, _catalogue(language))


def refusal_sentence(refusal: Cited, *, reason: str = "", language: str = "en") -> str:
    """The sentence of a refusal, without its rule id; ``reason`` defaults to the refusal's own."""
    return _cited_sentence("refusal", refusal, reason or getattr(refusal, "reason", ""), language)


class _Told(NamedTuple):
    """A refusal with other data."""

    rule: str
    data: tuple[tuple[str, int | str], ...]


def marked_sentence(refusal: Cited, marked: str, *, language: str = "en") -> str:
    """The sentence of a refusal in which the space ``marked`` is called by the sign that the map puts on it."""
    sign = say("map-game.barred", language=language)
    data = tuple((name, sign if marked and value == marked else value) for name, value in refusal.data)
    reason = getattr(refusal, "reason", "")
    sentence = refusal_sentence(_Told(refusal.rule, data), reason=reason, language=language)
    return sentence[:1].upper() + sentence[1:]


def event_sentence(event: Cited, *, language: str = "en") -> str:
    """The sentence of an event, without its rule id."""
    return _cited_sentence("event", event, getattr(event, "kind", ""), language)
