"""The die of Spinnentwist."""

from __future__ import annotations

from springtail.engines.dealing import Dealing


class GameDealing(Dealing):
    """Rolled after each meal."""

    names = tuple(f"={face}" for face in range(1, 7))
