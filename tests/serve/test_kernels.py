"""Kernels and their places: real kernels, without a server around them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.kernelspec import NoSuchKernel
from traitlets.config import Config

from fujikoro_nb.serve.forking import OwnKernels
from fujikoro_nb.serve.kernels import TableFullError, TableKernelManager

Play = Callable[[TableKernelManager], Awaitable[None]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """For sockets, which need a short name."""
    with tempfile.TemporaryDirectory(prefix="k-") as name:
        yield Path(name)


def play(folder: Path, part: Play, **settings: Any) -> None:
    """One manager, as a server has it, whose kernels end with the test."""
    config = Config()
    config.KernelManager.autorestart = False
    config.KernelManager.transport = "ipc"
    config.TableKernelManager.update(settings)

    async def all_of_it() -> None:
        manager = TableKernelManager(
            config=config, connection_dir=str(folder), kernel_spec_manager=OwnKernels(), root_dir=str(folder)
        )
        try:
            await part(manager)
        finally:
            await manager.shutdown_all(now=True)

    asyncio.run(all_of_it())


def processes() -> list[psutil.Process]:
    """The kernels that run now; what has just ended has no command any more."""
    found = []
    for one in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):
            if "ipykernel_launcher" in " ".join(one.cmdline()):
                found.append(one)
    return found


def test_of_many_at_once_only_so_many_start_and_an_end_makes_room(folder: Path) -> None:
    async def part(manager: TableKernelManager) -> None:
        before = len(processes())
        started = await asyncio.gather(*(manager.start_kernel() for _ in range(12)), return_exceptions=True)
        first, second = [one for one in started if isinstance(one, str)]
        assert sum(isinstance(one, TableFullError) for one in started) == 10
        assert len(processes()) - before == 2
        await manager.shutdown_kernel(first, now=True)
        with pytest.raises(NoSuchKernel):
            await manager.start_kernel(kernel_name="unknown")  # a start that fails gives its place back
        third = await manager.start_kernel()
        with pytest.raises(TableFullError):
            await manager.start_kernel()
        assert {*manager.list_kernel_ids()} == {second, third}

    play(folder, part, max_kernels=2)


def test_when_memory_is_short_no_more_start_than_a_table_needs(folder: Path) -> None:
    async def part(manager: TableKernelManager) -> None:
        await manager.start_kernel()
        with pytest.raises(TableFullError):
            await manager.start_kernel()

    # No machine has so much left; one starts all the same.
    play(folder, part, least_free_mb=1_000_000_000, always_kernels=1)


def test_the_machine_says_how_many_a_server_may_start() -> None:
    for settings, most in (({"kernel_mb": 1_000_000_000}, 2), ({"kernel_mb": 1, "reserve_mb": 0}, 40)):
        assert TableKernelManager(**settings).most_kernels == most
    assert TableKernelManager(kernel_mb=1_000_000_000, has_memory_alone=False).most_kernels == 40


def test_while_somebody_waits_what_nobody_needs_gives_way(folder: Path) -> None:
    async def part(manager: TableKernelManager) -> None:
        async def is_let_in() -> bool:
            try:
                async with manager.opening("page.ipynb"):
                    await manager.start_kernel()
            except TableFullError:
                return False
            return True

        kernel = await manager.start_kernel()
        manager.notify_connect(kernel)
        assert not await is_let_in()  # its page is there
        manager.notify_disconnect(kernel)
        assert not await is_let_in()  # it may come back
        manager.gone_timeout = 0
        assert await is_let_in() and kernel not in manager
        (kernel,) = manager.list_kernel_ids()
        assert not await is_let_in()  # its page may be on its way
        manager.unopened_timeout = 0
        assert await is_let_in() and kernel not in manager
        manager.unopened_timeout = 60
        (kernel,) = manager.list_kernel_ids()
        (process,) = processes()
        manager.notify_connect(kernel)
        os.kill(process.pid, signal.SIGKILL)
        psutil.wait_procs([process], timeout=60)
        assert await is_let_in() and kernel not in manager  # it had ended by itself

    play(folder, part, max_kernels=1)


def test_a_page_that_is_being_made_keeps_its_kernel(folder: Path) -> None:
    async def part(manager: TableKernelManager) -> None:
        async with manager.opening("page.ipynb"):
            kernel = await manager.start_kernel()
            await manager.make_room()
            assert kernel in manager
        await manager.make_room()
        assert kernel not in manager

    play(folder, part, max_kernels=1, unopened_timeout=0)
