"""Numbers that no booklet prints: the one source that knows them, their mark, and what one's own box makes of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fujikoro_nb.content import Pack, empty_pack, house_pack
from fujikoro_nb.content.box import BOX, FUJI99_CARDS, MAKAI_COLOURS
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.records import RECORD_TYPES, key_of
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.helper.know_box.fields import STOPS
from fujikoro_nb.rulebook import rule, rules
from fujikoro_nb.rulebook.boxed import boxed, boxed_rules
from fujikoro_nb.rulebook.chosen import (
    FACTS,
    chosen_keys,
    fact_of_rule,
    is_chosen,
    mark,
    own_pack,
    rules_of,
    still_ours,
)
from fujikoro_nb.rulebook.entries import LANGUAGES, entries, entry
from fujikoro_nb.rulebook.wording import numbers_in
from tests.support.boxes import HEAD, own_box

NOBODY = empty_pack("owner", "owner")
DRAWN = ("gear_cards", "blueprints", "tiles", "resource_tokens", "scrolls", "adventure_tokens")
"""Pieces: each wears its house mark itself, and a real box's are never mixed with them."""
MADE_UP = re.compile(r"CHOSEN CONTENT|\bchosen (?:deck|single copy|values)|is unique \(chosen\)")
"""How the ledger speaks of numbers that it chose, beside the mark that it puts on them."""


def records_of(pack: Pack) -> dict[str, str]:
    """Keys with the section that holds them."""
    return {key_of(record): section for section in RECORD_TYPES for record in getattr(pack.records, section)}


# ---- the source is whole


def test_every_invented_number_of_the_house_pack_is_known() -> None:
    sections = records_of(house_pack())
    known = {key for fact in FACTS for key in fact.keys}
    unknown = {key for key in chosen_keys() if sections[key] not in DRAWN} - known
    assert unknown == set()
    assert known <= set(sections)


def test_a_number_that_nobody_knows_of_is_found() -> None:
    """The check above can fail: a fact that is left out leaves numbers without a mark."""
    known = {key for fact in FACTS if fact.name != "palaces" for key in fact.keys}
    sections = records_of(house_pack())
    assert {key for key in chosen_keys() if sections[key] not in DRAWN} - known == {
        f"palace-big-{kind}" for kind in ("helmet", "weapon", "sandals", "monk", "tooth")
    }


def test_every_rule_that_the_ledger_marks_is_known() -> None:
    marked = {one.id for one in rules() if is_chosen(one)}
    assert len(marked) >= 7
    assert all(fact_of_rule(one) is not None for one in marked)


def test_every_rule_that_speaks_of_a_choice_is_known() -> None:
    speaks = {
        one.id
        for one in rules()
        if MADE_UP.search(" ".join((one.statement, one.conflict.ruling if one.conflict else "")))
    }
    assert {"makai.deck.poison-cards", "makai.deck.every-hand-can-predict"} <= speaks
    assert {one for one in speaks if fact_of_rule(one) is None} == set()


def test_every_fact_has_a_place_where_it_is_typed() -> None:
    assert {fact.stop for fact in FACTS} == {one.name for one in STOPS}


# ---- entries


def test_the_house_pack_has_the_ledgers_numbers() -> None:
    """Both are written by hand, and say the same."""
    teeth = dict(rule("coop.combat.teeth-for-victory").numbers)
    for colour in BOX["dragons"]:
        assert house_pack().numbers(f"coop-teeth-{colour}") == (teeth[f"teeth.{colour}"],)
    deck = dict(rule("makai.deck.forty-four-cards").numbers)
    poison = dict(rule("makai.deck.poison-cards").numbers)
    for colour in MAKAI_COLOURS:
        cards = deck[colour]
        assert isinstance(cards, tuple)
        strengths = tuple(int(str(card).split(" ")[0]) for card in cards)
        assert house_pack().numbers(f"makai-{colour}") == strengths
        toxic = poison.get(f"poison.{colour}")
        assert house_pack().numbers(f"makai-poison-{colour}") == (() if toxic is None else (toxic,))
    assert house_pack().numbers("makai-magic") == (deck["magic"],)
    three = dict(rule("makai.deck.three-player-deck").numbers)
    assert house_pack().numbers("makai-out") == (0, three["removed.green"], 0, 0, three["removed.magic"])
    cards = dict(rule("fuji99.card.chosen-table").numbers)["cards"]
    assert isinstance(cards, tuple)
    table = {
        found["key"]: tuple(found[name] for name in ("value", "cost", "transparent", "copies"))
        for found in (json.loads(str(card).replace("'", '"')) for card in cards)
    }
    assert {card: house_pack().numbers(f"fuji99-{card}") for card in FUJI99_CARDS} == table
    events = dict(rule("coop.final.lava-events").numbers)["events"]
    assert isinstance(events, tuple)
    lava = tuple(int(str(event).removeprefix("lava")) if event != "none" else 0 for event in events)
    assert house_pack().numbers("coop-track") == lava


TELLS = {
    "en": re.compile(
        r"\b(?:blue|green|red|white) \d[^.]*\b(?:green|red|white) \d|Poison[^.]*\bgreen 3|green 3[^.]*Poison|doubled \d"
    ),
    "fr": re.compile(
        r"\b(?:bleu|vert|rouge|blanc) \d[^.]*\b(?:vert|rouge|blanc) \d"
        r"|Poison[^.]*\bvert 3|vert 3[^.]*Poison|\d doublés?\b"
    ),
    "de": re.compile(
        r"\b(?:Blau|Grün|Rot|Weiß) \d[^.]*\b(?:Grün|Rot|Weiß) \d|Gift[^.]*\bGrün 3|Grün 3[^.]*Gift|doppelt [1-9]"
    ),
}
"""Lists of our own numbers, as sentences say them: teeth by colour, Poison's third card, a deck."""
PRINTED = {
    # Highest hits, points, dice and solo health, and the values of the second scenario, are the booklets' own.
    "combat.dice.limits",
    "combat.dragon.dice",
    "combat.win.reward",
    "scenario.1.competitive.solo-health",
    "scenario.2.competitive.dragon-values",
}


def unmarked(language: str, known: frozenset[str]) -> set[str]:
    """Entries that tell a list of our numbers and are not among those that wear the mark."""
    found = set()
    for one in entries():
        words = one.wording(language)
        texts = (words.title, words.answer, words.says, words.ruling)
        if one.id not in known | PRINTED and any(TELLS[language].search(text) for text in texts):
            found.add(one.id)
    return found


MARKED = frozenset(one for fact in FACTS for one in rules_of(fact))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_tells_a_chosen_number_without_its_mark(language: str) -> None:
    assert unmarked(language, MARKED) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_without_its_mark_is_found(language: str) -> None:
    """The search above can fail: each of these would be found if it wore none."""
    for rule_id in (
        "coop.combat.teeth-for-victory",
        "makai.deck.poison-cards",
        "makai.deck.forty-four-cards",
    ):
        assert unmarked(language, MARKED - {rule_id}) == {rule_id}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_such_rule_wears_the_mark_while_nobody_has_typed(language: str) -> None:
    told = boxed_rules(NOBODY, language=language)
    assert set(told) == MARKED
    assert all(one.mark and not one.own and not one.answer for one in told.values())
    assert entry("combat.win.reward") is not None
    assert boxed("combat.win.reward", NOBODY, language=language) is None


# ---- with one's own box


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_box_wears_no_mark_at_all(language: str) -> None:
    pack = own_box()
    assert {fact.name: sorted(still_ours(fact, pack)) for fact in FACTS if still_ours(fact, pack)} == {}
    told = boxed_rules(pack, language=language)
    assert all(one.own and not one.mark for one in told.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_a_box_are_said_as_its_owner_typed_them(language: str) -> None:
    """With our own numbers typed as one's own, the sentences have the numbers that the entries have."""
    told = boxed_rules(own_box(), language=language)
    for rule_id in ("coop.combat.teeth-for-victory", "makai.deck.poison-cards"):
        words = entry(rule_id).wording(language)
        assert numbers_in(told[rule_id].answer, language=language) == numbers_in(
            words.answer, language=language
        )


def test_one_number_of_four_leaves_the_mark_and_is_said() -> None:
    pack = read_pack_text(f"{HEAD}board_numbers:\n  - of: coop-teeth-blue\n    values: [7]\n")
    told = boxed("coop.combat.teeth-for-victory", pack, language="en")
    assert told is not None
    assert (told.mark, told.own) == ("not printed; your board says", "")
    assert told.answer == "Blue 7, green 2, red 3, white 4, for all together."
    assert "blue 7, green 2, red 3, white 4" in told.says


def test_all_four_are_the_boxs_own() -> None:
    lines = "".join(
        f"  - of: coop-teeth-{colour}\n    values: [{teeth}]\n"
        for colour, teeth in zip(("blue", "green", "red", "white"), (2, 3, 4, 6), strict=True)
    )
    pack = read_pack_text(f"{HEAD}board_numbers:\n{lines}")
    told = boxed("coop.combat.teeth-for-victory", pack, language="de")
    assert told is not None
    assert (told.mark, told.own) == ("", "aus deiner Schachtel")
    assert told.answer == "Blau 2, Grün 3, Rot 4, Weiß 6, für alle zusammen."
    assert told.ruling == "Das sind die Zahlen deiner eigenen Schachtel."


def test_three_tokens_of_a_colour_leave_the_fourth() -> None:
    dragon = (
        "  - {id: owner-dragon-blue-%d, colour: blue, health: 6, initiative: 4, dice: 3, victory_points: 5}\n"
    )
    pack = read_pack_text(f"{HEAD}dragons:\n" + "".join(dragon % n for n in (1, 2, 3)))
    dragons = next(fact for fact in FACTS if fact.name == "dragons")
    blue = {key for key in still_ours(dragons, pack) if "blue" in key}
    assert blue == {"house-dragon-blue-4"}
    assert mark(dragons, pack, language="en") == "not printed; your token says"


def test_what_is_typed_on_this_machine_is_read_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    assert own_pack().numbers("tiles") is None
    store = OwnerPack()
    store.put([("board_numbers", {"of": "tiles", "values": [8, 12, 13]})])
    assert own_pack().numbers("tiles") == (8, 12, 13)
    store.put([("board_numbers", {"of": "tiles", "values": [7, 12, 14]})])
    assert own_pack().numbers("tiles") == (7, 12, 14)
    assert own_pack().provenance_of("number-tiles") == Provenance.OWNER
