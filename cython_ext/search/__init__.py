"""One compiled search a file, written against the contract only."""
