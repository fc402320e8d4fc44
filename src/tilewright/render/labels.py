"""The words of pictures: letters and labels of pieces, captions, numbers of cells and solutions."""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.render.options import RenderOptions
from tilewright.wording import counted, plain

ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The letters given to pieces whose names are longer than one letter; then they come again."""

_TAKEN = ".#+-|"  # signs that the text drawings use themselves


def letters(puzzle: Puzzle) -> dict[str, str]:
    """One letter for each piece: its name where that is one letter, else the next of the alphabet.

    The same puzzle always gets the same letters. Two pieces share a letter only when there are more
    pieces than letters.
    """
    own = {p.name: p.name for p in puzzle.pieces if _is_letter(p.name)}
    spare = [letter for letter in ALPHABET if letter not in own.values()] or list(ALPHABET)
    nameless = [p.name for p in puzzle.pieces if p.name not in own]
    given = {name: spare[i % len(spare)] for i, name in enumerate(nameless)}
    return {p.name: own.get(p.name) or given[p.name] for p in puzzle.pieces}


def _is_letter(name: str) -> bool:
    return len(name) == 1 and "!" <= name <= "~" and name not in _TAKEN


def short_labels(puzzle: Puzzle) -> dict[str, str]:
    """What is written on each piece in a picture: its name where that is short, else its letter."""
    names = [plain(piece.name) for piece in puzzle.pieces]
    if all(0 < len(name) <= 3 for name in names):
        return {p.name: name for p, name in zip(puzzle.pieces, names, strict=True)}
    return letters(puzzle)


def puzzle_colours(puzzle: Puzzle) -> list[str]:
    """The colours of the board and the pieces, sorted; empty where there is but one."""
    colours = {*puzzle.board.colours.values(), *(c for piece in puzzle.pieces for c in piece.colours)} - {""}
    return sorted(colours) if len(colours) > 1 else []


def colour_labels(puzzle: Puzzle, longest: int = 2, *, ascii_only: bool = False) -> dict[str, str]:
    """What is written on cells of each colour, at most ``longest`` characters; "" stays unlabelled.

    Names that are short enough stand for themselves, others for their first characters. Two colours share a
    label only when there are more colours than letters.
    """
    names = {
        colour: plain_ascii(colour) if ascii_only else plain(colour) for colour in puzzle_colours(puzzle)
    }
    values: dict[str, str] = {}
    for colour in sorted(names, key=lambda colour: len(names[colour]) > longest):
        name = names[colour]
        starts = [
            name[:length] for length in ((len(name),) if len(name) <= longest else range(1, longest + 1))
        ]
        free = (label for label in (*starts, *ALPHABET) if label.strip() and label not in values.values())
        values[colour] = next(free, ALPHABET[0])
    return values


def copy_labels(puzzle: Puzzle, placements: Sequence[Placement]) -> list[str]:
    """A distinct label for each placement: that of its piece, with a number for copies.

    The number alone where all pieces are alike.
    """
    names = short_labels(puzzle) if len(puzzle.pieces) > 1 else {}
    used = Counter(placement.piece for placement in placements)
    count: Counter[str] = Counter()
    texts = []
    for placement in placements:
        count[placement.piece] += 1
        number = str(count[placement.piece]) if used[placement.piece] > 1 or not names else ""
        texts.append(names.get(placement.piece, "") + number)
    return texts


def copy_letters(puzzle: Puzzle, placements: Sequence[Placement]) -> list[str]:
    """One letter a placement: its piece's for the first copy, for others spare ones as far as they go."""
    names = letters(puzzle)
    spare = iter([letter for letter in ALPHABET if letter not in names.values()])
    seen: set[str] = set()
    texts = []
    for placement in placements:
        own = names[placement.piece]
        texts.append(next(spare, own) if placement.piece in seen else own)
        seen.add(placement.piece)
    return texts


def caption(piece: Piece, label: str) -> str:
    """What is written under a piece: its label, its name where that differs, its copies unless one.

    The label is "" where pieces are drawn without.
    """
    name = shortened(plain(piece.name), 20)
    words = name if label in ("", name) else f"{label}: {name}"
    if (piece.min_copies, piece.max_copies) == (1, 1):
        return words
    return f"{words} {copies(piece)}"


def copies(piece: Piece) -> str:
    """How many copies there are: ``×2``, or ``(0–2)`` where fewer will do."""
    if piece.min_copies == piece.max_copies:
        return f"×{piece.max_copies}"
    return f"({piece.min_copies}–{piece.max_copies})"


def shortened(words: str, most: int) -> str:
    """The text, cut to at most this many characters with a mark where it was cut."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def plain_ascii(words: str) -> str:
    """The text in ASCII: accents dropped, dashes and crosses replaced, ``?`` for the rest."""
    parts = unicodedata.normalize("NFKD", plain(words).translate(_ASCII))
    return "".join(c if c.isascii() else "?" for c in parts if not unicodedata.combining(c))


_ASCII = str.maketrans({"×": "x", "–": "-", "—": "-", "…": "...", "·": ".", "’": "'", "“": '"', "”": '"'})


def is_sheet(solutions: Sequence[Solution], options: RenderOptions) -> bool:
    """Whether to draw a contact sheet: many solutions, or one with a caption or a total."""
    return len(solutions) > 1 or options.total not in (None, 1) or bool(options.captions)


def shows_labels(puzzle: Puzzle, options: RenderOptions) -> bool:
    """Whether pieces are drawn with their labels.

    By the options; default: if there are several pieces, and their cells do not bear colours or costs.
    """
    if options.labels is not None:
        return options.labels
    return len(puzzle.pieces) > 1 and not marks_cells(puzzle)


def marks_cells(puzzle: Puzzle) -> bool:
    """Whether colours or costs are written on the cells of flat pieces, in place of labels of the pieces."""
    flat = not puzzle.lattice.is_solid and not puzzle.lattice.can_cross
    return flat and bool(puzzle_colours(puzzle) or any(puzzle.board.cell_costs.values()))


def cell_labels(puzzle: Puzzle, colours: Mapping[Cell, str], names: Mapping[str, str]) -> dict[Cell, str]:
    """What is written on these cells: the name of the colour, else the cost; nothing for cells without."""
    costs = puzzle.board.cell_costs
    words = {cell: names.get(colour) or str(costs.get(cell) or "") for cell, colour in colours.items()}
    return {cell: word for cell, word in words.items() if word}


def describe_size(puzzle: Puzzle) -> str:
    """How many cells and pieces a puzzle has, in words."""
    required, optional = len(puzzle.board.required), len(puzzle.board.optional)
    cells = counted(required, "cell")
    if optional:
        cells += f" and {optional:,} that may stay empty"
        if puzzle.max_holes is not None and puzzle.max_holes < optional:
            cells += f" (at most {puzzle.max_holes:,} of them)"
    least = sum(piece.min_copies for piece in puzzle.pieces)
    most = sum(piece.max_copies for piece in puzzle.pieces)
    count = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    if puzzle.board.surface is not None:
        cells += f" on a {puzzle.board.surface}"
    return f"{cells}, {count} {'piece' if most == 1 else 'pieces'}"


def count_text(shown: int, total: int, options: RenderOptions) -> str:
    """How many solutions are shown, of how many, in words; short or none where the caller wrote a title."""
    written = options.title is not None
    if total > shown:
        part = f"first {shown:,} of {total:,}" if shown > 1 else f"one of {total:,}"
        return part if written else f"{part} solutions"
    return "" if written else counted(shown, "solution")
