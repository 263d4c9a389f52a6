"""What checks our JavaScript comes as its lock says, from wherever this machine fetches packages."""

from __future__ import annotations

import json
import re
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1] / "tools" / "js"


def test_each_tool_is_one_version_and_names_no_server() -> None:
    wanted = json.loads((TOOLS / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert {"eslint", "typescript"} <= wanted.keys()
    assert [version for version in wanted.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    packages = json.loads((TOOLS / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for place, package in packages.items():
        assert "resolved" not in package, place
        assert not place or package["integrity"], place
