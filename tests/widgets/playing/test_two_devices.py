"""Two pages on one owner's pack: nobody's undo takes another's card, and an opened page shows what is there."""

from __future__ import annotations

from pathlib import Path

from fujikoro_nb.content.faces import parse_faces
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.widgets import HelperPage


def enter(page: HelperPage, pattern: str) -> None:
    page.strip.act_save(kind="weapon", pattern=pattern, bonus="", blueprint=False, id="")


def ids(folder: Path) -> set[str]:
    return {card.id for card in OwnerPack(folder).load().pack.gear_cards}


def test_undo_takes_back_the_own_card_only(tmp_path: Path) -> None:
    laptop = HelperPage(store=OwnerPack(tmp_path))
    phone = HelperPage(store=OwnerPack(tmp_path))
    enter(phone, "WWM/..M")
    (theirs,) = ids(tmp_path)
    enter(laptop, "WMM/W..")
    assert len(ids(tmp_path)) == 2
    laptop.act_undo()
    assert ids(tmp_path) == {theirs}


def test_a_page_prepared_earlier_rolls_the_dice_that_were_typed_since(tmp_path: Path) -> None:
    prepared = HelperPage(store=OwnerPack(tmp_path))
    typed = parse_faces("3 2* 2 1 1 0", "T")
    hits, broken = (
        [face.hits for face in typed.faces],
        [n for n, face in enumerate(typed.faces, 1) if face.is_broken],
    )
    OwnerPack(tmp_path).set_die("T", hits, broken=broken)
    assert prepared.fight.box["T"].provenance == "house"
    prepared.act_open_link(text="")
    assert prepared.fight.box["T"].faces == typed.faces
    assert prepared.fight.box["T"].provenance == "owner"


def test_a_page_prepared_earlier_shows_what_was_entered_since(tmp_path: Path) -> None:
    prepared = HelperPage(store=OwnerPack(tmp_path))
    enter(HelperPage(store=OwnerPack(tmp_path)), "WWM/..M")
    assert prepared.strip.cards == ()
    prepared.act_open_link(text="")
    assert [card.id for card in prepared.strip.cards] == list(ids(tmp_path))
