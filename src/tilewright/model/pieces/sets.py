"""The usual sets of pieces, by their names: "pentominoes", "one-sided hexiamonds", "polycubes 1-4", "soma".

A set belongs to a lattice. On most, a plain name means free shapes, which may be turned over; in space it
means shapes of which mirror images are two pieces, for a solid piece cannot be turned into its mirror
image: there are 29 pentacubes. "Free pentacubes" are the 23 up to mirror images.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tilewright.errors import PuzzleError
from tilewright.model.lattices import CUBE, HEXAGON, LINE, SQUARE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.pieces.named_sets import FAMOUS
from tilewright.model.pieces.names import mirrored, name_of, named_shapes, shape_drawn
from tilewright.model.pieces.polyforms import KINDS, Shape, canonical, polyforms

PieceSet = tuple[tuple[str, tuple[Cell, ...]], ...]
"""Names and cells, in the set's order."""

PREFIXES = ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
"""What the words for polyominoes of 1, 2, ... cells begin with."""

_GREEK = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa")


@dataclass(frozen=True)
class Family:
    """The polyforms of a lattice: the word for all of them, and those for 1, 2, ... cells, singular."""

    lattice: Lattice
    all_sizes: str
    singular: tuple[str, ...]
    ending: str  # what makes a plural
    largest: int  # the most cells of a piece; sets of larger ones are too large to be of use


FAMILIES = (
    Family(SQUARE, "polyominoes", tuple(f"{prefix}omino" for prefix in PREFIXES), "es", 10),
    Family(CUBE, "polycubes", tuple(f"{greek}cube" for greek in _GREEK[:6]), "s", 6),
    Family(HEXAGON, "polyhexes", tuple(f"{greek}hex" for greek in _GREEK[:7]), "es", 7),
    Family(
        TRIANGLE,
        "polyiamonds",
        ("moniamond", "diamond", *(f"{p}iamond" for p in (*PREFIXES[2:8], "enne", "dec"))),
        "s",
        10,
    ),
    Family(STICK, "polysticks", tuple(f"{greek}stick" for greek in _GREEK[:6]), "s", 6),
    Family(LINE, "bars", (), "", 100),
)
"""In the order in which they are listed."""


@dataclass(frozen=True)
class _Wanted:
    """What the name of a set means."""

    family: Family
    kind: str  # free, one-sided or fixed
    form: str  # flat, solid, or "" for both
    least: int
    most: int


def piece_set(name: str) -> PieceSet:
    """The pieces of a set, as names with cells.

    A name is ``pentominoes`` (also ``pentomino``), or ``polyominoes 4``, or ``polyominoes 1-5``, each after
    ``free``, ``one-sided`` or ``fixed`` where it matters whether mirror images, or turned ones, are pieces of
    their own; ``flat`` or ``solid`` before polycubes; or a famous set such as ``soma``. PuzzleError for
    a name that is none of these, or a set of too large pieces.
    """
    wanted = _parsed(name)
    if isinstance(wanted, str):
        return tuple((piece, shape_drawn(picture, CUBE)) for piece, picture, _ in FAMOUS[wanted])
    pieces = []
    taken: dict[str, int] = {}
    for size in range(wanted.least, wanted.most + 1):
        for piece, cells in _of_size(wanted.family, wanted.kind, wanted.form, size):
            taken[piece] = taken.get(piece, 0) + 1
            pieces.append((piece if taken[piece] == 1 else f"{piece}.{taken[piece]}", cells))
    return tuple(pieces)


def set_motions(name: str) -> str:
    """The motions that the pieces of a set may make: ``all``, or ``rotation`` one-sided, or ``fixed``."""
    wanted = _parsed(name)
    return "rotation" if isinstance(wanted, str) else KINDS[wanted.kind]


def set_lattice(name: str) -> Lattice:
    """The lattice that the pieces of a set are of; PuzzleError for a name that is no set."""
    wanted = _parsed(name)
    return CUBE if isinstance(wanted, str) else wanted.family.lattice


def set_copies(name: str) -> tuple[int, ...]:
    """How many of each piece belong to a set, in its order: ones, but for some famous sets."""
    wanted = _parsed(name)
    if isinstance(wanted, str):
        return tuple(copies for _, _, copies in FAMOUS[wanted])
    return (1,) * len(piece_set(name))


def _parsed(name: str) -> _Wanted | str:
    """What a name means; a famous set is its name in the table."""
    words = " ".join(name.lower().split())
    if words in FAMOUS:
        return words
    kind = form = ""
    for prefix in KINDS:
        if words.startswith(prefix + " "):
            kind, words = prefix, words.removeprefix(prefix + " ")
            break
    for prefix in FORMS:
        if words.startswith(prefix + " "):
            form, words = prefix, words.removeprefix(prefix + " ")
            break
    for family in FAMILIES:
        sizes = _sizes(family, words)
        if sizes and (not form or family.lattice is CUBE):
            usual = "one-sided" if family.lattice.usual_motions == "rotation" else "free"
            return _Wanted(family, kind or usual, form, *sizes)
    raise PuzzleError(f"there is no set of pieces named {name!r}; expected {_known()}")


def _sizes(family: Family, words: str) -> tuple[int, int] | None:
    """The least and the most cells that a name without its kind means; None when it is of no such set."""
    for size, singular in enumerate(family.singular, 1):
        if words in (singular, singular + family.ending):
            return size, size
    ranged = re.fullmatch(rf"{family.all_sizes} ([0-9]{{1,3}})(?:-([0-9]{{1,3}}))?", words)
    if ranged:
        least = int(ranged[1])
        most = int(ranged[2] or least)
        if 1 <= least <= most <= family.largest:
            return least, most
    return None


def _known() -> str:
    """The names that there are, for people."""
    plain = [f"{family.all_sizes} 1-{family.largest}" for family in FAMILIES]
    return (
        "a name such as 'pentominoes', 'one-sided tetrominoes', 'fixed trominoes', 'solid pentacubes', "
        "'tetrahexes', 'hexiamonds' or 'tetrasticks', or such as 'polyominoes 1-5', with sizes within "
        f"{', '.join(plain)}; or one of {', '.join(FAMOUS)}"
    )


def _is_flat(cells: Shape) -> bool:
    """Whether all cubes lie in one plane."""
    return any(len(set(coordinates)) == 1 for coordinates in zip(*cells, strict=True))


FORMS: dict[str, Callable[[Shape], bool]] = {"flat": _is_flat, "solid": lambda cells: not _is_flat(cells)}
"""Polycubes that are polyominoes one cube thick, and the others."""


@cache
def _of_size(family: Family, kind: str, form: str, size: int) -> PieceSet:
    pieces = _named(family.lattice, kind, size) or _numbered(family.lattice, kind, size)
    return tuple(piece for piece in pieces if not form or FORMS[form](piece[1]))


def _numbered(lattice: Lattice, kind: str, size: int) -> PieceSet:
    """Shapes of a size without names of their own; a bar is named by its length."""
    if lattice is LINE:
        return ((str(size), tuple((x,) for x in range(size))),)
    shapes = polyforms(size, KINDS[kind], lattice)
    width = len(str(len(shapes)))
    return tuple((f"{size}-{number:0{width}}", shape) for number, shape in enumerate(shapes, 1))


def _named(lattice: Lattice, kind: str, size: int) -> PieceSet:
    """Shapes of a size that have names; none when there are no names for that size."""
    known = [(name, shape) for name, shape in named_shapes(lattice) if len(shape) == size]
    if kind == "fixed" and known:
        tally: dict[str, int] = {}
        apart = []
        for shape in polyforms(size, "fixed", lattice):
            name = name_of(shape, lattice) or ""
            tally[name] = tally.get(name, 0) + 1
            apart.append((f"{name}.{tally[name]}", shape))
        return tuple(apart)
    if kind == "one-sided" and lattice.usual_motions != "rotation":
        known = [
            named
            for name, shape in known
            for named in ((name, shape), (name + "'", mirrored(shape, lattice)))
        ]
    pieces: dict[Shape, tuple[str, Shape]] = {}
    for name, shape in known:
        pieces.setdefault(canonical(shape, KINDS[kind], lattice), (name, shape))
    return tuple(pieces.values())


class _Sets(Mapping[str, PieceSet]):
    """The sets by name, each made when it is first asked for. Walking it gives the plain names."""

    def __getitem__(self, name: str) -> PieceSet:
        try:
            return piece_set(name)
        except PuzzleError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        for family in FAMILIES:
            usual = "one-sided" if family.lattice.usual_motions == "rotation" else "free"
            plain = [singular + family.ending for singular in family.singular]
            yield from plain
            if family.lattice is CUBE:
                yield from (f"{form} {name}" for form in FORMS for name in plain[3:])
            yield from (f"{kind} {name}" for kind in KINDS if kind != usual for name in plain)
        yield from FAMOUS

    def __len__(self) -> int:
        return sum(1 for _ in self)


SETS: Mapping[str, PieceSet] = _Sets()
"""Every set by its name, made when asked for; ranges such as ``polyominoes 1-5`` are understood too."""
