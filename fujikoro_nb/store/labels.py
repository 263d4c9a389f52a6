"""What was done, said in every language at once: people of one table need not speak the same one."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.texts import LANGUAGES

__all__ = ["Label", "in_all", "in_language"]

Label = Callable[[str], str]
"""What was done, in the language that is asked for."""

_LONGEST = 160
"""Characters of one language; all of them, escaped, stay below what the store takes."""


def in_all(words: Label) -> str:
    """A label for the store from what each language says; a text that is the same in all stays plain.

    >>> in_all(lambda language: "Ann: 3")
    'Ann: 3'
    >>> in_all({"en": "stone", "fr": "pierre", "de": "Stein"}.__getitem__)
    '{"en":"stone","fr":"pierre","de":"Stein"}'
    """
    said = {language: words(language)[:_LONGEST] for language in LANGUAGES}
    if len(set(said.values())) == 1:
        return said[LANGUAGES[0]]
    return msgspec.json.encode(said).decode()


def in_language(label: str, language: str) -> str:
    """What a stored label says in a language; one that anything else wrote is taken as it stands.

    >>> in_language('{"en":"stone","fr":"pierre","de":"Stein"}', "de")
    'Stein'
    >>> in_language("Stein", "fr")
    'Stein'
    """
    if not label.startswith("{"):
        return label
    try:
        said = msgspec.json.decode(label, type=dict[str, str])
    except (msgspec.DecodeError, RecursionError):
        return label
    return said.get(language, label)
