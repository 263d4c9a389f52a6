"""The front end's files: found once, compressed once, under addresses that name their content."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.testing import AsyncHTTPTestCase
from tornado.web import Application

from fujikoro_nb import widgets
from fujikoro_nb.serve import front_files as module
from fujikoro_nb.serve.front_files import (
    CHANGES,
    FILES_ROUTE,
    START,
    FilesHandler,
    FrontFiles,
    WidgetHandler,
    front_files,
)
from fujikoro_nb.serve.headers import takes_gzip
from fujikoro_nb.serve.pages import PLOTLY_ROUTE, RULES_ROUTE, PlotlyHandler, RulesHandler, look
from fujikoro_nb.serve.readers.handlers import FRONT_ROUTE, FrontHandler, front_addresses
from fujikoro_nb.serve.server import find_templates
from fujikoro_nb.widgets.base.front_texts import FRONT_ROUTE as WIDGET_ROUTE
from fujikoro_nb.widgets.base.front_texts import front_file, fronts, mark_of, source_of, stand_in
from fujikoro_nb.widgets.base.widget import FujiWidget


@pytest.fixture(scope="module")
def installed() -> FrontFiles:
    """Those of this installation."""
    find_templates()
    return front_files()


def test_what_is_compressed_is_compressed_once(installed: FrontFiles) -> None:
    name = "static/voila.js"
    packed = installed.packed(name)
    assert packed is not None
    assert gzip.decompress(packed) == installed.content(name)
    assert installed.packed(name) is packed


def test_only_files_of_the_folders_are_found(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "one.js").write_text("1;")
    (tmp_path / "static" / "one.py").write_text("1")
    (tmp_path / "secret.js").write_text("2;")
    files = FrontFiles([str(tmp_path / "static")], {})
    assert files.content("static/one.js") == b"1;"
    for name in ("static/one.py", "static/../secret.js", "secret.js", "/static/one.js", "static/none.js"):
        assert files.content(name) is None, name
        assert files.packed(name) is None, name


def test_another_content_has_another_address(tmp_path: Path) -> None:
    one = tmp_path / "one.js"
    one.write_text("1;")
    times = one.stat().st_atime_ns, one.stat().st_mtime_ns
    before = FrontFiles([str(tmp_path)], {}).addresses("/hub/")
    assert before["fullStaticUrl"].startswith("/hub/fujikoro/files/")
    one.write_text("2;")
    os.utime(one, ns=times)  # of one length and one time, as where all files of a package have the same
    assert FrontFiles([str(tmp_path)], {}).addresses("/hub/") != before


def test_the_one_file_holds_every_part_of_the_list(installed: FrontFiles) -> None:
    start = installed.content(f"static/{START}") or b""
    listed = json.loads(Path(module.__file__).with_name("front_parts.json").read_text("utf-8"))
    assert listed
    for place in listed:
        content = installed.content(installed._present(place))
        assert content is not None, f"{place}: .venv/bin/python -m tools.build_front_parts"
        before, after = CHANGES.get(place.rpartition("/")[2], (b"", b""))
        assert content.count(before) == 1 or not before, f"{place} reads otherwise now"
        assert (content.replace(before, after) if before else content) in start, place


def test_a_kernel_names_the_file_that_the_server_gives() -> None:
    sheets = ("set_once", "share_panel", "cast_card", "helper")
    content = front_file("helper", sheets)
    assert content is not None
    assert f"helper+set_once+share_panel+cast_card+helper.js?v={mark_of(content)}" in stand_in(
        "helper", sheets
    )
    assert source_of("helper.js").encode() in content
    assert front_file("no_such_widget", ()) is None


def test_only_what_a_widget_has_is_made() -> None:
    """Whoever asks for a script with sheets of their own choice would fill the server's memory."""
    registered = {
        one.front_end: tuple(name.removesuffix(".css") for name in one.__dict__["_css"].names)
        for one in heirs(FujiWidget)
        # A widget that is made gets a class of its own, which has its sheets as text.
        if hasattr(one.__dict__.get("_css"), "names") and one.__module__.startswith("fujikoro_nb.")
    }
    assert len(registered) > 20
    assert fronts() == registered
    assert all(front_file(*one) is not None for one in registered.items())
    sheets = registered["helper"]
    for wanted in ((), sheets[:1], (*sheets, "helper"), sheets[::-1], ("no_such_sheet",), ("tokens",) * 8):
        assert front_file("helper", wanted) is None, wanted


def heirs(widget: type[FujiWidget]) -> Iterator[type[FujiWidget]]:
    """All classes of ours, in whatever module."""
    for one in pkgutil.walk_packages(widgets.__path__, "fujikoro_nb.widgets."):
        importlib.import_module(one.name)
    waiting = [widget]
    while waiting:
        known = waiting.pop().__subclasses__()
        yield from known
        waiting += known


def test_what_was_changed_under_a_running_server_is_not_kept_for_good(tmp_path: Path) -> None:
    one, other = tmp_path / "one.js", tmp_path / "other.js"
    one.write_text("1;")
    other.write_text("2;")
    files = FrontFiles([str(tmp_path)], {})
    assert files.packed("static/one.js") is not None and files.is_as_marked
    times = other.stat().st_atime_ns, other.stat().st_mtime_ns
    other.write_text("3;")
    os.utime(other, ns=times)
    assert files.content("static/other.js") == b"3;"
    assert not files.is_as_marked

    files = FrontFiles([str(tmp_path)], {})
    one.unlink()
    assert files.content("static/one.js") is None
    assert not files.is_as_marked


def test_what_is_compressed_already_waits_for_no_thread(installed: FrontFiles) -> None:
    assert installed.ready("static/none.js") is None
    packed = installed.packed("static/voila.js")
    assert installed.ready("static/voila.js") is packed is not None


@pytest.mark.parametrize(
    ("said", "takes"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("deflate, gzip;q=1.0, *;q=0.5", True),
        ("gzip; q=0.001", True),
        ("*", True),
        ("br, *;q=0.1", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, *", False),
        ("*;q=0", False),
        ("identity", False),
        ("br", False),
        ("notgzipatall", False),
        ("gzip;q=nonsense", False),
        ("x" * 5000, False),
    ],
)
def test_who_takes_what_is_compressed_has_said_so(said: str | None, takes: bool) -> None:
    headers = HTTPHeaders({"Host": "here"} | ({} if said is None else {"Accept-Encoding": said}))
    request = HTTPServerRequest(start_line=RequestStartLine("GET", "/", "HTTP/1.1"), headers=headers)
    assert takes_gzip(request) is takes


class KeptForGood(AsyncHTTPTestCase):
    """What has an address of its own may be kept for a year, under that address only."""

    def get_app(self) -> Application:
        find_templates()
        jinja = Environment(loader=DictLoader({"message.html": "none"}))
        routes = [
            (FILES_ROUTE, FilesHandler),
            (WIDGET_ROUTE, WidgetHandler),
            (FRONT_ROUTE, FrontHandler),
            (PLOTLY_ROUTE, PlotlyHandler),
            (RULES_ROUTE, RulesHandler),
        ]
        return Application(routes, voila_jinja2_env=jinja, base_url="/")

    def kept(self, path: str) -> str:
        asked = {"headers": {"Accept-Encoding": "gzip"}, "decompress_response": False}
        answer = self.fetch(path, **asked)
        assert (answer.code, answer.headers["Content-Encoding"]) == (200, "gzip"), path
        head = self.fetch(path, method="HEAD", **asked)
        for name in ("Cache-Control", "Content-Type", "Content-Length", "Content-Encoding"):
            assert head.headers[name] == answer.headers[name], (path, name)
        assert head.body == b""
        return str(answer.headers["Cache-Control"])

    def test_by_its_mark_only(self) -> None:
        name, sheets = next(iter(fronts().items()))
        widget = f"/fujikoro/widget/{'+'.join((name, *sheets))}.js"
        content = front_file(name, sheets)
        assert content is not None
        plotly = look()["plotly"].partition("?")[0]
        rules = look()["rules"][0][2]
        for right, wrong in (
            (f"{widget}?v={mark_of(content)}", widget),
            (f"{widget}?v={mark_of(content)}", f"{widget}?v=zz"),
            (front_addresses()["hex_map.js"], "/fujikoro/front/hex_map.js"),
            (front_addresses()["hex_map.js"], "/fujikoro/front/hex_map.js?v=0000"),
            (look()["plotly"], plotly),
            (look()["plotly"], f"{plotly}?v=nonsense"),
            (rules, rules.partition("?")[0]),
            (
                f"/fujikoro/files/{front_files().mark}/static/voila.js",
                f"/fujikoro/files/{'0' * 16}/static/voila.js",
            ),
        ):
            assert "immutable" in self.kept(right), right
            assert self.kept(wrong) == "no-cache", wrong

    def test_not_once_the_installation_was_changed(self) -> None:
        files = front_files()
        files.is_as_marked = False
        try:
            assert self.kept(f"/fujikoro/files/{files.mark}/static/voila.js") == "no-cache"
        finally:
            files.is_as_marked = True

    def test_sheets_of_ones_own_choice_lead_nowhere(self) -> None:
        assert self.fetch("/fujikoro/widget/helper+helper+helper.js").code == 404
