"""Sheets of drawn boards: exports are read back, and errors name the line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from support.arrangement_cases import RULES, arrangements
from support.library_cases import BEST_L, LONG, LONG_7, LONG_8, find
from tilewright.errors import FormatError, LibraryError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.library import (
    DrawnSubmission,
    Library,
    Submission,
    dumps,
    loads,
    sheets,
    shipped,
)
from tilewright.families.gunport.library.entries import entry_of
from tilewright.families.gunport.registry import ENGINES

GOOD = "<>.\n.<>\n<>.\n"


def one(text: str, **how: object) -> DrawnSubmission:
    finds = loads(text, **how)  # type: ignore[arg-type]
    assert len(finds) == 1
    return finds[0]


@given(st.data(), st.lists(st.sampled_from(RULES), min_size=1, max_size=3))
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_sheets_round_trip(data: st.DataObject, rules: list[Rules]) -> None:
    finds = [
        Submission(data.draw(arrangements(r)), r, "Ada \N{SNOWMAN}", "2020-02-02T02:02:02Z") for r in rules
    ]
    for f in finds:
        assume(not faults(f.arrangement, f.rules))
    entries = [entry_of(f) for f in finds]
    back = loads(dumps(entries))
    assert [entry_of(drawn.submission) for drawn in back if drawn.submission] == entries
    assert [drawn.fault for drawn in back] == [""] * len(entries)


def test_given_ports_round_trip_in_the_header(tmp_path: Path) -> None:
    board = GunportBoard(LONG.cells, ports=frozenset({(0, 0)}))
    entry = Library(tmp_path / "x.sqlite").enter([find(Arrangement(board, LONG_7.pieces))])[0].entry
    back = one(dumps([entry])).submission
    assert back is not None and len(back.arrangement.board.ports) == 1


def test_shipped_boards_are_an_ordinary_sheet() -> None:
    assert {entry.key: entry for entry in sheets.trusted(dumps(shipped().values()))} == shipped()
    assert all(drawn.submission for drawn in loads(dumps(shipped().values())))


def test_a_sheet_proves_nothing(tmp_path: Path) -> None:
    source = Library(tmp_path / "a.sqlite")
    source.enter([find(LONG_7, bound=7, proof=next(iter(ENGINES))), find(BEST_L)])
    text = dumps(source.entries(source="own"))
    assert '"lower_bound": 7' in text
    target = Library(tmp_path / "b.sqlite")
    outcomes = target.enter([drawn.submission for drawn in loads(text) if drawn.submission])
    assert [(o.result, o.entry.lower_bound, o.entry.who) for o in outcomes] == [("new", 0, "Ada")] * 2
    # Equal to a bound that this library has by proof of its own:
    third = Library(tmp_path / "c.sqlite")
    third.enter([find(LONG_8, bound=7, proof=next(iter(ENGINES)))])
    assert [o.entry.proven for o in third.enter([d.submission for d in loads(text) if d.submission])] == [
        True,
        False,
    ]


def test_several_drawings_in_both_styles_with_remarks() -> None:
    text = f"; from my notebook\n\n{GOOD}\n  LRE\n  ELR\n  LRE\n;the end\n\n\n.<>\n"
    finds = loads(text, unnamed="a notebook")
    assert [drawn.line for drawn in finds] == [3, 7, 13]
    assert [drawn.submission.who for drawn in finds if drawn.submission] == ["a notebook"] * 3
    assert (
        finds[0].submission
        and finds[1].submission
        and finds[0].submission.arrangement == finds[1].submission.arrangement
    )


def test_who_found_it() -> None:
    headed = '; {"who": "Bo"}\n' + GOOD
    assert [f.submission and f.submission.who for f in (one(headed), one(headed, who="Ada"), one(GOOD))] == [
        "Bo",
        "Ada",
        "unknown",
    ]


def test_rules_of_the_sheet_go_before_those_that_are_asked_for() -> None:
    still = one("<><>\n", no_slide=True).submission
    assert still is not None and still.rules.no_slide
    moving = one('; {"no_slide": false}\n.<>.\n', no_slide=True).submission
    assert moving is not None and not moving.rules.no_slide
    tromino = one("AAA.\n", piece="I3").submission
    assert tromino is not None and tromino.rules.piece.name == "straight tromino"
    other = one('; {"piece": "L tromino"}\nAA\n.A\n').submission
    assert other is not None and other.rules.piece.name == "L tromino"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("...\n", "this is not a valid arrangement: another domino fits on [(0, 0), (1, 0)]; and 1 more"),
        ("; one\n\n<>\n<.\n", "line 4, column 1: a '<' is here without a '>' on its right"),
        ("<>\nLR\n", "line 2, column 1: 'L' is here; the drawing began in arrows"),
        ("##\n", "line 1, column 1: '#' is here"),
        ('; {"pieces": 4}\n' + GOOD, "line 1 says 4 pieces, but 3 are drawn"),
        ('; {"ports": 4}\n' + GOOD, "line 1 says 4 ports, but 3 are drawn"),
        ('; {"board": "3x4"}\n' + GOOD, "the drawing does not show the board that line 1 names"),
        ('; {"board": "0x4"}\n' + GOOD, "a board of 0 x 4 has no cells"),
        ('; {"board": "###\\n###\\n*##\\n"}\n' + GOOD, "is a given port, but it is covered"),
        ('; {"piece": "sofa"}\n' + GOOD, "there is no piece 'sofa'"),
        ('; {"piece": "I3"}\n' + GOOD, "line 2, column 1: '<' is here; expected a letter"),
        ('; {"found": "today"}\n' + GOOD, "'today' is not a time"),
        ('; {"who": "a\\nb"}\n' + GOOD, "is not a finder"),
        ('; {"no_slide": true}\n.<>.\n', "can slide onto"),
    ],
)
def test_a_wrong_drawing_is_reported_among_valid_ones(text: str, fault: str) -> None:
    finds = loads(f"{text}\n{GOOD}")
    assert len(finds) == 2
    assert finds[0].submission is None and fault in finds[0].fault
    assert finds[1].submission is not None and finds[1].fault == ""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 0, "there is no drawing"),
        ("\n; nothing but words\n", 0, "there is no drawing"),
        ('; {"who": "Ada"}\n\n', 1, "no drawing follows this line"),
        ('; {"who": "Ada"}\n; {"who": "Bo"}\n' + GOOD, 2, "no drawing follows the header in line 1"),
        ("\n; {who: Ada}\n" + GOOD, 2, "is not a JSON object"),
        ('; {"who": "Ada"} and more\n' + GOOD, 1, "is not a JSON object"),
        ("; " + '{"a":' * 100_000 + "\n" + GOOD, 1, "is not a JSON object"),
        ('; {"whom": "Ada"}\n' + GOOD, 1, "'whom' is unknown; expected some of board, piece"),
        ('; {"who": 7}\n' + GOOD, 1, "'who' is 7; expected a text"),
        ('; {"pieces": -1}\n' + GOOD, 1, "'pieces' is -1; expected a whole number"),
        ('; {"pieces": true}\n' + GOOD, 1, "'pieces' is true; expected a whole number"),
        ('; {"pieces": 1.0}\n' + GOOD, 1, "'pieces' is 1.0; expected a whole number"),
        ('; {"no_slide": 1}\n' + GOOD, 1, "'no_slide' is 1; expected true or false"),
        (f"{GOOD}\n\x1b[1m\n", 5, "U+001B"),
    ],
)
def test_sheets_that_cannot_be_read(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert caught.value.line == line and words in caught.value.message


def test_shipped_boards_need_a_complete_header(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FormatError, match="'board' is missing in the header"):
        sheets.trusted(GOOD)
    entry = next(iter(shipped().values()))
    head = json.loads(dumps([entry]).partition("\n")[0].removeprefix("; "))
    for key in head:
        less = {name: value for name, value in head.items() if name != key}
        with pytest.raises(FormatError, match=f"'{key}' is missing"):
            sheets.trusted(f"; {json.dumps(less)}\n.\n")


def test_a_damaged_installation_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr("tilewright.families.gunport.library.sheets.SHIPPED_FILE", "gone.txt")
        with pytest.raises(LibraryError, match="boards shipped with Tilewright cannot be read"):
            shipped()
    assert len(shipped()) == 105


@given(st.text(alphabet='<>^v.LRUDE \n;{}":', max_size=60))
def test_any_text_is_a_sheet_or_a_format_error(text: str) -> None:
    try:
        finds = loads(text)
    except FormatError:
        return
    assert finds and all((drawn.submission is None) == bool(drawn.fault) for drawn in finds)
