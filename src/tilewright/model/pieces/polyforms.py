"""Polyforms: every connected shape of n cells of a lattice, up to the motions of a mode.

Shapes grow cell by cell as words, one letter per cell in the order of the cells. Words compare, sort and
hash like the shapes that they stand for, many times faster than tuples of tuples and in a tenth of the
memory. Tables from letters to letters say where motions take cells; they fill as they are used. A lattice's
anchor must depend on the least of each coordinate alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilewright.errors import PuzzleError
from tilewright.model.lattices import SQUARE, Cell, Lattice, Motion
from tilewright.model.lattices.lattice import add, subtract
from tilewright.wording import quoted

Shape = tuple[Cell, ...]  # cells of a shape, sorted, at the canonical place among its translates

KINDS = {"free": "all", "one-sided": "rotation", "fixed": "fixed"}
"""How people say which shapes count as the same, and the mode whose motions carry one to the other."""


def canonical(cells: Iterable[Cell], mode: str = "all", lattice: Lattice = SQUARE) -> Shape:
    """The first of a shape's images under the motions of a mode: equal exactly for shapes that are the same.

    ``mode`` is ``all`` (free), ``rotation`` (one-sided), ``reflection`` or ``fixed``.
    """
    positions = list(cells)
    return min(map(lattice.normalise, lattice.images(positions, mode)))


def is_canonical(cells: Iterable[Cell], mode: str = "all", lattice: Lattice = SQUARE) -> bool:
    """Whether no image of a shape comes before it, and it lies at the canonical place, its cells sorted."""
    positions = tuple(cells)
    if len(set(positions)) != len(positions) or lattice.normalise(positions) != positions:
        return False
    return all(positions <= lattice.normalise(image) for image in lattice.images(positions, mode))


def polyforms(
    size: int, mode: str = "all", lattice: Lattice = SQUARE, blocks: Sequence[Shape] = ()
) -> tuple[Shape, ...]:
    """Every connected shape of ``size`` cells, one canonical shape for each class under a mode, sorted.

    On the square lattice: A000105 for ``all``, A000988 for ``rotation``, A001168 for ``fixed``. With
    ``blocks``, every shape that so many disjoint blocks make, each of them one of these up to translations.
    PuzzleError for a size below 1 or above ``lattice.max_generated_size``, and for an unknown mode.
    """
    if not 1 <= size <= lattice.max_generated_size:
        raise PuzzleError(
            f"there are no shapes of {size} cells; expected 1 to {lattice.max_generated_size} cells "
            f"on the {lattice.name} lattice"
        )
    if mode not in lattice.motions:
        raise PuzzleError(f"there is no mode {quoted(mode)}; expected one of {', '.join(lattice.motions)}")
    blocks = blocks or [(cell,) for cell in lattice.classes]
    growth = _Growth(lattice, mode, size, blocks)
    words = {min(growth.images(growth.word(block))) for block in blocks}
    for _ in range(size - 1):
        words = growth.grown(words)
    words = {min(growth.all_images(word)) for word in words}
    cells = {letter: growth.cell(letter) for word in words for letter in word}
    return tuple(tuple([cells[letter] for letter in word]) for word in sorted(words))


_Word = str
_Table = dict[str, str]

_MARGIN = 4
"""How far before its canonical position a neighbour of a shape may lie: two on sticks, and two for parity."""

_SLACK = 12
"""How far from 0 the least coordinate of a shape in its canonical position may be: 11 for drafters."""


class _Growth:
    """Shapes of up to ``size`` blocks of a lattice under the motions of a mode."""

    def __init__(self, lattice: Lattice, mode: str, size: int, blocks: Sequence[Shape]) -> None:
        self.lattice = lattice
        self.blocks = blocks
        self.block_size = len(blocks[0])
        self.base = 2 * size * self.block_size + 2 * _MARGIN + _SLACK  # sticks are two long
        self.motions = [_WordMotion(self, motion) for motion in lattice.motions[mode] if motion.divisor == 1]
        self.partial = [motion for motion in lattice.motions[mode] if motion.divisor > 1]
        self.stay = _WordMotion(self, lattice.motions["fixed"][0])
        self.near: dict[str, frozenset[str]] = {}
        self.behind: dict[str, bool] = {}  # whether a cell lies before the canonical position

    def letter(self, cell: Cell) -> str:
        """The letter of a cell; letters are in the order of the cells."""
        code = 0
        for x in cell:
            code = code * self.base + x + _MARGIN
        return chr(code)

    def cell(self, letter: str) -> Cell:
        """The cell of a letter."""
        code, digits = ord(letter), []
        for _ in range(self.lattice.dimension):
            code, digit = divmod(code, self.base)
            digits.append(digit - _MARGIN)
        return tuple(reversed(digits))

    def word(self, cells: Iterable[Cell]) -> _Word:
        """The word of a shape, wherever it lies."""
        return "".join(map(self.letter, self.lattice.normalise(cells)))

    def images(self, word: _Word) -> set[_Word]:
        """The images of a shape under the motions that carry every shape.

        Shapes grow up to these: what a motion of some shapes makes of one need not grow as that one does.
        """
        return {moved(word) for moved in self.motions}

    def all_images(self, word: _Word) -> set[_Word]:
        """All images of a shape."""
        words = self.images(word)
        if self.partial:
            cells = list(map(self.cell, word))
            images = (motion.image(cells) for motion in self.partial)
            words |= {self.word(image) for image in images if image is not None}
        return words

    def grown(self, shapes: Iterable[_Word]) -> set[_Word]:
        """The least word of each class of shapes with one cell more.

        Each connected shape has a cell whose removal leaves it connected, so each is reached. Once a shape is
        found all its images are marked: a class costs its images once, every further candidate one lookup.
        """
        near, behind, stay = self.near, self.behind, self.stay
        seen: set[_Word] = set()
        texts: set[_Word] = set()
        for shape in shapes:
            for letter in shape:
                if letter not in near:
                    self._add_neighbours(letter)
            around = frozenset().union(*[near[letter] for letter in shape])
            if self.block_size == 1:
                around = around.difference(shape)
            else:
                around = frozenset(
                    [block for block in around if not any(letter in shape for letter in block)]
                )
            for added in around:
                wider = "".join(sorted(shape + added))
                if behind[added]:
                    wider = stay(wider)
                if wider not in seen:
                    same = self.images(wider)
                    seen |= same
                    texts.add(min(same))
        return texts

    def _add_neighbours(self, letter: str) -> None:
        blocks = {
            "".join(sorted(map(self.letter, block))): any(min(cell) < 0 for cell in block)
            for cell in self.lattice.neighbours(self.cell(letter))
            for block in self._blocks_on(cell)
        }
        self.near[letter] = frozenset(blocks)
        self.behind.update(blocks)

    def _blocks_on(self, cell: Cell) -> Iterator[list[Cell]]:
        """The blocks that cover a cell."""
        for block in self.blocks:
            for covering in block:
                shift = subtract(cell, covering)
                if self.lattice.is_translation(shift):
                    yield [add(one, shift) for one in block]


class _WordMotion:
    """A motion of words: it takes each to the word of its image, at the canonical position."""

    def __init__(self, growth: _Growth, motion: Motion) -> None:
        self.growth = growth
        self.motion = motion
        self.image: dict[str, Cell] = {}
        self.axes: list[dict[str, int]] = [{} for _ in range(growth.lattice.dimension)]
        self.tables: dict[tuple[int, ...], _Table] = {}  # by the least coordinates of the image

    def __call__(self, word: _Word) -> _Word:
        try:
            least = tuple([min([axis[letter] for letter in word]) for axis in self.axes])
            table = self.tables[least]
            return "".join(sorted([table[letter] for letter in word]))
        except KeyError:
            self._learn(word)
            return self(word)

    def _learn(self, word: _Word) -> None:
        """Fill in what the tables lack about the letters of a word."""
        for letter in word:
            if letter not in self.image:
                self.image[letter] = self.motion.carry(self.growth.cell(letter))
                for axis, x in zip(self.axes, self.image[letter], strict=True):
                    axis[letter] = x
        least = tuple(min(axis[letter] for letter in word) for axis in self.axes)
        table = self.tables.setdefault(least, {})
        shift = self.growth.lattice.anchor([least])
        for letter in word:
            table[letter] = self.growth.letter(subtract(self.image[letter], shift))
