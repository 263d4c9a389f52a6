"""Puzzles on fights: ``maker`` draws them from a seed, ``puzzle`` solves them exactly, ``steps`` thinks as we do."""
