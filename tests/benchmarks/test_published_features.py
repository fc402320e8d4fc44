"""``make bench`` runs the commands of the coverage page that take long, and fails for what is wrong."""

from __future__ import annotations

import sys

import pytest

import published_features
from programs import run
from published_features import line, outcome
from support.coverage_rows import CoverageRow


def row(prints: str, *, needs: tuple[str, ...] = ()) -> CoverageRow:
    command = "tilewright catalog show trivial"
    return CoverageRow("x-001", "A puzzle", run=(command,), prints=(prints,), bench=True, needs=needs)


def test_a_row_is_run_and_timed() -> None:
    fields = outcome(row("trivial"))
    assert fields["wrong"] == [] and fields["seconds"] > 0
    name, time = line(row("trivial"), fields)
    assert name == "x-001: A puzzle" and time.endswith("s")


def test_a_row_that_is_wrong_ends_the_measurement() -> None:
    with pytest.raises(SystemExit, match="x-001: 'no such words' is not printed"):
        line(row("no such words"), outcome(row("no such words")))


def test_missing_packages_are_named() -> None:
    lacking = row("no such words", needs=("json", "no_such_package"))
    assert line(lacking, outcome(lacking))[1] == "no_such_package not installed"


def test_each_row_has_a_process_of_its_own() -> None:
    assert run([sys.executable, published_features.__file__, "dpf-025"], None)["wrong"] == []
