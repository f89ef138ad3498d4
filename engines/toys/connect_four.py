"""Connect four: an action is the number of the column, 1 to 7 from the left."""

from __future__ import annotations

from springtail.cython_ext.game import State
from springtail.cython_ext.games.connect_four import ConnectFourRules
from springtail.cython_ext.info import Option


class ConnectFour(ConnectFourRules):
    """Four in a row of one's own stones win; a full board is a draw."""

    id = "connect_four"
    title = "Connect four"
    OPTIONS = {"players": Option(2, (2,), "number of seats")}

    def name_action(self, action: int) -> str:
        return str(action + 1)

    def find_action(self, text: str) -> int | None:
        return int(text) - 1 if text in ("1", "2", "3", "4", "5", "6", "7") else None

    def position_fields(self, state: State) -> dict[str, object]:
        return {"board": self.stones(state)}

    def draw(self, state: State, seat: int | None = None) -> str:
        return "\n".join([*self.stones(state), "1234567"])


GAME = ConnectFour
