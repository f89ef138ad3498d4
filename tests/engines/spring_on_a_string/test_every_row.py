"""Every row of the tables of rulings in rules/spring_on_a_string.md has its test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules

HERE = Path(__file__).parent
RULINGS = 27
"""In section 6, numbered from G1."""

ROWS = dict(
    zip(
        SpringOnAStringRules.ANIMALS,
        (3, 2, 5, 5, 5, 3, 3, 2, 1, 1, 2, 2, 1, 1, 3, 3, 2, 1, 1, 7, 3, 3, 1, 4, 3, 5, 4, 4, 2, 5, 6),
        strict=True,
    )
)
"""How many rows section 7 has on each animal."""

PAIRS = """
silk_moth: dragonfly mosquito fly deaths_head_hawkmoth
black_arches: harvestman ladybird stag_beetle snail
leaf_beetle: harvestman dung_beetle clothes_moth
swallowtail: clothes_moth harvestman ladybird stag_beetle
dung_beetle: locust garden_spider tarantula harvestman mosquito fly
firefly: large_white peacock_butterfly stick_insect mosquito fly
carabus: mosquito fly locust garden_spider tarantula stick_insect
ladybird: mosquito fly bee bumblebee
rose_chafer: mosquito fly bee bumblebee
stag_beetle: mosquito fly
longicorn: earthworm fly garden_spider tarantula dragonfly
grasshopper: locust snail fly deaths_head_hawkmoth
locust: mosquito fly tarantula harvestman
garden_spider: mosquito tarantula
tarantula: harvestman snail
mosquito: deaths_head_hawkmoth cricket hornet black_arches tarantula snail peacock_butterfly large_white swallowtail
mosquito: garden_tiger earthworm stick_insect bee bumblebee fly
fly: swallowtail garden_tiger clothes_moth leaf_beetle garden_spider dragonfly harvestman stag_beetle earthworm
snail: peacock_butterfly large_white
cricket: snail garden_spider dragonfly harvestman
stick_insect: peacock_butterfly large_white tarantula garden_spider locust harvestman
earthworm: bumblebee bee garden_tiger silk_moth
"""
"""What section 8 lists; its last row is on the hornet alone."""


def sources_of(file: str) -> dict[str, str]:
    """Return the source of each test of a file, decorators included, by name."""
    source = (HERE / file).read_text("utf-8")
    tests = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name[:5] == "test_"]
    lines = source.splitlines()
    return {
        node.name: "\n".join(
            lines[min([node.lineno, *(line.lineno for line in node.decorator_list)]) - 1 : node.end_lineno]
        )
        for node in tests
    }


@pytest.mark.parametrize("ruling", [f"g{number}" for number in range(1, RULINGS + 1)])
def test_every_general_ruling_has_a_test_named_after_it(ruling):
    assert [name for name in sources_of("test_rulings.py") if name.startswith(f"test_{ruling}_")]


@pytest.mark.parametrize("animal", ROWS)
def test_every_animal_has_a_test_a_row(animal):
    longer = [other for other in ROWS if other.startswith(f"{animal}_")]
    names = [name[5:] for name in sources_of("test_animals.py")]
    own = [name for name in names if name.startswith(f"{animal}_") and not name.startswith(tuple(longer))]
    assert len(own) >= ROWS[animal]


@pytest.mark.parametrize(
    ("animal", "other"),
    [(line.split(":")[0], other) for line in PAIRS.split("\n") if line for other in line.split(":")[1].split()],
)
def test_every_pair_has_a_test_that_names_both(animal, other):
    assert [name for name, source in sources_of("test_pairs.py").items() if animal in source and other in source]


def test_the_pair_of_hornet_and_tie_break_has_a_test():
    assert "test_hornet_points_come_before_the_tie_break" in sources_of("test_pairs.py")
