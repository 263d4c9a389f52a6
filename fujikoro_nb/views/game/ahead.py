"""Dragons and guards that a move could lead to, with the chances to beat each alone, worked out one by one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId, space, spaces_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds.progress import Progress
from fujikoro_nb.play.odds_service import OddsService
from fujikoro_nb.views.game.chances import Chances, Coming, chances_of, few_words, fight_at, fought
from fujikoro_nb.views.game.duel import ComingGuard, DuelChances, guard_at, guard_chances, guard_words
from fujikoro_nb.views.game.words import Words

__all__ = ["Ahead", "ahead_view", "fights_ahead"]


Fight = Coming | ComingGuard


def fights_ahead(state: GameState, seat: Seat, spaces: Iterable[str]) -> dict[str, Fight]:
    """The fights that wait on these spaces, by the place of the dragon or the guard."""
    found: dict[str, Fight] = {}
    for at in spaces:
        where = str(space(at).place)
        if where in found:
            continue
        coming = fight_at(state, seat, at) or guard_at(state, seat, SpaceId(at))
        if coming is not None:
            found[where] = coming
    return found


def _key(coming: Fight) -> Hashable:
    return coming if isinstance(coming, ComingGuard) else fought(coming)


def _worked_out(coming: Fight, report: Progress) -> Chances | DuelChances | None:
    return guard_chances(coming, report) if isinstance(coming, ComingGuard) else chances_of(coming, report)


def _few_words(chances: Chances | DuelChances, words: Words) -> str:
    return guard_words(chances, words) if isinstance(chances, DuelChances) else few_words(chances, words)


class Ahead:
    """Looks for the chances of all fights that lie ahead, one by one; ``found`` hears of each."""

    def __init__(
        self,
        service: OddsService,
        *,
        found: Callable[[], None],
        told: Callable[[float], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._found, self._told, self._failed = found, told, failed
        self._service, self._asker = service, service.asker()
        self.fights: dict[str, Fight] = {}
        self.at_work = ""
        """Place of the dragon whose chances are worked out now; empty: none."""

    def cancel(self) -> None:
        """Nobody waits for them any more."""
        self.look({})

    def look(self, fights: Mapping[str, Fight]) -> None:
        """These lie ahead now."""
        if fights == self.fights:
            return
        self._asker.cancel()
        self.fights, self.at_work = dict(fights), ""
        self._next()

    def is_known(self, coming: Fight) -> bool:
        """Whether this fight's chances were looked for already."""
        return self._service.known(_key(coming)) is not None

    def chances(self, coming: Fight) -> Chances | DuelChances | None:
        """The chances of a fight; None while they are not known, or where they cannot be worked out."""
        known = self._service.known(_key(coming))
        return None if known is None else known.value

    def _next(self) -> None:
        """On to the next fight whose chances are unknown."""
        waiting = ((place, one) for place, one in self.fights.items() if not self.is_known(one))
        self.at_work, coming = next(waiting, ("", None))
        if coming is not None:
            fight = coming
            self._asker.ask(
                _key(fight),
                lambda report: _worked_out(fight, report),
                done=lambda _: self._go_on(),
                failed=self._failed,
                told=self._told,
            )

    def _go_on(self) -> None:
        self._next()
        self._found()


def ahead_view(ahead: Ahead, state: GameState, words: Words, share: float | None) -> dict[str, Any]:
    """What stands beside the spaces of each dragon, by its place: ``{"name", "text", "share"}``.

    ``share`` of the result is how far its chances are, from 0 to 1; None where nothing has come of it yet, or all has.
    """
    shown: dict[str, Any] = {}
    for where, coming in ahead.fights.items():
        dragon = state.dragon_on(spaces_of(PlaceId(where))[0].id)
        name = words.seat(coming.guard) if isinstance(coming, ComingGuard) else ""
        if dragon is not None:
            name = words.component(dragon.id)
        chances = ahead.chances(coming)
        if chances is not None:
            text = _few_words(chances, words)
        else:
            text = words.say(f"game-page.{'chance-none' if ahead.is_known(coming) else 'chances-come'}")
        is_at_work = where == ahead.at_work
        shown[where] = {
            "name": name,
            "text": text,
            "share": share if is_at_work else None,
        }
    return shown
