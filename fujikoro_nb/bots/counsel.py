"""What the plan for points thinks of somebody else's answer: how much it gives away, and what it would have done."""

from __future__ import annotations

import msgspec

from fujikoro_nb.bots.bot import Choice
from fujikoro_nb.bots.points import DISC, PointsPlay, Table, Weighed, heaviest, weigh_walks
from fujikoro_nb.engine.fujikoro.asked.game import Act, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Answer, Game, Question

WEIGHED = ("act", "walk")
"""Kinds of questions whose answers it can compare in points."""


class Judged(msgspec.Struct, frozen=True):
    """What an answer gives away against the best one, in points; ``percent`` is the chance to win the fight that it
    walks into, None where it walks into none."""

    loss: float
    better: Choice
    percent: int | None = None


class Counsel(PointsPlay):
    """Judges by what a seat can see, as the bot that plays for points does; nothing of it is a rule."""

    def judged(
        self,
        game: Game[GameState],
        view: GameState,
        question: Question,
        answer: Answer,
        then: Answer | None = None,
    ) -> Judged | None:
        """How good an answer is, with the walk that was chosen together with a move; None where nothing compares."""
        table = (game, view, question)
        match question.kind:
            case "act":
                return self._judged_act(table, answer, then)
            case "walk":
                weighed = list(weigh_walks(table, self._outlook(view, question.seat)))
                return self._against(table, weighed, _own(weighed, answer), answer)
            case _:
                return None

    def _judged_act(self, table: Table, answer: Answer, then: Answer | None) -> Judged | None:
        game, view, question = table
        weighed = list(self.weigh_acts(table, game.options(view)))
        # A monk's action is weighed only where a disc cannot do the same.
        plain = Act(answer.field) if isinstance(answer, Act) else answer
        own = _own(weighed, answer) or _own(weighed, plain)
        if own is not None and plain == Act("move"):
            state = game.step(view, answer).state
            asked = game.question(state)
            if asked is not None and asked.kind == "walk":
                # Staying is worth nothing; that it is no reason to set out is for whoever chooses.
                walks = list(weigh_walks((game, state, asked), self._outlook(view, question.seat)))
                walk = (_own(walks, then) if then is not None else None) or heaviest(walks)
                worth = walk.worth - DISC + self.bonus(view, question.seat, "move")
                own = msgspec.structs.replace(own, worth=worth)
        return self._against(table, weighed, own, then or answer)

    def _against(
        self, table: Table, weighed: list[Weighed], own: Weighed | None, last: Answer
    ) -> Judged | None:
        if own is None:
            return None
        _, view, question = table
        best = heaviest(weighed)
        dragon = view.dragon_on(last.path[-1]) if isinstance(last, Walk) else None
        percent = None if dragon is None else round(100 * self._chance(view, question.seat, dragon))
        return Judged(max(0.0, best.worth - own.worth), Choice(best.answer, best.reason), percent)


def _own(weighed: list[Weighed], answer: Answer) -> Weighed | None:
    return next((one for one in weighed if one.answer == answer), None)
