"""Connect four written plainly in Python, with the methods that a PythonGame wants."""

ROWS, COLUMNS = 6, 7
FULL = sum(0b111111 << 7 * column for column in range(COLUMNS))


class ConnectFour:
    """Two integers with a bit a stone, seven bits a column."""

    __slots__ = ("mine", "mover", "stones", "winner")

    def __init__(self):
        self.mine = self.stones = self.mover = 0  # `mine` are the stones of the mover
        self.winner = None

    def clone(self):
        other = ConnectFour.__new__(ConnectFour)
        other.mine, other.stones, other.mover, other.winner = self.mine, self.stones, self.mover, self.winner
        return other

    def current_player(self):
        return self.mover

    def legal_actions(self):
        stones = self.stones
        return [column for column in range(COLUMNS) if not stones >> (7 * column + ROWS - 1) & 1]

    def apply_action(self, column):
        self.mine ^= self.stones
        self.stones |= self.stones + (1 << 7 * column)
        if _four(self.stones ^ self.mine):
            self.winner = self.mover
        self.mover ^= 1

    def is_terminal(self):
        return self.winner is not None or self.stones == FULL

    def returns(self):
        if self.winner is None:
            return [0, 0]
        return [1, -1] if self.winner == 0 else [-1, 1]


class KeyedConnectFour(ConnectFour):
    """The same with a key, by which transpositions meet."""

    __slots__ = ()

    def clone(self):
        other = KeyedConnectFour.__new__(KeyedConnectFour)
        other.mine, other.stones, other.mover, other.winner = self.mine, self.stones, self.mover, self.winner
        return other

    def key(self):
        return self.mine, self.stones


def _four(stones):
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
