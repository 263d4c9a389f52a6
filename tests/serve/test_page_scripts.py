"""The scripts of the pages around the widgets: each is one plain text that stands in the page."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from fujikoro_nb.serve.pages import PAGE_SCRIPTS, look, template_folder
from tools.javascript import node

CALLS = {"link": "index.html.j2", "reader": "reader.html", "seat": "seat.html"}
"""Which template calls what a script makes."""


@pytest.mark.parametrize("name", PAGE_SCRIPTS)
def test_a_page_holds_its_script_as_a_whole(name: str, tmp_path: Path) -> None:
    """As the page does, it is closed in a function: what it makes is no name of the page."""
    script = look()["scripts"][name]
    assert not re.search(r"^\s*(?:import|export)\b", script, re.MULTILINE)
    assert "</script" not in script and "<!--" not in script
    whole = tmp_path / f"{name}.cjs"
    whole.write_text(f'(() => {{\n"use strict";\n{script}\n}})();', encoding="utf-8")
    checked = subprocess.run([node(), "--check", str(whole)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    template = (template_folder() / CALLS[name]).read_text(encoding="utf-8")
    called = re.findall(r"^\s*(fujikoro\w+)\(", template.split(f"look.scripts.{name}")[1], re.MULTILINE)
    assert called
    for one in called:
        assert f"\nfunction {one}(" in script
