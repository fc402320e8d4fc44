"""The puzzles of a date: one of each kind and level, the same for everyone and in every later version.

Each kind has a fixed list of puzzles for each level, from which the date chooses, or a generator with a
version. A family names its own in its descriptor (``Family.daily``); tilings are here.

A list is a text with sections ``[LEVEL from DATE]`` and a puzzle in each line. A later version can add
sections that begin at a later date; those that are there stay as they are.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from tilewright.errors import PuzzleError
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute
from tilewright.render.scene import Scene
from tilewright.wording import quoted

FILE = "daily_puzzles.txt"
STEP = 7_919
"""Lines from the puzzle of one date to that of the next; a prime, so that each line has its turn."""

_HEAD = re.compile(r"\[(\w+) from (\d{4}-\d{2}-\d{2})\]")


class PageRequest(NamedTuple):
    """What a page POSTs to the server to show a puzzle: a path below ``/api``, and the JSON."""

    path: str
    body: dict[str, Any]


class PuzzleAddress(NamedTuple):
    """The page that opens a puzzle, with its address there, and what that page requests, so that it can be
    fetched ahead; None where it needs nothing.

    ``scene`` draws the puzzle without its solution; None for a tiling, which is drawn from its request.
    """

    address: str
    request: PageRequest | None = None
    scene: Callable[[], Scene] | None = None


class DailyPuzzle(NamedTuple):
    """A puzzle of a date: its name among them, the page that opens it, the level, what the page requests,
    and what draws it."""

    name: str
    address: str
    level: str
    request: PageRequest | None
    scene: Callable[[], Scene] | None


def puzzles_of_date(day: date) -> list[DailyPuzzle]:
    """The puzzles of a date: tilings, then those of the families, each from easy to hard."""
    addresses = {"packing": packings_of_date(day)}
    for family in FAMILIES.values():
        if family.daily:
            addresses[family.name] = load_attribute(family.daily)(day)
    return [
        DailyPuzzle(
            f"{kind}-{level}", _named(one.address, f"{day.isoformat()}/{kind}-{level}"), level, *one[1:]
        )
        for kind, levels in addresses.items()
        for level, one in levels.items()
    ]


def packings_of_date(day: date) -> dict[str, PuzzleAddress]:
    """The addresses of the tilings of a date by level; the hard one is the calendar of this date."""
    addresses = {
        level: _of_text(cut_board(line, f"Packing of {day.isoformat()}, {level}"))
        for level, line in chosen(__package__, day).items()
    }
    name = f"calendar-weekday,date={day.isoformat()}"
    calendar = PuzzleAddress(f"/play?puzzle={name}", PageRequest("/puzzle", {"catalogue": name}))
    return {**addresses, "hard": calendar}


def _of_text(text: str) -> PuzzleAddress:
    return PuzzleAddress(f"/play#t={packed(text)}", PageRequest("/puzzle", {"text": text, "format": "toml"}))


def chosen(package: str, day: date) -> dict[str, str]:
    """The line of each level that a date chooses from the list of a package, ``daily_puzzles.txt``."""
    sections: dict[str, tuple[date, tuple[str, ...]]] = {}
    for level, start, lines in _sections(package):
        if level not in sections or start <= day:
            sections[level] = (start, lines)
    return {level: lines[day.toordinal() * STEP % len(lines)] for level, (_, lines) in sections.items()}


def date_of(text: str) -> date:
    """The date in a text such as 2026-11-24; PuzzleError for other texts."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PuzzleError(f"there is no date {quoted(text)}; expected one as 2026-11-24") from None


def packed(text: str) -> str:
    """A text as the addresses of the pages have it: deflate, base64url."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(text.encode()) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def cut_board(line: str, title: str) -> str:
    """The puzzle of a rectangle that is cut into pieces, as TOML: a letter for each cell, rows with ``/``."""
    rows = line.split("/")
    letters = sorted({letter for row in rows for letter in row})
    pieces = []
    for letter in letters:
        drawn = ["".join("#" if other == letter else "." for other in row) for row in rows if letter in row]
        left = min(row.index("#") for row in drawn)
        right = max(row.rindex("#") for row in drawn)
        drawing = "\n".join(row[left : right + 1] for row in drawn)
        pieces.append(f'[[pieces]]\nname = "{letter}"\ndrawing = """\n{drawing}\n"""\n')
    board = "\n".join("#" * len(row) for row in rows)
    return f'title = "{title}"\n[board]\ndrawing = """\n{board}\n"""\n{"".join(pieces)}'


@cache
def _sections(package: str) -> tuple[tuple[str, date, tuple[str, ...]], ...]:
    """The sections of a list: the level, the first date, and the puzzles."""
    sections: list[tuple[str, date, list[str]]] = []
    for line in files(package).joinpath(FILE).read_text(encoding="utf-8").splitlines():
        if head := _HEAD.fullmatch(line):
            sections.append((head[1], date.fromisoformat(head[2]), []))
        elif line:
            sections[-1][2].append(line)
    return tuple((level, start, tuple(lines)) for level, start, lines in sections)


def _named(address: str, name: str) -> str:
    """An address that says which puzzle of a date it opens, so that the page can record it as solved."""
    page, sign, fragment = address.partition("#")
    return f"{page}{'&' if '?' in page else '?'}daily={name}{sign}{fragment}"
