"""Series that the On-Line Encyclopedia of Integer Sequences has."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from tilewright.series.boards import AnySeries, GeneratedSeries
from tilewright.series.terms import SeriesQuestion


@cache
def _known() -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("oeis.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def oeis_id(series: AnySeries, question: SeriesQuestion) -> str:
    """The id of a series, such as A005178; "" where none is known here."""
    if not isinstance(series, GeneratedSeries) and (series.motions or series.costs):
        return ""
    return _known().get(question.value, {}).get(str(series), "")
