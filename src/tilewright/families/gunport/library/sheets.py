"""Sheets of drawn boards: what the library exports and imports, and the boards shipped with Tilewright.

A sheet has drawings with blank lines between them. A line that starts with ``;`` is a comment; one that
starts with ``; {`` has a JSON object about the drawing below it: ``board``, ``piece``, ``no_slide``,
``pieces``, ``ports``, ``lower_bound``, ``proof``, ``who``, ``found``. Each is optional.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tilewright.errors import FormatError, LibraryError, TilewrightError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.board_files import board_of_size, loads_board
from tilewright.families.gunport.drawing import SHAPES
from tilewright.families.gunport.drawing import loads as read_arrangement
from tilewright.families.gunport.library.entries import BoardKey, LibraryEntry, Submission, entry_of
from tilewright.families.gunport.pieces import rules_for
from tilewright.formats.text import lines_of
from tilewright.wording import quoted

COMMENT = ";"
SHIPPED_FILE = "best_boards.txt"
KINDS = {
    **dict.fromkeys(("board", "piece", "proof", "who", "found"), (str, "a text")),
    **dict.fromkeys(("pieces", "ports", "lower_bound"), (int, "a whole number")),
    "no_slide": (bool, "true or false"),
}
"""The type of each value of a header, and the type in words."""


@dataclass(frozen=True)
class SheetDrawing:
    """A drawing of a sheet: the number of its first line, its text, its header and the header's line."""

    line: int
    text: str
    header: dict[str, Any]
    header_line: int


@dataclass(frozen=True)
class DrawnSubmission:
    """A drawing of a sheet as a submission, None when it has the fault ``fault``."""

    line: int
    submission: Submission | None
    fault: str = ""


def dumps(entries: Iterable[LibraryEntry]) -> str:
    """Entries as a sheet, drawn as the library keeps them, each arrangement with a header of its own.

    Not checked: see ``LibraryEntry.faults``.
    """
    return "\n".join(
        f"{COMMENT} {json.dumps(one.header)}\n{one.drawing}" for entry in entries for one in entry.sheets
    )


def loads(
    text: str, *, who: str = "", unnamed: str = "unknown", piece: str = "", no_slide: bool = False
) -> list[DrawnSubmission]:
    """The submissions of a sheet, each checked; proofs that the sheet claims are ignored.

    ``who`` found them, whatever the sheet says; where it names nobody, ``unnamed`` did. ``piece`` and
    ``no_slide`` are the rules of drawings whose header has none. FormatError when there is no drawing,
    or a header is wrong.
    """
    submissions = []
    for drawn in sheet(text):
        try:
            submission = _find(drawn, who or drawn.header.get("who") or unnamed, piece, no_slide=no_slide)
            entry_of(submission)  # checks it
            submissions.append(DrawnSubmission(drawn.line, submission))
        except FormatError as error:
            there = error.line + drawn.line - 1 if error.line else drawn.line
            place = f"line {there}" + (f", column {error.column}" if error.column else "")
            submissions.append(DrawnSubmission(drawn.line, None, f"{place}: {error.message}"))
        except TilewrightError as error:
            submissions.append(DrawnSubmission(drawn.line, None, str(error)))
    return submissions


def _find(drawn: SheetDrawing, who: str, piece: str, *, no_slide: bool) -> Submission:
    header = drawn.header
    rules = rules_for(header.get("piece", piece or "domino"), no_slide=header.get("no_slide", no_slide))
    arrangement = read_arrangement(drawn.text, "" if rules.is_domino else SHAPES)
    if "board" in header:
        board = board_of_size(header["board"]) or loads_board(header["board"])
        if board.cells != arrangement.board.cells:
            raise LibraryError(f"the drawing does not show the board that line {drawn.header_line} names")
        arrangement = Arrangement(board, arrangement.pieces)
    for what, number in (("pieces", len(arrangement.pieces)), ("ports", len(arrangement.ports))):
        if header.get(what, number) != number:
            raise LibraryError(f"line {drawn.header_line} says {header[what]} {what}, but {number} are drawn")
    return Submission(arrangement, rules, who, header.get("found", ""))


def sheet(text: str) -> list[SheetDrawing]:
    """The drawings of a sheet. FormatError when there is none, or a header is wrong."""
    drawings: list[SheetDrawing] = []
    lines: list[str] = []
    header: dict[str, Any] = {}
    header_line = 0

    def close(after: int) -> None:
        nonlocal header, lines, header_line
        if lines:
            drawings.append(SheetDrawing(after - len(lines), "\n".join(lines) + "\n", header, header_line))
            header, lines, header_line = {}, [], 0

    for number, line in enumerate([*lines_of(text), ""], start=1):
        comment = line.lstrip()
        if comment and not comment.startswith(COMMENT):
            lines.append(line)
            continue
        close(number)
        rest = comment[len(COMMENT) :].strip()
        if rest.startswith("{"):
            if header_line:
                raise FormatError(f"no drawing follows the header in line {header_line}", line=number)
            header, header_line = _header(rest, number), number
    if header_line:
        raise FormatError("no drawing follows this line", line=header_line)
    if not drawings:
        raise FormatError("there is no drawing in this file; expected boards drawn in <>^v. or LRUDE")
    return drawings


def _header(text: str, line: int) -> dict[str, Any]:
    """The JSON object of a header; FormatError when it is not one or has a value of the wrong kind."""
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"what follows {COMMENT!r} is not a JSON object: {error}", line=line) from None
    for key, value in header.items():
        if key not in KINDS:
            raise FormatError(f"{quoted(key)} is unknown; expected some of {', '.join(KINDS)}", line=line)
        kind, words = KINDS[key]
        if type(value) is not kind or (type(value) is int and value < 0):
            raise FormatError(f"{quoted(key)} is {json.dumps(value)[:60]}; expected {words}", line=line)
    return dict(header)


def trusted(text: str) -> list[LibraryEntry]:
    """The entries of a sheet that Tilewright itself wrote, with its bounds; drawings are not checked yet.

    FormatError when a header is incomplete.
    """
    entries = []
    for drawn in sheet(text):
        header = drawn.header
        missing = [key for key in KINDS if key not in header]
        if missing:
            raise FormatError(
                f"{quoted(missing[0])} is missing in the header of the drawing", line=drawn.line
            )
        entries.append(LibraryEntry.of(header, drawn.text, shipped=True))
    return entries


@cache
def shipped() -> Mapping[BoardKey, LibraryEntry]:
    """The boards shipped with Tilewright, proven optimal by its exact engines, each by its key.

    Their arrangements are checked when they are used. LibraryError when the file was changed.
    """
    try:
        text = files(__package__).joinpath(SHIPPED_FILE).read_text("utf-8")
        return {entry.key: entry for entry in trusted(text)}
    except (OSError, FormatError) as error:
        raise LibraryError(f"the boards shipped with Tilewright cannot be read: {error}") from error
