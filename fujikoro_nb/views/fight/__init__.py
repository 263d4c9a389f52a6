"""Fights: who fights, what is rolled, how likely."""
