"""The rules page: a question in the players' words, the answer with its source, and what this table decided."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.background import Background
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.helper.rules_data import PARTS, packed
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.answers import answered
from fujikoro_nb.rulebook.boxed import boxed_rules
from fujikoro_nb.rulebook.chosen import own_pack
from fujikoro_nb.rulebook.entries import MODES, SISTERS
from fujikoro_nb.rulebook.lexical import WEIGHTS
from fujikoro_nb.rulebook.meaning import is_installed, meaning_of
from fujikoro_nb.rulebook.search import Scope, rule_search
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.base.widget import FujiWidget, one_of, text, whole

__all__ = ["RulesPage"]

LOG = logging.getLogger("fujikoro_nb.widgets")
LONGEST_NAME = 80
"""No rule's id and no option's name is longer."""
MOST_FOUND = 12
"""Rules that a refined list has at most."""


class RulesPage(FujiWidget, front_end="rules_page", sheets=("set_once", "rules_page")):
    """The rulebook: search, answer, browsing. The browser gets it once and finds every rule without the kernel.

    Where the extra ``meaning`` is installed the kernel gives a second opinion on a finished question, and only then.

    `rule` is the id that is open at first. `table` holds what was decided where booklets differ; with `on_ruling` the
    page around this one keeps the decisions and sets `table` itself.
    """

    word_tables = ("widgets", "rules-page")
    acts: ClassVar = {
        "book": {"part": one_of(*PARTS), "language": one_of(*LANGUAGES)},
        "ruling": {"rule": text(max_length=LONGEST_NAME), "option": text(max_length=LONGEST_NAME)},
        "meaning": {
            "question": text(max_length=WEIGHTS.most_letters),
            "mode": one_of("", *MODES, *SISTERS.values()),
            "players": whole(0, 6),
            "scenario": whole(0, len(SCENARIOS)),
            "language": one_of(*LANGUAGES),
        },
    }

    rule = t.Unicode().tag(sync=True)
    rulings = t.Dict().tag(sync=True)
    """The decisions that differ from ours: option by rule."""
    host = t.Unicode().tag(sync=True)
    """The name under which a page around this one waits for it in the browser; empty: this page is alone."""
    has_meaning = t.Bool().tag(sync=True)
    """Whether the kernel can refine what the page finds."""
    decides = t.Bool(default_value=True).tag(sync=True)
    """Whether somebody here can decide a disputed rule; who looks on reads what was decided."""
    played: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """``{"mode", "players", "scenario"}`` of the table that this page looks on at.

    It is what is set until somebody here sets it.
    """
    box: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """Rules with numbers that no booklet prints, by id: mark, where to type one's own, what one's box says."""
    owned = t.Instance(Pack)
    """The owner's pack."""
    table = t.Instance(TableRulings, args=())

    def __init__(self, *, on_ruling: Callable[[str, str], None] | None = None, **settings: Any) -> None:
        self._on_ruling = on_ruling
        self._work = Background()
        super().__init__(**settings)

    @t.default("has_meaning")
    def _is_extra_there(self) -> bool:
        return is_installed()

    @t.default("owned")
    def _own_pack(self) -> Pack:
        return own_pack()

    @t.default("box")
    def _box(self) -> dict[str, Any]:
        told = boxed_rules(self.owned, language=str(self.language))
        return {rule: msgspec.to_builtins(one) for rule, one in told.items()}

    @t.observe("owned")
    def _box_changed(self, change: Any) -> None:
        self.box = self._box()

    def speak_anew(self) -> None:
        """What the box says."""
        self.box = self._box()

    @t.observe("table")
    def _table_changed(self, change: Any) -> None:
        self.rulings = dict(self.table.chosen)

    def act_book(self, *, part: str, language: str) -> None:
        """Send a part of the rulebook: asked once a page, and only where no server of ours offers it as a file."""
        self.send({"kind": part, "language": language}, buffers=[packed(part, language)])

    def act_meaning(self, *, question: str, mode: str, players: int, scenario: int, language: str) -> None:
        """Rank the rules by words and meaning together, beside the page: the first time loads the encoder."""
        if not self.has_meaning:
            return
        asked = {
            "question": question,
            "mode": mode,
            "players": players,
            "scenario": scenario,
            "language": language,
        }
        scope = Scope(mode=mode, players=players, scenario=scenario)
        self._work.start(
            lambda _: ranked_by_meaning(question, language, scope),
            done=lambda found: self.send({"kind": "refined", **asked, **found}),
            failed=lambda fault: LOG.error("no refinement by meaning", exc_info=fault),
            progress=lambda _: None,
        )

    def close(self) -> None:
        """Nobody waits for a ranking any more."""
        if self.comm is not None:  # else it was never made, or is closed
            self._work.cancel()
        super().close()

    def act_ruling(self, *, rule: str, option: str) -> None:
        """This table decides how it plays a rule."""
        try:
            decided = self.table.with_option(rule, option)
        except KeyError:
            self.notice = self.say("rules-page.bad-ruling")
            return
        self.notice = ""
        if self._on_ruling is not None:
            self._on_ruling(rule, option)
        else:
            self.table = decided


def ranked_by_meaning(question: str, language: str, scope: Scope) -> dict[str, Any]:
    """``ids``, best first, those that are ``shown`` as possible answers, and how sure the first one is."""
    search = rule_search()
    found = answered(
        search,
        question,
        language=language,
        scope=scope,
        limit=MOST_FOUND,
        meaning=meaning_of(search.entries),
    )
    return {
        "ids": [hit.id for hit in found.hits],
        "shown": [hit.id for hit in found.shown],
        "sureness": found.sureness.value,
    }
