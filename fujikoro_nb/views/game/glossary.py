"""Words of the game that a newcomer may not know: found in what the page says, and explained in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from fujikoro_nb.texts import say, words

__all__ = ["GROUP_TERMS", "TERMS", "terms_in"]

TERMS: Mapping[str, str] = {
    "complete-sandals": "move.steps.sandals",
    "action-monk": "turn.monk-disc",
    "scroll-disc": "scroll.one-to-one",
    "disc": "turn.disc.cost",
    "pool": "turn.rest.returns-all",
    "lava": "move.lava.cost",
    "card": "gearcard.claim.when",
    "bonus": "gearcard.bonus.either-both",
    "peek": "gearcard.bonus.peek",
    "blueprint": "magic.gain",
    "magical": "magic.value.absorb",
    "monk-spot": "monk.spots",
    "upper": "monk.spot.backpack",
    "right-part": "monk.spot.weapon",
    "initiative": "combat.init.length",
    "absorb": "combat.helmet.absorb",
    "broken": "combat.break.per-symbol",
    "legal": "combat.break.split",
    "usable": "combat.attack.usable",
    "knocked-out": "combat.defeat",
    "retreat": "combat.retreat.when",
    "waste": "craft.waste",
    "craft": "craft.one-type",
    "used-token": "gather.token.take",
    "adventure": "setup.option.adventure",
    "scroll": "gather.scroll.card",
    "temple": "gather.permanent",
    "stack": "explore.level-by-ring",
    "tooth": "combat.win.reward",
    "countdown": "final.advance",
    "final-chapter": "final.trigger",
    "eruption": "final.event.lava",
    "rope": "escape.rope",
    "secret-exit": "escape.secret",
    "palace": "bonus.one-per-turn",
    "duel": "duel.steal.one",
}
"""The rule behind each term of the tables ``glossary``, ``glossary-term`` and ``glossary-forms``, in their order."""

GROUP_TERMS: Mapping[str, str] = {
    "blueprint": "coop.blueprint.unlimited",
    "knocked-out": "coop.lives.knockout-costs-life",
    "scroll": "gather.scroll.card",
    "tooth": "coop.combat.teeth-for-victory",
    "countdown": "coop.rounds.limit",
    "eruption": "coop.final.lava-events",
    "secret-exit": "coop.goal.escape-after-legendary",
    "life": "coop.setup.lives-two",
    "white-dragon": "coop.goal.legendary-defeated",
    "asleep": "coop.dragon.wake-sequence",
    "dragon-walk": "coop.dragon.moves-towards-nearest",
    "shared-teeth": "coop.combat.teeth-from-dice-shared",
    "exchange": "coop.trade.same-space",
    "first-player": "coop.rounds.first-player-fixed",
}
"""The same where a group plays: what means something else there, and then its own words; of ``glossary-group``."""


def terms_in(sentences: Iterable[str], language: str, *, is_group: bool = False) -> list[dict[str, str]]:
    """The terms that these sentences use, ``{"term", "text", "rule"}`` each, as they come first.

    Of forms that overlap the longest counts: *scroll disc* is neither a scroll nor a disc.
    """
    forms, pattern = _forms(language, is_group=is_group), _pattern(language, is_group=is_group)
    found = (match.group().lower() for text in sentences for match in pattern.finditer(text))
    return [_term(key, language, is_group=is_group) for key in dict.fromkeys(forms[form] for form in found)]


def _term(key: str, language: str, *, is_group: bool) -> dict[str, str]:
    """A term as it is explained to rivals, or to a group."""
    is_theirs = is_group and key in GROUP_TERMS
    return {
        "term": say(f"glossary-term.{key}", language=language),
        "text": say(f"glossary{'-group' if is_theirs else ''}.{key}", language=language),
        "rule": GROUP_TERMS[key] if is_theirs else TERMS[key],
    }


@cache
def _forms(language: str, *, is_group: bool) -> Mapping[str, str]:
    """Each way to say a term, in small letters, and the term."""
    tables = words("glossary-forms", language=language)
    keys = dict.fromkeys((*TERMS, *GROUP_TERMS)) if is_group else TERMS
    return {form.lower(): key for key in keys for form in tables[key].split("|")}


@cache
def _pattern(language: str, *, is_group: bool) -> re.Pattern[str]:
    """Any of the forms as whole words, the longest first."""
    longest_first = sorted(_forms(language, is_group=is_group), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
