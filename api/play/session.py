"""Playing a game to its end: whose turn it is, what a person may ask for, and keeping what was played."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol

from springtail.arguments import CHANCE
from springtail.cython_ext.errors import InvalidLimit, SpringtailError, shown
from springtail.play.game_file import GameFile, default_path, new_file
from springtail.play.seats import Report, Seat
from springtail.play.table import Ply, Table
from springtail.play.wording import meant_action
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.thinking import best_move

Left = Literal["quit", "resign", "end of input", "interrupt"]
"""Why a game was left before its end."""

HINT_SECONDS = 1.0
COMMANDS = {
    "hint": "[SECONDS]  the best action with its reasons",
    "list": "[TEXT]     the legal actions, numbered; with TEXT those that have it in them",
    "undo": "           back to your last choice",
    "board": "          draw the board again",
    "moves": "          what was played",
    "score": "          the score sheet",
    "save": "[FILE]     keep the game in FILE from now on; it is written after every move",
    "resign": "         give up",
    "quit": "           leave; the file says how to go on",
    "help": "           this list; ? too",
}
"""What a person may write instead of an action: arguments, and what it does."""


class Voice(Protocol):
    """How a session speaks with whoever plays."""

    def begin(self, session: Session) -> None:
        """Tell who plays what."""

    def read(self, session: Session, seat: int) -> str | None:
        """Show a person the position and return the line that it answers with; None at the end of input."""

    def progress(self, session: Session, limit: Limit) -> AbstractContextManager[Report | None]:
        """Give what a search under way is to report to."""

    def played(self, session: Session, ply: Ply, note: str) -> None:
        """Tell of a ply."""

    def wrong(self, message: str) -> None:
        """Tell what was wrong with a line, or with the file."""

    def hint(self, session: Session, found: Analysis) -> None:
        """Tell what a search has found for the seat that moves."""

    def list_actions(self, numbered: Sequence[tuple[int, str]]) -> None:
        """Tell legal actions with their numbers."""

    def moves(self, session: Session) -> None:
        """Tell what was played."""

    def score(self, session: Session, seat: int) -> None:
        """Tell the points as a seat may know them."""

    def board(self, session: Session, seat: int) -> None:
        """Show the position as a seat sees it."""

    def taken_back(self, session: Session, plies: int) -> None:
        """Tell that so many plies were taken back."""

    def saved(self, path: Path) -> None:
        """Tell where the game is kept."""

    def help(self) -> None:
        """Tell the commands."""

    def end(self, session: Session, left: Left | None) -> None:
        """Tell how the game ended, or why it was left."""


class Session:
    """A table, who sits at it, how it speaks, and where it is kept."""

    def __init__(self, table: Table, seats: Sequence[Seat], voice: Voice, file: GameFile | None) -> None:
        self.table = table
        self.seats = seats
        self.voice = voice
        self.file = file
        self._left: Left | None = None

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, engine in enumerate(self.seats) if engine is None]

    def play(self) -> Left | None:
        """Play until the game is over, or somebody leaves, and return why."""
        try:
            self.voice.begin(self)
            while self._left is None and not self.table.state.is_terminal():
                self._ply()
        except KeyboardInterrupt:
            self._left = "interrupt"
        self.voice.end(self, self._left)
        return self._left

    def _ply(self) -> None:
        mover = self.table.state.current_player()
        note = ""
        if mover == CHANCE:
            self.table.play_chance()
        elif self.table.play_forced():
            is_secret = self.table.state.game.info.hidden and self.people != [mover]
            note = "" if is_secret else "the only action"
        elif (engine := self.seats[mover]) is not None:
            with self.voice.progress(self, engine.limit) as report:
                action, note = engine.choose(self.table.state, self.table.draw_seed(), report)
            self.table.play(action)
        elif not self._ask(mover):
            return
        self._keep()
        self.voice.played(self, self.table.plies[-1], note)

    def _ask(self, seat: int) -> bool:
        """Take one line from a person; return whether an action was played."""
        line = self.voice.read(self, seat)
        if line is None:
            self._left = "end of input"
            return False
        legal = self.table.state.legal_actions()
        try:
            if line in legal or not self._obey(line, seat):
                self.table.play(meant_action(line, legal))
                return True
        except SpringtailError as error:
            command = difflib.get_close_matches(line.lower(), COMMANDS, n=1, cutoff=0.7)
            self.voice.wrong(f"{error}{f'; or the command `{command[0]}`?' if command else ''}")
        return False

    def _obey(self, line: str, seat: int) -> bool:
        """Do what a command says; return whether the line is one."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        table = self.table
        match word:
            case "":
                pass
            case "hint":
                limit = Limit(time=_seconds(rest))
                with self.voice.progress(self, limit) as report:
                    found = best_move(table.view(seat), limit, multipv=3, report=report)
                self.voice.hint(self, found)
            case "list":
                numbered = enumerate(table.state.legal_actions(), 1)
                self.voice.list_actions([(number, action) for number, action in numbered if rest in action])
            case "undo":
                before = len(table.plies)
                table.take_back(seat)
                self._keep()
                self.voice.taken_back(self, before - len(table.plies))
            case "board":
                self.voice.board(self, seat)
            case "moves":
                self.voice.moves(self)
            case "score":
                self.voice.score(self, seat)
            case "save":
                self._save(rest)
            case "resign" | "quit":
                self._left = "resign" if word == "resign" else "quit"
            case "help" | "?":
                self.voice.help()
            case _:
                return False
        return True

    def _save(self, name: str) -> None:
        """Keep the game in a file from now on; without a name in the one that it has, or a new one."""
        before = self.file
        if name:
            self.file = new_file(Path(name))
        elif self.file is None:
            self.file = new_file(default_path(self.table.state))
        if self.file is not None and self._keep():
            self.voice.saved(self.file.path)
        else:
            self.file = before

    def _keep(self) -> bool:
        """Write the game to its file; return whether it is there. A disk that is full does not end the game."""
        if self.file is None:
            return False
        try:
            self.file.write(self.table.document())
        except OSError as error:
            self.voice.wrong(f"not saved: {self.file.path}: {error.strerror or error}")
            return False
        return True


def _seconds(text: str) -> float:
    try:
        return float(text) if text else HINT_SECONDS
    except ValueError:
        raise InvalidLimit(f"hint: {shown(text)} is no number of seconds") from None
