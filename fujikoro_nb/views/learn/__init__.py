"""What pages of lessons and puzzles show."""
