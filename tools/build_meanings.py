"""Make fujikoro_nb/rulebook/meanings.npz: a short vector for every text of the rulebook entries.

    .venv/bin/python -m tools.build_meanings [--new]

Needs the extra `meaning`. Takes minutes and is gone on with after a stop: what is encoded waits under ``.cache``. With
--new only texts that the file does not have are encoded, which is enough while some questions are added.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fujikoro_nb.rulebook.entries import entries
from fujikoro_nb.rulebook.meaning import BATCH, DIMENSIONS, all_texts, encoder, key_of, key_of_all

TARGET = Path(__file__).resolve().parent.parent / "fujikoro_nb" / "rulebook" / "meanings.npz"
KEPT = TARGET.parents[2] / ".cache" / "meanings"
"""The encoder's own vectors of a batch of texts, each in a file of its own, until the whole is made."""
LEAST_SPREAD = 0.3
"""Of the mean spread within an entry, added to each direction's: those that hardly vary are not blown up."""

Matrix = NDArray[np.float32]


def encoded(texts: list[str], kept: Path | None = None) -> Matrix:
    """The encoder's own vectors; each batch is kept in a folder, and what lies there is not encoded again."""
    batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
    return np.concatenate([_encoded_batch(batch, kept) for batch in batches])


def _encoded_batch(texts: list[str], kept: Path | None) -> Matrix:
    if kept is None:
        return np.asarray(encoder().encode(texts), dtype=np.float32)
    file = kept / f"{key_of_all(texts).hex()}.npy"
    if not file.is_file():
        kept.mkdir(parents=True, exist_ok=True)
        begun = file.with_suffix(".begun")  # a stop in the middle leaves no half file under the name
        with begun.open("wb") as half:
            np.save(half, _encoded_batch(texts, None))
        begun.replace(file)
    found: Matrix = np.load(file)
    return found


def whitening(vectors: Matrix, owners: NDArray[np.int64]) -> Matrix:
    """What evens out how the texts of one entry differ (within-class covariance normalisation)."""
    sizes = np.bincount(owners)
    sums = np.zeros((len(sizes), vectors.shape[1]), dtype=np.float32)
    np.add.at(sums, owners, vectors)
    apart = vectors - (sums / sizes[:, None])[owners]
    spread = apart.T @ apart / len(apart)
    spread += LEAST_SPREAD * np.trace(spread) / len(spread) * np.eye(len(spread), dtype=np.float32)
    sizes_of, directions = np.linalg.eigh(spread)
    turned: Matrix = ((directions * sizes_of**-0.5) @ directions.T).astype(np.float32)
    return turned


def unit(vectors: Matrix) -> Matrix:
    """Vectors of length one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Matrix = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return found


def short_vectors() -> tuple[list[str], Matrix, Matrix]:
    """All texts, their vectors, and the axes by which a question is cut alike."""
    owned: dict[str, int] = {}
    for number, text in all_texts(entries()):
        owned.setdefault(text, number)
    texts = sorted(owned)
    full = encoded(texts, KEPT)
    _, vectors = np.linalg.eigh(full.T @ full)
    axes = vectors[:, ::-1][:, :DIMENSIONS].T.astype(np.float32)
    cut = unit(full @ axes.T)
    turn = whitening(cut, np.array([owned[text] for text in texts]))
    return texts, cut @ turn, (axes.T @ turn).T


def with_new() -> tuple[list[str], Matrix, Matrix]:
    """The same with the present file's axes, and its vectors where it has them."""
    stored = np.load(TARGET)
    axes = stored["axes"].astype(np.float32)
    place = {key.tobytes(): row for row, key in enumerate(stored["keys"])}
    texts = [text for _, text in all_texts(entries())]
    rows = np.array([place.get(key_of(text), -1) for text in texts])
    vectors = stored["vectors"][rows].astype(np.float32)
    new = np.flatnonzero(rows < 0)
    if len(new):
        vectors[new] = encoded([texts[number] for number in new]) @ axes.T
    return texts, vectors, axes


def main() -> int:
    """Encode, cut, round to bytes, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--new", action="store_true", help="encode only texts that the file does not have")
    if not parser.parse_args().new:
        write(*short_vectors())
        shutil.rmtree(KEPT, ignore_errors=True)
    texts, vectors, axes = with_new()  # in the order in which they are searched
    write(texts, vectors, axes)
    print(f"{len(texts)} texts, {TARGET.stat().st_size} bytes")
    return 0


def write(texts: list[str], vectors: Matrix, axes: Matrix) -> None:
    """The file: a key, a vector of bytes a text, and the axes."""
    scaled: Any = vectors / np.abs(vectors).max(axis=1, keepdims=True)
    keys = np.frombuffer(b"".join(key_of(text) for text in texts), dtype=np.uint8).reshape(len(texts), -1)
    np.savez_compressed(
        TARGET,
        keys=keys,
        whole=np.frombuffer(key_of_all(texts), dtype=np.uint8),
        vectors=np.round(scaled * 127).astype(np.int8),
        axes=axes.astype(np.float16),
    )


if __name__ == "__main__":
    sys.exit(main())
