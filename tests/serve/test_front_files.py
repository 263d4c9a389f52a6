"""The front end's files: found once, compressed once, under addresses that name their content."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from fujikoro_nb.serve import front_files as module
from fujikoro_nb.serve.front_files import CHANGES, START, FrontFiles, front_files
from fujikoro_nb.serve.server import find_templates
from fujikoro_nb.widgets.base.front_texts import front_file, mark_of, source_of, stand_in


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
        assert content is not None, f"{place}: python tools/build_front_parts.py"
        before, after = CHANGES.get(place.rpartition("/")[2], (b"", b""))
        assert content.count(before) == 1 or not before, f"{place} reads otherwise now"
        assert (content.replace(before, after) if before else content) in start, place


def test_a_kernel_names_the_file_that_the_server_gives() -> None:
    content = front_file("helper", ("set_once", "helper"))
    assert content is not None
    assert f"helper+set_once+helper.js?v={mark_of(content)}" in stand_in("helper", ("set_once", "helper"))
    assert source_of("helper.js").encode() in content
    assert front_file("helper", ("no_such_sheet",)) is None
    assert front_file("no_such_widget", ()) is None
