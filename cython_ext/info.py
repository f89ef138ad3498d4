"""What a game says of itself: its options and its capabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from springtail.cython_ext.errors import InvalidOptions, shown

Certainty = Literal["published", "inferred", "reconstruction"]


@dataclass(frozen=True)
class Option:
    """One choice made before the deal."""

    default: Any
    values: tuple[Any, ...]
    """The values it takes; more are allowed where `convert` knows them."""
    text: str
    """One line for users."""
    convert: Callable[[Any], Any] | None = None
    """Turns any other value into a canonical, hashable one, or raises ValueError saying what would be right."""

    def check(self, name: str, value: Any) -> Any:
        """Return the canonical value; raise InvalidOptions naming the option and what it takes."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        if self.convert is not None:
            try:
                return self.convert(value)
            except ValueError as error:
                raise InvalidOptions(f"option {name}: {error}") from None
        choices = ", ".join(map(repr, self.values))
        raise InvalidOptions(f"option {name}: {shown(value)} is not one of {choices}")


def check_options(game_id: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options with their canonical values, defaults filled in, in the order of `known`.

    Raises:
        InvalidOptions: for an option that the game does not have or a value that it does not take.
    """
    for name in given:
        if name not in known:
            raise InvalidOptions(f"{game_id} has no option {shown(name)}; it has {', '.join(known)}")
    return {name: option.check(name, given.get(name, option.default)) for name, option in known.items()}


@dataclass(frozen=True)
class GameInfo:
    """The capabilities of a game; they decide which searches apply."""

    id: str
    title: str
    players: tuple[int, ...]
    """Numbers of seats that the game can be played with."""
    options: Mapping[str, Option]
    chance: bool
    """Whether there are chance nodes after the set-up."""
    hidden: bool
    """Whether a seat may know less than the whole state."""
    sides: int
    """0 when every seat plays for itself; else seats with the same remainder by it are partners."""
    actions: int
    """Action ids are 0 to actions - 1."""
    longest_game: int
    """No game has more plies."""
    components: Mapping[str, Certainty] = field(default_factory=dict)
    """How sure each component is."""
