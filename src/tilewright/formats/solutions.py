"""Solution files: JSON (one document) and NDJSON (one solution a line), written and read as streams.

Puzzle files of a format that saves solutions with the puzzle (``Format.saves_solutions``) are read, too.

A solution is a list of placements ``{"piece": name, "cells": [[x, y], ...]}``. The JSON document also
holds the puzzle's title and a digest of its board and pieces; NDJSON holds the solutions alone, so
``wc -l`` counts them.
"""

from __future__ import annotations

import codecs
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats.files import MAX_BYTES, decode, open_unpacked
from tilewright.formats.registry import FORMATS
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Solution
from tilewright.wording import quoted

FORMAT = "tilewright solutions"
VERSION = 1
KINDS = {"json": (".json",), "ndjson": (".ndjson", ".jsonl")}
"""The two kinds of solution file and their suffixes."""

DOCUMENT_KEYS = ("format", "version", "puzzle", "digest", "solutions")
CHUNK = 2**16
MAX_COORDINATES = 8


def digest_of(puzzle: AnyPuzzle) -> str:
    """A SHA-256 over what makes solutions: puzzles with the same digest have the same ones."""
    if isinstance(puzzle, ExactCoverPuzzle):
        uses = [[option.name, option.uses] for option in puzzle.options]
        items = [[item.name, item.least, item.most, item.primary] for item in puzzle.items]
        return hashlib.sha256(json.dumps([items, uses]).encode()).hexdigest()
    board = puzzle.board
    content: list[object] = [
        puzzle.lattice.name,
        [[*cell, board.colour(cell)] for cell in board.required],
        [[*cell, board.colour(cell)] for cell in board.optional],
        [Solution(board.forced).to_dict()["placements"]],
        [
            [p.name, p.cells, [p.colour_of(i) for i in range(p.size)], p.min_copies, p.max_copies, p.motions]
            for p in puzzle.pieces
        ],
    ]
    if puzzle.colour_pairs is not None:
        content.append(["colour pairs", sorted(puzzle.colour_pairs)])
    if not puzzle.crossings:
        content.append("no crossings")
    if puzzle.max_holes is not None:
        content.append(["holes", puzzle.max_holes])
    if (surface := board.surface) is not None:
        content.append(["surface", str(surface.wrap), surface.width, surface.height])
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


class SolutionWriter:
    """Writes solutions to a text stream, one at a time; ``close`` ends the document, not the stream."""

    def __init__(self, stream: TextIO, puzzle: AnyPuzzle, kind: str = "json") -> None:
        if kind not in KINDS:
            raise UnsupportedError(
                f"there is no solution file {quoted(kind)}; expected one of {', '.join(KINDS)}"
            )
        self.stream = stream
        self.kind = kind
        self.count = 0
        if kind == "json":
            values = (FORMAT, VERSION, puzzle.title, digest_of(puzzle))
            head = dict(zip(DOCUMENT_KEYS, values, strict=False))
            stream.write(json.dumps(head)[:-1] + ', "solutions": [')

    def write(self, solution: Solution) -> None:
        """Add one solution: a line of its own in either kind."""
        text = json.dumps(solution.to_dict()["placements"], separators=(",", ":"))
        if self.kind == "json":
            self.stream.write(",\n" + text if self.count else "\n" + text)
        else:
            self.stream.write(text + "\n")
        self.count += 1

    def close(self) -> None:
        """Write what a document ends with."""
        if self.kind == "json":
            self.stream.write("\n]}\n")


def write_solutions(
    stream: TextIO, puzzle: AnyPuzzle, solutions: Iterable[Solution], kind: str = "json"
) -> int:
    """Write all solutions as they come and return how many there were."""
    writer = SolutionWriter(stream, puzzle, kind)
    for solution in solutions:
        writer.write(solution)
    writer.close()
    return writer.count


@contextmanager
def open_solutions(
    path: str | Path, puzzle: AnyPuzzle | None = None, problem: int = 0
) -> Iterator[SolutionReader]:
    """The solutions in a file of any kind, detected by its first character; gzip is unpacked.

    Arguments as of :class:`SolutionReader`.
    """
    with open_unpacked(path) as stream:
        yield SolutionReader(stream, str(path), puzzle=puzzle, problem=problem)


class SolutionReader:
    """The solutions of a binary stream, one by one; the document is never in memory as a whole.

    ``title`` and ``digest`` are those of the document, known after the first solution if they
    precede it, as in files that Tilewright writes. FormatError with line and column for
    anything that is not a solution file; an empty one is NDJSON without solutions.

    Solutions that a puzzle file holds are read as those of ``puzzle``; of several problems in that file
    ``problem`` is the number of theirs, from 1. Such a file is read as a whole.
    """

    def __init__(
        self,
        stream: BinaryIO,
        file: str = "",
        limit: int = MAX_BYTES,
        puzzle: AnyPuzzle | None = None,
        problem: int = 0,
    ) -> None:
        self.stream = stream
        self.file = file
        self.limit = limit
        self.puzzle, self.problem = puzzle, problem
        self.title = ""
        self.digest = ""

    def __iter__(self) -> Iterator[Solution]:
        start = more = self.stream.read(CHUNK)
        while more and not start.strip(b" \t\r\n\xef\xbb\xbf") and len(start) <= self.limit:
            more = self.stream.read(CHUNK)
            start += more
        first = start.lstrip(b" \t\r\n\xef\xbb\xbf")[:1]
        try:
            if first == b"<" and self.puzzle is not None:
                yield from self._saved(start, self.puzzle)
            elif first == b"{":
                yield from self._document(start)
            else:
                yield from self._lines(start)
        except FormatError as error:
            raise error.at(self.file) from None

    def _saved(self, start: bytes, puzzle: AnyPuzzle) -> list[Solution]:
        data = start + self.stream.read(max(0, self.limit + 1 - len(start)))
        if len(data) > self.limit:
            raise FormatError(f"the file is too large; at most {self.limit:,} bytes are accepted")
        text = decode(data)
        savers = [value for value in FORMATS.values() if value.saves_solutions]
        for file_format in savers:
            if file_format.matches(text):
                return file_format.saved_solutions(text, puzzle, self.problem)
        names = ", ".join(file_format.name for file_format in savers)
        raise FormatError(f"this is not a solution file; expected JSON, NDJSON or one of {names}")

    def _lines(self, start: bytes) -> Iterator[Solution]:
        for number, raw in enumerate(_split_lines(start, self.stream, self.limit), start=1):
            text = decode(raw, first_line=number)
            if not text.strip():
                continue
            value, end = _decoded(text, 0, number, 1)
            if text[end:].strip():
                raise FormatError("more follows the solution on its line", line=number, column=end + 1)
            yield _solution(value, number)

    def _document(self, start: bytes) -> Iterator[Solution]:
        source = _Source(start, self.stream, self.limit)
        source.expect("{")
        seen: set[str] = set()
        while source.peek() != "}":
            if seen:
                source.expect(",")
            line, column = source.place()
            key = source.value()
            if not isinstance(key, str) or key not in DOCUMENT_KEYS or key in seen:
                why = "is given twice" if key in DOCUMENT_KEYS else "is not known"
                message = f"the key {quoted(key)} {why}; expected {', '.join(DOCUMENT_KEYS)}"
                raise FormatError(message, line=line, column=column)
            seen.add(key)
            source.expect(":")
            if key == "solutions":
                yield from self._array(source)
            else:
                self._metadata(key, source)
        source.expect("}")
        source.end()
        if "solutions" not in seen:
            raise FormatError("the document has no key 'solutions'")

    def _array(self, source: _Source) -> Iterator[Solution]:
        source.expect("[")
        first = True
        while source.peek() != "]":
            if not first:
                source.expect(",")
            first = False
            line, column = source.place()
            yield _solution(source.value(), line, column)
        source.expect("]")

    def _metadata(self, key: str, source: _Source) -> None:
        line, column = source.place()
        value = source.value()
        wanted = {"version": VERSION, "format": FORMAT}.get(key)
        if (type(value) is not type(wanted) or value != wanted) if wanted else not isinstance(value, str):
            expected = repr(wanted) if wanted else "text"
            raise FormatError(f"{key!r} is {quoted(value)}; expected {expected}", line=line, column=column)
        if key == "puzzle":
            self.title = value
        elif key == "digest":
            self.digest = value


def _split_lines(start: bytes, stream: BinaryIO, limit: int) -> Iterator[bytes]:
    """The lines of ``start`` and what follows it in the stream; FormatError when one is too long."""
    *whole, rest = start.split(b"\n")
    yield from whole
    for number in count(len(whole) + 1):
        piece = stream.readline(limit + 1)
        rest += piece
        if len(rest) > limit:
            raise FormatError(f"the line is longer than {limit:,} bytes", line=number)
        if rest:
            yield rest.removesuffix(b"\n")
        if not piece:
            return
        rest = b""


class _Source:
    """JSON text read from a stream as far as it is needed, with the line and column reached."""

    def __init__(self, start: bytes, stream: BinaryIO, limit: int) -> None:
        self.stream, self.limit = stream, limit
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.buffer, self.at = "", 0
        self.line = self.column = 1
        self.done = False
        self._feed(start)
        self.buffer = self.buffer.removeprefix("\ufeff")

    def fault(self, message: str) -> NoReturn:
        raise FormatError(message, line=self.line, column=self.column)

    def place(self) -> tuple[int, int]:
        """Where the next value starts."""
        self.peek()
        return self.line, self.column

    def peek(self) -> str:
        """The next character that is not blank; "" at the end."""
        while True:
            match = _BLANKS.match(self.buffer, self.at)
            if match:
                self._step(match.end())
            if self.at < len(self.buffer) or not self._more():
                return self.buffer[self.at : self.at + 1]

    def expect(self, mark: str) -> None:
        """Go past a mark."""
        text = self.peek()
        if text != mark:
            what = quoted(text) if text else "the end of the file"
            self.fault(f"{what} is here; expected {mark!r}")
        self._step(self.at + 1)

    def end(self) -> None:
        """See that nothing follows."""
        text = self.peek()
        if text:
            self.fault(f"{quoted(text)} follows the document; expected its end")

    def value(self) -> Any:
        """Read one JSON value. Until it is whole, the text that is tried doubles each time."""
        if not self.peek():
            self.fault("the end of the file is here; expected a value")
        while True:
            number = len(self.buffer) - self.at
            try:
                value, end = _decoded(self.buffer, self.at, self.line, self.column)
                if end < len(self.buffer) or self.done:
                    break
            except _IncompleteError:
                if self.done:
                    raise
            if number > self.limit:
                self.fault(f"the value is longer than {self.limit:,} characters")
            while len(self.buffer) - self.at < 2 * number and self._more():
                pass
            if len(self.buffer) - self.at == number:
                self._more()
        self._step(end)
        return value

    def _step(self, end: int) -> None:
        passed = self.buffer.count("\n", self.at, end)
        if passed:
            self.line += passed
            self.column = end - self.buffer.rfind("\n", self.at, end)
        else:
            self.column += end - self.at
        self.at = end

    def _more(self) -> bool:
        """Read on; False at the end."""
        if self.done:
            return False
        self.buffer = self.buffer[self.at :]
        self.at = 0
        self._feed(self.stream.read(CHUNK))
        return True

    def _feed(self, data: bytes) -> None:
        self.done = not data
        try:
            self.buffer += self.decoder.decode(data, final=self.done)
        except UnicodeDecodeError as error:
            line = self.line + self.buffer.count("\n", self.at) + data[: error.start].count(b"\n")
            raise FormatError("the text is not UTF-8", line=line) from None


_BLANKS = re.compile(r"[ \t\r\n]+")


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key is given twice in one object")
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_reject_duplicate_keys)


class _IncompleteError(FormatError):
    """A JSON text that is wrong or ends too early; it may be valid with more text."""


def _decoded(text: str, start: int, line: int, column: int) -> tuple[Any, int]:
    """The JSON value at ``start``, which is at this line and column, and where it ends."""
    try:
        begin = _BLANKS.match(text, start)
        return _DECODER.raw_decode(text, begin.end() if begin else start)
    except json.JSONDecodeError as error:
        # A word, a number or an escape that is cut off is reported where it starts.
        cut = error.pos > len(text) - 16 or error.msg.startswith("Unterminated string")
        passed = text.count("\n", start, error.pos)
        place = error.pos - (text.rfind("\n", start, error.pos) if passed else start - column)
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise (_IncompleteError if cut else FormatError)(message, line=line + passed, column=place) from None
    except ValueError as error:
        raise FormatError(f"this is not a solution: {error}", line=line, column=column) from None
    except RecursionError:
        raise FormatError("the values are nested too deeply", line=line, column=column) from None


def _solution(value: Any, line: int, column: int = 1) -> Solution:
    """The solution in a JSON value."""

    def fault(message: str) -> FormatError:
        return FormatError(message, line=line, column=column)

    if not isinstance(value, list):
        raise fault(f"{quoted(value)} is not a solution; expected a list of placements")
    placements = []
    for entry in value:
        if not isinstance(entry, dict) or set(entry) != {"piece", "cells"}:
            raise fault(f'{quoted(entry)} is not a placement; expected {{"piece": ..., "cells": ...}}')
        name, cells = entry["piece"], entry["cells"]
        if not isinstance(name, str):
            raise fault(f"'piece' is {quoted(name)}; expected a piece's name")
        if not isinstance(cells, list) or not cells or not all(map(_is_cell, cells)):
            raise fault(f"'cells' is {quoted(cells)}; expected a list of cells such as [0, 1]")
        placements.append(Placement(name, tuple(sorted(map(tuple, cells)))))
    return Solution.of(placements)


def _is_cell(cell: Any) -> bool:
    is_list = isinstance(cell, list) and 0 < len(cell) <= MAX_COORDINATES
    return is_list and all(type(number) is int for number in cell)
