"""Phones without a browser: one that writes at a table through a kernel, as a page does, and one that looks on."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import socket
import time
from typing import Any, NamedTuple

import websocket

from tests.browser.kernels import ask, connect, kernel_of, message
from tests.browser.servers import Server
from tests.support.game_pages import needed, payment

WIDGETS = "jupyter.widget"
PATIENCE_SECONDS = 120.0
"""For an answer of a kernel on a machine with twenty of them."""


class Told(NamedTuple):
    """One tap, confirmed: the answers before and after it, and its seconds."""

    before: int
    after: int
    kind: str
    seconds: float


class Writer:
    """A page with a game of two people, in a kernel of its own; `tap` answers what is asked."""

    def __init__(self, server: Server, name: str, *, seed: str) -> None:
        self.name, self._chance = name, random.Random(seed)
        self.told: list[Told] = []
        self.shown: dict[str, Any] = {}
        self.kernel = kernel_of(ask(server, "/voila/render/game.ipynb").text)
        self.link = connect(server, self.kernel)
        self.link.settimeout(PATIENCE_SECONDS)
        self._page = ""
        self._page = self._find_page()
        seats = {"names": ["Ann", "Ben"], "players": ["person"] * 2, "colours": ["red", "pink"]}
        box = {
            "dice": "dealer",
            "real_box": False,
            "mode": "competitive",
            "adventures": False,
            "peaceful": False,
            "characters": [],
            "scenario": 0,
        }
        self.act("begin", **seats, **box, seed=seed)
        self.act("share", writer=f"phone-{seed}", name=name)
        self.code = str(self.shown["shared"]["code"])

    @property
    def asked(self) -> dict[str, Any]:
        """The question as the page was shown it last."""
        return dict(self.shown["asked"])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.asked["part"] == "over"

    def tap(self) -> None:
        """Answer, and wait until the page is shown what comes next; the kernel stores it before it says so."""
        asked = self.asked
        begun = time.perf_counter()
        if asked["part"] == "bench" and asked["kind"] == "first-weapon":
            self.act("bench-done", at=asked["at"])
        else:
            self.act("answer", text=self._answer(asked), at=asked["at"])
        trouble = self.shown["shared"]["trouble"] or self.shown.get("refused") or self.shown.get("notice")
        assert not trouble, f"{self.name}, {asked['kind']}: {trouble}"
        assert self.asked["at"] > asked["at"], f"{self.name}, {asked['kind']}"
        self.told.append(Told(asked["at"], self.asked["at"], asked["kind"], time.perf_counter() - begun))

    def act(self, act: str, /, **fields: Any) -> None:
        """What a page sends, and all that it hears until the kernel has dealt with it."""
        data = {"method": "custom", "content": {"act": act, **fields}}
        self._say("comm_msg", {"comm_id": self._page, "data": data})

    def close(self) -> None:
        """Close the page's link."""
        self.link.close()

    def rest(self, seconds: float) -> None:
        """Hear what comes for so long."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self.link.settimeout(max(left, 0.01))
            with contextlib.suppress(websocket.WebSocketTimeoutException):
                self._hear()
        self.link.settimeout(PATIENCE_SECONDS)

    def _answer(self, asked: dict[str, Any]) -> str:
        match asked["part"]:
            case "rows" | "draw":
                return str(self._chance.choice(asked["rows"])["text"])
            case "bench":
                return '{"type":"CraftNothing"}'
            case "roll-dice":
                weapon = self._chance.choice(asked["weapons"])
                letters = "".join(letter * most for letter, most in weapon["most"].items())
                return f"attack {weapon['part']} {letters}"
            case "lose-cubes":
                return f"lose {' '.join(needed(asked))}"
            case "repair":
                return f"repair {' '.join(f'{x},{y}' for x, y in asked['ways'][0])}"
            case "pay-damage" | "pay-lava":
                return payment(asked)
            case "stow":
                return str(asked["choices"][0]["text"])
            case part:
                raise AssertionError(f"no phone knows {part}")

    def _find_page(self) -> str:
        """The link of the page itself among those of all its parts."""
        known = self._say("comm_info_request", {"target_name": WIDGETS})["content"]["comms"]
        for one in known:
            self._page, self.shown = one, {}
            self._say("comm_msg", {"comm_id": one, "data": {"method": "request_state"}})
            if "shared" in self.shown:
                return str(one)
        raise AssertionError("a kernel without a game's page")

    def _say(self, kind: str, content: dict[str, Any]) -> dict[str, Any]:
        """Send it; the reply if it has one, when all is done."""
        text = message(kind, "shell", content)
        name, reply = json.loads(text)["header"]["msg_id"], {}
        self.link.send(text)
        while True:
            said = self._hear()
            if said["parent_header"].get("msg_id") != name:
                continue
            if said["msg_type"].endswith("_reply"):
                reply = said
            is_idle = said["msg_type"] == "status" and said["content"]["execution_state"] == "idle"
            if reply or (is_idle and kind == "comm_msg"):  # which has no reply
                return reply

    def _hear(self) -> dict[str, Any]:
        heard = self.link.recv()
        if isinstance(heard, bytes):  # with buffers; none of what a phone needs here
            return {"parent_header": {}, "msg_type": ""}
        said: dict[str, Any] = json.loads(heard)
        if said["msg_type"] == "comm_msg" and said["content"]["comm_id"] == self._page:
            self.shown |= said["content"]["data"].get("state", {})
        return said


class Reader:
    """A page that looks on: it keeps when it first heard of each version."""

    VERSION = re.compile(rb'^data: \{"version":(\d+)')

    def __init__(self, server: Server, code: str) -> None:
        name, _, port = server.host.rpartition(":")
        self._connection = http.client.HTTPConnection(name, int(port), timeout=PATIENCE_SECONDS)
        self._connection.request("GET", f"/fujikoro/table/{code}/events")
        self._stream = self._connection.getresponse()
        assert self._stream.status == 200, code
        self.code = code
        self.seen: list[tuple[float, int]] = []
        self.size = 0

    @property
    def version(self) -> int:
        """The newest that it has heard of."""
        return self.seen[-1][1] if self.seen else 0

    def look(self) -> None:
        """Until the stream ends."""
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):  # hung up by `leave`
            while line := self._stream.readline():
                self.size += len(line)
                found = self.VERSION.match(line)
                if found:
                    self.seen.append((time.time(), int(found[1])))

    def close(self) -> None:
        """Let go of the connection, when nobody looks any more."""
        self._stream.close()
        self._connection.close()

    def leave(self) -> None:
        """Hang up, while another thread looks."""
        if self._connection.sock is not None:
            with contextlib.suppress(OSError):
                self._connection.sock.shutdown(socket.SHUT_RDWR)
