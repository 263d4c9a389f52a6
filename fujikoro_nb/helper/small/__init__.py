"""Makai Fuda and Fuji 99 at the real box: quick answers of their engines, score sheets, and what was seen of a deck."""
