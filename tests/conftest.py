"""For all tests: ``--rule ID`` runs only those marked with this rule of the ledger; laws are tried on seeded examples."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# The same examples in each run, so that what failed fails again; a long run looks for new ones. How long an example
# takes says something of the machine only: another program beside us must not fail a law.
settings.register_profile(
    "fujikoro",
    derandomize=not os.environ.get("FUJIKORO_SOAK"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fujikoro")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="only tests marked with pytest.mark.rule(ID)")


def rules_of(item: pytest.Item) -> set[str]:
    """The rules that a test says it shows."""
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rule = config.getoption("--rule")
    if rule:
        marked = [item for item in items if rule in rules_of(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in marked])
        items[:] = marked
