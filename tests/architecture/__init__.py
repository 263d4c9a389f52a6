"""Themes of `tests/test_architecture.py`, which runs them all."""
