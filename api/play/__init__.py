"""Playing a game with people at the table: who sits where, what was played, and how one talks with them."""
