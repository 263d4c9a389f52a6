"""Two servers with one PostgreSQL between them, as two machines of a club have: what one writes, the other shows."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import answer, kind_of
from tests.browser.servers import Server, start_server
from tests.browser.tables import changed_at, code_of, look_on, version, write
from tests.support.postgres import running

pytestmark = pytest.mark.timeout(900)
STEPS = 5


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[list[Server]]:
    """Each with a data folder of its own, and the same address of the tables."""
    servers: list[Server] = []
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
    with running() as postgres:
        tables = postgres.address(postgres.new_database())
        try:
            for name in ("one", "two"):
                place = {"FUJIKORO_TABLES": tables, "FUJIKORO_DATA": str(tmp_path / name)}
                servers.append(start_server(command, environment=place))
            yield servers
        finally:
            for server in servers:
                server.stop()


def test_what_one_machine_writes_the_other_shows_within_two_seconds(
    machines: list[Server], visits: Callable[..., Visit], tmp_path: Path
) -> None:
    one, two = machines
    ann = write(visits(), one)
    phone = look_on(visits(**PHONE), two.url, code_of(ann))
    changed_at(ann, ".fk-game", "data-at")
    changed_at(phone, "html", "data-fk-version")
    waits = []
    for _ in range(STEPS):
        seen = version(phone)
        answer(ann)
        kind_of(ann)
        phone.wait_for_function("(n) => Number(document.documentElement.dataset.fkVersion) > n", arg=seen)
        waits.append(phone.evaluate("fkChanged") - ann.evaluate("fkChanged"))
    assert statistics.median(waits) < 2000
    assert not list(tmp_path.rglob("tables.sqlite"))
