"""Series that the On-Line Encyclopedia of Integer Sequences has."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from tilewright.series.boards import AnySeries, GeneratedSeries
from tilewright.series.terms import SeriesQuestion


@cache
def _known() -> dict[str, dict[tuple[str, ...], str]]:
    text = Path(__file__).with_name("oeis.toml").read_text(encoding="utf-8")
    return {
        question: {_in_order(key): oeis for key, oeis in ids.items()}
        for question, ids in tomllib.loads(text).items()
    }


def _in_order(words: str) -> tuple[str, ...]:
    """The names of the pieces and the sides of the board in alphabetical order; generators as they are.

    Sides may change places on a board with borders and on a torus only.
    """
    pieces, is_board, board = words.partition(" in ")
    if not is_board:
        return (words,)
    size, _, wrap = board.partition(", ")
    sides = size.split("x")
    return (
        *sorted(pieces.split(" and ")),
        "in",
        wrap,
        *(sides if wrap not in ("", "torus") else sorted(sides)),
    )


def oeis_id(series: AnySeries, question: SeriesQuestion) -> str:
    """The id of a series, such as A005178; "" where none is known here."""
    if not isinstance(series, GeneratedSeries) and (series.motions or series.costs):
        return ""
    return _known().get(question.value, {}).get(_in_order(str(series)), "")
