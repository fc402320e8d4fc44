"""The catalogue's numbers against the engines: every puzzle that takes no more than a moment."""

from __future__ import annotations

import pytest

from tilewright import catalogue
from tilewright.engines.answers import Status, count

SLOW = {"open", "heavy", "no search"}

LIGHT = [name for name, entry in catalogue.entries().items() if SLOW.isdisjoint(entry.tags)]


@pytest.mark.parametrize("name", LIGHT)
def test_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    for use in ("all", "any"):
        expected = {e.what: e.count for e in puzzle.expect if e.use == use}
        if not expected:
            continue
        answer = count(
            puzzle if use == "all" else puzzle.using_any(),
            unique="unique" in expected,
            labelled="labelled" in expected,
        )
        found = {
            "solutions": answer.solutions,
            "unique": answer.up_to_symmetry,
            "labelled": answer.labelled,
        }
        assert answer.status is Status.COMPLETE
        assert {what: found[what] for what in expected} == expected


def test_most_of_the_catalogue_is_light() -> None:
    assert len(LIGHT) >= 100
