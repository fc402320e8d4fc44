"""The registry of puzzle formats: a plain dict from a name to what reads and writes it.

A format's module is imported when something of it is first asked for, so that a puzzle in one format does
not wait for all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution


class Reader(Protocol):
    """Reads a puzzle from text; ``motions`` overrules the motions of all pieces, "" keeps the file's."""

    def __call__(self, text: str, motions: str = "") -> AnyPuzzle: ...


class ProblemReader(Protocol):
    """As :class:`Reader`, for one of several puzzles in a text, which count from 1."""

    def __call__(self, text: str, motions: str, problem: int) -> AnyPuzzle: ...


@dataclass(frozen=True)
class Ways:
    """What a format's module does.

    ``looks_like(text)`` says whether a text is of this format, for files whose suffix does not tell; also
    of those that are only written, so that they are refused by name.
    ``loads`` is None when the format is only written, ``dumps`` when it is only read. ``solution(puzzle,
    solution, number)`` is a solution in the format's own words, lines with their ends, where it has such;
    ``number`` counts from 1. ``loads_problem`` is there where a file may hold several puzzles.
    """

    loads: Reader | None
    dumps: Callable[[AnyPuzzle], str] | None
    looks_like: Callable[[str], bool]
    solution: Callable[[AnyPuzzle, Solution, int], str] | None = None
    loads_problem: ProblemReader | None = None


@dataclass(frozen=True)
class Format:
    """A puzzle format: its file suffixes (lower case, with the dot), and what imports its module."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    module: Callable[[], Ways]

    @cached_property
    def ways(self) -> Ways:
        """What the format's module does; the first look imports it."""
        return self.module()

    @property
    def loads(self) -> Reader | None:
        return self.ways.loads

    @property
    def dumps(self) -> Callable[[AnyPuzzle], str] | None:
        return self.ways.dumps

    @property
    def looks_like(self) -> Callable[[str], bool]:
        return self.ways.looks_like

    @property
    def solution(self) -> Callable[[AnyPuzzle, Solution, int], str] | None:
        return self.ways.solution

    @property
    def loads_problem(self) -> ProblemReader | None:
        return self.ways.loads_problem

    def read(self, text: str, motions: str = "", problem: int = 0) -> AnyPuzzle:
        """The puzzle in a text, of several the one with this number, from 1; 0 is the only one.

        UnsupportedError when the format is only written, or holds one puzzle and is asked for a number.
        """
        if self.loads is None:
            raise UnsupportedError(f"the format {self.name} can be written, but not read")
        if not problem:
            return self.loads(text, motions)
        if self.loads_problem is None:
            raise UnsupportedError(f"a file of the format {self.name} holds one puzzle, so none has a number")
        return self.loads_problem(text, motions, problem)


def _toml() -> Ways:
    from tilewright.formats import toml_puzzle as it

    return Ways(it.loads, it.dumps, it.looks_like)


def _xmpuzzle() -> Ways:
    from tilewright.formats import burrtools_reader as it

    return Ways(it.loads, it.dumps, it.looks_like, loads_problem=it.loads_problem)


def _dlx() -> Ways:
    from tilewright.formats import dlx as it

    return Ways(it.loads, it.dumps, it.looks_like, it.solution_text)


def _ec() -> Ways:
    from tilewright.formats import exact_cover_text as it

    return Ways(it.loads, it.dumps, it.looks_like, it.solution_text)


def _ec_numeric() -> Ways:
    from tilewright.formats import exact_cover_text as it

    return Ways(it.loads_numeric, it.dumps_numeric, it.looks_numeric, it.solution_text)


def _dpf() -> Ways:
    from tilewright.formats import dpf as it

    return Ways(it.loads, it.dumps, it.looks_like, it.solution_text)


def _compact_dpf() -> Ways:
    from tilewright.formats import compact_dpf as it

    return Ways(it.loads, it.dumps, it.looks_like, it.solution_text)


def _cnf() -> Ways:
    from tilewright.formats import cnf as it

    return Ways(None, it.dumps, it.looks_like)


def _lp() -> Ways:
    from tilewright.formats import lp as it

    return Ways(None, it.dumps, it.looks_like)


def _mps() -> Ways:
    from tilewright.formats import mps as it

    return Ways(None, it.dumps, it.looks_like)


def _ascii() -> Ways:
    from tilewright.formats import ascii_tiles as it

    return Ways(it.loads, it.dumps, it.looks_like)


FORMATS: dict[str, Format] = {
    "toml": Format(
        "toml",
        (".toml",),
        "Tilewright's own puzzle file: everything a puzzle can say, made to be written by hand",
        _toml,
    ),
    "xmpuzzle": Format(
        "xmpuzzle",
        (".xmpuzzle",),
        "BurrTools: pieces of cubes and the shape they fill, as XML; written for squares and lines, too",
        _xmpuzzle,
    ),
    "dlx": Format(
        "dlx",
        (".dlx",),
        "Knuth's text: named items and options, with colours, multiplicities and costs",
        _dlx,
    ),
    "ec": Format(
        "ec",
        (".ec",),
        "exact cover: an option a line, a run of 0 and 1 and its name; reads ec-numeric, too",
        _ec,
    ),
    "ec-numeric": Format(
        "ec-numeric",
        (),
        "exact cover: an option a line, its items as numbers with commas, and its name",
        _ec_numeric,
    ),
    "dpf": Format(
        "dpf",
        (".dpf",),
        "discrete piece fitting: numbered locations, and the sets of them that each piece may cover",
        _dpf,
    ),
    "compact-dpf": Format(
        "compact-dpf",
        (".cdpf",),
        "board and pieces by coordinates in one to three dimensions, and how each piece moves",
        _compact_dpf,
    ),
    "cnf": Format(
        "cnf",
        (".cnf",),
        "clauses for SAT solvers and model counters, in DIMACS form; only written",
        _cnf,
    ),
    "lp": Format("lp", (".lp",), "a linear program in 0/1 variables, LP form; only written", _lp),
    "mps": Format("mps", (".mps",), "a linear program in 0/1 variables, free MPS form; only written", _mps),
    "ascii": Format(
        "ascii",
        (".txt", ""),
        "ASCII tiles: the board and the pieces drawn on one page, the largest component is the board",
        _ascii,
    ),
}
"""All puzzle formats. Looked through in this order when content decides; the last one takes any text."""


def by_name(name: str) -> Format:
    """The format with this name; UnsupportedError lists the known ones."""
    if name not in FORMATS:
        raise UnsupportedError(f"there is no format named {name!r}; known formats: {', '.join(FORMATS)}")
    return FORMATS[name]


def by_suffix(suffix: str) -> Format | None:
    """The format that claims a file suffix such as ``.toml``, or None."""
    return next((f for f in FORMATS.values() if suffix.lower() in f.suffixes), None)
