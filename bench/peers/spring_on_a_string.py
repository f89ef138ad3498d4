"""Spring on a String without animals against OpenSpiel's C++ MCTS, which gets the game as a Python game.

    python -m bench.peers.spring_on_a_string

Compiled rules against Python rules: what a user gains who takes the game from here. Twice: against the plain rules of
the tests, which are made for animals, as the compiled ones are, and work everything out from the laces again; and
against a page of Python made for speed, which is good for nothing but the game without animals. Neither is copied
attribute by attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

import springtail as st
from bench.peers import openspiel, own
from bench.peers.plain import Rules
from bench.report import Row, parser, show
from bench.turns import compare
from tests.reference.spring_on_a_string import SpringOnAString as PlainSpringOnAString

PLAYERS = (2, 3, 4)
LOCKSTEP_GAMES = 20
SIMULATIONS = 1_000


class Bare:
    """The game without animals, made for speed: a flower is its id, and the id behind the last one passes."""

    __slots__ = (
        "board",
        "lasts",
        "latest",
        "left",
        "legal",
        "passes",
        "players",
        "points",
        "room",
        "seat",
        "turns",
        "used",
    )

    def __init__(self, game: st.Game) -> None:
        """Begin a game on the board of the compiled one, which lends its distances."""
        board = game.board
        self.board = [flower.petals for flower in board.flowers], board.distances, board.hole
        self.players = game.players
        self.left = [board.ends[self.players == 3] - board.tip] * self.players  # length of each lace, in 0.1 mm
        self.lasts = [-1] * self.players
        self.used: list[set[int]] = [set() for _ in range(self.players)]  # flowers of each lace
        self.room = dict.fromkeys(range(len(board.flowers)), 2 if self.players == 4 else 1)
        self.points = [0] * self.players
        self.latest = [0] * self.players
        self.turns = self.passes = self.seat = 0
        self.legal = self._look()

    def clone(self) -> Bare:
        other = object.__new__(Bare)
        other.board, other.players, other.legal = self.board, self.players, self.legal
        other.left, other.lasts, other.used = self.left[:], self.lasts[:], [set(used) for used in self.used]
        other.room, other.points, other.latest = self.room.copy(), self.points[:], self.latest[:]
        other.turns, other.passes, other.seat = self.turns, self.passes, self.seat
        return other

    def _look(self) -> list[int]:
        seat = self.seat
        petals, distances, hole = self.board
        last, used = self.lasts[seat], self.used[seat]
        if last < 0:
            return list(self.room)
        ways, left = distances[last], self.left[seat] - hole
        return [flower for flower in self.room if ways[flower] <= left and flower not in used] or [len(petals)]

    def current_player(self) -> int:
        return self.seat

    def is_terminal(self) -> bool:
        return self.passes == self.players

    def legal_actions(self) -> list[int]:
        return self.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return []  # nobody asks

    def apply_action(self, action: int) -> None:
        petals, distances, hole = self.board
        seat = self.seat
        self.turns += 1
        if action == len(petals):
            self.passes += 1
        else:
            self.passes = 0
            last = self.lasts[seat]
            self.left[seat] -= hole + (distances[last][action] if last >= 0 else 0)
            self.lasts[seat] = action
            self.used[seat].add(action)
            self.room[action] -= 1
            if not self.room[action]:
                del self.room[action]
            self.points[seat] += petals[action]
            self.latest[seat] = self.turns
        if self.players != 3 or self.turns != 3:  # the third player's double turn
            self.seat = (seat + 1) % self.players
        self.legal = [] if self.is_terminal() else self._look()

    def returns(self) -> list[float]:
        best = max(zip(self.points, self.latest, strict=True))
        others = -1 / (self.players - 1)
        return [1.0 if pair == best else others for pair in zip(self.points, self.latest, strict=True)]


def rows(turns: int) -> Iterator[Row]:
    """Check that all play the same game, then compare at the opening."""
    for players in PLAYERS:
        game = st.game("spring_on_a_string", players=players, animals=0)
        ours = game.start()
        starts = {
            "plain": (Rules(PlainSpringOnAString(players=players), game), 100, 200),
            "bare": (Bare(game), 1_000, None),
        }
        for name, (first, count, goal) in starts.items():
            theirs = openspiel.python_game(f"springtail_{name}_{players}", game, first.clone).new_initial_state()
            openspiel.check_lockstep(ours, theirs, LOCKSTEP_GAMES)
            yield compare(
                f"{players} players, random playouts, {name} Python",
                "playouts",
                own.playouts(ours, 50_000),
                openspiel.playouts(theirs, count),
                turns=turns,
            )
            yield compare(
                f"{players} players, MCTS, {SIMULATIONS:,} simulations a search, {name} Python",
                "simulations",
                own.searches(ours, SIMULATIONS, 50),
                openspiel.searches(theirs, SIMULATIONS, own.EXPLORATION),
                turns=turns,
                at_least=goal,
            )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=5).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])
