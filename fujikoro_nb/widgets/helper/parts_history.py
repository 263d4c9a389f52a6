"""Parts of the helper's page that keep their own undo: strip, shelf and fight, on the one list of the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.helper.history import History
from fujikoro_nb.widgets.pieces.piece_shelf import PieceShelf

__all__ = ["PartsHistory"]

ONE_EACH = ("faces", "play", "begin", "leave", "fighters")
"""Of the fight: one undo takes back a row of taps on the same thing, but not on these."""


class PartsHistory:
    """Puts what the parts tell of on a page's ``history``, and takes it off again when they take it back."""

    def __init__(
        self,
        page: FujiWidget,
        history: History,
        fight: CombatPanel,
        *,
        settled: Callable[[], None],
        publish: Callable[[], None],
    ) -> None:
        self._page, self._history, self._fight = page, history, fight
        self._settled, self._publish = settled, publish

    @property
    def newest_label(self) -> str:
        """What an undo would take back on this device; empty when there is nothing."""
        newest = self._history.newest
        if newest is None:
            return ""
        if newest.source == "play" and self._fight.fight:
            return self._page.say("helper.change-play", what=self._fight.fight.get("undo", ""))
        return newest.label

    def cards_changed(self, source: str, part: CardStrip | PieceShelf, change: Any) -> None:
        """Strip and shelf count what they can take back; the page's undo calls theirs in turn."""
        if change.new > change.old:
            self._history.note(part.last_change, part.act_undo, source)
        else:
            self._history.drop_newest(source)
        self._publish()

    def fight_chosen(self, name: str, restore: Callable[[], None]) -> None:
        """Something was chosen on the fight's page."""
        material = name.removeprefix("faces-")
        key = "faces" if name.startswith("faces-") else name.replace("_", "-")
        label = self._page.say(
            f"helper.change-{key}",
            material=self._page.say(f"word.{material}") if key == "faces" else "",
            what=self._fight.fight.get("undo", "") if key == "play" else "",
        )
        newest = self._history.newest
        if key in ONE_EACH or newest is None or newest.label != label:
            self._history.note(label, restore, "play" if key == "play" else "fight")
        self._settled()

    def fight_taken_back(self) -> None:
        """The fight's own undo took back its newest answer."""
        self._history.drop_newest("play")
        self._publish()
