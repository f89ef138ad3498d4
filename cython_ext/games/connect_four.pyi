from springtail.cython_ext.game import Game, State

class ConnectFourRules(Game):
    def stones(self, state: State) -> list[str]: ...
