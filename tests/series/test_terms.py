"""Terms by two methods, and recurrences that are proven, or said not to be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tilewright import count
from tilewright.errors import DisagreementError
from tilewright.series.boards import Series, read_board, read_pieces
from tilewright.series.terms import (
    TRANSFER_MATRIX,
    SeriesCounter,
    SeriesQuestion,
    Term,
    TermOptions,
    consecutive,
)
from tilewright.solving import api
from tilewright.solving.api import Answer


def counter(board: str, *pieces: str, question: SeriesQuestion = SeriesQuestion.SOLUTIONS) -> SeriesCounter:
    wide = read_board(board)
    return SeriesCounter(Series(wide, read_pieces(pieces, len(wide.sides))), question)


def test_terms_are_counted_twice() -> None:
    one = counter("4xN", "dominoes")
    terms = [one.term(n) for n in range(1, 7)]
    assert [term.value for term in terms] == [1, 5, 11, 36, 95, 281]
    assert {term.confirmed_by for term in terms} == {TRANSFER_MATRIX}


@pytest.mark.parametrize(
    ("board", "pieces", "coefficients", "start"),
    [
        ("2xN", "dominoes", (1, 1), 0),  # A000045
        ("3x2N", "dominoes", (4, -1), 0),  # A001835
        ("4xN", "dominoes", (1, 5, 1, -1), 0),  # A005178
        ("4x(N-2)", "dominoes", (1, 5, 1, -1), 2),
        ("2x2xN", "dominoes", (3, 3, -1), 0),  # A006253
        ("2xN", "polyominoes 1-2", (3, 1, -1), 0),  # A030186
    ],
)
def test_published_recurrences_are_proven(
    board: str, pieces: str, coefficients: tuple[int, ...], start: int
) -> None:
    recurrence = counter(board, pieces).recurrence([])
    assert recurrence is not None
    assert recurrence.is_proven
    assert (recurrence.coefficients, recurrence.start) == (coefficients, start)


def test_a_wrong_term_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*arguments: Any, **keywords: Any) -> Answer:
        answer: Answer = count(*arguments, **keywords)
        return replace(answer, solutions=(answer.solutions or 0) + 1) if answer.solutions == 36 else answer

    monkeypatch.setattr(api, "count", wrong)
    one = counter("4xN", "dominoes")
    assert one.term(3).value == 11
    with pytest.raises(DisagreementError, match=r"N = 4: 37 solutions by \S+, 36 by the transfer matrix"):
        one.term(4)


def test_a_limit_leaves_a_term_open() -> None:
    one = counter("8xN", "dominoes")
    term = one.term(8, TermOptions(engine="dense", nodes=1))
    assert (term.value, term.is_complete) == (None, False)


def test_numbers_up_to_symmetry_are_proven_by_enough_terms() -> None:
    one = counter("4xN", "dominoes", question=SeriesQuestion.UNIQUE)
    begin, order = one.bound_up_to_symmetry()
    terms = [one.term(n) for n in range(1, 50)]
    # 4 x 4 has more symmetries; a program that lists all tilings finds the same
    assert [term.value for term in terms[:8]] == [1, 4, 5, 9, 33, 98, 230, 658]
    recurrence = one.recurrence(terms)
    assert recurrence is not None
    assert recurrence.is_proven
    assert recurrence.start == begin
    assert recurrence.order <= order
    assert [recurrence.term(term.n) for term in terms if term.n >= begin] == [
        term.value for term in terms if term.n >= begin
    ]
    last = begin + recurrence.order + order - 1  # the term that completes the proof
    assert f"N = {begin} on" in one.reason(recurrence, terms)
    late = [term for term in terms if term.n > begin + 1]
    assert f"terms up to N = {last + 2} would" in one.reason(one.recurrence(late[:38]), late[:38])
    fitted = one.recurrence([term for term in terms if term.n < last])
    assert fitted is not None
    assert not fitted.is_proven
    assert f"terms up to N = {last} would prove it" in one.reason(fitted, terms)


@pytest.mark.parametrize(
    ("board", "pieces"), [("2xN", "polyominoes 1-2"), ("2xN", "V3"), ("3xN", "dominoes"), ("1xN", "bars 1-2")]
)
def test_the_bound_up_to_symmetry_holds(board: str, pieces: str) -> None:
    """Twice as many terms as a proof needs obey the recurrence that a proof takes from the first of them."""
    kinds = ("1x1", "1x2") if pieces == "bars 1-2" else (pieces,)
    one = counter(board, *kinds, question=SeriesQuestion.UNIQUE)
    begin, order = one.bound_up_to_symmetry()
    terms = [one.term(n) for n in range(begin, begin + 3 * order)]
    recurrence = one.recurrence(terms[: 2 * order])
    assert recurrence is not None
    assert recurrence.is_proven
    assert [recurrence.term(term.n) for term in terms] == [term.value for term in terms]


def test_up_to_symmetry_nothing_is_proven_where_columns_differ() -> None:
    one = counter("2xN", "diamonds", question=SeriesQuestion.UNIQUE)
    terms = [one.term(n) for n in range(1, 40)]
    recurrence = one.recurrence(terms)
    assert recurrence is not None
    assert not recurrence.is_proven
    assert "columns of this board differ" in one.reason(recurrence, terms)


def test_what_is_no_strip_is_only_fitted() -> None:
    one = counter("NxN", "1x1")
    terms = [one.term(n) for n in range(1, 8)]
    recurrence = one.recurrence(terms)
    assert recurrence is not None
    assert recurrence.coefficients == (1,)
    assert not recurrence.is_proven
    assert "the board is no strip" in one.reason(recurrence, terms)


def test_labelled_numbers_have_no_recurrence() -> None:
    one = counter("2xN", "dominoes", question=SeriesQuestion.LABELLED)
    terms = [one.term(n) for n in range(1, 6)]
    assert [term.value for term in terms] == [1, 4, 18, 120, 960]
    assert one.recurrence(terms) is None
    assert "grow faster" in one.reason(None, terms)


def test_costs() -> None:
    wide = read_board("3xN")
    one = Series(wide, read_pieces(["O1", "I2"], 2), costs=(("O1", 1),))
    least, greatest = (
        SeriesCounter(one, question) for question in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST)
    )
    terms = [least.term(n) for n in range(1, 9)]
    assert [term.value for term in terms] == [1, 0] * 4
    assert [greatest.term(n).value for n in (1, 2, 3)] == [3, 6, 9]
    recurrence = least.recurrence(terms)
    assert recurrence is not None
    assert recurrence.coefficients == (0, 1)
    assert not recurrence.is_proven


def test_only_terms_in_a_row_are_taken() -> None:
    def term(n: int, value: int | None = 1) -> Term:
        return Term(n, value, "complete" if value is not None else "limit", 0.0, "")

    assert consecutive([term(1), term(2, None), term(3), term(4)]) == [term(3), term(4)]
    assert consecutive([term(1), term(3)]) == [term(3)]
    assert consecutive([]) == []
