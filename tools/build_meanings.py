"""Make fujikoro_nb/rulebook/meanings.npz: a short vector for every text of the rulebook entries.

    .venv/bin/python -m tools.build_meanings

Needs the extra `meaning`. Takes about half a minute.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from fujikoro_nb.rulebook.entries import entries
from fujikoro_nb.rulebook.meaning import BATCH, DIMENSIONS, all_texts, encoder, key_of

TARGET = Path(__file__).resolve().parent.parent / "fujikoro_nb" / "rulebook" / "meanings.npz"


def main() -> int:
    """Encode, cut to the principal components, round to bytes, write."""
    texts = sorted({text for _, text in all_texts(entries())})
    batches = [encoder().encode(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
    full = np.concatenate(batches)
    _, vectors = np.linalg.eigh(full.T @ full)
    axes = vectors[:, ::-1][:, :DIMENSIONS].T.astype(np.float32)
    cut = full @ axes.T
    cut /= np.abs(cut).max(axis=1, keepdims=True)
    keys = np.frombuffer(b"".join(key_of(text) for text in texts), dtype=np.uint8).reshape(len(texts), -1)
    np.savez_compressed(
        TARGET, keys=keys, vectors=np.round(cut * 127).astype(np.int8), axes=axes.astype(np.float16)
    )
    print(f"{len(texts)} texts, {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
