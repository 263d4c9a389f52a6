"""The rules of fights, one file a chapter."""
