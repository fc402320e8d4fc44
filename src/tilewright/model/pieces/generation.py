"""Growing all shapes of n cells from those of n - 1, as words: a letter a cell, in the order of the cells.

Words compare, sort and hash as the shapes that they stand for, many times quicker than tuples of tuples
and in a tenth of the memory. Tables from letters to letters say where motions take cells; they fill as
they are used. A lattice's anchor must depend on the least of each coordinate alone, as all of ours do.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import subtract

Word = str
Table = dict[str, str]

BEFORE = 4
"""How far before its place a cell may lie that is next to a shape: two on sticks, and room for parity."""


class Growth:
    """Shapes of up to ``size`` cells of a lattice under the motions of a mode."""

    def __init__(self, lattice: Lattice, mode: str, size: int) -> None:
        self.lattice = lattice
        self.base = 2 * size + 2 * BEFORE + 2  # sticks are two long
        self.motions = [_Moved(self, motion) for motion in lattice.motions[mode]]
        self.stay = _Moved(self, lattice.motions["fixed"][0])
        self.near: dict[str, frozenset[str]] = {}
        self.behind: dict[str, bool] = {}  # whether a cell lies before a shape's place

    def letter(self, cell: Cell) -> str:
        """The letter of a cell; letters are in the order of the cells."""
        code = 0
        for x in cell:
            code = code * self.base + x + BEFORE
        return chr(code)

    def cell(self, letter: str) -> Cell:
        """The cell of a letter."""
        code, digits = ord(letter), []
        for _ in range(self.lattice.dimension):
            code, digit = divmod(code, self.base)
            digits.append(digit - BEFORE)
        return tuple(reversed(digits))

    def word(self, cells: Iterable[Cell]) -> Word:
        """The word of a shape, wherever it lies."""
        return "".join(map(self.letter, self.lattice.normalise(cells)))

    def images(self, word: Word) -> set[Word]:
        """All images of a shape."""
        return {moved(word) for moved in self.motions}

    def grown(self, shapes: Iterable[Word]) -> set[Word]:
        """The least word of each class of shapes with one cell more.

        Each connected shape has a cell whose removal leaves it connected, so each is reached. Once a shape is
        found all its images are marked: a class costs its images once, every further candidate one look-up.
        """
        near, behind, stay = self.near, self.behind, self.stay
        seen: set[Word] = set()
        found: set[Word] = set()
        for shape in shapes:
            for letter in shape:
                if letter not in near:
                    self._look_around(letter)
            for added in frozenset().union(*[near[letter] for letter in shape]).difference(shape):
                wider = "".join(sorted(shape + added))
                if behind[added]:
                    wider = stay(wider)
                if wider not in seen:
                    same = self.images(wider)
                    seen |= same
                    found.add(min(same))
        return found

    def _look_around(self, letter: str) -> None:
        cells = self.lattice.neighbours(self.cell(letter))
        self.near[letter] = frozenset(map(self.letter, cells))
        self.behind.update((self.letter(cell), min(cell) < 0) for cell in cells)


class _Moved:
    """A motion of words: it takes each to the word of its image, at the canonical place."""

    def __init__(self, growth: Growth, motion: Motion) -> None:
        self.growth = growth
        self.motion = motion
        self.image: dict[str, Cell] = {}
        self.axes: list[dict[str, int]] = [{} for _ in range(growth.lattice.dimension)]
        self.tables: dict[tuple[int, ...], Table] = {}  # by the least coordinates of the image

    def __call__(self, word: Word) -> Word:
        try:
            least = tuple([min([axis[letter] for letter in word]) for axis in self.axes])
            table = self.tables[least]
            return "".join(sorted([table[letter] for letter in word]))
        except KeyError:
            self._learn(word)
            return self(word)

    def _learn(self, word: Word) -> None:
        """Fill in what the tables lack about the letters of a word."""
        for letter in word:
            if letter not in self.image:
                self.image[letter] = self.motion(self.growth.cell(letter))
                for axis, x in zip(self.axes, self.image[letter], strict=True):
                    axis[letter] = x
        least = tuple(min(axis[letter] for letter in word) for axis in self.axes)
        table = self.tables.setdefault(least, {})
        shift = self.growth.lattice.anchor([least])
        for letter in word:
            table[letter] = self.growth.letter(subtract(self.image[letter], shift))
