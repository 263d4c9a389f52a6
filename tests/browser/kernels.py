"""Kernels of a running table, talked to as a page does."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import sys
import uuid
from typing import Any

import psutil
import websocket

from tests.browser.servers import Server, is_kernel, kernels_below, start_server

NETWORK = (
    "--host",
    "127.0.0.2",
)  # stands for an address in the house network: it is not one of the loopback names


def ask(
    server: Server, path: str, method: str = "GET", body: str | None = None, **headers: str
) -> http.client.HTTPResponse:
    """One plain request; `Host` may be any text. The body of the answer is in `.text`."""
    name, _, port = server.host.rpartition(":")
    connection = http.client.HTTPConnection(name, int(port), timeout=60)
    connection.putrequest(method, path, skip_host=True)
    content = (body or "").encode()
    for key, value in ({"Host": server.host, "Content-Length": str(len(content))} | headers).items():
        connection.putheader(key, value)
    with contextlib.closing(connection):
        connection.endheaders(content)
        answer = connection.getresponse()
        answer.text = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
        return answer


def kernel_of(html: str) -> str:
    found = re.search(r'"kernelId": "([^"]+)"', html)
    assert found, html[:2000]
    return found[1]


def connect(server: Server, kernel: str, **options: Any) -> websocket.WebSocket:
    """A raw websocket to a kernel; without `subprotocols` in the old protocol of plain JSON."""
    name, _, port = server.host.rpartition(":")
    plain = socket.create_connection((name, int(port)), timeout=30)
    address = f"ws://{server.host}/api/kernels/{kernel}/channels?session_id={uuid.uuid4()}"
    try:
        return websocket.create_connection(address, socket=plain, timeout=30, **options)
    except websocket.WebSocketException:
        plain.close()  # the library leaves a refused socket open
        raise


def message(kind: str, channel: str, content: dict[str, Any]) -> str:
    header = {
        "msg_id": str(uuid.uuid4()),
        "msg_type": kind,
        "username": "",
        "session": "test",
        "version": "5.3",
    }
    return json.dumps(
        {"channel": channel, "header": header, "parent_header": {}, "metadata": {}, "content": content}
    )


def answers_until(link: websocket.WebSocket, kind: str) -> list[str]:
    """The kinds of all messages up to the first of this kind."""
    seen: list[str] = []
    while kind not in seen:
        seen.append(json.loads(link.recv())["header"]["msg_type"])
    return seen


WITH_KERNELS = """
from dataclasses import replace
from fujikoro_nb.serve import server
offer = server.offer_for("table", host="127.0.0.1", port=0)
server.serve(replace(offer, kernels={settings}), browser=False)
"""


def serve_with(**settings: int) -> Server:
    """A table whose kernels live by other settings."""
    return start_server([sys.executable, "-c", WITH_KERNELS.format(settings=settings)])


def kernels_of(server: Server) -> list[psutil.Process]:
    """The kernels that the server runs now, the waiting one included."""
    return kernels_below(psutil.Process(server.process.pid))


def process_of(server: Server, kernel: str) -> list[psutil.Process]:
    """The process of one kernel; none when it has ended already."""
    return [one for one in kernels_of(server) if is_kernel(one, kernel)]


def wait_for_end(*processes: psutil.Process) -> None:
    """Wait until all of them have ended."""
    _, alive = psutil.wait_procs(processes, timeout=60)
    assert not alive
