"""Everything compiled: the contract (rules.pxd, game.pyx), the games and the searches."""
