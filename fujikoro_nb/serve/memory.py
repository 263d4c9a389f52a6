"""How many kernels this machine's memory carries.

The figures are those of ``benchmarks/results/bench_memory.txt``: the kernel of a game takes 78 MB, that of the helper
41, and the server grows by some 30 while phones look on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil

MB = 1024 * 1024
KERNEL_MB = 90
"""A kernel with a game, and a little more."""
RESERVE_MB = 200
"""Left for the server as it grows, and for what else the machine does."""
MEMBER_MB = 240
"""Behind a hub: a member's own server and one page."""
HUB_MB = 500
"""The hub, its proxy, the readers' server and what else the machine does."""
LEAST_FREE_MB = 100
"""What must be left when one more starts, while programs beside us have taken theirs meanwhile."""
LEAST_KERNELS = 2
"""A table with fewer would be none: so many start however little there is."""

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
_UNLIMITED = 1 << 60
"""The first version of control groups says "no limit" with a number that no machine has."""


def available_mb() -> int:
    """Memory that programs may still take: the machine's, or what a container leaves them if that is less."""
    return min([psutil.virtual_memory().available, *_left_in_groups(_GROUPS, _OWN_GROUPS)]) // MB


def carried(
    at_most: int,
    *,
    available: int,
    kernel: int = KERNEL_MB,
    reserve: int = RESERVE_MB,
    least: int = LEAST_KERNELS,
) -> int:
    """How many kernels so many megabytes carry.

    >>> carried(40, available=16_000), carried(40, available=1100), carried(40, available=150)
    (40, 10, 2)
    """
    return min(at_most, max(least, (available - reserve) // kernel))


def _left_in_groups(groups: Path, own: Path) -> Iterator[int]:
    """Bytes that each control group above this process leaves it; none where there is no limit.

    Both versions of control groups: a limit, what is in use, and of that what are only files that may be dropped:
    those lately read as well, as Linux itself counts them for the whole machine.
    """
    names = {
        "": ("memory.max", "memory.current", ("inactive_file", "active_file")),
        "memory": (
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            ("total_inactive_file", "total_active_file"),
        ),
    }
    for line in _text(own).splitlines():
        _, controllers, place = line.split(":", 2)
        wanted = next((kind for kind in controllers.split(",") if kind in names), None)
        if wanted is None:
            continue
        limit, used, droppable = names[wanted]
        root = groups / wanted
        folder = root / place.lstrip("/")
        # A container may not see the folders above its own, nor its own name: then its limit stands at the root.
        while folder.is_relative_to(root):
            most = _text(folder / limit).strip()
            if most.isdigit() and int(most) < _UNLIMITED:
                taken = int(_text(folder / used) or 0)
                files = dict(row.split() for row in _text(folder / "memory.stat").splitlines())
                yield max(0, int(most) - taken + sum(int(files.get(kind, 0)) for kind in droppable))
            if folder == root:
                break
            folder = folder.parent


def _text(path: Path) -> str:
    """Empty where there is no such file, as on other systems."""
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""
