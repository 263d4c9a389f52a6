"""Hypothesis at a stored table, in both kinds of database, shortly here and longer in the soak."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.store.machine import Evening
from tests.support.postgres import Server
from tests.support.sampling import examples

SHORT = settings(
    max_examples=12,
    stateful_step_count=25,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
LONG = settings(SHORT, max_examples=examples(300), stateful_step_count=150, derandomize=False)


def at(server: Server) -> type[Evening]:
    class InServer(Evening):
        def place(self) -> str:
            self.name = server.new_database()
            return server.address(self.name)

        def teardown(self) -> None:
            super().teardown()
            server.clear(self.name)

    return InServer


def test_a_file_is_its_model() -> None:
    run_state_machine_as_test(Evening, settings=SHORT)


def test_a_server_is_its_model(server: Server) -> None:
    run_state_machine_as_test(at(server), settings=SHORT)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_file_is_its_model_for_long() -> None:
    run_state_machine_as_test(Evening, settings=LONG)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_server_is_its_model_for_long(server: Server) -> None:
    run_state_machine_as_test(at(server), settings=LONG)
