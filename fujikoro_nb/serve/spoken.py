"""Which language a served page speaks: chosen once in a browser, kept there, else the server's or the browser's."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

from tornado.httputil import HTTPServerRequest, parse_cookie

from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.texts import LANGUAGES, say, words

COOKIE = "fujikoro-lang"
QUERY = "lang"
DEFAULT_LANGUAGE = "fujikoro_language"
"""The application's setting: the language of `--lang`, or nothing."""
_WEIGHED = re.compile(r"(?P<name>[A-Za-z][\w-]*)(?:;q=(?P<weight>[01](?:\.[0-9]{0,3})?))?", re.ASCII)


def language_of(request: HTTPServerRequest, default: str = "") -> str:
    """The language of an answer: that of the link, of the cookie, of the server, of the browser, or English."""
    asked = (
        parse_qs(request.query).get(QUERY, [""])[0],
        parse_cookie(request.headers.get("Cookie", "")).get(COOKIE, ""),
        default,
        *_accepted(request.headers.get("Accept-Language", "")),
    )
    return next((language for language in asked if language in LANGUAGES), "en")


def _accepted(header: str) -> list[str]:
    """Languages that a browser asks for, the dearest first.

    >>> _accepted("fr-CH, fr; q=0.9, de;q=0.95, en;q=nan")
    ['fr', 'de', 'fr']
    """
    wanted = []
    for part in header[:400].split(","):
        found = _WEIGHED.fullmatch("".join(part.split()))
        if found:
            wanted.append((-float(found["weight"] or 1), found["name"][:2].lower()))
    return [name for _, name in sorted(wanted, key=lambda pair: pair[0])]


def said(key: str, language: str, **data: object) -> str:
    """A sentence of the pages around the widgets."""
    return say(f"serve.{key}", language=language, **data)


def title_in(title: str, language: str) -> str:
    """A notebook's title, which its file has in English; one of somebody's own stays as it is."""
    known = {say(key, language="en"): key for key in _title_keys()}
    return say(known[title], language=language) if title in known else title


def _title_keys() -> list[str]:
    pages = (f"page.{key}" for key in words("page", language="en"))
    lessons = (f"lesson-{lesson.id}.title" for lesson in LESSONS)
    games = (f"lesson-{lesson.id}.play" for lesson in LESSONS if lesson.is_for_play)
    return [*pages, *lessons, *games]


def titles() -> dict[str, dict[str, str]]:
    """The titles of our own notebooks, as the files have them, in every language."""
    return {
        say(key, language="en"): {code: say(key, language=code) for code in LANGUAGES}
        for key in _title_keys()
    }


def choice(default: str) -> dict[str, Any]:
    """What the script in the head of a page knows: the languages by their own names, and the page's words in each."""
    return {
        "names": {code: say(f"language.{code}", language="en") for code in LANGUAGES},
        "order": LANGUAGES,
        "default": default,
        "words": {code: _page_words(code) for code in LANGUAGES},
    }


ON_PAGES = (
    "loading",
    "loading-slow",
    "loading-stuck",
    "link-lost",
    "link-too-large",
    "link-full",
    "link-lost-reader",
    "link-lost-seat",
    "reads-only",
    "to-seat",
    "link-ended",
    "link-other",
    "link-unsent",
    "link-again",
    "link-enter",
    "error",
    "theme-day",
    "theme-night",
    "theme-label",
    "to-start",
    "language",
)
"""Words of table `serve` on a page that a kernel made before anybody asked for it."""


def _page_words(language: str) -> dict[str, str]:
    return {key: said(key, language) for key in ON_PAGES}
