"""What a phone of a duel draws, as plain data: both counts, its own question, at the end of a round who solved what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.helper.seats.record import Seat
from fujikoro_nb.puzzles.storm.duel import GOALS, MOST_ROUNDS, Duel, Race, Round
from fujikoro_nb.puzzles.storm.run import MOST_MISSES, Once
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.texts import say
from fujikoro_nb.views.learn.storm import StormShown

__all__ = ["duel_view", "goals"]


def goals(language: str) -> list[dict[str, str]]:
    """What can end a round, to choose from."""
    return [{"goal": goal, "label": say(f"duel.goal-{goal}", language=language)} for goal in GOALS]


def duel_view(duel: Duel, held: Mapping[int, Seat], *, seat: int, language: str) -> dict[str, Any]:
    """Everything that a phone draws; ``seat`` below 0: it holds none and sees both counts.

    A question is told to whoever has answered all before it, and what is right about it only once that racer has
    answered it; the whole list when the round is over, and with it what a kept mistake needs, seed included.
    """
    names = duel.head.names
    return {
        "seat": seat,
        "hand": "seat" if seat >= 0 else None,
        "me": {"name": names[seat]} if seat >= 0 else None,
        "isHostless": True,
        "people": [
            {"seat": one, "name": name, "isHeld": one in held and held[one].holder is not None}
            for one, name in enumerate(names)
        ],
        "duel": _Shown(duel, seat, language).view(),
    }


class _Shown:
    def __init__(self, duel: Duel, seat: int, language: str) -> None:
        self.duel, self.seat, self.language = duel, seat, language
        self.storm = StormShown(language)

    def say(self, key: str, /, **data: object) -> str:
        return say(f"duel.{key}", language=self.language, **data)

    def view(self) -> dict[str, Any]:
        duel, now = self.duel, self.duel.round
        mine = None if now is None or self.seat < 0 else now.races[self.seat]
        is_asked = duel.is_racing and mine is not None and not mine.is_out
        number = 0 if mine is None else len(mine.said)
        state = "ready" if now is None else "running" if duel.is_racing else "over"
        return {
            "state": state,
            "round": duel.rounds,
            "may_begin": duel.rounds < MOST_ROUNDS,
            "rules": [
                self.say("rule-same"),
                self.say(f"rule-{duel.head.goal}"),
                self.say("rule-out", n=MOST_MISSES),
            ],
            "seconds": duel.goal.seconds,
            "first": duel.goal.first,
            "ends": 0 if now is None else now.ends,
            "racers": [self.racer(one, now) for one in range(len(duel.head.names))],
            "at": number,
            "task": self.storm.task(task(now.seed, number)) if now is not None and is_asked else None,
            "out": self.out(mine) if state == "running" and mine is not None else "",
            "said": self.verdict(now, mine) if state == "running" and now is not None and mine else "",
            "is_miss": bool(mine and mine.said and not mine.said[-1][1]),
            "result": self.result(now) if now is not None and state == "over" else None,
        }

    def racer(self, one: int, now: Round | None) -> dict[str, Any]:
        race = Race() if now is None else now.races[one]
        return {
            "name": self.duel.head.names[one],
            "mine": one == self.seat,
            "right": race.right,
            "misses": race.misses,
            "most": MOST_MISSES,
            "is_out": self.duel.is_racing and race.is_out,
            "is_ready": self.duel.ready[one],
            "won": self.duel.won[one],
        }

    def out(self, mine: Race) -> str:
        """Why this racer is asked nothing more."""
        if not mine.is_out:
            return ""
        other = self.duel.head.names[1 - self.seat]
        return self.say("out-stopped" if mine.is_stopped else "out-misses", n=mine.misses, name=other)

    def verdict(self, now: Round, mine: Race) -> str:
        """What became of the own last answer."""
        if not mine.said:
            return ""
        if mine.said[-1][1]:
            return self.say("right")
        return self.storm.say("miss", why=self.storm.why(task(now.seed, len(mine.said) - 1)))

    def result(self, now: Round) -> dict[str, Any]:
        """Who won, and of every question that somebody reached who solved it."""
        names, winner = self.duel.head.names, now.winner
        if winner is None:
            title = self.say("draw")
        elif winner == self.seat:
            title = self.say("you-won")
        else:
            title = self.say("won", name=names[winner])
        return {
            "title": title,
            "seal": "" if winner is None or self.seat < 0 else "ok" if winner == self.seat else "no",
            "standing": self.say(
                "standing", one=names[0], a=self.duel.won[0], b=self.duel.won[1], two=names[1]
            ),
            "rows": [self.row(now, number) for number in range(max(len(race.said) for race in now.races))],
        }

    def row(self, now: Round, number: int) -> dict[str, Any]:
        one = task(now.seed, number)
        once = Once(seed=now.seed, number=number)
        mine = now.races[self.seat].said[number : number + 1] if self.seat >= 0 else ()
        return {
            "number": number + 1,
            **self.storm.task(one, has_marks=True),
            "solved": [self.solved(race, number) for race in now.races],
            "answer": self.storm.say(f"{'yes' if one.answer else 'no'}-{one.kind}"),
            "why": self.storm.why(one),
            "rule": one.rule,
            "keep": self.storm.keep(once) if mine and not mine[0][1] else None,
        }

    def solved(self, race: Race, number: int) -> str:
        """How a racer did at a question: ``right``, ``missed``, or empty where it was not reached."""
        if number >= len(race.said):
            return ""
        return "right" if race.said[number][1] else "missed"
