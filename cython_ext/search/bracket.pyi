from typing import Self, final

from springtail.cython_ext.search.minimax import Minimax

@final
class Bracket:
    def __new__(cls, search: Minimax) -> Self: ...
