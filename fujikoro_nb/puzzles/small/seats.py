"""Who sits at the tables of lessons and puzzles on small games."""

from __future__ import annotations

from fujikoro_nb.engine.kernel import Seat

LEARNER = Seat(0)
"""The seat of whoever learns or solves."""

NAMES = ("Hana", "Ryo", "Mika", "Taro")
"""What they are called; the learner first."""
