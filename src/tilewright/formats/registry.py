"""The registry of puzzle formats: a plain dict from a name to what reads and writes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tilewright.abstract import AnyPuzzle
from tilewright.errors import UnsupportedError
from tilewright.formats import (
    ascii_tiles,
    burrtools,
    cnf,
    compact_dpf,
    dlx,
    dpf,
    exact_cover_text,
    lp,
    mps,
    toml_puzzle,
)
from tilewright.puzzle import Solution


class Reader(Protocol):
    """Reads a puzzle from text; ``motions`` overrules the motions of all pieces, "" keeps the file's."""

    def __call__(self, text: str, motions: str = "") -> AnyPuzzle: ...


class ProblemReader(Protocol):
    """As :class:`Reader`, for one of several puzzles in a text, which count from 1."""

    def __call__(self, text: str, motions: str, problem: int) -> AnyPuzzle: ...


@dataclass(frozen=True)
class Format:
    """A puzzle format: its file suffixes (lower case, with the dot) and its two directions.

    ``looks_like(text)`` says whether a text is of this format, for files whose suffix does not tell; also
    of those that are only written, so that they are refused by name.
    ``loads`` is None when the format is only written, ``dumps`` when it is only read. ``solution(puzzle,
    solution, number)`` is a solution in the format's own words, lines with their ends, where it has such;
    ``number`` counts from 1. ``loads_problem`` is there where a file may hold several puzzles.
    """

    name: str
    suffixes: tuple[str, ...]
    summary: str
    loads: Reader | None
    dumps: Callable[[AnyPuzzle], str] | None
    looks_like: Callable[[str], bool]
    solution: Callable[[AnyPuzzle, Solution, int], str] | None = None
    loads_problem: ProblemReader | None = None

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


FORMATS: dict[str, Format] = {
    "toml": Format(
        "toml",
        (".toml",),
        "Tilewright's own puzzle file: everything a puzzle can say, made to be written by hand",
        toml_puzzle.loads,
        toml_puzzle.dumps,
        toml_puzzle.looks_like,
    ),
    "xmpuzzle": Format(
        "xmpuzzle",
        (".xmpuzzle",),
        "BurrTools: pieces of cubes and the shape they fill, as XML; written for squares and lines, too",
        burrtools.loads,
        burrtools.dumps,
        burrtools.looks_like,
        loads_problem=burrtools.loads_problem,
    ),
    "dlx": Format(
        "dlx",
        (".dlx",),
        "Knuth's text: named items and options, with colours, multiplicities and costs",
        dlx.loads,
        dlx.dumps,
        dlx.looks_like,
        dlx.solution_text,
    ),
    "ec": Format(
        "ec",
        (".ec",),
        "exact cover: an option a line, a run of 0 and 1 and its name; reads ec-numeric, too",
        exact_cover_text.loads,
        exact_cover_text.dumps,
        exact_cover_text.looks_like,
        exact_cover_text.solution_text,
    ),
    "ec-numeric": Format(
        "ec-numeric",
        (),
        "exact cover: an option a line, its items as numbers with commas, and its name",
        exact_cover_text.loads_numeric,
        exact_cover_text.dumps_numeric,
        exact_cover_text.looks_numeric,
        exact_cover_text.solution_text,
    ),
    "dpf": Format(
        "dpf",
        (".dpf",),
        "discrete piece fitting: numbered locations, and the sets of them that each piece may cover",
        dpf.loads,
        dpf.dumps,
        dpf.looks_like,
        dpf.solution_text,
    ),
    "compact-dpf": Format(
        "compact-dpf",
        (".cdpf",),
        "board and pieces by coordinates in one to three dimensions, and how each piece moves",
        compact_dpf.loads,
        compact_dpf.dumps,
        compact_dpf.looks_like,
        compact_dpf.solution_text,
    ),
    "cnf": Format(
        "cnf",
        (".cnf",),
        "clauses for SAT solvers and model counters, in DIMACS form; only written",
        None,
        cnf.dumps,
        cnf.looks_like,
    ),
    "lp": Format(
        "lp",
        (".lp",),
        "a linear program in 0/1 variables, LP form; only written",
        None,
        lp.dumps,
        lp.looks_like,
    ),
    "mps": Format(
        "mps",
        (".mps",),
        "a linear program in 0/1 variables, free MPS form; only written",
        None,
        mps.dumps,
        mps.looks_like,
    ),
    "ascii": Format(
        "ascii",
        (".txt", ""),
        "ASCII tiles: the board and the pieces drawn on one page, the largest component is the board",
        ascii_tiles.loads,
        ascii_tiles.dumps,
        ascii_tiles.looks_like,
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
