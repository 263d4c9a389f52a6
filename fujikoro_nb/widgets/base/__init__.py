"""What every widget has: look, words, the one way in from the browser."""
