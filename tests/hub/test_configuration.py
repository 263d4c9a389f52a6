"""What deploy/ tells JupyterHub and nginx, as far as it shows without starting them."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader
from jupyterhub.app import JupyterHub
from traitlets.config import Config, PyFileConfigLoader

from fujikoro_nb.texts import LANGUAGES, say

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A hub's data."""
    with tempfile.TemporaryDirectory(prefix="club-") as name:
        monkeypatch.setenv("FUJIKORO_DATA", name)
        yield Path(name)


def configured() -> Config:
    return PyFileConfigLoader("jupyterhub_config.py", path=str(DEPLOY)).load_config()


@pytest.mark.parametrize("address", ["https://club.example", ""])
def test_cookies_go_over_https_only_where_browsers_come_by_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("FUJIKORO_PUBLIC_URL", address)
    # JupyterHub makes its cookies secure, and those of members' servers, where this begins with https.
    assert JupyterHub(config=configured()).public_url.rstrip("/") == address


def test_no_frame_of_a_foreign_page_brings_a_cookie(folder: Path) -> None:
    assert configured().JupyterHub.tornado_settings["cookie_options"] == {"samesite": "Lax"}


def test_a_full_hub_says_so_in_three_languages(folder: Path) -> None:
    blocks = "{% block h1_error %}{% endblock %}{% block error_detail %}{% endblock %}{% block script %}{% endblock %}"
    loader = ChoiceLoader([FileSystemLoader(DEPLOY / "templates"), DictLoader({"error.html": blocks})])
    page = Environment(loader=loader, autoescape=True).get_template("429.html")
    shown = page.render(**configured().JupyterHub.template_vars)
    told = json.loads(re.findall(r"const said = (.*);", shown)[0])
    assert told == {
        language: {
            "title": say("serve.full-title", language=language),
            "about": say("serve.full", language=language),
        }
        for language in LANGUAGES
    }
    assert all(f">{one}<" in shown for one in told["en"].values()), "also without a script"


def test_nothing_is_laid_or_found_outside_the_data_folder(folder: Path) -> None:
    config = configured()
    home = Path(config.SimpleLocalProcessSpawner.home_dir_template.format(username="ann"))
    assert home.is_relative_to(folder) and home.name == "ann"
    assert Path(config.Spawner.environment["JUPYTER_RUNTIME_DIR"]).is_relative_to(folder)
    assert (folder / "hub").stat().st_mode & 0o077 == 0
    for command in (config.Spawner.cmd, *(service["command"] for service in config.JupyterHub.services)):
        assert command[1] == "-P"


def test_a_folder_whose_name_is_too_long_for_sockets_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(folder / ("x" * 60)))
    with pytest.raises(SystemExit, match="shorter name"):
        configured()


def test_the_proxy_leads_no_key_from_http_to_https() -> None:
    """By then it has been read: such a link fails, and is made anew."""
    lines = [line.split("#")[0] for line in (DEPLOY / "nginx.conf").read_text(encoding="utf-8").splitlines()]
    plain = next(part for part in "\n".join(lines).split("server {") if "listen 80;" in part)
    assert "$request_uri" not in plain and "$args" not in plain
    assert re.findall(r"location (.*?) \{ return (\d+)", plain) == [("= /", "301"), ("/", "404")]
