"""A board's own symmetries, as far as the rules allow them, and the orbits of solutions under them."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

from tilewright.cancellation import check_cancelled, checked
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover, Holes, Junction, Key
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import add, moved_back, subtract
from tilewright.model.lattices.square import IDENTITY
from tilewright.model.pieces.piece import Piece, Way, way_of
from tilewright.model.puzzle import Board, Placement, Puzzle, Solution
from tilewright.model.surfaces import NAMES
from tilewright.wording import counted

Permutations = tuple[tuple[int, ...], ...]
"""A group, element by element: where each carries the options, or the items, of a cover problem."""


@dataclass(frozen=True)
class BoardSymmetry:
    """One symmetry: the motion that it comes from, and where it carries each cell of the board.

    ``board`` has the sorted cells, and ``numbers`` where each is carried, as positions in ``board``.
    ``pieces`` names the piece that each piece becomes, where that is another one.
    """

    motion: Motion
    board: tuple[Cell, ...]
    numbers: tuple[int, ...]
    pieces: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Mapping[Cell, Cell]:
        """Where each cell is carried, in the order of the board."""
        return dict(zip(self.board, map(self.board.__getitem__, self.numbers), strict=True))

    def image(self, solution: Solution) -> Solution:
        """The solution as this symmetry shows it."""
        return Solution.of(self.placement(p) for p in solution.placements)

    def placement(self, placement: Placement) -> Placement:
        """The placement that this symmetry carries a placement to."""
        name = self.pieces.get(placement.piece, placement.piece)
        return Placement(name, tuple(sorted(self.cells[cell] for cell in placement.cells)))

    def key(self, key: Key) -> Key:
        """What an item's key is carried to: a piece, a cell, a junction between cells, the holes."""
        match key:
            case str():
                return self.pieces.get(key, key)
            case Holes():
                return key
            case Junction():
                shift = subtract(self.board[self.numbers[0]], self.motion(self.board[0]))
                return Junction(add(self.motion(key.at), shift))
            case _:
                return self.cells[key]


@dataclass(frozen=True)
class Symmetries:
    """The group of a puzzle's symmetries, the identity first; no two do the same to cells and pieces."""

    puzzle: AnyPuzzle
    members: tuple[BoardSymmetry, ...]
    _placements: dict[Placement, tuple[Placement, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _permutations: dict[str, tuple[weakref.ref[Cover], Permutations]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def trivial(self) -> bool:
        """Whether there is none but the identity."""
        return len(self.members) == 1

    def images(self, solution: Solution) -> tuple[Solution, ...]:
        """The solution as each symmetry shows it, in the order of ``members``; some may be equal."""
        moved = [self._moved(p) for p in solution.placements]
        return tuple(Solution.of(row[g] for row in moved) for g in range(len(self.members)))

    def _moved(self, placement: Placement) -> tuple[Placement, ...]:
        value = self._placements.get(placement)
        if value is None:
            value = tuple(member.placement(placement) for member in self.members)
            self._placements[placement] = value
        return value

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The different images of a solution, sorted; their number divides the group's."""
        return tuple(sorted(set(self.images(solution)), key=_key))

    def canonical(self, solution: Solution) -> Solution:
        """The one solution that stands for the whole orbit: the least of its images."""
        moved = [self._moved(p) for p in solution.placements]
        if not moved:
            return solution
        # The least image begins with the least cells: only such images are made.
        first = [min([row[g].cells for row in moved]) for g in range(len(self.members))]
        least = min(first)
        images = [Solution.of([row[g] for row in moved]) for g, cells in enumerate(first) if cells == least]
        return min(images, key=_key)

    def is_canonical(self, solution: Solution) -> bool:
        """Whether the solution is the one that stands for its orbit."""
        return self.canonical(solution) == solution

    def option_permutations(self, cover: Cover) -> Permutations:
        """Each symmetry as a permutation of the options of the cover problem: the image of option o."""
        return self._kept("options", cover, self._option_permutations)

    def item_permutations(self, cover: Cover) -> Permutations:
        """Each symmetry as a permutation of the items: where places are carried, what pieces become."""
        return self._kept("items", cover, self._item_permutations)

    def _kept(self, what: str, cover: Cover, compute: Callable[[Cover], Permutations]) -> Permutations:
        """Permutations that are computed once and kept as long as their cover lives."""
        value = self._permutations.get(what)
        if value is None or value[0]() is not cover:
            value = self._permutations[what] = weakref.ref(cover, self._forget), compute(cover)
        return value[1]

    def _forget(self, gone: weakref.ref[Cover]) -> None:
        for what, (cover, _) in list(self._permutations.items()):
            if cover is gone:
                self._permutations.pop(what, None)

    def _option_permutations(self, cover: Cover) -> Permutations:
        """Those of a few members are looked up placement by placement; the others are their products."""
        identity = tuple(range(len(cover.problem.options)))
        if self.trivial:
            return (identity,)
        assert isinstance(cover.puzzle, Puzzle)
        # Cells and pieces as numbers: many times quicker than placements of cells, for large boards.
        cells = self.members[0].board
        number: dict[Cell | str, int] = {cell: k for k, cell in enumerate(cells)}
        pieces = [piece.name for piece in cover.puzzle.pieces]
        number |= {name: len(cells) + k for k, name in enumerate(pieces)}
        actions = [(*m.numbers, *(number[m.pieces.get(name, name)] for name in pieces)) for m in self.members]
        pairs: list[tuple[int, itemgetter[Any]]] = [
            (number[p.piece], itemgetter(*(number[c] for c in p.cells)))
            for p in checked(cover.placements, 100)
        ]
        holes = len(number)
        actions = [(*action, holes) for action in actions]
        # As if a piece were on each hole.
        pairs += [(holes, itemgetter(number[cell])) for cell in cover.holes]
        whole = tuple(range(holes + 1))
        option = {(name, at(whole)): o for o, (name, at) in enumerate(checked(pairs, 100))}
        # What products do to a few cells tells which of the actions they are.
        probes = (*_probes(cells), *range(len(cells), holes))
        signs = [tuple([action[k] for k in probes]) for action in actions]
        if len(set(signs)) < len(signs):
            probes, signs = whole, actions
        values = {probes: identity}
        generators: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for action, sign in zip(actions, signs, strict=True):
            if sign in values:
                continue
            options = [option[action[name], _sorted(at(action))] for name, at in checked(pairs, 100)]
            generators.append((action, tuple(options)))
            left = list(values.items())
            while left:
                first = left.pop()
                for second in generators:
                    product = _composed(second[0], first[0])
                    if product not in values:
                        check_cancelled()
                        values[product] = _composed(second[1], first[1])
                        left.append((product, values[product]))
        return tuple(values[sign] for sign in signs)

    def _item_permutations(self, cover: Cover) -> Permutations:
        if self.trivial:
            return (tuple(range(len(cover.problem.items))),)
        number = {key: item for item, key in enumerate(cover.keys)}
        return tuple(tuple(number[member.key(key)] for key in cover.keys) for member in self.members)

    @cached_property
    def words(self) -> str:
        """The group for people, e.g. ``up to the board's 4 symmetries (2 turns, 2 mirrors)``."""
        if isinstance(self.puzzle, ExactCoverPuzzle):
            return "a puzzle of items and options has no symmetries that are known"
        if self.trivial:
            return "the board has no symmetry that the pieces' motions allow"
        if (surface := self.puzzle.board.surface) is not None:
            return f"up to the {len(self.members)} symmetries of the board on a {NAMES[surface.wrap]}"
        turns = sum(member.motion.proper for member in self.members)
        mirrors = len(self.members) - turns
        parts = [counted(n, word) for n, word in ((turns, "turn"), (mirrors, "mirror")) if n]
        return f"up to the board's {len(self.members)} symmetries ({', '.join(parts)})"


def _sorted(numbers: tuple[int, ...] | int) -> tuple[int, ...] | int:
    """The numbers that an ``itemgetter`` gives in order; a single one as it is."""
    return numbers if isinstance(numbers, int) else tuple(sorted(numbers))


def _composed(second: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that is the first one, and then the second."""
    return tuple(map(second.__getitem__, first))


def symmetries(puzzle: AnyPuzzle) -> Symmetries:
    """The motions that carry the board onto itself and change nothing in how the pieces may lie.

    Required cells, optional cells, colours and forced placements are all kept. With pieces that differ from
    their mirror images and may only be turned these are turns; with a piece that stays as drawn, and looks
    different from all sides, there is only the identity. ``Puzzle.mirrors`` says whether reflections count
    at all (on a one-sided surface they always do), and whether a motion may also carry the pieces into each
    other. A motion followed by a translation is one symmetry, named by the motion; the identity counts as a
    turn, so a 6 x 10 board has 2 turns and 2 mirrors. A puzzle without cells has the identity alone.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        numbers = tuple(range(len(puzzle.options)))
        return Symmetries(puzzle, (BoardSymmetry(IDENTITY, tuple((k,) for k in numbers), numbers),))
    return symmetries_of_board(puzzle)


@lru_cache(maxsize=4)
def symmetries_of_board(puzzle: Puzzle) -> Symmetries:
    """The same for a puzzle with a board; the last few are kept."""
    board_symmetries: dict[tuple[tuple[int, ...], frozenset[tuple[str, str]]], BoardSymmetry] = {}
    for member in _members(puzzle) if puzzle.board.surface is None else _wrapped_members(puzzle):
        board_symmetries.setdefault((member.numbers, frozenset(member.pieces.items())), member)
    return Symmetries(puzzle, tuple(board_symmetries.values()))


def _members(puzzle: Puzzle) -> Iterator[BoardSymmetry]:
    """The symmetry of each motion that has one. A few are looked up cell by cell; others are products."""
    allowed = allowed_motions(puzzle)
    cells = tuple(sorted(puzzle.board.cells))
    # Those of the allowed motions that keep the board are a group, up to translations. If a few cells tell
    # all motions apart, then these cells tell which of them a product is.
    probes = _probes(cells)
    alike = _alike(puzzle.board)
    signs = [_relative(_image(motion, [cells[k] for k in probes])) for motion, _ in allowed]
    distinct = len(set(signs)) == len(signs)
    values: dict[tuple[Cell, ...], tuple[int, ...]] = {}
    generators: list[tuple[int, ...]] = []
    for (motion, becomes), sign in checked(zip(allowed, signs, strict=True)):
        numbers = values.get(sign)
        if numbers is None:
            numbers = _onto_itself(puzzle, motion, becomes, cells, alike)
            if numbers is None:
                continue
            if distinct:
                values[sign] = numbers
                generators.append(numbers)
                left = list(values.values())
                while left:
                    first = left.pop()
                    for second in generators:
                        product = _relative([cells[second[first[k]]] for k in probes])
                        if product not in values:
                            values[product] = _composed(second, first)
                            left.append(values[product])
        yield BoardSymmetry(motion, cells, numbers, becomes)


def _wrapped_members(puzzle: Puzzle) -> Iterator[BoardSymmetry]:
    """The symmetries of a board on a surface: motions of the unwrapped plane that carry copies to copies."""
    surface, cells, alike = puzzle.board.surface, tuple(sorted(puzzle.board.cells)), _alike(puzzle.board)
    assert surface is not None
    number = {cell: k for k, cell in enumerate(cells)}
    if has_many_symmetries(puzzle):
        raise UnsupportedError(
            f"the {surface} has too many symmetries to list; at most {MAX_SURFACE_CELLS} cells are accepted"
        )
    rectangle = [(x, y) for x in range(surface.width) for y in range(surface.height)]
    for motion, becomes in allowed_motions(puzzle):
        for start in checked(surface.starts(puzzle.lattice, motion((0, 0)), rectangle)):
            image = surface.carried(motion, start)
            if image is None:
                continue
            numbers = [number.get(image[cell]) for cell in cells]
            if None in numbers or any({image[cell] for cell in ones} != ones for ones in alike):
                continue
            if _keeps_forced(puzzle, image, becomes):
                yield BoardSymmetry(motion, cells, tuple(k for k in numbers if k is not None), becomes)


MAX_SURFACE_CELLS = 500
"""The most columns times rows of a surface, which may have eight symmetries for each."""


def has_many_symmetries(puzzle: AnyPuzzle) -> bool:
    """Whether the symmetries of a puzzle on a surface are too many to list."""
    surface = None if isinstance(puzzle, ExactCoverPuzzle) else puzzle.board.surface
    return surface is not None and surface.width * surface.height > MAX_SURFACE_CELLS


def _probes(cells: Sequence[Cell]) -> tuple[int, ...]:
    """The numbers of the first cell and of outermost ones along each axis."""
    columns = list(zip(*cells, strict=True))
    return (0, *(column.index(end(column)) for column in columns for end in (min, max)))


def _relative(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple([subtract(cell, cells[0]) for cell in cells])


def allowed_motions(puzzle: Puzzle) -> list[tuple[Motion, dict[str, str]]]:
    """The motions that keep how pieces may lie, and what pieces become; the identity first, then turns."""
    lattice, motions = puzzle.lattice, _motions(puzzle)
    used = [piece for piece in puzzle.pieces if piece.max_copies]
    groups = [lattice.motions[mode] for mode in {piece.motions for piece in used}]
    ways = {piece.name: frozenset(piece.orientations(lattice)) for piece in checked(used)}
    if motions[-1].divisor > 1:
        # What this motion does not carry fits nowhere on a board that it carries.
        ways = {name: _carried_ways(pairs, motions[-1]) for name, pairs in checked(ways.items())}
        ways = {name: all_pairs for name, all_pairs in ways.items() if all_pairs}
    orbits = _orbits(lattice, ways, groups[0]) if len(groups) == 1 else None
    pairs = []
    for motion in motions:
        if motion.divisor == 1 and all(motion in group for group in groups):
            pairs.append((motion, dict[str, str]()))
            continue
        images = {
            name: _moved(pairs_listed, motion, lattice, orbits)
            for name, pairs_listed in checked(ways.items())
        }
        if images == ways:
            pairs.append((motion, {}))
        elif puzzle.mirrors and (becomes := _exchanged(puzzle, images, ways)) is not None:
            pairs.append((motion, becomes))
    return sorted(pairs, key=lambda pair: not pair[0].proper)


def _motions(puzzle: Puzzle) -> list[Motion]:
    """The motions of the lattice, and then those that carry only some sets of cells, the board among them.

    Such motions are those of the lattice after a half turn, which carries layers at right angles to its axis.
    Those after half turns about different axes together need not be a group. They carry a board that is a
    row, where they do nothing that motions of the lattice do not, or one in which no cells are neighbours.
    On a one-sided surface each reflection is also a turn or a translation, followed by a way round.
    """
    surface = puzzle.board.surface
    turns_only = puzzle.mirrors is False and (surface is None or not surface.is_one_sided)
    motions = puzzle.lattice.motions["rotation" if turns_only else "all"]
    whole = [motion for motion in motions if motion.divisor == 1]
    cells = puzzle.board.cells
    others = [motion for motion in motions if motion.divisor > 1 and motion.image(cells) is not None]
    return whole + others if len(others) == len(whole) else whole


Ways = frozenset[Way]
"""The different ways in which a piece may lie, as cells with colours."""


def _carried_ways(ways: Ways, motion: Motion) -> Ways:
    """Those of the ways to lie whose cells the motion carries to cells."""
    return frozenset([way for way in ways if motion.image([cell for cell, _ in way]) is not None])


def _orbits(lattice: Lattice, ways: Mapping[str, Ways], group: Sequence[Motion]) -> dict[Way, Ways] | None:
    """By each way in which some piece may lie all those of this piece, where one of them tells all others.

    The ways of each piece are an orbit under the group. Where that is a normal subgroup of all motions, each
    motion carries orbits to orbits. It is if it has one element, or half of them, or all.
    """
    everything = sum(motion.divisor == 1 for motion in lattice.motions["all"])
    if len(group) not in (1, everything // 2, everything):
        return None
    return {way: pairs_held for pairs_held in ways.values() for way in pairs_held}


def _moved(ways: Ways, motion: Motion, lattice: Lattice, orbits: Mapping[Way, Ways] | None) -> Ways:
    """The images of ways; with ``orbits`` none at all where they are not the ways of any piece."""
    if orbits is not None:
        return orbits.get(_moved_way(next(iter(ways)), motion, lattice), frozenset())
    return frozenset([_moved_way(pairs, motion, lattice) for pairs in ways])


def _moved_way(pairs: Way, motion: Motion, lattice: Lattice) -> Way:
    cells, colours = zip(*pairs, strict=True)
    return way_of(_image(motion, cells), colours, lattice)


def _image(motion: Motion, cells: Sequence[Cell]) -> list[Cell]:
    """Where a motion carries cells that it carries to cells."""
    image = motion.image(cells)
    assert image is not None
    return image


def _exchanged(
    puzzle: Puzzle, images: Mapping[str, Hashable], ways: Mapping[str, Hashable]
) -> dict[str, str] | None:
    """The piece that each one's image is, for those that change; None when some image is no piece."""
    becomes: dict[str, str] = {}
    left: dict[Hashable, list[str]] = {}
    for name, hashable in ways.items():
        left.setdefault((hashable, *_rules(puzzle.by_name[name])), []).append(name)
    for name, image in checked(images.items()):
        others = left.get((image, *_rules(puzzle.by_name[name])))
        if not others:
            return None
        becomes[name] = others.pop(0)  # of several that are alike each is taken once
    return {name: other for name, other in becomes.items() if name != other}


def _rules(piece: Piece) -> tuple[int, int, int]:
    """What a piece must have in common with the one that it becomes, besides the ways to lie."""
    return piece.min_copies, piece.max_copies, piece.cost


def carried(lattice: Lattice, motion: Motion, cells: Sequence[Cell]) -> dict[Cell, Cell] | None:
    """Where a motion, and a translation after it, carries each cell; None when not onto these cells."""
    turned = motion.image(cells)
    if turned is None:
        return None
    shift = subtract(lattice.anchor(turned), lattice.anchor(cells))
    if not lattice.is_translation(shift):
        return None
    known = set(cells)
    if not known.issuperset(moved_back(turned[:8], shift)):  # which excludes most motions
        return None
    image = dict(zip(cells, moved_back(turned, shift), strict=True))
    return image if known == set(image.values()) else None


def _alike(board: Board) -> list[set[Cell]]:
    """The cells of the board, those together that are both required or not, and of one colour."""
    required = set(board.required)
    cells: dict[tuple[bool, str], set[Cell]] = {}
    for cell in board.cells if board.optional or board.colours else ():
        cells.setdefault((cell in required, board.colour(cell)), set()).add(cell)
    return list(cells.values())


def _onto_itself(
    puzzle: Puzzle,
    motion: Motion,
    becomes: Mapping[str, str],
    cells: Sequence[Cell],
    alike: Iterable[set[Cell]],
) -> tuple[int, ...] | None:
    """Where the motion carries each of the sorted cells, as their numbers; None when the board changes."""
    image = carried(puzzle.lattice, motion, cells)
    if image is None or any({image[cell] for cell in positions} != positions for positions in alike):
        return None
    if not _keeps_forced(puzzle, image, becomes):
        return None
    number = {cell: k for k, cell in enumerate(cells)}
    return tuple(map(number.__getitem__, image.values()))


def _keeps_forced(puzzle: Puzzle, image: Mapping[Cell, Cell], becomes: Mapping[str, str]) -> bool:
    """Whether cells and pieces are carried so that the forced placements are the same ones."""
    forced = {(p.piece, frozenset(p.cells)) for p in puzzle.board.forced}
    moved = {(becomes.get(name, name), frozenset(image[c] for c in value)) for name, value in forced}
    return moved == forced


def _key(solution: Solution) -> tuple[tuple[tuple[Cell, ...], str], ...]:
    return tuple(p.sort_key for p in solution.placements)
