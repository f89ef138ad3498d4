"""springtail's games as OpenSpiel's, and springtail's players as its bots (docs/openspiel.md).

Importing this registers each game with OpenSpiel under `springtail_` and its id.

>>> import pyspiel, springtail.adapters.openspiel
>>> game = pyspiel.load_game("springtail_butterfly(players=3)")
>>> game.num_players(), game.get_type().short_name
(3, 'springtail_butterfly')
"""

from springtail.adapters.openspiel.bot import Bot, springtail_state
from springtail.adapters.openspiel.games import Game, State, load_game, register_games
from springtail.adapters.openspiel.play import Informed, Play, Rules, Table

register_games()

__all__ = ["Bot", "Game", "Informed", "Play", "Rules", "State", "Table", "load_game", "springtail_state"]
