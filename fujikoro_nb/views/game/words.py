"""What the game page calls things: seats, spaces, components, answers and events in the words of one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

import msgspec

from fujikoro_nb.bots import Why, why_sentence
from fujikoro_nb.content.pack import house_title
from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.fight import FightAnswer, LoseCubes, PayDamage, RepairWeapon, Share
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    Drawn,
    PickSide,
    SlotScroll,
    Take,
    TakeScroll,
    TurnTile,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, PlaceMagic
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, PlaceKind, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import TokenThing
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Die,
    Effect,
    EffectKind,
    ScrollCard,
    SpaceKind,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, column_row
from fujikoro_nb.engine.kernel import Answer, Event, Line, NotBefore, Refusal, Seat
from fujikoro_nb.texts import dragon_called, event_sentence, has, refusal_sentence
from fujikoro_nb.views.fight.labels import answer_label, spelt

__all__ = ["Words", "capital", "letter_at"]

Say = Callable[..., str]

_KNOWN_SPACES = frozenset(one.id for one in SPACES)
_KNOWN_PLACES = frozenset(one.id for one in PLACES)
_FIGHT_ANSWERS = (*get_args(FightAnswer), PlaceMagic)
_OWN = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PIECE = re.compile(r"house-(tile|square|hexagon)-(i{1,3})-([0-9]+)")
"""Pieces of ours that are many and have no names of their own."""

_TAKES_OFF = {LoseCubes: "did-lose", RepairWeapon: "did-repair", PayDamage: "did-pay"}
"""Answers that name cells: afterwards nobody can look at the grid as it was."""


def capital(text: str) -> str:
    """With a large first letter."""
    return text[:1].upper() + text[1:]


def letter_at(index: int) -> str:
    """As the map letters its spaces: A to Z, then AA.

    >>> letter_at(25), letter_at(26)
    ('Z', 'AA')
    """
    last = chr(ord("A") + index % 26)
    return last if index < 26 else letter_at(index // 26 - 1) + last


class Words:
    """Names and sentences for one table in one language."""

    def __init__(self, names: Sequence[str], say: Say, language: str, dice: tuple[Die, ...] = ()) -> None:
        self.names = tuple(names)
        self.say = say
        self.language = language
        self.dice = dice

    # ---- things

    def seat(self, seat: int) -> str:
        """The name of a seat; of the dealer for chance, of a guard beyond the last one."""
        if seat >= len(self.names):
            return self.say("game-page.guard", n=seat - len(self.names) + 1)
        return self.names[seat] if seat >= 0 else self.say("game-page.dealer")

    def place(self, place_id: str) -> str:
        """A place as the map calls it."""
        one = place(place_id)
        return self.say(f"map.{one.kind}", place=one.id, number=one.id.rpartition("-")[2])

    def space(self, space_id: str) -> str:
        """A space with its place."""
        if not space_id:
            return self.say("game-page.off-map")
        one = space(space_id)
        named = self.place(one.place)
        if place(one.place).kind in (PlaceKind.CENTRE, PlaceKind.TEMPLE):
            return named
        mark = one.id.rpartition(".")[2]
        return self.say(
            "map.space-name", place=named, space=self.say(f"map.space-{'middle' if mark == '0' else mark}")
        )

    def component(self, component_id: str) -> str:
        """The house's name of a component, a dragon's colour, or its id."""
        named = house_title(component_id, language=self.language) or dragon_called(
            component_id, language=self.language
        )
        piece = _PIECE.fullmatch(component_id)
        if named or piece is None:
            return named or component_id.removeprefix("house-")
        return self.say(f"game-page.piece-{piece[1]}", level=piece[2].upper(), n=piece[3])

    def cubes(self, cubes: Cubes) -> str:
        """``2 wood, 1 metal``; a word for none."""
        return spelt(cubes, self.say) or self.say("combat.stow-nothing")

    def effect(self, effect: Effect) -> str:
        """What an effect does, in a sentence."""
        cubes = self.cubes(effect.cubes) if effect.kind == EffectKind.CUBES else ""
        return self.say(f"game-page.effect-{effect.kind}", n=effect.amount, cubes=cubes)

    def effects(self, effects: Iterable[Effect]) -> str:
        """All effects of a card."""
        return " ".join(map(self.effect, effects))

    def item(self, state: GameState, item_id: str) -> str:
        """What a scroll or token does that lies face up or with somebody."""
        for card in state.scrolls:
            if card.id == item_id:
                return self.effects(card.effects)
        for samurai in state.samurai:
            held: tuple[ScrollCard | AdventureToken, ...] = (*samurai.scrolls, *samurai.adventures)
            for one in held:
                if one.id == item_id:
                    return self.effects(one.effects)
        return ""

    def ground(self, state: GameState, space_id: str) -> str:
        """What is on a space of the map, in a few words; empty for bare ground."""
        at = space(space_id)
        tile = state.tile_on(at.place)
        if tile is None:
            ground, dragon = place(at.place).kind, state.dragon_on(at.id)
            if dragon is not None:
                return self.component(dragon.id)
            return "" if ground == PlaceKind.VOLCANO else self.say(f"map.about-{ground}")
        number = int(space_id[-1])
        face, thing = tile.face(number), tile.things[number]
        said = []
        if tile.dragon is not None:
            said.append(
                self.component(tile.dragon.id) if number == 0 else self.say("game-page.ground-dragon")
            )
        if thing is not None:
            word = type(thing).__name__.removesuffix("Thing").removesuffix("Disc").lower()
            is_used = isinstance(thing, TokenThing) and thing.is_used
            said.append(self.say(f"game-page.ground-{word}{'-used' if is_used else ''}"))
            if isinstance(thing, TokenThing) and not is_used and thing.token.cubes:
                said[-1] += f" ({self.cubes(thing.token.cubes)})"
        if state.has_monk_on(at.id):
            said.append(self.say("game-page.ground-monk-foe"))
        if state.is_lava(at.id):
            said.append(self.say("game-page.ground-lava"))
        elif face.lava:
            said.append(self.say("game-page.ground-lava-later", n=face.lava))
        if face.kind == SpaceKind.EXIT:
            said.append(self.say("game-page.ground-exit"))
        said += [self.seat(seat) for seat in state.samurai_on(at.id, but=Seat(0))]
        if state.samurai[0].space == at.id:
            said.append(self.seat(0))
        return ", ".join(said)

    def standing(self, state: GameState, place_id: str) -> str:
        """Who stands on a place, by name; empty for nobody."""
        here = (
            self.seat(seat)
            for seat, samurai in enumerate(state.samurai)
            if samurai.is_on_map and space(samurai.space).place == place_id
        )
        return ", ".join(here)

    # ---- sentences

    def told(self, event: Event) -> dict[str, str]:
        """An event as a page shows it: sentence, rule, and whose doing it was."""
        data = tuple((name, self._named(name, value)) for name, value in event.data if name != "seat")
        seats = [int(value) for name, value in event.data if name == "seat"]
        shown = msgspec.structs.replace(event, data=(*data, *(("seat", seat) for seat in seats)))
        return {
            "text": event_sentence(shown, language=self.language),
            "rule": event.rule,
            "who": self.seat(seats[0]) if seats else "",
        }

    def refused(self, refusal: Refusal) -> dict[str, str]:
        """A refusal as a page shows it: sentence and rule."""
        data = tuple((name, self._named(name, value)) for name, value in refusal.data)
        shown = msgspec.structs.replace(refusal, data=data)
        return {"text": refusal_sentence(shown, language=self.language), "rule": refusal.rule}

    def why(self, why: Why) -> str:
        """The reason of a bot."""
        return why_sentence(why, language=self.language, named=self._named)

    def _named(self, name: str, value: int | str) -> int | str:
        if not isinstance(value, str):
            return value
        if value in _KNOWN_SPACES and name in ("space", "at", "to", "back"):
            return self.space(value)
        if value in _KNOWN_PLACES:
            return self.place(value)
        if name in ("spot", "source"):
            return self._spot(value)
        if name == "disc" and value in ("monk", "scroll"):
            return self.say(f"combat.disc-{value}", n=1)
        if name == "order":
            words = (
                self.say("game-page.the-dragon") if one == "dragon" else self.seat(int(one))
                for one in value.split()
            )
            return ", ".join(words)
        if name == "dragon" or value.startswith("house-"):
            return self.component(value)
        return value

    def _spot(self, spot: str) -> str:
        """Where a monk stands or goes; the bare word ``weapon`` is a kind of gear."""
        return self.word("weapon-spot" if spot == "weapon" else spot)

    # ---- answers

    def given(self, line: Line) -> str:
        """An answer once it was given: cubes that came off are named by material, not by where they lay.

        Whether somebody gave up or went back is told by what came of it: a line has no state to ask.
        """
        answer = line.entry.answer
        if isinstance(answer, Share):
            return self.say("combat.did-share", shares=self._shares(line, answer))
        key = _TAKES_OFF.get(type(answer), "")
        cubes = next((value for event in line.events for name, value in event.data if name == "cubes"), "")
        if not key or not cubes:
            has_given_up = any(event.kind == "surrendered" for event in line.events)
            return self.answer(answer, is_duel=has_given_up)
        if isinstance(answer, PayDamage) and answer.magic:
            key = "did-pay-magic"
        return self.say(f"combat.{key}", cells=self.cubes(Cubes.parse(str(cubes))))

    def _shares(self, line: Line, answer: Share) -> str:
        """Who got how many teeth, by name: the question says in which order they are counted."""
        seats = map(int, str(dict(line.question.data)["seats"]).split())
        return ", ".join(f"{self.seat(seat)} {n}" for seat, n in zip(seats, answer.teeth, strict=True))

    def answer(self, answer: Answer, *, is_duel: bool = False) -> str:
        """An answer in a few words, for buttons, undo and the log."""
        if isinstance(answer, _FIGHT_ANSWERS):
            return answer_label(answer, self.say, dice=self.dice, is_duel=is_duel)
        said = self._told_apart(answer)
        if said:
            return said
        key = f"game-page.did-{_OWN.sub('-', type(answer).__name__).lower()}"
        if not has(key, language=self.language):
            return print_game_answer(answer)
        fields = msgspec.structs.asdict(answer)
        return self.say(key, **{name: self._field(name, value) for name, value in fields.items()})

    def _told_apart(self, answer: Answer) -> str:
        """Answers whose words hang on what they hold; empty for all others."""
        say = self.say
        match answer:
            case Act(field=field, monk=has_monk):
                return say(f"game-page.did-act-{field}{'-monk' if has_monk else ''}")
            case Walk(path=path):
                return say("game-page.did-walk", space=self.space(path[-1]), n=len(path))
            case Leap(path=path, cell=cell):
                column, row = column_row(cell)
                told = {"space": self.space(path[-1]), "column": column, "row": row}
                return say("game-page.did-leap", n=len(path), **told)
            case TurnTile(sixths=0):
                return say("game-page.did-turn-tile-as-drawn")
            case CraftGear(kind=kind):
                return say("game-page.did-craft-gear", kind=self.word(str(kind)))
            case Drawn(id=name):
                return say("game-page.did-drawn", name=self.component(name))
            case _:
                return self._gathered(answer)

    def _gathered(self, answer: Answer) -> str:
        say = self.say
        match answer:
            case Take(what=what):
                return say(f"game-page.take-{what}")
            case TakeScroll(card=""):
                return say("game-page.did-take-scroll-unseen")
            case SlotScroll(replaces=""):
                return say("game-page.did-slot-scroll-free")
            case PickSide(bonus=bonus):
                return say("game-page.did-pick-side", bonus=say(f"game-page.bonus-{bonus}"))
            case NotBefore(moment=moment):
                return say("game-page.did-not-before", moment=say(f"game-page.moment-{moment}"))
            case _:
                return ""

    def _field(self, name: str, value: Any) -> object:
        match value:
            case bool() | int():
                return self.seat(value) if name == "seat" else value
            case Cubes():
                return self.cubes(value)
            case Material():
                return self.word(str(value))
            case Backpack() | Layout() | None:
                return ""
            case str():
                if name == "spot":
                    return self._spot(value)
                if value in _KNOWN_SPACES and "." in value:
                    return self.space(value)
                if value in _KNOWN_PLACES:
                    return self.place(value)
                return self.component(value) if value.startswith("house-") else self.word(value)
            case tuple():
                return ", ".join(str(self._field(name, one)) for one in value)
            case _:
                return str(value)

    def word(self, word: str) -> str:
        """A word of the game, or the word itself."""
        key = f"word.{word}"
        return self.say(key) if has(key, language=self.language) else word
