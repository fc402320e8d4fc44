"""Problems of a BurrTools file that were edited, as they are written back into it.

Shapes keep their numbers, by which BurrTools and this reader name those that have no name of their own. A
changed shape takes the place of the old one where nothing else uses that, else it is added. Shapes and
problems that were not changed are written as they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tilewright.formats.burrtools_assemblies import SAVED_BY, SavedAssembly, SavedProblem, SavedSeparation
from tilewright.formats.burrtools_grids import Grid
from tilewright.formats.burrtools_shapes import BurrToolsShape
from tilewright.formats.burrtools_writer import (
    checked,
    colour_numbers,
    corner_of,
    piece_voxel,
    result_voxel,
    spatial,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import subtract
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle
from tilewright.model.verification import Checker
from tilewright.wording import counted

Origins = Sequence[int | None] | None
Names = Sequence[str | None] | None


class EditedShapes:
    """The shapes of a file while problems are written back."""

    def __init__(
        self,
        problems: Sequence[SavedProblem],
        kept: Sequence[SavedProblem | None],
        voxels: Sequence[str],
        grid: Grid,
        unused: Mapping[int, BurrToolsShape],
        dropped: Collection[int] = (),
    ) -> None:
        """``unused`` are those that no problem uses, without the ``dropped`` ones, by their numbers."""
        self.voxels, self.grid = list(voxels), grid
        self._read = tuple(voxels)
        self._known = {
            _shape_of(piece): (number, hotspot)
            for problem in problems
            for piece, number, hotspot in zip(
                problem.puzzle.pieces, problem.shapes, problem.hotspots, strict=True
            )
        }
        self._unused = {shape.name: number for number, shape in sorted(unused.items(), reverse=True)}
        for number, shape in unused.items():
            if shape.filled and not shape.variable:
                piece = Piece.of(shape.name, shape.filled, lattice=grid.lattice, weight=shape.weight)
                hotspot = subtract(shape.hotspot, grid.lattice.anchor(shape.filled))
                self._known.setdefault(_shape_of(piece), (number, hotspot))
        self._uses = Counter(
            number for problem in kept if problem is not None for number in (*problem.shapes, problem.result)
        )
        self._moves: dict[int, Counter[int]] = {}
        self._dropped = frozenset(dropped)
        self._added_from = len(self.voxels)

    def put(self, voxel: str, old: int | None) -> int:
        """The number of a shape, which takes the place of the ``old`` one where it can."""
        if old is not None and self._uses[old] <= 1:
            self.voxels[old] = voxel
            return old
        if voxel not in self.voxels:
            self.voxels.append(voxel)
        number = self.voxels.index(voxel)
        if old is not None:
            self._moves.setdefault(old, Counter())[number] += 1
        return number

    def number_of(self, piece: Piece, numbers: Mapping[str, int]) -> tuple[int, Cell]:
        """The number of the shape of a piece that its problem did not have, and its hotspot.

        A shape of the file that is the same is used again; of those that no problem uses, one of this name
        is replaced.
        """
        known = self._known.get(_shape_of(piece))
        if known is not None and self.voxels[known[0]] == self._read[known[0]]:
            self._uses[known[0]] += 1
            return known
        voxel = piece_voxel(piece, numbers, self.grid)
        number = self.put(voxel, self._unused.pop(piece.name, None))
        return number, self.grid.default_hotspot([spatial(cell) for cell in piece.cells])

    def result_of(self, board: Board, numbers: Mapping[str, int]) -> int:
        """The number of the result of a problem that is added: a shape that no problem uses, or a new one."""
        for name, number in self._unused.items():
            if self.voxels[number] == result_voxel(board, numbers, self.grid, name):
                return number
        return self.put(result_voxel(board, numbers, self.grid, ""), None)

    def settled(self, problems: Sequence[SavedProblem]) -> list[SavedProblem]:
        """The problems, after a shape that all of them changed alike has taken the place of the old one."""
        numbers = list(range(len(self.voxels)))
        for old, moves in self._moves.items():
            new = next(iter(moves))
            if (
                len(moves) == 1
                and moves[new] == self._uses[old]
                and new >= self._added_from
                and numbers[new] == new
            ):
                self.voxels[old], numbers[new] = self.voxels[new], old
        used = {numbers[number] for problem in problems for number in (*problem.shapes, problem.result)}
        dropped = self._dropped - used  # a shape that was drawn anew is used again
        kept = [number for number, new in enumerate(numbers) if new == number and number not in dropped]
        place = {number: k for k, number in enumerate(kept)}
        self.voxels = [self.voxels[number] for number in kept]
        return [
            replace(
                problem,
                shapes=tuple(place[numbers[number]] for number in problem.shapes),
                result=place[numbers[problem.result]],
            )
            for problem in problems
        ]


def edit_problems(
    problems: Sequence[SavedProblem],
    puzzles: Sequence[AnyPuzzle],
    as_read: Sequence[Puzzle | None],
    shapes: EditedShapes,
    origins: Sequence[int | None],
    names: Sequence[str | None],
) -> tuple[list[SavedProblem], tuple[str, ...]]:
    """The problems of a file with these puzzles, and sentences that say what was left out.

    ``origins`` are the numbers of the problems that the puzzles were, from 0, None for one that is added, and
    ``as_read`` the puzzles as an editor was given them. A name of None is left as it is. The shapes are
    changed. UnsupportedError for what BurrTools' files cannot hold.
    """
    new = [checked(puzzle) for puzzle in puzzles]
    numbers = colour_numbers(new)
    edited: list[SavedProblem] = []
    notes: list[str] = []
    for number, (origin, puzzle, read) in enumerate(zip(origins, new, as_read, strict=True), start=1):
        if origin is None or read is None:
            edited.append(SavedProblem(puzzle))  # made when the others are known
            continue
        problem = problems[origin]
        titled = replace(puzzle, title=read.title, source=read.source)
        if titled == read:
            named = replace(problem.puzzle, title=puzzle.title, source=puzzle.source)
            edited.append(replace(problem, puzzle=named))
            continue
        changed = _edited(problem, puzzle, shapes, numbers)
        lost = len(problem.assemblies) - len(changed.assemblies)
        if lost:
            of = f" of problem {number}" if len(problems) > 1 else ""
            were = "was" if lost == 1 else "were"
            many = counted(lost, "saved assembly", "saved assemblies")
            notes.append(f"{many}{of} {were} left out: not an assembly of the changed puzzle.")
        edited.append(changed)
    for k in range(len(edited)):
        if origins[k] is None:
            edited[k] = _added(new[k], [one for one in edited if one.shapes], shapes, numbers)
    at = [k for k, origin in enumerate(origins) if origin is not None]
    before = [problems[origin] for origin in origins if origin is not None]
    for k, one in zip(at, _titled([edited[k] for k in at], before), strict=True):
        edited[k] = one
    edited = [
        one if name is None else replace(one, name=name) for one, name in zip(edited, names, strict=True)
    ]
    return shapes.settled(edited), tuple(notes)


def _added(
    puzzle: Puzzle, others: Sequence[SavedProblem], shapes: EditedShapes, numbers: dict[str, int]
) -> SavedProblem:
    """A problem that the file did not have; shapes of other problems are used again."""
    grid, pieces = shapes.grid, tuple(piece for piece in puzzle.pieces if piece.max_copies)
    known = {
        _shape_of(piece): (number, hotspot)
        for other in others
        for piece, number, hotspot in zip(other.puzzle.pieces, other.shapes, other.hotspots, strict=True)
    }
    used = [known.get(_shape_of(piece)) or shapes.number_of(piece, numbers) for piece in pieces]
    same = next((one for one in others if _cells_of(one.puzzle) == _cells_of(puzzle)), None)
    result = same.result if same else shapes.result_of(puzzle.board, numbers)
    return SavedProblem(
        replace(puzzle, pieces=pieces, expect=()),
        shapes=tuple(number for number, _ in used),
        hotspots=tuple(hotspot for _, hotspot in used),
        result=result,
        corner=same.corner if same else corner_of(puzzle.board.cells, grid),
    )


def _edited(
    problem: SavedProblem, puzzle: Puzzle, shapes: EditedShapes, numbers: dict[str, int]
) -> SavedProblem:
    """A problem whose puzzle is another one."""
    old, grid = problem.puzzle, shapes.grid
    before = _pieces_before(old, puzzle)
    used, hotspots = [], []
    for piece in puzzle.pieces:
        at = before.get(piece.name)
        if at is not None and _shape_of(piece) == _shape_of(old.pieces[at]):
            number, hotspot = problem.shapes[at], problem.hotspots[at]
        elif at is not None:
            number = shapes.put(piece_voxel(piece, numbers, grid), problem.shapes[at])
            hotspot = grid.default_hotspot([spatial(cell) for cell in piece.cells])
        else:
            number, hotspot = shapes.number_of(piece, numbers)
        if piece.max_copies:  # else it is a shape that this problem does not use
            used.append(number)
            hotspots.append(hotspot)
    result, corner = problem.result, problem.corner
    if _cells_of(puzzle) != _cells_of(old):
        result = shapes.put(result_voxel(puzzle.board, numbers, grid, problem.result_name), problem.result)
        corner = corner_of(puzzle.board.cells, grid)
    puzzle = replace(puzzle, pieces=tuple(piece for piece in puzzle.pieces if piece.max_copies))
    is_known = any(expected.source == SAVED_BY for expected in puzzle.expect)
    return replace(
        problem,
        puzzle=puzzle,
        assemblies=_valid(problem, puzzle, before),
        solutions=problem.solutions if is_known else None,
        shapes=tuple(used),
        hotspots=tuple(hotspots),
        result=result,
        corner=corner,
    )


def _pieces_before(old: Puzzle, new: Puzzle) -> dict[str, int]:
    """The number of the piece that each piece was before: that of its name, else one that was renamed, of its
    shape or in its place."""
    names = {piece.name: number for number, piece in enumerate(old.pieces)}
    before = {piece.name: names[piece.name] for piece in new.pieces if piece.name in names}
    taken = set(before.values())
    for piece in new.pieces:
        free = [number for number in range(len(old.pieces)) if number not in taken]
        alike = next((number for number in free if _is_alike(piece, old.pieces[number])), None)
        if piece.name not in before and alike is not None:
            before[piece.name] = alike
            taken.add(alike)
    for number, piece in enumerate(new.pieces):
        if piece.name not in before and number < len(old.pieces) and number not in taken:
            before[piece.name] = number
    return before


def _shape_of(piece: Piece) -> object:
    return piece.name, piece.cells, piece.colours, piece.weight


def _is_alike(piece: Piece, other: Piece) -> bool:
    """Whether two pieces differ in no more than their names and numbers of copies."""
    return _shape_of(piece) == _shape_of(replace(other, name=piece.name))


def _cells_of(puzzle: Puzzle) -> object:
    return puzzle.lattice.name, puzzle.board.required, puzzle.board.optional, puzzle.board.colours


def _valid(problem: SavedProblem, puzzle: Puzzle, before: dict[str, int]) -> tuple[SavedAssembly, ...]:
    """The assemblies that are solutions of the puzzle now; copies are listed in the same order."""
    old = problem.puzzle
    order = [before.get(piece.name, -1) for piece in puzzle.pieces]
    is_permuted = sorted(order) == list(range(len(old.pieces)))
    if not problem.assemblies or not is_permuted or puzzle.lattice is not old.lattice:
        return ()
    pairs = [(old.pieces[number], now) for number, now in zip(order, puzzle.pieces, strict=True)]
    if any(was.max_copies != now.max_copies for was, now in pairs):
        return ()
    names = {was.name: now.name for was, now in pairs}
    first = [0]
    for piece in old.pieces:
        first.append(first[-1] + piece.max_copies)
    copies = [copy for number in order for copy in range(first[number], first[number + 1])]
    place = {copy: number for number, copy in enumerate(copies)}
    checker = Checker(puzzle)

    def renamed(one: Placement | None) -> Placement | None:
        return one and replace(one, piece=names[one.piece])

    moved = (
        replace(
            assembly,
            copies=tuple(renamed(assembly.copies[copy]) for copy in copies),
            separation=assembly.separation and _renumbered(assembly.separation, place),
        )
        for assembly in problem.assemblies
    )
    return tuple(assembly for assembly in moved if checker.accepts(assembly.solution))


def _renumbered(separation: SavedSeparation, place: Mapping[int, int]) -> SavedSeparation:
    """A separation of pieces that have other numbers, in the order of these."""
    order = sorted(range(len(separation.pieces)), key=lambda k: place[separation.pieces[k]])
    return SavedSeparation(
        tuple(place[separation.pieces[k]] for k in order),
        tuple(tuple(state[k] for k in order) for state in separation.states),
        separation.left and _renumbered(separation.left, place),
        separation.removed and _renumbered(separation.removed, place),
    )


def _titled(edited: list[SavedProblem], problems: Sequence[SavedProblem]) -> list[SavedProblem]:
    """The problems with the changed title: the file's, in its comment, or else the problem's name."""
    words = [(value.puzzle.title, value.puzzle.source) for value in edited]
    before = [(result.puzzle.title, result.puzzle.source) for result in problems]
    changed = [number for number, (now, was) in enumerate(zip(words, before, strict=True)) if now != was]
    if not changed or not problems:
        return edited
    has_comment = any(was.puzzle.source or was.puzzle.title != " ".join(was.name.split()) for was in problems)
    if not has_comment and not any(source for _, source in words):
        return [
            replace(outcome, name=outcome.puzzle.title) if number in changed else outcome
            for number, outcome in enumerate(edited)
        ]
    title, source = words[changed[0]]
    first = edited[0]
    return [replace(first, puzzle=replace(first.puzzle, title=title, source=source)), *edited[1:]]
