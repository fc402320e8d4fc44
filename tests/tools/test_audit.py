"""What ``make audit`` makes of the reports of pip-audit."""

from __future__ import annotations

from audit import report

SAFE = {"name": "click", "version": "8.1.0", "vulns": []}
HOLE = {"name": "pillow", "version": "10.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["10.3"]}]}
SKIPPED = {"name": "rich", "skip_reason": "Dependency not found on PyPI"}


def test_no_hole_is_success() -> None:
    assert report({"dependencies": [SAFE]}, "newest") == (
        0,
        ["newest versions: no known holes in 1 packages"],
    )


def test_a_hole_is_named_with_the_version_that_closes_it() -> None:
    code, lines = report({"dependencies": [SAFE, HOLE, SKIPPED]}, "lowest")
    assert (code, lines) == (1, ["lowest versions: pillow 10.1: PYSEC-1, fixed in 10.3"])


def test_packages_without_data_are_no_success() -> None:
    code, lines = report({"dependencies": [SAFE, SKIPPED]}, "newest")
    assert (code, lines) == (3, ["newest versions: no data for 1 packages: rich"])
