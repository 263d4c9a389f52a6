"""What each character changes of a setup; its limits of gear are the engine's (`BoardLimits`)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS


class Hero(msgspec.Struct, frozen=True, kw_only=True):
    """A character that is laid out as most are."""

    name: str
    """As links, stored tables and packs call it."""
    own_rules: tuple[str, ...] = ()
    """What to know of the insert besides its kit."""
    has_scroll_discs: bool = True
    """Whether there are scroll discs of its colour (setup.player.scroll-discs)."""
    blueprint_rule: str = ""
    """What becomes of blueprints that it cannot use."""
    scroll_rule: str = ""
    """Why it begins with a scroll."""

    @property
    def setup_rule(self) -> str:
        """What the back of its insert lists."""
        return f"char.{self.name}.setup"

    @property
    def can_have_full_set(self) -> bool:
        """Whether helmet, weapon and sandals can all be magical (solo.goal.full-set-alone)."""
        return CHARACTERS[self.name].can_helmet_be_magical


_ALL = (
    Hero(name="yoshihiro"),
    Hero(name="masako"),
    Hero(name="masatsura"),
    Hero(name="mitsuhide", scroll_rule="char.mitsuhide.start-scroll"),
    Hero(name="takeko"),
    Hero(name="tomoe", blueprint_rule="char.tomoe.blueprint-with-two-weapons"),
    # char.general.colors: his is white, and no scroll disc is.
    Hero(name="daisuke", own_rules=("char.daisuke.asymmetric-only",), has_scroll_discs=False),
)
_BY_NAME: Mapping[str, Hero] = {hero.name: hero for hero in _ALL}
HERO_NAMES = tuple(name for name, board in CHARACTERS.items() if not board.is_symmetric)
"""In the order of the engine's boards; a symmetric board has none."""


def hero_of(name: str) -> Hero:
    """A character by its name. Raises KeyError.

    >>> hero_of("daisuke").can_have_full_set
    False
    """
    return _BY_NAME[name]
