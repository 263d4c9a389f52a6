"""Rules as they are cited on pages."""
