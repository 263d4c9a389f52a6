"""What this table decided where booklets differ or are silent.

Where the engine has a switch, a ruling is one of its readings and flips it. Where it has none (most of those rules are
not played by the engine yet), a ruling is one of the entry's options, and is only shown with the rule.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rulings import SWITCHES, Rulings
from fujikoro_nb.rulebook import Rule, has_rule, reading_sentence, rule
from fujikoro_nb.rulebook.entries import entry


class Option(msgspec.Struct, frozen=True):
    """One way to play a rule; ``says`` is a sentence."""

    name: str
    says: str


def options(disputed: Rule, *, language: str = "en") -> tuple[Option, ...]:
    """The ways to play a rule, the adopted one first; empty for a rule that leaves no choice."""
    if disputed.readings:
        return tuple(
            Option(name, reading_sentence(disputed.id, name, language=language)) for name in disputed.readings
        )
    return tuple(Option(name, said) for name, said in entry(disputed.id).wording(language).options)


class TableRulings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pairs of a rule and an option, only where it is not the adopted one, sorted."""

    chosen: tuple[tuple[str, str], ...] = ()

    def option(self, rule_id: str) -> str:
        """What the table plays; empty for a rule without a choice."""
        for name, option in self.chosen:
            if name == rule_id:
                return option
        return next((option.name for option in options(rule(rule_id))), "")

    def with_option(self, rule_id: str, name: str) -> TableRulings:
        """These rulings with one decided. Raises KeyError for a rule or an option that is not there."""
        known = [option.name for option in options(rule(rule_id))] if has_rule(rule_id) else []
        if name not in known:
            raise KeyError(f"{rule_id}={name}")
        others = [pair for pair in self.chosen if pair[0] != rule_id]
        return TableRulings(tuple(sorted(others if name == known[0] else [*others, (rule_id, name)])))

    @property
    def switches(self) -> Rulings:
        """What the engine of Fuji Koro plays."""
        return Rulings(tuple(pair for pair in self.chosen if pair[0] in SWITCHES))

    @property
    def played(self) -> tuple[tuple[str, str], ...]:
        """What the engines of all games play of it, the small ones among them."""
        return tuple(pair for pair in self.chosen if rule(pair[0]).readings)

    def text(self) -> str:
        """As in a link: ``combat.helmet.absorb:tooth-two,...``; empty when nothing was decided.

        >>> TableRulings().with_option("combat.helmet.absorb", "tooth-two").text()
        'combat.helmet.absorb:tooth-two'
        """
        return ",".join(f"{rule_id}:{name}" for rule_id, name in self.chosen)


def parse_rulings(text: str) -> tuple[TableRulings, str]:
    """What of a link's text makes sense, and the first part that does not; of a rule that stands twice the last counts.

    >>> parse_rulings("combat.helmet.absorb:tooth-two,no.rule:x")[1]
    'no.rule:x'
    """
    rulings, bad = TableRulings(), ""
    for part in text.split(",") if text else ():
        rule_id, _, name = part.partition(":")
        try:
            rulings = rulings.with_option(rule_id, name)
        except KeyError:
            bad = bad or part or ","
    return rulings, bad
