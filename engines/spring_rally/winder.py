"""A rule of thumb: wind the spring, then let it drive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from springtail.cython_ext.game import Observation

ENOUGH = 10
"""Spaces on the dial that are worth a trick."""


def wind(seen: Observation) -> str:
    """Return the action of a seat that loses tricks until its dial shows enough, then wins one and releases.

    Of cards that do what is wanted it plays the highest, of others the lowest.
    """
    fields = seen.to_dict()["state"]
    dial: Sequence[int] = seen.game.DIAL  # type: ignore[attr-defined]
    is_wound = dial[fields["winds"][seen.seat]] >= ENOUGH
    actions = seen.legal_actions()
    if "keep" in actions:
        return "release" if is_wound else "keep"
    seats = len(fields["table"])
    order = [(fields["leader"] + turn) % seats for turn in range(seats)]
    played = [card for seat in order if (card := fields["table"][seat]) is not None]
    wanted = [card for card in actions if _wins(card, played) == is_wound]
    return max(wanted, key=_number) if wanted else min(actions, key=_number)


def _wins(card: str, played: Sequence[str]) -> bool:
    """Whether the card would win the trick as it stands: highest of the colour that came last as a new one."""
    cards = [*played, card]
    colours = [one[0] for one in cards]
    last_new = max(colours, key=colours.index)
    return card[0] == last_new and _number(card) == max(_number(one) for one in cards if one[0] == last_new)


def _number(card: str) -> int:
    return int(card[1:])
