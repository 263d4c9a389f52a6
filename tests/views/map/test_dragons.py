"""Where the map says a group's dragons go next is where they go; what each is called tells it from the others."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.group import GoFor, MoveFirst, Prowl, StepTo
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of
from fujikoro_nb.play.seats import new_game
from fujikoro_nb.texts import say
from fujikoro_nb.views.map import picture
from fujikoro_nb.views.map.dragons import ASLEEP, AWAKE, hidden_from_dragons, marks_of, walkers, walks_drawn
from fujikoro_nb.views.map.picture import map_picture
from fujikoro_nb.views.map.words import lies
from tests.support.fights import dragon
from tests.support.group_saves import ended, played_until
from tests.support.groups import group

GAMES = 40
SMALL = dragon("9/5/3", colour="blue", name="dragon-blue-3")
OTHER = dragon("8/5/3", colour="blue", name="dragon-blue-1")
LARGE = dragon("19/12/5", colour="red", name="dragon-red-2")


def test_dragons_go_where_the_map_says() -> None:
    """A dragon that a group lets walk goes onto one of its drawn tiles; where it asks, the choice is what is drawn."""
    walked = chosen = 0
    for seed in range(GAMES):
        session, chance = new_game(seats=3, seed=seed, mode="coop"), random.Random(seed)
        while session.question is not None:
            before, top = session.state, session.state.agenda[-1]
            options = list(session.options)
            if isinstance(top, Prowl) and top.dragon:
                (now,) = (each for each in walkers(before) if each.dragon.id == top.dragon)
                offered = tuple(each.place for each in options if isinstance(each, GoFor | StepTo))
                assert offered == (now.near if top.target is None else now.steps)
                chosen += 1
            answer = chance.choice(options)
            session.play(answer)
            if isinstance(answer, MoveFirst):
                (one,) = (each for each in walkers(before) if each.dragon.id == answer.dragon)
                at = lair_of(session.state, answer.dragon)
                is_asked_first = any(
                    getattr(each, "dragon", "") == answer.dragon for each in session.state.agenda
                )
                assert is_asked_first or at in (one.steps or (one.at,))
                walked += at != one.at
    assert walked >= 5 and chosen >= 5, (walked, chosen)


def test_map_draws_arrows_lines_and_fights() -> None:
    """I-1 and I-2 lie side by side: the blue dragon sees the one on I-2, the red one stands with the one on I-4."""
    game = group(
        tiles={"I-1": "B......", "I-2": ".......", "I-4": "R......"},
        at=("I-2.1", "I-4.1"),
        dragons={"I-1": SMALL, "I-4": LARGE},
    ).state
    assert walks_drawn(game) == [
        {"id": SMALL.id, "from": "I-1.0", "to": ["I-2.0"], "sees": ["I-2.1"], "fights": False},
        {"id": LARGE.id, "from": "I-4.0", "to": [], "sees": ["I-4.1"], "fights": True},
    ]
    assert map_picture(game)["walks"] == walks_drawn(game)


@pytest.mark.parametrize(("token", "count"), [(ASLEEP, 0), (AWAKE, 1), ("", 1)])
def test_who_sleeps_has_no_arrow(token: str, count: int) -> None:
    game = group(
        tiles={"I-1": "B......", "I-2": "......."},
        at=("I-2.1", "centre"),
        dragons={"I-1": SMALL},
        tokens={"I-1": ASLEEP},
    ).state
    assert game.party is not None
    tokens = {name: (SMALL.id,) if name == token else () for name in (ASLEEP, AWAKE)}
    game = game.with_party(msgspec.structs.replace(game.party, **tokens))
    assert len(walks_drawn(game)) == count
    hidden = hidden_from_dragons(game)
    assert hidden == ((1,) if count else ()), "nobody hides from dragons that sleep"
    told = lies(map_picture(game), say)["centre"]
    assert ("no dragon sees" in told) == bool(count)


def test_after_the_end_nobody_walks() -> None:
    session = played_until(ended("lost-life"))
    assert walkers(session.state), "the dragon that won is still there"
    assert (walks_drawn(session.state), hidden_from_dragons(session.state)) == ([], ())


def test_a_picture_asks_once_who_hides_and_what_dragons_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each samurai and each dragon: each time all dragons are looked at."""
    game = group(
        tiles={"I-1": "B......", "I-2": ".......", "I-4": "R......"},
        at=("I-2.1", "I-4.1", "centre"),
        dragons={"I-1": SMALL, "I-4": LARGE},
        players=3,
    ).state
    asked: Counter[str] = Counter()

    def counted(name: str) -> None:
        answers = getattr(picture, name)

        def answer(about: object) -> object:
            asked[name] += 1
            return answers(about)

        monkeypatch.setattr(picture, name, answer)

    counted("hidden_from_dragons")
    counted("marks_of")
    drawn = [piece for space in map_picture(game)["spaces"].values() for piece in space.get("pieces", ())]
    assert [one["mark"] for one in drawn if one["kind"] == "dragon"] == ["S", "L"]
    assert [one["seat"] for one in drawn if one.get("is_hidden")] == [2]
    assert asked == {"hidden_from_dragons": 1, "marks_of": 1}


def test_games_without_a_group_have_no_arrows() -> None:
    session = new_game(seats=2, seed=1)
    assert map_picture(session.state)["walks"] == []
    assert walkers(session.state) == ()
    assert hidden_from_dragons(session.state) == ()


@pytest.mark.parametrize(
    ("dragons", "marks"),
    [
        ((SMALL,), {"dragon-blue-3": "S"}),
        ((SMALL, OTHER, LARGE), {"dragon-blue-3": "S3", "dragon-blue-1": "S1", "dragon-red-2": "L"}),
        (
            (dragon("9/5/3", colour="blue", name="9/5/3"), dragon("8/5/3", colour="blue", name="8/5/3")),
            {"8/5/3": "S1", "9/5/3": "S2"},
        ),
    ],
)
def test_marks_tell_dragons_of_one_size_apart(dragons: tuple[object, ...], marks: dict[str, str]) -> None:
    assert marks_of(dragons) == marks  # type: ignore[arg-type]
