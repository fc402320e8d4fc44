"""Views of puzzles have everything that a player needs, on every lattice, in bounded size."""

from __future__ import annotations

import threading
from itertools import combinations, zip_longest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.waiting import HANGS_S
from tilewright import catalogue
from tilewright.errors import FormatError
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import LATTICES, STICK, Lattice
from tilewright.model.lattices.cube import plan
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.play import tiling
from tilewright.testing import random_polyform
from tilewright.web.api.puzzles import PuzzleView
from tilewright.web.tasks import playing
from tilewright.web.tasks.catalogue import entries
from tilewright.web.tasks.puzzles import CONTROLS, lattice_view, puzzle_view, read_source


def view(puzzle: Puzzle | ExactCoverPuzzle) -> PuzzleView:
    return PuzzleView.model_validate(puzzle_view(puzzle))


@pytest.mark.parametrize(
    "text", ["{}", "<svg/>", "Dear all,\nthis is a letter.\n", "a,b\n1,2\n", "4;3\nv;0;2;0;0\n"]
)
def test_a_text_that_is_no_puzzle_is_not_imported(text: str) -> None:
    source = {"catalogue": "", "text": text, "filename": "", "format": "", "motions": "", "problem": 0}
    with pytest.raises(FormatError, match="looks like"):
        read_source({"source": {**source, "use": "all", "lattice": ""}, "max_cells": 100})


def named(name: str) -> Puzzle:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def passing(shown: PuzzleView, cells: tuple[tuple[int, ...], ...]) -> set[tuple[int, ...]]:
    """The junctions that a piece on these cells passes, computed as the page does."""
    number_lists = [list(cell) for cell in cells]
    return {
        tuple(point.at)
        for point in shown.junctions
        if any(all(cell in number_lists for cell in way) for way in point.ways)
    }


@pytest.mark.parametrize("name", ["polysticks-1-3-corners-of-a-side", "tetrasticks-5x5-without-H"])
def test_junctions_show_which_placements_cross(name: str) -> None:
    puzzle = named(name)
    shown = view(puzzle)
    start = tiling.start(puzzle)
    names = [piece.name for piece in puzzle.pieces[:4]]
    places = [place for name in names for place in tiling.valid_placements(start, name)[::3]]
    crossing = 0
    for one, other in combinations(places, 2):
        if one.piece == other.piece or set(one.cells) & set(other.cells):
            continue
        both = bool(passing(shown, one.cells) & passing(shown, other.cells))
        after = tiling.apply(start, tiling.TilingMove(one))
        assert both == bool(after.table.error_of(other.piece, other.cells))
        crossing += both
    assert crossing


def test_junctions_only_where_crossings_are_forbidden() -> None:
    board = Board.of([(1, 2), (3, 2), (2, 1), (2, 3), (5, 2)])
    bar = Piece.of("bar", [(1, 0), (3, 0)], lattice=STICK, copies=2)
    apart = view(Puzzle(board, (bar,), lattice=STICK, crossings=False))
    assert [one.model_dump() for one in apart.junctions] == [
        {"at": [2, 2], "ways": [([1, 2], [3, 2]), ([2, 1], [2, 3])]}
    ]
    assert view(Puzzle(board, (bar,), lattice=STICK)).junctions == []
    assert view(named("soma-cube")).junctions == []


@pytest.mark.parametrize("name", ["soma-cube", "bedlam-cube", "conway-5x5x5"])
def test_all_orientations_of_solids_are_reachable(name: str) -> None:
    puzzle = named(name)
    shown = view(puzzle)
    assert shown.playable
    assert [cell.at for cell in shown.cells] == [list(cell) for cell in sorted(puzzle.board.cells)]
    for piece in shown.pieces:
        everyone = list(range(len(piece.orientations)))
        images: dict[str, Any] = {control: getattr(piece, control) for control in CONTROLS}
        assert all(sorted(image) == everyone for image in images.values())
        reached, todo = {0}, [0]
        while todo:
            at = todo.pop()
            for image in images.values():
                if image[at] not in reached:
                    reached.add(image[at])
                    todo.append(image[at])
        assert sorted(reached) == everyone
        assert piece.flip == everyone, "reflections are not allowed"


def test_puzzles_with_cells_are_playable() -> None:
    bare = ExactCoverPuzzle((Item("a"),), (Option((("a", ""),)),))
    assert not view(bare).playable
    shown = entries({}, print, threading.Event())
    assert all(one["playable"] == bool(one["cells"]) for one in shown)
    by_name = {one["name"]: one for one in shown}
    assert (by_name["soma-sofa"]["known"], by_name["soma-sofa"]["known_up_to_symmetry"]) == (None, "32")
    assert "board3" in by_name["frame-and-plugs"]["searched_text"]
    assert {one["lattice"] for one in shown if one["playable"]} >= {"square", "hexagon", "stick", "cube"}


def test_views_name_colours_and_costs() -> None:
    dominosa = view(named("dominosa-enigma"))
    assert [one.label for one in dominosa.colours] == [str(number) for number in range(7)]
    assert dominosa.cells[0].colour == "2"
    assert not dominosa.has_costs
    gold = view(named("gold-5x5"))
    assert gold.has_costs
    assert gold.colours == []
    assert {tuple(cell.at): cell.cost for cell in gold.cells}[1, 1] == -4


@pytest.mark.parametrize(
    ("use", "expected"), [("all", {"least": 2, "most": 4}), ("any", {"least": 0, "most": 4})]
)
def test_the_range_of_costs_is_known_or_computed(use: str, expected: dict[str, int]) -> None:
    board = Board.of([], [(0, 0), (1, 0), (2, 0)], costs={(0, 0): 1, (1, 0): 1, (2, 0): 3})
    puzzle = Puzzle(board, (Piece.of("bar", [(0, 0), (1, 0)]),))
    empty = dict.fromkeys(("catalogue", "filename", "motions", "lattice"), "")
    source = {**empty, "format": "toml", "problem": 0}
    args = {
        "source": {**source, "text": toml.dumps(puzzle), "use": use},
        "max_cells": 100,
        "time_limit_s": HANGS_S,
    }
    assert playing.costs(args, print, threading.Event()) == expected


def test_costs_that_a_file_gives_are_no_proof() -> None:
    source = {**dict.fromkeys(("catalogue", "filename", "motions", "lattice"), ""), "problem": 0}
    wrong = PRICED + '[[expect]]\nwhat = "most"\ncount = 99\nsource = "a guess"\n'
    args: dict[str, Any] = {
        "source": {**source, "text": wrong, "format": "toml", "use": "all"},
        "max_cells": 100,
        "time_limit_s": HANGS_S,
        "moves": ["place I2 on 0,0 1,0"],
        "position": "",
    }
    cancelled = threading.Event()
    assert playing.costs(args, print, cancelled) == {"least": 1, "most": 4}
    assert playing.check(args, print, cancelled)["solved"] is False
    args["moves"] = ["place I2 on 1,0 2,0"]
    fields = playing.check(args, print, cancelled)
    assert (fields["finished"], fields["solved"]) == (True, True)
    cancelled.set()
    unknown = {**args, "source": {**args["source"], "text": PRICED.replace("cost = 4", "cost = 3")}}
    assert playing.costs(unknown, print, cancelled) == {"least": None, "most": None}
    assert playing.check(unknown, print, cancelled)["solved"] is None


PRICED = """\
goal = "greatest"
[legend]
a = { optional = true, cost = 1 }
b = { optional = true, cost = 4 }
[board]
drawing = "a#b"
[[pieces]]
name = "I2"
drawing = "##"
"""


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
@given(data=st.data())
def test_a_lattice_view_draws_every_cell(lattice: Lattice, data: st.DataObject) -> None:
    """The outline and the faces of a cell are those of its class, moved as the view says."""
    drawing = lattice_view(lattice)
    cell = random_polyform(data.draw(st.randoms(use_true_random=False)), lattice, 9)[-1]
    number = 0
    for (start, outline), body in zip_longest(drawing["classes"], drawing["bodies"]):
        shift = [a - b for a, b in zip(cell, start, strict=True)]
        if [step % drawing["modulus"] for step in shift] not in drawing["translations"]:
            continue
        number += 1
        move = [sum(n * step[k] for n, step in zip(shift, drawing["basis"], strict=True)) for k in (0, 1)]
        moved = [(x + move[0], y + move[1]) for x, y in outline]
        if lattice.faces is None:
            assert moved == [pytest.approx(p) for p in lattice.outline(cell)]
            assert body is None
            continue
        # The hull of a cell that was moved may begin at another corner.
        assert {(round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in moved} == {
            (round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in plan(lattice.faces(cell))
        }
        assert body["cell"] == start
        by = [sum(n * step[k] for n, step in zip(shift, drawing["space"], strict=True)) for k in range(3)]
        placed = {
            frozenset(tuple(round(x + d, 6) + 0.0 for x, d in zip(p, by, strict=True)) for p in face)
            for face in body["faces"]
        }
        assert placed == {
            frozenset(tuple(round(x, 6) + 0.0 for x in p) for p in face) for face in lattice.faces(cell)
        }
    assert number == 1


@pytest.mark.parametrize(("items", "expected"), [(300, True), (301, False)])
def test_only_matrices_that_are_drawn_have_pictures(items: int, expected: bool) -> None:  # noqa: FBT001 - a case
    puzzle = ExactCoverPuzzle.of([[number] for number in range(items)])
    assert puzzle_view(puzzle)["has_picture"] is expected


def test_labels_are_letters_where_names_are_long() -> None:
    labels = [piece["label"] for piece in puzzle_view(named("fixed-trominoes-3x6"))["pieces"]]
    assert labels[:3] == ["A", "B", "C"]
    assert [piece["label"] for piece in puzzle_view(named("soma-cube"))["pieces"]] == list("VLTZABP")


def test_joined_sides_and_their_arrows() -> None:
    for name, turned, closed, arrows in (
        ("tetrominoes-cylinder", False, False, 2),
        ("tetrominoes-torus", False, True, 6),
        ("tetrominoes-moebius", True, False, 2),
    ):
        surface = puzzle_view(catalogue.load(name))["surface"]
        assert (surface["width"], surface["height"]) == (5, 4)
        assert (surface["is_turned"], surface["is_closed"]) == (turned, closed)
        assert len(surface["arrows"]) == arrows
    assert puzzle_view(catalogue.load("tetrominoes-4x5"))["surface"] is None
