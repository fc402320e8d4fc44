"""The description of the formats: complete, and its example files are read as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.exact_cover.translation import to_cover
from tilewright.formats import FORMATS
from tilewright.formats.solutions import DOCUMENT_KEYS, KINDS
from tilewright.formats.toml import dumps
from tilewright.formats.toml import loads as loads_any
from tilewright.formats.toml.fields import COST, COUNTS, COVER, EXPECT, LEGEND, PIECE, PUZZLE
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import MODES, Puzzle
from tilewright.solving.engines.reference import solutions

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")


EXAMPLES: list[str] = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def format_table() -> str:
    """The formats as a table in Markdown, one line each."""
    lines = ["| name | extensions | what it is |", "|---|---|---|"]
    for file_format in FORMATS.values():
        extensions = ", ".join(f"`{one}`" if one else "none" for one in file_format.extensions)
        lines.append(
            f"| `{file_format.name}` | {extensions} | {file_format.summary} |".replace("|  |", "| |")
        )
    return "\n".join(lines) + "\n"


def test_every_format_suffix_and_key_is_described() -> None:
    suffixes = [s for f in FORMATS.values() for s in f.extensions if s] + [
        s for k in KINDS.values() for s in k
    ]
    words = [
        *COUNTS,
        *FORMATS,
        *suffixes,
        *PUZZLE,
        *PIECE,
        *COST,
        *COVER,
        *LEGEND,
        *LATTICES,
        *EXPECT,
        *DOCUMENT_KEYS,
        *MODES,
    ]
    missing = [word for word in words if word not in PAGE]
    assert missing == []


def test_the_page_has_the_table_and_a_section_of_every_format() -> None:
    assert format_table() in PAGE
    assert [value.name for value in FORMATS.values() if f"\n## {value.docs}\n" not in PAGE] == []


def loads(text: str) -> Puzzle:
    puzzle = loads_any(text)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_the_example_file_is_read() -> None:
    example, legend, dear = EXAMPLES[0], EXAMPLES[1], next(text for text in EXAMPLES if "dearly" in text)
    puzzle = loads(example)
    assert len(puzzle.board.required) == 14
    assert [piece.name for piece in puzzle.pieces[:2]] == ["corner", "bar"]
    assert [piece.motions for piece in puzzle.pieces] == ["all"] * 2 + ["rotation"] * 7
    assert puzzle.board.forced[0].cells == ((1, 0), (2, 0), (3, 0), (4, 0))
    cover = to_cover(puzzle)
    rows = [s for s in solutions(cover.problem) if set(cover.forced) <= set(s)]
    assert len(rows) == puzzle.expect[0].count
    coloured = loads(legend + '[board]\ndrawing = "wb#+o"\n')
    assert coloured.board.optional == ((3, 0), (4, 0))
    assert coloured.board.colour((4, 0)) == "white"
    priced = loads(dear)
    cover = to_cover(priced)
    costs = [priced.cost(cover.solution(options)) for options in solutions(cover.problem)]
    assert (len(costs), max(costs), min(costs)) == (131, priced.expect[0].count, -2)


@pytest.mark.parametrize("text", [text for text in EXAMPLES if "count =" in text and "most" not in text])
def test_the_example_files_have_the_counts_that_they_say(text: str) -> None:
    puzzle = loads_any(text)
    cover = to_cover(puzzle)
    rows = [s for s in solutions(cover.problem) if set(cover.forced) <= set(s)]
    assert [("solutions", len(rows))] == [(known.what, known.count) for known in puzzle.expect]
    assert loads_any(dumps(puzzle)) == puzzle
