"""Spring Rally (H.J. Kook, Mandoo Games 2018)."""

from springtail.engines.spring_rally.game import SpringRally as GAME

__all__ = ["GAME"]
