"""Playing at a terminal: drawings, questions and answers as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

from springtail.arguments import CHANCE
from springtail.command_line import answer, output
from springtail.cython_ext.game import Observation, State
from springtail.play.seats import PERSON, Report
from springtail.play.session import COMMANDS, Left, Session
from springtail.play.table import Ply
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has scrolled off it."""


class Terminal:
    """Draws the board before every choice, and prompts for the actions of people.

    In a game that hides something the board is drawn as the only person sees it; where several people share the
    terminal, the screen is cleared before another of them looks.
    """

    def __init__(self) -> None:
        self._looks: int | None = None
        """The seat that has the screen, where hands are hidden and several people play."""
        self._drawn = -1
        """Number of plies at the last drawing."""

    def begin(self, session: Session) -> None:
        state = session.table.state
        who = ", ".join(_name(session, seat) for seat in range(state.game.players))
        print(f"{state.game.title}: {who}.")
        if session.people:
            print("Write an action of the game, or `help`.")
        if session.file is not None:
            print(f"Kept in {session.file.path}.")

    def read(self, session: Session, seat: int) -> str | None:
        if _share_secrets(session) and self._looks != seat and not self._hand_over(session, seat):
            return None
        if self._drawn != len(session.table.plies):
            self.board(session, seat)
        actions = session.table.state.legal_actions()
        with _completed_by([*actions, *COMMANDS]):
            return _line(f"seat {seat}, {len(actions)} actions> ")

    def _hand_over(self, session: Session, seat: int) -> bool:
        """Clear the screen and wait until the person at a seat looks; return whether somebody does."""
        print(CLEAR, end="")
        self._looks, self._drawn = seat, -1
        if _line(f"Seat {seat} is next. Press Enter when nobody else looks. ") is None:
            return False
        plies = session.table.plies
        own = [at for at, ply in enumerate(plies) if ply.player == seat and ply.is_choice]
        for ply in plies[own[-1] + 1 if own else 0 :]:
            print(_told(session, ply))
        return True

    def progress(self, session: Session, limit: Limit) -> AbstractContextManager[Report | None]:
        mover = session.table.state.current_player()
        engine = session.seats[mover]
        if engine is not None and self._drawn != len(session.table.plies) and not _share_secrets(session):
            self._show(session)
        does = "is looking for a hint" if engine is None else f"{engine.text} thinks; Ctrl-C plays what it has"

        def shown(found: Analysis) -> output.Shown:
            used = [(limit.time, found.time), (limit.simulations, found.simulations), (limit.nodes, found.nodes)]
            return used, f"seat {mover} {does}"

        return output.progress(shown)

    def played(self, session: Session, ply: Ply, note: str) -> None:
        print(_told(session, ply) + (f" ({note})" if note else ""))

    def _show(self, session: Session) -> None:
        """Draw the board for the only person, or with nothing hidden where only engines play."""
        if session.people:
            self.board(session, session.people[0])
        else:
            self._draw(session, session.table.state)

    def board(self, session: Session, seat: int) -> None:
        self._draw(session, session.table.view(seat))

    def _draw(self, session: Session, view: State | Observation) -> None:
        self._drawn = len(session.table.plies)
        print(f"\n{view.draw()}\n")

    def wrong(self, message: str) -> None:
        print(message)

    def hint(self, session: Session, found: Analysis) -> None:
        answer.print_findings(found)

    def list_actions(self, numbered: Sequence[tuple[int, str]]) -> None:
        for number, action in numbered:
            print(f"{f'#{number}':>5}  {action}")
        if not numbered:
            print("No legal action has that in it.")

    def moves(self, session: Session) -> None:
        for number, ply in enumerate(session.table.plies, 1):
            print(f"{number:4}  {_told(session, ply)}")
        if not session.table.plies:
            print("Nothing was played yet.")

    def score(self, session: Session, seat: int) -> None:
        _print_sheet(session, session.table.scores(seat))

    def taken_back(self, session: Session, plies: int) -> None:
        self._drawn = -1
        print(f"Took back {plies} {'ply' if plies == 1 else 'plies'}.")

    def saved(self, path: Path) -> None:
        print(f"Kept in {path}.")

    def help(self) -> None:
        print("Write an action, its beginning, or its number in the list (#3). Or:")
        for word, text in COMMANDS.items():
            print(f"  {word:7}{text}")

    def end(self, session: Session, left: Left | None) -> None:
        state = session.table.state
        if left is None:
            self._draw(session, state)
            _print_sheet(session, state.scores())
            winners = state.winners()
            print(f"Won by {' and '.join(_name(session, seat) for seat in winners)}.")
        elif left == "resign":
            print(f"Seat {state.current_player()} resigns after {len(session.table.plies)} plies.")
        else:
            print(f"Left after {len(session.table.plies)} plies.")
        if session.file is not None and session.file.path.exists():
            print(f"Kept in {session.file.path}." if left is None else f"Go on with: {_command(session)}")


def _line(prompt: str) -> str | None:
    """Return the next line, without blanks around it; None at the end of input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


@contextmanager
def _completed_by(words: Sequence[str]) -> Iterator[None]:
    """Let the tabulator complete words, where the terminal can."""
    if find_spec("readline") is None:
        yield
        return
    import readline

    def complete(text: str, number: int) -> str | None:
        return next(iter([word for word in words if word.startswith(text)][number:]), None)

    readline.set_completer(complete)
    readline.set_completer_delims("\n")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)


def _share_secrets(session: Session) -> bool:
    """Return whether several people must not see each other's drawing."""
    return session.table.state.game.info.hidden and len(session.people) > 1


def _name(session: Session, seat: int) -> str:
    engine = session.seats[seat]
    return f"seat {seat} {PERSON if engine is None else engine.text}"


def _told(session: Session, ply: Ply) -> str:
    return f"chance: {ply.told}" if ply.player == CHANCE else f"{_name(session, ply.player)}: {ply.told}"


def _print_sheet(session: Session, scores: Sequence[int]) -> None:
    players = [PERSON if engine is None else engine.text for engine in session.seats]
    rows = [(str(seat), player, str(scores[seat])) for seat, player in enumerate(players)]
    output.print_table(("seat", "player", "points"), rows)


def _command(session: Session) -> str:
    """Return the command that goes on with the game."""
    assert session.file is not None
    seats = [f"{seat}={PERSON if engine is None else engine.text}" for seat, engine in enumerate(session.seats)]
    return " ".join(["springtail", "play", quote(str(session.file.path)), *(f"--seat {quote(seat)}" for seat in seats)])
