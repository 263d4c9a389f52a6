"""Numbers of the rules ledger, as the setup lists read them."""

from __future__ import annotations

from functools import cache

from fujikoro_nb.rulebook import rule


@cache
def numbers(rule_id: str) -> dict[str, object]:
    """All parameters of a rule by name."""
    return dict(rule(rule_id).numbers)


def number(rule_id: str, name: str) -> int:
    """One parameter that is a count.

    >>> number("setup.scrolls.display", "display")
    3
    """
    value = numbers(rule_id)[name]
    assert isinstance(value, int), f"{rule_id} {name} is no count"
    return value


def number_for(rule_id: str, players: int, *, before: str = "", after: str = "") -> int:
    """A parameter that depends on the number of players, named by it or by a range such as ``2-6``.

    >>> number_for("coop.setup.start-monks", 4, before="symmetric.")
    1
    """
    for name in numbers(rule_id):
        if name.startswith(before) and name.endswith(after):
            least, _, most = name.removeprefix(before).removesuffix(after).partition("-")
            if least.isdigit() and int(least) <= players <= int(most or least):
                return number(rule_id, name)
    raise KeyError(f"{rule_id} says nothing for {players} players")
