"""The paper of a table made of parts, and what it prints."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, FileSystemLoader

from fujikoro_nb.serve.pages import template_folder
from fujikoro_nb.serve.readers.paper import table_paper
from fujikoro_nb.store import Head, Put, State

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
JINJA = Environment(loader=FileSystemLoader(template_folder()), autoescape=True)


def page(*changes: Put, language: str = "en") -> dict[str, Any]:
    """The paper of a table with these parts."""
    head = Head("BCDFGH", "Friday", 1, 0.0, 0.0, None)
    state = State(head, {one.part: one.value for one in changes}, None, None)
    return table_paper(state, "http://192.168.1.5:3776", is_here_only=False, now=NOW, language=language)


def rendered(data: dict[str, Any]) -> str:
    chrome = {
        "title": "Fuji Koro",
        "to_start": "",
        "languages": [],
        "leads": "leads",
        "symbols": "",
        "base": "/",
    }
    return JINJA.get_template("print.html").render(**chrome, **data)
