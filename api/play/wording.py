"""From what a person writes to the action that is meant."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from springtail.cython_ext.errors import IllegalAction, shown

MOST_LISTED = 12
"""Actions that an error lists."""


def meant_action(text: str, legal: Sequence[str]) -> str:
    """Return the legal action that a text means.

    It is the action itself, its number in the list of legal actions (`#3`), or its beginning where no other action
    begins so; capitals do not matter where one action is meant.

    Raises:
        IllegalAction: says which actions it could be, or which are like it.

    >>> meant_action("e", ["e4", "f6"]), meant_action("#2", ["e4", "f6"]), meant_action("F6", ["e4", "f6"])
    ('e4', 'f6', 'f6')
    """
    if text in legal:
        return text
    if text.startswith("#"):
        return _numbered(text, legal)
    folded = text.casefold()
    for found in (
        [action for action in legal if action.casefold() == folded],
        [action for action in legal if action.startswith(text)],
        [action for action in legal if action.casefold().startswith(folded)],
    ):
        if len(found) == 1:
            return found[0]
    if found:
        raise IllegalAction(f"{shown(text)} could be {_listed(found, 'or')}")
    if len(legal) <= MOST_LISTED:
        raise IllegalAction(f"{shown(text)} is not legal here; legal: {' '.join(legal)}")
    raise IllegalAction(f"{shown(text)} is not legal here{_like(text, legal)}; `list` shows all {len(legal)}")


def _numbered(text: str, legal: Sequence[str]) -> str:
    number = text[1:]
    if not (number.isascii() and number.isdigit() and len(number) < 9 and 1 <= int(number) <= len(legal)):
        raise IllegalAction(f"{shown(text)}: the legal actions are #1 to #{len(legal)}; `list` shows them")
    return legal[int(number) - 1]


def _like(text: str, legal: Sequence[str]) -> str:
    within = [action for action in legal if text in action]
    close = within or difflib.get_close_matches(text, legal, n=3, cutoff=0.5)
    return f"; did you mean {_listed(close, 'or')}?" if close else ""


def _listed(actions: Sequence[str], last: str) -> str:
    if len(actions) > MOST_LISTED:
        return f"{', '.join(actions[:MOST_LISTED])} and {len(actions) - MOST_LISTED} more"
    return f" {last} ".join(filter(None, [", ".join(actions[:-1]), actions[-1]]))
