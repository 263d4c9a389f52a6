"""Saves: round trip, every byte sequence read or refused in a sentence, and logs that outlive their rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import (
    Answer,
    Content,
    Entry,
    Illegal,
    NotBefore,
    Outcome,
    Pass,
    Question,
    Refusal,
    Save,
    Seat,
    Seeded,
    Session,
    Setting,
    Unreadable,
    read_save,
    refuse,
    write_save,
)
from fujikoro_nb.engine.kernel.save import FORMAT, LARGEST, is_still, plain, read_snapshot
from fujikoro_nb.engine.kernel.session import EVERY, MOST_SNAPSHOTS
from fujikoro_nb.texts import error_sentence, say
from tests.support.sampling import examples
from tests.toy.embers import (
    EMBERS,
    START,
    AddDie,
    Bank,
    Embers,
    EmbersGame,
    Fell,
    PickAsh,
    TakeCharm,
    TakePoint,
    Throw,
    Turn,
    TurnRules,
    embers_game,
)

SAVES = sorted((Path(__file__).parents[1] / "toy" / "saves").glob("*.json"))
OLDEST, FIRST = SAVES[0].read_bytes(), SAVES[-1].read_bytes()
"""Formats 1 and 2 of the same game."""
CALM = msgspec.structs.replace(START, charms=(0, 0), target=50)


def reason(data: bytes) -> str:
    """Why these bytes are refused; the sentence exists and is one short line."""
    with pytest.raises(Unreadable) as error:
        Session.load(EMBERS, data)
    sentence = error_sentence(error.value)
    assert sentence.isprintable() and len(sentence) < 600
    return error.value.reason


def forged(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The first save with something changed and a check that fits again, as only a forger would write it."""
    data = json.loads(FIRST)
    change(data)
    data["check"] = ""
    compact = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    try:
        return write_save(msgspec.json.decode(compact, type=Save))
    except msgspec.ValidationError:
        return compact


def calm(*, answers: int = 60) -> Session[Embers]:
    """A session without charms: cast one die and bank, again and again."""
    session = Session(EMBERS, CALM, dealer=Seeded("calm"), auto_deal=True)
    while len(session.record.entries) < answers and session.question is not None:
        options = list(session.options)
        session.play(Bank() if Bank() in options else options[0])
    return session


# ----------------------------------------------------------------------------------- committed saves


def last_state(data: bytes) -> object:
    """The state of the last snapshot: whole in format 1, put together from all of them since."""
    save = read_save(data)
    state = plain(save.start)
    for snapshot in save.snapshots:
        state = read_snapshot(save, snapshot, state)
    return state


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_committed_saves_replay(path: Path) -> None:
    """Saves of every earlier format open and agree to the last answer; dice are never dealt again."""

    class NoDealer:
        def deal(self, options: object, draw: int, /) -> Answer:
            raise AssertionError("replay asks for no random numbers")

    session = Session.load(EMBERS, path.read_bytes(), dealer=NoDealer())
    assert (session.disagreement, session.unplayed) == (None, ())
    kept = json.loads(path.read_bytes())
    assert len(session.lines) == len(kept["entries"])
    assert json.loads(msgspec.json.encode(session.state)) == last_state(path.read_bytes())
    assert session.is_fork


def test_the_format_is_what_was_committed() -> None:
    """Written by this engine, the last save has the same bytes: a change of the format needs a new number."""
    session = Session.load(EMBERS, FIRST, auto_deal=True)
    assert session.save() == FIRST
    assert json.loads(FIRST)["format"] == FORMAT == len(SAVES)


def test_snapshots_of_every_format_are_the_same_states() -> None:
    """Format 1 holds them whole; so what format 2 puts together is compared with something it did not write."""
    oldest, latest = read_save(OLDEST), read_save(FIRST)
    whole = [msgspec.json.decode(snapshot.state) for snapshot in oldest.snapshots]
    states, state = [], plain(latest.start)
    for snapshot in latest.snapshots:
        state = read_snapshot(latest, snapshot, state)
        states.append(state)
    assert states == whole
    assert [one.after for one in latest.snapshots] == [one.after for one in oldest.snapshots]
    assert Session.load(EMBERS, OLDEST, auto_deal=True).save() == FIRST


@pytest.mark.parametrize("told", [{}, {"is": []}, {"is": {"x": {"of": []}}}, [], {"of": [[0, 1]]}, 7, None])
def test_a_snapshot_that_fits_nothing_opens_the_last_one_that_agrees(told: object) -> None:
    def change(save: dict[str, Any]) -> None:
        save["snapshots"][1]["state"] = told

    session = Session.load(EMBERS, forged(change))
    assert session.disagreement is not None
    assert (session.disagreement.reason, session.disagreement.agreed) == ("differs-snapshot", 17)


def test_a_save_holds_everything() -> None:
    save = read_save(FIRST)
    assert (save.format, save.game, save.version) == (FORMAT, "embers", 1)
    assert save.setting.seats == ("Aiko", "Bertrand")
    assert save.setting.rulings == (("embers.solace", "charm-or-point"),)
    assert [content.value() for content in save.setting.content] == [
        {"faces": ["ash", "spark"], "note": "Ōkami"}
    ]
    assert save.dealer is not None and save.dealer.seed == "embers"
    assert [snapshot.after for snapshot in save.snapshots] == [17, 32, 48, 62]
    assert save.forks == (8,)


def test_white_space_does_not_matter() -> None:
    pretty = json.dumps(json.loads(FIRST), indent=3, ensure_ascii=False).encode()
    assert read_save(pretty) == read_save(FIRST)
    assert Session.load(EMBERS, pretty, auto_deal=True).save() == FIRST


def test_content_is_hashed_whatever_the_order_of_its_keys() -> None:
    assert Content.of("a", {"x": 1, "y": [2]}) == Content.of("a", {"y": [2], "x": 1})
    assert Content.of("a", {"x": 1}).hash != Content.of("a", {"x": 2}).hash


def test_a_seed_with_half_a_character_deals_on_the_same() -> None:
    """A browser may send a lone surrogate; saved, it becomes what the dealer hashes anyway."""
    session = Session(EMBERS, CALM, dealer=Seeded("\ud83d"), auto_deal=True)
    session.play(Throw(1))
    other = Session.load(EMBERS, session.save(), auto_deal=True)
    answer = next(iter(session.options))
    assert session.play(answer) == other.play(answer)
    assert session.state == other.state


def test_a_game_without_a_name_is_not_saved() -> None:
    game = embers_game(turn=TurnRules())
    game.name = ""
    with pytest.raises(AssertionError):
        Session(game, CALM).save()


def test_dice_of_real_people_need_no_seed() -> None:
    session = Session(EMBERS, CALM)
    session.play(Throw(1))
    session.play(Fell((0, 1, 0)))
    other = Session.load(EMBERS, session.save())
    assert (other.dealer, other.record) == (None, session.record)
    undone = other.undo()
    assert undone is not None and undone.entry == Entry(Seat(-1), Fell((0, 1, 0)))


def test_snapshots_stay_few() -> None:
    """A log of many answers: at most so many snapshots, the last one always, and never two closer than EVERY."""
    session = Session(EMBERS, msgspec.structs.replace(CALM, faces=("spark", "flame"), target=100))
    for number in range(EVERY * MOST_SNAPSHOTS + 100):
        session.play(Throw(1) if number % 2 == 0 else Fell((1, 0)))
    save = read_save(session.save())
    after = [snapshot.after for snapshot in save.snapshots]
    assert len(after) <= MOST_SNAPSHOTS + 1
    assert after[-1] == len(save.entries)
    assert min(two - one for one, two in pairwise(after[:-1])) >= EVERY
    assert Session.load(EMBERS, session.save()).state == session.state


class _Late(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state with a field that later rules added, and that old logs leave out."""

    pile: tuple[int, ...] = (1, 2)
    step: int = 0
    group: int = 0


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (_Late(step=2), {"step": 2}),
        (_Late(step=2), {"step": 3}),
        (_Late(step=2, group=1), {"step": 2}),
        (_Late(step=2, group=1), {"step": 2, "group": 1}),
        (_Late(step=2), {"step": 2, "group": 1}),
        (_Late(), {"step": 0}),
        (_Late(step=2, pile=(3,)), {"step": 2, "pile": [3]}),
    ],
)
def test_a_state_that_leaves_out_its_defaults_is_compared_field_by_field(
    now: _Late, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, told_before = _Late(step=1), {"step": 1}
    is_so, has_same_fields = now == msgspec.convert(told, _Late), told.keys() == told_before.keys()
    if has_same_fields:  # else somebody has to read it
        assert is_still(now, told, before, told_before) is is_so
    else:
        assert is_so or not is_still(now, told, before, told_before)
    if has_same_fields:
        monkeypatch.setattr("fujikoro_nb.engine.kernel.save.raw", None)  # nothing of it need be written down
        assert is_still(now, told, before, told_before) is is_so


def test_what_is_too_large_is_not_written() -> None:
    setting = Setting(content=(Content.of("huge", "x" * LARGEST),))
    session = Session(EMBERS, CALM, setting=setting)
    with pytest.raises(Unreadable) as error:
        session.save()
    assert error.value.reason == "save-too-large"


# ---------------------------------------------------------------------------------------- broken saves


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "save-broken"),
        (b"{", "save-broken"),
        (b"\xff\xfe", "save-broken"),
        (b'{"format":1,"x":"\xff"}', "save-broken"),
        (b"[" * 200_000, "save-none"),
        (b'{"format":1,"start":' + b"[" * 200_000, "save-broken"),
        (b'{"format":1,"start":' + b"[" * 200_000 + b"]" * 200_000 + b"}", "save-broken"),
        (b"{}", "save-none"),
        (b"null", "save-none"),
        (b"[1]", "save-none"),
        (b'{"format":0}', "save-none"),
        (b'{"format":"1"}', "save-none"),
        (b'{"format":' + b"9" * 5000 + b"}", "save-none"),
        (b'{"format":3,"future":true}', "save-newer"),
        (b'{"format":1}', "save-field"),
        (b'{"format":1,"game":7}', "save-field"),
        (FIRST[:-1], "save-broken"),
        (FIRST + b"x", "save-broken"),
        (FIRST.replace(b"Aiko", b"Aika"), "save-changed"),
        (FIRST.replace(b'"dice":2', b'"dice":1', 1), "save-changed"),
        (FIRST.replace(b'"format":2', b'"format":2,"more":1'), "save-field"),
        (b" " * (LARGEST + 1), "save-too-large"),
    ],
)
def test_what_is_no_save_is_refused(data: bytes, expected: str) -> None:
    assert reason(data) == expected


def test_no_depth_is_too_deep_to_be_refused() -> None:
    """What reads the head may reach deeper than what takes the white space out of it."""
    for depth in range(900, 1100):
        with pytest.raises(Unreadable) as error:
            read_save(b'{"format":2,"x":' + b"[" * depth + b"]" * depth + b"}")
        assert error.value.reason in ("save-broken", "save-field")


def test_the_place_of_the_damage_is_said() -> None:
    with pytest.raises(Unreadable) as error:
        read_save(b'{"format":1,"x":"\xff"}')
    assert error.value.place == 17
    with pytest.raises(Unreadable) as error:
        read_save(b'{"format":1,,}')
    assert error.value.place == 12
    with pytest.raises(Unreadable) as error:
        read_save(FIRST.replace(b'"seat":0', b'"seat":true', 1))
    assert error.value.data["field"] == "entries[0].seat"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda save: save.update(game="chess"), "save-other-game"),
        (lambda save: save.update(version=10**30), "save-field"),
        (lambda save: save["entries"][0].update(seat=10**30), "save-field"),
        (lambda save: save["setting"]["content"][0].update(data=[]), "save-content"),
        (lambda save: save.update(forks=[9999]), "save-field"),
        (lambda save: save["snapshots"].reverse(), "save-field"),
        (lambda save: save["snapshots"][0].update(after=9999), "save-field"),
        (lambda save: save.update(start=7), "save-field"),
        (lambda save: save["start"].update(faces=[]), "save-field"),
        (lambda save: save.update(start=7, version=0), "save-start"),
        (lambda save: save["start"].update(agenda=[{"type": "Solace", "seat": 99}]), "save-field"),
    ],
)
def test_a_forged_save_is_refused(change: Callable[[dict[str, Any]], object], expected: str) -> None:
    assert reason(forged(change)) == expected


@settings(max_examples=examples(300), deadline=None)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=200).map(str.encode),
        st.builds(
            lambda at, some: FIRST[: at % len(FIRST)] + some + FIRST[at % len(FIRST) + len(some) :],
            st.integers(0, 10**6),
            st.binary(min_size=1, max_size=8),
        ),
        st.integers(0, len(FIRST) - 1).map(lambda end: FIRST[:end]),
        st.integers(0, len(FIRST) - 1).map(lambda end: FIRST[:end] + FIRST[end + 1 :]),
    )
)
def test_any_bytes_are_a_save_or_refused(data: bytes) -> None:
    if data == FIRST:
        return
    assert reason(data).startswith("save-")


# -------------------------------------------------------------------------- logs that outlive their rules


def opened(game: EmbersGame, session: Session[Embers]) -> Session[Embers]:
    """An old session in a later edition; whatever it does not follow is kept, also by its own save."""
    data = session.save()
    later = Session.load(game, data)
    difference = later.disagreement
    assert difference is not None
    before = json.loads(data)["entries"]
    assert len(later.lines) == difference.agreed
    assert len(later.unplayed) == difference.left == len(before) - difference.agreed
    again = json.loads(later.save())
    assert again["entries"] + again["unplayed"] == before
    assert again["version"] == 2
    assert Session.load(game, later.save()).unplayed == later.unplayed
    assert later.state == Session(EMBERS, CALM).state if not difference.agreed else later.lines
    sentence = say(f"save.{difference.reason}", **dict(difference.data))
    assert sentence.isprintable() and difference.rule in sentence
    return later


class BankTwo(TurnRules):
    """A later edition: a single point may not be banked."""

    def check(self, state: Embers, frame: Turn, answer: Answer) -> Refusal | None:
        if isinstance(answer, Bank) and frame.points == 1:
            return refuse("embers.bank", "one")
        return super().check(state, frame, answer)


class Double(TurnRules):
    """A later edition: a seat that has points banks double; no answer is refused."""

    def answered(self, state: Embers, frame: Turn, answer: Answer) -> Outcome[Embers]:
        if isinstance(answer, Bank) and state.scores[frame.seat]:
            frame = msgspec.structs.replace(frame, points=frame.points * 2)
        return super().answered(state, frame, answer)


class Renamed(TurnRules):
    """A later edition asks another question."""

    def question(self, state: Embers, frame: Turn) -> Question | None:
        question = super().question(state, frame)
        return None if question is None else msgspec.structs.replace(question, kind="cast-or-bank")


class Swapped(TurnRules):
    """A later edition asks the other seat."""

    def question(self, state: Embers, frame: Turn) -> Question | None:
        question = super().question(state, frame)
        return None if question is None else msgspec.structs.replace(question, seat=Seat(1 - frame.seat))


def test_an_answer_that_is_refused_now() -> None:
    session = calm()
    later = opened(embers_game(turn=BankTwo(), version=2), session)
    difference = later.disagreement
    assert difference is not None
    points = [line.entry.answer for line in session.lines]
    first = next(n for n, a in enumerate(points) if a == Bank() and points[n - 1] == Fell((0, 1, 0)))
    assert (difference.reason, difference.rule) == ("differs-refused", "embers.bank")
    assert (difference.entry, difference.agreed, difference.version) == (first, first, 1)
    with pytest.raises(Illegal):
        later.play(Bank())
    later.play(Throw(1))


def test_a_snapshot_that_differs_opens_the_last_one_that_agrees() -> None:
    session = calm()
    later = opened(embers_game(turn=Double(), version=2), session)
    difference = later.disagreement
    assert difference is not None and difference.reason == "differs-snapshot"
    snapshots = [0, *(snapshot.after for snapshot in read_save(session.save()).snapshots)]
    assert difference.agreed in snapshots
    assert snapshots[snapshots.index(difference.agreed) + 1] == difference.entry + 1
    assert later.lines == session.lines[: difference.agreed]
    assert later.disagreement == difference


@pytest.mark.parametrize("turn", [Renamed(), Swapped()])
def test_a_question_that_is_asked_otherwise(turn: TurnRules) -> None:
    later = opened(embers_game(turn=turn, version=2), calm())
    difference = later.disagreement
    assert difference is not None
    assert (difference.reason, difference.rule, difference.agreed) == ("differs-question", "embers.turn", 0)


def test_an_answer_that_is_no_longer_known() -> None:
    fewer = Throw | Fell | AddDie | PickAsh | TakeCharm | TakePoint | Pass | NotBefore
    session = calm()
    later = opened(embers_game(turn=TurnRules(), version=2, answers=fewer), session)
    difference = later.disagreement
    assert difference is not None and difference.reason == "differs-answer"
    assert session.lines[difference.entry].entry.answer == Bank()


def test_a_log_that_goes_on_after_the_end_differs_there() -> None:
    """A target that was lowered: the game is over before the log is."""
    session = calm()
    data = json.loads(session.save())
    data["start"]["target"], data["check"], data["snapshots"] = 2, "", []
    data = write_save(msgspec.json.decode(json.dumps(data).encode(), type=Save))
    later = Session.load(EMBERS, data)
    assert later.question is None
    assert later.disagreement is not None and later.disagreement.reason == "differs-question"
    assert len(later.unplayed) == len(session.lines) - len(later.lines)
