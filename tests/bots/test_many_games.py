"""Many games beside each other: the same ends wherever they are played, and as the command's own games end."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from distributed import Client, LocalCluster

import fujikoro_nb as fk
from fujikoro_nb.bots.games import PARTS, play_one
from fujikoro_nb.commands.games import game_reply
from fujikoro_nb.engine.kernel import Illegal, Unreadable

GAMES = [
    fk.Contest(game="makai", bots=("random",), players=4, seed=seed, most_turns=3)
    for seed in range(2 * PARTS + 3)
]
HERE = [play_one(one) for one in GAMES]


def test_all_cores_play_as_one() -> None:
    assert fk.play_many(GAMES) == HERE
    assert fk.play_many([]) == []
    assert fk.play_many(GAMES[:1]) == HERE[:1]


def test_any_executor_plays_them_in_their_order() -> None:
    pools: list[Executor] = [
        ThreadPoolExecutor(3),
        ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ]
    for pool in pools:
        with pool:
            assert fk.play_many(GAMES, executor=pool) == HERE


def test_a_dask_cluster_plays_them_in_their_order() -> None:
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as pool,
    ):
        assert fk.play_many(GAMES[:9], executor=pool) == HERE[:9]


@pytest.mark.parametrize(
    ("game", "players", "bots", "scored", "won"),
    [
        ("fuji99", 2, ("random", "heuristic"), "floors", "winners"),
        ("makai", 4, ("random",), "gold", "winners"),
        ("fuji-koro", 2, ("random",), "scores", ""),
    ],
)
def test_a_game_ends_as_the_commands_game_does(
    game: str, players: int, bots: tuple[str, ...], scored: str, won: str
) -> None:
    most = 12 if game == "fuji-koro" else None
    told: dict[str, Any] = dict(
        game_reply(game, players=players, seed="7", bots=",".join(bots), turns=most).data
    )
    contest = fk.Contest(game=game, bots=bots, players=players, seed="7")
    found = play_one(contest if most is None else fk.Contest(**{**_fields(contest), "most_turns": most}))
    assert list(found.scores) == list(told[scored])
    if won:
        assert list(found.winners) == list(told[won])
    else:
        assert (found.turns, found.winners) == (most, ()), "it was broken off, so nobody has won"


def _fields(contest: fk.Contest) -> dict[str, Any]:
    return {name: getattr(contest, name) for name in contest.__struct_fields__}


def test_a_house_rule_is_played() -> None:
    rule = "makai.judge.tie-first-on-field=last-card"
    both = [
        [play_one(fk.Contest(game="makai", players=4, seed=seed, readings=readings)) for seed in range(25)]
        for readings in ((), (rule,))
    ]
    assert both[0] != both[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"bots": ("nobody",)},
        {"bots": ("random", "random", "random")},
        {"readings": ("nonsense",)},
        {"readings": ("no.such.rule=x",)},
        {"game": "makai", "players": 4, "bots": ("planner",)},
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        play_one(fk.Contest(**wrong))
    with pytest.raises(Illegal):
        play_one(fk.Contest(players=99, bots=("random",)))
