"""CombatPanel: fight or wait? The odds of a fight, the fight itself in play, and one roll before it is rolled."""

from __future__ import annotations

from fujikoro_nb.widgets.fight.play import PlayPart

__all__ = ["CombatPanel"]


class CombatPanel(PlayPart, front_end="combat_panel"):
    """Odds, play and one roll, for the gear of a CraftGrid or of a text.

    ``CombatPanel(grid=grid)`` follows a CraftGrid, ``CombatPanel(weapon="WWMT", helmet="MM")`` two texts. ``dice`` is
    what is rolled in the part about one roll (combat.attack.fewer). ``box`` gives the die of each colour; an owner's
    faces go through ``keep``, so that they last longer than this panel. Against a dragon:

        panel.act_dragon(health=12, initiative=9, dice=4)
        panel.answer["said"]                  # win, hurt, lose of 100 fights
    """
