"""Players' questions that judge the rule search, from ``tests/rulebook/questions``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

QUESTIONS = Path(__file__).resolve().parents[1] / "rulebook" / "questions"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where this PyYAML has it


@cache
def questions(name: str) -> tuple[dict[str, Any], ...]:
    """The questions of a file, each with `ask` and `lang`."""
    return tuple(yaml.load((QUESTIONS / f"{name}.yaml").read_text(encoding="utf-8"), LOADER))


def vague(half: str) -> tuple[dict[str, Any], ...]:
    """Questions that leave open what they are about: the half that set the bounds, ``fit``, or the other, ``judge``."""
    return questions(f"vague_{half}")
