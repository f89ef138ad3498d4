"""Three-card poker written plainly in Python, with the methods that a PythonGame wants."""

PASS, BET = 0, 1


class ThreeCardPoker:
    """Actions 2, 3 and 4 deal J, Q and K."""

    def __init__(self, cards=(), bets=()):
        self.cards, self.bets = list(cards), list(bets)

    def clone(self):
        return type(self)(self.cards, self.bets)

    def current_player(self):
        return -1 if len(self.cards) < 2 else len(self.bets) % 2

    def chance_outcomes(self):
        return [(card, 1) for card in (2, 3, 4) if card not in self.cards]

    def legal_actions(self):
        return [PASS, BET]

    def apply_action(self, action):
        (self.cards if len(self.cards) < 2 else self.bets).append(action)

    def is_terminal(self):
        return len(self.bets) == 3 or self.bets in ([0, 0], [1, 0], [1, 1])

    def is_shown(self):
        return self.bets in ([0, 0], [1, 1], [0, 1, 1])

    def winner(self):
        if self.is_shown():
            return int(self.cards[1] > self.cards[0])
        return len(self.bets) % 2

    def scores(self):
        stake = 2 if self.bets[-2:] == [1, 1] else 1
        return [stake * (self.is_terminal() and seat == self.winner()) for seat in (0, 1)]

    def returns(self):
        return [1, -1] if self.winner() == 0 else [-1, 1]

    def key(self):
        return (*self.cards, 9, *self.bets)

    def observation_key(self, seat):
        cards = [
            card if owner == seat or (self.is_terminal() and self.is_shown()) else "?"
            for owner, card in enumerate(self.cards)
        ]
        return (*cards, *self.bets)

    def resample(self, seat, random):
        world = self.clone()
        other = 1 - seat
        if len(self.cards) > other and not (self.is_terminal() and self.is_shown()):
            free = [card for card in (2, 3, 4) if len(self.cards) <= seat or card != self.cards[seat]]
            world.cards[other] = free[random.below(len(free))]
        return world
