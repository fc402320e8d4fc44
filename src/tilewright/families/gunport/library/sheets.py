"""Sheets of drawn boards: what the library exports and imports, and the boards that come along.

A sheet has drawings with blank lines between them. A line that starts with ``;`` is a remark; one that goes
on with ``{`` says, as a JSON object, what the drawing below it is: ``board``, ``piece``, ``no_slide``,
``pieces``, ``ports``, ``lower_bound``, ``proof``, ``who``, ``found``. Each may be missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.errors import FormatError, LibraryError, TilewrightError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.board_files import board_of_size, loads_board
from tilewright.families.gunport.drawing import SHAPES
from tilewright.families.gunport.drawing import loads as read_arrangement
from tilewright.families.gunport.library.entries import Entry, Find, entry_of
from tilewright.families.gunport.library.keys import Key
from tilewright.families.gunport.pieces import rules_for
from tilewright.formats.text import lines_of

REMARK = ";"
TEXTS = ("board", "piece", "proof", "who", "found")
NUMBERS = ("pieces", "ports", "lower_bound")


@dataclass(frozen=True)
class Drawn:
    """A drawing of a sheet as it stands: its first line's number, its text, and what is said of it."""

    line: int
    text: str
    said: dict[str, Any]
    said_at: int


@dataclass(frozen=True)
class DrawnFind:
    """A drawing of a sheet as a find, or what is wrong with it: ``fault``, else ``find`` is there."""

    line: int
    find: Find | None
    fault: str = ""


def dumps(entries: Iterable[Entry]) -> str:
    """Entries as a sheet, drawn as the library keeps them. Not checked: see ``Entry.faults``."""
    parts = []
    for entry in entries:
        said = {
            "board": entry.key.board,
            "piece": entry.key.piece,
            "no_slide": entry.key.no_slide,
            "pieces": entry.pieces,
            "ports": entry.ports,
            "lower_bound": entry.lower_bound,
            "proof": entry.proof,
            "who": entry.who,
            "found": entry.found,
        }
        parts.append(f"{REMARK} {json.dumps(said)}\n{entry.drawing}")
    return "\n".join(parts)


def loads(
    text: str, *, who: str = "", unnamed: str = "unknown", piece: str = "", no_slide: bool = False
) -> list[DrawnFind]:
    """The finds on a sheet, each checked; nothing that the sheet says of proofs is believed.

    ``who`` found them, whatever the sheet says; where nobody is named, it is ``unnamed``. ``piece`` and
    ``no_slide`` are the rules of drawings of which the sheet says none. FormatError when there is no drawing,
    or a remark is not what it should be.
    """
    finds = []
    for drawn in sheet(text):
        try:
            found = _find(drawn, who or drawn.said.get("who") or unnamed, piece, no_slide=no_slide)
            entry_of(found)  # checks it
            finds.append(DrawnFind(drawn.line, found))
        except FormatError as error:
            there = error.line + drawn.line - 1 if error.line else drawn.line
            place = f"line {there}" + (f", column {error.column}" if error.column else "")
            finds.append(DrawnFind(drawn.line, None, f"{place}: {error.message}"))
        except TilewrightError as error:
            finds.append(DrawnFind(drawn.line, None, str(error)))
    return finds


def _find(drawn: Drawn, who: str, piece: str, *, no_slide: bool) -> Find:
    said = drawn.said
    rules = rules_for(said.get("piece", piece or "domino"), no_slide=said.get("no_slide", no_slide))
    arrangement = read_arrangement(drawn.text, "" if rules.is_domino else SHAPES)
    if "board" in said:
        board = board_of_size(said["board"]) or loads_board(said["board"])
        if board.cells != arrangement.board.cells:
            raise LibraryError(f"the drawing is not one of the board that line {drawn.said_at} says it is")
        arrangement = Arrangement(board, arrangement.pieces)
    for what, number in (("pieces", len(arrangement.pieces)), ("ports", len(arrangement.ports))):
        if said.get(what, number) != number:
            raise LibraryError(f"line {drawn.said_at} says {said[what]} {what}, but {number} are drawn")
    return Find(arrangement, rules, who, said.get("found", ""))


def sheet(text: str) -> list[Drawn]:
    """The drawings of a sheet. FormatError when there is none, or a remark is not what it should be."""
    drawings: list[Drawn] = []
    lines: list[str] = []
    said: dict[str, Any] = {}
    said_at = 0

    def close(after: int) -> None:
        nonlocal said, lines, said_at
        if lines:
            drawings.append(Drawn(after - len(lines), "\n".join(lines) + "\n", said, said_at))
            said, lines, said_at = {}, [], 0

    for number, line in enumerate([*lines_of(text), ""], start=1):
        remark = line.lstrip()
        if remark and not remark.startswith(REMARK):
            lines.append(line)
            continue
        close(number)
        rest = remark[len(REMARK) :].strip()
        if rest.startswith("{"):
            if said_at:
                raise FormatError(f"nothing is drawn below what line {said_at} says", line=number)
            said, said_at = _said(rest, number), number
    if said_at:
        raise FormatError("nothing is drawn below this line", line=said_at)
    if not drawings:
        raise FormatError("there is no drawing in this file; expected boards drawn in <>^v. or LRUDE")
    return drawings


def _said(text: str, line: int) -> dict[str, Any]:
    """The JSON object of a remark; FormatError when it is none or something in it is of the wrong kind."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"what follows {REMARK!r} is no JSON object: {error}", line=line) from None
    for key, value in said.items():
        if key in TEXTS:
            good, kind = isinstance(value, str), "a text"
        elif key in NUMBERS:
            good, kind = type(value) is int and value >= 0, "a whole number"
        elif key == "no_slide":
            good, kind = isinstance(value, bool), "true or false"
        else:
            known = ", ".join((*TEXTS, *NUMBERS, "no_slide"))
            raise FormatError(f"{key!r} is not known; expected some of {known}", line=line)
        if not good:
            raise FormatError(f"{key!r} is {json.dumps(value)[:60]}; expected {kind}", line=line)
    return dict(said)


def trusted(text: str) -> list[Entry]:
    """The entries of a sheet that Tilewright itself wrote, bounds and all; drawings are not looked at yet.

    FormatError when something is not said.
    """
    entries = []
    for drawn in sheet(text):
        said = drawn.said
        missing = [key for key in (*TEXTS, *NUMBERS, "no_slide") if key not in said]
        if missing:
            raise FormatError(f"{missing[0]!r} of the drawing is not said", line=drawn.line)
        key = Key(said["piece"], said["no_slide"], said["board"])
        entries.append(
            Entry(
                key,
                said["pieces"],
                said["ports"],
                said["lower_bound"],
                said["proof"],
                said["who"],
                said["found"],
                drawn.text,
                shipped=True,
            )
        )
    return entries
