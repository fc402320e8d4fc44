"""Solution files of puzzles on every lattice, and of items and options."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings

from support.formats_strategies import abstract_puzzles, any_puzzles
from tilewright.exact_cover.translation import to_cover
from tilewright.formats.solutions import KINDS, SolutionReader, digest_of, write_solutions
from tilewright.formats.toml import dumps, loads
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.engines.reference import solutions

TEXTS = {
    "line": 'lattice = "line"\n[board]\ndrawing = "######"\n[[pieces]]\nset = "bars 1-3"\n',
    "cube": """lattice = "cube"
[board]
drawing = '''
##
##

##
##
'''
[[pieces]]
set = "dominoes"
copies = 4
""",
    "hexagon": """lattice = "hexagon"
[board]
drawing = '''
 # #
# # #
 # #
'''
[[pieces]]
drawing = "# #"
copies = 3
[[pieces]]
drawing = "#"
""",
    "triangle": """lattice = "triangle"
[board]
drawing = '''
.#####
######
'''
[[pieces]]
drawing = "##"
copies = [0, 9]
[[pieces]]
drawing = "###"
copies = [0, 1]
""",
    "stick": """lattice = "stick"
[board]
drawing = '''
  + +
  | |
+-+-+-+
  | |
  + +
'''
[[pieces]]
drawing = "-"
motions = "all"
copies = [0, 9]
[[pieces]]
drawing = '''
|
+
|
'''
""",
    "cover": """[cover]
items = "a b 2|c 0:3|d | p q"
options = '''
a b p:R |3
c | first
c p:R | second one
b q
a q:x
c a
'''
""",
}


def solved(puzzle: AnyPuzzle) -> list[Solution]:
    cover = to_cover(puzzle)
    return [cover.solution(value) for value in solutions(cover.problem)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TEXTS)
def test_what_is_written_is_read(name: str, kind: str) -> None:
    puzzle = loads(TEXTS[name])
    all_solutions = solved(puzzle)
    assert all_solutions
    text = io.StringIO()
    assert write_solutions(text, puzzle, all_solutions, kind=kind) == len(all_solutions)
    reader = SolutionReader(io.BytesIO(text.getvalue().encode()))
    assert list(reader) == all_solutions
    assert reader.digest == (digest_of(puzzle) if kind == "json" else "")


def test_what_makes_other_solutions_makes_another_digest() -> None:
    stick = loads(TEXTS["stick"])
    assert isinstance(stick, Puzzle)
    variants = [
        stick,
        replace(stick, crossings=False),
        replace(stick, colour_pairs=()),
        replace(stick, colour_pairs=(("a", "b"),)),
        *(loads(text) for name, text in TEXTS.items() if name != "stick"),
    ]
    cover = variants[-1]
    assert isinstance(cover, ExactCoverPuzzle)
    variants += [
        replace(cover, options=cover.options[1:]),
        replace(cover, options=tuple(replace(option, name="x") for option in cover.options)),
        replace(cover, items=(replace(cover.items[0], least=0), *cover.items[1:])),
    ]
    assert len(set(map(digest_of, variants))) == len(variants)
    assert digest_of(replace(cover, title="t", source="s")) == digest_of(cover)
    assert digest_of(replace(stick, title="t", mirrors=True)) == digest_of(stick)


@settings(max_examples=30)
@given(any_puzzles() | abstract_puzzles())
def test_a_puzzle_file_keeps_the_digest(puzzle: AnyPuzzle) -> None:
    assert digest_of(loads(dumps(puzzle))) == digest_of(puzzle)
