"""Answers as values: short texts, and rows of a table."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.steps import Status

DOMINOES = Puzzle(rectangle(4, 4), [piece("d", "##", 8)], "Dominoes")


def test_the_text_of_an_answer_has_its_numbers() -> None:
    text = repr(api.count(DOMINOES, unique=True, threads=1))
    assert text.startswith("<Answer status=complete, solutions=36, up_to_symmetry=9, nodes=")
    assert "labelled" not in text and "symmetries" not in text and len(text) < 150


def test_answers_are_rows_of_plain_values() -> None:
    row = asdict(api.count(DOMINOES, unique=True, threads=1))
    assert (row["title"], row["status"], row["solutions"]) == ("Dominoes", "complete", 36)
    assert {type(value) for value in row.values()} <= {str, int, float, type(None), Status}


def test_answers_make_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([api.count(DOMINOES, unique=unique, threads=1) for unique in (True, False)])
    assert list(frame[frame.status == "complete"].solutions) == [36, 36]
    assert list(frame.up_to_symmetry.dropna()) == [9]
    assert frame.to_csv().splitlines()[1].startswith("0,complete,36,,9")
    optima = pandas.DataFrame([api.optimise(DOMINOES)])
    assert list(optima.cost) == [0]


def test_a_solution_makes_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    solution = api.first(DOMINOES, threads=1)
    assert solution is not None
    assert list(pandas.DataFrame(solution).columns) == ["piece", "cells"]
    assert pandas.DataFrame(solution.to_grid()).shape == (4, 4)
