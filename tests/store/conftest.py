"""Stores in both kinds of database: a test that asks for ``address`` runs in each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.store import Lease, Put, Store, Table
from tests.support.postgres import Server, running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def at_file(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
def at_server(server: Server) -> Iterator[str]:
    name = server.new_database()
    yield server.address(name)
    server.clear(name)


@pytest.fixture(params=["at_file", "at_server"])
def address(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with Store.open(address) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> Table:
    return store.create("Friday", [Put("gear", b"WWM")])


@pytest.fixture
def lease(table: Table) -> Lease:
    return table.take("phone-1", "Ann")
