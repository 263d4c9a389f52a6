"""The seven characters, as far as they change gear and backpack; the symmetric board is the eighth.

Masako's grid reaches ten columns (char.masako.weapon-grid); that the two extra columns lie on the right is our
choice, the texts do not say it.
"""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, Limit, WeaponArea
from fujikoro_nb.engine.kernel import Unreadable

SYMMETRIC = BoardLimits()

CHARACTERS: Mapping[str, BoardLimits] = {
    board.character: board
    for board in (
        SYMMETRIC,
        BoardLimits("yoshihiro"),
        BoardLimits(
            "masako",
            weapon=WeaponArea(right_columns=5),
            sandals_cubes=Limit(5, "char.masako.sandals-five"),
            is_weapon_grid_open=True,
        ),
        BoardLimits(
            "masatsura",
            helmet_cubes=Limit(12, "char.masatsura.helmet-twelve"),
            backpack_upper=9,
            is_backpack_open=True,
        ),
        BoardLimits("mitsuhide"),
        BoardLimits(
            "takeko",
            two_handed_cubes=Limit(16, "char.takeko.two-handed-only"),
            two_handed_wood=Limit(3, "char.takeko.always-two-handed"),
            weapons=Limit(1, "char.takeko.two-handed-only"),
            only_hands=Limit(2, "char.takeko.two-handed-only"),
            is_weapon_grid_open=True,
        ),
        BoardLimits(
            "tomoe",
            only_hands=Limit(1, "char.tomoe.one-handed-only"),
            is_weapon_grid_open=True,
            are_sandals_a_weapon=True,
        ),
        BoardLimits(
            "daisuke", helmet_cubes=Limit(3, "char.daisuke.helmet-three"), can_helmet_be_magical=False
        ),
    )
}


def character(name: str) -> BoardLimits:
    """The limits of a character by name, any case. Raises Unreadable.

    >>> character("Masatsura").helmet_cubes.value
    12
    """
    try:
        return CHARACTERS[name.strip().lower()]
    except KeyError:
        raise Unreadable("character", name, 0, known=", ".join(CHARACTERS)) from None
