"""Positions for the tests, given by what matters in them.

A lace is written as its flowers in order of collection, those of the other end with a stroke: `W6 P7 K8'`. Animals are
given by the letter of their colour, `R="mosquito"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from springtail.cython_ext.game import State
from springtail.engines import game

MEADOW = {flower.name: flower for flower in game("spring_on_a_string").board.flowers}
ALL = frozenset(MEADOW)

Bans = Iterable[tuple[int, str]]
"""Seats with colours that they named."""


def named(names: str) -> set[str]:
    """Return the flowers of a list."""
    return set(names.split())


def of(*kinds: str | int) -> set[str]:
    """Return the flowers of some colours and numbers of petals."""
    return {name for name, flower in MEADOW.items() if flower.colour in kinds or flower.petals in kinds}


def start(
    players: int = 2, stick_colour: str | None = None, options: Mapping[str, Any] | None = None, **animals: str
) -> State:
    """Return the first position of a game."""
    setup = {"animals": animals} | ({"stick_colour": stick_colour} if stick_colour else {})
    return game("spring_on_a_string", players=players, **options or {}).start(setup=setup)


def scene(
    *laces: str,
    mover: int = 0,
    active: Sequence[int] | None = None,
    stick: str | None = None,
    cards: Mapping[str, int] | None = None,
    peacock_bans: Bans = (),
    leaving: Bans = (),
    removed: str = "",
    number: int | None = None,
    harvesting: Sequence[int] = (),
    collections: int | None = None,
    latest: Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
    **animals: str,
) -> State:
    """Return the position with which a slot begins.

    Args:
        laces: one a seat.
        mover: whose slot it is.
        active: the end of each lace that is played with; by default that of its last flower.
        stick: flowers with the lace of the stick insect.
        cards: seats that have a card in front.
        peacock_bans: colours that peacock butterflies forbid.
        leaving: colours that large whites will remove.
        removed: colours that they have removed.
        number: petals that the swallowtail forbids.
        harvesting: seats whose next flower the harvestman limits.
        collections: so far; by default as many as are on laces.
        latest: seats that have collected, the latest first; by default all, in turn.
        options: of the game.
    """
    paths = [lace.split() for lace in laces]
    seats = range(len(laces))
    if latest is None:
        holders = {*(cards or {}).values(), *(seat for seat, _ in [*peacock_bans, *leaving])}
        back = [(mover - 1 - turns) % len(laces) for turns in seats]
        latest = [seat for seat in back if paths[seat] or seat in holders]
    fields = {
        "animals": animals,
        "stick_colour": stick[0] if stick else _free_colour(animals),
        "mover": mover,
        "laces": [
            {
                "flowers": [word.rstrip("'") for word in path],
                "ends": [int(word.endswith("'")) for word in path],
                "end": active[seat] if active else int(bool(path) and path[-1].endswith("'")),
            }
            for seat, path in enumerate(paths)
        ],
        "stick": (stick or "").split(),
        "cards": cards or {},
        "bans": [[colour for chooser, colour in peacock_bans if chooser == seat] for seat in seats],
        "pending": [[colour for chooser, colour in leaving if chooser == seat] for seat in seats],
        "banned": list(removed),
        "swallowtail": number,
        "swallowtail_seat": None,
        "fed": [],
        "is_lit": False,
        "harvest": list(harvesting),
        "due": "turn",
        "has_acted": False,
        "has_hopped": False,
        "new_harvest": False,
        "double_turn": 0,
        "latest": list(latest),
        "quiet_slots": 0,
        "collections": sum(map(len, paths)) if collections is None else collections,
        "earlier": [],
    }
    return game("spring_on_a_string", players=len(laces), **options or {}).position({"state": fields})


def _free_colour(animals: Mapping[str, str]) -> str | None:
    """Return the colour of a stick insect's lace that is in no flower any more."""
    return next(letter for letter in "KPRWY" if letter not in animals) if "stick_insect" in animals.values() else None


def after(state: State, *actions: str) -> State:
    """Return the state after some actions, each argument one or more of them."""
    state = state.clone()
    for action in " ".join(actions).split():
        state.apply_action(action)
    return state


def flowers(state: State) -> set[str]:
    """Return the flowers that can be collected."""
    return {action.split("/")[0] for action in state.legal_actions()} - {"pass"}


def extra(state: State, seat: int = 0) -> set[str]:
    """Return the flowers that a seat can still collect in its slot; none when the slot is over."""
    return flowers(state) if state.current_player() == seat else set()


def lace(state: State, seat: int) -> str:
    """Return a lace as `scene` takes it."""
    given = state.to_dict()["state"]["laces"][seat]
    return " ".join(name + "'" * end for name, end in zip(given["flowers"], given["ends"], strict=True))
