"""The page of puzzles as a browser plays it whose solver chooses one of some answers."""

from __future__ import annotations

from typing import Any


def send(page: Any, act: str, **fields: object) -> None:
    """A message of the browser."""
    page._handle_custom_msg({"act": act, **fields}, ())


def chosen(page: Any) -> list[str]:
    """What is chosen on the page."""
    return [one["answer"] for one in page.view["task"]["choices"] if one["on"]]


def solve(page: Any) -> None:
    """Choose a right answer, and check it."""
    send(page, "choose", text=page.run.kind.solution(page.entry))
    send(page, "check")
