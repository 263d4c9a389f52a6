"""For all tests: the option ``--rule ID``, no haste, times by file, and no widgets that outlive their test.

``--rule ID`` runs only the tests marked with this rule of the ledger.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from ipywidgets.widgets import widget as known

import fujikoro_nb.serve  # noqa: F401  # before anybody imports what it makes quick to import
from tests.support.sampling import examples

# The themes of test_architecture.py: what failed there is told as in any test.
pytest.register_assert_rewrite("tests.architecture")

# The same examples in each run, so that what failed fails again; a long run looks for new ones. An example that takes
# long says something about the machine; pytest's own limit ends what hangs.
settings.register_profile(
    "unhurried",
    derandomize=not os.environ.get("FUJIKORO_SOAK"),
    deadline=None,
    max_examples=examples(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")


# Nothing that a test starts writes into the data folder of whoever runs it; each worker has one of its own.
DATA = tempfile.mkdtemp(prefix="fujikoro-tests-")
os.environ["FUJIKORO_DATA"] = DATA


def pytest_unconfigure() -> None:
    shutil.rmtree(DATA, ignore_errors=True)


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay until the end: no collection of garbage has to walk over them."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="only tests marked with pytest.mark.rule(ID)")


class Times:
    """Adds what each file took, fixtures included, to a file: one JSON object a run. `make test` reads it."""

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        with self._kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self._seconds) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    # The first to start takes it: its workers report to it, and what its tests start counts with them.
    kept = os.environ.pop("FUJIKORO_TEST_TIMES", None)
    if kept:
        config.pluginmanager.register(Times(Path(kept)))


def rules_of(item: pytest.Item) -> set[str]:
    """The rules that a test says it shows."""
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rule = config.getoption("--rule")
    if rule:
        marked = [item for item in items if rule in rules_of(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in marked])
        items[:] = marked


@pytest.fixture(autouse=True)
def _closed_widgets() -> Iterator[None]:
    """Every widget is kept until it is closed, and a heap of millions makes a garbage collection seconds long."""
    before = set(known._instances)
    yield
    for key in known._instances.keys() - before:
        if key in known._instances:  # a page closes what lies in it
            known._instances[key].close()
