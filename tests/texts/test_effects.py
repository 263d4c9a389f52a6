"""What scrolls and adventure tokens do, said for one and for two: number and verb agree in every language."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.components import BARE_EFFECTS, EffectKind
from fujikoro_nb.texts import LANGUAGES, say

COUNTED = tuple(kind for kind in EffectKind if kind not in BARE_EFFECTS)

# What agrees with the number, for one and for two; the other sentences have no word that changes.
AGREES = {
    "en": {
        "lava-step": ("One lava space of a move costs", "2 lava spaces of a move cost "),
        "steps": ("One more step ", "2 more steps "),
        "tiles": ("One more tile ", "2 more tiles "),
        "refresh": ("one used token on your tile comes up", "2 used tokens on your tile come up"),
        "discs": ("One disc returns", "2 discs return "),
        "hits": ("One more hit ", "2 more hits "),
        "shield": ("One hit fewer", "2 hits fewer"),
        "summon": ("one step ", "2 steps "),
        "cool": ("One lava tile near you can", "2 lava tiles near you can"),
    },
    "de": {
        "lava-step": ("Ein Lavafeld einer Bewegung kostet ", "2 Lavafelder einer Bewegung kosten "),
        "steps": ("Ein Schritt ", "2 Schritte "),
        "tiles": ("Ein Plättchen ", "2 Plättchen "),
        "refresh": ("kommt ein benutzter Marker ", "kommen 2 benutzte Marker "),
        "discs": ("Eine Scheibe kommt ", "2 Scheiben kommen "),
        "hits": ("Ein Treffer ", "2 Treffer "),
        "shield": ("Ein Treffer ", "2 Treffer "),
        "summon": ("einen Schritt,", "2 Schritte,"),
        "cool": ("Ein Lavaplättchen bei dir kann ", "2 Lavaplättchen bei dir können "),
    },
    "fr": {
        "lava-step": (
            "Une case de lave d’un déplacement ne coûte ",
            "2 cases de lave d’un déplacement ne coûtent ",
        ),
        "steps": ("Un pas ", "2 pas "),
        "tiles": ("Une tuile ", "2 tuiles "),
        "refresh": (
            "un jeton utilisé de votre tuile se relève.",
            "2 jetons utilisés de votre tuile se relèvent.",
        ),
        "discs": ("Un disque revient ", "2 disques reviennent "),
        "hits": ("Un coup ", "2 coups "),
        "shield": ("Un coup ", "2 coups "),
        "summon": ("un pas ", "2 pas "),
        "cool": ("Une tuile de lave près de vous peut ", "2 tuiles de lave près de vous peuvent "),
    },
}
ONLY_A_FIGURE = {EffectKind.DRAGON_DAMAGE, EffectKind.INITIATIVE}
"""Effects whose sentence differs by the figure alone."""


def test_every_counted_effect_is_in_the_table() -> None:
    for language in LANGUAGES:
        assert set(AGREES[language]) | ONLY_A_FIGURE == set(COUNTED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(AGREES["en"]))
def test_number_and_verb_agree(kind: str, language: str) -> None:
    one, two = (say(f"game-page.effect-{kind}", language=language, n=n, cubes="") for n in (1, 2))
    of_one, of_two = AGREES[language][kind]
    assert of_one in one
    assert of_two in two
    assert of_two not in one
    assert of_one not in two


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["game-page", "piece-editor"])
@pytest.mark.parametrize("kind", sorted(COUNTED))
def test_one_and_two_are_both_said(kind: str, family: str, language: str) -> None:
    one, two = (say(f"{family}.effect-{kind}", language=language, n=n, cubes="") for n in (1, 2))
    assert "2" in two
    assert "2" not in one


def test_participles_of_the_editor_agree_in_french() -> None:
    def said(kind: str, n: int) -> str:
        return say(f"piece-editor.effect-{kind}", language="fr", n=n)

    assert said("refresh", 1).endswith("1 jeton utilisé de sa tuile retourné")
    assert said("refresh", 2).endswith("2 jetons utilisés de sa tuile retournés")
    assert said("cool", 1).endswith("1 tuile de lave proche retirée")
    assert said("cool", 2).endswith("2 tuiles de lave proches retirées")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", sorted(BARE_EFFECTS))
def test_an_effect_without_amount_says_none(kind: str, language: str) -> None:
    said = say(f"game-page.effect-{kind}", language=language, n=0, cubes="2 W")
    assert ("2 W" in said) == (kind == EffectKind.CUBES)
    assert "0" not in said
