"""Hypothesis sits at the table, shortly here and longer in the soak."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from tests.laws.machine import Table
from tests.support.sampling import examples

_ANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "print_blob": True}

TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=25, derandomize=True, **_ANY)


@pytest.mark.soak
@pytest.mark.timeout(7200)
class TestLongTable(Table.TestCase):
    """The same, longer and elsewhere each time."""

    settings = settings(max_examples=examples(400), stateful_step_count=100, **_ANY)
