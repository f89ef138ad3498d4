"""Whatever a document says, it is read or refused with a typed error."""

import copy
import json
import random

from hypothesis import given, settings
from hypothesis import strategies as some

from springtail.cython_ext.errors import SpringtailError
from springtail.cython_ext.game import Observation
from springtail.engines import game
from springtail.engines.documents import load

RALLY = game("spring_rally", players=3)
DEAL = "deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6"
NUMBERS = [0, 1, 2, 3, 5, 7, 9, 10, 33, 34, 68, 69, -1, True, None, 2**70, 0.5, "B2", []]


def documents():
    state = RALLY.start(setup={"leader": 1})
    for action in (DEAL, "G6", "R2", "B3", "B2", "G2", "R3", "keep"):
        yield state.to_dict()
        yield state.observation(2).to_dict()
        state = state.child(action)
    fields = state.to_dict()["state"]
    seen = {name: fields[name] for name in ("round", "leader", "progress", "winds", "table")}
    tricks = [["G6", "R2", "B3"], ["B2", "G2", "R3"]][: len(fields["played"]) // 3]
    yield {**state.observation(0).to_dict(), "state": seen | {"hand": fields["hands"][0], "tricks": tricks}}


DOCUMENTS = list(documents())


def places(value):
    """All containers in a document."""
    found = [value]
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, (dict, list)):
            found += places(inner)
    return found


def change(document, choice):
    """Change one thing somewhere."""
    place = choice.choice(places(document))
    if isinstance(place, dict):
        name = choice.choice([*place, "wings"])
        if choice.random() < 0.2:
            place.pop(name, None)
        else:
            place[name] = choice.choice(NUMBERS)
    elif place and choice.random() < 0.6:
        place[choice.randrange(len(place))] = choice.choice([*NUMBERS, choice.choice(RALLY.deck)])
    elif place and choice.random() < 0.5:
        place.pop(choice.randrange(len(place)))
    else:
        place.append(choice.choice([*RALLY.deck, *NUMBERS]))


def play_on(state, choice):
    """What was read must be good to go on with."""
    if isinstance(state, Observation):
        assert load(state.to_dict()) == state
        state = state.sample(1)
    assert load(json.dumps(state.to_dict())) == state
    while not state.is_terminal():
        actions = [state.sample_chance(1)] if state.is_chance_node() else state.legal_actions()
        state = state.child(choice.choice(actions))


def test_changed_documents_are_read_or_refused():
    choice = random.Random(4)
    outcomes = {True: 0, False: 0}
    for _ in range(6000):
        document = copy.deepcopy(choice.choice(DOCUMENTS))
        for _ in range(choice.randint(1, 3)):
            change(document, choice)
        try:
            read = load(document)
        except SpringtailError as error:
            assert str(error)
            outcomes[False] += 1
        else:
            play_on(read, choice)
            outcomes[True] += 1
    assert min(outcomes.values()) > 50


@settings(max_examples=200, deadline=None)
@given(some.data())
def test_any_value_in_any_field_is_read_or_refused(junk, data):
    document = copy.deepcopy(data.draw(some.sampled_from(DOCUMENTS)))
    document["state"][data.draw(some.sampled_from(sorted(document["state"])))] = data.draw(junk)
    try:
        load(document)
    except SpringtailError as error:
        assert str(error)
