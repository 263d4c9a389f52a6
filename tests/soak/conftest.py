"""One fixture of the long runs."""

from __future__ import annotations

import pytest

from tests.soak.spread import Spread


@pytest.fixture
def spread(capsys: pytest.CaptureFixture[str]) -> Spread:
    """All cores, and a voice."""
    return Spread(capsys)
