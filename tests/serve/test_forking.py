"""Kernels that begin as copies: they answer, are alone with what they know, end with the server, and come anew."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import psutil
import pytest
from jupyter_client.manager import AsyncKernelManager

from fujikoro_nb.serve import forking
from fujikoro_nb.serve.forking import ForkedKernels, ForkedProvisioner, Forker
from fujikoro_nb.serve.warm import ENDED_SOONER, Asked
from tests.support.late_copies import LATE

pytestmark = pytest.mark.skipif(not forking.CAN_FORK, reason="kernels start anew on this system")

SECONDS = 60.0


@pytest.fixture
def forker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forker]:
    one = Forker()
    monkeypatch.setattr(forking, "FORKER", one)
    yield one
    one.close()


async def answer(manager: AsyncKernelManager, code: str) -> str:
    """What a kernel says to an expression."""
    client = manager.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=SECONDS)
        said = await client.execute(
            "", user_expressions={"said": code}, reply=True, timeout=SECONDS, silent=True
        )
        return str(said["content"]["user_expressions"]["said"]["data"]["text/plain"])
    finally:
        client.stop_channels()


def with_kernels(number: int, part: Callable[..., Awaitable[None]], **options: object) -> None:
    """Start so many, do the part with their managers, end them."""

    async def all_of_it() -> None:
        managers = [
            AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ForkedKernels())
            for _ in range(number)
        ]
        for one in managers:
            await one.start_kernel(**options)
        try:
            await part(*managers)
        finally:
            for one in managers:
                await one.shutdown_kernel(now=True)
                assert not await one.is_alive()

    asyncio.run(all_of_it())


def pid_of(manager: AsyncKernelManager) -> int:
    assert isinstance(manager.provisioner, ForkedProvisioner)
    assert manager.provisioner.pid is not None
    return manager.provisioner.pid


def gone(process: psutil.Process) -> bool:
    return not psutil.wait_procs([process], timeout=SECONDS)[1]


def test_copies_answer_and_each_has_its_own_chance_folder_and_environment(
    forker: Forker, tmp_path: Path
) -> None:
    async def part(first: AsyncKernelManager, second: AsyncKernelManager) -> None:
        numbers = {await answer(one, "__import__('random').random()") for one in (first, second)}
        assert len(numbers) == 2
        parents = {psutil.Process(pid_of(one)).ppid() for one in (first, second)}
        assert len(parents) == 1 and os.getpid() not in parents
        # Both were imported before there was a question.
        modules = "'fujikoro_nb.widgets.helper.helper_page' in __import__('sys').modules"
        assert await answer(first, modules) == "True"
        # A page may ask for all widgets at once.
        targets = "'jupyter.widget.control' in __import__('comm').get_comm_manager().targets"
        assert await answer(first, targets) == "True"
        assert await answer(first, "__import__('os').getcwd()") == repr(str(tmp_path))
        assert await answer(first, "__import__('os').environ.get('FK_ASKED')") == "'yes'"
        assert psutil.Process(pid_of(first)).name() == Path(first.connection_file).stem[:15]

    with_kernels(2, part, cwd=str(tmp_path), env=os.environ | {"FK_ASKED": "yes"})


def test_the_process_that_stands_by_has_one_thread(forker: Forker) -> None:
    """What other threads hold when a process is copied, nobody lets go in the copy."""
    pid = forker.fork(Asked(["-f", "no-such.json"], dict(os.environ), "/"))
    parent = psutil.Process(pid).parent()
    assert parent is not None
    assert parent.num_threads() == 1
    os.kill(pid, signal.SIGKILL)


def test_it_is_started_again_and_its_kernels_end_with_it(forker: Forker) -> None:
    async def part(first: AsyncKernelManager) -> None:
        kernel = psutil.Process(pid_of(first))
        parent = kernel.parent()
        assert parent is not None
        parent.kill()
        assert gone(kernel)
        assert not await first.is_alive()
        second = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ForkedKernels())
        await second.start_kernel()
        assert await answer(second, "1 + 1") == "2"
        assert psutil.Process(pid_of(second)).ppid() != parent.pid
        await second.shutdown_kernel(now=True)

    with_kernels(1, part)


def test_one_that_does_not_answer_is_asked_no_more_and_its_kernels_live_on(tmp_path: Path) -> None:
    asked = Asked(["-f", str(tmp_path / "kernel.json")], dict(os.environ), str(tmp_path))
    one = Forker(answer_seconds=0.5)  # the first answer may take as long as it takes to import everything
    try:
        kernel = psutil.Process(one.fork(asked))
        parent, line = kernel.parent(), one._line
        assert parent is not None and line is not None
        parent.suspend()
        with pytest.raises(forking.ForkError):
            one.fork(asked)
        other = psutil.Process(one.fork(asked))
        assert other.ppid() != parent.pid
        # Awake again it passes over what nobody waits for any more: the next answer is that to the next question.
        parent.resume()
        line.settimeout(SECONDS)
        line.sendall(msgspec.json.encode(asked) + b"\n")
        late = int(line.recv(64))
        assert {child.pid for child in parent.children()} == {kernel.pid, late}
        assert kernel.is_running()
    finally:
        one.close()
    assert gone(parent) and gone(kernel) and gone(other)


def test_a_copy_that_is_told_of_too_late_is_no_kernel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two kernels with the same sockets: the one would make a page, and the other tell it that nothing is there."""
    really = subprocess.Popen
    monkeypatch.setattr(
        forking.subprocess,
        "Popen",
        lambda command, **options: really([command[0], "-c", LATE, command[-1]], **options),
    )
    asked = Asked(["-f", str(tmp_path / "kernel-first.json")], dict(os.environ), str(tmp_path))
    late = msgspec.structs.replace(asked, arguments=["-f", str(tmp_path / "kernel-late.json")])
    one = Forker(answer_seconds=2.0)
    try:
        kernel = psutil.Process(one.fork(asked))
        parent = kernel.parent()
        assert parent is not None
        with pytest.raises(forking.ForkError):
            one.fork(late)
        (copy,) = (child for child in parent.children() if child != kernel)
        parent.resume()
        assert gone(copy)
        assert not (tmp_path / "kernel-late.json").exists() and kernel.is_running()
    finally:
        one.close()


def test_kernels_end_when_the_server_was_killed(tmp_path: Path) -> None:
    """Killed, it says goodbye to nobody: the other end of a socket closes, and that is enough."""
    code = (
        "import os, signal, sys\n"
        "from fujikoro_nb.serve.forking import FORKER\n"
        "from fujikoro_nb.serve.warm import ENDED_SOONER, Asked\n"
        "print(FORKER.fork(Asked(['-f', sys.argv[1]], dict(os.environ), '/')), flush=True)\n"
        "signal.pause()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "kernel-one.json")], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        kernel = psutil.Process(int(server.stdout.readline()))
        parent = kernel.parent()
        assert parent is not None
        server.kill()
    assert gone(parent) and gone(kernel)


def test_without_it_a_kernel_starts_as_jupyter_starts_it(
    forker: Forker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(asked: Asked) -> int:
        raise forking.ForkError("no memory")

    monkeypatch.setattr(forker, "fork", refuse)

    async def part(one: AsyncKernelManager) -> None:
        assert await answer(one, "1 + 1") == "2"
        assert psutil.Process(pid_of(one)).ppid() == os.getpid()

    with_kernels(1, part)


def test_a_start_that_was_given_up_leaves_no_process(forker: Forker, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    really = forker.fork

    def slowly(asked: Asked) -> int:
        started.append(really(asked))
        loop.call_soon_threadsafe(forked.set)
        go_on.wait(SECONDS)
        return started[-1]

    go_on = threading.Event()
    monkeypatch.setattr(forker, "fork", slowly)

    async def part() -> None:
        manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ForkedKernels())
        starting = asyncio.ensure_future(manager.start_kernel())
        await forked.wait()
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        go_on.set()
        process = psutil.Process(started[0])
        while not await asyncio.to_thread(gone, process):
            pass
        manager.cleanup_connection_file()

    async def all_of_it() -> None:
        nonlocal loop, forked
        loop, forked = asyncio.get_running_loop(), asyncio.Event()
        await part()

    loop: asyncio.AbstractEventLoop
    forked: asyncio.Event
    loop = forked = None  # type: ignore[assignment]
    asyncio.run(all_of_it())


REFUSING = """
import errno, os, runpy, sys

really, times = os.fork, []

def fork():
    times.append(1)
    if len(times) == 2:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
    return really()

os.fork = fork
runpy.run_module("fujikoro_nb.serve.warm", run_name="__main__", alter_sys=True)
"""
"""As where the system has no room for a second process: the process that stands by hears it of its own `fork`."""


def test_where_the_system_starts_no_process_more_kernels_go_on_and_one_starts_anew(
    forker: Forker, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = subprocess.Popen

    def refusing(command: list[str], **options: object) -> object:
        if "fujikoro_nb.serve.warm" in command:
            command = [command[0], "-c", REFUSING, command[-1]]
        return really(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(forking.subprocess, "Popen", refusing)

    async def part(first: AsyncKernelManager, second: AsyncKernelManager) -> None:
        standing_by = psutil.Process(pid_of(first)).parent()
        assert standing_by is not None
        assert psutil.Process(pid_of(second)).ppid() == os.getpid()  # as Jupyter starts it
        third = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=ForkedKernels())
        await third.start_kernel()
        assert psutil.Process(pid_of(third)).parent() == standing_by
        for one in (first, second, third):
            assert await answer(one, "1 + 1") == "2"
        await third.shutdown_kernel(now=True)

    with_kernels(2, part)


def test_where_the_process_that_stands_by_cannot_start_a_kernel_starts_anew(
    forker: Forker, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = subprocess.Popen

    def refuse(command: list[str], **options: object) -> object:
        if "fujikoro_nb.serve.warm" in command:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return really(command, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(forking.subprocess, "Popen", refuse)

    async def part(one: AsyncKernelManager) -> None:
        assert psutil.Process(pid_of(one)).ppid() == os.getpid()
        assert await answer(one, "1 + 1") == "2"

    with_kernels(1, part)


def test_when_memory_is_out_a_kernel_is_ended_before_what_all_come_from(forker: Forker) -> None:
    def share(process: psutil.Process) -> int:
        return int(Path(f"/proc/{process.pid}/oom_score_adj").read_text("ascii"))

    async def part(one: AsyncKernelManager) -> None:
        assert await answer(one, "1 + 1") == "2"
        kernel = psutil.Process(pid_of(one))
        parent = kernel.parent()
        assert parent is not None
        assert share(kernel) == min(1000, share(parent) + ENDED_SOONER)
        assert share(parent) == share(psutil.Process())

    with_kernels(1, part)


def test_a_process_that_hangs_holds_up_nobody_but_who_asks_it(forker: Forker, tmp_path: Path) -> None:
    asked = Asked(["-f", str(tmp_path / "kernel.json")], dict(os.environ), str(tmp_path))
    forker._answer_seconds = SECONDS

    async def part() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(max_workers=1))
        kernel = psutil.Process(await forker.forked(asked))
        parent = kernel.parent()
        assert parent is not None
        parent.suspend()
        waiting = [forker.forked(asked) for _ in range(9)]
        assert await asyncio.to_thread(lambda: "done") == "done"
        assert not any(one.done() for one in waiting)
        parent.resume()
        await asyncio.gather(*waiting)

    asyncio.run(part())


def test_an_ended_kernels_number_is_forgotten(forker: Forker, monkeypatch: pytest.MonkeyPatch) -> None:
    groups: list[int] = []

    async def part(one: AsyncKernelManager) -> None:
        kernel = psutil.Process(pid_of(one))
        kernel.kill()
        assert gone(kernel)
        monkeypatch.setattr(os, "killpg", lambda group, number: groups.append(group))
        assert one.provisioner is not None
        await one.provisioner.kill()
        monkeypatch.undo()

    with_kernels(1, part)
    assert not groups


def test_a_kernel_ends_as_soon_as_what_it_was_copied_from(forker: Forker) -> None:
    """It notices that by itself a second later: nobody is given it meanwhile."""

    async def part(one: AsyncKernelManager) -> None:
        kernel = psutil.Process(pid_of(one))
        parent = kernel.parent()
        assert parent is not None
        kernel.suspend()  # as one that has not noticed
        parent.kill()
        parent.wait(SECONDS)
        assert kernel.is_running()
        assert not await one.is_alive()

    with_kernels(1, part)


def test_no_kernel_writes_what_it_was_asked_into_the_accounts_folder(forker: Forker, tmp_path: Path) -> None:
    async def part(one: AsyncKernelManager) -> None:
        assert await answer(one, "get_ipython().history_manager.enabled") == "False"
        assert not list(tmp_path.rglob("history.sqlite"))

    with_kernels(1, part, env=os.environ | {"IPYTHONDIR": str(tmp_path)})
