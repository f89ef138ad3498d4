"""What Spring offers to searches: bounds, estimates, takes worth a look, positions that are alike."""

from __future__ import annotations

import random
from typing import Any

import pytest
from scenes.spring import after, fields_of, phase_2

import springtail as st


def states_of(seed: int, **options: Any) -> list[st.State]:
    """Return all states of a random game."""
    choice = random.Random(seed)
    states = [st.game("spring", **options).start()]
    while not states[-1].is_terminal():
        actions = states[-1].legal_actions() or [kind for kind, _ in states[-1].chance_outcomes()]
        states.append(states[-1].child("-" if "-" in actions and choice.random() < 0.5 else choice.choice(actions)))
    return states


def late(seed: int, cards: int) -> st.State:
    """Return a position of a random game with so many cards left."""
    return states_of(seed)[-1 - cards]


def left_in(state: st.State) -> int:
    return sum(card is not None for card in fields_of(state)["layout"])


@pytest.mark.parametrize("seed", range(12))
def test_no_game_breaks_its_bounds(seed):
    states = states_of(seed, **({} if seed % 2 else {"pots_per_card": "any", "fence_on": "any"}))
    for seat in (0, 1):
        margin = states[-1].margin(seat)
        bounds = [state.game.margin_bounds(state, seat) for state in states]
        assert all(least <= margin <= most for least, most in bounds)
        assert bounds[-1] == (margin, margin)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_hold_whatever_is_played(seed):
    state = late(seed, 2)
    least, most = state.game.margin_bounds(state, 0)
    ends = [after(state, one, other) for one in state.legal_actions() for other in state.child(one).legal_actions()]
    assert all(least <= end.margin(0) <= most for end in ends)


@pytest.mark.parametrize("objective", ["margin", "outcome"])
@pytest.mark.parametrize("seed", range(6))
def test_the_takes_worth_a_look_keep_the_value(seed, objective, brute_force):
    state = late(seed, 3)
    solution = st.solve(state, objective)
    figures = solution.value.returns if objective == "outcome" else solution.value.margins
    assert figures[0] == pytest.approx(float(brute_force(state, objective, {})[0]), abs=1e-6)


def test_no_two_takes_of_a_card_come_to_the_same_area():
    for seed in range(4):
        state = late(seed, 6)
        seat = state.current_player()
        takes = [state.game.action_string(action) for action in state.game.best_takes(state)]
        areas = [(take.split(":")[0], str(fields_of(state.child(take))["areas"][seat]["rows"])) for take in takes]
        assert len(set(areas)) == len(areas)
        everything = {
            (take.split(":")[0], str(fields_of(state.child(take))["areas"][seat]["rows"]))
            for take in state.legal_actions()
        }
        assert set(areas) == everything


def test_the_last_card_of_a_seat_has_one_take_the_best():
    for seed in range(8):
        state = late(seed, 1)
        (action,) = state.game.best_takes(state)
        margins = {take: state.child(take).margin(state.current_player()) for take in state.legal_actions()}
        assert margins[state.game.action_string(action)] == max(margins.values())


def image(state: st.State, change: str) -> st.State:
    """Return a position of phase 2 with both areas turned round, mirrored, moved, or all colours swapped."""
    fields = fields_of(state)
    swap = str.maketrans("RW", "WR")

    def card(text: str | None) -> str | None:
        if text is None or change in ("turn", "move"):
            return text
        letters, _, place = text.partition("@")
        x, y = map(int, place.split(","))
        if change == "swap":
            letters = letters.translate(swap)
        else:
            letters, x = letters[1] + letters[0] + letters[3] + letters[2], -x
        return f"{letters}@{x},{y}"

    def area(own: dict[str, Any] | None) -> dict[str, Any] | None:
        if own is None:
            return None
        x, y = map(int, own["corner"].split(","))
        rows = own["rows"]
        if change == "swap":
            return own | {"rows": [row.translate(swap) for row in rows]}
        if change == "turn":
            corner = f"{2 - len(rows[0]) - x},{2 - len(rows) - y}"
            return {"corner": corner, "rows": [row[::-1] for row in rows[::-1]]}
        if change == "mirror":
            return {"corner": f"{2 - len(rows[0]) - x},{y}", "rows": [row[::-1] for row in rows]}
        places = [(column, row) for row in range(len(rows) - 1) for column in range(len(rows[0]) - 1)]
        whole = [p for p in places if "." not in rows[p[1]][p[0] : p[0] + 2] + rows[p[1] + 1][p[0] : p[0] + 2]]
        return own | {"corner": f"{-whole[-1][0]},{-whole[-1][1]}"}

    def piece(text: str) -> str:
        letter, _, place = text.partition("@")
        x, y = map(int, place.split(","))
        if change == "swap":
            letter = letter.translate(swap) if letter in "RW" else letter
        elif change == "mirror":
            x = (1 if letter in "RW" else 0) - x
        return f"{letter}@{x},{y}"

    changed = fields | {"areas": [area(own) for own in fields["areas"]]}
    if change in ("swap", "mirror"):
        layout = [card(text) for text in fields["layout"]]
        changed |= {"layout": layout, "pots": [piece(pot) for pot in fields["pots"]]}
        changed["fences"] = [piece(fence) for fence in fields["fences"]]
    if change == "swap":
        changed["colours"] = fields["colours"][::-1]
        changed["stock"] = [stock | {"red": stock["white"], "white": stock["red"]} for stock in fields["stock"]]
    return state.game.position({"state": changed})


@pytest.mark.parametrize("change", ["turn", "mirror", "move", "swap"])
def test_images_of_a_position_are_known_as_alike(change):
    for seed in range(6):
        state = late(seed, 9)
        if fields_of(state)["layout"][0] is not None:  # the start card lies as its kind, which an image may not
            continue
        other = image(state, change)
        assert other.game.likeness(other) == state.game.likeness(state)
        assert other.game.likeness(other) is not None


def test_positions_that_differ_in_what_matters_are_told_apart():
    state = phase_2("RRWW@0,0 RRWW@1,0 WRWR@2,1", ["RR/WW", "RR/WW"], mover=0)
    others = [
        phase_2("RRWW@0,0 RRWW@1,0 WRWR@2,1", ["RR/WW", "RR/WW"], mover=1),
        phase_2("RRWW@0,0 RRWW@1,0 WRRW@2,1", ["RR/WW", "RR/WW"], mover=0),
        phase_2("RRWW@0,0 RRWW@1,0 WRWR@2,1", ["RW/RW", "RR/WW"], mover=0),
        phase_2("RRWW@0,0 RRWW@1,0 WRWR@2,1", ["RR/WW", "RR/WW"], mover=0, stock=[{"red": 1}, {}]),
        phase_2("RRWW@0,0 RRWW@1,0 WRWR@2,1", ["RR/WW", "RR/WW"], mover=0, fences="S@2,1"),
    ]
    known = [found.game.likeness(found)[:2] for found in (state, *others)]
    assert len(set(known)) == len(known)


def test_what_was_scored_before_is_settled():
    state = phase_2("RRWW@0,0 RRWW@1,0 RRWW@1,0", ["RR/WW", "RR/WW"], gardens=[3, 1])
    plain = phase_2("RRWW@0,0 RRWW@1,0 RRWW@1,0", ["RR/WW", "RR/WW"])
    words, settled = state.game.likeness(state)[:2], state.game.likeness(state)[2]
    assert words == plain.game.likeness(plain)[:2]
    assert settled == plain.game.likeness(plain)[2] + 2


def test_estimates_are_opposite_returns_and_favour_who_is_ahead():
    for state in states_of(3):
        own, other = state.game.estimated_returns(state)
        assert -1 <= own == -other <= 1
    ahead = phase_2("RRWW@0,0", ["RR/RR", "RR/WW"])
    assert ahead.game.estimated_returns(ahead)[0] > 0.5
