"""Make the committed saves of the present format that are not there yet: python -m tests.golden.saves.make

A file that a released version wrote is never made again: later versions must open it as it is. A new format gets files
of its own beside the old ones.
"""

from __future__ import annotations

from pathlib import Path

from fujikoro_nb.content.pack import empty_pack
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.engine.kernel.save import FORMAT
from fujikoro_nb.helper.quick.escape_plan import escape_plan
from fujikoro_nb.play.bots import bots_of, moved_on
from fujikoro_nb.play.seats import GameSession, Table, begin, seated
from fujikoro_nb.views.game.end import planned_moment

FOLDER = Path(__file__).parent
AIKO = Seat(0)
NAMES = ("Aiko", "Botan", "Chie", "Daichi", "Emi", "Fumio")
CAST = ("daisuke", "tomoe", "mitsuhide", "masatsura", "yoshihiro", "takeko")


def table(*players: str) -> Table:
    """Aiko and Botan, and who plays for them."""
    return Table(seated(("Aiko", "Botan"), players, ("red", "blue")), "saved")


def opening(agreed: Table) -> GameSession:
    """Their game with adventures, at its first question."""
    return begin(agreed, owned=empty_pack("owner", "owner"), has_adventures=True)


def whole_game() -> GameSession:
    """Two bots that plan, from the setup to the last tie-break."""
    agreed = table("heuristic", "heuristic")
    bots = bots_of(agreed)
    return moved_on(opening(agreed), agreed, bots, is_stepwise=False, report=lambda _: None)[0]


def near_end() -> GameSession:
    """The same game, but Aiko is a person, at the last action from which a walk leads off the mountain in this turn."""
    session = last = opening(table("person", "random"))
    for line in whole_game().lines:
        question = session.question
        if question is not None and question.seat == AIKO and question.kind == "act":
            moment = planned_moment(session.state, question)
            ways = escape_plan(session.state, AIKO).ways if moment is not None else ()
            if ways and ways[0].turns[-1].number == 1:
                last = session.fork()
        if not line.entry.automatic:
            session.play(line.entry.answer)
    return last


def with_characters() -> GameSession:
    """Six of the seven characters together in a group's game, to its end."""
    agreed = Table(
        seated(NAMES, ("heuristic", "random") * 3, (), CAST),
        "saved",
    )
    session = begin(agreed, owned=empty_pack("owner", "owner"), mode=COOP.name, characters=CAST)
    return moved_on(session, agreed, bots_of(agreed), is_stepwise=False, report=lambda _: None)[0]


def main() -> None:
    """Write the files that are not there yet."""
    every = (("game", whole_game), ("near-end", near_end), ("characters", with_characters))
    for name, make in every:
        if (FOLDER / f"{name}-format-{FORMAT}.json").exists():
            continue
        session = make()
        (FOLDER / f"{name}-format-{FORMAT}.json").write_bytes(session.save(has_snapshots=name != "near-end"))


if __name__ == "__main__":
    main()
