"""Spoilt frames over the raw websocket, in both protocols: the server lives, the kernel lives, and nothing is told.

``FUJIKORO_FRAMES`` says how many in the long run.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import re
import struct
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import websocket

from fujikoro_nb.serve.kernels import V1_PROTOCOL
from tests.browser.kernels import ask, connect, kernel_of, message
from tests.browser.servers import Server
from tests.soak.messages import mutated

Serve = Callable[..., Server]

FRAMES = int(os.environ.get("FUJIKORO_FRAMES", "4000"))
A_BURST = 50
"""Frames between two questions that have to be answered."""
TOLD = re.compile(r"Traceback|site-packages|\.py\b|/home/|/root/|object at 0x|\"evalue\"")
KINDS = ("comm_msg", "comm_open", "comm_close", "comm_info_request", "kernel_info_request", "execute_request")
CHANNELS = ("shell", "control", "stdin", "iopub")


class Kernel:
    """One page's kernel, spoken to as a page does, and everything that it said."""

    def __init__(self, server: Server, *, v1: bool) -> None:
        self.server, self.v1 = server, v1
        self.name = kernel_of(ask(server, "/").text)
        options = {"subprotocols": [V1_PROTOCOL]} if v1 else {}
        self.link: websocket.WebSocket = connect(server, self.name, **options)
        self.heard: list[str] = []
        info = self.asked()
        self.comms = list(info["content"]["comms"])

    def asked(self) -> dict[str, Any]:
        """Ask a question and hear everything up to its answer."""
        question = message("comm_info_request", "shell", {"target_name": "jupyter.widget"})
        name = json.loads(question)["header"]["msg_id"]
        self.send(json.loads(question))
        while True:
            said = self.hear()
            if said["header"]["msg_type"] == "comm_info_reply" and said["parent_header"]["msg_id"] == name:
                return said

    def hear(self) -> dict[str, Any]:
        """The next thing that the kernel says."""
        content = self.link.recv()
        if isinstance(content, bytes) and self.v1:
            count = int.from_bytes(content[:8], "little")
            at = struct.unpack(f"<{count}Q", content[8 : 8 + 8 * count])
            parts = [content[start:end] for start, end in itertools.pairwise(at)]
            names = ("header", "parent_header", "metadata", "content")
            said = {name: json.loads(part) for name, part in zip(names, parts[1:5], strict=True)}
        elif isinstance(content, bytes):
            count, first, *others = struct.unpack("!3i", content[:12])
            said = json.loads(content[first : others[0] if count > 1 else len(content)])
        else:
            said = json.loads(content)
        kind = said["header"]["msg_type"]
        if kind in ("error", "stream") or TOLD.search(_without_files(said)):
            self.heard.append(f"{kind}: {json.dumps(said['content'])[:2000]}")
        return dict(said)

    def send(self, said: dict[str, Any]) -> None:
        """One message in this link's protocol."""
        if self.v1:
            self.link.send_binary(v1_frame(said))
        else:
            self.link.send(json.dumps(said))


def _without_files(said: dict[str, Any]) -> str:
    """What a message says, but for our own front-end files and what only asks for an answer."""
    state = said["content"].get("data", {}) if isinstance(said["content"], dict) else {}
    inner = state.get("state") if isinstance(state, dict) else None
    if isinstance(inner, dict):
        return json.dumps(
            {key: one for key, one in inner.items() if key not in ("_esm", "_css", "style", "symbols")}
        )
    return "" if said["header"]["msg_type"] == "kernel_info_reply" else json.dumps(said["content"])


def v1_frame(said: dict[str, Any]) -> bytes:
    """A message in Jupyter's newer format."""
    parts = [str(said.get("channel", "shell")).encode("utf-8", "replace")]
    parts += [
        json.dumps(said.get(one, {})).encode() for one in ("header", "parent_header", "metadata", "content")
    ]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts)


def spoilt(kernel: Kernel, chance: random.Random) -> Iterator[str | bytes]:
    """Frames that no page sends, without end."""
    while True:
        kind = chance.choice(KINDS if chance.random() < 0.5 else KINDS[:1])
        said = json.loads(message(kind, chance.choice(CHANNELS if chance.random() < 0.2 else ("shell",)), {}))
        comm = chance.choice(kernel.comms)
        data: dict[str, Any] = chance.choice(
            (
                {
                    "method": "update",
                    "state": {"language": "xx", "layout": "IPY_MODEL_x"},
                    "buffer_paths": [],
                },
                {"method": "custom", "content": {"act": "open-link", "text": "weapon=WWM"}},
                {"method": "request_state"},
                {"method": "request_states"},
                {"state": {"_model_name": "ButtonModel", "_model_module": "@jupyter-widgets/controls"}},
            )
        )
        match kind:
            case "comm_msg":
                said["content"] = {"comm_id": comm, "data": data}
            case "comm_open":
                target = chance.choice(("jupyter.widget", "jupyter.widget.control", "os.system", ""))
                said["content"] = {
                    "comm_id": str(uuid.UUID(int=chance.getrandbits(128))),
                    "target_name": target,
                }
                said["content"] |= {"data": data, "target_module": "os"}
                said["metadata"] = {"version": "2.1.0"}
            case "comm_close":  # of none that there is: closing its own is a page's right
                said["content"] = {"comm_id": "none", "data": {}}
            case "execute_request":
                said["content"] = {"code": "1/0", "silent": False}
            case _:
                pass
        if chance.random() < 0.6:
            said |= mutated({"content": said.pop("content")}, chance)  # which may leave it out
        if chance.random() < 0.2:
            said = mutated(said, chance)
        frame: str | bytes = v1_frame(said) if kernel.v1 else json.dumps(said)
        if isinstance(frame, bytes) and chance.random() < 0.4:
            place = chance.randrange(min(56, len(frame)))
            lie = chance.choice((b"\xff" * 8, b"\x00", chance.randbytes(8), b"\x01"))
            frame = frame[:place] + lie + frame[place + len(lie) :]
        if chance.random() < 0.1:
            frame = frame[: chance.randrange(len(frame))]
        if len(frame) < 250_000:  # a larger one closes the socket; test_serving.py shows it
            yield frame


def pelt(server: Server, *, v1: bool, frames: int) -> None:
    """So many spoilt frames to one page's kernel, while another page's answers as before."""
    with contextlib.ExitStack() as stack:
        kernel, other = (Kernel(server, v1=kind) for kind in (v1, not v1))
        for one in (kernel, other):
            stack.callback(one.link.close)
        chance = random.Random(f"{v1}")
        for number, frame in enumerate(itertools.islice(spoilt(kernel, chance), frames), start=1):
            if isinstance(frame, bytes):
                kernel.link.send_binary(frame)
            else:
                kernel.link.send(frame)
            if number % A_BURST == 0:
                assert set(kernel.asked()["content"]["comms"]) >= set(kernel.comms)
        assert set(other.asked()["content"]["comms"]) == set(other.comms)
        for one in (kernel, other):
            assert one.heard == [], f"{len(one.heard)} told:\n" + "\n".join(one.heard[:5])
            assert ask(server, f"/fujikoro/alive/{one.name}").status == 204
    assert "Traceback" not in server.output(), server.output()[-3000:]


@pytest.mark.parametrize("v1", [False, True], ids=["json", "v1"])
def test_some_spoilt_frames(served: Serve, v1: bool) -> None:
    pelt(served("table", fresh=True), v1=v1, frames=100)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("v1", [False, True], ids=["json", "v1"])
def test_spoilt_frames(served: Serve, v1: bool) -> None:
    pelt(served("table"), v1=v1, frames=FRAMES // 2)
