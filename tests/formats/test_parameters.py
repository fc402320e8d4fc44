"""Parameters of puzzle files: which cells stay free, what is refused, labels in every form."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from support.cli import printed_json, run
from tilewright import catalogue, load, load_puzzle
from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats.toml import dumps, from_document, loads, to_document
from tilewright.formats.toml.parameters import expanded, resolve
from tilewright.model.puzzle import Puzzle
from tilewright.render import to_svg
from tilewright.solving import api

FILE = """\
title = "Four in a row"

[[parameters]]
name = "date"
type = "date"
parts = { day = "day" }

[[parameters]]
name = "day"
type = "label"
labels = "1 2 3 4"

[[parameters]]
name = "width"
type = "number"
least = 6
most = 9
default = "8"

[board]
labels = \"\"\"
1 2 3 4 5 6 7 8 9
. . . . . x x x x
\"\"\"

[[pieces]]
name = "o"
drawing = "#"
copies = [0, 20]

[[expect]]
what = "solutions"
count = 1
parameters = { day = "2", width = "7" }
source = "by hand"
"""


def free(**values: str) -> set[str]:
    """The labels of the cells that stay free."""
    puzzle = loads(FILE, "", values)
    assert isinstance(puzzle, Puzzle)
    return {word for cell, word in puzzle.board.labels.items() if cell not in puzzle.board.cells}


def test_values_say_which_cells_stay_free() -> None:
    assert free(day="2") == {"2", "9"}
    assert free(day="4", width="6") == {"4", "7", "8", "9"}
    assert free(date="2026-11-03", width="9") == {"3"}


def test_known_counts_hold_for_their_values() -> None:
    assert loads(FILE, "", {"day": "2", "width": "7"}).expect[0].count == 1
    assert loads(FILE, "", {"day": "2"}).expect == ()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "day is not given; expected one of 1, 2, 3, 4"),
        ({"dya": "1"}, "there is no parameter 'dya'; expected date, day, width; did you mean day?"),
        ({"day": "5"}, "day is '5'; expected one of 1, 2, 3, 4"),
        ({"day": "1", "width": "10"}, "width is '10'; expected a number from 6 to 9"),
        ({"day": "1", "width": "six"}, "width is 'six'"),
        ({"date": "2026-02-30"}, "date is '2026-02-30'; expected a date such as 2026-11-24, or today"),
        ({"date": "2026-11-05"}, "day is '5'; expected one of"),
        ({"date": "2026-11-03", "day": "3"}, "date says what day is; expected one of the two"),
    ],
)
def test_values_that_cannot_be(values: dict[str, str], message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        loads(FILE, "", values)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "day"', 'name = "Day"', "the name of a parameter is 'Day'"),
        ('name = "day"', 'name = "da"', "there is no label parameter 'day'"),
        ('name = "width"', 'name = "day"', "two parameters are named 'day'"),
        ('labels = "1 2 3 4"', "", "a label parameter needs 'labels'"),
        ("least = 6", "least = 10", "a number parameter needs 'least' and 'most'"),
        ('parts = { day = "day" }', 'parts = { day = "year" }', "a date parameter needs 'parts'"),
        ('default = "8"', 'default = "3"', "width is '3'; expected a number from 6 to 9"),
        ('type = "number"', 'type = "colour"', "'type' is 'colour'; expected one of label, number, date"),
        ('width = "7"', 'width = "17"', "width is '17'"),
        ('width = "7"', 'height = "7"', "there is no parameter 'height' for this"),
    ],
)
def test_faults_of_files_say_where(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(FILE.replace(old, new, 1), "", {"day": "1"})
    assert message in str(caught.value) and caught.value.line > 1


def test_a_label_that_is_nowhere() -> None:
    with pytest.raises(PuzzleError, match="no cell of the board has the label 4"):
        loads(FILE.replace("1 2 3 4 5 6", "1 2 3 x 5 6"), "", {"day": "4"})


def test_labels_are_kept_by_files_and_documents() -> None:
    puzzle = load_puzzle("catalog:calendar-weekday", date="2026-11-27")
    for other in (loads(dumps(puzzle)), from_document(json.loads(json.dumps(to_document(puzzle))))):
        assert other == puzzle
        assert isinstance(other, Puzzle) and other.board.labels == puzzle.board.labels
    assert puzzle != load_puzzle("catalog:calendar-weekday", date="2026-11-28")
    solution = next(api.solutions(puzzle))
    for word in ("Nov", "27", "Fri"):
        assert f">{word}<" in to_svg(puzzle, [solution])
    assert ">Dec<" not in to_svg(puzzle, [solution])


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ('[[0, 0, "a"], [1, 0]]', "a label is lacking behind the coordinates"),
        ("7", "'labels' is 7; expected a list of cells"),
    ],
)
def test_labels_that_are_none(labels: str, message: str) -> None:
    text = f'[board]\ndrawing = "##"\nlabels = {labels}\n[[pieces]]\ndrawing = "##"\n'
    with pytest.raises(FormatError, match=message):
        loads(text)
    with pytest.raises(FormatError, match="labels are for flat boards"):
        loads('lattice = "cube"\n' + text)


def test_python_takes_values_as_keywords() -> None:
    name = "catalog:calendar-month-day"
    by_date = load(name, date=date(2026, 1, 25))
    assert by_date == load(f"{name},date=2027-01-25") == load(name, month="jan", day=25)
    assert by_date.expect[0].count == 216 == api.count(by_date, engine="dense").solutions
    with pytest.raises(PuzzleError, match="month is not given"):
        load(name, day=25)
    with pytest.raises(PuzzleError, match="date is given twice"):
        load(f"{name},date=2027-01-25", date="2027-01-26")
    with pytest.raises(PuzzleError, match="'2027' is no value of a parameter"):
        load(f"{name},2027")
    with pytest.raises(PuzzleError, match=r"date is 7\.5; expected a text, a number or a date"):
        load(name, date=7.5)
    with pytest.raises(PuzzleError, match="this puzzle has no parameters"):
        load("catalog:soma-cube", date="2026-01-25")


def test_patterns_are_all_their_values() -> None:
    declared = catalogue.entry("calendar-month-day").parameters
    assert len(expanded(declared, {"date": "2028"})) == 366
    assert len(expanded(declared, {"date": "2026-02"})) == 28
    assert expanded(declared, {"date": "9999"})[-1] == {"date": "9999-12-31"}
    assert len(expanded(declared, {"month": "*", "day": "*"})) == 12 * 31
    assert [resolve(declared, one) for one in expanded(declared, {"date": "2026-11-30"})] == [
        {"month": "Nov", "day": "30"}
    ]
    for pattern in ("*", "2026-13", "0000"):
        with pytest.raises(PuzzleError, match=r"^date "):
            expanded(declared, {"date": pattern})
    assert expanded(declared, {"year": "1"}) == [{"year": "1"}]


def test_options_of_commands(tmp_path: Path) -> None:
    path = tmp_path / "row.toml"
    path.write_text(FILE, encoding="utf-8")
    body = printed_json(run("count", path, "--param", "day=2", "--param", "width=7", "--json"))
    assert body["solutions"] == 1
    named = "catalog:calendar-month-day"
    assert printed_json(run("count", named, "--date", "2026-10-06", "--json"))["solutions"] == 7
    for words, message in (
        (["count", path], "day is not given"),
        (["count", path, "--param", "day"], "'day' is no value; expected one as date=2026-11-24"),
        (["count", path, "--param", "day=1", "--param", "day=1"], "day is given twice"),
        (["solve", named, "--date", "tomorrow"], "date is 'tomorrow'; expected a date"),
        (["table", f"{named},date=*"], "date has no end"),
    ):
        failed = run(*words)
        assert failed.exit_code == 2 and message in failed.stderr, failed.stderr
    drawing = tmp_path / "drawing.txt"
    drawing.write_text("###\n\n##\n#.\n", encoding="utf-8")
    assert "has no parameters" in run("count", drawing, "--param", "day=1").stderr
    started = run("run", "start", named, "--date", "2026-10-06", "--db", tmp_path / "runs.db")
    assert "(catalog:calendar-month-day,month=Oct,day=6)" in started.stdout + started.stderr
    assert "\nFree: Oct, 6\n" in run("show", named, "--date", "2026-10-06").stdout
    assert "Free" not in run("show", "catalog:soma-cube").stdout
    shown = run("catalog", "show", "calendar-month-day").stdout
    assert "Parameter date: The date whose month and day stay free, a date" in shown


def test_a_table_of_dates() -> None:
    rows = printed_json(run("table", "catalog:calendar-month-day,date=2026-10", "--json"))["rows"]
    assert [row["name"] for row in rows][:2] == ["2026-10-01", "2026-10-02"]
    assert [row["solutions"] for row in rows][5] == 7 and len(rows) == 31
    assert [row["name"] for row in printed_json(run("table", "soma-cube", "--json"))["rows"]] == ["soma-cube"]
    (row,) = printed_json(run("table", "catalog:calendar", "--date", "2026-10-06", "--json"))["rows"]
    assert (row["name"], row["solutions"]) == ("2026-10-06", 7)
    twice = run("table", "catalog:calendar,date=2026-10-06", "--date", "2026-10-06")
    assert twice.exit_code == 2 and "date is given twice" in twice.stderr


def test_rows_of_a_file_are_kept_for_each_value(tmp_path: Path) -> None:
    path, kept = tmp_path / "row.toml", tmp_path / "rows.ndjson"
    path.write_text(FILE, encoding="utf-8")
    for day in ("2", "1"):
        words = [path, "--param", f"day={day}", "--param", "width=7", "--results", kept, "--json"]
        (row,) = printed_json(run("table", *words))["rows"]
        assert row["status"] == "complete"
    assert len(kept.read_text(encoding="utf-8").splitlines()) == 3  # a heading, and a row for each


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    written = run("convert", "catalog:calendar", tmp_path / "today.toml")
    assert written.exit_code == 0 and "its parameters are left out" in written.stderr
    assert run("convert", "catalog:soma-cube", tmp_path / "soma.toml").stderr == ""
    shown = run("catalog", "show", "katamino,columns=6").stdout
    assert shown.endswith("To solve it: tilewright solve catalog:katamino,columns=6\n")


def test_formats_without_parameters_say_so() -> None:
    from tilewright.formats import FORMATS

    with pytest.raises(UnsupportedError, match="a file of the format dlx has no parameters"):
        FORMATS["dlx"].read("a b\na b\n", parameters={"day": "1"})


@pytest.mark.parametrize("name", ["calendar-month-day,date=2026-01-25", "katamino,columns=7"])
def test_the_cover_of_a_part_is_that_of_the_puzzle_alone(name: str) -> None:
    part = load_puzzle(f"catalog:{name}")
    assert part.part_of is not None
    alone = replace(part, part_of=None)
    assert part == alone
    assert to_cover(part).problem == to_cover(alone).problem
    assert list(to_cover(part).placements) == list(to_cover(alone).placements)
    other = part.with_motions("fixed")  # other pieces: what is known of the whole does not hold
    assert to_cover(other).problem == to_cover(replace(other, part_of=None)).problem
