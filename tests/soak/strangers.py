"""Strangers without the key: a program of its own, which holds as many connections as it may and says little.

    python tests/soak/strangers.py HOST:PORT SECONDS KIND=COUNT@ADDRESS...

Only this machine is attacked. Each kind keeps so many connections from its address in 127.0.0.0/8, and opens another
soon after one is closed; `fleeting` ones are closed as soon as they are open. Prints how many were opened, in all.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import time
from collections import Counter

BREATH = {"fleeting": 0.002}
"""Seconds before one that was closed is opened again."""
BREATH_OF_OTHERS = 0.1


async def _open(place: tuple[str, int], source: str) -> socket.socket:
    one = socket.socket()
    one.setblocking(False)
    try:
        one.bind((source, 0))
        await asyncio.wait_for(asyncio.get_running_loop().sock_connect(one, place), 5)
    except (OSError, TimeoutError):
        one.close()
        raise
    return one


async def _hear_end(one: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(one, 65536):
        pass


async def _silent(one: socket.socket) -> None:
    await _hear_end(one)


async def _slow_head(one: socket.socket) -> None:
    await _drip(one, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Much: ")


async def _slow_body(one: socket.socket) -> None:
    await _drip(one, b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\n")


async def _drip(one: socket.socket, first: bytes) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(one, first)
    hearing = asyncio.create_task(_hear_end(one))
    try:
        while not hearing.done():
            await asyncio.wait({hearing}, timeout=1)
            await loop.sock_sendall(one, b"x")
    finally:
        hearing.cancel()
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await hearing


async def _asking(one: socket.socket) -> None:
    """Whole requests without the key, one after the other, as fast as they are refused."""
    loop = asyncio.get_running_loop()
    while True:
        await loop.sock_sendall(one, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        if not await loop.sock_recv(one, 65536):
            return
        await asyncio.sleep(0.05)


async def _fleeting(_one: socket.socket) -> None:
    """Gone again."""


KINDS = {
    "silent": _silent,
    "slow-head": _slow_head,
    "slow-body": _slow_body,
    "asking": _asking,
    "fleeting": _fleeting,
}


async def _keep_one(
    place: tuple[str, int], kind: str, source: str, until: float, opened: Counter[str]
) -> None:
    while time.monotonic() < until:
        with contextlib.suppress(OSError, TimeoutError):
            one = await _open(place, source)
            opened[kind] += 1
            with contextlib.closing(one):
                await asyncio.wait_for(KINDS[kind](one), until - time.monotonic())
        await asyncio.sleep(BREATH.get(kind, BREATH_OF_OTHERS))


async def _flood(place: tuple[str, int], seconds: float, orders: list[str]) -> Counter[str]:
    opened: Counter[str] = Counter()
    until = time.monotonic() + seconds
    tasks = []
    for order in orders:
        kind, _, rest = order.partition("=")
        count, _, source = rest.partition("@")
        tasks += [_keep_one(place, kind, source, until, opened) for _ in range(int(count))]
    await asyncio.gather(*tasks)
    return opened


if __name__ == "__main__":
    host, _, port = sys.argv[1].partition(":")
    assert host.startswith("127."), "nobody else is attacked"
    counts = asyncio.run(_flood((host, int(port)), float(sys.argv[2]), sys.argv[3:]))
    print(", ".join(f"{counts[kind]:,} {kind}" for kind in sorted(counts)))  # noqa: T201
