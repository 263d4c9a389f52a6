"""Makai Fuda: matches of monsters played out of closed hands, and bets on which kind wins most of them."""
