"""How soon a server is there."""

from __future__ import annotations

import subprocess
import sys


def test_jupyters_schemas_come_without_a_grammar_of_addresses() -> None:
    """It took one to two seconds of each start; no schema of Jupyter's has such an address."""
    code = (
        "import sys, fujikoro_nb.serve, jsonschema\n"
        "print(*(one for one in sys.modules if one.startswith('rfc3987_syntax.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
