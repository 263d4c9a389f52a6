"""One fixture of the long runs; what a stopped one has done so far is kept in this checkout, for these files."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.soak.spread import Spread
from tools import checkout

KEPT = checkout.ROOT / ".cache" / "soak"
_code = cache(checkout.code)


@pytest.fixture
def spread(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Spread:
    """All cores, and a voice."""
    name = re.sub(r"\W+", "-", request.node.name)
    of_now = KEPT / f"{name}.{_code()}"
    for older in KEPT.glob(f"{name}.*"):
        if older != of_now:
            older.unlink()
    return Spread(capsys, of_now)
