"""How a design stands: volumes, parity, and which pieces are impossible, alike or symmetric."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from tilewright.exact_cover.placements import places_of
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Piece, Puzzle
from tilewright.solving.infeasibility.remainder import is_listable
from tilewright.wording import counted


@dataclass(frozen=True)
class PieceStatus:
    """A piece of a puzzle.

    ``orientations``: in how many ways it may lie. ``placements``: where in the board; None if they are too
    many to be listed. ``symmetries``: how many motions of the lattice carry it to itself. ``is_achiral``:
    whether it is its own mirror image. ``parts``: connected parts. ``parity``: how many of its cells are on
    either colour of a chequered lattice, the more numerous ones first; None where there is no such colouring.
    ``same_as`` and ``mirror_of`` name an earlier piece that has its form, or the mirror image of it; "" for
    none.
    """

    name: str
    size: int
    min_copies: int
    max_copies: int
    orientations: int
    placements: int | None
    symmetries: int
    is_achiral: bool
    parts: int
    parity: tuple[int, int] | None
    same_as: str
    mirror_of: str


@dataclass(frozen=True)
class DesignStatus:
    """A puzzle as it is while it is designed.

    ``required`` and ``variable`` are the cells that must be filled, and that may stay empty; ``least`` and
    ``most`` the cells of the pieces, with the fewest and the most copies. ``parity`` counts the required
    cells on either colour of a chequered lattice; None where the surface of the board does not keep them.
    """

    required: int
    variable: int
    least: int
    most: int
    parity: tuple[int, int] | None
    pieces: tuple[PieceStatus, ...]

    @property
    def volume_sentence(self) -> str:
        """How the volume of the pieces compares with that of the result."""
        pieces = f"{self.least:,}" if self.least == self.most else f"{self.least:,} to {self.most:,}"
        board = f"{self.required:,}"
        if self.variable:
            board += f" to {self.required + self.variable:,}"
        if self.most < self.required:
            verdict = f"{self.required - self.most:,} too few"
        elif self.least > self.required + self.variable:
            verdict = f"{self.least - self.required - self.variable:,} too many"
        else:
            verdict = "they can match"
        return f"The pieces have {pieces} cells, the result has {board}: {verdict}."


def status_of(puzzle: Puzzle) -> DesignStatus:
    """The status of a puzzle; ``draft_check.check_puzzle`` says whether it can be solved."""
    places = dict(places_of(puzzle)) if is_listable(puzzle) else None
    numbers = None if places is None else {name: len(value) for name, value in places.items()}
    board = puzzle.board
    return DesignStatus(
        len(board.required),
        len(board.optional),
        sum(piece.size * piece.min_copies for piece in puzzle.pieces),
        sum(piece.size * piece.max_copies for piece in puzzle.pieces),
        parity_of(puzzle.lattice, board.required) if _alternates(puzzle) else None,
        tuple(_pieces(puzzle, numbers)),
    )


def _alternates(puzzle: Puzzle) -> bool:
    """Whether black and white alternate over the joined sides of the board too; True without a surface."""
    if puzzle.board.surface is None:
        return True
    pairs = ((cell, near) for cell in puzzle.board.cells for near in puzzle.neighbours(cell))
    return all((sum(cell) - sum(near)) % 2 for cell, near in pairs)


def parity_of(lattice: Lattice, cells: Iterable[Cell]) -> tuple[int, int] | None:
    """How many cells are black and white where neighbours differ in colour, the greater number first."""
    if not is_chequered(lattice):
        return None
    values = [sum(cell) % 2 for cell in cells]
    odd = sum(values)
    return max(odd, len(values) - odd), min(odd, len(values) - odd)


def is_chequered(lattice: Lattice) -> bool:
    """Whether the parity of the sum of the coordinates is another one in each neighbour of a cell."""
    return all((sum(near) - sum(cell)) % 2 for cell in lattice.classes for near in lattice.neighbours(cell))


def _pieces(puzzle: Puzzle, numbers: dict[str, int] | None) -> Iterable[PieceStatus]:
    lattice = puzzle.lattice
    forms: dict[Hashable, str] = {}
    mirrored: dict[Hashable, str] = {}
    for piece in puzzle.pieces:
        form, reflected = _form(piece, lattice), _form(piece, lattice, mirror=True)
        symmetries = _symmetries(piece, lattice)
        yield PieceStatus(
            piece.name,
            piece.size,
            piece.min_copies,
            piece.max_copies,
            len(piece.orientations(lattice)),
            None if numbers is None else numbers.get(piece.name, 0),
            symmetries,
            form == reflected,
            len(lattice.components(piece.cells)),
            parity_of(lattice, piece.cells),
            forms.get(form, ""),
            "" if form == reflected or form in forms else mirrored.get(form, ""),
        )
        forms.setdefault(form, piece.name)
        mirrored.setdefault(reflected, piece.name)


def _form(piece: Piece, lattice: Lattice, *, mirror: bool = False) -> Hashable:
    """Equal for pieces that rotations carry to each other."""
    turned = replace(piece, motions="rotation")
    if mirror:
        reflection = next(motion for motion in lattice.motions["all"] if not motion.proper)
        images = reflection.image(piece.cells)
        assert images is not None, "a mirror of the lattice carries cells to cells"
        colours = {cell: piece.colour_of(k) for k, cell in enumerate(images)}
        turned = Piece.of(piece.name, colours, lattice=lattice, motions="rotation")
    return turned.shape_key(lattice)


def _symmetries(piece: Piece, lattice: Lattice) -> int:
    """How many motions of the lattice carry a piece to itself."""
    own = sorted((cell, piece.colour_of(k)) for k, cell in enumerate(piece.cells))
    number = 0
    for image in lattice.images(piece.cells, "all"):
        shift = lattice.anchor(image)
        moved = sorted(
            (tuple(a - b for a, b in zip(cell, shift, strict=True)), piece.colour_of(k))
            for k, cell in enumerate(image)
        )
        number += moved == own
    return number


def describe_piece(piece: PieceStatus) -> str:
    """What is remarkable about a piece, in a few words; "" for nothing."""
    words = []
    if piece.placements == 0 and piece.max_copies:
        words.append("fits nowhere")
    if piece.parts > 1:
        words.append(f"in {piece.parts} parts")
    if piece.same_as:
        words.append(f"same as {piece.same_as}")
    if piece.mirror_of:
        words.append(f"mirror image of {piece.mirror_of}")
    if piece.symmetries > 1:
        words.append(counted(piece.symmetries, "symmetry", "symmetries"))
    if not piece.max_copies:
        words.append("not used")
    return ", ".join(words)
