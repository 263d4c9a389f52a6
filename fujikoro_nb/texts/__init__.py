"""Every sentence a person reads: catalogues by language, plurals, one slot per datum.

The engine knows no language; it hands out ids, reasons and data, and this package turns them into sentences.
A catalogue is a folder ``texts/<language>/*.toml`` of flat tables; the key of a sentence is ``table.name``.
A slot is ``{name}``; a plural is ``{cubes:plural:# cube|# cubes}``, where ``#`` stands for the number;
a heap of cubes in letters is ``{cubes:heap:# wood|# metal|# tooth~# teeth}``.
"""

from fujikoro_nb.texts._catalogue import (
    LANGUAGES,
    SERVED_LANGUAGE,
    Catalogue,
    MissingText,
    dragon_called,
    event_sentence,
    has,
    marked_sentence,
    refusal_sentence,
    say,
    typeset,
    words,
)
from fujikoro_nb.texts._errors import error_sentence
from fujikoro_nb.texts._numbers import decimal

__all__ = [
    "LANGUAGES",
    "SERVED_LANGUAGE",
    "Catalogue",
    "MissingText",
    "decimal",
    "dragon_called",
    "error_sentence",
    "event_sentence",
    "has",
    "marked_sentence",
    "refusal_sentence",
    "say",
    "typeset",
    "words",
]
