"""The small games at the real box without a browser: what the engines say of taps, and what no tap may do."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.commands.advise_makai import makai_reply
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fuji_99.components import Cubes
from fujikoro_nb.helper.small.record import Bag, FujiSheet, MakaiSheet, SmallSheets
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.small.desks import DESK
from fujikoro_nb.widgets import SmallDesk
from tests.support.small_decks import MAKAI, fuji_99, typed


def act(desk: SmallDesk, what: str, /, **fields: object) -> None:
    desk._handle_custom_msg({"act": what, **fields}, [])


def shown(desk: SmallDesk) -> dict[str, Any]:
    """The answer as it comes to a page."""
    answer: dict[str, Any] = json.loads(json.dumps(desk.view["answer"]))
    return answer


def asked(tool: str, *taps: tuple[str, str], desk: SmallDesk | None = None) -> dict[str, Any]:
    """The answer after these taps."""
    desk = desk or SmallDesk()
    act(desk, "look", tool=tool)
    for fact, value in taps:
        act(desk, "tap", fact=fact, value=value)
    assert desk.notice == ""
    return shown(desk)


def field(*cards: str) -> tuple[tuple[str, str], ...]:
    return tuple(("field", card) for card in cards)


@pytest.mark.parametrize(
    ("card", "there", "other", "seal", "rule"),
    [
        ("blue", (), "", "ok", "makai.play.no-monster-on-field-yet"),
        ("blue", ("red",), "yes", "ok", "makai.play.must-play-new-monster"),
        ("red", ("red",), "yes", "no", "makai.play.must-play-new-monster"),
        ("red", ("red",), "no", "ok", "makai.play.free-when-all-types-present"),
        ("red", ("red",), "", "but", "makai.play.must-play-new-monster"),
        ("red", ("blue", "green", "yellow", "red"), "", "ok", "makai.play.free-when-all-types-present"),
        ("magic", ("red",), "yes", "ok", "makai.play.magic-always-legal"),
    ],
)
def test_may_i_play_this_card(card: str, there: tuple[str, ...], other: str, seal: str, rule: str) -> None:
    taps = [*(("there", kind) for kind in there), ("card", card), *([("other", other)] if other else [])]
    answer = asked("play", *taps)
    assert (answer["seal"], answer["rules"]) == (seal, [rule])


@pytest.mark.parametrize(
    ("cards", "wins", "total", "leads"),
    [
        (("B3", "R9", "Y5", "G4"), "blue", 103, 1),  # Poison with the Boss there: a hundred more
        (("B3", "R8", "Y5", "G4"), "red", 8, 2),
        (("B5", "Y5", "G4", "R2"), "blue", 5, 1),  # a tie: whose first card came first
        (("B5", "R4", "M>R", "B1"), "red", 7, 3),  # Magic is worth three, and whoever played it leads
        (("B5", "R4", "B2", "R1"), "blue", 7, 3),
    ],
)
def test_who_wins_this_match(cards: tuple[str, ...], wins: str, total: int, leads: int) -> None:
    answer = asked("match", *field(*cards))
    assert answer["seal"] == "ok"
    assert answer["text"] == f"{wins.capitalize()} wins the match with {total}."
    assert answer["notes"] == [
        [f"Whoever played card {leads} leads the next match.", "makai.lead.last-contributor-leads"]
    ]
    assert answer["house"]  # the cards are our own list


def test_a_match_of_magic_alone_has_no_winner() -> None:
    answer = asked("match", ("players", "3"), *field("M", "M", "M"))
    assert (answer["seal"], answer["rules"]) == ("no", ["makai.judge.all-magic-no-winner"])


def test_a_match_that_goes_on_is_told_so_far_and_the_last_card_can_be_taken_away() -> None:
    desk = SmallDesk()
    assert asked("match", *field("B5", "R4"), desk=desk)["seal"] == "but"
    act(desk, "tap", fact="field", value="")
    assert shown(desk)["table"] == [["blue", "5"]]
    for card in ("R4", "Y1", "G1", "G2"):
        act(desk, "tap", fact="field", value=card)
    assert len(desk.view["rows"][1]["picked"]) == 4, "a fifth card is none of this match"


def test_whom_to_back_is_what_the_command_says() -> None:
    hand = "B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M M"
    desk = SmallDesk()
    act(desk, "look", tool="back")
    act(desk, "write", fact="typed", text="b1 5 g4 6, y7 8 r2 7 9 m m")
    for kind, chips in {"green": 1, "red": 2}.items():
        for _ in range(chips):
            act(desk, "tap", fact="bonus", value=kind)
    told = makai_reply(players=4, hand=hand, chips="0,10,0,20")
    best = told.data["best"]
    answer = desk.view["answer"]
    assert answer["seal"] == "ok"
    assert f"Lay {best} " in answer["text"]
    shares = {row[0].split()[0]: row[1].split()[0] for row in answer["table"]}
    assert shares == {one["answer"]: f"{100 * one['share']:.0f}" for one in told.data["answers"]}


@pytest.mark.parametrize(
    ("backed", "bonus", "last", "gold"),
    [("1", "0", "no", 50), ("2", "10", "no", 50), ("3", "20", "no", 50), ("4", "0", "yes", 60)],
)
def test_what_is_paid(backed: str, bonus: str, last: str, gold: int) -> None:
    """makai.prize.base-amount: 50, 40, 30 and 30 gold, and the chips of the card for each (002)."""
    answer = asked("paid", ("won", "red"), ("backed", backed), ("on-card", bonus), ("last", last))
    assert f" {gold} gold" in answer["text"]
    assert "makai.prize.base-amount" in answer["rules"]


def test_nobody_is_paid_where_nobody_backed_it() -> None:
    assert asked("paid", ("won", "red"), ("backed", "0"))["rules"][0] == "makai.prize.nobody-correct"


@pytest.mark.parametrize(("clear", "yellow", "red", "out"), [(6, 4, 3, 0), (2, 4, 1, 2), (9, 5, 3, 1)])
def test_draw_or_stop_tells_the_exact_chance_of_every_number(
    clear: int, yellow: int, red: int, out: int
) -> None:
    """Hypergeometric sums, with no code of ours."""
    bag = (("bag-T", clear), ("bag-Y", yellow), ("bag-R", red))
    taps = [(name, str(n)) for name, n in bag if n != {"bag-T": 6, "bag-Y": 4, "bag-R": 3}[name]]
    answer = asked("draw", *taps, *([("out", str(out))] if out else []))
    shown = {int(number): lost.split()[0] for number, lost, _ in answer["table"]}
    number_of = clear + yellow + red
    assert shown == {
        number: str(
            Fraction(
                sum(
                    comb(red, drawn) * comb(number_of - red, number - drawn)
                    for drawn in range(min(red, number) + 1)
                    if out + drawn >= 3
                ),
                comb(number_of, number),
            )
        )
        for number in range(5, number_of + 1)
    }
    assert answer["house"]


@pytest.mark.parametrize(("red", "floors"), [("1", "1.00"), ("2", "2.00")])
def test_a_bag_that_runs_empty_gives_what_is_in_it(red: str, floors: str) -> None:
    """One or two red cubes, all drawn: so many floors, and nothing is left to draw."""
    desk = SmallDesk()
    act(desk, "look", tool="draw")
    for letter, number in {"T": "0", "Y": "0", "R": red}.items():
        act(desk, "write", fact=f"bag-{letter}", text=number)
    assert (desk.notice, desk.is_working) == ("", False)
    assert [row[2] for row in shown(desk)["table"]] == [floors]


def test_draw_or_stop_of_a_bag_that_was_drawn_from_counts_it_as_acted_again() -> None:
    """fuji99.determination.act-again: all but the red cubes go back, those lie on the sheet."""
    sheet = FujiSheet(("Aki", "Ben"), bags=(Bag(Cubes(6, 5, 3), drawn=Cubes(4, 1, 1)), Bag()))
    desk = SmallDesk(sheets=SmallSheets(fuji99=sheet))
    act(desk, "look", tool="draw")
    rows = {row["name"]: row for row in desk.view["rows"]}
    typed_now = {name: row["typed"] for name, row in rows.items() if name.startswith("bag-")}
    assert typed_now == {"bag-T": "6", "bag-Y": "5", "bag-R": "2"}
    assert [one["value"] for one in rows["out"]["options"] if one["n"]] == ["1"]


@pytest.mark.parametrize(
    "taps",
    [
        ("play", ("there", "green"), ("card", "magic")),
        ("paid", ("won", "green"), ("backed", "1")),
        ("match", ("field", "G1"), ("field", "M>G")),
    ],
)
def test_what_a_smaller_table_does_not_have_is_not_asked_about(taps: Any) -> None:
    """Green is a monster of four; what was tapped of it goes with the fourth player."""
    tool, *facts = taps
    desk = SmallDesk()
    act(desk, "look", tool=tool)
    for fact, value in (*facts, ("players", "3")):
        act(desk, "tap", fact=fact, value=value)
        assert desk.notice == ""
    act(desk, "look", tool="danger")
    act(desk, "look", tool=tool)
    assert (desk.notice, desk.view["tool"]) == ("", tool)


def test_whom_to_back_counts_the_last_tournament_twice_where_that_was_agreed() -> None:
    """makai.variant.last-tournament-bonus"""
    hand, gold = "B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M M", []
    for agreed in (0, 1):
        names = ("Aki", "Ben", "Cleo", "Dai")
        sheet = MakaiSheet(names, agreed=agreed, doubles_last=bool(agreed))
        desk = SmallDesk(sheets=SmallSheets(makai=sheet))
        act(desk, "look", tool="back")
        act(desk, "write", fact="typed", text=hand)
        gold.append([float(row[2]) for row in shown(desk)["table"]])
    assert gold[1] == pytest.approx([2 * one for one in gold[0]], rel=0.15), "two samples of deals"


@pytest.mark.parametrize(
    ("taps", "seal", "rule"),
    [
        ({"drawn": "3"}, "no", "fuji99.danger.three-red"),
        ({"sheet": "2", "facing": "1"}, "no", "fuji99.danger.three-red"),
        ({"sheet": "1", "drawn": "1"}, "ok", "fuji99.danger.three-red"),
        ({"drawn": "2", "value": "6"}, "ok", "fuji99.determination.choice"),
        ({"value": "7"}, "no", "fuji99.crisis.seven"),
        ({"drawn": "3", "value": "9"}, "no", "fuji99.danger.three-red"),
    ],
)
def test_what_danger_and_crisis_ask(taps: dict[str, str], seal: str, rule: str) -> None:
    answer = asked("danger", *taps.items())
    assert (answer["seal"], answer["rules"]) == (seal, [rule])


@pytest.mark.parametrize("tool", DESK)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_in_every_language(tool: str, language: str) -> None:
    desk = SmallDesk(language=language)
    act(desk, "look", tool=tool)
    assert desk.view["tool"] == tool
    assert desk.view["answer"]["text"]
    assert all(row["label"] for row in desk.view["rows"])
    labels = [each["label"] for game in desk.view["games"] for each in game["tools"]]
    assert len(set(labels)) == len(DESK)


@pytest.mark.parametrize(
    "message",
    [
        {"act": "look", "tool": "poker"},
        {"act": "tap", "fact": "card", "value": "purple"},
        {"act": "tap", "fact": "nothing", "value": "blue"},
        {"act": "tap", "fact": "card", "value": ""},
        {"act": "write", "fact": "card", "text": "blue"},
        {"act": "write", "fact": "typed", "text": "x" * 300},
    ],
)
def test_what_no_page_of_ours_would_send_is_said_in_one_sentence_and_changes_nothing(
    message: dict[str, object],
) -> None:
    desk = SmallDesk()
    before = desk.view
    desk._handle_custom_msg(message, [])
    assert desk.notice
    assert desk.view == before


@pytest.mark.parametrize("text", ["-1", "99999", "x", "٣", "1e3", "100"])
def test_a_number_that_cannot_be_is_refused_with_what_can(text: str) -> None:
    desk = SmallDesk()
    act(desk, "look", tool="draw")
    act(desk, "write", fact="gained", text=text)
    assert "0 to 98" in desk.notice
    assert desk.view["rows"][4]["typed"] == "0"


@pytest.mark.parametrize("text", ["Q9 " * 11, "B1 " * 11, "M>B " * 11, "<b> " * 11])
def test_a_hand_that_cannot_be_is_one_sentence(text: str) -> None:
    desk = SmallDesk()
    act(desk, "look", tool="back")
    act(desk, "write", fact="typed", text=text)
    answer = desk.view["answer"]
    assert answer["seal"] == "no"
    assert answer["text"].count("\n") == 0


@pytest.fixture
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))


@pytest.mark.usefixtures("_own_data")
def test_an_owner_s_deck_takes_the_place_of_ours_without_its_mark() -> None:
    typed(MAKAI)
    desk = SmallDesk(owned=OwnerPack().load().pack)
    assert asked("match", *field("B1", "R9", "Y4", "G8"), desk=desk)["house"] == ""
    assert desk.view["deck"]["text"] == ""


@pytest.mark.usefixtures("_own_data")
@pytest.mark.parametrize(
    ("line", "values", "names", "rule"),
    [
        ("makai-blue", [1, 2, 3, 4, 5, 6, 7, 8, 8], "Blue monsters", "makai.deck.forty-four-cards"),
        ("makai-red", [1, 2, 3, 4, 5, 6, 7, 8, 8, 8], "Red monsters", "makai.deck.single-boss"),
        ("makai-poison-yellow", [5], "yellow", "makai.deck.poison-cards"),
        ("makai-out", [0, 10, 0, 0, 0], "3P", "makai.deck.three-player-deck"),
        ("makai-out", [1, 9, 0, 0, 1], "3P", "makai.setup.three-player-removal"),
        ("makai-magic", None, "Magic cards", ""),
    ],
)
def test_why_an_owner_s_makai_deck_is_not_played_is_one_sentence_with_the_line(
    line: str, values: list[int] | None, names: str, rule: str
) -> None:
    typed({name: held for name, held in (MAKAI | {line: values}).items() if held is not None})
    told = SmallDesk(owned=OwnerPack().load().pack).view["deck"]
    assert names in told["text"].split("”")[0]
    assert (told["rule"], told["stop"]) == (rule, "makai")


@pytest.mark.usefixtures("_own_data")
@pytest.mark.parametrize(
    ("line", "at", "value", "rule"),
    [
        ("fuji99-step3", 3, 7, "fuji99.setup.deck"),
        ("fuji99-facedown", 0, 1, "fuji99.card.chosen-table"),
    ],
)
def test_why_an_owner_s_fuji_cards_are_not_played(line: str, at: int, value: int, rule: str) -> None:
    numbers = fuji_99()
    numbers[line][at] = value
    typed(numbers)
    desk = SmallDesk(owned=OwnerPack().load().pack)
    act(desk, "look", tool="draw")
    assert desk.view["deck"]["rule"] == rule
    assert "“" in desk.view["deck"]["text"]


def test_before_anything_was_typed_our_own_list_is_named_as_such() -> None:
    assert SmallDesk().view["deck"] == {
        "text": "No card of your box was typed, so our own list is played.",
        "rule": "",
        "stop": "makai",
    }
