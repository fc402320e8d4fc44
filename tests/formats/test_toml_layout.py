"""What a puzzle file and a document keep of DPF files and drawings of copies: order, comments, drawings."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.puzzle_schema import document_errors
from tilewright.errors import FormatError
from tilewright.formats import compact_dpf, dpf, toml
from tilewright.formats.editing import edited_puzzle
from tilewright.formats.file_order import drawn_copies
from tilewright.model.exact_cover_puzzle import AnyPuzzle, require_board

DPF = """\
// six locations
6 4 // four pieces
2
2 1 0
2 2 3
// twins, not side by side
1
1 4
1
1 5
1
1 4
// end
"""

COMPACT = """\
// a board
2 1
4 // in no order
1 0 7
0 0 8
2 0 7
0 1 7
3
1 1
5 5 7
2 3 // another way
1 1 8
0 1 7
1 1
9 9 7
"""

TWO_WAYS = """\
[board]
drawing = '''
####
####
'''

[[pieces]]
name = "L"
drawing = '''
#
#
##
'''

[[pieces]]
name = "L"
copies = [0, 2]
drawing = '''
##
#
#
'''
"""


def copies_of(puzzle: AnyPuzzle) -> list[AnyPuzzle]:
    """The puzzle after a way through a puzzle file, and through a document in JSON."""
    document = toml.to_document(puzzle)
    assert document_errors(document) == []
    return [toml.loads(toml.dumps(puzzle)), toml.from_document(json.loads(json.dumps(document)))]


@pytest.mark.parametrize(("module", "text"), [(dpf, DPF), (compact_dpf, COMPACT)])
def test_dpf_is_the_same_after_toml(module: object, text: str) -> None:
    read, write = (dpf.loads, dpf.dumps) if module is dpf else (compact_dpf.loads, compact_dpf.dumps)
    puzzle = read(text)
    assert write(puzzle) == text
    for again in copies_of(puzzle):
        assert again == puzzle and write(again) == text
        assert again.file_layout == puzzle.file_layout
        assert toml.dumps(again) == toml.dumps(puzzle)


def test_edited_documents_keep_the_comments() -> None:
    document = toml.to_document(compact_dpf.loads(COMPACT))
    puzzle, left_out = edited_puzzle({**document, "title": "another"}, document)
    assert compact_dpf.dumps(puzzle) == COMPACT and left_out == ()
    document["board"]["cells"].append([3, 0, "7"])
    puzzle, _ = edited_puzzle(document)
    assert compact_dpf.dumps(puzzle).startswith("// a board\n// in no order\n// another way\n2 1\n5\n1 0 7\n")


def test_copies_stay_as_they_are_drawn() -> None:
    puzzle = toml.loads(TWO_WAYS)
    (piece,) = require_board(puzzle).pieces
    assert (piece.min_copies, piece.max_copies) == (1, 3)
    written = toml.dumps(puzzle)
    assert [part.split('"""')[1] for part in written.split("[[pieces]]")[1:]] == [
        "\n#.\n#.\n##\n",
        "\n##\n#.\n#.\n",
    ]
    assert "layout" not in written
    document = toml.to_document(puzzle)
    assert [(one["name"], one["copies"]) for one in document["pieces"]] == [("L", [1, 1]), ("L", [0, 2])]
    for again in copies_of(puzzle):
        assert again == puzzle and toml.dumps(again) == written


def test_dpf_has_each_copy_as_it_is_drawn_in_toml() -> None:
    text = compact_dpf.dumps(toml.loads(TWO_WAYS.replace("[0, 2]", "2")))
    assert text.splitlines()[-15:] == [
        *("4 3", "0 0", "0 1", "0 2", "1 2"),
        *(["4 3", "0 0", "0 1", "0 2", "1 0"] * 2),
    ]


def test_pieces_that_are_others_now_are_written_once() -> None:
    puzzle = require_board(toml.loads(TWO_WAYS))
    (piece,) = puzzle.pieces
    for other in (replace(piece, max_copies=2), replace(piece, name="J"), replace(piece, motions="fixed")):
        changed = replace(puzzle, pieces=(other,))
        assert drawn_copies(changed) == [other]
        assert toml.loads(toml.dumps(changed)) == changed
    moved = require_board(toml.loads(TWO_WAYS, "rotation"))
    assert toml.loads(toml.dumps(moved)) == moved


LAYOUT = "[board]\ndrawing = '#'\n[layout]\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("layout = 3\n[board]\ndrawing = '#'\n", 1, "'layout' is 3; expected a table"),
        (LAYOUT + "rows = 1\n", 4, "there is no key 'rows' here; known keys: numbers, cells"),
        (LAYOUT + "numbers = -1\n", 4, "'numbers' is -1; expected a whole number from 0"),
        (LAYOUT + "cells = '''\n0 0\n1 x\n'''\n", 6, "'1 x' is here; expected 2 or more whole numbers"),
        (LAYOUT + "locations = 'a'\n", 4, "'a' is here; expected 1 or more whole numbers"),
        (LAYOUT + "pieces = 3\n", 4, "'pieces' is 3; expected a list of names or tables"),
        (LAYOUT + "pieces = [3]\n", 4, "expected the name of a piece, or a table"),
        (LAYOUT + "[[layout.pieces]]\nmotions = 'none'\n", 5, "'motions' is 'none'; expected one of fixed"),
        (LAYOUT + "[[layout.comments]]\ntext = '3'\n", 5, "expected one line that starts with //"),
        (LAYOUT + '[[layout.comments]]\ntext = "// a\\n3"\n', 5, "expected one line that starts with //"),
        (LAYOUT + "[[layout.comments]]\ntext = '//'\nafter = true\n", 6, "expected a whole number from 0"),
        (LAYOUT + "[[layout.comments]]\ntext = '//'\nown_line = 1\n", 6, "expected true or false"),
    ],
)
def test_faults_have_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        toml.loads(text)
    assert words in str(caught.value) and caught.value.line == line


@pytest.mark.parametrize("layout", ["cells = '0'", "[[layout.pieces]]\nname = 'p1'\ncells = '0'"])
def test_a_layout_of_items_has_no_cells(layout: str) -> None:
    text = f"[cover]\nitems = 'a'\noptions = 'a'\n[layout]\n{layout}\n"
    with pytest.raises(FormatError, match="'0' is here; a puzzle of items has no cells"):
        toml.loads(text)


def test_tables_and_names_of_pieces_may_be_mixed() -> None:
    puzzle = compact_dpf.loads(COMPACT)
    document = toml.to_document(puzzle)
    entries = document["layout"]["pieces"]
    document["layout"]["pieces"] = [*entries[:-1], entries[-1]["name"]]
    mixed = toml.from_document(document)
    again = toml.loads(toml.dumps(mixed))
    assert (again, again.file_layout) == (mixed, mixed.file_layout)


@given(st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])), max_size=3))
def test_any_comment_survives(words: list[str]) -> None:
    text = "".join(f"// {word}\n" for word in words) + "1 1\n1\n1 0\n"
    puzzle = dpf.loads(text)
    for again in copies_of(puzzle):
        assert dpf.dumps(again) == dpf.dumps(puzzle)
