"""Matches: many games between players, and what can be concluded from them."""
