"""The names that notebooks and scripts use."""

from __future__ import annotations

import subprocess
import sys

import fujikoro_nb


def test_every_public_name_is_there_and_documented() -> None:
    for name in fujikoro_nb.__all__:
        value = getattr(fujikoro_nb, name)
        assert value.__doc__ or isinstance(value, str), name


def test_a_script_that_asks_the_engine_never_loads_jupyter() -> None:
    code = (
        "import sys, fujikoro_nb as fk\n"
        "fk.inspect(fk.parse_gear('WWM', fk.GearKind.WEAPON, fk.character('tomoe')), fk.GearKind.WEAPON,"
        " fk.character('tomoe'))\n"
        "assert not {'ipywidgets', 'plotly', 'voila', 'jupyter_server'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
