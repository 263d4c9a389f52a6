"""The page of the small games in a test: begun, answered by what it offers, and all that it sends kept."""

from __future__ import annotations

import json
import random
from typing import Any

from fujikoro_nb.engine.kernel.save import write_save
from fujikoro_nb.widgets.small.small_games import SmallGames

OWN = frozenset({"_esm", "_css", "words", "look"})


def begin(page: SmallGames, game: str, players: str, agreed: str = "", rulings: str = "") -> SmallGames:
    """A game of these players; people are called A, B, C and D."""
    each = players.split()
    names = ["A", "B", "C", "D"][: len(each)]
    send(page, "begin", game=game, names=names, players=each, agreed=agreed, rulings=rulings)
    return page


def send(page: SmallGames, act: str, **fields: Any) -> None:
    """A message as the browser would send it."""
    content = {"act": act, **fields}
    page._handle_msg({"content": {"comm_id": "c", "data": {"method": "custom", "content": content}}})


def uncovered(page: SmallGames) -> SmallGames:
    """With the hand of whoever is asked on the screen."""
    view = page.view
    if view["asked"] == "curtain":
        send(page, "uncover", seat=view["seat"], at=view["at"])
    return page


def offers(page: SmallGames) -> list[tuple[str, str]]:
    """What can be tapped now and goes: a text, and one that goes with it."""
    table = page.view["table"]
    found = [(way["text"], "") for card in table["hand"] for way in card.get("ways", ())]
    found += [(card["text"], "") for card in table["hand"] if card.get("can")]
    found += [(one["text"], "") for one in table.get("answers", ()) if one["why"] is None]
    again = table.get("again", "")
    found += [(again, row["text"]) if again else (row["text"], "") for row in table.get("draws", ())]
    if "stop" in table:
        found.append((table["stop"]["text"], ""))
    return found


def answered(page: SmallGames, chance: random.Random) -> str:
    """Answer by one of the taps that the page offers; the kind of the question."""
    kind, at = uncovered(page).view["asked"], page.view["at"]
    text, then = chance.choice(offers(page))
    send(page, "answer", text=text, then=then, at=at)
    assert page.refused == {}
    return str(kind)


def saved(page: SmallGames) -> bytes:
    """The whole save."""
    assert page.session is not None
    return write_save(page.session.saved())


def sent(page: SmallGames) -> str:
    """All that the page has of the game now, as it is sent."""
    state = {name: one for name, one in page.get_state().items() if name not in OWN}
    return json.dumps(state, default=str)
