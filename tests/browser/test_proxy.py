"""`fujikoro table --behind-proxy` and deploy/nginx-table.conf as they are, with a certificate made for this run.

Names, ports and places of files are put in for those of the example; limits and time-outs stay.
"""

from __future__ import annotations

import contextlib
import json
import re
import socket
import ssl
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
import websocket

from fujikoro_nb.cli import main
from fujikoro_nb.serve.headers import ALWAYS, POLICY
from fujikoro_nb.store import Put, Store
from tests.browser.conftest import Visit
from tests.browser.kernels import kernel_of, message
from tests.browser.servers import Server
from tools.ensure_nginx import ensure

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "nginx-table.conf"
NAME = "localhost"  # every resolver knows it
PATIENCE = 120
HEADER_SECONDS = 10
"""`client_header_timeout` of the example."""


@dataclass
class Club:
    """A table, the proxy in front of it, and what lies where."""

    server: Server
    folder: Path
    data: Path
    port: int
    table_port: int

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.port}"

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "club.pem"))

    def session(self, *, comes_in: bool = True) -> requests.Session:
        """A browser without a window, which has opened the link or not."""
        session = requests.Session()
        session.trust_env = False  # the settings of whoever runs the tests name other certificates
        session.verify = str(self.folder / "club.pem")
        if comes_in:
            answer = session.get(self.server.url, timeout=PATIENCE, allow_redirects=False)
            assert (answer.status_code, answer.headers["Location"]) == (302, "/")
        return session


def certificate(folder: Path) -> None:
    command = [ensure()["openssl"], "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "club.key"), "-out", str(folder / "club.pem")]
    subprocess.run([*command, *files], check=True, capture_output=True)


def configuration(folder: Path, port: int, plain: int, table: int, *, connections: int = 512) -> Path:
    """The example with what is another's here: name, ports, certificate, log."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    for wanted, here in (
        ("club.example;", f"{NAME};"),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", str(folder / "club.pem")),
        ("/etc/letsencrypt/live/club.example/privkey.pem", str(folder / "club.key")),
        ("/var/log/nginx/table.log", str(folder / "access.log")),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("127.0.0.1:3776", f"127.0.0.1:{table}"),
        ("/var/log/nginx/table-error.log", str(folder / "table-error.log")),
    ):
        assert wanted in text, wanted
        text = text.replace(wanted, here)
    places = "".join(
        f"{kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\nworker_processes 1;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'} warn;\n"
        f"events {{ worker_connections {connections}; }}\nhttp {{\n{places}{text}\n}}\n",
        encoding="utf-8",
    )
    return file


@pytest.fixture(scope="module")
def club(served: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder, data = tmp_path_factory.mktemp("proxy"), tmp_path_factory.mktemp("club") / "data"
    certificate(folder)
    with contextlib.ExitStack() as held, pytest.MonkeyPatch.context() as patch:
        # Held until nginx takes them: starting a table takes long enough for another program to do so.
        ears = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
        port, plain = (int(ear.getsockname()[1]) for ear in ears)
        patch.setenv("FUJIKORO_DATA", str(data))
        server = served("table", "--behind-proxy", f"https://{NAME}:{port}/", fresh=True)
    table = int(server.printed(r"127\.0\.0\.1:(\d+)")[1])
    try:
        with proxy(configuration(folder, port, plain, table), port):
            yield Club(server, folder, data, port, table)
    finally:
        server.stop()


@contextlib.contextmanager
def proxy(file: Path, port: int) -> Iterator[None]:
    """nginx with these settings."""
    folder = file.parent
    # `-e`: before it has read its settings, nginx writes its faults where root alone may.
    command = [ensure()["nginx"], "-c", str(file), "-p", str(folder), "-e", str(folder / "error.log")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    nginx = subprocess.Popen(command)
    try:
        wait_for(port, nginx)
        yield
    finally:
        nginx.terminate()
        nginx.wait(timeout=30)


def wait_for(port: int, nginx: subprocess.Popen[bytes]) -> None:
    """Until it listens; it says so to nobody."""
    until = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            assert nginx.poll() is None and time.monotonic() < until
        else:
            return


def test_the_link_has_the_public_address_and_without_a_key_there_is_no_page(club: Club) -> None:
    assert club.server.url.startswith(f"{club.origin}/?token=")
    assert "█" in club.server.output() and f"127.0.0.1:{club.table_port}" in club.server.output()
    stranger = club.session(comes_in=False)
    for path in ("/", "/?token=wrong", "/voila/static/voila.js", "/table/BCDFGH", "/nothing"):
        answer = stranger.get(club.origin + path, timeout=PATIENCE)
        assert answer.status_code == 403 and "<script" not in answer.text, path
        assert {name: answer.headers[name] for name in ALWAYS} == ALWAYS
        assert "default-src 'none'" in answer.headers[POLICY]
    # Whoever is on this machine and asks without the proxy is a stranger, too, with the link or not.
    for query in ("", "?" + club.server.url.partition("?")[2]):
        straight = requests.get(f"http://127.0.0.1:{club.table_port}/{query}", timeout=PATIENCE)
        assert straight.status_code == 403


def test_the_session_goes_over_https_only_and_is_no_key(club: Club) -> None:
    guest = club.session()
    (cookie,) = guest.cookies
    assert cookie.secure and cookie.has_nonstandard_attr("HttpOnly")
    assert club.server.token and club.server.token not in (cookie.value or "")
    assert guest.get(f"{club.origin}/voila/static/voila.js", timeout=PATIENCE).status_code == 200


def test_foreign_names_and_origins_are_refused(club: Club) -> None:
    guest = club.session()
    for origin in ("https://evil.example", f"http://{NAME}:{club.port}", f"https://{NAME}:1", "null"):
        answer = guest.get(club.origin, headers={"Origin": origin}, timeout=PATIENCE)
        assert answer.status_code == 403, origin
    # nginx gives the certificate's name only; to the same server a foreign Host may still be said.
    for host in ("evil.example", "127.0.0.1"):
        answer = guest.get(club.origin, headers={"Host": host}, timeout=PATIENCE)
        assert answer.status_code in {403, 421}, host
    with pytest.raises(ssl.SSLError), socket.create_connection(("127.0.0.1", club.port), timeout=30) as plain:
        club.trusted.wrap_socket(plain, server_hostname="evil.example")


def test_a_guest_opens_the_link_and_its_websocket_goes_through(
    club: Club, visits: Callable[..., Visit]
) -> None:
    tab = visits(ignore_https_errors=True).open(club.server.url)
    assert tab.url == f"{club.origin}/"
    assert tab.locator("meta[name=fujikoro-phones]").get_attribute("content") == club.origin
    guest = club.session()
    kernel = kernel_of(guest.get(club.origin, timeout=PATIENCE).text)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in guest.cookies)
    address = f"wss://{NAME}:{club.port}/api/kernels/{kernel}/channels?session_id=x"
    options = {"sslopt": {"ca_certs": str(club.folder / "club.pem")}, "timeout": PATIENCE}
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(address, origin=club.origin, **options)
    link = websocket.create_connection(address, origin=club.origin, cookie=cookies, **options)
    link.send(message("comm_info_request", "shell", {}))
    while json.loads(link.recv())["header"]["msg_type"] != "comm_info_reply":
        pass  # or the socket's own time is over
    # This device leaves: what it holds opens nothing more, and its open link is cut.
    leave = guest.post(f"{club.origin}/fujikoro/leave", headers={"Origin": club.origin}, timeout=PATIENCE)
    assert leave.status_code == 204
    asked = message("comm_info_request", "shell", {})
    link.send(asked)
    heard = b""
    while (frame := link.recv_data())[0] != websocket.ABNF.OPCODE_CLOSE:  # or the socket's own time is over
        heard += frame[1]
    assert json.loads(asked)["header"]["msg_id"].encode() not in heard
    link.shutdown()
    answer = requests.get(club.origin, headers={"Cookie": cookies}, verify=guest.verify, timeout=PATIENCE)
    assert answer.status_code == 403


def test_a_stream_comes_as_it_is_written_and_paper_has_the_public_address(club: Club) -> None:
    with Store.open(f"sqlite:///{club.data}/tables.sqlite", check=False) as store:
        code = store.create("Friday", [Put("note", b"{}")]).code
    guest = club.session()
    with guest.get(f"{club.origin}/fujikoro/table/{code}/events", stream=True, timeout=PATIENCE) as stream:
        lines = stream.iter_lines(chunk_size=1)
        heard = [next(lines) for _ in range(3)]
    assert heard[0] == b"retry: 1000" and heard[2] == b"event: whole"
    paper = guest.get(f"{club.origin}/table/{code}/print", timeout=PATIENCE).text
    assert f"{club.origin}<wbr>/table/{code}" in paper  # a long address may break there


def test_a_slow_stranger_is_cut_and_a_guest_is_served_meanwhile(club: Club) -> None:
    guest = club.session()
    plain = socket.create_connection(("127.0.0.1", club.port), timeout=3 * HEADER_SECONDS)
    with club.trusted.wrap_socket(plain, server_hostname=NAME) as slow:
        begun = time.monotonic()
        slow.sendall(f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-A: ".encode())
        assert guest.get(f"{club.origin}/voila/static/voila.js", timeout=PATIENCE).status_code == 200
        assert time.monotonic() - begun < HEADER_SECONDS, "served before the other was cut"
        slow.settimeout(3 * HEADER_SECONDS)
        assert b"200" not in slow.recv(4096)  # 408, or nothing: the line is closed
        assert time.monotonic() - begun >= HEADER_SECONDS - 1


def test_nginx_writes_no_key_down(club: Club) -> None:
    club.session()
    assert club.server.token
    assert club.server.token not in (club.folder / "access.log").read_text(encoding="utf-8")
    assert "GET /" in (club.folder / "access.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    # Four connections: two to listen, one of the worker's own, one for who asks, and none to go on to the table.
    ("connections", "statuses"),
    [(512, {502, 429}), (4, {500})],
    ids=["the table is away", "nginx is full"],
)
def test_nginx_writes_no_key_down_when_it_is_in_trouble(
    connections: int, statuses: set[int], tmp_path: Path
) -> None:
    certificate(tmp_path)
    with contextlib.ExitStack() as held:
        ears = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
        port, plain = (int(ear.getsockname()[1]) for ear in ears)
    with socket.socket() as away, requests.Session() as stranger:
        away.bind(("127.0.0.1", 0))  # held, and nobody listens there
        table = int(away.getsockname()[1])
        stranger.trust_env = False
        stranger.verify = str(tmp_path / "club.pem")
        file = configuration(tmp_path, port, plain, table, connections=connections)
        seen: set[int] = set()
        with proxy(file, port):
            for _ in range(2000):  # more than it takes at once, and than it forgives meanwhile
                answer = stranger.get(f"https://{NAME}:{port}/?token={'k' * 32}", timeout=PATIENCE)
                seen.add(answer.status_code)
                if statuses <= seen:
                    break
    assert seen == statuses
    for name in ("access.log", "error.log", "table-error.log"):
        assert "k" * 32 not in (tmp_path / name).read_text(encoding="utf-8"), name


def test_what_a_real_run_wrote_is_for_its_owner(club: Club) -> None:
    assert stat.S_IMODE(club.data.stat().st_mode) == 0o700
    written = {path.name: stat.S_IMODE(path.stat().st_mode) for path in club.data.rglob("*")}
    assert {"link.json", "sessions.json", "sessions.json.lock", "tables.sqlite"} <= set(written)
    assert {name: oct(mode) for name, mode in written.items() if mode & 0o077} == {}


@pytest.mark.parametrize(
    "address", ["club.example", "ftp://club.example", "https://club.example/tables", "https://"]
)
def test_what_is_no_address_of_a_proxy_is_refused_with_a_sentence(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--no-browser", "--port", "0", "--behind-proxy", address]) == 1
    assert re.search(r"is no address of a proxy", capsys.readouterr().err)


def test_behind_a_proxy_no_network_is_listened_to(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--host", "0.0.0.0", "--behind-proxy", "https://club.example"]
    assert main(["table", "--no-browser", "--port", "0", *arguments]) == 1
    assert "this machine only" in capsys.readouterr().err
