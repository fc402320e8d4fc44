"""The widget of disassemblies, on the side of Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import tilewright
from support.assembly_cases import CAGE, KEY, assembly
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Bound

pytest.importorskip("anywidget", reason="the extra jupyter is not installed")

import tilewright.jupyter
from tilewright.families.assembly.notebook import DisassemblyWidget
from tilewright.solving.steps import Status


def test_a_solution_is_taken_apart() -> None:
    solution = tilewright.first(tilewright.load_puzzle("catalog:slothouber-graatsma"))
    assert solution is not None
    shown = DisassemblyWidget(solution)
    assert shown.found.comes_apart and shown.length == 8
    assert len(shown.disassembly_view["assembly"]) == 9
    seen: list[Any] = []
    shown.observe(seen.append, "move")
    shown.move = 8
    assert len(seen) == 1
    with pytest.raises(PuzzleError, match="no move number 9; there are 8"):
        shown.move = 9


def test_a_known_disassembly_is_shown() -> None:
    puzzle, solution = assembly(*KEY)
    disassembly = Disassembler(puzzle).take_apart(solution.placements)
    assert DisassemblyWidget(disassembly, puzzle).found is disassembly
    with pytest.raises(PuzzleError, match="is not known"):
        DisassemblyWidget(disassembly)


def test_positions_of_what_does_not_come_apart_are_stepped_through() -> None:
    shown = DisassemblyWidget(assembly(*CAGE)[1], assembly(*CAGE)[0])
    blocking = shown.disassembly_view["blocking"]
    assert not shown.found.comes_apart and shown.length == len(blocking["positions"]) - 1 > 0


def test_what_is_no_assembly_is_refused() -> None:
    flat = tilewright.load_puzzle("catalog:pentominoes-3x20")
    solution = tilewright.first(flat)
    assert solution is not None
    with pytest.raises(UnsupportedError, match="in space only"):
        DisassemblyWidget(solution)
    with pytest.raises(PuzzleError, match="not Puzzle"):
        DisassemblyWidget(flat)  # type: ignore[arg-type]


def test_notebooks_find_the_widget_of_the_family() -> None:
    assert tilewright.jupyter.DisassemblyWidget is DisassemblyWidget
    with pytest.raises(AttributeError, match="no attribute 'OtherWidget'"):
        _ = tilewright.jupyter.OtherWidget


def test_a_bound_is_shown_where_the_memory_did_not_suffice() -> None:
    puzzle, solution = assembly(*KEY)
    disassembly = Disassembler(puzzle).take_apart(solution.placements)
    undecided = replace(disassembly, status=Status.LIMIT, separation=None, bound=Bound((0, 1, 2), 7))
    shown = DisassemblyWidget(undecided, puzzle)
    assert shown.disassembly_view["bound"] == 7 and shown.length == 0
