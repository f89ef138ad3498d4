"""The text drawing and the score sheet of Spring on a String."""

from __future__ import annotations

import springtail as st


def state_after(animals: dict[str, str], *actions: str, **options: object) -> st.State:
    stick = options.pop("stick_colour", None)
    state = st.game("spring_on_a_string", **options).start(setup={"animals": animals, "stick_colour": stick})
    for action in actions:
        state.apply_action(action)
    return state


def test_flowers_show_whose_laces_are_in_them():
    drawing = state_after({"Y": "locust"}, "R5", "Y4", "R5").draw()
    assert "[R5 ab]" in drawing
    assert "[Y4 b]" in drawing
    assert " W6 " in drawing


def test_the_lace_of_a_stick_insect_shows():
    drawing = state_after({"Y": "stick_insect"}, "Y4", stick_colour="R").draw()
    assert "[R8 s]" in drawing
    assert " R4 " in drawing
    assert "R laced by the stick insect" in drawing


def test_links_on_top_are_drawn_closer_than_those_below():
    """The first link of a lace lies on top, for its first flower is passed from below; the second one is as long."""
    dots = [0]
    for actions in (("W6", "Y7", "P6"), ("W6", "Y7", "P6", "K8", "P5")):
        lines = state_after({}, *actions).draw().splitlines()
        dots.append(sum(line.count(".") for line in lines if not line.startswith("seat")))
    assert dots[1] > 20
    assert 0 < dots[2] - dots[1] < dots[1] / 2


def test_the_decision_is_told():
    assert "seat 0 collects once more (grasshopper): K4 " in state_after({"Y": "grasshopper"}, "Y4").draw()
    assert "seat 0 collects: K4 " in state_after({}).draw()


def test_what_is_closed_is_told():
    drawing = state_after({"Y": "peacock_butterfly", "R": "swallowtail"}, "R5", "Y4/W").draw()
    assert "W closed to the others until the next turn of seat 1" in drawing
    assert "5 petals closed" in drawing
    assert "P closed to all from the next turn of seat 0" in state_after({"Y": "large_white"}, "Y4/P").draw()
    assert "P closed for good" in state_after({"Y": "large_white"}, "Y4/P", "R5").draw()
    assert "seat 0 next collects five petals" in state_after({"Y": "harvestman"}, "Y4").draw()
    assert "in front snail" in state_after({"Y": "snail"}, "Y4").draw()


def test_the_score_sheet_adds_up():
    for seed in range(40):
        random = st.Random(seed)
        state = st.game("spring_on_a_string", players=2 + seed % 3, animals=5).start(seed=seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[random.below(len(actions))])
            assert [sum(parts.values()) for parts in state.game.score_sheet(state)] == state.scores()


def test_the_score_sheet_names_the_parts():
    state = state_after({"Y": "hornet", "R": "bee", "W": "bumblebee"}, "Y4", "W4", "R5", "P8", "K7")
    assert state.game.score_sheet(state) == [
        {"petals": 16, "hornet": 2, "bee": -1, "bumblebee": 0},
        {"petals": 12, "hornet": 0, "bee": 0, "bumblebee": 4},
    ]


def test_a_finished_game_names_the_winner():
    random = st.Random(3)
    state = st.game("spring_on_a_string", animals=0).start()
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    assert f"the game is over, won by seat {state.winners()[0]}" in state.draw()
