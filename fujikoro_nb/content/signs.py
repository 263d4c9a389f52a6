"""Whether a text shows anything: some signs are letters by their category, and nobody sees them."""

from __future__ import annotations

import unicodedata

# Unicode's Default_Ignorable_Code_Point, which Python's database does not tell.
_IGNORED = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),  # the fillers of Hangul, letters without a stroke
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),  # among them the joiners of emoji and of Persian: seen only in what they join
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
_BLANK = frozenset({0x2800, 0x16FE4, 0x1D159})
"""Braille without a dot, a filler of Khitan, a note without a head: drawn, as nothing."""
_UNSEEN = _BLANK.union(*(range(first, last + 1) for first, last in _IGNORED))


def shows(text: str) -> bool:
    """Whether somebody who looks at the text sees something.

    >>> shows("Ann"), shows("\\u3164"), shows(" \\u200b"), shows("\\u0646\\u200c\\u0645")
    (True, False, False, True)
    """
    return any(unicodedata.category(sign)[0] not in "CZ" and ord(sign) not in _UNSEEN for sign in text)
