"""A game looked at again: chances over its turns, the decisions that cost most, and luck and choice told apart."""
