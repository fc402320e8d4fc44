from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given

from support.puzzle_cases import drawn, piece, priced_puzzles, puzzles, rectangle
from tilewright import testing
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.exact_cover import translation as covers
from tilewright.exact_cover.translation import MAX_TOTAL, CoverProblem, Holes, Junction, to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import CUBE, LATTICES, STICK, Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import MAX_COST, Board, Piece, Placement, Puzzle, Solution
from tilewright.solve.engines.reference import solutions
from tilewright.testing import reference_solutions


def test_placements_of_a_piece_are_counted_once() -> None:
    for text, count in (("##", 12), ("## ##", 4), ("#. ##", 16), ("###", 6), (".#. ### .#.", 1)):
        puzzle = Puzzle(rectangle(3, 3), (piece("p", text),))
        assert len(to_cover(puzzle).placements) == count, text


@given(puzzles())
def test_placements_lie_wherever_their_cells_fit(puzzle: Puzzle) -> None:
    """By laying each orientation on each cell."""
    found = to_cover(puzzle).placements
    assert len(found) == len(set(found))
    assert set(found) == set(laid_everywhere(puzzle))


@pytest.mark.parametrize("name", ["triangle", "stick", "hexagon", "cube"])
def test_placements_on_other_lattices(name: str) -> None:
    lattice = LATTICES[name]
    cells: set[Cell] = set(lattice.classes)
    for _ in range(3):
        cells |= {near for cell in cells for near in lattice.neighbours(cell)}
    held = sorted(cells)
    board = Board.of({cell: "ab"[k % 2] if k % 3 else "" for k, cell in enumerate(held)})
    plain = Piece.of("plain", lattice.components(held)[0][:4], lattice=lattice)
    painted = Piece.of("painted", dict(zip(held[:2], "ab", strict=True)), lattice=lattice, copies=(0, 1))
    puzzle = Puzzle(board, (plain, painted), lattice=lattice)
    found = to_cover(puzzle).placements
    assert len(found) == len(set(found))
    assert set(found) == set(laid_everywhere(puzzle))
    assert {placement.piece for placement in found} == {"plain", "painted"}


def test_cells_that_are_far_apart_are_no_neighbours() -> None:
    far = 10**9
    board = Board.of([(0, 0), (1, 0), (far, 0), (0, far), (far, far), (far, far - 1)])
    wide = Piece.of("wide", [(0, 0), (far, far - 1)], copies=(0, 1))
    wider = Piece.of("wider", [(0, 0), (far + 1, 0)], copies=(0, 1))
    puzzle = Puzzle(board, (piece("I2", "##", copies=(0, 3)), wide, wider))
    found = to_cover(puzzle).placements
    assert found == tuple(laid_everywhere(puzzle))
    assert [placement.piece for placement in found] == ["I2", "I2", "wide", "wide"]


def laid_everywhere(puzzle: Puzzle) -> list[Placement]:
    """Every placement, by the puzzle's own word on what fits."""
    found: dict[Placement, None] = {}
    for held in puzzle.pieces:
        for pairs in held.orientations(puzzle.lattice) if held.max_copies else ():
            origin = pairs[0][0]
            for start in sorted(puzzle.board.cells):
                away = subtract(start, origin)
                cells = tuple(add(cell, away) for cell, _ in pairs)
                if puzzle.lattice.is_translation(away) and puzzle.fits(held, cells):
                    found.setdefault(Placement(held.name, cells))
    return list(found)


def test_motions_limit_the_placements() -> None:
    counts = {
        mode: len(to_cover(Puzzle(rectangle(4, 4), (piece("L", "### #..", motions=mode),))).placements)
        for mode in ("fixed", "rotation", "reflection", "all")
    }
    assert counts == {"fixed": 6, "rotation": 24, "reflection": 24, "all": 48}


def test_colours_must_agree_unless_one_is_missing() -> None:
    board = Board.of({(0, 0): "a", (1, 0): "b", (2, 0): ""})
    coloured = Piece.of("p", {(0, 0): "a", (1, 0): "b"}, motions="fixed")
    assert to_cover(Puzzle(board, (coloured,))).placements == (Placement("p", ((0, 0), (1, 0))),)
    half = Piece.of("p", {(0, 0): "b", (1, 0): ""}, motions="fixed")
    assert to_cover(Puzzle(board, (half,))).placements == (Placement("p", ((1, 0), (2, 0))),)


def test_pieces_whose_number_cannot_be_wrong_are_no_items() -> None:
    domino = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),))
    assert len(to_cover(domino).problem.items) == 16
    many = Puzzle(rectangle(3, 1), (piece("a", "#", copies=(0, 3)), piece("b", "##", copies=(0, 1))))
    assert to_cover(many).problem.items[3:] == ("b",)
    too_many = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=9),))
    assert to_cover(too_many).problem.bounds[-1] == (9, 9)


def test_pieces_without_copies_are_neither_items_nor_options() -> None:
    none, some = piece("none", "###", copies=(0, 0)), piece("some", "##", copies=2)
    cover = to_cover(Puzzle(rectangle(4, 1), (none, some)))
    assert {placement.piece for placement in cover.placements} == {"some"}
    assert len(cover.problem.items) == 4  # the number of the only piece cannot be wrong


def test_which_numbers_cannot_be_wrong() -> None:
    enough = Puzzle(rectangle(5, 1), (piece("o", "#", copies=5), piece("I", "##", copies=(0, 3))))
    assert to_cover(enough).keys[5:] == ("o",)
    other = Puzzle(rectangle(3, 1), (piece("I", "##", copies=(1, 2)), piece("o", "#", copies=(0, 1))))
    assert to_cover(other).keys[3:] == ("I", "o")


@given(testing.puzzles())
def test_options_cover_what_their_placements_cover(puzzle: Puzzle) -> None:
    """On all lattices: cells, pieces that are items, and junctions that two placements pass."""
    cover = to_cover(puzzle)

    def place(placement: Placement) -> tuple[str, tuple[Cell, ...]]:
        return placement.piece, placement.cells

    laid = sorted(laid_everywhere(puzzle), key=place)
    assert cover.puzzle is puzzle and sorted(cover.placements, key=place) == laid
    passed = [
        set() if puzzle.crossings else set(puzzle.lattice.passed(placement.cells))
        for placement in cover.placements
    ]
    shared = {point for k, points in enumerate(passed) for other in passed[:k] for point in points & other}
    assert [key for key in cover.keys if isinstance(key, Junction)] == [Junction(at) for at in sorted(shared)]
    wanted = [
        {*placement.cells, placement.piece, *(Junction(at) for at in points & shared)} & set(cover.keys)
        for placement, points in zip(cover.placements, passed, strict=True)
    ]
    wanted += [{cell, Holes()} for cell in cover.holes]
    assert [{cover.keys[item] for item, _ in option} for option in cover.problem.options] == wanted
    for option in cover.problem.options:
        assert list(option) == sorted(option) and not any(colour for _, colour in option)


def test_junctions_are_items_where_two_placements_pass() -> None:
    size = range(0, 9, 2)
    cells = [(x + 1, y) for x in size[:-1] for y in size] + [(x, y + 1) for x in size for y in size[:-1]]
    long = Piece.of("I", [(1, 0), (3, 0)], lattice=STICK, copies=(0, 20))
    puzzle = Puzzle(Board.of([], cells), (long,), lattice=STICK, crossings=False)
    inner = [(x, y) for x in size[1:-1] for y in size[1:-1]]
    found = [key.at for key in to_cover(puzzle).keys if isinstance(key, Junction)]
    assert found == sorted(inner)


def test_placements_on_flat_boards_in_space() -> None:
    for spans in ((9, 1, 4), (1, 9, 4), (9, 4, 1)):
        cells = [(x, y, z) for x in range(spans[0]) for y in range(spans[1]) for z in range(spans[2])]
        pieces = [Piece.of("I", [(0, 0, 0), (1, 0, 0), (2, 0, 0)], lattice=CUBE, copies=(0, 12))]
        puzzle = Puzzle(Board.of(cells), pieces, lattice=CUBE)
        assert to_cover(puzzle).placements == tuple(laid_everywhere(puzzle))


def test_a_puzzle_without_cells_is_its_own_cover() -> None:
    items = [Item("p"), Item("q", 0, 2), Item("s", primary=False), Item("t", primary=False)]
    options = [
        Option([("s", "red"), ("q", ""), ("p", "")], "A", 5),
        Option([("p", ""), ("t", "blue")], "B", -1),
    ]
    options.append(Option([("q", ""), ("s", "blue"), ("t", "")], "C"))
    puzzle = ExactCoverPuzzle(items, options)
    cover = to_cover(puzzle)
    assert cover.problem == CoverProblem(
        ("p", "q", "s", "t"),
        ((1, 1), (0, 2)),
        (((0, 0), (1, 0), (2, 1)), ((0, 0), (3, 2)), ((1, 0), (2, 2), (3, 0))),
        costs=(5, -1, 0),
    )
    assert cover.puzzle is puzzle and cover.forced == () and cover.keys == ()
    assert tuple(cover.placements) == tuple(puzzle.placement(number) for number in range(3))
    free = ExactCoverPuzzle(items, [replace(option, cost=0) for option in options])
    assert to_cover(free).problem.costs == ()


def test_found_solutions_know_their_puzzle_and_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(2, 2), (piece("I", "##", copies=2),))
    cover = to_cover(puzzle)
    right = next(solutions(cover.problem, cover.forced))
    assert cover.solution(right).puzzle is puzzle
    assert list(cover.verified("test", [right])) == [cover.solution(right)]
    with pytest.raises(RuntimeError) as refused:
        list(cover.verified("test", [right, right[:1]]))
    missing = [cell for cell in puzzle.board.required if cell not in cover.placements[right[0]].cells]
    wrong = "; ".join(f"cell {cell} is not covered" for cell in missing)
    wrong += "; piece 'I' is used 1 time; expected 2"
    assert str(refused.value) == f"the engine 'test' gave a wrong solution: {wrong}"
    monkeypatch.setattr("tilewright.model.verification.faults", lambda puzzle, solution: [])
    with pytest.raises(RuntimeError) as refused:
        list(cover.verified("test", [right[:1]]))
    assert str(refused.value).endswith("gave a wrong solution: the fast checker refuses it")


def test_pieces_that_may_stay_out_are_secondary_when_they_can_be() -> None:
    board = Board.of([(0, 0), (1, 0)], [(2, 0)])
    inside = Puzzle(board, (piece("a", "##", copies=(0, 1)), piece("b", "#", copies=(0, 2))))
    problem = to_cover(inside).problem
    assert problem.bounds == ((1, 1), (1, 1), (0, 2))  # b may lie on the optional cell alone
    assert problem.items == ("(0, 0)", "(1, 0)", "b", "a", "(2, 0)")


@given(puzzles())
def test_covers_are_the_puzzles_solutions(puzzle: Puzzle) -> None:
    """The reference goes from cell to cell and knows no item."""
    cover = to_cover(puzzle)
    if len(cover.placements) > 28:
        return
    found = {cover.solution(options) for options in solutions(cover.problem, cover.forced)}
    assert found == set(reference_solutions(puzzle))
    for solution in found:
        assert cover.solution(cover.options(solution)) == solution
        assert solution == Solution.of(reversed(solution.placements))


@given(puzzles())
def test_near_items_are_neighbouring_cells(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    cells = {item: key for item, key in enumerate(cover.keys) if not isinstance(key, str | Holes)}
    assert set(cells.values()) == puzzle.board.cells
    for item, row in enumerate(cover.problem.near):
        cell = cells.get(item)
        assert not isinstance(cell, Junction)
        near = set(puzzle.lattice.neighbours(cell)) & puzzle.board.cells if cell else set()
        assert {cells[other] for other in row} == near


def test_forced_placements_are_options() -> None:
    forced = Placement("a", ((1, 0), (0, 0)))  # in any order
    cover = to_cover(Puzzle(Board.of(drawn("###"), forced=[forced]), (piece("a", "##"), piece("b", "#"))))
    assert [cover.placements[o].cells for o in cover.forced] == [((0, 0), (1, 0))]


def test_a_solution_with_an_unknown_placement_has_no_options() -> None:
    cover = to_cover(Puzzle(rectangle(2, 1), (piece("a", "##"),)))
    with pytest.raises(PuzzleError, match="no such placement"):
        cover.options(Solution.of([Placement("a", ((0, 0), (0, 1)))]))


def test_too_many_placements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covers, "MAX_OPTIONS", 10)
    with pytest.raises(UnsupportedError, match="more than 10 placements"):
        to_cover(Puzzle(rectangle(4, 4), (piece("a", "##"),)))


def test_as_many_placements_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = (piece("a", "##", motions="fixed"), piece("b", "# #", motions="fixed"))
    monkeypatch.setattr(covers, "MAX_OPTIONS", 12)
    assert len(to_cover(Puzzle(rectangle(3, 3), pieces)).placements) == 12
    made: list[Placement] = []

    def note(name: str, cells: tuple[Cell, ...]) -> Placement:
        made.append(Placement(name, cells))
        return made[-1]

    monkeypatch.setattr(covers, "MAX_OPTIONS", 10)
    monkeypatch.setattr(covers, "Placement", note)
    with pytest.raises(UnsupportedError, match="more than 10 placements"):
        to_cover(Puzzle(rectangle(3, 3), pieces))
    assert made == []  # no memory is taken


def test_too_many_cells_of_placements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("a", "##"),))  # 24 placements
    monkeypatch.setattr(covers, "MAX_PLACED_CELLS", 48)
    assert len(to_cover(puzzle).placements) == 24
    monkeypatch.setattr(covers, "MAX_PLACED_CELLS", 47)
    with pytest.raises(UnsupportedError, match="more than 47 cells"):
        to_cover(puzzle)


def test_too_many_placements_are_refused_before_they_take_memory() -> None:
    cells = Piece.of("cell", [(0, 0)])
    puzzle = Puzzle(rectangle(100, 200), tuple(replace(cells, name=f"p{k}") for k in range(20_000)))
    tracemalloc.start()
    with pytest.raises(UnsupportedError, match="more than 4,000,000 placements"):
        to_cover(puzzle)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


@pytest.mark.parametrize("chosen", [(1, 2), (0,), (0, 0), (0, 9), (0, -1)])
def test_what_is_no_solution_of_a_problem_is_refused(chosen: tuple[int, ...]) -> None:
    options = (((0, 0), (2, 1)), ((0, 0), (2, 0)), ((1, 0), (2, 2)), ((1, 0), (2, 1)))
    problem = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1)), options)
    problem.check_solution((0, 3))
    with pytest.raises(ValueError):
        problem.check_solution(chosen)


@pytest.mark.parametrize(
    ("bounds", "options", "words"),
    [
        (((1, 0),), (), "an item is to be covered 1 to 0 times; expected 0 <= least <= most"),
        (((1, 1, 1),), (), "the bounds of an item are (1, 1, 1); expected (least, most)"),
        ((7,), (), "the bounds of an item are 7; expected (least, most)"),
        (((1, 1),), (((0, 0), (0, 0)),), "option 0 names an item twice"),
        (((1, 1),), (((0, 0), (1, 1), (1, 2)),), "option 0 names an item twice"),
        (
            ((1, 1),),
            (((0, 0),), ((1, 0),)),
            "option 1 has no primary item; the first items, as many as there are bounds (1), are primary",
        ),
        (
            ((1, 1),),
            ((),),
            "option 0 has no primary item; the first items, as many as there are bounds (1), are primary",
        ),
        (((1, 1),), (((0, 0), (7, 0)),), "option 0 names item 7; there are 2"),
        (((1, 1),), (((0, 0), (2, 0)),), "option 0 names item 2; there are 2"),
        (((1, 1),), (((0, 0), (-1, 0)),), "option 0 names item -1; there are 2"),
        (((1, 1),), (((0, 3),),), "option 0 gives the primary item 0 a colour"),
        (((1, 1),), (((0, 0), (1, 2)), ((0, 3),)), "option 1 gives the primary item 0 a colour"),
        (((1, 1),), (((0, 0), (1, -1)),), "option 0 gives item 1 the colour -1; expected 0 or more"),
        (((1, 1),) * 3, (), "a cover problem has more bounds than items"),
    ],
)
def test_problems_that_contradict_themselves(
    bounds: tuple[tuple[int, int], ...], options: tuple[tuple[tuple[int, int], ...], ...], words: str
) -> None:
    with pytest.raises(PuzzleError) as refused:
        CoverProblem(("a", "b"), bounds, options)
    assert str(refused.value) == words


def test_the_digest_tells_problems_apart() -> None:
    one = CoverProblem(("a", "b"), ((1, 1),), (((0, 0),),))
    assert one.digest == CoverProblem(("x", "y"), ((1, 1),), (((0, 0),),)).digest
    assert one.digest != CoverProblem(("a", "b"), ((0, 1),), (((0, 0),),)).digest
    assert one.digest != CoverProblem(("a", "b"), ((1, 1),), (((0, 0), (1, 0)),)).digest


@given(priced_puzzles())
def test_options_cost_what_their_placements_cost(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    costs = [*map(puzzle.cost_of, cover.placements), *[0] * len(cover.holes)]
    assert list(cover.problem.costs) == (costs if any(costs) else [])
    bare = to_cover(replace(puzzle, board=replace(puzzle.board, cell_costs={}), costs=()))
    assert bare.problem.options == cover.problem.options


def test_costs_of_pieces_that_fit_nowhere_are_none() -> None:
    puzzle = Puzzle(rectangle(2, 1), (piece("I", "##"), replace(piece("L", "###", copies=(0, 1)), cost=7)))
    assert puzzle.has_costs and to_cover(puzzle).problem.costs == ()


def test_the_digest_speaks_of_costs_only_where_there_are_any() -> None:
    bare = CoverProblem(("a", "b"), ((1, 1),), (((0, 0),), ((0, 0), (1, 0))))
    assert bare.digest == "e38d72f98c3bd89c6ec8e944ae7310cd724a73d46940a235b32ce40e5f1dbc17"
    assert replace(bare, costs=(1, 2)).digest != bare.digest
    assert replace(bare, costs=(1, 2)).digest != replace(bare, costs=(2, 1)).digest


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ((1,), "1 costs for 2 options"),
        ((1, 1.5), "option 1 has the cost 1.5; expected a whole number"),
        ((False, 0), "option 0 has the cost False"),
        ((0, -MAX_TOTAL - 1), "could add up to more than"),
    ],
)
def test_costs_that_cannot_be(costs: tuple[int, ...], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        CoverProblem(("a",), ((1, 1),), (((0, 0),), ((0, 0),)), (), costs)


def test_costs_add_up_over_items_that_are_covered_often() -> None:
    options = tuple([((0, 0),)] * 8)
    half = MAX_TOTAL // 4
    assert CoverProblem(("a",), ((0, 4),), options, (), (half,) * 8).costs == (half,) * 8
    with pytest.raises(PuzzleError, match="could add up"):
        CoverProblem(("a",), ((0, 5),), options, (), (half,) * 8)
    with pytest.raises(PuzzleError, match="could add up"):
        CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0),), ((1, 0),)), (), (-2 * half - 1,) * 2)


def test_costs_are_charged_to_the_items_that_are_covered_once() -> None:
    def accepted(bounds: tuple[tuple[int, int], ...], options: int, cost: int) -> bool:
        uses = tuple((item, 0) for item in range(len(bounds)))
        costs = (cost,) * options
        try:
            CoverProblem(("a", "b")[: len(bounds)], bounds, (uses,) * options, (), costs)
        except PuzzleError as error:
            assert str(error) == f"the costs of a solution could add up to more than {MAX_TOTAL:,}"
            return False
        return True

    assert accepted(((1, 1), (0, 5)), 5, MAX_TOTAL) and not accepted(((1, 1), (0, 5)), 5, MAX_TOTAL + 1)
    assert accepted(((0, 4),), 3, MAX_TOTAL // 3) and not accepted(((0, 4),), 4, MAX_TOTAL // 3)
    apart = (((0, 0),), ((1, 0),))
    assert CoverProblem(("a", "b"), ((1, 1), (1, 1)), apart, (), (MAX_TOTAL, 0)).costs == (MAX_TOTAL, 0)


def test_the_largest_costs_on_a_large_board_are_accepted() -> None:
    board = Board.of(rectangle(60, 60).required, costs=dict.fromkeys(rectangle(60, 60).required, -MAX_COST))
    cover = to_cover(Puzzle(board, (Piece.of("I", [(0, 0), (1, 0)], copies=(0, 10**6), cost=-MAX_COST),)))
    assert set(cover.problem.costs) == {-3 * MAX_COST}
