"""For notebooks: a search or a solve to watch, a game to step through.

States show themselves as pictures there, analyses, solutions and lines as tables.
"""

from __future__ import annotations

import importlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from html import escape
from types import TracebackType
from typing import Any

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition, shown
from springtail.cython_ext.game import State
from springtail.engines.documents import begin, parse
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.solvers.solution import Solution

HEIGHT = re.compile(r'<svg[^>]* height="([\d.]+)"')
"""Of a picture, in pixels."""
REDRAW_SECONDS = 0.2
"""Least time between two pictures of a search."""


class Progress:
    """Shows a search or a solve while it goes on: how much of the limit is used, and what has been found.

        with Progress(limit) as progress:
            found = st.analyse(state, limit, report=progress)

    `st.best_move` takes it as `report` too, `st.solve` as `progress`. At the end the display goes away.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        """Begin nothing yet; without a limit the bar says only that something goes on."""
        self._limit = limit or Limit()
        self._drawn = 0.0

    def __enter__(self) -> Progress:
        self._display: Any = importlib.import_module("IPython.display")  # of the notebook, extra `notebook`
        self._handle = self._display.DisplayHandle()
        self._handle.display(self._display.HTML("<progress></progress>"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._handle.update(self._display.HTML(""))

    def __call__(self, found: Analysis | Solution) -> None:
        """Show what has been found so far."""
        if time.monotonic() - self._drawn >= REDRAW_SECONDS:
            self._handle.update(self._display.HTML(f"{bar(self._limit, found)}{found._repr_html_()}"))
            self._drawn = time.monotonic()


def bar(limit: Limit, found: Analysis | Solution) -> str:
    """Return a progress bar in HTML: the share of the limit that is used up, of several the largest."""
    used = [(limit.time, found.time), (limit.nodes, found.nodes), (limit.depth, found.depth)]
    if isinstance(found, Analysis):
        used.append((limit.simulations, found.simulations))
    shares = [now / most for most, now in used if most is not None]
    return f'<progress max="1" value="{min(max(shares), 1):.3f}"></progress>' if shares else "<progress></progress>"


class StepThrough:
    """A game to step through, forward and back, in a notebook or as a page of its own; no kernel is needed.

    >>> game = StepThrough({"game": "tic_tac_toe", "actions": ["b2", "a1", "c3"]})
    >>> len(game)
    4
    """

    def __init__(
        self,
        record: State | Mapping[str, Any] | str | bytes,
        *,
        seat: int | None = None,
        comments: Sequence[str] = (),
        size: int = 400,
    ) -> None:
        """Play a record through and keep a picture of each position.

        Args:
            record: a record, as JSON text or parsed, or a state that was played to from the beginning of its game.
            seat: show what this seat may know; None shows everything.
            comments: a text for each position, the beginning first; may be shorter.
            size: width of the pictures in pixels.

        Raises:
            InvalidPosition: when it is no record, or cannot be played.
            InvalidOptions: for a seat that is not there, or another unknown option.
        """
        fields = record.record() if isinstance(record, State) else record
        state, actions = begin(fields if isinstance(fields, Mapping) else parse(fields))
        if seat is not None and (type(seat) is not int or not 0 <= seat < state.game.players):
            raise InvalidOptions(f"seat: must be None or from 0 to {state.game.players - 1}, not {shown(seat)}")
        self.size = size
        self._steps: list[dict[str, str]] = []
        self._keep(state, seat, state.game.title, comments)
        for number, action in enumerate(actions, 1):
            mover = "chance" if state.is_chance_node() else f"seat {state.current_player()}"
            try:
                state.apply_action(action)
            except IllegalAction as error:
                raise InvalidPosition(f"actions[{number - 1}]: {error}") from None
            hides = seat is not None and mover == "chance" and state.game.info.hidden
            self._keep(state, seat, f"{number}. {mover}: {'a hidden event' if hides else action}", comments)

    def _keep(self, state: State, seat: int | None, title: str, comments: Sequence[str]) -> None:
        here = len(self._steps)
        picture = state.to_svg(seat, size=self.size)
        self._steps.append(
            {"title": title, "picture": picture, "comment": comments[here] if here < len(comments) else ""}
        )

    def __len__(self) -> int:
        """Return the number of positions, the beginning included."""
        return len(self._steps)

    def to_html(self) -> str:
        """Return a page that needs nothing else: arrow keys, buttons and a slider step through the game."""
        steps = json.dumps(self._steps).replace("<", "\\u003c")  # no text may end the script
        return PAGE.replace("LAST", str(len(self) - 1)).replace("STEPS", steps)

    def _repr_html_(self) -> str:
        tallest = max(float(height) for step in self._steps for height in HEIGHT.findall(step["picture"])[:1])
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" sandbox="allow-scripts" title="a game to step through" '
            f'style="border: 0; width: {self.size + 40}px; height: {tallest + 120:.0f}px"></iframe>'
        )


PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A game to step through</title>
<style>
  :root { color-scheme: light dark }
  body { font: 14px sans-serif; margin: 8px }
  #picture svg { max-width: 100%; height: auto }
  nav { display: flex; gap: 4px; align-items: center; margin: 6px 0 }
  nav input { flex: 1 }
</style>
<nav>
  <button data-step="first" aria-label="to the beginning">|&lt;</button>
  <button data-step="back" aria-label="back">&lt;</button>
  <button data-step="on" aria-label="on">&gt;</button>
  <button data-step="last" aria-label="to the end">&gt;|</button>
  <input type="range" min="0" max="LAST" value="0" aria-label="position">
</nav>
<div id="title" aria-live="polite"></div>
<p id="comment"></p>
<div id="picture"></div>
<script type="application/json" id="steps">STEPS</script>
<script>
  const steps = JSON.parse(document.getElementById("steps").textContent);
  const slider = document.querySelector("input");
  let at = 0;
  function show(where) {
    at = Math.max(0, Math.min(steps.length - 1, where));
    document.getElementById("picture").innerHTML = steps[at].picture;
    document.getElementById("title").textContent = steps[at].title;
    document.getElementById("comment").textContent = steps[at].comment;
    slider.value = at;
  }
  const goals = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => steps.length - 1 };
  for (const button of document.querySelectorAll("button"))
    button.addEventListener("click", () => show(goals[button.dataset.step]()));
  slider.addEventListener("input", () => show(Number(slider.value)));
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
  document.addEventListener("keydown", event => {
    if (event.key in keys && event.target !== slider) { show(goals[keys[event.key]]()); event.preventDefault(); }
  });
  show(0);
</script>
</html>
"""
