"""Texts that are no puzzles are refused, whatever they are, and drawings are not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import FormatError, TilewrightError
from tilewright.formats.files import choose
from tilewright.formats.text_kinds import check_drawing, kind_of

CORPUS = (
    "It was a bright cold day in April, and\nthe clocks were striking. A man\nwent by.\n\nNobody saw.",
    "Alle Menschen sind frei und gleich\nan Würde und Rechten geboren. Sie sind\nmit Vernunft begabt.",
    "Tous les êtres humains naissent libres\net égaux en dignité et en droits.\n\nIls sont doués de raison.",
    "Все люди рождаются свободными и равными\nв своём достоинстве и правах.",
    "人人生而自由,在尊严和权利上一律平等。\n他们赋有理性和良心。",
    "すべての人間は、生まれながらにして自由であり、\nかつ、尊厳と権利とについて平等である。",
    "def count(puzzle):\n    total = 0\n    for _ in solve(puzzle):\n        total += 1\n    return total\n",
    "#include <vector>\nint main() {\n  std::vector<int> v;\n  return 0;\n}\n",
    "for f in *.txt; do\n  wc -l $f\ndone\nfi\n",
    "name,width,height\nsmall,3,4\nlarge,30,40\n",
    "x;y;colour\n0;0;red\n1;0;blue\n",
    "id\tcount\n1\t36\n2\t9356\n",
    "0,0\n1,0\n1,1\n2,1\n",
    "(0, 0), (1, 0), (1, 1)\n(2, 2), (3, 2)\n",
    '<?xml version="1.0"?>\n<svg width="10"><path d="M0 0L1 1"/></svg>\n',
    "<!DOCTYPE html>\n<html><body><p>Hello</p></body></html>\n",
    '{"name": "tilewright", "version": "0.2.0", "list": [1, 2, 3]}\n',
    '{"a": 1}\n{"a": 2}\n',
    "[1, 2, 3]\n",
    "2026-01-05 10:00:01 INFO started 4 workers\n2026-01-05 10:00:02 WARN worker 3 is slow\n",
    '127.0.0.1 - - [05/Jan/2026:10:00:01] "GET / HTTP/1.1" 200 512\n',
    "c a comment\np cnf 3 2\n1 -2 0\n2 3 0\n",
    "p edge 4 3\ne 1 2\ne 3 4\ne 1 4\n",
    "# Heading\n\n- first item\n- second item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "[section]\nkey = value\nother = 3\n",
    "4;3\nv;0;2;0;0\nh;0;1;1;0\n",
    "2\nh;0;1;1;0\nv;0;2;0;0\n",
    '<domino_board width="4" height="3"><piece x="0" y="0" orientation="vertical" value1="0" value2="2"/>',
    "00020304\n01213141\n05062224\n51612343\n25264446\n55634565\n11333566\n",
    "Dear Sir,\nplease find the order of removal below:\n1 7 5 2 4 3 6\nYours\n",
)


def is_puzzle(text: str) -> bool:
    """Whether the text is read as a puzzle when nothing says what it is."""
    try:
        choose("", text).read(text)
    except TilewrightError:
        return False
    return True


@pytest.mark.parametrize("text", CORPUS, ids=range(len(CORPUS)))
def test_no_text_is_a_puzzle(text: str) -> None:
    assert not is_puzzle(text)


@given(st.data())
@settings(max_examples=400)
def test_no_part_of_a_text_is_a_puzzle(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(CORPUS)).split("\n")
    start = data.draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[start : data.draw(st.integers(start + 1, len(lines)))])
    assert not is_puzzle(text) or len(set("".join(text.split()))) < 2


WORDS = sorted({word for text in CORPUS for word in text.split() if len(set(word)) > 2})


@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(" \n")), min_size=1, unique_by=lambda t: t[0])
)
@settings(max_examples=400)
def test_no_page_of_words_is_a_puzzle(words: list[tuple[str, str]]) -> None:
    assert not is_puzzle("".join(word + end for word, end in words))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": [1]}', "JSON"),
        ('{"a": 1}\n{"a": 2}\n', "JSON"),
        ("<p>text</p>", "XML or HTML"),
        ("c x\np cnf 3 2\n1 0\n", "a DIMACS file"),
        ("(1, 2), (3, 4)", "a list of numbers"),
        ("a,b\nc,d\n", "a table (CSV)"),
        ("a\tb\nc\td\n", "a table (CSV)"),
        ("one, two\nthree", "plain text"),
        ("{one", "plain text"),
    ],
)
def test_what_texts_look_like(text: str, kind: str) -> None:
    assert kind_of(text) == kind
    with pytest.raises(FormatError, match="this looks like") as caught:
        check_drawing(text)
    assert kind in caught.value.message


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("4;3\nv;0;2;0;0\n", "tilewright vanish solve FILE"),
        ("\n<?xml version='1.0'?>\n<domino_board width='4'/>", "tilewright vanish solve FILE"),
        ("2\nh;0;1;1;0\n", "tilewright vanish verify BOARD FILE"),
        ("<>^\n#.v\n", "tilewright gunport FILE"),
        ("001122\n112200\n", "tilewright dominosa solve FILE"),
    ],
)
def test_files_of_families_name_the_command(text: str, command: str) -> None:
    with pytest.raises(FormatError, match="this is not a puzzle file") as caught:
        choose("", text)
    assert caught.value.message.endswith(command)


@pytest.mark.parametrize(
    "text",
    [
        "##\n##\n",  # a board alone
        "XXX\nXXX\n",
        "##\n##\n\n#",
        "####\n####\n\n#####\n",  # areas that do not match
        "XO\nOX\n\nXX\n",
        "ABC\nABC\n\nAB CA CB\n",
    ],
)
def test_drawings_stay_puzzles(text: str) -> None:
    check_drawing(text)
    assert is_puzzle(text)


def test_pieces_in_letters_on_a_board_in_another_character() -> None:
    with pytest.raises(FormatError, match="the board is drawn in '#' and a piece in 'A'"):
        check_drawing("####\n####\n\nAA BB\nAA BB\n")
