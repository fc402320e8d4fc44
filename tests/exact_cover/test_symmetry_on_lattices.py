"""Counts up to symmetry on every lattice, against orbits of a plain list of all solutions."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.symmetry_checks import check_permutations
from tilewright.exact_cover import symmetry
from tilewright.exact_cover.symmetry import allowed_motions, symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, SPHERE, STICK, Cell, Lattice
from tilewright.model.pieces import polyforms
from tilewright.model.puzzle import MODES, Board, Piece, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving.api import count, solutions
from tilewright.solving.engines.reference import start_node, walk
from tilewright.solving.steps import Limits

BOARDS = {"line": 9, "square": 4, "cube": 3, "hexagon": 4, "triangle": 4, "stick": 7, "prism": 3, "sphere": 3}
"""The side of the box that random boards lie in."""

BLOCKS = {
    "rhombic-tetrahedron": (5, 5, 5),
    "tetra-octahedron": (6, 6, 3),
    "quarter-square": (6, 6),
    "kite": (6, 4),
    "drafter": (8, 7),
}
"""Boxes of lattices whose cells lie in blocks."""


def box(lattice: Lattice) -> list[Cell]:
    """All cells of a box, at most two high in space where a layer is connected."""
    if lattice.name in BLOCKS:
        ranges = [range(side) for side in BLOCKS[lattice.name]]
    else:
        ranges = [range(BOARDS[lattice.name])] * lattice.dimension
        ranges[2:] = [range(2)] * (lattice.dimension - 2)
    cells: list[Cell] = [()]
    for numbers in ranges:
        cells = [(*cell, n) for cell in cells for n in numbers]
    return [cell for cell in cells if lattice.is_cell(cell)]


@st.composite
def lattice_puzzles(draw: st.DrawFn) -> Puzzle:
    """Boards with few holes and pieces of up to four cells, in mirror pairs now and then; any motions."""
    lattice = LATTICES[draw(st.sampled_from(sorted(LATTICES)))]
    cells = box(lattice)
    holes = draw(st.sets(st.sampled_from(cells), max_size=2))
    mode = draw(st.sampled_from(MODES))
    shapes = [shape for size in (1, 2, 3, 4) for shape in polyforms(size, "rotation", lattice)]
    pieces = []
    for number, shape in enumerate(draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=4))):
        copies = (0, draw(st.integers(1, 9)))
        pieces.append(Piece.of(f"p{number}", shape, lattice=lattice, copies=copies, motions=mode))
        if draw(st.booleans()):
            mirror = [motion for motion in lattice.motions["all"] if motion.divisor == 1][-1]
            image = [mirror(cell) for cell in shape]
            pieces.append(Piece.of(f"q{number}", image, lattice=lattice, copies=copies, motions=mode))
    return Puzzle(
        Board.of(cell for cell in cells if cell not in holes),
        tuple(pieces),
        lattice=lattice,
        crossings=not (lattice.can_cross and draw(st.booleans())),
        mirrors=draw(st.sampled_from([None, False, True])),
    )


def listed(puzzle: Puzzle, most_nodes: int = 3_000) -> list[Solution]:
    """All solutions by the plain reference; puzzles with large trees are passed over."""
    cover = to_cover(puzzle)
    assume(len(cover.problem.options) <= 600)
    steps = list(islice(walk(cover.problem, start_node(cover.forced)), most_nodes + 1))
    assume(len(steps) <= most_nodes)
    return [cover.solution(options) for options in steps if options is not None]


def in_layer(cell: Cell) -> Cell:
    """Where a hexagon's sphere lies in a layer of spheres, each of which has six neighbours there."""
    q, r = cell
    return q, -q - r, r


@st.composite
def flat_puzzles(draw: st.DrawFn) -> tuple[Puzzle, Puzzle]:
    """A puzzle on hexagons whose board has symmetries, and the same in a layer of spheres.

    Without mirrors the lattice of spheres has half of these motions; others carry a layer onto itself.
    """
    near: list[Cell] = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    chosen = draw(st.lists(st.sampled_from(HEXAGON.motions["all"]), max_size=2))
    cells = draw(st.sets(st.sampled_from(near), min_size=1, max_size=4))
    while more := {motion(cell) for motion in chosen for cell in cells} - cells:
        cells |= more
    shapes = [shape for size in (1, 2, 3) for shape in polyforms(size, "all", HEXAGON)]
    drawn = draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=3))
    fixed, mirrors = draw(st.booleans()), draw(st.sampled_from([None, True]))
    puzzles = []
    for lattice, place in ((HEXAGON, tuple), (SPHERE, in_layer)):
        # In space a flat piece is turned over without a mirror.
        motions = (
            "fixed" if fixed else "all" if lattice is HEXAGON else draw(st.sampled_from(["rotation", "all"]))
        )
        pieces = [
            Piece.of(
                f"p{k}", [place(cell) for cell in shape], lattice=lattice, copies=(0, 4), motions=motions
            )
            for k, shape in enumerate(drawn)
        ]
        board = Board.of([place(cell) for cell in sorted(cells)])
        puzzles.append(Puzzle(board, tuple(pieces), lattice=lattice, mirrors=mirrors))
    return puzzles[0], puzzles[1]


def check_layer(flat: Puzzle, layer: Puzzle) -> None:
    """The symmetries of a layer of spheres do to cells and pieces what those of the hexagons do."""
    cells = sorted(flat.board.cells)
    expected = {
        (tuple(in_layer(member.cells[cell]) for cell in cells), frozenset(member.pieces.items()))
        for member in symmetries(flat).members
    }
    group = symmetries(layer)
    pairs = {
        (tuple(member.cells[in_layer(cell)] for cell in cells), frozenset(member.pieces.items()))
        for member in group.members
    }
    assert pairs == expected
    assert len(group.members) == len(pairs)
    check_permutations(to_cover(layer), group)


@given(flat_puzzles())
def test_a_layer_of_spheres_has_the_symmetries_of_hexagons(pair: tuple[Puzzle, Puzzle]) -> None:
    check_layer(*pair)


@pytest.mark.parametrize(
    ("directions", "mirrors", "size"),
    [
        (((0, 0),), None, 12),
        (((0, 0),), False, 12),
        (((1, 0), (0, 1), (1, -1)), True, 12),
        (((1, 0), (0, 1), (1, -1)), None, 2),
        (((1, 0), (0, 1)), True, 4),
        (((1, 0),), None, 4),
    ],
)
def test_a_hexagon_of_spheres(directions: tuple[Cell, ...], *, mirrors: bool | None, size: int) -> None:
    """Seven spheres in a layer, and bars of two that each stay in one direction, or single spheres."""
    cells: list[Cell] = [(q, r) for q in (-1, 0, 1) for r in (-1, 0, 1) if abs(q + r) <= 1]
    flat, layer = (
        Puzzle(
            Board.of(map(place, cells)),
            tuple(
                Piece.of(
                    f"p{k}",
                    {place((0, 0)): "", place(end): ""},
                    lattice=lattice,
                    copies=(0, 7),
                    motions="fixed",
                )
                for k, end in enumerate(directions)
            ),
            lattice=lattice,
            mirrors=None if lattice is HEXAGON and mirrors is False else mirrors,
        )
        for lattice, place in ((HEXAGON, tuple[int, ...]), (SPHERE, in_layer))
    )
    assert len(symmetries(flat).members) == size
    check_layer(flat, layer)
    members = symmetries(layer).members
    assert len(members) == size
    assert mirrors is not False or all(member.motion.proper for member in members)


@pytest.mark.parametrize("mirrors", [None, False, True])
def test_a_piece_that_cannot_lie_in_a_layer_changes_no_symmetry_of_it(*, mirrors: bool | None) -> None:
    board = Board.of([(0, 1, 1), (0, 2, 0), (1, 2, 1)])
    single = Piece.of("single", [(0, 0, 0)], lattice=SPHERE, copies=(0, 5))
    pair = Piece.of("pair", [(0, 0, 0), (0, 1, 1)], lattice=SPHERE, copies=(0, 5), motions="fixed")
    corner = Piece.of("corner", [(0, 0, 0), (1, -1, 0), (1, 0, 1)], lattice=SPHERE, copies=(0, 1))
    for pieces in ((single,), (pair, single), (corner, single), (pair, corner, single)):
        group = symmetries(Puzzle(board, pieces, lattice=SPHERE, mirrors=mirrors))
        assert len(group.members) == 6


SCATTERED: list[Cell] = [
    *(
        (3 * x, 3 * y, 3 * z)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        for z in (-1, 0, 1)
        if (x + y + z) % 2 == 0
    ),
    (1, -1, 0),
    (2, -2, 0),
]
"""Spheres of which motions after half turns about several diagonals carry many sets."""


@given(st.data())
def test_symmetries_of_spheres_far_apart_are_a_group(data: st.DataObject) -> None:
    """All motions that carry such a board, after half turns about any diagonal, would be none."""
    few = st.sets(st.sampled_from(SCATTERED), min_size=1, max_size=3)
    pieces = [
        Piece.of(
            f"p{k}",
            sorted(data.draw(few)),
            lattice=SPHERE,
            copies=(0, 2),
            motions=data.draw(st.sampled_from(MODES)),
        )
        for k in range(2)
    ]
    board = Board.of(sorted(data.draw(few)))
    puzzle = Puzzle(board, pieces, lattice=SPHERE, mirrors=data.draw(st.sampled_from([None, False, True])))
    members = [
        (member.numbers, tuple(member.pieces.get(piece.name, piece.name) for piece in pieces))
        for member in symmetries(puzzle).members
    ]
    for cells, names in members:
        for first_cells, first_names in members:
            products = (
                tuple(cells[k] for k in first_cells),
                tuple(names[int(name[1:])] for name in first_names),
            )
            assert products in members


def test_a_half_turn_of_a_layer_need_not_keep_what_several_diagonals_carry() -> None:
    """Half turns about two diagonals one after the other are no motion of the piece."""
    hexagon = [in_layer((q, r)) for q in (-1, 0, 1) for r in (-1, 0, 1) if abs(q + r) <= 1]
    apart = Piece.of(
        "apart", [(0, 0, 0), (3, -3, 0), (4, 2, 0)], lattice=SPHERE, copies=(0, 2), motions="rotation"
    )
    assert len(symmetries(Puzzle(Board.of(hexagon), (apart,), lattice=SPHERE, mirrors=False)).members) == 6


@settings(max_examples=40)
@given(lattice_puzzles())
def test_counts_up_to_symmetry_are_orbits_of_the_list(puzzle: Puzzle) -> None:
    every = listed(puzzle)
    group = symmetries(puzzle)
    orbits = {group.canonical(solution) for solution in every}
    assert all(is_solution(puzzle, solution) for solution in orbits)
    for engine in (None, "dense", "frontier"):
        answer = count(puzzle, unique=True, engine=engine)
        assert (answer.solutions, answer.up_to_symmetry) == (len(every), len(orbits))
    assert set(solutions(puzzle)) == set(every)
    assert len(set(solutions(puzzle, unique=True))) == len(orbits)


@given(lattice_puzzles())
def test_symmetries_are_a_group_of_permutations(puzzle: Puzzle) -> None:
    cover, group = to_cover(puzzle), symmetries(puzzle)
    assume(len(cover.problem.options) <= 600)
    check_permutations(cover, group)


SOMA = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "A": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
    "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
}


@pytest.mark.parametrize(("mirrors", "orbits"), [(False, 480), (True, 240)])
def test_soma(mirrors: bool, orbits: int) -> None:  # noqa: FBT001
    """240 solutions up to turns and mirrors (Berlekamp, Conway and Guy, Winning Ways, chapter 24)."""
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    pieces = tuple(Piece.of(n, s, lattice=CUBE, motions="rotation") for n, s in SOMA.items())
    puzzle = Puzzle(Board.of(cells), pieces, lattice=CUBE, mirrors=mirrors)
    for engine in ("dense", "frontier"):
        answer = count(puzzle, unique=True, engine=engine)
        assert (answer.solutions, answer.up_to_symmetry) == (11520, orbits)


def test_flat_pieces_in_space_are_their_own_mirror_images() -> None:
    shapes = polyforms(3, "all")
    flat = tuple(
        Piece.of(str(n), [(*c, 0) for c in s], lattice=CUBE, motions="rotation", copies=(0, 9))
        for n, s in enumerate(shapes)
    )
    puzzle = Puzzle(Board.of(box(CUBE)), flat, lattice=CUBE)
    assert len(symmetries(puzzle).members) == 16


def test_tetrasticks_without_crossings() -> None:
    """All but the H fill the 5 x 5 square in 72 ways up to its eight symmetries (Knuth 2000)."""
    h = ((0, 1), (0, 3), (1, 2), (2, 1))
    shapes = [shape for shape in polyforms(4, "all", STICK) if shape != h]
    assert len(shapes) == 15
    board = Board.of((x, y) for x in range(11) for y in range(11) if (x + y) % 2)
    pieces = tuple(Piece.of(str(n), shape, lattice=STICK) for n, shape in enumerate(shapes))
    answer = count(Puzzle(board, pieces, lattice=STICK, crossings=False), unique=True)
    assert answer.up_to_symmetry == 72


def test_a_hexagon_ring_has_twelve_symmetries() -> None:
    ring = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    bars = (Piece.of("bar", [(0, 0), (1, 0)], lattice=HEXAGON, copies=3, motions="rotation"),)
    puzzle = Puzzle(Board.of(ring), bars, lattice=HEXAGON)
    answer = count(puzzle, unique=True, limits=Limits())
    assert (answer.solutions, answer.up_to_symmetry) == (2, 1)
    assert len(symmetries(puzzle).members) == 12


def in_layer_of_spheres(cell: Cell) -> Cell:
    """A cell of the hexagonal lattice as a sphere of the layer at right angles to (1, 1, 1)."""
    q, r = cell
    return (q + r, -q, -r)


@given(st.data())
def test_a_flat_board_of_spheres_is_one_of_hexagons(data: st.DataObject) -> None:
    """Flat pieces in a hexagonal layer turn by sixths and turn over, though the packing does not."""
    hexagon = [(q, r) for q in range(-1, 2) for r in range(-1, 2) if abs(q + r) < 2]
    whole = data.draw(st.sampled_from([hexagon, [(q, r) for q in range(3) for r in range(3)]]))
    cells = sorted(set(whole) - data.draw(st.sets(st.sampled_from(whole), max_size=2)))
    shapes = [shape for size in (1, 2, 3, 4) for shape in polyforms(size, "all", HEXAGON)]
    chosen = data.draw(st.lists(st.sampled_from(shapes), min_size=1, max_size=3, unique=True))
    copies = [(0, data.draw(st.integers(1, 4))) for _ in chosen]

    def puzzle(lattice: Lattice, mode: str) -> Puzzle:
        place = in_layer_of_spheres if lattice is SPHERE else tuple
        return Puzzle(
            Board.of(map(place, cells)),
            [
                Piece.of(f"p{k}", map(place, shape), lattice=lattice, copies=value, motions=mode)
                for k, (shape, value) in enumerate(zip(chosen, copies, strict=True))
            ],
            lattice=lattice,
        )

    flat, solid = puzzle(HEXAGON, "all"), puzzle(SPHERE, "rotation")
    assert len(symmetries(solid).members) == len(symmetries(flat).members)
    one, other = (count(own_puzzle, unique=True) for own_puzzle in (flat, solid))
    assert (one.solutions, one.up_to_symmetry) == (other.solutions, other.up_to_symmetry)


def test_the_hexagon_of_seven_spheres_has_twelve_symmetries() -> None:
    hexagon = [(q, r) for q in range(-1, 2) for r in range(-1, 2) if abs(q + r) < 2]
    piece = Piece.of("one", [(0, 0, 0)], lattice=SPHERE, copies=7, motions="rotation")
    all_symmetries = symmetries(Puzzle(Board.of(map(in_layer_of_spheres, hexagon)), [piece], lattice=SPHERE))
    assert len(all_symmetries.members) == 12
    # A piece that is not flat cannot be turned so, and where it lies the board keeps fewer symmetries.
    corner = Piece.of(
        "corner", [(0, 0, 0), (1, -1, 0), (1, 0, 1)], lattice=SPHERE, copies=(0, 1), motions="fixed"
    )
    board = [*map(in_layer_of_spheres, hexagon), (1, 0, 1)]
    symmetries_listed = symmetries(Puzzle(Board.of(board), [piece, corner], lattice=SPHERE))
    assert len(symmetries_listed.members) < 12


@given(lattice_puzzles())
def test_one_way_of_a_piece_tells_where_motions_carry_all(puzzle: Puzzle) -> None:
    allowed = allowed_motions(puzzle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetry, "_orbits", lambda *_: None)
        assert allowed_motions(puzzle) == allowed


@given(lattice_puzzles())
def test_products_of_symmetries_are_those_looked_up_cell_by_cell(puzzle: Puzzle) -> None:
    entries = [(one.motion.name, one.numbers, one.pieces) for one in symmetry._members(puzzle)]
    sorted_cells, alike = tuple(sorted(puzzle.board.cells)), symmetry._alike(puzzle.board)
    direct = [
        (motion.name, numbers, becomes)
        for motion, becomes in allowed_motions(puzzle)
        if (numbers := symmetry._onto_itself(puzzle, motion, becomes, sorted_cells, alike)) is not None
    ]
    assert entries == direct
    cells = sorted(puzzle.board.cells)
    for one in symmetry._members(puzzle):
        assert one.cells == dict(zip(cells, [cells[k] for k in one.numbers], strict=True))
        assert one.cells == symmetry.carried(puzzle.lattice, one.motion, cells)
