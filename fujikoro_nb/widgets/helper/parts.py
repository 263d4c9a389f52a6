"""The widgets that stand on the helper's page from the beginning, and whom they tell of what is done on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import traitlets as t

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.helper.quick.lairs import Lairs
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.history import History, Label
from fujikoro_nb.views.gear.link import GearLink
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.helper.owner_cards import OwnerCards
from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
from fujikoro_nb.widgets.map.dragons_step import DragonsStep
from fujikoro_nb.widgets.rules.rules_page import RulesPage

__all__ = ["Parts", "PartsTell", "follow_rulings", "make_parts"]


class Parts(NamedTuple):
    """The names are those of the page's traits."""

    grid: CraftGrid
    strip: CardStrip
    fight: CombatPanel
    rules: RulesPage
    now: QuickAsk
    escape: QuickAsk
    dragons: DragonsStep


class PartsTell(NamedTuple):
    """What the parts tell of, and ask for."""

    open_gear: Callable[[], None]
    fight_chosen: Callable[[str, Callable[[], None]], None]
    fight_taken_back: Callable[[], None]
    ruling_chosen: Callable[[str, str], None]
    facts_tapped: Callable[[TableFacts, Label], None]
    lairs_tapped: Callable[[Lairs, Label], None]
    link: Callable[[], GearLink]
    """What is on the page, as a link holds it."""


def make_parts(cards: OwnerCards, tell: PartsTell, *, history: History, language: str) -> Parts:
    """All of them, with the owner's cards and dice, and the page's history."""
    grid = CraftGrid(
        history=history,
        is_unlocked=False,
        sections=("verdict", "palette", "facts", "blueprints"),
        language=language,
    )
    strip = CardStrip(
        grid,
        on_save=cards.save,
        on_remove=cards.remove,
        title=cards.title,
        history=history,
        language=language,
    )
    house = {die.material: die for die in house_pack().dice}
    fight = CombatPanel(
        grid=grid,
        language=language,
        box={**house, **{die.material: die for die in cards.owned.dice}},
        house=house,
        keep=cards.keep_die,
        open_gear=tell.open_gear,
        on_choice=tell.fight_chosen,
        on_take_back=tell.fight_taken_back,
        link_of=tell.link,
        areas_of=cards.areas,
        dragons_of=lambda: cards.owned.dragons,
    )
    rules = RulesPage(on_ruling=tell.ruling_chosen, owned=cards.owned, language=language)
    rules.host = rules.model_id
    now, escape = (
        QuickAsk(tool=tool, on_facts=tell.facts_tapped, language=language) for tool in ("now", "escape")
    )
    dragons = DragonsStep(on_lairs=tell.lairs_tapped, language=language)
    return Parts(grid, strip, fight, rules, now, escape, dragons)


def follow_rulings(page: FujiWidget, parts: Parts) -> None:
    """What ``page.decided`` holds is what rules, gear and quick questions go by; the fight goes by the gear's."""
    t.dlink((page, "decided"), (parts.rules, "table"))
    for part in (parts.grid, parts.now, parts.escape, parts.dragons):
        t.dlink((page, "decided"), (part, "rulings"), _switches)


def _switches(decided: TableRulings) -> Rulings:
    return decided.switches
