"""Rows as values: what is stored stays readable, and sums over rows are exact."""

from __future__ import annotations

import hashlib
import json
import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.runs.rows import (
    FirstTaskRow,
    ProtectedRow,
    RunRow,
    TaskRow,
    TotalsRow,
    WorkerRow,
    checksum_of,
    levels_from_text,
    levels_to_text,
    now,
    remainders_of,
    remainders_text,
    solution_key,
)
from tilewright.runs.task import Remainder

NUMBERS = st.lists(st.integers(0, 9), max_size=5).map(tuple) | st.integers(0, 200).map(
    lambda most: tuple(range(-1, -1 - most, -1))
)
SHARES = st.floats(0, 1, exclude_min=True)
COUNTS = st.integers(0, 1 << 40)


@st.composite
def tasks(draw: st.DrawFn) -> TaskRow:
    """Tasks in any state, with any results."""
    status = draw(st.sampled_from(["waiting", "split", "done"]))
    return TaskRow(
        id=draw(COUNTS),
        run="run",
        parent=None,
        prefix="[]",
        required="[]",
        share=1.0,
        status=status,
        done_share=draw(st.integers(0, 8)) / 8,
        nodes=draw(COUNTS),
        solutions=draw(COUNTS),
        images=draw(COUNTS),
        duplicates=draw(COUNTS),
        seconds=float(draw(st.integers(0, 1000))),
        examined=draw(COUNTS),
        undecided=draw(COUNTS),
        levels=draw(st.sampled_from(["", '{"2.1":3}'])),
        cpu_seconds=float(draw(st.integers(0, 1000))),
    )


@given(st.lists(tasks(), min_size=1))
def test_totals_without_the_tasks_that_were_added_are_as_before(rows: list[TaskRow]) -> None:
    before = TotalsRow("run", workers=3).with_solutions([b"\1" * 16])
    totals = before
    for row in rows:
        totals = totals.with_task(row)
    assert totals.nodes == sum(row.nodes for row in rows)
    assert totals.share == sum(row.done_share for row in rows)
    assert totals.waiting + totals.split + totals.done == len(rows)
    assert totals.task_digest != before.task_digest
    for row in reversed(rows):
        totals = totals.without_task(row)
    assert totals == before


def test_digests_are_sums_cut_to_their_size() -> None:
    totals = TotalsRow("run")
    high = (b"\xff" * 16, b"\0" * 15 + b"\3")
    assert totals.with_solutions(high).solution_digest == f"{2:032x}"
    assert totals.with_solutions([b"\0" * 14 + b"\1\2"]).solution_digest == f"{258:032x}"
    assert totals.with_checksums([f"{5:016x}"], [f"{3:016x}"]).task_digest == f"{2**64 - 2:016x}"


@pytest.mark.parametrize("name", ["share", "seconds", "cpu_seconds"])
@pytest.mark.parametrize(
    ("value", "other", "is_same"),
    [
        (0.0, 9e-7, True),
        (0.0, 2e-6, False),
        (0.5, 0.5 + 9e-7, True),
        (1e9, 1e9 + 900, True),
        (1e9, 1e9 + 1100, False),
    ],
)
def test_sums_of_fractions_may_differ_by_rounding(
    name: str, value: float, other: float, *, is_same: bool
) -> None:
    old: dict[str, Any] = {name: value}
    new: dict[str, Any] = {name: other}
    ours, theirs = TotalsRow("run")._replace(**old), TotalsRow("run")._replace(**new)
    assert ours.differences(theirs) == ([] if is_same else [name])


def test_checksums_stay_those_of_older_files() -> None:
    assert checksum_of(FirstTaskRow(1, "run", "[1,2]", "[]", 0.5)) == "31ed99ed1c83eada"
    assert len({checksum_of(FirstTaskRow(1, text, "", "", 1.0)) for text in ("a", "\udc80", "\udc81")}) == 3


RUN = RunRow("a", "", "", "", "", 1, 0, 0, 0, 1, "", "", "", 1, 1, "running", "", 0.0, 0)
TASK = TaskRow(1, "a", None, "[]", "[]", 0.5, nodes=3)


@pytest.mark.parametrize(
    ("plain", "table", "added"),
    [
        (RUN, "runs", [{"filter": "apart"}, {"labels": "2", "first_found_at": "2026", "first_seconds": 0.5}]),
        (TASK, "tasks", [{"examined": 1, "undecided": 2}, {"levels": '{"2.1":3}'}, {"cpu_seconds": 0.5}]),
        (TotalsRow("a", nodes=3), "totals", [{"examined": 1, "undecided": 2}, {"cpu_seconds": 0.5}]),
        (WorkerRow("a", "w"), "workers", []),
    ],
)
def test_added_columns_count_only_where_they_have_no_defaults(
    plain: ProtectedRow, table: str, added: list[dict[str, Any]]
) -> None:
    def expected(*values: object) -> str:
        return hashlib.sha256(repr((table, *values)).encode()).hexdigest()[:16]

    counted = len(plain) - sum(map(len, added))
    assert checksum_of(plain) == expected(*plain[:counted])
    for columns in added:
        counted += len(columns)
        for name, value in columns.items():
            row = plain._replace(**{name: value})
            assert checksum_of(row) == expected(*row[:counted])


def test_keys_of_solutions_with_levels() -> None:
    assert solution_key("1 2") == hashlib.sha256(b"1 2").digest()[:16]
    assert solution_key("1 2", "1.2") == hashlib.sha256(b"1 2\n1.2").digest()[:16]


@given(NUMBERS, st.lists(st.tuples(st.integers(0, 5), NUMBERS, SHARES), max_size=4))
def test_remainders_are_read_as_they_were_written(
    prefix: tuple[int, ...], parts: list[tuple[int, tuple[int, ...], float]]
) -> None:
    remainders = [Remainder((*prefix[:kept], *tail), share) for kept, tail, share in parts]
    text = remainders_text(prefix, remainders)
    assert " " not in text
    row = TaskRow(1, "run", None, json.dumps(prefix), "[]", 1.0, remainders=text)
    assert remainders_of(row) == remainders
    assert remainders_of(row._replace(remainders="")) == []


def test_remainders_share_the_beginning_of_their_task() -> None:
    assert remainders_text((3, 1, 4, 1), [Remainder((3, 1, 5, 9), 0.25)]) == "[[0.25,2,[5,9]]]"
    assert (
        remainders_text((3, 1), [Remainder((3, 1, 5), 1.0), Remainder((2,), 1.0)])
        == "[[1.0,2,[5]],[1.0,0,[2]]]"
    )


@given(st.lists(st.integers(0, 99), min_size=1).map(tuple))
def test_levels_are_read_as_they_were_written(levels: tuple[int, ...]) -> None:
    assert levels_from_text(levels_to_text(levels)) == levels


def test_levels_are_numbers_with_dots_between() -> None:
    assert (levels_to_text((2, 1, 13)), levels_to_text(())) == ("2.1.13", "")
    assert levels_from_text("") == ()
    with pytest.raises(ValueError, match="invalid literal"):
        levels_from_text("2,1")


def test_times_are_utc_to_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        text = now()
    finally:
        monkeypatch.undo()
        time.tzset()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text)
    assert abs(datetime.fromisoformat(text) - datetime.now(UTC)) < timedelta(minutes=10)
