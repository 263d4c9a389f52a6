"""Sampled fights on other workers: threads, processes, a Dask cluster. The numbers are always the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from multiprocessing import get_context
from threading import Event
from typing import Any

import pytest
from distributed import Client, LocalCluster

from fujikoro_nb.odds import Fighter, Foe, JointOdds, sample, solve_joint
from fujikoro_nb.odds.sampling import CHUNK
from tests.odds.generated_positions import positions
from tests.odds.test_parties import BOX, BRAVE, WEAK

PARTY = (Fighter(WEAK), Fighter(BRAVE))
FOE = Foe(8, 3, 2)
FIGHTS = (1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7)
"""One task or several, full or not."""


def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def dask() -> Iterator[Executor]:
    """Two worker processes that listen on this machine only."""
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as pool,
    ):
        yield pool


@pytest.fixture(scope="module", params=[threads, processes, dask], ids=lambda opened: opened.__name__)
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Each kind, opened once."""
    yield from request.param()


class Watched(Executor):
    """Another executor, with a list of what it was given to do."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self.tasks: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        task = self._pool.submit(fn, *args, **kwargs)
        self.tasks.append(task)
        return task


class Enough(Exception):
    """Somebody cancels."""


def test_every_executor_gives_the_same_numbers(pool: Executor) -> None:
    for fights in FIGHTS:
        for is_fixed in (False, True):
            shares: list[float] = []
            there = _sampled(fights, is_fixed=is_fixed, executor=pool, progress=shares.append)
            assert there == _sampled(fights, is_fixed=is_fixed)
            assert len(shares) == -(-fights // CHUNK)
            assert shares == sorted(set(shares))
            assert shares[-1] == 1
            assert shares[0] > 0


def _sampled(fights: int, **options: Any) -> JointOdds:
    return sample(PARTY, FOE, BOX, fights=fights, seed=11, **options)


def test_who_cancels_leaves_no_task_behind(pool: Executor) -> None:
    def stop(share: float) -> None:
        raise Enough

    watched = Watched(pool)
    with pytest.raises(Enough):
        _sampled(400 * CHUNK, executor=watched, progress=stop)
    assert len(watched.tasks) == 400
    # A cancelled task is over only when its pool has noticed, and Dask may never hear of it: others are waited for.
    cancelled = [task for task in watched.tasks if task.cancelled()]
    _, running = wait([task for task in watched.tasks if not task.cancelled()], timeout=60)
    assert all(task.cancelled() for task in running)
    assert cancelled  # not only left to run out, however many a busy machine has played by then
    assert _sampled(CHUNK + 1, executor=pool) == _sampled(CHUNK + 1)


def test_a_failing_task_cancels_the_others() -> None:
    class Broken(Watched):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.tasks) == 1:
                return super().submit(_fail)
            return super().submit(fn, *args, **kwargs) if not self.tasks else super().submit(gate.wait, 30)

    gate = Event()
    with ThreadPoolExecutor(1) as pool:
        broken = Broken(pool)
        with pytest.raises(ZeroDivisionError):
            _sampled(5 * CHUNK, executor=broken)
        gate.set()
        _, running = wait(broken.tasks, timeout=60)
        assert not running
        assert broken.tasks[-1].cancelled()


def _fail() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("numbers", [(3, 12), (1, 14, 24), (9, 19)])
def test_exact_joint_odds_are_those_sampled_with_the_same_play(numbers: tuple[int, ...]) -> None:
    party = [Fighter(positions()[number].samurai, positions()[number].monk) for number in numbers]
    foe = Foe(6 * len(party), 4, 3)
    fights = 10_000
    exact = solve_joint(party, foe, BOX)
    drawn = sample(party, foe, BOX, fights=fights, seed=3, is_fixed=True)
    pairs = [(exact.win, drawn.win)]
    for one, other in zip(exact.fighters, drawn.fighters, strict=True):
        pairs += [
            (one.rewarded, other.rewarded),
            (one.knocked_out, other.knocked_out),
            (one.retreat, other.retreat),
        ]
    assert 0.05 < exact.win < 0.95
    for chance, share in pairs:
        assert abs(share - chance) <= 4 * (chance * (1 - chance) / fights) ** 0.5 + 1e-9
