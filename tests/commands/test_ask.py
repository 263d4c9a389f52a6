"""`fujikoro ask` as players use it: in three languages, by words and by meaning, with filters, with nonsense."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.commands.ask import ask_reply
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.rulebook import has_rule, rule
from fujikoro_nb.rulebook import meaning as meaning_module
from fujikoro_nb.rulebook.entries import entries
from fujikoro_nb.rulebook.meaning import MeaningIndex, all_texts, encoder, is_installed, meaning_of
from fujikoro_nb.texts import say
from tools import build_meanings


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and answer of the command."""
    code = main(["ask", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("words_only", [(), ("--words-only",)])
@pytest.mark.parametrize(
    ("question", "language", "rule_id"),
    [
        ("how much damage does a tooth in my helmet soak up?", "en", "combat.helmet.absorb"),
        ("combien de cubes maximum dans un casque ?", "fr", "craft.helmet.size"),
        ("Wie viele Aktionen habe ich in meinem Zug?", "de", "turn.two-actions"),
    ],
)
def test_finds_the_rule_with_its_sources(
    capsys: pytest.CaptureFixture[str],
    question: str,
    language: str,
    rule_id: str,
    words_only: tuple[str, ...],
) -> None:
    code, said = asked(capsys, question, "--lang", language, *words_only)
    assert code == 0
    assert said["covered"]
    found = [each["id"] for each in said["entries"]]
    assert rule_id in found[:3]
    best = said["entries"][0]
    assert has_rule(best["id"])
    assert best["sources"] == [
        {"seed": citation.seed, "lines": str(citation).partition(":")[2]}
        for citation in rule(best["id"]).citations
    ]
    scores = [each["score"] for each in said["entries"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("language", "questions"),
    [
        ("en", ("how do I escape over a bridge", "how do I get out", "where is the exit")),
        ("fr", ("comment m'échapper par un pont", "comment sortir", "où est la sortie")),
        ("de", ("wie fliehe ich über die Brücke", "wie komme ich raus", "wo ist der Ausgang")),
    ],
)
def test_whoever_looks_for_the_way_out_finds_both(language: str, questions: tuple[str, ...]) -> None:
    for question in questions:
        found = [each["id"] for each in ask_reply(question, language=language, limit=3).data["entries"]]
        assert {"escape.rope", "escape.secret"} <= set(found), question


def test_without_a_language_the_question_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "Wie viele Steine passen in meinen Rucksack?")[1]["language"] == "de"
    assert asked(capsys, "combien de cubes dans mon sac à dos ?")[1]["language"] == "fr"


def test_mode_players_and_chapter_filter(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = asked(capsys, "what happens when I am knocked out", "--mode", "coop", "--limit", "50")
    ids = [each["id"] for each in said["entries"]]
    assert "coop.lives.knockout-costs-life" in ids[:5]
    assert not any(each.startswith(("duel.", "makai.", "fuji99.")) for each in ids)
    _, said = asked(capsys, "who wins a tie", "--chapter", "makai", "--limit", "50")
    assert {each["id"].partition(".")[0] for each in said["entries"]} == {"makai"}
    _, said = asked(capsys, "health with two players", "--players", "5", "--limit", "100")
    assert "coop.combat.health-two-icon" not in [each["id"] for each in said["entries"]]


def test_three_pages_sure_unsure_and_not_covered(capsys: pytest.CaptureFixture[str]) -> None:
    for question, sureness, told, n in (
        ("may I move a monk to another spot", "sure", "No.", 1),
        ("is my weapon usable with two wood cubes", "two", say("ask.two"), 2),
        ("monk fights me in scenario 4", "unsure", say("ask.unsure", n=3), 3),
        ("whats the wifi password", "uncovered", say("ask.not-covered"), 0),
    ):
        code, data = asked(capsys, question, "--words-only")
        assert data["sureness"] == sureness
        assert code == (1 if sureness == "uncovered" else 0)
        assert len(data["shown"]) == n
        stamps = [each["stamp"] for each in data["entries"]]
        assert stamps[0] == ("no" if sureness == "sure" else "")
        assert set(stamps[1:]) == {""}
        main(["ask", question, "--words-only"])
        assert told in capsys.readouterr().out


def test_every_rule_says_what_it_holds_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = asked(capsys, "in scenario 4 a monk beats me", "--words-only")
    assert said["named"] == ["scenario-4"]
    assert said["entries"][0]["holds"] == ["Scenario 4", "Competitive only"]
    assert said["entries"][0]["topics"] == ["scenario-4"]
    assert all(each["holds"] for each in said["entries"])
    main(["ask", "in a competitive game, may two samurai on the same space trade items", "--words-only"])
    printed = capsys.readouterr().out
    assert "Competitive" in printed
    assert "For: Co-op only, 2 to 6 players" in printed
    assert "Yes." not in printed


def test_an_evenings_scenario_filters(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = asked(
        capsys, "dragon", "--mode", "competitive", "--scenario", "2", "--limit", "100", "--words-only"
    )
    scenarios = {
        topic for each in said["entries"] for topic in each["topics"] if topic.startswith("scenario")
    }
    assert scenarios == {"scenario-2"}


def test_printed_answer_names_rule_and_booklets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "how much does a tooth in the helmet absorb", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "[combat.helmet.absorb]" in said
    assert "German booklet: Helme" in said


def test_what_is_not_covered_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = asked(capsys, "how do I castle in chess with my rook", "--lang", "en")
    assert code == 1
    assert not said["covered"]
    assert main(["ask", "how do I castle in chess with my rook"]) == 1
    assert "do not cover" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options",
    [
        ("--lang", "klingon"),
        ("--mode", "battle-royale"),
        ("--players", "99"),
        ("--scenario", "9"),
        ("--chapter", "x"),
        ("--limit", "0"),
        ("--limit", "-1"),
    ],
)
def test_an_option_that_is_none(capsys: pytest.CaptureFixture[str], options: tuple[str, str]) -> None:
    code, said = asked(capsys, "lava", *options)
    assert code == 2
    assert options[1] in said["error"]["sentence"]


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "?",
        "\x00\x1b[31m",
        "<script>alert(1)</script>",
        "\u202elava",
        "🐉" * 500,
        "x" * 100_000,
        "\udcff monk",
    ],
)
def test_any_question_is_answered(capsys: pytest.CaptureFixture[str], question: str) -> None:
    code, said = asked(capsys, question)
    assert code in (0, 1)
    assert len(said["question"]) <= 400


def test_meaning_is_tested_for_real() -> None:
    assert is_installed(), "the extra is among the tools of the tests"
    index = meaning_of(entries())
    assert index is not None
    near = index("my chips are all used up, may I skip my go?")
    assert len(near) == len(entries())
    assert all(0 <= each <= 1 for each in near)


def test_every_text_has_its_vector() -> None:
    """Otherwise each start would encode the missing ones: run tools.build_meanings after changing a text."""
    assert MeaningIndex(entries()).n_fresh == 0


def test_a_changed_text_is_encoded_when_it_is_needed() -> None:
    first, *others = entries()[:30]
    question = "a question that nobody has asked about pineapples"
    wording = msgspec.structs.replace(first.en, asked=(question,))
    renewed = (msgspec.structs.replace(first, en=wording), *others)
    index = MeaningIndex(renewed)
    assert index.n_fresh == 1
    near = index(question)
    assert near.index(max(near)) == 0


def test_encoding_all_texts_is_gone_on_with_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"may I take {number} cubes" for number in range(5)]
    monkeypatch.setattr(build_meanings, "BATCH", 2)
    whole = build_meanings.encoded(texts)
    build_meanings.encoded(texts[:4], tmp_path)
    for begun in tmp_path.glob("*.npy"):
        begun.rename(begun.with_suffix(".begun"))  # stopped in the middle of a file
        break
    real, asked = encoder(), list[str]()

    class Heard:
        def encode(self, batch: list[str]) -> object:
            asked.extend(batch)
            return real.encode(batch)

    monkeypatch.setattr(build_meanings, "encoder", Heard)
    assert build_meanings.encoded(texts, tmp_path).tolist() == whole.tolist()
    assert len(asked) == 3  # the batch that was stopped, and the one that had not begun
    assert build_meanings.encoded(texts, tmp_path).tolist() == whole.tolist()
    assert len(asked) == 3


def test_without_the_extra_words_alone_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meaning_module, "find_spec", lambda name: None)
    reply = ask_reply("how many cubes fit into a helmet", language="en")
    assert reply.data["entries"][0]["id"] == "craft.helmet.size"
    assert "meaning" in reply.notes[0]


def test_texts_are_those_that_are_searched_by_words() -> None:
    assert len({number for number, _ in all_texts(entries())}) == 766


def test_players_are_one_to_six() -> None:
    with pytest.raises(Unreadable):
        ask_reply("lava", players=7)
