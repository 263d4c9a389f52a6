"""Addresses, links and what the terminal shows."""

from __future__ import annotations

import socket

import pytest

from fujikoro_nb.serve import addresses, invitation
from fujikoro_nb.serve.server import offer_for


def test_only_this_machines_names_need_no_token() -> None:
    assert all(addresses.is_loopback(host) for host in ("127.0.0.1", "localhost", "::1"))
    assert not any(addresses.is_loopback(host) for host in ("0.0.0.0", "::", "", "127.0.0.2", "192.168.1.4"))


def test_serving_the_network_answers_to_every_address_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.168.1.4", "10.0.0.2"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Tea-House.lan")
    names = addresses.served_names("0.0.0.0")
    assert {"192.168.1.4", "10.0.0.2", "tea-house.lan", "tea-house.local", "localhost"} <= names
    assert addresses.served_names("192.168.1.4") == addresses.LOOPBACK_NAMES | {"192.168.1.4"}


def test_the_invitation_names_every_address_and_codes_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.168.1.4", "10.0.0.2"])
    text = invitation.text("0.0.0.0", 3776, token="key")
    for name in ("127.0.0.1", "192.168.1.4", "10.0.0.2"):
        assert f"http://{name}:3776/?token=key" in text
    assert "Wi-Fi" in text


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_addresses", list)
    assert "in no network" in invitation.text("0.0.0.0", 3776, token="key")


def test_the_next_free_port_is_free() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert addresses.next_free_port("127.0.0.1", port - 1) != port


def test_on_loopback_the_terminal_says_that_phones_need_another_start() -> None:
    here = invitation.text("127.0.0.1", 3776, token=None)
    assert here.count("this computer only") == 1
    assert "fujikoro table --host 0.0.0.0" in here
    assert "make table HOST=0.0.0.0" in here


@pytest.mark.parametrize("command", ["learn", "puzzles"])
def test_the_terminal_names_the_command_that_was_started(command: str) -> None:
    here = invitation.text("127.0.0.1", 3777, token=None, command=command)
    assert f"fujikoro {command} --host 0.0.0.0" in here
    assert "make" not in here, "make has no such target"
    offer = offer_for(command, host="127.0.0.1", port=0)
    assert offer.command == command


def test_on_the_network_nothing_is_said_of_this_computer_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_addresses", lambda: ["192.168.1.5"])
    assert "this computer only" not in invitation.text("0.0.0.0", 3776, token="k")
