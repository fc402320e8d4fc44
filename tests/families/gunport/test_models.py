"""The four models, without solvers: on small boards their solutions are just the arrangements."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from support.model_brute import Pieces, arrangements, boards
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules, pearce
from tilewright.families.gunport.models import MAX_VARIABLES, GunportModel, ModelGrid, build_model
from tilewright.families.gunport.registry import MODELS, ModelChoice, model_name
from tilewright.formats.integer_program import IntegerProgram, total
from tilewright.model.pieces.piece import Piece

PLAIN, STILL = Rules(), Rules(no_slide=True)


def solutions(model: GunportModel) -> list[tuple[int, ...]]:
    """Every solution of a small model, by trying all values."""
    count = len(model.program.names)
    assert count <= 14, "too many to try"
    return [values for values in product((0, 1), repeat=count) if not model.program.violated(values)]


def drawn(model: GunportModel, values: tuple[int, ...]) -> Pieces:
    """The dominoes of a solution, as arrangements have them."""
    return frozenset(tuple(sorted(piece)) for piece in model.pieces(values))


def rectangle(rows: int, columns: int) -> GunportBoard:
    return GunportBoard.rectangle(rows, columns)


SMALL = [rectangle(1, 1), rectangle(1, 4), rectangle(2, 2), rectangle(2, 3), rectangle(3, 2)]


@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.name)
@pytest.mark.parametrize("name", ["position", "monomino"])
def test_each_arrangement_is_one_solution(name: str, board: GunportBoard) -> None:
    model = build_model(ModelChoice(name), board, PLAIN)
    tables = [drawn(model, values) for values in solutions(model)]
    assert len(set(tables)) == len(tables)
    assert set(tables) == set(arrangements(board, PLAIN))


@pytest.mark.parametrize("size", [(1, 2), (1, 3), (1, 4), (2, 2), (1, 5)], ids=str)
def test_domino_index_solutions_are_the_arrangements(size: tuple[int, int]) -> None:
    board = rectangle(*size)
    model = build_model(ModelChoice("domino-index"), board, PLAIN)
    numbers = {drawn(model, values): model.program.value(values) for values in solutions(model)}
    assert numbers == {pieces: len(pieces) for pieces in arrangements(board, PLAIN)}


@pytest.mark.parametrize(
    ("size", "dominoes"), [((1, 4), 1), ((1, 4), 2), ((2, 3), 2), ((1, 6), 2), ((2, 2), 0), ((1, 1), 1)]
)
def test_domino_index_fixed_has_the_arrangements_of_that_many(size: tuple[int, int], dominoes: int) -> None:
    board = rectangle(*size)
    model = build_model(ModelChoice("domino-index-fixed", target=dominoes), board, PLAIN)
    tables = {drawn(model, values) for values in solutions(model)}
    assert tables == {pieces for pieces in arrangements(board, PLAIN) if len(pieces) == dominoes}


def test_domino_index_fixed_takes_its_number_from_the_formula() -> None:
    assert (
        build_model(ModelChoice("domino-index-fixed"), rectangle(5, 7), PLAIN).dominoes == pearce(5, 7) == 12
    )
    ell = GunportBoard(frozenset({(0, 0), (1, 0), (0, 1)}))
    with pytest.raises(UnsupportedError, match="--target"):
        build_model(ModelChoice("domino-index-fixed"), ell, PLAIN)
    assert build_model(ModelChoice("domino-index-fixed", target=1), ell, PLAIN).dominoes == 1


@given(board=boards(most=5))
def test_models_hold_for_boards_of_any_shape(board: GunportBoard) -> None:
    for name, rules in product(("position", "monomino"), (PLAIN, STILL)):
        model = build_model(ModelChoice(name), board, rules)
        if len(model.program.names) <= 12:
            tables = [drawn(model, values) for values in solutions(model)]
            assert sorted(map(sorted, tables)) == sorted(map(sorted, arrangements(board, rules)))


@given(board=boards(most=4))
@settings(max_examples=40)
def test_domino_index_holds_for_boards_of_any_shape(board: GunportBoard) -> None:
    model = build_model(ModelChoice("domino-index"), board, PLAIN)
    if len(model.program.names) <= 12:
        assert {drawn(model, values) for values in solutions(model)} == set(arrangements(board, PLAIN))


@pytest.mark.parametrize("size", [(1, 3), (1, 4), (2, 2), (2, 3), (1, 5)], ids=str)
@pytest.mark.parametrize("name", ["position", "monomino"])
def test_models_without_sliding(name: str, size: tuple[int, int]) -> None:
    board = rectangle(*size)
    model = build_model(ModelChoice(name), board, STILL)
    assert {drawn(model, values) for values in solutions(model)} == set(arrangements(board, STILL))


@pytest.mark.parametrize("size", [(1, 3), (1, 4), (2, 2), (1, 5)], ids=str)
def test_indexed_models_without_sliding(size: tuple[int, int]) -> None:
    board = rectangle(*size)
    every = set(arrangements(board, STILL))
    model = build_model(ModelChoice("domino-index"), board, STILL)
    assert {drawn(model, values) for values in solutions(model)} == every
    for dominoes in range(3):
        model = build_model(ModelChoice("domino-index-fixed", target=dominoes), board, STILL)
        tables = {drawn(model, values) for values in solutions(model)}
        assert tables == {pieces for pieces in every if len(pieces) == dominoes}
    with pytest.raises(UnsupportedError, match="where dominoes may slide"):
        build_model(ModelChoice("domino-index-fixed"), board, STILL)


@pytest.mark.parametrize("name", ["domino-index", "position"])
def test_models_that_minimise_hit_a_target(name: str) -> None:
    board = rectangle(1, 5) if name == "domino-index" else rectangle(2, 3)
    every = set(arrangements(board, PLAIN))
    for dominoes in range(5):
        model = build_model(ModelChoice(name, target=dominoes), board, PLAIN)
        assert (model.counts, model.dominoes, model.program.sense) == ("", dominoes, "")
        tables = {drawn(model, values) for values in solutions(model)}
        assert tables == {pieces for pieces in every if len(pieces) == dominoes}


@pytest.mark.parametrize("size", [(1, 5), (5, 1), (1, 7), (2, 3)], ids=str)
def test_symmetry_keeps_an_image_of_each_arrangement(size: tuple[int, int]) -> None:
    board = rectangle(*size)
    model = build_model(ModelChoice("monomino", symmetry=True), board, PLAIN)
    kept = {drawn(model, values) for values in solutions(model)}
    rows, columns = size

    def turned(pieces: Pieces, *, over: bool, aside: bool) -> Pieces:
        moved = (
            [(columns - 1 - x if aside else x, rows - 1 - y if over else y) for x, y in piece]
            for piece in pieces
        )
        return frozenset(tuple(sorted(piece)) for piece in moved)

    every = set(arrangements(board, PLAIN))
    assert kept <= every
    assert (kept == every) == (size == (2, 3))  # where no half ever has more ports than the other
    images = {turned(p, over=o, aside=a) for p in kept for o in (False, True) for a in (False, True)}
    assert images == every


def test_symmetry_needs_a_board_that_has_it() -> None:
    ell = GunportBoard(frozenset({(0, 0), (1, 0), (0, 1)}))
    with pytest.raises(UnsupportedError, match="upside down"):
        build_model(ModelChoice("monomino", symmetry=True), ell, PLAIN)
    corner = GunportBoard(rectangle(3, 3).cells, ports=frozenset({(0, 1)}))
    with pytest.raises(UnsupportedError, match="left and right"):
        build_model(ModelChoice("monomino", symmetry=True), corner, PLAIN)
    middle = GunportBoard(rectangle(3, 3).cells, ports=frozenset({(1, 1)}))
    assert build_model(ModelChoice("monomino", symmetry=True), middle, PLAIN).counts == "monominoes"


def test_monomino_hits_a_target() -> None:
    board = rectangle(2, 3)
    model = build_model(ModelChoice("monomino", target=2), board, PLAIN)
    assert (model.counts, model.dominoes) == ("", 2)
    tables = {drawn(model, values) for values in solutions(model)}
    assert tables == {pieces for pieces in arrangements(board, PLAIN) if len(pieces) == 2} != set()
    with pytest.raises(UnsupportedError, match=r"up to 80 \(with 27 dominoes: 26 monominoes\)"):
        build_model(ModelChoice("monomino", target=27), rectangle(8, 10), PLAIN)
    with pytest.raises(UnsupportedError, match=r"up to 5 \(with 2 dominoes: 1 monomino\)"):
        build_model(ModelChoice("monomino", target=2), rectangle(1, 5), PLAIN)
    for wrong in (1, 7, 8):
        with pytest.raises(UnsupportedError, match="an even number up to 6"):
            build_model(ModelChoice("monomino", target=wrong), board, PLAIN)


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (lambda: ModelChoice("monominos"), "no model 'monominos'; there are domino-index, "),
        (lambda: ModelChoice("position", symmetry=True), "no symmetry constraints"),
        (lambda: ModelChoice("position", target=-3), "expected 0 or more"),
        (lambda: ModelChoice("monomino", order="mixed"), "no order 'mixed'; there are grouped, interlaced"),
        (
            lambda: ModelChoice("1", order="interlaced"),
            "the model domino-index do not belong to cells; position and monomino can be interlaced",
        ),
        (lambda: ModelChoice("monomino", target=-2), "expected 0 or more"),
    ],
)
def test_what_cannot_be_asked(choice: object, sentence: str) -> None:
    assert callable(choice)
    with pytest.raises(UnsupportedError, match=sentence):
        choice()


@pytest.mark.parametrize("name", MODELS)
def test_models_know_dominoes_only(name: str) -> None:
    trominoes = Rules(Piece.of("I3", [(0, 0), (1, 0), (2, 0)]))
    with pytest.raises(UnsupportedError, match=f"{name} supports dominoes only, not the piece I3"):
        build_model(ModelChoice(name), rectangle(3, 3), trominoes)
    odd = GunportBoard(rectangle(3, 3).cells, frozenset({((0, 0), (1, 1))}))
    with pytest.raises(PuzzleError, match="is not a domino"):
        build_model(ModelChoice(name, target=3 if name.endswith("fixed") else None), odd, PLAIN)


@pytest.mark.parametrize("text", ["4", "mod4", "model 4", "Model4", "MOD-4", " model_4 "])
def test_models_have_their_numbers_of_the_paper(text: str) -> None:
    assert ModelChoice(text) == ModelChoice("monomino")
    assert [model_name(str(number)) for number in (1, 2, 3, 4)] == list(MODELS)
    for wrong in ("0", "5", "44", "mode 4", "4 4", ""):
        assert model_name(wrong) == wrong


def test_variables_stand_kind_by_kind_or_cell_by_cell() -> None:
    def names(model: str, order: str) -> str:
        return " ".join(build_model(ModelChoice(model, order=order), rectangle(2, 2), PLAIN).program.names)

    assert names("monomino", "") == names("monomino", "grouped")
    assert names("monomino", "grouped") == "h_1_1 h_2_1 v_1_1 v_1_2 m_1_1 m_1_2 m_2_1 m_2_2"
    assert names("monomino", "interlaced") == "h_1_1 v_1_1 m_1_1 v_1_2 m_1_2 h_2_1 m_2_1 m_2_2"
    assert names("position", "grouped") == "x_1 x_2 x_3 x_4 y_1_1 y_1_2 y_2_1 y_2_2"
    assert names("position", "interlaced") == "x_1 x_2 y_1_1 x_3 y_1_2 x_4 y_2_1 y_2_2"


@pytest.mark.parametrize("name", ["position", "monomino"])
@given(board=boards(most=5))
@settings(max_examples=30)
def test_the_order_changes_no_solution(name: str, board: GunportBoard) -> None:
    model = build_model(ModelChoice(name, order="interlaced"), board, PLAIN)
    if len(model.program.names) <= 12:
        tables = [drawn(model, values) for values in solutions(model)]
        assert sorted(map(sorted, tables)) == sorted(map(sorted, arrangements(board, PLAIN)))


@pytest.mark.parametrize("name", MODELS)
def test_the_legend_agrees_with_the_arrangements(name: str) -> None:
    """What the sentences say of the variables of a solution is true of its dominoes."""
    target = 2 if name.endswith("fixed") else None
    for order in ("grouped", *(("interlaced",) if MODELS[name].interlaced else ())):
        model = build_model(ModelChoice(name, target=target, order=order), rectangle(2, 2), PLAIN)
        legend = model.legend()
        assert len(legend) == len(set(legend)) == len(model.program.names)
        for values in (values for values in solutions(model) if len(values) <= 14):
            dominoes = drawn(model, values)
            expected = set()
            for (x, y), (a, _) in dominoes:
                way, half = ("horizontal", "left") if a > x else ("vertical", "upper")
                expected.add(f"a {way} domino with its {half} half on row {y + 1}, column {x + 1}")
            told = {meaning for meaning, value in zip(legend, values, strict=True) if value}
            covered = {(x, y) for piece in dominoes for x, y in piece}
            if name == "position":
                expected |= {f"the cell on row {y + 1}, column {x + 1} is covered" for x, y in covered}
            if name == "monomino":
                vacant = model.grid.board.cells - covered
                expected |= {f"a port on row {y + 1}, column {x + 1}" for x, y in vacant}
            if name.startswith("domino-index"):
                assert len([line for line in told if " covers the cell on " in line]) == len(covered)
            else:
                assert told == expected


def test_a_program_does_not_grow_for_ever() -> None:
    with pytest.raises(UnsupportedError, match=f"more than {MAX_VARIABLES:,} variables"):
        build_model(ModelChoice("domino-index"), rectangle(40, 40), PLAIN)
    with pytest.raises(UnsupportedError, match=f"more than {MAX_VARIABLES:,} variables"):
        build_model(ModelChoice("domino-index-fixed", target=10**21), rectangle(3, 3), PLAIN)


def test_rows_without_variables_are_decided_at_once() -> None:
    program = IntegerProgram("nothing")
    program.require("fine", total([]), "<=", 0)
    assert program.constraints == []
    program.require("wrong", total([]), ">=", 1)
    assert all(program.violated(values) for values in ((0,), (1,)))


def test_bounds_are_rounded_to_the_safe_side() -> None:
    board = rectangle(8, 8)
    fewer = build_model(ModelChoice("position"), board, PLAIN)
    cases = [(21.0, 21), (21.2, 22), (21.9996, 22), (22.0000001, 22), (22.5, 23), (-3.0, 0)]
    assert [fewer.least_dominoes(bound) for bound, _ in cases] == [least for _, least in cases]
    assert fewer.least_dominoes(float("-inf")) == fewer.least_dominoes(float("nan")) == 0
    more = build_model(ModelChoice("monomino"), board, PLAIN)
    # At most 20 monominoes: 22 dominoes. 21 would leave half a domino, so they mean 22, too.
    cases = [(20.0, 22), (20.9, 22), (21.0, 22), (21.9996, 21), (19.9999999, 22), (64.0, 0), (1e30, 0)]
    assert [more.least_dominoes(bound) for bound, _ in cases] == [least for _, least in cases]
    assert build_model(ModelChoice("monomino", target=20), board, PLAIN).least_dominoes(5.0) == 0


def test_the_grid_counts_rows_and_columns_from_1() -> None:
    grid = ModelGrid(GunportBoard(frozenset({(-3, 5), (-2, 5), (-3, 6)})))
    assert grid.squares == [(1, 1), (1, 2), (2, 1)]
    assert [grid.cell(square) for square in grid.squares] == [(-3, 5), (-2, 5), (-3, 6)]
    assert all(grid.square(grid.cell(square)) == square for square in grid.squares)
    assert grid.pairs == [((1, 1), (1, 2)), ((1, 1), (2, 1))]
