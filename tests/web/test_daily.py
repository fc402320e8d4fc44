"""The puzzles of a date: what stands here is what every later version has to give."""

from __future__ import annotations

import hashlib
import re
import zlib
from base64 import urlsafe_b64decode
from datetime import date, timedelta
from threading import Event
from xml.etree import ElementTree

import pytest

import tilewright
from tilewright import catalogue
from tilewright.errors import PuzzleError
from tilewright.families.dominosa.counting import count_solutions
from tilewright.families.dominosa.puzzle import read_grid
from tilewright.families.gunport.library.entries import BoardKey
from tilewright.families.gunport.library.sheets import shipped
from tilewright.families.vanishing.daily import board_text
from tilewright.families.vanishing.files import loads as loads_board
from tilewright.families.vanishing.solving import solve
from tilewright.solving.steps import Control, Limits
from tilewright.web.daily import STEP, _sections, cut_board, date_of, puzzles_of_date
from tilewright.web.pages import pages
from tilewright.web.tasks.daily import pictures

KINDS = ("packing", "gunport", "vanishing", "dominosa", "pips")
LEVELS = ("easy", "medium", "hard")
FIXED = {
    "2026-01-01": "423b225af279f1bc",
    "2026-11-28": "b5897da330fc2080",
    "2027-02-28": "b84ef49066ea1cb7",
    "2028-02-29": "8ca40bdaba6b791c",
    "2031-07-14": "239cd161655feed2",
}
"""The fingerprint of all puzzles of a date: these never change."""


def unpacked(address: str) -> str:
    """The address with its packed text in the clear: another version of zlib may pack it in another way."""
    match = re.search(r"#[tb]=([\w-]{60,})$", address)
    if match is None:
        return address
    data = urlsafe_b64decode(match[1] + "=" * (-len(match[1]) % 4))
    return address[: match.start() + 3] + zlib.decompress(data, -zlib.MAX_WBITS).decode()


def fingerprint(day: date) -> str:
    text = "\n".join(f"{one.name} {unpacked(one.address)}" for one in puzzles_of_date(day))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("day", FIXED)
def test_dates_keep_their_puzzles(day: str) -> None:
    assert fingerprint(date.fromisoformat(day)) == FIXED[day]


def lists() -> dict[tuple[str, str], tuple[str, ...]]:
    """All lists by family and level."""
    packages = {
        "packing": "tilewright.web",
        **{name: f"tilewright.families.{name}" for name in ("gunport", "vanishing", "dominosa")},
    }
    return {
        (kind, level): lines for kind, package in packages.items() for level, _, lines in _sections(package)
    }


def test_lists_have_no_puzzle_twice_and_a_turn_for_each() -> None:
    for name, lines in lists().items():
        assert len(set(lines)) == len(lines), name
        assert len({day * STEP % len(lines) for day in range(len(lines))}) == len(lines), name


def test_each_date_has_each_kind_and_level() -> None:
    for days in range(0, 3_000, 97):
        day = date(2026, 1, 1) + timedelta(days)
        puzzles = puzzles_of_date(day)
        assert [one.name for one in puzzles] == [f"{kind}-{level}" for kind in KINDS for level in LEVELS]
        for one in puzzles:
            assert f"daily={day.isoformat()}/{one.name}" in one.address.partition("#")[0]
            assert one.address.partition("?")[0] in {page.address for page in pages()}
    assert len({one.address for one in puzzles_of_date(date(1, 1, 1))}) == len(KINDS) * len(LEVELS)


def test_packings_have_solutions() -> None:
    for level in ("easy", "medium"):
        for line in lists()["packing", level][::17]:
            puzzle = tilewright.loads(cut_board(line, "A title"))
            assert puzzle.title == "A title"
            assert tilewright.first(puzzle) is not None
    for days in range(0, 366, 61):
        day = date(2026, 1, 1) + timedelta(days)
        assert tilewright.first(catalogue.load(f"calendar-weekday,date={day.isoformat()}")) is not None


def test_grids_of_dominosa_have_one_solution() -> None:
    for level in LEVELS:
        for line in lists()["dominosa", level][::61]:
            assert count_solutions(read_grid(line.replace("/", "\n"))) == 1


def test_boards_of_vanishing_dominoes_can_be_cleared() -> None:
    for level in LEVELS:
        for line in lists()["vanishing", level][::41]:
            board = loads_board(board_text(line))
            assert solve(board, control=Control(Limits(nodes=1_000_000))).remaining == 0


def test_the_fewest_dominoes_of_gunport_boards_are_proven() -> None:
    for level in LEVELS:
        for line in lists()["gunport", level]:
            entry = shipped()[BoardKey("domino", no_slide=False, board=line)]
            assert entry.pieces == entry.lower_bound


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "2026-1-1", "2026-11-28T00:00"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="there is no date"):
        date_of(text)


def drawn(day: str) -> dict[str, str]:
    """The pictures of all kinds."""
    answers = (pictures({"date": day, "kind": kind}, lambda kind, value: None, Event()) for kind in KINDS)
    return {name: svg for answer in answers for name, svg in answer["pictures"].items()}


def test_each_puzzle_has_a_picture_without_its_solution() -> None:
    shown = drawn("2026-11-28")
    assert list(shown) == [one.name for one in puzzles_of_date(date(2026, 11, 28))]
    for name, svg in shown.items():
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert len(svg) < 60_000, name
    assert len({*shown.values(), *drawn("2026-11-29").values()}) > len(shown)


def test_a_kind_without_puzzles_has_no_pictures() -> None:
    with pytest.raises(PuzzleError, match="no daily puzzles of the kind 'chess'"):
        pictures({"date": "2026-11-28", "kind": "chess"}, lambda kind, value: None, Event())
