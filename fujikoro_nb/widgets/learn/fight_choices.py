"""Messages by which an answer in a fight is put together, wherever a fight is shown to learn from."""

from __future__ import annotations

from fujikoro_nb.widgets.base.widget import one_of, text, whole
from fujikoro_nb.widgets.learn.desks import Acts

CHOOSING: Acts = {
    "cell": {"column": whole(1, 12), "row": whole(1, 12)},
    "die": {"part": text(max_length=10), "colour": one_of("W", "M", "T", "G", ""), "by": one_of(1, -1)},
    "choose": {"text": text(max_length=120)},
}
