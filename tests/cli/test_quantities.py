"""Parsing and formatting of times, counts and sizes."""

from __future__ import annotations

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.cli.quantities import AMOUNT, SIZE, SPAN, percent, short, span


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90.0),
        ("2.5", 2.5),
        ("90s", 90.0),
        ("1m30s", 90.0),
        ("1m", 60.0),
        ("2h", 7200.0),
        ("1h1m1s", 3661.0),
        ("1 min 30 s", 90.0),
        ("1h30", 3630.0),
    ],
)
def test_times_are_parsed(text: str, seconds: float) -> None:
    assert SPAN.convert(text, None, None) == seconds


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "0s", "1s1m", "1.2.3", "inf", "nan", "1e9"])
def test_invalid_times_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        SPAN.convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("500", 500),
        ("10_000", 10_000),
        ("1,000,000", 10**6),
        ("20k", 20_000),
        ("3M", 3 * 10**6),
        ("1.5M", 1_500_000),
        ("1e9", 10**9),
        ("2G", 2 * 10**9),
    ],
)
def test_amounts_are_parsed(text: str, number: int) -> None:
    assert AMOUNT.convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "1.5", "k", "1e", "1e999", "9" * 99, "1.00001k"])
def test_invalid_amounts_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        AMOUNT.convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1M", 10**6),
        ("500M", 500 * 10**6),
        ("2G", 2 * 10**9),
        ("1.5GB", 1_500_000_000),
        ("1.5 GB", 1_500_000_000),
        ("2000k", 2 * 10**6),
        ("1T", 10**12),
        ("1MiB", 2**20),
        ("0.5Gi", 2**29),
        ("4294967296", 2**32),
        ("1000000B", 10**6),
        ("1.0000001M", 10**6),
    ],
)
def test_sizes_are_parsed(text: str, size: int) -> None:
    assert SIZE.convert(text, None, None) == size


@pytest.mark.parametrize(
    "text", ["", "x", "M", "-1G", "0", "1", "999k", "0.99M", "1e9", "1GG", "1iB", "2g", "inf", "9" * 30]
)
def test_invalid_sizes_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter):
        SIZE.convert(text, None, None)


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    for kind in (SPAN, AMOUNT, SIZE):
        try:
            value = kind.convert(text, None, None)
        except click.BadParameter:
            continue
        assert value > 0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0.00 s"),
        (0.123, "0.12 s"),
        (9.994, "9.99 s"),
        (12.34, "12.3 s"),
        (59.96, "1 min"),
        (90, "1 min 30 s"),
        (3599.6, "1 h 0 min"),
        (7500, "2 h 5 min"),
        (3 * 86400, "3 days"),
        (1e12, "31,688 years"),
        (float("inf"), "forever"),
    ],
)
def test_times_are_formatted(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_numbers_are_formatted() -> None:
    assert [short(n) for n in (7, 950, 12_345, 4_560_000, 1.2e15)] == [
        "7",
        "950",
        "12.3k",
        "4.56M",
        "1.2e+15",
    ]
    assert [percent(x) for x in (0, 1e-9, 0.5, 0.123456, 0.99999, 1)] == [
        "0%", "less than 0.01%", "50%", "12.35%", "over 99.99%", "100%",
    ]  # fmt: skip
