"""Solution files: both kinds, both ways, streaming, and faults with their lines."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.formats.solutions import (
    SolutionReader,
    SolutionWriter,
    digest_of,
    open_solutions,
    write_solutions,
)
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution

PUZZLE = Puzzle(Board.of([(0, 0), (1, 0), (2, 0)]), (Piece.of("I2", [(0, 0), (1, 0)]),), 'A "title" é')

placements = st.builds(
    Placement,
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.lists(st.tuples(st.integers(-99, 99), st.integers()), min_size=1, max_size=4).map(
        lambda cells: tuple(sorted(cells))
    ),
)
solutions = st.lists(placements, max_size=4).map(Solution.of)


def _written(all_solutions: list[Solution], kind: str) -> str:
    stream = io.StringIO()
    assert write_solutions(stream, PUZZLE, iter(all_solutions), kind) == len(all_solutions)
    return stream.getvalue()


def _read(data: str | bytes, limit: int = 10_000) -> list[Solution]:
    raw = data.encode() if isinstance(data, str) else data
    return list(SolutionReader(io.BytesIO(raw), "f", limit))


@given(st.lists(solutions, max_size=5), st.sampled_from(["json", "ndjson"]))
def test_what_is_written_is_read(all_solutions: list[Solution], kind: str) -> None:
    assert _read(_written(all_solutions, kind)) == all_solutions


@given(st.lists(solutions, max_size=3), st.integers(1, 9))
def test_any_layout_of_the_document_is_read(all_solutions: list[Solution], indent: int) -> None:
    text = json.dumps(json.loads(_written(all_solutions, "json")), indent=indent, ensure_ascii=False)
    assert _read("\ufeff" + text.replace("\n", "\r\n")) == all_solutions


def test_lines_and_documents_have_their_form() -> None:
    one = Solution((Placement("I2", ((0, 0), (1, 0))),))
    assert _written([one, one], "ndjson") == '[{"piece":"I2","cells":[[0,0],[1,0]]}]\n' * 2
    document = json.loads(_written([one], "json"))
    assert list(document) == ["format", "version", "puzzle", "digest", "solutions"]
    assert document["puzzle"] == PUZZLE.title
    assert document["digest"] == digest_of(PUZZLE)
    assert _written([one, one], "json").count("\n") == 4
    with pytest.raises(UnsupportedError, match="ndjson"):
        SolutionWriter(io.StringIO(), PUZZLE, "xml")


def test_the_digest_is_of_what_decides_the_solutions() -> None:
    assert digest_of(replace(PUZZLE, title="other")) == digest_of(PUZZLE)
    others = [
        replace(PUZZLE, board=Board.of([(0, 0), (1, 0), (3, 0)])),
        replace(PUZZLE, board=Board.of([(0, 0), (1, 0)], [(2, 0)])),
        replace(PUZZLE, board=Board.of(dict.fromkeys(PUZZLE.board.required, "x"))),
        replace(PUZZLE, board=replace(PUZZLE.board, forced=(Placement("I2", ((0, 0), (1, 0))),))),
        replace(PUZZLE, pieces=(replace(PUZZLE.pieces[0], motions="fixed"),)),
        replace(PUZZLE, pieces=(replace(PUZZLE.pieces[0], min_copies=0),)),
        replace(PUZZLE, pieces=(replace(PUZZLE.pieces[0], colours=("a", "b")),)),
    ]
    assert len({digest_of(p) for p in [PUZZLE, *others]}) == 8


class _Endless(io.RawIOBase):
    """A stream that counts what is taken from it and never ends."""

    def __init__(self, head: bytes, line: bytes) -> None:
        self.head, self.line, self.taken = head, line, 0

    def read(self, size: int = -1) -> bytes:
        data = self.head + self.line * max(1, (size - len(self.head)) // len(self.line))
        self.head = b""
        self.taken += len(data)
        return data

    def readline(self, size: int | None = -1) -> bytes:
        self.taken += len(self.line)
        return self.line


@pytest.mark.parametrize("kind", ["json", "ndjson"])
def test_endless_files_are_read_as_they_come(kind: str) -> None:
    line = b'[{"piece":"I2","cells":[[0,0],[1,0]]}]'
    stream = _Endless(
        b'{"solutions":[' if kind == "json" else b"", line + (b",\n" if kind == "json" else b"\n")
    )
    all_solutions: Iterator[Solution] = iter(SolutionReader(stream))  # type: ignore[arg-type]
    for _ in range(20_000):
        assert next(all_solutions).placements[0].piece == "I2"
    assert stream.taken < 20_000 * 42 + 200_000


def test_a_file_tells_its_title_and_digest(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(_written([Solution(())], "json"))
    with open_solutions(path) as reader:
        assert list(reader) == [Solution(())]
        assert (reader.title, reader.digest) == (PUZZLE.title, digest_of(PUZZLE))
    with pytest.raises(FormatError, match="no such file"), open_solutions(tmp_path / "absent"):
        pass


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"[]\n[\n", 2, 0, "not JSON"),
        (b"[]\n\n  7\n", 3, 1, "7 is not a solution"),
        (b"[] []\n", 1, 3, "more follows"),
        (b"[]\n[{}]\n", 2, 1, "not a placement"),
        (b'[{"piece": 1, "cells": [[0, 0]]}]', 1, 1, "piece's name"),
        (b'[{"piece": "a", "cells": []}]', 1, 1, "list of cells"),
        (b'[{"piece": "a", "cells": [[0, 0.5]]}]', 1, 1, "list of cells"),
        (b'[{"piece": "a", "cells": [[true, 0]]}]', 1, 1, "list of cells"),
        (b'[{"piece": "a", "cells": [[]]}]', 1, 1, "list of cells"),
        (b'[{"piece": "a", "cells": [[0, NaN]]}]', 1, 1, "list of cells"),
        (b'[{"piece": "a", "piece": "b", "cells": [[0, 0]]}]', 1, 1, "given twice"),
        (b"[]\n[]\n\xff\n", 3, 1, "0xFF"),
        (b"[]\n\0\n", 2, 1, "NUL"),
        (b"[" * 100_000, 1, 0, ""),
        (b"[" + b"9" * 5000 + b"]", 1, 1, "digits"),
        (b"[" + b" " * 20_000 + b"]", 1, 0, "longer than 10,000"),
        (b"[]\n" * 30_000 + b"[" + b" " * 20_000 + b"]", 30_001, 0, "longer than 10,000"),
        (b"{", 1, 2, "the end of the file"),
        (b"{}", 0, 0, "no key 'solutions'"),
        (b'{\n "solutions": [\n[],\n[{}]\n]}', 4, 1, "not a placement"),
        (b'{"solutions": [[] []]}', 1, 19, "expected ','"),
        (b'{"solutions": [[]', 1, 18, "the end of the file"),
        (b'{"solutions": [[]]', 1, 19, "the end of the file"),
        (b'{"solutions": [[]]} x', 1, 21, "follows the document"),
        (b'{"solutions": {}}', 1, 15, "expected '['"),
        (b'{"solutions": [], "solutions": []}', 1, 19, "given twice"),
        (b'{"answers": []}', 1, 2, "not known"),
        (b"{[1]: []}", 1, 2, "not known"),
        (b'{"version": 2}', 1, 13, "expected 1"),
        (b'{"version": true}', 1, 13, "expected 1"),
        (b'{"format": "x"}', 1, 12, "tilewright solutions"),
        (b'{"puzzle": 3}', 1, 12, "expected text"),
        (b'{"puzzle": "a\n', 1, 0, "not JSON"),
        (b'{"solutions": [\n[], [1 2]' + b" " * 100 + b"]}", 2, 8, "not JSON"),
        (b'{"solutions": [[], \xff]}', 1, 0, "UTF-8"),
        (b'{"solutions": [' + b"[" * 100_000, 1, 0, ""),
        (b'{"puzzle": "' + b"a" * 1_000_000, 1, 12, "longer than 10,000"),
    ],
)
def test_errors_have_line_and_column(data: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        _read(data)
    assert words in str(caught.value)
    assert str(caught.value).startswith("f")
    assert caught.value.line == line
    assert not column or caught.value.column == column


def test_an_empty_file_holds_no_solution() -> None:
    assert _read("") == _read("\n \n") == []


@given(
    st.sampled_from(["json", "ndjson"]),
    st.lists(solutions, min_size=1, max_size=3),
    st.integers(0, 300),
    st.integers(0, 4),
    st.one_of(st.binary(max_size=4), st.sampled_from([b'"', b"[", b"]", b"}", b"1e999", b"\\u12"])),
)
def test_a_damaged_file_is_read_or_refused(
    kind: str, all_solutions: list[Solution], start: int, length: int, scrap: bytes
) -> None:
    data = _written(all_solutions, kind).encode()
    try:
        _read(data[:start] + scrap + data[start + length :])
    except TilewrightError as error:
        assert str(error)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        _read(data)
        _read(b"{" + data)
    except TilewrightError as error:
        assert str(error)
