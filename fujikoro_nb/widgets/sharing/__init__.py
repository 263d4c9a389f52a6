"""A table in several hands."""
