"""The owner's own pieces on a game's page: what a game with the real box begins with, and what it adds to them."""

from __future__ import annotations

from typing import Protocol

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.widgets.pieces.piece_offer import PieceOffer

__all__ = ["OwnedPage", "OwnedPieces"]


class OwnedPage(Page, Protocol):
    """What is written on the page of the owner's pieces."""

    offer: PieceOffer | None


class OwnedPieces:
    """The owner's pack on the disk, as this page last knew it."""

    def __init__(self, page: OwnedPage, game: PlayedGame, store: OwnerPack) -> None:
        self._page, self._game, self._store = page, game, store
        self._pack = store.load().pack

    @property
    def pack(self) -> Pack:
        """Everything that the owner told of the own box."""
        return self._pack

    def show(self) -> None:
        """Offer the described pieces that the owner's pack lacks."""
        page, session = self._page, self._game.playing
        if page.offer is None and session.state.is_described:
            page.offer = PieceOffer(self._store, on_change=self._changed, language=page.language)
        if page.offer is not None:
            page.offer.show(session.record if session.state.is_described else None)

    def _changed(self, pack: Pack) -> None:
        self._pack = pack
