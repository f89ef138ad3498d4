"""The set-up of Spring on a String drawn colour by colour (G18), then the colour that a stick insect laces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from springtail.engines.dealing import Dealing, Draw
from springtail.engines.spring_on_a_string.animals import ANIMALS, STICK_ANIMALS, STICK_INSECT, STICK_PLAYERS, Cast
from springtail.engines.spring_on_a_string.game import SpringOnAString
from springtail.engines.spring_on_a_string.meadows import COLOURS

NOBODY = "-"
"""A colour stays without animal."""
DUNG_BEETLE = "dung_beetle"
OTHERS = len(ANIMALS) - 2
"""Animals that can be on every colour."""


class GameDealing(Dealing):
    """An animal or nobody for each colour, so that each possible cast is as likely as in `game.start`."""

    game: SpringOnAString
    names = (*ANIMALS, NOBODY, *COLOURS)

    @property
    def most_draws(self) -> int:
        return len(COLOURS) + 1

    def draw_setup(self, drawn: Sequence[str]) -> Draw | None:
        wanted = self.game.options["animals"]
        if self.game.cast is not None:
            return None
        if not isinstance(wanted, int):
            return None if drawn else Draw(None, dict.fromkeys(self._stick_colours(dict(wanted)), 1))
        if len(drawn) < len(COLOURS):
            return Draw(None, self._weights(drawn, wanted))
        taken = self._animals(drawn)
        if STICK_INSECT not in taken.values() or len(drawn) > len(COLOURS):
            return None
        return Draw(None, dict.fromkeys(self._stick_colours(taken), 1))

    def setup(self, drawn: Sequence[str]) -> dict[str, Any]:
        if self.game.cast is not None:
            return self.game.cast.to_dict()
        wanted = self.game.options["animals"]
        taken = self._animals(drawn) if isinstance(wanted, int) else dict(wanted)
        return Cast(tuple(taken.items()), drawn[-1] if STICK_INSECT in taken.values() else None).to_dict()

    @staticmethod
    def _animals(drawn: Sequence[str]) -> dict[str, str]:
        return {letter: name for letter, name in zip(COLOURS, drawn, strict=False) if name != NOBODY}

    def _stick_colours(self, taken: dict[str, str]) -> list[str]:
        return [letter for letter in COLOURS if letter not in taken and self.game.board.is_in_order(letter)]

    def _weights(self, drawn: Sequence[str], wanted: int) -> dict[str, int]:
        """Weigh what the next colour can get by the casts that it leaves."""
        in_order = tuple(map(self.game.board.is_in_order, COLOURS))
        has_lace = self.game.players <= STICK_PLAYERS and wanted <= STICK_ANIMALS
        used = [name for name in drawn if name != NOBODY]

        def casts(name: str) -> int:
            after = [*drawn, name]
            others = sum(one not in (NOBODY, DUNG_BEETLE, STICK_INSECT) for one in after)
            bare = sum(fits for one, fits in zip(after, in_order, strict=False) if one == NOBODY)
            if name == DUNG_BEETLE and not in_order[len(drawn)] or name == STICK_INSECT and not has_lace:
                return 0
            left = wanted - sum(one != NOBODY for one in after)
            beetle, stick = DUNG_BEETLE not in after, STICK_INSECT not in after
            return _casts(in_order, len(after), left, beetle, stick and has_lace, others, bare, not stick)

        weights = {name: casts(name) for name in (*ANIMALS, NOBODY) if name not in used}
        return {name: weight for name, weight in weights.items() if weight}


@cache
def _casts(
    in_order: tuple[bool, ...], at: int, left: int, beetle: bool, stick: bool, others: int, bare: int, laced: bool
) -> int:
    """Count the casts that complete one, by how often `draw_cast` finds them: it draws the stick insect's colour too.

    Args:
        in_order: by colour, whether its flowers have different petals.
        at: the next colour.
        left: animals to come.
        beetle: whether the dung beetle can still come.
        stick: whether the stick insect can still come.
        others: the other animals that are taken.
        bare: colours without animal, of those in order.
        laced: whether the stick insect is taken.
    """
    if left < 0 or left > len(in_order) - at:
        return 0
    if at == len(in_order):
        animals = others + (not beetle) + laced
        return bare if laced else max(len(in_order) - animals, 1)
    counted = _casts(in_order, at + 1, left, beetle, stick, others, bare + in_order[at], laced)
    if beetle and in_order[at]:
        counted += _casts(in_order, at + 1, left - 1, False, stick, others, bare, laced)
    if stick:
        counted += _casts(in_order, at + 1, left - 1, beetle, False, others, bare, True)
    return counted + (OTHERS - others) * _casts(in_order, at + 1, left - 1, beetle, stick, others + 1, bare, laced)
