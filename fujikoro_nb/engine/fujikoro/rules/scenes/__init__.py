"""What only scenarios bring into a game."""
