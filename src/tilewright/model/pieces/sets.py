"""The usual sets of pieces, by their names: "pentominoes", "one-sided hexiamonds", "polycubes 1-4", "soma".

A set belongs to a lattice. On most, a plain name means free shapes, which may be turned over; in space it
means shapes of which mirror images are two pieces, for a solid piece cannot be turned into its mirror
image: there are 29 pentacubes. "Free pentacubes" are the 23 up to mirror images.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from tilewright.errors import PuzzleError
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.lattices.lattice import NAMED_SHAPES, Polyforms, sections
from tilewright.model.pieces.polyforms import KINDS, Shape, canonical, polyforms
from tilewright.wording import quoted

POLYOMINO_DRAWINGS: dict[str, str] = dict(NAMED_SHAPES["square"])
"""The polyominoes of up to five cells: each name with its drawing, lines from the top, ``#`` a cell."""


@cache
def named_shapes(lattice: Lattice) -> tuple[tuple[str, Shape], ...]:
    """Every name on a lattice with its shape as it is usually drawn, small ones first."""
    drawings = lattice.polyforms.drawings if lattice.polyforms else ()
    return tuple((name, shape_drawn(drawing, lattice)) for name, drawing in drawings)


def shape_drawn(drawing: str, lattice: Lattice) -> Shape:
    """The shape in a drawing as ``NamedDrawings`` have them."""
    cells = [
        (x, y, z)[: lattice.dimension]
        for z, layer in enumerate(drawing.split("/"))
        for y, line in enumerate(layer.split())
        for x, character in enumerate(line)
        if character != "."
    ]
    return lattice.normalise(cells)


def polyomino(name: str) -> Shape:
    """The cells of a named polyomino as usually drawn, ``F'`` turned over; PuzzleError for no such name."""
    plain = name.removesuffix("'")
    if plain not in POLYOMINO_DRAWINGS:
        raise PuzzleError(
            f"there is no polyomino named {quoted(name)}; expected one of {', '.join(POLYOMINO_DRAWINGS)}"
        )
    shape = shape_drawn(POLYOMINO_DRAWINGS[plain], SQUARE)
    return shape if plain == name else mirrored(shape)


def mirrored(cells: Shape, lattice: Lattice = SQUARE) -> Shape:
    """The shape turned over, left to right."""
    mirror = next(motion for motion in lattice.motions["all"] if not motion.proper)
    return lattice.normalise(mirror(cell) for cell in cells)


@cache
def _names(lattice: Lattice) -> dict[Shape, str]:
    mode = lattice.usual_motions
    return {canonical(shape, mode, lattice): name for name, shape in named_shapes(lattice)}


@cache
def _largest(lattice: Lattice) -> int:
    return max((len(shape) for _, shape in named_shapes(lattice)), default=0)


def name_of(cells: tuple[Cell, ...], lattice: Lattice = SQUARE) -> str | None:
    """The name of a small polyform, however it lies, or None; in space each hand has its own."""
    if LATTICES.get(lattice.name) is not lattice or not 1 <= len(cells) <= _largest(lattice):
        return None
    if any(len(cell) != lattice.dimension or not lattice.is_cell(cell) for cell in cells):
        return None
    return _names(lattice).get(canonical(cells, lattice.usual_motions, lattice))


PieceSet = tuple[tuple[str, tuple[Cell, ...]], ...]  # names and cells, in the set's order

NamedSet = tuple[tuple[str, str, int], ...]
"""Names of pieces, their drawings (as ``NamedDrawings`` have them), and how many there are of each."""


def _famous() -> Iterator[tuple[str, NamedSet]]:
    for name, lines in sections(Path(__file__).with_name("sets.txt")).items():
        words = [(piece, *rest.split(" ", 1)) for piece, rest in lines]
        yield name, tuple((piece, drawing, int(copies)) for piece, copies, drawing in words)


NAMED_SETS: Mapping[str, NamedSet] = dict(_famous())  # the famous sets, all of polycubes, by name


@dataclass(frozen=True)
class _Wanted:
    """What the name of a set means."""

    lattice: Lattice
    kind: str  # free, one-sided or fixed
    family: Polyforms | None = None  # None for a famous set
    form: str = ""  # flat, solid, or "" for both
    least: int = 0
    most: int = 0
    named: NamedSet = ()  # the pieces of a famous set, which has no least and most


def piece_set(name: str, first: Lattice | None = None) -> PieceSet:
    """The pieces of a set, as names with cells.

    A name is ``pentominoes`` (also ``pentomino``), or ``polyominoes 4``, or ``polyominoes 1-5``, each after
    ``free``, ``one-sided`` or ``fixed`` where it matters whether mirror images, or turned ones, are pieces of
    their own; ``flat`` or ``solid`` before polycubes; or a famous set such as ``soma``. Where
    several lattices have a set of that name, it is the set of ``first`` if that is one of them, else of the
    first in ``LATTICES``. PuzzleError for a name that is none of these, or a set of too large pieces.
    """
    wanted = _parsed(name, first)
    if wanted.family is None:
        return tuple((piece, shape_drawn(picture, LATTICES["cube"])) for piece, picture, _ in wanted.named)
    pieces = []
    taken: Counter[str] = Counter()
    for size in range(wanted.least, wanted.most + 1):
        for piece, cells in _of_size(wanted.lattice, wanted.family, wanted.kind, wanted.form, size):
            taken[piece] += 1
            pieces.append((piece if taken[piece] == 1 else f"{piece}.{taken[piece]}", cells))
    return tuple(pieces)


def set_motions(name: str, first: Lattice | None = None) -> str:
    """The motions that the pieces of a set may make: ``all``, or ``rotation`` one-sided, or ``fixed``."""
    return KINDS[_parsed(name, first).kind]


def set_lattice(name: str, first: Lattice | None = None) -> Lattice:
    """The lattice that the pieces of a set are of; PuzzleError for a name that is no set."""
    return _parsed(name, first).lattice


def set_copies(name: str, first: Lattice | None = None) -> tuple[int, ...]:
    """How many of each piece belong to a set, in its order: ones, but for some famous sets."""
    return tuple(copies for _, _, copies in _parsed(name, first).named) or (1,) * len(piece_set(name, first))


def _parsed(name: str, first: Lattice | None) -> _Wanted:
    if not isinstance(name, str):
        raise PuzzleError(
            f"the name of a set of pieces is {quoted(name)}; expected a text such as 'pentominoes'"
        )
    words = " ".join(name.lower().split())
    if words in NAMED_SETS:
        return _Wanted(LATTICES["cube"], "one-sided", named=NAMED_SETS[words])
    kind, words = _prefixed(KINDS, words)
    form, words = _prefixed(FORMS, words)
    for lattice in chain(() if first is None else (first,), LATTICES.values()):
        for family in lattice.polyform_families:
            sizes = _sizes(family, words)
            if sizes and (not form or family.is_flat):
                return _Wanted(lattice, kind or _usual_kind(lattice), family, form, *sizes)
    raise PuzzleError(f"there is no set of pieces named {quoted(name)}; expected {_known()}")


def _prefixed(known: Iterable[str], words: str) -> tuple[str, str]:
    """The known word that a name begins with, "" for none, and the rest of the name."""
    first, _, rest = words.partition(" ")
    return (first, rest) if rest and first in known else ("", words)


def _usual_kind(lattice: Lattice) -> str:
    """The kind of the sets that are named without one."""
    return "one-sided" if lattice.usual_motions == "rotation" else "free"


def _sizes(polyforms: Polyforms, words: str) -> tuple[int, int] | None:
    """The least and the most cells that a name without its kind means; None when it is of no such set."""
    for size, singular in enumerate(polyforms.singular, 1):
        if words in (singular, singular + polyforms.ending):
            return size, size
    ranged = re.fullmatch(rf"{polyforms.plural} ([0-9]{{1,3}})(?:-([0-9]{{1,3}}))?", words)
    if ranged:
        least = int(ranged[1])
        most = int(ranged[2] or least)
        if 1 <= least <= most <= polyforms.max_set_size:
            return least, most
    return None


def _known() -> str:
    """The names that there are, for people."""
    families = [family for lattice in LATTICES.values() for family in lattice.polyform_families]
    plain = [f"{family.plural} 1-{family.max_set_size}" for family in families]
    return (
        "a name such as 'pentominoes', 'one-sided tetrominoes', 'fixed trominoes', 'solid pentacubes', "
        "'tetrahexes', 'hexiamonds' or 'tetrasticks', or such as 'polyominoes 1-5', with sizes within "
        f"{', '.join(plain)}; or one of {', '.join(NAMED_SETS)}"
    )


FORMS = ("flat", "solid")
"""The parts of a set: the flat shapes, as the descriptor of their lattice says, and the others."""


@cache
def _of_size(lattice: Lattice, family: Polyforms, kind: str, form: str, size: int) -> PieceSet:
    pieces = () if family.blocks else _named(lattice, kind, size)
    pieces = pieces or _numbered(lattice, kind, size, family.blocks)
    is_flat = family.is_flat
    return tuple(piece for piece in pieces if not form or (is_flat and is_flat(piece[1]) == (form == "flat")))


def _numbered(lattice: Lattice, kind: str, size: int, blocks: tuple[Shape, ...]) -> PieceSet:
    """Shapes of a size without names of their own; a bar is named by its length."""
    if lattice.dimension == 1:
        return ((str(size), tuple((x,) for x in range(size))),)
    shapes = polyforms(size, KINDS[kind], lattice, blocks)
    width = len(str(len(shapes)))
    return tuple((f"{size}-{number:0{width}}", shape) for number, shape in enumerate(shapes, 1))


def _named(lattice: Lattice, kind: str, size: int) -> PieceSet:
    """Shapes of a size that have names; none when there are no names for that size."""
    known = [(name, shape) for name, shape in named_shapes(lattice) if len(shape) == size]
    if kind == "fixed" and known:
        tally: Counter[str] = Counter()
        apart = []
        for shape in polyforms(size, "fixed", lattice):
            name = name_of(shape, lattice) or ""
            tally[name] += 1
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
        for lattice in LATTICES.values():
            for family in lattice.polyform_families:
                plain = [singular + family.ending for singular in family.singular]
                yield from plain
                if family.is_flat:
                    yield from (f"{form} {name}" for form in FORMS for name in plain[3:])
                kinds = [kind for kind in KINDS if kind != _usual_kind(lattice)]
                yield from (f"{kind} {name}" for kind in kinds for name in plain)
        yield from NAMED_SETS

    def __len__(self) -> int:
        return sum(1 for _ in self)


SETS: Mapping[str, PieceSet] = _Sets()
"""Every set by its name, made when asked for; ranges such as ``polyominoes 1-5`` are understood too."""
