"""Files of Pips puzzles: JSON as published, the text form, documents; where an error is."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from support import pips_cases
from tilewright import documents
from tilewright.errors import FormatError, FormatWarning, PuzzleError, UnsupportedError
from tilewright.families.pips.files import dumps, hint, loads, to_json
from tilewright.families.pips.puzzle import PipsPuzzle, Region

GOOD: dict[str, Any] = {
    "dominoes": [[0, 1], [2, 2]],
    "regions": [
        {"indices": [[0, 0], [0, 1]], "type": "sum", "target": 1},
        {"indices": [[1, 0], [1, 1]], "type": "empty"},
    ],
}


def test_every_form_is_the_whole_puzzle() -> None:
    dice = random.Random(5)
    for _ in range(100):
        puzzle = pips_cases.random_puzzle(dice, 16)
        assert loads(json.dumps(to_json({"": puzzle}))) == {"": puzzle}
        assert documents.loads(documents.dumps(puzzle)) == puzzle
        again = loads(documents.dumps(puzzle))[""]
        assert again == puzzle
        (drawn,) = loads(dumps(puzzle)).values()
        assert dumps(drawn) == dumps(puzzle)
        assert sorted(map(len, (one.cells for one in drawn.regions))) == sorted(
            len(one.cells) for one in puzzle.regions
        )


def test_several_puzzles() -> None:
    (one,) = loads(pips_cases.UNIQUE).values()
    (other,) = loads(pips_cases.WITHOUT).values()
    assert loads(dumps(one) + "\n" + dumps(other)) == {"1": one, "2": other}
    assert loads(json.dumps(to_json({"1": one, "2": other}))) == {"1": one, "2": other}
    day = {"printDate": "2026-01-02", "editor": "somebody", "easy": GOOD, "hard": {**GOOD, "id": 3}}
    puzzles = loads(json.dumps(day))
    assert list(puzzles) == ["easy", "hard"] and puzzles["hard"].title == "Pips of 2026-01-02, hard"
    assert list(to_json(puzzles)) == ["easy", "hard"]


def test_a_title_is_a_comment() -> None:
    (puzzle,) = loads("# A small one\nAA\n\nA equal\n3-3\n").values()
    assert (puzzle.title, puzzle.regions) == ("A small one", (Region(((0, 0), (1, 0)), "equal"),))
    assert dumps(puzzle).startswith("# A small one\nAA\n")


def test_a_solution_is_checked() -> None:
    loads(json.dumps({**GOOD, "solution": [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]}))
    for solution in ([[[0, 0], [1, 0]], [[0, 1], [1, 1]]], 3, [[1, 2]], [[[0, 0], [0, 1]]]):
        with pytest.warns(FormatWarning, match="solution is ignored, it is no solution"):
            loads(json.dumps({**GOOD, "solution": solution}))


def changed(path: str, value: object) -> str:
    """The good puzzle of a day with another value somewhere."""
    data = json.loads(json.dumps({"hard": GOOD}))
    *way, last = path.split("/")
    place = data["hard"]
    for key in way:
        place = place[int(key) if key.isdigit() else key]
    if value is None:
        del place[last]
    else:
        place[int(last) if last.isdigit() else last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("dominoes/1", [2, 7], r"hard.dominoes\[1\]\[1\] is 7; expected 0 to 6 pips"),
        ("dominoes/1", [2, 2, 2], r"hard.dominoes\[1\] is .*; expected two numbers from 0 to 6"),
        ("dominoes/0/0", True, r"hard.dominoes\[0\]\[0\] is True; expected 0 to 6"),
        ("dominoes/0/0", -1, r"hard.dominoes\[0\]\[0\] is -1"),
        ("dominoes", {"a": 1}, "hard.dominoes is an object; expected a list"),
        ("dominoes", [[0, 1]], "hard: 1 domino cannot fill 4 cells; expected 2"),
        ("dominoes", None, "hard has no dominoes"),
        ("regions", None, "hard has no regions"),
        (
            "regions/1/indices/1",
            [0, 1],
            r"hard.regions\[1\].indices\[1\] is .*which is in hard.regions\[0\] too",
        ),
        ("regions/1/indices/1", [1, -1], r"expected a row and a column from 0"),
        ("regions/1/indices/1", [1, 10**9], r"expected a row and a column from 0 to 1,000"),
        ("regions/1/indices/1", [1], r"hard.regions\[1\].indices\[1\] is .*; expected \[row, column\]"),
        ("regions/1/indices", [[1, 0]], "hard: the board has 3 cells, an odd number"),
        ("regions/1/indices", [], r"hard.regions\[1\] has no indices"),
        ("regions/1/type", "equal", r"hard.regions\[1\].type is 'equal'; .*did you mean equals or unequal\?"),
        ("regions/1/type", 3, r"hard.regions\[1\].type is 3; expected one of empty, equals"),
        ("regions/1/type", None, r"hard.regions\[1\] has no type; expected one of"),
        ("regions/0/target", None, r"hard.regions\[0\] has no target; the type sum needs one"),
        ("regions/0/target", "1", r"hard.regions\[0\].target is '1'; expected 0 to"),
        ("regions/0/target", 1.5, r"hard.regions\[0\].target is 1.5"),
        ("regions/0", 3, r"hard.regions\[0\] is 3; expected an object with indices and type"),
    ],
)
def test_faults_of_json_name_the_path(path: str, value: object, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(changed(path, value))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "the file is .*; expected an object with easy, medium, hard"),
        ("{}", "the file has no puzzle; expected the keys easy, medium, hard"),
        ('{"easy": 3}', "easy is 3; expected an object with dominoes and regions"),
        ('{"easy": ', "line 1, column 10: this is not JSON"),
        ("[" * 100_000, "nested too deeply|this is not JSON"),
        ("", "there is no board; expected rows of letters"),
        ("AA\n0-7", r"line 2, column 1: the domino '0-7' has 7 pips; expected 0 to 6"),
        ("AA\n0-3 1-", r"line 2, column 5: '1-' is no domino"),
        ("AA\n0-3-4", r"line 2, column 1: '0-3-4' is no domino"),
        ("A?\n0-3", r"line 1, column 2: '\?' is here; expected the letter of a region"),
        ("AA\nB equal\n0-3", "line 2, column 1: the region 'B' is not in the drawing"),
        ("AA\nA equal\nA equal\n0-3", "line 3, column 1: the region A has a second rule"),
        ("AA\nA equals\n0-3", "line 2, column 3: there is no rule 'equals'; .*did you mean equal"),
        ("AA\nA sum\n0-3", "line 2, column 3: the rule sum needs a target"),
        ("AA\nA < 3 4\n0-3", "line 2, column 3: the rule < is followed by '3 4'"),
        ("AA\nA sum x\n0-3", "line 2, column 7: the target is 'x'; expected 0 to"),
        ("AA\nA equal\nBB\n0-3", "line 3, column 1: 'BB' is here; expected 'A sum 11'"),
        ("AA\n0-3 1-1", "2 dominoes cannot fill 2 cells; expected 1"),
        ("A" * 70 + "\n" + "0-0 " * 35, "the puzzle has 35 dominoes; at most 32 are supported"),
        ("A" * 300_000, "at most 200,000 are accepted"),
    ],
)
def test_faults_of_texts_say_where(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(text)


def test_more_regions_than_letters() -> None:
    cells = [(x, y) for y in range(6) for x in range(9)]
    puzzle = PipsPuzzle(((0, 0),) * 27, tuple(Region((cell,)) for cell in cells))
    with pytest.raises(UnsupportedError, match="letters for 52 regions; the puzzle has 54"):
        dumps(puzzle)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (((), "none", None), "a region has no cells"),
        ((((0, 0),), "sums", 3), "there is no rule 'sums'; .*did you mean sum"),
        ((((0, 0),), "sum", None), "the rule sum without a target"),
        ((((0, 0),), "equal", 3), "the rule equal and a target; that rule has none"),
        ((((0, 0),), "less", -1), "the target -1; expected 0 to 10,000"),
    ],
)
def test_regions_that_say_nothing(values: tuple[Any, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        Region(*values)


def test_hints() -> None:
    assert hint(pips_cases.UNIQUE) == "a Pips puzzle; use: tilewright pips solve FILE"
    assert hint(json.dumps({"easy": GOOD})) and hint(documents.dumps(loads(pips_cases.UNIQUE)[""]))
    assert hint("0-3") == hint("AA BB") == hint('{"a": 1}') == hint("") == ""
