"""The registry of generators: those of Tilewright, of its families and of other packages."""

from __future__ import annotations

from tilewright.family import FAMILIES
from tilewright.generators import Generator
from tilewright.registry import Registry

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
