"""The rulebook entries: whole, right in form in three languages, and nobody else's sentences."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.rulebook import UnknownRule, chapters, rule, rules
from fujikoro_nb.rulebook.booklets import Heading, booklets, heading_of
from fujikoro_nb.rulebook.entries import LANGUAGES, entries, entry, made_from
from fujikoro_nb.rulebook.phases import phases
from fujikoro_nb.rulebook.rules import Citation, Rule
from fujikoro_nb.rulebook.wording import numbers_in, runs
from fujikoro_nb.texts import has, typeset
from tools.build_entries import source_hash
from tools.check_entries import booklet_runs, faults_in, faults_of, read_chapter

LINES = Path(__file__).parent / "booklets" / "lines.json"


@cache
def lines_of() -> dict[str, dict[str, Any]]:
    """Of each booklet how many lines it has, and which are blank."""
    found: dict[str, dict[str, Any]] = msgspec.json.decode(LINES.read_bytes())
    return found


def test_there_is_an_entry_for_every_rule() -> None:
    assert [each.id for each in entries()] == [each.id for each in rules()]
    assert len(entries()) == 766


@pytest.mark.parametrize("chapter", chapters())
def test_no_fault_in_a_chapter(chapter: str) -> None:
    assert list(faults_in(chapter)) == []


def test_the_joined_file_is_made_from_these_chapters() -> None:
    assert made_from() == source_hash()


def test_every_citation_stands_in_its_booklet_and_is_not_blank() -> None:
    wrong = []
    for each in rules():
        for citation in each.citations:
            known = lines_of()[citation.seed]
            cited = set(range(citation.first, citation.last + 1))
            if citation.last > known["lines"] or not cited - set(known["blank"]):
                wrong.append((each.id, str(citation)))
    assert wrong == []


def test_lines_that_a_correction_names_exist() -> None:
    """The fixture is of the real texts: as `wc -l` counts them, and a last line without an end."""
    assert {seed: known["lines"] for seed, known in lines_of().items()} == {
        "000": 420,
        "001": 1155,
        "002": 252,
        "003": 167,
        "004": 2070,
    }


GOOD = "combat.helmet.absorb"


@cache
def _written() -> dict[str, Any]:
    written: dict[str, Any] = read_chapter("combat")
    return written


def said() -> dict[str, Any]:
    """A good entry to spoil."""
    return copy.deepcopy(_written()[GOOD])


def found(entry_said: object) -> str:
    return "\n".join(faults_of(rule(GOOD), entry_said))


def test_a_good_entry_has_no_fault() -> None:
    assert found(said()) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_statement_of_46_words_is_too_long(language: str) -> None:
    spoiled = said()
    spoiled[language]["says"] = " ".join(["so"] * 46)
    assert f"{language}: says has 46 words, at most 45" in found(spoiled)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_the_rule_does_not_have(language: str) -> None:
    spoiled = said()
    spoiled[language]["says"] += " 17"
    assert f"{language}: says states [17]" in found(spoiled)


@pytest.mark.parametrize(("language", "number"), [("en", "nine"), ("fr", "neuf"), ("de", "neun")])
def test_numbers_count_as_words_too(language: str, number: str) -> None:
    spoiled = said()
    spoiled[language]["answer"] = f"{number}."
    assert f"{language}: answer states [9]" in found(spoiled)


def test_a_number_that_only_one_language_has() -> None:
    spoiled = said()
    spoiled["de"]["says"] = "Holz schluckt 1 Treffer."
    assert "de: numbers [1] in says" in found(spoiled)


def test_eight_words_of_a_booklet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence is borrowed when its run is among the hashes; this one is put there for the test."""
    from tools import check_entries

    borrowed = "a sentence of nine words that nobody here wrote"
    monkeypatch.setattr(
        check_entries, "booklet_runs", lambda: frozenset(map(check_entries.fingerprint, runs(borrowed)))
    )
    spoiled = said()
    spoiled["en"]["says"] = borrowed
    assert "eight words of a booklet" in found(spoiled)


def test_the_hashes_are_those_of_five_booklets() -> None:
    assert 30_000 < len(booklet_runs()) < 40_000


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seal": "maybe"}, "seal is one of"),
        ({"modes": []}, "modes: one or more"),
        ({"modes": ["makai"]}, "modes: one or more"),
        ({"players": [4, 2]}, "players: [least, most]"),
        ({"colour": "red"}, "unknown field"),
        ({"fr": "?"}, "Expected `object`"),
    ],
)
def test_a_field_that_cannot_be(change: dict[str, object], fault: str) -> None:
    assert fault in found({**said(), **change})


def test_no_entry_at_all() -> None:
    assert found(None) != ""
    assert found(["a", "list"]) != ""


@pytest.mark.parametrize("name", ["ruling", "reason"])
def test_a_conflict_needs_ruling_and_reason(name: str) -> None:
    spoiled = said()
    del spoiled["en"][name]
    assert "en: a conflict needs ruling and reason" in found(spoiled)


def test_a_ruling_needs_a_conflict() -> None:
    quiet = rule("craft.one-type")
    assert quiet.conflict is None
    spoiled = {**read_chapter("craft")["craft.one-type"]}
    spoiled["en"] = {**spoiled["en"], "ruling": "So.", "reason": "So."}
    assert "en: a ruling without a conflict" in "\n".join(faults_of(quiet, spoiled))


OPEN = "scenario.7.solo.fallen-at-temples"


def open_said() -> dict[str, Any]:
    """A good entry with options, to spoil."""
    return copy.deepcopy(read_chapter("scenario")[OPEN])


def found_open(entry_said: object, disputed: Rule | None = None) -> str:
    return "\n".join(faults_of(disputed or rule(OPEN), entry_said))


def test_a_conflict_without_a_switch_has_options_or_a_reason() -> None:
    assert found_open(open_said()) == ""
    spoiled = open_said()
    for language in LANGUAGES:
        del spoiled[language]["options"]
    assert "a conflict without a switch has options" in found_open(spoiled)
    decided = msgspec.structs.replace(rule(OPEN), why_no_switch="One place.")
    assert found_open(spoiled, decided) == ""
    assert "a conflict without a switch has options" in found_open(open_said(), decided)


def test_only_an_open_conflict_of_booklets_has_options() -> None:
    spoiled = said()
    for language in LANGUAGES:
        spoiled[language]["options"] = {"one-way": "So.", "other-way": "So not."}
    assert "options belong to a conflict" in found(spoiled), "it has a switch"
    conflict = rule(OPEN).conflict
    assert conflict is not None
    silent = msgspec.structs.replace(rule(OPEN), conflict=msgspec.structs.replace(conflict, kind="silent"))
    assert "options belong to a conflict" in found_open(open_said(), silent)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"spot-first": "So."}, "1 options, 2 to 3"),
        ({"a": "So.", "b": "So not.", "c": "Or so.", "d": "Or not."}, "4 options, 2 to 3"),
        ({"000": "So.", "001": "So not."}, "an option's name is short English"),
        ({"spot-first": "So.", "free-choice": "so"}, "two options say the same"),
        ({"spot-first": "So.", "free-choice": ""}, "the option free-choice has 0 words"),
        ({"spot-first": "So.", "free-choice": " ".join(["so"] * 26)}, "the option free-choice has 26 words"),
        ({"spot-first": "So.", "free-choice": "It stands in line 7."}, "an id, a line number or markup"),
    ],
)
def test_options_that_cannot_be(options: dict[str, str], fault: str) -> None:
    spoiled = open_said()
    for language in LANGUAGES:
        spoiled[language]["options"] = dict(options)
    assert fault in found_open(spoiled)


def test_options_are_the_same_in_every_language() -> None:
    spoiled = open_said()
    spoiled["fr"]["options"] = dict(reversed(spoiled["fr"]["options"].items()))
    assert "fr: options must be ['symmetric', 'any-board']" in found_open(spoiled)
    spoiled = open_said()
    spoiled["de"]["options"]["symmetric"] += " 7"
    assert "de: the option symmetric states other numbers than in English" in found_open(spoiled)


def test_questions_are_enough_different_and_short() -> None:
    spoiled = said()
    spoiled["en"]["asked"] = ["Why?", "why", " ".join(["so"] * 23)]
    faults = found(spoiled)
    for fault in ("3 questions, at least 8", "asked twice: why", "a question of 23 words"):
        assert fault in faults


def test_no_ids_or_markup_in_a_text() -> None:
    for text in ("See <b>this</b>.", "It stands in line 7.", f"As {GOOD} says."):
        spoiled = said()
        spoiled["en"]["reason"] = text
        assert "an id, a line number or markup" in found(spoiled)


def test_no_question_is_asked_of_two_rules() -> None:
    """The search could not tell them apart."""
    asked: dict[str, str] = {}
    twice = []
    for each in entries():
        for language in LANGUAGES:
            for question in each.wording(language).asked:
                key = question.casefold().strip(" ?!.")
                if asked.setdefault(key, each.id) != each.id:
                    twice.append((question, asked[key], each.id))
    assert twice == []


def test_numbers_of_a_text() -> None:
    assert numbers_in("Une arme à deux mains de douze cubes", language="fr") == {12}
    assert numbers_in("Fuji 99: a two-handed weapon", language="en") == set()


def test_unknown_entry() -> None:
    with pytest.raises(UnknownRule):
        entry("no.such.rule")


def test_headings_are_in_order_and_within_their_booklet() -> None:
    for seed, booklet in booklets().items():
        lines = [heading.at for heading in booklet.headings]
        assert lines == sorted(set(lines))
        assert lines[0] == 1
        assert lines[-1] <= lines_of()[seed]["lines"]


def test_a_citation_stands_under_its_heading() -> None:
    """Looked up by hand: 000:278 is under "Attacking", 001:236 under "Casque" on page 7."""
    assert heading_of(Citation("000", 278, 278)).heading == "Attacking"
    assert heading_of(Citation("001", 236, 236)) == Heading(226, "Casque", 7)


def test_phases_name_real_rules_and_every_chapter() -> None:
    named = [each for phase in phases() for each in phase.rules]
    for each in named:
        rule(each)
    assert {chapter for phase in phases() for chapter in phase.chapters} == set(chapters())
    assert len({phase.id for phase in phases()}) == len(phases())
    for phase in phases():
        assert has(f"phase.{phase.id}")
        assert has(f"phase.{phase.id}-about")


def test_french_is_set_as_every_other_sentence() -> None:
    """However it was typed, no line of a French entry or of a French heading begins with a sign or ends with «."""
    texts = [
        text
        for each in entries()
        for text in _strings(msgspec.to_builtins(each.fr))
        if any(sign in text for sign in "?!:;«»")
    ]
    texts += [each.heading for each in booklets()["001"].headings]
    assert [text for text in texts if text != typeset(text, "fr")] == []
    assert sum("\u202f?" in text for text in texts) > 1000
    assert any("«\u00a0" in text for text in texts) and any("\u00a0:" in text for text in texts)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)
