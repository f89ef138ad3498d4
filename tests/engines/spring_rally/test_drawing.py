"""The text drawing."""

from springtail.engines import game


def test_a_position_is_drawn(lay, play):
    state = play(
        lay(["G5 B2", "R2 R3", "G2 R4"], progress=[12, 39, 0], winds=[2, 0, 1], track="beach", leader=1), "R2", "R4"
    )
    assert state.draw().splitlines() == [
        "round 2, beach track: S start, ^ uphill, v downhill, [2] the car of seat 2, [*] several",
        "",
        "    0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16",
        " > [2] .  .  .  . [1] ^  ^  ^  ^  .  . [0] .  .  v  v )",
        " (  .  .  .  .  .  .  ^  ^  ^  ^  .  .  .  .  .  v  v  <",
        "   33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17",
        "",
        "> seat 0  laps 0 space 12  dial  3 after 2 winds  plays      hand B2 G5",
        "  seat 1  laps 1 space  5  dial  0 after 0 winds  plays R2   hand R3",
        "  seat 2  laps 0 space  0  dial  1 after 1 winds  plays R4   hand G2",
    ]


def test_a_seat_is_drawn_its_own_hand_only(lay):
    state = lay(["G5 B2", "R2 R3", "G2 R4"])
    rows = state.draw(1).splitlines()[-3:]
    assert [row.split("hand ")[1] for row in rows] == ["? ?", "R2 R3", "? ?"]
    assert state.observation(1).draw() == state.draw(1)


def test_several_cars_on_the_start_share_a_mark():
    assert " > [*] ." in game("spring_rally").start().draw()


def test_a_lap_of_an_odd_number_of_spaces_is_drawn_as_a_loop():
    track = {"length": 11, "uphill": [[3, 4]], "downhill": [[9, 9]]}
    rows = game("spring_rally", track=track).start().draw().splitlines()
    assert rows[0].startswith("round 1, own track")
    assert rows[2:6] == [
        "    0  1  2  3  4  5",
        " > [*] .  .  ^  ^  . )",
        " (     .  v  .  .  .  <",
        "      10  9  8  7  6",
    ]
