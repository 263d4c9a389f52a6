"""Names that nobody would see, and names that need signs which nobody sees."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content._checks import is_plain_name
from fujikoro_nb.content.signs import shows
from fujikoro_nb.helper.evening.record import clean

# Unicode's Default_Ignorable_Code_Point and the blank Braille, as issue reports name them; not our own table.
BLANKS = (
    "\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u200c\u200d\u2060\u2064\u2800\u3164\ufe0f\uffa0\U000e0020"
)
visible = st.characters(whitelist_categories=("Lu", "Ll", "Nd", "Sm", "Po"))


@given(
    st.text(st.one_of(st.sampled_from(BLANKS), st.characters(whitelist_categories=("Zs", "Cf", "Cc", "Zl"))))
)
def test_signs_without_a_picture_show_nothing_however_many(text: str) -> None:
    assert not shows(text)
    assert clean(text) == ""
    assert not text or not is_plain_name(text)


@given(st.lists(st.sampled_from(BLANKS)), visible, st.lists(st.sampled_from(BLANKS)))
def test_one_sign_that_is_seen_is_enough_and_blanks_beside_it_do_no_harm(
    before: list[str], seen: str, after: list[str]
) -> None:
    assert shows("".join([*before, seen, *after]))


def test_what_unicode_calls_a_filler_or_of_no_width_shows_nothing() -> None:
    named = {sign: unicodedata.name(sign, "") for sign in map(chr, range(sys.maxunicode + 1))}
    unseen = {
        sign: name
        for sign, name in named.items()
        if re.search(
            r"HANGUL.* FILLER$|ZERO WIDTH|WORD JOINER|PATTERN BLANK$|^SOFT HYPHEN|VARIATION SELECTOR|^TAG ",
            name,
        )
    }
    assert len(unseen) > 260
    assert [name for sign, name in unseen.items() if shows(sign)] == []


@pytest.mark.parametrize(
    "text",
    ["👩\u200d👩\u200d👧", "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "❤\ufe0f", "山田"],
)
def test_emoji_and_persian_keep_their_joiners(text: str) -> None:
    assert shows(text) and is_plain_name(text)
