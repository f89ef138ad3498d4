"""Butterfly (Stephen Glenn, Rio Grande Games 2019)."""

from springtail.engines.butterfly.game import Butterfly as GAME

__all__ = ["GAME"]
