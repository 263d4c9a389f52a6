"""What the rulebooks state of the components stands in one place, and pages that need no YAML do not wait for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fujikoro_nb.content.box import DIE_LIMITS, DieLimits
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.odds.faces import parse_faces, refusal_of

WOOD = """format: 1
pack: mine
provenance: owner
dice:
  - material: "W"
    hits: [1, 1, 1, 1, 1, 0]
    broken: [1]
"""


@pytest.mark.rule("combat.dice.limits")
def test_pack_files_and_typed_dice_are_judged_by_the_same_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = parse_faces("1*,1,1,1,1,0", "W")
    assert refusal_of(typed) is not None  # a wood die shows four hits in all
    monkeypatch.setitem(DIE_LIMITS, "W", DieLimits(max_hits=1, sum_of_hits=5, broken=1))
    assert refusal_of(typed) is None
    assert len(read_pack_text(WOOD).dice) == 1


def test_a_table_without_cards_of_its_own_never_imports_yaml(tmp_path: Path) -> None:
    code = """
import sys
from fujikoro_nb.widgets import helper_page
helper_page()
print(*sorted({"yaml", "jsonschema", "plotly"} & set(sys.modules)))
"""
    environment = os.environ | {"FUJIKORO_DATA": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""


def test_the_package_itself_looks_up_its_version_only_when_asked() -> None:
    code = "import sys, fujikoro_nb; print('importlib.metadata' in sys.modules, fujikoro_nb.__version__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("False 0.")
