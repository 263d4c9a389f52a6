"""One word for one thing: the booklets' words in French and German, in every sentence that we say."""

from __future__ import annotations

import re

import pytest

from fujikoro_nb.texts import Catalogue

RECOGNISED = "glossary-forms."
"""What the pages look for in a sentence, a rulebook entry's among them, and never say."""

NOT_OURS = {
    "en": {
        r"oftener": "more often",
        r"(twelve|12) digits": "how far behind the digits shown",
        r"(hurt|hurts) \(\w+\)": "retreat",
        r"co-op co-op": "co-op",
        r"dragon (blue|red|white)": "blue dragon",
    },
    "fr": {
        r"compte à rebours": "décompte",
        r"(au|le|du) marqueur": "jeton",
        r"disques? (de |du )?parchemin": "jeton parchemin",
        r"disques? (de |du )?schéma": "jeton schéma",
        r"jetons?\}? (d’)?action": "disque d’action",
        r"jetons? d’aventure": "jeton Aventure",
        r"\w+'\w+": "’",
    },
    "de": {
        r"(ge)?raste[nt]?|rastest|rast": "ausruhen",
        r"brauchbare[nrs]?": "benutzbar",
        r"\w*baupl[aä]n\w*": "Entwurf",
        r"waffengitters?": "Waffenraster",
        r"geheimausgangs?": "geheimer Ausgang",
    },
}
"""A pattern that no whole word may match, in any case of letters, and what we say instead."""


@pytest.mark.parametrize(
    ("language", "word"), [(one, word) for one, words in NOT_OURS.items() for word in words]
)
def test_a_thing_has_one_word(language: str, word: str) -> None:
    catalogue = Catalogue(language)
    pattern = re.compile(rf"\b(?:{word})\b", re.IGNORECASE)
    texts = [(key, catalogue.template(key)) for key in catalogue.keys()]  # noqa: SIM118 - no mapping
    found = {key: text for key, text in texts if pattern.search(text) and not key.startswith(RECOGNISED)}
    assert found == {}, NOT_OURS[language][word]
