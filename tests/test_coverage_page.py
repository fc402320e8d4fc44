"""Each feature of the published systems is had here as docs/reference/coverage.md says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from support.coverage_rows import PAGE, ROOT, ROWS, SYSTEMS, CoverageRow, with_tables


def test_no_row_is_missing() -> None:
    numbered = [
        f"{system}-{number:03}" for system, count in SYSTEMS.items() for number in range(1, count + 1)
    ]
    assert [row.id for row in ROWS] == numbered


def test_the_page_shows_the_rows() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_tables(text) == text, "run python -m support.coverage_rows, in tests"


def test_tables_have_rows() -> None:
    with pytest.raises(ValueError, match="there are no rows of 'nothing'; expected one of "):
        with_tables("<!-- begin nothing -->\n<!-- end nothing -->\n")


@pytest.mark.parametrize("row", [row for row in ROWS if row.run and not row.bench], ids=lambda row: row.id)
def test_the_commands_do_it(row: CoverageRow, tmp_path: Path) -> None:
    if row.missing_packages:
        pytest.skip(f"not installed: {', '.join(row.missing_packages)}")
    assert row.missing_words(tmp_path) == []


@pytest.mark.parametrize("link", sorted({link for row in ROWS for link in row.docs}))
def test_the_passages_are_there(link: str) -> None:
    page, _, anchor = link.partition("#")
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
    assert not anchor or anchor in anchors, f"{page} has no heading #{anchor}"


@pytest.mark.parametrize("test", sorted({row.test for row in ROWS if row.test}))
def test_the_pages_are_used_by_tests(test: str) -> None:
    path, _, name = test.partition("::")
    assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")


# The rows themselves


ROW = {"id": "x-001", "feature": "a", "run": ["tilewright catalog show trivial"], "prints": ["trivial"]}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"state": "done"}, "the state is one of works, not here, open, not 'done'"),
        ({"run": []}, "no command, page of the documentation or web page shows it"),
        ({"state": "open"}, "say why it is open"),
        ({"prints": []}, "say what its commands print or write"),
        ({"run": [], "docs": ["index.md"], "bench": True}, "make bench has no command to run"),
        ({"page": "/solve"}, "a web page comes with the test that uses it"),
        ({"prnts": []}, "x-001: there is no key 'prnts'; expected one of id, feature, "),
    ],
)
def test_what_is_wrong_with_a_row_is_named(change: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        CoverageRow.of({**ROW, **change})
    with pytest.raises(ValueError, match="x-001: 'feature' is missing"):
        CoverageRow.of({"id": "x-001"})


def test_commands_that_do_something_else_are_found(tmp_path: Path) -> None:
    assert CoverageRow.of(ROW).missing_words(tmp_path) == []
    (wrong,) = CoverageRow.of({**ROW, "prints": ["no such words"]}).missing_words(tmp_path)
    assert wrong.startswith("'no such words' is not printed")
    (wrong,) = CoverageRow.of({**ROW, "writes": {"a.svg": ["<svg"]}}).missing_words(tmp_path)
    assert wrong == "'<svg' is not in a.svg: no such file"
    (wrong,) = CoverageRow.of({**ROW, "code": 3}).missing_words(tmp_path)
    assert "exit code 0, not 3" in wrong


def test_only_the_last_command_ends_with_the_code(tmp_path: Path) -> None:
    row = CoverageRow.of({**ROW, "run": ["tilewright show a.dpf"] * 2, "code": 2})
    (wrong, _) = row.missing_words(tmp_path)
    assert "exit code 2, not 0" in wrong


def test_written_files_are_read(tmp_path: Path) -> None:
    command = "tilewright gunport 3x3 --no-library -o a.svg"
    row = {**ROW, "run": [command], "prints": [], "writes": {"a.svg": ["^<svg", "</svg>\n?$"]}}
    assert CoverageRow.of(row).missing_words(tmp_path) == []


def test_commands_find_their_files(tmp_path: Path) -> None:
    row = {
        **ROW,
        "files": {"a.dpf": "1 1 1 1 0"},
        "run": ["tilewright count a.dpf"],
        "prints": ["^1 solution"],
    }
    assert CoverageRow.of(row).missing_words(tmp_path) == []
