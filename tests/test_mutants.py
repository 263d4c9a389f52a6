"""The mutants fit the source, cover every rule shown in tests/rules, and a sample of them is killed."""

from __future__ import annotations

import subprocess
import sys

from tests.support.each import each
from tools import mutants

ALL = mutants.load()


@each("rule", sorted({mutant.rule for mutant in ALL}))
def test_every_patch_fits_the_source_exactly_once(rule: str) -> None:
    assert [mutant.fault() for mutant in ALL if mutant.rule == rule and mutant.fault()] == []


def test_every_rule_shown_in_the_rules_tests_has_a_mutant() -> None:
    assert mutants.shown_rules() - {mutant.rule for mutant in ALL} == set()


def test_every_mutated_rule_is_shown_by_a_test() -> None:
    assert {mutant.rule for mutant in ALL} - mutants.shown_rules() == set()


def test_a_patch_that_does_not_fit_is_named() -> None:
    absent = mutants.Mutant("craft.waste", "fujikoro_nb/engine/fujikoro/gear/worn.py", "no such text", "")
    assert absent.fault() == "find occurs 0 times in fujikoro_nb/engine/fujikoro/gear/worn.py: 'no such text'"


def test_a_sample_of_mutants_is_killed() -> None:
    """Three of them, drawn with a seed; make mutants runs all."""
    done = subprocess.run(
        [sys.executable, str(mutants.__file__), "--sample", "3", "--seed", "11"],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 of 3 mutants" in done.stdout


def test_a_mutant_that_changes_nothing_survives() -> None:
    """The judge itself: a harmless patch is reported as survived, not as killed."""
    harmless = mutants.Mutant(
        "craft.helmet.size",
        "fujikoro_nb/engine/fujikoro/gear/worn.py",
        "MAGIC_INITIATIVE = 4",
        "MAGIC_INITIATIVE = 5",
    )
    with mutants.copies(1) as (copy,):
        assert mutants.judge(harmless, copy).outcome == "survived"
        assert (copy / harmless.file).read_text(encoding="utf-8").count("MAGIC_INITIATIVE = 4") == 1
        crash = mutants.Mutant("craft.helmet.size", harmless.file, "MAGIC_INITIATIVE = 4", "raise KeyError")
        assert mutants.judge(crash, copy).outcome == "broken"


def test_a_mutant_that_never_ends_is_no_kill() -> None:
    """It is told by its processor time, so that a busy machine does not make one of every slow test."""
    file = "fujikoro_nb/engine/fujikoro/gear/worn.py"
    with mutants.copies(1) as (copy,):
        (copy / file).write_text("while True:\n    pass\n", encoding="utf-8")
        found = mutants.run_tests("craft.helmet.size", copy, ("rules",), seconds=2)
    assert found == ("broken", "hangs for 2 s")
