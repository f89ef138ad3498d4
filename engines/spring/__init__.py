"""Spring (Maria and Enrique Blasco, Devir)."""

from springtail.engines.spring.game import Spring as GAME

__all__ = ["GAME"]
