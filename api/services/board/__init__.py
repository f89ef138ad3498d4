"""A web page to play on, to step through records and to set up positions, and what it asks (docs/board.md).

The server keeps nothing: the page holds the game and sends it with each request. Where hands are hidden it holds the
game without its deals, which the server draws again from a key that only it has.
"""
