"""Assemblies saved in BurrTools' files: read, checked, written; and whole files with several problems."""

from __future__ import annotations

import math
import re
import tracemalloc
from dataclasses import replace
from itertools import product
from operator import mul, sub

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright
from support.burrtools_cases import burr
from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.formats.burrtools_assemblies import SavedAssembly, SavedProblem, SavedSeparation
from tilewright.formats.burrtools_grids import GRIDS, Grid
from tilewright.formats.burrtools_reader import (
    WholeFile,
    loads,
    problem_names,
    rewrite,
    saved_assemblies,
    saved_problems,
    saved_solutions,
)
from tilewright.formats.burrtools_writer import assembly_writer, dumps_problems
from tilewright.model.lattices import CUBE, SPHERE, Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.pieces.piece import merge_copies
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.testing import random_polyform

grids = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
BARS = burr("3x1x1 ###", "2x1x1 ##", "1x1x1 #")


def with_solutions(*assemblies: str) -> str:
    listed = "".join(f"<solution><assembly>{words}</assembly></solution>" for words in assemblies)
    return BARS.replace("</problem>", f"<solutions>\n{listed}</solutions></problem>")


def test_an_assembly_by_the_letter() -> None:
    """A bar of two, turned about y so that it points along -x, from its hotspot at x = 2; then x = 0."""
    (saved,) = saved_assemblies(with_solutions("2 0 0 8 0 0 0 0"))
    assert saved.copies == (
        Placement("S2", ((1, 0, 0), (2, 0, 0))),
        Placement("S3", ((0, 0, 0),)),
    )
    assert saved.separation is None
    assert saved_assemblies(BARS) == ()


def test_hotspots_and_unused_copies() -> None:
    text = with_solutions("2 0 0 0 0 0 0 0 x").replace('x="2" y="1" z="1"', 'x="2" y="1" z="1" hx="1"')
    (saved,) = saved_assemblies(text.replace('id="2" count="1"', 'id="2" min="1" max="2"'))
    assert saved.copies == (Placement("S2", ((1, 0, 0), (2, 0, 0))), Placement("S3", ((0, 0, 0),)), None)
    assert len(saved.solution.placements) == 2


@pytest.mark.parametrize(("lattice", "y"), [("cube", (0, 0)), ("square", (0,))])
def test_assemblies_as_solutions_of_a_puzzle(lattice: str, y: tuple[int, ...]) -> None:
    text = with_solutions("0 0 0 0 2 0 0 0", "2 0 0 8 0 0 0 0")
    puzzle = loads(BARS, lattice=lattice)
    there = replace(puzzle, board=Board.of((x + 5, *y) for x in range(3)))
    for shift, board in ((0, puzzle), (5, there)):
        solutions = [
            Solution.of([Placement("S2", ((a, *y), (a + 1, *y))), Placement("S3", ((b, *y),))])
            for a, b in ((shift, shift + 2), (shift + 1, shift))
        ]
        assert saved_solutions(text, board) == solutions
        assert not any(faults(board, one) for one in solutions)


def test_assemblies_of_one_of_several_problems() -> None:
    puzzle, text = loads(BARS, lattice="square"), with_solutions("0 0 0 0 2 0 0 0")
    assert len(saved_solutions(text, puzzle, 7)) == 1  # the only problem
    twice = re.sub("<problem>.*</problem>", r"\g<0>\g<0>", text, flags=re.DOTALL)
    assert len(saved_solutions(twice, puzzle, 2)) == 1
    with pytest.raises(FormatError, match="there is no problem 3"):
        saved_solutions(twice, puzzle, 3)
    with pytest.raises(FormatError, match="are on the lattice prism, the puzzle is on square"):
        saved_solutions(text.replace('gridType type="0"', 'gridType type="1"'), puzzle)


@pytest.mark.parametrize(
    ("assembly", "words"),
    [
        ("0 0 0 0 0 0 0", "the assembly ends with its piece 2, 'S3'; expected 'x', or four whole numbers"),
        ("0 0 0 0", "the assembly ends with its piece 2, 'S3'"),
        ("0 0 0 0 2 0 0 0 7", "goes on with '7' after its 2 pieces"),
        ("0 0 0 0 2 0 0 one", "'one' is in <assembly>; expected 'x', or four"),
    ],
)
def test_assemblies_that_are_none(assembly: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        saved_assemblies(with_solutions(assembly))
    assert words in str(caught.value) and caught.value.line == 4


@pytest.mark.parametrize(
    ("assembly", "reason"),
    [
        ("0 0 0 0 1 0 0 0", "cell (1, 0, 0) is covered by 'S2' and by 'S3'"),
        ("2 0 0 0 0 0 0 0", "piece 'S2' at 2 0 0 0 does not lie on cells of the result"),
        ("0 0 0 48 2 0 0 0", "at 0 0 0 48 does not lie"),
        ("0 0 0 -1 2 0 0 0", "at 0 0 0 -1 does not lie"),
        ("x 2 0 0 0", "cell (0, 0, 0) is not covered"),
    ],
)
@pytest.mark.parametrize("version", ["1", "2"])
def test_assemblies_that_cannot_be_placed_are_left_out(assembly: str, reason: str, version: str) -> None:
    """With one warning; where the assemblies themselves are read as solutions, the first is an error."""
    right = "0 0 0 0 2 0 0 0"
    text = with_solutions(assembly, right, assembly).replace('version="2"', f'version="{version}"')
    with pytest.warns(FormatWarning) as caught:
        (saved,) = saved_assemblies(text)
    (message,) = (str(warning.message) for warning in caught)
    assert message.startswith("2 of 3 saved assemblies cannot be placed and are left out; in line 4, ")
    assert reason in message and saved_assemblies(with_solutions(right)) == (saved,)
    with pytest.raises(FormatError, match=r"line 4, column \d+: this assembly is no solution: ") as error:
        saved_solutions(text, loads(BARS, lattice="cube"))
    assert reason in str(error.value)


def test_places_of_version_1_are_corners_of_boxes() -> None:
    """A bent piece turned by each transformation, which stands at the corner of the box that it then has."""
    grid = GRIDS["0"]
    bent = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0))
    for number in range(len(grid.transformations)):
        images = grid.transformed(number, (0, 0, 0), bent)
        assert images is not None
        turned = sorted(subtract(cell, CUBE.anchor(images[1:])) for cell in images[1:])
        x, y, z = (max(column) + 1 for column in zip(*turned, strict=True))
        rest = "".join(
            "_" if (i, j, k) in turned else "#" for k in range(z) for j in range(y) for i in range(x)
        )
        text = burr(f"{x}x{y}x{z} {'#' * (x * y * z)}", "3x2x1 ####__", f"{x}x{y}x{z} {rest}")
        corner = CUBE.anchor(set(product(range(x), range(y), range(z))) - set(turned))
        places = f"0 0 0 {number} {' '.join(map(str, corner))} 0"
        solution = f"<solution><assembly>{places}</assembly></solution>"
        text = text.replace("</problem>", f"<solutions>{solution}</solutions></problem>")
        (saved,) = saved_assemblies(
            text.replace('version="2"', 'version="1"').replace('<gridType type="0"/>', "")
        )
        assert saved.copies[0] == Placement("S2", tuple(turned))


def test_places_of_early_files_of_prisms_are_vertices() -> None:
    """A piece turned by each transformation about a vertex of its first cell, computed with decimals."""
    height = math.sqrt(3) / 2
    at = (6, 4, 2)

    def turned(number: int, x: int, y: int, z: int) -> Cell:
        angle = math.radians(60 * (number % 6))
        right, up, above = (x + 1) / 2, (y + (2 / 3 if (x + y) % 2 else 1 / 3)) * height, z + 1 / 2
        if number >= 6:
            right, above = -right, -above
        right, up = (
            right * math.cos(angle) - up * math.sin(angle),
            right * math.sin(angle) + up * math.cos(angle),
        )
        steps = round(2 * right) - 1, math.floor(up / height), math.floor(above)
        return add(at, steps)

    for number in range(12):
        cells = {turned(number, *cell) for cell in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1))}
        box = [(x, y, z) for z in range(5) for y in range(8) for x in range(13)]
        rest = "".join("_" if cell in cells else "#" for cell in box)
        text = burr(f"13x8x5 {'#' * len(box)}", "2x2x2 ##_#_#__", f"13x8x5 {rest}", grid="1")
        places = f"{' '.join(map(str, at))} {number} 0 0 0 0"
        solution = f"<solutions><solution><assembly>{places}</assembly></solution></solutions>"
        (saved,) = saved_assemblies(text.replace("</problem>", f"{solution}</problem>"))
        assert saved.copies[0] is not None
        assert {GRIDS["1"].place(cell) for cell in saved.copies[0].cells} == cells


def test_an_assembly_has_as_many_pieces_as_the_result_has_cells() -> None:
    cubes = burr("10x10x12 " + "#" * 1200, "1x1x1 #").replace('count="1"', 'count="1200"')
    words = " ".join(f"{x} {y} {z} 0" for x, y, z in product(range(10), range(10), range(12)))
    listed = f"<solutions><solution><assembly>{words}</assembly></solution></solutions></problem>"
    (saved,) = saved_assemblies(cubes.replace("</problem>", listed))
    assert len(saved.solution.placements) == 1200


def test_copies_that_a_file_allows_take_no_memory() -> None:
    text = with_solutions("0 0 0 0").replace('count="1"', 'min="0" max="1000000"')
    tracemalloc.start()
    with pytest.raises(FormatError, match="the assembly ends with its piece 2, 'S2'"):
        saved_assemblies(text)
    assert tracemalloc.get_traced_memory()[1] < 4_000_000  # bytes; a list of the copies has 16 million
    tracemalloc.stop()


def test_separations_are_moves_from_the_assembly() -> None:
    moves = (
        "<separation><pieces count='2'>0 1</pieces><state><dx>0 2</dx><dy>0 0</dy><dz>0 0</dz></state>"
        "<state><dx>0 3</dx><dy>0 0</dy><dz>0 1</dz></state>"
        "<separation type='left'><pieces count='1'>0</pieces>"
        "<state><dx>0</dx><dy>0</dy><dz>0</dz></state></separation></separation>"
    )
    text = with_solutions("0 0 0 0 2 0 0 0").replace("</assembly>", f"</assembly>{moves}")
    (saved,) = saved_assemblies(text)
    still = ((0, 0, 0), (0, 0, 0))
    left = SavedSeparation((0,), (((0, 0, 0),),))
    assert saved.separation == SavedSeparation((0, 1), (still, ((0, 0, 0), (1, 0, 1))), left)
    assert saved_assemblies(rewrite(text)) == (saved,)
    for old, new, words in (
        ("0 1</pieces>", "0 2</pieces>", "expected different numbers of pieces"),
        ("<dx>0 2</dx>", "<dx>0</dx>", "<dx> has 1 numbers; expected 2"),
        ("<dx>0 2</dx>", "<dx>0 x</dx>", "'x' is in <dx>; expected whole numbers"),
        ("type='left'", "type='right'", "expected one 'left', one 'removed'"),
        ("<pieces count='1'>0</pieces>", "", "no <pieces>"),
    ):
        with pytest.raises(FormatError) as caught:
            saved_assemblies(text.replace(old, new))
        assert words in str(caught.value)


@st.composite
def cut_problems(draw: st.DrawFn, grid: Grid) -> SavedProblem:
    """A result cut at random into pieces, in other positions, with the cut as its assembly."""
    dice = draw(st.randoms(use_true_random=False))
    lattice = grid.lattice
    cells = sorted(random_polyform(dice, lattice, draw(st.integers(2, 12))))
    parts: dict[int, list[tuple[int, ...]]] = {}
    for cell in cells:
        parts.setdefault(dice.randrange(3), []).append(cell)
    placed = []
    for number, part in enumerate(parts.values()):
        image = dice.choice(
            [image for turn in grid.transformations if (image := turn.image(part)) is not None]
        )
        piece = Piece.of(f"p{number}", image, lattice=lattice, motions="rotation")
        placed.append((piece, Placement(piece.name, tuple(part))))
    pieces = tuple(piece for piece, _ in placed)
    puzzle = Puzzle(Board.of(cells), pieces, "title", lattice=lattice, mirrors=True)
    assert merge_copies(pieces, lattice)
    move = lattice.anchor([add(cell, (30, 0, 0)) for cell in lattice.classes[:1]])
    still = tuple((0, 0, 0) for _ in placed)
    moved = (*still[:-1], move)
    separation = SavedSeparation(tuple(range(len(placed))), (still, moved)) if draw(st.booleans()) else None
    assembly = SavedAssembly(tuple(placement for _, placement in placed), separation)
    return SavedProblem(puzzle, draw(st.sampled_from(["", "one"])), (assembly,))


@grids
@given(data=st.data())
def test_written_assemblies_come_back(grid: Grid, data: st.DataObject) -> None:
    """Up to the position of the result, which is moved to the corner of its box."""
    problem = data.draw(cut_problems(grid))
    text = dumps_problems([problem, replace(problem, name="two", assemblies=())])
    first, second = saved_problems(text)
    assert (first.name, second.name) == (problem.name, "two")
    assert problem_names(text) == (problem.name, "two")
    assert first.puzzle.pieces == problem.puzzle.pieces == second.puzzle.pieces
    (there,), (here,) = first.assemblies, problem.assemblies
    assert there.separation == here.separation and second.assemblies == ()
    shifts = {
        tuple(b - a for a, b in zip(one.cells[0], other.cells[0], strict=True))
        for one, other in zip(here.copies, there.copies, strict=True)
        if one and other
    }
    assert len(shifts) == 1
    assert rewrite(text) == text


@grids
@given(data=st.data())
def test_assemblies_may_be_made_ready_before_the_file(grid: Grid, data: st.DataObject) -> None:
    problem = data.draw(cut_problems(grid))
    elements = "\n".join(assembly_writer(problem.puzzle).lines(problem.assemblies[0]))
    ready = replace(problem, assemblies=(), written=(elements,))
    text = dumps_problems([problem])
    assert dumps_problems([ready]) == text
    whole = WholeFile.read(text)
    elements = "\n".join(whole.assembly_writer(1).lines(whole.problems[0].assemblies[0]))
    assert whole.text({1: replace(ready, written=(elements,))}) == text


def test_saved_numbers_come_back() -> None:
    numbered = BARS.replace("<problem>", '<problem name="bars" state="2" assemblies="1" solutions="0">')
    (problem,) = saved_problems(rewrite(numbered))
    assert problem.puzzle.expect == (Expected("unique", 1, "saved by BurrTools"),)
    assert (problem.name, problem.solutions) == ("bars", 0)


def test_names_of_problems_and_results_are_kept_and_no_comment_is_made_of_them() -> None:
    text = burr("2x1x1 ##", "1x1x1 #").replace("<problem>", '<problem name="one">')
    text = text.replace('<voxel x="2"', '<voxel name="box" x="2"')
    written = rewrite(text)
    assert '<problem name="one"' in written and '<voxel name="box" x="2"' in written
    assert "<comment/>" in written and rewrite(written) == written
    for start in ("<comment>", '<comment popup="">'):
        comment = f"{start}one\nby hand</comment>"
        assert comment in rewrite(text.replace("</puzzle>", f"{comment}</puzzle>"))


def test_shapes_are_kept_as_they_are_and_unused_ones_too() -> None:
    """With their order, their empty margins, and the hotspots about which assemblies turn them."""
    shapes = (
        '<voxel x="1" y="1" z="1" weight="2" name="&lt;spare&gt;" type="0">#</voxel>\n'
        '<voxel x="3" y="2" z="1" hx="1" hy="0" hz="-2" type="0">__' + "####</voxel>\n"
        '<voxel x="1" y="1" z="1" name="twin" type="0">#</voxel>\n'
        '<voxel x="4" y="1" z="1" name="twin" type="0">_##_</voxel>\n'
        '<voxel x="3" y="3" z="1" type="0">__' + "_#####_</voxel>"
    )
    used = '<shape id="3" count="1"/>\n<shape id="2" count="2"/>'
    saved = "<solutions><solution><assembly>{}</assembly></solution></solutions>"
    text = burr(
        "1x1x1 #", "1x1x1 #", problem="<problem><shapes>" + used + "</shapes><result id='1'/>{}</problem>"
    )
    text = re.sub("<voxel.*</voxel>", shapes, text)
    saveds = saved_assemblies(text.format(saved.format("-1 1 0 0 2 0 0 0 2 1 0 0")))
    written = rewrite(text.format(saved.format("-1 1 0 0 2 0 0 0 2 1 0 0")))
    assert shapes in written and used in written and "<assembly>-1 1 0 0 " in written
    assert saved_assemblies(written) == saveds and rewrite(written) == written
    with pytest.raises(FormatError, match="expected"):
        rewrite(text.format("").replace('type="0">#<', 'type="0">?<', 1))


def test_what_burrtools_keeps_of_an_assembly_without_its_separation_is_kept() -> None:
    saved = "<assembly>0 0 0 0 2 0 0 0</assembly>\n<separationInfo>1 2 0 0</separationInfo>"
    solution = f'<solution asmNum="7" solNum="3">\n{saved}\n</solution>'
    text = BARS.replace(
        "</problem>", f"<solutions>{solution}<solution>{saved}</solution></solutions></problem>"
    )
    first, second = saved_assemblies(text)
    assert (first.numbers, first.levels) == ({"asmNum": "7", "solNum": "3"}, "1 2 0 0")
    assert second.numbers == {} and second.levels == first.levels
    written = rewrite(text)
    assert solution in written and f"<solution>\n{saved}\n</solution>" in written


def test_colours_on_the_screen_are_kept() -> None:
    colours = (
        '<colors>\n<color red="1" green="2" blue="3"/>\n<color red="4" green="5" blue="255"/>\n</colors>'
    )
    text = burr("2x1x1 #1#", "2x1x1 #1#").replace("<shapes>", f"{colours}<shapes>", 1)
    assert colours in rewrite(text)
    with pytest.raises(FormatError, match="'blue' is '256'; expected a whole number from 0 to 255"):
        rewrite(text.replace("255", "256"))
    with pytest.raises(FormatError, match="no attribute 'green'"):
        rewrite(text.replace(' green="2"', ""))


def test_what_cannot_be_written_together() -> None:
    cubes = Puzzle(Board.of([(0, 0, 0)]), (), lattice=CUBE)
    spheres = Puzzle(Board.of([(0, 0, 0)]), (), lattice=SPHERE)
    with pytest.raises(UnsupportedError, match="these problems are on several"):
        dumps_problems([SavedProblem(cubes), SavedProblem(spheres)])
    with pytest.raises(UnsupportedError, match="no problem to write"):
        dumps_problems([])
    bar = Piece.of("bar", [(0, 0, 0), (1, 0, 0)], lattice=CUBE, motions="rotation")
    puzzle = Puzzle(Board.of([(0, 0, 0), (1, 0, 0)]), (bar,), lattice=CUBE)
    apart = SavedAssembly((Placement("bar", ((0, 0, 0), (2, 0, 0))),))
    with pytest.raises(PuzzleError, match="'bar' where no rotation and translation lays it"):
        dumps_problems([SavedProblem(puzzle, "", (apart,))])


def test_layers_of_spheres_are_turned_by_all_transformations() -> None:
    """Half a turn of a hexagonal layer, for a piece that no rotation of a cube turns so."""
    flat = [(0, 0, 0), (1, -1, 0), (2, -2, 0), (2, -1, -1), (3, -2, -1), (4, -2, -2)]
    half = [(-x, -y, -z) for x, y, z in flat]
    piece = Piece.of("flat", flat, lattice=SPHERE, motions="rotation")
    puzzle = Puzzle(Board.of(half), (piece,), lattice=SPHERE)
    (solution,) = tilewright.solutions(puzzle)
    text = dumps_problems([SavedProblem(puzzle, "", (SavedAssembly(tuple(solution.placements)),))])
    ((saved,),) = (problem.assemblies for problem in saved_problems(text))
    (placement,) = saved.solution.placements
    assert SPHERE.normalise(placement.cells) == SPHERE.normalise(half)
    number = re.search("<assembly>.* ([0-9]+)</assembly>", text)
    assert number is not None and int(number[1]) >= 24


@pytest.mark.parametrize(
    ("number", "matrix"),
    [
        (17, [(3, 0, 0), (0, -3, 0), (0, 0, -3)]),
        (24, [(1, 2, 2), (-2, -1, 2), (2, -2, 1)]),
        (28, [(-1, -2, 2), (2, 1, 2), (-2, 2, 1)]),
        (47, [(1, -2, 2), (-2, 1, 2), (-2, -2, -1)]),
        (60, [(-1, 2, 2), (2, -1, 2), (2, 2, -1)]),
        (119, [(-2, 1, 2), (-1, 2, -2), (-2, -2, -1)]),
        (120, [(-3, 0, 0), (0, 3, 0), (0, 0, 3)]),
        (144, [(-1, 2, 2), (2, -1, 2), (-2, -2, 1)]),
    ],
)
def test_transformations_of_spheres(number: int, matrix: list[tuple[int, ...]]) -> None:
    """Three times the matrices that BurrTools has for them (its sources, ``tabs_2``)."""
    cells = [(0, 0, 0), (3, 3, 0), (3, 0, 3), (0, 3, 3), (6, 0, 0)]
    wanted = [tuple(sum(map(mul, row, cell)) // 3 for row in matrix) for cell in cells]
    first, *value = GRIDS["2"].transformed(number, cells[1], cells) or []
    assert [tuple(map(sub, cell, value[0])) for cell in value] == wanted and first == value[1]


def test_every_motion_has_one_number() -> None:
    for grid in GRIDS.values():
        motions = grid.lattice.motions["rotation"]
        assert len(grid.transformations) == len(motions)
        assert grid.number == "1" or set(grid.transformations) == set(motions)
        assert grid.transformed(2 * len(motions), (0, 0, 0), [(0, 0, 0)]) is None


def test_a_hotspot_beside_the_spheres_is_rounded() -> None:
    """Number 60 carries (1, 1, 0) from the first sphere to a third of (1, 1, 4)."""
    cells = [(2, -2, 0), (3, -3, 0)]
    (hotspot, *positions) = GRIDS["2"].transformed(60, (3, -1, 0), cells) or []
    assert tuple(map(sub, hotspot, positions[0])) == (0, 0, 1)
