"""Answers as values: short texts, and rows of a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from typing import Any

import pytest

import tilewright
from support.puzzle_cases import piece, rectangle
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.steps import Limits, Status

DOMINOES = Puzzle(rectangle(4, 4), [piece("d", "##", 8)], "Dominoes")
IMPOSSIBLE = Puzzle(rectangle(4, 4), [piece("t", "###", 5)])


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


ANSWERS: list[tuple[Callable[[], Any], str]] = [
    (lambda: tilewright.count(DOMINOES, unique=True), "36 solutions (9 up to symmetry)"),
    (lambda: api.count_by(DOMINOES, "d"), "36 with 8 of d"),
    (lambda: api.count_modulo(DOMINOES, 5), "the number of solutions is 1 modulo 5"),
    (lambda: tilewright.optimise(DOMINOES, maximise=True), "maximum cost: 0"),
    (lambda: tilewright.sample(DOMINOES, 2), "2 solutions drawn from 36"),
    (lambda: tilewright.forced(DOMINOES), "of 24 placements: 0 in every solution, 0 in none, 24 in some"),
    (lambda: tilewright.reduce(DOMINOES), "24 options, 16 items; reduced to 24 options, 16 items"),
    (
        lambda: tilewright.count(DOMINOES, engine="reference", limits=Limits(nodes=1)),
        "no solution found in 0%",
    ),
    (lambda: tilewright.count(IMPOSSIBLE), "no solution exists"),
]


@pytest.mark.parametrize(("ask", "words"), ANSWERS)
def test_an_answer_is_a_line_and_plain_data(ask: Callable[[], Any], words: str) -> None:
    answer = ask()
    assert str(answer).startswith(f"{words}"), str(answer)
    assert answer.effort in str(answer)
    body = json.loads(json.dumps(answer.to_dict()))
    assert body["status"] == answer.status.value and body["seconds"] >= 0
    assert set(body) <= {each.name for each in fields(answer)}


def test_a_proof_is_the_second_line() -> None:
    answer = tilewright.count(IMPOSSIBLE)
    assert str(answer).splitlines()[1] == answer.proof == answer.to_dict()["proof"] != ""


def test_where_no_solution_has_a_property_none_is_said_to_be_missing() -> None:
    soma = tilewright.load("catalog:soma-cube")
    answer = tilewright.count(soma, only="disassemblable", min_level=99)
    assert answer.status is Status.COMPLETE and answer.solutions == 0
    assert answer.words == "no solution has this property, of 240 examined"
