"""Tic-tac-toe written plainly in Python, with the methods that a PythonGame wants."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip


class TicTacToe:
    """Cells are numbered as the actions of the compiled game, up each column from the left."""

    def __init__(self, cells=(".",) * 9):
        self.cells = list(cells)

    def clone(self):
        return type(self)(self.cells)

    def current_player(self):
        return (9 - self.cells.count(".")) % 2

    def legal_actions(self):
        return [cell for cell in range(9) if self.cells[cell] == "."]

    def apply_action(self, cell):
        self.cells[cell] = "xo"[self.current_player()]

    def winner(self):
        for line in LINES:
            owners = {self.cells[cell] for cell in line}
            if owners in ({"x"}, {"o"}):
                return "xo".index(owners.pop())
        return None

    def is_terminal(self):
        return "." not in self.cells or self.winner() is not None

    def returns(self):
        return {None: [0, 0], 0: [1, -1], 1: [-1, 1]}[self.winner()]

    def key(self):
        return "".join(self.cells)

    def action_to_string(self, cell):
        return "abc"[cell // 3] + "123"[cell % 3]

    def __str__(self):
        return "\n".join("".join(self.cells[row::3]) for row in (2, 1, 0))
