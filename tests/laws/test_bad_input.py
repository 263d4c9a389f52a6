"""Malformed answers and saves in the middle of an interrupt: refused with a reason, and the session stays as it was."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES
from fujikoro_nb.engine.fujikoro.rules.game import GAME, GameAnswer
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import Illegal, Seeded, Session, Unreadable
from fujikoro_nb.engine.kernel.save import Save, write_save
from fujikoro_nb.texts import LANGUAGES, error_sentence, refusal_sentence
from tests.laws.games import along, begun
from tests.support.sampling import examples

INTERRUPTS = ("join", "meet", "send-monk", "withdraw", "place", "draw", "window", "stow", "scroll", "revive")
"""Questions at which somebody else waits, or something is half done."""

MOST = 250
"""Answers within which every interrupt is found in one of the first games."""


def interrupted() -> dict[str, Session[GameState]]:
    """For each of these questions a game that asks it."""
    found: dict[str, Session[GameState]] = {}
    for seed in range(80):
        session = begun(seed)
        for _ in along(session, seed, MOST):
            kind = session.question.kind if session.question else ""
            if kind in INTERRUPTS and kind not in found and len(session.state.agenda) > 1:
                found[kind] = session.fork()
        if len(found) == len(INTERRUPTS):
            break
    return found


SESSIONS = interrupted()

TAGS = [kind.__name__ for kind in GameAnswer.__args__]
FIELDS = sorted({name for kind in GameAnswer.__args__ for name in kind.__struct_fields__})
WORDS = st.sampled_from(
    [
        *FIELDS,
        *(one.id for one in PLACES),
        *(one.id for one in SPACES),
        "left",
        "W",
        "red",
        "",
        "\x00",
        "x" * 90,
    ]
)
NUMBERS = st.integers(-3, 12) | st.sampled_from([1 << 40, -(1 << 70)])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)
ANSWERS = st.builds(
    lambda tag, fields: {"type": tag, **fields},
    st.sampled_from([*TAGS, "Answer", ""]),
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4),
)


def nodes(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value of a JSON tree but its root."""
    keys = tree.keys() if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    return [one for key in keys for one in ((*path, key), *nodes(tree[key], (*path, key)))]


HEARD = sorted(
    {
        json.dumps(msgspec.to_builtins(answer))
        for session in SESSIONS.values()
        for line in session.lines
        for answer in [line.entry.answer]
    }
)
"""Legal answers of other moments."""


@st.composite
def bent(draw: st.DrawFn) -> Any:
    """A legal answer of some moment with one value replaced."""
    answer = json.loads(draw(st.sampled_from(HEARD)))
    *way, last = draw(st.sampled_from(nodes(answer)))
    holder = answer
    for key in way:
        holder = holder[key]
    holder[last] = draw(VALUES)
    return answer


_QUICK = settings(
    max_examples=examples(80), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


def told(error: Unreadable) -> None:
    """Every refusal of text is a sentence in every language."""
    assert all(error_sentence(error, language=language) for language in LANGUAGES)


def said(session: Session[GameState], text: str) -> None:
    """Say this; unless it is a legal answer, nothing changes and the reason is a sentence."""
    log, state = session.record, session.state
    try:
        answer = GAME.from_text(text)
    except Unreadable as error:
        told(error)
        return
    refusal = GAME.check(state, answer)
    assert (refusal is None) == (answer in session.options)
    if refusal is None:
        return
    assert refusal_sentence(refusal)
    with pytest.raises(Illegal):
        session.play(answer)
    assert (session.record, session.state) == (log, state)


@pytest.mark.parametrize("kind", INTERRUPTS)
def test_malformed_json_is_refused(kind: str) -> None:
    @_QUICK
    @given(ANSWERS | VALUES | bent())
    def run(answer: Any) -> None:
        said(SESSIONS[kind], json.dumps(answer))

    run()


@pytest.mark.parametrize("kind", INTERRUPTS)
def test_any_text_is_refused(kind: str) -> None:
    verbs = [
        "walk",
        "join",
        "lay",
        "place",
        "turn",
        "draw",
        "attack",
        "pay",
        "lose",
        "stow",
        "send",
        "roll",
        "steal",
    ]
    words = st.lists(WORDS | st.text(max_size=4), max_size=4).map(" ".join)

    @_QUICK
    @given(st.builds("{} {}".format, st.sampled_from(verbs), words) | st.text(max_size=40))
    def run(text: str) -> None:
        said(SESSIONS[kind], text)

    run()


def damaged(save: bytes, chance: random.Random, *, is_signed: bool) -> bytes:
    """The save with one value replaced or removed, or some bytes of it lost.

    ``is_signed``: whoever did it made the check anew, so that only the rules can notice.
    """
    if not is_signed and chance.random() < 0.2:
        first = chance.randrange(len(save))
        return save[:first] + save[first + chance.randint(1, 20) :]
    tree = json.loads(save)
    *way, last = chance.choice(nodes(tree))
    holder = tree
    for key in way:
        holder = holder[key]
    if chance.random() < 0.3:
        del holder[last]
    else:
        new = [None, True, -1, 7, 1 << 70, "x", "centre", [], {}, [[]], {"type": "Move"}]
        holder[last] = chance.choice(new)
    broken = json.dumps(tree).encode()
    if not is_signed:
        return broken
    try:
        return write_save(msgspec.json.decode(broken, type=Save))
    except msgspec.ValidationError:
        return broken


@pytest.mark.parametrize("is_signed", [False, True])
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_a_damaged_save_is_refused_or_stops_where_it_parts(kind: str, *, is_signed: bool) -> None:
    """Never another error; what opens is a game that can go on, and says where it disagrees."""
    session, chance = SESSIONS[kind], random.Random(kind)
    save = session.save()
    for _ in range(10):
        broken = damaged(save, chance, is_signed=is_signed)
        try:
            opened = Session.load(GAME, broken)
        except Unreadable as error:
            told(error)
            continue
        assert opened.replay()[0] == opened.state
        if opened.disagreement is None and opened.question is not None:
            assert list(opened.options)
    assert session.save() == save


def test_every_interrupt_was_found() -> None:
    assert set(SESSIONS) == set(INTERRUPTS)


BLUEPRINT = json.loads(msgspec.json.encode(house_pack().blueprints[0]))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("piles blueprints 0 id", "monk"),
        ("piles blueprints 0 id", "scroll"),
        ("piles tiles 0 spaces", []),
        ("piles tiles 0 level", "IV"),
        ("piles tiles 1 id", "house-tile-i-1"),
        ("piles tokens 0 cubes wood", 1 << 70),
        ("piles dragons 0 dice", 0),
        ("piles gear_cards 0 pattern wood", -1),
        ("piles scrolls 0 effects", []),
        ("charts track", []),
        ("charts track 0 lava", 9),
        ("charts palaces 0 single 0", -1),
        ("mode start_monks", []),
        ("mode start_cubes wood", 1 << 70),
        ("mode actions", 0),
        ("boards 0 backpack lower cubes metal", 1 << 70),
        ("boards 0 discs", 40),
        ("boards 0 discs", 2),
        ("boards 0 action_monk_field", "move"),
        ("boards 0 gear weapon_magic", 40),
        ("boards 0 gear weapon wood", 0b1111111111),
        ("boards 0 gear helmet_magic", True),
        ("boards 0 gear sandals wood", 1 << 60),
        ("boards 0 backpack lower discs", ["scroll"]),
        ("boards 0 backpack lower discs", ["house-blueprint-helmet-1"]),
        ("boards 0 cards", [{"card": "mine", "kind": "weapon", "slot": "move", "bonus": "vp"}]),
        ("boards 0 blueprints", [BLUEPRINT]),
        ("boards 0 lost_blueprints", [BLUEPRINT]),
        ("samurai 0 score", 5),
        ("countdown", 8),
        ("lava", ["I-1.0"]),
    ],
)
def test_a_table_that_no_box_holds_is_refused(path: str, value: object) -> None:
    """Whoever forged it made the check anew."""
    tree = json.loads(SESSIONS["join"].save())
    holder, (*way, last) = tree["start"], [int(word) if word.isdigit() else word for word in path.split()]
    for key in way:
        holder = holder[key]
    assert holder[last] != value
    holder[last] = value
    tree["snapshots"] = []
    forged = write_save(msgspec.json.decode(json.dumps(tree).encode(), type=Save))
    with pytest.raises(Unreadable) as error:
        Session.load(GAME, forged)
    assert (error.value.reason, error.value.data["field"]) == ("save-field", "start")
    told(error.value)


@pytest.mark.parametrize("rule", ["no.such", "end.tie"])
def test_a_save_that_tells_other_rulings_than_it_is_played_by_is_refused(rule: str) -> None:
    played = SESSIONS["join"].state.rulings.in_force()
    readings = SWITCHES[rule].readings if rule in SWITCHES else ("x",)
    tree = json.loads(SESSIONS["join"].save())
    tree["setting"]["rulings"] = [[rule, next(one for one in readings if one != played.get(rule))]]
    forged = write_save(msgspec.json.decode(json.dumps(tree).encode(), type=Save))
    with pytest.raises(Unreadable) as error:
        Session.load(GAME, forged)
    assert (error.value.reason, error.value.data["field"]) == ("save-field", "setting")
    told(error.value)


def test_a_save_of_another_game_is_refused() -> None:
    broken = json.loads(SESSIONS["join"].save())
    for game in ("", "toy", "fuji-99"):
        with pytest.raises(Unreadable):
            Session.load(GAME, json.dumps({**broken, "game": game}).encode())


def test_the_dealer_of_a_refused_save_is_not_taken() -> None:
    session = SESSIONS["draw"]
    session.dealer = Seeded(5)
    with pytest.raises(Unreadable):
        Session.load(GAME, b"{}")
    assert isinstance(session.dealer, Seeded)
    assert msgspec.json.decode(session.save())["game"] == GAME.name
