"""What every answer tells the browser, whoever answers: a page, a file, a stream, a refusal or a fault."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence

from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.web import OutputTransform

POLICY = "Content-Security-Policy"

NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""For what is no page of ours: opened by itself it runs nothing, asks nobody and stands in no frame."""

ALWAYS = {
    "X-Frame-Options": "DENY",  # what the policy says, for browsers that do not know it
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def with_style(style: str) -> str:
    """The policy of a page that stands alone and holds this style sheet and nothing else."""
    mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"{NOTHING}; style-src 'sha256-{mark}'"


_WEIGHT = re.compile(r"q *= *([01](?:\.\d{0,3})?)", re.IGNORECASE)


def takes_gzip(request: HTTPServerRequest) -> bool:
    """Whether the browser takes what is compressed so: by its name or by ``*``, and not with a weight of nothing."""
    weights = {}
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, *more = (each.strip() for each in part.split(";"))
        weights[name] = _weight(more)
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def _weight(told: Sequence[str]) -> float:
    """1 where none is said; 0 for what is none."""
    if not told:
        return 1.0
    found = _WEIGHT.fullmatch(told[0])
    return float(found[1]) if found else 0.0


class SafeHeaders(OutputTransform):
    """Adds what a handler has not said itself. An application asks it at each answer, after the handler."""

    def __init__(self, request: HTTPServerRequest) -> None:
        """Nothing depends on the request."""

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        """A page keeps its own policy."""
        for name, value in ALWAYS.items():
            headers[name] = value
        if POLICY not in headers:
            headers[POLICY] = NOTHING
        return status_code, headers, chunk
