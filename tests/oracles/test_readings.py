"""What the naive reference cites must exist, and its switches must be those of the ledger."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.oracles.readings import READINGS

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "fujikoro_nb" / "rulebook" / "rules.json"
CITED = re.compile(
    r"(?<!\.)\b(?:adventure|bonus|char|combat|craft|end|escape|example|explore|final|gather|gearcard|magic|map|monk|move"
    r"|setup|turn|variant|makai|fuji99)(?:\.[a-z][a-z0-9-]+)+"
)
SENTENCE_ENDS = re.compile(r"\.(?:get|index|append|pop|md|py)$")


def rule_ids():
    """All ids of the ledger, wherever in the file they stand."""
    return set(re.findall(r'"([a-z0-9]+(?:\.[a-z0-9-]+)+)"', RULES.read_text(encoding="utf-8")))


def cited_in(path):
    """Rule ids in the docstrings and comments of one file."""
    return {one for one in CITED.findall(path.read_text(encoding="utf-8")) if not SENTENCE_ENDS.search(one)}


def test_every_cited_rule_exists():
    known = rule_ids()
    cited = {path.name: cited_in(path) for path in HERE.glob("*.py")}
    assert {name: sorted(ids - known) for name, ids in cited.items() if ids - known} == {}
    assert len(set().union(*cited.values())) > 100


def test_every_reading_stands_under_its_rule():
    """The comment above a reading names its rule; the first reading is the ledger's."""
    source = (HERE / "readings.py").read_text(encoding="utf-8")
    for name, values in READINGS.items():
        above = source.split(f'    "{name}":')[0].rstrip().splitlines()[-1]
        assert set(CITED.findall(above)) & rule_ids(), name
        assert len(set(values)) == len(values) >= 2
    assert json.loads(RULES.read_text(encoding="utf-8"))
