"""The usual sets of pieces, by their names: "pentominoes", "one-sided tetrominoes", "polyominoes 1-5"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from tilewright.errors import PuzzleError
from tilewright.lattices import SQUARE, Cell
from tilewright.pieces.names import DRAWINGS, mirrored, name_of, polyomino
from tilewright.pieces.polyforms import KINDS, canonical, polyforms

PieceSet = tuple[tuple[str, tuple[Cell, ...]], ...]
"""Names and cells, in the set's order."""

PREFIXES = ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")

_SIZES = {f"{prefix}ominoes": size for size, prefix in enumerate(PREFIXES, 1)}
_SINGULAR = {name.removesuffix("es"): name for name in _SIZES}
_RANGE = re.compile(r"polyominoes ([0-9]{1,2})(?:-([0-9]{1,2}))?")


def piece_set(name: str) -> PieceSet:
    """The pieces of a set, as names with cells.

    A name is ``pentominoes`` (also ``pentomino``), or ``polyominoes 4``, or ``polyominoes 1-5``, each after
    ``one-sided`` or ``fixed`` where mirror images, or turned ones, are pieces of their own. PuzzleError for
    a name that is none of these, or a set of more than 10 cells a piece.
    """
    kind, least, most = _parsed(name)
    return tuple(piece for size in range(least, most + 1) for piece in _of_size(kind, size))


def set_motions(name: str) -> str:
    """The motions that the pieces of a set may make: ``all``, or ``rotation`` one-sided, or ``fixed``."""
    return KINDS[_parsed(name)[0]]


def _parsed(name: str) -> tuple[str, int, int]:
    """(kind, least size, most size)"""
    words = " ".join(name.lower().split())
    kind = "free"
    for prefix in KINDS:
        if words.startswith(prefix + " "):
            kind, words = prefix, words.removeprefix(prefix + " ")
            break
    words = _SINGULAR.get(words, words)
    if words in _SIZES:
        return kind, _SIZES[words], _SIZES[words]
    if ranged := _RANGE.fullmatch(words):
        least = int(ranged[1])
        most = int(ranged[2] or least)
        if 1 <= least <= most <= len(PREFIXES):
            return kind, least, most
    raise PuzzleError(
        f"there is no set of pieces named {name!r}; expected a name such as 'pentominoes', "
        "'one-sided tetrominoes', 'fixed trominoes' or 'polyominoes 1-5', with 1 to 10 cells a piece"
    )


@cache
def _of_size(kind: str, size: int) -> PieceSet:
    if size > 5:
        shapes = polyforms(size, KINDS[kind])
        width = len(str(len(shapes)))
        return tuple((f"{size}-{number:0{width}}", shape) for number, shape in enumerate(shapes, 1))
    named = [(name, polyomino(name)) for name in DRAWINGS]
    shapes_of_size = [(name, shape) for name, shape in named if len(shape) == size]
    if kind == "free":
        return tuple(shapes_of_size)
    if kind == "one-sided":
        both = []
        for name, shape in shapes_of_size:
            both.append((name, shape))
            if canonical(shape, "rotation") != canonical(mirrored(shape), "rotation"):
                both.append((name + "'", mirrored(shape)))
        return tuple(both)
    tally: dict[str, int] = {}
    apart = []
    for shape in polyforms(size, "fixed", SQUARE):
        name = name_of(shape) or ""
        tally[name] = tally.get(name, 0) + 1
        apart.append((f"{name}.{tally[name]}", shape))
    return tuple(apart)


class _Sets(Mapping[str, PieceSet]):
    """The sets by name, each made when it is first asked for. Walking it gives the plain names."""

    def __getitem__(self, name: str) -> PieceSet:
        try:
            return piece_set(name)
        except PuzzleError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        for kind in KINDS:
            for plain in _SIZES:
                yield plain if kind == "free" else f"{kind} {plain}"

    def __len__(self) -> int:
        return len(KINDS) * len(_SIZES)


SETS: Mapping[str, PieceSet] = _Sets()
"""Every set by its name, made when asked for; ranges such as ``polyominoes 1-5`` are understood too."""
