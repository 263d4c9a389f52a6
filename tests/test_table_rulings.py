"""What a table can decide: playable readings only, the adopted one first."""

from __future__ import annotations

import pytest

from fujikoro_nb.helper.rules_data import rules_data
from fujikoro_nb.helper.table_rulings import TableRulings, options, parse_rulings
from fujikoro_nb.rulebook import rule, rules
from fujikoro_nb.rulebook.entries import LANGUAGES, entry

OPEN = "scenario.7.solo.fallen-at-temples"
"""A conflict that no engine plays yet."""
TOOTH = "combat.helmet.absorb"


def test_options_of_a_conflict_without_a_switch_are_the_entrys() -> None:
    assert [option.name for option in options(rule(OPEN))] == ["symmetric", "any-board"]
    assert [option.name for option in options(rule(TOOTH))] == ["tooth-three", "tooth-two"]


@pytest.mark.parametrize(
    "name",
    [
        "example.takeko-craft.twelve",  # a picture
        "coop.setup.pile-1-2-players",  # a misprint that cannot be carried out
        "coop.dragon.never-enters-safe",  # wording
        "makai.prize.base-amount",  # one booklet
        "craft.helmet.size",  # no conflict at all
    ],
)
def test_where_nothing_is_left_to_choose_there_are_no_options(name: str) -> None:
    assert options(rule(name)) == ()
    with pytest.raises(KeyError):
        TableRulings().with_option(name, "ruling")


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_differ_and_none_is_a_booklets_name(language: str) -> None:
    several = 0
    for each in rules():
        choice = options(each, language=language)
        if not choice:
            continue
        several += 1
        assert len(choice) >= 2, each.id
        assert len({option.says.casefold() for option in choice}) == len(choice), each.id
        assert not {option.name for option in choice} & {"000", "001", "004", "ruling"}, each.id
        assert [option.name for option in choice] == [option.name for option in options(each)], each.id
        books = {said for _, said in entry(each.id).wording(language).books}
        assert not books & {option.says for option in choice}, each.id
    assert several > 20, "the scan still finds the choices"


def test_every_conflict_has_options_or_a_reason_why_not() -> None:
    for each in rules():
        is_conflict = each.conflict is not None and each.conflict.kind == "conflict"
        if is_conflict:
            assert bool(options(each)) != bool(each.why_no_switch), each.id
        elif not each.readings:
            assert options(each) == (), each.id


def test_the_text_of_a_link() -> None:
    rulings = TableRulings().with_option(TOOTH, "tooth-two").with_option(OPEN, "any-board")
    assert rulings.text() == f"{TOOTH}:tooth-two,{OPEN}:any-board"
    assert parse_rulings(rulings.text()) == (rulings, "")
    assert rulings.option(OPEN) == "any-board"
    assert TableRulings().option(OPEN) == "symmetric"
    assert rulings.with_option(OPEN, "symmetric").text() == f"{TOOTH}:tooth-two"
    assert dict(rulings.switches.chosen) == {TOOTH: "tooth-two"}


@pytest.mark.parametrize("old", ["000", "001", "ruling"])
def test_a_booklet_is_no_option(old: str) -> None:
    """Links of earlier versions named a booklet; what it says is not always a way to play."""
    assert parse_rulings(f"{OPEN}:{old},{TOOTH}:tooth-two") == (
        TableRulings().with_option(TOOTH, "tooth-two"),
        f"{OPEN}:{old}",
    )


def test_a_page_gets_every_conflict_with_at_least_two_booklets() -> None:
    disputed = {each["id"]: each["conflict"] for each in rules_data("en")["rules"] if "conflict" in each}
    assert set(disputed) == {each.id for each in rules() if each.conflict is not None}
    assert all(len(one["books"]) >= 2 for one in disputed.values() if one["kind"] == "conflict")
    assert all(one["kind"] == "conflict" or one["is_switch"] for one in disputed.values() if one["options"])
