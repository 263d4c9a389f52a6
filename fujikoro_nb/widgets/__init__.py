"""Widgets for notebooks and Voila. A name is imported when it is asked for: one widget does not load the others."""

from __future__ import annotations

from importlib import import_module

_HOME = {
    "CardStrip": "card_strip",
    "CraftGrid": "craft_grid",
    "FujiWidget": "_base",
    "friendly": "_base",
}
"""Published name to module. Keep it sorted; `__all__` follows."""

__all__ = [  # noqa: F822 - loaded by __getattr__
    "CardStrip",
    "CraftGrid",
    "FujiWidget",
    "friendly",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
