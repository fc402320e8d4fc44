"""Puzzles of items and options in puzzle files: what they say, what is refused, both ways without loss."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles
from tilewright.errors import FormatError, TilewrightError, UnsupportedError
from tilewright.formats.toml import dumps, loads, looks_like
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Expected

WHOLE = """
title = "All there is"
source = "made up"

[cover]
items = '''
a b 2|c
0:3|d |
p q
'''
options = '''
| Knuth's comments begin with a bar.
a b p:R |3

  c | first
c d p:R q |-1 |2 | and the second one
a b
'''

[[expect]]
count = 7

[[expect]]
what = "least"
count = -5
source = "nobody"
"""


def test_a_file_with_every_key() -> None:
    puzzle = loads(WHOLE)
    assert puzzle == ExactCoverPuzzle(
        (
            Item("a"),
            Item("b"),
            Item("c", 2, 2),
            Item("d", 0, 3),
            Item("p", primary=False),
            Item("q", primary=False),
        ),
        (
            Option((("a", ""), ("b", ""), ("p", "R")), cost=3),
            Option((("c", ""),), "first"),
            Option((("c", ""), ("d", ""), ("p", "R"), ("q", "")), "and the second one", 1),
            Option((("a", ""), ("b", ""))),
        ),
        "All there is",
        "made up",
        (Expected("solutions", 7, ""), Expected("least", -5, "nobody")),
    )
    assert loads(dumps(puzzle)) == puzzle


def test_written_files_are_made_to_be_read() -> None:
    assert (
        dumps(loads(WHOLE))
        == '''title = "All there is"
source = "made up"

[cover]
items = "a b 2|c 0:3|d | p q"
options = """
a b p:R |3
c | first
c d p:R q |1 | and the second one
a b
"""

[[expect]]
what = "solutions"
count = 7

[[expect]]
what = "least"
count = -5
source = "nobody"
'''
    )


def test_many_items_stand_on_many_lines() -> None:
    puzzle = ExactCoverPuzzle(tuple(Item(f"item-{n}", primary=n < 60) for n in range(90)), ())
    text = dumps(puzzle)
    assert max(map(len, text.splitlines())) <= 100 and text.count("\n") > 8
    assert loads(text) == puzzle


def test_names_that_need_care() -> None:
    names = ['"', '"""', "'''", "\\", "#", "=", "[board]", "1", "1:", "é", "😀", "\\n"]
    names.remove("1:")
    items = (*map(Item, names), Item("second", primary=False))
    options = tuple(
        Option(((name, ""), ("second", name)), name if name != "|" else "")
        for name in names
        if ":" not in name
    )
    puzzle = ExactCoverPuzzle(items, options, "'''", '"""')
    assert loads(dumps(puzzle)) == puzzle


def test_there_are_no_pieces_to_move() -> None:
    with pytest.raises(UnsupportedError, match="their motions cannot be changed"):
        loads(WHOLE, "rotation")


def test_content_tells_the_format() -> None:
    assert looks_like(WHOLE) and looks_like('[cover]\nitems = "a"') and looks_like('cover = { items = "a" }')
    assert not looks_like("a b [cover]\na\nb\n") and not looks_like("  cover\n")


HEAD = "[cover]\nitems = 'a b | p'\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("[board]\ndrawing = '#'\n" + HEAD, 1, 1, "'board' is not allowed with 'cover'; known keys"),
        ("motions = 'all'\n" + HEAD, 1, 1, "'motions' is not allowed with 'cover'"),
        ("cover = 3", 1, 1, "expected a table"),
        ("[cover]\n", 1, 1, "there are no items"),
        ("[cover]\nitems = ['a']\n", 2, 1, "expected text in quotes"),
        ("[cover]\nitem = 'a'\n", 2, 1, "known keys: items, options"),
        ("[cover]\nitems = 'a b a'\n", 2, 14, "'a' is named twice"),
        ("[cover]\nitems = '''\na\n b 0:x|c'''\n", 4, 4, "'0:x|c' is not an item"),
        ("[cover]\nitems = 'a | 2|p'\n", 2, 14, "multiplicity"),
        (HEAD + "options = 3\n", 3, 1, "expected text in quotes"),
        (HEAD + "options = 'a c'\n", 3, 14, "'c' is not an item"),
        (HEAD + 'options = """\na\n\n  a:x\n"""\n', 6, 3, "primary item 'a' is given a colour"),
        (HEAD + 'options = """\na\n  p\n"""\n', 5, 3, "no primary item"),
        (HEAD + 'options = """\na | x|y\n"""\n', 4, 3, "no other '|'"),
        (HEAD + 'options = """\na |3 |\n"""\n', 4, 6, "the name behind the lone '|' is ''"),
        (HEAD + "options = '''\na | x\u200by\n'''\n", 4, 3, "expected visible characters"),
        (HEAD + 'options = """\na p:\\u0041 a\n"""\n', 3, 1, "'a' twice"),
        (HEAD + "[[expect]]\ncount = 'x'\n", 4, 1, "'count' is 'x'"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_too_many_items_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.formats.item_syntax.MAX_ITEMS", 1_000)
    many = " ".join(map(str, range(1_001)))
    with pytest.raises(FormatError, match="more than 1,000 items"):
        loads(f"[cover]\nitems = '{many}'\n")


@pytest.mark.parametrize(("bound", "at_most"), [("MAX_OPTIONS", 4), ("MAX_USES", 10)])
def test_too_many_options_are_refused(monkeypatch: pytest.MonkeyPatch, bound: str, at_most: int) -> None:
    puzzle = loads(WHOLE)
    for module in ("cover_reader", "writer"):
        monkeypatch.setattr(f"tilewright.formats.toml.{module}.{bound}", at_most)
    assert loads(dumps(puzzle)) == puzzle
    for module in ("cover_reader", "writer"):
        monkeypatch.setattr(f"tilewright.formats.toml.{module}.{bound}", at_most - 1)
    with pytest.raises(FormatError, match=r"4 options that use items 10 times") as caught:
        loads(WHOLE)
    assert caught.value.line == 17
    with pytest.raises(UnsupportedError, match=r"4 options that use items 10 times"):
        dumps(puzzle)


@given(abstract_puzzles())
@example(ExactCoverPuzzle((), ()))
def test_dumps_then_loads_is_the_same_puzzle(puzzle: ExactCoverPuzzle) -> None:
    assert loads(dumps(puzzle)) == puzzle


@given(st.data())
def test_a_damaged_file_loads_or_is_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([WHOLE, dumps(loads(WHOLE))]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        scrap = data.draw(st.text("ab|:03pqR-\n \"'\\\u2028\x00", max_size=4))
        text = text[:start] + scrap + text[end:]
    try:
        puzzle = loads(text)
    except TilewrightError as error:
        assert str(error)
    else:
        assert loads(dumps(puzzle)) == puzzle


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=60))
def test_descriptions_are_written_and_read(text: str) -> None:
    about = text.strip()
    puzzle = ExactCoverPuzzle((Item("a"),), (Option((("a", ""),), "one"),), description=about)
    assert loads(dumps(puzzle)) == puzzle
