"""The deck: the shipped one and own ones."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

import springtail as st
from springtail.engines.spring.deck import shipped


def test_the_shipped_deck_has_18_cards_and_is_the_same_with_colours_swapped_and_mirrored():
    deck = dict(shipped())
    assert sum(deck.values()) == 18

    def mapped(change):
        cards = Counter()
        for kind, copies in deck.items():
            pattern = change(kind)
            cards[min(pattern, pattern[::-1])] += copies
        return cards

    assert mapped(lambda kind: kind.translate(str.maketrans("RW", "WR"))) == deck
    assert mapped(lambda kind: kind[1] + kind[0] + kind[3] + kind[2]) == deck


def test_how_sure_the_cards_are_is_told_of_the_shipped_deck_only():
    assert st.game("spring").info.components["cards"] == "inferred"
    assert st.game("spring", deck={"RRWW": 3}).info.components == {}


def test_an_own_deck_is_given_by_its_cards():
    game = st.game("spring", deck={"WRRW": 2, "RRRR": 1})
    assert game.start().chance_outcomes() == [("RRRR", 1 / 3), ("WRRW", 2 / 3)]
    assert game == st.game("spring", deck={"RRRR": 1, "WRRW": 2})
    assert pickle.loads(pickle.dumps(game)) == game


def test_an_own_deck_is_read_from_a_file(tmp_path):
    path = tmp_path / "deck.toml"
    path.write_text("[cards]\nRRWW = 2\nRWWW = 1\n", "utf-8")
    assert st.game("spring", deck=path) == st.game("spring", deck={"RRWW": 2, "RWWW": 1})


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ({}, "has 0 cards, a deck has 2 to 18"),
        ({"RRWW": 19}, "'RRWW': 19 is not a number of cards from 1 to 18"),
        ({"RRWW": 18, "RWRW": 1}, "has 19 cards, a deck has 2 to 18"),
        ({"RRWW": True}, "'RRWW': True is not a number of cards from 1 to 18"),
        ({"WWRR": 4}, "WWRR is RRWW turned round, and that is its name"),
        ({"RRWX": 4}, "'RRWX' is no card; cards are four letters R and W"),
        ({3: 4}, "3 is no card; cards are four letters R and W"),
        ("summer", "must be 'winter', an object of cards and copies or a pathlib.Path, not 'summer'"),
        (7, "must be 'winter', an object of cards and copies or a pathlib.Path, not 7"),
    ],
)
def test_what_is_no_deck_is_refused(deck, reason):
    with pytest.raises(st.InvalidOptions) as caught:
        st.game("spring", deck=deck)
    assert str(caught.value) == f"option deck: {reason}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [("cards = 3", "has no table [cards]"), ("[cards", "Expected"), ("[cards]\nRR = 2", "'RR' is no card")],
)
def test_what_is_no_file_of_a_deck_is_refused(tmp_path, text, reason):
    path = tmp_path / "deck.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(st.InvalidOptions) as caught:
        st.game("spring", deck=path)
    assert str(caught.value).startswith(f"option deck: {path}: {reason}")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(st.InvalidOptions, match=r"option deck: .*none\.toml"):
        st.game("spring", deck=tmp_path / "none.toml")
