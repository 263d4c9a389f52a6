"""What a change of the helper's state is called, when only the states before and after it are known."""

from __future__ import annotations

from collections.abc import Callable

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS
from fujikoro_nb.helper.quick.facts import FACTS
from fujikoro_nb.helper.quick.sentences import value_label
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.views.gear.changes import label_of
from fujikoro_nb.views.gear.link import GearLink

Say = Callable[..., str]


def label_between(before: GearLink, after: GearLink, say: Say, *, language: str) -> str:
    """What was changed last, as undo names it; of several things at once, that a link brought them."""
    changed = [field for field in before.__struct_fields__ if getattr(before, field) != getattr(after, field)]
    match changed:
        case ["gear"]:
            return label_of(before.gear, after.gear, say)
        case ["character", *_]:
            return say("helper.change-character", name=say(f"helper.character-{after.character}"))
        case ["is_unlocked"]:
            return say("craft-grid.change-monk" if after.is_unlocked else "craft-grid.change-monk-off")
        case ["backpack"]:
            return _backpack(before, after, say)
        case ["has_backpack_monk"]:
            on = after.has_backpack_monk
            return say("helper.change-backpack-monk" if on else "helper.change-backpack-monk-off")
        case ["is_real_box"]:
            return say("helper.change-box-on" if after.is_real_box else "helper.change-box-off")
        case ["blueprints"]:
            return say("craft-grid.change-blueprint")
        case ["rulings"]:
            rule = min(set(before.rulings.chosen) ^ set(after.rulings.chosen))[0]
            return say("helper-rules.change-ruling", title=entry(rule).wording(language).title)
        case ["dragon"]:
            return say("helper.change-dragon")
        case ["facts"]:
            return _facts(before, after, say, language)
    return say("helper.change-link")


def _facts(before: GearLink, after: GearLink, say: Say, language: str) -> str:
    changed = [name for name in FACTS if before.facts.get(name) != after.facts.get(name)]
    if len(changed) > 1:
        return say("now.change-clear")
    fact, value = say(f"now.fact-{changed[0]}"), after.facts.get(changed[0])
    if not value:
        return say("now.change-unknown", fact=fact)
    return say("now.change-fact", fact=fact, value=value_label(changed[0], value, language=language))


def _backpack(before: GearLink, after: GearLink, say: Say) -> str:
    more = after.backpack.surplus_over(before.backpack)
    less = before.backpack.surplus_over(after.backpack)
    material = next(each for each in MATERIALS if (more + less).count(each))
    key = "helper.change-backpack" if more else "helper.change-backpack-off"
    return say(key, material=say(f"word.{material}"))
