"""Spinnentwist (Henning Poehl, Sphinx Spieleverlag 2005)."""

from springtail.engines.spinnentwist.game import Spinnentwist as GAME

__all__ = ["GAME"]
