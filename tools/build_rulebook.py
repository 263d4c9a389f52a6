"""Make fujikoro_nb/rulebook/rules.json: the rules of the ledger, the corrections laid over them, and what follows.

    .venv/bin/python -m tools.build_rulebook [--ledger PATH] [--check]

Without a ledger the rules and their numbers are those of the committed file; corrections, switches, what is played,
related rules and positions to try are made anew. PATH is the folder of the ledger's .yaml files, which are not in this
repository; its folder scope/ lists the ids of each part of the game that is played wholly. A rule counts as played
when it stands in such a list or the engine's code cites it. --check writes nothing and fails when the committed file
is not what would be written.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

from fujikoro_nb.engine.games import SWITCHES
from fujikoro_nb.rulebook.cases.reading import read_cases
from fujikoro_nb.rulebook.entries import SISTERS
from fujikoro_nb.rulebook.rules import (
    Book,
    Citation,
    Conflict,
    Example,
    LedgerSays,
    Number,
    Rule,
    Source,
)
from tools.related_rules import RULE_ID, ids_cited, ids_shown, related
from tools.try_it import links

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "fujikoro_nb"
ENGINE = PACKAGE / "engine"
CORRECTIONS = PACKAGE / "rulebook" / "corrections.yaml"
RULES = PACKAGE / "rulebook" / "rules.json"
CASES = ROOT / "cases"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where this PyYAML has it
SCOPES = ("crafting", "fight")
_SEEDS = ("000", "001", "002", "003", "004")
_CORRECTABLE = {"note", "conflict", "sources", "kind", "says"}
_KINDS = ("conflict", "silent", "minor")
_UNSWITCHED = "why-no-switch"


class LedgerError(ValueError):
    """The ledger or the corrections hold something that this script does not understand."""


def ids_in(text: str) -> set[str]:
    """Everything in a text that is written like a rule id."""
    return {found.rstrip(".") for found in RULE_ID.findall(text)}


def read_ledger(folder: Path) -> dict[str, dict[str, Any]]:
    """Every entry of every file by id, in file order."""
    entries: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.yaml")):
        for entry in yaml.load(path.read_text(encoding="utf-8"), LOADER):
            if entry["id"] in entries:
                raise LedgerError(f"{path.name}: {entry['id']} stands in the ledger twice")
            entries[entry["id"]] = entry
    return entries


def read_scopes(folder: Path) -> dict[str, set[str]]:
    """The ids of each scope."""
    found = {}
    for scope in SCOPES:
        lines = (folder / "scope" / f"{scope}.txt").read_text(encoding="utf-8").splitlines()
        found[scope] = ids_in(" ".join(line for line in lines if not line.startswith("#")))
    return found


def ledger_rules(ledger: Mapping[str, Mapping[str, Any]], scopes: Mapping[str, set[str]]) -> tuple[Rule, ...]:
    """All rules in ledger order, as the ledger has them. Raises LedgerError for an entry that cannot be read."""
    for missing in sorted(set().union(*scopes.values()) - set(ledger)):
        raise LedgerError(f"{missing} stands in a scope but not in the ledger")
    return tuple(
        _rule(entry, scopes=tuple(scope for scope, ids in scopes.items() if rule_id in ids))
        for rule_id, entry in ledger.items()
    )


def committed_rules(book: Book) -> tuple[Rule, ...]:
    """The same of a file that was made before."""
    before = {said.id: said for said in book.ledger_says}
    return tuple(
        msgspec.structs.replace(
            rule,
            citations=before[rule.id].citations if rule.id in before else rule.citations,
            conflict=before[rule.id].conflict if rule.id in before else rule.conflict,
            readings=(),
            is_played=False,
            correction="",
            why_no_switch="",
            see_also=(),
            try_it="",
        )
        for rule in book.rules
    )


def made_rules(
    rules: Iterable[Rule],
    cited: Iterable[str],
    corrections: Mapping[str, Mapping[str, Any]],
    switches: Mapping[str, tuple[str, ...]],
) -> tuple[Rule, ...]:
    """The rules with the corrections, their switches, and whether they are played.

    Raises LedgerError for an id that is not there and for a correction that cannot be.
    """
    given = {rule.id: rule for rule in rules}
    played = set(cited) | set(switches)
    for missing in sorted(set(switches) - set(given)):
        raise LedgerError(f"{missing} stands in a switch but not in the ledger")
    for rule_id, correction in corrections.items():
        if rule_id not in given:
            raise LedgerError(f"a correction of {rule_id}, which is not in the ledger")
        changes = set(correction) - {_UNSWITCHED}
        if not changes <= _CORRECTABLE or (changes and not correction.get("note")):
            raise LedgerError(f"the correction of {rule_id} needs a note and may hold {sorted(_CORRECTABLE)}")
        if _UNSWITCHED in correction and rule_id in switches:
            raise LedgerError(f"{rule_id} has a switch, so there is no reason why it has none")
        if "kind" in correction and "conflict" in correction:
            raise LedgerError(f"{rule_id}: a correction sets the kind or the whole conflict, not both")
        if "says" in correction and "kind" not in correction:
            raise LedgerError(f"{rule_id}: who says what needs a kind")
    return tuple(
        msgspec.structs.replace(
            _corrected(rule, corrections.get(rule_id, {})),
            readings=tuple(switches.get(rule_id, ())),
            is_played=bool(rule.scopes) or rule_id in played,
        )
        for rule_id, rule in given.items()
    )


def _rule(entry: Mapping[str, Any], *, scopes: tuple[str, ...]) -> Rule:
    try:
        return Rule(
            id=entry["id"],
            statement=_prose(entry["rule"]),
            citations=_in_order(_citation(source) for source in entry["sources"]),
            numbers=tuple(_numbers(entry.get("params") or {}, "")),
            basis=entry.get("basis", ""),
            conflict=_conflict(entry.get("conflict")),
            examples=tuple(_examples(entry)),
            decision=_prose(entry.get("decision", "")),
            scopes=scopes,
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise LedgerError(f"{entry['id']}: {problem!r}") from problem


def _corrected(rule: Rule, correction: Mapping[str, Any]) -> Rule:
    try:
        added = (_citation(source) for source in correction.get("sources", ()))
        return msgspec.structs.replace(
            rule,
            citations=_in_order((*rule.citations, *added)),
            conflict=_judged(rule.id, _corrected_conflict(rule.conflict, correction)),
            correction=_prose(correction.get("note", "")),
            why_no_switch=_prose(correction.get(_UNSWITCHED, "")),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise LedgerError(f"{rule.id}: {problem!r}") from problem


def _in_order(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    return tuple(sorted(set(citations), key=lambda each: (each.seed, each.first, each.last)))


def _prose(value: object) -> str:
    return " ".join(str(value).split())


def _citation(source: Mapping[str, Any]) -> Citation:
    first, _, last = str(source["lines"]).partition("-")
    citation = Citation(str(source["seed"]), int(first), int(last or first))
    if citation.seed not in _SEEDS or not 0 < citation.first <= citation.last:
        raise ValueError(f"no such lines: {citation}")
    return citation


def _numbers(params: Mapping[Any, Any], prefix: str) -> Iterator[tuple[str, Number]]:
    for name, value in params.items():
        if isinstance(value, dict):
            yield from _numbers(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield f"{prefix}{name}", tuple(item if isinstance(item, int) else str(item) for item in value)
        else:
            yield f"{prefix}{name}", value if isinstance(value, int | bool) else str(value)


def _conflict(said: object) -> Conflict | None:
    """The ledger has two forms: a mapping, and outside of the competitive game one text with "Ruling -" in it.

    A text names no kind unless it begins with "Silent"; where its kind is empty, a correction has to say it.
    """
    if not said:
        return None
    if isinstance(said, str):
        reason, _, ruling = _prose(said).partition(" Ruling - ")
        return Conflict("silent" if reason.startswith("Silent") else "", ruling, reason)
    assert isinstance(said, dict), "a conflict is a mapping or a text"
    unknown = set(said) - {"kind", "ruling", "reason", *_SEEDS}
    if unknown:
        raise ValueError(f"unknown in a conflict: {sorted(unknown)}")
    by_seed = {seed: said[seed] for seed in _SEEDS if seed in said}
    return Conflict(str(said["kind"]), _prose(said["ruling"]), _prose(said["reason"]), _says(by_seed))


def _corrected_conflict(said: Conflict | None, correction: Mapping[str, Any]) -> Conflict | None:
    found = _conflict(correction.get("conflict")) or said
    if "kind" not in correction:
        return found
    if found is None:
        raise ValueError("a kind, but no conflict that it could be of")
    says = _says(correction["says"]) if correction.get("says") else found.says
    return msgspec.structs.replace(found, kind=str(correction["kind"]), says=says)


def _says(by_seed: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    unknown = set(by_seed) - set(_SEEDS)
    if unknown:
        raise ValueError(f"no booklets: {sorted(unknown)}")
    return tuple((seed, _prose(by_seed[seed])) for seed in _SEEDS if seed in by_seed)


def _judged(rule_id: str, found: Conflict | None) -> Conflict | None:
    """The same conflict. Raises ValueError where it cannot be of its kind."""
    if found is None:
        return None
    if not found.kind:
        raise ValueError("a conflict in plain text needs its kind in the corrections")
    if found.kind not in _KINDS:
        raise ValueError(f"a conflict is one of {_KINDS}, not {found.kind}")
    if found.kind == "conflict":
        if rule_id.partition(".")[0] in SISTERS:  # a single booklet, which nobody contradicts
            raise ValueError("a game with one booklet has no conflict of booklets")
        if len(found.says) < 2:
            raise ValueError("a conflict names at least two booklets")
    return found


def _examples(entry: Mapping[str, Any]) -> Iterator[Example]:
    for name in ("legal", "illegal"):
        said = entry.get(f"{name}_example")
        if said:
            # A comma without quotes in a flow mapping makes a key of its own with no value: it belongs to `given`.
            strays = [_prose(key) for key, value in said.items() if key not in ("given", "when", "then")]
            given = ", ".join([_prose(said["given"]), *strays])
            yield Example(name, given, _prose(said["when"]), _prose(said["then"]))
    if entry.get("example"):
        given, _, then = _prose(entry["example"]).partition(" -> ")
        yield Example("example", given, "", then)


def seal(rules: tuple[Rule, ...]) -> str:
    """sha256 of the rules."""
    return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()


def written(book: Book) -> str:
    """The text of rules.json."""
    plain = msgspec.to_builtins(book)
    for entry in plain["rules"]:
        for name, value in list(entry.items()):
            if name not in ("id", "statement", "citations") and value in ("", None, (), [], False):
                del entry[name]
    return msgspec.json.format(msgspec.json.encode(plain), indent=1).decode() + "\n"


def made_book(given: tuple[Rule, ...], source: Source, corrections: Mapping[str, Mapping[str, Any]]) -> Book:
    """The whole file, of the ledger's rules and what lies in the checkout. Raises LedgerError."""
    switches = {rule: switch.readings for rule, switch in SWITCHES.items()}
    cited = ids_cited(ENGINE)
    corrected = made_rules(given, set().union(*cited.values()), corrections, switches)
    near = related(
        {rule.id: rule.statement for rule in corrected},
        cited.values(),
        ids_shown(CASES),
    )
    tried = links(located.case for located in read_cases([CASES]))
    rules = tuple(
        msgspec.structs.replace(rule, see_also=near[rule.id], try_it=tried.get(rule.id, ""))
        for rule in corrected
    )
    before = tuple(
        LedgerSays(old.id, old.citations, old.conflict)
        for old, new in zip(given, rules, strict=True)
        if (old.citations, old.conflict) != (new.citations, new.conflict)
    )
    return Book(source, seal(rules), rules, before)


def _hash(*paths: Path) -> str:
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def main(words: Sequence[str] | None = None) -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ledger", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(words)
    if options.ledger is None:
        committed = msgspec.json.decode(RULES.read_bytes(), type=Book)
        given, ledger = committed_rules(committed), committed.made_from.ledger
    else:
        folder: Path = options.ledger
        scopes = [folder / "scope" / f"{scope}.txt" for scope in SCOPES]
        given = ledger_rules(read_ledger(folder), read_scopes(folder))
        ledger = _hash(*sorted(folder.glob("*.yaml")), *scopes)
    corrections = yaml.load(CORRECTIONS.read_text(encoding="utf-8"), LOADER)
    book = made_book(given, Source(ledger, _hash(CORRECTIONS)), corrections)
    text = written(book)
    if options.check:
        is_fresh = RULES.is_file() and RULES.read_text(encoding="utf-8") == text
        print(f"{len(book.rules)} rules, {'fresh' if is_fresh else 'stale: run without --check'}")
        return 0 if is_fresh else 1
    RULES.write_text(text, encoding="utf-8")
    print(f"{len(book.rules)} rules to {RULES.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
