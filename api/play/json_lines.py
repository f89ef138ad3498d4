"""Playing by lines: actions and commands on standard input, one JSON object a line on standard output."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from springtail.arguments import CHANCE
from springtail.command_line import output
from springtail.cython_ext.game import State
from springtail.play.seats import PERSON, Report
from springtail.play.session import COMMANDS, Left, Session
from springtail.play.table import Ply
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit


class JsonLines:
    """Prints each event as an object whose `event` names it, and never prompts."""

    def __init__(self) -> None:
        self._asked: State | None = None

    def begin(self, session: Session) -> None:
        state = session.table.state
        _tell(
            "begin",
            game=state.game.id,
            options=state.to_dict()["options"],
            seats=[PERSON if engine is None else engine.text for engine in session.seats],
            file=None if session.file is None else str(session.file.path),
        )

    def read(self, session: Session, seat: int) -> str | None:
        if self._asked is not session.table.state:
            self._asked = session.table.state
            self.board(session, seat)
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.strip() if line else None

    def progress(self, session: Session, limit: Limit) -> AbstractContextManager[Report | None]:
        return nullcontext()

    def played(self, session: Session, ply: Ply, note: str) -> None:
        _tell("ply", number=len(session.table.plies), **_ply(ply), note=note)

    def board(self, session: Session, seat: int) -> None:
        view = session.table.view(seat)
        _tell("turn", seat=seat, legal=view.legal_actions(), position=view.to_dict())

    def wrong(self, message: str) -> None:
        _tell("wrong", message=message)

    def hint(self, session: Session, found: Analysis) -> None:
        _tell("hint", analysis=found.to_dict())

    def list_actions(self, numbered: Sequence[tuple[int, str]]) -> None:
        _tell("list", actions=[{"number": number, "action": action} for number, action in numbered])

    def moves(self, session: Session) -> None:
        _tell("moves", plies=[_ply(ply) for ply in session.table.plies])

    def score(self, session: Session, seat: int) -> None:
        _tell("score", scores=session.table.scores(seat))

    def taken_back(self, session: Session, plies: int) -> None:
        _tell("taken_back", plies=plies)

    def saved(self, path: Path) -> None:
        _tell("saved", file=str(path))

    def help(self) -> None:
        _tell("help", commands={word: " ".join(text.split()) for word, text in COMMANDS.items()})

    def end(self, session: Session, left: Left | None) -> None:
        state = session.table.state
        is_over = left is None
        _tell(
            "end",
            left=left,
            plies=len(session.table.plies),
            scores=state.scores() if is_over else None,
            winners=state.winners() if is_over else None,
            document=session.table.document() if is_over or not state.game.info.hidden else None,
        )


def _tell(event: str, **fields: Any) -> None:
    output.print_json({"event": event, **fields})


def _ply(ply: Ply) -> dict[str, Any]:
    return {"player": "chance" if ply.player == CHANCE else ply.player, "action": ply.told}
