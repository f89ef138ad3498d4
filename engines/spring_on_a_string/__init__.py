"""Spring on a String (Tomas Uhlir, Czech Board Games 2019)."""

from springtail.engines.spring_on_a_string.game import SpringOnAString as GAME

__all__ = ["GAME"]
