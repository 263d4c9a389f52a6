"""The end of a game on its page: how long somebody has to leave the mountain, and how the points came about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fujikoro_nb.background import Background
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.bonus import check_counts, row_of, unclaimed, worth
from fujikoro_nb.engine.fujikoro.rules.end import Rank, leftovers, standing
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG, SMALL, exits_of, is_barred
from fujikoro_nb.engine.kernel import Line, Question, Seat
from fujikoro_nb.helper.quick.escape_clock import runs
from fujikoro_nb.helper.quick.escape_plan import escape_plan
from fujikoro_nb.helper.quick.escape_way import EscapePlan
from fujikoro_nb.views.game.group_end import group_over
from fujikoro_nb.views.game.group_way import way_lines
from fujikoro_nb.views.game.ledger import difference_said, ledger_of, unused_said
from fujikoro_nb.views.game.words import Words

__all__ = ["WayOut", "final_lines", "over_view", "planned_moment"]

Moment = tuple[int, int, str]
"""Seat, countdown or round, and space."""


def planned_moment(state: GameState, question: Question | None) -> Moment | None:
    """What an escape plan holds for; None unless the asked samurai is on the mountain and it is its own turn.

    Nor while there is nothing to plan for: before the Final Chapter, in a group before an exit is found.
    """
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    if question is None or not runs(state) or turn is None or turn.seat != question.seat:
        return None
    party, samurai = state.party, state.samurai[question.seat]
    if not samurai.is_on_map or (party is not None and not exits_of(state)):
        return None
    return (int(question.seat), state.countdown if party is None else party.round, samurai.space)


class WayOut:
    """The asked seat's quickest way out: looked for beside the page, once for each own action."""

    def __init__(self, *, found: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._work = Background()
        self._found, self._failed = found, failed
        self._now: Moment | None = None
        self._planned: tuple[Moment, EscapePlan] | None = None

    @property
    def plan(self) -> EscapePlan | None:
        """The plan that holds now; None while it is looked for, or where nobody needs one."""
        return None if self._planned is None else self._planned[1]

    def cancel(self) -> None:
        """Nobody waits for a plan any more."""
        self._work.cancel()

    def look(self, state: GameState, question: Question | None) -> None:
        """Keep the plan in step with the game; ``question`` is None where no person is asked."""
        here = self._now = planned_moment(state, question)
        if question is None or here is None:
            self.cancel()
            self._planned = None
        elif question.kind == "act":
            self._planned = None
            seat = question.seat
            self._work.start(
                lambda _: escape_plan(state, seat),
                done=lambda plan: self._keep(here, plan),
                failed=self._failed,
                progress=lambda _: None,
            )
        elif self._planned is not None and self._planned[0] != here:
            self._planned = None

    def _keep(self, here: Moment, plan: EscapePlan) -> None:
        """The plan is found; it holds unless the samurai has gone on meanwhile."""
        if here == self._now:
            self._planned = here, plan
            self._found()


def final_lines(
    state: GameState, words: Words, plan: EscapePlan | None, here: Seat | None = None
) -> list[dict[str, str]]:
    """What the Final Chapter is for whoever looks (``here``; None: nobody who plays); none before it.

    That it runs or, once that samurai has left, in which palace it is; with a plan its turns and its quickest way
    out; and what it has for the shogun, then what does not count and why. Of a group, its way out: see `way_lines`.
    """
    if state.party is not None:
        return way_lines(state, words, plan, here)
    if not state.is_final_chapter or not state.agenda:
        return []
    if here is None:
        return [*_barred(state, words), *_running(words, plan)]
    palace = state.samurai[here].palace
    if not palace:
        return [*_barred(state, words), *_running(words, plan), *_counting(state, here, words)]
    text = words.say(f"game-page.final-away-{palace}", name=words.seat(here))
    return [{"text": text, "rule": "bonus.one-per-turn"}, *_counting(state, here, words)]


def _barred(state: GameState, words: Words) -> Iterator[dict[str, str]]:
    """That nobody leaves now, whatever way leads out."""
    if is_barred(state):
        text = words.say("game-page.final-barred")
        yield {"text": text, "rule": "scenario.5.competitive.no-escape-while-dragon"}


def _counting(state: GameState, seat: Seat, words: Words) -> list[dict[str, str]]:
    """What a seat has that brings points in its palace, or in one it may still reach; then what does not."""
    palace = state.samurai[seat].palace
    counting: list[str] = []
    others: list[str] = []
    for category, n in unclaimed(state, seat).items():
        is_gear = category in map(str, GearKind)
        what = words.word(category) if is_gear else words.say(f"game-page.unused-{category}", n=n)
        places = _places(state, palace, category, words)
        refusal = check_counts(state, seat, category)
        if refusal is None and places:
            counting.append(
                words.say(f"game-page.final-{'thing' if n == 1 else 'things'}", what=what, places=places)
            )
        elif refusal is None:
            is_taken = not palace or row_of(state, palace, category) is not None
            others.append(words.say(f"game-page.unused-{'no-place' if is_taken else 'not-here'}", what=what))
        elif is_gear and state.boards[seat].gear.layout(GearKind(category)).occupied:
            others.append(words.say(f"game-page.unused-{refusal.reason}", what=what))
    key = "final-counts" if counting else "final-counts-none"
    text = words.say(f"game-page.{key}", name=words.seat(seat), things="; ".join(counting))
    lines = [{"text": text, "rule": f"bonus.{palace or BIG}.categories"}]
    if others:
        text = words.say("game-page.final-counts-not", things=", ".join(others))
        lines.append({"text": text, "rule": "bonus.gear.condition"})
    return lines


def _places(state: GameState, palace: str, category: str, words: Words) -> str:
    """What the next thing of a category brings; by palace for who is in none; empty where it brings nothing."""
    if palace:
        points = worth(state, palace, category)
        return words.say("game-page.final-here", n=points) if points else ""
    points_at = {one: worth(state, one, category) for one in (BIG, SMALL)}
    return ", ".join(words.say(f"game-page.final-at-{one}", n=n) for one, n in points_at.items() if n)


def _running(words: Words, plan: EscapePlan | None) -> list[dict[str, str]]:
    """That the mountain is to be left, and how, as far as a plan says."""
    say = words.say
    if plan is None:
        return [{"text": say("game-page.final-runs"), "rule": "final.trigger"}]
    left = say("game-page.final-turns", name=words.seat(plan.seat), n=plan.turns_left)
    lines = [{"text": left, "rule": "final.trigger"}]
    if not plan.ways:
        return [*lines, {"text": say("game-page.final-none"), "rule": "escape.rope"}]
    way = plan.ways[0]
    text = say(f"game-page.final-{way.palace}", n=way.turns[-1].number)
    return [*lines, {"text": text, "rule": "escape.rope" if way.palace == BIG else "escape.secret"}]


def over_view(state: GameState, words: Words, lines: Sequence[Line] = ()) -> dict[str, Any]:
    """Who has won, and of each seat its place, its points, where they came from and what decided a tie.

    Of a group, how it fared: see `group_over`.

    ``lines`` is the log: it tells what most of a difference comes from.
    """
    if state.party is not None:
        return group_over(state, words, lines)
    ranks = standing(state)
    ledger = ledger_of(lines, state.players)
    first = [rank for rank in ranks if rank.is_first]
    key = "over-wins" if len(first) == 1 else "over-shared"
    names = ", ".join(words.seat(rank.seat) for rank in first)
    return {
        "text": words.say(f"game-page.{key}", names=names, points=first[0].score),
        "rule": first[0].rule,
        "ranks": [
            {**_rank_row(state, rank, words), "why": difference_said(state, rank, ranks, ledger, words)}
            for rank in ranks
        ],
    }


def _rank_row(state: GameState, rank: Rank, words: Words) -> dict[str, Any]:
    samurai, say = state.samurai[rank.seat], words.say
    return {
        "place": rank.place,
        "name": words.seat(rank.seat),
        "colour": samurai.colour,
        "points": rank.score,
        "palace": say(f"game-page.palace-{samurai.palace or 'none'}"),
        "parts": _parts(state, rank.seat, words),
        "tie": _tie(rank, words),
        "unused": unused_said(state, rank.seat, words),
    }


def _parts(state: GameState, seat: Seat, words: Words) -> str:
    """Where the points came from."""
    handed_in = sum(bonus.points for bonus in state.bonuses if bonus.seat == seat)
    left = leftovers(state, seat)
    before = state.samurai[seat].score - handed_in - left
    return words.say("game-page.over-parts", before=before, shogun=handed_in, left=left)


def _tie(rank: Rank, words: Words) -> dict[str, str]:
    """The rule that decides among equals; empty where the points alone do."""
    match rank.rule:
        case "end.tie":
            return {"text": words.say("game-page.over-tie"), "rule": rank.rule}
        case "end.tie.none-escaped":
            return {"text": words.say("game-page.over-tie-shared"), "rule": rank.rule}
        case _:
            return {}
