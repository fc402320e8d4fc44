"""Generators of puzzles of well-known kinds.

A generator is a function that returns a puzzle, with a :class:`Generator` that describes the function and
its parameters. ``GENERATORS`` lists all of them; the command
``tilewright make`` and the documentation are made from the descriptors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tilewright.family import FAMILIES
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.registry import Registry

ParameterKind = Literal["number", "numbers", "word", "words", "size", "text", "flag"]
"""A whole number or several, a word or several, lengths such as 6x10, a text or a file with it, a switch."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a generator: its name, its kind, and its help text.

    A ``required`` parameter is an argument, in order; others are options, None or False by default.
    ``choices`` are the allowed words, () for any. ``minimum`` bounds numbers.
    """

    name: str
    kind: ParameterKind
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()
    minimum: int = 1


@dataclass(frozen=True)
class Generator:
    """A kind of puzzle: ``make`` returns a puzzle from the parameters, which it takes by name.

    ``examples`` are command lines without ``tilewright make``.
    """

    name: str
    summary: str
    make: Callable[..., AnyPuzzle]
    parameters: tuple[Parameter, ...]
    examples: tuple[str, ...]


_BUILTIN = {
    "polyominoes": "boxes:POLYOMINOES",
    "dominoes": "boxes:DOMINOES",
    "box": "boxes:BOX",
    "sticks": "boxes:STICKS",
    "words": "anagrams:WORDS",
    "morse": "anagrams:MORSE",
    "queens": "queens:QUEENS",
    "langford": "queens:LANGFORD",
    "latin": "latin:LATIN",
    "sudoku": "latin:SUDOKU",
    "macmahon": "macmahon:MACMAHON",
    "triangles": "macmahon:TRIANGLES",
}

GENERATORS: Registry[Generator] = Registry(
    "tilewright.generators",
    {name: f"tilewright.generators.{reference}" for name, reference in _BUILTIN.items()}
    | {name: reference for family in FAMILIES.values() for name, reference in family.generators.items()},
)
"""The generators by name. Another package adds one by an entry point of this group."""
