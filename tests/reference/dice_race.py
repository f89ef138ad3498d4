"""The dice race written plainly in Python, with the methods that a PythonGame wants."""

HOLD, ROLL = 0, 1


class DiceRace:
    """Action 1 + n is the number n on the die."""

    target = 10
    faces = 6
    players = 2

    def __init__(self):
        self.spaces = [0] * self.players
        self.worth, self.mover, self.rolling = 1, 0, False

    def clone(self):
        other = type(self)()
        other.spaces = self.spaces.copy()
        other.worth, other.mover, other.rolling = self.worth, self.mover, self.rolling
        return other

    def current_player(self):
        return -1 if self.rolling else self.mover

    def legal_actions(self):
        return [HOLD, ROLL]

    def chance_outcomes(self):
        return [(1 + number, 1 / self.faces) for number in range(1, self.faces + 1)]

    def apply_action(self, action):
        if action == ROLL:
            self.rolling = True
            return
        number = action - 1
        if action != HOLD and number > 1 and self.spaces[self.mover] + self.worth + number < self.target:
            self.worth += number
            self.rolling = False
            return
        won = self.worth if action == HOLD else 1 if number == 1 else self.worth + number
        self.spaces[self.mover] = min(self.target, self.spaces[self.mover] + won)
        self.worth, self.rolling = 1, False
        if not self.is_terminal():
            self.mover = (self.mover + 1) % self.players

    def is_terminal(self):
        return self.target in self.spaces

    def returns(self):
        loss = -1 / (self.players - 1)
        return [1 if space == self.target else loss for space in self.spaces]

    def scores(self):
        return self.spaces

    def key(self):
        return (*self.spaces, self.worth, self.mover, int(self.rolling))
