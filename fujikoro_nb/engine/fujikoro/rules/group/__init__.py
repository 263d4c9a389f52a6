"""The rules of a group that plays together, one file a chapter."""
