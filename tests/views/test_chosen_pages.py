"""Every page that shows a number which no booklet prints shows its mark beside it.

The house pack gets numbers that no page would show for any other reason; whatever shows one of them must say, in the
same row or line, that it is ours. Entries are gone over in ``tests/rulebook/test_chosen.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from fujikoro_nb.commands.ask import ask_reply
from fujikoro_nb.commands.setup import setup_reply
from fujikoro_nb.content import Pack, empty_pack, house_pack
from fujikoro_nb.content.pack import pack_of
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Provenance
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, Mode
from fujikoro_nb.helper.reference import dragons, reference
from fujikoro_nb.helper.setup.choices import SETUP_MODES, player_range
from fujikoro_nb.helper.setup.lists import pack_away_list, setup_list
from fujikoro_nb.helper.setup.sentences import told_step
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.odds import Foe, Samurai, solve
from fujikoro_nb.play.seats import Chair, Table, begin
from fujikoro_nb.rulebook.chosen import FACTS, chosen_keys, rules_of
from fujikoro_nb.rulebook.entries import LANGUAGES, entries, entry
from fujikoro_nb.serve.readers.paper import paper
from fujikoro_nb.texts import say
from fujikoro_nb.views.fight.board import offers_of
from fujikoro_nb.views.fight.odds import met, trace_view
from fujikoro_nb.views.game.people import status_view
from fujikoro_nb.views.game.points import points_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.rules.card import rule_card
from fujikoro_nb.widgets import CombatPanel, RulesPage, SetupPage
from tests.support.gear_positions import board

NOBODY = empty_pack("owner", "owner")
FIRST = 4210
"""From here on our numbers count: no rule, no count and no year of a page is as high."""
WITH_MARK = ("mark", "box", "track_mark", "house")
"""What a row says beside a number of ours; the words themselves count as well."""
TILES = (FIRST + 101, FIRST + 102, FIRST + 103)


@pytest.fixture
def tainted(monkeypatch: pytest.MonkeyPatch) -> Pack:
    """The house pack with numbers that stand out, in every module that knows it."""
    records = house_pack().records
    numbers = iter(range(FIRST + 10, FIRST + 1000))
    pack = pack_of(
        msgspec.structs.replace(
            records,
            dragons=tuple(
                msgspec.structs.replace(one, health=next(numbers), initiative=next(numbers))
                if one.id in chosen_keys()
                else one
                for one in records.dragons
            ),
            palaces=tuple(
                msgspec.structs.replace(one, single=tuple(next(numbers) for _ in one.single))
                if one.palace == "big"
                else one
                for one in records.palaces
            ),
            board_numbers=tuple(
                msgspec.structs.replace(one, values=tuple(next(numbers) for _ in one.values))
                for one in records.board_numbers
            ),
        )
    )
    for module in [*sys.modules.values()]:
        if getattr(module, "house_pack", None) is house_pack and module is not sys.modules[__name__]:
            monkeypatch.setattr(module, "house_pack", lambda: pack)
    return pack


def words_of_marks(language: str) -> tuple[str, ...]:
    return tuple(
        say(f"chosen.mark-{who}", language=language) for who in ("board", "die", "token", "cards", "box")
    )


def unmarked(told: Any, language: str = "en", *, is_marked: bool = False) -> Iterator[str]:
    """Texts and numbers of ours that stand in no row with a mark."""
    if isinstance(told, Mapping):
        here = is_marked or any(told.get(name) for name in WITH_MARK)
        for value in told.values():
            yield from unmarked(value, language, is_marked=here)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from unmarked(value, language, is_marked=is_marked)
    elif isinstance(told, int | str) and not is_marked and _is_ours(told):
        words = (mark for mark in words_of_marks(language) if mark in str(told))
        yield from () if any(words) else (str(told),)


def _is_ours(told: int | str) -> bool:
    return any(FIRST <= int(number) < FIRST + 1000 for number in re.findall(r"\d{4,9}", str(told)))


def shows_ours(told: Any) -> bool:
    return bool([*unmarked(told)]) or _is_ours(str(told))


def test_the_search_finds_a_number_without_a_mark() -> None:
    """It can fail: a bare number, a sentence, a row beside a marked one."""
    assert [*unmarked({"health": FIRST})] == [str(FIRST)]
    assert [*unmarked({"says": f"Blue {FIRST}."})] == [f"Blue {FIRST}."]
    rows = [{"text": f"{FIRST}", "mark": "x"}, {"text": f"{FIRST + 1}", "mark": ""}]
    assert [*unmarked(rows)] == [f"{FIRST + 1}"]
    assert [*unmarked(f"{FIRST} (not printed; your board says)")] == []
    assert [*unmarked({"n": 12, "says": "1250 cubes"})] == []


# ---- rules: card, list, answer in the shell


MARKED = sorted(one for fact in FACTS for one in rules_of(fact))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_every_such_rule_wears_the_mark_and_no_other_does(language: str) -> None:
    speak = partial(say, language=language)
    for one in entries():
        told = rule_card(one.id, speak, rulings=TableRulings(), language=language, owned=NOBODY)
        if one.id in MARKED:
            assert told["box"]["mark"] in words_of_marks(language), one.id
            assert told["box"]["stop"]
        else:
            assert told["box"] is None, one.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_rules_has_a_mark_for_each(language: str) -> None:
    page = RulesPage(language=language, owned=NOBODY)
    assert sorted(page.box) == MARKED
    assert all(one["mark"] in words_of_marks(language) for one in page.box.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_id", MARKED)
def test_the_shell_says_it_in_the_same_breath(rule_id: str, language: str) -> None:
    reply = ask_reply(entry(rule_id).wording(language).asked[0], language=language, is_lexical=True)
    found = [one for one in reply.data["entries"] if one["id"] == rule_id]
    assert found
    for one in found:
        assert any(mark in one["answer"] for mark in words_of_marks(language))
        assert one["box"] in words_of_marks(language)


# ---- lists


@pytest.mark.parametrize("mode", SETUP_MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_setup_lists(mode: str, language: str) -> None:
    shown = 0
    for players in range(player_range(mode)[0], player_range(mode)[1] + 1):
        for make in (setup_list, pack_away_list):
            for step in make(mode, players, tiles=TILES).steps:
                told = told_step(step, language=language, owned=NOBODY)
                # What stays and what comes to the table stands in the row that wears the mark.
                assert [*unmarked(told, language)] == [], step.key
                shown += shows_ours(told)
    assert shown == 0 if mode in ("makai_fuda", "fuji_99") else shown > 0


def test_the_list_in_the_shell_says_it_below_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = setup_reply("coop", 3, ()).lines
    at = next(number for number, line in enumerate(lines) if "Take tiles out" in line)
    assert "   not printed; your box says" in lines[at : at + 4]


def test_the_page_of_the_lists() -> None:
    page = SetupPage(mode="coop", players=3, owned=NOBODY)
    steps = [step for tab in ("setup", "pack") for step in page.lists[tab]]
    assert {step["key"] for step in steps if step["box"]} == {"tiles-remove", "pack-tiles"}


# ---- the game, the fight, the paper


def test_dragons_of_a_fight(tainted: Pack) -> None:
    offers = offers_of(tainted.dragons)
    assert {offer.mark for offer in offers} == {"house", "rulebook"}
    panel = CombatPanel(weapon="WWM...:...", dragons_of=lambda: ())
    assert shows_ours(panel.offers)
    rows = [{**row, "house": row["mark"] == "house"} for row in panel.offers]
    assert [*unmarked(rows)] == []
    assert all(row["ours"] == ["health", "initiative"] for row in panel.offers if row["kind"] == "dragon")


@pytest.mark.parametrize("language", LANGUAGES)
def test_teeth_of_a_groups_fight(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """A fight that is won for certain brings the number of the board; it is ours until somebody types that."""
    monkeypatch.setattr("fujikoro_nb.odds.fight.DRAGON_TEETH", {"blue": FIRST + 500})
    foe = met(Foe.parse("1/0/3"), COOP.said, came=False)
    samurai = Samurai.of(board(weapon="WWWW+G@1,1", monks=("weapon",)))
    odds = solve(samurai, foe, {die.material: die for die in house_pack().dice})
    speak = partial(say, language=language)
    trace = trace_view(odds, odds.distributions, speak, has_own_teeth=False)
    assert shows_ours(trace)
    assert [*unmarked(trace, language)] == []
    assert trace["teeth"]["mark"] == words_of_marks(language)[0]
    assert trace_view(odds, odds.distributions, speak, has_own_teeth=True)["teeth"]["mark"] == ""


def test_teeth_of_a_fight_on_its_page() -> None:
    """Rivals win the rulebook's tooth; a group's are ours until somebody types those of its board."""

    def mark_of(mode: Mode, typed: Mapping[str, int]) -> str:
        panel = CombatPanel(weapon="WW", helmet="W", mode=mode, teeth=dict(typed))
        panel._handle_custom_msg({"act": "dragon", "health": 2, "initiative": 2, "dice": 3}, [])
        panel._handle_custom_msg({"act": "why"}, [])
        return str(panel.trace["teeth"]["mark"])

    assert mark_of(COOP, {}) == words_of_marks("en")[0]
    assert mark_of(COOP, DRAGON_TEETH) == ""
    assert mark_of(COMPETITIVE, {}) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_countdown_and_palaces_of_a_game(tainted: Pack, language: str) -> None:
    session = begin(Table((Chair("Ann", "red"), Chair("Bo", "blue")), "seed"), owned=NOBODY)
    words = Words(["Ann", "Bo"], partial(say, language=language), language, session.state.dice)
    told = points_view(session.state, words)
    assert shows_ours(told)
    assert [*unmarked(told, language)] == []
    assert status_view(session.state, words, ())["track_mark"] == words_of_marks(language)[0]


def test_with_the_owners_board_a_game_shows_no_mark() -> None:
    from tests.support.boxes import own_box

    table = Table((Chair("Ann", "red"), Chair("Bo", "blue")), "seed", is_real_box=True)
    session = begin(table, owned=own_box())
    words = Words(["Ann", "Bo"], partial(say, language="en"), "en", session.state.dice)
    assert status_view(session.state, words, ())["track_mark"] == ""
    assert not any(line.get("mark") for line in points_view(session.state, words))
    assert all(step.provenance == Provenance.OWNER for step in session.state.charts.track)


def test_the_slip_of_paper_shows_none_of_them(tainted: Pack) -> None:
    for mode in ("competitive", "coop", "solo"):
        for language in LANGUAGES:
            told = [[line.text for line in group.lines] for group in reference(mode, language=language)]
            sheet = paper(mode=mode, language=language)
            plain = {name: sheet[name] for name in ("mode", "lines", "density")}
            assert not shows_ours([told, [tuple(one) for one in dragons(language)], plain])
