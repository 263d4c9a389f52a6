"""The rulebook's data: fresh, whole, and joined with the engine that plays it."""

from __future__ import annotations

import ast
import hashlib
import io
import re
import shutil
import tokenize
from pathlib import Path

import msgspec
import pytest
import yaml

from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES
from fujikoro_nb.engine.games import SWITCHES as EVERY_SWITCH
from fujikoro_nb.rulebook import (
    UnknownRule,
    chapters,
    has_rule,
    reading_sentence,
    related_switches,
    rule,
    rules,
)
from fujikoro_nb.rulebook.cases.reading import read_cases
from fujikoro_nb.rulebook.rules import Book, Citation, Conflict, Rule, book
from fujikoro_nb.texts import LANGUAGES, has, words
from tools import build_rulebook
from tools.related_rules import ids_cited, ids_shown, related
from tools.try_it import links

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "fujikoro_nb" / "engine"
RULEBOOK = ROOT / "fujikoro_nb" / "rulebook"
ID = re.compile(r"[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+")


def test_every_cited_rule_exists() -> None:
    cited = set().union(*ids_cited(ENGINE).values())
    assert len(cited) > 60, "the scan still finds the engine's citations"
    assert sorted(each for each in cited if not has_rule(each)) == []


def prose(path: Path) -> str:
    """The comments and docstrings of a file."""
    text = path.read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    said = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
    docstrings = [str(node.value) for node in said if isinstance(node, ast.Constant)]
    return "\n".join((*comments, *docstrings))


def test_every_rule_named_in_prose_exists() -> None:
    """Comments and docstrings name rules too; ``magic.py`` is a file, a name with an underscore a function."""
    missing = []
    for path in ENGINE.rglob("*.py"):
        for found in re.finditer(ID.pattern + r"(?![\w(])", prose(path)):
            name = found[0].rstrip(".")
            is_id = name.partition(".")[0] in chapters() and not name.endswith(".py")
            if is_id and not has_rule(name):
                missing.append((path.name, name))
    assert missing == []


def test_every_rule_of_the_ledger_is_here() -> None:
    """Counted in the ledger's four files: 363 competitive, 257 of the other modes, 71 and 75 of the sister games."""
    sister = {"makai": 71, "fuji99": 75}
    others = ("coop", "solo", "option", "scenario", "char")
    assert len(rules()) == 766
    assert {chapter: len(rules(chapter=chapter)) for chapter in sister} == sister
    assert sum(len(rules(chapter=chapter)) for chapter in others) == 257


def test_a_rule_is_played_when_a_scope_holds_it_or_the_engine_cites_it() -> None:
    cited = set().union(*ids_cited(ENGINE).values())
    assert {entry.id for entry in rules() if entry.is_played} == {
        entry.id for entry in rules() if entry.scopes or entry.id in cited
    }


def test_related_rules_and_positions_are_up_to_date() -> None:
    """Both follow from the engine, the cases and the statements, so a change there wants the rulebook built again."""
    statements = {entry.id: entry.statement for entry in rules()}
    near = related(statements, ids_cited(ENGINE).values(), ids_shown(ROOT / "cases"))
    assert {entry.id: entry.see_also for entry in rules()} == near
    tried = links(located.case for located in read_cases([ROOT / "cases"]))
    assert {entry.id: entry.try_it for entry in rules() if entry.try_it} == tried


def test_related_rules_stay_in_their_game() -> None:
    for entry in rules():
        assert len(entry.see_also) <= 8
        assert entry.id not in entry.see_also
        sister = entry.chapter if entry.chapter in ("makai", "fuji99") else ""
        for other in entry.see_also:
            assert (rule(other).chapter if rule(other).chapter in ("makai", "fuji99") else "") == sister


def test_the_scope_of_crafting_is_whole() -> None:
    """Counted by hand in the list of the issue: 64 rules."""
    scope = [entry.chapter for entry in rules(scope="crafting")]
    counts = {chapter: scope.count(chapter) for chapter in dict.fromkeys(scope)}
    assert counts == {"craft": 28, "gearcard": 8, "magic": 11, "combat": 5, "example": 12}


def test_switches_are_the_same_on_both_sides() -> None:
    assert {entry.id: entry.readings for entry in rules() if entry.readings} == {
        switch.rule: switch.readings for switch in EVERY_SWITCH.values()
    }
    assert set(EVERY_SWITCH) == {
        *SWITCHES,
        *(rule_id for kind in KINDS.values() for rule_id in kind.adopted.switches),
    }


BOARDS_OF_FALLEN = "scenario.7.solo.fallen-at-temples"
"""A table can choose the side of their boards, on which nothing that is played depends; links of before carry it."""


def test_every_played_conflict_has_a_switch_or_a_reason_why_there_is_none() -> None:
    conflicts = [
        entry
        for entry in rules()
        if entry.is_played and entry.conflict is not None and entry.conflict.kind == "conflict"
    ]
    assert len(conflicts) > 15, "the scan still finds the conflicts"
    bare = [entry.id for entry in conflicts if not entry.readings and not entry.why_no_switch]
    assert bare == [BOARDS_OF_FALLEN]
    disputed = {entry.id for entry in rules() if entry.conflict and entry.conflict.kind == "conflict"}
    assert {entry.id for entry in rules() if entry.why_no_switch} <= disputed
    assert sorted(entry.id for entry in rules() if entry.why_no_switch and entry.readings) == []


def test_a_game_with_one_booklet_has_no_conflict_of_booklets() -> None:
    for chapter, seed in (("makai", "002"), ("fuji99", "003")):
        cited = {citation.seed for entry in rules(chapter=chapter) for citation in entry.citations}
        assert cited == {seed}
        kinds = {entry.conflict.kind for entry in rules(chapter=chapter) if entry.conflict}
        assert kinds and kinds <= {"silent", "minor"}


def test_a_conflict_has_at_least_two_booklets() -> None:
    """In Fuji Koro only, of which there are three."""
    for entry in rules():
        if entry.conflict is not None and entry.conflict.kind == "conflict":
            seeds = [seed for seed, _ in entry.conflict.says]
            assert len(seeds) >= 2, entry.id
            assert set(seeds) <= {"000", "001", "004"}, entry.id


def test_conflicts_that_were_read_again() -> None:
    """Judged by hand from the cited lines: 000:353 has five spaces, 001:744 and 004:1570-1573 one more than three."""
    masako = rule("char.masako.move").conflict
    assert masako is not None
    assert [seed for seed, _ in masako.says] == ["000", "001", "004"]
    kinds = {
        "coop.dragon.never-enters-safe": "minor",
        "scenario.general.modes": "minor",
        "coop.setup.remove-tiles": "silent",
        "fuji99.setup.bag-contents": "silent",
        "makai.prize.base-amount": "silent",
        "scenario.8.solo.rope-timing": "conflict",
    }
    judged = {each: rule(each).conflict for each in kinds}
    assert {each: found.kind for each, found in judged.items() if found} == kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reading_is_explained(language: str) -> None:
    for switch in SWITCHES.values():
        assert has(f"switch.{switch.rule}", language=language)
        said = [reading_sentence(switch.rule, reading, language=language) for reading in switch.readings]
        assert len(set(said)) == len(switch.readings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_booklet_basis_and_conflict_has_a_name(language: str) -> None:
    for chapter in chapters():
        assert has(f"chapter.{chapter}", language=language)
    for entry in rules():
        assert not entry.basis or has(f"basis.{entry.basis}", language=language)
        assert entry.conflict is None or has(f"disagreement.{entry.conflict.kind}", language=language)
        assert entry.citations
        for citation in entry.citations:
            assert has(f"seed.{citation.seed}", language=language)


def test_no_reading_is_left_over_in_the_texts() -> None:
    every = [*SWITCHES.values(), *(one for kind in KINDS.values() for one in kind.adopted.switches.values())]
    assert set(words("reading")) == {
        f"{switch.rule}/{reading}" for switch in every for reading in switch.readings
    }
    assert set(words("switch")) == set(SWITCHES)


def test_rules_were_not_edited_by_hand() -> None:
    assert build_rulebook.seal(book().rules) == book().seal


def test_rules_are_made_from_these_corrections() -> None:
    corrections = (RULEBOOK / "corrections.yaml").read_bytes()
    assert hashlib.sha256(corrections).hexdigest() == book().made_from.corrections


def test_the_committed_file_is_in_the_scripts_own_form() -> None:
    text = (RULEBOOK / "rules.json").read_text(encoding="utf-8")
    assert build_rulebook.written(book()) == text


def test_numbers_of_the_ledger_are_those_of_the_engine() -> None:
    """The params of absorption are the ledger's, the values the engine's."""
    assert {letter: absorption_of(letter, rulings=ADOPTED) for letter in "WMTG"} == dict(
        rule("combat.helmet.absorb").numbers
    )


def test_french_tooth_is_a_conflict_with_a_switch() -> None:
    """001:236 prints two points where 000:278 and 004:468 have three; the ledger misses it."""
    entry = rule("combat.helmet.absorb")
    assert entry.conflict is not None
    assert dict(entry.conflict.says)["001"].endswith("(line 236)")
    assert entry.correction
    assert entry.readings == ("tooth-three", "tooth-two")


def test_unknown_rule() -> None:
    with pytest.raises(UnknownRule):
        rule("craft.nothing")


def test_related_switches_begin_with_the_rules_own() -> None:
    assert related_switches("combat.init.magic")[0].rule == "combat.init.magic"
    assert "combat.helmet.absorb" not in {switch.rule for switch in related_switches("combat.init.length")}


LEDGER = {
    "craft.a": {
        "id": "craft.a",
        "rule": "One\n  thing.",
        "sources": [{"seed": "000", "lines": "3-4"}],
        "params": {"max": 8, "before": {"W": 2}, "turns": [0, 90]},
        "legal_example": {"given": "one", "a stray": None, "when": "two", "then": "three"},
        "conflict": {"kind": "silent", "ruling": "yes", "reason": "no source"},
    },
    "char.b": {
        "id": "char.b",
        "rule": "Other.",
        "sources": [{"seed": "001", "lines": "7-7"}],
        "conflict": "Silent on it. Ruling - it holds.",
        "example": "this -> that",
    },
    "map.c": {"id": "map.c", "rule": "Unasked.", "sources": [{"seed": "004", "lines": "1-1"}]},
}


def ledger_rules() -> tuple[Rule, ...]:
    return build_rulebook.ledger_rules(LEDGER, {"crafting": {"craft.a"}})


def test_build_takes_scopes_citations_and_switches() -> None:
    made = build_rulebook.made_rules(ledger_rules(), ["char.b", "not.there"], {}, {"craft.a": ("x", "y")})
    first, second, third = made
    assert [entry.is_played for entry in made] == [True, True, False]
    assert third.id == "map.c"
    assert (first.id, first.statement, first.readings, first.scopes) == (
        "craft.a",
        "One thing.",
        ("x", "y"),
        ("crafting",),
    )
    assert first.numbers == (("max", 8), ("before.W", 2), ("turns", (0, 90)))
    assert first.examples[0].given == "one, a stray"
    assert (second.id, second.scopes, second.conflict.kind, second.conflict.ruling) == (
        "char.b",
        (),
        "silent",
        "it holds.",
    )
    assert (second.examples[0].given, second.examples[0].then) == ("this", "that")


def test_build_lays_corrections_over_the_ledger() -> None:
    corrections = {
        "craft.a": {
            "note": "why",
            "conflict": {"kind": "conflict", "000": "one", "001": "two", "ruling": "one", "reason": "older"},
            "sources": [{"seed": "001", "lines": "9-9"}],
        }
    }
    made, *_ = build_rulebook.made_rules(ledger_rules(), [], corrections, {})
    assert made.conflict.says == (("000", "one"), ("001", "two"))
    assert [str(citation) for citation in made.citations] == ["000:3-4", "001:9"]
    assert made.correction == "why"


def test_build_takes_the_reason_for_a_missing_switch_without_a_note() -> None:
    corrections = {"craft.a": {"why-no-switch": "One\n  place."}}
    made, *_ = build_rulebook.made_rules(ledger_rules(), [], corrections, {})
    assert (made.why_no_switch, made.correction) == ("One place.", "")


PLAIN = {
    name: {
        "id": name,
        "rule": "One thing.",
        "sources": [{"seed": "000", "lines": "3-4"}],
        "conflict": "The text says so and otherwise. Ruling - it holds.",
    }
    for name in ("char.b", "makai.c")
}
TWO = {"000": "so", "004": "other\n  wise"}


def made_plain(name: str, correction: dict[str, object]) -> Rule:
    corrections = {name: correction} if correction else {}
    given = build_rulebook.ledger_rules({name: PLAIN[name]}, {})
    [made] = build_rulebook.made_rules(given, [], corrections, {})
    return made


def test_build_takes_the_kind_of_a_plain_conflict_from_the_correction() -> None:
    silent = made_plain("makai.c", {"kind": "silent", "note": "why"})
    assert silent.conflict is not None
    assert (silent.conflict.kind, silent.conflict.ruling, silent.conflict.says) == ("silent", "it holds.", ())
    found = made_plain("char.b", {"kind": "conflict", "note": "why", "says": TWO}).conflict
    assert found is not None
    assert (found.kind, found.says) == ("conflict", (("000", "so"), ("004", "other wise")))
    assert found.reason == "The text says so and otherwise."


@pytest.mark.parametrize(
    ("name", "correction"),
    [
        ("char.b", {}),
        ("char.b", {"kind": "silent"}),
        ("char.b", {"kind": "loud", "note": "why"}),
        ("char.b", {"kind": "conflict", "note": "why"}),
        ("char.b", {"kind": "conflict", "note": "why", "says": {"000": "so"}}),
        ("char.b", {"kind": "conflict", "note": "why", "says": {**TWO, "005": "so"}}),
        ("char.b", {"note": "why", "says": TWO}),
        (
            "char.b",
            {"kind": "minor", "note": "why", "conflict": {"kind": "minor", "ruling": "x", "reason": "y"}},
        ),
        ("makai.c", {"kind": "conflict", "note": "why", "says": TWO}),
    ],
)
def test_build_refuses_a_kind_that_cannot_be(name: str, correction: dict[str, object]) -> None:
    with pytest.raises(build_rulebook.LedgerError):
        made_plain(name, correction)


@pytest.mark.parametrize(
    ("scopes", "corrections", "switches"),
    [
        ({"crafting": set()}, {"craft.a": {"why-no-switch": "x"}}, {"craft.a": ("x", "y")}),
        ({"crafting": {"craft.zzz"}}, {}, {}),
        ({"crafting": set()}, {"craft.zzz": {"note": "x"}}, {}),
        ({"crafting": set()}, {"craft.a": {"conflict": {}}}, {}),
        ({"crafting": set()}, {"craft.a": {"note": "x", "rule": "y"}}, {}),
        ({"crafting": set()}, {}, {"craft.zzz": ("a", "b")}),
        ({"crafting": set()}, {"map.c": {"kind": "silent", "note": "x"}}, {}),
    ],
)
def test_build_refuses_what_does_not_exist(
    scopes: dict[str, set[str]],
    corrections: dict[str, dict[str, object]],
    switches: dict[str, tuple[str, ...]],
) -> None:
    with pytest.raises(build_rulebook.LedgerError):
        build_rulebook.made_rules(build_rulebook.ledger_rules(LEDGER, scopes), [], corrections, switches)


def test_build_refuses_lines_that_cannot_be() -> None:
    broken = {"craft.a": {**LEDGER["craft.a"], "sources": [{"seed": "000", "lines": "9-3"}]}}
    with pytest.raises(build_rulebook.LedgerError):
        build_rulebook.ledger_rules(broken, {"crafting": {"craft.a"}})


# ---- made again by somebody who has no ledger


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the script reads and writes, in a folder of its own."""
    for name in ("RULES", "CORRECTIONS"):
        there: Path = getattr(build_rulebook, name)
        copy = tmp_path / there.name
        copy.write_bytes(there.read_bytes())
        monkeypatch.setattr(build_rulebook, name, copy)
    monkeypatch.setattr(build_rulebook, "CASES", shutil.copytree(build_rulebook.CASES, tmp_path / "cases"))
    return tmp_path


def remade(checkout: Path) -> Book:
    assert build_rulebook.main([]) == 0
    made = msgspec.json.decode((checkout / "rules.json").read_bytes(), type=Book)
    assert build_rulebook.seal(made.rules) == made.seal
    return made


def test_without_the_ledger_the_committed_file_is_made_again(checkout: Path) -> None:
    assert build_rulebook.main(["--check"]) == 0
    assert (checkout / "rules.json").read_bytes() == (RULEBOOK / "rules.json").read_bytes()


def test_without_the_ledger_a_correction_is_added_and_one_taken_back(checkout: Path) -> None:
    """001:236 would be read as three points after all: the source it brought goes, and nothing else stays of it."""
    name, uncorrected = "craft.helmet.size", rule("craft.helmet.size")
    assert (uncorrected.conflict, uncorrected.correction) == (None, "")
    corrections = checkout / "corrections.yaml"
    before = corrections.read_text(encoding="utf-8")
    said = yaml.load(before, build_rulebook.LOADER)
    brought = Citation("000", 136, 136)
    assert brought in rule("combat.helmet.absorb").citations
    del said["combat.helmet.absorb"]
    corrections.write_text(
        f"""{yaml.safe_dump(said, allow_unicode=True)}
{name}:
  note: Read again.
  conflict: {{kind: minor, "000": so, "001": otherwise, ruling: so, reason: older}}
  sources: [{{seed: "001", lines: 9-9}}]
  why-no-switch: Both are played alike.
""",
        encoding="utf-8",
    )
    assert build_rulebook.main(["--check"]) == 1
    made = remade(checkout)
    changed, bare = (entry for entry in made.rules if entry not in book().rules)
    if changed.id != name:
        changed, bare = bare, changed
    assert changed == msgspec.structs.replace(
        uncorrected,
        citations=(uncorrected.citations[0], Citation("001", 9, 9), *uncorrected.citations[1:]),
        conflict=Conflict("minor", "so", "older", (("000", "so"), ("001", "otherwise"))),
        correction="Read again.",
        why_no_switch="Both are played alike.",
    )
    assert made.made_from.corrections != book().made_from.corrections
    assert made.made_from.ledger == book().made_from.ledger
    assert (bare.id, bare.conflict, bare.correction) == ("combat.helmet.absorb", None, "")
    assert brought not in bare.citations
    corrections.write_text(before, encoding="utf-8")
    assert remade(checkout) == book()


def test_without_the_ledger_a_case_is_added(checkout: Path) -> None:
    """It brings two rules together that none shows together, and gives one of them a position to try."""
    one, other = rule("end.tie.none-escaped"), rule("adventure.omamori-fire")
    assert (other.id in one.see_also, one.try_it, len(one.see_also)) == (False, "", 6)
    cases = [
        {
            "id": f"a-new-one-{number}",
            "rules": [one.id, other.id],
            "inspect": {"kind": "helmet", "gear": "W"},
            "expect": {"legal": True},
        }
        for number in (1, 2)
    ]
    (checkout / "cases" / "new.yaml").write_text(yaml.safe_dump({"cases": cases}), encoding="utf-8")
    made = {entry.id: entry for entry in remade(checkout).rules}
    assert other.id in made[one.id].see_also
    assert made[one.id].try_it.startswith("page=gear&helmet=W")
    assert {name for name, entry in made.items() if entry != rule(name)} == {one.id, other.id}


def test_rules_round_trip() -> None:
    assert msgspec.json.decode(msgspec.json.encode(book()), type=type(book())) == book()
