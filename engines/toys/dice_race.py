"""The dice race: the decisions are `hold` and `roll`, a chance event is the number on the die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.dice_race import DiceRaceRules
from springtail.cython_ext.info import Option
from springtail.engines.dealing import Dealing
from springtail.engines.fields import Fields

DECISIONS = ("hold", "roll")


def _between(least: int, most: int) -> Callable[[Any], int]:
    def convert(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return convert


class DiceRace(DiceRaceRules):
    """Roll on or hold: a 1 leaves the turn worth a single space. The first on the target wins.

    Small targets can be solved by hand or by value iteration; the tests do.
    """

    id = "dice_race"
    title = "Dice race"
    OPTIONS = {
        "players": Option(2, (2, 3, 4), "number of seats"),
        "target": Option(20, (20,), "spaces to go, 2 to 100", _between(2, 100)),
        "faces": Option(6, (6,), "faces of the die, 3 to 20", _between(3, 20)),
    }

    def name_action(self, action: int) -> str:
        return DECISIONS[action] if action < 2 else str(action - 1)

    def find_action(self, text: str) -> int | None:
        if text in DECISIONS:
            return DECISIONS.index(text)
        numbers = [str(number) for number in range(1, self.options["faces"] + 1)]
        return numbers.index(text) + 2 if text in numbers else None

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read `spaces` by seat, `worth` of the turn so far, `mover`, and `rolling`: the die comes next."""
        target, seats = self.options["target"], self.players
        read = Fields(fields, ["spaces", "worth", "mover", "rolling"])
        spaces = read.integers("spaces", [target] * seats)
        worth = read.integer("worth", 1, target)
        mover = read.integer("mover", 0, seats - 1)
        rolling = read.flag("rolling")
        read.check()
        over = target in spaces
        if over and (spaces.count(target) > 1 or spaces[mover] < target):
            read.add("spaces: only one seat can be on the target, and it is still the mover")
        if over and (worth > 1 or rolling):
            read.add("worth: 1 and no die to come when the race is over")
        if not over and worth > 1 and spaces[mover] + worth >= target:
            read.add(f"worth: {worth} more spaces would have won")
        if worth == 2:
            read.add("worth: 2 cannot be; a turn begins with 1, and a safe roll adds at least 2")
        moved = [seat < mover or (over and seat == mover) for seat in range(seats)]
        rounds = min(space - more for space, more in zip(spaces, moved, strict=True))
        if rounds < any(space and not more for space, more in zip(spaces, moved, strict=True)):
            read.add("spaces: every turn moves at least one space, and the seats take turns from seat 0")
        read.check()
        self.place_race(state, spaces, worth, mover, rolling)

    def position_fields(self, state: State) -> dict[str, object]:
        return dict(zip(("spaces", "worth", "mover", "rolling"), self.race(state), strict=True))

    def draw(self, state: State, seat: int | None = None) -> str:
        spaces, worth, mover, rolling = self.race(state)
        rows = [f"{'>' if at == mover else ' '} seat {at} {'.' * space}{at}" for at, space in enumerate(spaces)]
        turn = "over" if state.is_terminal() else f"turn worth {worth}{', the die rolls' if rolling else ''}"
        return "\n".join([*rows, f"target {self.options['target']}, {turn}"])


class GameDealing(Dealing):
    """The die."""

    @property
    def names(self) -> list[str]:
        return [str(face) for face in range(1, self.game.options["faces"] + 1)]


GAME = DiceRace
