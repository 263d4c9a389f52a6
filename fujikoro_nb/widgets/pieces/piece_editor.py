"""One piece of one's own box told by taps: a tile, a token, a dragon, a scroll, an adventure token, a card.

Beside the card editor it fills the owner's pack; in a game it answers a draw at the real box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.pieces import (
    SECTION_OF,
    described_in,
    face_of,
    free_id,
    piece_of,
    pieces_of,
    plain_of,
    stem_of,
)
from fujikoro_nb.engine.fujikoro.asked.game import Described, Drawn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.components import (
    DRAGON_COLOURS,
    DRAGON_DICE,
    DRAGON_POINTS,
    LEGENDARY_HEALTH,
    Provenance,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of, wrong_with
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import components_of, description_of, ids_of
from fujikoro_nb.engine.kernel import Illegal, Refusal, Session, Unreadable, refuse
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.views.gear.input import sentence_of
from fujikoro_nb.widgets.base.widget import FujiWidget, NotAccepted, Validator, text

KINDS = tuple(SECTION_OF)
"""What can be told: as `Draw.kind` names what is drawn."""

_MOST_FIELDS = 10
_FILLED = "x"


def _fields(value: object) -> Mapping[str, Any]:
    """A small mapping; what it says is judged by the strict record of its kind."""
    if (
        not isinstance(value, dict)
        or len(value) > _MOST_FIELDS
        or not all(isinstance(key, str) for key in value)
    ):
        raise NotAccepted("not the fields of a piece")
    return value


class PieceEditor(FujiWidget, front_end="piece_editor"):
    """Observe `finished`: the piece that was told or chosen, a component of the engine; None until then.

    ``kind`` and ``sort`` are those of the draw (``tile`` and ``II``, ``card`` and ``helmet``, ``scroll`` and nothing);
    without a sort the editor asks for it. ``known`` are pieces to choose with one tap. ``taken`` are ids that a new
    piece must not get. ``check`` says why a piece cannot be, by default what no box can have.
    """

    word_tables = ("widgets", "card-strip", "piece-editor")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "finish": {"piece": _fields},
        "take": {"id": text(max_length=80)},
        "cancel": {},
    }

    kind = t.Enum(KINDS, default_value="tile").tag(sync=True)
    sort = t.Unicode().tag(sync=True)
    start: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """The piece that is being changed, as plain data with ``what``; empty for a new one."""
    opened = t.Int(0).tag(sync=True)
    """Counts how often the form was opened anew."""
    offered: t.List[Any] = t.List().tag(sync=True)
    """`known` as plain data."""
    stated: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """What the rulebooks say of each colour of dragon."""
    refusal: t.Dict[str, Any] = t.Dict().tag(sync=True)
    """``{"sentence", "rule"}`` of what was refused last; empty after the next piece that is right."""
    can_cancel = t.Bool(False).tag(sync=True)
    cancelled = t.Int(0)
    """Counts how often somebody left the form without a piece."""
    known = t.Tuple()
    finished = t.Any(None, allow_none=True)

    def __init__(
        self,
        kind: str = "tile",
        *,
        known: Iterable[Component] = (),
        taken: Iterable[str] = (),
        drawn: Iterable[str] = (),
        check: Callable[[Component], Refusal | None] = wrong_with,
        **settings: Any,
    ) -> None:
        self.taken = frozenset(taken)
        self._in_pile = frozenset(drawn)
        self._check = check
        self._changed: Component | None = None
        super().__init__(kind=kind, known=tuple(known), **settings)

    @property
    def answer(self) -> Described | Drawn | None:
        """What answers the draw: the piece of the pile, or the description of another one; None before."""
        if self.finished is None:
            return None
        if self.finished.id in self._in_pile:
            return Drawn(self.finished.id)
        return description_of(self.finished)

    def begin(self, kind: str, piece: Component | None = None, *, sort: str = "") -> None:
        """Begin anew, with an empty form or with a piece to change, which keeps its id."""
        with self.hold_sync():
            self._changed = piece
            self.finished = None
            self.refusal, self.notice = {}, ""
            self.kind, self.sort = kind, sort
            self.start = {} if piece is None else shown(piece)
            self.opened += 1

    def speak_anew(self) -> None:
        """Why a piece was refused is said when it is told again."""
        self.refusal = {}

    # ---- acts of the browser

    def act_finish(self, *, piece: Mapping[str, Any]) -> None:
        """Judge what was told; if it can be, it is `finished`."""
        self.notice, self.refusal = "", {}
        plain = {**piece, "id": _FILLED}
        if self.kind in ("square", "hexagon"):
            plain["shape"] = self.kind
        elif self.kind == "dragon" and piece.get("colour") in DRAGON_COLOURS:
            plain |= {
                "dice": DRAGON_DICE[piece["colour"]],
                "victory_points": DRAGON_POINTS[piece["colour"]],
            }
        try:
            told = piece_of(self.kind, plain)
        except (msgspec.ValidationError, RecursionError) as fault:
            self._ignore("piece", NotAccepted(str(fault)))
        except (Unreadable, Illegal) as fault:
            self.refusal = {"sentence": sentence_of(fault, language=self.language), "rule": ""}
        else:
            self._judge(msgspec.structs.replace(told, id=self._name_of(told), provenance=Provenance.OWNER))

    def act_take(self, *, id: str) -> None:  # noqa: A002
        """Choose a piece that is known already."""
        self.notice, self.refusal = "", {}
        piece = next((piece for piece in self.known if piece.id == id), None)
        if piece is None:
            raise t.TraitError(self.say("piece-editor.gone"))
        self.finished = None  # the same piece may be chosen again after an undo
        self.finished = piece

    def act_cancel(self) -> None:
        """Leave the form."""
        self.cancelled += 1

    def _judge(self, piece: Component) -> None:
        refusal = self._refused(piece)
        if refusal is not None:
            self.show_refusal(refusal_sentence(refusal, language=self.language), refusal.rule)
            return
        self.finished = None
        self.finished = piece

    def show_refusal(self, sentence: str, rule: str = "") -> None:
        """Say why a piece could not be kept."""
        self.refusal = {"sentence": sentence, "rule": rule}

    def _refused(self, piece: Component) -> Refusal | None:
        kind, sort = sort_of(piece)
        if kind != self.kind or self.sort not in ("", sort):
            return refuse("setup.tiles.stacks", "described")
        return self._check(piece)

    def _name_of(self, piece: Component) -> str:
        return self._changed.id if self._changed is not None else free_id(stem_of(piece), self.taken)

    # ---- what the page shows

    @t.default("stated")
    def _what_is_stated(self) -> dict[str, Any]:
        return {
            colour: {
                "dice": DRAGON_DICE[colour],
                "points": DRAGON_POINTS[colour],
                "health": LEGENDARY_HEALTH if colour == "white" else "",
            }
            for colour in DRAGON_COLOURS
        }

    @t.observe("known")
    def _known_changed(self, change: Any) -> None:
        self.offered = [shown(piece) for piece in change.new]


def shown(piece: Component) -> dict[str, Any]:
    """A piece as the page draws it: the plain data of a pack file and its sort."""
    return {**plain_of(piece), "what": sort_of(piece)[0]}


def _not_in_game(session: Session[GameState], owned: Pack, in_game: frozenset[str]) -> Iterator[Component]:
    """The owner's pieces that do not lie in this game; one that was described in it may be kept under another id."""
    names = {piece.id for piece in pieces_of(owned)}
    told = Counter(face_of(piece) for piece in described_in(session.record) if piece.id not in names)
    for piece in pieces_of(owned):
        if piece.id in in_game:
            continue
        if told[face_of(piece)]:
            told[face_of(piece)] -= 1
        else:
            yield piece


def editor_of_draw(session: Session[GameState], owned: Pack, **settings: Any) -> PieceEditor | None:
    """The editor that answers the pending draw of a game with the real box; None when nothing of it is drawn.

    Offered are what is left in the pile and the owner's other pieces of this sort that do not lie in the game.
    """
    question = session.question
    if question is None or question.kind != "draw" or not session.state.is_described:
        return None
    data = dict(question.data)
    state = session.state
    in_pile = {answer.id for answer in session.options if isinstance(answer, Drawn)}
    pile = [piece for piece in components_of(state) if piece.id in in_pile]
    in_game = ids_of(state)
    others = [
        piece
        for piece in _not_in_game(session, owned, in_game)
        if sort_of(piece) == (data["what"], data["sort"])
    ]
    faces = set(map(face_of, pile))
    return PieceEditor(
        str(data["what"]),
        sort=str(data["sort"]),
        known=(*pile, *(piece for piece in others if face_of(piece) not in faces)),
        drawn=in_pile,
        taken=in_game | {piece.id for piece in pieces_of(owned)},
        check=lambda piece: session.game.check(session.state, description_of(piece)),
        **settings,
    )
