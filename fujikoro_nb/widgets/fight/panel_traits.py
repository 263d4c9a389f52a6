"""What the CombatPanel shows, and is told by whoever holds it; what follows of that its controllers know."""

from __future__ import annotations

from typing import Any

import traitlets as t

from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.odds import Goal
from fujikoro_nb.views.fight.board import Offer
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

__all__ = ["TABS", "PanelTraits"]

TABS = ("odds", "play", "roll")


class PanelTraits(FujiWidget):
    """The panel as its controllers see it: they read what was chosen, and write what is shown."""

    word_tables = ("widgets", "combat")

    # ---- one roll

    grid = t.Instance(CraftGrid, allow_none=True)
    weapon = t.Unicode()
    """Notation of the weapon grid, used without a ``grid``."""
    character = t.Unicode("symmetric")
    rulings = t.Instance(Rulings, args=())
    box = t.Dict()
    """Colour letter to Die: the faces in use."""
    house = t.Dict()
    """Colour letter to Die: what "back to the house faces" brings back."""
    is_real_box = t.Bool(False)
    """Whether the dice on the table are those of the real box, whose faces only their owner knows."""
    house_dice: t.List[Any] = t.List().tag(sync=True)
    """At the real box: colours of the dice rolled that are the house's, so the odds are not those of that box."""
    chosen = t.Int(0).tag(sync=True)
    """Which of the weapons rolls (combat.attack.two-weapons: one after the other)."""
    dice = t.Unicode().tag(sync=True)
    target = t.Int(-1).tag(sync=True)
    """The N of "at least N hits"; -1 until a person has chosen: then it is the mean."""
    weapons: t.List[Any] = t.List().tag(sync=True)
    most = t.Dict().tag(sync=True)
    odds = t.Dict().tag(sync=True)
    faces: t.List[Any] = t.List().tag(sync=True)

    # ---- who fights

    helmet = t.Unicode()
    """Notation of the helmet, used without a ``grid``."""
    tab = t.Enum(TABS, default_value="odds").tag(sync=True)
    goal = t.Enum(tuple(str(goal) for goal in Goal), default_value="win").tag(sync=True)
    is_all_dice = t.Bool(False).tag(sync=True)
    mode = t.Instance(Mode, args=())
    """What the table plays: a group shares teeth, and its dragons walk."""
    teeth = t.Dict()
    """What the group's board prints for a dragon, by colour; empty where nobody has typed it."""
    walks = t.Bool(False).tag(sync=True)
    """Whether dragons walk here, so that one may have come to the samurai."""
    came = t.Bool(False).tag(sync=True)
    """Whether this one has."""
    may_duel = t.Bool(True).tag(sync=True)
    """Whether samurai fight each other here (coop.play.no-samurai-combat, variant.peaceful)."""
    has_guards = t.Bool(True).tag(sync=True)
    """Whether a fallen samurai may guard a temple here: in scenario 7, and where nobody has said what is played."""
    is_alone = t.Bool(False).tag(sync=True)
    """Whether nobody joins a fight against a dragon (scenario.1.competitive.no-joining)."""
    foe = t.Instance(Offer, allow_none=True)
    dragon = t.Dict().tag(sync=True)
    """The chosen dragon; empty while none is."""
    offers: t.List[Any] = t.List().tag(sync=True)
    mine = t.Dict().tag(sync=True)
    """The first fighter's gear, as a page draws it; with a refusal when it cannot fight."""
    others: t.List[Any] = t.List().tag(sync=True)
    """The fighters that were added."""
    monks: t.List[Any] = t.List().tag(sync=True)
    house_in_fight: t.List[Any] = t.List().tag(sync=True)
    """At the real box: colours of the dice of the whole fight that are the house's."""

    # ---- the odds of the fight

    answer: t.Dict[str, Any] = t.Dict({"state": "none"}).tag(sync=True)
    """``state`` is none, stale, busy, quick (all dice rolled, to be refined), ready, refused or cancelled."""
    monk: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """Which monk to send: ``state`` is busy, quick, ready, stale, refused or cancelled; empty: none can be sent."""
    more = t.Dict().tag(sync=True)
    trace = t.Dict().tag(sync=True)
    job = t.Dict().tag(sync=True)
    """What runs beside the page and the share done; empty: nothing."""

    # ---- the fight in play

    fight = t.Dict().tag(sync=True)
    """The fight in play; empty: none."""
    advice = t.Dict().tag(sync=True)
    """What each answer to the present question is worth."""
    save = t.Unicode().tag(sync=True)
    """The session's save, packed; a page gives it back after a reload."""
    refused_saves = t.Int().tag(sync=True)
    """Saves that could not be read so far: a page that hears of one more forgets the one that it keeps."""
