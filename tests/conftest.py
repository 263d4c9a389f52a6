"""One option for all tests: ``--rule ID`` runs only the tests marked with this rule of the ledger."""

from __future__ import annotations

import pytest


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
