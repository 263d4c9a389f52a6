"""The server of one member: Jupyter's, with Voila as its extension, our pages and kernels, and nothing else.

JupyterHub starts one for each person who has logged in, and only that person's browser comes past its login. A member
may do what a guest of `fujikoro table` may do: open our pages and tell their widgets something. Jupyter's own ways to
run code, to read files and to start what one likes are taken out of the list of addresses.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from jupyter_server.base.handlers import APIHandler, APIVersionHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from jupyterhub.singleuser.extension import (
    JupyterHubLogoutHandler,
    JupyterHubOAuthCallbackHandler,
    JupyterHubSingleUser,
)
from tornado.routing import Rule, URLSpec
from traitlets.config import Config
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from fujikoro_nb.serve import server as table_server
from fujikoro_nb.serve.forking import OwnKernels
from fujikoro_nb.serve.front_files import FILES_ROUTE, FilesHandler, WidgetHandler
from fujikoro_nb.serve.guard import is_pulled_in, refusal_page, refusal_policy
from fujikoro_nb.serve.headers import POLICY, SafeHeaders
from fujikoro_nb.serve.kernels import (
    MAX_MESSAGE_BYTES,
    ChannelsHandler,
    ShutdownHandler,
    TableConnection,
    TableKernelManager,
)
from fujikoro_nb.serve.pages import (
    ALIVE_ROUTE,
    PLACE_ROUTE,
    PLOTLY_BUNDLE,
    PLOTLY_ROUTE,
    RULES_ROUTE,
    TEMPLATE,
    AliveHandler,
    NotebookHandler,
    NotFoundHandler,
    PlaceHandler,
    PlotlyHandler,
    RulesHandler,
    look,
)
from fujikoro_nb.serve.spoken import language_of
from fujikoro_nb.widgets.base.front_texts import FRONT_ROUTE, FRONTS_SERVED

MOST_PAGES = 6
"""Kernels of one member at a time: each open page holds one."""

MESSAGES = ["comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request"]
"""What a page may say to its kernel."""

_KERNEL = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
_FILE = r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*"
"""A file below a folder; Voila's handler of template files fails on any other with a traceback in the log."""
_FILES = ("/voila/static/", "/voila/api/themes/", "/voila/labextensions/")
"""Voila's addresses of files that our pages use; the same for everybody, so they ask for no login."""
_HUBS = (JupyterHubLogoutHandler, JupyterHubOAuthCallbackHandler, APIVersionHandler)
"""What the hub needs: coming, going, and the version of this server."""


class MembersPage(NotebookHandler):
    """A page for its member, and not as a frame or a picture of a foreign one: each would start a kernel."""

    async def get(self, path: str = "") -> None:
        """Refused before anything is started."""
        if is_pulled_in(self.request):
            self.set_status(403)
            self.set_header(POLICY, refusal_policy())
            await self.finish(refusal_page("refused-origin", language_of(self.request)))
            return
        await super().get(path)


class MembersShutdown(ShutdownHandler):
    """Ends the kernel of a page that is being closed, if the page knows the word of its cookie."""

    def check_xsrf_cookie(self) -> None:
        """As every writing address of Jupyter does; behind a hub there is no guard that has compared the Origin."""
        VoilaShutdownKernelHandler.check_xsrf_cookie(self)


class MembersBeat(AliveHandler, APIHandler):
    """The beat of a page whose person is logged in; 403 when that is over."""


class MembersPlace(PlaceHandler, APIHandler):
    """The line in front of a member's own pages, for whom is logged in."""


class MembersServer(ServerApp):
    """Jupyter's server without its services. Raises CannotServeError when there is nothing to serve."""

    default_services = ()  # type: ignore[assignment]  # its own is written as a tuple of thirteen

    def load_server_extensions(self) -> None:
        """Let Voila add what it has, then keep what our pages need."""
        super().load_server_extensions()
        kept = list(self._kept())
        self.web_app.default_router.rules[:-1] = []  # those that extensions added
        self.web_app.wildcard_router.rules.clear()
        self.web_app.wildcard_router.add_rules(kept)
        self.web_app.transforms.append(SafeHeaders)

    def _routes(self) -> Iterator[Rule]:
        for host in self.web_app.default_router.rules:
            yield from host.target.rules

    def _kept(self) -> Iterator[Rule]:
        """Our pages first; at the end a friendly word for every other address."""
        routes = list(self._routes())
        voila = next(route.target_kwargs for route in routes if route.target is TornadoVoilaHandler)
        folder = table_server.offer_for("table", host="127.0.0.1", port=0)
        render = voila | {"folder": folder.folder}
        base = self.base_url
        files = tuple(url_path_join(base, place) for place in _FILES)

        def at(place: str, handler: type[Any], **kwargs: Any) -> URLSpec:
            return URLSpec(url_path_join(base, place) + "$", handler, kwargs)

        yield at("/", MembersPage, **render, only=folder.notebooks[0])
        for name in folder.beside:
            yield at(url_path_join(table_server.RENDERED, re.escape(name)), MembersPage, **render, only=name)
        yield at(rf"/api/kernels/{_KERNEL}", KernelHandler)
        yield at(rf"/api/kernels/{_KERNEL}/channels", ChannelsHandler)
        yield at(r"/voila/api/shutdown/(.*)", MembersShutdown)
        yield at(rf"/voila/templates/({TEMPLATE}/static/{_FILE})", TemplateStaticFileHandler)
        yield at(ALIVE_ROUTE, MembersBeat, manager=self.kernel_manager)
        yield at(PLACE_ROUTE, MembersPlace, manager=self.kernel_manager)
        if PLOTLY_BUNDLE.is_file():
            yield at(PLOTLY_ROUTE, PlotlyHandler)
        yield at(RULES_ROUTE, RulesHandler)
        yield at(FILES_ROUTE, FilesHandler)
        yield at(FRONT_ROUTE, WidgetHandler)
        for route in routes:
            place = getattr(route.matcher, "regex", re.compile("")).pattern
            if place.startswith(files) or route.target in _HUBS:
                yield route
        yield URLSpec(r".*", NotFoundHandler)


class Member(JupyterHubSingleUser):
    """JupyterHub's login in front of that server."""

    serverapp_class = MembersServer
    serverapp_config: ClassVar = {"jpserver_extensions": {"voila.server_extension": True}}
    """The only other extension, whatever else is installed."""

    @classmethod
    def get_extension_package(cls) -> str:
        """Where Jupyter finds this class."""
        return __name__

    @classmethod
    def make_serverapp(cls, **kwargs: Any) -> MembersServer:
        """With our settings from the start."""
        place = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/")
        server: MembersServer = super().make_serverapp(config=configuration(place), **kwargs)
        return server


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    return [{"module": __name__, "app": Member}]


def configuration(base_url: str) -> Config:
    """The table server's settings, as Jupyter's server names them."""
    offer = table_server.offer_for("table", host="127.0.0.1", port=0)
    ours = table_server.configuration(offer)
    config = Config()
    for name in ("VoilaConfiguration", "TagRemovePreprocessor", "KernelManager"):
        config[name] = ours[name]
    # A page that waits for everybody who might come would cost a kernel each.
    config.VoilaConfiguration.preheat_kernel = False
    config.VoilaConfiguration.resources = {"fujikoro": look(base_url=base_url)}
    server = config.ServerApp
    server.root_dir = str(offer.folder)
    server.default_url = base_url
    # The extension would have pages fetch MathJax from outside; Voila's own server does not.
    server.tornado_settings = ours.Voila.tornado_settings | {"mathjax_url": None, "mathjax_config": None}
    server.max_body_size = MAX_MESSAGE_BYTES
    server.kernel_websocket_connection_class = TableConnection
    server.kernel_manager_class = TableKernelManager
    server.kernel_spec_manager_class = OwnKernels
    server.allow_unauthenticated_access = False
    server.log_level = "WARN"
    # In a container there may be no other account; a member gets no shell of it.
    server.allow_root = True
    # Seconds for which the hub's word on a browser is taken again; see members.py.
    config.HubOAuth.cache_max_age = 60
    config.TableKernelManager.allowed_message_types = MESSAGES
    config.TableKernelManager.max_kernels = MOST_PAGES
    # Others' servers take of the same memory: what is free is asked at each start.
    config.TableKernelManager.has_memory_alone = False
    config.TableKernelManager.always_kernels = 1
    return config


def main(arguments: Sequence[str] = ()) -> int:
    """Serve one member, as JupyterHub's environment says, until JupyterHub ends it."""
    table_server.find_templates()
    # Neither the account's settings of Jupyter nor a voila.json in the present folder may change what is served.
    os.environ["JUPYTER_NO_CONFIG"] = "1"
    os.environ[FRONTS_SERVED] = "1"
    os.chdir(table_server.offer_for("table", host="127.0.0.1", port=0).folder)
    logging.getLogger("tornado.general").addFilter(table_server.is_of_interest)
    Member.launch_instance(list(arguments))
    return 0
