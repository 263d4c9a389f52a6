"""Quick answers from a few taps: what can I do now, can I still escape."""
