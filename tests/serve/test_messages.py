"""What a page may send, byte by byte."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import serialize_binary_message, serialize_msg_to_ws_v1

from fujikoro_nb.serve.messages import asked_again, is_well_formed, only_asks, read

MESSAGE: dict[str, Any] = {
    "header": {"msg_type": "comm_msg", "msg_id": "1", "version": "5.2"},
    "parent_header": {},
    "metadata": {},
    "content": {"comm_id": "a", "data": {"method": "update"}},
}


def in_v1(
    message: dict[str, Any] = MESSAGE, channel: str = "shell", buffers: tuple[bytes, ...] = ()
) -> bytes:
    parts = [
        json.dumps(message[name]).encode() for name in ("header", "parent_header", "metadata", "content")
    ]
    return bytes(serialize_msg_to_ws_v1([*parts, *buffers], channel))


def test_what_jupyters_own_front_end_sends_is_well_formed() -> None:
    assert is_well_formed(in_v1(), v1=True)
    assert is_well_formed(in_v1(buffers=(b"\x00\xff", b"")), v1=True)
    assert is_well_formed(json.dumps(MESSAGE | {"channel": "shell"}), v1=False)
    assert is_well_formed(
        serialize_binary_message(MESSAGE | {"channel": "shell", "buffers": [b"\x00\xff"]}), v1=False
    )


@pytest.mark.parametrize("part", list(MESSAGE))
@pytest.mark.parametrize("wrong", [None, [], "x", 7])
def test_each_part_has_to_be_an_object(part: str, wrong: object) -> None:
    assert not is_well_formed(in_v1(MESSAGE | {part: wrong}), v1=True)
    assert not is_well_formed(json.dumps(MESSAGE | {"channel": "shell", part: wrong}), v1=False)


def test_an_unknown_channel_or_kind_is_refused() -> None:
    assert not is_well_formed(in_v1(channel="nowhere"), v1=True)
    assert not is_well_formed(in_v1(MESSAGE | {"header": {"msg_type": 7}}), v1=True)
    assert not is_well_formed(json.dumps(MESSAGE), v1=False)


@pytest.mark.parametrize("channel", [[], {}, None, 7, "control"])
def test_widgets_are_spoken_to_over_the_shell_alone(channel: object) -> None:
    assert not is_well_formed(json.dumps(MESSAGE | {"channel": channel}), v1=False)


@pytest.mark.parametrize("name", [None, 1, ["1"]])
def test_a_message_without_a_name_is_refused(name: object) -> None:
    """A kernel could not say what it answers, and would print where it failed."""
    header = MESSAGE["header"] | {"msg_id": name}
    assert not is_well_formed(in_v1(MESSAGE | {"header": header}), v1=True)
    assert not is_well_formed(json.dumps(MESSAGE | {"channel": "shell", "header": header}), v1=False)


@pytest.mark.parametrize("version", [None, "", "x", "4.1", "5.x", ["5.3"], "5." + "1" * 9])
def test_a_version_that_jupyter_would_translate_is_refused(version: object) -> None:
    header = MESSAGE["header"] | {"version": version}
    assert not is_well_formed(in_v1(MESSAGE | {"header": header}), v1=True)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("comm_msg", {}),
        ("comm_msg", {"comm_id": [], "data": {"method": "update"}}),
        ("comm_msg", {"comm_id": "a", "data": {}}),
        ("comm_msg", {"comm_id": "a", "data": {"method": ["update"]}}),
        ("comm_msg", {"comm_id": "a", "data": {"method": "run"}}),
        ("comm_open", {"comm_id": "a", "target_name": "jupyter.widget", "data": {}}),
        ("comm_open", {"comm_id": 1, "target_name": "jupyter.widget.control", "data": {}}),
        ("comm_close", {}),
    ],
)
def test_what_no_page_says_to_widgets_is_refused(kind: str, content: dict[str, Any]) -> None:
    header = MESSAGE["header"] | {"msg_type": kind}
    assert not is_well_formed(in_v1(MESSAGE | {"header": header, "content": content}), v1=True)


def test_a_page_may_ask_for_its_widgets() -> None:
    header = MESSAGE["header"] | {"msg_type": "comm_open"}
    content = {"comm_id": "a", "target_name": "jupyter.widget.control", "data": {}}
    assert is_well_formed(in_v1(MESSAGE | {"header": header, "content": content}), v1=True)


@pytest.mark.parametrize("value", [r'"\ud800"', "NaN", "-Infinity", "1e999", "[" * 60 + "]" * 60])
def test_what_the_kernel_could_not_send_back_is_refused(value: str) -> None:
    text = json.dumps(MESSAGE | {"channel": "shell", "metadata": {"x": "HERE"}})
    assert is_well_formed(text, v1=False)
    assert not is_well_formed(text.replace('"HERE"', value), v1=False)


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-8-sig"])
def test_bytes_are_utf_8_as_jupyter_reads_them(coding: str) -> None:
    parts = [json.dumps(MESSAGE[name]) for name in ("header", "parent_header", "metadata", "content")]
    for spoilt in range(len(parts)):
        coded = [part.encode(coding if place == spoilt else "utf-8") for place, part in enumerate(parts)]
        assert not is_well_formed(bytes(serialize_msg_to_ws_v1(coded, "shell")), v1=True), spoilt
    whole = json.dumps(MESSAGE | {"channel": "shell"})
    offset = struct.pack("!2I", 1, 8)
    assert is_well_formed(offset + whole.encode(), v1=False)
    assert not is_well_formed(offset + whole.encode(coding), v1=False)


def test_a_count_that_would_keep_the_server_busy_is_refused_at_once() -> None:
    assert not is_well_formed(b"\xff" * 16, v1=True)
    assert not is_well_formed(b"\x7f\xff\xff\xff", v1=False)


def test_nesting_without_end_is_refused() -> None:
    assert not is_well_formed("[" * 100_000, v1=False)
    deep = bytes(serialize_msg_to_ws_v1([b"{}", b"{}", b"{}", b"[" * 100_000], "shell"))
    assert not is_well_formed(deep, v1=True)


@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_raise(message: bytes, v1: bool) -> None:
    assert is_well_formed(message, v1=v1) in {True, False}


@given(st.text(max_size=200))
def test_no_text_raises(message: str) -> None:
    assert is_well_formed(message, v1=False) in {True, False}


@given(st.integers(min_value=0), st.binary(min_size=1, max_size=8))
def test_one_damaged_place_never_raises(place: int, damage: bytes) -> None:
    whole = in_v1(buffers=(b"abc",))
    at = place % len(whole)
    assert is_well_formed(whole[:at] + damage + whole[at + len(damage) :], v1=True) in {True, False}


@pytest.mark.parametrize(
    ("kind", "method", "asks"),
    [
        ("comm_msg", "request_state", True),
        ("comm_msg", "request_states", True),
        ("comm_msg", "custom", False),
        ("comm_msg", "update", False),
        ("comm_info_request", "", True),
        ("comm_close", "", False),
    ],
)
def test_what_only_asks_may_come_again(kind: str, method: str, asks: bool) -> None:
    content = {"comm_id": "c", "data": {"method": method}}
    assert only_asks({"header": {"msg_type": kind}, "content": content}) is asks


def test_a_question_that_comes_again_is_the_same_but_for_its_mark() -> None:
    """Kernels drop what they have had to the letter."""
    header = {"msg_id": "one", "msg_type": "comm_info_request", "version": "5.3"}
    parts = [header, {}, {"kept": 1}, {"target_name": "x"}]
    came = serialize_msg_to_ws_v1([json.dumps(part).encode() for part in parts], "shell")
    first = read(came, v1=True)
    assert first is not None
    marked = asked_again(first, came, v1=True)
    again = read(marked, v1=True)
    assert again is not None
    assert marked != asked_again(first, came, v1=True)
    assert again["metadata"].pop("again")
    assert again == first
    plain = json.dumps(first)
    assert read(asked_again(first, plain, v1=False), v1=False) is not None
