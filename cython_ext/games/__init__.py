"""One compiled game a file: its State, its move generator, its table of rules."""
