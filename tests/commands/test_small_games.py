"""`fujikoro play --game`, `replay` and `advise`: the small games from the command line."""

from __future__ import annotations

import json
import random
from math import factorial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Session, read_save, write_save
from fujikoro_nb.engine.makai_fuda.game import GAME, new_game
from fujikoro_nb.engine.makai_fuda.state import Dealt, LayDown

HAND = "B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M M"


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_fuji_99_is_played_kept_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.json"
    words = ("play", "--game", "fuji99", "--players", "2", "--bots", "heuristic", "--seed", "1")
    code, told = asked(capsys, *words, "--save", str(path))
    assert code == 0
    assert list(told) == ["game", "players", "turns", "answers", "ended_by", "floors", "winners", "save"]
    assert (told["game"], told["players"], told["ended_by"], told["save"]) == ("fuji99", 2, "end", str(path))
    assert told["floors"][told["winners"][0]] == 99
    assert asked(capsys, *words)[1] == {**told, "save": None}
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["answers"], again["is_over"]) == (0, True, told["answers"], True)


def test_makai_is_played_kept_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.json"
    words = ("play", "--game", "makai", "--players", "3", "--bots", "heuristic,random,random", "--seed", "2")
    variants = ("--variant", "watch-first", "--variant", "exchange")
    code, told = asked(capsys, *words, *variants, "--save", str(path))
    keys = ["game", "players", "tournaments", "answers", "ended_by", "gold", "winners", "save"]
    assert (code, list(told)) == (0, keys)
    assert (told["game"], told["players"], told["ended_by"]) == ("makai", 3, "end")
    assert max(told["gold"]) >= 80
    most = max(told["gold"])
    assert told["winners"] == [seat for seat, gold in enumerate(told["gold"]) if gold == most]
    code, again = asked(capsys, "replay", str(path))
    assert (code, again["agrees"], again["answers"], again["is_over"]) == (0, True, told["answers"], True)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"strength":8', b'"strength":7', 1))
    assert main(["replay", str(path)]) == 2
    capsys.readouterr()
    # A card twice, with a right check: no beginning of this game.
    save = read_save(data)
    first = bytes(save.start).partition(b'"cards":[')[2].partition(b"}")[0] + b"},"
    start = bytes(save.start).replace(b'"cards":[', b'"cards":[' + first, 1)
    path.write_bytes(write_save(msgspec.structs.replace(save, start=msgspec.Raw(start))))
    assert main(["replay", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_agreed_number_of_tournaments_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "play",
        "--game",
        "makai",
        "--variant",
        "tournaments=3",
        "--variant",
        "double-last",
        "--seed",
        "3",
    )
    code, told = asked(capsys, *words)
    assert (code, told["players"], told["tournaments"], told["ended_by"]) == (0, 4, 3, "end")
    assert main([*words]) == 0
    assert "Makai Fuda is over after 3 tournaments" in capsys.readouterr().out
    assert (
        asked(capsys, "play", "--game", "makai", "--bots", "strong,random,random,random", "--turns", "1")[1][
            "ended_by"
        ]
        == "turns"
    )


def test_one_changed_byte_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.json"
    main(["play", "--game", "fuji99", "--turns", "3", "--save", str(path)])
    data = path.read_bytes()
    capsys.readouterr()
    for wrong in (data.replace(b'"pagoda":52', b'"pagoda":53', 1), data[:-9], data + b"\xed\xa0\x80"):
        assert wrong != data
        path.write_bytes(wrong)
        assert main(["replay", str(path)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


MAKAI_KEYS = ["game", "players", "tournaments", "answers", "ended_by", "gold", "winners", "save"]
FUJI_99_KEYS = ["game", "players", "turns", "answers", "ended_by", "floors", "winners", "save"]
FUJI_KORO_KEYS = ["players", "turns", "answers", "ended_by", "scores", "winner", "save"]


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("--game makai --players 4 --bots heuristic --seed 1", MAKAI_KEYS),
        (
            "--game makai --players 3 --bots strong,random,random --variant watch-first --variant exchange --seed 2",
            MAKAI_KEYS,
        ),
        (
            "--game makai --players 4 --variant tournaments=3 --variant double-last --seed 3",
            MAKAI_KEYS,
        ),
        ("--game fuji99 --players 2 --bots heuristic --seed 1", FUJI_99_KEYS),
        ("--players 3 --bots heuristic --seed 1", FUJI_KORO_KEYS),
    ],
)
def test_every_game_is_told_in_keys_that_stay(
    line: str, keys: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As scripts rely on them, in their order; what was saved is played again to the same end."""
    path = str(tmp_path / "kept.json")
    code, told = asked(capsys, "play", *line.split(), "--save", path)
    assert (code, list(told), told["ended_by"], told["save"]) == (0, keys, "end", path)
    code, again = asked(capsys, "replay", path)
    assert (code, again["agrees"], again["answers"], again["is_over"]) == (0, True, told["answers"], True)


@pytest.mark.parametrize("game", ["makai", "fuji99"])
def test_whichever_byte_of_a_save_is_changed_it_is_said(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At places all over the file: its head, its deal, its answers, its check."""
    path = tmp_path / "kept.json"
    assert main(["play", "--game", game, "--turns", "1", "--seed", "5", "--save", str(path)]) == 0
    capsys.readouterr()
    data, chance = path.read_bytes(), random.Random(game)
    places = {0, len(data) - 1, *chance.sample(range(len(data)), 60)}
    for place in sorted(places):
        wrong = bytearray(data)
        wrong[place] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(wrong))
        code, said = main(["replay", str(path)]), capsys.readouterr()
        # A broken last byte, a newline that ends the text, changes nothing that is kept.
        is_told = (code, said.out, len(said.err.splitlines())) == (2, "", 1)
        assert is_told or not data[place : place + 1].strip(), (place, said)
        assert "Traceback" not in said.err


def test_a_small_game_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--game", "fuji99", "--players", "3", "--turns", "2"]) == 0
    said = capsys.readouterr().out
    assert "broken off after 2 turns" in said
    assert "Player 3 (random): floor" in said


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--game", "chess"),
        ("play", "--game", "fuji99", "--players", "1"),
        ("play", "--game", "fuji99", "--players", "5"),
        ("play", "--game", "fuji99", "--players", "1000000000"),
        ("play", "--game", "fuji99", "--bots", "nobody"),
        ("play", "--game", "fuji99", "--bots", "random,random,random"),
        ("play", "--game", "fuji99", "--adventures"),
        ("play", "--game", "fuji99", "--peaceful"),
        ("play", "--game", "fuji99", "--mode", "coop"),
        ("play", "--game", "fuji99", "--variant", "exchange"),
        ("play", "--variant", "exchange"),
        ("play", "--game", "fuji99", "--turns", "0"),
        ("play", "--game", "fuji99", "--ruling", "end.tie=escaped"),
        ("play", "--game", "fuji99", "--players", "4", "--ruling", "fuji99.setup.bag-contents=four"),
        ("play", "--game", "makai", "--players", "2"),
        ("play", "--game", "makai", "--players", "5"),
        ("play", "--game", "makai", "--bots", "expert"),
        ("play", "--game", "fuji99", "--bots", "tame"),
        ("play", "--game", "makai", "--adventures"),
        *(
            ("play", "--game", "makai", "--variant", f"tournaments={number}")
            for number in ("0", "-1", "1e9", "x", "", "100", "99999999999999999999")
        ),
        ("play", "--game", "makai", "--variant", "double-last"),
        ("play", "--game", "makai", "--variant", "exchange=2"),
        ("play", "--game", "makai", "--variant", "nothing"),
        ("play", "--game", "makai", "--ruling", "fuji99.card.next-ten=no-effect"),
        *(
            ("advise", "--game", "makai", *words)
            for words in (
                ("--hand", ""),
                ("--hand", "B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M"),
                ("--hand", "B1 B2 B5 G4 G6 Y7 Y8 R2 R7 R9 M M"),
                ("--hand", "B1 B5 G4 G6 Y7 Y8 R2 R9 R9 M M"),
                ("--hand", "B1 B5 G4 G6 Y7 Y8 R2 R7 R9 M X"),
                ("--players", "3", "--hand", HAND),
                ("--players", "5", "--hand", HAND),
                ("--players", "4", "--player", "5", "--hand", HAND),
                ("--hand", HAND, "--gold", "0,0"),
                ("--hand", HAND, "--gold", "0,0,0,-1"),
                ("--hand", HAND, "--chips", "0,10,x,20"),
                ("--hand", HAND, "--field", "R3"),
                ("--hand", HAND.removesuffix(" M"), "--laid", "M"),
                ("--hand", HAND.removesuffix(" M"), "--laid", "B2", "--field", "R9"),
                ("--hand", HAND.removesuffix(" M"), "--laid", "B2", "--field", "Y3 M>G"),
                ("--hand", HAND.removesuffix(" M"), "--laid", "B2", "--field", "Y3 Y4>Y"),
                ("--hand", HAND.removesuffix(" M"), "--laid", "B2", "--field", "Y3 Y4 Y5 Y6"),
            )
        ),
        ("advise", "nothing.json"),
        ("advise", "--game", "chess", "--bag", "T6"),
        ("advise", "--bag", "T-1"),
        ("advise", "--bag", "T9999"),
        ("advise", "--bag", "T0"),
        ("advise", "--bag", ""),
        ("advise", "--bag", "T6T4"),
        ("advise", "--bag", "T6Y25"),
        ("advise", "--bag", "T6Y4R3", "--sheet", "R3"),
        ("advise", "--bag", "T6Y4R3", "--sheet", "T1"),
        ("advise", "--bag", "T6Y4R3", "--floor", "100"),
        ("advise", "--bag", "T6Y4R3", "--gained", "-1"),
        ("advise", "--bag", "T6Y4R3", "--number", "4"),
        *(
            ("advise", "--bag", "T6Y4R3", *words)
            for words in (
                ("--hand", "dragon"),
                ("--hand", "step3:x"),
                ("--hand", "immediate"),
                ("--hand", "catch5 catch5"),
                ("--hand", "catch5", "--seen", "catch5"),
                ("--seen", "step3:1"),
                ("--hand", "", "--floors", "99"),
                ("--hand", "", "--floors", "1,2,3,4"),
                ("--hand", "", "--number", "14"),
            )
        ),
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_one_sentence(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, and nothing is written."""
    path = tmp_path / "kept.json"
    told = (*words, "--save", str(path)) if words[0] == "play" else words
    assert main([*told]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert not path.exists()


def test_advice_on_a_full_bag(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = asked(capsys, "advise", "--game", "fuji99", "--bag", "T6Y4R3")
    busts = {one["n"]: one["bust"] for one in told["draw"]}
    assert code == 0
    assert [busts[n] for n in (5, 6, 7, 8)] == ["5/143", "10/143", "35/286", "28/143"]
    assert (told["best"], told["advice"], told["house"]) == (5, "draw", True)


def test_advice_with_two_red_cubes_out(capsys: pytest.CaptureFixture[str]) -> None:
    """Six of eleven draws of five are safe: 10 floors at 6/11 are more than 5, 11 are less than 6."""
    words = ("advise", "--game", "fuji99", "--bag", "T6Y4R1", "--sheet", "R2", "--gained")
    assert asked(capsys, *words, "5")[1]["advice"] == "draw"
    assert asked(capsys, *words, "6")[1]["advice"] == "stop"
    assert main([*words, "6"]) == 0
    assert "Stop and keep 6 floors" in capsys.readouterr().out


def test_advice_with_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Two red cubes out, a hand of 6: with no yellow cube in the bag every card to come is a crisis."""
    words = ("advise", "--bag", "T10R1", "--sheet", "R2", "--gained", "5", "--hand", "lantern:1 cont3")
    code, told = asked(capsys, *words)
    five = told["draw"][0]
    assert (code, told["advice"], told["floors"]) == (0, "stop", 5.0)
    # 6 of 11 draws are safe; whatever comes is worth 1 at least, also after the Immediate card.
    assert (five["n"], five["bust"], five["floors"]) == (5, "5/11", 0.0)
    assert five["crisis"] == pytest.approx(6 / 11)
    assert main([*words, "--number", "5"]) == 0
    assert "crisis 55 %" in capsys.readouterr().out
    # One of four players who is behind gets further with a card that catches up.
    near, far = (
        asked(capsys, "advise", "--bag", "T6Y9R1", "--hand", "catch", "--floors", floors)[1]["floors"]
        for floors in ("9,9,9", "60,60,60")
    )
    assert far > near


def test_fuji_99_advice_from_a_save(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but the draws to come is unknown: two saves that differ only in their seed are equal to the byte."""
    said = []
    path = str(tmp_path / "f.json")
    for seed in (1, 1, 8):
        assert main(["play", "--game", "fuji99", "--turns", "1", "--seed", str(seed), "--save", path]) == 0
        capsys.readouterr()
        assert main(["advise", path, "--after", "1", "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert len({one.replace('"player": 2', '"player": 1') for one in said}) == 1
    told = json.loads(said[2])
    assert (told["asks"], told["best"], len(told["answers"])) == ("act", "draw 5", 9)
    other = str(3 - told["player"])
    assert asked(capsys, "advise", path, "--after", "1", "--player", other)[1]["answers"] == []
    # Who begins, the number, the cubes, a card: then it is stop or go on.
    told = asked(capsys, "advise", path, "--after", "4")[1]
    assert (told["asks"], [one["answer"] for one in told["answers"]]) == ("determination", ["stop", "again"])
    assert main(["advise", path, "--player", "3"]) == 2


def test_whom_to_back(capsys: pytest.CaptureFixture[str]) -> None:
    """One answer a monster, each with an interval of at most four points; nobody holds what the hand holds."""
    words = ("advise", "--game", "makai", "--players", "4", "--hand", HAND, "--gold", "0,0,0,0")
    code, told = asked(capsys, *words, "--chips", "0,10,0,20")
    assert (code, told["asks"], told["house"], told["deals"]) == (0, "predict", True, 2500)
    assert [one["answer"] for one in told["answers"]] == ["B1", "G4", "R2", "Y7"]
    # 33 cards into three hands of eleven: 33! / 11!^3 ways.
    assert told["worlds"] == str(factorial(33) // factorial(11) ** 3)
    for one in told["answers"]:
        assert one["low"] <= one["share"] <= one["high"]
        assert one["high"] - one["low"] <= 0.04
    assert told["best"] in [one["answer"] for one in told["answers"]]
    assert asked(capsys, *words, "--chips", "0,10,0,20")[1] == told
    assert main([*words]) == 0
    assert "face down" in capsys.readouterr().out


def test_what_to_play_in_the_first_match(capsys: pytest.CaptureFixture[str]) -> None:
    """Field B3, M on blue; in hand also B1, B5: blue lies there already, so no blue card may be played."""
    words = ("--hand", HAND.removesuffix(" M").replace("R2 ", "") + " M", "--laid", "R2", "--field", "B3 M>B")
    code, told = asked(capsys, "advise", "--game", "makai", *words)
    assert (code, told["asks"]) == (0, "match")
    assert {one["answer"] for one in told["answers"]} == {"G4", "G6", "Y7", "Y8", "R7", "R9", "M>B"}


def kept(path: Path, hands: list[list[int]], *more: Any) -> str:
    """A game of four in which these cards were dealt, by their place in the deck."""
    session = Session(GAME, new_game(makai_deck(), players=4, start_player=0))
    different = list(dict.fromkeys(makai_deck().dealt_to(4)))
    for hand in hands[:3]:  # the last one is what is left
        cards = [makai_deck().dealt_to(4)[at] for at in hand]
        session.play(Dealt(tuple(cards.count(one) for one in different)))
    for answer in more:
        session.play(answer)
    path.write_bytes(session.save())
    return str(path)


def test_advice_is_made_of_what_a_seat_sees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Saves that differ in others' hands, then also in a card laid face down, are equal to the byte for this seat."""
    deck = makai_deck().dealt_to(4)
    hands = [list(range(seat, 44, 4)) for seat in range(4)]
    swapped = [hands[0], hands[1], hands[3], hands[2]]
    said = []
    for name, dealt in (("a", hands), ("b", swapped)):
        assert main(["advise", kept(tmp_path / name, dealt), "--player", "1", "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    own = [deck[at] for at in hands[0] if not deck[at].is_magic]
    said = []
    for name, dealt, laid in (("c", hands, own[0]), ("d", swapped, own[-1])):
        assert main(["advise", kept(tmp_path / name, dealt, LayDown(laid)), "--player", "2", "--json"]) == 0
        said.append(capsys.readouterr().out)
        # Another seat is asked nothing, and is told nothing.
        assert asked(capsys, "advise", str(tmp_path / name), "--player", "3")[1]["answers"] == []
    assert said[0] == said[1]
    assert json.loads(said[0])["answers"]


def test_a_game_that_is_over_is_looked_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "m.json")
    assert main(["play", "--game", "makai", "--players", "3", "--seed", "2", "--save", path]) == 0
    capsys.readouterr()
    code, told = asked(capsys, "advise", path, "--player", "2")
    assert (code, told["asks"], told["best"]) == (0, None, None)
    # The start card, three hands, then three predictions: after five answers somebody chooses the second.
    code, told = asked(capsys, "advise", path, "--after", "5")
    assert (code, told["asks"]) == (0, "predict")
    assert main(["advise", path, "--player", "4"]) == 2
    assert main(["advise", path, "--after", "99999"]) == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("game", "was", "now"),
    [
        ("makai", b'"kind":"blue","strength":1,', b'"kind":"blue","strength":2,'),
        ("makai", b'"kind":"blue","strength":1,', b'"kind":"blue","strength":50,'),
        ("fuji99", b'"cost":3', b'"cost":9'),
    ],
    ids=["a card twice", "a card too strong", "a card too dear"],
)
def test_a_save_with_another_deck_than_it_says_is_not_opened(
    game: str, was: bytes, now: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its check is right, its deck is marked as the one that ships, and is not."""
    path = tmp_path / "kept.json"
    assert main(["play", "--game", game, "--turns", "1", "--save", str(path)]) == 0
    save = read_save(path.read_bytes())
    start = json.loads(bytes(save.start))
    changed = msgspec.json.encode(start).replace(was, now, 1)
    assert changed != msgspec.json.encode(start)
    path.write_bytes(write_save(msgspec.structs.replace(save, start=msgspec.Raw(changed))))
    capsys.readouterr()
    for words in (("replay", str(path)), ("advise", str(path))):
        assert main([*words]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
