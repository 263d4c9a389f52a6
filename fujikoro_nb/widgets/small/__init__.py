"""Makai Fuda and Fuji 99 at one device."""
