"""A game at the real box that nobody keys in: what its table keeps, and what that means."""
