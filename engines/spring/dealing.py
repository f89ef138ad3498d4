"""The deck of Spring, drawn card by card."""

from __future__ import annotations

from springtail.engines.dealing import Dealing
from springtail.engines.spring.notation import KINDS


class GameDealing(Dealing):
    """Kinds of cards, those of other decks too."""

    names = tuple(KINDS)
