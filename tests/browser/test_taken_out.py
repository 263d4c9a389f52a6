"""A guest erases the owner's cards through the network; the host brings one back by name with one tap."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.cli import main
from fujikoro_nb.content import read_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from tests.browser.conftest import PHONE, Visit
from tests.browser.kernels import message
from tests.browser.servers import Server
from tests.browser.test_fuzz_serving import Kernel
from tests.support.game_positions import tile

HELMETS = ("W", "M", "T", "WW", "WM", "WT")
TALL = "nodes => nodes.every((node) => node.getBoundingClientRect().height >= 44)"


@pytest.fixture
def host() -> Iterator[OwnerPack]:
    """The host's own box, of seven things; the folder is left as it was found."""
    store = OwnerPack()
    found = {path.name for path in store.folder.glob("owner-pack*")}
    assert found == set(), "another test left an owner's pack"
    for drawn in HELMETS:
        store.add_card("helmet", drawn, bonus="wood")
    store.add_piece(tile("......."))
    yield store
    for path in store.folder.glob("owner-pack*"):
        path.unlink()


class Guest:
    """A page's messages without a page."""

    def __init__(self, server: Server) -> None:
        self.kernel = Kernel(server, v1=False)
        told = dict(map(self._told, self.kernel.comms))
        (self.page,) = (comm for comm, state in told.items() if {"pieces", "board"} <= state.keys())
        (self.strip,) = (comm for comm, state in told.items() if {"saved", "selected"} <= state.keys())

    def _send(self, comm: str, data: dict[str, Any]) -> None:
        self.kernel.send(json.loads(message("comm_msg", "shell", {"comm_id": comm, "data": data})))

    def _told(self, comm: str) -> tuple[str, dict[str, Any]]:
        self._send(comm, {"method": "request_state"})
        while True:
            said = self.kernel.hear()
            content = said["content"]
            if (
                said["header"]["msg_type"] == "comm_msg"
                and content["comm_id"] == comm
                and "_model_name"
                in content["data"].get("state", {})  # all of it, and not what has changed just now
            ):
                return comm, content["data"]["state"]

    def act(self, comm: str, act: str, **fields: object) -> None:
        """What a tap sends; done when this returns."""
        self._send(comm, {"method": "custom", "content": {"act": act, **fields}})
        self.kernel.asked()

    @property
    def shelf(self) -> str:
        """The list of own pieces, once it was opened."""
        return str(self._told(self.page)[1]["pieces"]).removeprefix("IPY_MODEL_")


def test_a_guest_erases_everything_and_the_host_brings_it_back(
    served: Callable[..., Server],
    visits: Callable[..., Visit],
    host: OwnerPack,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Fourteen messages, after which none of the last five versions has a card of the host's."""
    server = served("table")
    guest = Guest(server)
    guest.act(guest.page, "open-link", text="")
    guest.act(guest.page, "open-pieces")
    for number in range(1, len(HELMETS) + 1):
        guest.act(guest.strip, "remove", id=f"owner-helmet-{number}")
    guest.act(guest.shelf, "remove", id="owner-tile-i-1")
    for drawn in ("MM", "TT", "WWM", "WMM", "MMM"):
        guest.act(guest.strip, "save", kind="helmet", pattern=drawn, bonus="metal", blueprint=False, id="")
    guest.kernel.link.close()
    held = [read_pack(path) for path in (host.path, *host.backups())]
    assert [card.bonus for pack in held for card in pack.gear_cards if card.bonus == "wood"] == []
    assert [pack.tiles for pack in held[:1]] == [()]

    visit = visits(**PHONE)
    tab = visit.open(f"{server.url}#page=gear")
    tab.locator("[data-act=open-pieces]").tap()
    toggle = tab.locator(".fk-out [data-act=taken-out]")
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.tap()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    rows = tab.locator(".fk-out li")
    expect(rows).to_have_count(7)
    assert tab.locator(".fk-out button:visible").evaluate_all(TALL)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    row = tab.locator(".fk-out li[data-id='owner-helmet-6']")
    expect(row).to_contain_text("Gear card, helmet")
    row.locator("button").tap()
    expect(tab.locator(".fk-out-said")).to_have_text("Gear card, helmet is back as owner-helmet-6.")
    expect(rows).to_have_count(6)
    card = next(one for one in host.load().pack.gear_cards if one.bonus == "wood")
    assert (card.id, print_pattern(card.pattern)) == ("owner-helmet-6", "WT")

    lost = tab.locator(".fk-out li[data-id='owner-tile-i-1'] button")
    lost.focus()
    tab.keyboard.press("Enter")
    expect(rows).to_have_count(5)
    expect(tab.locator(".fk-shelf li[data-id='owner-tile-i-1']")).to_have_count(1)
    assert tab.evaluate("document.activeElement.closest('.fk-out') !== null"), (
        "the keyboard goes on from there"
    )
    undo = tab.locator(".foot .undo")
    expect(undo).to_have_text("Undo: Tile, level I brought back")

    assert main(["content", "removed"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (row for row in lines if row.endswith("Gear card, helmet, WM; one wood each time"))
    assert main(["content", "bring-back", line.split()[1]]) == 0
    assert "WM" in [print_pattern(one.pattern) for one in host.load().pack.gear_cards if one.bonus == "wood"]
    assert visit.errors == []
